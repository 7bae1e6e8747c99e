import type { OpenSum } from '@lanka/domain/orders/contract';
import { EARLY_STATUSES, OPEN_STATUSES, type TemporaryHoldings, UNFINISHED_STATUSES } from '@lanka/domain/orders/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import { textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import type { LockedParty } from '../partners';
import type { OrderRecord } from './orders.store';
import { asDropshipper, mine } from './page.store';

/** What orders that are not finished come to: what they will charge, what they hold, what they stand in the way of. */

type Row = Record<string, unknown>;

async function openSums(tx: Tx, tenant: SQL, counterpartyId: string | undefined): Promise<OpenSum[]> {
  const found = await tx.rows<Row>(sql`
    select o.project_id, o.counterparty_id, sum(o.sum - o.sent_sum) as sum, count(*) as orders from orders o
    where ${tenant} and o.status = any(${textArray(OPEN_STATUSES)}) and o.charged_at is null
      ${counterpartyId ? sql`and o.counterparty_id = ${counterpartyId}` : sql``}
    group by o.project_id, o.counterparty_id`);
  return found.map((row) => ({
    project_id: String(row.project_id),
    counterparty_id: String(row.counterparty_id),
    sum: Number(row.sum),
    orders: Number(row.orders),
  }));
}

/** What the counterparties will owe beside their balance. */
export const readOpenSums = (tx: Tx, scope: ProjectScope, counterpartyId: string | undefined) =>
  openSums(tx, mine(scope), counterpartyId);

export const readMyOpenSums = (tx: Tx, scope: DropshippingScope) => openSums(tx, asDropshipper(scope), undefined);

/**
 * What this client has booked for a time in all his drafts, without one line. His row is locked (`lockParty`), so that
 * two of his bookings at once cannot both be the last.
 */
export async function readTemporary(
  tx: Tx,
  scope: ProjectScope,
  { counterparty_id }: OrderRecord,
  item: { readonly id: string; readonly product_variant_id: string },
  _party: LockedParty,
): Promise<TemporaryHoldings> {
  const found = await tx.rows<{ lines: number; pieces: number }>(sql`
    select count(*)::int as lines,
      coalesce(sum(b.count) filter (where b.product_variant_id = ${item.product_variant_id}), 0)::int as pieces
    from bookings b join orders o on o.project_id = b.project_id and o.id = b.ref_id
    where b.project_id = ${scope.project.id} and b.ref_kind = 'order' and b.status = 'Active' and b.booked_hours is not null
      and b.ref_line <> ${item.id} and o.counterparty_id = ${counterparty_id}`);
  return found[0] ?? { lines: 0, pieces: 0 };
}

/** Orders that are not finished, for the guard of a counterparty's deletion. */
export async function hasUnfinished(tx: Tx, scope: ProjectScope, counterpartyId: string): Promise<boolean> {
  const found = await tx.rows(sql`
    select 1 from orders where project_id = ${scope.project.id} and counterparty_id = ${counterpartyId}
      and status = any(${textArray(UNFINISHED_STATUSES)}) limit 1`);
  return found.length > 0;
}

/** Orders under way (sent to the manager and not shipped yet): of the whole project, of one counterparty, or of those whom this user manages. */
export async function countUnderWay(
  tx: Tx,
  scope: ProjectScope,
  of: { counterparty_id?: string; manager_id?: string } = {},
): Promise<number> {
  const whose: SQL[] = [sql`o.project_id = ${scope.project.id}`, sql`o.status = any(${textArray(OPEN_STATUSES)})`];
  if (of.counterparty_id) whose.push(sql`o.counterparty_id = ${of.counterparty_id}`);
  if (of.manager_id)
    whose.push(sql`o.counterparty_id in (
      select id from counterparties where project_id = ${scope.project.id} and manager_id = ${of.manager_id})`);
  const found = await tx.rows<{ n: number }>(
    sql`select count(*)::int as n from orders o where ${sql.join(whose, sql` and `)}`,
  );
  return found[0]?.n ?? 0;
}

/** Drafts of this counterparty, and what came back for editing: what can have something booked for hours. */
export async function listEarly(tx: Tx, { project }: ProjectScope, counterpartyId: string): Promise<string[]> {
  const found = await tx.rows<{ id: string }>(sql`
    select o.id from orders o where o.project_id = ${project.id} and o.counterparty_id = ${counterpartyId}
      and o.status = any(${textArray(EARLY_STATUSES)})`);
  return found.map(({ id }) => id);
}

/** What a dropshipper leaves with the project when he goes. */
export async function countLeft(tx: Tx, { project }: ProjectScope, counterpartyId: string) {
  const of = (statuses: readonly string[]) => sql`o.project_id = ${project.id} and o.counterparty_id = ${counterpartyId}
    and o.status = any(${textArray(statuses)})`;
  const [row] = await tx.rows<Row>(sql`
    select (select count(*)::int from orders o where ${of(OPEN_STATUSES)}) as open_orders,
      (select count(*)::int from orders o where ${of(EARLY_STATUSES)}) as drafts,
      (select coalesce(sum(b.count), 0)::int from orders o
        join bookings b on b.project_id = o.project_id and b.ref_kind = 'order' and b.ref_id = o.id and b.status = 'Active'
        where ${of(EARLY_STATUSES)}) as held`);
  return { open_orders: Number(row?.open_orders), drafts: Number(row?.drafts), held: Number(row?.held) };
}
