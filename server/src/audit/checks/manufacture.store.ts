import { sql } from 'drizzle-orm';
import { nameOfVariant, type Plan } from './plan.store';

/**
 * Requests: what their lines say came into stock has come by documents that they caused, or by movements before there
 * were any; and what else was made is told by rows that say so.
 */
export const manufacture = (project: string): Plan => ({
  name: 'manufacture',
  rows: sql`select count(*) from manufacture_lines where project_id = ${project}`,
  differences: sql`
    select 'manufacture_lines' as "table", r.id, concat('№ ', r.number, ' · ', ${nameOfVariant}) as name,
      coalesce(c.count, 0) as expected, coalesce(l.stocked, 0) as found
    from (select * from manufacture_lines where project_id = ${project}) l
    full join (
      select request_id, product_variant_id, sum(count) as count from (
        select d.ref_id as request_id, i.product_variant_id, i.arrived as count
        from turnover_documents d join turnover_items i on i.project_id = d.project_id and i.document_id = d.id
        where d.project_id = ${project} and d.ref_kind = 'manufacture_request' and d.status = 'posted'
        union all
        select ref_id, product_variant_id, delta from stock_movements
        where project_id = ${project} and ref_kind = 'manufacture_request'
      ) came group by request_id, product_variant_id
    ) c on c.request_id = l.request_id and c.product_variant_id = l.product_variant_id
    left join manufacture_requests r on r.project_id = ${project} and r.id = coalesce(l.request_id, c.request_id)
    left join product_variants v on v.project_id = ${project}
      and v.id = coalesce(l.product_variant_id, c.product_variant_id)
    left join products pr on pr.project_id = ${project} and pr.id = v.product_id
    where coalesce(c.count, 0) <> coalesce(l.stocked, 0)
    union all
    select 'manufacture_lines', r.id, concat('№ ', r.number, ' · ', ${nameOfVariant}), coalesce(u.count, 0), l.made - l.stocked
    from manufacture_lines l
    left join (
      select request_id, product_variant_id, sum(count) as count from manufacture_unstocked
      where project_id = ${project} group by request_id, product_variant_id
    ) u on u.request_id = l.request_id and u.product_variant_id = l.product_variant_id
    join manufacture_requests r on r.project_id = ${project} and r.id = l.request_id
    left join product_variants v on v.project_id = ${project} and v.id = l.product_variant_id
    left join products pr on pr.project_id = ${project} and pr.id = v.product_id
    where l.project_id = ${project} and l.made - l.stocked <> coalesce(u.count, 0)`,
});
