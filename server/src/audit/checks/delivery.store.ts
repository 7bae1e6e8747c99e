import { sql } from 'drizzle-orm';
import type { Plan } from './plan.store';

/**
 * Waybills that were made have their ТТН, and a parcel has one that lives; what stands in a register is made, by the account of
 * the register, which the carrier knows; what was done by the carrier's word against what became of the order: money that was
 * entered once, a refusal that made its return.
 */
export const delivery = (project: string): Plan => ({
  name: 'delivery',
  rows: sql`select count(*) from delivery_waybills where project_id = ${project}`,
  differences: sql`
    with kept as (select * from delivery_waybills where project_id = ${project}),
    tracks as (select * from delivery_tracks where project_id = ${project})
    select 'delivery_waybills' as "table", w.id, concat('№ ', o.number, ' · ', w.ttn) as name, 1 as expected, 0 as found
    from kept w join (select * from orders where project_id = ${project}) o on o.id = w.order_id
    where (w.state in ('made', 'changing') or w.state = 'removing' and w.tried_at is null) and (w.ttn is null or w.ref is null)
    union all
    select 'delivery_waybills', min(w.id::text)::uuid, concat('№ ', o.number, ' · living'), 1, count(*)
    from kept w join (select * from orders where project_id = ${project}) o on o.id = w.order_id
    where w.state in ('asked', 'made', 'changing', 'removing')
    group by o.number, w.order_id, coalesce(w.parcel_id, w.order_id) having count(*) > 1
    union all
    -- by whose key the waybill is, to him the carrier brings the money
    select 'orders', o.id, concat('№ ', o.number, ' · cash on delivery to the dropshipper'),
      case when w.id is null then 0 else 1 end, case when o.cod_state = 'direct' then 1 else 0 end
    from (select * from orders where project_id = ${project} and parcels = 0 and cod_state in ('planned', 'awaited', 'direct')) o
    left join (
      select * from kept where parcel_id is null and state in ('asked', 'made', 'changing', 'removing')
        and owner_id <> '00000000-0000-0000-0000-000000000000' and (plan ->> 'cod_sum')::bigint > 0
    ) w on w.order_id = o.id and (w.ttn = o.ttn or w.ttn is null and o.ttn is null)
    where (w.id is not null) <> (o.cod_state = 'direct')
    union all
    select 'delivery_registers', w.id, concat(w.ttn, ' · ', g.number), 1, 0
    from kept w left join (select * from delivery_registers where project_id = ${project}) g on g.id = w.register_id
    where (w.register_id is not null or w.register_state is not null)
      and (g.id is null or g.state = 'removed' or w.register_state is null or w.state not in ('made', 'changing')
        or g.owner_id <> w.owner_id or w.register_state = 'in' and g.ref is null)
    union all
    select 'delivery_tracks', t.order_id, concat('№ ', o.number, ' · refused'), 1, count(r.id)
    from tracks t join (select * from orders where project_id = ${project}) o on o.id = t.order_id
    left join (select * from returns where project_id = ${project} and origin = 'refusal') r
      on r.order_id = t.order_id and (t.part_id = t.order_id or r.parcel_id = t.part_id)
    where 'refused' = any(t.done) group by t.order_id, t.part_id, o.number having count(r.id) = 0
    union all
    select 'delivery_tracks', t.order_id, concat('№ ', o.number, ' · paid'), 1, count(c.id)
    from tracks t join (select * from orders where project_id = ${project}) o on o.id = t.order_id
    left join (select * from cod_rows where project_id = ${project}) c
      on c.order_id = t.order_id and coalesce(c.parcel_id, c.order_id) = t.part_id
    where 'paid' = any(t.done) group by t.order_id, t.part_id, o.number having count(c.id) = 0`,
});
