import * as cards from '@lanka/domain/billing/cards';
import { invoiceErrors, type OperatorInvoice } from '@lanka/domain/billing/contract';
import * as contract from '@lanka/domain/billing/operator';
import * as priceContract from '@lanka/domain/billing/prices';
import { monthOf } from '@lanka/domain/billing/rules';
import { kyivDate } from '@lanka/domain/kit/time';
import type { StaffScope, UserScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { wholePage } from '../kit/db/paging';
import { type Served, serve } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { listCardsOf, listWaitingCards } from './cards.store';
import { listLeft, listMonths } from './churn.store';
import { listDiscounts } from './discounts.store';
import { type Reading, readRow } from './invoices.store';
import {
  createInvoice,
  creditInvoice,
  extendTrial,
  readPlanPayer,
  refundCard,
  resolveCard,
  settleInvoice,
} from './operate';
import { listInvoices, readOne } from './operator.store';
import { pdfOf } from './paper';
import * as prices from './prices';
import { payerHears } from './settle';
import type { InvoiceRow } from './tables';

const reading = ({ locale }: UserScope): Reading => ({ today: kyivDate(new Date()), locale });

async function row(tx: Tx, id: string) {
  const found = await readRow(tx, id);
  if (!found) throw invoiceErrors.not_found();
  return found;
}

async function shown(tx: Tx, scope: StaffScope, id: string): Promise<OperatorInvoice> {
  const found = await readOne(tx, scope, id, reading(scope));
  if (!found) throw invoiceErrors.not_found();
  return found;
}

/** His open pages see it at once. */
function tellPayer(app: Services, invoice: InvoiceRow): void {
  for (const { project_id, ...change } of payerHears(invoice)) app.live.publish(project_id, change);
}

export const operatorBillingRoutes: Served[] = [
  serve(contract.listPlanInvoices, ({ tx, scope, query }) => listInvoices(tx, scope, query, reading(scope))),
  serve(contract.readPlanInvoice, ({ tx, scope, params }) => shown(tx, scope, params.id)),
  serve(contract.printPlanInvoice, async ({ tx, app, params }) => pdfOf(app, await row(tx, params.id))),
  serve(contract.createPlanInvoice, async ({ tx, app, scope, body, after }) => {
    const made = await createInvoice(tx, app, scope, body);
    after(() => tellPayer(app, made));
    return shown(tx, scope, made.id);
  }),
  serve(contract.settlePlanInvoice, async ({ tx, app, scope, params, body, after }) => {
    const found = await row(tx, params.id);
    await settleInvoice(tx, app, scope, found, body);
    after(() => tellPayer(app, found));
    return shown(tx, scope, params.id);
  }),
  serve(contract.creditPlanInvoice, async ({ tx, app, scope, params, body, after }) => {
    const found = await row(tx, params.id);
    const note = await creditInvoice(tx, app, scope, found, body);
    after(() => tellPayer(app, found));
    return shown(tx, scope, note.id);
  }),
  serve(contract.readPlanPayer, ({ tx, scope, params }) => readPlanPayer(tx, scope, params)),
  serve(contract.extendTrial, ({ tx, scope, params, body }) => extendTrial(tx, scope, params.id, body.until)),
  serve(cards.listPlanCardPayments, ({ tx, scope, query }) => listWaitingCards(tx, scope, query)),
  serve(cards.listCardsOfInvoice, async ({ tx, params }) => {
    await row(tx, params.id);
    return wholePage(await listCardsOf(tx, params.id));
  }),
  serve(cards.resolvePlanCardPayment, ({ tx, app, scope, params, body }) =>
    resolveCard(tx, app, scope, params.id, body.note),
  ),
  serve(cards.refundPlanCardPayment, ({ tx, app, scope, params }) => refundCard(tx, app, scope, params.id)),
  serve(contract.listBillingMonths, async ({ tx, scope }) =>
    wholePage(await listMonths(tx, scope, kyivDate(new Date()))),
  ),
  serve(priceContract.listLeftPayers, ({ tx, scope, params, query }) =>
    listLeft(tx, scope, query, { month: monthOf(params.month), today: kyivDate(new Date()) }),
  ),
  serve(priceContract.listOperatorPrices, async ({ tx, scope }) => wholePage(await prices.listPrices(tx, scope))),
  serve(priceContract.setPlanPrice, async ({ tx, scope, body }) => {
    await prices.setPrice(tx, scope, body);
    return wholePage(await prices.listPrices(tx, scope));
  }),
  serve(priceContract.takeBackPlanPrice, ({ tx, scope, params }) => prices.takeBackPrice(tx, scope, params)),
  serve(priceContract.listPlanDiscounts, ({ tx, scope, query }) =>
    listDiscounts(tx, scope, query, monthOf(kyivDate(new Date()))),
  ),
  serve(priceContract.givePlanDiscount, ({ tx, scope, body }) => prices.giveDiscount(tx, scope, body)),
  serve(priceContract.endPlanDiscount, ({ tx, scope, params }) => prices.endDiscount(tx, scope, params.id)),
];
