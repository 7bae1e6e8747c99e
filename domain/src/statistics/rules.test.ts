import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayAfter, daysAfter } from '../kit/time';
import { demandParts, wholeParts } from './goods-rules';
import { daysIn, NO_SUMS, partOf, partsOf, periodBefore, STATISTICS_BY, withRatios } from './rules';

describe('the period before', () => {
  it.each([
    // a month, whole and begun; February and the 31st
    [
      ['2026-03-01', '2026-03-31'],
      ['2026-02-01', '2026-02-28'],
    ],
    [
      ['2026-03-01', '2026-03-30'],
      ['2026-02-01', '2026-02-28'],
    ],
    [
      ['2026-03-01', '2026-03-12'],
      ['2026-02-01', '2026-02-12'],
    ],
    [
      ['2028-02-01', '2028-02-29'],
      ['2028-01-01', '2028-01-31'],
    ],
    [
      ['2026-01-01', '2026-01-31'],
      ['2025-12-01', '2025-12-31'],
    ],
    // a quarter and a year
    [
      ['2026-07-01', '2026-09-30'],
      ['2026-04-01', '2026-06-30'],
    ],
    [
      ['2026-01-01', '2026-12-31'],
      ['2025-01-01', '2025-12-31'],
    ],
    // days, over the change of the clock and over a year's end
    [
      ['2026-03-27', '2026-03-30'],
      ['2026-03-23', '2026-03-26'],
    ],
    [
      ['2026-10-25', '2026-10-25'],
      ['2026-10-24', '2026-10-24'],
    ],
    [
      ['2026-01-02', '2026-01-03'],
      ['2025-12-31', '2026-01-01'],
    ],
  ] as const)('of %s is %s', ([from, to], [before, until]) => {
    expect(periodBefore({ from, to })).toEqual({ from: before, to: until });
  });
});

const period = fc
  .record({ day: fc.nat(9_000), days: fc.integer({ min: 1, max: 731 }) })
  .map(({ day, days }) => ({ from: daysAfter('2010-01-01', day), to: daysAfter('2010-01-01', day + days - 1) }));

describe('of any period', () => {
  it('the one before ends before it begins, and begins before it ends', () => {
    fc.assert(
      fc.property(period, (of) => {
        const before = periodBefore(of);
        expect(before.from <= before.to && before.to < of.from).toBe(true);
        if (!of.from.endsWith('-01')) expect([daysIn(before), dayAfter(before.to)]).toEqual([daysIn(of), of.from]);
      }),
    );
  });

  it('the parts follow one another from its first day to its last, and each day lies in its own', () => {
    fc.assert(
      fc.property(period, fc.constantFrom(...STATISTICS_BY), (of, by) => {
        const parts = partsOf(of, by);
        expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([of.from, of.to]);
        parts.forEach((part, i) => {
          if (i > 0) expect(part.from).toBe(dayAfter(parts[i - 1]?.to ?? ''));
          expect(partOf(of, by, part.from)).toBe(part.from);
          expect(partOf(of, by, part.to)).toBe(part.from);
          if (by === 'week' && i > 0) expect(new Date(part.from).getUTCDay()).toBe(1);
          if (by === 'month' && i > 0) expect(part.from.endsWith('-01')).toBe(true);
        });
      }),
    );
  });
});

it('averages are rounded half up, and of nothing there is none', () => {
  const sums = { orders: 0, charged: 300, returned: 1, charged_orders: 2, charged_for_orders: 5, costed: 0, cost: 0 };
  expect(withRatios(sums)).toMatchObject({ revenue: 299, average: 3, returned_share: 33 });
  expect(withRatios({ ...sums, charged: 0, charged_orders: 0 })).toMatchObject({ average: null, returned_share: null });
});

it('the margin is of what has a known cost, and says how much that is', () => {
  const sums = { ...NO_SUMS, charged: 300, returned: 100 };
  expect(withRatios(sums)).toMatchObject({ margin: null, margin_share: null, costed_share: 0 });
  expect(withRatios({ ...sums, costed: 150, cost: 100 })).toMatchObject({
    ...{ margin: 50, margin_share: 3_333, costed_share: 7_500 },
  });
  // goods came back damaged: their money is gone and so is what they cost
  expect(withRatios({ ...sums, costed: 0, cost: 40 })).toMatchObject({ margin: -40, margin_share: null });
});

it.each([
  // a quarter; four months of which the outer ones are cut; weeks of which the outer ones are; three weeks; less
  ['2026-01-01', '2026-03-31', ['2026-01-01', '2026-02-01', '2026-03-01'], { by: 'month', parts: 3 }],
  ['2026-01-02', '2026-04-29', ['2026-02-01', '2026-03-01'], { by: 'week', parts: 16 }],
  ['2026-02-01', '2026-02-28', ['2026-02-01'], { by: 'week', parts: 3 }],
  ['2026-02-02', '2026-02-22', [], { by: 'week', parts: 3 }],
  ['2026-02-03', '2026-02-22', [], null],
] as const)('demand from %s to %s is compared by its parts', (from, to, months, parts) => {
  expect(wholeParts({ from, to }, 'month')).toEqual(months);
  expect(demandParts({ from, to })).toEqual(parts);
});
