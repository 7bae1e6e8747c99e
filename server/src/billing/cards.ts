import { LEAST } from '@lanka/domain/acquiring/contract';
import { type InvoiceCards, planCardErrors } from '@lanka/domain/billing/cards';
import { invoiceErrors } from '@lanka/domain/billing/invoices';
import { invoiceNumber } from '@lanka/domain/billing/rules';
import { kyivDate } from '@lanka/domain/kit/time';
import {
  acceptsCards,
  askCardPage,
  askRefund,
  type CardPage,
  type CardPaymentKind,
  type CardWish,
  type Change,
  type HeardPayment,
  listCardPayments,
  lookNow,
  startCardPayment,
} from '../acquiring';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { enterProjects } from '../projects';
import { addCardRefund, insertCard, saveCard } from './cards.store';
import { readRow, readRowOf } from './invoices.store';
import type { PayerRef } from './payers';
import { KIND, refOf } from './refunds';
import { lockInvoice, markSettled, payerHears } from './settle';
import type { InvoiceRow } from './tables';

type Read = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** The invoice of this payer, whose payments stand behind his own wall. @throws plan_invoices.not_found */
async function entered(tx: Tx, ref: PayerRef, id: string): Promise<InvoiceRow> {
  await enterProjects(tx, [ref.id]);
  const row = await readRowOf(tx, ref.id, id);
  if (!row) throw invoiceErrors.not_found();
  return row;
}

/** Where the bank leads back to: the page of the invoice, which asks and believes nothing of its address. */
const pageOf = ({ audience, id }: InvoiceRow): string =>
  audience === 'manufacturer' ? `/cp/billing/invoices/${id}` : `/cp/dropshipper-profile/billing/${id}`;

function wishOf(row: InvoiceRow): CardWish {
  if (row.status !== 'due') throw invoiceErrors.not_due();
  if (row.amount < LEAST) throw planCardErrors.below_least();
  return {
    ...({ tenant: row.payer_id, owner: 'platform', ref: refOf(row.id), amount: row.amount } as const),
    destination: `Ланка: оплата за рахунком № ${invoiceNumber(row.number)}`,
    return_path: (card) => `${pageOf(row)}?card=${card}`,
  };
}

/** Has the bank make its page, outside of any transaction. */
export async function askInvoicePage(app: Services, ref: PayerRef, id: string, read: Read): Promise<CardPage> {
  const wish = await read(async (tx) => wishOf(await entered(tx, ref, id)));
  return askCardPage(app, wish, (act) =>
    read(async (tx) => {
      await enterProjects(tx, [ref.id]);
      return act(tx);
    }),
  );
}

export async function payInvoice(
  tx: Tx,
  app: Services,
  ref: PayerRef,
  { id, page, by }: { readonly id: string; readonly page: CardPage; readonly by: { readonly id: string } },
): Promise<{ pay_url: string }> {
  const row = await entered(tx, ref, id);
  const made = await startCardPayment(tx, app, wishOf(row), page, by);
  // a transfer that was entered meanwhile has waited for the payments, or these have waited for it
  if ((await readRow(tx, id))?.status !== 'due') throw invoiceErrors.not_due();
  await insertCard(tx, { id: made.id, invoice_id: id, audience: ref.audience, payer_id: ref.id, amount: made.amount });
  if (!made.page_url) throw new Error('a page that has just begun can be used');
  return { pay_url: made.page_url };
}

/** How paying by card went; pages that were given up before anybody paid there are nothing. */
export async function readCards(tx: Tx, app: Services, ref: PayerRef, id: string): Promise<InvoiceCards> {
  const row = await entered(tx, ref, id);
  const all = await listCardPayments(tx, ref.id, refOf(id));
  return {
    accepts: row.status === 'due' && row.amount >= LEAST && (await acceptsCards(tx, app, 'platform')),
    items: all.filter(({ state }) => state !== 'canceled'),
  };
}

/** Somebody has come back from the bank: it is asked how the payments that wait are, before pages that were given up. */
export async function checkCards(app: Services, ref: PayerRef, id: string, read: Read): Promise<void> {
  const all = await read(async (tx) => {
    await entered(tx, ref, id);
    return listCardPayments(tx, ref.id, refOf(id));
  });
  const waiting = all.filter(({ state }) => state !== 'paid' && state !== 'expired' && state !== 'canceled');
  const givenUp = all.filter(({ state }) => state === 'canceled');
  for (const one of [...waiting, ...givenUp].slice(0, 2)) await lookNow(app, { tenant: ref.id, id: one.id });
}

/** The bank has the money: the invoice is paid, or, where it waits for nothing any more, the money goes back. */
async function paid(tx: Tx, app: Services, heard: HeardPayment): Promise<Change[]> {
  const paid_on = kyivDate(new Date(heard.paid_at ?? Date.now()));
  const locked = await lockInvoice(tx, heard.ref.id);
  const { row } = locked;
  // the bank may tell of it first when all of it is back on the card already
  const settles = row.status === 'due' && row.amount === heard.amount && heard.refunded < heard.amount;
  const owed = settles ? 0 : heard.amount;
  await saveCard(tx, heard.id, { paid_on, settles, owed, problem: heard.problem });
  if (settles) await markSettled(tx, app, locked, { paid_by: 'card', paid_on });
  // nothing is left where the bank has refunded it at its own page before it was heard of
  else if (heard.refunded < heard.amount) await askRefund(tx, app, heard.project_id, heard.id);
  return payerHears(row);
}

async function refunded(tx: Tx, _app: Services, heard: HeardPayment, amount: number): Promise<Change[]> {
  await addCardRefund(tx, heard.id, amount, heard.problem);
  const row = await readRow(tx, heard.ref.id);
  return row ? payerHears(row) : [];
}

export const planInvoiceKind: CardPaymentKind = {
  ...{ kind: KIND, paid, refunded },
  async problem(tx, _app, { id, problem }) {
    await saveCard(tx, id, { problem });
  },
};
