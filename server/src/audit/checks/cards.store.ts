import { sql } from 'drizzle-orm';
import type { Plan } from './plan.store';

/**
 * Payments by card against the settlements: what was taken is posted once, what went back is taken back there by its
 * reversal or paid out by withdrawals of its own, and nothing that was taken for a counterparty has no receipt.
 */
export const cards = (project: string): Plan => ({
  name: 'cards',
  rows: sql`select count(*) from card_receipts where project_id = ${project}`,
  differences: sql`
    with receipts as (
      select r.card_payment_id as id, c.name, r.counterparty_id, r.payment_id,
        case when p.state = 'paid' then p.amount else 0 end as taken, p.refunded as back
      from (select * from card_receipts where project_id = ${project}) r
      join (select * from card_payments where project_id = ${project}) p on p.id = r.card_payment_id
      join (select id, name from counterparties where project_id = ${project}) c on c.id = r.counterparty_id
    ), posted as (
      select r.id, l.id as posting, l.counterparty_change as change
      from receipts r
      join (select * from payments where project_id = ${project} and type = 'receipt' and status = 'confirmed') m
        on m.id = r.payment_id and m.counterparty_id = r.counterparty_id
      join (select * from postings where project_id = ${project} and ref_kind = 'payment' and purpose = 'payment') l
        on l.ref_id = m.id and l.counterparty_id = r.counterparty_id
    ), reversals as (
      select ref_id as posting, counterparty_change as change from postings
      where project_id = ${project} and ref_kind = 'posting' and purpose = 'reversal'
    ), backs as (
      select p.id, b.change from posted p join reversals b on b.posting = p.posting
      union all
      select f.card_payment_id, w.counterparty_change + coalesce(b.change, 0)
      from (select * from card_refunds where project_id = ${project}) f
      join (select * from postings where project_id = ${project} and ref_kind = 'payment' and purpose = 'withdrawal') w
        on w.ref_id = f.payment_id
      left join reversals b on b.posting = w.id
    ), sums as (
      select id, -sum(change)::bigint as total from backs group by id
    )
    select 'card_payments' as "table", r.id, concat(r.name, ' · receipt') as name, r.taken as expected,
      coalesce(l.change, 0) as found
    from receipts r left join posted l on l.id = r.id where coalesce(l.change, 0) <> r.taken
    union all
    select 'card_payments', r.id, concat(r.name, ' · refunds'), r.back, coalesce(s.total, 0)
    from receipts r left join sums s on s.id = r.id where coalesce(s.total, 0) <> r.back
    union all
    select 'card_payments', p.id, concat(p.destination, ' · receipt'), p.amount, 0
    from (select * from card_payments where project_id = ${project} and state = 'paid'
      and ref_kind in ('card_order', 'card_balance')) p
    left join receipts r on r.id = p.id where r.id is null`,
});
