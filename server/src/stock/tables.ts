import { MAX_STOCK } from '@lanka/domain/kit/bounds';
import type { BookingStatus, MovementKind, WaitStatus } from '@lanka/domain/stock/contract';
import { LOW_STOCK } from '@lanka/domain/templates/main_info';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bounded } from '../kit/db/bounds';
import { byKey, count, createdAt, id, instant, kopecks, projectId, version, words } from '../kit/db/columns';

/**
 * One row a variant. `booked` is the sum of its active bookings, `actual` the sum of its movements and `waiting` what
 * its waiting lines lack, at all times; each is written in the same transaction as its rows, and the checks are the
 * last wall. Nobody waits while something is available: what arrives goes to those who wait in the same statement.
 */
export const stockLevels = pgTable(
  'stock_levels',
  {
    project_id: projectId(),
    product_variant_id: id(),
    actual: count().notNull().default(0),
    booked: count().notNull().default(0),
    waiting: count().notNull().default(0),
    /**
     * Whether its stock is counted. Where it is not, nothing is ever booked, and as much is available as can be of
     * anything: so lists that are sorted and filtered by it need not know.
     */
    tracked: boolean().notNull().default(true),
    /** Behind row-level security an expression is no condition of an index, a column is. */
    available: count()
      .notNull()
      .generatedAlwaysAs(sql.raw(`case when tracked then actual - booked else ${MAX_STOCK} end`)),
    /**
     * How many movements there have been since these columns came, and how many of them were corrections: whoever has
     * counted the shelf sees by them whether anything has happened since.
     */
    movements: count().notNull().default(0),
    corrections: count().notNull().default(0),
    /** What the figures are added up by, as the catalogue told it: its product, and the price of one piece. */
    product_id: uuid(),
    price: kopecks().notNull().default(0),
    /** So many should be there, as the catalogue told it; null where its variant does not say. */
    minimum: count(),
    /** From this available count down it counts as running low: its minimum, or what the project takes for little. */
    low_at: count().notNull().default(LOW_STOCK),
    /** It has not been deleted: it stands in lists and in the totals of the project. */
    listed: boolean().notNull().default(true),
    /** Its product shows it: a deleted product shows the variants that went with it. */
    shown: boolean().notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.product_variant_id] }),
    index('stock_levels_available').on(t.project_id, t.available, t.product_variant_id).where(sql`listed`),
    check('stock_actual_not_negative', sql`actual >= 0`),
    check('stock_booked_not_negative', sql`booked >= 0`),
    check('stock_booked_within_actual', sql`booked <= actual`),
    check('stock_waiting_not_negative', sql`waiting >= 0`),
    check('stock_untracked_is_empty', sql`tracked or (actual = 0 and booked = 0 and waiting = 0)`),
    check('stock_waiting_only_for_nothing', sql`waiting = 0 or booked = actual`),
    bounded('actual'),
    bounded('waiting'),
    bounded('stock_value', 'actual::numeric * price'),
  ],
);

/**
 * One row a product: sums over the levels that it shows, written by the statement that changes them (decision 0030).
 * Locked after the levels, in key order.
 */
export const productFigures = pgTable(
  'product_figures',
  {
    project_id: projectId(),
    product_id: id(),
    /** Pieces on the shelf. */
    actual: bigint({ mode: 'number' }).notNull().default(0),
    available: bigint({ mode: 'number' }).notNull().default(0),
    /** Variants of which nothing is available; of which little is (their levels' `low_at`). */
    out_of_stock: count().notNull().default(0),
    low: count().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.product_id] }),
    index('product_figures_available').on(t.project_id, t.available, t.product_id),
    index('product_figures_out').on(t.project_id, t.product_id).where(sql`out_of_stock > 0`),
    index('product_figures_low').on(t.project_id, t.product_id).where(sql`low > 0`),
    check('product_figures_not_negative', sql`available >= 0 and out_of_stock >= 0 and low >= 0`),
  ],
);

/**
 * Goods of a project in the catalogue, or with dropshippers, of which something has changed that others are shown: name,
 * picture, price, whether there is any. Rows only come and are taken by one job; two of one product say no more than one.
 */
export const productChanges = pgTable(
  'product_changes',
  {
    project_id: projectId(),
    id: id().default(sql`gen_random_uuid()`),
    product_id: uuid().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.id] })],
);

/**
 * Totals of a project, which are the sums of these rows: a transaction adds to one that nobody else holds, or makes
 * another, so that nobody waits for them. There are as many as have been changed at the same moment.
 */
export const stockTotals = pgTable(
  'stock_totals',
  {
    project_id: projectId(),
    id: id(),
    products: bigint({ mode: 'number' }).notNull().default(0),
    published: bigint({ mode: 'number' }).notNull().default(0),
    deleted: bigint({ mode: 'number' }).notNull().default(0),
    modifications: bigint({ mode: 'number' }).notNull().default(0),
    out_of_stock: bigint({ mode: 'number' }).notNull().default(0),
    pieces: bigint({ mode: 'number' }).notNull().default(0),
    /** Kopecks: pieces on the shelf by the price of each. */
    value: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.id] })],
);

