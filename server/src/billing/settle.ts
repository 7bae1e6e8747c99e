import { invoiceErrors, type PaidBy } from '@lanka/domain/billing/invoices';
import { invoiceNumber } from '@lanka/domain/billing/rules';
import { formatMoney } from '@lanka/domain/kit/money';
import { kyivDate } from '@lanka/domain/kit/time';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { addCredit, insertInvoice, markPaid, readRow } from './invoices.store';
import { tellOf } from './notices';
import { type PayerRef, readPayer, refreshRestriction } from './payers';
import type { InvoiceRow } from './tables';

/** The invoice behind its payer's lock: what is due changes for one at a time. @throws plan_invoices.not_found */
async function lockInvoice(tx: Tx, id: string): Promise<{ row: InvoiceRow; ref: PayerRef }> {
  const seen = await readRow(tx, id);
  if (!seen) throw invoiceErrors.not_found();
  const ref = { audience: seen.audience, id: seen.payer_id };
  await readPayer(tx, ref, true);
  const row = await readRow(tx, id);
  if (!row) throw invoiceErrors.not_found();
  return { row, ref };
}

/**
 * Marks it paid; whoever was restricted because of it works again with the commit. Answers false where it was paid by the
 * same way before, so that a repeated word of the bank does nothing twice.
 * @throws plan_invoices.not_due
 */
export async function settle(
  tx: Tx,
  app: Services,
  id: string,
  { paid_by, paid_on }: { readonly paid_by: PaidBy; readonly paid_on: string },
): Promise<{ readonly row: InvoiceRow; readonly isNew: boolean }> {
  const { row, ref } = await lockInvoice(tx, id);
  if (row.status === 'paid' && row.paid_by === paid_by) return { row, isNew: false };
  if (row.status !== 'due') throw invoiceErrors.not_due();
  await markPaid(tx, id, { paid_on, paid_by });
  await refreshRestriction(tx, ref);
  await tellOf(tx, app, 'paid', row);
  return { row, isNew: true };
}

/**
 * A credit note: it takes back a part of a paid invoice, or all that is left of one that is due, which is canceled by it.
 * The invoice itself stays as it was issued.
 * @throws plan_invoices.not_found, plan_invoices.too_much
 */
export async function credit(
  tx: Tx,
  id: string,
  {
    amount,
    reason,
    by,
    now,
  }: { readonly amount: number; readonly reason: string; readonly by: string; readonly now: Date },
): Promise<InvoiceRow> {
  const { row, ref } = await lockInvoice(tx, id);
  const left = row.amount - row.credited;
  if (row.kind === 'credit_note' || row.status === 'canceled' || row.status === 'issued') throw invoiceErrors.not_due();
  if (amount > left || (row.status === 'due' && amount !== left))
    throw invoiceErrors.credit_amount({ path: 'amount', allowed: formatMoney(left) });
  const number = invoiceNumber(row.number);
  const title = `Зменшення за рахунком № ${number}`;
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
      lines: [{ kind: 'correction', title, count: 1, price: amount, amount }],
      ...{ transfer: null, link: null },
    }),
  );
  await addCredit(tx, row.id, row.credited + amount, row.status === 'due' ? 'canceled' : row.status);
  await refreshRestriction(tx, ref);
  return note;
}
