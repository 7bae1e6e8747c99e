import { DEFAULT_UNIT } from '@lanka/domain/kit/units';
import type { FurtherPrice } from '@lanka/domain/price_levels/rules';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
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
import { productCategories } from '../categories/tables';
import { bounded } from '../kit/db/bounds';
import { count, createdAt, id, instant, kopecks, projectId, sortName, version, words } from '../kit/db/columns';
import { stockLevels } from '../stock/tables';
import { fieldValues } from '../templates/tables';

export const products = pgTable(
  'products',
  {
    project_id: projectId(),
    id: id(),
    name: text().notNull(),
    sort_name: sortName('lower(name)'),
    description: words(),
    tags: text().array().notNull().default([]),
    vendor: words(),
    /** What it is counted in: a unit of the project when it was chosen. */
    unit: text().notNull().default(DEFAULT_UNIT),
    category_id: uuid(),
    /** The path of the category, which tells its goods when it is another: lists show it, and search finds by it. */
    category_path: words(),
    fields: fieldValues(),
    published: boolean().notNull().default(false),
    /** Whether its stock is counted; the levels of its variants say the same. */
    tracked: boolean().notNull().default(true),
    deleted_at: instant(),
    /**
     * What lists show of the variants and pictures that it shows, written by whoever changes those (decision 0033): how
     * many, the only one, the first article, and between what prices. What is in stock stands in `product_figures`.
     */
    variants_count: count().notNull().default(0),
    only_variant_id: uuid(),
    first_sku: words(),
    min_price: kopecks(),
    max_price: kopecks(),
    min_recommended_price: kopecks(),
    max_recommended_price: kopecks(),
    /** Storage key of the picture. */
    thumbnail: text(),
    /** What lists by price are sorted by. */
    price_from: kopecks().notNull().generatedAlwaysAs(sql`coalesce(min_price, 0)`),
    /** Where an import found it and under which key; a second run finds it again by them. */
    source: text(),
    source_key: text(),
    version: version(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index().on(t.project_id, t.created_at, t.id),
    index().on(t.project_id, t.updated_at, t.id),
    index('products_by_name').on(t.project_id, t.sort_name, t.id),
    index('products_by_price').on(t.project_id, t.price_from, t.id),
    index('products_by_state').on(t.project_id, t.published, t.created_at, t.id),
    index('products_by_category').on(t.project_id, t.category_id, t.created_at, t.id),
    foreignKey({
      columns: [t.project_id, t.category_id],
      foreignColumns: [productCategories.project_id, productCategories.id],
    }),
    uniqueIndex('products_source').on(t.project_id, t.source, t.source_key),
  ],
);

/** What variants differ by, in the whole project: «Обʼєм» has one name and one type, whichever products use it. */
export const attributeColumns = pgTable(
  'attribute_columns',
  {
    project_id: projectId(),
    id: id(),
    name: text().notNull(),
    /** By what names are compared (`columnKey`). Two that are alike come only from before there were columns. */
    key: text().notNull(),
    value_type: text().$type<'text' | 'number'>().notNull().default('text'),
    version: version(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex('attribute_columns_name').on(t.project_id, t.name),
    index('attribute_columns_key').on(t.project_id, t.key),
  ],
);

/** The options of a product (Колір, Розмір) and their values, each in its order. */
export const productVariantOptions = pgTable(
  'product_variant_options',
  {
    project_id: projectId(),
    id: id(),
    product_id: uuid().notNull(),
    column_id: uuid().notNull(),
    /** Name and type are those of its column; whoever changes a column writes them. */
    name: text().notNull(),
    sort_name: sortName('lower(name)'),
    value_type: text().$type<'text' | 'number'>().notNull().default('text'),
    show_in_name: boolean().notNull().default(true),
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.product_id], foreignColumns: [products.project_id, products.id] }),
    foreignKey({
      columns: [t.project_id, t.column_id],
      foreignColumns: [attributeColumns.project_id, attributeColumns.id],
    }),
    index('options_of_column').on(t.project_id, t.column_id, t.product_id),
    uniqueIndex('options_name').on(t.project_id, t.product_id, t.name),
    index('options_by_name').on(t.project_id, t.sort_name, t.id),
  ],
);

export const productValues = pgTable(
  'product_values',
  {
    project_id: projectId(),
    id: id(),
    option_id: uuid().notNull(),
    value: text().notNull(),
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.option_id],
      foreignColumns: [productVariantOptions.project_id, productVariantOptions.id],
    }).onDelete('cascade'),
    uniqueIndex('values_value').on(t.project_id, t.option_id, t.value),
  ],
);

