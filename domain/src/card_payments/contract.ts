import { z } from 'zod';
import { acquiringErrors, CardPayment, LEAST } from '../acquiring/contract';
import { errors } from '../kit/errors';
import { Id } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { Kopecks } from '../kit/money';
import { InProject, OneInProject, route } from '../kit/route';
import { paymentErrors } from '../payments/contract';

/** What dropshippers pay their supplier by card: for an order, or on their balance (decision 0124). */

export const cardPaymentErrors = errors('card_payments', {
  above_left: {
    status: 422,
    ua: 'За це замовлення лишилося сплатити {allowed}',
    en: '{allowed} is left to pay for this order',
  },
  nothing_left: {
    status: 409,
    ua: 'Це замовлення вже оплачено',
    en: 'This order is paid already',
  },
  of_card: {
    status: 409,
    ua: 'Ці кошти надійшли з картки. Поверніть їх на картку на сторінці «Оплата карткою»',
    en: 'This money came by card. Refund it to the card on the page “Payments by card”',
  },
});

export const SupplierCardPayment = CardPayment.extend({
  counterparty_id: Id,
  counterparty_name: z.string(),
  /** What it pays; null: it goes on the balance. */
  order: z.object({ id: Id, prefix: z.string(), number: z.int() }).nullable(),
  /** The receipt in the ledger, since it is paid. */
  payment_id: Id.nullable(),
  /** Who has said that its last problem is dealt with; staff alone reads it. */
  resolved_by: z.string().nullable(),
});
export type SupplierCardPayment = z.infer<typeof SupplierCardPayment>;

const list = 'projects/:project_id/card_payments';

export const listCardPayments = route({
  method: 'GET',
  path: list,
  summary: 'Payments by card, the newest first; a Client sees his own',
  auth: 'card_payments.read',
  params: InProject,
  query: listQuery(['-created_at'], { counterparty_id: Id.optional() }),
  returns: page(SupplierCardPayment),
});

export const readCardOffer = route({
  method: 'GET',
  path: 'projects/:project_id/card_offer',
  summary: 'For a Client: whether the supplier takes cards, and what is left to pay, for an order or of the whole debt',
  auth: 'payments.report',
  shows: ['order', 'payment', 'balance', 'acquiring'],
  params: InProject,
  query: z.object({ order_id: Id.optional() }),
  returns: z.object({ accepted: z.boolean(), left: Kopecks }),
  errors: [paymentErrors.order_unknown],
});

export const readCardPayment = route({
  method: 'GET',
  path: `${list}/:id`,
  summary: 'One payment by card, as the bank has told last',
  auth: 'card_payments.read',
  params: OneInProject,
  returns: SupplierCardPayment,
  errors: [acquiringErrors.not_found],
});

export const PayByCardBody = z.object({
  order_id: Id.optional(),
  /** At most what is left to pay for the order; on the balance as much as one likes. */
  amount: Kopecks.min(LEAST),
});
export type PayByCardBody = z.infer<typeof PayByCardBody>;

export const payByCard = route({
  method: 'POST',
  path: list,
  summary:
    'A Client begins to pay by card: the answer has the address of the bank’s page. Asked again it is the same page',
  auth: 'payments.report',
  changes: ['card_payment'],
  whileRestricted: true,
  params: InProject,
  status: 201,
  limitPerMinute: 60,
  body: PayByCardBody,
  returns: SupplierCardPayment,
  errors: [
    acquiringErrors.not_connected,
    acquiringErrors.token_wrong,
    acquiringErrors.unavailable,
    acquiringErrors.refused,
    acquiringErrors.under_way,
    paymentErrors.order_unknown,
    paymentErrors.order_not_payable,
    cardPaymentErrors.above_left,
    cardPaymentErrors.nothing_left,
  ],
});

export const checkCardPayment = route({
  method: 'POST',
  path: `${list}/:id/check`,
  summary: 'Ask the bank now how a payment is: for whoever comes back from its page',
  auth: 'payments.report',
  changes: ['card_payment', 'payment', 'counterparty', 'order', 'balance'],
  answers: readCardPayment,
  whileRestricted: true,
  params: OneInProject,
  status: 200,
  limitPerMinute: 60,
  returns: SupplierCardPayment,
  errors: [acquiringErrors.not_found],
});

export const RefundBody = z.object({ amount: Kopecks.min(1).optional() });

export const refundCardPayment = route({
  method: 'POST',
  path: `${list}/:id/refund`,
  summary:
    'Pay money back to the card, all that is left unless told. It is reversed in the ledger when the bank has done it',
  auth: 'card_payments.refund',
  changes: ['card_payment', 'payment', 'counterparty', 'order', 'balance'],
  answers: readCardPayment,
  params: OneInProject,
  status: 200,
  body: RefundBody,
  returns: SupplierCardPayment,
  errors: [
    acquiringErrors.not_found,
    acquiringErrors.not_paid,
    acquiringErrors.refund_under_way,
    acquiringErrors.refund_too_much,
  ],
});

export const resolveCardPayment = route({
  method: 'POST',
  path: `${list}/:id/resolve`,
  summary:
    'Say that the problem of a payment is dealt with. One whose money was not entered is closed: it is entered by hand',
  auth: 'card_payments.refund',
  changes: ['card_payment', 'integration'],
  answers: readCardPayment,
  params: OneInProject,
  status: 200,
  returns: SupplierCardPayment,
  errors: [acquiringErrors.not_found, acquiringErrors.no_problem, acquiringErrors.posts_itself],
});
