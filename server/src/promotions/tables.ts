import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, kopecks, projectId, sortName, version } from '../kit/db/columns';

export const promotions = pgTable(
  'promotions',
  {
    project_id: projectId(),
    id: id(),
    title: text().notNull(),
    sort_title: sortName('lower(title)'),
    promo_code: text(),
    /** The code as it is looked for, in any letter case: beside it for the reason that `sortName` gives. */
    code_key: text().generatedAlwaysAs(sql`upper(promo_code)`),
    is_one_time_use_only: boolean().notNull().default(false),
    /** Hundredths of a percent, or kopecks off each piece, by `discount_type`. */
    discount: kopecks().notNull(),
    discount_type: text().$type<'percent' | 'amount'>().notNull(),
    affects_all: boolean().notNull().default(false),
    starts_at: instant(),
    expires_at: instant(),
    product_ids: uuid().array().notNull().default([]),
    tags: text().array().notNull().default([]),
    counterparty_ids: uuid().array().notNull().default([]),
    version: version(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index().on(t.project_id, t.created_at, t.id),
    index('promotions_by_title').on(t.project_id, t.sort_title, t.id),
    index('promotions_for_all').on(t.project_id, t.id).where(sql`affects_all`),
    uniqueIndex('promotions_code').on(t.project_id, t.code_key),
  ],
);

/** Who has used a one-time promotion, and where. */
export const promotionUses = pgTable(
  'promotion_uses',
  {
    project_id: projectId(),
    promotion_id: uuid().notNull(),
    counterparty_id: uuid().notNull(),
    ref_id: uuid().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.promotion_id, t.counterparty_id] }),
    index('promotion_uses_ref').on(t.project_id, t.ref_id),
    foreignKey({ columns: [t.project_id, t.promotion_id], foreignColumns: [promotions.project_id, promotions.id] }),
  ],
);
