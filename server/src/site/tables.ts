import type { PaidPlan } from '@lanka/domain/kit/plan_prices';
import type { AccessRequestStatus, MessageKind, MessageStatus } from '@lanka/domain/site/contract';
import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables';
import { createdAt, id, instant, kopecks, wordParts, words } from '../kit/db/columns';

/** What visitors and users write to the operator of the platform. It belongs to no project. */
export const messages = pgTable(
  'messages',
  {
    id: id().primaryKey(),
    kind: text().$type<MessageKind>().notNull(),
    name: words(),
    /** As the sender wrote it: an e-mail or a phone. */
    email_phone: words(),
    /** Beside the e-mail, where a form asks for both. */
    phone_number: text(),
    region: words(),
    comment: words(),
    /** Agreed to be contacted. */
    consent: boolean().notNull().default(false),
    locale: text().$type<'ua' | 'en'>().notNull().default('ua'),
    /** Set when a signed-in user wrote it. */
    user_id: uuid().references(() => users.id),
    /** In these an operator looks for words. */
    parts: wordParts('name', 'email_phone', 'comment'),
    status: text().$type<MessageStatus>().notNull().default('new'),
    created_at: createdAt(),
    done_at: instant(),
    done_by: uuid().references(() => users.id),
  },
  (t) => [
    index('messages_by_age').on(t.created_at, t.id),
    index('messages_by_status').on(t.status, t.created_at, t.id),
    index('messages_by_kind').on(t.kind, t.created_at, t.id),
    index('messages_words').using('gin', sql`parts gin_trgm_ops`),
  ],
);

/** Somebody asks for access while registration is closed. */
export const accessRequests = pgTable(
  'access_requests',
  {
    id: id().primaryKey(),
    email: text().notNull(),
    name: text().notNull(),
    phone_number: text(),
    company: words(),
    region: words(),
    audience: text().$type<'manufacturer' | 'dropshipper'>().notNull(),
    subscription_plan: text(),
    comment: words(),
    locale: text().$type<'ua' | 'en'>().notNull().default('ua'),
    /** In these an operator looks for words. */
    parts: wordParts('name', 'email', 'company', 'phone_number'),
    status: text().$type<AccessRequestStatus>().notNull().default('pending'),
    created_at: createdAt(),
    decided_at: instant(),
    decided_by: uuid().references(() => users.id),
    /** Why it was rejected, as the requester was told. */
    reason: words(),
    /** When the invitation was last sent. */
    invited_at: instant(),
  },
  (t) => [
    uniqueIndex('access_requests_pending').on(t.email).where(sql`status = 'pending'`),
    index('access_requests_by_status').on(t.status, t.created_at, t.id),
    index('access_requests_by_audience').on(t.audience, t.created_at, t.id),
    index().on(t.created_at, t.id),
    index('access_requests_by_name').on(sql`(lower(name) collate "uk-x-icu")`, t.id),
    index('access_requests_by_email').on(t.email, t.id),
    index('access_requests_words').using('gin', sql`parts gin_trgm_ops`),
  ],
);

/**
 * How many forms a sender has sent in an hour. The sender is a hash of a network address or of a user's id; a row
 * lives a day at most.
 */
export const sendings = pgTable(
  'sendings',
  {
    sender_hash: text().notNull(),
    /** The beginning of the hour. */
    hour: instant().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.sender_hash, t.hour] }), index().on(t.hour)],
);

/**
 * What plans cost from the 1st of a month on, beside what the product was built with. A price that holds already is never
 * changed, since invoices went by it.
 */
export const planPrices = pgTable(
  'plan_prices',
  {
    plan: text().$type<PaidPlan>().notNull(),
    since: date({ mode: 'string' }).notNull(),
    price: kopecks().notNull(),
    old_price: kopecks(),
    extra_orders: kopecks(),
    extra_collaborator: kopecks(),
    note: words(),
    set_by: uuid()
      .notNull()
      .references(() => users.id),
    set_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.plan, t.since] })],
);

/** How often something happened on the site in a day, by the kind of page alone. */
export const siteDays = pgTable(
  'site_days',
  {
    day: date({ mode: 'string' }).notNull(),
    event: text().notNull(),
    page: text().notNull(),
    label: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.event, t.page, t.label] })],
);
