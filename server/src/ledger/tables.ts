import type { OnLimit } from '@lanka/domain/ledger/charges';
import type { DealingSide, PostingPurpose } from '@lanka/domain/ledger/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bounded } from '../kit/db/bounds';
import { byKey, createdAt, id, kopecks, projectId, words } from '../kit/db/columns';

/**
 * The accounts of counterparties, which keep their balance. The project's own accounts (sales, cash, …) keep none:
 * every order would wait for one row; their balance is the sum of `account_sums`, read when asked for.
 */
export const counterpartyAccounts = pgTable(
  'counterparty_accounts',
  {
    project_id: projectId(),
    counterparty_id: id(),
    balance: kopecks().notNull().default(0),
    /** Of the balance, what stands on the side of purchases: what the project took from them and has not paid. */
    purchases_balance: kopecks().notNull().default(0),
    /** The last day that both sides have agreed on (Kyiv): what is posted from now on gets a day after it. */
    closed_until: date({ mode: 'string' }),
    /** What was paid ahead: Σ `put` of its orders beyond what they were charged, while they are to be charged more. It is in the balance and pays nothing else. */
    reserved: kopecks().notNull().default(0),
    /** Of the own sales, where each customer pays his own order: money that names no order pays none. */
    named_only: boolean().notNull().default(false),
    /** In how many days an order is to be paid that is charged from now on; null: nothing was agreed. */
    payment_days: integer(),
    /** How much may be owed; null: no limit. */
    credit_limit: kopecks(),
    on_limit: text().$type<OnLimit>().notNull().default('warn'),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.counterparty_id] }),
    check('counterparty_account_terms', sql`payment_days between 0 and 365 and credit_limit >= 0`),
    check('counterparty_account_reserved', sql`reserved >= 0`),
    // who owes and who has money here, and counterparties in the order of their balances
    index('counterparty_accounts_by_balance').on(t.project_id, t.balance, t.counterparty_id),
    bounded('balance', 'abs(balance)'),
    bounded('purchases_balance', 'abs(purchases_balance)'),
  ],
);

/**
 * What the postings between a counterparty and each account of the project come to. Written with the postings, under
 * the lock of the counterparty's account, so that nobody waits for a row of the whole project; summed over the
 * counterparties when the project's accounts are asked for.
 */
export const accountSums = pgTable(
  'account_sums',
  {
    project_id: projectId(),
    counterparty_id: id(),
    account: text().notNull(),
    /** Sum of `counterparty_change` of the postings. */
    counterparty_change: kopecks().notNull(),
    postings: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.counterparty_id, t.account] })],
);

/**
 * The same by the day that postings belong to, so that a year is read without its postings. Written with them under the
 * lock of the counterparty's account, whatever day they get.
 */
export const accountDays = pgTable(
  'account_days',
  {
    project_id: projectId(),
    account: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    counterparty_id: id(),
    /** Sum of `counterparty_change` of the postings. */
    counterparty_change: kopecks().notNull(),
    postings: integer().notNull(),
    /** Of these, what orders were charged, and how many orders were charged for the first time. */
    orders_change: kopecks().notNull(),
    orders: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.account, t.day, t.counterparty_id] })],
);

/**
 * What each order was charged, and how much of it is not paid: money that names the order pays it, what names none pays
 * the oldest first (domain.md, Paid). Written behind the lock of the counterparty's account, by whoever posts.
 */
export const charges = pgTable(
  'charges',
  {
    project_id: projectId(),
    order_id: uuid().notNull(),
    counterparty_id: uuid().notNull(),
    /** That of the posting: the age of the debt. Null while the order is only paid ahead. */
    sequence: bigint({ mode: 'number' }),
    charged: kopecks().notNull().default(0),
    /** What returns took back of it. */
    credited: kopecks().notNull().default(0),
    /** Σ of the payments that name the order. What is more than the charge pays others. */
    put: kopecks().notNull().default(0),
    unpaid: kopecks().notNull().default(0),
    charged_on: date({ mode: 'string' }),
    /** The last day to pay it in time, by what was agreed then. */
    due_on: date({ mode: 'string' }),
    /** Only parcels of it are charged and more are to come: what was paid beyond them is held for these. */
    open: boolean().notNull().default(false),
    /** It will never be charged: what was paid ahead is free again. */
    canceled: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.order_id] }),
    // debts, the oldest first; and what was paid by money that names no order, the newest first
    index('charges_unpaid').on(t.project_id, t.counterparty_id, t.sequence).where(sql`unpaid > 0`),
    index('charges_settled')
      .on(t.project_id, t.counterparty_id, t.sequence)
      .where(sql`charged - credited - put > unpaid`),
    // what was paid ahead
    index('charges_ahead').on(t.project_id, t.order_id).where(sql`sequence is null and not canceled`),
    // what is overdue
    index('charges_due').on(t.project_id, t.due_on, t.order_id).where(sql`unpaid > 0`),
    check(
      'charge_sums',
      sql`credited >= 0 and put >= 0 and unpaid between 0 and greatest(charged - credited - put, 0)`,
    ),
  ],
);

