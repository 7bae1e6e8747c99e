import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import type { UserRow } from './identity.store';
import { users } from './tables';

/** Locked, nobody else bills him until the transaction ends. */
export async function readPayingUser(tx: Tx, id: string, lock = false): Promise<UserRow | null> {
  const query = tx.select().from(users).where(eq(users.id, id));
  const [row] = await (lock ? query.for('no key update') : query);
  return row ?? null;
}

export async function saveBilledUser(
  tx: Tx,
  id: string,
  changes: Partial<Pick<UserRow, 'billed_from' | 'restricted_from' | 'restricted_by'>>,
): Promise<void> {
  await tx.update(users).set(changes).where(eq(users.id, id));
}

/** Users whose first paid month has come, for the job of the 1st. */
export async function listBilledUsers(tx: Tx, month: string): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(lt(users.billed_from, month), isNull(users.blocked_at)))
    .orderBy(users.billed_from, users.id);
  return rows.map(({ id }) => id);
}
