import type * as contract from '@lanka/domain/catalog/contract';
import type { ProductVariant, VariantRecord } from '@lanka/domain/catalog/contract';
import { searchWords } from '@lanka/domain/catalog/rules';
import type { Page } from '@lanka/domain/kit/lists';
import { sidesBy } from '@lanka/domain/kit/size';
import type { StoredValues } from '@lanka/domain/templates/fields';
import { type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../../kit/auth/scope';
import type { Tx } from '../../kit/db/db';
import { atMost, isFiltered, type ListPlan, type Order, pageOf, readPage, toInstant } from '../../kit/db/paging';
import { hasWord, rootsOf } from '../../kit/db/words';
import { type Search, searchPage, walkThrough, wordsIn } from '../../search';
import { readListedFields } from '../../templates';
import { PRODUCTS } from '../searched.store';
import { attributesOfVariants } from './attributes.store';
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
  texts,
  uuids,
} from './base.store';

const VARIANT_COLUMNS = sql`v.id, v.product_id, v.name, v.name_given, v.sku, v.barcode, v.code, v.price, v.prices, v.recommended_price, v.weight,
  v.length, v.width, v.height, v.description, v.place, v.minimum, v.position, v.version, v.created_at, v.updated_at, v.thumbnail, l.actual, l.booked, l.available, l.tracked,
  (select coalesce(jsonb_agg(jsonb_build_object('option', o.name, 'value', x.value) order by o.position, o.id), '[]')
    from product_values x join product_variant_options o on o.project_id = x.project_id and o.id = x.option_id
    where x.project_id = v.project_id and x.id = any(v.value_ids)) as values`;

const VARIANT_TABLES = sql`product_variants v
  join products p on p.project_id = v.project_id and p.id = v.product_id
  join stock_levels l on l.project_id = v.project_id and l.product_variant_id = v.id`;

