import { daysAfter } from '@lanka/domain/kit/time';
import { type DemandBy, wholeParts } from '@lanka/domain/statistics/goods-rules';
import { beginOf, daysIn, endOf, type Period } from '@lanka/domain/statistics/rules';
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

const before = (by: DemandBy, part: string): string => beginOf[by](daysAfter(part, -1));

/** Days that are added to what the weeks or months come to, or taken off it. */
interface Days extends Period {
  readonly sign: 1 | -1;
}
interface Read {
  readonly by: DemandBy;
  /** Weeks or months after this one, up to that one. */
  readonly after: string;
  readonly upTo: string;
  readonly days: readonly Days[];
}

/** To read all goods once where they are summed up costs as much as so many days of sales. */
const TOTALS_IN_DAYS = 4;

/** In which ways a period is read: of a week or month that it cuts the days that lie in it, or those that do not. */
function waysOf({ from, to }: Period, by: DemandBy): Read[] {
  const [first, end] = [beginOf[by](from), beginOf[by](to)];
  const ahead = { from: first, to: daysAfter(from, -1), sign: -1 } as const;
  const behind = { from: daysAfter(to, 1), to: endOf[by](to), sign: -1 } as const;
  const read = (after: string, upTo: string, ...days: Days[]): Read => ({ by, after, upTo, days });
  const around = read(before(by, first), end, ahead, behind);
  if (first === end) return [around, read(end, end, { from, to, sign: 1 })];
  const begun = { from, to: endOf[by](from), sign: 1 } as const;
  const ended = { from: end, to, sign: 1 } as const;
  return [
    around,
    read(first, end, begun, behind),
    read(before(by, first), before(by, end), ahead, ended),
    read(first, before(by, end), begun, ended),
  ];
}

/** The totals that are asked for, each once; those of `square` are read besides. */
interface Point {
  readonly by: DemandBy;
  readonly at: string;
  sign: 1 | 0 | -1;
  square: 1 | 0 | -1;
}
function pointsOf({ by, after, upTo }: Read, squared: DemandBy | undefined, whole: readonly string[]): Point[] {
  const points = new Map<string, Point>();
  const at = (of: DemandBy, part: string): Point => {
    const key = `${of} ${part}`;
    const point = points.get(key) ?? { by: of, at: part, sign: 0, square: 0 };
    points.set(key, point);
    return point;
  };
  if (after !== upTo) {
    at(by, after).sign = -1;
    at(by, upTo).sign = 1;
  }
  const [first, last] = [whole[0], whole.at(-1)];
  if (squared && first && last) {
    at(squared, before(squared, first)).square = -1;
    at(squared, last).square = 1;
  }
  return [...points.values()];
}

/** The way in which least is read: of days after the last that has sales nothing, though a night may count them meanwhile. */
function leastOf(period: Period, squared: DemandBy | undefined, whole: readonly string[], lastDay: string | null) {
  const last = lastDay ?? period.to;
  const length = ({ from, to }: Days): number =>
    from > last || from > to ? 0 : daysIn({ from, to: to > last ? last : to });
  const ways = (['month', 'week'] as const)
    .flatMap((by) => waysOf(period, by))
    .map((read) => {
      const points = pointsOf(read, squared, whole);
      const days = read.days.filter(({ from, to }) => from <= to);
      return { points, days, cost: points.length * TOTALS_IN_DAYS + days.reduce((sum, one) => sum + length(one), 0) };
    });
  return ways.reduce((best, one) => (one.cost < best.cost ? one : best));
}

const FIGURES = ['sold', 'back', 'charged', 'returned', 'costed', 'cost', 'lines'] as const;
const signed = (sign: 1 | 0 | -1): SQL =>
  sign === 0
    ? sql.raw(FIGURES.map(() => '0').join(', '))
    : sql.raw(FIGURES.map((one) => (sign === 1 ? one : `-${one}`)).join(', '));

const TOTALS: Readonly<Record<DemandBy, { readonly table: SQL; readonly part: SQL }>> = {
  week: { table: sql`goods_week_totals`, part: sql`week` },
  month: { table: sql`goods_totals`, part: sql`month` },
};

/** All that was sold up to the end of this week or month, or of the last one that is kept before it. */
const totalsAt = (project: string, by: DemandBy, at: string, columns: SQL): SQL => {
  const { table, part } = TOTALS[by];
  return sql`
  select product_variant_id, ${columns} from ${table}
  where project_id = ${project} and ${part} = (
    select max(${part}) from ${table} where project_id = ${project} and ${part} <= ${at}::date)`;
};

/** Pieces of the modification of `n` that are counted in its week or month. */
const countedIn = (project: string, by: DemandBy): SQL =>
  by === 'month'
    ? sql`(select sold from goods_months m where m.project_id = ${project} and m.month = n.part
        and m.product_variant_id = n.product_variant_id)`
    : sql`(select sum(sold) from goods_days d where d.project_id = ${project} and d.product_variant_id = n.product_variant_id
        and d.day >= n.part and d.day < n.part + 7)`;

/**
 * What was sold in the period by modification, in several rows of each that are to be added up: `sold` … `cost` and
 * `lines`, of how many; of its whole weeks or months, where they are asked for, besides `swings`, what was sold, and
 * `squares`, those of each of them. And `lines`, what is not counted yet, of the period or of `ever`.
 */
export function soldIn(
  project: string,
  period: Period,
  { counted, last_day }: Kept,
  { ever = false, squared }: { readonly ever?: boolean; readonly squared?: DemandBy | undefined } = {},
): { readonly ctes: SQL; readonly sold: SQL } {
  const within = sql`day between ${period.from}::date and ${period.to}::date`;
  const whole = squared ? wholeParts(period, squared) : [];
  const [first, last] = [whole[0], whole.at(-1)];
  const { points, days } = leastOf(period, squared, whole, last_day);
  const squaresOf = (square: 1 | 0 | -1): SQL =>
    sql.raw(square === 0 ? '0, 0' : square === 1 ? 'sold, squares' : '-sold, -squares');
  const parts = [
    ...points.map(({ by: of, at, sign, square }) =>
      totalsAt(project, of, at, sql`${signed(sign)}, ${squaresOf(square)}`),
    ),
    ...days.map(
      ({ from, to, sign }) => sql`select product_variant_id, ${signed(sign)}, 0, 0 from goods_days
        where project_id = ${project} and day between ${from}::date and ${to}::date`,
    ),
    sql`select product_variant_id, sold, back, charged, returned, costed, cost, 1, 0, 0 from lines where ${within}`,
    ...(first && last ? [sql`select product_variant_id, 0, 0, 0, 0, 0, 0, 0, sold, squares from late`] : []),
  ];
  // with what is not counted yet a week or month has another square
  const late =
    squared && first && last
      ? sql`, late as materialized (
    select n.product_variant_id, n.sold, n.sold * (n.sold + 2 * coalesce(${countedIn(project, squared)}, 0)) as squares from (
      select product_variant_id, date_trunc(${sql.raw(`'${squared}'`)}, day::timestamp)::date as part, sum(sold) as sold from lines
      where day >= ${first}::date and day <= ${endOf[squared](last)}::date group by 1, 2
    ) n)`
      : sql``;
  return {
    ctes: sql`entered as materialized (${postingsOf(project, ever ? uncounted(project, counted) : sql`${within} and ${uncounted(project, counted)}`)}),
      lines as materialized (${linesOf(project)})${late}`,
    sold: sql`select * from (${sql.join(parts, sql` union all `)})
      s(product_variant_id, sold, back, charged, returned, costed, cost, lines, swings, squares)`,
  };
}
