import { type AccessRequestStatus, type MessageStatus, SAME_WORDS_MINUTES } from '@lanka/domain/site/contract';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { users } from '../identity/tables';
import type { StaffScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { accessRequests, messages, sendings } from './tables';

export type MessageRow = typeof messages.$inferSelect;
export type AccessRequestRow = typeof accessRequests.$inferSelect;

/** Counts one more form of this sender and answers how many there were in this hour. Senders queue up here. */
export async function countSending(tx: Tx, senderHash: string): Promise<{ count: number; seconds_left: number }> {
  const found = await tx.rows<{ count: number; seconds_left: number }>(sql`
    insert into sendings as s (sender_hash, hour, count) values (${senderHash}, date_trunc('hour', now()), 1)
    on conflict (sender_hash, hour) do update set count = s.count + 1
    returning s.count, ceil(extract(epoch from s.hour + interval '1 hour' - now()))::int as seconds_left`);
  return found[0] as { count: number; seconds_left: number };
}

/** Yesterday's counts are of no use, and they are made from people's addresses. */
export async function forgetSendings(tx: Tx): Promise<void> {
  await tx.delete(sendings).where(lt(sendings.hour, sql`now() - interval '1 day'`));
}

export type NewMessage = Pick<MessageRow, 'kind' | 'name' | 'email_phone' | 'comment' | 'locale'> &
  Partial<Pick<MessageRow, 'phone_number' | 'region' | 'consent' | 'user_id'>>;

/** The same words of the same sender a few minutes ago. */
export async function findSameMessage(tx: Tx, values: NewMessage): Promise<string | null> {
  const [row] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.kind, values.kind),
        eq(messages.name, values.name),
        eq(messages.email_phone, values.email_phone),
        eq(messages.comment, values.comment),
        gt(messages.created_at, sql`now() - make_interval(mins => ${SAME_WORDS_MINUTES})`),
      ),
    )
    .limit(1);
  return row?.id ?? null;
}

export async function insertMessage(tx: Tx, values: NewMessage): Promise<string> {
  const id = newId();
  await tx.insert(messages).values({ ...values, id });
  return id;
}

export type NewAccessRequest = Pick<
  AccessRequestRow,
  'email' | 'name' | 'phone_number' | 'company' | 'region' | 'audience' | 'subscription_plan' | 'comment' | 'locale'
>;

/** One that was answered already: a demo tells of those. */
export async function insertDecided(
  tx: Tx,
  values: Omit<typeof accessRequests.$inferInsert, 'id'> & { readonly status: 'approved' | 'rejected' },
): Promise<void> {
  await tx.insert(accessRequests).values({ ...values, id: newId() });
}

/** Null when this e-mail has an account, or a request that waits already: nothing is kept then. */
export async function insertAccessRequest(tx: Tx, values: NewAccessRequest): Promise<string | null> {
  const [known] = await tx.select({ id: users.id }).from(users).where(eq(users.email, values.email));
  if (known) return null;
  const [row] = await tx
    .insert(accessRequests)
    .values({ ...values, id: newId() })
    .onConflictDoNothing()
    .returning({ id: accessRequests.id });
  return row?.id ?? null;
}

// For the operator area, which decides what becomes of them

/** Nobody else decides it until the transaction ends. */
export async function lockAccessRequest(tx: Tx, _scope: StaffScope, id: string): Promise<AccessRequestRow | null> {
  const [row] = await tx.select().from(accessRequests).where(eq(accessRequests.id, id)).for('update');
  return row ?? null;
}

export async function decideAccessRequest(
  tx: Tx,
  scope: StaffScope,
  id: string,
  status: Exclude<AccessRequestStatus, 'pending'>,
  reason: string,
): Promise<void> {
  const decided_at = new Date().toISOString();
  const invited_at = status === 'approved' ? decided_at : null;
  await tx
    .update(accessRequests)
    .set({ status, reason, decided_at, decided_by: scope.user.id, invited_at })
    .where(eq(accessRequests.id, id));
}

export async function markInvited(tx: Tx, _scope: StaffScope, id: string): Promise<void> {
  await tx.update(accessRequests).set({ invited_at: new Date().toISOString() }).where(eq(accessRequests.id, id));
}

export async function lockMessage(tx: Tx, _scope: StaffScope, id: string): Promise<MessageRow | null> {
  const [row] = await tx.select().from(messages).where(eq(messages.id, id)).for('update');
  return row ?? null;
}

export async function setMessageStatus(tx: Tx, scope: StaffScope, id: string, status: MessageStatus): Promise<void> {
  const done = status === 'done';
  await tx
    .update(messages)
    .set({ status, done_at: done ? new Date().toISOString() : null, done_by: done ? scope.user.id : null })
    .where(eq(messages.id, id));
}
