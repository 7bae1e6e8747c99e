import type { ApplicationEvent, ApplicationStatus } from '@lanka/domain/applications/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { attachedFile } from '../attachments/tables';
import { users } from '../identity/tables';
import { createdAt, id, instant, percent, projectId, words } from '../kit/db/columns';
import { counterparties } from '../partners/tables';
import { projects } from '../projects/tables';

/**
 * Links that a supplier hands out. Whoever has the token sees the row (`kit/db/migrate.ts`); it is stored as it is, because
 * it is copied again and again.
 */
export const joinLinks = pgTable(
  'join_links',
  {
    project_id: projectId().references(() => projects.id),
    id: id(),
    name: text().notNull(),
    token: text().notNull(),
    discount: percent().notNull().default(0),
    price_level_id: uuid(),
    manager_id: uuid().references(() => users.id),
    /** Into which an approval puts who came by it; what is archived then is left out. */
    group_ids: uuid().array().notNull().default(sql`'{}'`),
    last_day: date({ mode: 'string' }),
    max_uses: integer(),
    /** Applications that came by it. */
    uses: integer().notNull().default(0),
    revoked_at: instant(),
    created_by: uuid()
      .notNull()
      .references(() => users.id),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index().on(t.token),
    index('join_links_by_age').on(t.project_id, t.created_at, t.id),
    check('join_link_uses', sql`uses >= 0 and (max_uses is null or uses <= max_uses)`),
  ],
);

/**
 * A dropshipper's application to a project: one for each, which goes back to the beginning when he applies again. He sees
 * his own before he is anybody in the project: row-level security shows a row to its user too (`kit/db/migrate.ts`).
 */
export const applications = pgTable(
  'applications',
  {
    project_id: projectId().references(() => projects.id),
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    status: text().$type<ApplicationStatus>().notNull().default('pending'),
    cover_text: words(),
    phone: text(),
    edropoy_code: text(),
    iban: text(),
    /** Of a rejection; of a block, for the staff alone. */
    reason: words(),
    /** Made by the approval, or by an invitation after a rejection. */
    counterparty_id: uuid(),
    /** The link by which he applied. */
    join_link_id: uuid(),
    applied_at: instant().notNull(),
    decided_at: instant(),
    decided_by: uuid().references(() => users.id),
    /** Of the conversation: the number of each side's last message, up to which each has read, when a letter told it. */
    last_by_applicant: integer().notNull().default(0),
    last_by_supplier: integer().notNull().default(0),
    read_by_applicant: integer().notNull().default(0),
    read_by_supplier: integer().notNull().default(0),
    applicant_told_at: instant(),
    supplier_told_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.counterparty_id],
      foreignColumns: [counterparties.project_id, counterparties.id],
    }),
    foreignKey({ columns: [t.project_id, t.join_link_id], foreignColumns: [joinLinks.project_id, joinLinks.id] }),
    uniqueIndex('applications_one_each').on(t.project_id, t.user_id),
    index('applications_by_age').on(t.project_id, t.applied_at, t.id),
    index('applications_by_status').on(t.project_id, t.status, t.applied_at, t.id),
    index('applications_of_counterparty').on(t.project_id, t.counterparty_id, t.applied_at, t.id),
    index('applications_of_user').on(t.user_id, t.applied_at, t.id),
  ],
);

/** What happened to it, written with each change. */
export const applicationEvents = pgTable(
  'application_events',
  {
    project_id: projectId(),
    application_id: uuid().notNull(),
    id: id(),
    kind: text().$type<ApplicationEvent['kind']>().notNull(),
    reason: words(),
    actor_id: uuid()
      .notNull()
      .references(() => users.id),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.application_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.application_id],
      foreignColumns: [applications.project_id, applications.id],
    }),
  ],
);

/** What both sides write about it; numbered without a gap under the lock of the application. */
export const applicationMessages = pgTable(
  'application_messages',
  {
    project_id: projectId(),
    application_id: uuid().notNull(),
    id: id(),
    number: integer().notNull(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    /** Else of the supplier. */
    of_applicant: boolean().notNull(),
    text: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.application_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.application_id],
      foreignColumns: [applications.project_id, applications.id],
    }),
    uniqueIndex('application_messages_numbered').on(t.project_id, t.application_id, t.number),
  ],
);

export const applicationMessageFiles = pgTable(
  'application_message_files',
  { project_id: projectId(), application_id: uuid().notNull(), message_id: uuid().notNull(), ...attachedFile() },
  (t) => [
    primaryKey({ columns: [t.project_id, t.application_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.application_id, t.message_id],
      foreignColumns: [applicationMessages.project_id, applicationMessages.application_id, applicationMessages.id],
    }),
    index('application_message_files_of').on(t.project_id, t.application_id, t.message_id, t.id),
  ],
);
