import type { Payout, PayoutRowStatus } from '@lanka/domain/payouts/contract';
import { sql } from 'drizzle-orm';
import {
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
import { bounded } from '../kit/db/bounds';
import { count, createdAt, id, instant, kopecks, projectId, words } from '../kit/db/columns';
import { counterparties } from '../partners/tables';
import { payments } from '../payments/tables';

/** Who is to be paid how much to which account. Frozen when it is made; what becomes of a row stands on the row. */
export const payouts = pgTable(
  'payouts',
  {
    project_id: projectId(),
    id: id(),
    number: integer().notNull(),
    date: date({ mode: 'string' }).notNull(),
    purpose: text().notNull(),
    payer: jsonb().$type<Payout['payer']>(),
    hash: text().notNull(),
    /** Of its rows, written with them. */
    rows: count().notNull(),
    total: kopecks().notNull(),
    waiting_rows: count().notNull(),
    waiting: kopecks().notNull(),
    paid: kopecks().notNull().default(0),
    created_by: uuid().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex().on(t.project_id, t.number),
    index('payouts_open').on(t.project_id, t.number, t.id).where(sql`waiting_rows > 0`),
    check('payout_sums', sql`waiting >= 0 and paid >= 0 and waiting + paid <= total`),
    check('payout_waiting_rows', sql`waiting_rows between 0 and rows`),
  ],
);

export const payoutRows = pgTable(
  'payout_rows',
  {
    project_id: projectId(),
    payout_id: uuid().notNull(),
    id: id(),
    position: integer().notNull(),
    counterparty_id: uuid().notNull(),
    recipient_name: text().notNull(),
    iban: text().notNull(),
    code: text().notNull(),
    amount: kopecks().notNull(),
    /** Of its register: rows of one counterparty are listed by it. */
    date: date({ mode: 'string' }).notNull(),
    status: text().$type<PayoutRowStatus>().notNull().default('waiting'),
    paid_on: date({ mode: 'string' }),
    /** The withdrawal that it was posted as. */
    payment_id: uuid(),
    reason: words(),
    decided_by: uuid(),
    decided_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.payout_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.payout_id], foreignColumns: [payouts.project_id, payouts.id] }),
    foreignKey({
      columns: [t.project_id, t.counterparty_id],
      foreignColumns: [counterparties.project_id, counterparties.id],
    }),
    foreignKey({ columns: [t.project_id, t.payment_id], foreignColumns: [payments.project_id, payments.id] }),
    uniqueIndex('payout_rows_once').on(t.project_id, t.payout_id, t.counterparty_id),
    // one withdrawal pays one row
    uniqueIndex('payout_rows_payment').on(t.project_id, t.payment_id).where(sql`payment_id is not null`),
    index('payout_rows_of_party').on(t.project_id, t.counterparty_id, t.date, t.id),
    index('payout_rows_waiting').on(t.project_id, t.counterparty_id, t.amount).where(sql`status = 'waiting'`),
    bounded('amount'),
    check('payout_row_amount_positive', sql`amount > 0`),
    check(
      'payout_row_paid',
      sql`(status = 'paid') = (payment_id is not null) and (status = 'paid') = (paid_on is not null)`,
    ),
    check('payout_row_decided', sql`(status = 'waiting') = (decided_at is null)`),
  ],
);
