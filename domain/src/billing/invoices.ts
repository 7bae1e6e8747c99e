import { z } from 'zod';
import { errors } from '../kit/errors';
import { CalendarDate, Id, Instant } from '../kit/ids';
import { page } from '../kit/lists';
import { Kopecks, SignedKopecks } from '../kit/money';
import { Plan } from '../kit/plans';
import { Restriction } from '../kit/restriction';
import { InProject, route } from '../kit/route';

export const invoiceErrors = errors('plan_invoices', {
  not_found: { status: 404, ua: 'Рахунок не знайдено', en: 'No such invoice' },
  not_due: {
    status: 409,
    ua: 'Цей рахунок уже не очікує оплати',
    en: 'This invoice does not wait for a payment any more',
  },
  credit_amount: {
    status: 422,
    ua: 'Зменшити можна щонайбільше на {allowed}; несплачений рахунок скасовують повністю',
    en: 'At most {allowed} can be taken back; an invoice that is not paid is canceled as a whole',
  },
});

/**
 * `month`: the plan for a month ahead with the extras of the last one; `change`: the difference for the rest of a month;
 * `manual`: made by an operator; `credit_note`: takes back a part of another one, or all of it.
 */
export const InvoiceKind = z.enum(['month', 'change', 'manual', 'credit_note']);
export type InvoiceKind = z.infer<typeof InvoiceKind>;

/** `overdue` is `due` after its last day; a credit note is `issued`, nothing is paid on it. */
export const InvoiceStatus = z.enum(['due', 'overdue', 'paid', 'canceled', 'issued']);
export type InvoiceStatus = z.infer<typeof InvoiceStatus>;

