import { SANDBOX_PLAN } from '@lanka/domain/kit/plans';
import { type SQL, sql } from 'drizzle-orm';
import type { Plan } from './plan.store';

/** The month that has its invoice by now for sure, unless the server was off; the job comes every hour. */
const LATEST = sql`date_trunc('month', (now() at time zone 'Europe/Kyiv')::date - 4)::date`;
/** `LN-000012` of an invoice `i`. */
const NUMBER = sql`concat('LN-', lpad(i.number::text, 6, '0'))`;
/** A day as a number that can be compared and shown; 0 where there is none. */
const asNumber = (day: SQL): SQL => sql`coalesce(${day} - date '2000-01-01', 0)`;

/**
 * Whose books are looked at beside the project: its dropshippers', since no project is a dropshipper's own. Each payer has
 * his plan, his trial if there is one, and from when only reading goes on and because of which invoice.
 */
const payers = (project: string): SQL => sql`
  select p.id, p.title as name, 'projects' as kind, p.subscription_plan, p.billed_from, p.trial_until, p.restricted_from,
    p.restricted_by ->> 'id' as restricted_by, p.deleted_at is not null as ended
  from projects p where p.id = ${project}
  union all
  select u.id, u.name, 'users', u.subscription_plan, u.billed_from, null, u.restricted_from, u.restricted_by ->> 'id',
    u.blocked_at is not null
  from users u
  where u.id in (${dropshippers(project)})`;

const dropshippers = (project: string): SQL => sql`
  select m.user_id as id from memberships m where m.project_id = ${project} and m.role = 'Client' and m.ended_at is null`;

/**
 * Invoices of plans against their lines, the prices that were set and the discounts that were given, and whether one is missing between two that are there; what a month had beyond
 * the plan against the invoice of the next one, once there is one; the day from which only reading goes on, and because of
 * what, against the oldest invoice that is due and the trial; what cards have paid against what is marked paid by them; and
 * that a sandbox is billed for nothing and stands in no catalogue.
 */
