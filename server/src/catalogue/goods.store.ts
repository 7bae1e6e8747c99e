import type { GoodsDetails } from '@lanka/domain/catalogue/contract';
import { sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';

/**
 * What the page of a product shows beyond the row of the list, read of the goods themselves (decision 0139): each
 * transaction has entered the one project. Like `copy.store` this leaves the project without its wall, so only what is
 * public stands here: no stock in pieces, no article, no cost, no base price but where the supplier tells it to everybody.
 */
export interface StoredDetails extends Pick<GoodsDetails, 'description' | 'vendor' | 'unit' | 'options'> {
  readonly images: readonly { readonly id: string; readonly file_name: string; readonly thumbnail: string | null }[];
  readonly variants: readonly (Omit<GoodsDetails['variants'][number], 'picture_url'> & {
    readonly picture: string | null;
  })[];
}

type Row = Record<string, unknown>;
const sumOrNull = (value: unknown): number | null => (value === null ? null : Number(value));

/** Null when it is not shown any more: the copy that lists it follows a minute later. */
export async function readDetailsOf(tx: Tx, supplierId: string, id: string): Promise<StoredDetails | null> {
  const [head] = await tx.rows<Row>(sql`
    select g.description, g.vendor, g.unit,
      (select coalesce(jsonb_agg(jsonb_build_object('name', o.name, 'values',
          (select coalesce(jsonb_agg(x.value order by x.position, x.id), '[]') from product_values x
            where x.project_id = o.project_id and x.option_id = o.id)) order by o.position, o.id), '[]')
        from product_variant_options o where o.project_id = g.project_id and o.product_id = g.id) as options,
      (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'file_name', i.file_name, 'thumbnail', i.thumbnail)
          order by i.is_thumbnail desc, i.position, i.id), '[]')
        from product_images i where i.project_id = g.project_id and i.product_id = g.id) as images
    from products g join projects p on p.id = g.project_id and p.listed
    where g.project_id = ${supplierId} and g.id = ${id} and g.published and g.deleted_at is null`);
  if (!head) return null;
  const variants = await tx.rows<Row>(sql`
    select v.id, v.name, v.thumbnail as picture, v.recommended_price, case when l.base_prices then v.price end as base_price,
      case when p.stock_told <> 'hidden' then s.available > 0 and p.paused_until is null end as in_stock,
      (select coalesce(jsonb_agg(jsonb_build_object('option', o.name, 'value', x.value) order by o.position, o.id), '[]')
        from product_values x join product_variant_options o on o.project_id = x.project_id and o.id = x.option_id
        where x.project_id = v.project_id and x.id = any(v.value_ids)) as values
    from product_variants v
    join stock_levels s on s.project_id = v.project_id and s.product_variant_id = v.id
    join projects p on p.id = v.project_id
    join catalogue_listings l on l.supplier_id = v.project_id
    where v.project_id = ${supplierId} and v.product_id = ${id} and v.published and v.deleted_at is null
    order by v.position, v.id`);
  return {
    description: String(head.description),
    vendor: String(head.vendor),
    unit: String(head.unit),
    options: head.options as StoredDetails['options'],
    images: head.images as StoredDetails['images'],
    variants: variants.map((row) => ({
      id: String(row.id),
      name: String(row.name),
      picture: row.picture as string | null,
      recommended_price: sumOrNull(row.recommended_price),
      base_price: sumOrNull(row.base_price),
      in_stock: row.in_stock as boolean | null,
      values: row.values as StoredDetails['variants'][number]['values'],
    })),
  };
}
