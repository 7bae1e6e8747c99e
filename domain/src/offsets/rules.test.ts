import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Role } from '../kit/roles';
import { counterpartyChange, isEntry, sideOf } from '../ledger/rules';
import { ActSide } from '../reconciliations/contract';
import { type OffsetDeed, OffsetStatus } from './contract';
import {
  awaitedSide,
  debtsOfAccount,
  debtsOfProjects,
  deedsOf,
  entriesOf,
  mirrored,
  mostOf,
  netOf,
  type OffsetFacts,
  offsetTitle,
  refuseAmount,
  refuseChanged,
  refuseDeed,
  takenBack,
} from './rules';

const kopecks = fc.integer({ min: -1_000_000, max: 1_000_000 });

describe('debts', () => {
  it.each([
    [-500, 800, { debt: 500, claim: 800 }],
    [500, 800, { debt: 0, claim: 800 }],
    [-500, -800, { debt: 500, claim: 0 }],
    [0, 0, { debt: 0, claim: 0 }],
  ] as const)('of an account with %d for orders and %d for supplies', (sales, purchases, debts) =>
    expect(debtsOfAccount({ sales, purchases })).toEqual(debts),
  );

  it('between two projects are the same from either side, mirrored', () => {
    fc.assert(
      fc.property(kopecks, kopecks, (theirs, ours) => {
        expect(debtsOfProjects(ours, theirs)).toEqual(mirrored(debtsOfProjects(theirs, ours)));
        const here = netOf({ their_balance: theirs, our_balance: ours });
        expect(here + netOf({ their_balance: ours, our_balance: theirs })).toBe(0);
        if (theirs <= 0 && ours <= 0) {
          const { debt, claim } = debtsOfProjects(theirs, ours);
          expect(here).toBe(debt - claim);
        }
      }),
    );
  });

  it('what is set off is never more than the smaller one, and refused where one side owes nothing', () => {
    fc.assert(
      fc.property(kopecks, kopecks, fc.integer({ min: 1, max: 2_000_000 }), (theirs, ours, amount) => {
        const debts = debtsOfProjects(theirs, ours);
        const refused = refuseAmount(debts, amount);
        if (mostOf(debts) === 0) expect(refused?.code).toBe('offsets.nothing');
        else expect(refused?.code).toBe(amount > mostOf(debts) ? 'offsets.too_much' : undefined);
      }),
    );
  });
});

describe('what an act moves', () => {
  it('leaves the balance of an account that has both debts as it is, and makes each less by the amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 1000 }), (debt, claim) => {
        const amount = mostOf({ debt, claim });
        const sides = { sales: 0 - debt, purchases: claim };
        for (const entry of entriesOf(amount, claim)) {
          expect(isEntry(entry)).toBe(true);
          sides[sideOf(entry, sides)] += counterpartyChange(entry);
        }
        expect(sides).toEqual({ sales: amount - debt, purchases: claim - amount });
        expect(sides.sales + sides.purchases).toBe(claim - debt);
        for (const entry of entriesOf(amount, claim).map(takenBack))
          sides[sideOf(entry, sides)] += counterpartyChange(entry);
        expect(sides).toEqual({ sales: 0 - debt, purchases: claim });
      }),
    );
  });

  it('between two projects is the debt alone, unless the book keeps its own debt too', () => {
    expect(entriesOf(300, 0)).toMatchObject([{ purpose: 'offset_debt', amount: 300 }]);
    expect(entriesOf(300, -50)).toHaveLength(1);
    expect(entriesOf(300, 100)).toMatchObject([{ amount: 300 }, { purpose: 'offset_claim', amount: 100 }]);
  });

  it('is refused when the debts of the day are others, or one was paid since', () => {
    const act = { debt: 500, claim: 300, amount: 300 };
    const same = { debt: 500, claim: 300 };
    expect(refuseChanged(act, { on_day: same, now: same })).toBeNull();
    expect(refuseChanged(act, { on_day: { ...same, debt: 499 }, now: same })?.code).toBe('offsets.changed');
    expect(refuseChanged(act, { on_day: same, now: { ...same, claim: 299 } })?.code).toBe('offsets.changed');
    // what is more by now does no harm
    expect(refuseChanged(act, { on_day: same, now: { debt: 900, claim: 900 } })).toBeNull();
  });
});

describe('deeds', () => {
  const facts: fc.Arbitrary<OffsetFacts> = fc.record({
    status: fc.constantFrom(...OffsetStatus.options),
    built_by: fc.constantFrom(...ActSide.options),
    on_paper: fc.boolean(),
    between_projects: fc.boolean(),
    is_reversal: fc.boolean(),
    being_reversed: fc.boolean(),
  });

  it('only one side decides on what was sent, its builder withdraws it, and what is decided stays', () => {
    fc.assert(
      fc.property(facts, (act) => {
        const by = (deed: OffsetDeed) => ActSide.options.filter((side) => refuseDeed(act, deed, side) === null);
        if (act.status !== 'sent')
          for (const deed of ['agree', 'refuse', 'withdraw'] as const) expect(by(deed)).toEqual([]);
        else {
          expect(by('withdraw')).toEqual([act.built_by]);
          const byHand = act.on_paper && act.built_by === 'supplier';
          expect(by('agree')).toEqual(
            byHand ? ['supplier', 'counterparty'] : ActSide.options.filter((side) => side !== act.built_by),
          );
          expect(by('refuse')).toEqual(by('agree'));
          expect(awaitedSide(act)).not.toBe(act.built_by);
        }
        const taken = by('reverse').length > 0;
        expect(taken).toBe(act.status === 'agreed' && !act.is_reversal && !act.being_reversed);
      }),
    );
  });

  it('between two projects are the owners’', () => {
    fc.assert(
      fc.property(facts, fc.constantFrom(...Role.options), fc.constantFrom(...ActSide.options), (act, role, side) => {
        if (act.between_projects && role !== 'Owner' && role !== 'Client') expect(deedsOf(act, side, role)).toEqual([]);
      }),
    );
  });
});

it('is called by its number and day, and by the act that it takes back', () => {
  const act = { number: 4, day: '2026-10-31' };
  expect(offsetTitle({ ...act, reverses: null })).toBe(
    'Акт про зарахування зустрічних однорідних вимог №\u00a04 від 31.10.2026',
  );
  expect(offsetTitle({ ...act, reverses: { number: 3 } })).toBe(
    'Акт №\u00a04 від 31.10.2026 про скасування акта про зарахування зустрічних однорідних вимог №\u00a03',
  );
});
