import type { CardPaymentProblem, CardPaymentState } from '@lanka/domain/acquiring/contract';
import type { BankState } from '@lanka/domain/acquiring/rules';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bounded } from '../kit/db/bounds';
import { createdAt, id, instant, kopecks, projectId, version, words } from '../kit/db/columns';

/** The acquiring of a project: its token is sealed. */
export const acquiringConnections = pgTable(
  'acquiring_connections',
  {
    project_id: projectId(),
    sealed_token: text().notNull(),
    merchant_name: words(),
    merchant_code: words(),
    /** The bank takes the token no more. */
    is_refused: boolean().notNull().default(false),
    version: version(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.project_id] })],
);

/** Public keys by which the bank signs what it calls back. Nothing of them is secret, and no project's. */
export const acquiringKeys = pgTable('acquiring_keys', {
  /** Hash of the token that it was asked for by. */
  merchant: text().primaryKey(),
  /** PEM. */
  public_key: text().notNull(),
  asked_at: instant().notNull(),
  /** Something came that it did not sign: the bank may have another. */
  is_doubted: boolean().notNull().default(false),
});

/**
 * Payments by card. The tenant is who pays or is paid: a project, or the workspace of a dropshipper by his id; whose
 * money it is `owner` says. The row is the queue too: what is to be asked of the bank stands on it.
 */
export const cardPayments = pgTable(
  'card_payments',
  {
    project_id: projectId(),
    id: id(),
    /** By the token of the project, or by that of the platform. */
    owner: text().$type<'project' | 'platform'>().notNull(),
    /** What is paid for; who is told of it. */
    ref_kind: text().notNull(),
    ref_id: uuid().notNull(),
    amount: kopecks().notNull(),
    destination: words(),
    state: text().$type<CardPaymentState>().notNull().default('open'),
    /** Hash of the token that it was made by. */
    merchant: text().notNull(),
    /** As the bank names it. */
    invoice_id: text().notNull(),
    page_url: text().notNull(),
    expires_at: instant().notNull(),
    bank_state: text().$type<BankState>(),
    /** Of what the bank told last, by its clock. */
    modified_at: instant(),
    paid_at: instant(),
    refunded: kopecks().notNull().default(0),
    /** All that is to have gone back. */
    refund_wanted: kopecks().notNull().default(0),
    /** How often a refund was asked for: each has a name of its own at the bank. */
    refunds: integer().notNull().default(0),
    refund_asked_at: instant(),
    card: words(),
    failure: words(),
    problem: text().$type<CardPaymentProblem>(),
    /** Who has said last that a problem of it is dealt with. */
    resolved_by: uuid(),
    resolved_at: instant(),
    /** Failures one behind another of asking the bank. */
    tries: integer().notNull().default(0),
    created_by: uuid(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    // one page for one cause: two people who press together get the same; what a person looks at blocks nobody
    uniqueIndex('card_payments_open')
      .on(t.project_id, t.ref_kind, t.ref_id)
      .where(sql`state in ('open', 'processing') and problem is null`),
    index('card_payments_of_ref').on(t.project_id, t.ref_kind, t.ref_id, t.id),
    index('card_payments_queue')
      .on(t.project_id, t.id)
      .where(sql`owner = 'project' and (refund_wanted > refunded or problem is not null)`),
    check('card_payment_positive', sql`amount > 0`),
    check('card_payment_refunds', sql`refunded >= 0 and refunded <= amount and refund_wanted <= amount`),
    bounded('amount'),
  ],
);

/**
 * Which payments are looked at next, over all tenants: ids and moments alone, so no wall stands around it (the tenant is
 * not called `project_id`).
 */
export const cardPaymentDues = pgTable(
  'card_payment_dues',
  {
    id: id().primaryKey(),
    tenant: uuid().notNull(),
    at: instant().notNull(),
    /** A process is at it; one that has died loses it then. */
    held_until: instant(),
  },
  (t) => [index().on(t.at)],
);
