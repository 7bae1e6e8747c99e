import { NEAR_MS } from '@lanka/domain/stocktakes/rules';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { firstIdOf } from '../kit/db/ids';
import type { Held } from '../stocktakes';

/** So far the clocks of processes may be apart, by one of which an id is drawn and by another one asked for. */
const CLOCKS_APART_MS = 10 * 60_000;

/**
 * How many pieces had been picked for orders and were not sent, at these moments. An order holds what it books, and held
 * what it has shipped or let go since; of that as many are off the shelf as were ticked, in whichever of its statuses most were:
 * what is looked at once more before it is loaded was picked already. What is loaded is gone from the shelf, ticked or
 * not. Ticks from before an order was sent back for editing say nothing any more.
 */
export async function readHeld(
  tx: Tx,
  scope: ProjectScope,
  moments: readonly { readonly id: string; readonly product_variant_id: string; readonly age_ms: number }[],
): Promise<ReadonlyMap<string, Held>> {
  const project = scope.project.id;
  const oldest = Date.now() - Math.max(...moments.map(({ age_ms }) => age_ms)) - NEAR_MS;
  const near = sql`${NEAR_MS} * interval '1 millisecond'`;
  const found = await tx.rows<{ id: string } & Held>(sql`
    with asked as (
      select n.id, n.product_variant_id, n.age_ms, now() - n.age_ms * interval '1 millisecond' as moment
      from jsonb_to_recordset(${JSON.stringify(moments)}::jsonb) as n(id uuid, product_variant_id uuid, age_ms bigint)
    ), held as (
      select e.id, e.product_variant_id, e.moment, e.age_ms, r.order_id, sum(r.count)::int as count
      from asked e cross join lateral (
        select b.ref_id as order_id, b.count from bookings b
        where b.project_id = ${project} and b.product_variant_id = e.product_variant_id and b.status = 'Active'
          and b.ref_kind = 'order' and (e.age_ms = 0 or b.created_at <= e.moment)
        union all
        select b.ref_id, b.count from bookings b
        where b.project_id = ${project} and b.product_variant_id = e.product_variant_id and b.status = 'Disabled'
          and b.ref_kind = 'order' and e.age_ms > 0 and b.created_at <= e.moment and b.updated_at > e.moment
        union all
        select m.ref_id, -m.delta from stock_movements m
        where m.project_id = ${project} and m.product_variant_id = e.product_variant_id and m.kind = 'shipment'
          and m.ref_kind = 'order' and e.age_ms > 0 and m.created_at > e.moment
          and m.id >= ${firstIdOf(new Date(oldest - CLOCKS_APART_MS))}::uuid
      ) r group by e.id, e.product_variant_id, e.moment, e.age_ms, r.order_id
    ), since as (
      select h.*, s.status, s.sent_back, coalesce(g.sent, 0)::int as sent
      from held h
      cross join lateral (
        select (array_agg(y."to" order by y.id desc) filter (where y."to" is not null))[1] as status,
          coalesce(max(y.created_at) filter (where y."to" in ('Draft', 'Blocked')), '-infinity') as sent_back
        from order_history y
        where y.project_id = ${project} and y.order_id = h.order_id and y.created_at <= h.moment
      ) s
      left join lateral (
        select sum(l.count) as sent from parcels c
        join parcel_items l on l.project_id = c.project_id and l.order_id = c.order_id and l.parcel_id = c.id
        join order_items i on i.project_id = l.project_id and i.order_id = l.order_id and i.id = l.order_item_id
        where c.project_id = ${project} and c.order_id = h.order_id and c.sent_at > s.sent_back
          and c.sent_at <= h.moment and i.product_variant_id = h.product_variant_id
      ) g on true
    )
    select h.id,
      sum(case when h.status = 'Loaded' then h.count
        else least(h.count, greatest(coalesce(t.most, 0) - h.sent, 0)) end)::int as count,
      bool_or(h.age_ms > 0 and coalesce(t.near, false)) as near
    from since h
    left join lateral (
      select max(p.count) as most, bool_or(p.near) as near
      from (
        select sum(k.count) filter (where k.created_at > h.sent_back and k.created_at <= h.moment) as count,
          bool_or(k.created_at > h.moment - ${near} and k.created_at < h.moment + ${near}) as near
        from order_picks k
        where k.project_id = ${project} and k.order_id = h.order_id and k.product_variant_id = h.product_variant_id
        group by k.status
      ) p
    ) t on true
    group by h.id`);
  return new Map(found.map(({ id, ...held }) => [id, held]));
}
