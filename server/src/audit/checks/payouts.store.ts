import { sql } from 'drizzle-orm';
import type { Plan } from './plan.store';

/** A register against its rows, and each row that was paid against its withdrawal and what that posted. */
export const payouts = (project: string): Plan => ({
  name: 'payouts',
  rows: sql`select count(*) from payout_rows where project_id = ${project}`,
  differences: sql`
    with sums as (
      select payout_id, count(*) as rows, sum(amount) as total, count(*) filter (where status = 'waiting') as waiting_rows,
        coalesce(sum(amount) filter (where status = 'waiting'), 0) as waiting,
        coalesce(sum(amount) filter (where status = 'paid'), 0) as paid
      from payout_rows where project_id = ${project} group by payout_id
    )
    select 'payouts' as "table", p.id, concat('№ ', p.number, ' · ', n.name) as name, n.expected, n.found
    from (select * from payouts where project_id = ${project}) p left join sums s on s.payout_id = p.id
    cross join lateral (values
      ('rows', coalesce(s.rows, 0), p.rows),
      ('total', coalesce(s.total, 0), p.total),
      ('waiting rows', coalesce(s.waiting_rows, 0), p.waiting_rows),
      ('waiting', coalesce(s.waiting, 0), p.waiting),
      ('paid', coalesce(s.paid, 0), p.paid)
    ) n(name, expected, found)
    where n.expected <> n.found
    union all
    select 'payout_rows', r.id, concat(r.recipient_name, ' · withdrawal'), r.amount, coalesce(-l.counterparty_change, 0)
    from (select * from payout_rows where project_id = ${project} and status = 'paid') r
    left join (select * from payments where project_id = ${project} and type = 'withdrawal' and status = 'confirmed') m
      on m.id = r.payment_id and m.counterparty_id = r.counterparty_id and m.amount = r.amount
    left join (select * from postings where project_id = ${project} and ref_kind = 'payment' and purpose = 'withdrawal') l
      on l.ref_id = m.id and l.counterparty_id = r.counterparty_id
    where r.amount <> coalesce(-l.counterparty_change, 0)`,
});
