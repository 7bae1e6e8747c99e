import { searchWords } from '@lanka/domain/catalog/rules';
import { common } from '@lanka/domain/kit/errors';
import { EXACT_TOTAL } from '@lanka/domain/kit/lists';
import type { Source } from '@lanka/domain/my_goods/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import { idArray, textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { awaitLocks, type Locked } from '../kit/db/locked';
import { atMost, toInstant } from '../kit/db/paging';
import { all, hasWord } from '../kit/db/words';

export interface OwnVariant {
  readonly sku: string | null;
  readonly price: number | null;
}

export interface StoredGoods {
  readonly project_id: string;
  readonly project_title: string;
  readonly id: string;
  readonly product_id: string;
  readonly name: string;
  readonly own_name: string | null;
  readonly own_description: string | null;
  readonly tags: readonly string[];
  readonly sync: boolean;
  readonly source_photos: boolean;
  /** Of his first photo. */
  readonly thumbnail: string | null;
  readonly taken: Source;
  readonly taken_at: string;
  /** By the modification. */
  readonly own: Readonly<Record<string, OwnVariant>>;
  readonly version: number;
  readonly created_at: string;
}
export type LockedGoods = Locked<'my_goods', StoredGoods>;

const COLUMNS = sql`g.project_id, p.title as project_title, g.id, g.product_id, g.name, g.own_name, g.own_description,
  g.tags, g.sync, g.source_photos, g.taken, g.taken_at, g.version, g.created_at,
  (select json_object_agg(v.product_variant_id, json_build_object('sku', v.sku, 'price', v.price))
    from my_goods_variants v where v.project_id = g.project_id and v.goods_id = g.id) as own,
  (select f.thumbnail from my_goods_photos f where f.project_id = g.project_id and f.goods_id = g.id
    order by f.position limit 1) as thumbnail`;

const asGoods = (row: Record<string, unknown>): StoredGoods => ({
  ...(row as unknown as StoredGoods),
  own: (row.own as StoredGoods['own'] | null) ?? {},
  version: Number(row.version),
  taken_at: toInstant(row.taken_at),
  created_at: toInstant(row.created_at),
});

/** All suppliers that he has or had: what he said of goods stays his. */
export const suppliersOf = ({ suppliers, past_suppliers }: DropshippingScope): string[] =>
  [...suppliers, ...past_suppliers].map(({ project_id }) => project_id);

export interface Asked {
  readonly q?: string | undefined;
  readonly tag?: string | undefined;
  readonly project_id?: string | undefined;
  readonly changed?: boolean | undefined;
}

/**
 * The supplier’s words count as they are now where they are taken by themselves and he may see the goods: what he has
 * taken once may be called otherwise there by now. A value, not `exists`: for that PostgreSQL would read all goods of all
 * suppliers beforehand.
 */
const isFound = ({ suppliers }: DropshippingScope, q: string): SQL => {
  const open = sql.param(suppliers.map(({ project_id }) => project_id));
  const has = (text: SQL) => all(searchWords(q).map((word) => hasWord(text, word)));
  return sql`(${has(sql`g.search_text`)} or g.sync and g.project_id = any(${open}::uuid[]) and (
    select true from products s join product_variants v on v.project_id = s.project_id and v.product_id = s.id
    where s.project_id = g.project_id and s.id = g.product_id and s.published and s.deleted_at is null
      and v.deleted_at is null and ${has(sql`(g.search_text || ' ' || v.search_text)`)} limit 1))`;
};

const fits = (scope: DropshippingScope, { q, tag, changed }: Asked): SQL =>
  sql.join(
    [
      sql`true`,
      ...(q ? [isFound(scope, q)] : []),
      ...(tag ? [sql`g.tags @> array[${tag}]::text[]`] : []),
      // where all is taken by itself nothing is left to be taken
      ...(changed ? [sql`not g.sync`] : []),
    ],
    sql` and `,
  );

const SORTS = {
  created_at: { key: sql`g.created_at`, type: sql`timestamptz` },
  name: { key: sql`g.sort_name`, type: sql`text` },
} as const;

export interface Place {
  readonly key: string;
  readonly id: string;
}
/** Where a page begins, and how long the whole list is: that is counted with its first page. */
export type Cursor = Place & { readonly total: number };

export const writeCursor = (sort: string, { key, id, total }: Cursor): string =>
  Buffer.from(JSON.stringify([sort, key, id, total])).toString('base64url');

/** @throws common.invalid for one that is not ours */
export function readCursor(sort: string, cursor: string | undefined): Cursor | null {
  if (cursor === undefined) return null;
  try {
    const [of, key, id, total] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (of === sort && typeof key === 'string' && /^[0-9a-f-]{36}$/.test(String(id)) && Number.isSafeInteger(total))
      return { key, id: String(id), total: Number(total) };
  } catch {
    // not a cursor of ours
  }
  throw common.invalid({ path: 'cursor', code: 'cursor', message: 'next_cursor' });
}

