import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceIn } from '../kit/plan_prices';
import { DROPSHIPPER_PLANS, MANUFACTURER_PLANS, ManufacturerPlan } from '../kit/plans';
import { daysAfter } from '../kit/time';
import { stateOf } from './discounts';
import {
  type Change,
  daysIn,
  daysLeft,
  differenceFor,
  dueOn,
  extraCollaborators,
  groupExtras,
  lastDayOf,
  monthAfter,
  monthBefore,
  monthOf,
  monthsToInvoice,
  netPriceOf,
  ordersIncluded,
  packsFor,
  planOn,
  plansIn,
  priceOf,
  restOfMonth,
  restrictedFrom,
} from './rules';

const AS_BUILT = { list: [], discounts: [] };
const BASIC = 'manufacturer-basic-monthly';
const STANDARD = 'manufacturer-standard-monthly';
const PREMIUM = 'manufacturer-premium-monthly';

const day = fc.integer({ min: 0, max: 366 * 12 }).map((n) => daysAfter('2024-01-01', n));
const plan = fc.constantFrom(...ManufacturerPlan.options);

describe('months', () => {
  it.each([
    ['2026-01-31', '2026-02-01', 31],
    ['2026-02-28', '2026-03-01', 28],
    ['2028-02-29', '2028-03-01', 29],
    ['2026-12-31', '2027-01-01', 31],
    ['2026-03-29', '2026-04-01', 31],
    ['2026-10-25', '2026-11-01', 31],
  ])('%s is followed by %s and its month has %i days', (from, after, days) => {
    expect([monthAfter(monthOf(from)), daysIn(monthOf(from))]).toEqual([after, days]);
  });

  it('follow one another without a gap', () =>
    fc.assert(
      fc.property(day, (at) => {
        const month = monthOf(at);
        expect(monthBefore(monthAfter(month))).toBe(month);
        expect(daysAfter(lastDayOf(month), 1)).toBe(monthAfter(month));
        expect(month <= at && at <= lastDayOf(month)).toBe(true);
      }),
    ));

  it('an invoice of the 1st is due until the end of the 4th, with three days left at first', () => {
    expect([dueOn('2026-12-01'), restrictedFrom(dueOn('2026-12-01'))]).toEqual(['2026-12-04', '2026-12-05']);
    expect(daysLeft(dueOn('2026-12-01'), '2026-12-01')).toBe(3);
    expect(dueOn('2026-12-30')).toBe('2027-01-02');
  });
});

describe('which months have to have an invoice', () => {
  it.each<[string | null, string, string[]]>([
    [null, '2026-12-01', []],
    ['2026-11-01', '2026-11-30', []],
    ['2026-11-01', '2026-12-01', ['2026-12-01']],
    ['2026-11-01', '2027-02-03', ['2026-12-01', '2027-01-01', '2027-02-01']],
    ['2027-01-01', '2026-12-01', []],
  ])('billed from %s, on %s: %j', (from, today, months) => expect(monthsToInvoice(from, today)).toEqual(months));

  it('grows by each month once, whichever days the job comes on', () =>
    fc.assert(
      fc.property(day, fc.uniqueArray(day, { minLength: 1, maxLength: 40 }), (from, visits) => {
        const issued: string[] = [];
        for (const today of visits.sort())
          issued.push(...monthsToInvoice(monthOf(from), today).filter((month) => !issued.includes(month)));
        const last = visits.at(-1) as string;
        const expected: string[] = [];
        for (let month = monthAfter(monthOf(from)); month <= last; month = monthAfter(month)) expected.push(month);
        expect(issued).toEqual(expected);
      }),
    ));
});

