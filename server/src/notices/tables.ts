import type { BotChoice, MailChoice, NoticeArea } from '@lanka/domain/kit/notice_areas';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables';
import { createdAt, id, instant, projectId } from '../kit/db/columns';
import { projects } from '../projects/tables';

/**
 * One line of one person. He reads those of all his projects together, so row-level security shows a row to its user
 * too (`kit/db/migrate.ts`).
 */
export const notices = pgTable(
  'notices',
  {
    project_id: projectId().references(() => projects.id),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    id: id(),
    kind: text().notNull(),
    area: text().$type<NoticeArea>().notNull(),
    /** Of the newest happening. */
    facts: jsonb().$type<object>().notNull(),
    /** How many happenings are told in this line. */
    count: integer().notNull().default(1),
    /** Whoever is named hears it also as nobody in the project; all others as long as they are in it. */
    outside: boolean().notNull().default(false),
    /** Of the newest happening. */
    at: instant().notNull(),
    read_at: instant(),
    /** False where he does not want it in the app: then it is for a letter alone, and counts as read. */
    in_app: boolean().notNull().default(true),
    /** The letter in which it goes with others; null where it goes in none, or went by itself. */
    digest: text().$type<'hourly' | 'daily'>(),
    /** When it went: each goes in one letter at most. */
    mailed_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.user_id, t.id] }),
    index('notices_of_user').on(t.user_id, t.at, t.id),
    index('notices_by_area').on(t.user_id, t.area, t.at, t.id),
    index('notices_unread').on(t.user_id, t.at, t.id).where(sql`read_at is null`),
    index('notices_unread_by_area').on(t.user_id, t.area, t.at, t.id).where(sql`read_at is null`),
    // what several happenings become one line by
    index('notices_together')
      .on(t.project_id, t.user_id, t.kind, t.created_at)
      .where(sql`read_at is null or not in_app`),
    index('notices_old').on(t.project_id, t.at),
    // a request that is deleted takes with it what was told of it
    index('notices_of_requests').on(t.project_id, t.at).where(sql`kind = 'request_forms.came'`),
    index('notices_to_mail').on(t.user_id, t.created_at).where(sql`digest is not null and mailed_at is null`),
  ],
);

/** What a person wants to be told of an area of a project, and how; where no row is, as the kinds have it. */
export const noticeChoices = pgTable(
  'notice_choices',
  {
    project_id: projectId().references(() => projects.id),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    area: text().$type<NoticeArea>().notNull(),
    app: boolean().notNull(),
    mail: text().$type<MailChoice>().notNull(),
    bot: text().$type<BotChoice>().notNull().default('important'),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.user_id, t.area] }), index('notice_choices_of_user').on(t.user_id)],
);
