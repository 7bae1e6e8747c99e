import type { CardPaymentProblem } from '@lanka/domain/acquiring/contract';
import type { InvoiceKind, InvoiceLine, PaidBy, TransferDetails } from '@lanka/domain/billing/invoices';
import type { LineFacts } from '@lanka/domain/billing/lines';
import type { Extra } from '@lanka/domain/billing/rules';
import type { PaidPlan } from '@lanka/domain/kit/plan_prices';
import type { Audience } from '@lanka/domain/kit/plans';
import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../identity/tables';
import { bounded } from '../kit/db/bounds';
import { createdAt, id, kopecks, projectId, words } from '../kit/db/columns';
import { projects } from '../projects/tables';

/** Append-only: every change of a project's plan, with who made it. */
export const planChanges = pgTable(
  'plan_changes',
  {
    project_id: projectId().references(() => projects.id),
    id: id(),
    from_plan: text(),
    to_plan: text().notNull(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.id] })],
);

/** The same of users as dropshippers; it belongs to no project. */
export const userPlanChanges = pgTable(
  'user_plan_changes',
  {
    id: id().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    from_plan: text(),
    to_plan: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.user_id)],
);

/**
 * What a month has beyond the plan, one row for each pack of orders and each collaborator, with the price that held when
 * it began: the invoice of the next month charges exactly these. A row of the kind `trial` says by its `n` how many orders
 * of the month were sent before a plan was first chosen; they count for none.
 */
export const planExtras = pgTable(
  'plan_extras',
  {
    project_id: projectId().references(() => projects.id),
    month: date({ mode: 'string' }).notNull(),
    kind: text().$type<Extra['kind'] | 'trial'>().notNull(),
    n: integer().notNull(),
    plan: text(),
    price: kopecks().notNull(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.month, t.kind, t.n] })],
);

/** A line in the words of the paper; `facts` say the same for other languages, an operator's own words have none. */
export type FrozenLine = InvoiceLine & { readonly facts?: LineFacts };

/** What is on the paper and never changes once it is issued. */
export interface FrozenInvoice {
  readonly payer: { readonly name: string; readonly requisites: readonly string[] };
  readonly lines: readonly FrozenLine[];
  /** Null where the platform takes no transfers. */
  readonly transfer: TransferDetails | null;
  /** The National Bank's code for the transfer; null where a bank would refuse it. */
  readonly link: string | null;
}

/**
 * The books of the platform: what projects and users pay for their plans. Of no project, since the operator keeps them;
 * whoever pays is asked for by his id in every statement. A paid invoice is corrected by a credit note, never edited.
 */
export const planInvoices = pgTable(
  'plan_invoices',
  {
    id: id().primaryKey(),
    /** One series without gaps. */
    number: integer().notNull(),
    audience: text().$type<Audience>().notNull(),
    /** A project, or a user as a dropshipper. */
    payer_id: uuid().notNull(),
    kind: text().$type<InvoiceKind>().notNull(),
    month: date({ mode: 'string' }),
    issued_on: date({ mode: 'string' }).notNull(),
    due_on: date({ mode: 'string' }),
    /** Of a credit note: what it takes back. */
    amount: kopecks().notNull(),
    credited: kopecks().notNull().default(0),
    status: text().$type<'due' | 'paid' | 'canceled' | 'issued'>().notNull(),
    frozen: jsonb().$type<FrozenInvoice>().notNull(),
    corrects: uuid(),
    paid_on: date({ mode: 'string' }),
    paid_by: text().$type<PaidBy>(),
    comment: words(),
    /** Whether the payer heard of it, of its last day, of that day having passed: each once. */
    told: text().$type<'issued' | 'last_day' | 'overdue'>().notNull().default('issued'),
    /** The operator who made it by hand; null: the job of the 1st, or a change of plan. */
    created_by: uuid().references(() => users.id),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('plan_invoices_number').on(t.number),
    uniqueIndex('plan_invoices_month').on(t.payer_id, t.month).where(sql`kind = 'month'`),
    index('plan_invoices_payer').on(t.payer_id, t.number),
    index('plan_invoices_due').on(t.due_on, t.id).where(sql`status = 'due'`),
    index('plan_invoices_by_day').on(t.issued_on, t.id),
    // two years of months are told of these alone: the paper of each invoice is a hundred times as wide
    index('plan_invoices_paid_months')
      .on(t.payer_id, t.month, t.status, t.due_on, t.amount, t.credited)
      .where(sql`kind = 'month'`),
    index('plan_invoices_issued').on(t.issued_on, t.status, t.amount, t.credited).where(sql`kind <> 'credit_note'`),
    index('plan_invoices_corrects').on(t.corrects).where(sql`corrects is not null`),
  ],
);
export type InvoiceRow = typeof planInvoices.$inferSelect;

