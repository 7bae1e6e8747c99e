import type { Choice } from '@lanka/domain/outfeeds/contract';
import type { FurtherPrice } from '@lanka/domain/price_levels/rules';
import type { StoredValues } from '@lanka/domain/templates/fields';
import { type SQL, sql } from 'drizzle-orm';
import { idArray, textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { atMost } from '../kit/db/paging';
import { together } from '../kit/db/together';
import { valuesCalled } from '../templates';

/** A modification as it is stored, with all that a feed may tell of it. */
export interface StoredVariant {
  readonly id: string;
  /** Empty also where another modification has the same: then it names none. */
  readonly sku: string;
  readonly barcode: string | null;
  readonly price: number | null;
  readonly prices: FurtherPrice[];
  readonly recommended_price: number | null;
  /** What its seller has set himself: the markup does not touch it. */
  readonly own_price?: number | null;
  readonly weight: number | null;
  readonly length: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly tracked: boolean;
  readonly available: number;
  readonly value_ids: string[];
  /** Of the chosen fields; missing where none is chosen of modifications. */
  readonly fields?: StoredValues;
}

interface StoredValue {
  readonly id: string;
  readonly option: string;
  readonly value: string;
}

interface StoredImage {
  readonly id: string;
  readonly file: string;
  /** The modification or the value that it shows, if not the whole product. */
  readonly variant: string | null;
  readonly value: string | null;
  /** Before all others, also before those of one modification. */
  readonly leads?: boolean;
}

export interface StoredProduct {
  readonly id: string;
  readonly created_at: string;
  readonly name: string;
  readonly description: string;
  readonly vendor: string;
  readonly unit: string;
  readonly tags: string[];
  /** What its seller says in place of the tags, which still place it among categories. */
  readonly keywords?: readonly string[];
  /** By what he knows it among his own goods. */
  readonly own_id?: string;
  readonly category_id: string | null;
  /** Of the chosen fields; missing where none is chosen of products. */
  readonly fields?: StoredValues;
  readonly variants: readonly StoredVariant[];
  /** Values of its options, in the order of these. */
  readonly values: readonly StoredValue[];
  readonly images: readonly StoredImage[];
}

/** Which products `p` go in, beside what is chosen in the feed. */
export type GoodsCondition = SQL;

const PAGE = 200;

/** Goods go out of a project only while they are published. */
const listed = (project_id: string): SQL => sql`p.project_id = ${project_id} and p.published and p.deleted_at is null`;

/** @param category_ids with all below them */
function chosen(
  project_id: string,
  { tags }: Choice,
  category_ids: readonly string[] | null,
  also: GoodsCondition | undefined,
): SQL {
  const parts = [listed(project_id), ...(also ? [also] : [])];
  // among goods of one's own the tags are one's own too: `also` has them
  if (tags.length > 0 && !also) parts.push(sql`p.tags && ${textArray(tags)}`);
  if (category_ids) parts.push(sql`p.category_id = any(${idArray(category_ids)})`);
  return sql.join(parts, sql` and `);
}

const hasValue = ({ name, value }: Choice['attributes'][number]): SQL => sql`exists (
  select 1 from product_values x
  join product_variant_options o on o.project_id = x.project_id and o.id = x.option_id
  where x.project_id = v.project_id and x.id = any(v.value_ids)
    and lower(o.name collate "und-x-icu") = lower(${name} collate "und-x-icu")
    and lower(x.value collate "und-x-icu") = lower(${value} collate "und-x-icu"))`;

type Row = Record<string, unknown>;
type Variant = Omit<StoredVariant, 'tracked' | 'available'> & { readonly product_id: string; readonly sku_key: string };
type Head = Omit<StoredProduct, 'variants' | 'values' | 'images'>;

/** By what belongs together, in the order of the rows. */
function grouped<T>(rows: readonly T[], by: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const known = groups.get(by(row));
    if (known) known.push(row);
    else groups.set(by(row), [row]);
  }
  return groups;
}

/** The chosen fields, by their keys. */
export interface FieldKeys {
  readonly product: readonly string[];
  readonly product_modification: readonly string[];
}

/** Values of these fields alone; the column is not read where none is chosen. */
const fieldsOf = (column: SQL, keys: readonly string[]): SQL =>
  keys.length === 0 ? sql`` : sql`, ${valuesCalled(column, keys)} as fields`;

/**
 * Goods in the order in which they were made, so that a feed keeps its order. Each table is asked once for all goods of
 * the page: where the database has no statistics yet, it would join them anew for each product by whatever index begins
 * with the project.
 */
