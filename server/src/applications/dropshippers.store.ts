import type { Dropshipper } from '@lanka/domain/applications/contract';
import type { Page } from '@lanka/domain/kit/lists';
import { DropshipperPlan } from '@lanka/domain/kit/plans';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import {
  anyPart,
  atMost,
  inUkrainianOrder,
  type ListQuery,
  readPage,
  toInstant,
  toInstantOrNull,
} from '../kit/db/paging';

/** So many orders of one dropshipper are counted for a row. */
const MOST_COUNTED = 1_000;

const PEOPLE = sql`memberships m cross join lateral (select u.* from users u where u.id = m.user_id limit 1) u`;

/** Each one's orders by the index of his counterparty. */
const COLUMNS = sql`u.id, u.name, u.email, u.phone_number, u.subscription_plan, greatest(u.last_sign_in_at, u.last_active_at) as last_active_at, m.created_at, m.counterparty_id,
  (select c.name from counterparties c where c.project_id = m.project_id and c.id = m.counterparty_id) as counterparty_name,
  (select count(*)::int from (select 1 from orders o where o.project_id = m.project_id and o.counterparty_id = m.counterparty_id
    and o.created_at > now() - interval '30 days' and o.status <> 'Draft' ${atMost(MOST_COUNTED)}) some_rows) as recent_orders,
  (select o.created_at from orders o where o.project_id = m.project_id and o.counterparty_id = m.counterparty_id
    and o.status <> 'Draft' order by o.created_at desc limit 1) as last_order_at`;

export function listDropshippers(
  tx: Tx,
  { project }: ProjectScope,
  query: ListQuery & { readonly q?: string | undefined },
): Promise<Page<Dropshipper>> {
  const here = sql`m.project_id = ${project.id} and m.role = 'Client' and m.ended_at is null`;
  const found = query.q
    ? sql` and (lower(u.name) like ${anyPart(query.q)} or lower(u.email) like ${anyPart(query.q)})`
    : sql``;
  return readPage(
    tx,
    query,
    {
      columns: COLUMNS,
      from: PEOPLE,
      ...(query.q ? {} : { countFrom: sql`memberships m` }),
      where: sql`${here}${found}`,
      id: sql`m.user_id`,
      customPlan: true,
      sorts: {
        created_at: { by: sql`m.created_at`, type: 'timestamptz' },
        name: { by: inUkrainianOrder(sql`u.name`), type: 'text' },
      },
    },
    (row) => {
      const plan = DropshipperPlan.safeParse(row.subscription_plan);
      return {
        id: String(row.id),
        name: String(row.name),
        email: String(row.email),
        phone_number: row.phone_number as string | null,
        counterparty_id: row.counterparty_id as string | null,
        counterparty_name: row.counterparty_name as string | null,
        subscription_plan: plan.success ? plan.data : null,
        recent_orders: Number(row.recent_orders),
        last_order_at: toInstantOrNull(row.last_order_at),
        last_active_at: toInstantOrNull(row.last_active_at),
        created_at: toInstant(row.created_at),
      };
    },
  );
}
