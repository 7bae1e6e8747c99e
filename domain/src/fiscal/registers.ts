import { z } from 'zod';
import { Actor, Id, Instant, requiredText, Version } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { SignedKopecks } from '../kit/money';
import { planErrors } from '../kit/plans';
import { InProject, OneInProject, route } from '../kit/route';
import { fiscalErrors } from './errors';

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

export const registers = 'projects/:project_id/cash_registers';
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
