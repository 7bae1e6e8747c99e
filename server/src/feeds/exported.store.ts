import type { ExportFilters } from '@lanka/domain/feeds/contract';
import type { FurtherPrice } from '@lanka/domain/price_levels/rules';
import type { StoredValues } from '@lanka/domain/templates/fields';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { categoryCondition } from '../catalog';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { anyPart } from '../kit/db/paging';
import type { ExportRecord } from './lists.store';
import { exports } from './tables';

export type ExportScope = Pick<ProjectScope, 'project' | 'user'>;

export async function insertExport(
  tx: Tx,
  scope: ExportScope,
  values: Pick<ExportRecord, 'kind' | 'filters' | 'columns'>,
): Promise<string> {
  const id = newId();
  await tx.insert(exports).values({ ...values, id, project_id: scope.project.id, user_id: scope.user.id });
  return id;
}

export async function setExport(
  tx: Tx,
  scope: Pick<ProjectScope, 'project'>,
  id: string,
  values: Partial<ExportRecord>,
): Promise<void> {
  await tx
    .update(exports)
    .set(values)
    .where(and(eq(exports.project_id, scope.project.id), eq(exports.id, id)));
}

/** Answers how often it was begun, this time included. */
export async function beginExport(tx: Tx, scope: Pick<ProjectScope, 'project'>, id: string): Promise<number> {
  const [begun] = await tx
    .update(exports)
    .set({ status: 'running', rows: 0, attempts: sql`attempts + 1` })
    .where(and(eq(exports.project_id, scope.project.id), eq(exports.id, id)))
    .returning({ attempts: exports.attempts });
  return begun?.attempts ?? 0;
}

const FROM = sql`product_variants v join products p on p.project_id = v.project_id and p.id = v.product_id`;

/** What the list of products means by them: a product with one modification that is out of stock is, too. */
const OF_STOCK = { in_stock: sql`f.available > 0`, out_of_stock: sql`f.out_of_stock > 0`, low: sql`f.low > 0` };

async function wanted(
  tx: Tx,
  scope: ExportScope,
  { published, q, tags, category_id, stock }: ExportFilters,
): Promise<SQL> {
  const parts = [sql`v.project_id = ${scope.project.id} and v.deleted_at is null and p.deleted_at is null`];
  if (published !== undefined) parts.push(sql`p.published = ${published}`);
  if (q) parts.push(sql`v.search_text like ${anyPart(q)}`);
  if (tags?.length) parts.push(sql`p.tags && ${sql.param([...tags])}::text[]`);
  parts.push(...(await categoryCondition(tx, [scope.project.id], category_id)));
  if (stock)
    parts.push(sql`exists (select 1 from product_figures f
      where f.project_id = p.project_id and f.product_id = p.id and ${OF_STOCK[stock]})`);
  return sql.join(parts, sql` and `);
}

export interface Shape {
  readonly names: string[];
  readonly total: number;
  readonly prices: Pick<FurtherPrice, 'price_level_id' | 'from_count'>[];
}

/** So many columns of prices a table has; more of them nobody reads. */
const PRICE_COLUMNS = 500;

/**
 * The options that stand in the rows, the frequent ones first, the number of rows, and of which levels and from which
 * counts on there are prices.
 */
export async function readShape(tx: Tx, scope: ExportScope, filters: ExportFilters): Promise<Shape> {
  const where = await wanted(tx, scope, filters);
  const found = await tx.rows<{ names: string[] | null; total: number; prices: Shape['prices'] | null }>(sql`
    select (select count(*)::int from ${FROM} where ${where}) as total, (
      select jsonb_agg(name order by uses desc, name) from (
        select min(o.name) as name, count(*) as uses from product_variant_options o
        where o.project_id = ${scope.project.id} and o.product_id in (select p.id from ${FROM} where ${where})
        group by lower(o.name) order by 2 desc, 1 limit 200) options) as names, (
      select jsonb_agg(jsonb_build_object('price_level_id', level, 'from_count', from_count)) from (
        select x ->> 'price_level_id' as level, (x ->> 'from_count')::int as from_count
        from ${FROM}, jsonb_array_elements(v.prices) x where ${where}
        group by 1, 2 order by 1 nulls first, 2 limit ${PRICE_COLUMNS}) columns) as prices`);
  return { names: found[0]?.names ?? [], total: found[0]?.total ?? 0, prices: found[0]?.prices ?? [] };
}

/** The last row of a page. */
export interface Place {
  readonly created_at: string;
  readonly product_id: string;
  readonly position: number;
  readonly id: string;
}

export interface ExportedRow extends Record<string, unknown>, Place {
  name: string;
  description: string;
  tags: string[];
  vendor: string;
  unit: string;
  category_path: string;
  published: boolean;
  variants: number;
  /** Empty also when another variant has the same: then it is no sign to recognise the row by. */
  sku: string;
  barcode: string | null;
  price: number | null;
  recommended_price: number | null;
  prices: FurtherPrice[];
  weight: number | null;
  length: number | null;
  width: number | null;
  height: number | null;
  place: string;
  minimum: number | null;
  tracked: boolean;
  actual: number;
  images: string[];
  values: { option: string; value: string }[];
  fields: StoredValues;
  product_fields: StoredValues;
}

const PAGE = 500;

export async function readRows(
  tx: Tx,
  scope: ExportScope,
  filters: ExportFilters,
  after: Place | null,
): Promise<ExportedRow[]> {
  const beyond = after
    ? // the first line finds the place in the index of products, the second the variants behind it
      sql` and (p.created_at, p.id) >= (${after.created_at}::timestamptz, ${after.product_id}::uuid)
        and (p.created_at, p.id, v.position, v.id) > (${after.created_at}::timestamptz, ${after.product_id}::uuid,
        ${after.position}::int, ${after.id}::uuid)`
    : sql``;
  const found = await tx.rows<ExportedRow>(sql`
    select v.id, v.product_id, v.position, p.created_at::text as created_at, p.name, p.description, p.tags, p.vendor, p.unit, p.category_path,
      p.published, v.barcode,
      case when exists (select from product_variants o where o.project_id = v.project_id and o.sku_key = v.sku_key
        and o.deleted_at is null and o.id <> v.id and o.sku = v.sku) then '' else v.sku end as sku,
       v.price, v.prices, v.recommended_price, v.fields, p.fields as product_fields, v.weight, v.length, v.width, v.height, v.place, v.minimum, p.tracked, l.actual,
      (select count(*)::int from product_variants o where o.project_id = v.project_id and o.product_id = v.product_id
        and o.deleted_at is null) as variants,
      array(select i.source_url from product_images i where i.project_id = v.project_id and i.product_id = v.product_id
        and i.source_url is not null order by i.position) as images,
      coalesce((select jsonb_agg(jsonb_build_object('option', o.name, 'value', x.value)) from product_values x
        join product_variant_options o on o.project_id = x.project_id and o.id = x.option_id
        where x.project_id = v.project_id and x.id = any(v.value_ids)), '[]') as values
    from ${FROM} join stock_levels l on l.project_id = v.project_id and l.product_variant_id = v.id
    where ${await wanted(tx, scope, filters)}${beyond}
    order by p.created_at, p.id, v.position, v.id limit ${PAGE}`);
  return found;
}
