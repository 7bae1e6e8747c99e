import { z } from 'zod';
import { fileErrors } from '../files/contract';
import { errors } from '../kit/errors';
import { Actor, CalendarDate, Id, Instant, requiredText, text } from '../kit/ids';
import { commaList, listQuery, page } from '../kit/lists';
import { Kopecks, SignedKopecks } from '../kit/money';
import { InProject, OneInProject, route } from '../kit/route';
import { PostedOrder, Posting, ProjectAccount } from '../ledger/contract';
import { ledgerErrors } from '../ledger/rules';
import { partnerErrors } from '../partners/contract';

export const paymentErrors = errors('payments', {
  not_found: { status: 404, ua: 'Платіж не знайдено', en: 'No such payment' },
  already_declined: {
    status: 409,
    ua: 'Платіж уже відхилено, підтвердити його не можна',
    en: 'The payment was declined already and cannot be confirmed',
  },
  already_confirmed: {
    status: 409,
    ua: 'Платіж уже підтверджено. Щоб скасувати його, зробіть сторно',
    en: 'The payment was confirmed already. Reverse it to take it back',
  },
  not_confirmed: {
    status: 409,
    ua: 'Сторнувати можна лише підтверджений платіж',
    en: 'Only a confirmed payment can be reversed',
  },
  counterparty_required: { status: 422, ua: 'Оберіть контрагента', en: 'Choose a counterparty' },
  receipt_only: {
    status: 422,
    ua: 'Повідомити можна лише про поповнення. Про повернення коштів домовтеся з постачальником',
    en: 'Only a receipt can be reported. Ask the supplier to pay money back',
  },
  account_fixed: {
    status: 422,
    ua: 'Рахунок, на який надійшли кошти, вказує постачальник',
    en: 'The supplier says which account the money came to',
  },
  receipt_for_order: {
    status: 422,
    ua: 'За замовлення можна прийняти лише поповнення',
    en: 'Only a receipt can pay an order',
  },
  order_unknown: {
    status: 422,
    ua: 'У цього контрагента такого замовлення немає',
    en: 'This counterparty has no such order',
  },
  order_not_payable: {
    status: 422,
    ua: 'Чернетку й скасоване замовлення оплатити не можна',
    en: 'A draft or a canceled order cannot be paid',
  },
  order_twice: {
    status: 422,
    ua: 'Замовлення вже є в цьому платежі, приберіть дублікат',
    en: 'The order stands in this payment already, remove the duplicate',
  },
  orders_above_amount: {
    status: 422,
    ua: 'За замовленнями розподілено більше, ніж сума платежу. Тут можна до {allowed}',
    en: 'The orders together take more than the payment. At most {allowed} here',
  },
  of_bank_row: {
    status: 409,
    ua: 'Цей платіж – рядок банківської виписки. Скасуйте його зарахування там',
    en: 'This payment is a row of a bank statement. Undo it there',
  },
  in_future: {
    status: 422,
    ua: 'Дата платежу не може бути в майбутньому',
    en: 'The date of a payment cannot be in the future',
  },
});

/** Specification §9: payment types receipt and withdrawal. */
export const PaymentType = z.enum(['receipt', 'withdrawal']);
export type PaymentType = z.infer<typeof PaymentType>;
export const PaymentStatus = z.enum(['pending', 'confirmed', 'declined']);
export type PaymentStatus = z.infer<typeof PaymentStatus>;
/** Where the money came to or left from. */
export const PaymentAccount = z.enum(['cash', 'bank', 'cash_on_delivery', 'adjustments']);
export type PaymentAccount = z.infer<typeof PaymentAccount>;

const Person = z.object({ id: Id, name: z.string() });

export const Payment = z.object({
  id: Id,
  project_id: Id,
  project_title: z.string(),
  counterparty_id: Id,
  counterparty_name: z.string(),
  /** The orders that it names, each with its part. What is over pays the oldest that are not paid. */
  orders: z.array(PostedOrder),
  type: PaymentType,
  account: PaymentAccount,
  amount: Kopecks,
  /** The day the money moved, as the one who entered it says. */
  date: CalendarDate,
  /** The day it counts from in the settlements: its own, or the first one that no agreed reconciliation closes. */
  counted_on: CalendarDate.nullable(),
  comment: z.string(),
  status: PaymentStatus,
  decline_reason: z.string(),
  /** The counterparty's balance after it was posted; null until then. */
  balance_after: SignedKopecks.nullable(),
  /** A confirmed payment that was taken back by a reversing posting. */
  reversed: z.boolean(),
  created_by: Person,
  processed_by: Person.nullable(),
  processed_at: Instant.nullable(),
  /** How many receipts are attached. */
  files: z.int(),
  /** The row of a bank statement that it is. */
  bank_row_id: Id.nullable(),
  created_at: Instant,
});
export type Payment = z.infer<typeof Payment>;