export const productVariants = pgTable(
  'product_variants',
  {
    project_id: projectId(),
    id: id(),
    product_id: uuid().notNull(),
    /** Generated from the values whose option shows in the name, unless somebody gave one. */
    name: text().notNull(),
    name_given: boolean().notNull().default(false),
    sku: words(),
    barcode: text(),
    /** Handed out by the project for those without a barcode (`marking`); kept when a barcode comes later. */
    internal_code: text(),
    /** What stands on its label and what a scanner reads: the barcode, else the internal code. */
    code: text().generatedAlwaysAs(sql`coalesce(barcode, internal_code)`),
    price: kopecks(),
    /** What lists by price are sorted by. */
    sort_price: kopecks().notNull().generatedAlwaysAs(sql`coalesce(price, 0)`),
    recommended_price: kopecks(),
    /** Of levels and from a count on; whoever deletes a level takes its prices away. */
    prices: jsonb().$type<FurtherPrice[]>().notNull().default([]),
    weight: integer(),
    length: integer(),
    width: integer(),
    height: integer(),
    description: words(),
    /** Where it stands in the warehouse. */
    place: words(),
    /** What lists by place are sorted by: first those that have one. */
    sort_place: sortName("case when place = '' then '1' else '0' || lower(place) end"),
    /** So many should be there. */
    minimum: integer(),
    fields: fieldValues(),
    /** Its value ids, one for each option. */
    value_ids: uuid().array().notNull().default([]),
    position: integer().notNull().default(0),
    /** Lower case: product name, own name, sku and barcode; what search looks in. */
    search_text: words(),
    /** Product and own name come first in it; shortened, because an index has no room for more. */
    sort_name: sortName('left(search_text, 200)'),
    /** What somebody types or scans to find just this one. */
    sku_key: text().notNull().generatedAlwaysAs(sql`lower(sku)`),
    /** Whether its product is published, written with it. */
    published: boolean().notNull().default(false),
    /** Storage key of the picture that is shown wherever the variant is, kept by whoever changes pictures or values. */
    thumbnail: text(),
    source: text(),
    source_key: text(),
    deleted_at: instant(),
    version: version(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.product_id], foreignColumns: [products.project_id, products.id] }),
    // the level comes first, so that no variant is without one
    foreignKey({
      columns: [t.project_id, t.id],
      foreignColumns: [stockLevels.project_id, stockLevels.product_variant_id],
    }),
    index().on(t.project_id, t.product_id, t.position),
    // one for barcodes and internal codes: no two living variants are read as the same
    uniqueIndex('variants_barcode').on(t.project_id, t.code).where(sql`deleted_at is null`),
    uniqueIndex('variants_internal_code').on(t.project_id, t.internal_code),
    index('variants_without_code').on(t.project_id, t.id).where(sql`code is null and deleted_at is null`),
    index('variants_by_name').on(t.project_id, t.sort_name, t.id).where(sql`deleted_at is null`),
    index('variants_by_price').on(t.project_id, t.sort_price, t.id).where(sql`deleted_at is null`),
    index('variants_by_place').on(t.project_id, t.sort_place, t.id).where(sql`deleted_at is null`),
    index('variants_by_state').on(t.project_id, t.published, t.sort_name, t.id).where(sql`deleted_at is null`),
    index('variants_by_age').on(t.project_id, t.created_at, t.id).where(sql`deleted_at is null`),
    index('variants_sku').on(t.project_id, t.sku_key).where(sql`deleted_at is null`),
    uniqueIndex('variants_source').on(t.project_id, t.source, t.source_key),
    check('variant_price_not_negative', sql`price >= 0 and recommended_price >= 0 and weight >= 0`),
    check('variant_size_positive', sql`length > 0 and width > 0 and height > 0`),
    check('variant_minimum_not_negative', sql`minimum >= 0`),
    bounded('price'),
    bounded('recommended_price'),
  ],
);

/**
 * What published goods cost and whether there were any, from each moment on at which that changed (decision 0094): a job
 * writes it, a minute later at most. The last row of a product is what is so now.
 */
export const productHistory = pgTable(
  'product_history',
  {
    project_id: projectId(),
    product_id: uuid().notNull(),
    at: createdAt(),
    /** `[min, max]` of one piece, by the id of each price level that has a price of its own, and under `base`. */
    prices: jsonb().$type<Record<string, [number | null, number | null]>>().notNull(),
    in_stock: boolean().notNull(),
    last: boolean().notNull(),
    /** When it was written: goods that are shown late are so since they were made, and were not known before. */
    noted_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.product_id, t.at] }),
    foreignKey({ columns: [t.project_id, t.product_id], foreignColumns: [products.project_id, products.id] }),
    index('product_history_last').on(t.project_id, t.at, t.product_id).where(sql`last`),
    index('product_history_old').on(t.project_id, t.at).where(sql`not last`),
    index('product_history_noted').on(t.project_id, t.noted_at),
  ],
);

/** Up to which moment a dropshipper has seen what changed of a supplier's goods. */
export const productLooks = pgTable(
  'product_looks',
  { project_id: projectId(), user_id: uuid().notNull(), seen_at: instant().notNull() },
  (t) => [primaryKey({ columns: [t.project_id, t.user_id] })],
);

/** Who is told when goods that ran out are in stock again; the row goes with the telling. */
export const productWatches = pgTable(
  'product_watches',
  { project_id: projectId(), product_id: uuid().notNull(), user_id: uuid().notNull(), created_at: createdAt() },
  (t) => [
    primaryKey({ columns: [t.project_id, t.product_id, t.user_id] }),
    foreignKey({ columns: [t.project_id, t.product_id], foreignColumns: [products.project_id, products.id] }),
  ],
);

export const productImages = pgTable(
  'product_images',
  {
    project_id: projectId(),
    id: id(),
    product_id: uuid().notNull(),
    /** What it shows, if not the whole product: one variant, or all that have a value. */
    product_variant_id: uuid(),
    product_value_id: uuid(),
    /** Storage keys of the picture and of its thumbnail. */
    file_name: text().notNull(),
    thumbnail: text(),
    /** Where an import took it from. */
    source_url: text(),
    /** Of the picture, as counted in the storage of the plan; null until it was measured. The thumbnail does not count. */
    bytes: bigint({ mode: 'number' }),
    is_thumbnail: boolean().notNull().default(false),
    position: integer().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.product_id], foreignColumns: [products.project_id, products.id] }),
    foreignKey({
      columns: [t.project_id, t.product_value_id],
      foreignColumns: [productValues.project_id, productValues.id],
    }),
    index().on(t.project_id, t.product_id, t.position),
    index('images_unmeasured').on(t.project_id, t.id).where(sql`bytes is null`),
    index('images_of_value').on(t.project_id, t.product_value_id).where(sql`product_value_id is not null`),
    check('image_shows_one_thing', sql`product_variant_id is null or product_value_id is null`),
  ],
);
