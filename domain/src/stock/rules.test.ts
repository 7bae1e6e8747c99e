import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  availableOf,
  type HeldBooking,
  type Level,
  planBookings,
  planFills,
  planStockChange,
  type WantedLine,
} from './rules';

describe('a change of stock', () => {
  it.each([
    [{ actual: 5, booked: 2 }, { delta: 3 }, 3],
    [{ actual: 5, booked: 2 }, { counted: 2 }, -3],
    [{ actual: 5, booked: 0 }, { counted: 5 }, 0],
    [{ actual: 5, booked: 2 }, { counted: 1 }, 'stock.below_booked'],
    [{ actual: 5, booked: 0 }, { delta: -6 }, 'stock.below_zero'],
    [{ actual: 9_999_999, booked: 0 }, { delta: 2 }, 'stock.too_many'],
    [{ actual: 1, booked: 0, price: 500_000_000_000 }, { delta: 2 }, 'stock.worth_too_much'],
  ])('%o with %o makes %s', (level, change, expected) => {
    const plan = planStockChange(level, change);
    expect('refused' in plan ? plan.refused.code : plan.delta).toBe(expected);
  });
});

const VARIANTS = ['a', 'b', 'c'];
const lines = fc.uniqueArray(
  fc.record({
    line: fc.constantFrom('1', '2', '3', '4'),
    product_variant_id: fc.constantFrom(...VARIANTS),
    count: fc.integer({ min: 1, max: 9 }),
  }),
  { selector: ({ line }) => line },
);
const stock = fc.dictionary(fc.constantFrom(...VARIANTS), fc.integer({ min: 0, max: 20 }));

/** Does what the plan says to levels and bookings, as the store does. */
function carryOut(levels: Map<string, Level>, held: HeldBooking[], wanted: readonly WantedLine[]) {
  const plan = planBookings(levels, held, wanted);
  if (plan.short.length > 0) return { plan, levels, held };
  const counts = new Map(plan.change.map(({ id, count }) => [id, count]));
  const kept = held
    .filter(({ id }) => !plan.disable.includes(id))
    .map((one) => ({ ...one, count: counts.get(one.id) ?? one.count }));
  const next = new Map(levels);
  for (const [variant, delta] of plan.deltas) {
    const level = next.get(variant) ?? { actual: 0, booked: 0 };
    next.set(variant, { ...level, booked: level.booked + delta });
  }
  return {
    plan,
    levels: next,
    held: [...kept, ...plan.insert.map((line) => ({ ...line, id: `${line.line}${Math.random()}` }))],
  };
}

describe('bookings by differences', () => {
  it('end as wanted or not at all; booked stays the sum of bookings and within actual', () => {
    fc.assert(
      fc.property(stock, fc.array(lines, { maxLength: 6 }), (actuals, steps) => {
        let levels = new Map(VARIANTS.map((id) => [id, { actual: actuals[id] ?? 0, booked: 0 }]));
        let held: HeldBooking[] = [];
        for (const wanted of steps) {
          const after = carryOut(levels, held, wanted);
          if (after.plan.short.length === 0) {
            const shape = ({ line, product_variant_id, count }: WantedLine) => `${line} ${product_variant_id} ${count}`;
            expect(after.held.map(shape).sort()).toEqual(wanted.map(shape).sort());
          } else {
            expect(after.held).toBe(held);
            for (const { product_variant_id, wanted: want, available } of after.plan.short) {
              expect(want).toBeGreaterThan(available);
              const level = levels.get(product_variant_id);
              const mine = held
                .filter((one) => one.product_variant_id === product_variant_id)
                .reduce((sum, { count }) => sum + count, 0);
              expect(available).toBe(availableOf(level ?? { actual: 0, booked: 0 }) + mine);
            }
          }
          ({ levels, held } = after);
          for (const [variant, { actual, booked }] of levels) {
            expect(booked).toBe(
              held.filter((one) => one.product_variant_id === variant).reduce((sum, { count }) => sum + count, 0),
            );
            expect(booked).toBeLessThanOrEqual(actual);
          }
        }
        // letting go of everything restores what was there
        const end = carryOut(levels, held, []);
        expect([...end.levels.values()].every(({ booked }) => booked === 0)).toBe(true);
      }),
    );
  });
});

