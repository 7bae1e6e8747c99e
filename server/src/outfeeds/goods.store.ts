import type { Choice } from '@lanka/domain/outfeeds/contract';
import type { FurtherPrice } from '@lanka/domain/price_levels/rules';
import { type SQL, sql } from 'drizzle-orm';
import { idArray, textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { atMost } from '../kit/db/paging';

/** A modification as it is stored, with all that a feed may tell of it. */
export interface StoredVariant {
  readonly id: string;
  /** Empty also where another modification has the same: then it names none. */
  readonly sku: string;
  readonly barcode: string | null;
  readonly price: number | null;
  readonly prices: FurtherPrice[];
  readonly recommended_price: number | null;
  readonly weight: number | null;
  readonly length: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly tracked: boolean;
  readonly available: number;
  readonly value_ids: string[];
}

export interface StoredProduct {
  readonly id: string;
  readonly created_at: string;
  readonly name: string;
  readonly description: string;
  readonly vendor: string;
  readonly unit: string;
  readonly tags: string[];
  readonly category_id: string | null;
  readonly variants: StoredVariant[] | null;
  /** Values of its options, in the order of these. */
  readonly values: { id: string; option: string; value: string }[] | null;
  readonly images: { id: string; file: string; variant: string | null; value: string | null }[] | null;
}

const PAGE = 200;

/** Goods go out of a project only while they are published. */
const listed = (project_id: string): SQL => sql`p.project_id = ${project_id} and p.published and p.deleted_at is null`;

/** @param category_ids with all below them */
function chosen(project_id: string, { tags }: Choice, category_ids: readonly string[] | null): SQL {
  const parts = [listed(project_id)];
  if (tags.length > 0) parts.push(sql`p.tags && ${textArray(tags)}`);
  if (category_ids) parts.push(sql`p.category_id = any(${idArray(category_ids)})`);
  return sql.join(parts, sql` and `);
}

const hasValue = ({ name, value }: Choice['attributes'][number]): SQL => sql`exists (
  select 1 from product_values x
  join product_variant_options o on o.project_id = x.project_id and o.id = x.option_id
  where x.project_id = v.project_id and x.id = any(v.value_ids)
    and lower(o.name collate "und-x-icu") = lower(${name} collate "und-x-icu")
    and lower(x.value collate "und-x-icu") = lower(${value} collate "und-x-icu"))`;

/** Goods in the order in which they were made, so that a feed keeps its order. */
export function readGoods(
  tx: Tx,
  project_id: string,
  choice: Choice,
  category_ids: readonly string[] | null,
  after: Pick<StoredProduct, 'created_at' | 'id'> | null,
): Promise<StoredProduct[]> {
  const beyond = after ? sql` and (p.created_at, p.id) > (${after.created_at}::timestamptz, ${after.id}::uuid)` : sql``;
  const fits = sql.join([sql`true`, ...choice.attributes.map(hasValue)], sql` and `);
  return tx.rows<StoredProduct>(sql`
    select p.id, p.created_at::text as created_at, p.name, p.description, p.vendor, p.unit, p.tags, p.category_id,
      (select json_agg(json_build_object('id', v.id, 'barcode', v.barcode, 'price', v.price, 'prices', v.prices,
          'recommended_price', v.recommended_price, 'weight', v.weight, 'length', v.length, 'width', v.width,
          'height', v.height, 'tracked', l.tracked, 'available', l.available, 'value_ids', v.value_ids,
          'sku', case when exists (select 1 from product_variants o where o.project_id = v.project_id
            and o.sku_key = v.sku_key and o.deleted_at is null and o.id <> v.id) then '' else v.sku end)
          order by v.position, v.id)
        from product_variants v
        join stock_levels l on l.project_id = v.project_id and l.product_variant_id = v.id
        where v.project_id = p.project_id and v.product_id = p.id and v.deleted_at is null and ${fits}) as variants,
      (select json_agg(json_build_object('id', x.id, 'option', o.name, 'value', x.value) order by o.position, o.id)
        from product_variant_options o
        join product_values x on x.project_id = o.project_id and x.option_id = o.id
        where o.project_id = p.project_id and o.product_id = p.id) as values,
      (select json_agg(json_build_object('id', i.id, 'file', i.file_name, 'variant', i.product_variant_id,
          'value', i.product_value_id) order by i.is_thumbnail desc, i.position, i.id)
        from product_images i where i.project_id = p.project_id and i.product_id = p.id) as images
    from products p where ${chosen(project_id, choice, category_ids)}${beyond}
    order by p.created_at, p.id ${atMost(PAGE)}`);
}

export interface OptionNames {
  /** The frequent ones first. */
  readonly names: string[];
  /** So many one product has at most. */
  readonly most: number;
}

/** Columns of options that a table has; more of them nobody reads. */
const MOST_NAMES = 200;

export async function readOptionNames(
  tx: Tx,
  project_id: string,
  choice: Choice,
  category_ids: readonly string[] | null,
): Promise<OptionNames> {
  const where = chosen(project_id, choice, category_ids);
  const [row] = await tx.rows<{ names: string[] | null; most: number | null }>(sql`
    with used as (
      select o.product_id, o.name from product_variant_options o
      join products p on p.project_id = o.project_id and p.id = o.product_id
      where o.project_id = ${project_id} and ${where})
    select (select json_agg(name order by uses desc, name)
        from (select name, count(*) as uses from used group by name order by 2 desc, 1 ${atMost(MOST_NAMES)}) n) as names,
      (select max(uses)::int from (select count(*) as uses from used group by product_id) n) as most`);
  return { names: row?.names ?? [], most: row?.most ?? 0 };
}

/** Categories that have goods which are listed. */
export async function readUsedCategories(tx: Tx, project_id: string): Promise<string[]> {
  const rows = await tx.rows<{ category_id: string }>(sql`
    select distinct p.category_id from products p where ${listed(project_id)} and p.category_id is not null`);
  return rows.map(({ category_id }) => category_id);
}

/** In short all of the goods that feeds tell: another text when something of it has changed. */
export async function markOfGoods(tx: Tx, project_id: string): Promise<string> {
  const sum = (what: SQL) => sql`coalesce(sum(hashtextextended(concat_ws(' ', ${what}), 0)::numeric), 0)`;
  const [row] = await tx.rows<{ mark: string }>(sql`
    select concat_ws(' ',
      (select ${sum(sql`p.id, p.version, p.updated_at, p.category_path`)} from products p where ${listed(project_id)}),
      (select ${sum(sql`v.id, v.version, v.updated_at, l.available, l.tracked`)} from product_variants v
        join stock_levels l on l.project_id = v.project_id and l.product_variant_id = v.id
        where v.project_id = ${project_id} and v.published and v.deleted_at is null),
      (select ${sum(sql`i.id, i.position, i.is_thumbnail, i.product_variant_id, i.product_value_id`)}
        from product_images i where i.project_id = ${project_id}),
      (select ${sum(sql`o.id, o.name, o.position`)} from product_variant_options o where o.project_id = ${project_id}),
      (select ${sum(sql`x.id, x.value`)} from product_values x where x.project_id = ${project_id})) as mark`);
  return row?.mark ?? '';
}

/** The file of a photo that goods show which are not deleted. */
export async function findPhoto(tx: Tx, project_id: string, id: string): Promise<string | null> {
  const [row] = await tx.rows<{ file_name: string }>(sql`
    select i.file_name from product_images i
    join products p on p.project_id = i.project_id and p.id = i.product_id and p.deleted_at is null
    where i.project_id = ${project_id} and i.id = ${id}`);
  return row?.file_name ?? null;
}
