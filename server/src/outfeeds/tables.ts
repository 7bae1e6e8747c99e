import type { FeedProblem } from '@lanka/domain/outfeeds/checks';
import type { FeedSettings } from '@lanka/domain/outfeeds/contract';
import type { FeedFormat } from '@lanka/domain/outfeeds/formats';
import type { MappedCategory, MappedParam, Market } from '@lanka/domain/outfeeds/markets';
import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables';
import { count, createdAt, id, instant, projectId, sortName, version } from '../kit/db/columns';
import { projects } from '../projects/tables';

/** Feeds of goods that others fetch. Whoever has the token gets the file, and row-level security asks for just that. */
export const outfeeds = pgTable(
  'outfeeds',
  {
    project_id: projectId().references(() => projects.id),
    id: id(),
    /** The dropshipper whose it is; null: the project's own. */
    user_id: uuid().references(() => users.id),
    name: text().notNull(),
    sort_name: sortName('lower(name)'),
    format: text().$type<FeedFormat>().notNull(),
    settings: jsonb().$type<Omit<FeedSettings, 'format'>>().notNull(),
    /** 192 bits by chance, as the address has them: its owner copies it again and again. */
    token: text().notNull(),
    /** What the file was made of, in short: while that stays, it is not made again. */
    mark: text(),
    /** Asked for and not made yet. */
    wanted_at: instant(),
    built_at: instant(),
    /** Storage key; the bytes stand there packed. */
    file: text(),
    etag: text(),
    bytes: integer().notNull().default(0),
    packed_bytes: integer().notNull().default(0),
    offers: count().notNull().default(0),
    available: count().notNull().default(0),
    left_out: count().notNull().default(0),
    problems: jsonb().$type<FeedProblem[]>().notNull().default([]),
    /** Made when access had ended: everything in it is sold out. */
    sold_out: boolean().notNull().default(false),
    version: version(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index('outfeeds_token').on(t.token),
    index('outfeeds_by_age').on(t.project_id, t.created_at, t.id),
    index('outfeeds_by_name').on(t.project_id, t.sort_name, t.id),
    index('outfeeds_of_user').on(t.project_id, t.user_id, t.created_at, t.id),
    index('outfeeds_of_partners').on(t.project_id, t.user_id).where(sql`format = 'partner'`),
  ],
);

/** What a marketplace calls our categories and attributes: kept for whoever makes feeds for it, whatever their number. */
export const outfeedMappings = pgTable(
  'outfeed_mappings',
  {
    project_id: projectId().references(() => projects.id),
    /** The dropshipper whose it is; the project's own stands under the project's id. */
    owner_id: uuid().notNull(),
    market: text().$type<Market>().notNull(),
    /** Each with the name that our category had: another project may have one of the same name. */
    categories: jsonb().$type<(MappedCategory & { label: string })[]>().notNull(),
    params: jsonb().$type<MappedParam[]>().notNull(),
    version: version(),
    updated_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.owner_id, t.market] })],
);

/**
 * Whether a dropshipper may have a feed with what he pays. What holds for all for whom nothing else was chosen stands
 * under the project's own id.
 */
export const outfeedPartners = pgTable(
  'outfeed_partners',
  {
    project_id: projectId().references(() => projects.id),
    /** A counterparty, or the project. */
    subject_id: uuid().notNull(),
    /** Null: as all. The row stays, with the day on which it became so. */
    allowed: boolean(),
    /** Since when it is so: feeds that lose it are empty for some days from then on. */
    changed_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.subject_id] })],
);

/** Who came for a feed, kept for 30 days. */
export const outfeedFetches = pgTable(
  'outfeed_fetches',
  {
    project_id: projectId(),
    feed_id: uuid().notNull(),
    /** In the order of time. */
    id: id(),
    agent: text().notNull(),
    address: text().notNull(),
    status: count().notNull(),
    bytes: integer().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.feed_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.feed_id], foreignColumns: [outfeeds.project_id, outfeeds.id] }).onDelete(
      'cascade',
    ),
    index('outfeed_fetches_by_age').on(t.project_id, t.created_at),
  ],
);