/**
 * So many that come after this place, each with its own. Each supplier's are read by his own index and put together, so
 * that it costs what is read and not what there is.
 */
export async function readPortion(
  tx: Tx,
  scope: DropshippingScope,
  asked: Asked,
  sort: string,
  after: Place | null,
  most: number,
): Promise<{ goods: StoredGoods; place: Place }[]> {
  const isDown = sort.startsWith('-');
  const { key, type } = SORTS[sort.replace(/^-/, '') as keyof typeof SORTS];
  const direction = isDown ? sql`desc` : sql`asc`;
  const beyond = after
    ? sql`and (${key}, g.id) ${isDown ? sql`<` : sql`>`} (${after.key}::${type}, ${after.id}::uuid)`
    : sql``;
  const projects = suppliersOf(scope).filter((one) => !asked.project_id || one === asked.project_id);
  const rows = await tx.rows<Record<string, unknown>>(sql`
    with found as (
      select x.* from unnest(${sql.param(projects)}::uuid[]) as s(project_id)
      cross join lateral (
        select g.*, ${key} as place_key from my_goods g
        where g.project_id = s.project_id and g.user_id = ${scope.user.id} and ${fits(scope, asked)} ${beyond}
        order by ${key} ${direction}, g.id ${direction} ${atMost(most)}) x
      order by x.place_key ${direction}, x.id ${direction} ${atMost(most)})
    select ${COLUMNS}, g.place_key::text from found g join projects p on p.id = g.project_id
    order by g.place_key ${direction}, g.id ${direction}`);
  return rows.map(({ place_key, ...row }) => ({
    goods: asGoods(row),
    place: { key: String(place_key), id: String(row.id) },
  }));
}

/** Counted up to 10,000, as every list. */
export async function countGoods(tx: Tx, scope: DropshippingScope, asked: Asked): Promise<number> {
  const projects = suppliersOf(scope).filter((one) => !asked.project_id || one === asked.project_id);
  const [row] = await tx.rows<{ n: number }>(sql`
    select count(*)::int as n from (select 1 from my_goods g
      where g.project_id = any(${sql.param(projects)}::uuid[]) and g.user_id = ${scope.user.id} and ${fits(scope, asked)}
      ${atMost(EXACT_TOTAL + 1)}) some_rows`);
  return row?.n ?? 0;
}

/** How many there are in all, for the limit. */
export async function countAll(tx: Tx, scope: DropshippingScope): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(sql`
    select count(*)::int as n from my_goods g
    where g.project_id = any(${sql.param(suppliersOf(scope))}::uuid[]) and g.user_id = ${scope.user.id}`);
  return row?.n ?? 0;
}

export async function findGoods(tx: Tx, scope: DropshippingScope, id: string): Promise<StoredGoods | null> {
  const [row] = await tx.rows<Record<string, unknown>>(sql`
    select ${COLUMNS} from my_goods g join projects p on p.id = g.project_id
    where g.project_id = any(${sql.param(suppliersOf(scope))}::uuid[]) and g.user_id = ${scope.user.id} and g.id = ${id}`);
  return row ? asGoods(row) : null;
}

/** Locked in the order of their keys. Those that are not his are missing. */
export function lockGoods(tx: Tx, scope: DropshippingScope, ids: readonly string[]): Promise<LockedGoods[]> {
  const lock = async () => {
    const projects = sql.param(suppliersOf(scope));
    await tx.execute(sql`
      select 1 from my_goods g where g.project_id = any(${projects}::uuid[]) and g.user_id = ${scope.user.id}
        and g.id = any(${idArray(ids)}) order by g.project_id, g.id for update`);
    const rows = await tx.rows<Record<string, unknown>>(sql`
      select ${COLUMNS} from my_goods g join projects p on p.id = g.project_id
      where g.project_id = any(${projects}::uuid[]) and g.user_id = ${scope.user.id} and g.id = any(${idArray(ids)})`);
    return rows.map(asGoods);
  };
  return awaitLocks('my_goods', lock());
}

