import type { StockTelling } from '@lanka/domain/kit/availability';
import type { Role } from '@lanka/domain/kit/roles';
import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables';
import { billed, createdAt, id, instant, percent, projectId, version, wordParts, words } from '../kit/db/columns';

export const projects = pgTable(
  'projects',
  {
    id: id().primaryKey(),
    friendly_id: text().notNull(),
    title: text().notNull(),
    legal_type: text().$type<'ФОП' | 'ТОВ'>().notNull(),
    legal_name: words(),
    contact_person: words(),
    edropoy_code: words(),
    category: words(),
    phone: text(),
    logo: text(),
    website: text(),
    iban: text(),
    subscription_plan: text(),
    subscription_plan_since: instant(),
    /** The showcase in the catalogue of manufacturers (specification §3, Catalogue-facing fields); markdown. */
    description: words(),
    region_restriction: words(),
    returns: words(),
    delivery: words(),
    minimum_order: words(),
    delivery_time: words(),
    catalogue_visible: boolean().notNull().default(false),
    /** Whether it stands in the catalogue now; the slice of the catalogue decides it, and what changes here is told to it. */
    listed: boolean().notNull().default(false),
    allow_backorders: boolean().notNull().default(false),
    /** What one client may book for a time: hundredths of a percent of what is available of a variant, and lines. */
    temporary_booking_share: percent().notNull().default(5_000),
    temporary_booking_lines: integer().notNull().default(20),
    reservation_days: integer().notNull().default(3),
    /** How the stock is told to dropshippers, and from how many pieces it is told as «багато». */
    stock_told: text().$type<StockTelling>().notNull().default('number'),
    stock_many_from: integer().notNull().default(100),
    /** The last day of a pause; a job takes it away afterwards. */
    paused_until: date({ mode: 'string' }),
    /** What the plan costs is the matter of the slice of billing, which sets these; every request reads them. */
    ...billed(),
    /** Readers of changes have been told that its goods read as «not available», because it has not paid for so long. */
    withheld: boolean().notNull().default(false),
    /** The last day of the trial; null where it never ends. */
    trial_until: date({ mode: 'string' }),
    /** Packs of further orders are added by themselves. */
    extra_orders: boolean().notNull().default(true),
    /** Of a sandbox: the project that it was made for, and the day of Kyiv on which it is thrown away. */
    sandbox_of: uuid(),
    sandbox_until: date({ mode: 'string' }),
    /** Its data are there: a job has made them. */
    sandbox_filled: boolean().notNull().default(false),
    /** In these an operator looks for words. */
    parts: wordParts('title', 'friendly_id', 'legal_name', 'contact_person', 'phone'),
    version: version(),
    created_at: createdAt(),
    deleted_at: instant(),
  },
  // the operator's lists; no row-level security stands here, so that expressions and parts of words have indexes
  (t) => [
    uniqueIndex().on(t.friendly_id),
    index('projects_by_age').on(t.created_at, t.id),
    index('projects_by_title').on(sql`(lower(title) collate "uk-x-icu")`, t.id),
    index('projects_by_plan').on(t.subscription_plan, t.created_at, t.id),
    index('projects_deleted').on(t.created_at, t.id).where(sql`deleted_at is not null`),
    index('projects_paused').on(t.paused_until).where(sql`paused_until is not null`),
    index('projects_restricted').on(t.restricted_from, t.id).where(sql`deleted_at is null and not withheld`),
    index('projects_billed').on(t.billed_from, t.id).where(sql`deleted_at is null and billed_from is not null`),
    uniqueIndex('projects_sandbox').on(t.sandbox_of).where(sql`sandbox_of is not null and deleted_at is null`),
    index('projects_sandboxes').on(t.sandbox_until, t.id).where(sql`sandbox_until is not null`),
    index('projects_words').using('gin', sql`parts gin_trgm_ops`),
  ],
);

export const memberships = pgTable(
  'memberships',
  {
    project_id: projectId().references(() => projects.id),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    role: text().$type<Role>().notNull(),
    /** For role Client. Partners own it; here it is opaque. */
    counterparty_id: uuid(),
    created_at: createdAt(),
    /** A dropshipper whose access was removed still sees his own past orders, and nothing else. */
    ended_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.user_id] }),
    index().on(t.user_id),
    index('memberships_by_age').on(t.project_id, t.created_at, t.user_id).where(sql`ended_at is null`),
    index('memberships_by_role').on(t.project_id, t.role, t.created_at, t.user_id).where(sql`ended_at is null`),
    index('memberships_ended').on(t.project_id, t.created_at, t.user_id).where(sql`ended_at is not null`),
    uniqueIndex('memberships_counterparty').on(t.project_id, t.counterparty_id).where(sql`ended_at is null`),
  ],
);

export const invitations = pgTable(
  'invitations',
  {
    project_id: projectId().references(() => projects.id),
    id: id(),
    email: text().notNull(),
    name: words(),
    phone: text(),
    role: text().$type<Role>().notNull(),
    counterparty_id: uuid(),
    token_hash: text().notNull(),
    invited_by: uuid()
      .notNull()
      .references(() => users.id),
    last_sent_at: instant().notNull(),
    expires_at: instant().notNull(),
    accepted_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index().on(t.token_hash),
    index('invitations_counterparty').on(t.project_id, t.counterparty_id).where(sql`counterparty_id is not null`),
    uniqueIndex('invitations_pending').on(t.project_id, t.email).where(sql`accepted_at is null`),
  ],
);

export const paymentDetails = pgTable(
  'payment_details',
  {
    project_id: projectId().references(() => projects.id),
    id: id(),
    recipient_name: text().notNull(),
    account_number: words(),
    edrpou: words(),
    ipn: words(),
    mfo: words(),
    certificate_number: words(),
    bank_name: words(),
    comment: words(),
    main: boolean().notNull().default(false),
    version: version(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.id] })],
);

/** The manufacturer's address; a project has at most one. */
export const addresses = pgTable('addresses', {
  project_id: projectId()
    .primaryKey()
    .references(() => projects.id),
  country: words(),
  region: words(),
  city: words(),
  address_line1: words(),
  address_line2: words(),
  zip_code: words(),
  version: version(),
});
