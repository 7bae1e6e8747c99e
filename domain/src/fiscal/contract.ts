import { z } from 'zod';
import { Email } from '../identity/fields';
import { Wait } from '../integrations/contract';
import { Actor, CalendarDate, Id, Instant, requiredText, Version } from '../kit/ids';
import { commaList, listQuery, page } from '../kit/lists';
import { Kopecks, SignedKopecks } from '../kit/money';
import { Phone } from '../kit/phone';
import { planErrors } from '../kit/plans';
import { InProject, OneInProject, route } from '../kit/route';
import { orderErrors } from '../orders/contract';
import { fiscalErrors } from './errors';

export { fiscalErrors };

/** Cash registers of Checkbox: shifts, receipts and reports (specification §3 and §8, Cash register; decision 0107). */

export const MAX_REGISTERS = 20;
export const MAX_PAYMENTS = 10;
/** Days that are compared at once. */
export const MAX_DAYS = 92;

/**
 * active: it works; partially_active: it issues receipts, but something wants attention, or only closing works;
 * not_active: the key or the PIN is not taken any more, or the cashier is blocked.
 */
export const RegisterStatus = z.enum(['active', 'partially_active', 'not_active']);
export type RegisterStatus = z.infer<typeof RegisterStatus>;

/** Why it is not simply active. */
export const RegisterReason = z.enum(['authentication', 'blocked', 'signature', 'offline']);
export type RegisterReason = z.infer<typeof RegisterReason>;

export const ShiftState = z.enum(['closed', 'opening', 'opened', 'closing']);
export type ShiftState = z.infer<typeof ShiftState>;

/** Of a shift, as the service adds them up; kopecks. */
export const ShiftFigures = z.object({
  initial: SignedKopecks,
  balance: SignedKopecks,
  cash_sales: SignedKopecks,
  card_sales: SignedKopecks,
  cash_returns: SignedKopecks,
  card_returns: SignedKopecks,
  service_in: SignedKopecks,
  service_out: SignedKopecks,
});
export type ShiftFigures = z.infer<typeof ShiftFigures>;

export const Shift = z.object({
  id: Id,
  register: z.object({ id: Id, name: z.string() }),
  /** As the service numbers it; null until it is open. */
  serial: z.int().nullable(),
  /** failed: it could not be opened. */
  status: z.enum(['opening', 'opened', 'closing', 'closed', 'failed']),
  opened_at: Instant.nullable(),
  closed_at: Instant.nullable(),
  opened_by: Actor,
  /** The system where it was closed at night. */
  closed_by: Actor.nullable(),
  /** What the service said when it would not open or close. */
  problem: z.string(),
  figures: ShiftFigures.nullable(),
  receipts: z.int(),
  /** The Z-report that the closing made. */
  z_report_id: Id.nullable(),
  created_at: Instant,
});
export type Shift = z.infer<typeof Shift>;

/** `HH:MM`, Kyiv. */
export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const CashRegister = z.object({
  id: Id,
  name: z.string(),
  /** Whose sales it takes; null: the supplier's own. */
  counterparty: z.object({ id: Id, name: z.string() }).nullable(),
  status: RegisterStatus,
  reason: RegisterReason.nullable(),
  shift: ShiftState,
  shift_id: Id.nullable(),
  opened_at: Instant.nullable(),
  /** What the service said last that it would not do. */
  problem: z.string(),
  fiscal_number: z.string(),
  title: z.string(),
  address: z.string(),
  /** The cashier, as the service has him. */
  cashier: z.string(),
  is_test: z.boolean(),
  is_offline: z.boolean(),
  webhook: z.boolean(),
  /** When an open shift is closed by itself; null: never. */
  close_at: TimeOfDay.nullable(),
  /** It will be soon. */
  closes_soon: z.boolean(),
  /** Receipts that have no number yet. */
  waiting: z.int(),
  checked_at: Instant.nullable(),
  created_at: Instant,
  version: Version,
});
export type CashRegister = z.infer<typeof CashRegister>;

const registers = 'projects/:project_id/cash_registers';
export const RegisterPin = requiredText(40);
/** It goes in a header. */
export const LicenseKey = requiredText(120).regex(/^[\x21-\x7e]+$/);

export const listRegisters = route({
  method: 'GET',
  path: registers,
  summary: 'Cash registers of the project',
  auth: 'cash_registers.read',
  params: InProject,
  returns: z.object({ items: z.array(CashRegister) }),
});

export const readRegister = route({
  method: 'GET',
  path: `${registers}/:id`,
  summary: 'A cash register with its state',
  auth: 'cash_registers.read',
  params: OneInProject,
  returns: CashRegister,
  errors: [fiscalErrors.not_found],
});

