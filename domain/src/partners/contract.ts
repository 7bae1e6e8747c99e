import { z } from 'zod';
import { Email } from '../identity/contract';
import { errors } from '../kit/errors';
import { fieldMessage } from '../kit/field-messages';
import { CalendarDate, Id, Instant, Ref, requiredText, text, Version } from '../kit/ids';
import { INVITATION_CAPS } from '../kit/letters';
import { commaList, listQuery, page } from '../kit/lists';
import { Kopecks, Percent, SignedKopecks } from '../kit/money';
import { Phone } from '../kit/phone';
import { InProject, OneInProject, route } from '../kit/route';
import { OnLimit } from '../ledger/charges';
import { PostedOrder, Posting, PostingPurpose } from '../ledger/contract';
import { priceLevelErrors } from '../price_levels/contract';
import { projectErrors } from '../projects/contract';

export const partnerErrors = errors('partners', {
  not_found: { status: 404, ua: 'Контрагента не знайдено', en: 'No such counterparty' },
  unknown: { status: 422, ua: 'Такого контрагента в проєкті немає', en: 'The project has no such counterparty' },
  supplier_not_found: { status: 404, ua: 'Такого постачальника у вас немає', en: 'You have no such supplier' },
  unknown_manager: {
    status: 422,
    ua: 'Такого менеджера в проєкті немає',
    en: 'The project has no such manager',
  },
  has_access: {
    status: 409,
    ua: 'Контрагент уже має доступ як дропшипер',
    en: 'The counterparty already has access as a dropshipper',
  },
  has_no_access: {
    status: 409,
    ua: 'Контрагент не має доступу дропшипера',
    en: 'The counterparty has no access as a dropshipper',
  },
  already_invited: {
    status: 409,
    ua: 'Запрошення вже надіслано на {email}. Надішліть його ще раз або скасуйте',
    en: 'An invitation was sent to {email} already. Send it again or withdraw it',
  },
  not_invited: {
    status: 409,
    ua: 'Немає запрошення, яке очікує відповіді',
    en: 'There is no invitation that awaits an answer',
  },
  own_sales: {
    status: 409,
    ua: 'Це контрагент для власних продажів: його не можна запросити чи видалити',
    en: 'This counterparty stands for your own sales: it cannot be invited or deleted',
  },
  balance_not_zero: {
    status: 409,
    ua: 'Баланс контрагента не дорівнює нулю. Спершу розрахуйтеся',
    en: 'The balance of the counterparty is not zero. Settle it first',
  },
  delete_with_access: {
    status: 409,
    ua: 'Спершу приберіть доступ дропшипера або скасуйте запрошення',
    en: 'Remove the access of the dropshipper or withdraw the invitation first',
  },
  counterparty_has_orders: {
    status: 409,
    ua: 'Контрагент має незавершені замовлення. Спершу завершіть або скасуйте їх',
    en: 'The counterparty has unfinished orders. Complete or cancel them first',
  },
  counterparty_pays_by_card: {
    status: 409,
    ua: 'Контрагент має незавершену оплату карткою. Дочекайтеся, доки її сплатять, повернуть або мине її строк',
    en: 'The counterparty has a payment by card under way. Wait until it is paid, refunded or expired',
  },
  counterparty_has_returns: {
    status: 409,
    ua: 'Контрагент має нерозглянуті повернення. Спершу прийміть рішення щодо них',
    en: 'The counterparty has returns that are not decided. Decide them first',
  },
  counterparty_has_payouts: {
    status: 409,
    ua: 'Контрагента додано до реєстру виплат. Спершу виплатіть або скасуйте цей рядок',
    en: 'The counterparty is in a payout register. Pay or cancel that row first',
  },
  period_too_long: {
    status: 422,
    ua: 'За цей період забагато записів. Оберіть коротший',
    en: 'The period has too many entries. Choose a shorter one',
  },
});

/** `ordinary`: no access; `invited`: an invitation awaits an answer; `dropshipper`: has access as a Client. */
export const CounterpartyStatus = z.enum(['ordinary', 'invited', 'dropshipper']);
export type CounterpartyStatus = z.infer<typeof CounterpartyStatus>;

export const CounterpartyKind = z.enum(['all', 'dropshippers', 'other']);
export type CounterpartyKind = z.infer<typeof CounterpartyKind>;

const PendingInvitation = z.object({
  email: z.string(),
  last_sent_at: Instant,
  /** From when it may be sent again: 15 minutes after the last time (specification §9). */
  resendable_at: Instant,
  expires_at: Instant,
});

