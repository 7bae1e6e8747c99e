import type { FactOrder } from '@lanka/domain/catalogue/contract';
import { FACTS_DAYS, type FactCounts, type Facts } from '@lanka/domain/catalogue/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type ListQuery, readPage, toInstant, toInstantOrNull } from '../kit/db/paging';

type Row = Record<string, unknown>;

/** Orders `o` of the days that facts are made of; one that never reached the supplier says nothing of him. */
const counting = (projectId: string): SQL => sql`o.project_id = ${projectId}
  and o.created_at > now() - make_interval(days => ${FACTS_DAYS}) and o.sent_to_manager_at is not null`;

/** From Pending on an order is canceled by its supplier alone (domain.md, Order machine). */
const CANCELED = sql`(o.status = 'Canceled' and (select h."from" from order_history h
  where h.project_id = o.project_id and h.order_id = o.id and h."to" = 'Canceled' limit 1) not in ('Draft', 'Blocked'))`;
const HOURS = sql`extract(epoch from o.shipped_at - o.sent_to_manager_at) / 3600`;
const LINES = sql`(select count(*)::int from order_items i where i.project_id = o.project_id and i.order_id = o.id)`;
const WAITED = sql`(select count(distinct w.ref_line)::int from stock_waits w
  where w.project_id = o.project_id and w.ref_kind = 'order' and w.ref_id = o.id)`;

/** The transaction has entered the project. */
export async function countFacts(tx: Tx, projectId: string): Promise<FactCounts> {
  const [row] = await tx.rows<Row>(sql`
    select count(*)::int as orders, count(*) filter (where n.canceled)::int as canceled,
      count(n.hours)::int as sent,
      coalesce(sum(n.lines), 0)::int as lines, coalesce(sum(n.waited), 0)::int as waited,
      percentile_cont(0.5) within group (order by n.hours) as hours
    from (select ${CANCELED} as canceled, ${LINES} as lines, least(${WAITED}, ${LINES}) as waited, ${HOURS} as hours
      from orders o where ${counting(projectId)}) n`);
  const number = (name: string): number => Number(row?.[name] ?? 0);
  return {
    orders: number('orders'),
    canceled: number('canceled'),
    sent: number('sent'),
    lines: number('lines'),
    waited: number('waited'),
    hours: row?.hours === null || row?.hours === undefined ? null : Number(row.hours),
  };
}

export async function saveFacts(tx: Tx, supplierId: string, facts: Facts | null): Promise<void> {
  await tx.execute(sql`
    update catalogue_suppliers set facts_orders = ${facts?.orders ?? null}, facts_hours = ${facts?.hours_to_send ?? null},
      facts_canceled = ${facts?.canceled_share ?? null}, facts_waited = ${facts?.waited_share ?? null},
      facts_counts = ${facts?.counts ? JSON.stringify(facts.counts) : null}::jsonb
    where id = ${supplierId}`);
}

export async function readFacts(tx: Tx, supplierId: string): Promise<Row | null> {
  const [row] = await tx.rows<Row>(sql`
    select facts_orders, facts_hours, facts_canceled, facts_waited, facts_counts from catalogue_suppliers where id = ${supplierId}`);
  return row ?? null;
}

/** What the facts are made of, for the supplier himself. */
export function listFactOrders(tx: Tx, { project }: ProjectScope, query: ListQuery) {
  return readPage(
    tx,
    query,
    {
      columns: sql`o.id, o.number, o.prefix, o.created_at, o.sent_to_manager_at, o.shipped_at, ${HOURS} as hours,
        ${CANCELED} as canceled, ${LINES} as lines, ${WAITED} as waited`,
      from: sql`orders o`,
      where: counting(project.id),
      id: sql`o.id`,
      sorts: { created_at: { by: sql`o.created_at`, type: 'timestamptz' } },
    },
    (row): FactOrder => ({
      order_id: String(row.id),
      number: Number(row.number),
      prefix: String(row.prefix),
      created_at: toInstant(row.created_at),
      pending_at: toInstant(row.sent_to_manager_at),
      sent_at: toInstantOrNull(row.shipped_at),
      hours: row.hours === null ? null : Math.round(Number(row.hours)),
      canceled_by_supplier: row.canceled === true,
      lines: Number(row.lines),
      waited: Number(row.waited),
    }),
  );
}
