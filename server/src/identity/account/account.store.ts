import type { UserSession } from '@lanka/domain/identity/account';
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { UserScope } from '../../kit/auth/scope';
import type { Tx } from '../../kit/db/db';
import { newId } from '../../kit/db/ids';
import { toInstant } from '../../kit/db/paging';
import { accessChanges } from '../../kit/live/live';
import type { UserRow } from '../identity.store';
import {
  emailLinks,
  passwordLinks,
  recoveryCodes,
  sessions,
  signInFailures,
  signUpInvitations,
  users,
} from '../tables';

const nowText = (): string => new Date().toISOString();

export type SignUpInvitation = typeof signUpInvitations.$inferSelect;

/** One open invitation for an address: asked again it gets a new secret and more time, and the old link dies. */
export async function saveSignUpInvitation(
  tx: Tx,
  values: Pick<SignUpInvitation, 'email' | 'name' | 'phone_number' | 'locale' | 'token_hash' | 'expires_at'>,
): Promise<void> {
  await tx
    .update(signUpInvitations)
    .set({ expires_at: nowText() })
    .where(and(eq(signUpInvitations.email, values.email), isNull(signUpInvitations.used_at)));
  await tx.insert(signUpInvitations).values({ ...values, id: newId(), last_sent_at: nowText() });
}

const open = (hash: string) =>
  and(
    eq(signUpInvitations.token_hash, hash),
    isNull(signUpInvitations.used_at),
    gt(signUpInvitations.expires_at, sql`now()`),
  );

export async function findSignUpInvitation(tx: Tx, hash: string): Promise<SignUpInvitation | null> {
  const [row] = await tx.select().from(signUpInvitations).where(open(hash));
  return row ?? null;
}

/** Uses the invitation up; null when somebody was faster. */
export async function takeSignUpInvitation(tx: Tx, hash: string): Promise<SignUpInvitation | null> {
  const [row] = await tx.update(signUpInvitations).set({ used_at: nowText() }).where(open(hash)).returning();
  return row ?? null;
}

export type NewUser = Pick<
  UserRow,
  'email' | 'name' | 'phone_number' | 'locale' | 'password_hash' | 'email_confirmed_at'
>;

/** Null when somebody has this e-mail. */
export async function insertUser(tx: Tx, values: NewUser): Promise<string | null> {
  const [row] = await tx
    .insert(users)
    .values({ ...values, id: newId() })
    .onConflictDoNothing()
    .returning({ id: users.id });
  return row?.id ?? null;
}

/** Fields of the user that only the account itself changes. */
export async function changeAccount(tx: Tx, userId: string, changes: Partial<UserRow>): Promise<void> {
  await tx
    .update(users)
    .set({ ...changes, version: sql`${users.version} + 1` })
    .where(eq(users.id, userId));
}

/** The user's plan as a dropshipper, with the moment it was chosen. */
export const changePlanOf = (tx: Tx, userId: string, plan: string, now: Date): Promise<void> =>
  changeAccount(tx, userId, { subscription_plan: plan, subscription_plan_since: now.toISOString() });

/** Not `for update`: rows that refer to the user may be written meanwhile, and two who do both must not deadlock. */
export async function lockUser(tx: Tx, userId: string): Promise<UserRow> {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  if (!row) throw new Error('a user in scope exists');
  return row;
}

export interface EmailLink {
  readonly user_id: string;
  readonly kind: 'confirm' | 'change';
  readonly email: string;
}

/** A link of the same kind sent before dies with the new one. */
export async function insertEmailLink(tx: Tx, hash: string, link: EmailLink, expires_at: string): Promise<void> {
  await endEmailLinks(tx, link.user_id, link.kind);
  await tx.insert(emailLinks).values({ ...link, token_hash: hash, expires_at });
}

export async function endEmailLinks(tx: Tx, userId: string, kind?: EmailLink['kind']): Promise<void> {
  await tx
    .update(emailLinks)
    .set({ used_at: nowText() })
    .where(
      and(eq(emailLinks.user_id, userId), isNull(emailLinks.used_at), kind ? eq(emailLinks.kind, kind) : undefined),
    );
}