export const Counterparty = z.object({
  id: Id,
  name: z.string(),
  legal_name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  comment: z.string(),
  manager_id: Id.nullable(),
  /** Null: all managers. */
  manager_name: z.string().nullable(),
  /** What holds now: their own, or that of a group where they have none. */
  discount: Percent,
  /** The group whose discount it is; null: their own, or none. */
  discount_group_id: Id.nullable(),
  /** By which prices they buy; null: by the price itself. */
  price_level_id: Id.nullable(),
  price_level_name: z.string().nullable(),
  price_level_group_id: Id.nullable(),
  /** Groups that are not archived, in their order. */
  groups: z.array(z.object({ id: Id, name: z.string() })),
  /** What a parcel costs them that was not taken, as was agreed. */
  refusal_charge: Kopecks,
  /** In how many days an order is to be paid; null: nothing was agreed. */
  payment_days: z.int().nullable(),
  /** How much they may owe; null: no limit. */
  credit_limit: Kopecks.nullable(),
  on_limit: OnLimit,
  /** Positive: they have money with the supplier; negative: they owe. */
  balance: SignedKopecks,
  /** Of the balance, what stands for the goods that they supply; the rest is what they buy. */
  purchases_balance: SignedKopecks,
  /** The last day that an agreed reconciliation closes: what is entered from now on counts from the day after it. */
  closed_until: CalendarDate.nullable(),
  status: CounterpartyStatus,
  invitation: PendingInvitation.nullable(),
  /** The project's own retail sales. */
  own_sales: z.boolean(),
  version: Version,
  created_at: Instant,
  updated_at: Instant,
});
export type Counterparty = z.infer<typeof Counterparty>;

/** An order of a year ago is not one that waits to be paid. */
export const MAX_PAYMENT_DAYS = 365;

const fields = {
  name: requiredText(120),
  legal_name: text(200),
  email: Email.nullable(),
  phone: Phone.nullable(),
  comment: text(1000),
  manager_id: Id.nullable(),
  discount: Percent,
  price_level_id: Id.nullable(),
  refusal_charge: Kopecks,
  payment_days: z
    .int()
    .min(0)
    .max(MAX_PAYMENT_DAYS, {
      error: fieldMessage('partners.payment_days', {
        ua: `Строк оплати – від 0 до ${MAX_PAYMENT_DAYS} днів`,
        en: `payment terms are from 0 to ${MAX_PAYMENT_DAYS} days`,
      }),
    })
    .nullable(),
  credit_limit: Kopecks.nullable(),
  on_limit: OnLimit,
};

export const CreateCounterpartyBody = z.object(fields).partial().required({ name: true });
export type CreateCounterpartyBody = z.infer<typeof CreateCounterpartyBody>;
export const UpdateCounterpartyBody = z.object(fields).partial();
export type UpdateCounterpartyBody = z.infer<typeof UpdateCounterpartyBody>;

export const listCounterparties = route({
  method: 'GET',
  path: 'projects/:project_id/counterparties',
  summary: 'Counterparties; `kind` tells dropshippers (also invited ones) from the others',
  auth: 'counterparties.read',
  api: 'counterparties.read',
  shows: ['price_level'],
  params: InProject,
  query: listQuery(['name', 'balance', 'discount', 'created_at'], {
    kind: CounterpartyKind.optional(),
    manager_id: Id.optional(),
    balance: z.enum(['debt', 'advance', 'zero']).optional(),
    /** Those who buy by this price level; `none`: by the price itself. */
    price_level_id: z.union([Id, z.literal('none')]).optional(),
    /** Those of this group; `none`: those of no group. */
    group_id: z.union([Id, z.literal('none')]).optional(),
  }),
  returns: page(Counterparty),
});

/** What is needed to choose one: no balance, no contacts. */
export const CounterpartyName = z.object({ id: Id, name: z.string(), legal_name: z.string() });
export type CounterpartyName = z.infer<typeof CounterpartyName>;

export const listCounterpartyNames = route({
  method: 'GET',
  path: 'projects/:project_id/counterparties/names',
  summary: 'Names of counterparties, to choose one; `id` asks for that one alone',
  auth: 'counterparties.names',
  api: 'counterparties.read',
  shows: ['counterparty'],
  params: InProject,
  query: listQuery(['name'], { id: Id.optional() }),
  returns: page(CounterpartyName),
});

export const countCounterparties = route({
  method: 'GET',
  path: 'projects/:project_id/counterparties/counts',
  summary: 'How many counterparties each tab has, and the sums of debts and advances',
  auth: 'counterparties.read',
  params: InProject,
  query: z.object({ q: z.string().trim().max(120).optional() }),
  returns: z.object({
    all: z.int(),
    dropshippers: z.int(),
    other: z.int(),
    /** Σ of negative balances, as a positive sum: what counterparties owe. */
    debts: z.int(),
    /** Σ of positive balances: what counterparties have with the supplier. */
    advances: z.int(),
  }),
});

