import { daysAfter } from '@lanka/domain/kit/time';
import { wholeMonths } from '@lanka/domain/statistics/goods-rules';
import { daysIn, type Period } from '@lanka/domain/statistics/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import { linesOf, postingsOf, uncounted } from './sales.store';

/** What is known of what is kept: by it is chosen what is read, which is right whatever is kept meanwhile. */
interface Kept {
  /** Up to which posting the night has counted. */
  readonly counted: string;
  /** The last day that has goods. */
  readonly last_day: string | null;
}

export async function readKept(tx: Tx, project: string): Promise<Kept> {
  const [row] = await tx.rows<{ counted: string; last_day: string | null }>(sql`
    select coalesce((select max(after_sequence) from sale_days_until where project_id = ${project}), 0)::text as counted,
      (select max(day) from goods_days where project_id = ${project})::text as last_day`);
  return row ?? { counted: '0', last_day: null };
}

const firstOf = (day: string): string => `${day.slice(0, 7)}-01`;
const monthBefore = (month: string): string => firstOf(daysAfter(month, -1));
const lastOf = (month: string): string => daysAfter(firstOf(daysAfter(month, 31)), -1);

/** Days that are added to what the months come to, or taken off it. */
interface Days extends Period {
  readonly sign: 1 | -1;
}
interface Read {
  /** Months after this one, up to that one. */
  readonly after: string;
  readonly upTo: string;
  readonly days: readonly Days[];
}

/**
 * A period by months and days. Of a month that it cuts the days are read that lie in it, or those that do not, whichever
 * are fewer: of this month up to today there are none that do not.
 */
function cut({ from, to }: Period, lastDay: string | null): Read {
  const last = lastDay ?? to;
  const length = (days: Period): number => {
    if (days.from > last || days.from > days.to) return 0;
    return daysIn(days.to > last ? { ...days, to: last } : days);
  };
  const [first, end] = [firstOf(from), firstOf(to)];
  const before = { from: first, to: daysAfter(from, -1), sign: -1 } as const;
  const behind = { from: daysAfter(to, 1), to: lastOf(end), sign: -1 } as const;
  const some = (days: readonly Days[]): readonly Days[] => days.filter((one) => one.from <= one.to);
  if (first === end) {
    const own = { from, to, sign: 1 } as const;
    const isLess = length(before) + length(behind) < length(own);
    return isLess
      ? { after: monthBefore(first), upTo: end, days: some([before, behind]) }
      : { after: end, upTo: end, days: [own] };
  }
  const begun = { from, to: lastOf(first), sign: 1 } as const;
  const ended = { from: end, to, sign: 1 } as const;
  const takesFirst = length(before) < length(begun);
  const takesEnd = length(behind) < length(ended);
  return {
    after: takesFirst ? monthBefore(first) : first,
    upTo: takesEnd ? end : monthBefore(end),
    days: some([takesFirst ? before : begun, takesEnd ? behind : ended]),
  };
}

const FIGURES = ['sold', 'back', 'charged', 'returned', 'costed', 'cost', 'lines'] as const;
const signed = (sign: 1 | 0 | -1): SQL =>
  sign === 0
    ? sql.raw(FIGURES.map(() => '0').join(', '))
    : sql.raw(FIGURES.map((one) => (sign === 1 ? one : `-${one}`)).join(', '));

/** All that was sold up to the end of this month, or of the last one that is kept before it. */
const totalsAt = (project: string, month: string, columns: SQL): SQL => sql`
  select product_variant_id, ${columns} from goods_totals
  where project_id = ${project} and month = (
    select max(month) from goods_totals where project_id = ${project} and month <= ${month}::date)`;

/**
 * What was sold in the period by modification, in several rows of each that are to be added up: `sold` … `cost` and
 * `lines`, of how many; of its whole months besides `swings`, what was sold, and `squares`, those of each month. And
 * `lines`, what is not counted yet, of the period or of `ever`.
 */
export function soldIn(
  project: string,
  period: Period,
  { counted, last_day }: Kept,
  { ever = false, squared = false } = {},
): { readonly ctes: SQL; readonly sold: SQL } {
  const within = sql`day between ${period.from}::date and ${period.to}::date`;
  const { after, upTo, days } = cut(period, last_day);
  const months = squared ? wholeMonths(period) : [];
  const [first, last] = [months[0], months.at(-1)];
  const points = new Map<string, { sign: 1 | 0 | -1; square: 1 | 0 | -1 }>();
  const put = (month: string, what: 'sign' | 'square', value: 1 | -1) =>
    points.set(month, { sign: 0, square: 0, ...points.get(month), [what]: value });
  if (after !== upTo) {
    put(after, 'sign', -1);
    put(upTo, 'sign', 1);
  }
  if (first && last) {
    put(monthBefore(first), 'square', -1);
    put(last, 'square', 1);
  }
  const squaresOf = (square: 1 | 0 | -1): SQL =>
    sql.raw(square === 0 ? '0, 0' : square === 1 ? 'sold, squares' : '-sold, -squares');
  const parts = [
    ...[...points].map(([month, { sign, square }]) =>
      totalsAt(project, month, sql`${signed(sign)}, ${squaresOf(square)}`),
    ),
    ...days.map(
      ({ from, to, sign }) => sql`select product_variant_id, ${signed(sign)}, 0, 0 from goods_days
        where project_id = ${project} and day between ${from}::date and ${to}::date`,
    ),
    sql`select product_variant_id, sold, back, charged, returned, costed, cost, 1, 0, 0 from lines where ${within}`,
    ...(first && last ? [sql`select product_variant_id, 0, 0, 0, 0, 0, 0, 0, sold, squares from late`] : []),
  ];
  // with what is not counted yet a month has another square
  const late = sql`, late as materialized (
    select n.product_variant_id, n.sold, n.sold * (n.sold + 2 * coalesce(m.sold, 0)) as squares from (
      select product_variant_id, date_trunc('month', day::timestamp)::date as month, sum(sold) as sold from lines
      where day >= ${first}::date and day <= ${last ? lastOf(last) : ''}::date group by 1, 2
    ) n left join goods_months m on m.project_id = ${project} and m.month = n.month and m.product_variant_id = n.product_variant_id)`;
  return {
    ctes: sql`entered as materialized (${postingsOf(project, ever ? uncounted(project, counted) : sql`${within} and ${uncounted(project, counted)}`)}),
      lines as materialized (${linesOf(project)})${first && last ? late : sql``}`,
    sold: sql`select * from (${sql.join(parts, sql` union all `)})
      s(product_variant_id, sold, back, charged, returned, costed, cost, lines, swings, squares)`,
  };
}
