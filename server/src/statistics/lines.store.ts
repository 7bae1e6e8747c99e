import { SOLD_LINES, type SoldLine } from '@lanka/domain/statistics/contract';
import type { Period, StatisticsGroup } from '@lanka/domain/statistics/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { endOfDay, linesOf, postingsOf, uncounted } from './sales.store';
import { inGroup } from './statistics.store';

export interface SoldOf {
  readonly product_variant_id?: string | undefined;
  readonly by?: StatisticsGroup | undefined;
  readonly key: string;
}

/** How many lines or charges are counted on each day, where that is kept. */
function countedDays(project: string, { product_variant_id, by, key }: SoldOf): SQL {
  if (product_variant_id)
    return sql`select day, lines from goods_days where project_id = ${project} and product_variant_id = ${product_variant_id}`;
  // of a manager's counterparties any day may have some
  const kept = by === undefined || by === 'manager' ? { by: 'all', key: '' } : { by, key };
  return sql`select day, charged_orders as lines from sale_days
    where project_id = ${project} and by = ${kept.by} and key = ${kept.key} and (charged <> 0 or returned <> 0)`;
}

/**
 * The newest lines of the period, one more than are told. Only days are read that are known to have some, from the
 * newest on, until they have enough; and what is not counted yet.
 */
export async function newestLines(tx: Tx, { project }: ProjectScope, period: Period, of: SoldOf): Promise<SoldLine[]> {
  const within = sql`day between ${period.from}::date and ${period.to}::date`;
  const counted = sql`created_at < (select ${endOfDay(sql`until`)} from sale_days_until where project_id = ${project.id})`;
  const days = await tx.rows<{ day: string }>(sql`
    select day::text from (
      select day, sum(lines) over (order by day desc rows between unbounded preceding and 1 preceding) as newer
      from (${countedDays(project.id, of)}) d where ${within}
    ) d where coalesce(newer, 0) <= ${SOLD_LINES} order by day`);
  const some = sql`day = any(${sql.param(days.map(({ day }) => day))}::date[])`;
  const group = of.by ? sql`and ${inGroup(project.id, of.by, of.key)}` : sql``;
  const rows = await tx.rows<Record<string, unknown>>(sql`
    with entered as materialized (
      ${postingsOf(project.id, sql`${some} and ${counted}`)}
      union all ${postingsOf(project.id, sql`${within} and ${uncounted(project.id)}`)}
    ), lines as materialized (${linesOf(project.id, of.product_variant_id)}),
    newest as materialized (
      select l.* from lines l left join orders o on o.project_id = ${project.id} and o.id = l.order_id
      where true ${of.by === 'counterparty' ? sql`and l.counterparty_id::text = ${of.key}` : group}
      order by l.day desc, l.id desc, l.product_variant_id limit ${SOLD_LINES + 1}
    )
    select n.day::text as day, n.kind, n.source_id, coalesce(o.number, d.number, r.number) as number, coalesce(o.prefix, '') as prefix,
      n.counterparty_id, c.name as counterparty_name, v.product_id, n.product_variant_id, p.name as product_title,
      v.name as modification_title, n.sold - n.back as count, (n.charged - n.returned)::float8 as revenue,
      n.unit_cost::float8 as unit_cost, n.cost::float8 as cost
    from newest n
    join counterparties c on c.project_id = ${project.id} and c.id = n.counterparty_id
    join product_variants v on v.project_id = ${project.id} and v.id = n.product_variant_id
    join products p on p.project_id = ${project.id} and p.id = v.product_id
    left join orders o on n.kind = 'order' and o.project_id = ${project.id} and o.id = n.source_id
    left join turnover_documents d on n.kind = 'turnover' and d.project_id = ${project.id} and d.id = n.source_id
    left join returns r on n.kind = 'return' and r.project_id = ${project.id} and r.id = n.source_id
    order by n.day desc, n.id desc, n.product_variant_id`);
  return rows.map(asLine);
}

function asLine(row: Record<string, unknown>): SoldLine {
  const of = { id: String(row.source_id), number: Number(row.number) };
  const unit_cost = row.unit_cost === null ? null : Number(row.unit_cost);
  return {
    day: String(row.day),
    source:
      row.kind === 'order'
        ? { kind: 'order', prefix: String(row.prefix), ...of }
        : { kind: row.kind === 'return' ? 'return' : 'turnover', ...of },
    counterparty_id: String(row.counterparty_id),
    counterparty_name: String(row.counterparty_name),
    product_id: String(row.product_id),
    product_variant_id: String(row.product_variant_id),
    product_title: String(row.product_title),
    modification_title: String(row.modification_title),
    count: Number(row.count),
    revenue: Number(row.revenue),
    unit_cost,
    cost: unit_cost === null ? null : Number(row.cost),
  };
}
