import type * as contract from '@lanka/domain/catalog/contract';
import type { DropshippingProduct, ProductRow, ProductsSummary } from '@lanka/domain/catalog/contract';
import { catalogErrors } from '@lanka/domain/catalog/errors';
import { searchWords } from '@lanka/domain/catalog/rules';
import { EXACT_TOTAL, type Page } from '@lanka/domain/kit/lists';
import type { StoredValues } from '@lanka/domain/templates/fields';
import { type SQL, sql } from 'drizzle-orm';
import type { DropshippingScope, ProjectScope } from '../../kit/auth/scope';
import type { Tx } from '../../kit/db/db';
import {
  atMost,
  isFiltered,
  type ListPlan,
  type Order,
  pageOf,
  readPage,
  readSelected,
  type Selection,
  type SortField,
  toInstant,
  toInstantOrNull,
} from '../../kit/db/paging';
import { hasWord, rootsOf } from '../../kit/db/words';
import { type Search, searchPage, walkThrough, wordsIn } from '../../search';
import { readTotals } from '../../stock';
import { type ListedFields, readListedFields } from '../../templates';
import { changedGoods, type Look } from '../changes/looks.store';
import { PRODUCTS } from '../searched.store';
import { attributesOfProducts } from './attributes.store';
import {
  all,
  categoryCondition,
  isClient,
  isFew,
  keptTotal,
  type Query,
  type Row,
  type Stored,
  tagCondition,
  uuids,
} from './base.store';

const PRODUCT_COLUMNS = sql`p.id, p.name, p.published, p.tracked, p.deleted_at, p.tags, p.vendor, p.unit, p.category_id, p.category_path, p.version, p.created_at, p.updated_at,
  p.thumbnail, p.variants_count, p.only_variant_id, p.first_sku, p.min_price, p.max_price, p.min_recommended_price,
  p.max_recommended_price, f.actual, f.available, f.out_of_stock`;

/** The figures of product `p`; every product has them. */
const FIGURES = sql`cross join lateral (select f.* from product_figures f
  where f.project_id = p.project_id and f.product_id = p.id limit 1) f`;

const PRODUCT_SORTS: Record<string, SortField> = {
  created_at: { by: sql`p.created_at`, type: 'timestamptz' },
  updated_at: { by: sql`p.updated_at`, type: 'timestamptz' },
  name: { by: sql`p.sort_name`, type: 'text' },
  price: { by: sql`p.price_from`, type: 'bigint' },
  available: { by: sql`f.available`, type: 'bigint' },
};

type Stock = Query<typeof contract.listProducts>['stock'];

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

/**
 * Products of the projects that `are` some, `= …`, with their figures; what is searched or counted has those only where
 * conditions or order speak of them. Each row of what leads leads to one of the other: so the way does not hang on what
 * the planner believes of the numbers.
 */
function productTables(projects: readonly string[], stock: Stock, led: boolean) {
  const product = (project: SQL, id: SQL) =>
    sql`lateral (select p.* from products p where p.project_id = ${project} and p.id = ${id} limit 1) p`;
  const ofFigure = product(sql`f.project_id`, sql`f.product_id`);
  const ledByFigures = (are: SQL) =>
    sql`(select * from product_figures where project_id ${are}) f cross join ${ofFigure}`;
  return {
    from: (are: SQL) => (led ? ledByFigures(are) : sql`products p ${FIGURES}`),
    /** What a search walks through and counts: without figures that nobody asks about. */
    searched: (are: SQL) => (led ? ledByFigures(are) : sql`products p ${stock ? FIGURES : sql``}`),
    countFrom: stock
      ? sql`unnest(${uuids(projects)}) as s(project_id) cross join lateral (${fulfilling(stock)}) f cross join ${ofFigure}`
      : sql`products p`,
    /** As the index of what leads has it. */
    id: led ? sql`f.product_id` : sql`p.id`,
  };
}
type ProductTables = ReturnType<typeof productTables>;

