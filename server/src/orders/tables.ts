import { DEFAULT_UNIT } from '@lanka/domain/kit/units';
import type { OrderChange } from '@lanka/domain/orders/changes';
import type { CodState } from '@lanka/domain/orders/cod';
import type {
  CommentVisibility,
  HistoryEffect,
  HistoryEntry,
  OrderFile,
  OrderStatus,
  Utm,
} from '@lanka/domain/orders/contract';
import type { Door } from '@lanka/domain/orders/entities';
import { QUEUE_STATUSES } from '@lanka/domain/orders/machine';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { attachedFile } from '../attachments/tables';
import { productVariants } from '../catalog/tables';
import { bounded } from '../kit/db/bounds';
import { byKey, count, createdAt, id, instant, kopecks, percent, projectId, version, words } from '../kit/db/columns';
import { counterparties } from '../partners/tables';
import { fieldValues } from '../templates/tables';

/** The statuses of an order that stands in the queue, as the partial indexes say them: PostgreSQL knows them by these words. */
export const QUEUED = sql.raw(QUEUE_STATUSES.map((status) => `'${status}'`).join(', '));

export const orders = pgTable(
  'orders',
  {
    project_id: projectId(),
    id: id(),
    number: integer().notNull(),
    /** As the project had it when the order was made; it says nothing that the number does not. */
    prefix: words(),
    counterparty_id: uuid().notNull(),
    status: text().$type<OrderStatus>().notNull(),
    /** Σ lines of base cost after discount. */
    sum: kopecks().notNull(),
    /** Σ lines of recommended price after the customer's discount. */
    recommended_sum: kopecks().notNull(),
    /** Σ lines of what the end customer pays. */
    customer_sum: kopecks().notNull().default(0),
    customer_discount: percent().notNull().default(0),
    promotion_id: uuid(),
    promo_code: text(),
    customer_name: words(),
    customer_email: text(),
    customer_phone: text(),
    delivery_operator: words(),
    recipient_name: words(),
    recipient_phone: text(),
    delivery_address: words(),
    /** What the carrier calls the town and the branch; null where they were written by hand. */
    delivery_city_ref: text(),
    delivery_branch_ref: text(),
    delivery_door: jsonb().$type<Door>(),
    ttn: text(),
    delivery_town: words(),
    tags: text().array().notNull().default([]),
    source: words(),
    utm: jsonb().$type<Utm>(),
    /** Of the seller's own system. */
    external_number: text(),
    /** What the customer has paid to the seller beforehand, and on which day; the ledger knows nothing of it. */
    prepaid: kopecks().notNull().default(0),
    prepaid_on: date({ mode: 'string' }),
    /** Cash on delivery; null: none. Kept with the order's moves, by refused parcels and by registers of carriers; of an order in several parcels it sums these up. */
    cod_state: text().$type<CodState>(),
    /** As set by hand; null: as it is computed. Frozen when the order is sent. */
    cod_sum: kopecks(),
    cod_fee: kopecks(),
    /** What a register of the carrier says: collected, and kept of it. */
    cod_received: kopecks(),
    cod_received_fee: kopecks(),
    fields: fieldValues(),
    /** Lower case: customer, recipient, phones, ТТН, skus and titles; what search looks in. */
    search_text: words(),
    created_by: uuid().notNull(),
    sent_to_manager_at: instant(),
    /** The day, in Kyiv, on which it was sent to the manager for the first time: it stays, also when it is sent again. */
    first_sent_on: date({ mode: 'string' }),
    /** The last day, in Kyiv, on which its bookings hold; their own end is that day's. */
    reserved_until: date({ mode: 'string' }),
    /** Of which of these days people were told that it is the last. */
    reservation_told: date({ mode: 'string' }),
    /** Its place in the queue is how many have less; exact, so that there is always room between two. */
    queue_key: numeric(),
    shipped_at: instant(),
    charged_at: instant(),
    /** Pieces of returns that are approved or not decided; kept by them, behind the lock of the order. */
    returned: count().notNull().default(0),
    /** Into how many parcels it is split, 0: it goes in one; and what those that are sent came to. Kept by them, behind the lock of the order. */
    parcels: count().notNull().default(0),
    sent_pieces: count().notNull().default(0),
    sent_sum: kopecks().notNull().default(0),
    version: version(),
    by_key: byKey(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.counterparty_id],
      foreignColumns: [counterparties.project_id, counterparties.id],
    }),
    uniqueIndex().on(t.project_id, t.number),
    // it names one order of a counterparty
    uniqueIndex('orders_external_number')
      .on(t.project_id, t.external_number, t.counterparty_id)
      .where(sql`external_number is not null`),
    index().on(t.project_id, t.created_at, t.id),
    index().on(t.project_id, t.status, t.created_at, t.id),
    index().on(t.project_id, t.counterparty_id, t.created_at, t.id),
    // the list may be sorted by these
    index().on(t.project_id, t.updated_at, t.id),
    index().on(t.project_id, t.sum, t.id),
    index('orders_queue').on(t.project_id, t.queue_key, t.id).where(sql`status in (${QUEUED})`),
    // few hold until a day: the newest of them, and those whose day has passed
    index('orders_reserved').on(t.project_id, t.created_at, t.id).where(sql`reserved_until is not null`),
    index('orders_reserved_of')
      .on(t.project_id, t.counterparty_id, t.created_at, t.id)
      .where(sql`reserved_until is not null`),
    index('orders_reserved_until')
      .on(t.project_id, t.reserved_until, t.id)
      .where(sql`reserved_until is not null and status in (${QUEUED})`),
    // what was sent to the manager on some days
    index('orders_first_sent').on(t.project_id, t.first_sent_on, t.id).where(sql`first_sent_on is not null`),
    index('orders_first_sent_of')
      .on(t.project_id, t.counterparty_id, t.first_sent_on, t.id)
      .where(sql`first_sent_on is not null`),
    // few of the orders have any
    index('orders_returned').on(t.project_id, t.created_at, t.id).where(sql`returned > 0`),
    index('orders_partly_sent').on(t.project_id, t.created_at, t.id).where(sql`sent_pieces > 0 and shipped_at is null`),
    index('orders_partly_sent_of')
      .on(t.project_id, t.counterparty_id, t.created_at, t.id)
      .where(sql`sent_pieces > 0 and shipped_at is null`),
    // what was charged of these may be told anew by a change of the order
    index('orders_parted_of').on(t.project_id, t.counterparty_id, t.updated_at).where(sql`returned > 0 or parcels > 0`),
    index('orders_returned_of').on(t.project_id, t.counterparty_id, t.created_at, t.id).where(sql`returned > 0`),
    // what a customer ordered: by the phone, the newest first
    index('orders_by_customer')
      .on(t.project_id, t.customer_phone, t.created_at, t.id)
      .where(sql`customer_phone is not null`),
    bounded('sum'),
    bounded('recommended_sum'),
    bounded('customer_sum'),
    // cash on delivery: the newest of each state, and what is awaited the longest
    index('orders_cod').on(t.project_id, t.cod_state, t.created_at, t.id).where(sql`cod_state is not null`),
    // of an order in several parcels each of them is awaited
    index('orders_cod_awaited').on(t.project_id, t.shipped_at, t.id).where(sql`cod_state = 'awaited' and parcels = 0`),
    index('orders_cod_awaited_of')
      .on(t.project_id, t.counterparty_id, t.shipped_at, t.id)
      .where(sql`cod_state = 'awaited' and parcels = 0`),
    // a carrier names parcels by it
    index('orders_ttn').on(t.project_id, t.ttn).where(sql`ttn is not null`),
    bounded('prepaid'),
    bounded('cod_sum'),
    bounded('cod_fee'),
    bounded('cod_received'),
    bounded('cod_received_fee'),
    check(
      'order_cod',
      sql`(cod_received is null) = (cod_received_fee is null)
        and (coalesce(cod_state = 'received', false) = (cod_received is not null) or parcels > 0)
        and (cod_state is null or cod_state in ('planned', 'direct') or (cod_sum is not null and cod_fee is not null)
          or (parcels > 0 and shipped_at is null))`,
    ),
    check('order_returned_not_negative', sql`returned >= 0`),
    check('order_parcels', sql`parcels >= 0 and sent_pieces >= 0 and sent_sum >= 0`),
  ],
);

