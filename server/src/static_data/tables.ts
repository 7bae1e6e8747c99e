import type { Content } from '@lanka/domain/static_data/contract';
import { integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, projectId, version } from '../kit/db/columns';

export const staticData = pgTable(
  'static_data',
  {
    project_id: projectId(),
    id: id(),
    key: text().notNull(),
    name: text().notNull(),
    content: jsonb().$type<Content>().notNull(),
    position: integer().notNull(),
    version: version(),
    updated_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.id] }), uniqueIndex('static_data_key').on(t.project_id, t.key)],
);
