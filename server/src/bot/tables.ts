import type { Locale } from '@lanka/domain/kit/errors';
import type { NoticeArea } from '@lanka/domain/kit/notice_areas';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
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
import { createdAt, id, instant, projectId, version } from '../kit/db/columns';
import { projects } from '../projects/tables';

/** A person's chat with the bot, for one project: one chat may serve several. Row-level security shows it by the chat, too. */
export const botLinks = pgTable(
  'bot_links',
  {
    project_id: projectId().references(() => projects.id),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    status: text().$type<'pending' | 'active' | 'inactive'>().notNull(),
    /** Without `@`; what he gave, then what Telegram says. */
    username: text(),
    code_hash: text(),
    code_until: instant(),
    chat_id: text(),
    chat_name: text(),
    linked_at: instant(),
    stopped_by: text().$type<'block' | 'stop'>(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.user_id] }),
    index('bot_links_of_user').on(t.user_id),
    index('bot_links_by_chat').on(t.chat_id).where(sql`chat_id is not null`),
    index('bot_links_by_code').on(t.project_id, t.code_hash).where(sql`code_hash is not null`),
  ],
);

/** A group of the team. */
export const botGroups = pgTable(
  'bot_groups',
  {
    project_id: projectId().references(() => projects.id),
    id: id(),
    status: text().$type<'pending' | 'active' | 'inactive'>().notNull(),
    title: text(),
    areas: text().array().$type<NoticeArea[]>().notNull(),
    locale: text().$type<Locale>().notNull(),
    code_hash: text(),
    code_until: instant(),
    chat_id: text(),
    linked_at: instant(),
    added_by: uuid().notNull(),
    version: version(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex('bot_groups_by_chat').on(t.project_id, t.chat_id).where(sql`chat_id is not null`),
    index('bot_groups_chats').on(t.chat_id).where(sql`chat_id is not null`),
  ],
);

export interface Button {
  readonly text: string;
  readonly data: string;
}

/** Messages on their way: written in the transaction that causes them, as letters are, and sent by one worker for all. */
export const botMessages = pgTable(
  'bot_messages',
  {
    id: id().primaryKey(),
    chat_id: text().notNull(),
    is_group: boolean().notNull().default(false),
    /** Whose it is; null where an answer is of no project. */
    of_project: uuid(),
    html: text().notNull(),
    /** Rows of one button each. */
    buttons: jsonb().$type<readonly Button[]>().notNull().default([]),
    /** The message that it takes the place of. */
    edits: text(),
    /** Whether it may go with others in one message. */
    folds: boolean().notNull().default(false),
    state: text().$type<'waiting' | 'sent' | 'closed' | 'failed'>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    next_at: instant().notNull().default(sql`now()`),
    created_at: createdAt(),
    sent_at: instant(),
    message_id: text(),
    error: text(),
  },
  (t) => [
    index('bot_messages_due').on(t.next_at).where(sql`state = 'waiting'`),
    index('bot_messages_of_chat').on(t.chat_id, t.id).where(sql`state = 'waiting'`),
    index('bot_messages_of_project').on(t.of_project, t.state, t.created_at).where(sql`state in ('waiting', 'failed')`),
    index('bot_messages_old').on(t.created_at),
  ],
);

/** When a chat may be written to again: one message a second, in a group twenty a minute, and as Telegram asks. */
export const botChats = pgTable('bot_chats', { chat_id: text().primaryKey(), next_at: instant().notNull() });

/** What was written to the bot, once however often it is brought. What it says is forgotten when it is answered. */
export const botUpdates = pgTable(
  'bot_updates',
  {
    update_id: bigint({ mode: 'number' }).primaryKey(),
    body: jsonb().$type<object>(),
    attempts: integer().notNull().default(0),
    received_at: createdAt(),
    done_at: instant(),
  },
  (t) => [
    index('bot_updates_waiting').on(t.update_id).where(sql`done_at is null`),
    index('bot_updates_old').on(t.received_at),
  ],
);

/** Who works on what at the moment, and what is known of our bot. */
export const botStates = pgTable('bot_states', {
  key: text().primaryKey(),
  value: jsonb().$type<object>().notNull(),
  until: instant().notNull(),
});
