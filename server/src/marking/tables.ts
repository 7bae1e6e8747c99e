import type { CodeType } from '@lanka/domain/marking/contract';
import type { LabelFormat, LabelPart } from '@lanka/domain/marking/labels';
import { boolean, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, projectId, version, words } from '../kit/db/columns';

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

export const labelTemplates = pgTable(
  'label_templates',
  {
    project_id: projectId(),
    id: id(),
    name: text().notNull(),
    format: text().$type<LabelFormat>().notNull(),
    parts: text().array().$type<LabelPart[]>().notNull(),
    own_text: words(),
    /** `product.fabric`, in the order in which they stand on the label. */
    fields: text().array().notNull().default([]),
    version: version(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.id] }), uniqueIndex('label_templates_name').on(t.project_id, t.name)],
);
