import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { billed, createdAt, id, instant, version, wordParts } from '../kit/db/columns';

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
    /** Staff works in the operator area; everybody else has none. */
    platform_role: text().$type<'Staff'>(),
    /** Null until the address was proven by a link from a letter to it. */
    email_confirmed_at: instant(),
    /** Set while an operator keeps the user out. */
    blocked_at: instant(),
    photo: text(),
    about: text(),
    website: text(),
    legal_form: text().$type<'sole_trader' | 'individual'>(),
    legal_name: text(),
    onboarded: boolean().notNull().default(false),
    /** `path - step`, where the wizard was left. */
    onboardstatus: text(),
    /** Values joined by `; `. */
    adv_source: text(),
    subscription_plan: text(),
    subscription_plan_since: instant(),
    ...billed(),
    drop_description: text(),
    drop_legal_type: text().$type<'ФОП' | 'ТОВ'>(),
    drop_legal_name: text(),
    edropoy_code: text(),
    iban: text(),
    /** The secret of the authenticator app, base32. It counts once it is confirmed by a code. */
    totp_secret: text(),
    totp_confirmed_at: instant(),
    /** The time step of the last code accepted: a code works once. */
    totp_last_step: integer(),
    /** `sub` at the outside OpenID Connect provider. */
    oidc_subject: text(),
    /** The newest sign-in, also when its session is long forgotten; written with the session. */
    last_sign_in_at: instant(),
    /** When a session of theirs was last used, to the hour. */
    last_active_at: instant(),
    /** In these an operator looks for words. */
    parts: wordParts('name', 'email', 'phone_number'),
    version: version(),
    created_at: createdAt(),
  },
  // the operator's lists; no row-level security stands here, so that expressions and parts of words have indexes
  (t) => [
    uniqueIndex().on(t.email),
    uniqueIndex().on(t.oidc_subject),
    // whose payments they are
    index('users_of_code').on(t.edropoy_code).where(sql`edropoy_code is not null`),
    index('users_of_iban').on(t.iban).where(sql`iban is not null`),
    index('users_billed').on(t.billed_from, t.id).where(sql`billed_from is not null`),
    index('users_by_age').on(t.created_at, t.id),
    index('users_by_name').on(sql`(lower(name) collate "uk-x-icu")`, t.id),
    index('users_by_sign_in').on(sql`coalesce(last_sign_in_at, '-infinity')`, t.id),
    index('users_blocked').on(t.created_at, t.id).where(sql`blocked_at is not null`),
    index('users_staff').on(t.created_at, t.id).where(sql`platform_role is not null`),
    index('users_words').using('gin', sql`parts gin_trgm_ops`),
  ],
);

/**
 * A sign-in. Its refresh token changes at each use; all of them begin with the family of the session, by which one that
 * was used long ago is still known as one of its own.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: id().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of the part that all refresh tokens of the session share. */
    family_hash: text().notNull(),
    refresh_hash: text().notNull(),
    previous_hash: text(),
    rotated_at: instant(),
    agent: text().notNull().default(''),
    address: text().notNull().default(''),
    /** Which browser: a secret in a cookie that outlives sessions. */
    device_hash: text(),
    created_at: createdAt(),
    expires_at: instant().notNull(),
    ended_at: instant(),
  },
  (t) => [uniqueIndex().on(t.family_hash), index().on(t.user_id)],
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

/** Failed sign-ins of an e-mail (known or not), of a network address, and of a device known for an account. */
export const signInFailures = pgTable('sign_in_failures', {
  /** Hash of which of the three it is. */
  email_hash: text().primaryKey(),
  failures: integer().notNull().default(0),
  last_at: createdAt(),
});

/** Codes that stand in for the authenticator app, each once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    code_hash: text().notNull(),
    created_at: createdAt(),
    used_at: instant(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.code_hash] })],
);

/** Links that prove an address: of a new account (`confirm`), or the one it is to change to (`change`). Used once. */
export const emailLinks = pgTable(
  'email_links',
  {
    token_hash: text().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<'confirm' | 'change'>().notNull(),
    email: text().notNull(),
    created_at: createdAt(),
    expires_at: instant().notNull(),
    used_at: instant(),
  },
  (t) => [index().on(t.user_id)],
);

/** Leave to sign up, given by an operator: while registration is closed, the only way in beside a project's invitation. */
export const signUpInvitations = pgTable(
  'sign_up_invitations',
  {
    id: id().primaryKey(),
    email: text().notNull(),
    name: text().notNull().default(''),
    phone_number: text(),
    locale: text().$type<'ua' | 'en'>().notNull().default('ua'),
    token_hash: text().notNull(),
    created_at: createdAt(),
    last_sent_at: instant().notNull(),
    expires_at: instant().notNull(),
    used_at: instant(),
  },
  (t) => [uniqueIndex().on(t.token_hash), index().on(t.email)],
);