export const InvoiceLine = z.object({
  kind: z.enum(['plan', 'discount', 'orders', 'collaborators', 'difference', 'manual', 'correction']),
  /** As the paper says it. */
  title: z.string(),
  count: z.int().min(1),
  /** Of a discount below zero. */
  price: SignedKopecks,
  amount: SignedKopecks,
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

/** Where a transfer goes, as it stood when the invoice was issued. */
export const TransferDetails = z.object({
  recipient: z.string(),
  iban: z.string(),
  code: z.string(),
  purpose: z.string(),
});
export type TransferDetails = z.infer<typeof TransferDetails>;

export const PaidBy = z.enum(['card', 'transfer']);
export type PaidBy = z.infer<typeof PaidBy>;

export const PlanInvoice = z.object({
  id: Id,
  number: z.string(),
  kind: InvoiceKind,
  status: InvoiceStatus,
  /** The month that is paid for, by its first day. */
  month: CalendarDate.nullable(),
  issued_on: CalendarDate,
  /** The last day to pay on. */
  due_on: CalendarDate.nullable(),
  /** Of a credit note: what it takes back. */
  amount: Kopecks,
  /** What credit notes have taken back of it. */
  credited: Kopecks,
  lines: z.array(InvoiceLine),
  /** As it was called when the invoice was issued. */
  payer: z.string(),
  /** Null where the platform takes no transfers. */
  transfer: TransferDetails.nullable(),
  paid_on: CalendarDate.nullable(),
  paid_by: PaidBy.nullable(),
  /** Of a credit note: the invoice that it corrects. */
  corrects: z.object({ id: Id, number: z.string() }).nullable(),
  comment: z.string(),
  created_at: Instant,
});
export type PlanInvoice = z.infer<typeof PlanInvoice>;

/** What is used beyond the plan in the current month. */
export const MonthUse = z.object({
  month: CalendarDate,
  /** Orders that were first sent this month; those of the trial do not count. */
  orders: z.int(),
  /** Null: as many as wanted. */
  orders_included: z.int().nullable(),
  packs: z.int(),
  pack_size: z.int(),
  pack_price: Kopecks,
  extra_collaborators: z.int(),
  extra_collaborator_price: Kopecks.nullable(),
  /** What the extras cost by now: it comes with the next invoice. */
  extras: Kopecks,
});
export type MonthUse = z.infer<typeof MonthUse>;

/** A percent is in hundredths, a sum in kopecks; `until` null: until it is ended. */
export const PlanDiscountTerms = z.object({
  kind: z.enum(['percent', 'sum']),
  value: z.int(),
  from: CalendarDate,
  until: CalendarDate.nullable(),
});
export type PlanDiscountTerms = z.infer<typeof PlanDiscountTerms>;

/** What a plan comes to for this payer. */
const PlanChoice = z.object({
  plan: Plan,
  /** A month, less his discount: of this month, and of the next. */
  price: Kopecks,
  next_price: Kopecks,
  /** What is invoiced at once when it is chosen today: the difference for the rest of the month. */
  now: Kopecks,
});

export const Billing = z.object({
  subscription_plan: z.string().nullable(),
  subscription_plan_since: Instant.nullable(),
  /** From when only reading goes on; null while nothing is due. */
  restriction: Restriction.nullable(),
  /** Days until then; 0 and below: it is so already. */
  days_left: z.int().nullable(),
  /** What is not paid. */
  due: Kopecks,
  /** What is taken off the plan in the next invoice: months by their first days. */
  discount: PlanDiscountTerms.nullable(),
  /** The 1st on which the next invoice comes, and what it is by now; null without a plan that costs anything. */
  next_invoice: z.object({ on: CalendarDate, amount: Kopecks }).nullable(),
  /** Whether packs of further orders are added by themselves; null for a dropshipper. */
  extra_orders: z.boolean().nullable(),
  use: MonthUse.nullable(),
  pays_by_card: z.boolean(),
  choices: z.array(PlanChoice),
});
export type Billing = z.infer<typeof Billing>;

export const readBilling = route({
  method: 'GET',
  path: 'projects/:project_id/billing',
  summary: 'What the project pays: its plan, what is used this month, what is due',
  auth: 'billing.read',
  shows: ['order'],
  params: InProject,
  returns: Billing,
});

export const setExtraOrders = route({
  method: 'PATCH',
  path: 'projects/:project_id/billing',
  summary: 'Whether packs of further orders are added by themselves; without them orders beyond the plan are refused',
  auth: 'billing.manage',
  changes: ['billing'],
  whileRestricted: true,
  params: InProject,
  body: z.object({ extra_orders: z.boolean() }),
  returns: Billing,
});

const OneInvoice = InProject.extend({ id: Id });

export const listInvoices = route({
  method: 'GET',
  path: 'projects/:project_id/billing/invoices',
  summary: 'The invoices of the plan and their credit notes, newest first',
  auth: 'billing.read',
  params: InProject,
  returns: page(PlanInvoice),
});

export const readInvoice = route({
  method: 'GET',
  path: 'projects/:project_id/billing/invoices/:id',
  summary: 'One invoice of the plan',
  auth: 'billing.read',
  params: OneInvoice,
  returns: PlanInvoice,
  errors: [invoiceErrors.not_found],
});

export const printInvoice = route({
  method: 'GET',
  path: 'projects/:project_id/billing/invoices/:id/pdf',
  summary: 'The invoice as PDF, with the code for a transfer',
  auth: 'billing.read',
  params: OneInvoice,
  raw: 'application/pdf',
  errors: [invoiceErrors.not_found],
});

const OneOfMine = z.object({ id: Id });

export const readMyBills = route({
  method: 'GET',
  path: 'users/me/billing',
  summary: 'What the current user pays as a dropshipper',
  auth: 'user',
  returns: Billing,
});

export const listMyInvoices = route({
  method: 'GET',
  path: 'users/me/billing/invoices',
  summary: 'The invoices of the own plan and their credit notes, newest first',
  auth: 'user',
  returns: page(PlanInvoice),
});

export const readMyInvoice = route({
  method: 'GET',
  path: 'users/me/billing/invoices/:id',
  summary: 'One invoice of the own plan',
  auth: 'user',
  params: OneOfMine,
  returns: PlanInvoice,
  errors: [invoiceErrors.not_found],
});

export const printMyInvoice = route({
  method: 'GET',
  path: 'users/me/billing/invoices/:id/pdf',
  summary: 'The own invoice as PDF, with the code for a transfer',
  auth: 'user',
  params: OneOfMine,
  raw: 'application/pdf',
  errors: [invoiceErrors.not_found],
});

export const invoiceRoutes = {
  readBilling,
  setExtraOrders,
  listInvoices,
  readInvoice,
  printInvoice,
  readMyBills,
  listMyInvoices,
  readMyInvoice,
  printMyInvoice,
};
