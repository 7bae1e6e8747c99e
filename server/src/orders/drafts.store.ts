import type { DeletedDraft } from '@lanka/domain/orders/drafts';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { awaitLocks } from '../kit/db/locked';
import { type ListQuery, readPage, toInstant } from '../kit/db/paging';
import type { LockedOrder } from './orders.store';
import { deletedDrafts, orders } from './tables';

/** Drafts that are looked at in one go. */
const PORTION = 200;

/** Nobody has changed it since, and nobody has said anything or added a file. */
const untouched = (days: number): SQL => {
  const since = sql`now() - make_interval(days => ${days})`;
  const newer = (table: SQL) =>
    sql`exists (select 1 from ${table} x where x.project_id = o.project_id and x.order_id = o.id and x.created_at >= ${since})`;
  return sql`o.status = 'Draft' and o.created_at < ${since} and o.updated_at < ${since}
    and not ${newer(sql`order_comments`)} and not ${newer(sql`order_files`)}`;
};

export interface OldDraft {
  readonly id: string;
  readonly created_at: string;
}

/** Drafts that are to be deleted, the oldest first; those behind `after`, for one that must stay is not met again. */
export function findOldDrafts(
  tx: Tx,
  { project }: ActingIn,
  days: number,
  after: OldDraft | null,
): Promise<OldDraft[]> {
  const behind = after ? sql`and (o.created_at, o.id) > (${after.created_at}::timestamptz, ${after.id}::uuid)` : sql``;
  return tx.rows<OldDraft & Record<string, unknown>>(sql`
    select o.id, o.created_at::text as created_at from orders o
    where o.project_id = ${project.id} and ${untouched(days)} ${behind}
    order by o.created_at, o.id limit ${PORTION}`);
}

/** The draft, locked; null when somebody has it in hand, or has touched it meanwhile. */
export async function lockOldDraft(
  tx: Tx,
  { project }: ActingIn,
  id: string,
  days: number,
): Promise<LockedOrder | null> {
  const mine = sql`o.project_id = ${project.id} and o.id = ${id}`;
  const lock = async () => {
    const [found] = await tx
      .select()
      .from(orders)
      .where(and(eq(orders.project_id, project.id), eq(orders.id, id), eq(orders.status, 'Draft')))
      .for('update', { skipLocked: true });
    // looked at once more behind the lock: a comment changes no row of the order
    const still = found ? await tx.rows(sql`select 1 from orders o where ${mine} and ${untouched(days)}`) : [];
    return found && still.length > 0 ? [found] : [];
  };
  const [draft] = await awaitLocks('orders', lock());
  return draft ?? null;
}

export async function keepDeleted(
  tx: Tx,
  { project }: ActingIn,
  order: LockedOrder,
  draft_days: number,
): Promise<void> {
  const { id, number, counterparty_id, customer_name, updated_at } = order;
  await tx
    .insert(deletedDrafts)
    .values({ project_id: project.id, id, number, counterparty_id, customer_name, touched_at: updated_at, draft_days });
}

export function listDeletedDrafts(tx: Tx, scope: ProjectScope, query: ListQuery) {
  const own = scope.role === 'Client' ? sql` and d.counterparty_id = ${scope.counterparty_id}` : sql``;
  return readPage(
    tx,
    query,
    {
      columns: sql`d.*, c.name as counterparty_name`,
      from: sql`deleted_drafts d
        join counterparties c on c.project_id = d.project_id and c.id = d.counterparty_id`,
      countFrom: sql`deleted_drafts d`,
      where: sql`d.project_id = ${scope.project.id}${own}`,
      sorts: { deleted_at: { by: sql`d.deleted_at`, type: 'timestamptz' } },
      id: sql`d.id`,
      countsInOrder: true,
    },
    (row): DeletedDraft => ({
      id: String(row.id),
      number: Number(row.number),
      counterparty: { id: String(row.counterparty_id), name: String(row.counterparty_name) },
      customer_name: String(row.customer_name),
      touched_at: toInstant(row.touched_at),
      draft_days: Number(row.draft_days),
      deleted_at: toInstant(row.deleted_at),
    }),
  );
}
