import type { StandingGoods, StatisticsGoods, StockGoods } from '@lanka/domain/statistics/goods';
import {
  type ABC,
  ABC_SHARES,
  demandParts,
  type GoodsSort,
  type XYZ,
  XYZ_SHARES,
} from '@lanka/domain/statistics/goods-rules';
import { daysIn, type Period, turnoverDays, withMargin } from '@lanka/domain/statistics/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { beginOfDay } from '../kit/db/days';
import type { Tx } from '../kit/db/db';
import { before, cursorAfter, type Places } from './cursor';
import { readKept, soldIn } from './goods-kept.store';

type Row = Record<string, unknown>;

// kopecks are whole numbers far below 2^53, and a sum of bigints would be a numeric that is slowly made a number again
const SUMS = sql`coalesce(sum(sold), 0)::float8 as sold, coalesce(sum(back), 0)::float8 as back,
  coalesce(sum(charged::float8), 0) as charged, coalesce(sum(returned::float8), 0) as returned,
  coalesce(sum(costed::float8), 0) as costed, coalesce(sum(cost::float8), 0) as cost`;
const NAMES = sql.raw('sold, back, charged, returned, costed, cost');

const figuresOf = (row: Row) => {
  const [sold, back, charged, returned] = [row.sold, row.back, row.charged, row.returned].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const sums = { costed: Number(row.costed), cost: Number(row.cost), revenue: charged - returned };
  return { sold, back, charged, returned, ...withMargin(sums) };
};

const SUMMED = ['sold', 'back', 'charged', 'returned', 'costed', 'cost', 'rows'] as const;
type Summed = Record<(typeof SUMMED)[number], number>;

/** What rows come to, less what those of `without` do. */
function added(rows: readonly Row[], without: readonly Row[] = []): Summed {
  const sum = (of: readonly Row[], name: string): number => of.reduce((all, row) => all + Number(row[name]), 0);
  return Object.fromEntries(SUMMED.map((name) => [name, sum(rows, name) - sum(without, name)])) as Summed;
}

const modificationOf = (row: Row) => ({
  product_id: String(row.product_id),
  product_variant_id: String(row.product_variant_id),
  product_title: String(row.product_title),
  modification_title: String(row.modification_title),
  sku: String(row.sku),
});

const SORTS: Readonly<Record<GoodsSort, SQL>> = {
  revenue: sql`charged - returned`,
  sold: sql`sold - back`,
  margin: sql`costed - cost`,
};

type Sold = Omit<StatisticsGoods, 'stock' | 'from' | 'to' | keyof GoodsOf>;
export interface GoodsOf {
  readonly sort: GoodsSort;
  /** Only goods of this class. */
  readonly abc?: (typeof ABC)[number] | undefined;
  readonly xyz?: (typeof XYZ)[number] | undefined;
}

/**
 * What was sold in the period, by modification: those that stand first by `sort`, and what the others come to. However
 * long it is, of each modification the totals at its ends are read, and few days.
 */
