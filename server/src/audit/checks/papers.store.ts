import { sql } from 'drizzle-orm';
import type { Plan } from './plan.store';

/**
 * Papers: each that was issued stands in the register once, with its sum; the sum of a paper of an order is that of its
 * lines, what a return is papered with is what it was credited, and an act of offset what it sets off.
 */
export const papers = (project: string): Plan => ({
  name: 'papers',
  rows: sql`select count(*) from papers where project_id = ${project}`,
  differences: sql`
    with register as (select * from papers where project_id = ${project}), issued as (
      select d.*, (d.frozen->>'total')::bigint as total,
        (select coalesce(sum((l->>'amount')::bigint), 0) from jsonb_array_elements(d.frozen->'lines') l) as lines
      from documents d where d.project_id = ${project}
    ), sources as (
      select 'document' as source, id, total from issued
      union all
      select 'turnover_paper', id, null from turnover_papers where project_id = ${project}
    )
    select 'papers' as "table", coalesce(p.id, s.id) as id, concat(p.title, ' · ', n.name) as name, n.expected, n.found
    from sources s full join (select * from register where source in ('document', 'turnover_paper')) p
      on p.source = s.source and p.source_id = s.id
    cross join lateral (values
      ('issued', case when s.id is null then 0 else 1 end, case when p.id is null then 0 else 1 end),
      ('total', coalesce(s.total, p.total, 0), coalesce(p.total, s.total, 0))
    ) n(name, expected, found)
    where n.expected <> n.found
    union all
    select 'documents', d.id, concat(d.frozen->>'title', ' · lines'), d.lines, d.total from issued d where d.lines <> d.total
    union all
    -- of the own sales it is for what the customer paid
    select 'documents', d.id, concat(d.frozen->>'title', ' · return'), r.credit, d.total
    from (select * from issued where return_id is not null and issuer = 'manufacturer') d
    join (select * from returns where project_id = ${project}) r on r.id = d.return_id
    join (select * from counterparties where project_id = ${project} and not own_sales) c on c.id = d.counterparty_id
    where d.total <> r.credit
    union all
    select 'papers', p.id, concat(p.title, ' · offset'), coalesce(o.amount, 0), coalesce(p.total, 0)
    from (select * from register where source = 'offset') p
    left join (select * from offsets where project_id = ${project}) o on o.id = p.source_id
    where coalesce(o.amount, 0) <> coalesce(p.total, 0)`,
});
