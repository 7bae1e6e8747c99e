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
import { MAX_OPTIONS, MAX_VALUES, searchWords } from '@lanka/domain/catalog/rules';
import { EXACT_TOTAL, type Page } from '@lanka/domain/kit/lists';
import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '../../kit/db';
import {
  anyPart,
  atMost,
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
import { readTotals } from '../../stock';
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
  price: { by: sql`p.price_from`, type: 'bigint' },
  available: { by: sql`f.available`, type: 'bigint' },
};

type Stock = Query<typeof contract.listProducts>['stock'];

/** While so few products fulfil a filter by stock they are asked of it first; more are met soon on the way through the list. */
const FEW = 2_000;

/** Whether a list is best led by the figures that fulfil the filter: those of its order, or few. */
async function isLedByFigures(tx: Tx, projects: readonly string[], stock: Stock, sort: string): Promise<boolean> {
  if (sort.endsWith('available')) return true;
  if (!stock) return false;
  return isFew(tx, projects, fulfilling(stock));
}

/**
 * The figures of project `s` that fulfil the filter, in the order of an index that has those: so they are read by it
 * however many there are.
 */
const fulfilling = (stock: NonNullable<Stock>): SQL => sql`
  select f.* from product_figures f where f.project_id = s.project_id and ${all(stockCondition(stock))}
  order by ${stock === 'in_stock' ? sql`f.available, f.product_id` : sql`f.product_id`}`;

/** Whether `rows` has few, of each project `s`. */
async function isFew(tx: Tx, projects: readonly string[], rows: SQL): Promise<boolean> {
  const found = await tx.execute<{ few: boolean }>(sql`
    select count(*) < ${sql.raw(String(FEW))} as few
    from unnest(${uuids(projects)}) as s(project_id) cross join lateral (${rows} ${atMost(FEW)}) some_rows`);
  return found.rows[0]?.few === true;
}

/**
 * Products of the projects that `are` some, `= …`, with their figures where conditions or order speak of those. Each row
 * of what leads leads to one of the other: so the way does not hang on what the planner believes of the numbers.
 */
function productTables(projects: readonly string[], stock: Stock, led: boolean) {
  const product = (project: SQL, id: SQL) =>
    sql`lateral (select p.* from products p where p.project_id = ${project} and p.id = ${id} limit 1) p`;
  const ofFigure = product(sql`f.project_id`, sql`f.product_id`);
  const figures = sql`cross join lateral (select f.* from product_figures f
    where f.project_id = p.project_id and f.product_id = p.id limit 1) f`;
  const asked = led || stock ? figures : sql``;
  return {
    from: (are: SQL) =>
      led
        ? sql`(select * from product_figures where project_id ${are}) f cross join ${ofFigure}`
        : sql`products p ${asked}`,
    countFrom: stock
      ? sql`unnest(${uuids(projects)}) as s(project_id) cross join lateral (${fulfilling(stock)}) f cross join ${ofFigure}`
      : sql`products p`,
    /** As the index of what leads has it. */
    id: led ? sql`f.product_id` : sql`p.id`,
    ofHit: sql`${product(sql`hit.project_id`, sql`hit.id`)} ${asked}`,
  };
}
type ProductTables = ReturnType<typeof productTables>;

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