/** One adds at a time, so that the limit is not passed. */
export async function lockAdding(tx: Tx, { user }: DropshippingScope): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`my_goods ${user.id}`}, 0))`);
}

export interface NewGoods {
  readonly id: string;
  readonly project_id: string;
  readonly product_id: string;
  readonly taken: Source;
}

/** Those that are there already stay. Answers the ids of the new ones. */
export async function insertGoods(tx: Tx, { user }: DropshippingScope, goods: readonly NewGoods[]): Promise<string[]> {
  const rows = goods.map((one) => ({
    ...one,
    name: one.taken.name,
    search_text: searchText(one.taken.name, one.taken),
  }));
  const made = await tx.rows<{ id: string }>(sql`
    insert into my_goods (project_id, id, user_id, product_id, name, sync, taken, taken_at, search_text)
    select r.project_id, r.id, ${user.id}, r.product_id, r.name, true, r.taken, now(), r.search_text
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(project_id uuid, id uuid, product_id uuid, name text, taken jsonb, search_text text)
    on conflict (project_id, user_id, product_id) do nothing returning id`);
  return made.map(({ id }) => id);
}

/** The ids of what he has of these goods. */
export async function idsOf(
  tx: Tx,
  { user }: DropshippingScope,
  products: readonly { readonly project_id: string; readonly product_id: string }[],
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select g.id from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as w(project_id uuid, product_id uuid)
    join my_goods g on g.project_id = w.project_id and g.user_id = ${user.id} and g.product_id = w.product_id`);
  return rows.map(({ id }) => id);
}

/** By what it is found: what he and the supplier call it, its modifications, and both their SKUs. */
const searchText = (name: string, taken: Source, own: StoredGoods['own'] = {}): string =>
  [
    ...new Set([
      name,
      taken.name,
      ...Object.values(taken.variants).flatMap(({ title, sku }) => [title, sku]),
      ...Object.values(own).map(({ sku }) => sku ?? ''),
    ]),
  ]
    .filter(Boolean)
    .join(' ')
    .toLowerCase()
    .slice(0, 8_000);

export type Said = Pick<
  StoredGoods,
  'own_name' | 'own_description' | 'tags' | 'sync' | 'source_photos' | 'taken' | 'own'
>;

export async function saveGoods(tx: Tx, goods: LockedGoods, said: Said): Promise<void> {
  const name = said.own_name ?? said.taken.name;
  const isTaken = said.taken !== goods.taken;
  await tx.execute(sql`
    update my_goods set name = ${name}, own_name = ${said.own_name}, own_description = ${said.own_description},
      tags = ${sql.param([...said.tags])}::text[], sync = ${said.sync}, source_photos = ${said.source_photos}, taken = ${JSON.stringify(said.taken)}::jsonb,
      taken_at = ${isTaken ? sql`now()` : sql`taken_at`}, search_text = ${searchText(name, said.taken, said.own)},
      version = version + 1, updated_at = now()
    where project_id = ${goods.project_id} and id = ${goods.id}`);
  if (said.own === goods.own) return;
  const rows = Object.entries(said.own)
    .filter(([, { sku, price }]) => sku !== null || price !== null)
    .map(([id, own]) => ({ id, ...own }));
  await tx.execute(sql`
    with gone as (
      delete from my_goods_variants where project_id = ${goods.project_id} and goods_id = ${goods.id}
        and not (product_variant_id = any(${idArray(rows.map(({ id }) => id))})))
    insert into my_goods_variants (project_id, goods_id, product_variant_id, sku, price)
    select ${goods.project_id}, ${goods.id}, r.id, r.sku, r.price
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, sku text, price bigint)
    on conflict (project_id, goods_id, product_variant_id) do update set sku = excluded.sku, price = excluded.price`);
}

export async function deleteGoods(tx: Tx, goods: readonly LockedGoods[]): Promise<void> {
  for (const project_id of new Set(goods.map((one) => one.project_id))) {
    const ids = goods.filter((one) => one.project_id === project_id).map(({ id }) => id);
    await tx.execute(sql`delete from my_goods where project_id = ${project_id} and id = any(${idArray(ids)})`);
  }
}

export interface SourcePhoto {
  readonly id: string;
  readonly file_name: string;
  readonly thumbnail: string | null;
}

export interface SourceRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly photos: readonly SourcePhoto[];
  readonly tracked: boolean;
  readonly variants: readonly {
    readonly id: string;
    readonly name: string;
    readonly sku: string;
    readonly barcode: string | null;
    readonly code: string | null;
    readonly price: number | null;
    readonly prices: { price_level_id: string | null; from_count: number; price: number }[];
    readonly recommended_price: number | null;
    readonly thumbnail: string | null;
    readonly available: number;
    readonly tracked: boolean;
  }[];
}

