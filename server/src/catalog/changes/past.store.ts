import { sql } from 'drizzle-orm';
import type { Tx } from '../../kit/db/db';

/** As if of a few goods price and stock had been others until some hours ago; one that ran out the dropshipper waits for: the past of the demo. */
export async function changeLately(tx: Tx, project_id: string, user_id: string): Promise<void> {
  await tx.execute(sql`
    with some_goods as materialized (
      select h.*, row_number() over (order by h.product_id) as n from product_history h
      where h.project_id = ${project_id} and h.last order by h.product_id limit 6
    ), before as (
      update product_history h set last = false, in_stock = h.in_stock <> (s.n > 4), prices = (
        select jsonb_object_agg(key, jsonb_build_array((value ->> 0)::bigint * p.part / 10, (value ->> 1)::bigint * p.part / 10))
        from jsonb_each(s.prices) cross join (select case s.n when 1 then 9 when 2 then 8 when 3 then 11 else 10 end as part) p)
      from some_goods s where h.project_id = ${project_id} and h.product_id = s.product_id and h.last
    )
    insert into product_history (project_id, product_id, at, prices, in_stock, last)
    select ${project_id}, product_id, now() - n * interval '1 hour', prices, in_stock, true from some_goods`);
  await tx.execute(sql`
    insert into product_looks (project_id, user_id, seen_at) values (${project_id}, ${user_id}, now() - interval '1 day')`);
  await tx.execute(sql`
    insert into product_watches (project_id, product_id, user_id)
    select f.project_id, f.product_id, ${user_id} from product_figures f
    join products p on p.project_id = f.project_id and p.id = f.product_id and p.published and p.deleted_at is null
    where f.project_id = ${project_id} and f.available = 0 order by f.product_id limit 1`);
}
