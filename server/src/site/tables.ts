import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables';
import { createdAt, id, instant, words } from '../kit/columns';

/** What visitors and users write to the operator of the platform. It belongs to no project. */
export const messages = pgTable(
  'messages',
  {
    id: id().primaryKey(),
    kind: text().$type<'contact' | 'consultation' | 'request_form' | 'feedback' | 'support'>().notNull(),
    name: words(),
    /** As the sender wrote it: an e-mail or a phone. */
    email_phone: words(),
    comment: words(),
    /** Agreed to be contacted. */
    consent: boolean().notNull().default(false),
    locale: text().$type<'ua' | 'en'>().notNull().default('ua'),
    /** Set when a signed-in user wrote it. */
    user_id: uuid().references(() => users.id),
    status: text().$type<'new' | 'done'>().notNull().default('new'),
    created_at: createdAt(),
    done_at: instant(),
    done_by: uuid().references(() => users.id),
  },
  (t) => [index().on(t.status, t.created_at), index().on(t.created_at)],
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
    audience: text().$type<'manufacturer' | 'dropshipper'>().notNull(),
    subscription_plan: text(),
    comment: words(),
    locale: text().$type<'ua' | 'en'>().notNull().default('ua'),
    status: text().$type<'pending' | 'approved' | 'rejected'>().notNull().default('pending'),
    created_at: createdAt(),
    decided_at: instant(),
    decided_by: uuid().references(() => users.id),
  },
  (t) => [
    uniqueIndex('access_requests_pending').on(t.email).where(sql`status = 'pending'`),
    index().on(t.status, t.created_at),
  ],
);
