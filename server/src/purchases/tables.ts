import type { BasketDetails, Payment } from '@lanka/domain/purchases/contract';
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { count, createdAt, id, kopecks, projectId, version, words } from '../kit/db/columns';

/**
 * A dropshipper's baskets and purchases. The tenant in `project_id` is he himself: his workspace is a tenant whose id is his
 * (docs/decisions/0063), so no supplier's transaction sees a row of these tables, whatever it asks.
 */
export const baskets = pgTable(
  'baskets',
  {
    project_id: projectId(),
    /** Of the basket with its lines: each change is a new one. */
    version: version(),
    /** Purchases so far: the number of the last. */
    purchases: integer().notNull().default(0),
    details: jsonb().$type<BasketDetails>().notNull(),
    updated_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.project_id] })],
);

export const basketLines = pgTable(
  'basket_lines',
  {
    project_id: projectId(),
    /** The project of the supplier. No foreign key: it is another tenant, and what is gone says so. */
    supplier_id: uuid().notNull(),
    product_variant_id: uuid().notNull(),
    count: count().notNull(),
    customer_price: kopecks(),
    /** As they were when he added it, for when he can see the goods no longer. */
    product_title: text().notNull(),
    modification_title: words(),
    sku: words(),
    unit: words(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.supplier_id, t.product_variant_id] }),
    foreignKey({ columns: [t.project_id], foreignColumns: [baskets.project_id] }).onDelete('cascade'),
  ],
);

export const purchases = pgTable(
  'purchases',
  {
    project_id: projectId(),
    id: id(),
    number: integer().notNull(),
    /** Of the basket that it was made of: by it the same basket is sent once. */
    basket_version: integer().notNull(),
    payment: text().$type<Payment>().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex('purchases_of_basket').on(t.project_id, t.basket_version),
    index('purchases_by_age').on(t.project_id, t.created_at, t.id),
  ],
);

export const purchaseOrders = pgTable(
  'purchase_orders',
  {
    project_id: projectId(),
    purchase_id: uuid().notNull(),
    supplier_id: uuid().notNull(),
    order_id: uuid().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.purchase_id, t.supplier_id] }),
    foreignKey({
      columns: [t.project_id, t.purchase_id],
      foreignColumns: [purchases.project_id, purchases.id],
    }).onDelete('cascade'),
    uniqueIndex('purchase_orders_of_order').on(t.project_id, t.order_id),
  ],
);
