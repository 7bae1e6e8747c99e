import type * as contract from '@lanka/domain/catalog/contract';
import type {
  DropshippingProduct,
  ProductRow,
  ProductsSummary,
  ProductVariant,
  ProductVariantOption,
  ProjectOption,
  VariantRecord,
} from '@lanka/domain/catalog/contract';
import { catalogErrors } from '@lanka/domain/catalog/errors';
import { searchWords } from '@lanka/domain/catalog/rules';
import { EXACT_TOTAL, type Page } from '@lanka/domain/kit/lists';
import { LOW_STOCK } from '@lanka/domain/stock/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '../../kit/db';
import {
  anyPart,
  atMost,
  inUkrainianOrder,
  isFiltered,
  type ListPlan,
  type ListQuery,
  type Order,
  pageOf,
  readPage,
  readSelected,
  type Selection,
  type SortField,
  toInstant,
  toInstantOrNull,
} from '../../kit/paging';
import type { DropshippingScope, ProjectScope } from '../../kit/scope';
import { type Search, searchPage, walkThrough, wordsIn } from '../../search';
import { PRODUCTS } from '../products/store';

type Query<R extends { query: z.ZodType }> = z.output<R['query']>;
type Row = Record<string, unknown>;

/** Rows as the store reads them: pictures by their storage keys, stock in full. Links and the Client's view: view.ts. */
export type Stored<T> = Omit<T, 'thumbnail_url'> & { readonly thumbnail: string | null };

const uuids = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`;
const texts = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`;
const all = (conditions: readonly SQL[]): SQL => sql.join([...conditions], sql` and `);
const isClient = (scope: ProjectScope): boolean => scope.role === 'Client';

/** The variants that belong to what is shown: living ones, and with a deleted product those that went with it. */
const OWN_VARIANTS = sql`product_variants v join stock_levels l on l.project_id = v.project_id and l.product_variant_id = v.id
  where v.project_id = p.project_id and v.product_id = p.id and (v.deleted_at is null or v.deleted_at = p.deleted_at)`;

const PRODUCT_COLUMNS = sql`p.id, p.name, p.published, p.deleted_at, p.tags, p.vendor, p.version, p.created_at, p.updated_at,
  (select i.thumbnail from product_images i where i.project_id = p.project_id and i.product_id = p.id
    order by i.is_thumbnail desc, i.position, i.id limit 1) as thumbnail,
  (select jsonb_build_object('variants_count', count(*),
      'out_of_stock_count', count(*) filter (where l.actual = l.booked),
      'actual', coalesce(sum(l.actual), 0), 'booked', coalesce(sum(l.booked), 0),
      'only_variant_id', case when count(*) = 1 then min(v.id::text) end,
      'sku', coalesce(min(v.sku) filter (where v.sku <> ''), ''),
      'min_price', min(v.price), 'max_price', max(v.price),
      'min_recommended_price', min(v.recommended_price), 'max_recommended_price', max(v.recommended_price))
    from ${OWN_VARIANTS}) as totals`;

const PRODUCT_SORTS: Record<string, SortField> = {
  created_at: { by: sql`p.created_at`, type: 'timestamptz' },
  updated_at: { by: sql`p.updated_at`, type: 'timestamptz' },
  name: { by: sql`p.sort_name`, type: 'text' },
  price: { by: sql`coalesce((select min(v.price) from ${OWN_VARIANTS}), 0)`, type: 'bigint' },
  available: { by: sql`coalesce((select sum(l.actual - l.booked) from ${OWN_VARIANTS}), 0)::bigint`, type: 'bigint' },
};

interface Totals {
  variants_count: number;
  out_of_stock_count: number;
  actual: number;
  booked: number;
  only_variant_id: string | null;
  sku: string;
  min_price: number | null;
  max_price: number | null;
  min_recommended_price: number | null;
  max_recommended_price: number | null;
}

function productRow(row: Row): Stored<ProductRow> {
  const totals = row.totals as Totals;
  return {
    id: String(row.id),
    name: String(row.name),
    thumbnail: row.thumbnail as string | null,
    published: row.published === true,
    deleted: row.deleted_at !== null,
    tags: row.tags as string[],
    vendor: String(row.vendor),
    ...totals,
    available: totals.actual - totals.booked,
    version: Number(row.version),
    created_at: toInstant(row.created_at),
    updated_at: toInstant(row.updated_at),
  };
}