export const readCounterparty = route({
  method: 'GET',
  path: 'projects/:project_id/counterparties/:id',
  summary: 'One counterparty',
  auth: 'counterparties.read',
  api: 'counterparties.read',
  shows: ['price_level'],
  params: OneInProject,
  returns: Counterparty,
  errors: [partnerErrors.not_found],
});

export const createCounterparty = route({
  method: 'POST',
  path: 'projects/:project_id/counterparties',
  summary: 'Add a counterparty; its account opens with balance zero',
  auth: 'counterparties.edit',
  api: 'counterparties.write',
  changes: ['counterparty', 'user', 'supplier'],
  answers: readCounterparty,
  params: InProject,
  status: 201,
  body: CreateCounterpartyBody,
  returns: Counterparty,
  errors: [partnerErrors.unknown_manager, priceLevelErrors.unknown],
});

export const updateCounterparty = route({
  method: 'PATCH',
  path: 'projects/:project_id/counterparties/:id',
  summary:
    'Change a counterparty; a new discount or price level is its own, concerns orders that are not priced yet, and ' +
    'goes before those of its groups (0 and null: it has none of its own)',
  auth: 'counterparties.edit',
  api: 'counterparties.write',
  changes: ['counterparty', 'user', 'supplier'],
  answers: readCounterparty,
  params: OneInProject,
  body: UpdateCounterpartyBody,
  returns: Counterparty,
  errors: [partnerErrors.not_found, partnerErrors.unknown_manager, priceLevelErrors.unknown],
});

export const deleteCounterparty = route({
  method: 'DELETE',
  path: 'projects/:project_id/counterparties/:id',
  summary: 'Delete a counterparty with balance zero and without access; its history stays',
  auth: 'counterparties.edit',
  changes: ['counterparty', 'user', 'supplier'],
  params: OneInProject,
  errors: [
    partnerErrors.not_found,
    partnerErrors.balance_not_zero,
    partnerErrors.delete_with_access,
    partnerErrors.counterparty_has_orders,
    partnerErrors.counterparty_has_returns,
    partnerErrors.counterparty_has_payouts,
    partnerErrors.counterparty_pays_by_card,
    partnerErrors.own_sales,
  ],
});

export const inviteCounterparty = route({
  method: 'POST',
  path: 'projects/:project_id/counterparties/:id/invite',
  summary: 'Invite the counterparty by e-mail to work as a dropshipper',
  auth: 'counterparties.invite',
  changes: ['counterparty', 'user', 'supplier'],
  params: OneInProject,
  body: z.object({ email: Email }),
  returns: Counterparty,
  errors: [
    partnerErrors.not_found,
    partnerErrors.has_access,
    partnerErrors.already_invited,
    partnerErrors.own_sales,
    projectErrors.already_member,
    ...INVITATION_CAPS,
  ],
});

export const resendCounterpartyInvitation = route({
  method: 'POST',
  path: 'projects/:project_id/counterparties/:id/resend_invitation',
  summary: 'Send the invitation again, once in 15 minutes',
  auth: 'counterparties.invite',
  changes: ['counterparty', 'user', 'supplier'],
  params: OneInProject,
  returns: Counterparty,
  errors: [partnerErrors.not_found, partnerErrors.not_invited, projectErrors.resend_too_soon, ...INVITATION_CAPS],
});

export const withdrawCounterpartyInvitation = route({
  method: 'POST',
  path: 'projects/:project_id/counterparties/:id/withdraw_invitation',
  summary: 'Withdraw an invitation that awaits an answer; its link stops working',
  auth: 'counterparties.invite',
  changes: ['counterparty', 'user', 'supplier'],
  whileRestricted: true,
  params: OneInProject,
  returns: Counterparty,
  errors: [partnerErrors.not_found, partnerErrors.not_invited],
});

export const removeCounterpartyAccess = route({
  method: 'POST',
  path: 'projects/:project_id/counterparties/:id/remove_access',
  summary:
    'Turn the dropshipper into an ordinary counterparty; the history stays, his past orders stay readable to him',
  auth: 'counterparties.invite',
  whileRestricted: true,
  changes: ['counterparty', 'user', 'supplier'],
  params: OneInProject,
  returns: Counterparty,
  errors: [partnerErrors.not_found, partnerErrors.has_no_access],
});

/** Of a payment: the orders that it names; of anything else none. */
const orders = z.array(PostedOrder);

