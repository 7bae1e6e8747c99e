import { foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, projectId, sortName, version } from '../kit/db/columns';

/** A tree of each project. Whoever changes it holds its lock: the checks of a place are of the whole tree. */
export const productCategories = pgTable(
  'product_categories',
  {
    project_id: projectId(),
    id: id(),
    parent_id: uuid(),
    name: text().notNull(),
    name_key: sortName('lower(name)'),
    /** The names from the root down, kept by whoever changes the tree; goods carry it too. */
    path: text().notNull(),
    version: version(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.parent_id], foreignColumns: [t.project_id, t.id] }),
    index().on(t.project_id, t.parent_id),
    unique('product_categories_name').on(t.project_id, t.parent_id, t.name_key).nullsNotDistinct(),
  ],
);