function stockCondition(stock: Stock): SQL[] {
  if (!stock) return [];
  const conditions = { in_stock: sql`f.available > 0`, out_of_stock: sql`f.out_of_stock > 0`, low: sql`f.low > 0` };
  return [conditions[stock]];
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
const PRODUCT_WALKS = ['created_at', 'updated_at', 'name', 'price', 'available'];

interface Wanted {
  readonly words: readonly string[];
  readonly tags: readonly string[];
  readonly deletedToo: boolean;
}

/**
 * The products of these projects that fulfil the conditions and hold the words, or without words one of the tags: no
 * condition on an array goes to an index behind row-level security. Null when neither is asked for.
 */
function searchIn(
  projects: readonly string[],
  { words, tags, deletedToo }: Wanted,
  others: SQL,
  { ofHit }: ProductTables,
): Search | null {
  if (words.length === 0 && tags.length === 0) return null;
  const byWords = words.length > 0;
  return {
    projects,
    ways: byWords ? [{ kind: PRODUCTS, words }] : tags.map((tag) => ({ kind: PRODUCTS, words: wordsIn(tag) })),
    matches: byWords ? fits(words, deletedToo) : all(tagCondition(tags)),
    others: all([others, ...(byWords ? tagCondition(tags) : [])]),
    row: ofHit,
    project: sql`p.project_id`,
    walks: PRODUCT_WALKS,
    age: { sort: '-created_at', by: sql`p.created_at` },
  };
}

export async function listProducts(
  tx: Tx,
  scope: ProjectScope,
  query: Query<typeof contract.listProducts>,
): Promise<Page<Stored<ProductRow>>> {
  const { id } = scope.project;
  const others = all([sql`p.project_id = ${id}`, ...stateConditions(scope, query), ...stockCondition(query.stock)]);
  const tables = productTables([id], query.stock, await isLedByFigures(tx, [id], query.stock, query.sort));
  const uneven = isFiltered(query.stock, query.status, query.published);
  const are = sql`= ${id}`;
  const plan = {
    columns: PRODUCT_COLUMNS,
    from: tables.from(are),
    where: others,
    sorts: PRODUCT_SORTS,
    id: tables.id,
    uneven,
  };
  const deletedToo = query.status === 'deleted';
  const search = searchIn([id], { words: searchWords(query.q), tags: query.tags ?? [], deletedToo }, others, tables);
  if (!search) return readPage(tx, query, { ...plan, countFrom: tables.countFrom }, productRow);
  return searchPage(tx, query, { ...plan, where: sql`${search.others} and ${search.matches}` }, search, productRow);
}

/** Published products of the suppliers where the user is a Client. */
export async function listDropshippingProducts(
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
  const tables = productTables(ids, query.stock, await isLedByFigures(tx, ids, query.stock, query.sort));
  const plan: ListPlan = {
    columns: sql`${PRODUCT_COLUMNS}, p.project_id, (select r.title from projects r where r.id = p.project_id) as project_title`,
    from: tables.from(sql`= any(${uuids(ids)})`),
    where: others,
    sorts: PRODUCT_SORTS,
    id: tables.id,
    uneven: isFiltered(query.stock, query.project_id),
  };
  const shape = (row: Row): Stored<DropshippingProduct> => ({
    ...productRow(row),
    project_id: String(row.project_id),
    project_title: String(row.project_title),
  });
  const search = searchIn(
    ids,
    { words: searchWords(query.q), tags: query.tags ?? [], deletedToo: false },
    others,
    tables,
  );
  if (!search) return readOfSuppliers(tx, query, plan, tables, ids, shape);
  const walk = (order: Order): SQL => {
    const own = { ...search, others: sql`p.project_id = s.project_id and ${search.others}` };
    const ofSupplier = { ...plan, from: tables.from(OF_SUPPLIER) };
    return ofEach(ids, walkThrough(ofSupplier, own, order, pageOf(query)), order, pageOf(query));
  };
  return searchPage(
    tx,
    query,
    { ...plan, where: sql`${search.others} and ${search.matches}` },
    { ...search, walk },
    shape,
  );
}

const OF_SUPPLIER = sql`= s.project_id`;

/** The first products of each supplier `s`, by his own index, put together: there is none over several. */
const ofEach = (ids: readonly string[], first: SQL, { direction }: Order, page: SQL): SQL => sql`
  select x.id from unnest(${uuids(ids)}) as s(project_id) cross join lateral (${first}) x
  order by x.key ${direction}, x.id ${direction} ${page}`;

async function readOfSuppliers<T>(
  tx: Tx,
  query: ListQuery,
  plan: ListPlan,
  tables: ProductTables,
  ids: readonly string[],
  shape: (row: Row) => T,
): Promise<Page<T>> {
  const selection: Selection = {
    parts: sql`none as (select 1)`,
    found: (order) => {
      const { by, begin, order: sorted } = order;
      const first = sql`select ${plan.id} as id, ${by} as key from ${tables.from(OF_SUPPLIER)}
        where p.project_id = s.project_id and ${plan.where}${begin} ${sorted} ${pageOf(query)}`;
      return ofEach(ids, first, order, pageOf(query));
    },
    total: sql`(select case when count(*) > ${EXACT_TOTAL} then -${sql.raw(String(EXACT_TOTAL))} else count(*) end::int from (
      select 1 from ${tables.countFrom} where ${plan.where} ${atMost(EXACT_TOTAL + 1)}) as some_rows)`,
    complete: sql`true`,
  };
  const page = await readSelected(tx, query, plan, selection, shape);
  if (!page) throw new Error('nothing was left out');
  return page;
}

export async function readSummary(tx: Tx, scope: ProjectScope): Promise<ProductsSummary> {
  const totals = await readTotals(tx, scope);
  const { products, published, deleted, modifications, out_of_stock, pieces, value } = totals;
  return {
    ...{ products, published, unpublished: products - published, deleted },
    ...{ modifications, out_of_stock, stock_count: pieces, stock_value: value },
  };
}

/** What is suggested is what so many of the newest products have: all, in a catalogue that is not larger. */
const SUGGESTED_BY = 5_000;

const newest = (scope: ProjectScope): SQL => sql`(
    select p.* from products p where p.project_id = ${scope.project.id} order by p.created_at desc, p.id desc ${atMost(SUGGESTED_BY)}
  ) p`;

/** Tags of the newest 5,000 products, the frequent ones first; twenty at most. */
export async function suggestTags(tx: Tx, scope: ProjectScope, q: string | undefined): Promise<string[]> {
  const seen = isClient(scope) ? sql` and p.published` : sql``;
  const found = await tx.execute<{ tag: string }>(sql`
    select tag from ${newest(scope)} cross join lateral unnest(p.tags) as tag
    where p.deleted_at is null${seen}
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
    ...(isClient(scope) ? [sql`v.published`] : []),
  ];
}

const inStock = (wanted: boolean): SQL => (wanted ? sql`l.available > 0` : sql`l.available = 0`);

type VariantQuery = Query<typeof contract.listAllVariants>;

function variantConditions(scope: ProjectScope, query: VariantQuery): SQL {
  const { id, product_id, barcode, sku, published, in_stock } = query;
  return all([
    ...visible(scope),
    ...(id ? [sql`v.id = any(${uuids(id)})`] : []),
    ...(product_id ? [sql`v.product_id = ${product_id}`] : []),
    ...(barcode ? [sql`v.barcode = ${barcode}`] : []),
    ...(sku ? [sql`v.sku_key = ${sku.toLowerCase()}`] : []),
    ...(published === undefined ? [] : [sql`v.published = ${published}`]),
    ...(in_stock === undefined ? [] : [inStock(in_stock)]),
  ]);
}

/** Whether the variant is just the one that was typed or scanned; by conditions that an index knows. */
function isExactly(q: string): SQL {
  const given = q.trim();
  return sql`(v.sku_key = ${given.toLowerCase()} or v.barcode = any(${texts([given, given.toLowerCase(), given.toUpperCase()])}))`;
}

/**
 * The tables that conditions and order speak of: a level is looked up only where it is asked, and leads to its variant
 * where the list is `led` by levels.
 */
function variantTables(scope: ProjectScope, query: VariantQuery, led: boolean) {
  const { in_stock } = query;
  const one = sql`limit 1`;
  const ofVariant = sql`
    cross join lateral (select l.* from stock_levels l
      where l.project_id = v.project_id and l.product_variant_id = v.id ${one}) l`;
  const ofProduct = sql`
    cross join lateral (select p.* from products p where p.project_id = v.project_id and p.id = v.product_id ${one}) p`;
  const levels = sql`(select * from stock_levels where project_id = ${scope.project.id} and listed) l`;
  const ofLevel = sql`${levels}
    cross join lateral (select v.* from product_variants v
      where v.project_id = l.project_id and v.id = l.product_variant_id ${one}) v`;
  const asked = in_stock === undefined ? sql`` : ofVariant;
  const all = led ? ofLevel : sql`product_variants v ${asked}`;
  const { id, product_id, barcode, sku, published } = query;
  const bare = !isClient(scope) && !isFiltered(id, product_id, barcode, sku, published);
  const counted = bare
    ? // what is listed lives: nothing else is to be known of the variant
      sql`${levels} cross join lateral (select l.project_id as project_id, null::timestamptz as deleted_at) v`
    : ofLevel;
  return {
    all,
    counted: in_stock === undefined ? sql`product_variants v` : counted,
    columns: led || in_stock !== undefined ? sql`${all} ${ofProduct}` : VARIANT_TABLES,
    /** As the index of what leads has it. */
    id: led ? sql`l.product_variant_id` : sql`v.id`,
    ofHit: sql`
      lateral (select v.* from product_variants v where v.project_id = hit.project_id and v.id = hit.id ${one}) v
      ${led || in_stock !== undefined ? ofVariant : sql``}`,
  };
}
type VariantTables = ReturnType<typeof variantTables>;

/** As of products: by the order, or while few are in stock, or out of it. */
async function isLedByLevels(tx: Tx, scope: ProjectScope, { in_stock, sort }: VariantQuery): Promise<boolean> {
  if (sort.endsWith('available')) return true;
  if (in_stock === undefined) return false;
  return isFew(
    tx,
    [scope.project.id],
    sql`select 1 from stock_levels l where l.project_id = s.project_id and l.listed and ${inStock(in_stock)}
      order by l.available, l.product_variant_id`,
  );
}

/** More than a product has variants: keeps the planner from turning the look at each product round. */
const VARIANTS_OF_PRODUCT = 100_000;

function variantSearch(scope: ProjectScope, query: VariantQuery, tables: VariantTables, q: string): Search {
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
    row: tables.ofHit,
    project: sql`v.project_id`,
    walks: ['created_at', 'price', 'available', ...(query.sort === '-name' ? [] : ['name'])],
  };
  if (query.sort !== 'name') return search;
  const from = tables.all;
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
export async function listAllVariants(
  tx: Tx,
  scope: ProjectScope,
  query: VariantQuery,
): Promise<Page<Stored<VariantRecord>>> {
  const q = query.q || undefined;
  const tables = variantTables(scope, query, await isLedByLevels(tx, scope, query));
  const search = q && searchWords(q).length > 0 ? variantSearch(scope, query, tables, q) : undefined;
  const name = q ? sql`(case when ${isExactly(q)} then '0' else '1' end || v.sort_name)` : sql`v.sort_name`;
  const others = variantConditions(scope, query);
  const plan: ListPlan = {
    columns: sql`${VARIANT_COLUMNS}, p.name as product_name, p.published, p.deleted_at`,
    from: tables.columns,
    countFrom: search ? tables.all : tables.counted,
    where: search ? sql`${others} and ${search.matches}` : others,
    sorts: {
      name: { by: name, type: 'text' },
      created_at: { by: sql`v.created_at`, type: 'timestamptz' },
      available: { by: sql`l.available`, type: 'integer' },
      price: { by: sql`v.sort_price`, type: 'bigint' },
    },
    id: tables.id,
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
  const product = sql`cross join lateral (
    select p.* from products p where p.project_id = o.project_id and p.id = o.product_id limit 1) p`;
  return readPage(
    tx,
    query,
    {
      columns: OPTION_COLUMNS,
      from: sql`product_variant_options o ${product}`,
      where: all(conditions),
      sorts: { name: { by: sql`o.sort_name`, type: 'text' } },
      id: sql`o.id`,
      uneven: isFiltered(query.product_id, query.q),
    },
    optionRow,
  );
}

/** Option names as the newest 5,000 products use them, with their values; the most used come first. At most a hundred. */
export async function readProjectOptions(tx: Tx, scope: ProjectScope): Promise<ProjectOption[]> {
  const seen = isClient(scope) ? sql` and p.published` : sql``;
  const found = await tx.execute<Row>(sql`
    select min(o.name) as name, min(o.value_type) as value_type, bool_or(o.show_in_name) as show_in_name,
      count(distinct o.product_id)::int as products_count,
      coalesce((array_agg(distinct x.value) filter (where x.value is not null))[1:200], '{}') as values
    from ${newest(scope)}
    cross join lateral (select o.* from product_variant_options o
      where o.project_id = p.project_id and o.product_id = p.id ${atMost(MAX_OPTIONS)}) o
    left join lateral (select x.value from product_values x
      where x.project_id = o.project_id and x.option_id = o.id ${atMost(MAX_VALUES)}) x on true
    where p.deleted_at is null${seen}
    group by lower(o.name collate "und-x-icu") order by products_count desc, name limit 100`);
  return found.rows.map((row) => ({
    name: String(row.name),
    value_type: row.value_type === 'number' ? 'number' : 'text',
    show_in_name: row.show_in_name === true,
    values: row.values as string[],
    products_count: Number(row.products_count),
  }));
}
