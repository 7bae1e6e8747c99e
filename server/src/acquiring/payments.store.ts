import type { CardPayment } from '@lanka/domain/acquiring/contract';
import { and, asc, desc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import { awaitLock, type Locked } from '../kit/db/locked';
import { cardPaymentDues, cardPayments } from './tables';

export type StoredPayment = typeof cardPayments.$inferSelect;

const USABLE: readonly StoredPayment['state'][] = ['open', 'processing', 'failed'];

/** Whether somebody may pay on the page of the bank. */
export const isUsable = ({ state, problem, expires_at }: Pick<CardPayment, 'state' | 'problem' | 'expires_at'>) =>
  USABLE.includes(state) && problem === null && Date.parse(expires_at) > Date.now();

export const asCardPayment = (row: StoredPayment): CardPayment => ({
  ...{ id: row.id, amount: row.amount, state: row.state, refunded: row.refunded, refund_wanted: row.refund_wanted },
  page_url: isUsable(row) ? row.page_url : null,
  ...{ expires_at: row.expires_at, paid_at: row.paid_at, card: row.card, failure: row.failure, problem: row.problem },
  ...{ resolved_at: row.resolved_at, created_at: row.created_at },
});

const one = (tenant: string, id: string) => and(eq(cardPayments.project_id, tenant), eq(cardPayments.id, id));

interface Ref {
  readonly kind: string;
  readonly id: string;
}
const ofRef = (tenant: string, ref: Ref) =>
  and(eq(cardPayments.project_id, tenant), eq(cardPayments.ref_kind, ref.kind), eq(cardPayments.ref_id, ref.id));

export async function findStored(tx: Tx, tenant: string, id: string): Promise<StoredPayment | null> {
  const [row] = await tx.select().from(cardPayments).where(one(tenant, id));
  return row ?? null;
}

/** @param tenant whose row it is: a project, or a dropshipper’s workspace by his id */
export async function findCardPayment(tx: Tx, tenant: string, id: string): Promise<CardPayment | null> {
  const row = await findStored(tx, tenant, id);
  return row && asCardPayment(row);
}

/** All for one cause, the newest first. */
export async function listCardPayments(tx: Tx, tenant: string, ref: Ref): Promise<CardPayment[]> {
  const rows = await tx.select().from(cardPayments).where(ofRef(tenant, ref)).orderBy(desc(cardPayments.id)).limit(100);
  return rows.map(asCardPayment);
}

/** The page that waits for this cause. */
export async function findOpen(tx: Tx, tenant: string, ref: Ref): Promise<StoredPayment | null> {
  const [row] = await tx
    .select()
    .from(cardPayments)
    .where(and(ofRef(tenant, ref), inArray(cardPayments.state, ['open', 'processing']), isNull(cardPayments.problem)));
  return row ?? null;
}

/** Pages for one cause that somebody may pay on: the one that waits, and those where a card was declined. */
export interface Cause {
  readonly found: StoredPayment | null;
  readonly declined: readonly StoredPayment[];
}

/** Of two who begin to pay for one cause the second waits for the first; what the bank tells of its payments waits too. */
export async function lockCause(tx: Tx, tenant: string, ref: Ref): Promise<Locked<'card_payments', Cause>> {
  const lock = async () => {
    const name = `card ${tenant} ${ref.kind} ${ref.id}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
    const rows = await tx
      .select()
      .from(cardPayments)
      .where(and(ofRef(tenant, ref), inArray(cardPayments.state, [...USABLE]), isNull(cardPayments.problem)))
      .orderBy(asc(cardPayments.id))
      .for('update');
    return {
      found: rows.find(({ state }) => state !== 'failed') ?? null,
      declined: rows.filter(({ state }) => state === 'failed'),
    };
  };
  return awaitLock('card_payments', lock());
}

/** All payments for one cause: nobody begins another, and what the bank tells of them waits. */
export async function lockPayments(
  tx: Tx,
  tenant: string,
  ref: Ref,
): Promise<Locked<'card_payments', { all: StoredPayment[] }>> {
  await lockCause(tx, tenant, ref);
  const lock = async () => ({
    all: await tx.select().from(cardPayments).where(ofRef(tenant, ref)).orderBy(asc(cardPayments.id)).for('update'),
  });
  return awaitLock('card_payments', lock());
}

export async function lockPayment(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<Locked<'card_payments', { found: StoredPayment | null }>> {
  const lock = async () => {
    const [row] = await tx.select().from(cardPayments).where(one(tenant, id)).for('update');
    return { found: row ?? null };
  };
  return awaitLock('card_payments', lock());
}

export async function insertCardPayment(tx: Tx, row: typeof cardPayments.$inferInsert): Promise<StoredPayment> {
  const [made] = await tx.insert(cardPayments).values(row).returning();
  return made as StoredPayment;
}

export async function saveCardPayment(
  tx: Tx,
  { project_id, id }: Pick<StoredPayment, 'project_id' | 'id'>,
  values: Partial<StoredPayment>,
): Promise<StoredPayment> {
  const [row] = await tx.update(cardPayments).set(values).where(one(project_id, id)).returning();
  return row as StoredPayment;
}

/** When a payment is looked at next; null: never by itself. */
export async function saveDue(tx: Tx, tenant: string, id: string, at: Date | null): Promise<void> {
  if (at === null) {
    await tx.delete(cardPaymentDues).where(eq(cardPaymentDues.id, id));
    return;
  }
  const moment = at.toISOString();
  await tx
    .insert(cardPaymentDues)
    .values({ id, tenant, at: moment })
    .onConflictDoUpdate({ target: cardPaymentDues.id, set: { at: moment } });
}

/** The payment is looked at by this process alone for so long; false when it is not due, or somebody else has it. */
export async function takeDue(tx: Tx, id: string, seconds: number): Promise<boolean> {
  const rows = await tx
    .update(cardPaymentDues)
    .set({ held_until: sql`now() + ${seconds} * interval '1 second'` })
    .where(and(eq(cardPaymentDues.id, id), lte(cardPaymentDues.at, sql`now()`), IS_FREE))
    .returning({ id: cardPaymentDues.id });
  return rows.length === 1;
}

const IS_FREE = or(isNull(cardPaymentDues.held_until), lt(cardPaymentDues.held_until, sql`now()`));

export const releaseDue = (tx: Tx, id: string): Promise<unknown> =>
  tx.update(cardPaymentDues).set({ held_until: null }).where(eq(cardPaymentDues.id, id));

/** Due at once; false where it is looked at no more. */
export async function hurryDue(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx
    .update(cardPaymentDues)
    .set({ at: sql`now()` })
    .where(eq(cardPaymentDues.id, id))
    .returning({ id: cardPaymentDues.id });
  return rows.length === 1;
}

export const listDue = (tx: Tx, most: number): Promise<{ id: string; tenant: string }[]> =>
  tx
    .select({ id: cardPaymentDues.id, tenant: cardPaymentDues.tenant })
    .from(cardPaymentDues)
    .where(and(lte(cardPaymentDues.at, sql`now()`), IS_FREE))
    .orderBy(asc(cardPaymentDues.at))
    .limit(most);

const QUEUED = sql`owner = 'project' and (refund_wanted > refunded or problem is not null)`;

/** Refunds that the bank has not done yet, and payments that a person has to look at. */
export async function countQueued(
  tx: Tx,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, { waiting: number; failed: number; since: string | null }>> {
  const rows = await tx.rows<{ project_id: string; waiting: number; failed: number; since: string | null }>(sql`
    select project_id, count(*) filter (where problem is null)::int as waiting,
      count(*) filter (where problem is not null)::int as failed,
      min(paid_at) filter (where problem is null) as since
    from card_payments where project_id = any(${sql.param([...projectIds])}::uuid[]) and ${QUEUED} group by project_id`);
  return new Map(
    rows.map(({ project_id, waiting, failed, since }) => [
      project_id,
      { waiting, failed, since: since && new Date(since).toISOString() },
    ]),
  );
}

/** Those that wait, or that a person has to look at. */
export async function listQueued(tx: Tx, tenant: string, most: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from card_payments where project_id = ${tenant} and ${QUEUED} order by id limit ${most}`);
  return rows.map(({ id }) => id);
}
