import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterMove,
  CATALOGUE_PLANS,
  type FactCounts,
  factsOf,
  GOODS_NEEDED,
  isListed,
  missingOf,
  NEEDED,
  type Showcase,
  seesCatalogue,
  VERIFICATIONS,
  type VerificationMove,
} from './rules';

describe('the verification', () => {
  const table: Record<VerificationMove, readonly (string | null)[]> = {
    // from none, requested, verified, refused
    request: ['requested', null, null, 'requested'],
    withdraw: [null, 'none', null, null],
    verify: [null, 'verified', null, null],
    refuse: [null, 'refused', null, null],
  };
  it.each(Object.entries(table))('%s leads where the table says, and nowhere else', (move, to) => {
    expect(VERIFICATIONS.map((from) => afterMove(move as VerificationMove, from))).toEqual(to);
  });
});

it('lists who is shown by his owner, verified, not hidden and not deleted, and nobody else', () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.constantFrom(...VERIFICATIONS),
      fc.boolean(),
      fc.boolean(),
      (visible, verification, hidden, deleted) => {
        const listed = isListed({ visible, verification, hidden, deleted });
        expect(listed).toBe(`${visible} ${verification} ${hidden} ${deleted}` === 'true verified false false');
      },
    ),
  );
});

describe('the checklist', () => {
  const whole: Showcase = {
    ...{ logo: true, description: 'Шиємо', category: 'Одяг', delivery: 'Нова пошта', returns: '14 днів' },
    ...{ minimum_order: 'Від 1', payment_details: true, city: 'Львів', goods: GOODS_NEEDED },
  };
  const without: Record<(typeof NEEDED)[number], Partial<Showcase>> = {
    logo: { logo: false },
    description: { description: ' ' },
    category: { category: '' },
    delivery: { delivery: '' },
    returns: { returns: '' },
    minimum_order: { minimum_order: '' },
    payment_details: { payment_details: false },
    address: { city: '' },
    goods: { goods: GOODS_NEEDED - 1 },
  };
  it('misses nothing of what is whole', () => expect(missingOf(whole)).toEqual([]));
  it.each(NEEDED)('names %s alone when it alone is missing', (one) =>
    expect(missingOf({ ...whole, ...without[one] })).toEqual([one]),
  );
  it('names all of them, in their order, for an empty project', () => {
    const none = Object.assign({}, ...Object.values(without)) as Showcase;
    expect(missingOf(none)).toEqual([...NEEDED]);
  });
});

describe('the facts', () => {
  const counts: FactCounts = { orders: 20, canceled: 1, sent: 18, lines: 60, waited: 3, hours: 26.4 };
  it('says nothing of fewer than twenty orders', () => expect(factsOf({ ...counts, orders: 19 })).toBeNull());
  it('says hours and shares, and what they are made of', () =>
    expect(factsOf(counts)).toEqual({
      ...{ orders: 20, hours_to_send: 26, canceled_share: 500, waited_share: 500 },
      counts: { canceled: 1, sent: 18, lines: 60, waited: 3 },
    }));
  it('keeps shares between nothing and all', () => {
    const n = fc.nat(10_000);
    fc.assert(
      fc.property(n, n, n, n, (orders, canceled, lines, waited) => {
        const told = factsOf({
          orders: orders + 20,
          canceled: Math.min(canceled, orders + 20),
          sent: 0,
          lines,
          waited: Math.min(waited, lines),
          hours: null,
        });
        for (const share of [told?.canceled_share, told?.waited_share]) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(10_000);
        }
      }),
    );
  });
});

it.each<[string | null, boolean]>([
  [null, false],
  ['dropshipper-free', false],
  ['manufacturer-premium-monthly', false],
  ...CATALOGUE_PLANS.map((plan): [string, boolean] => [plan, true]),
])('lets the plan %s see the catalogue: %s', (plan, sees) => expect(seesCatalogue(plan)).toBe(sees));