function productRow(row: Row): Stored<ProductRow> {
  const kopecks = (value: unknown): number | null => (value === null ? null : Number(value));
  const actual = Number(row.actual);
  const available = Number(row.available);
  return {
    id: String(row.id),
    name: String(row.name),
    thumbnail: row.thumbnail as string | null,
    published: row.published === true,
    tracked: row.tracked === true,
    deleted: row.deleted_at !== null,
    tags: row.tags as string[],
    vendor: String(row.vendor),
    unit: String(row.unit),
    category_id: row.category_id as string | null,
    category_path: String(row.category_path),
    variants_count: Number(row.variants_count),
    out_of_stock_count: Number(row.out_of_stock),
    only_variant_id: row.only_variant_id as string | null,
    sku: String(row.first_sku),
    actual,
    booked: row.tracked === true ? actual - available : 0,
    available,
    min_price: kopecks(row.min_price),
    max_price: kopecks(row.max_price),
    min_recommended_price: kopecks(row.min_recommended_price),
    max_recommended_price: kopecks(row.max_recommended_price),
    version: Number(row.version),
    created_at: toInstant(row.created_at),
    updated_at: toInstant(row.updated_at),
  };
}

/** Each word, in any of its forms, in the product's name, or in the text of one of its variants. */
function fits(words: readonly string[], deletedToo: boolean): SQL {
  const living = deletedToo ? sql`` : sql` and v.deleted_at is null`;
  const name = sql`lower((p.name || ' ' || p.category_path) collate "und-x-icu")`;
  const inName = all(words.map((word) => hasWord(name, word)));
  const inVariants = all(words.map((word) => hasWord(sql`v.search_text`, word)));
  // not `exists`, of which PostgreSQL makes one look at all variants when it expects many products
  return sql`(${inName} or coalesce((
    select true from product_variants v where v.project_id = p.project_id and v.product_id = p.id${living} and ${inVariants} limit 1), false))`;
}

function stockCondition(stock: Stock): SQL[] {
  if (!stock) return [];
  const conditions = { in_stock: sql`f.available > 0`, out_of_stock: sql`f.out_of_stock > 0`, low: sql`f.low > 0` };
  return [conditions[stock]];
}

function stateConditions(scope: ProjectScope, query: Query<typeof contract.listProducts>): SQL[] {
  if (isClient(scope)) return [sql`p.deleted_at is null`, sql`p.published`];
  if (query.status === 'deleted') return [sql`p.deleted_at is not null`];
  const published = query.status ? query.status === 'published' : query.published;
  if (published !== undefined) return [sql`p.deleted_at is null`, sql`p.published = ${published}`];
  return [sql`p.deleted_at is null`, ...(query.include_unpublished ? [] : [sql`p.published`])];
}

/** How many products are in that state; the same choice as `stateConditions`. */
function totalOfState(scope: ProjectScope, query: Query<typeof contract.listProducts>): SQL {
  if (isClient(scope)) return sql`t.published`;
  if (query.status === 'deleted') return sql`t.deleted`;
  const published = query.status ? query.status === 'published' : query.published;
  if (published === false) return sql`t.products - t.published`;
  return published || !query.include_unpublished ? sql`t.published` : sql`t.products`;
}

/** By these a list of products of one project walks an index. */
const PRODUCT_WALKS = ['created_at', 'updated_at', 'name', 'price', 'available'];

/** Values of fields and attributes that are filtered by: by what the index finds them, and how they stand in a row. */
interface Values {
  readonly words: readonly string[];
  readonly conditions: readonly SQL[];
}

interface Wanted {
  readonly words: readonly string[];
  readonly tags: readonly string[];
  readonly values?: Values;
  readonly deletedToo: boolean;
}

const NO_VALUES: Values = { words: [], conditions: [] };

/**
 * The products of these projects that fulfil the conditions and hold the words, or without words one of the tags, and
 * have the values: no condition on an array or on JSON goes to an index behind row-level security. Null when none is
 * asked for.
 */