/** Each word anywhere in the product's name, or in the text of one of its variants. */
function fits(words: readonly string[], deletedToo: boolean): SQL {
  const wanted = words.map(anyPart);
  const living = deletedToo ? sql`` : sql` and v.deleted_at is null`;
  const inName = all(wanted.map((part) => sql`lower(p.name collate "und-x-icu") like ${part}`));
  const inVariants = all(wanted.map((part) => sql`v.search_text like ${part}`));
  return sql`(${inName} or exists (
    select 1 from product_variants v where v.project_id = p.project_id and v.product_id = p.id${living} and ${inVariants}))`;
}

function stockCondition(stock: Query<typeof contract.listProducts>['stock']): SQL[] {
  if (!stock) return [];
  const conditions = {
    in_stock: sql`l.actual > l.booked`,
    out_of_stock: sql`l.actual = l.booked`,
    low: sql`l.actual - l.booked between 1 and ${LOW_STOCK}`,
  };
  return [sql`exists (select 1 from ${OWN_VARIANTS} and ${conditions[stock]})`];
}

const tagCondition = (tags: readonly string[] | undefined): SQL[] =>
  tags && tags.length > 0 ? [sql`p.tags && ${texts(tags)}`] : [];

function stateConditions(scope: ProjectScope, query: Query<typeof contract.listProducts>): SQL[] {
  if (isClient(scope)) return [sql`p.deleted_at is null`, sql`p.published`];
  if (query.status === 'deleted') return [sql`p.deleted_at is not null`];
  const published = query.status ? query.status === 'published' : query.published;
  if (published !== undefined) return [sql`p.deleted_at is null`, sql`p.published = ${published}`];
  return [sql`p.deleted_at is null`, ...(query.include_unpublished ? [] : [sql`p.published`])];
}

/** By these a list of products of one project walks an index. */
const PRODUCT_WALKS = ['created_at', 'updated_at', 'name'];

interface Wanted {
  readonly words: readonly string[];
  readonly tags: readonly string[];
  readonly deletedToo: boolean;
}

/**
 * The products of these projects that fulfil the conditions and hold the words, or without words one of the tags: no
 * condition on an array goes to an index behind row-level security. Null when neither is asked for.
 */
function searchIn(projects: readonly string[], { words, tags, deletedToo }: Wanted, others: SQL): Search | null {
  if (words.length === 0 && tags.length === 0) return null;
  const byWords = words.length > 0;
  return {
    projects,
    ways: byWords ? [{ kind: PRODUCTS, words }] : tags.map((tag) => ({ kind: PRODUCTS, words: wordsIn(tag) })),
    matches: byWords ? fits(words, deletedToo) : all(tagCondition(tags)),
    others: all([others, ...(byWords ? tagCondition(tags) : [])]),
    row: sql`lateral (select p.* from products p where p.project_id = hit.project_id and p.id = hit.id limit 1) p`,
    project: sql`p.project_id`,
    walks: PRODUCT_WALKS,
    age: { sort: '-created_at', by: sql`p.created_at` },
  };
}

export function listProducts(
  tx: Tx,
  scope: ProjectScope,
  query: Query<typeof contract.listProducts>,
): Promise<Page<Stored<ProductRow>>> {
  const { id } = scope.project;
  const others = all([sql`p.project_id = ${id}`, ...stateConditions(scope, query), ...stockCondition(query.stock)]);
  const from = sql`products p`;
  const uneven = isFiltered(query.stock, query.status, query.published);
  const plan = { columns: PRODUCT_COLUMNS, from, where: others, sorts: PRODUCT_SORTS, id: sql`p.id`, uneven };
  const deletedToo = query.status === 'deleted';
  const search = searchIn([id], { words: searchWords(query.q), tags: query.tags ?? [], deletedToo }, others);
  if (!search) return readPage(tx, query, plan, productRow);
  return searchPage(tx, query, { ...plan, where: sql`${search.others} and ${search.matches}` }, search, productRow);
}

