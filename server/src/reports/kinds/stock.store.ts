import { sql } from 'drizzle-orm';
import { endOfDay } from '../../kit/db/days';
import { kind } from './kind';
import { MODIFICATION, type Modification, nextModifications } from './modification.store';

interface Row extends Modification {
  readonly place: string;
  readonly pieces: number;
  readonly cost: number | null;
  readonly price: number | null;
  readonly there: boolean;
}

/**
 * What stood on the shelf at the end of a day: the sum of the movements until then. Prices are those of today, costs
 * those of that day. What came later, or was gone by then and left nothing, is not in it.
 */
export const stock = kind<Row>({
  columns: [
    { as: 'text', ua: 'Товар', en: 'Product', of: (row) => row.product },
    { as: 'text', ua: 'Модифікація', en: 'Modification', of: (row) => row.modification },
    { as: 'text', ua: 'Артикул', en: 'SKU', of: (row) => row.sku },
    { as: 'text', ua: 'Штрихкод', en: 'Barcode', of: (row) => row.barcode },
    { as: 'text', ua: 'Місце', en: 'Place', of: (row) => row.place },
    { as: 'text', ua: 'Одиниця', en: 'Unit', of: (row) => row.unit },
    { as: 'count', ua: 'Залишок', en: 'Stock', of: (row) => row.pieces, foot: true },
    { as: 'money', ua: 'Ціна тепер, грн', en: 'Price now, UAH', of: (row) => row.price },
    {
      ...{ as: 'money', ua: 'Вартість за ціною тепер, грн', en: 'Value by the price now, UAH', foot: true },
      of: ({ price, pieces }) => (price ?? 0) * pieces,
    },
    { as: 'money', ua: 'Собівартість, грн', en: 'Cost, UAH', costs: true, of: (row) => row.cost },
    {
      ...{ as: 'money', ua: 'Вартість за собівартістю, грн', en: 'Value by cost, UAH', costs: true },
      ...{ foot: true, of: ({ cost, pieces }) => (cost === null ? null : cost * pieces) },
    },
  ],
  leavesOut: ({ there, pieces }) => !there && pieces === 0,
  read: (tx, { project_id, on }, after) =>
    tx.rows<{ [K in keyof Row]: Row[K] }>(sql`
      with taken as materialized (
        select ${MODIFICATION}, v.place, v.price::float8 as price,
          p.tracked and v.created_at < ${endOfDay(on)} and (v.deleted_at is null or v.deleted_at >= ${endOfDay(on)})
            and (p.deleted_at is null or p.deleted_at >= ${endOfDay(on)}) as there
        from product_variants v join products p on p.project_id = v.project_id and p.id = v.product_id
        where v.project_id = ${project_id}
        ${nextModifications(after)}
      )
      select v.*, m.pieces, c.cost
      from taken v
      cross join lateral (
        select coalesce(sum(m.delta), 0)::int as pieces from stock_movements m
        where m.project_id = v.project_id and m.product_variant_id = v.id and m.created_at < ${endOfDay(on)}
      ) m
      left join lateral (
        select s.cost_after::float8 as cost from cost_steps s
        where s.project_id = v.project_id and s.product_variant_id = v.id and s.created_at < ${endOfDay(on)}
        order by s.sequence desc limit 1
      ) c on true
      order by v.created_at, v.product_id, v.position, v.id`),
});
