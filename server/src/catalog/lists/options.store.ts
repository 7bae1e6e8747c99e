import type * as contract from '@lanka/domain/catalog/contract';
import type { ProductVariantOption, ProjectOption } from '@lanka/domain/catalog/contract';
import { MAX_OPTIONS, MAX_VALUES, numberOf, searchWords } from '@lanka/domain/catalog/rules';
import type { Page } from '@lanka/domain/kit/lists';
import { type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../../kit/auth/scope';
import type { Tx } from '../../kit/db/db';
import { anyPart, atMost, isFiltered, readPage } from '../../kit/db/paging';
import { all, isClient, type Query, type Row } from './base.store';

/** What is suggested is what so many of the newest products have: all, in a catalogue that is not larger. */
const SUGGESTED_BY = 5_000;

const newest = (scope: ProjectScope): SQL => sql`(
    select p.* from products p where p.project_id = ${scope.project.id} order by p.created_at desc, p.id desc ${atMost(SUGGESTED_BY)}
  ) p`;

/** Tags of the newest 5,000 products, the frequent ones first; twenty at most. */
export async function suggestTags(tx: Tx, scope: ProjectScope, q: string | undefined): Promise<string[]> {
  const seen = isClient(scope) ? sql` and p.published` : sql``;
  const found = await tx.rows<{ tag: string }>(sql`
    select tag from ${newest(scope)} cross join lateral unnest(p.tags) as tag
    where p.deleted_at is null${seen}
      and lower(tag collate "und-x-icu") like ${anyPart(q ?? '')}
    group by tag order by count(*) desc, tag limit 20`);
  return found.map(({ tag }) => tag);
}

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
  const found = await tx.rows<Row>(sql`
    select ${OPTION_COLUMNS} from product_variant_options o
    where o.project_id = ${scope.project.id} and o.product_id = ${product_id}${one} order by o.position, o.id`);
  return found.map(optionRow);
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
      customPlan: isFiltered(query.product_id, query.q),
    },
    optionRow,
  );
}

/** Option names as the newest 5,000 products use them, with their values; the most used come first. At most a hundred. */
export async function readProjectOptions(tx: Tx, scope: ProjectScope): Promise<ProjectOption[]> {
  const seen = isClient(scope) ? sql` and p.published` : sql``;
  const found = await tx.rows<Row>(sql`
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
  return found.map((row) => ({
    name: String(row.name),
    value_type: row.value_type === 'number' ? 'number' : 'text',
    show_in_name: row.show_in_name === true,
    values:
      row.value_type === 'number'
        ? (row.values as string[]).sort((a, b) => numberOf(a) - numberOf(b))
        : (row.values as string[]),
    products_count: Number(row.products_count),
  }));
}
