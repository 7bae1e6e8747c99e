import type { CodeType } from '@lanka/domain/marking/contract';
import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, projectId, version } from '../kit/db/columns';

/** A project without a row has the settings that are given to all. */
export const markingSettings = pgTable(
  'marking_settings',
  {
    project_id: projectId(),
    code_type: text().$type<CodeType>().notNull(),
    redirect_url: text(),
    show_price: boolean().notNull(),
    version: version(),
    updated_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.project_id] })],
);
