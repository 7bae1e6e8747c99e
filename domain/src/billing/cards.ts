import { z } from 'zod';
import { acquiringErrors, CardPayment, CardPaymentProblem } from '../acquiring/contract';
import { errors } from '../kit/errors';
import { CalendarDate, Id, Instant, requiredText } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { Kopecks } from '../kit/money';
import { Audience } from '../kit/plans';
import { InProject, route } from '../kit/route';
import { invoiceErrors } from './invoices';

/** How invoices of plans are paid by card on a page of the bank, and refunded (decision 0129). */

export const planCardErrors = errors('plan_cards', {
  below_least: {
    status: 422,
    ua: 'Карткою можна сплатити щонайменше 1 ₴',
    en: 'A card pays 1 ₴ at least',
  },
  nothing_to_refund: {
    status: 409,
    ua: 'За цією оплатою повертати нічого: повертається те, на що видано кредит-ноту, або зайва оплата',
    en: 'Nothing of this payment is to be refunded: that is what a credit note took back, or a payment too many',
  },
});

export const InvoiceCards = z.object({
  /** Whether it can be paid by card now. */
  accepts: z.boolean(),
  /** The newest first. */
  items: z.array(CardPayment),
});
export type InvoiceCards = z.infer<typeof InvoiceCards>;

/** The page of the bank; it can be asked for again, and is the same while it lives. */
const PayPage = z.object({ pay_url: z.url() });

const paying = [
  invoiceErrors.not_found,
  invoiceErrors.not_due,
  planCardErrors.below_least,
  acquiringErrors.not_connected,
  acquiringErrors.token_wrong,
  acquiringErrors.unavailable,
  acquiringErrors.refused,
  acquiringErrors.under_way,
] as const;

const invoice = 'projects/:project_id/billing/invoices/:id';
const OneInvoice = InProject.extend({ id: Id });

export const readInvoiceCards = route({
  method: 'GET',
  path: `${invoice}/card_payments`,
  summary: 'Whether the invoice can be paid by card, and how that went',
  auth: 'billing.read',
  params: OneInvoice,
  returns: InvoiceCards,
  errors: [invoiceErrors.not_found],
});

export const payInvoice = route({
  method: 'POST',
  path: `${invoice}/pay`,
  summary: 'Begin to pay an invoice of the plan by card: the answer leads to the page of the bank',
  auth: 'billing.manage',
  whileRestricted: true,
  changes: ['card_payment'],
  limitPerMinute: 60,
  params: OneInvoice,
  returns: PayPage,
  errors: paying,
});

export const checkInvoice = route({
  method: 'POST',
  path: `${invoice}/check`,
  summary: 'Ask the bank now whether the invoice is paid: for whoever comes back from its page',
  auth: 'billing.manage',
  whileRestricted: true,
  changes: ['billing', 'card_payment', 'project'],
  limitPerMinute: 60,
  params: OneInvoice,
  returns: InvoiceCards,
  errors: [invoiceErrors.not_found],
});

const mine = 'users/me/billing/invoices/:id';
const OneOfMine = z.object({ id: Id });

export const readMyInvoiceCards = route({
  method: 'GET',
  path: `${mine}/card_payments`,
  summary: 'Whether the own invoice can be paid by card, and how that went',
  auth: 'user',
  params: OneOfMine,
  returns: InvoiceCards,
  errors: [invoiceErrors.not_found],
});

export const payMyInvoice = route({
  method: 'POST',
  path: `${mine}/pay`,
  summary: 'Begin to pay an invoice of the own plan by card: the answer leads to the page of the bank',
  auth: 'user',
  changes: ['card_payment'],
  limitPerMinute: 60,
  params: OneOfMine,
  returns: PayPage,
  errors: paying,
});

export const checkMyInvoice = route({
  method: 'POST',
  path: `${mine}/check`,
  summary: 'Ask the bank now whether the own invoice is paid',
  auth: 'user',
  changes: ['billing', 'card_payment', 'billing_account'],
  limitPerMinute: 60,
  params: OneOfMine,
  returns: InvoiceCards,
  errors: [invoiceErrors.not_found],
});

/** A payment by card as the operator sees it beside its invoice. */
export const PlanCardPayment = z.object({
  id: Id,
  invoice: z.object({ id: Id, number: z.string() }),
  audience: Audience,
  payer_id: Id,
  payer: z.string(),
  amount: Kopecks,
  /** When the bank took the money. */
  paid_on: CalendarDate.nullable(),
  /** It has paid the invoice; money that came when that was paid already, or canceled, goes back. */
  settles: z.boolean(),
  refunded: Kopecks,
  /** All that is to go back: what credit notes took of the invoice, or all of a payment too many. */
  owed: Kopecks,
  /** What of it the bank refused to refund, and an operator has paid back another way. */
  by_hand: Kopecks,
  problem: CardPaymentProblem.nullable(),
  created_at: Instant,
});
export type PlanCardPayment = z.infer<typeof PlanCardPayment>;

export const listPlanCardPayments = route({
  method: 'GET',
  path: 'operator/billing/card_payments',
  summary: 'Payments by card that need a look: a refund is under way, the bank has refused it, or took another sum',
  auth: 'staff',
  query: listQuery(['created_at'], {}),
  returns: page(PlanCardPayment),
});

export const listCardsOfInvoice = route({
  method: 'GET',
  path: 'operator/billing/invoices/:id/card_payments',
  summary: 'All payments by card of an invoice, the newest first',
  auth: 'staff',
  params: OneOfMine,
  returns: page(PlanCardPayment),
  errors: [invoiceErrors.not_found],
});

export const refundPlanCardPayment = route({
  method: 'POST',
  path: 'operator/billing/card_payments/:id/refund',
  summary: 'Try again to refund what is owed of a payment by card',
  auth: 'staff',
  changes: ['billing', 'card_payment', 'operator'],
  params: OneOfMine,
  returns: PlanCardPayment,
  errors: [
    acquiringErrors.not_found,
    acquiringErrors.not_paid,
    acquiringErrors.refund_under_way,
    planCardErrors.nothing_to_refund,
  ],
});

export const resolvePlanCardPayment = route({
  method: 'POST',
  path: 'operator/billing/card_payments/:id/resolve',
  summary: 'A problem of a payment by card is dealt with: what the bank took was entered or paid back by hand',
  auth: 'staff',
  changes: ['billing', 'card_payment', 'operator'],
  params: OneOfMine,
  body: z.object({ note: requiredText(300) }),
  returns: PlanCardPayment,
  errors: [acquiringErrors.not_found, acquiringErrors.no_problem, acquiringErrors.posts_itself],
});

export const planCardRoutes = {
  readInvoiceCards,
  payInvoice,
  checkInvoice,
  readMyInvoiceCards,
  payMyInvoice,
  checkMyInvoice,
  listPlanCardPayments,
  listCardsOfInvoice,
  refundPlanCardPayment,
  resolvePlanCardPayment,
};
