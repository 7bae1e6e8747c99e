import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_KOPECKS } from '../kit/bounds';
import type { ReturnItemStatus } from './contract';
import { creditOf, leftOf, mayRefuse, planDecision, refuseReturn, type SentLine, statusOf } from './rules';

describe('the status of a return', () => {
  it.each([
    [['pending', 'pending'], 'pending'],
    [['approved', 'approved'], 'approved'],
    [['rejected'], 'rejected'],
    [['approved', 'rejected'], 'partially_approved'],
    [['approved', 'pending'], 'partially_approved'],
    [['approved', 'rejected', 'pending'], 'partially_approved'],
    [['rejected', 'pending'], 'partially_rejected'],
  ] as [ReturnItemStatus[], string][])('of %j is %s', (items, status) => {
    expect(statusOf(items)).toBe(status);
    expect(statusOf([...items].reverse())).toBe(status);
  });
});

const amounts = fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: MAX_KOPECKS }));

describe('the credit of a line', () => {
  it('comes to exactly the line when all of it is back, in whatever parts, each within a kopeck of its share', () => {
    fc.assert(
      fc.property(
        amounts,
        fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 20 }),
        (amount, parts) => {
          const shipped = parts.reduce((sum, part) => sum + part, 0);
          let approved = 0;
          let credited = 0;
          for (const part of parts) {
            const credit = creditOf({ shipped, amount, approved, credit: credited }, part);
            expect(credit).toBeGreaterThanOrEqual(0);
            expect(Math.abs(credit - (amount * part) / shipped)).toBeLessThanOrEqual(1);
            approved += part;
            credited += credit;
            expect(credited).toBeLessThanOrEqual(amount);
          }
          expect(credited).toBe(amount);
        },
      ),
    );
  });

  it('gives the last pieces what was left by rounding', () => {
    const line = { shipped: 3, amount: 1_000 };
    expect([0, 1, 2].map((approved) => creditOf({ ...line, approved, credit: 333 * approved }, 1))).toEqual([
      333, 333, 334,
    ]);
    expect(creditOf({ shipped: 1_000_000, amount: MAX_KOPECKS, approved: 0, credit: 0 }, 999_999)).toBe(
      999_999_000_000,
    );
  });
});

const line = (rest: Partial<SentLine> = {}): SentLine => ({
  order_item_id: 'a',
  shipped: 5,
  amount: 500,
  approved: 1,
  pending: 1,
  credit: 100,
  ...rest,
});

describe('what is left of a parcel', () => {
  it('lets no parcel give back more than it brought, nor all of them more than the line', () => {
    const step = fc.record({ parcel: fc.nat(3), count: fc.integer({ min: 1, max: 6 }) });
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }),
        fc.array(step, { maxLength: 20 }),
        (brought, steps) => {
          const shipped = brought.reduce((sum, count) => sum + count, 0);
          const returned = brought.map(() => 0);
          let approved = 0;
          for (const { parcel, count } of steps) {
            const line = { order_item_id: 'a', shipped, amount: 0, approved, pending: 0, credit: 0 };
            const named = parcel < brought.length;
            const of = named
              ? { brought: new Map([['a', brought[parcel] ?? 0]]), returned: new Map([['a', returned[parcel] ?? 0]]) }
              : undefined;
            const body = { items: [{ order_item_id: 'a', count }], reason: 'not_needed' as const, comment: '' };
            const refused = refuseReturn(body, [line], of);
            const left = Math.min(
              shipped - approved,
              named ? (brought[parcel] ?? 0) - (returned[parcel] ?? 0) : shipped,
            );
            expect(refused === null).toBe(count <= left);
            if (refused) continue;
            approved += count;
            if (named) returned[parcel] = (returned[parcel] ?? 0) + count;
          }
          expect(approved).toBeLessThanOrEqual(shipped);
          expect(returned.every((count, at) => count <= (brought[at] ?? 0))).toBe(true);
        },
      ),
    );
  });
});

describe('making a return', () => {
  const ask = (items: { order_item_id: string; count: number }[], rest = {}) =>
    refuseReturn({ items, reason: 'damaged', comment: '', ...rest }, [
      line(),
      line({ order_item_id: 'b', pending: 0 }),
    ]);

  it('takes what is left and names what was sent and what came back where more is asked for', () => {
    expect(leftOf(line())).toBe(3);
    expect(ask([{ order_item_id: 'a', count: 3 }])).toBeNull();
    const refused = ask([
      { order_item_id: 'a', count: 4 },
      { order_item_id: 'b', count: 5 },
    ]);
    expect(refused?.code).toBe('returns.bad_count');
    expect(refused?.details).toMatchObject([
      { path: 'items.0.count', left: 3, shipped: 5, returned: 2 },
      { path: 'items.1.count', left: 4, shipped: 5, returned: 1 },
    ]);
    expect(refused?.message_in('ua')).toContain('відправлено 5, уже повернуто або заявлено 2');
  });

  it.each([
    [[], {}, 'returns.no_items'],
    [[{ order_item_id: 'x', count: 1 }], {}, 'returns.unknown_item'],
    [[1, 1].map((count) => ({ order_item_id: 'a', count })), {}, 'returns.duplicate_item'],
    [[{ order_item_id: 'a', count: 1 }], { reason: 'other' }, 'returns.comment_required'],
  ])('refuses %j %j: %s', (items, rest, code) => {
    expect(ask(items as never, rest)?.code).toBe(code);
  });
});

it.each([
  ['Sent', false, null, true],
  ['Sent', true, 'awaited', true],
  ['Ready', false, null, false],
  ['Loading', true, null, true],
  ['Complete', false, null, false],
  ['Complete', false, 'received', false],
  ['Complete', false, 'awaited', true],
  ['Complete', true, 'awaited', true],
  ['Complete', true, null, false],
  ['Canceled', false, 'awaited', false],
] as const)('a parcel of an order that is %s (in parcels: %s, cash %s) may be refused: %s', (...given) => {
  const [status, inParcels, cod, may] = given;
  expect(mayRefuse(status, inParcels, cod)).toBe(may);
});

describe('deciding', () => {
  const items = [
    { id: '1', status: 'pending', to_warehouse: true },
    { id: '2', status: 'approved', to_warehouse: true },
    { id: '3', status: 'pending', to_warehouse: false },
  ] as const;

  it('decides the lines named, and the others where that is said; what is decided already is not decided again', () => {
    expect(
      planDecision(items, { items: [{ id: '1', status: 'approved', to_warehouse: false }], others: 'rejected' }),
    ).toEqual({
      decided: [
        { item: items[0], status: 'approved', to_warehouse: false },
        { item: items[2], status: 'rejected', to_warehouse: false },
      ],
    });
    expect(planDecision(items, { items: [{ id: '2', status: 'approved' }] })).toEqual({ decided: [] });
  });

  it.each([
    [{}, 'returns.nothing_to_decide'],
    [{ items: [{ id: '2', status: 'rejected' }] }, 'returns.decided'],
    [{ items: [{ id: '9', status: 'rejected' }] }, 'returns.not_in_return'],
    [{ items: ['1', '1'].map((id) => ({ id, status: 'rejected' })) }, 'returns.duplicate_item'],
  ])('refuses %j: %s', (body, code) => {
    expect(planDecision(items, body as never)).toMatchObject({ refused: { code } });
  });
});