function variantRow(row: Row): Stored<ProductVariant> {
  const number = (value: unknown): number | null => (value === null ? null : Number(value));
  return {
    id: String(row.id),
    product_id: String(row.product_id),
    name: String(row.name),
    name_given: row.name_given === true,
    sku: String(row.sku),
    barcode: row.barcode as string | null,
    code: row.code as string | null,
    price: number(row.price),
    prices: row.prices as ProductVariant['prices'],
    recommended_price: number(row.recommended_price),
    weight: number(row.weight),
    ...sidesBy((side) => number(row[side])),
    description: String(row.description),
    place: String(row.place),
    minimum: number(row.minimum),
    values: row.values as ProductVariant['values'],
    thumbnail: row.thumbnail as string | null,
    ...(row.fields ? { fields: row.fields as StoredValues } : {}),
    position: Number(row.position),
    actual: Number(row.actual),
    booked: Number(row.booked),
    available: Number(row.available),
    tracked: row.tracked === true,
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

/** How many variants there are, by what is available of them. */
const TOTALS = {
  all: sql`t.modifications`,
  in_stock: sql`t.modifications - t.out_of_stock`,
  out_of_stock: sql`t.out_of_stock`,
};

const inStock = (wanted: boolean): SQL => (wanted ? sql`l.available > 0` : sql`l.available = 0`);

type VariantQuery = Query<typeof contract.listAllVariants>;

/** Those of the goods that are asked for by category: found first, by their index. */
async function ofCategory(tx: Tx, scope: ProjectScope, id: string | undefined): Promise<SQL[]> {
  const conditions = await categoryCondition(tx, [scope.project.id], id);
  return conditions.map(
    (condition) => sql`v.product_id = any(array(
      select p.id from products p where p.project_id = ${scope.project.id} and ${condition}))`,
  );
}

// not a join: then the look at each variant's product is what the planner turns round
const ofTags = (tags: readonly string[] | undefined): SQL[] =>
  tagCondition(tags).map(
    (condition) => sql`coalesce((
      select ${condition} from products p where p.project_id = v.project_id and p.id = v.product_id limit 1), false)`,
  );

function variantConditions(scope: ProjectScope, query: VariantQuery): SQL {
  const { id, product_id, barcode, sku, published, in_stock } = query;
  return all([
    ...visible(scope),
    ...(id ? [sql`v.id = any(${uuids(id)})`] : []),
    ...(product_id ? [sql`v.product_id = ${product_id}`] : []),
    ...(barcode ? [sql`v.code = ${barcode}`] : []),
    ...(sku ? [sql`v.sku_key = ${sku.toLowerCase()}`] : []),
    ...(published === undefined ? [] : [sql`v.published = ${published}`]),
    ...(in_stock === undefined ? [] : [inStock(in_stock)]),
  ]);
}

/** Whether the variant is just the one that was typed or scanned; by conditions that an index knows. */
function isExactly(q: string): SQL {
  const given = q.trim();
  return sql`(v.sku_key = ${given.toLowerCase()} or v.code = any(${texts([given, given.toLowerCase(), given.toUpperCase()])}))`;
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
  const { id, product_id, barcode, sku, published, fields, category_id, attributes } = query;
  const isNarrowed = isFiltered(id, product_id, barcode, sku, published, fields, category_id, attributes);
  const bare = !isClient(scope) && !isNarrowed;
  const counted = bare
    ? // what is listed lives: nothing else is to be known of the variant
      sql`${levels} cross join lateral (select l.project_id as project_id, null::timestamptz as deleted_at) v`
    : ofLevel;
  return {
    all,
    counted: in_stock === undefined ? sql`product_variants v` : counted,
    total: bare
      ? keptTotal([scope.project.id], TOTALS[in_stock === undefined ? 'all' : in_stock ? 'in_stock' : 'out_of_stock'])
      : undefined,
    columns: led || in_stock !== undefined ? sql`${all} ${ofProduct}` : VARIANT_TABLES,
    /** As the index of what leads has it. */
    id: led ? sql`l.product_variant_id` : sql`v.id`,
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

/** By the words that the index of goods knows: the variants of each product that was found. */
const wayTo = (scope: ProjectScope, words: readonly string[]): Search['ways'][number] => ({
  kind: PRODUCTS,
  words,
  rows: (found) => sql`
    select v.id from ${found} f cross join lateral (
      select v.id from product_variants v
      where v.project_id = ${scope.project.id} and v.product_id = f.id and v.deleted_at is null
      ${atMost(VARIANTS_OF_PRODUCT)}) v`,
});

/** Without words the tags lead to the index of words, as in the list of products. */
function tagSearch(scope: ProjectScope, tags: readonly string[], others: SQL): Search {
  return {
    projects: [scope.project.id],
    ways: tags.map((tag) => wayTo(scope, wordsIn(tag))),
    matches: all(ofTags(tags)),
    others,
    walks: ['created_at', 'price', 'available', 'place', 'name'],
  };
}

interface Wanted {
  readonly q: string;
  /** What the index knows of values that are filtered by: with the words of `q` or of tags it leads to the goods. */
  readonly values: readonly string[];
  /** How these stand in a row. */
  readonly conditions: readonly SQL[];
  readonly others: SQL;
}

function variantSearch(
  scope: ProjectScope,
  query: VariantQuery,
  { all: from }: VariantTables,
  { q, values, conditions, others }: Wanted,
): Search {
  const words = searchWords(q);
  const search: Search = {
    projects: [scope.project.id],
    ways: [wayTo(scope, [...rootsOf(words), ...values])],
    matches: all([sql`true`, ...words.map((word) => hasWord(sql`v.search_text`, word)), ...conditions]),
    others,
    exact: values.length > 0,
    walks: ['created_at', 'price', 'available', 'place', ...(query.sort === '-name' ? [] : ['name'])],
  };
  if (query.sort !== 'name' || q === '') return search;
  return { ...search, walk: (order) => walkByName(from, query, search, isExactly(q), order) };
}

/** The exact ones, by their indexes, and the others by name: `key` is what the list is sorted by. */
function walkByName(from: SQL, query: VariantQuery, search: Search, exactly: SQL, { begin, by, after }: Order): SQL {
  const own = { from, id: sql`v.id`, customPlan: true };
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
  const listed = await readListedFields(tx, scope, 'product_modification', query, sql`v.fields`);
  const tables = variantTables(scope, query, await isLedByLevels(tx, scope, query));
  const attributes = await attributesOfVariants(tx, scope, query.attributes);
  const others = all([variantConditions(scope, query), ...(await ofCategory(tx, scope, query.category_id))]);
  const conditions = [...listed.conditions, ...attributes.conditions];
  const values = [...listed.words, ...attributes.words];
  const isSearched = searchWords(q ?? '').length > 0 || values.length > 0;
  const { tags } = query;
  const wanted = { q: q ?? '', values, conditions, others: all([others, ...ofTags(tags)]) };
  const search = isSearched
    ? variantSearch(scope, query, tables, wanted)
    : tags && tags.length > 0
      ? tagSearch(scope, tags, others)
      : undefined;
  const name = q ? sql`(case when ${isExactly(q)} then '0' else '1' end || v.sort_name)` : sql`v.sort_name`;
  const plan: ListPlan = {
    columns: sql`${VARIANT_COLUMNS}, p.name as product_name, p.unit, p.published, p.deleted_at${listed.shown ? sql`, ${listed.shown} as fields` : sql``}`,
    from: tables.columns,
    countFrom: search ? tables.all : tables.counted,
    keptTotal: search ? undefined : tables.total,
    where: search ? sql`${search.others} and ${search.matches}` : all([others, ...conditions]),
    sorts: {
      name: { by: name, type: 'text' },
      created_at: { by: sql`v.created_at`, type: 'timestamptz' },
      available: { by: sql`l.available`, type: 'integer' },
      price: { by: sql`v.sort_price`, type: 'bigint' },
      place: { by: sql`v.sort_place`, type: 'text' },
    },
    id: tables.id,
    customPlan: isFiltered(
      ...[query.id, query.product_id, query.barcode, query.sku, query.published, query.in_stock, query.fields],
      ...[query.category_id, query.attributes],
    ),
  };
  const shape = (row: Row): Stored<VariantRecord> => ({
    ...variantRow(row),
    product_name: String(row.product_name),
    unit: String(row.unit),
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
      columns: sql`${VARIANT_COLUMNS}, v.fields`,
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
  const found = await tx.rows<Row>(sql`
    select ${VARIANT_COLUMNS}, v.fields from ${VARIANT_TABLES}
    where v.project_id = ${scope.project.id} and v.product_id = ${product_id}
      and (v.deleted_at is null or v.deleted_at = p.deleted_at)${one}
    order by v.position, v.id`);
  return found.map(variantRow);
}
