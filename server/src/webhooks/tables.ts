import type { PausedBy, WebhookEvent } from '@lanka/domain/webhooks/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
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
import { createdAt, id, instant, projectId } from '../kit/db/columns';

/** Where events are sent to. The tenant is a project, or a dropshipper by his own id. */
export const webhooks = pgTable(
  'webhooks',
  {
    project_id: projectId(),
    id: id(),
    /** Whoever made it, or went on with it last: what is sent is what he may see at that moment. */
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    url: text().notNull(),
    events: jsonb().$type<WebhookEvent[]>().notNull(),
    /** Sealed (decision 0100), as the one before it, which signs too until `old_until`. */
    secret: text().notNull(),
    old_secret: text(),
    old_until: instant(),
    /** Null: it is sent. */
    paused_by: text().$type<PausedBy>(),
    /** How far it has read `changes`. */
    position: text().notNull(),
    /** Since when nothing is taken there, how often it was tried since, and when it is tried next. */
    failing_since: instant(),
    tries: integer().notNull().default(0),
    retry_at: instant(),
    last_delivered_at: instant(),
    /** Somebody works on it until then. */
    leased_until: instant(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.id] }), index('webhooks_by_age').on(t.project_id, t.created_at, t.id)],
);

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    project_id: projectId(),
    webhook_id: uuid().notNull(),
    id: id(),
    /** The project in which it changed. */
    source_id: uuid().notNull(),
    /** `test` of the button, else a kind of change. */
    kind: text().notNull(),
    entity_id: uuid().notNull(),
    what: text().notNull(),
    changed_at: instant().notNull(),
    state: text().$type<'waiting' | 'delivered' | 'failed' | 'dropped'>().notNull().default('waiting'),
    /** Counted before it is sent: what may have arrived once is sent again as it was. */
    attempts: integer().notNull().default(0),
    request: text(),
    /** Since when it is not taken; anew when the webhook goes on. */
    first_tried_at: instant(),
    /** Asked for once more: of these more wait than of what has changed. */
    replayed: boolean().notNull().default(false),
    next_at: instant().notNull().default(sql`now()`),
    status: integer(),
    answer: text(),
    error: text(),
    ms: integer(),
    sent_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.webhook_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.webhook_id], foreignColumns: [webhooks.project_id, webhooks.id] }),
    index('webhook_deliveries_by_age').on(t.project_id, t.webhook_id, t.created_at, t.id),
    index('webhook_deliveries_by_state').on(t.project_id, t.webhook_id, t.state, t.created_at, t.id),
    // a request that is deleted takes with it what was sent of it
    index('webhook_deliveries_of_requests').on(t.project_id, t.entity_id).where(sql`kind = 'request_form'`),
    // what changes again before it was sent is one delivery
    uniqueIndex('webhook_deliveries_unsent')
      .on(t.project_id, t.webhook_id, t.source_id, t.kind, t.entity_id)
      .where(sql`state = 'waiting' and attempts = 0`),
  ],
);

/** Whose webhooks there are: ids alone, so that whoever sends need not enter every tenant to look. */
export const webhookPlaces = pgTable('webhook_places', {
  webhook_id: uuid().primaryKey(),
  tenant_id: uuid().notNull(),
});
