import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import { awaitLock, type Locked } from '../kit/db/locked';
import { acquiringConnections, acquiringKeys } from './tables';

export type StoredConnection = typeof acquiringConnections.$inferSelect;

const of = (project_id: string) => eq(acquiringConnections.project_id, project_id);

export async function findConnection(tx: Tx, project_id: string): Promise<StoredConnection | null> {
  const [row] = await tx.select().from(acquiringConnections).where(of(project_id));
  return row ?? null;
}

/** @param of those whose token the bank takes, or takes no more, alone */
export async function connectedProjects(
  tx: Tx,
  projectIds: readonly string[],
  of: { readonly refused?: boolean } = {},
): Promise<string[]> {
  const rows = await tx
    .select({ project_id: acquiringConnections.project_id })
    .from(acquiringConnections)
    .where(
      and(
        inArray(acquiringConnections.project_id, [...projectIds]),
        of.refused === undefined ? undefined : eq(acquiringConnections.is_refused, of.refused),
      ),
    );
  return rows.map(({ project_id }) => project_id);
}

export async function lockConnection(
  tx: Tx,
  project_id: string,
): Promise<Locked<'acquiring_connections', { found: StoredConnection | null }>> {
  const lock = async () => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`acquiring ${project_id}`}, 0))`);
    const [row] = await tx.select().from(acquiringConnections).where(of(project_id)).for('update');
    return { found: row ?? null };
  };
  return awaitLock('acquiring_connections', lock());
}

export async function saveConnection(
  tx: Tx,
  row: Pick<StoredConnection, 'project_id' | 'sealed_token' | 'merchant_name' | 'merchant_code'>,
): Promise<void> {
  const values = { ...row, is_refused: false };
  await tx
    .insert(acquiringConnections)
    .values(values)
    .onConflictDoUpdate({
      target: acquiringConnections.project_id,
      set: { ...values, version: sql`${acquiringConnections.version} + 1` },
    });
}

export const removeConnection = (tx: Tx, project_id: string): Promise<unknown> =>
  tx.delete(acquiringConnections).where(of(project_id));

/**
 * The bank has refused this token: another that was given meanwhile is as good as it was. @returns whether that is new
 */
export async function saveRefused(tx: Tx, { project_id, sealed_token }: StoredConnection): Promise<boolean> {
  const rows = await tx
    .update(acquiringConnections)
    .set({ is_refused: true })
    .where(
      and(
        of(project_id),
        eq(acquiringConnections.sealed_token, sealed_token),
        eq(acquiringConnections.is_refused, false),
      ),
    )
    .returning({ project_id: acquiringConnections.project_id });
  return rows.length === 1;
}

export const listSealed = (tx: Tx, projectIds: readonly string[]): Promise<StoredConnection[]> =>
  tx
    .select()
    .from(acquiringConnections)
    .where(inArray(acquiringConnections.project_id, [...projectIds]));

export const saveSealed = (tx: Tx, project_id: string, old: string, sealed_token: string): Promise<unknown> =>
  tx
    .update(acquiringConnections)
    .set({ sealed_token })
    .where(and(of(project_id), eq(acquiringConnections.sealed_token, old)));

export async function findKey(tx: Tx, merchant: string): Promise<typeof acquiringKeys.$inferSelect | null> {
  const [row] = await tx.select().from(acquiringKeys).where(eq(acquiringKeys.merchant, merchant));
  return row ?? null;
}

export async function saveKey(tx: Tx, merchant: string, public_key: string): Promise<void> {
  const values = { public_key, asked_at: new Date().toISOString(), is_doubted: false };
  await tx
    .insert(acquiringKeys)
    .values({ merchant, ...values })
    .onConflictDoUpdate({ target: acquiringKeys.merchant, set: values });
}

/**
 * Something came that this key did not sign: it is asked for again, once in so many seconds, whether the bank answers or
 * not. @returns whether now
 */
export async function doubtKey(tx: Tx, merchant: string, seconds: number): Promise<boolean> {
  const rows = await tx
    .update(acquiringKeys)
    .set({ is_doubted: true, asked_at: sql`now()` })
    .where(
      and(
        eq(acquiringKeys.merchant, merchant),
        lt(acquiringKeys.asked_at, sql`now() - ${seconds} * interval '1 second'`),
      ),
    )
    .returning({ merchant: acquiringKeys.merchant });
  return rows.length === 1;
}
