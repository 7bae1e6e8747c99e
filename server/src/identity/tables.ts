import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, version } from '../kit/columns';

/** People are the same in all projects, so these tables have no tenant. */
export const users = pgTable(
  'users',
  {
    id: id().primaryKey(),
    email: text().notNull(),
    name: text().notNull(),
    phone_number: text(),
    /** argon2id; null until an invited user has set one. */
    password_hash: text(),
    locale: text().$type<'ua' | 'en'>().notNull().default('ua'),
    onboarded: boolean().notNull().default(false),
    subscription_plan: text(),
    drop_legal_type: text().$type<'ФОП' | 'ТОВ'>(),
    drop_legal_name: text(),
    edropoy_code: text(),
    iban: text(),
    version: version(),
    created_at: createdAt(),
  },
  (t) => [uniqueIndex().on(t.email)],
);

/** A sign-in. Its refresh token changes at each use; the hash before it is kept to notice a stolen one. */
export const sessions = pgTable(
  'sessions',
  {
    id: id().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    refresh_hash: text().notNull(),
    previous_hash: text(),
    rotated_at: instant(),
    agent: text().notNull().default(''),
    address: text().notNull().default(''),
    created_at: createdAt(),
    expires_at: instant().notNull(),
    ended_at: instant(),
  },
  (t) => [uniqueIndex().on(t.refresh_hash), index().on(t.previous_hash), index().on(t.user_id)],
);

/** Links that set a password; used once. */
export const passwordLinks = pgTable('password_links', {
  token_hash: text().primaryKey(),
  user_id: uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  created_at: createdAt(),
  expires_at: instant().notNull(),
  used_at: instant(),
});

/** Failed sign-ins of an e-mail, known or not, so that guessing is slowed for the account as well as the address. */
export const signInFailures = pgTable('sign_in_failures', {
  email_hash: text().primaryKey(),
  failures: integer().notNull().default(0),
  last_at: createdAt(),
});