export const MAX_PAYMENT_FILES = 10;
export const MAX_PAYMENT_ORDERS = 100;

/** What of a payment is put against one order. */
export const OrderPart = z.object({ order_id: Id, amount: Kopecks.min(1) });
export type OrderPart = z.infer<typeof OrderPart>;

export const CreatePaymentBody = z.object({
  /** A Client leaves it out: it is his own. */
  counterparty_id: Id.optional(),
  /** Orders of the counterparty that it pays, also before they are charged. What is over pays the oldest. */
  orders: z.array(OrderPart).max(MAX_PAYMENT_ORDERS).optional(),
  type: PaymentType,
  amount: Kopecks.min(1),
  date: CalendarDate,
  comment: text(500).optional(),
  account: PaymentAccount.optional(),
  /** Names of uploads: pictures or PDFs of receipts. */
  files: z.array(requiredText(300)).max(MAX_PAYMENT_FILES).optional(),
});
export type CreatePaymentBody = z.infer<typeof CreatePaymentBody>;

const filters = {
  status: commaList(PaymentStatus),
  type: PaymentType.optional(),
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
};

export const listPayments = route({
  method: 'GET',
  path: 'projects/:project_id/payments',
  summary: 'Payments of the project; a Client sees his own',
  auth: 'payments.read',
  api: 'payments.read',
  params: InProject,
  query: listQuery(['-created_at', 'date', 'amount'], {
    ...filters,
    counterparty_id: Id.optional(),
    order_id: Id.optional(),
  }),
  returns: page(Payment),
});

export const countPayments = route({
  method: 'GET',
  path: 'projects/:project_id/payments/counts',
  summary: 'How many payments are in each status',
  auth: 'payments.read',
  params: InProject,
  query: z.object({ counterparty_id: Id.optional() }),
  returns: z.object({ total: z.int(), pending: z.int(), confirmed: z.int(), declined: z.int(), pending_sum: z.int() }),
});

export const createPayment = route({
  method: 'POST',
  path: 'projects/:project_id/payments',
  summary: 'Staff enters a payment, confirmed at once; a Client reports one, which waits for staff',
  auth: 'payments.report',
  api: ['payments.write', 'payment_entry.write'],
  changes: ['payment', 'counterparty', 'order', 'balance', 'account', 'supplier'],
  whileRestricted: true,
  params: InProject,
  status: 201,
  body: CreatePaymentBody,
  returns: Payment,
  errors: [
    partnerErrors.unknown,
    paymentErrors.counterparty_required,
    paymentErrors.receipt_only,
    paymentErrors.account_fixed,
    paymentErrors.in_future,
    paymentErrors.receipt_for_order,
    paymentErrors.order_unknown,
    paymentErrors.order_not_payable,
    paymentErrors.order_twice,
    paymentErrors.orders_above_amount,
    ledgerErrors.balance_too_large,
    fileErrors.not_found,
  ],
});

export const readPayment = route({
  method: 'GET',
  path: 'projects/:project_id/payments/:id',
  summary: 'One payment',
  auth: 'payments.read',
  api: 'payments.read',
  params: OneInProject,
  returns: Payment,
  errors: [paymentErrors.not_found],
});

export const confirmPayment = route({
  method: 'POST',
  path: 'projects/:project_id/payments/:id/confirm',
  summary: 'Confirm a reported payment: it is posted to the ledger, once',
  auth: 'payments.confirm',
  whileRestricted: true,
  api: 'payment_entry.write',
  changes: ['payment', 'counterparty', 'order', 'balance', 'account', 'supplier'],
  params: OneInProject,
  body: z.object({ account: PaymentAccount.optional() }),
  returns: Payment,
  errors: [paymentErrors.not_found, paymentErrors.already_declined, ledgerErrors.balance_too_large],
});

