import { type SQL, sql } from 'drizzle-orm';
import { valueWords } from '../catalog';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';

/**
 * The only place that writes `catalogue_suppliers` and `catalogue_goods`. What is selected here is all that leaves a
 * project without its wall (decision 0088): no stock in pieces, no purchase cost, no base price but where the supplier
 * tells it to everybody. Each transaction has entered the one project that it copies.
 */

/** Nobody else copies this supplier meanwhile; false when he is not listed any more. */
export async function holdListed(tx: Tx, supplierId: string): Promise<boolean> {
  const found = await tx.rows<{ listed: boolean }>(sql`
    select p.listed from catalogue_listings l join projects p on p.id = l.supplier_id
    where l.supplier_id = ${supplierId} for update of l`);
  return found[0]?.listed ?? false;
}

const CARD = [
  ...['friendly_id', 'title', 'logo', 'category', 'city', 'region', 'region_restriction', 'minimum_order'],
  ...['minimum_order_sum', 'delivery', 'delivery_time', 'returns', 'description', 'base_prices', 'public_page'],
  ...['verified_at', 'paused_until'],
];
const GOODS = [
  ...['title', 'supplier_title', 'category_path', 'picture', 'recommended_from', 'recommended_to', 'base_from'],
  ...['base_to', 'in_stock', 'created_at', 'value_words'],
];
const names = (columns: readonly string[]): SQL => sql.raw(columns.join(', '));
/** What an upsert writes, and that it writes only what differs. */
const refreshed = (table: string, columns: readonly string[]): SQL =>
  sql.raw(`update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}
    where (${columns.map((name) => `${table}.${name}`).join(', ')})
      is distinct from (${columns.map((name) => `excluded.${name}`).join(', ')})`);

/** What the card of a supplier says, by `CARD`. */
const cardOf = (supplierId: string): SQL => sql`
  select p.id, p.friendly_id, p.title, p.logo, p.category, coalesce(a.city, '') as city, coalesce(a.region, '') as region,
    p.region_restriction, p.minimum_order, l.minimum_order_sum, p.delivery, p.delivery_time, p.returns, p.description,
    l.base_prices, l.public_page, coalesce(l.decided_at, l.created_at) as verified_at,
    p.paused_until
  from projects p join catalogue_listings l on l.supplier_id = p.id left join addresses a on a.project_id = p.id
  where p.id = ${supplierId} and p.listed`;

const isStockTold = (supplierId: string): SQL =>
  sql`(select p.stock_told <> 'hidden' from projects p where p.id = ${supplierId})`;

/** What is told of the goods that `which` narrows, by `GOODS`. */
const goodsOf = (supplierId: string, which: SQL): SQL => sql`
  select g.id, g.name as title, p.title as supplier_title, g.category_path, g.thumbnail as picture,
    g.min_recommended_price as recommended_from, g.max_recommended_price as recommended_to,
    case when l.base_prices then g.min_price end as base_from, case when l.base_prices then g.max_price end as base_to,
    case when p.stock_told <> 'hidden' then f.available > 0 and p.paused_until is null end as in_stock, g.created_at,
    ${valueWords(sql`g.project_id`, sql`g.id`, sql`g.vendor`)} as value_words
  from products g
  join product_figures f on f.project_id = ${supplierId} and f.product_id = g.id
  join projects p on p.id = ${supplierId} and p.listed
  join catalogue_listings l on l.supplier_id = ${supplierId}
  where g.project_id = ${supplierId} and g.published and g.deleted_at is null${which}`;

/** @returns whether there was no card before */
export async function copyCard(tx: Tx, supplierId: string): Promise<boolean> {
  const copied = await tx.rows(sql`select from catalogue_suppliers where id = ${supplierId}`);
  await tx.execute(sql`
    insert into catalogue_suppliers (id, ${names(CARD)}) ${cardOf(supplierId)}
    on conflict (id) do ${refreshed('catalogue_suppliers', CARD)}`);
  return copied.length === 0;
}

/** Copies these goods, or all of them; those that are not shown any more go. */
export async function copyGoods(tx: Tx, supplierId: string, ids: readonly string[] | null): Promise<void> {
  const of = (id: SQL): SQL => (ids ? sql` and ${id} = any(${idArray(ids)})` : sql``);
  await tx.execute(sql`
    with source as materialized (${goodsOf(supplierId, of(sql`g.id`))}), gone as (
      delete from catalogue_goods c where c.supplier_id = ${supplierId}${of(sql`c.id`)}
        and not exists (select 1 from source s where s.id = c.id)
    )
    insert into catalogue_goods (supplier_id, id, ${names(GOODS)})
    select ${supplierId}, s.id, ${names(GOODS)} from source s
    on conflict (supplier_id, id) do ${refreshed('catalogue_goods', GOODS)}`);
  await tx.execute(sql`
    update catalogue_suppliers s set goods = n.goods, in_stock = n.in_stock, newest_at = n.newest_at,
      goods_categories = n.goods_categories
    from (select count(*)::int as goods, max(created_at) as newest_at,
        case when ${isStockTold(supplierId)} then count(*) filter (where in_stock)::int end as in_stock,
        array(select category_top from catalogue_goods where supplier_id = ${supplierId} and category_top <> ''
          union select category_second from catalogue_goods where supplier_id = ${supplierId} and category_second <> ''
          order by 1) as goods_categories
      from catalogue_goods where supplier_id = ${supplierId}) n
    where s.id = ${supplierId}
      and (s.goods, s.in_stock, s.newest_at, s.goods_categories)
        is distinct from (n.goods, n.in_stock, n.newest_at, n.goods_categories)`);
}

/** Out of the catalogue at once. */
export async function removeCopy(tx: Tx, supplierId: string): Promise<void> {
  await tx.execute(sql`delete from catalogue_suppliers where id = ${supplierId}`);
  await tx.execute(sql`delete from catalogue_goods where supplier_id = ${supplierId}`);
}

export async function listListed(tx: Tx): Promise<string[]> {
  return (await tx.rows<{ id: string }>(sql`select id from catalogue_suppliers`)).map(({ id }) => id);
}
