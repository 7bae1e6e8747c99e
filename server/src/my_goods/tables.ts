import type { Source } from '@lanka/domain/my_goods/rules';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../identity/tables';
import { createdAt, id, instant, kopecks, projectId, sortName, version, words } from '../kit/db/columns';
import { projects } from '../projects/tables';

/** Goods of a supplier that a dropshipper sells as his own. They stand with the supplier's goods, as feeds do. */
export const myGoods = pgTable(
  'my_goods',
  {
    project_id: projectId().references(() => projects.id),
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    product_id: uuid().notNull(),
    /** By what lists name it: his own name, else that which he has taken. */
    name: text().notNull(),
    sort_name: sortName('lower(name)'),
    own_name: text(),
    own_description: text(),
    tags: text().array().notNull().default([]),
    sync: boolean().notNull(),
    /** The supplier’s photos are shown behind his own. */
    source_photos: boolean().notNull().default(true),
    /** The goods as they were at the source when he took them last. */
    taken: jsonb().$type<Source>().notNull(),
    taken_at: instant().notNull(),
    /** What search looks in. */
    search_text: words(),
    version: version(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex('my_goods_once').on(t.project_id, t.user_id, t.product_id),
    index('my_goods_by_age').on(t.project_id, t.user_id, t.created_at, t.id),
    index('my_goods_by_name').on(t.project_id, t.user_id, t.sort_name, t.id),
  ],
);

/** What is his own of a modification; without a row nothing is. */
export const myGoodsVariants = pgTable(
  'my_goods_variants',
  {
    project_id: projectId(),
    goods_id: uuid().notNull(),
    product_variant_id: uuid().notNull(),
    sku: text(),
    price: kopecks(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.goods_id, t.product_variant_id] }),
    foreignKey({ columns: [t.project_id, t.goods_id], foreignColumns: [myGoods.project_id, myGoods.id] }).onDelete(
      'cascade',
    ),
  ],
);

/** Photos of his own, in the order of their places. They stand in the project of the supplier and count against his plan. */
export const myGoodsPhotos = pgTable(
  'my_goods_photos',
  {
    project_id: projectId(),
    id: id(),
    goods_id: uuid().notNull(),
    /** Keys in the storage. */
    file_name: text().notNull(),
    thumbnail: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    position: integer().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    foreignKey({ columns: [t.project_id, t.goods_id], foreignColumns: [myGoods.project_id, myGoods.id] }),
    index('my_goods_photos_of').on(t.project_id, t.goods_id, t.position),
  ],
);
