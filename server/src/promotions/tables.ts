import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, kopecks, projectId, version } from '../kit/columns';

export const promotions = pgTable(
  'promotions',
  {
    project_id: projectId(),
    id: id(),
    title: text().notNull(),
    promo_code: text(),
    is_one_time_use_only: boolean().notNull().default(false),
    /** Hundredths of a percent, or kopecks off each piece, by `discount_type`. */
    discount: kopecks().notNull(),
    discount_type: text().$type<'percent' | 'amount'>().notNull(),
    affects_all: boolean().notNull().default(false),
    starts_at: instant(),
    expires_at: instant(),
    version: version(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index().on(t.project_id, t.created_at, t.id),
    uniqueIndex('promotions_code').on(t.project_id, sql`upper(promo_code)`),
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
    foreignKey({ columns: [t.project_id, t.promotion_id], foreignColumns: [promotions.project_id, promotions.id] }),
  ],
);