/** Append-only: every change of `actual`, with what it was before and after. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    project_id: projectId(),
    id: id(),
    product_variant_id: uuid().notNull(),
    kind: text().$type<MovementKind>().notNull(),
    delta: count().notNull(),
    before: count().notNull(),
    after: count().notNull(),
    ref_kind: text().notNull(),
    ref_id: uuid().notNull(),
    /** The part of the cause, where it happens in parts: a parcel of an order that is split. */
    ref_part: uuid(),
    comment: words(),
    actor_kind: text().$type<'user' | 'api_key' | 'system'>().notNull(),
    actor_id: uuid(),
    by_key: byKey(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.product_variant_id],
      foreignColumns: [stockLevels.project_id, stockLevels.product_variant_id],
    }),
    index().on(t.project_id, t.product_variant_id, t.id),
    // an effect done twice for one cause, or one part of it, does nothing
    uniqueIndex('stock_movements_once').on(
      t.project_id,
      t.ref_kind,
      t.ref_id,
      t.product_variant_id,
      t.kind,
      sql`coalesce(ref_part, ref_id)`,
    ),
    check('stock_movement_adds_up', sql`after = before + delta and delta <> 0`),
  ],
);

export const bookings = pgTable(
  'bookings',
  {
    project_id: projectId(),
    id: id(),
    product_variant_id: uuid().notNull(),
    count: count().notNull(),
    status: text().$type<BookingStatus>().notNull(),
    ref_kind: text().notNull(),
    ref_id: uuid().notNull(),
    /** The line of the cause, an order's item for instance. */
    ref_line: uuid(),
    user_id: uuid(),
    comment: words(),
    /** Set for what ends by a job of its own, by hand or of a draft; null: its cause ends it, if a moment is named. */
    booked_hours: count(),
    expires_at: instant(),
    /** Of what people change of it: comment, user, count, end. */
    version: version(),
    by_key: byKey(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.product_variant_id],
      foreignColumns: [stockLevels.project_id, stockLevels.product_variant_id],
    }),
    // lists are in the order of ids, which is that of time
    index('bookings_by_status').on(t.project_id, t.status, t.id),
    index('bookings_by_user').on(t.project_id, t.user_id, t.id),
    // what is booked by hand, and what ends by itself: few beside those of orders
    index('bookings_by_hand').on(t.project_id, t.status, t.id).where(sql`ref_kind = 'booking'`),
    index('bookings_ending').on(t.project_id, t.id).where(sql`expires_at is not null`),
    index('bookings_by_end').on(t.project_id, t.expires_at, t.id).where(sql`expires_at is not null`),
    index('bookings_active').on(t.project_id, t.product_variant_id).where(sql`status = 'Active'`),
    index().on(t.project_id, t.ref_kind, t.ref_id),
    index().on(t.project_id, t.product_variant_id, t.id),
    // few at a time: what clients hold for some hours
    index('bookings_temporary').on(t.project_id, t.ref_id).where(sql`status = 'Active' and booked_hours is not null`),
    uniqueIndex('bookings_once').on(t.project_id, t.ref_kind, t.ref_id, t.ref_line).where(sql`status = 'Active'`),
    check('booking_count_positive', sql`count > 0`),
  ],
);

/**
 * Lines ordered beyond stock: `count` pieces were not there, `filled` of them have come since. Oldest first is by the
 * moment the line began to wait, read from the clock under the level's lock.
 */
export const stockWaits = pgTable(
  'stock_waits',
  {
    project_id: projectId(),
    id: id(),
    product_variant_id: uuid().notNull(),
    count: count().notNull(),
    filled: count().notNull().default(0),
    status: text().$type<WaitStatus>().notNull(),
    ref_kind: text().notNull(),
    ref_id: uuid().notNull(),
    ref_line: uuid().notNull(),
    /** Whose line it is; the bookings that fill it are his. */
    user_id: uuid(),
    /** When the bookings that fill it end. */
    expires_at: instant(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.product_variant_id],
      foreignColumns: [stockLevels.project_id, stockLevels.product_variant_id],
    }),
    index('stock_waits_queue')
      .on(t.project_id, t.product_variant_id, t.created_at, t.id)
      .where(sql`status = 'Waiting'`),
    uniqueIndex('stock_waits_once').on(t.project_id, t.ref_kind, t.ref_id, t.ref_line).where(sql`status = 'Waiting'`),
    index('stock_waits_of_ref').on(t.project_id, t.ref_kind, t.ref_id),
    check('stock_wait_adds_up', sql`count > 0 and filled >= 0 and filled <= count`),
    check('stock_wait_ends_full', sql`(status = 'Filled') = (filled = count) or status = 'Canceled'`),
  ],
);