function searchIn(
  projects: readonly string[],
  { words, tags, values = NO_VALUES, deletedToo }: Wanted,
  others: SQL,
): Search | null {
  if (words.length === 0 && tags.length === 0 && values.words.length === 0) return null;
  const byTags = words.length === 0 && tags.length > 0;
  const ways = byTags ? tags.map((tag) => [...wordsIn(tag), ...values.words]) : [[...rootsOf(words), ...values.words]];
  return {
    projects,
    ways: ways.map((each) => ({ kind: PRODUCTS, words: each })),
    matches: all([
      ...(words.length > 0 ? [fits(words, deletedToo)] : []),
      ...(byTags ? tagCondition(tags) : []),
      ...values.conditions,
    ]),
    others: all([others, ...(byTags ? [] : tagCondition(tags))]),
    walks: PRODUCT_WALKS,
    age: { sort: '-created_at', by: sql`p.created_at` },
    exact: values.words.length > 0,
  };
}

const shapeWith =
  ({ shown }: ListedFields) =>
  (row: Row): Stored<ProductRow> =>
    shown ? { ...productRow(row), fields: row.fields as StoredValues } : productRow(row);

export async function listProducts(
  tx: Tx,
  scope: ProjectScope,
  query: Query<typeof contract.listProducts>,
): Promise<Page<Stored<ProductRow>>> {
  const { id } = scope.project;
  const listed = await readListedFields(tx, scope, 'product', query, sql`p.fields`);
  const attributes = await attributesOfProducts(tx, scope, query.attributes);
  const values: Values = {
    words: [...listed.words, ...attributes.words],
    conditions: [...listed.conditions, ...attributes.conditions],
  };
  const others = all([
    sql`p.project_id = ${id}`,
    ...stateConditions(scope, query),
    ...stockCondition(query.stock),
    ...(await categoryCondition(tx, [id], query.category_id)),
  ]);
  const tables = productTables([id], query.stock, await isLedByFigures(tx, [id], query.stock, query.sort));
  const customPlan = isFiltered(
    query.stock,
    query.status,
    query.published,
    query.category_id,
    query.fields,
    query.attributes,
  );
  const are = sql`= ${id}`;
  const plan = {
    columns: listed.shown ? sql`${PRODUCT_COLUMNS}, ${listed.shown} as fields` : PRODUCT_COLUMNS,
    from: tables.from(are),
    where: all([others, ...values.conditions]),
    sorts: PRODUCT_SORTS,
    id: tables.id,
    customPlan,
  };
  const deletedToo = query.status === 'deleted';
  const shape = shapeWith(listed);
  const search = searchIn([id], { words: searchWords(query.q), tags: query.tags ?? [], values, deletedToo }, others);
  const kept =
    query.stock || query.category_id || values.conditions.length > 0
      ? undefined
      : keptTotal([id], totalOfState(scope, query));
  if (!search) return readPage(tx, query, { ...plan, countFrom: tables.countFrom, keptTotal: kept }, shape);
  const where = sql`${search.others} and ${search.matches}`;
  return searchPage(tx, query, { ...plan, countFrom: tables.searched(are), where }, search, shape);
}

type OfSuppliers = Query<typeof contract.listDropshippingProducts>;
export type StoredOfSupplier = Stored<ProductRow> &
  Pick<DropshippingProduct, 'project_id' | 'project_title' | 'on_order'>;

/** As `productTables`, led by what changed since somebody last looked. */
function changedTables(looks: readonly Look[], what: NonNullable<OfSuppliers['changed']>, stock: Stock): ProductTables {
  const led = (are: SQL) => sql`(${changedGoods(looks, what, are)}) c
    cross join lateral (select p.* from products p where p.project_id = c.project_id and p.id = c.product_id limit 1) p`;
  return {
    from: (are) => sql`${led(are)} ${FIGURES}`,
    searched: (are) => sql`${led(are)} ${stock ? FIGURES : sql``}`,
    countFrom: sql`${led(sql`is not null`)} ${stock ? FIGURES : sql``}`,
    id: sql`p.id`,
  };
}

