import { daysAfter } from '../kit/time';

export const STATISTICS_BY = ['day', 'week', 'month'] as const;
export type StatisticsBy = (typeof STATISTICS_BY)[number];

/** What orders are told apart by. */
export const STATISTICS_GROUPS = ['counterparty', 'manager', 'tag', 'town', 'operator', 'source'] as const;
export type StatisticsGroup = (typeof STATISTICS_GROUPS)[number];

/** What a dropshipper's figures are told apart by. */
export const MINE_BY = ['supplier', 'goods'] as const;
export type MineBy = (typeof MINE_BY)[number];

/** Days of Kyiv, both inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Two years with a leap day between them. */
export const MAX_PERIOD_DAYS = 731;

export const daysIn = ({ from, to }: Period): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;

const two = (n: number): string => String(n).padStart(2, '0');

/** Months since the year 0. */
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const firstOf = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${two((month % 12) + 1)}-01`;
const lastOf = (month: number): string => daysAfter(firstOf(month + 1), -1);
/** The same day of another month, or its last one where it is shorter. */
const sameDayIn = (month: number, day: string): string => {
  const last = lastOf(month);
  const same = `${last.slice(0, 8)}${day.slice(8)}`;
  return same < last ? same : last;
};

/** Monday of the week of the day. */
const mondayOf = (day: string): string => daysAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/**
 * What a period is compared with. One that begins with a month: as many months before it, up to the same day, or to the
 * end where it ends with its month. Any other: as many days right before it.
 */
export function periodBefore({ from, to }: Period): Period {
  const before = daysAfter(from, -1);
  if (!from.endsWith('-01')) return { from: daysAfter(from, -daysIn({ from, to })), to: before };
  const months = monthOf(to) - monthOf(from) + 1;
  const until = monthOf(to) - months;
  return {
    from: firstOf(monthOf(from) - months),
    to: to === lastOf(monthOf(to)) ? lastOf(until) : sameDayIn(until, to),
  };
}

/** The first day of the day, week or month in which the day lies. */
export const beginOf: Readonly<Record<StatisticsBy, (day: string) => string>> = {
  day: (day) => day,
  week: mondayOf,
  month: (day) => firstOf(monthOf(day)),
};
export const endOf: Readonly<Record<StatisticsBy, (day: string) => string>> = {
  day: (day) => day,
  week: (day) => daysAfter(mondayOf(day), 6),
  month: (day) => lastOf(monthOf(day)),
};

/** The period in days, weeks from Monday, or months; the first and the last are what of them lies in it. */
export function partsOf({ from, to }: Period, by: StatisticsBy): Period[] {
  const parts: Period[] = [];
  for (let day = from; day <= to; ) {
    const end = endOf[by](day);
    parts.push({ from: day, to: end < to ? end : to });
    day = daysAfter(end, 1);
  }
  return parts;
}

/** Which of the parts a day of the period lies in, by its first day. */
export function partOf({ from }: Period, by: StatisticsBy, day: string): string {
  const begin = beginOf[by](day);
  return begin > from ? begin : from;
}

/** Revenue of which the cost was known, and that cost. */
export interface CostSums {
  readonly costed: number;
  readonly cost: number;
}

/** What is added up. Sums in kopecks. */
export interface Sums extends CostSums {
  /** First sent to the manager in these days. */
  readonly orders: number;
  /** What was charged, orders and sales by documents; and what approved returns gave back. */
  readonly charged: number;
  readonly returned: number;
  /** Orders that were charged for the first time, and what of `charged` orders were. */
  readonly charged_orders: number;
  readonly charged_for_orders: number;
}

export const NO_SUMS: Sums = {
  ...{ orders: 0, charged: 0, returned: 0, charged_orders: 0, charged_for_orders: 0, costed: 0, cost: 0 },
};

export const addSums = (a: Sums, b: Sums): Sums => ({
  orders: a.orders + b.orders,
  charged: a.charged + b.charged,
  returned: a.returned + b.returned,
  charged_orders: a.charged_orders + b.charged_orders,
  charged_for_orders: a.charged_for_orders + b.charged_for_orders,
  costed: a.costed + b.costed,
  cost: a.cost + b.cost,
});

/** Half up, as all money (domain.md, Money). `of` is more than zero. */
const ratio = (part: number, of: number): number => Math.floor((2 * part + of) / (2 * of));

/** What is left of the revenue whose cost is known, and how much of the revenue that is. */
export const withMargin = <T extends CostSums & { readonly revenue: number }>(sums: T) => {
  const { revenue, costed, cost } = sums;
  const known = costed !== 0 || cost !== 0;
  return {
    ...sums,
    margin: known ? costed - cost : null,
    margin_share: costed > 0 ? ratio((costed - cost) * 10_000, costed) : null,
    costed_share: revenue > 0 ? ratio(costed * 10_000, revenue) : null,
  };
};

/** For how many days a stock lasts: its value by the cost of what was sold in one of so many days. Null: nothing was. */
export const turnoverDays = (value: number, cost: number, days: number): number | null =>
  cost > 0 ? Math.round((value * days) / cost) : null;

export const withRatios = (sums: Sums) =>
  withMargin({
    ...sums,
    revenue: sums.charged - sums.returned,
    average: sums.charged_orders > 0 ? ratio(sums.charged_for_orders, sums.charged_orders) : null,
    returned_share: sums.charged > 0 ? ratio(sums.returned * 10_000, sums.charged) : null,
  });
export type Figures = ReturnType<typeof withRatios>;

/** What a dropshipper's days add up to. */
export interface MySums {
  readonly orders: number;
  readonly charged_orders: number;
  readonly revenue: number;
  readonly cost: number;
  readonly fees: number;
  readonly pieces: number;
  readonly back: number;
  readonly refusals: number;
}
export const NO_MY_SUMS: MySums = {
  ...{ orders: 0, charged_orders: 0, revenue: 0, cost: 0, fees: 0, pieces: 0, back: 0, refusals: 0 },
};

export const addMySums = (a: MySums, b: MySums): MySums => ({
  orders: a.orders + b.orders,
  charged_orders: a.charged_orders + b.charged_orders,
  revenue: a.revenue + b.revenue,
  cost: a.cost + b.cost,
  fees: a.fees + b.fees,
  pieces: a.pieces + b.pieces,
  back: a.back + b.back,
  refusals: a.refusals + b.refusals,
});

export const withEarning = (sums: MySums) => {
  const earning = sums.revenue - sums.cost - sums.fees;
  return { ...sums, earning, earning_share: sums.revenue > 0 ? ratio(earning * 10_000, sums.revenue) : null };
};
