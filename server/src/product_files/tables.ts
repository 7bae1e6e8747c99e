import { boolean, foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { products } from '../catalog/tables';
import { createdAt, id, projectId } from '../kit/db/columns';

export const productFiles = pgTable(
  'product_files',
  {
    project_id: projectId(),
    product_id: uuid().notNull(),
    id: id(),
    user_id: uuid().notNull(),
    /** The key in the storage. */
    file_name: text().notNull(),
    name: text().notNull(),
    shared: boolean().notNull().default(false),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.product_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.product_id], foreignColumns: [products.project_id, products.id] }).onDelete(
      'cascade',
    ),
  ],
);
