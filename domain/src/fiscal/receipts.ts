import { z } from 'zod';
import { Email } from '../identity/fields';
import { Wait } from '../integrations/contract';
import { Actor, CalendarDate, Id, Instant } from '../kit/ids';
import { commaList, listQuery, page } from '../kit/lists';
import { Kopecks, SignedKopecks } from '../kit/money';
import { Phone } from '../kit/phone';
import { planErrors } from '../kit/plans';
import { InProject, OneInProject, route } from '../kit/route';
import { orderErrors } from '../orders/contract';
import { fiscalErrors } from './errors';
import { MAX_PAYMENTS, registers, ShiftState } from './registers';

/** Specification §9. */
export const PaymentMethod = z.enum(['cash', 'card']);
export type PaymentMethod = z.infer<typeof PaymentMethod>;
export const ReceiptPayment = z.object({ method: PaymentMethod, amount: Kopecks.min(1) });
export type ReceiptPayment = z.infer<typeof ReceiptPayment>;

export const ReceiptKind = z.enum(['sell', 'return', 'service_in', 'service_out']);
export type ReceiptKind = z.infer<typeof ReceiptKind>;

/** waiting: not sent yet; sent: it was, and whether the service has it is asked; issued: it has its fiscal number. */
export const ReceiptStatus = z.enum(['waiting', 'sent', 'issued', 'failed']);
export type ReceiptStatus = z.infer<typeof ReceiptStatus>;

/** What a refusal means: of what it is told, and what can be done. */
export const ReceiptProblem = z.enum(['not_opened', 'bill', 'refused', 'authentication']);
export type ReceiptProblem = z.infer<typeof ReceiptProblem>;

export const FiscalReceipt = z.object({
  /** The service knows it by the same. */
  id: Id,
  kind: ReceiptKind,
  status: ReceiptStatus,
  register: z.object({ id: Id, name: z.string() }),
  shift_id: Id.nullable(),
  order: z.object({ id: Id, number: z.int(), prefix: z.string() }).nullable(),
  return: z.object({ id: Id, number: z.int() }).nullable(),
  customer_name: z.string(),
  lines: z.array(z.object({ order_item_id: Id, code: z.string(), name: z.string(), price: Kopecks, count: z.int() })),
  payments: z.array(ReceiptPayment),
  total: Kopecks,
  cash: Kopecks,
  card: Kopecks,
  serial: z.int().nullable(),
  /** null until it is issued. Of one made offline it is the code of the offline session. */
  fiscal_code: z.string().nullable(),
  fiscal_date: Instant.nullable(),
  tax_url: z.string().nullable(),
  /** Made while the register had no connection to the tax office. */
  is_offline: z.boolean(),
  problem: z.object({ code: ReceiptProblem, message: z.string() }).nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Of a return the receipt of the sale. */
  related_receipt_id: Id.nullable(),
  /** A sale that was taken back as a whole: another may be issued. */
  reversed: z.boolean(),
  created_by: Actor,
  created_at: Instant,
});
export type FiscalReceipt = z.infer<typeof FiscalReceipt>;

export const receipts = 'projects/:project_id/fiscal_receipts';

export const ReceiptSums = z.object({
  count: z.int(),
  sold: SignedKopecks,
  returned: SignedKopecks,
  cash: SignedKopecks,
  card: SignedKopecks,
});
export type ReceiptSums = z.infer<typeof ReceiptSums>;

const filters = {
  cash_register_id: Id.optional(),
  kind: commaList(ReceiptKind),
  status: commaList(ReceiptStatus),
  shift_id: Id.optional(),
  /** Days in Kyiv, both included. */
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
};

export const listReceipts = route({
  method: 'GET',
  path: receipts,
  summary: 'Fiscal receipts, the newest first: search by fiscal number, order or customer',
  auth: 'cash_registers.read',
  shows: ['cash_register'],
  params: InProject,
  query: listQuery(['-created_at', 'total'], filters),
  returns: page(FiscalReceipt),
});

export const sumReceipts = route({
  method: 'GET',
  path: `${receipts}/sums`,
  summary: 'What the issued receipts come to, by the filters of the list',
  auth: 'cash_registers.read',
  params: InProject,
  query: z.object({ q: z.string().trim().max(120).optional(), ...filters }),
  returns: ReceiptSums,
});

export const readReceipt = route({
  method: 'GET',
  path: `${receipts}/:id`,
  summary: 'A fiscal receipt',
  auth: 'receipts.read',
  shows: ['cash_register'],
  params: OneInProject,
  returns: FiscalReceipt,
  errors: [fiscalErrors.no_receipt],
});

export const readReceiptFile = route({
  method: 'GET',
  path: `${receipts}/:id/file`,
  summary: 'The receipt as the service prints it: PDF, picture, QR or text',
  auth: 'receipts.read',
  params: OneInProject,
  query: z.object({ format: z.enum(['pdf', 'png', 'qr', 'text']).default('pdf') }),
  raw: 'application/pdf',
  errors: [fiscalErrors.no_receipt, fiscalErrors.not_issued, fiscalErrors.unavailable],
});

