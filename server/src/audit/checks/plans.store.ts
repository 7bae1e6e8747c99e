import { sql } from 'drizzle-orm';
import type { Plan } from './plan.store';

/**
 * Invoices of the plan against their lines; what a month had beyond the plan against the invoice of the next one, once
 * there is one; and the day from which only reading goes on against the oldest invoice that is due.
 */
export const plans = (project: string): Plan => ({
  name: 'plans',
  rows: sql`select count(*) from plan_invoices where payer_id = ${project}`,
  differences: sql`
    with invoices as (
      select i.id, i.number, i.kind, i.month, i.amount, i.status, i.due_on, s.total, s.extras
      from plan_invoices i
      cross join lateral (
        select coalesce(sum((l ->> 'count')::bigint * (l ->> 'price')::bigint), 0) as total,
          coalesce(sum((l ->> 'amount')::bigint) filter (where l ->> 'kind' in ('orders', 'collaborators')), 0) as extras
        from jsonb_array_elements(i.frozen -> 'lines') l
      ) s
      where i.payer_id = ${project}
    ), extras as (
      select (month + interval '1 month')::date as month, sum(price) as total from plan_extras
      where project_id = ${project} and kind <> 'trial' group by 1
    )
    select 'plan_invoices' as "table", id, concat('LN-', lpad(number::text, 6, '0')) as name, total as expected, amount as found
    from invoices where total <> amount
    union all
    select 'plan_extras', i.id, concat('LN-', lpad(i.number::text, 6, '0'), ' · ', i.month), coalesce(e.total, 0), i.extras
    from invoices i left join extras e on e.month = i.month
    where i.kind = 'month' and coalesce(e.total, 0) <> i.extras
    union all
    select 'projects', p.id, concat(p.title, ' · restricted_from'), coalesce(d.due_on - date '2000-01-01' + 1, 0),
      coalesce(p.restricted_from - date '2000-01-01', 0)
    from (select * from projects where id = ${project} and subscription_plan is not null) p
    cross join lateral (select min(due_on) as due_on from invoices where status = 'due') d
    where coalesce(d.due_on - date '2000-01-01' + 1, 0) <> coalesce(p.restricted_from - date '2000-01-01', 0)`,
});
