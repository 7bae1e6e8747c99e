import type { StatisticsGroup } from '@lanka/domain/statistics/rules';
import { type SQL, sql } from 'drizzle-orm';
import { endOfDay } from '../kit/db/days';
import type { Tx } from '../kit/db/db';
import { OWN_ACCOUNT } from '../ledger/tables';

/**
 * What revenue is made of, read from the postings and the rows behind them. Everything that is kept or asked for is
 * summed up from here, so there is one place that says what a sale is, and what it cost.
 */

/** Postings of sales and returns with this condition. A sale that is taken back is charged below zero. */
export const postingsOf = (project: string, where: SQL): SQL => sql`
  select id, sequence, day, created_at, counterparty_id, purpose, ref_kind, ref_id, ref_part,
    case when ${OWN_ACCOUNT} = 'sales' then -counterparty_change else 0 end as charged,
    case when ${OWN_ACCOUNT} = 'returns' then counterparty_change else 0 end as returned
  from postings where project_id = ${project} and ${OWN_ACCOUNT} in ('sales', 'returns') and ${where}`;

/** What says up to which day something is counted: sales, or what dropshippers earned. */
export type Counted = 'sale_days_until' | 'party_days_until';

/** Up to which posting the night has counted. */
export async function readCounted(tx: Tx, project: string, of: Counted = 'sale_days_until'): Promise<string> {
  const [row] = await tx.rows<{ counted: string }>(sql`
    select coalesce(max(after_sequence), 0)::text as counted from ${sql.raw(of)} where project_id = ${project}`);
  return row?.counted ?? '0';
}

/**
 * Those that are entered after what is counted: of the days since, or given a day that was over. `counted`, which was
 * read before and may have grown since, is what the planner goes by: without a figure it takes a third of all postings
 * for new ones, and reads all orders for them.
 */
export const uncounted = (project: string, counted: string, of: Counted = 'sale_days_until'): SQL => sql`
  sequence > ${counted}::bigint and sequence > (select coalesce(max(after_sequence), 0) from ${sql.raw(of)} where project_id = ${project})
    and created_at >= ${countedUntil(project, of)}`;

/** The moment up to which what was entered is counted. */
export const countedUntil = (project: string, of: Counted): SQL =>
  sql`(select coalesce(${endOfDay(sql`max(until)`)}, '-infinity') from ${sql.raw(of)} where project_id = ${project})`;

/**
 * The lines of the postings in `entered`: pieces of a modification, with what they were charged and, as far as it was
 * known when they were, what they cost. What comes back costs what it did when it was sold, and only if it came back to
 * stock: what did not is lost; without `costs` they are not looked for. `variant` keeps to one modification. A line is told from the others of its posting by
 * `line_id`, of an order or a return that of its line, and `part`, the parcel that the pieces went in.
 */