/** Projects where somebody waits for what happens to charges; where nobody does, nothing is noted. */
export const chargeWatches = pgTable(
  'charge_watches',
  {
    project_id: projectId(),
    /** Charges whose last day was up to this one have been told as overdue, or were so before anybody waited. */
    overdue_until: date({ mode: 'string' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id] })],
);

/** Charges that have changed since somebody who waits looked, as they were then. Written by whoever posts. */
export const chargeChanges = pgTable(
  'charge_changes',
  {
    project_id: projectId(),
    order_id: uuid().notNull(),
    charged: kopecks().notNull(),
    credited: kopecks().notNull(),
    put: kopecks().notNull(),
    unpaid: kopecks().notNull(),
    whole: boolean().notNull(),
    /** What the order cost before it was edited; null: it was not. */
    sum: kopecks(),
    /** Automation rules that led to the change. */
    chain: uuid().array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.order_id] })],
);

/** The project's account of a posting: the side that is not the counterparty. */
export const OWN_ACCOUNT = sql.raw(`(case when source = 'counterparty' then destination else source end)`);

/**
 * Append-only double entry: `amount` moves from one account to another. One side is always a counterparty; the
 * other is an account of the project. `counterparty_change` is the amount with the sign it has for the counterparty.
 */
export const postings = pgTable(
  'postings',
  {
    project_id: projectId(),
    id: id(),
    /** Grows with each posting of the project's counterparty; orders those of the same instant. */
    sequence: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    purpose: text().$type<PostingPurpose>().notNull(),
    source: text().notNull(),
    destination: text().notNull(),
    amount: kopecks().notNull(),
    counterparty_id: uuid().notNull(),
    counterparty_change: kopecks().notNull(),
    /** Which side of the dealings with the counterparty it belongs to. */
    side: text().$type<DealingSide>().notNull().default('sales'),
    balance_after: kopecks().notNull(),
    ref_kind: text().notNull(),
    ref_id: uuid().notNull(),
    /** The part of the cause, where it is posted in parts: a parcel of an order that is split. */
    ref_part: uuid(),
    comment: words(),
    actor_kind: text().$type<'user' | 'api_key' | 'system'>().notNull(),
    actor_id: uuid(),
    /** The day it belongs to, in Kyiv: of a payment its date. Statements and reconciliation go by it. */
    day: date().notNull().default(sql`(now() at time zone 'Europe/Kyiv')::date`),
    /** When it was entered; with `sequence` the order in which balances came about. */
    by_key: byKey(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index().on(t.project_id, t.counterparty_id, t.sequence),
    // statements of a period: the days of one counterparty in their order
    index('postings_by_day').on(t.project_id, t.counterparty_id, t.day, t.sequence),
    index('postings_account').on(t.project_id, OWN_ACCOUNT, t.sequence),
    // what an account is made of on some days
    index('postings_account_by_day').on(t.project_id, OWN_ACCOUNT, t.day, t.id),
    uniqueIndex('postings_once').on(t.project_id, t.ref_kind, t.ref_id, t.purpose, sql`coalesce(ref_part, ref_id)`),
    check('posting_amount_positive', sql`amount > 0`),
    bounded('amount'),
    check('posting_change_is_amount', sql`abs(counterparty_change) = amount`),
    check('posting_two_accounts', sql`source <> destination`),
    check('posting_side', sql`side in ('sales', 'purchases')`),
  ],
);