/** Published products of the suppliers where the user is a Client. */
export function listDropshippingProducts(
  tx: Tx,
  scope: DropshippingScope,
  query: Query<typeof contract.listDropshippingProducts>,
): Promise<Page<Stored<DropshippingProduct>>> {
  const mine = scope.suppliers.map(({ project_id }) => project_id);
  const ids = query.project_id === undefined ? mine : mine.filter((id) => id === query.project_id);
  const others = all([
    sql`p.project_id = any(${uuids(ids)})`,
    sql`p.deleted_at is null`,
    sql`p.published`,
    ...stockCondition(query.stock),
  ]);
  const plan: ListPlan = {
    columns: sql`${PRODUCT_COLUMNS}, p.project_id, (select r.title from projects r where r.id = p.project_id) as project_title`,
    from: sql`products p`,
    where: others,
    sorts: PRODUCT_SORTS,
    id: sql`p.id`,
    uneven: isFiltered(query.stock, query.project_id),
  };
  const shape = (row: Row): Stored<DropshippingProduct> => ({
    ...productRow(row),
    project_id: String(row.project_id),
    project_title: String(row.project_title),
  });
  const search = searchIn(ids, { words: searchWords(query.q), tags: query.tags ?? [], deletedToo: false }, others);
  if (!search) return readOfSuppliers(tx, query, plan, ids, shape);
  const walk = (order: Order): SQL => {
    const own = { ...search, others: sql`p.project_id = s.project_id and ${search.others}` };
    return ofEach(ids, walkThrough(plan, own, order, pageOf(query)), order, pageOf(query));
  };
  return searchPage(
    tx,
    query,
    { ...plan, where: sql`${search.others} and ${search.matches}` },
    { ...search, walk },
    shape,
  );
}

/** The first products of each supplier `s`, by his own index, put together: there is none over several. */
const ofEach = (ids: readonly string[], first: SQL, { direction }: Order, page: SQL): SQL => sql`
  select x.id from unnest(${uuids(ids)}) as s(project_id) cross join lateral (${first}) x
  order by x.key ${direction}, x.id ${direction} ${page}`;

async function readOfSuppliers<T>(
  tx: Tx,
  query: ListQuery,
  plan: ListPlan,
  ids: readonly string[],
  shape: (row: Row) => T,
): Promise<Page<T>> {
  const selection: Selection = {
    parts: sql`none as (select 1)`,
    found: (order) => {
      const { by, begin, order: sorted } = order;
      const first = sql`select p.id, ${by} as key from products p
        where p.project_id = s.project_id and ${plan.where}${begin} ${sorted} ${pageOf(query)}`;
      return ofEach(ids, first, order, pageOf(query));
    },
    total: sql`(select case when count(*) > ${EXACT_TOTAL} then -${sql.raw(String(EXACT_TOTAL))} else count(*) end::int from (
      select 1 from products p where ${plan.where} ${atMost(EXACT_TOTAL + 1)}) as some_rows)`,
    complete: sql`true`,
  };
  const page = await readSelected(tx, query, plan, selection, shape);
  if (!page) throw new Error('nothing was left out');
  return page;
}

export async function readSummary(tx: Tx, scope: ProjectScope): Promise<ProductsSummary> {
  const { id } = scope.project;
  const found = await tx.execute<{ products: ProductsSummary; stock: ProductsSummary }>(sql`
    select
      (select jsonb_build_object('products', count(*) filter (where p.deleted_at is null),
          'published', count(*) filter (where p.deleted_at is null and p.published),
          'unpublished', count(*) filter (where p.deleted_at is null and not p.published),
          'deleted', count(*) filter (where p.deleted_at is not null))
        from products p where p.project_id = ${id}) as products,
      (select jsonb_build_object('modifications', count(*),
          'out_of_stock', count(*) filter (where l.actual = l.booked),
          'stock_count', coalesce(sum(l.actual), 0),
          'stock_value', coalesce(sum(l.actual * v.price), 0))
        from product_variants v join stock_levels l on l.project_id = v.project_id and l.product_variant_id = v.id
        where v.project_id = ${id} and v.deleted_at is null) as stock`);
  const [row] = found.rows;
  if (!row) throw catalogErrors.not_found();
  return { ...row.products, ...row.stock };
}

export async function suggestTags(tx: Tx, scope: ProjectScope, q: string | undefined): Promise<string[]> {
  const seen = isClient(scope) ? sql` and p.published` : sql``;
  const found = await tx.execute<{ tag: string }>(sql`
    select tag from products p cross join lateral unnest(p.tags) as tag
    where p.project_id = ${scope.project.id} and p.deleted_at is null${seen}
      and lower(tag collate "und-x-icu") like ${anyPart(q ?? '')}
    group by tag order by count(*) desc, tag limit 20`);
  return found.rows.map(({ tag }) => tag);
}

// Variants

