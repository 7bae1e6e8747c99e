import { sql } from 'drizzle-orm';
import type { Plan } from './plan.store';

/**
 * An agreed act against its own lines, and these against the postings of its days; its opening balance against all
 * postings before; and the days that are closed against the last agreed act.
 */
export const reconciliations = (project: string): Plan => ({
  name: 'reconciliations',
  rows: sql`select count(*) from reconciliations where project_id = ${project} and status = 'agreed'`,
  differences: sql`
    with acts as (
      select r.id, r.number, r.counterparty_id, r.first_day, r.last_day, v.opening, v.debit, v.credit, r.closing,
        coalesce(l.debit, 0) as line_debit, coalesce(l.credit, 0) as line_credit, coalesce(l.lines, 0) as lines
      from reconciliations r
      join reconciliation_revisions v on v.project_id = ${project} and v.reconciliation_id = r.id and v.revision = r.revision
      left join (
        select reconciliation_id, revision, sum(debit) as debit, sum(credit) as credit, count(*) as lines
        from reconciliation_lines where project_id = ${project} group by 1, 2
      ) l on l.reconciliation_id = r.id and l.revision = r.revision
      where r.project_id = ${project} and r.status = 'agreed'
    ), booked as (
      select a.id, coalesce(sum(p.counterparty_change) filter (where p.day < a.first_day), 0) as opening,
        coalesce(-sum(p.counterparty_change) filter (where p.day >= a.first_day and p.counterparty_change < 0), 0) as debit,
        coalesce(sum(p.counterparty_change) filter (where p.day >= a.first_day and p.counterparty_change > 0), 0) as credit,
        count(*) filter (where p.day >= a.first_day) as lines
      from acts a
      join postings p on p.project_id = ${project} and p.counterparty_id = a.counterparty_id and p.day <= a.last_day
      group by a.id
    )
    select 'reconciliations' as "table", a.id, concat('№ ', a.number, ' · ', n.name) as name, n.expected, n.found
    from acts a left join booked b on b.id = a.id
    cross join lateral (values
      ('opening', coalesce(b.opening, 0), a.opening),
      ('debit', coalesce(b.debit, 0), a.debit),
      ('credit', coalesce(b.credit, 0), a.credit),
      ('debit of lines', a.line_debit, a.debit),
      ('credit of lines', a.line_credit, a.credit),
      ('lines', coalesce(b.lines, 0), a.lines),
      ('closing', a.opening - a.debit + a.credit, a.closing)
    ) n(name, expected, found)
    where n.expected <> n.found
    union all
    select 'counterparties', k.counterparty_id, concat_ws(' · ', c.name, k.expected, k.found),
      coalesce(k.expected - date '2000-01-01', 0), coalesce(k.found - date '2000-01-01', 0)
    from (
      select a.counterparty_id, a.closed_until as found, r.expected
      from (select counterparty_id, closed_until from counterparty_accounts where project_id = ${project}) a
      left join (
        select counterparty_id, max(last_day) as expected from reconciliations
        where project_id = ${project} and status = 'agreed' group by counterparty_id
      ) r on r.counterparty_id = a.counterparty_id
      where a.closed_until is distinct from r.expected
    ) k left join counterparties c on c.project_id = ${project} and c.id = k.counterparty_id`,
});
