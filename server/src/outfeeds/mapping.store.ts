import { formatsOf, type Mapping, type MappingBody, type Market, tagKey } from '@lanka/domain/outfeeds/markets';
import type { StoredValue } from '@lanka/domain/templates/fields';
import { type SQL, sql } from 'drizzle-orm';
import { idArray, textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { atMost } from '../kit/db/paging';

/** Whose mapping: a dropshipper's, or the project's own under the project's id. */
export interface MappingOf {
  readonly project_id: string;
  readonly owner_id: string;
  readonly market: Market;
}

export const ownerOfMapping = ({ project_id, user_id }: { project_id: string; user_id: string | null }): string =>
  user_id ?? project_id;

export type KeptMapping = MappingBody & { readonly version: number };

export async function readMapping(tx: Tx, of: MappingOf, lock = false): Promise<KeptMapping> {
  const [row] = await tx.rows<KeptMapping & Record<string, unknown>>(sql`
    select categories, params, version from outfeed_mappings
    where project_id = ${of.project_id} and owner_id = ${of.owner_id} and market = ${of.market}
    ${lock ? sql`for update` : sql``}`);
  return row ?? { categories: [], params: [], version: 1 };
}

/** Mappings of one owner are saved one after another: the first of them has no row that could be held. */
export async function lockMapping(tx: Tx, { project_id, owner_id, market }: MappingOf): Promise<void> {
  const key = `outfeed_mappings ${project_id} ${owner_id} ${market}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** @param labels what our categories are called now, by their keys: so they are found again elsewhere */
export async function saveMapping(
  tx: Tx,
  { project_id, owner_id, market }: MappingOf,
  { categories, params }: MappingBody,
  labels: ReadonlyMap<string, string>,
): Promise<void> {
  const kept = categories.map((one) => ({ ...one, label: labels.get(one.key) ?? '' }));
  await tx.execute(sql`
    insert into outfeed_mappings as m (project_id, owner_id, market, categories, params, version)
    values (${project_id}, ${owner_id}, ${market}, ${JSON.stringify(kept)}::jsonb, ${JSON.stringify(params)}::jsonb, 2)
    on conflict (project_id, owner_id, market) do update set categories = excluded.categories,
      params = excluded.params, version = m.version + 1, updated_at = now()`);
}

/** Feeds that the mapping is for; each is asked for. */
export async function wantMapped(tx: Tx, { project_id, owner_id, market }: MappingOf): Promise<string[]> {
  const whose = owner_id === project_id ? sql`f.user_id is null` : sql`f.user_id = ${owner_id}`;
  const rows = await tx.rows<{ id: string }>(sql`
    update outfeeds f set wanted_at = now()
    where f.project_id = ${project_id} and ${whose} and f.format = any(${textArray(formatsOf(market))}) returning f.id`);
  return rows.map(({ id }) => id);
}

/** Names of parameters with the values that goods have. */
export type OptionCounts = Map<string, Named[]>;

interface Named {
  readonly name: string;
  readonly goods: number;
}

const MOST_TAGS = 200;
const MOST_OPTIONS = 200;
const MOST_VALUES = 20_000;
/** Without case, as Unicode has it: the database’s own knows only ASCII. */
const key = (text: SQL): SQL => sql`lower(${text} collate "und-x-icu")`;
const LISTED = sql`p.published and p.deleted_at is null`;

/** Goods by category, and by tag where they have none. */
export async function countCategories(tx: Tx, project_id: string) {
  const categories = await tx.rows<{ id: string; goods: number }>(sql`
    select p.category_id as id, count(*)::int as goods from products p
    where p.project_id = ${project_id} and ${LISTED} and p.category_id is not null group by p.category_id`);
  const tags = await tx.rows<Named & Record<string, unknown>>(sql`
    select min(t.tag) as name, count(distinct p.id)::int as goods
    from products p, unnest(p.tags) as t(tag)
    where p.project_id = ${project_id} and ${LISTED} and p.category_id is null
    group by ${key(sql`t.tag`)} order by 2 desc, min(t.tag) collate "uk-x-icu" ${atMost(MOST_TAGS)}`);
  return {
    categories: new Map(categories.map(({ id, goods }) => [id, goods])),
    tags: new Map(tags.map(({ name, goods }) => [tagKey(name), { name, goods }])),
  };
}

/** Options of goods with their values, those of most goods first. */
export async function countOptions(tx: Tx, project_id: string): Promise<OptionCounts> {
  const rows = await tx.rows<{ option: string; value: string; goods: number }>(sql`
    with used as (
      select o.id, o.product_id, o.name from product_variant_options o
      join products p on p.project_id = o.project_id and p.id = o.product_id and ${LISTED}
      where o.project_id = ${project_id}
    ), names as (
      select ${key(sql`name`)} as key, min(name) as name, count(*)::int as goods from used group by 1
      order by 3 desc, min(name) collate "uk-x-icu" ${atMost(MOST_OPTIONS)}
    )
    select n.name as option, min(x.value) as value, count(distinct u.product_id)::int as goods
    from names n join used u on ${key(sql`u.name`)} = n.key
    join product_values x on x.project_id = ${project_id} and x.option_id = u.id
    group by n.goods, n.name, ${key(sql`x.value`)}
    order by n.goods desc, n.name, 3 desc, min(x.value) collate "uk-x-icu" ${atMost(MOST_VALUES)}`);
  const options = new Map<string, Named[]>();
  for (const { option, value, goods } of rows)
    options.set(option, [...(options.get(option) ?? []), { name: value, goods }]);
  return options;
}

/** Additional fields that feeds of this owner for this marketplace take. */
export async function readFieldRefs(tx: Tx, { project_id, owner_id, market }: MappingOf): Promise<string[]> {
  const whose = owner_id === project_id ? sql`f.user_id is null` : sql`f.user_id = ${owner_id}`;
  const rows = await tx.rows<{ refs: string[] | null }>(sql`
    select f.settings -> 'fields' as refs from outfeeds f
    where f.project_id = ${project_id} and ${whose} and f.format = any(${textArray(formatsOf(market))})
    order by f.created_at, f.id`);
  return [...new Set(rows.flatMap(({ refs }) => refs ?? []))];
}

export interface CountedValue {
  readonly key: string;
  readonly value: StoredValue;
  readonly goods: number;
}

/** Each of several choices for itself. */
const valuesIn = (column: SQL, keys: readonly string[]): SQL => sql`
  lateral (select e.key, e.value from jsonb_each(${column}) e
      where e.key = any(${textArray(keys)}) and jsonb_typeof(e.value) <> 'array'
    union all select e.key, one.value from jsonb_each(${column}) e
      cross join lateral jsonb_array_elements(case when jsonb_typeof(e.value) = 'array' then e.value else '[]' end) one
      where e.key = any(${textArray(keys)})) x`;

/** Values of these fields with the goods that have them, those of most goods first. */
export async function countFieldValues(
  tx: Tx,
  project_id: string,
  set: 'product' | 'product_modification',
  keys: readonly string[],
): Promise<CountedValue[]> {
  if (keys.length === 0) return [];
  const from =
    set === 'product'
      ? sql`products p cross join ${valuesIn(sql`p.fields`, keys)} where p.project_id = ${project_id} and ${LISTED}`
      : sql`product_variants v
          join products p on p.project_id = v.project_id and p.id = v.product_id and ${LISTED}
          cross join ${valuesIn(sql`v.fields`, keys)}
        where v.project_id = ${project_id} and v.deleted_at is null`;
  return tx.rows<CountedValue & Record<string, unknown>>(sql`
    select x.key, x.value, count(distinct p.id)::int as goods from ${from}
    group by x.key, x.value order by 3 desc, x.value ${atMost(MOST_VALUES)}`);
}

type Kept = MappingBody['categories'][number] & { readonly label?: string };

/** What the same owner has mapped for this market elsewhere, the latest first. */
export async function readElsewhere(
  tx: Tx,
  { project_id, owner_id, market }: MappingOf,
  projects: readonly string[],
): Promise<{ categories: readonly Kept[]; params: Mapping['params'] }[]> {
  const others = projects.filter((id) => id !== project_id);
  if (others.length === 0) return [];
  return tx.rows<{ categories: Kept[]; params: Mapping['params'] } & Record<string, unknown>>(sql`
    select categories, params from outfeed_mappings
    where project_id = any(${idArray(others)}) and owner_id = ${owner_id} and market = ${market}
    order by updated_at desc ${atMost(20)}`);
}
