import type { StoredValues } from '@lanka/domain/templates/fields';
import { sql } from 'drizzle-orm';
import { beginOfDay, endOfDay } from '../../kit/db/days';
import { kind } from './kind';
import { MODIFICATION, type Modification, nextModifications } from './modification.store';

interface Row extends Modification {
  readonly category: string;
  readonly vendor: string;
  readonly published: boolean;
  readonly price: number | null;
  readonly recommended_price: number | null;
  readonly tracked: boolean;
  readonly actual: number;
  readonly booked: number;
  readonly available: number;
  readonly cost: number | null;
  readonly sold: number | null;
  readonly back: number | null;
  readonly fields: StoredValues;
  readonly product_fields: StoredValues;
}

const counted = (pieces: keyof Pick<Row, 'actual' | 'booked' | 'available' | 'sold' | 'back'>) => (row: Row) =>
  row.tracked ? row[pieces] : null;

/**
 * The goods as they are now, with what of each was sold in the period: handed over by orders and documents, as the page
 * «What to order» counts it. Goods without stock control have no movements to count.
 */
export const goods = kind<Row>({
  columns: [
    { as: 'text', ua: 'Товар', en: 'Product', of: (row) => row.product },
    { as: 'text', ua: 'Модифікація', en: 'Modification', of: (row) => row.modification },
    { as: 'text', ua: 'Артикул', en: 'SKU', of: (row) => row.sku },
    { as: 'text', ua: 'Штрихкод', en: 'Barcode', of: (row) => row.barcode },
    { as: 'text', ua: 'Категорія', en: 'Category', of: (row) => row.category },
    { as: 'text', ua: 'Виробник', en: 'Vendor', of: (row) => row.vendor },
    { as: 'text', ua: 'Одиниця', en: 'Unit', of: (row) => row.unit },
    {
      ...{ as: 'text', ua: 'Опубліковано', en: 'Published' },
      of: ({ published }, locale) => (locale === 'ua' ? (published ? 'так' : 'ні') : published ? 'yes' : 'no'),
    },
    { as: 'money', ua: 'Ціна, грн', en: 'Price, UAH', of: (row) => row.price },
    { as: 'money', ua: 'Рекомендована ціна, грн', en: 'Recommended price, UAH', of: (row) => row.recommended_price },
    { as: 'count', ua: 'На складі', en: 'On the shelf', of: counted('actual'), foot: true },
    { as: 'count', ua: 'Заброньовано', en: 'Booked', of: counted('booked'), foot: true },
    { as: 'count', ua: 'Доступно', en: 'Available', of: counted('available'), foot: true },
    {
      ...{ as: 'money', ua: 'Вартість за ціною, грн', en: 'Value by price, UAH', foot: true },
      of: ({ tracked, price, actual }) => (tracked ? (price ?? 0) * actual : null),
    },
    { as: 'money', ua: 'Собівартість, грн', en: 'Cost, UAH', costs: true, of: (row) => row.cost },
    {
      ...{ as: 'money', ua: 'Вартість за собівартістю, грн', en: 'Value by cost, UAH', costs: true },
      ...{ foot: true, of: ({ tracked, cost, actual }) => (tracked && cost !== null ? cost * actual : null) },
    },
    { as: 'count', ua: 'Продано за період', en: 'Sold in the period', of: counted('sold'), foot: true },
    { as: 'count', ua: 'Повернено за період', en: 'Returned in the period', of: counted('back'), foot: true },
  ],
  fields: [
    { set: 'product', of: (row) => row.product_fields },
    { set: 'product_modification', of: (row) => row.fields },
  ],
  read: (tx, { project_id, from, to }, after) =>
    tx.rows<{ [K in keyof Row]: Row[K] }>(sql`
      with taken as materialized (
        select ${MODIFICATION}, p.category_path as category, p.vendor, p.published,
          v.price::float8 as price, v.recommended_price::float8 as recommended_price, p.tracked, v.fields,
          p.fields as product_fields
        from product_variants v join products p on p.project_id = v.project_id and p.id = v.product_id
        where v.project_id = ${project_id} and v.deleted_at is null and p.deleted_at is null
        ${nextModifications(after)}
      )
      select v.*, l.actual, l.booked, l.available, k.cost::float8 as cost, s.sold, s.back
      from taken v
      join stock_levels l on l.project_id = v.project_id and l.product_variant_id = v.id
      left join variant_costs k on k.project_id = v.project_id and k.product_variant_id = v.id
      cross join lateral (
        select coalesce(-sum(m.delta) filter (where m.delta < 0), 0)::int as sold,
          coalesce(sum(m.delta) filter (where m.delta > 0), 0)::int as back
        from stock_movements m
        left join turnover_documents d on m.ref_kind = 'turnover' and d.project_id = m.project_id and d.id = m.ref_id
        where m.project_id = v.project_id and m.product_variant_id = v.id and m.kind in ('shipment', 'return')
          and m.created_at >= ${beginOfDay(from)} and m.created_at < ${endOfDay(to)}
          and (d.id is null or (d.status = 'posted' and (d.type = 'sale' or d.flow = 'income')))
      ) s
      order by v.created_at, v.product_id, v.position, v.id`),
});