export async function useEmailLink(tx: Tx, hash: string): Promise<EmailLink | null> {
  const [row] = await tx
    .update(emailLinks)
    .set({ used_at: nowText() })
    .where(and(eq(emailLinks.token_hash, hash), isNull(emailLinks.used_at), gt(emailLinks.expires_at, sql`now()`)))
    .returning();
  return row ?? null;
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId));
  if (hashes.length > 0)
    await tx.insert(recoveryCodes).values(hashes.map((code_hash) => ({ user_id: userId, code_hash })));
}

/** Whether the code was there and unused; now it is used. */
export async function useRecoveryCode(tx: Tx, userId: string, hash: string): Promise<boolean> {
  const rows = await tx
    .update(recoveryCodes)
    .set({ used_at: nowText() })
    .where(and(eq(recoveryCodes.user_id, userId), eq(recoveryCodes.code_hash, hash), isNull(recoveryCodes.used_at)))
    .returning({ code_hash: recoveryCodes.code_hash });
  return rows.length > 0;
}

export async function countRecoveryCodes(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.user_id, userId), isNull(recoveryCodes.used_at)));
  return row?.n ?? 0;
}

/** Whether an app's code of this time step is accepted: each step once, and never an older one. */
export async function takeTotpStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ totp_last_step: step })
    .where(and(eq(users.id, userId), sql`coalesce(${users.totp_last_step}, 0) < ${step}`))
    .returning({ id: users.id });
  return rows.length > 0;
}

const alive = and(isNull(sessions.ended_at), gt(sessions.expires_at, sql`now()`));

/** The last use of a session is when its tokens were renewed: near enough, and it costs nothing. */
export async function listSessionRows(tx: Tx, scope: UserScope): Promise<UserSession[]> {
  const rows = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.user_id, scope.user.id), alive))
    .orderBy(desc(sql`coalesce(${sessions.rotated_at}, ${sessions.created_at})`))
    .limit(200);
  return rows.map((row) => ({
    id: row.id,
    agent: row.agent,
    address: row.address,
    created_at: row.created_at,
    last_seen_at: toInstant(row.rotated_at ?? row.created_at),
    current: row.id === scope.session_id,
  }));
}

export async function endOwnSession(tx: Tx, scope: UserScope, id: string): Promise<boolean> {
  const rows = await tx
    .update(sessions)
    .set({ ended_at: nowText() })
    .where(and(eq(sessions.id, id), eq(sessions.user_id, scope.user.id), isNull(sessions.ended_at)))
    .returning({ id: sessions.id });
  if (rows.length > 0) await accessChanges(tx, 'session', id);
  return rows.length > 0;
}

/** Whether this user has signed in before, and whether from this browser. */
export async function seenBefore(
  tx: Tx,
  userId: string,
  deviceHash: string | null,
): Promise<{ ever: boolean; here: boolean }> {
  const found = await tx.rows<{ ever: boolean; here: boolean }>(sql`
    select exists (select 1 from ${sessions} where ${sessions.user_id} = ${userId}) as ever,
      exists (select 1 from ${sessions} where ${sessions.user_id} = ${userId} and ${sessions.device_hash} = ${deviceHash}) as here`);
  return found[0] ?? { ever: false, here: false };
}

/** Whether the user of this e-mail has signed in from this device. */
export async function isDeviceOf(tx: Tx, email: string, deviceHash: string): Promise<boolean> {
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(and(eq(users.email, email), eq(sessions.device_hash, deviceHash)))
    .limit(1);
  return rows.length > 0;
}

/** A device cookie lasts a year, and what it opened must be remembered as long. */
const KEPT = { failures: '1 day', links: '30 days', sessions: '400 days' };

/** Forgets what serves nothing any more: old failures, dead links, sessions that ended long ago. */
export async function forgetOld(tx: Tx): Promise<void> {
  const before = (span: string) => sql`now() - ${span}::interval`;
  await tx.delete(signInFailures).where(lt(signInFailures.last_at, before(KEPT.failures)));
  await tx.delete(passwordLinks).where(lt(passwordLinks.expires_at, before(KEPT.links)));
  await tx.delete(emailLinks).where(lt(emailLinks.expires_at, before(KEPT.links)));
  await tx.delete(sessions).where(lt(sessions.expires_at, before(KEPT.sessions)));
}