export const CreateRegisterBody = z.object({
  name: requiredText(120),
  pin: RegisterPin,
  license_key: LicenseKey,
  /** Whose sales it takes. Missing or null: the supplier's own. */
  counterparty_id: Id.nullable().optional(),
});
export type CreateRegisterBody = z.infer<typeof CreateRegisterBody>;

const creation = {
  method: 'POST',
  auth: 'cash_registers.edit',
  changes: ['cash_register'],
  params: InProject,
  status: 201,
  body: CreateRegisterBody,
  returns: CashRegister,
  errors: [
    fiscalErrors.authentication,
    fiscalErrors.duplicateKasa,
    fiscalErrors.too_many,
    fiscalErrors.unknown_counterparty,
    fiscalErrors.unavailable,
    fiscalErrors.refused,
    planErrors.receipts_not_included,
  ],
} as const;

export const createRegister = route({
  ...creation,
  path: registers,
  summary: 'Connect a cash register by its licence key and the PIN of its cashier: both are checked with the service',
});

export const setupIntegration = route({
  ...creation,
  path: 'projects/:project_id/setup_checkbox_integration',
  summary: 'The same as connecting a cash register',
});

export const UpdateRegisterBody = z.object({
  name: requiredText(120).optional(),
  /** A new one; what is not given stays. */
  pin: RegisterPin.optional(),
  license_key: LicenseKey.optional(),
  counterparty_id: Id.nullable().optional(),
  close_at: TimeOfDay.nullable().optional(),
});
export type UpdateRegisterBody = z.infer<typeof UpdateRegisterBody>;

export const updateRegister = route({
  method: 'PATCH',
  path: `${registers}/:id`,
  summary: 'Change a cash register; a new key or PIN is checked with the service',
  auth: 'cash_registers.edit',
  changes: ['cash_register'],
  answers: readRegister,
  params: OneInProject,
  body: UpdateRegisterBody,
  returns: CashRegister,
  errors: [
    fiscalErrors.not_found,
    fiscalErrors.unreadable,
    fiscalErrors.authentication,
    fiscalErrors.duplicateKasa,
    fiscalErrors.unknown_counterparty,
    fiscalErrors.open_shift,
    fiscalErrors.unavailable,
    fiscalErrors.refused,
  ],
});

export const deleteRegister = route({
  method: 'DELETE',
  path: `${registers}/:id`,
  summary: 'Disconnect a cash register whose shift is closed: its receipts and reports stay, its keys do not',
  auth: 'cash_registers.edit',
  changes: ['cash_register'],
  params: OneInProject,
  errors: [fiscalErrors.not_found, fiscalErrors.open_shift, fiscalErrors.waiting],
});

export const openRegister = route({
  method: 'POST',
  path: `${registers}/:id/open`,
  summary: 'Open the shift. It is open when the service has said so: until then `shift` is `opening`',
  auth: 'cash_registers.edit',
  whileRestricted: true,
  changes: ['cash_register', 'shift'],
  answers: readRegister,
  params: OneInProject,
  status: 202,
  returns: CashRegister,
  errors: [
    fiscalErrors.not_found,
    fiscalErrors.open_already,
    fiscalErrors.shift_moves,
    fiscalErrors.not_active,
    planErrors.receipts_not_included,
  ],
});

export const closeRegister = route({
  method: 'POST',
  path: `${registers}/:id/close`,
  summary: 'Close the shift with its Z-report, once the receipts that are on their way have arrived',
  auth: 'cash_registers.edit',
  whileRestricted: true,
  changes: ['cash_register', 'shift'],
  answers: readRegister,
  params: OneInProject,
  status: 202,
  returns: CashRegister,
  errors: [fiscalErrors.not_found, fiscalErrors.not_open, fiscalErrors.shift_moves],
});

export const setWebhook = route({
  method: 'POST',
  path: `${registers}/:id/webhook`,
  summary: 'Switch on or off that the service tells us of changes. It only hastens: what is told is asked anew',
  auth: 'cash_registers.edit',
  changes: ['cash_register'],
  answers: readRegister,
  params: OneInProject,
  status: 200,
  body: z.object({ on: z.boolean() }),
  returns: CashRegister,
  errors: [
    fiscalErrors.not_found,
    fiscalErrors.unreadable,
    fiscalErrors.authentication,
    fiscalErrors.unavailable,
    fiscalErrors.refused,
  ],
});

