import type { OrderStatus } from '@lanka/domain/orders/contract';
import { foreignKey, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, projectId } from '../kit/db/columns';
import { orders } from '../orders/tables';

/** Append-only: pieces that somebody took off a shelf for an order, or put back. */
export const orderPicks = pgTable(
  'order_picks',
  {
    project_id: projectId(),
    order_id: uuid().notNull(),
    /** Drawn by who picks, so that what is sent twice is there once. */
    id: id(),
    /** Of the order when it was picked: each status begins with nothing picked. */
    status: text().$type<OrderStatus>().notNull(),
    product_variant_id: uuid().notNull(),
    /** Less than nothing: so many put back. */
    count: integer().notNull(),
    user_id: uuid().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.order_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.order_id], foreignColumns: [orders.project_id, orders.id] }).onDelete(
      'cascade',
    ),
  ],
);
