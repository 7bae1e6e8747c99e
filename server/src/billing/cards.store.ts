import type { PlanCardPayment } from '@lanka/domain/billing/cards';
import { invoiceNumber } from '@lanka/domain/billing/rules';
import type { Page } from '@lanka/domain/kit/lists';
import { and, eq, sql } from 'drizzle-orm';
import type { Queued } from '../integrations';
import type { StaffScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type ListQuery, readPage, toInstant } from '../kit/db/paging';
import { type PlanCardRow, planCardPayments } from './tables';

/** The same page asked for again is the same row. */
export const insertCard = (
  tx: Tx,
  row: Pick<PlanCardRow, 'id' | 'invoice_id' | 'audience' | 'payer_id' | 'amount'>,
): Promise<unknown> => tx.insert(planCardPayments).values(row).onConflictDoNothing();

export async function readCard(tx: Tx, id: string): Promise<PlanCardRow | null> {
  const [row] = await tx.select().from(planCardPayments).where(eq(planCardPayments.id, id));
  return row ?? null;
}

export const saveCard = (tx: Tx, id: string, values: Partial<PlanCardRow>): Promise<unknown> =>
  tx.update(planCardPayments).set(values).where(eq(planCardPayments.id, id));

/**
 * The bank has refunded more. What it does after it had refused, and a person has written down as paid back by hand, is
 * that very money: in its own cabinet.
 */
export const addCardRefund = (tx: Tx, id: string, amount: number, problem: PlanCardRow['problem']): Promise<unknown> =>
  tx
    .update(planCardPayments)
    .set({
      refunded: sql`${planCardPayments.refunded} + ${amount}`,
      by_hand: sql`least(${planCardPayments.by_hand}, greatest(${planCardPayments.owed} - ${planCardPayments.refunded} - ${amount}, 0))`,
      problem,
    })
    .where(eq(planCardPayments.id, id));

/** What the bank has not refunded by now of what is owed was paid back another way. */
export const saveByHand = (tx: Tx, id: string): Promise<unknown> =>
  tx
    .update(planCardPayments)
    .set({ by_hand: sql`greatest(${planCardPayments.owed} - ${planCardPayments.refunded}, 0)` })
    .where(eq(planCardPayments.id, id));

/** The one by which the invoice was paid. */
export async function readSettling(tx: Tx, invoiceId: string): Promise<PlanCardRow | null> {
  const [row] = await tx
    .select()
    .from(planCardPayments)
    .where(and(eq(planCardPayments.invoice_id, invoiceId), eq(planCardPayments.settles, true)));
  return row ?? null;
}

const COLUMNS = sql`k.id, k.invoice_id, i.number, k.audience, k.payer_id, i.frozen -> 'payer' ->> 'name' as payer, k.amount,
  k.paid_on::text as paid_on, k.settles, k.owed, k.refunded, k.by_hand, k.problem, k.created_at`;
const FROM = sql`plan_card_payments k join plan_invoices i on i.id = k.invoice_id`;

interface Row extends PlanCardRow {
  readonly number: number;
  readonly payer: string;
}

const shown = (row: Row): PlanCardPayment => ({
  ...{ id: row.id, invoice: { id: row.invoice_id, number: invoiceNumber(row.number) }, audience: row.audience },
  ...{ payer_id: row.payer_id, payer: row.payer, amount: row.amount, paid_on: row.paid_on },
  ...{ settles: row.settles, owed: row.owed, refunded: row.refunded, by_hand: row.by_hand },
  ...{ problem: row.problem, created_at: toInstant(row.created_at) },
});

const WAITING = sql`(k.problem is not null or k.owed <> k.refunded + k.by_hand)`;

/** Refunds that the bank has not done yet, and what a person has to look at; since when is not known. */
export async function countWaitingCards(tx: Tx): Promise<Queued> {
  const isFailed = sql`(k.problem is not null or k.refunded + k.by_hand > k.owed)`;
  const [row] = await tx.rows<{ waiting: number; failed: number }>(sql`
    select count(*) filter (where not ${isFailed})::int as waiting, count(*) filter (where ${isFailed})::int as failed
    from plan_card_payments k where ${WAITING}`);
  return { waiting: row?.waiting ?? 0, failed: row?.failed ?? 0, since: null };
}

/** What a person has to look at, the oldest first: a refund that is not done, money that was not as it should be. */
export const listWaitingCards = (tx: Tx, _scope: StaffScope, query: ListQuery): Promise<Page<PlanCardPayment>> =>
  readPage(
    tx,
    query,
    {
      ...{ columns: COLUMNS, from: FROM, countFrom: sql`plan_card_payments k`, id: sql`k.id` },
      where: WAITING,
      sorts: { created_at: { by: sql`k.created_at`, type: 'timestamptz' } },
    },
    (row) => shown(row as unknown as Row),
  );

/** The newest first: whoever tries again and again is seen by his last tries. */
export async function listCardsOf(tx: Tx, invoiceId: string): Promise<PlanCardPayment[]> {
  const rows = await tx.rows<Row>(
    sql`select ${COLUMNS} from ${FROM} where k.invoice_id = ${invoiceId} order by k.id desc limit 200`,
  );
  return rows.map(shown);
}

export async function readShownCard(tx: Tx, id: string): Promise<PlanCardPayment | null> {
  const [row] = await tx.rows<Row>(sql`select ${COLUMNS} from ${FROM} where k.id = ${id}`);
  return row ? shown(row) : null;
}