describe('orders beyond stock', () => {
  const sumOf = (rows: readonly { product_variant_id: string; count: number }[], variant: string): number =>
    rows.filter(({ product_variant_id }) => product_variant_id === variant).reduce((sum, { count }) => sum + count, 0);

  /** Rows after the plan, as the store writes them. */
  const after = (
    rows: readonly HeldBooking[],
    gone: readonly string[],
    change: readonly { id: string; count: number }[],
    insert: readonly WantedLine[],
  ): HeldBooking[] => [
    ...rows
      .filter(({ id }) => !gone.includes(id))
      .map((row) => ({ ...row, count: change.find(({ id }) => id === row.id)?.count ?? row.count })),
    ...insert.map((line) => ({ ...line, id: `${line.line} ${line.product_variant_id} ${Math.random()}` })),
  ];

  it('book what is there and wait for the rest; every line is whole, and nobody waits for what is available', () => {
    fc.assert(
      fc.property(stock, fc.array(lines, { maxLength: 6 }), (actuals, steps) => {
        let held: HeldBooking[] = [];
        let waits: HeldBooking[] = [];
        const levels = new Map(VARIANTS.map((id) => [id, { actual: actuals[id] ?? 0, booked: 0, waiting: 0 }]));
        for (const wanted of steps) {
          const plan = planBookings(levels, held, wanted, { waits, allowShort: true });
          expect(plan.short).toEqual([]);
          held = after(held, plan.disable, plan.change, plan.insert);
          waits = after(waits, plan.waits.cancel, plan.waits.change, plan.waits.insert);
          for (const { line, count } of wanted)
            expect(
              [...held, ...waits].filter((row) => row.line === line).reduce((sum, row) => sum + row.count, 0),
            ).toBe(count);
          for (const [id, level] of levels) {
            level.booked += plan.deltas.get(id) ?? 0;
            level.waiting += plan.waits.deltas.get(id) ?? 0;
            expect([level.booked, level.waiting]).toEqual([sumOf(held, id), sumOf(waits, id)]);
            expect(level.booked).toBeLessThanOrEqual(level.actual);
            expect(level.waiting === 0 || availableOf(level) === 0).toBe(true);
            expect(sumOf(plan.waits.lines, id)).toBe(level.waiting);
          }
        }
      }),
    );
  });

  it('are refused as ever where they are not allowed, save what waits already', () => {
    const levels = new Map([['a', { actual: 2, booked: 2, waiting: 3 }]]);
    const held = [{ id: 'b', line: '1', product_variant_id: 'a', count: 2 }];
    const waits = [{ id: 'w', line: '1', product_variant_id: 'a', count: 3 }];
    const plan = (count: number) =>
      planBookings(levels, held, [{ line: '1', product_variant_id: 'a', count }], { waits });
    expect(plan(6).short).toEqual([{ product_variant_id: 'a', wanted: 6, available: 2 }]);
    expect(plan(5)).toMatchObject({ short: [], change: [], waits: { change: [], cancel: [] } });
    expect(plan(4)).toMatchObject({ short: [], change: [], waits: { change: [{ id: 'w', count: 2 }] } });
    expect(plan(1)).toMatchObject({ change: [{ id: 'b', count: 1 }], waits: { cancel: ['w'] } });
  });

  it('are filled oldest first, as far as the pieces reach', () => {
    const queue = fc.array(
      fc.record({ product_variant_id: fc.constantFrom(...VARIANTS), count: fc.integer({ min: 1, max: 9 }) }),
    );
    fc.assert(
      fc.property(stock, queue, (pieces, lacking) => {
        const rows = lacking.map((row, i) => ({ ...row, id: String(i) }));
        const { fills, deltas } = planFills(new Map(Object.entries(pieces)), rows);
        for (const id of VARIANTS) {
          const mine = rows.filter((row) => row.product_variant_id === id);
          const given = mine.map((row) => fills.find((fill) => fill.id === row.id)?.count ?? 0);
          const total = given.reduce((sum, count) => sum + count, 0);
          expect(total).toBe(Math.min(pieces[id] ?? 0, sumOf(mine, id)));
          expect(deltas.get(id) ?? 0).toBe(total);
          const open = mine.findIndex((row, i) => (given[i] ?? 0) < row.count);
          if (open >= 0) expect(given.slice(open + 1).every((count) => count === 0)).toBe(true);
        }
      }),
    );
  });
});
