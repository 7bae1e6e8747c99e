import type { Facts, Verification } from '@lanka/domain/catalogue/rules';
import { PATH_SEPARATOR } from '@lanka/domain/categories/rules';
import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables';
import { count, createdAt, id, instant, kopecks, sortName, version, wordParts, words } from '../kit/db/columns';
import { projects } from '../projects/tables';

/**
 * Nothing here has a `project_id`, so no wall of row-level security stands around it (decision 0088): what a supplier
 * shows in the catalogue is public by his decision, and what the operator decides of it is asked across all projects.
 */
const supplierId = () =>
  uuid()
    .notNull()
    .references(() => projects.id);

/** How a project stands in the catalogue; a row from the first thing that its owner sets or asks for. */
export const catalogueListings = pgTable(
  'catalogue_listings',
  {
    supplier_id: supplierId().primaryKey(),
    verification: text().$type<Verification>().notNull().default('none'),
    refusal: words(),
    requested_at: instant(),
    requested_by: uuid(),
    decided_at: instant(),
    hidden_at: instant(),
    hidden_reason: words(),
    /** Base prices are told to everybody who sees the catalogue. */
    base_prices: boolean().notNull().default(false),
    public_page: boolean().notNull().default(false),
    /** For the filter; what is said in words stands with the project. */
    minimum_order_sum: kopecks(),
    version: version(),
    created_at: createdAt(),
  },
  (t) => [
    index('catalogue_listings_requested').on(t.requested_at, t.supplier_id),
    index('catalogue_listings_by_state').on(t.verification, t.requested_at, t.supplier_id),
  ],
);

/** The card of each supplier who is listed: a copy of what he shows, written by `copy.store` alone. */
export const catalogueSuppliers = pgTable(
  'catalogue_suppliers',
  {
    id: supplierId().primaryKey(),
    friendly_id: text().notNull(),
    title: text().notNull(),
    sort_title: sortName('lower(title)'),
    /** Storage key. */
    logo: text(),
    category: words(),
    city: words(),
    region: words(),
    region_restriction: words(),
    minimum_order: words(),
    minimum_order_sum: kopecks(),
    delivery: words(),
    delivery_time: words(),
    returns: words(),
    description: words(),
    base_prices: boolean().notNull().default(false),
    public_page: boolean().notNull().default(false),
    /** Of `catalogue_goods`, and the newest of them. */
    goods: count().notNull().default(0),
    /** Null where the supplier does not tell his stock; so is it with each of his goods. */
    in_stock: count(),
    newest_at: instant(),
    /** Paths of the first two levels of their categories: what the catalogue is narrowed by. */
    goods_categories: text().array().notNull().default([]),
    /** Of 90 days, computed at night; null from too few orders. */
    facts_orders: integer(),
    facts_hours: integer(),
    facts_canceled: integer(),
    facts_waited: integer(),
    /** What the shares are made of. */
    facts_counts: jsonb().$type<Facts['counts']>(),
    verified_at: instant().notNull(),
    paused_until: date({ mode: 'string' }),
    parts: wordParts('title', 'category', 'city', 'description'),
    created_at: createdAt(),
  },
  (t) => [
    index('catalogue_suppliers_friendly').on(t.friendly_id),
    index('catalogue_suppliers_by_age').on(t.verified_at, t.id),
    index('catalogue_suppliers_by_title').on(t.sort_title, t.id),
    index('catalogue_suppliers_by_goods').on(t.goods, t.id),
    index('catalogue_suppliers_words').using('gin', sql`parts gin_trgm_ops`),
  ],
);

const level = (n: 1 | 2): string => `split_part(category_path, '${PATH_SEPARATOR}', ${n})`;
const SECOND = `${level(1)} || case when ${level(2)} = '' then '' else '${PATH_SEPARATOR}' || ${level(2)} end`;

/** Their published goods: a copy as well. */
export const catalogueGoods = pgTable(
  'catalogue_goods',
  {
    supplier_id: supplierId(),
    /** The product. */
    id: id(),
    title: text().notNull(),
    supplier_title: text().notNull(),
    category_path: words(),
    /** Its vendor and the values of its modifications: colours, sizes, what it is made of. */
    value_words: words(),
    /** Storage key. */
    picture: text(),
    recommended_from: kopecks(),
    recommended_to: kopecks(),
    /** Only where the supplier tells base prices to everybody. */
    base_from: kopecks(),
    base_to: kopecks(),
    in_stock: boolean(),
    /** What lists by price are sorted by. */
    sort_price: kopecks().notNull().generatedAlwaysAs(sql`coalesce(recommended_from, 0)`),
    /** The first two levels of its category, as `Одяг` and `Одяг > Сукні`; the same where there is but one. */
    category_top: text()
      .notNull()
      .generatedAlwaysAs(sql.raw(level(1))),
    category_second: text().notNull().generatedAlwaysAs(sql.raw(SECOND)),
    parts: wordParts('title', 'category_path', 'supplier_title', 'value_words'),
    created_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.supplier_id, t.id] }),
    index('catalogue_goods_id').on(t.id),
    index('catalogue_goods_by_age').on(t.created_at, t.id),
    index('catalogue_goods_by_top').on(t.category_top, t.created_at, t.id),
    index('catalogue_goods_by_second').on(t.category_second, t.created_at, t.id),
    index('catalogue_goods_by_price').on(t.sort_price, t.id),
    index('catalogue_goods_by_top_price').on(t.category_top, t.sort_price, t.id),
    index('catalogue_goods_by_second_price').on(t.category_second, t.sort_price, t.id),
    index('catalogue_goods_of_supplier').on(t.supplier_id, t.created_at, t.id),
    index('catalogue_goods_of_supplier_by_price').on(t.supplier_id, t.sort_price, t.id),
    index('catalogue_goods_words').using('gin', sql`parts gin_trgm_ops`),
  ],
);

export const catalogueFavourites = pgTable(
  'catalogue_favourites',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    supplier_id: supplierId(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.supplier_id] })],
);

export const catalogueComplaints = pgTable(
  'catalogue_complaints',
  {
    id: id().primaryKey(),
    supplier_id: supplierId(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    status: text().$type<'new' | 'done'>().notNull().default('new'),
    created_at: createdAt(),
  },
  (t) => [
    index('catalogue_complaints_by_age').on(t.created_at, t.id),
    index('catalogue_complaints_by_status').on(t.status, t.created_at, t.id),
    index('catalogue_complaints_of_supplier').on(t.supplier_id, t.status, t.created_at, t.id),
  ],
);