export const linesOf = (
  project: string,
  { variant, costs = true }: { readonly variant?: string | undefined; readonly costs?: boolean } = {},
): SQL => {
  const only = (column: SQL): SQL => (variant ? sql`and ${column} = ${variant}` : sql``);
  const entry = sql`e.id, e.day, e.counterparty_id`;
  const sign = sql`sign(e.charged + e.returned)::int`;
  const unitCost = costs
    ? sql`(select c.cost_after from cost_steps c where c.project_id = ${project}
      and c.product_variant_id = s.product_variant_id and c.created_at <= s.cost_at order by c.sequence desc limit 1)`
    : sql`null::bigint`;
  // materialized: a cost is looked for once, and not in each figure that is made of it
  return sql`
  with priced as materialized (
    select s.*, ${unitCost} as unit_cost
    from (
      select ${entry}, 'order' as kind, e.ref_id as source_id, e.ref_id as order_id, i.product_variant_id, i.id as line_id, e.ref_id as part,
        i.count as sold, 0 as back, i.amount as charged, 0::bigint as returned, i.count as costed_pieces, e.created_at as cost_at
      from entered e
      join orders o on o.project_id = ${project} and o.id = e.ref_id and o.parcels = 0
      join order_items i on i.project_id = ${project} and i.order_id = e.ref_id ${only(sql`i.product_variant_id`)}
      where e.purpose = 'charge' and e.ref_kind = 'order' and e.ref_part is null
      union all
      select ${entry}, 'order', e.ref_id, e.ref_id, i.product_variant_id, i.id, p.parcel_id, p.count, 0, p.amount, 0, p.count,
        e.created_at
      from entered e
      join orders o on o.project_id = ${project} and o.id = e.ref_id
      join parcel_items p on p.project_id = ${project} and p.order_id = e.ref_id
        and (p.parcel_id = e.ref_part or (e.ref_part is null and o.parcels > 0 and not exists (
          -- the last charge is of all parcels that were not charged by themselves
          select 1 from postings x where x.project_id = ${project} and x.ref_kind = 'order' and x.ref_id = e.ref_id
            and x.purpose = 'charge' and x.ref_part = p.parcel_id)))
      join order_items i on i.project_id = ${project} and i.order_id = e.ref_id and i.id = p.order_item_id
        ${only(sql`i.product_variant_id`)}
      where e.purpose = 'charge' and e.ref_kind = 'order'
      union all
      select ${entry}, 'return', r.return_id, r.order_id, r.product_variant_id, r.id, e.ref_id, 0, r.count, 0, r.credit,
        case when r.restocked then -r.count else 0 end, coalesce((
          -- when what comes back was charged: its parcel where that is known, else the first that had such pieces; the
          -- last charge is of all parcels that were not charged by themselves
          select x.created_at from postings x
          where x.project_id = ${project} and x.ref_kind = 'order' and x.ref_id = r.order_id and x.purpose = 'charge'
            and (x.ref_part is null or x.ref_part = b.parcel_id or (b.parcel_id is null and exists (
              select 1 from parcel_items p where p.project_id = ${project} and p.order_id = r.order_id
                and p.parcel_id = x.ref_part and p.order_item_id = r.order_item_id)))
          order by x.sequence limit 1), e.created_at)
      from entered e
      join return_items r on r.project_id = ${project} and r.id = e.ref_id ${only(sql`r.product_variant_id`)}
      join returns b on b.project_id = ${project} and b.id = r.return_id
      where e.purpose = 'return' and e.ref_kind = 'return_item'
      union all
      select ${entry}, 'turnover', e.ref_id, null, i.product_variant_id, i.product_variant_id, e.ref_id,
        case when e.charged <> 0 then ${sign} * i.count else 0 end, case when e.returned <> 0 then ${sign} * i.count else 0 end,
        case when e.charged <> 0 then ${sign} * i.transaction_amount else 0 end,
        case when e.returned <> 0 then ${sign} * i.transaction_amount else 0 end,
        case when e.charged <> 0 then ${sign} * i.count else -${sign} * i.count end,
        coalesce(first.posted_at, d.posted_at, e.created_at)
      from entered e
      join turnover_documents d on d.project_id = ${project} and d.id = e.ref_id
      left join turnover_documents first on first.project_id = ${project} and first.id = d.reverses
      join turnover_items i on i.project_id = ${project} and i.document_id = e.ref_id ${only(sql`i.product_variant_id`)}
      where e.ref_kind = 'turnover'
    ) s
  )
  select l.*, case when l.unit_cost is null then 0 else l.charged - l.returned end as costed,
    coalesce(l.unit_cost * l.costed_pieces, 0) as cost
  from priced l`;
};

/** `entered` and `lines` by posting: what it was charged and what of that has a cost, and the order it is of. */
export const salesOf = (project: string): SQL => sql`
  select e.day, e.counterparty_id, e.charged, e.returned, coalesce(l.costed, 0) as costed, coalesce(l.cost, 0) as cost,
    l.order_id,
    case when e.purpose = 'charge' and e.ref_kind = 'order' then e.charged else 0 end as charged_for_orders,
    case when e.purpose = 'charge' and e.ref_kind = 'order' and not exists (
      select 1 from postings x where x.project_id = ${project} and x.ref_kind = 'order' and x.ref_id = e.ref_id
        and x.purpose = 'charge' and x.sequence < e.sequence) then 1 else 0 end as charged_orders
  from entered e
  left join (select id, min(order_id::text)::uuid as order_id, sum(costed) as costed, sum(cost) as cost from lines group by id) l
    on l.id = e.id`;

const small = (words: SQL): SQL => sql`lower(${words} collate "und-x-icu")`;

/** Under what an order `o`, which need not be there, is kept. Of tags each. */
const KEYS: Readonly<Record<Exclude<StatisticsGroup, 'counterparty' | 'manager'>, SQL>> = {
  tag: sql`select 'tag' as by, ${small(sql`tag`)} as key, min(tag) as name
    from unnest(case when o.id is null or o.tags = '{}' then array['']::text[] else o.tags end) tag group by 2`,
  town: sql`select 'town', ${small(sql`coalesce(o.delivery_town, '')`)}, coalesce(o.delivery_town, '')`,
  operator: sql`select 'operator', coalesce(o.delivery_operator, ''), ''`,
  source: sql`select 'source', ${small(sql`coalesce(o.source, '')`)}, coalesce(o.source, '')`,
};
export type OrderGroup = keyof typeof KEYS;
export const keysOf = (by: OrderGroup): SQL => KEYS[by];

/** Under all of them, and under nothing and the counterparty of `s` besides. */
export const ALL_KEYS = sql`
  ${KEYS.tag} union all ${KEYS.town} union all ${KEYS.operator} union all ${KEYS.source}
  union all select 'all', '', '' union all select 'counterparty', s.counterparty_id::text, ''`;

/** An order that stands under this key; the order is `o`. */
export const standsUnder = (by: OrderGroup, key: string): SQL =>
  sql`exists (select 1 from (${KEYS[by]}) g(by, key, name) where g.key = ${key})`;
