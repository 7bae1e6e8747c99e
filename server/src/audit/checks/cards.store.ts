import { sql } from 'drizzle-orm';
import type { Plan } from './plan.store';

/** Payments by card against their receipts: what was taken is posted once, what went back is taken back. */
export const cards = (project: string): Plan => ({
  name: 'cards',
  rows: sql`select count(*) from card_receipts where project_id = ${project}`,
  differences: sql`
    with receipts as (
      select r.card_payment_id as id, c.name, r.counterparty_id, r.payment_id, r.refunded,
        case when p.state = 'paid' then p.amount else 0 end as taken, p.refunded as back
      from (select * from card_receipts where project_id = ${project}) r
      join (select * from card_payments where project_id = ${project}) p on p.id = r.card_payment_id
      join (select id, name from counterparties where project_id = ${project}) c on c.id = r.counterparty_id
    )
    select 'card_payments' as "table", r.id, concat(r.name, ' · receipt') as name, r.taken as expected,
      coalesce(l.counterparty_change, 0) as found
    from receipts r
    left join (select * from payments where project_id = ${project} and type = 'receipt' and status = 'confirmed') m
      on m.id = r.payment_id and m.counterparty_id = r.counterparty_id
    left join (select * from postings where project_id = ${project} and ref_kind = 'payment' and purpose = 'payment') l
      on l.ref_id = m.id and l.counterparty_id = r.counterparty_id
    where coalesce(l.counterparty_change, 0) <> r.taken
    union all
    select 'card_payments', r.id, concat(r.name, ' · refunds'), r.back, r.refunded from receipts r where r.back <> r.refunded`,
});
