import type { CodState } from '@lanka/domain/orders/cod';
import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
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
    /** What the carrier collects with it, from its sending on; null: nothing. Kept by refusals and by registers of carriers. */
    cod_state: text().$type<CodState>(),
    cod_sum: kopecks(),
    cod_fee: kopecks(),
    /** What its pieces were charged, and to whom: for the list of what is awaited. */
    cod_cost: kopecks(),
    counterparty_id: uuid(),
    /** What a register of the carrier says: collected, and kept of it. */
    cod_received: kopecks(),
    cod_received_fee: kopecks(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.order_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.order_id], foreignColumns: [orders.project_id, orders.id] }).onDelete(
      'cascade',
    ),
    uniqueIndex('parcels_number').on(t.project_id, t.order_id, t.number),
    // what is awaited the longest, and a carrier's own name of a parcel
    index('parcels_cod_awaited').on(t.project_id, t.sent_at, t.id).where(sql`cod_state = 'awaited'`),
    index('parcels_cod_awaited_of')
      .on(t.project_id, t.counterparty_id, t.sent_at, t.id)
      .where(sql`cod_state = 'awaited'`),
    index('parcels_ttn').on(t.project_id, t.ttn).where(sql`ttn is not null`),
    bounded('cod_sum'),
    bounded('cod_fee'),
    bounded('cod_cost'),
    bounded('cod_received'),
    bounded('cod_received_fee'),
    check('parcel_number_positive', sql`number > 0`),
    check(
      'parcel_cod',
      sql`(cod_state is null or (sent_at is not null and cod_sum > 0 and cod_fee is not null and cod_cost is not null and counterparty_id is not null))
        and coalesce(cod_state = 'received', false) = (cod_received is not null and cod_received_fee is not null)`,
    ),
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