/** Those of these goods of one supplier that a dropshipper may see, as they are now. */
export async function readSources(tx: Tx, { project }: ProjectScope, ids: readonly string[]): Promise<SourceRow[]> {
  return tx.rows<SourceRow & Record<string, unknown>>(sql`
    select p.id, p.name, p.description, p.tracked,
      coalesce((select json_agg(json_build_object('id', i.id, 'file_name', i.file_name, 'thumbnail', i.thumbnail)
          order by i.is_thumbnail desc, i.position, i.id)
        from product_images i where i.project_id = p.project_id and i.product_id = p.id), '[]') as photos,
      coalesce((select json_agg(json_build_object('id', v.id, 'name', v.name, 'sku', v.sku, 'barcode', v.barcode, 'code', v.code, 'price', v.price,
          'prices', v.prices, 'recommended_price', v.recommended_price, 'thumbnail', v.thumbnail,
          'available', l.available, 'tracked', l.tracked) order by v.position, v.id)
        from product_variants v
        join stock_levels l on l.project_id = v.project_id and l.product_variant_id = v.id
        where v.project_id = p.project_id and v.product_id = p.id and v.deleted_at is null), '[]') as variants
    from products p
    where p.project_id = ${project.id} and p.id = any(${idArray(ids)}) and p.published and p.deleted_at is null`);
}

/** How he calls these modifications himself, where he does: by their ids. */
export async function readOwnWords(
  tx: Tx,
  scope: DropshippingScope,
  variant_ids: readonly string[],
): Promise<ReadonlyMap<string, OwnWords>> {
  if (variant_ids.length === 0) return new Map();
  const rows = await tx.rows<OwnWords & { id: string }>(sql`
    select v.id, g.own_name as name, o.sku from product_variants v
    join my_goods g on g.project_id = v.project_id and g.user_id = ${scope.user.id} and g.product_id = v.product_id
    left join my_goods_variants o on o.project_id = g.project_id and o.goods_id = g.id and o.product_variant_id = v.id
    where v.project_id = any(${idArray(suppliersOf(scope))}) and v.id = any(${idArray(variant_ids)})
      and (g.own_name is not null or o.sku is not null)`);
  return new Map(rows.map(({ id, name, sku }) => [id, { name, sku }]));
}

export interface OwnWords {
  readonly name: string | null;
  readonly sku: string | null;
}

interface Whose {
  readonly project_id: string;
  readonly user_id: string;
}

/** Goods without tags of his own have the supplier's, as in what a feed says of them. */
const OWN_TAGS = sql`coalesce(nullif(g.tags, '{}'), p.tags)`;

/** Which products `p` he has chosen that have one of these tags; without any: all. */
export const chosenBy = ({ project_id, user_id }: Whose, tags: readonly string[]): SQL => sql`exists (
  select from my_goods g where g.project_id = ${project_id} and g.user_id = ${user_id} and g.product_id = p.id
    ${tags.length > 0 ? sql`and ${OWN_TAGS} && ${textArray(tags)}` : sql``})`;

const MOST_TAGS = 50;

/** The tags of his goods of this supplier, the frequent ones first. */
export async function listTags(tx: Tx, { project_id, user_id }: Whose): Promise<string[]> {
  const rows = await tx.rows<{ tag: string }>(sql`
    select t.tag from my_goods g
    join products p on p.project_id = g.project_id and p.id = g.product_id
    cross join lateral unnest(${OWN_TAGS}) as t(tag)
    where g.project_id = ${project_id} and g.user_id = ${user_id}
    group by t.tag order by count(*) desc, t.tag ${atMost(MOST_TAGS)}`);
  return rows.map(({ tag }) => tag);
}

export interface OfFeed extends Said {
  readonly id: string;
  readonly product_id: string;
  readonly photos: readonly { readonly id: string; readonly file: string }[];
}

/** What he says himself of these goods of one supplier: those that he has chosen. */
export async function readForFeed(
  tx: Tx,
  { project_id, user_id }: Whose,
  product_ids: readonly string[],
): Promise<OfFeed[]> {
  const rows = await tx.rows<Record<string, unknown>>(sql`
    select ${COLUMNS}, coalesce((select json_agg(json_build_object('id', f.id, 'file', f.file_name) order by f.position)
        from my_goods_photos f where f.project_id = g.project_id and f.goods_id = g.id), '[]') as photos
    from my_goods g join projects p on p.id = g.project_id
    where g.project_id = ${project_id} and g.user_id = ${user_id} and g.product_id = any(${idArray(product_ids)})`);
  return rows.map((row) => ({ ...asGoods(row), photos: row.photos as OfFeed['photos'] }));
}

/** Another text when he has changed something of what feeds tell. */
export async function markOf(tx: Tx, { project_id, user_id }: Whose): Promise<string> {
  const [row] = await tx.rows<{ mark: string }>(sql`
    select coalesce(sum(hashtextextended(g.id || ' ' || g.version, 0)::numeric), 0)::text as mark from my_goods g
    where g.project_id = ${project_id} and g.user_id = ${user_id}`);
  return row?.mark ?? '';
}
