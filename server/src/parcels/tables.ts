import { sql } from 'drizzle-orm';
import { check, foreignKey, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bounded } from '../kit/db/bounds';
import { count, createdAt, id, instant, kopecks, projectId } from '../kit/db/columns';
import { orders } from '../orders/tables';

/** In how many parcels an order goes that is split; one that is not has none. Written behind the lock of the order. */
export const parcels = pgTable(
  'parcels',
  {
    project_id: projectId(),
    order_id: uuid().notNull(),
    id: id(),
    number: count().notNull(),
    /** Of the first it is that of the order, and stands there. */
    ttn: text(),
    sent_at: instant(),
    sent_by: uuid(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.order_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.order_id], foreignColumns: [orders.project_id, orders.id] }).onDelete(
      'cascade',
    ),
    uniqueIndex('parcels_number').on(t.project_id, t.order_id, t.number),
    check('parcel_number_positive', sql`number > 0`),
  ],
);

/** What is in each parcel: over all of them exactly the lines of the order. */
export const parcelItems = pgTable(
  'parcel_items',
  {
    project_id: projectId(),
    order_id: uuid().notNull(),
    parcel_id: uuid().notNull(),
    order_item_id: uuid().notNull(),
    count: count().notNull(),
    /** What these pieces were charged; 0 until the parcel is sent. */
    amount: kopecks().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.order_id, t.parcel_id, t.order_item_id] }),
    foreignKey({
      columns: [t.project_id, t.order_id, t.parcel_id],
      foreignColumns: [parcels.project_id, parcels.order_id, parcels.id],
    }).onDelete('cascade'),
    check('parcel_item_count_positive', sql`count > 0`),
    bounded('amount'),
  ],
);
