import { CHANGES_DAYS } from '@lanka/domain/catalog/changes';
import { type SQL, sql } from 'drizzle-orm';
import { idArray } from '../../kit/db/arrays';
import type { Tx } from '../../kit/db/db';
import { queueChanged } from '../../stock';

/** Between what prices product `p` stands for one piece, by the price itself and by each level that has one of its own. */
const PRICES = sql`jsonb_build_object('base', jsonb_build_array(p.min_price, p.max_price)) || coalesce((
  select jsonb_object_agg(by_level.level, jsonb_build_array(by_level.low, by_level.high)) from (
    select l.level, min(coalesce(s.price, v.price)) as low, max(coalesce(s.price, v.price)) as high
    from (select distinct x ->> 'price_level_id' as level
        from product_variants v cross join lateral jsonb_array_elements(v.prices) x
        where v.project_id = p.project_id and v.product_id = p.id and v.deleted_at is null
          and x ->> 'price_level_id' is not null and x ->> 'from_count' = '1') l
    join product_variants v on v.project_id = p.project_id and v.product_id = p.id and v.deleted_at is null
    left join lateral (select (x ->> 'price')::bigint as price from jsonb_array_elements(v.prices) x
      where x ->> 'price_level_id' = l.level and x ->> 'from_count' = '1') s on true
    group by l.level) by_level), '{}')`;

/** Rows of the history as they would be written now. */
const stateOf = (project_id: string, ids: SQL): SQL => sql`
  select p.id as product_id, p.created_at, ${PRICES} as prices, f.available > 0 as in_stock
  from products p join product_figures f on f.project_id = p.project_id and f.product_id = p.id
  where p.project_id = ${project_id} and p.id = any(${ids}) and p.published and p.deleted_at is null`;

/**
 * Writes down what these goods cost now and whether there are any, where it is not as it was. The clock, not the
 * beginning of the transaction: whoever waited for another one writes a later row. What was not known yet has been so
 * since it was made, as far as anybody can tell.
 */
export async function recordHistory(tx: Tx, project_id: string, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    with moment as materialized (select clock_timestamp() as at), changed as materialized (
      select n.*, h.prices is not null as known from (${stateOf(project_id, idArray(ids))}) n
      left join lateral (select h.prices, h.in_stock from product_history h
        where h.project_id = ${project_id} and h.product_id = n.product_id order by h.at desc limit 1) h on true
      where h.prices is null or (h.prices, h.in_stock) is distinct from (n.prices, n.in_stock)
    ), before as (
      update product_history h set last = false
      where h.project_id = ${project_id} and h.product_id = any(array(select product_id from changed)) and h.last
    )
    insert into product_history (project_id, product_id, at, prices, in_stock, last)
    select ${project_id}, product_id, case when known then moment.at else created_at end, prices, in_stock, true
    from changed, moment`);
}

/** Goods that others are shown and of which nothing is written down yet: the job takes them as it takes changes. */
export async function queueUnknown(tx: Tx, project_id: string): Promise<void> {
  const found = await tx.rows<{ id: string }>(sql`
    select p.id from products p where p.project_id = ${project_id} and p.published and p.deleted_at is null
      and not exists (select 1 from product_history h where h.project_id = p.project_id and h.product_id = p.id)`);
  await queueChanged(
    tx,
    { project: { id: project_id } },
    found.map(({ id }) => id),
  );
}

/** Removes what is older than anybody is told of; how it was at that time stays. */
export async function forgetHistory(tx: Tx, project_id: string): Promise<void> {
  const since = sql`now() - make_interval(days => ${CHANGES_DAYS})`;
  await tx.execute(sql`
    delete from product_history h where h.project_id = ${project_id} and not h.last and h.at < ${since}
      and exists (select 1 from product_history n where n.project_id = ${project_id} and n.product_id = h.product_id
        and n.at > h.at and n.at < ${since})`);
}
