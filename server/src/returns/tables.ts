import type { ReturnItemStatus, ReturnOrigin, ReturnReason, ReturnStatus } from '@lanka/domain/returns/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
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
import { bounded } from '../kit/db/bounds';
import { byKey, count, createdAt, id, instant, kopecks, projectId, version, words } from '../kit/db/columns';
import { orderItems, orders } from '../orders/tables';
import { parcels } from '../parcels/tables';
import { counterparties } from '../partners/tables';

/** What comes back of an order. Its status, counts and credit are those of its lines, written with them. */
export const returns = pgTable(
  'returns',
  {
    project_id: projectId(),
    id: id(),
    number: integer().notNull(),
    order_id: uuid().notNull(),
    /** The order's, which no longer changes once it was sent. */
    counterparty_id: uuid().notNull(),
    status: text().$type<ReturnStatus>().notNull().default('pending'),
    origin: text().$type<ReturnOrigin>().notNull(),
    /** Which of the parcels of an order that is split was not taken. */
    parcel_id: uuid(),
    reason: text().$type<ReturnReason>().notNull(),
    comment: words(),
    /** Pieces over all lines, and those of them that nobody has decided. */
    count: count().notNull(),
    undecided: count().notNull(),
    credit: kopecks().notNull().default(0),
    /** What a refused parcel cost; its posting, and when that was taken back. */
    logistics_charge: kopecks().notNull().default(0),
    logistics_posting_id: uuid(),
    waived_at: instant(),
    withdrawn_at: instant(),
    /** Lower case: comment, customer, recipient, phones, ТТН, SKUs and titles; what search looks in. */
    search_text: words(),
    created_by: uuid().notNull(),
    version: version(),
    by_key: byKey(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.order_id], foreignColumns: [orders.project_id, orders.id] }),
    foreignKey({
      columns: [t.project_id, t.counterparty_id],
      foreignColumns: [counterparties.project_id, counterparties.id],
    }),
    foreignKey({
      columns: [t.project_id, t.order_id, t.parcel_id],
      foreignColumns: [parcels.project_id, parcels.order_id, parcels.id],
    }),
    uniqueIndex().on(t.project_id, t.number),
    // a parcel is refused once, and again when that was a mistake
    uniqueIndex('returns_refused_once')
      .on(t.project_id, t.order_id, sql`coalesce(parcel_id, order_id)`)
      .where(sql`origin = 'refusal' and withdrawn_at is null`),
    index().on(t.project_id, t.order_id, t.id),
    index().on(t.project_id, t.created_at, t.id),
    index().on(t.project_id, t.credit, t.id),
    index().on(t.project_id, t.status, t.created_at, t.id),
    index().on(t.project_id, t.counterparty_id, t.created_at, t.id),
    index('returns_undecided').on(t.project_id, t.created_at, t.id).where(sql`undecided > 0`),
    index('returns_decided').on(t.project_id, t.created_at, t.id).where(sql`undecided = 0`),
    index().on(t.project_id, t.origin, t.created_at, t.id),
    index().on(t.project_id, t.reason, t.created_at, t.id),
    bounded('amount', 'credit'),
    check('return_counts', sql`count > 0 and undecided >= 0 and undecided <= count`),
    check('return_charge', sql`logistics_charge >= 0 and (logistics_charge > 0) = (logistics_posting_id is not null)`),
  ],
);

export const returnItems = pgTable(
  'return_items',
  {
    project_id: projectId(),
    return_id: uuid().notNull(),
    id: id(),
    order_id: uuid().notNull(),
    order_item_id: uuid().notNull(),
    product_variant_id: uuid().notNull(),
    position: integer().notNull(),
    count: count().notNull(),
    to_warehouse: boolean().notNull(),
    status: text().$type<ReturnItemStatus>().notNull().default('pending'),
    /** Of an approved one: its share of what the order's line was charged. */
    credit: kopecks().notNull().default(0),
    /** Its pieces were put on the shelf: marked so, of goods whose stock is counted. */
    restocked: boolean().notNull().default(false),
    decided_by: uuid(),
    decided_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.return_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.return_id], foreignColumns: [returns.project_id, returns.id] }),
    foreignKey({
      columns: [t.project_id, t.order_id, t.order_item_id],
      foreignColumns: [orderItems.project_id, orderItems.order_id, orderItems.id],
    }),
    // postings and movements name the line
    uniqueIndex('return_items_id').on(t.project_id, t.id),
    uniqueIndex('return_items_once').on(t.project_id, t.return_id, t.order_item_id),
    index().on(t.project_id, t.order_id, t.order_item_id),
    index().on(t.project_id, t.product_variant_id, t.return_id),
    check('return_item_count_positive', sql`count > 0`),
    check('return_item_credit', sql`credit >= 0 and (status = 'approved' or (credit = 0 and not restocked))`),
    check('return_item_decided', sql`(status = 'pending') = (decided_at is null)`),
  ],
);

export const returnHistory = pgTable(
  'return_history',
  {
    project_id: projectId(),
    return_id: uuid().notNull(),
    id: id(),
    kind: text().$type<'created' | 'refused' | 'decided' | 'withdrawn' | 'charged' | 'waived'>().notNull(),
    approved: count().notNull().default(0),
    rejected: count().notNull().default(0),
    count: count().notNull().default(0),
    amount: kopecks().notNull().default(0),
    comment: words(),
    actor_kind: text().$type<'user' | 'api_key' | 'system'>().notNull(),
    actor_id: uuid(),
    by_key: byKey(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.return_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.return_id], foreignColumns: [returns.project_id, returns.id] }),
  ],
);

export const returnPhotos = pgTable(
  'return_photos',
  {
    project_id: projectId(),
    return_id: uuid().notNull(),
    ...attachedFile(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.return_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.return_id], foreignColumns: [returns.project_id, returns.id] }),
  ],
);
