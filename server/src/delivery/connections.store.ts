import type { Connection, OwnConnection } from '@lanka/domain/delivery/contract';
import { and, eq, or, sql } from 'drizzle-orm';
import type { ActingIn } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { awaitLock, type Locked } from '../kit/db/locked';
import { NIL_ID } from '../kit/db/tables';
import { deliveryConnections } from './tables';

export type StoredConnection = typeof deliveryConnections.$inferSelect;
/** The supplier himself. */
export const SUPPLIER = NIL_ID;

const ofOwner = (project_id: string, owner_id: string) =>
  and(eq(deliveryConnections.project_id, project_id), eq(deliveryConnections.owner_id, owner_id));

export async function findConnection(
  tx: Tx,
  { project }: ActingIn,
  owner = SUPPLIER,
): Promise<StoredConnection | null> {
  const [row] = await tx.select().from(deliveryConnections).where(ofOwner(project.id, owner));
  return row ?? null;
}

/** Which of these projects have connected it, the supplier himself. */
export async function connectedProjects(tx: Tx, projectIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ project_id: string }>(sql`
    select project_id from delivery_connections where project_id = any(${idArray(projectIds)}) and owner_id = ${SUPPLIER}`);
  return rows.map(({ project_id }) => project_id);
}

/** Nobody else changes it until the transaction ends, nor makes it. */
export async function lockConnection(
  tx: Tx,
  { project }: ActingIn,
  owner = SUPPLIER,
): Promise<Locked<'delivery_connections', { found: StoredConnection | null }>> {
  const lock = async () => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`delivery ${project.id} ${owner}`}, 0))`);
    const [row] = await tx.select().from(deliveryConnections).where(ofOwner(project.id, owner)).for('update');
    return { found: row ?? null };
  };
  return awaitLock('delivery_connections', lock());
}

export async function saveConnection(
  tx: Tx,
  { project }: ActingIn,
  owner_id: string,
  row: Omit<StoredConnection, 'project_id' | 'owner_id' | 'version' | 'followed_to' | 'checked_at'> & {
    checked_at?: string;
  },
): Promise<void> {
  await tx
    .insert(deliveryConnections)
    .values({ ...row, project_id: project.id, owner_id })
    .onConflictDoUpdate({
      target: [deliveryConnections.project_id, deliveryConnections.owner_id],
      set: { ...row, version: sql`${deliveryConnections.version} + 1` },
    });
}

export async function removeConnection(tx: Tx, { project }: ActingIn, owner = SUPPLIER): Promise<boolean> {
  const gone = await tx
    .delete(deliveryConnections)
    .where(ofOwner(project.id, owner))
    .returning({ id: deliveryConnections.owner_id });
  return gone.length > 0;
}

/** The carrier has refused the key, or takes it again. */
export async function saveRefused(tx: Tx, project_id: string, owner: string, is_refused: boolean): Promise<void> {
  await tx
    .update(deliveryConnections)
    .set({ is_refused })
    .where(and(ofOwner(project_id, owner), eq(deliveryConnections.is_refused, !is_refused)));
}

export interface Connected {
  readonly project_id: string;
  readonly owner_id: string;
}

/** Keys in these projects that the carrier takes, that of the supplier before those of his dropshippers. */
export const listConnected = (tx: Tx, projectIds: readonly string[]): Promise<Connected[]> =>
  tx.rows<Connected & Record<string, unknown>>(sql`
    select project_id, owner_id from delivery_connections
    where project_id = any(${sql.param([...projectIds])}::uuid[]) and not is_refused order by project_id, owner_id`);

/**
 * Of one project, with what stands beside the key. The supplier's first, also when it was refused: whoever wants to know
 * now asks whether it holds again. What a dropshipper's refused key does not ask about the supplier's does.
 */
export const listKeys = (tx: Tx, { project }: ActingIn): Promise<StoredConnection[]> =>
  tx
    .select()
    .from(deliveryConnections)
    .where(
      and(
        eq(deliveryConnections.project_id, project.id),
        or(eq(deliveryConnections.owner_id, SUPPLIER), eq(deliveryConnections.is_refused, false)),
      ),
    )
    .orderBy(deliveryConnections.owner_id);

/** All that is sealed, for sealing it anew. */
export async function listSealed(tx: Tx, projectIds: readonly string[]) {
  return tx.rows<{ project_id: string; owner_id: string; sealed_key: string }>(sql`
    select project_id, owner_id, sealed_key from delivery_connections
    where project_id = any(${sql.param([...projectIds])}::uuid[])`);
}
export async function saveSealed(
  tx: Tx,
  project_id: string,
  owner: string,
  before: string,
  after: string,
): Promise<void> {
  await tx
    .update(deliveryConnections)
    .set({ sealed_key: after })
    .where(and(ofOwner(project_id, owner), eq(deliveryConnections.sealed_key, before)));
}

export const asConnection = (row: StoredConnection): Connection => ({
  ...{ key_tail: row.key_tail, senders: row.senders, sender_ref: row.sender_ref, contact_ref: row.contact_ref },
  ...{ city: row.city, branch: row.branch, defaults: row.defaults, rules: row.rules, remind_days: row.remind_days },
  ...{ is_refused: row.is_refused, checked_at: row.checked_at, version: row.version },
  is_ready: !!(row.sender_ref && row.contact_ref && row.city && row.branch),
});

export function asOwnConnection(row: StoredConnection): OwnConnection {
  const { rules: _rules, remind_days: _days, ...own } = asConnection(row);
  return own;
}
