import { boolean, foreignKey, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { attachedFile } from '../attachments/tables';
import { products } from '../catalog/tables';
import { projectId } from '../kit/db/columns';

export const productFiles = pgTable(
  'product_files',
  {
    project_id: projectId(),
    product_id: uuid().notNull(),
    ...attachedFile(),
    shared: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.product_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.product_id], foreignColumns: [products.project_id, products.id] }).onDelete(
      'cascade',
    ),
  ],
);
