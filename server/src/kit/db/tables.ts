import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, projectId } from './columns';

/** Keys of the access tokens: private JWKs, published as JWKS without the private part. */
export const signingKeys = pgTable('signing_keys', {
  id: text().primaryKey(),
  jwk: jsonb().$type<Record<string, unknown>>().notNull(),
  created_at: createdAt(),
});

/** Facts about this deployment, such as whether its data are the demo's. */
export const deployment = pgTable('deployment', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
});

/** Answers of POSTs that carried an Idempotency-Key, kept for 24 hours. `project_id` is the nil id outside projects. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    project_id: projectId(),
    user_id: uuid().notNull(),
    key: text().notNull(),
    request_hash: text().notNull(),
    status: integer(),
    answer: jsonb(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.user_id, t.key] }), index().on(t.created_at)],
);

/** Counters that number orders and documents within a project. */
export const counters = pgTable(
  'counters',
  {
    project_id: projectId(),
    name: text().notNull(),
    value: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.name] })],
);

/**
 * What happened that somebody is to hear of, written with it and taken by the job that finds out who (kit/notices).
 */
export const noticeEvents = pgTable(
  'notice_events',
  {
    project_id: projectId(),
    id: id(),
    kind: text().notNull(),
    /** Who did it; null for the system. */
    actor_id: uuid(),
    counterparty_id: uuid(),
    /** Somebody who is named. */
    user_id: uuid(),
    /** Whose dropshippers are told; null: all. */
    counterparty_ids: uuid().array(),
    facts: jsonb().$type<object>().notNull(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.id] })],
);

/**
 * What has changed, written with it; whoever reads `changes` first gives it a number (kit/changes, decision 0115). Rows
 * only come and are taken.
 */
export const changeQueue = pgTable(
  'change_queue',
  {
    project_id: projectId(),
    id: id().default(sql`gen_random_uuid()`),
    kind: text().notNull(),
    entity_id: uuid().notNull(),
    /** Nil: whoever may see it; a counterparty, or the project for all dropshippers: those for whom it is gone. */
    told_to: uuid().notNull(),
    what: text().$type<'created' | 'shown' | 'changed' | 'deleted'>().notNull(),
    at: instant().notNull().default(sql`clock_timestamp()`),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.id] })],
);

/** Letters: written in the transaction that causes them, sent by a job, readable in the demo's outbox. */
export const mails = pgTable(
  'mails',
  {
    id: id().primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    plain: text().notNull(),
    status: text().$type<'queued' | 'sent' | 'kept'>().notNull().default('queued'),
    created_at: createdAt(),
    sent_at: instant(),
    /** The request that caused it, as the log names it. */
    request_id: text(),
    /** The address that ends such letters. */
    unsubscribe: text(),
  },
  (t) => [index().on(t.created_at), index('mails_unsent').on(t.created_at).where(sql`status = 'queued'`)],
);

/** How many letters were sent under a cap, until its time is over (kit/mail/caps.ts). */
export const letterCounts = pgTable(
  'letter_counts',
  {
    key_hash: text().primaryKey(),
    count: integer().notNull(),
    resets_at: instant().notNull(),
  },
  (t) => [index().on(t.resets_at)],
);

/** How far the journals of the calls of keys were added up (kit/http/meter.ts). */
export const meterJournals = pgTable('meter_journals', {
  name: text().primaryKey(),
  read_to: bigint({ mode: 'number' }).notNull(),
  updated_at: createdAt(),
});

export const NIL_ID = '00000000-0000-0000-0000-000000000000';
export const now = sql`now()`;
