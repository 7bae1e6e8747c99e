import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PostingPurpose, ProjectAccount } from './contract';
import {
  type Account,
  counterpartyChange,
  type Entry,
  entryFor,
  isEntry,
  projectAccountOf,
  reversalOf,
  shownBalance,
  sideOf,
  sideOfMoney,
  sidesOf,
} from './rules';

const account = fc.constantFrom(...ProjectAccount.options);
const amount = fc.integer({ min: 1, max: 1_000_000_000_000 });
const entry: fc.Arbitrary<Entry> = fc
  .tuple(account, amount, fc.boolean())
  .map(([other, sum, out]) =>
    out
      ? { source: 'counterparty', destination: other, amount: sum }
      : { source: other, destination: 'counterparty', amount: sum },
  );

/** Σ received − Σ given for every account. */
function books(entries: readonly Entry[]): Map<Account, number> {
  const sums = new Map<Account, number>();
  for (const one of entries) {
    sums.set(one.destination, (sums.get(one.destination) ?? 0) + one.amount);
    sums.set(one.source, (sums.get(one.source) ?? 0) - one.amount);
  }
  return sums;
}

describe('entries', () => {
  it.each([
    ['charge', undefined, 'counterparty', 'sales', -500],
    ['return', undefined, 'returns', 'counterparty', 500],
    ['logistics', undefined, 'counterparty', 'logistics', -500],
    ['payment', 'cash', 'cash', 'counterparty', 500],
    ['payment', undefined, 'bank', 'counterparty', 500],
    ['withdrawal', 'cash_on_delivery', 'counterparty', 'cash_on_delivery', -500],
  ] as const)('%s by %s moves %s → %s', (purpose, by, source, destination, change) => {
    const made = entryFor(purpose, 500, by);
    expect(made).toEqual({ source, destination, amount: 500 });
    expect(counterpartyChange(made)).toBe(change);
    expect(isEntry(made)).toBe(true);
  });

  it.each([
    ['counterparty', 'counterparty', 1],
    ['cash', 'bank', 1],
    ['cash', 'counterparty', 0],
    ['cash', 'counterparty', -1],
    ['cash', 'counterparty', 0.5],
    ['cash', 'counterparty', Number.NaN],
  ] as const)('%s → %s of %d is refused', (source, destination, sum) =>
    expect(isEntry({ source, destination, amount: sum })).toBe(false),
  );

  it('money in hand shows as positive, income too', () => {
    const charge = books([entryFor('charge', 700)]);
    const receipt = books([entryFor('payment', 300, 'cash')]);
    expect(shownBalance('sales', charge.get('sales') ?? 0)).toBe(700);
    expect(shownBalance('cash', receipt.get('cash') ?? 0)).toBe(300);
    expect(Object.is(shownBalance('bank', 0), 0)).toBe(true);
  });
});

describe('over any sequence', () => {
  it('the sum of all accounts is zero and the counterparty’s balance is Σ of its changes', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
        const sums = books(entries);
        expect([...sums.values()].reduce((a, b) => a + b, 0)).toBe(0);
        expect(entries.reduce((balance, one) => balance + counterpartyChange(one), 0)).toBe(
          sums.get('counterparty') ?? 0,
        );
      }),
    );
  });

  it('reversing every posting, in any order, brings every account back to where it was', () => {
    fc.assert(
      fc.property(
        fc.array(entry, { minLength: 1, maxLength: 40 }),
        fc.array(fc.nat(), { maxLength: 40 }),
        (entries, order) => {
          const reversed = entries.map(reversalOf);
          for (const [i, swap] of order.entries()) {
            const a = i % reversed.length;
            const b = swap % reversed.length;
            [reversed[a], reversed[b]] = [reversed[b] as Entry, reversed[a] as Entry];
          }
          for (const sum of books([...entries, ...reversed]).values()) expect(sum).toBe(0);
          for (const one of entries) {
            expect(reversalOf(reversalOf(one))).toEqual(one);
            expect(counterpartyChange(reversalOf(one))).toBe(-counterpartyChange(one));
            expect(projectAccountOf(reversalOf(one))).toBe(projectAccountOf(one));
          }
        },
      ),
    );
  });
});

describe('sides of an account', () => {
  it.each([
    // nothing is open: the buyer's side
    [-500, { sales: 0, purchases: 0 }, 'sales'],
    [500, { sales: 0, purchases: 0 }, 'sales'],
    // what is paid out pays for supplies, though there is a claim of the buyer too
    [-500, { sales: 700, purchases: 700 }, 'purchases'],
    [-500, { sales: 700, purchases: 300 }, 'sales'],
    [-500, { sales: 0, purchases: 300 }, 'purchases'],
    [-500, { sales: -900, purchases: 300 }, 'purchases'],
    [-500, { sales: 400, purchases: 300 }, 'sales'],
    // what comes pays for orders, unless only the supplier owes
    [500, { sales: -700, purchases: -700 }, 'sales'],
    [500, { sales: 0, purchases: -700 }, 'purchases'],
    [500, { sales: -100, purchases: 900 }, 'sales'],
  ] as const)('money of %d beside %o counts on the side of %s', (change, sides, side) =>
    expect(sideOfMoney(change, sides)).toBe(side),
  );

  it('of any entry there is one, and both sides together are the balance', () => {
    const purpose = fc.constantFrom(...PostingPurpose.options);
    fc.assert(
      fc.property(fc.array(fc.tuple(entry, purpose), { maxLength: 60 }), (entries) => {
        const account = { balance: 0, purchases_balance: 0 };
        for (const [one, why] of entries) {
          const before = sidesOf(account);
          const change = counterpartyChange(one);
          if (sideOf({ ...one, purpose: why }, before) === 'purchases') account.purchases_balance += change;
          account.balance += change;
          const after = sidesOf(account);
          expect(after.sales + after.purchases).toBe(account.balance);
          expect([after.sales - before.sales, after.purchases - before.purchases].sort()).toEqual([0, change].sort());
        }
      }),
    );
  });

  it('money that one side alone can take never leaves the other one owing', () => {
    const open = fc.integer({ min: 0, max: 1000 });
    fc.assert(
      fc.property(open, open, fc.integer({ min: 1, max: 1000 }), (sales, purchases, sum) => {
        const side = sideOfMoney(-sum, { sales, purchases });
        if (Math.max(sales, purchases) >= sum) expect({ sales, purchases }[side]).toBeGreaterThanOrEqual(sum);
      }),
    );
  });
});