/**
 * What is taken off a payer's plan, by months. Of no project, as the invoices; months that were invoiced never change,
 * since it begins with a coming one and ends with the current one at the earliest.
 */
export const planDiscounts = pgTable(
  'plan_discounts',
  {
    id: id().primaryKey(),
    audience: text().$type<Audience>().notNull(),
    payer_id: uuid().notNull(),
    /** As he was called then. */
    payer: text().notNull(),
    kind: text().$type<'percent' | 'sum'>().notNull(),
    value: kopecks().notNull(),
    since: date({ mode: 'string' }).notNull(),
    /** Before `since`: it was ended before it began. */
    until: date({ mode: 'string' }),
    reason: words(),
    given_by: uuid()
      .notNull()
      .references(() => users.id),
    created_at: createdAt(),
  },
  (t) => [
    index('plan_discounts_payer').on(t.payer_id, t.created_at, t.id),
    index('plan_discounts_age').on(t.created_at, t.id),
  ],
);

/**
 * Who was told of which higher price that comes; of no project, as the invoices. A row goes when its month has come, or when
 * the price does not rise after all, which he is told, too.
 */
export const planPriceTold = pgTable(
  'plan_price_told',
  {
    payer_id: uuid().notNull(),
    audience: text().$type<Audience>().notNull(),
    plan: text().$type<PaidPlan>().notNull(),
    since: date({ mode: 'string' }).notNull(),
    /** The price he was told: another one for the same month is told again. */
    told: text().notNull(),
    at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.payer_id, t.plan, t.since] }),
    index('plan_price_told_since').on(t.since, t.payer_id),
  ],
);

/**
 * What a payment by card is for the books, beside the row of the payment itself, which stands behind the wall of its payer:
 * what it pays, and what of it is to go back. Of no project, as the invoices.
 */
export const planCardPayments = pgTable(
  'plan_card_payments',
  {
    /** Of the payment. */
    id: id().primaryKey(),
    invoice_id: uuid()
      .notNull()
      .references(() => planInvoices.id),
    audience: text().$type<Audience>().notNull(),
    payer_id: uuid().notNull(),
    amount: kopecks().notNull(),
    /** When the bank took the money. */
    paid_on: date({ mode: 'string' }),
    /** It has paid the invoice. Money that came too late, or twice, goes back. */
    settles: boolean().notNull().default(false),
    /** All that is to go back, and what did. */
    owed: kopecks().notNull().default(0),
    refunded: kopecks().notNull().default(0),
    /** What of it the bank refused, and a person has paid back another way: the bank is asked for it no more. */
    by_hand: kopecks().notNull().default(0),
    problem: text().$type<CardPaymentProblem>(),
    created_at: createdAt(),
  },
  (t) => [
    index('plan_card_payments_invoice').on(t.invoice_id, t.id),
    index('plan_card_payments_waiting')
      .on(t.created_at, t.id)
      .where(sql`problem is not null or owed <> refunded + by_hand`),
    bounded('amount'),
  ],
);
export type PlanCardRow = typeof planCardPayments.$inferSelect;
