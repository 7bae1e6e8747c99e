import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CodPart, figuresOfParts, planParts, summaryOf, sumsOf } from './cod-parts';

const FREE = { cod_payer: 'recipient', cod_percent: 0, cod_fixed: 0 } as const;
const TERMS = { cod_payer: 'sender', cod_percent: 200, cod_fixed: 2_000 } as const;
const unsent = (weight: number): CodPart => ({
  ...{ sent: false, state: null, sum: null, fee: null, cost: null, received: null, received_fee: null },
  weight,
});
const sent = (state: CodPart['state'], sum: number, more: Partial<CodPart> = {}): CodPart => ({
  ...unsent(sum),
  ...{ sent: true, state, sum, fee: 0, cost: 0 },
  ...more,
});
const asked = (to_collect: number, sum_set: number | null = null, fee_set: number | null = null) => ({
  ...{ to_collect, sum_set, fee_set },
});
const plannedSums = (parts: readonly CodPart[], of = asked(100_000), terms = FREE) =>
  planParts(parts, of, terms).map(({ sum }) => sum);

describe('what each parcel collects', () => {
  it.each([
    [
      'shares by what is in them, the last taking the rounding',
      [unsent(1), unsent(1), unsent(1)],
      [33_333, 33_333, 33_334],
    ],
    [
      'what is left of the sum by those that are not sent',
      [sent('awaited', 60_000), unsent(1), unsent(3)],
      [60_000, 10_000, 30_000],
    ],
    ['nothing more once the sum is told', [sent('received', 100_000), unsent(5)], [100_000, 0]],
    ['not what was refused: the customer has not got it', [sent('refused', 30_000), unsent(70_000)], [30_000, 70_000]],
    ['all by the last where nothing in them costs the customer', [unsent(0), unsent(0)], [0, 100_000]],
  ])('is %s', (_, parts, sums) => {
    expect(plannedSums(parts)).toEqual(sums);
  });

  it('is less the fee of each parcel, or its share of the fee that was set by hand', () => {
    const parts = [unsent(30_000), unsent(70_000)];
    expect(planParts(parts, asked(100_000), TERMS).map(({ fee }) => fee)).toEqual([2_600, 3_400]);
    expect(planParts(parts, asked(100_000, null, 1_001), TERMS).map(({ fee }) => fee)).toEqual([300, 701]);
  });

  it('comes to the sum exactly, however many parcels go out one after another', () => {
    const amounts = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(amounts, fc.array(fc.tuple(amounts, fc.nat(100)), { minLength: 1, maxLength: 8 }), (sum, given) => {
        let parts = given.map(([weight]) => unsent(weight));
        const order = given.map(([, key], index) => ({ key, index })).sort((a, b) => a.key - b.key);
        for (const { index } of order) {
          const planned = planParts(parts, asked(sum), TERMS);
          expect(planned.reduce((all, part) => all + part.sum, 0)).toBe(sum);
          expect(planned.every((part) => part.sum >= 0 && part.fee >= 0 && part.fee <= part.sum)).toBe(true);
          parts = parts.map((part, at) =>
            at === index ? sent('awaited', planned[at]?.sum ?? 0, { fee: planned[at]?.fee ?? 0 }) : part,
          );
        }
        expect(sumsOf(parts).cod_sum).toBe(sum);
      }),
    );
  });
});

describe('the numbers of the order', () => {
  it('leave out what was refused, unless all of it was', () => {
    const [first, second] = [
      sent('refused', 40_000, { cost: 25_000 }),
      sent('received', 60_000, { cost: 30_000, fee: 1_000 }),
    ];
    const of = (parts: readonly CodPart[]) => figuresOfParts(planParts(parts, asked(100_000), FREE), 55_000);
    expect(of([first, second])).toEqual({ sum: 60_000, fee: 1_000, cost: 30_000, earning: 29_000 });
    expect(of([first, { ...second, state: 'refused' }])).toEqual({
      sum: 100_000,
      fee: 1_000,
      cost: 55_000,
      earning: 44_000,
    });
  });

  it.each([
    [['awaited', 'received'], false, 'awaited'],
    [['received', 'refused'], false, 'received'],
    [['refused', 'refused'], false, 'refused'],
    [['received'], true, 'planned'],
    [['awaited'], true, 'awaited'],
    [[null, null], false, null],
  ] as const)('parcels that are %s, with others to come: %s, make it %s', (states, isOpen, state) => {
    const parts = states.map((one) => sent(one, 100, one === 'received' ? { received: 90, received_fee: 5 } : {}));
    const summary = summaryOf(isOpen ? [...parts, unsent(1)] : parts);
    const received = parts.filter((part) => part.state === 'received').length;
    expect(summary).toEqual({
      cod_state: state,
      cod_received: received ? 90 * received : null,
      cod_received_fee: received ? 5 * received : null,
    });
  });
});