/** What is left of drafts that nobody touched for the days of the general settings: that they were, and why they are not. */
export const deletedDrafts = pgTable(
  'deleted_drafts',
  {
    project_id: projectId(),
    /** The order's. */
    id: id(),
    number: integer().notNull(),
    counterparty_id: uuid().notNull(),
    customer_name: words(),
    touched_at: instant().notNull(),
    /** As the settings said then. */
    draft_days: integer().notNull(),
    deleted_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({
      columns: [t.project_id, t.counterparty_id],
      foreignColumns: [counterparties.project_id, counterparties.id],
    }),
    index().on(t.project_id, t.deleted_at, t.id),
    index().on(t.project_id, t.counterparty_id, t.deleted_at, t.id),
  ],
);

export const orderItems = pgTable(
  'order_items',
  {
    project_id: projectId(),
    order_id: uuid().notNull(),
    id: id(),
    position: integer().notNull(),
    product_variant_id: uuid().notNull(),
    product_title: text().notNull(),
    modification_title: words(),
    sku: words(),
    fields: fieldValues(),
    count: count().notNull(),
    /** What it was counted in when the line was priced. */
    unit: text().notNull().default(DEFAULT_UNIT),
    /** Whether its stock was counted when the line was priced: then it is booked or waits, to the piece. */
    tracked: boolean().notNull().default(true),
    /** The variant's prices when the line was priced; frozen when the order goes to Pending. */
    base_price: kopecks().notNull(),
    recommended_price: kopecks().notNull(),
    /** Of which price level the base price is, by its name then, and from how many pieces on; null: the price itself. */
    price_level: text(),
    price_from: count().notNull().default(1),
    /** The discount that won, in hundredths of a percent, and where it came from. */
    discount: percent().notNull().default(0),
    discount_source: text().$type<'none' | 'counterparty' | 'promotion'>().notNull().default('none'),
    /** The promotion that won, when one did. */
    promotion_id: uuid(),
    customer_discount: percent().notNull().default(0),
    /** The line after discount. */
    amount: kopecks().notNull(),
    recommended_amount: kopecks().notNull(),
    /** For one piece, as the seller has set it; null: the recommended price less the customer's discount. */
    customer_price: kopecks(),
    customer_amount: kopecks().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.order_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.order_id], foreignColumns: [orders.project_id, orders.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      columns: [t.project_id, t.product_variant_id],
      foreignColumns: [productVariants.project_id, productVariants.id],
    }),
    // what a promotion brought
    index('order_items_by_promotion').on(t.project_id, t.promotion_id, t.order_id).where(sql`promotion_id is not null`),
    uniqueIndex('order_items_variant').on(t.project_id, t.order_id, t.product_variant_id),
    check('order_item_count_positive', sql`count > 0`),
    bounded('amount'),
    bounded('recommended_amount'),
    bounded('customer_price'),
    bounded('customer_amount'),
  ],
);

