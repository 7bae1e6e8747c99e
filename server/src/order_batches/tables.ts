import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, projectId } from '../kit/db/columns';
import { orders } from '../orders/tables';

/** Which order was made of which rows, so that the same rows make nothing twice. */
export const orderBatchKeys = pgTable(
  'order_batch_keys',
  {
    project_id: projectId(),
    counterparty_id: uuid().notNull(),
    /** SHA-256 of `keysOf` (domain/src/order_batches/rules.ts). */
    key: text().notNull(),
    order_id: uuid().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.counterparty_id, t.key] }),
    // a deleted draft takes its key along
    index().on(t.project_id, t.order_id),
    foreignKey({ columns: [t.project_id, t.order_id], foreignColumns: [orders.project_id, orders.id] }).onDelete(
      'cascade',
    ),
  ],
);