const VARIANT_COLUMNS = sql`v.id, v.product_id, v.name, v.name_given, v.sku, v.barcode, v.price, v.recommended_price, v.weight,
  v.description, v.position, v.version, v.created_at, v.updated_at, l.actual, l.booked,
  (select coalesce(jsonb_agg(jsonb_build_object('option', o.name, 'value', x.value) order by o.position, o.id), '[]')
    from product_values x join product_variant_options o on o.project_id = x.project_id and o.id = x.option_id
    where x.project_id = v.project_id and x.id = any(v.value_ids)) as values,
  (select i.thumbnail from product_images i
    where i.project_id = v.project_id and i.product_id = v.product_id
    order by (i.product_variant_id = v.id) is true desc, i.is_thumbnail desc, i.position, i.id limit 1) as thumbnail`;

const VARIANT_TABLES = sql`product_variants v
  join products p on p.project_id = v.project_id and p.id = v.product_id
  join stock_levels l on l.project_id = v.project_id and l.product_variant_id = v.id`;

function variantRow(row: Row): Stored<ProductVariant> {
  const number = (value: unknown): number | null => (value === null ? null : Number(value));
  const actual = Number(row.actual);
  const booked = Number(row.booked);
  return {
    id: String(row.id),
    product_id: String(row.product_id),
    name: String(row.name),
    name_given: row.name_given === true,
    sku: String(row.sku),
    barcode: row.barcode as string | null,
    price: number(row.price),
    recommended_price: number(row.recommended_price),
    weight: number(row.weight),
    description: String(row.description),
    values: row.values as ProductVariant['values'],
    thumbnail: row.thumbnail as string | null,
    position: Number(row.position),
    actual,
    booked,
    available: actual - booked,
    version: Number(row.version),
    created_at: toInstant(row.created_at),
    updated_at: toInstant(row.updated_at),
  };
}

/** The variants that this asker may see: of living products, and for a Client of published ones. */
function visible(scope: ProjectScope): SQL[] {
  return [
    sql`v.project_id = ${scope.project.id}`,
    sql`v.deleted_at is null`,
    ...(isClient(scope) ? [sql`p.published`] : []),
  ];
}

type VariantQuery = Query<typeof contract.listAllVariants>;

function variantConditions(scope: ProjectScope, query: VariantQuery): SQL {
  const { id, product_id, barcode, sku, published, in_stock } = query;
  return all([
    ...visible(scope),
    ...(id ? [sql`v.id = any(${uuids(id)})`] : []),
    ...(product_id ? [sql`v.product_id = ${product_id}`] : []),
    ...(barcode ? [sql`v.barcode = ${barcode}`] : []),
    ...(sku ? [sql`v.sku_key = ${sku.toLowerCase()}`] : []),
    ...(published === undefined ? [] : [sql`p.published = ${published}`]),
    ...(in_stock === undefined ? [] : [in_stock ? sql`l.actual > l.booked` : sql`l.actual = l.booked`]),
  ]);
}

/** Whether the variant is just the one that was typed or scanned; by conditions that an index knows. */
function isExactly(q: string): SQL {
  const given = q.trim();
  return sql`(v.sku_key = ${given.toLowerCase()} or v.barcode = any(${texts([given, given.toLowerCase(), given.toUpperCase()])}))`;
}

/** The tables that conditions and order speak of: a product or a level is looked up only where it is asked. */
function variantTables(scope: ProjectScope, query: VariantQuery) {
  const asksProduct = isClient(scope) || query.published !== undefined;
  const asksLevel = query.in_stock !== undefined || query.sort.endsWith('available');
  const product = sql`
    cross join lateral (select p.* from products p where p.project_id = v.project_id and p.id = v.product_id limit 1) p`;
  const level = sql`
    cross join lateral (select l.* from stock_levels l
      where l.project_id = v.project_id and l.product_variant_id = v.id limit 1) l`;
  const more = sql`${asksProduct ? product : sql``} ${asksLevel ? level : sql``}`;
  return {
    all: sql`product_variants v ${more}`,
    ofHit: sql`
      lateral (select v.* from product_variants v where v.project_id = hit.project_id and v.id = hit.id limit 1) v ${more}`,
  };
}

/** More than a product has variants: keeps the planner from turning the look at each product round. */
const VARIANTS_OF_PRODUCT = 100_000;

