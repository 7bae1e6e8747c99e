import type { OrderCustomer } from '@lanka/domain/clients/contract';
import { COUNTED_STATUSES } from '@lanka/domain/clients/rules';
import type { Page } from '@lanka/domain/kit/lists';
import { type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { anyPart, type ListPlan, type ListQuery, opaque, readPage, toInstant } from '../kit/db/paging';
import { inProject, searchFor } from '../orders';
import { searchPage } from '../search';
import { OF_DROPSHIPPERS } from './owner.store';

type Row = Record<string, unknown>;

const COUNTED = sql.raw(`'{${COUNTED_STATUSES.join()}}'::text[]`);
/** Orders `n` for the same customer of the same counterparty, that the supplier was sent. */
const SAME = sql`n.project_id = o.project_id and n.customer_phone = o.customer_phone and n.counterparty_id = o.counterparty_id`;

/** The newest order of each customer that dropshippers have sent orders for: whatever is shown of him stands on those. */
const NEWEST = sql`o.customer_phone is not null and o.status <> 'Draft' and ${OF_DROPSHIPPERS}
  and not exists (select from orders n where ${SAME} and n.status <> 'Draft' and (n.created_at, n.id) > (o.created_at, o.id))`;

const FIGURES = sql`(select json_build_object('count', count(*), 'sum', coalesce(sum(n.sum), 0)) from orders n
  where ${SAME} and n.status = any(${COUNTED}))`;

/** In the name and the phone alone: an order is found by its goods as well, a customer is not. */
function named(q: string): SQL {
  const digits = q.replace(/[\s()+-]/g, '');
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const name = sql`lower(o.customer_name) like all(${opaque(words.map(anyPart), 'text[]')}::text[])`;
  return /^\d{3,}$/.test(digits) ? sql`o.customer_phone like ${opaque(anyPart(digits), 'text')}` : name;
}

function asCustomer(row: Row): OrderCustomer {
  const figures = row.figures as { count: number; sum: number };
  return {
    order_id: String(row.id),
    order_number: Number(row.number),
    counterparty_id: String(row.counterparty_id),
    counterparty_name: String(row.counterparty_name),
    name: String(row.customer_name),
    phone: String(row.customer_phone),
    orders_count: Number(figures.count),
    orders_sum: Number(figures.sum),
    last_order_at: toInstant(row.created_at),
  };
}

/**
 * Customers of dropshippers' orders, by their newest order: nothing is kept of them beside the orders, so the list cannot
 * differ from those, and a page walks the orders from the newest on.
 */
export function listCustomers(
  tx: Tx,
  scope: ProjectScope,
  query: ListQuery & { readonly q?: string | undefined; readonly counterparty_id?: string | undefined },
): Promise<Page<OrderCustomer>> {
  const tenant = inProject(scope);
  const party = query.counterparty_id ? sql`o.counterparty_id = ${query.counterparty_id}` : sql`true`;
  const others = sql`${party} and ${NEWEST}`;
  const plan: ListPlan = {
    columns: sql`o.id, o.number, o.counterparty_id, c.name as counterparty_name, o.customer_name, o.customer_phone, o.created_at, ${FIGURES} as figures`,
    from: sql`orders o join counterparties c on c.project_id = o.project_id and c.id = o.counterparty_id`,
    countFrom: sql`orders o`,
    where: sql`${tenant.where} and ${others} and ${query.q ? named(query.q) : sql`true`}`,
    id: sql`o.id`,
    sorts: { last_order_at: { by: sql`o.created_at`, type: 'timestamptz' } },
    customPlan: true,
  };
  if (!query.q) return readPage(tx, query, plan, asCustomer);
  const { numbered, ...search } = searchFor(tenant, others, query.q);
  const matches = sql`${search.matches} and ${named(query.q)}`;
  const found = numbered && { ...numbered, columns: sql`${numbered.columns}, o.customer_phone` };
  const byAge = { walks: ['last_order_at'], age: { sort: '-last_order_at', by: sql`o.created_at` } };
  return searchPage(
    tx,
    query,
    plan,
    { ...search, ...byAge, matches, ...(found ? { numbered: found } : {}) },
    asCustomer,
  );
}
