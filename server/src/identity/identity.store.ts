import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { UserScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { accessChanges } from '../kit/live/live';
import { passwordLinks, sessions, signInFailures, users } from './tables';

export type UserRow = typeof users.$inferSelect;

export async function findUserByEmail(tx: Tx, email: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.email, email));
  return row ?? null;
}

export async function findUserById(tx: Tx, id: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, id));
  return row ?? null;
}

/** The language of whoever has this e-mail; null when nobody does. */
export async function localeOf(tx: Tx, email: string): Promise<UserRow['locale'] | null> {
  return (await findUserByEmail(tx, email))?.locale ?? null;
}

export async function readUser(tx: Tx, scope: UserScope): Promise<UserRow> {
  const row = await findUserById(tx, scope.user.id);
  if (!row) throw new Error('a user in scope exists');
  return row;
}

export async function updateUser(tx: Tx, scope: UserScope, changes: Partial<UserRow>): Promise<void> {
  await tx
    .update(users)
    .set({ ...changes, version: sql`${users.version} + 1` })
    .where(eq(users.id, scope.user.id));
}

/** The user with this e-mail, made without a password when there is none. */
export async function upsertUser(
  tx: Tx,
  email: string,
  name: string,
  phone_number: string | null = null,
): Promise<UserRow> {
  await tx.insert(users).values({ id: newId(), email, name, phone_number }).onConflictDoNothing();
  const found = await findUserByEmail(tx, email);
  if (!found) throw new Error('the user was just made');
  return found;
}

/** How many users there are beside this one. */
export async function countUsers(tx: Tx, except: string): Promise<number> {
  const [row] = await tx.select({ n: sql<number>`count(*)::int` }).from(users).where(ne(users.email, except));
  return row?.n ?? 0;
}

/** The way to a password is a link from a letter, so the address is proven with it. */
export async function setPasswordHash(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx
    .update(users)
    .set({ password_hash: hash, email_confirmed_at: sql`coalesce(${users.email_confirmed_at}, now())` })
    .where(eq(users.id, userId));
}

export interface NewSession {
  readonly user_id: string;
  /** Of its first refresh token. */
  readonly refresh_hash: string;
  readonly agent: string;
  readonly address: string;
  readonly device_hash?: string;
  readonly expires_at: string;
}

export async function insertSession(tx: Tx, values: NewSession): Promise<string> {
  const id = newId();
  // the refresh tokens that follow begin with the first one
  await tx.insert(sessions).values({ ...values, id, family_hash: values.refresh_hash });
  await tx.update(users).set({ last_sign_in_at: sql`now()` }).where(eq(users.id, values.user_id));
  return id;
}

const notBlocked = sql`exists (select 1 from ${users} where ${users.id} = ${sessions.user_id} and ${users.blocked_at} is null)`;

const alive = () => and(isNull(sessions.ended_at), gt(sessions.expires_at, sql`now()`));

/**
 * The living session whose refresh tokens begin with this family; none of a blocked user. Locked, so that uses queue
 * up.
 */
export async function lockSessionOfFamily(tx: Tx, hash: string): Promise<typeof sessions.$inferSelect | null> {
  const [row] = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.family_hash, hash), alive(), notBlocked))
    .for('update');
  return row ?? null;
}

interface Rotated {
  readonly id: string;
  readonly user_id: string;
}

/** Its user is active: written once an hour, however often a session is renewed. */
export async function rotateSession(
  tx: Tx,
  { id, user_id }: Rotated,
  refreshHash: string,
  previousHash: string,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ refresh_hash: refreshHash, previous_hash: previousHash, rotated_at: new Date().toISOString() })
    .where(eq(sessions.id, id));
  // whoever holds the user may be waiting for this session: an hour's activity is not worth a wait
  await tx.execute(sql`
    update users set last_active_at = now() where id in (select u.id from users u
      where u.id = ${user_id} and coalesce(u.last_active_at, '-infinity') < now() - interval '1 hour'
      for no key update skip locked)`);
}

export async function endSession(tx: Tx, id: string): Promise<void> {
  await tx.update(sessions).set({ ended_at: new Date().toISOString() }).where(eq(sessions.id, id));
  await accessChanges(tx, 'session', id);
}

export async function endSessionsOf(tx: Tx, userId: string, except = ''): Promise<void> {
  await tx
    .update(sessions)
    .set({ ended_at: new Date().toISOString() })
    .where(and(eq(sessions.user_id, userId), isNull(sessions.ended_at), except ? ne(sessions.id, except) : undefined));
  await accessChanges(tx, 'user', userId);
}

export async function insertPasswordLink(tx: Tx, userId: string, hash: string, expiresAt: string): Promise<void> {
  await tx.insert(passwordLinks).values({ token_hash: hash, user_id: userId, expires_at: expiresAt });
}

/** Uses the link up; null when it is unknown, used or expired. All other links of the user die with it. */
export async function usePasswordLink(tx: Tx, hash: string): Promise<string | null> {
  const [row] = await tx
    .update(passwordLinks)
    .set({ used_at: new Date().toISOString() })
    .where(
      and(eq(passwordLinks.token_hash, hash), isNull(passwordLinks.used_at), gt(passwordLinks.expires_at, sql`now()`)),
    )
    .returning({ user_id: passwordLinks.user_id });
  if (!row) return null;
  await endPasswordLinks(tx, row.user_id);
  return row.user_id;
}

export async function endPasswordLinks(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(passwordLinks)
    .set({ used_at: new Date().toISOString() })
    .where(and(eq(passwordLinks.user_id, userId), isNull(passwordLinks.used_at)));
}

export interface Failures {
  readonly failures: number;
  readonly last_at: string;
}

/** Whoever asks for the same key at once waits until this transaction ends. */
export async function lockFailures(tx: Tx, keyHash: string): Promise<Failures> {
  const [row] = await tx
    .insert(signInFailures)
    .values({ email_hash: keyHash, failures: 0 })
    // sets nothing, but locks the row and answers it
    .onConflictDoUpdate({ target: signInFailures.email_hash, set: { email_hash: keyHash } })
    .returning();
  if (!row) throw new Error('an upsert answers its row');
  return row;
}

/** Counts one more; after an hour of quiet the count begins anew. */
export async function countFailure(tx: Tx, keyHash: string): Promise<void> {
  // not the time of the transaction, which may have waited for the lock
  const last_at = new Date().toISOString();
  await tx
    .insert(signInFailures)
    .values({ email_hash: keyHash, failures: 1, last_at })
    .onConflictDoUpdate({
      target: signInFailures.email_hash,
      set: {
        failures: sql`case when ${signInFailures.last_at} < now() - interval '1 hour' then 1 else ${signInFailures.failures} + 1 end`,
        last_at,
      },
    });
}

export async function uncountFailure(tx: Tx, keyHash: string): Promise<void> {
  await tx
    .update(signInFailures)
    .set({ failures: sql`greatest(${signInFailures.failures} - 1, 0)` })
    .where(eq(signInFailures.email_hash, keyHash));
}

export async function forgetFailures(tx: Tx, keyHash: string): Promise<void> {
  await tx.delete(signInFailures).where(eq(signInFailures.email_hash, keyHash));
}