function variantSearch(scope: ProjectScope, query: VariantQuery, q: string): Search {
  const words = searchWords(q);
  const search: Search = {
    projects: [scope.project.id],
    ways: [
      {
        kind: PRODUCTS,
        words,
        rows: (found) => sql`
          select v.project_id, v.id from ${found} f cross join lateral (
            select v.project_id, v.id from product_variants v
            where v.project_id = f.project_id and v.product_id = f.id and v.deleted_at is null
            ${atMost(VARIANTS_OF_PRODUCT)}) v`,
      },
    ],
    matches: all(words.map((word) => sql`v.search_text like ${anyPart(word)}`)),
    others: variantConditions(scope, query),
    row: variantTables(scope, query).ofHit,
    project: sql`v.project_id`,
    walks: query.sort === '-name' ? ['created_at'] : ['created_at', 'name'],
  };
  if (query.sort !== 'name') return search;
  const from = variantTables(scope, query).all;
  return { ...search, walk: (order) => walkByName(from, query, search, isExactly(q), order) };
}

/** The exact ones, by their indexes, and the others by name: `key` is what the list is sorted by. */
function walkByName(from: SQL, query: VariantQuery, search: Search, exactly: SQL, { begin, by, after }: Order): SQL {
  const own = { from, id: sql`v.id`, uneven: true };
  const rest = { ...search, others: sql`${search.others} and ${exactly} is not true` };
  const name = sql`v.sort_name`;
  const byName = {
    by: name,
    direction: sql`asc`,
    order: sql`order by ${name}, v.id`,
    // behind one of the exact ones all others are still to come
    begin: after?.value.startsWith('1')
      ? sql` and (${name}, v.id) > (${after.value.slice(1)}::text, ${after.id}::uuid)`
      : sql``,
  };
  return sql`select id from (
      select v.id, ${by} as key from ${from} where ${search.others} and ${search.matches} and ${exactly}${begin}
      union all
      select r.id, '1' || r.key from (${walkThrough(own, rest, byName, pageOf(query))}) r
    ) u order by key, id ${pageOf(query)}`;
}

/** The search of the order form and of the scanner: an exact barcode or sku comes before everything else. */
export function listAllVariants(
  tx: Tx,
  scope: ProjectScope,
  query: VariantQuery,
): Promise<Page<Stored<VariantRecord>>> {
  const q = query.q || undefined;
  const search = q && searchWords(q).length > 0 ? variantSearch(scope, query, q) : undefined;
  const name = q ? sql`(case when ${isExactly(q)} then '0' else '1' end || v.sort_name)` : sql`v.sort_name`;
  const others = variantConditions(scope, query);
  const plan: ListPlan = {
    columns: sql`${VARIANT_COLUMNS}, p.name as product_name, p.published, p.deleted_at`,
    from: VARIANT_TABLES,
    countFrom: variantTables(scope, query).all,
    where: search ? sql`${others} and ${search.matches}` : others,
    sorts: {
      name: { by: name, type: 'text' },
      created_at: { by: sql`v.created_at`, type: 'timestamptz' },
      available: { by: sql`(l.actual - l.booked)`, type: 'integer' },
      price: { by: sql`coalesce(v.price, 0)`, type: 'bigint' },
    },
    id: sql`v.id`,
    uneven: isFiltered(query.id, query.product_id, query.barcode, query.sku, query.published, query.in_stock),
  };
  const shape = (row: Row): Stored<VariantRecord> => ({
    ...variantRow(row),
    product_name: String(row.product_name),
    published: row.published === true,
    deleted: row.deleted_at !== null,
  });
  return search ? searchPage(tx, query, plan, search, shape) : readPage(tx, query, plan, shape);
}

export function listVariants(
  tx: Tx,
  scope: ProjectScope,
  product_id: string,
  query: Query<typeof contract.listVariants>,
): Promise<Page<Stored<ProductVariant>>> {
  const own = sql`v.project_id = ${scope.project.id} and v.product_id = ${product_id}
    and (v.deleted_at is null or v.deleted_at = p.deleted_at)`;
  return readPage(
    tx,
    query,
    {
      columns: VARIANT_COLUMNS,
      from: VARIANT_TABLES,
      where: own,
      sorts: { position: { by: sql`v.position`, type: 'integer' } },
      id: sql`v.id`,
    },
    variantRow,
  );
}

/** The variants of one product in their order; with a deleted product those that were deleted with it. */
export async function readVariants(
  tx: Tx,
  scope: ProjectScope,
  product_id: string,
  onlyId?: string,
): Promise<Stored<ProductVariant>[]> {
  const one = onlyId === undefined ? sql`` : sql` and v.id = ${onlyId}`;
  const found = await tx.execute<Row>(sql`
    select ${VARIANT_COLUMNS} from ${VARIANT_TABLES}
    where v.project_id = ${scope.project.id} and v.product_id = ${product_id}
      and (v.deleted_at is null or v.deleted_at = p.deleted_at)${one}
    order by v.position, v.id`);
  return found.rows.map(variantRow);
}