/** What one piece costs whoever has these discounts, of the cheapest modification: as `lessPercent` says. */
function costConditions({ price_from, price_to }: OfSuppliers, looks: readonly Look[]): SQL[] {
  if (price_from === undefined && price_to === undefined) return [];
  const discounts = JSON.stringify(Object.fromEntries(looks.map(({ project_id, discount }) => [project_id, discount])));
  const paid = sql`10000 - (${discounts}::jsonb ->> p.project_id::text)::bigint`;
  const cost = sql`(p.min_price * (${paid}) + 5000) / 10000`;
  const within = all([
    ...(price_from === undefined ? [] : [sql`${cost} >= ${price_from}`]),
    ...(price_to === undefined ? [] : [sql`${cost} <= ${price_to}`]),
  ]);
  // so the list is walked: of an expression PostgreSQL believes that next to nothing fulfils it, and sorts what does
  return [sql`coalesce(${within}, false)`];
}

/** Published products of the suppliers at whom he looks. */
export async function listDropshippingProducts(
  tx: Tx,
  looks: readonly Look[],
  query: OfSuppliers,
): Promise<Page<StoredOfSupplier>> {
  const ids = looks.map(({ project_id }) => project_id);
  const others = all([
    sql`p.project_id = any(${uuids(ids)})`,
    sql`p.deleted_at is null`,
    sql`p.published`,
    ...stockCondition(query.stock),
    ...costConditions(query, looks),
    ...(await categoryCondition(tx, ids, query.category_id)),
  ]);
  const ofStock = productTables(
    ids,
    query.stock,
    !query.changed && (await isLedByFigures(tx, ids, query.stock, query.sort)),
  );
  const tables = query.changed ? changedTables(looks, query.changed, query.stock) : ofStock;
  const plan: ListPlan = {
    columns: sql`${PRODUCT_COLUMNS}, p.project_id, (select r.title from projects r where r.id = p.project_id) as project_title,
      (select r.allow_backorders from projects r where r.id = p.project_id) as on_order`,
    from: ofStock.from(sql`= any(${uuids(ids)})`),
    where: others,
    sorts: PRODUCT_SORTS,
    id: tables.id,
    customPlan: isFiltered(query.stock, query.project_id, query.category_id, query.changed, ...pricesOf(query)),
  };
  const shape = (row: Row): StoredOfSupplier => ({
    ...productRow(row),
    project_id: String(row.project_id),
    project_title: String(row.project_title),
    on_order: row.on_order === true,
  });
  const search = searchIn(ids, { words: searchWords(query.q), tags: query.tags ?? [], deletedToo: false }, others);
  if (!search) return readOfSuppliers(tx, query, plan, tables, ids, shape);
  const walk = (order: Order): SQL => {
    const own = { ...search, others: sql`p.project_id = s.project_id and ${search.others}` };
    const ofSupplier = { ...plan, countFrom: tables.searched(OF_SUPPLIER) };
    return ofEach(ids, walkThrough(ofSupplier, own, order, pageOf(query)), order, pageOf(query));
  };
  return searchPage(
    tx,
    query,
    {
      ...plan,
      countFrom: tables.searched(sql`= any(${uuids(ids)})`),
      where: sql`${search.others} and ${search.matches}`,
    },
    { ...search, walk },
    shape,
  );
}

/** Goods of his suppliers with these words; without any the newest. */
export async function findOfSuppliers(
  tx: Tx,
  { suppliers }: DropshippingScope,
  q: string,
  limit: number,
): Promise<{ project_id: string; product_id: string }[]> {
  const looks = suppliers.map(({ project_id }) => ({ ...NO_LOOK, project_id }));
  const query = q ? { q, sort: 'name', limit } : { sort: '-created_at', limit };
  const { items } = await listDropshippingProducts(tx, looks, query);
  return items.map(({ project_id, id }) => ({ project_id, product_id: id }));
}
const NO_LOOK = { seen_at: '-infinity', level: null, discount: 0, tells: false };

