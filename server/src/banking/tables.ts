import type { Bank, BankRule, RowState, Rules } from '@lanka/domain/banking/contract';
import type { Progress } from '@lanka/domain/banking/rules';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bounded } from '../kit/db/bounds';
import { createdAt, id, instant, kopecks, projectId, version, words } from '../kit/db/columns';
import { counterparties } from '../partners/tables';
import { payments } from '../payments/tables';

/** A bank that a project has connected. Its token is sealed. */
export const bankConnections = pgTable(
  'bank_connections',
  {
    project_id: projectId(),
    bank: text().$type<Bank>().notNull(),
    sealed_token: text().notNull(),
    owner_name: words(),
    /** Hash of the secret in the address where the bank tells that something came. */
    hook_hash: text(),
    rules: jsonb().$type<Rules>().notNull(),
    is_refused: boolean().notNull().default(false),
    version: version(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.bank] })],
);

/** Accounts that a bank has told. They stay when the bank is disconnected: their rows do. */
export const bankAccounts = pgTable(
  'bank_accounts',
  {
    project_id: projectId(),
    bank: text().$type<Bank>().notNull(),
    account: text().notNull(),
    iban: words(),
    title: words(),
    currency: text().notNull(),
    chosen: boolean().notNull().default(false),
    /** The token of now does not open it; its rows stay. */
    is_gone: boolean().notNull().default(false),
    read_from: date({ mode: 'string' }),
    /** Everything before it was read. */
    read_to: instant(),
    /** Of a span whose rows were more than one answer holds; of PrivatBank `from` alone, the next day of those that are older. */
    rest: jsonb().$type<Progress['rest']>(),
    /** When the bank was last asked for its statement: it counts the pauses. */
    asked_at: instant(),
    last_read_at: instant(),
    next_read_at: instant(),
    /** What the bank lends on it is no money of its own. */
    credit_limit: kopecks().notNull().default(0),
    balance: kopecks(),
    balance_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.bank, t.account] }),
    index('bank_accounts_due').on(t.project_id, t.next_read_at).where(sql`chosen`),
  ],
);

/** Rows of statements: each once, for ever. What became of one stands on it and in its parts. */
export const bankRows = pgTable(
  'bank_rows',
  {
    project_id: projectId(),
    id: id(),
    bank: text().$type<Bank>().notNull(),
    account: text().notNull(),
    /** As the bank names it within the account. */
    bank_row_id: text().notNull(),
    at: instant().notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** Positive: it came. */
    amount: kopecks().notNull(),
    counter_name: words(),
    counter_code: words(),
    counter_iban: words(),
    purpose: words(),
    number: words(),
    /** The bank has not settled it: it may change or go. */
    hold: boolean().notNull().default(false),
    /** The bank has taken it back. */
    reversed_at: instant(),
    state: text().$type<RowState>().notNull().default('open'),
    ignored_reason: words(),
    /** Null: the system. */
    decided_by: uuid(),
    decided_at: instant(),
    /** Lower case: who, purpose, code, account. */
    search_text: words(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex('bank_rows_once').on(t.project_id, t.bank, t.account, t.bank_row_id),
    index('bank_rows_by_time').on(t.project_id, t.at, t.id),
    index('bank_rows_by_state').on(t.project_id, t.state, t.at, t.id),
    index('bank_rows_by_amount').on(t.project_id, t.amount, t.id),
    index('bank_rows_open').on(t.project_id, t.day, t.id).where(sql`state = 'open'`),
    index('bank_rows_held').on(t.project_id, t.bank, t.account, t.at).where(sql`hold`),
    // whose payers these were
    index('bank_rows_of_iban')
      .on(t.project_id, t.counter_iban, t.at)
      .where(sql`state = 'matched' and counter_iban <> ''`),
    index('bank_rows_of_code')
      .on(t.project_id, t.counter_code, t.at)
      .where(sql`state = 'matched' and counter_code <> ''`),
    check('bank_row_decided', sql`(state = 'open') = (decided_at is null)`),
    check('bank_row_held', sql`not hold or state <> 'matched'`),
    bounded('amount', 'abs(amount)'),
  ],
);

/** What a row was entered as: a payment each. One that was undone stays, and its payment has its reversal. */
export const bankRowParts = pgTable(
  'bank_row_parts',
  {
    project_id: projectId(),
    row_id: uuid().notNull(),
    id: id(),
    payment_id: uuid().notNull(),
    counterparty_id: uuid().notNull(),
    amount: kopecks().notNull(),
    how: text().$type<'created' | 'confirmed' | 'linked'>().notNull(),
    /** The rule by which it was done without a person. */
    rule: text().$type<BankRule>(),
    matched_by: uuid(),
    matched_at: createdAt(),
    undone_by: uuid(),
    undone_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.row_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.row_id], foreignColumns: [bankRows.project_id, bankRows.id] }),
    foreignKey({ columns: [t.project_id, t.payment_id], foreignColumns: [payments.project_id, payments.id] }),
    foreignKey({
      columns: [t.project_id, t.counterparty_id],
      foreignColumns: [counterparties.project_id, counterparties.id],
    }),
    // one payment is one row's
    uniqueIndex('bank_row_parts_payment').on(t.project_id, t.payment_id).where(sql`undone_at is null`),
    check('bank_row_part_positive', sql`amount > 0`),
    bounded('amount'),
  ],
);
