import { sql } from 'drizzle-orm';
import { boolean, check, date, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { attachedFile } from '../attachments/tables';
import { bounded } from '../kit/db/bounds';
import { byKey, createdAt, id, instant, kopecks, projectId, words } from '../kit/db/columns';
import { orders } from '../orders/tables';
import { counterparties } from '../partners/tables';

/** Money that came or went. Only confirmed ones are posted to the ledger. */
export const payments = pgTable(
  'payments',
  {
    project_id: projectId(),
    id: id(),
    counterparty_id: uuid().notNull(),
    type: text().$type<'receipt' | 'withdrawal'>().notNull(),
    account: text().$type<'cash' | 'bank' | 'cash_on_delivery' | 'adjustments'>().notNull(),
    amount: kopecks().notNull(),
    date: date({ mode: 'string' }).notNull(),
    comment: words(),
    status: text().$type<'pending' | 'confirmed' | 'declined'>().notNull(),
    decline_reason: words(),
    created_by: uuid().notNull(),
    processed_by: uuid(),
    /** The key by which it was processed. */
    processed_by_key: text(),
    processed_at: instant(),
    /** The row of a bank statement that it is; of those by hand null. */
    bank_row_id: uuid(),
    by_key: byKey(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.counterparty_id],
      foreignColumns: [counterparties.project_id, counterparties.id],
    }),
    index().on(t.project_id, t.created_at, t.id),
    index().on(t.project_id, t.counterparty_id, t.created_at, t.id),
    index().on(t.project_id, t.date, t.id),
    index().on(t.project_id, t.amount, t.id),
    index('payments_pending').on(t.project_id, t.counterparty_id, t.id).where(sql`status = 'pending'`),
    index().on(t.project_id, t.status, t.created_at, t.id),
    // what stands on the account bank without a row of a statement
    index('payments_by_hand')
      .on(t.project_id, t.date, t.id)
      .where(sql`account = 'bank' and status = 'confirmed' and bank_row_id is null`),
    index('payments_of_bank_row').on(t.project_id, t.bank_row_id).where(sql`bank_row_id is not null`),
    check('payment_amount_positive', sql`amount > 0`),
    bounded('amount'),
  ],
);

/** The orders that a payment names, and what of it each gets. What is over pays the oldest that are not paid. */
export const paymentOrders = pgTable(
  'payment_orders',
  {
    project_id: projectId(),
    payment_id: uuid().notNull(),
    order_id: uuid().notNull(),
    amount: kopecks().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.payment_id, t.order_id] }),
    foreignKey({ columns: [t.project_id, t.payment_id], foreignColumns: [payments.project_id, payments.id] }),
    foreignKey({ columns: [t.project_id, t.order_id], foreignColumns: [orders.project_id, orders.id] }),
    index('payment_orders_of_order').on(t.project_id, t.order_id, t.payment_id),
    check('payment_order_positive', sql`amount > 0`),
    bounded('amount'),
  ],
);

/** Receipts: pictures or PDFs. */
export const paymentFiles = pgTable(
  'payment_files',
  {
    project_id: projectId(),
    payment_id: uuid().notNull(),
    ...attachedFile(),
    /** It came when the payment was decided already; what was there before stays. */
    added_later: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.payment_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.payment_id], foreignColumns: [payments.project_id, payments.id] }),
  ],
);