/** Not as what is left out: nought is a price to filter by. */
const pricesOf = ({ price_from, price_to }: OfSuppliers) => [price_from, price_to].map((price) => price?.toString());

const OF_SUPPLIER = sql`= s.project_id`;

/** The first products of each supplier `s`, by his own index, put together: there is none over several. */
const ofEach = (ids: readonly string[], first: SQL, { direction }: Order, page: SQL): SQL => sql`
  select x.id from unnest(${uuids(ids)}) as s(project_id) cross join lateral (${first}) x
  order by x.key ${direction}, x.id ${direction} ${page}`;

async function readOfSuppliers<T>(
  tx: Tx,
  query: OfSuppliers,
  plan: ListPlan,
  tables: ProductTables,
  ids: readonly string[],
  shape: (row: Row) => T,
): Promise<Page<T>> {
  const total = isFiltered(query.stock, query.category_id, query.changed, ...pricesOf(query))
    ? sql`(select count(*) from (
        select 1 from ${tables.countFrom} where ${plan.where} ${atMost(EXACT_TOTAL + 1)}) as some_rows)`
    : keptTotal(ids, sql`t.published`);
  const selection: Selection = {
    parts: sql`none as (select 1)`,
    found: (order) => {
      const { by, begin, order: sorted } = order;
      const first = sql`select ${plan.id} as id, ${by} as key from ${tables.from(OF_SUPPLIER)}
        where p.project_id = s.project_id and ${plan.where}${begin} ${sorted} ${pageOf(query)}`;
      return ofEach(ids, first, order, pageOf(query));
    },
    total: sql`(with n as materialized (select ${total} as total)
      select case when total > ${EXACT_TOTAL} then -${sql.raw(String(EXACT_TOTAL))} else total end::int from n)`,
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

/**
 * Between what prices these products stand for one piece by a level: what `choosePrice` says of one, added up by the
 * database, so that a page does not carry the variants of all its products.
 */
export async function readOwnRanges(
  tx: Tx,
  rows: readonly { readonly project_id: string; readonly id: string; readonly level: string }[],
): Promise<ReadonlyMap<string, { min_price: number | null; max_price: number | null }>> {
  const found = await tx.rows<Row>(sql`
    select r.id, own.min_price, own.max_price
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(project_id uuid, id uuid, level text)
    cross join lateral (
      select min(coalesce(s.price, v.price)) as min_price, max(coalesce(s.price, v.price)) as max_price
      from product_variants v left join lateral (
        select (x ->> 'price')::bigint as price from jsonb_array_elements(v.prices) x
        where x ->> 'price_level_id' = r.level and x ->> 'from_count' = '1') s on true
      where v.project_id = r.project_id and v.product_id = r.id and v.deleted_at is null
    ) own`);
  const kopecks = (value: unknown): number | null => (value === null ? null : Number(value));
  return new Map(
    found.map((row) => [String(row.id), { min_price: kopecks(row.min_price), max_price: kopecks(row.max_price) }]),
  );
}

export type ProductHead = Stored<ProductRow> & {
  description: string;
  deleted_at: string | null;
  project_title: string;
  fields: StoredValues;
};

/** Throws `catalog.not_found`; for a Client also when the product is hidden or deleted. */
export async function readHead(tx: Tx, scope: ProjectScope, id: string): Promise<ProductHead> {
  const seen = isClient(scope) ? sql` and p.published and p.deleted_at is null` : sql``;
  const [row] = await tx.rows<Row>(sql`
    select ${PRODUCT_COLUMNS}, p.description, p.fields from products p ${FIGURES}
    where p.project_id = ${scope.project.id} and p.id = ${id}${seen}`);
  if (!row) throw catalogErrors.not_found();
  return {
    ...productRow(row),
    description: String(row.description),
    fields: row.fields as StoredValues,
    deleted_at: toInstantOrNull(row.deleted_at),
    project_title: scope.project.title,
  };
}