describe('the plan that held', () => {
  const at = (instant: string, from_plan: string | null, to_plan: string): Change => ({
    ...{ created_at: instant, from_plan, to_plan },
  });
  // 22:30 in UTC is half past midnight of the 1st in Kyiv, in winter
  const changes = [
    at('2026-11-10T09:00:00.000Z', null, BASIC),
    at('2026-11-30T21:30:00.000Z', BASIC, STANDARD),
    at('2026-11-30T22:30:00.000Z', STANDARD, PREMIUM),
  ];

  it('is that at midnight of Kyiv', () => {
    expect(planOn(changes, PREMIUM, '2026-11-01')).toBeNull();
    expect(planOn(changes, PREMIUM, '2026-11-11')).toBe(BASIC);
    expect(planOn(changes, PREMIUM, '2026-12-01')).toBe(STANDARD);
    expect(planOn(changes, PREMIUM, '2027-01-01')).toBe(PREMIUM);
    expect(planOn([], BASIC, '2026-12-01')).toBe(BASIC);
  });

  it('all that held in a month count', () => {
    expect(plansIn(changes, PREMIUM, '2026-11-01')).toEqual([BASIC, STANDARD]);
    expect(plansIn(changes, PREMIUM, '2026-12-01')).toEqual([STANDARD, PREMIUM]);
    expect(plansIn([], BASIC, '2026-12-01')).toEqual([BASIC]);
  });
});

describe('a change within the month', () => {
  const on = (at: string, plans: readonly string[], to: string, billedFrom: string | null = '2026-01-01') =>
    differenceFor(to, { plans, day: at, billedFrom }, AS_BUILT);

  it.each([
    ['2026-12-01', [BASIC], STANDARD, 290_00],
    ['2026-12-31', [BASIC], STANDARD, 9_35],
    ['2026-12-16', [STANDARD], PREMIUM, 474_84],
    ['2028-02-29', [BASIC], STANDARD, 10_00],
    ['2027-02-28', [BASIC], STANDARD, 10_36],
    ['2026-12-10', [PREMIUM], BASIC, 0],
    // down and up again within the month: it was paid for
    ['2026-12-20', [PREMIUM, BASIC], PREMIUM, 0],
    ['2026-12-20', [BASIC], BASIC, 0],
  ])('on %s from %j to %s costs %i', (at, plans, to, kopecks) => expect(on(at, plans, to)).toBe(kopecks));

  it('costs nothing in the free month, nor where no plan was billed yet', () => {
    expect(on('2026-11-20', [BASIC], PREMIUM, '2026-11-01')).toBe(0);
    expect(on('2026-11-20', [], PREMIUM, null)).toBe(0);
  });

  it('never costs more than the whole difference, and no less on an earlier day', () =>
    fc.assert(
      fc.property(day, plan, plan, (at, from, to) => {
        const cost = on(at, [from], to, '2000-01-01');
        const whole = Math.max(0, priceOf(to, at, AS_BUILT) - priceOf(from, at, AS_BUILT));
        expect(cost >= 0 && cost <= whole).toBe(true);
        expect(Number.isInteger(cost)).toBe(true);
        if (at.endsWith('-01')) expect(cost).toBe(whole);
        const next = daysAfter(at, 1);
        if (monthOf(next) === monthOf(at)) expect(on(next, [from], to, '2000-01-01')).toBeLessThanOrEqual(cost);
      }),
    ));

  it('the days of a month add up to its price, to the kopeck of each rounding', () =>
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 1_000_000 }), (at, price) => {
        const days = daysIn(monthOf(at));
        expect(restOfMonth(price, monthOf(at))).toBe(price);
        expect(Math.abs(restOfMonth(price, lastDayOf(monthOf(at))) * days - price)).toBeLessThanOrEqual(days / 2);
      }),
    ));
});