export const declinePayment = route({
  method: 'POST',
  path: 'projects/:project_id/payments/:id/decline',
  summary: 'Decline a reported payment; nothing is posted',
  auth: 'payments.confirm',
  whileRestricted: true,
  api: 'payment_entry.write',
  changes: ['payment', 'counterparty', 'order', 'balance', 'account', 'supplier'],
  params: OneInProject,
  body: z.object({ reason: text(500).optional() }),
  returns: Payment,
  errors: [paymentErrors.not_found, paymentErrors.already_confirmed],
});

export const reversePayment = route({
  method: 'POST',
  path: 'projects/:project_id/payments/:id/reverse',
  summary: 'Take a confirmed payment back by a reversing posting, once',
  auth: 'payments.confirm',
  api: 'payment_entry.write',
  changes: ['payment', 'counterparty', 'order', 'balance', 'account', 'supplier'],
  params: OneInProject,
  body: z.object({ comment: requiredText(500) }),
  returns: Payment,
  errors: [
    paymentErrors.not_found,
    paymentErrors.not_confirmed,
    paymentErrors.of_bank_row,
    ledgerErrors.balance_too_large,
  ],
});

export const SupplierBalance = z.object({
  project_id: Id,
  friendly_id: z.string(),
  project_title: z.string(),
  logo_url: z.string().nullable(),
  counterparty_id: Id,
  /** Positive: the dropshipper has money with this supplier; negative: he owes. */
  balance: SignedKopecks,
  /** Of the balance, what stands for the goods that the dropshipper supplies; the rest is what he buys. */
  purchases_balance: SignedKopecks,
  /** The last day that an agreed reconciliation closes. */
  closed_until: CalendarDate.nullable(),
  /** Reported payments that wait for the supplier. */
  pending_count: z.int(),
  pending_sum: z.int(),
  /** The supplier takes payments by card. */
  takes_cards: z.boolean(),
});
export type SupplierBalance = z.infer<typeof SupplierBalance>;

export const listBalances = route({
  method: 'GET',
  path: 'dropshipping/balances',
  summary: 'The dropshipper’s balance with each supplier',
  auth: 'dropshipping',
  api: 'payments.read',
  shows: ['counterparty', 'payment', 'acquiring'],
  query: listQuery(['project_title', 'balance'], {}),
  returns: page(SupplierBalance),
});

export const listMyPayments = route({
  method: 'GET',
  path: 'dropshipping/payments',
  summary: 'The dropshipper’s payments at all suppliers',
  auth: 'dropshipping',
  api: 'payments.read',
  query: listQuery(['-created_at', 'date', 'amount'], { ...filters, project_id: Id.optional() }),
  returns: page(Payment),
});

export const AccountBalance = z.object({
  account: ProjectAccount,
  /** Money in hand and income are positive. */
  balance: SignedKopecks,
  postings: z.int(),
});
export type AccountBalance = z.infer<typeof AccountBalance>;

export const listAccounts = route({
  method: 'GET',
  path: 'projects/:project_id/ledger/accounts',
  summary: 'The project’s own accounts with their balances, and the counterparties’ together',
  auth: 'audit.read',
  shows: ['counterparty', 'cod_register'],
  params: InProject,
  returns: z.object({ items: z.array(AccountBalance), counterparties: SignedKopecks }),
});

export const AccountPosting = Posting.extend({ counterparty_id: Id, counterparty_name: z.string(), actor: Actor });
export type AccountPosting = z.infer<typeof AccountPosting>;

export const listAccountPostings = route({
  method: 'GET',
  path: 'projects/:project_id/ledger/accounts/:account/postings',
  summary: 'What the balance of an account is made of, newest first',
  auth: 'audit.read',
  shows: ['counterparty', 'cod_register'],
  params: InProject.extend({ account: ProjectAccount }),
  query: listQuery(['-created_at'], { from: CalendarDate.optional(), to: CalendarDate.optional() }),
  returns: page(AccountPosting),
});

export const paymentRoutes = {
  listPayments,
  countPayments,
  createPayment,
  readPayment,
  confirmPayment,
  declinePayment,
  reversePayment,
  listBalances,
  listMyPayments,
  listAccounts,
  listAccountPostings,
};
