import type { ApiScope } from '@lanka/domain/kit/api_scopes';
import { sql } from 'drizzle-orm';
import { bigint, date, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables';
import { createdAt, id, instant, projectId } from '../kit/db/columns';

/** Keys of the API. The tenant is a project, or a dropshipper by his own id. What stands here of a key never changes, but its end. */
export const apiKeys = pgTable(
  'api_keys',
  {
    project_id: projectId(),
    id: id(),
    /** Whoever made it: it acts within what he may. */
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    scopes: jsonb().$type<ApiScope[]>().notNull(),
    /** Addresses and networks; none: from anywhere. */
    addresses: jsonb().$type<string[]>().notNull(),
    last_day: date(),
    /** How its newest secret begins. */
    prefix: text().notNull(),
    revoked_at: instant(),
    /** Written once a minute at most, not by the calls themselves. */
    last_used_at: instant(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.id] }), index('api_keys_by_age').on(t.project_id, t.created_at, t.id)],
);

/** Secrets of keys, as hashes: the one that counts, and those that it has replaced. Row-level security shows one to whoever has it. */
export const apiKeySecrets = pgTable(
  'api_key_secrets',
  {
    project_id: projectId(),
    token_hash: text().notNull(),
    key_id: uuid().notNull(),
    /** Since a newer one is there: from then on it is dead. */
    ends_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.token_hash] }),
    foreignKey({ columns: [t.project_id, t.key_id], foreignColumns: [apiKeys.project_id, apiKeys.id] }),
    index('api_key_secrets_by_hash').on(t.token_hash),
    index('api_key_secrets_of_key').on(t.project_id, t.key_id, t.ends_at),
  ],
);

/** What a key has used in a month of Kyiv. What all of a tenant have together stands under the tenant's own id. */
export const apiUse = pgTable(
  'api_use',
  {
    project_id: projectId(),
    key_id: uuid().notNull(),
    month: date().notNull(),
    requests: bigint({ mode: 'number' }).notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.key_id, t.month] })],
);

/** All calls of a key by day of Kyiv, call and status: kept for two weeks. */
export const apiCallDays = pgTable(
  'api_call_days',
  {
    project_id: projectId(),
    day: date().notNull(),
    key_id: uuid().notNull(),
    /** `GET projects/:project_id/orders` */
    operation: text().notNull(),
    status: integer().notNull(),
    calls: bigint({ mode: 'number' }).notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Of all of them together that did not wait for changes. */
    ms: bigint({ mode: 'number' }).notNull(),
    /** Those that were ready to wait for changes. */
    waits: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.day, t.key_id, t.operation, t.status] })],
);

/** The newest calls one by one. Of those that failed what they brought, without what people wrote. */
export const apiCalls = pgTable(
  'api_calls',
  {
    project_id: projectId(),
    id: id(),
    key_id: uuid().notNull(),
    at: instant().notNull(),
    operation: text().notNull(),
    status: integer().notNull(),
    ms: integer().notNull(),
    bytes: integer().notNull(),
    path: text(),
    request: text(),
    answer: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index('api_calls_by_age').on(t.project_id, t.at, t.id),
    index('api_calls_of_key').on(t.project_id, t.key_id, t.at, t.id),
    index('api_calls_failed').on(t.project_id, t.at, t.id).where(sql`status >= 400`),
  ],
);

/** How far a key has been given `changes`, when it asked last. */
export const changeReaders = pgTable(
  'change_readers',
  {
    project_id: projectId(),
    key_id: uuid().notNull(),
    after: text().notNull(),
    /** The kinds that it asked for; null: all. */
    kinds: jsonb().$type<string[]>(),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.key_id] })],
);

/** Who has calls that are kept: ids alone, so that whoever forgets them need not enter every tenant to look. */
export const apiCallPlaces = pgTable('api_call_places', { tenant_id: uuid().primaryKey() });
