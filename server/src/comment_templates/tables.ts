import { boolean, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { createdAt, id, projectId, sortName, version } from '../kit/db/columns';

export const commentTemplates = pgTable(
  'comment_templates',
  {
    project_id: projectId(),
    id: id(),
    name: text().notNull(),
    name_key: sortName('lower(name)'),
    text: text().notNull(),
    archived: boolean().notNull().default(false),
    version: version(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.id] }), unique('comment_templates_name').on(t.project_id, t.name_key)],
);