export async function readGoods(
  tx: Tx,
  project_id: string,
  choice: Choice,
  category_ids: readonly string[] | null,
  after: Pick<StoredProduct, 'created_at' | 'id'> | null,
  { also, keys }: { readonly also?: GoodsCondition | undefined; readonly keys: FieldKeys },
): Promise<StoredProduct[]> {
  const beyond = after ? sql` and (p.created_at, p.id) > (${after.created_at}::timestamptz, ${after.id}::uuid)` : sql``;
  const heads = await tx.rows<Head & Row>(sql`
    select p.id, p.created_at::text as created_at, p.name, p.description, p.vendor, p.unit, p.tags, p.category_id${fieldsOf(sql`p.fields`, keys.product)}
    from products p where ${chosen(project_id, choice, category_ids, also)}${beyond}
    order by p.created_at, p.id ${atMost(PAGE)}`);
  if (heads.length === 0) return [];
  const ids = idArray(heads.map(({ id }) => id));
  const fits = sql.join([sql`true`, ...choice.attributes.map(hasValue)], sql` and `);
  const [variants, values, images] = await together([
    tx.rows<Variant & Row>(sql`
      select v.id, v.product_id, v.sku, v.sku_key, v.barcode, v.price, v.prices, v.recommended_price, v.weight, v.length,
        v.width, v.height, v.value_ids${fieldsOf(sql`v.fields`, keys.product_modification)}
      from product_variants v
      where v.project_id = ${project_id} and v.product_id = any(${ids}) and v.deleted_at is null and ${fits}
      order by v.product_id, v.position, v.id`),
    readValues(tx, project_id, ids),
    tx.rows<StoredImage & { readonly product_id: string } & Row>(sql`
      select i.product_id, i.id, i.file_name as file, i.product_variant_id as variant, i.product_value_id as value
      from product_images i where i.project_id = ${project_id} and i.product_id = any(${ids})
      order by i.product_id, i.is_thumbnail desc, i.position, i.id`),
  ]);
  const told = await readTold(tx, project_id, variants);
  const variantsOf = grouped(
    variants.flatMap((variant) => told(variant) ?? []),
    ({ product_id }) => product_id,
  );
  const valuesOf = grouped(values, ({ product_id }) => product_id);
  const imagesOf = grouped(images, ({ product_id }) => product_id);
  return heads.map((head) => ({
    ...head,
    variants: variantsOf.get(head.id) ?? [],
    values: valuesOf.get(head.id) ?? [],
    images: imagesOf.get(head.id) ?? [],
  }));
}

async function readValues(tx: Tx, project_id: string, ids: SQL): Promise<(StoredValue & { product_id: string })[]> {
  const options = await tx.rows<{ id: string; product_id: string; name: string }>(sql`
    select o.id, o.product_id, o.name from product_variant_options o
    where o.project_id = ${project_id} and o.product_id = any(${ids}) order by o.product_id, o.position, o.id`);
  if (options.length === 0) return [];
  const values = await tx.rows<{ id: string; option_id: string; value: string }>(sql`
    select x.id, x.option_id, x.value from product_values x
    where x.project_id = ${project_id} and x.option_id = any(${idArray(options.map(({ id }) => id))})
    order by x.option_id, x.position, x.id`);
  const valuesOf = grouped(values, ({ option_id }) => option_id);
  return options.flatMap(({ id, product_id, name: option }) =>
    (valuesOf.get(id) ?? []).map((one) => ({ product_id, id: one.id, option, value: one.value })),
  );
}

/** What is available of these modifications, and their SKU where no other one has the same: else it names none. */
async function readTold(tx: Tx, project_id: string, variants: readonly Variant[]) {
  const ids = variants.map(({ id }) => id);
  const keys = [...new Set(variants.map(({ sku_key }) => sku_key).filter(Boolean))];
  const [levels, repeated] = await together([
    tx.rows<{ id: string; tracked: boolean; available: number }>(sql`
      select l.product_variant_id as id, l.tracked, l.available from stock_levels l
      where l.project_id = ${project_id} and l.product_variant_id = any(${idArray(ids)})`),
    tx.rows<{ sku_key: string }>(sql`
      select o.sku_key from product_variants o
      where o.project_id = ${project_id} and o.sku_key = any(array(select unnest(${textArray(keys)})))
        and o.deleted_at is null
      group by o.sku_key having count(*) > 1`),
  ]);
  const levelOf = new Map(levels.map((level) => [level.id, level]));
  const shared = new Set(repeated.map(({ sku_key }) => sku_key));
  return ({ sku_key, ...variant }: Variant) => {
    const level = levelOf.get(variant.id);
    if (!level) return null;
    const { tracked, available } = level;
    return { ...variant, tracked, available, sku: shared.has(sku_key) ? '' : variant.sku };
  };
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
  also?: GoodsCondition,
): Promise<OptionNames> {
  const where = chosen(project_id, choice, category_ids, also);
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

/** In short all of the goods and of their fields that feeds tell: another text when something of it has changed. */
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
      (select ${sum(sql`t.id, t.version`)} from template_fields t
        where t.project_id = ${project_id} and t.set in ('product', 'product_modification')),
      (select ${sum(sql`x.id, x.value`)} from product_values x where x.project_id = ${project_id})) as mark`);
  return row?.mark ?? '';
}

/** The file of a photo that goods show which are not deleted, or of its small picture. */
export async function findPhoto(tx: Tx, project_id: string, id: string, small: boolean): Promise<string | null> {
  const [row] = await tx.rows<{ file: string | null }>(sql`
    select ${small ? sql`i.thumbnail` : sql`i.file_name`} as file from product_images i
    join products p on p.project_id = i.project_id and p.id = i.product_id and p.deleted_at is null
    where i.project_id = ${project_id} and i.id = ${id}`);
  return row?.file ?? null;
}

export async function findLogo(tx: Tx, project_id: string): Promise<string | null> {
  const [row] = await tx.rows<{ logo: string | null }>(sql`
    select logo from projects where id = ${project_id} and listed`);
  return row?.logo ?? null;
}
