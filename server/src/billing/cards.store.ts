import type { PlanCardPayment } from '@lanka/domain/billing/cards';
import { invoiceNumber } from '@lanka/domain/billing/rules';
import { and, asc, desc, eq, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { StaffScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { toInstant } from '../kit/db/paging';
import { type PlanCardRow, planCardPayments, planInvoices } from './tables';

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

export const addCardRefund = (tx: Tx, id: string, amount: number, problem: PlanCardRow['problem']): Promise<unknown> =>
  tx
    .update(planCardPayments)
    .set({ refunded: sql`${planCardPayments.refunded} + ${amount}`, problem })
    .where(eq(planCardPayments.id, id));

/** The one by which the invoice was paid. */
export async function readSettling(tx: Tx, invoiceId: string): Promise<PlanCardRow | null> {
  const [row] = await tx
    .select()
    .from(planCardPayments)
    .where(and(eq(planCardPayments.invoice_id, invoiceId), eq(planCardPayments.settles, true)));
  return row ?? null;
}

const MOST = 200;

const selected = (tx: Tx) =>
  tx
    .select({ card: planCardPayments, number: planInvoices.number, frozen: planInvoices.frozen })
    .from(planCardPayments)
    .innerJoin(planInvoices, eq(planInvoices.id, planCardPayments.invoice_id));

const shown = ({ card, number, frozen }: Awaited<ReturnType<typeof selected>>[number]): PlanCardPayment => ({
  ...{ id: card.id, invoice: { id: card.invoice_id, number: invoiceNumber(number) }, audience: card.audience },
  ...{ payer_id: card.payer_id, payer: frozen.payer.name, amount: card.amount, paid_on: card.paid_on },
  ...{ settles: card.settles, owed: card.owed, refunded: card.refunded, problem: card.problem },
  created_at: toInstant(card.created_at),
});

/** What a person has to look at, the oldest first: a refund that is not done, money that was not as it should be. */
export async function listWaitingCards(tx: Tx, _scope: StaffScope): Promise<PlanCardPayment[]> {
  const rows = await selected(tx)
    .where(or(isNotNull(planCardPayments.problem), ne(planCardPayments.owed, planCardPayments.refunded)))
    .orderBy(asc(planCardPayments.created_at), asc(planCardPayments.id))
    .limit(MOST);
  return rows.map(shown);
}

export async function listCardsOf(tx: Tx, invoiceId: string): Promise<PlanCardPayment[]> {
  const rows = await selected(tx)
    .where(eq(planCardPayments.invoice_id, invoiceId))
    .orderBy(desc(planCardPayments.id))
    .limit(MOST);
  return rows.map(shown);
}

export async function readShownCard(tx: Tx, id: string): Promise<PlanCardPayment | null> {
  const [row] = await selected(tx).where(eq(planCardPayments.id, id));
  return row ? shown(row) : null;
}