export const readCounterpartyLedger = route({
  method: 'GET',
  path: 'projects/:project_id/counterparties/:id/ledger',
  summary: 'What the balance is made of: postings, newest first; a Client may read his own',
  auth: 'payments.read',
  api: 'payments.read',
  params: OneInProject,
  query: listQuery(['-created_at'], {
    purpose: commaList(PostingPurpose),
    from: CalendarDate.optional(),
    to: CalendarDate.optional(),
  }),
  returns: page(Posting.extend({ orders })).extend({ balance: SignedKopecks, purchases_balance: SignedKopecks }),
  errors: [partnerErrors.not_found],
});

/**
 * A statement of mutual settlements («Акт звірки»), the supplier's half: charges and withdrawals in debit, payments
 * and returns in credit. Balances have the counterparty's sign: closing = opening − debit + credit.
 */
export const Reconciliation = z.object({
  from: CalendarDate,
  to: CalendarDate,
  supplier_name: z.string(),
  counterparty_name: z.string(),
  opening: SignedKopecks,
  rows: z.array(
    z.object({
      id: Id,
      /** The day it belongs to, in Kyiv: of a payment its date. */
      date: CalendarDate,
      purpose: PostingPurpose,
      ref: Ref,
      orders,
      comment: z.string(),
      debit: Kopecks,
      credit: Kopecks,
    }),
  ),
  turnover: z.object({ debit: z.int(), credit: z.int() }),
  closing: SignedKopecks,
  /** Who is owed `owed` kopecks at the end; null when nobody is. */
  in_favour_of: z.enum(['supplier', 'counterparty']).nullable(),
  owed: z.int(),
});
export type Reconciliation = z.infer<typeof Reconciliation>;

export const readReconciliation = route({
  method: 'GET',
  path: 'projects/:project_id/counterparties/:id/reconciliation',
  summary: 'Reconciliation for a period, days of Kyiv, both inclusive; a Client may read his own',
  auth: 'payments.read',
  params: OneInProject,
  query: z.object({ from: CalendarDate, to: CalendarDate }).check((context) => {
    if (context.value.to < context.value.from)
      context.issues.push({
        code: 'custom',
        path: ['to'],
        message: 'period.ends_before_start',
        input: context.value.to,
      });
  }),
  returns: Reconciliation,
  errors: [partnerErrors.not_found, partnerErrors.period_too_long],
});

export const Supplier = z.object({
  project_id: Id,
  friendly_id: z.string(),
  title: z.string(),
  logo_url: z.string().nullable(),
  contact_person: z.string(),
  phone: z.string().nullable(),
  category: z.string(),
  counterparty_id: Id,
  discount: Percent,
  balance: SignedKopecks,
  /** The last day of his pause, while it lasts. */
  paused_until: CalendarDate.nullable(),
});
export type Supplier = z.infer<typeof Supplier>;

export const listSuppliers = route({
  method: 'GET',
  path: 'dropshipping/suppliers',
  summary: 'The suppliers that the dropshipper works with',
  auth: 'dropshipping',
  // with the discount, the balance and the credit limit that were agreed
  api: 'payments.read',
  shows: ['counterparty', 'project'],
  query: listQuery(['title', 'balance'], {}),
  returns: page(Supplier),
});

/** The supplier with all that was agreed with him, and what he says of himself. */
export const SupplierCard = Supplier.extend({
  /** Markdown. */
  description: z.string(),
  website: z.string().nullable(),
  region_restriction: z.string(),
  returns: z.string(),
  delivery: z.string(),
  delivery_time: z.string(),
  minimum_order: z.string(),
  /** The price level by which the dropshipper buys; null: by the price itself. */
  price_level_name: z.string().nullable(),
  /** What a parcel costs him that was not taken. */
  refusal_charge: Kopecks,
  /** Days in which an order is to be paid; null where nothing was agreed. */
  payment_days: z.int().nullable(),
  /** How much he may owe; null: no limit. */
  credit_limit: Kopecks.nullable(),
  on_limit: OnLimit,
  /** Since when he may order here. */
  since: Instant,
});
export type SupplierCard = z.infer<typeof SupplierCard>;

export const readSupplier = route({
  method: 'GET',
  path: 'dropshipping/suppliers/:project_id',
  summary: 'A supplier of the dropshipper: the terms agreed with him, delivery, returns, and whom to ask',
  auth: 'dropshipping',
  api: 'payments.read',
  shows: ['project', 'counterparty', 'price_level'],
  params: z.object({ project_id: Id }),
  returns: SupplierCard,
  errors: [partnerErrors.supplier_not_found],
});

export const partnerRoutes = {
  listCounterparties,
  listCounterpartyNames,
  countCounterparties,
  createCounterparty,
  readCounterparty,
  updateCounterparty,
  deleteCounterparty,
  inviteCounterparty,
  resendCounterpartyInvitation,
  withdrawCounterpartyInvitation,
  removeCounterpartyAccess,
  readCounterpartyLedger,
  readReconciliation,
  listSuppliers,
  readSupplier,
};
