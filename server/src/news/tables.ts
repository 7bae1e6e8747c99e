import type { NewsAudience } from '@lanka/domain/news/contract';
import type { ChangeKind, NewsStatus, Rhythm, StoredChange } from '@lanka/domain/news/rules';
import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables';
import { count, createdAt, id, instant, projectId, version, words } from '../kit/db/columns';
import { projects } from '../projects/tables';

/** What a supplier tells his dropshippers. */
export const news = pgTable(
  'news',
  {
    project_id: projectId().references(() => projects.id),
    id: id(),
    status: text().$type<NewsStatus>().notNull().default('draft'),
    title: text().notNull(),
    /** Markdown. */
    body: words(),
    audience: text().$type<NewsAudience>().notNull().default('all'),
    /** Whoever is in one of these groups now. */
    group_ids: uuid().array().notNull().default(sql`'{}'`),
    counterparty_ids: uuid().array().notNull().default(sql`'{}'`),
    /** In the order in which they were chosen. */
    product_ids: uuid().array().notNull().default(sql`'{}'`),
    /** Of an item that wrote itself: what changed, by the prices of all levels. Each reader is told his own. */
    changes: jsonb().$type<StoredChange[]>(),
    more_changes: count().notNull().default(0),
    /** The key in the storage, and what the file is called. */
    file_name: text(),
    file_title: text(),
    publish_at: instant(),
    /** The first time: it stays when it is withdrawn and published again. */
    published_at: instant(),
    edited_at: instant(),
    /** Null where it wrote itself. */
    author_id: uuid().references(() => users.id),
    version: version(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index('news_by_age').on(t.project_id, t.created_at, t.id),
    index('news_by_status').on(t.project_id, t.status, t.created_at, t.id),
    index('news_published').on(t.project_id, t.published_at, t.id).where(sql`status = 'published'`),
    index('news_by_itself').on(t.project_id, t.created_at).where(sql`changes is not null`),
  ],
);

/** Which user has read which item, and when first. */
export const newsReads = pgTable(
  'news_reads',
  {
    project_id: projectId(),
    news_id: uuid().notNull(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    read_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.news_id, t.user_id] }),
    foreignKey({ columns: [t.project_id, t.news_id], foreignColumns: [news.project_id, news.id] }).onDelete('cascade'),
  ],
);

export const newsSettings = pgTable('news_settings', {
  project_id: projectId()
    .primaryKey()
    .references(() => projects.id),
  rhythm: text().$type<Rhythm>().notNull(),
  publishes: boolean().notNull(),
  kinds: text().array().$type<ChangeKind[]>().notNull(),
  /** What changed up to this moment has been written down, or was before it was asked for. */
  written_until: instant().notNull(),
  version: version(),
});
