import { asc, eq, sql } from 'drizzle-orm';
import type { StaffScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { accessChanges } from '../kit/live/live';
import { users } from './tables';

export interface UserAccess {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly blocked: boolean;
  readonly staff: boolean;
}

const COLUMNS = {
  id: users.id,
  name: users.name,
  email: users.email,
  blocked: sql<boolean>`${users.blocked_at} is not null`,
  staff: sql<boolean>`${users.platform_role} is not null`,
};

/**
 * The access of a user, and how many other operators could sign in. All operators are locked, in the order of their
 * ids, so that two of them cannot take away each other's access at the same moment.
 */
export async function lockUserAccess(
  tx: Tx,
  _scope: StaffScope,
  id: string,
): Promise<{ user: UserAccess; others: number } | null> {
  const staff = await tx
    .select(COLUMNS)
    .from(users)
    .where(eq(users.platform_role, 'Staff'))
    .orderBy(asc(users.id))
    .for('no key update');
  const [user] = await tx.select(COLUMNS).from(users).where(eq(users.id, id)).for('no key update');
  if (!user) return null;
  return { user, others: staff.filter((one) => one.id !== id && !one.blocked).length };
}

/** Writes what a user may do on the platform. Requests look it up each time, so it counts at once. */
export async function setUserAccess(
  tx: Tx,
  _scope: StaffScope,
  id: string,
  { blocked, staff }: Pick<UserAccess, 'blocked' | 'staff'>,
): Promise<void> {
  await tx
    .update(users)
    .set({
      blocked_at: blocked ? sql`coalesce(${users.blocked_at}, now())` : null,
      platform_role: staff ? 'Staff' : null,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, id));
  await accessChanges(tx, 'user', id);
}
