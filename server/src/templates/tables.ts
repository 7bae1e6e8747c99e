import type { PriceStep } from '@lanka/domain/kit/money';
import { NO_SIZE, type Size } from '@lanka/domain/kit/size';
import { DEFAULT_UNIT } from '@lanka/domain/kit/units';
import type { FieldType, StoredValue, StoredValues, TemplateSet } from '@lanka/domain/templates/fields';
import { COD_FEE, type CodPayer, LOW_STOCK, NO_PREFIXES, type Prefixed } from '@lanka/domain/templates/main_info';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, kopecks, percent, projectId, version, words } from '../kit/db/columns';

/** The values of an entity's additional fields, by key; fields without a value are not in it. A column of its owner's table. */
export const fieldValues = () => jsonb().$type<StoredValues>().notNull().default({});

/** General settings of a project; none until somebody gives some. */
export const mainInfo = pgTable(
  'main_info',
  {
    project_id: projectId(),
    units: text().array().notNull().default([DEFAULT_UNIT]),
    prefixes: jsonb().$type<Record<Prefixed, string>>().notNull().default(NO_PREFIXES),
    default_weight: integer(),
    default_size: jsonb().$type<Size>().notNull().default(NO_SIZE),
    price_step: integer().$type<PriceStep>().notNull().default(1),
    /** From this available count down modifications without a minimum of their own run low. */
    low_stock: integer().notNull().default(LOW_STOCK),
    /** Drafts of orders that nobody has touched for so many days are deleted; null for never. */
    draft_days: integer(),
    cod_payer: text().$type<CodPayer>().notNull().default(COD_FEE.cod_payer),
    cod_percent: percent().notNull().default(COD_FEE.cod_percent),
    cod_fixed: kopecks().notNull().default(COD_FEE.cod_fixed),
    own_waybills: boolean().notNull().default(false),
    paper_terms: words(),
    paper_footer: words(),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.project_id] })],
);

/** Additional fields of products, modifications, orders and order items. Their values stand with those, by key. */
export const templateFields = pgTable(
  'template_fields',
  {
    project_id: projectId(),
    id: id(),
    set: text().$type<TemplateSet>().notNull(),
    key: text().notNull(),
    name: text().notNull(),
    type: text().$type<FieldType>().notNull(),
    required: boolean().notNull().default(false),
    options: text().array().notNull().default([]),
    default_value: jsonb().$type<StoredValue>(),
    show_in_list: boolean().notNull().default(false),
    on_papers: boolean().notNull().default(false),
    in_feeds: boolean().notNull().default(false),
    /** Among the active fields of its set; archived ones keep theirs. */
    position: integer().notNull(),
    archived_at: instant(),
    version: version(),
    updated_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    // an archived field keeps its key: values stand under it
    uniqueIndex('template_fields_key').on(t.project_id, t.set, t.key),
    index('template_fields_order').on(t.project_id, t.set, t.position),
  ],
);
