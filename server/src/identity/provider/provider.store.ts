import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../kit/db/db';
import { signUpInvitations, users } from '../tables';

type UserRow = typeof users.$inferSelect;

export async function findBySubject(tx: Tx, subject: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.oidc_subject, subject)).for('update');
  return row ?? null;
}

export async function changeUser(tx: Tx, id: string, changes: Partial<UserRow>): Promise<void> {
  await tx
    .update(users)
    .set({ ...changes, version: sql`${users.version} + 1` })
    .where(eq(users.id, id));
}

export async function hasSignUpInvitation(tx: Tx, email: string): Promise<boolean> {
  const [row] = await tx.select({ id: signUpInvitations.id }).from(signUpInvitations).where(openInvitation(email));
  return row !== undefined;
}

const openInvitation = (email: string) =>
  and(
    eq(signUpInvitations.email, email),
    isNull(signUpInvitations.used_at),
    gt(signUpInvitations.expires_at, sql`now()`),
  );

/** What an operator wrote down of the newcomer; the invitation is used up. */
export async function useSignUpInvitation(
  tx: Tx,
  email: string,
): Promise<{ name: string; phone_number: string | null } | null> {
  const [row] = await tx
    .update(signUpInvitations)
    .set({ used_at: new Date().toISOString() })
    .where(openInvitation(email))
    .returning({ name: signUpInvitations.name, phone_number: signUpInvitations.phone_number });
  return row ?? null;
}