export async function readSold(
  tx: Tx,
  { project }: ProjectScope,
  period: Period,
  { sort, abc, xyz }: GoodsOf,
  places: Places,
): Promise<Sold & { readonly cost: number }> {
  const first = before(places);
  const last = first + places.limit;
  const demand = demandParts(period);
  const { ctes, sold } = soldIn(project.id, period, await readKept(tx, project.id), { squared: demand?.by });
  const mean = sql`(swings / ${demand?.parts ?? 1}::float8)`;
  // Σx² less n·x̄², of whole numbers: what is below zero is a rounding
  const strays = sql`sqrt(greatest(0, squares / ${demand?.parts ?? 1}::float8 - ${mean} * ${mean}))`;
  const asked = sql`${abc ? sql`abc = ${abc}` : sql`true`} and ${xyz ? sql`xyz = ${xyz}` : sql`true`}`;
  const found = await tx.rows<Row>(sql`
    with ${ctes}, goods as materialized (
      select product_variant_id, ${SUMS}, coalesce(sum(swings::float8), 0) as swings, coalesce(sum(squares::float8), 0) as squares
      from (${sold}) s group by product_variant_id having sum(lines) > 0
    ), ranked as (
      select *, (select sum(greatest(charged - returned, 0)) from goods) as whole,
        sum(greatest(charged - returned, 0)) over (order by charged - returned desc, product_variant_id
          rows between unbounded preceding and 1 preceding) as richer
      from goods
    ), classed as materialized (
      select r.*, case when whole = 0 then null when charged <= returned then 'C'
          when coalesce(richer, 0) * 100 < whole * ${ABC_SHARES.A} then 'A'
          when coalesce(richer, 0) * 100 < whole * ${ABC_SHARES.B} then 'B' else 'C' end as abc,
        ${
          demand === null
            ? sql`null::text`
            : sql`case when swings <= 0 then 'Z' when ${strays} * 100 <= ${mean} * ${XYZ_SHARES.X} then 'X'
                when ${strays} * 100 <= ${mean} * ${XYZ_SHARES.Y} then 'Y' else 'Z' end`
        } as xyz
      from ranked r
    ), first_ones as materialized (
      select * from classed where ${asked} order by ${SORTS[sort]} desc, product_variant_id limit ${last}
    ), placed as (
      select *, row_number() over (order by ${SORTS[sort]} desc, product_variant_id) as place from first_ones
    ), shown as (
      select g.*, v.product_id, v.name as modification_title, v.sku, p.name as product_title,
        case when l.tracked then l.actual end as actual
      from placed g
      join product_variants v on v.project_id = ${project.id} and v.id = g.product_variant_id
      join products p on p.project_id = ${project.id} and p.id = v.product_id
      left join stock_levels l on l.project_id = ${project.id} and l.product_variant_id = g.product_variant_id
      where g.place > ${first}
    )
    select 'row' as what, place, ${NAMES}, abc, xyz, product_id, product_variant_id, product_title, modification_title, sku,
      actual, 1 as rows from shown
    union all select 'first_ones', null, ${SUMS}, null, null, null, null, null, null, null, null, count(*)::int from first_ones
    union all select 'class', null, ${SUMS}, abc, xyz, null, null, null, null, null, null, count(*)::int from classed
      group by abc, xyz
    order by place, abc, xyz`);
  const of = (what: string): Row[] => found.filter((row) => row.what === what);
  const { cost } = added(of('class'));
  const total = added(
    of('class').filter((row) => (abc === undefined || row.abc === abc) && (xyz === undefined || row.xyz === xyz)),
  );
  const others = added([total], of('first_ones'));
  const days = daysIn(period);
  return {
    total: figuresOf(total),
    items: of('row').map((row) => {
      const figures = figuresOf(row);
      const [actual, net] = [row.actual === null ? null : Number(row.actual), figures.sold - figures.back];
      return {
        ...modificationOf(row),
        ...figures,
        abc: row.abc as StatisticsGoods['items'][number]['abc'],
        xyz: row.xyz as StatisticsGoods['items'][number]['xyz'],
        actual,
        days_left: actual === null || net <= 0 ? null : Math.round((actual * days) / net),
      };
    }),
    next_cursor: others.rows > 0 ? cursorAfter(places) : null,
    others: others.rows > 0 ? { rows: others.rows, ...figuresOf(others) } : null,
    classes: of('class').flatMap((row) =>
      row.abc === null
        ? []
        : [
            {
              abc: row.abc as 'A',
              xyz: row.xyz as 'X' | null,
              goods: Number(row.rows),
              revenue: Number(row.charged) - Number(row.returned),
            },
          ],
    ),
    demand,
    // of all that was sold, also where one class is asked for
    cost,
  };
}

/** Of levels `l` with their costs `k`. */
const VALUE = sql`count(*)::int as goods, coalesce(sum(l.actual), 0)::float8 as pieces,
  coalesce(sum(l.actual * k.cost), 0)::float8 as value, coalesce(sum(l.actual) filter (where k.cost is null), 0)::float8 as pieces_without_cost,
  coalesce(sum(l.actual * l.price), 0)::float8 as value_by_price`;
