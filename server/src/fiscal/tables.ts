import type {
  FiscalReceipt,
  ReceiptKind,
  ReceiptPayment,
  ReceiptProblem,
  ReceiptStatus,
  RegisterReason,
  RegisterStatus,
  Shift,
  ShiftFigures,
  ShiftState,
} from '@lanka/domain/fiscal/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Reason } from '../integrations';
import { count, createdAt, id, instant, kopecks, projectId, version, words } from '../kit/db/columns';
import { orders } from '../orders/tables';
import { counterparties } from '../partners/tables';
import { returns } from '../returns/tables';

/** Why something came to nothing; an empty text where it did not. */
const reason = () => jsonb().$type<Reason>().notNull().default(sql`'""'`);

/** A register of the service. One that is disconnected keeps its receipts and loses its keys. */
export const cashRegisters = pgTable(
  'cash_registers',
  {
    project_id: projectId(),
    id: id(),
    name: text().notNull(),
    /** Whose sales it takes; null: the supplier's own. */
    counterparty_id: uuid(),
    /** Sealed; null once it is disconnected. */
    pin: text(),
    license_key: text(),
    status: text().$type<RegisterStatus>().notNull().default('active'),
    reason: text().$type<RegisterReason>(),
    shift: text().$type<ShiftState>().notNull().default('closed'),
    shift_id: uuid(),
    problem: reason(),
    fiscal_number: words(),
    title: words(),
    address: words(),
    cashier: words(),
    is_test: boolean().notNull().default(false),
    is_offline: boolean().notNull().default(false),
    /** Where the service tells us of changes: a secret part of the address, and sealed what it signs by. */
    webhook_token: text(),
    webhook_key: text(),
    /** `HH:MM`, Kyiv; null: shifts are closed by hand. */
    close_at: text(),
    checked_at: instant(),
    created_by: uuid().notNull(),
    deleted_at: instant(),
    version: version(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.counterparty_id],
      foreignColumns: [counterparties.project_id, counterparties.id],
    }),
    check('cash_register_keys', sql`(deleted_at is null) = (pin is not null and license_key is not null)`),
    check('cash_register_webhook', sql`(webhook_token is null) = (webhook_key is null)`),
  ],
);

export const fiscalShifts = pgTable(
  'fiscal_shifts',
  {
    project_id: projectId(),
    /** The service knows it by the same, unless it was opened elsewhere. */
    id: id(),
    register_id: uuid().notNull(),
    serial: integer(),
    status: text().$type<Shift['status']>().notNull(),
    opened_at: instant(),
    closed_at: instant(),
    opened_by: uuid(),
    closed_by: uuid(),
    /** Closed by its time. */
    closed_by_system: boolean().notNull().default(false),
    problem: reason(),
    figures: jsonb().$type<ShiftFigures>(),
    z_report_id: uuid(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.register_id],
      foreignColumns: [cashRegisters.project_id, cashRegisters.id],
    }),
    index().on(t.project_id, t.register_id, t.created_at, t.id),
    // a register has one that is not over
    uniqueIndex('fiscal_shifts_once')
      .on(t.project_id, t.register_id)
      .where(sql`status in ('opening', 'opened', 'closing')`),
  ],
);

export const fiscalReports = pgTable(
  'fiscal_reports',
  {
    project_id: projectId(),
    /** The service's. */
    id: id(),
    register_id: uuid().notNull(),
    shift_id: uuid().notNull(),
    is_z: boolean().notNull(),
    serial: integer(),
    figures: jsonb().$type<ShiftFigures>().notNull(),
    sell_receipts: count().notNull(),
    return_receipts: count().notNull(),
    text: words(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.shift_id], foreignColumns: [fiscalShifts.project_id, fiscalShifts.id] }),
    index().on(t.project_id, t.register_id, t.created_at, t.id),
  ],
);

export const fiscalReceipts = pgTable(
  'fiscal_receipts',
  {
    project_id: projectId(),
    /** Ours, by which the service knows it: every try is the same receipt. */
    id: id(),
    register_id: uuid().notNull(),
    shift_id: uuid(),
    kind: text().$type<ReceiptKind>().notNull(),
    status: text().$type<ReceiptStatus>().notNull().default('waiting'),
    /** What it is for (`order …`, `return …`, `reversal …`): one receipt each. Null when it failed or was taken back. */
    cause: text(),
    order_id: uuid(),
    return_id: uuid(),
    related_receipt_id: uuid(),
    /** Of a return: it takes back all that was left of the sale. */
    is_reversal: boolean().notNull().default(false),
    reversed: boolean().notNull().default(false),
    lines: jsonb().$type<FiscalReceipt['lines']>().notNull().default([]),
    payments: jsonb().$type<ReceiptPayment[]>().notNull(),
    total: kopecks().notNull(),
    cash: kopecks().notNull(),
    card: kopecks().notNull(),
    serial: integer(),
    fiscal_code: text(),
    fiscal_date: instant(),
    /** The day in Kyiv that it counts for: of the fiscal date, and until then of its making. */
    day: date({ mode: 'string' }).notNull(),
    tax_url: text(),
    is_offline: boolean().notNull().default(false),
    problem: text().$type<ReceiptProblem>(),
    message: reason(),
    email: text(),
    phone: text(),
    created_by: uuid().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.register_id],
      foreignColumns: [cashRegisters.project_id, cashRegisters.id],
    }),
    foreignKey({ columns: [t.project_id, t.order_id], foreignColumns: [orders.project_id, orders.id] }),
    foreignKey({ columns: [t.project_id, t.return_id], foreignColumns: [returns.project_id, returns.id] }),
    uniqueIndex('fiscal_receipts_once').on(t.project_id, t.cause).where(sql`cause is not null`),
    index().on(t.project_id, t.created_at, t.id),
    index().on(t.project_id, t.total, t.id),
    index().on(t.project_id, t.register_id, t.created_at, t.id),
    index('fiscal_receipts_of_order').on(t.project_id, t.order_id, t.created_at, t.id),
    index().on(t.project_id, t.kind, t.created_at, t.id),
    index().on(t.project_id, t.status, t.created_at, t.id),
    index('fiscal_receipts_of_shift').on(t.project_id, t.shift_id, t.id).where(sql`shift_id is not null`),
    index('fiscal_receipts_of_day').on(t.project_id, t.day, t.id),
    index('fiscal_receipts_code').on(t.project_id, t.fiscal_code).where(sql`fiscal_code is not null`),
    index('fiscal_receipts_under_way').on(t.project_id, t.register_id, t.id).where(sql`status in ('waiting', 'sent')`),
    check('fiscal_receipt_sums', sql`total > 0 and cash >= 0 and card >= 0 and cash + card = total`),
    check('fiscal_receipt_failed', sql`(status = 'failed') = (problem is not null)`),
    check('fiscal_receipt_issued', sql`status <> 'issued' or fiscal_code is not null`),
  ],
);
