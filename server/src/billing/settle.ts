import { invoiceErrors, type PaidBy } from '@lanka/domain/billing/invoices';
import { lineTitle } from '@lanka/domain/billing/lines';
import { formatMoney } from '@lanka/domain/kit/money';
import { kyivDate } from '@lanka/domain/kit/time';
import { type Change, giveUpCardPages } from '../acquiring';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { addCredit, insertInvoice, markPaid, readRow } from './invoices.store';
import { tellOf } from './notices';
import { type PayerRef, readPayer, refreshRestriction } from './payers';
import { holdCards, refundSettling } from './refunds';
import type { InvoiceRow } from './tables';

/** The invoice behind its payer's lock: what is due changes for one at a time. @throws plan_invoices.not_found */
export async function lockInvoice(tx: Tx, id: string): Promise<{ row: InvoiceRow; ref: PayerRef }> {
  const seen = await readRow(tx, id);
  if (!seen) throw invoiceErrors.not_found();
  const ref = { audience: seen.audience, id: seen.payer_id };
  await readPayer(tx, ref, true);
  const row = await readRow(tx, id);
  if (!row) throw invoiceErrors.not_found();
  return { row, ref };
}

/** What open pages of the payer are told after the commit: his invoices, and whether he may write. */
export const payerHears = ({ audience, payer_id, id }: InvoiceRow): Change[] => [
  { project_id: payer_id, kind: 'billing', id },
  { project_id: payer_id, kind: audience === 'manufacturer' ? 'project' : 'billing_account', id: payer_id },
];

interface Paid {
  readonly paid_by: PaidBy;
  readonly paid_on: string;
}

/** Behind the lock of its payer: whoever was restricted because of it works again with the commit. */
export async function markSettled(
  tx: Tx,
  app: Services,
  { row, ref }: { readonly row: InvoiceRow; readonly ref: PayerRef },
  paid: Paid,
): Promise<void> {
  await markPaid(tx, row.id, paid);
  await refreshRestriction(tx, ref);
  await tellOf(tx, app, 'paid', row);
}

/**
 * The transfer has come; whoever has begun to pay by card meanwhile can do so no more. Answers false where that was
 * entered before.
 * @throws plan_invoices.not_due
 */
export async function settleByTransfer(
  tx: Tx,
  app: Services,
  { id, payer_id }: Pick<InvoiceRow, 'id' | 'payer_id'>,
  paid_on: string,
) {
  const held = await holdCards(tx, { id, payer_id });
  const locked = await lockInvoice(tx, id);
  const { status, paid_by } = locked.row;
  if (status === 'paid' && paid_by === 'transfer') return false;
  if (status !== 'due') throw invoiceErrors.not_due();
  await markSettled(tx, app, locked, { paid_by: 'transfer', paid_on });
  await giveUpCardPages(tx, app, held);
  return true;
}

/**
 * A credit note: it takes back a part of a paid invoice, or all that is left of one that is due, which is canceled by it.
 * The invoice itself stays as it was issued. What a card has paid goes back to it.
 * @throws plan_invoices.not_found, plan_invoices.credit_amount, acquiring.refund_under_way
 */
export async function credit(
  tx: Tx,
  app: Services,
  { id, payer_id }: Pick<InvoiceRow, 'id' | 'payer_id'>,
  {
    amount,
    reason,
    by,
    now,
  }: { readonly amount: number; readonly reason: string; readonly by: string; readonly now: Date },
): Promise<InvoiceRow> {
  const held = await holdCards(tx, { id, payer_id });
  const { row, ref } = await lockInvoice(tx, id);
  const left = row.amount - row.credited;
  if (row.kind === 'credit_note' || row.status === 'canceled' || row.status === 'issued') throw invoiceErrors.not_due();
  if (amount > left || (row.status === 'due' && amount !== left))
    throw invoiceErrors.credit_amount({ path: 'amount', allowed: formatMoney(left) });
  const facts = { kind: 'correction', number: row.number } as const;
  const note = await insertInvoice(
    tx,
    {
      ...{
        audience: row.audience,
        payer_id: row.payer_id,
        kind: 'credit_note',
        issued_on: kyivDate(now),
        due_on: null,
      },
      ...{ amount, status: 'issued', corrects: row.id, comment: reason, created_by: by },
    },
    () => ({
      payer: row.frozen.payer,
      lines: [{ kind: 'correction', title: lineTitle(facts, 'ua'), count: 1, price: amount, amount, facts }],
      ...{ transfer: null, link: null },
    }),
  );
  const credited = row.credited + amount;
  await addCredit(tx, row.id, credited, row.status === 'due' ? 'canceled' : row.status);
  if (row.status === 'due') await giveUpCardPages(tx, app, held);
  else await refundSettling(tx, app, row.id, credited, held);
  await refreshRestriction(tx, ref);
  return note;
}
