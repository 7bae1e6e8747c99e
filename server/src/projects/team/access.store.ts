import { sql } from 'drizzle-orm';
import type { ActingIn } from '../../kit/auth/scope';
import { idArray } from '../../kit/db/arrays';
import type { Tx } from '../../kit/db/db';
import { awaitLock, type Locked } from '../../kit/db/locked';
import { accessChanges } from '../../kit/live/live';

/** The living accesses of a dropshipper: whoever writes as him holds his, whoever ends one waits for these. */

/** In which of these projects the dropshipper has access; it does not end there until the transaction does. In key order. */
export async function holdAccess(tx: Tx, userId: string, projects: readonly string[]): Promise<ReadonlySet<string>> {
  const held = await tx.rows<{ project_id: string }>(sql`
    select m.project_id from memberships m
    where m.project_id = any(${idArray(projects)}) and m.user_id = ${userId} and m.role = 'Client' and m.ended_at is null
    order by m.project_id for share`);
  return new Set(held.map(({ project_id }) => project_id));
}

export type LockedAccess = Locked<
  'memberships',
  { readonly user_id: string; readonly counterparty_id: string; readonly name: string; readonly email: string }
>;

/**
 * The living access as this counterparty, for this transaction alone: what its dropshipper was writing is written, and
 * what he asks for from now on waits. Null when there is none any more.
 */
export async function lockAccess(tx: Tx, { project }: ActingIn, counterpartyId: string): Promise<LockedAccess | null> {
  const lock = async () => {
    const [found] = await tx.rows<{ user_id: string; counterparty_id: string; name: string; email: string }>(sql`
      select m.user_id, m.counterparty_id, u.name, u.email
      from memberships m cross join lateral (select u.name, u.email from users u where u.id = m.user_id limit 1) u
      where m.project_id = ${project.id} and m.counterparty_id = ${counterpartyId} and m.ended_at is null
      for no key update of m`);
    return { found: found ?? null };
  };
  const { found } = await awaitLock('memberships', lock());
  return found as LockedAccess | null;
}

/** It is kept, closed: he still sees his own past orders (domain.md, People). */
export async function closeAccess(tx: Tx, { project }: ActingIn, { user_id }: LockedAccess): Promise<void> {
  // not when the transaction began: it may have waited for what was ordered meanwhile
  const at = new Date().toISOString();
  await tx.execute(sql`
    update memberships set ended_at = ${at}::timestamptz where project_id = ${project.id} and user_id = ${user_id}`);
  await accessChanges(tx, 'user', user_id);
}