export const plans = (project: string): Plan => ({
  name: 'plans',
  beside: dropshippers(project),
  rows: sql`select count(*) from plan_invoices where payer_id in (select id from (${payers(project)}) p)`,
  differences: sql`
    with payers as materialized (${payers(project)}), invoices as materialized (
      select i.id, i.payer_id, i.number, i.kind, i.month, i.amount, i.credited, i.status, i.due_on, i.paid_by, s.*
      from plan_invoices i
      cross join lateral (
        select coalesce(sum((l ->> 'count')::bigint * (l ->> 'price')::bigint), 0) as total,
          coalesce(sum((l ->> 'amount')::bigint) filter (where l ->> 'kind' in ('orders', 'collaborators')), 0) as extras,
          max(l -> 'facts' ->> 'plan') filter (where l ->> 'kind' = 'plan') as plan,
          coalesce(sum((l ->> 'amount')::bigint) filter (where l ->> 'kind' = 'plan'), 0) as listed,
          coalesce(-sum((l ->> 'amount')::bigint) filter (where l ->> 'kind' = 'discount'), 0) as off
        from jsonb_array_elements(i.frozen -> 'lines') l
      ) s
      where i.payer_id in (select id from payers)
    ), extras as (
      select (month + interval '1 month')::date as month, sum(price) as total from plan_extras
      where project_id = ${project} and kind <> 'trial' group by 1
    ), due as (
      select distinct on (payer_id) payer_id, id, due_on + 1 as stops from invoices
      where status = 'due' and due_on is not null order by payer_id, due_on, number
    ), expected as (
      select p.*, d.id as invoice, d.stops, case when p.subscription_plan is null then p.trial_until + 1 end as trial_stops
      from payers p left join due d on d.payer_id = p.id
    ), months as (
      select i.payer_id, i.month,
        coalesce(lead(i.month) over (partition by i.payer_id order by i.month), greatest(i.month, ${LATEST}) + interval '1 month') as next
      from invoices i where i.kind = 'month'
    ), cards as (
      select k.id, k.ref_id as invoice_id, k.problem, c.problem as booked_problem,
        case when k.state = 'paid' then k.amount - k.refunded else 0 end as kept,
        case when c.paid_on is not null then c.amount - c.refunded else 0 end as booked
      from card_payments k left join plan_card_payments c on c.id = k.id
      where k.project_id in (select id from payers) and k.owner = 'platform' and k.ref_kind = 'plan_invoice'
    )
    select 'plan_invoices' as "table", i.id, ${NUMBER} as name, i.total as expected, i.amount as found
    from invoices i where i.total <> i.amount
    union all
    select 'plan_invoices', i.id, concat(${NUMBER}, ' · credited'), coalesce(c.total, 0), i.credited
    from invoices i
    left join (select corrects, sum(amount) as total from plan_invoices where corrects is not null group by 1) c on c.corrects = i.id
    where coalesce(c.total, 0) <> i.credited
    union all
    select 'plan_invoices', i.id, concat(${NUMBER}, ' · price'), s.price, i.listed
    from invoices i
    cross join lateral (select price from plan_prices s where s.plan = i.plan and s.since <= i.month order by s.since desc limit 1) s
    where i.kind = 'month' and s.price <> i.listed
    union all
    select 'plan_invoices', i.id, concat(${NUMBER}, ' · discount'), coalesce(d.off, 0), i.off
    from invoices i
    cross join lateral (
      select max(least(i.listed, case d.kind when 'percent' then round(i.listed * d.value / 10000.0) else d.value end)) as off
      from plan_discounts d where d.payer_id = i.payer_id and d.since <= i.month and (d.until is null or d.until >= i.month)
    ) d
    where i.kind = 'month' and i.plan is not null and coalesce(d.off, 0) <> i.off
    union all
    select 'plan_invoices', p.id, concat(p.name, ' · ', m.month), 0, (m.next::date - m.month) / 31
    from months m join payers p on p.id = m.payer_id
    where m.next > m.month + interval '1 month' and not p.ended
      and p.id not in (select user_id from user_plan_changes where to_plan = 'dropshipper-free')
    union all
    select 'plan_extras', i.id, concat(${NUMBER}, ' · ', i.month), coalesce(e.total, 0), i.extras
    from invoices i left join extras e on e.month = i.month
    where i.kind = 'month' and i.payer_id = ${project} and coalesce(e.total, 0) <> i.extras
    union all
    select p.kind, p.id, concat(p.name, ' · restricted_from'), ${asNumber(sql`least(p.stops, p.trial_stops)`)},
      ${asNumber(sql`p.restricted_from`)}
    from expected p where least(p.stops, p.trial_stops) is distinct from p.restricted_from
    union all
    select p.kind, p.id, concat(p.name, ' · restricted_by'), 1, 0
    from expected p
    where p.restricted_by is distinct from
      case when p.stops is not null and (p.trial_stops is null or p.stops <= p.trial_stops) then p.invoice::text end
    union all
    select 'projects', p.id, concat(p.title, ' · sandbox'), 0, 1 from projects p
    where p.id = ${project} and (p.sandbox_until is not null) <> coalesce(p.subscription_plan = ${SANDBOX_PLAN}, false)
      or p.id = ${project} and p.sandbox_until is not null
        and (p.listed or p.billed_from is not null or p.trial_until is not null or p.restricted_from is not null)
    union all
    select 'plan_card_payments', coalesce(c.id, i.id), ${NUMBER}, case when c.settles then 1 else 0 end, case when i.paid_by = 'card' then 1 else 0 end
    from (select * from plan_card_payments where payer_id in (select id from payers) and settles) c
    full join (select * from invoices where paid_by = 'card') i on i.id = c.invoice_id
    where c.id is null or i.id is null
    union all
    select 'plan_card_payments', k.id, ${NUMBER}, k.kept, k.booked from cards k join invoices i on i.id = k.invoice_id
    where k.kept <> k.booked
    union all
    select 'plan_card_payments', k.id, concat(${NUMBER}, ' · ', coalesce(k.problem, k.booked_problem)),
      (k.problem is not null)::int, (k.booked_problem is not null)::int
    from cards k join invoices i on i.id = k.invoice_id where k.problem is distinct from k.booked_problem`,
});