export const SendBody = z
  .object({ email: Email.optional(), phone: Phone.optional() })
  .refine(({ email, phone }) => (email === undefined) !== (phone === undefined), {
    error: 'required',
    path: ['email'],
  });
export const sendReceipt = route({
  method: 'POST',
  path: `${receipts}/:id/send`,
  summary: 'Have the service send the receipt to an e-mail address or by SMS',
  auth: 'receipts.issue',
  whileRestricted: true,
  changes: ['fiscal_receipt'],
  params: OneInProject,
  status: 202,
  body: SendBody,
  returns: FiscalReceipt,
  errors: [fiscalErrors.no_receipt, fiscalErrors.not_issued],
});

export const reverseReceipt = route({
  method: 'POST',
  path: `${receipts}/:id/reverse`,
  summary: 'Take a receipt of a sale back as a whole by a receipt of a return; another may be issued afterwards',
  auth: 'receipts.issue',
  whileRestricted: true,
  changes: ['fiscal_receipt', 'cash_register'],
  params: OneInProject,
  status: 202,
  returns: FiscalReceipt,
  errors: [
    fiscalErrors.no_receipt,
    fiscalErrors.not_receipted,
    fiscalErrors.issuer_gone,
    fiscalErrors.not_opened,
    fiscalErrors.issued_already,
  ],
});

export const makeService = route({
  method: 'POST',
  path: `${registers}/:id/service`,
  summary: 'Put cash into the drawer or take it out',
  auth: 'cash_registers.edit',
  changes: ['cash_register', 'fiscal_receipt'],
  params: OneInProject,
  status: 202,
  body: z.object({ direction: z.enum(['in', 'out']), amount: Kopecks.min(1) }),
  returns: FiscalReceipt,
  errors: [fiscalErrors.not_found, fiscalErrors.not_opened],
});

const TakingRegister = z.object({
  id: Id,
  name: z.string(),
  shift: ShiftState,
  is_test: z.boolean(),
  /** What the service said last that it would not do. */
  problem: z.string(),
});

/** What an order offers: what would stand on its receipt, and which register takes it. */
export const OrderReceipts = z.object({
  items: z.array(FiscalReceipt),
  /** Of those that are not issued yet. */
  wait: Wait.nullable(),
  total: Kopecks,
  seller: z.object({ id: Id.nullable(), name: z.string() }),
  registers: z.array(TakingRegister),
  /** Approved returns without a receipt of their own, once the sale has one. */
  returns: z.array(z.object({ id: Id, number: z.int(), total: Kopecks })),
  /** Which takes them: that of the sale. Null when there is no sale, or it is connected no more. */
  returns_at: TakingRegister.nullable(),
  /** The project has a register. */
  connected: z.boolean(),
  may: z.object({
    sell: z.boolean(),
    /** Why a receipt of the sale cannot be issued, by the code of the error. */
    why_not: z.string().nullable(),
  }),
});
export type OrderReceipts = z.infer<typeof OrderReceipts>;

export const readOrderReceipts = route({
  method: 'GET',
  path: 'projects/:project_id/orders/:id/receipts',
  summary: 'Fiscal receipts of an order, and what a new one would be',
  auth: 'receipts.read',
  shows: ['fiscal_receipt', 'cash_register', 'return'],
  params: OneInProject,
  returns: OrderReceipts,
  errors: [orderErrors.not_found],
});

export const IssueBody = z.object({
  /** All of it by one method; or `payments`. Of a return neither: it goes back as it was paid. */
  payment_method: PaymentMethod.optional(),
  payments: z.array(ReceiptPayment).min(1).max(MAX_PAYMENTS).optional(),
  /** Where several take it. */
  cash_register_id: Id.optional(),
  /** A receipt for this return instead of the sale. */
  return_id: Id.optional(),
  /** Where the service sends it. */
  email: Email.nullable().optional(),
  phone: Phone.nullable().optional(),
});
export type IssueBody = z.infer<typeof IssueBody>;

export const issueReceipt = route({
  method: 'POST',
  path: 'projects/:project_id/orders/:id/receipts',
  summary: 'Issue a fiscal receipt for an order by the price of its customer, or for a return of it',
  auth: 'receipts.issue',
  whileRestricted: true,
  changes: ['fiscal_receipt', 'cash_register'],
  params: OneInProject,
  status: 202,
  body: IssueBody,
  returns: FiscalReceipt,
  errors: [
    orderErrors.not_found,
    fiscalErrors.not_sold,
    fiscalErrors.sold_by_other,
    fiscalErrors.no_register,
    fiscalErrors.not_opened,
    fiscalErrors.issued_already,
    fiscalErrors.nothing_to_pay,
    fiscalErrors.payments_differ,
    fiscalErrors.how_paid,
    fiscalErrors.not_receipted,
    fiscalErrors.issuer_gone,
    fiscalErrors.return_undecided,
    planErrors.receipts_not_included,
  ],
});
