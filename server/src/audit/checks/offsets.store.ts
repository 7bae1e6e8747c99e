import { sql } from 'drizzle-orm';
import type { Plan } from './plan.store';

/**
 * Acts of offset against what they posted: the debt whole, of the claim no more, on the day that they say; only what is
 * agreed has posted, and what is called reversed is so by an act that is agreed.
 */
export const offsets = (project: string): Plan => ({
  name: 'offsets',
  rows: sql`select count(*) from offsets where project_id = ${project}`,
  differences: sql`
    with acts as (select * from offsets where project_id = ${project}), posted as (
      select ref_id, coalesce(sum(counterparty_change) filter (where purpose = 'offset_debt'), 0) as debt,
        coalesce(sum(counterparty_change) filter (where purpose = 'offset_claim'), 0) as claim, max(day) as day
      from postings where project_id = ${project} and ref_kind = 'offset' group by ref_id
    )
    select 'offsets' as "table", coalesce(a.id, p.ref_id) as id, concat('№ ', a.number, ' · ', n.name) as name, n.expected, n.found
    from acts a full join posted p on p.ref_id = a.id
    left join (select reverses from acts where status = 'agreed' and reverses is not null) b on b.reverses = a.id
    cross join lateral (values
      ('debt', case when a.counted_on is null then 0 when a.reverses is null then a.amount else -a.amount end, coalesce(p.debt, 0)),
      ('claim', case when a.counted_on is null then 0
        when a.reverses is null then least(0, greatest(-a.amount, coalesce(p.claim, 0)))
        else greatest(0, least(a.amount, coalesce(p.claim, 0))) end, coalesce(p.claim, 0)),
      ('day', coalesce(a.counted_on - date '2000-01-01', 0), coalesce(p.day - date '2000-01-01', 0)),
      ('reversed', case when b.reverses is null then 0 else 1 end, case when a.status = 'reversed' then 1 else 0 end)
    ) n(name, expected, found)
    where n.expected <> n.found`,
});