describe('what is beyond the plan', () => {
  it.each([
    [0, 50, 0],
    [50, 50, 0],
    [51, 50, 1],
    [100, 50, 1],
    [101, 50, 2],
    [53, 50, 1],
  ])('%i orders with %i included are %i packs', (used, included, packs) =>
    expect(packsFor(used, included, 50)).toBe(packs),
  );

  it('the largest plan of the month counts', () => {
    expect(ordersIncluded([PREMIUM, BASIC])).toBe(1000);
    expect(ordersIncluded([])).toBeNull();
    expect(ordersIncluded(['dropshipper-standard-monthly'])).toBeNull();
  });

  it('collaborators are paid for where a plan sells them', () => {
    expect([extraCollaborators(PREMIUM, 12), extraCollaborators(PREMIUM, 10), extraCollaborators(BASIC, 9)]).toEqual([
      ...[2, 0, 0],
    ]);
    expect(extraCollaborators(null, 12)).toBe(0);
  });

  it('groups lose nothing', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            kind: fc.constantFrom('orders', 'collaborators'),
            n: fc.nat(100),
            price: fc.constantFrom(8900, 5900, 3900),
          }),
        ),
        (extras) => {
          const groups = groupExtras(extras as never);
          expect(groups.reduce((sum, { amount }) => sum + amount, 0)).toBe(
            extras.reduce((sum, { price }) => sum + price, 0),
          );
          for (const { count, price, amount } of groups) expect(count * price).toBe(amount);
        },
      ),
    ));
});

it('prices are those of the list', () => {
  const now = (plan: string | null) => priceOf(plan, '2026-11-01', AS_BUILT);
  for (const one of ManufacturerPlan.options) expect(now(one)).toBe(MANUFACTURER_PLANS[one].price);
  expect(now('dropshipper-business-monthly')).toBe(DROPSHIPPER_PLANS['dropshipper-business-monthly'].price);
  expect([now(null), now('dropshipper-free'), now('gold')]).toEqual([0, 0, 0]);
});

describe('prices from a month on, and discounts', () => {
  const from = (month: string, price: number) => ({
    ...{ plan: 'manufacturer-standard-monthly' as const, from: month, price, old_price: null },
    ...{ extra_orders: 61_00, extra_collaborator: null },
  });
  const list = [from('2027-03-01', 500_00), from('2027-01-01', 400_00)];

  it.each([
    ['2026-12-01', 379_00, 59_00],
    ['2027-01-01', 400_00, 61_00],
    ['2027-02-01', 400_00, 61_00],
    ['2027-03-01', 500_00, 61_00],
    ['2030-01-01', 500_00, 61_00],
  ])('in %s the plan costs %i and a pack %i', (month, price, pack) => {
    expect(priceIn(STANDARD, month, list)).toMatchObject({ price, extra_orders: pack });
    expect(priceIn(BASIC, month, list).price).toBe(89_00);
  });

  const half = { kind: 'percent', value: 50_00, from: '2027-02-01', until: '2027-03-01' } as const;
  const sum = { kind: 'sum', value: 210_00, from: '2027-03-01', until: null } as const;
  const canceled = { kind: 'percent', value: 100_00, from: '2027-02-01', until: '2027-01-01' } as const;
  const terms = { list, discounts: [half, sum, canceled] };

  it.each([
    ['2027-01-01', 400_00],
    ['2027-02-01', 200_00],
    // the largest of both, not their sum
    ['2027-03-01', 250_00],
    ['2027-04-01', 290_00],
  ])('in %s the payer pays %i', (month, price) => expect(netPriceOf(STANDARD, month, terms)).toBe(price));

  it('never takes off more than there is', () => expect(netPriceOf(BASIC, '2027-05-01', terms)).toBe(0));

  it('a change within the month costs the difference of what is really paid', () => {
    const on = (day: string) => differenceFor(STANDARD, { plans: [BASIC], day, billedFrom: '2026-01-01' }, terms);
    // 200 less 44.50 for 14 days of 28
    expect(on('2027-02-15')).toBe(77_75);
    expect(on('2027-04-16')).toBe(145_00);
  });

  it.each([
    [half, '2027-01-01', 'coming'],
    [half, '2027-03-01', 'active'],
    [half, '2027-04-01', 'over'],
    [sum, '2040-01-01', 'active'],
    [canceled, '2027-02-01', 'canceled'],
  ])('%j is in %s %s', (one, month, state) => expect(stateOf(one, month)).toBe(state));
});