const stockOf = (row: Row) => ({
  goods: Number(row.goods),
  pieces: Number(row.pieces),
  value: Number(row.value),
  pieces_without_cost: Number(row.pieces_without_cost),
  value_by_price: Number(row.value_by_price),
});

const ON_SHELF = (project: string): SQL => sql`
  from stock_levels l left join variant_costs k on k.project_id = l.project_id and k.product_variant_id = l.product_variant_id
  where l.project_id = ${project} and l.listed and l.tracked and l.actual > 0`;

export async function readStock(tx: Tx, { project }: ProjectScope): Promise<ReturnType<typeof stockOf>> {
  const [row] = await tx.rows<Row>(sql`select ${VALUE} ${ON_SHELF(project.id)}`);
  return stockOf(row ?? {});
}

/** What lies on the shelf, was there before the period, and nobody bought in it. */
export async function readStanding(
  tx: Tx,
  { project }: ProjectScope,
  period: Period,
  places: Places,
): Promise<Omit<StandingGoods, 'on' | 'days'>> {
  const first = before(places);
  const last = first + places.limit;
  const { ctes, sold } = soldIn(project.id, period, await readKept(tx, project.id), { ever: true });
  const found = await tx.rows<Row>(sql`
    with ${ctes}, bought as materialized (
      -- over all of it: a sale that was taken back is none, whether both are counted in one row or in two
      select product_variant_id from (${sold}) s group by product_variant_id having sum(s.sold) > 0
    ), standing as materialized (
      select l.product_variant_id, l.actual, l.price, k.cost,
        row_number() over (order by l.actual * coalesce(k.cost, 0) desc, l.actual * l.price desc, l.product_variant_id) as place
      ${ON_SHELF(project.id)} and l.product_variant_id not in (select product_variant_id from bought)
        and exists (select 1 from product_variants v where v.project_id = ${project.id} and v.id = l.product_variant_id
          and v.created_at < ${beginOfDay(period.from)})
    ), fresh as materialized (
      -- of days on which something was entered since the night, with what was counted of them
      select n.product_variant_id, n.day, sum(n.sold) + coalesce((select d.sold from goods_days d where d.project_id = ${project.id}
        and d.day = n.day and d.product_variant_id = n.product_variant_id), 0) as sold
      from lines n where n.product_variant_id in (select product_variant_id from standing where place > ${first} and place <= ${last})
      group by n.product_variant_id, n.day
    )
    select 'row' as what, s.place, 1 as goods, s.actual::float8 as pieces, (s.actual * s.cost)::float8 as value,
      0::float8 as pieces_without_cost, (s.actual * s.price)::float8 as value_by_price, v.product_id, s.product_variant_id,
      p.name as product_title, v.name as modification_title, v.sku,
      greatest(g.day, (select max(n.day) from fresh n where n.product_variant_id = s.product_variant_id and n.sold > 0))::text as last_sold_on
    from standing s
    join product_variants v on v.project_id = ${project.id} and v.id = s.product_variant_id
    join products p on p.project_id = ${project.id} and p.id = v.product_id
    left join lateral (select d.day from goods_days d where d.project_id = ${project.id}
      and d.product_variant_id = s.product_variant_id and d.sold > 0
      and not exists (select 1 from fresh n where n.product_variant_id = d.product_variant_id and n.day = d.day)
      order by d.day desc limit 1) g on true
    where s.place > ${first} and s.place <= ${last}
    union all select 'others', null, ${VALUE}, null, null, null, null, null, null from standing l
      cross join lateral (select l.cost) k where l.place > ${last} having count(*) > 0
    union all select 'total', null, ${VALUE}, null, null, null, null, null, null from standing l cross join lateral (select l.cost) k
    order by place`);
  const total = found.find(({ what }) => what === 'total');
  const others = found.find(({ what }) => what === 'others');
  return {
    total: stockOf(total ?? {}),
    next_cursor: others ? cursorAfter(places) : null,
    others: others ? stockOf(others) : null,
    items: found.flatMap((row) =>
      row.what === 'row'
        ? [
            {
              ...modificationOf(row),
              actual: Number(row.pieces),
              value: row.value === null ? null : Number(row.value),
              value_by_price: Number(row.value_by_price),
              last_sold_on: row.last_sold_on === null ? null : String(row.last_sold_on),
            },
          ]
        : [],
    ),
  };
}

