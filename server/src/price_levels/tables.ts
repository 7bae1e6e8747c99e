import { integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { createdAt, id, projectId, sortName, version } from '../kit/db/columns';

/** Further columns of prices, at most eight of a project. Whoever adds, names or places one holds their lock. */
export const priceLevels = pgTable(
  'price_levels',
  {
    project_id: projectId(),
    id: id(),
    name: text().notNull(),
    name_key: sortName('lower(name)'),
    position: integer().notNull(),
    version: version(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.id] }), unique('price_levels_name').on(t.project_id, t.name_key)],
);