export const orderHistory = pgTable(
  'order_history',
  {
    project_id: projectId(),
    order_id: uuid().notNull(),
    id: id(),
    kind: text().$type<HistoryEntry['kind']>().notNull(),
    from: text().$type<OrderStatus>(),
    to: text().$type<OrderStatus>(),
    reason: words(),
    effects: jsonb().$type<HistoryEffect[]>().notNull().default([]),
    changes: jsonb().$type<OrderChange[]>().notNull().default([]),
    actor_kind: text().$type<'user' | 'api_key' | 'system'>().notNull(),
    actor_id: uuid(),
    /** The automation rule that did it, as it was called then. */
    rule: text(),
    by_key: byKey(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.order_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.order_id], foreignColumns: [orders.project_id, orders.id] }).onDelete(
      'cascade',
    ),
    // who came to a status, and who left it, the newest first
    index('order_history_entered').on(t.project_id, t.to, t.created_at, t.id).where(sql`"from" <> "to"`),
    index('order_history_left').on(t.project_id, t.from, t.created_at, t.id).where(sql`"from" <> "to"`),
  ],
);

export const orderComments = pgTable(
  'order_comments',
  {
    project_id: projectId(),
    order_id: uuid().notNull(),
    id: id(),
    user_id: uuid().notNull(),
    visibility: text().$type<CommentVisibility>().notNull(),
    text: text().notNull(),
    by_key: byKey(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.order_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.order_id], foreignColumns: [orders.project_id, orders.id] }).onDelete(
      'cascade',
    ),
  ],
);

/** An order that goes out instead of what comes back of another; who makes it writes all three. */
export const orderExchanges = pgTable(
  'order_exchanges',
  {
    project_id: projectId(),
    order_id: uuid().notNull(),
    first_order_id: uuid().notNull(),
    return_id: uuid().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.order_id] }),
    foreignKey({ columns: [t.project_id, t.order_id], foreignColumns: [orders.project_id, orders.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [t.project_id, t.first_order_id], foreignColumns: [orders.project_id, orders.id] }),
    index('order_exchanges_of').on(t.project_id, t.first_order_id),
  ],
);

/** Who is mentioned in a comment. */
export const orderMentions = pgTable(
  'order_mentions',
  {
    project_id: projectId(),
    order_id: uuid().notNull(),
    comment_id: uuid().notNull(),
    user_id: uuid().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.order_id, t.comment_id, t.user_id] }),
    foreignKey({
      columns: [t.project_id, t.order_id, t.comment_id],
      foreignColumns: [orderComments.project_id, orderComments.order_id, orderComments.id],
    }).onDelete('cascade'),
    index('order_mentions_of_user').on(t.project_id, t.user_id, t.order_id),
  ],
);

export const orderFiles = pgTable(
  'order_files',
  {
    project_id: projectId(),
    order_id: uuid().notNull(),
    ...attachedFile(),
    name: text('original_name').notNull(),
    purpose: text().$type<OrderFile['purpose']>().notNull().default('file'),
    /** Added by the Client whose order it is. */
    by_client: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.order_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.order_id], foreignColumns: [orders.project_id, orders.id] }).onDelete(
      'cascade',
    ),
  ],
);