/** Of `goods`, with what they hold and what was sold of them by cost. */
const HELD = sql`count(*)::int as rows, count(actual)::int as goods, coalesce(sum(actual), 0)::float8 as pieces,
  coalesce(sum(actual * unit), 0)::float8 as value, coalesce(sum(actual) filter (where unit is null), 0)::float8 as pieces_without_cost,
  coalesce(sum(actual * price), 0)::float8 as value_by_price, coalesce(sum(sold_cost), 0)::float8 as cost`;

/** What lies on the shelf now, and what was sold in the period by its cost, by modification. */
export async function readHeld(
  tx: Tx,
  { project }: ProjectScope,
  period: Period,
  places: Places,
): Promise<Omit<StockGoods, 'from' | 'to'>> {
  const first = before(places);
  const last = first + places.limit;
  const { ctes, sold } = soldIn(project.id, period, await readKept(tx, project.id));
  const found = await tx.rows<Row>(sql`
    with ${ctes}, bought as materialized (
      select product_variant_id, sum(cost::float8) as sold_cost from (${sold}) s group by product_variant_id having sum(cost) <> 0
    ), shelf as materialized (
      select l.product_variant_id, l.actual, l.price, k.cost as unit ${ON_SHELF(project.id)}
    ), goods as materialized (
      select product_variant_id, l.actual, l.price, l.unit, coalesce(b.sold_cost, 0) as sold_cost, row_number() over (
          order by l.actual * coalesce(l.unit, 0) desc nulls last, l.actual * l.price desc nulls last, b.sold_cost desc nulls last,
          product_variant_id) as place
      from shelf l full join bought b using (product_variant_id)
    )
    select 'row' as what, g.place, 1 as rows, 1 as goods, g.actual::float8 as pieces, (g.actual * g.unit)::float8 as value,
      0::float8 as pieces_without_cost, (g.actual * g.price)::float8 as value_by_price, g.sold_cost as cost, v.product_id,
      g.product_variant_id, p.name as product_title, v.name as modification_title, v.sku
    from goods g
    join product_variants v on v.project_id = ${project.id} and v.id = g.product_variant_id
    join products p on p.project_id = ${project.id} and p.id = v.product_id
    where g.place > ${first} and g.place <= ${last}
    union all select 'others', null, ${HELD}, null, null, null, null, null from goods where place > ${last} having count(*) > 0
    union all select 'total', null, ${HELD}, null, null, null, null, null from goods
    order by place`);
  const days = daysIn(period);
  const orNull = (of: unknown): number | null => (of === null ? null : Number(of));
  const turnoverOf = (row: Row) => {
    const [value, cost] = [Number(row.value), Number(row.cost)];
    return { cost, turnover_days: turnoverDays(value, cost, days) };
  };
  const heldOf = (row: Row) => ({ ...stockOf(row), ...turnoverOf(row) });
  const others = found.find(({ what }) => what === 'others');
  return {
    total: heldOf(found.find(({ what }) => what === 'total') ?? {}),
    items: found.flatMap((row) =>
      row.what === 'row'
        ? [
            {
              ...modificationOf(row),
              ...{ actual: orNull(row.pieces), value: orNull(row.value), value_by_price: orNull(row.value_by_price) },
              ...turnoverOf(row),
            },
          ]
        : [],
    ),
    next_cursor: others ? cursorAfter(places) : null,
    others: others ? { rows: Number(others.rows), ...heldOf(others) } : null,
  };
}