export type ProductHead = Stored<ProductRow> & {
  description: string;
  deleted_at: string | null;
  project_title: string;
};

/** Throws `catalog.not_found`; for a Client also when the product is hidden or deleted. */
export async function readHead(tx: Tx, scope: ProjectScope, id: string): Promise<ProductHead> {
  const seen = isClient(scope) ? sql` and p.published and p.deleted_at is null` : sql``;
  const found = await tx.execute<Row>(sql`
    select ${PRODUCT_COLUMNS}, p.description from products p
    where p.project_id = ${scope.project.id} and p.id = ${id}${seen}`);
  const [row] = found.rows;
  if (!row) throw catalogErrors.not_found();
  return {
    ...productRow(row),
    description: String(row.description),
    deleted_at: toInstantOrNull(row.deleted_at),
    project_title: scope.project.title,
  };
}

// Options

const OPTION_COLUMNS = sql`o.id, o.product_id, o.name, o.value_type, o.show_in_name, o.position,
  (select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'option_id', x.option_id, 'value', x.value, 'position', x.position)
      order by x.position, x.id), '[]')
    from product_values x where x.project_id = o.project_id and x.option_id = o.id) as values`;

function optionRow(row: Row): ProductVariantOption {
  return {
    id: String(row.id),
    product_id: String(row.product_id),
    name: String(row.name),
    value_type: row.value_type === 'number' ? 'number' : 'text',
    show_in_name: row.show_in_name === true,
    position: Number(row.position),
    values: row.values as ProductVariantOption['values'],
  };
}

export async function readOptions(
  tx: Tx,
  scope: ProjectScope,
  product_id: string,
  onlyId?: string,
): Promise<ProductVariantOption[]> {
  const one = onlyId === undefined ? sql`` : sql` and o.id = ${onlyId}`;
  const found = await tx.execute<Row>(sql`
    select ${OPTION_COLUMNS} from product_variant_options o
    where o.project_id = ${scope.project.id} and o.product_id = ${product_id}${one} order by o.position, o.id`);
  return found.rows.map(optionRow);
}

export function listAllOptions(
  tx: Tx,
  scope: ProjectScope,
  query: Query<typeof contract.listAllOptions>,
): Promise<Page<ProductVariantOption>> {
  const conditions = [
    sql`o.project_id = ${scope.project.id}`,
    sql`p.deleted_at is null`,
    ...(isClient(scope) ? [sql`p.published`] : []),
    ...(query.product_id ? [sql`o.product_id = ${query.product_id}`] : []),
    ...searchWords(query.q).map((word) => sql`lower(o.name collate "und-x-icu") like ${anyPart(word)}`),
  ];
  return readPage(
    tx,
    query,
    {
      columns: OPTION_COLUMNS,
      from: sql`product_variant_options o join products p on p.project_id = o.project_id and p.id = o.product_id`,
      where: all(conditions),
      sorts: { name: { by: inUkrainianOrder(sql`o.name`), type: 'text' } },
      id: sql`o.id`,
      uneven: isFiltered(query.product_id, query.q),
    },
    optionRow,
  );
}

/** Option names as the project uses them, with their values; the most used come first. At most a hundred. */
export async function readProjectOptions(tx: Tx, scope: ProjectScope): Promise<ProjectOption[]> {
  const seen = isClient(scope) ? sql` and p.published` : sql``;
  const found = await tx.execute<Row>(sql`
    select min(o.name) as name, min(o.value_type) as value_type, bool_or(o.show_in_name) as show_in_name,
      count(distinct o.product_id)::int as products_count,
      coalesce((array_agg(distinct x.value) filter (where x.value is not null))[1:200], '{}') as values
    from product_variant_options o
    join products p on p.project_id = o.project_id and p.id = o.product_id and p.deleted_at is null${seen}
    left join product_values x on x.project_id = o.project_id and x.option_id = o.id
    where o.project_id = ${scope.project.id}
    group by lower(o.name collate "und-x-icu") order by products_count desc, name limit 100`);
  return found.rows.map((row) => ({
    name: String(row.name),
    value_type: row.value_type === 'number' ? 'number' : 'text',
    show_in_name: row.show_in_name === true,
    values: row.values as string[],
    products_count: Number(row.products_count),
  }));
}