export const checkRegister = route({
  method: 'POST',
  path: `${registers}/:id/check`,
  summary: 'Ask the service for the state of the register and of its shift',
  auth: 'cash_registers.edit',
  whileRestricted: true,
  changes: ['cash_register', 'shift'],
  answers: readRegister,
  params: OneInProject,
  status: 200,
  returns: CashRegister,
  errors: [fiscalErrors.not_found, fiscalErrors.unreadable, fiscalErrors.unavailable],
});

export const listShifts = route({
  method: 'GET',
  path: `${registers}/:id/shifts`,
  summary: 'Shifts of a cash register, the newest first',
  auth: 'cash_registers.read',
  params: OneInProject,
  query: listQuery(['-created_at'], {}),
  returns: page(Shift),
  errors: [fiscalErrors.not_found],
});

export const Report = z.object({
  id: Id,
  register: z.object({ id: Id, name: z.string() }),
  shift_id: Id,
  /** false: an X-report, which closes nothing. */
  is_z: z.boolean(),
  serial: z.int().nullable(),
  figures: ShiftFigures,
  sell_receipts: z.int(),
  return_receipts: z.int(),
  /** As the register prints it; empty when the service gave none. */
  text: z.string(),
  created_at: Instant,
});
export type Report = z.infer<typeof Report>;

export const listReports = route({
  method: 'GET',
  path: `${registers}/:id/reports`,
  summary: 'X- and Z-reports of a cash register, the newest first',
  auth: 'cash_registers.read',
  shows: ['shift'],
  params: OneInProject,
  query: listQuery(['-created_at'], { shift_id: Id.optional() }),
  returns: page(Report),
  errors: [fiscalErrors.not_found],
});

export const makeXReport = route({
  method: 'POST',
  path: `${registers}/:id/reports`,
  summary: 'Make an X-report: what the open shift has so far',
  auth: 'cash_registers.edit',
  changes: ['cash_register'],
  params: OneInProject,
  status: 201,
  returns: Report,
  errors: [
    fiscalErrors.not_found,
    fiscalErrors.unreadable,
    fiscalErrors.not_open,
    fiscalErrors.unavailable,
    fiscalErrors.refused,
  ],
});

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

const receipts = 'projects/:project_id/fiscal_receipts';

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

/** Receipts beside the money that the ledger has for the same orders. */
export const FiscalDay = z.object({
  day: CalendarDate,
  receipts: z.int(),
  sold: SignedKopecks,
  returned: SignedKopecks,
  /** Sold less returned. */
  net: SignedKopecks,
  /** Payments and cash on delivery of the orders that these registers sell, less what was paid back. */
  ledger: SignedKopecks,
  /** Orders of the day whose receipts and money differ. */
  differing: z.int(),
});
export type FiscalDay = z.infer<typeof FiscalDay>;

export const listDays = route({
  method: 'GET',
  path: 'projects/:project_id/fiscal_days',
  summary: 'Receipts beside the ledger, day by day',
  auth: 'cash_registers.read',
  shows: ['fiscal_receipt', 'payment', 'cod_register'],
  params: InProject,
  query: z.object({ from: CalendarDate, to: CalendarDate }),
  returns: z.object({ items: z.array(FiscalDay), total: FiscalDay.omit({ day: true }) }),
  errors: [fiscalErrors.period_too_long],
});

export const DAY_REASONS = ['no_receipt', 'no_money', 'other_sum', 'other_day', 'no_order'] as const;
export const DayOrder = z.object({
  /** null: money that names no order. */
  order: z.object({ id: Id, number: z.int(), prefix: z.string() }).nullable(),
  customer_name: z.string(),
  /** Of this day. */
  receipts: SignedKopecks,
  ledger: SignedKopecks,
  /** Of all days: what agrees over all only came on another day. */
  all_receipts: SignedKopecks,
  all_ledger: SignedKopecks,
  reason: z.enum(DAY_REASONS),
});
export type DayOrder = z.infer<typeof DayOrder>;

export const readDay = route({
  method: 'GET',
  path: 'projects/:project_id/fiscal_days/:day',
  summary: 'Orders whose receipts and money of a day differ, with what makes the difference',
  auth: 'cash_registers.read',
  shows: ['fiscal_receipt', 'payment', 'cod_register'],
  params: InProject.extend({ day: CalendarDate }),
  returns: z.object({ items: z.array(DayOrder) }),
});

export const hearWebhook = route({
  method: 'POST',
  path: 'fiscal/webhooks/:project_id/:token',
  summary: 'Where the service tells of changes, signed by the key of the webhook: it is told the same by asking it',
  auth: 'public',
  params: z.object({ project_id: Id, token: z.string().min(20).max(100) }),
  signedBody: true,
  limitPerMinute: 600,
  errors: [fiscalErrors.not_found, fiscalErrors.bad_signature],
});
