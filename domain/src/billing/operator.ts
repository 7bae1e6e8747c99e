import { z } from 'zod';
import { acquiringErrors } from '../acquiring/contract';
import { errors } from '../kit/errors';
import { CalendarDate, Id, requiredText, text } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { Kopecks, Price, SignedKopecks } from '../kit/money';
import { Audience } from '../kit/plans';
import { Restriction } from '../kit/restriction';
import { route } from '../kit/route';
import { InvoiceKind, InvoiceStatus, invoiceErrors, PlanInvoice } from './invoices';

export const payerErrors = errors('plan_payers', {
  not_found: { status: 404, ua: 'Такого платника немає', en: 'No such payer' },
  has_plan: {
    status: 409,
    ua: 'Тариф уже обрано: пробний період закінчився',
    en: 'A plan was chosen already: the trial is over',
  },
  day_passed: { status: 422, ua: 'Цей день уже минув', en: 'This day has passed already' },
  day_ahead: { status: 422, ua: 'Цей день ще не настав', en: 'This day has not come yet' },
});

const ById = z.object({ id: Id });

export const OperatorInvoice = PlanInvoice.extend({ audience: Audience, payer_id: Id });
export type OperatorInvoice = z.infer<typeof OperatorInvoice>;

/**
 * Which figure of the months its invoices are of: `paid` and `due` as they stand now, `credited` those of which something was
 * taken back, `payers` and `joined` the invoice by which a payer is one.
 */
export const BillingFigure = z.enum(['issued', 'paid', 'due', 'credited', 'payers', 'joined']);
export type BillingFigure = z.infer<typeof BillingFigure>;

export const listPlanInvoices = route({
  method: 'GET',
  path: 'operator/billing/invoices',
  summary:
    'What projects and users pay for their plans; `overdue` are the debtors, `figure` and `month` what a figure of the months is made of',
  auth: 'staff',
  query: listQuery(['-issued_on'], {
    status: InvoiceStatus.optional(),
    kind: InvoiceKind.optional(),
    audience: Audience.optional(),
    payer_id: Id.optional(),
    figure: BillingFigure.optional(),
    /** Issued in it; of `payers` and `joined`: what it is paid for. */
    month: CalendarDate.optional(),
  }),
  /** `sums`: of all that are found, also on further pages; told of a figure. */
  returns: page(OperatorInvoice).extend({
    sums: z.object({ amount: SignedKopecks, credited: SignedKopecks }).nullable(),
  }),
});

export const readPlanInvoice = route({
  method: 'GET',
  path: 'operator/billing/invoices/:id',
  summary: 'One of them',
  auth: 'staff',
  params: ById,
  returns: OperatorInvoice,
  errors: [invoiceErrors.not_found],
});

export const printPlanInvoice = route({
  method: 'GET',
  path: 'operator/billing/invoices/:id/pdf',
  summary: 'Its paper',
  auth: 'staff',
  params: ById,
  raw: 'application/pdf',
  errors: [invoiceErrors.not_found],
});

const changes = ['billing', 'operator'];

export const createPlanInvoice = route({
  method: 'POST',
  path: 'operator/billing/invoices',
  summary: 'Issue an invoice by hand, to be paid as those of the 1st are',
  auth: 'staff',
  changes,
  status: 201,
  body: z.object({
    audience: Audience,
    /** A project, or a user as a dropshipper. */
    payer_id: Id,
    lines: z
      .array(z.object({ title: requiredText(200), count: z.int().min(1).max(1000), price: Price.min(1) }))
      .min(1)
      .max(20),
    comment: text(500).optional(),
  }),
  returns: OperatorInvoice,
  errors: [payerErrors.not_found],
});

export const settlePlanInvoice = route({
  method: 'POST',
  path: 'operator/billing/invoices/:id/paid',
  summary: 'The transfer has come: whoever was restricted because of it works again at once',
  auth: 'staff',
  changes,
  params: ById,
  body: z.object({ paid_on: CalendarDate, note: text(300).optional() }),
  returns: OperatorInvoice,
  errors: [invoiceErrors.not_found, invoiceErrors.not_due, payerErrors.day_ahead],
});

export const creditPlanInvoice = route({
  method: 'POST',
  path: 'operator/billing/invoices/:id/credit',
  summary:
    'Issue a credit note: a part of a paid invoice is taken back, and goes back to the card that paid it; one that is due is canceled as a whole',
  auth: 'staff',
  changes,
  params: ById,
  status: 201,
  body: z.object({ amount: Kopecks.min(1), reason: requiredText(300) }),
  returns: OperatorInvoice,
  errors: [
    invoiceErrors.not_found,
    invoiceErrors.not_due,
    invoiceErrors.credit_amount,
    acquiringErrors.refund_under_way,
  ],
});

/** Who pays, as the operator sees him beside his invoices. */
export const PlanPayer = z.object({
  audience: Audience,
  id: Id,
  name: z.string(),
  subscription_plan: z.string().nullable(),
  /** The first month that is paid for follows this one. */
  billed_from: CalendarDate.nullable(),
  trial_until: CalendarDate.nullable(),
  restriction: Restriction.nullable(),
  due: Kopecks,
});
export type PlanPayer = z.infer<typeof PlanPayer>;

export const readPlanPayer = route({
  method: 'GET',
  path: 'operator/billing/payers/:audience/:id',
  summary: 'A project or a user as one who pays for a plan',
  auth: 'staff',
  params: z.object({ audience: Audience, id: Id }),
  returns: PlanPayer,
  errors: [payerErrors.not_found],
});

export const extendTrial = route({
  method: 'POST',
  path: 'operator/billing/payers/manufacturer/:id/trial',
  summary: 'Move the last day of the trial of a project that has no plan yet',
  auth: 'staff',
  changes,
  params: ById,
  body: z.object({ until: CalendarDate }),
  returns: PlanPayer,
  errors: [payerErrors.not_found, payerErrors.has_plan, payerErrors.day_passed],
});

/** By the month in which an invoice was issued. `credited` is what credit notes took back of them, whenever. */
export const BillingMonth = z.object({
  month: CalendarDate,
  invoices: z.int(),
  issued: SignedKopecks,
  paid: SignedKopecks,
  due: SignedKopecks,
  credited: SignedKopecks,
  /** Who pays for this month: those whose invoice of it is paid or may still be. */
  payers: z.int(),
  /** Who did not pay for the month before. */
  joined: z.int(),
  /** Who paid for the month before and does not pay for this one. */
  left: z.int(),
});
export type BillingMonth = z.infer<typeof BillingMonth>;

export const listBillingMonths = route({
  method: 'GET',
  path: 'operator/billing/months',
  summary: 'What was invoiced and paid, and who came and left, by month, the last two years',
  auth: 'staff',
  returns: page(BillingMonth),
});

export const operatorBillingRoutes = {
  listPlanInvoices,
  readPlanInvoice,
  printPlanInvoice,
  createPlanInvoice,
  settlePlanInvoice,
  creditPlanInvoice,
  readPlanPayer,
  extendTrial,
  listBillingMonths,
};
