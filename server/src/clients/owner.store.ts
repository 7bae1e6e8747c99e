import { type SQL, sql } from 'drizzle-orm';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import { ordersOfDropshipper } from '../orders';

/** Whose clients these are: a project's, or a dropshipper's own across his suppliers. */
export interface Owner {
  /** What stands in `project_id` of his clients. */
  readonly tenant: string;
  /** Which orders `o` are for his own customers. */
  readonly orders: SQL;
  readonly isDropshipper: boolean;
}

/** Whether a counterparty is or was a dropshipper: the customers of its orders are his. */
const isDropshippers = (project: SQL, counterparty: SQL): SQL => sql`exists (
  select from counterparties d where d.project_id = ${project} and d.id = ${counterparty} and (d.user_id is not null
    or exists (select from memberships m where m.project_id = d.project_id and m.counterparty_id = d.id and m.ended_at is null)))`;

export const OF_DROPSHIPPERS = isDropshippers(sql`o.project_id`, sql`o.counterparty_id`);
export const isDropshipper = (scope: ProjectScope, counterparty_id: string): SQL =>
  isDropshippers(sql`${scope.project.id}::uuid`, sql`${counterparty_id}::uuid`);

export function ownerOf(scope: ProjectScope | DropshippingScope): Owner {
  const tenant = scope.user.id;
  if ('suppliers' in scope) return { tenant, orders: ordersOfDropshipper(scope), isDropshipper: true };
  const { project, role, counterparty_id } = scope;
  if (role === 'Client') {
    const orders = sql`o.project_id = ${project.id} and o.counterparty_id = ${counterparty_id}`;
    return { tenant, orders, isDropshipper: true };
  }
  const orders = sql`o.project_id = ${project.id} and not ${OF_DROPSHIPPERS}`;
  return { tenant: project.id, orders, isDropshipper: false };
}
