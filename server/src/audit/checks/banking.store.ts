import { sql } from 'drizzle-orm';
import type { Plan } from './plan.store';

/**
 * Rows of bank statements that are entered against their parts, each part against its payment and what that posted, and
 * payments that say they are a row's against the parts of it.
 */
export const banking = (project: string): Plan => ({
  name: 'banking',
  rows: sql`select count(*) from bank_rows where project_id = ${project}`,
  differences: sql`
    with living as (
      select * from bank_row_parts where project_id = ${project} and undone_at is null
    ), sums as (
      select row_id, sum(amount) as total from living group by row_id
    )
    select 'bank_rows' as "table", b.id, concat(b.day, ' · ', b.counter_name, ' · parts') as name,
      case when b.state = 'matched' then abs(b.amount) else 0 end as expected, coalesce(s.total, 0) as found
    from (select * from bank_rows where project_id = ${project}) b left join sums s on s.row_id = b.id
    where coalesce(s.total, 0) <> case when b.state = 'matched' then abs(b.amount) else 0 end
    union all
    select 'bank_row_parts', p.id, concat(c.name, ' · posting'), sign(b.amount) * p.amount, coalesce(l.counterparty_change, 0)
    from living p join (select * from bank_rows where project_id = ${project}) b on b.id = p.row_id
    join (select id, name from counterparties where project_id = ${project}) c on c.id = p.counterparty_id
    left join (select * from payments where project_id = ${project} and status = 'confirmed' and account = 'bank') m
      on m.id = p.payment_id and m.bank_row_id = p.row_id and m.amount = p.amount and m.counterparty_id = p.counterparty_id
    left join (select * from postings where project_id = ${project} and ref_kind = 'payment'
        and purpose in ('payment', 'withdrawal')) l
      on l.ref_id = m.id and l.counterparty_id = p.counterparty_id
      and not exists (select from postings r where r.project_id = l.project_id and r.ref_kind = 'posting' and r.ref_id = l.id
        and r.purpose = 'reversal')
    where coalesce(l.counterparty_change, 0) <> sign(b.amount) * p.amount
    union all
    select 'payments', m.id, concat(m.date, ' · ', c.name, ' · row of a statement'), 0, m.amount
    from (select * from payments where project_id = ${project} and bank_row_id is not null) m
    join (select id, name from counterparties where project_id = ${project}) c on c.id = m.counterparty_id
    left join (select row_id, payment_id from bank_row_parts where project_id = ${project}) p
      on p.row_id = m.bank_row_id and p.payment_id = m.id
    where p.payment_id is null`,
});
