import { sql } from 'drizzle-orm';
import { OWN_ACCOUNT } from '../../ledger/tables';
import type { Plan } from './plan.store';

/** Kept balances and sums by account against the sum of postings; the chain of `balance_after`; and each amount's sign for the counterparty. */
export const postings = (project: string): Plan => ({
  name: 'postings',
  rows: sql`select count(*) from postings where project_id = ${project}`,
  differences: sql`
    select 'counterparty_accounts' as "table", k.counterparty_id as id, coalesce(c.name, k.counterparty_id::text) as name,
      k.expected, k.found
    from (
      select coalesce(a.counterparty_id, p.counterparty_id) as counterparty_id, coalesce(p.total, 0) as expected,
        coalesce(a.balance, 0) as found
      from (select counterparty_id, balance from counterparty_accounts where project_id = ${project}) a
      full join (
        select counterparty_id, sum(counterparty_change) as total from postings
        where project_id = ${project} group by counterparty_id
      ) p on p.counterparty_id = a.counterparty_id
    ) k left join counterparties c on c.project_id = ${project} and c.id = k.counterparty_id
    where k.expected <> k.found
    union all
    select 'counterparty_accounts', a.counterparty_id, concat_ws(' · ', coalesce(c.name, a.counterparty_id::text), 'purchases'),
      coalesce(p.total, 0), a.purchases_balance
    from counterparty_accounts a
    left join (
      select counterparty_id, sum(counterparty_change) as total from postings
      where project_id = ${project} and side = 'purchases' group by counterparty_id
    ) p on p.counterparty_id = a.counterparty_id
    left join counterparties c on c.project_id = ${project} and c.id = a.counterparty_id
    where a.project_id = ${project} and a.purchases_balance <> coalesce(p.total, 0)
    union all
    select 'account_sums', k.counterparty_id, concat_ws(' · ', coalesce(c.name, k.counterparty_id::text), k.account),
      k.expected, k.found
    from (
      select coalesce(a.counterparty_id, p.counterparty_id) as counterparty_id, coalesce(a.account, p.account) as account,
        coalesce(p.total, 0) as expected, coalesce(a.counterparty_change, 0) as found,
        coalesce(p.rows, 0) <> coalesce(a.postings, 0) as miscounted
      from (select counterparty_id, account, counterparty_change, postings from account_sums where project_id = ${project}) a
      full join (
        select counterparty_id, ${OWN_ACCOUNT} as account, sum(counterparty_change) as total, count(*) as rows from postings
        where project_id = ${project} group by 1, 2
      ) p on p.counterparty_id = a.counterparty_id and p.account = a.account
    ) k left join counterparties c on c.project_id = ${project} and c.id = k.counterparty_id
    where k.expected <> k.found or k.miscounted
    union all
    select 'account_days', k.counterparty_id,
      concat_ws(' · ', coalesce(c.name, k.counterparty_id::text), k.account, k.day, n.name), n.expected, n.found
    from (
      select counterparty_id, account, day, a.counterparty_change as kept, a.postings, a.orders_change, a.orders,
        p.counterparty_change as total, p.postings as rows, p.orders_change as orders_total, p.orders as orders_rows
      from (select * from account_days where project_id = ${project}) a
      full join (
        select counterparty_id, account, day, sum(counterparty_change) as counterparty_change, count(*) as postings,
          sum(counterparty_change) filter (where of_order) as orders_change, count(*) filter (where of_order and charge = 1) as orders
        from (
          select counterparty_id, ${OWN_ACCOUNT} as account, day, counterparty_change,
            purpose = 'charge' and ref_kind = 'order' as of_order,
            row_number() over (partition by ref_kind, ref_id, purpose order by sequence) as charge
          from postings where project_id = ${project}
        ) each_posting group by 1, 2, 3
      ) p using (counterparty_id, account, day)
    ) k left join counterparties c on c.project_id = ${project} and c.id = k.counterparty_id
    cross join lateral (values ('sum', coalesce(k.total, 0), coalesce(k.kept, 0)),
      ('postings', coalesce(k.rows, 0), coalesce(k.postings, 0)),
      ('orders_sum', coalesce(k.orders_total, 0), coalesce(k.orders_change, 0)),
      ('orders', coalesce(k.orders_rows, 0), coalesce(k.orders, 0))
    ) n(name, expected, found)
    where n.expected <> n.found
    union all
    select 'postings', s.id, coalesce(c.name, s.counterparty_id::text), s.expected, s.balance_after
    from (
      select id, counterparty_id, balance_after, counterparty_change
        + coalesce(lag(balance_after) over (partition by counterparty_id order by sequence), 0) as expected
      from postings where project_id = ${project}
    ) s left join counterparties c on c.project_id = ${project} and c.id = s.counterparty_id
    where s.expected <> s.balance_after
    union all
    select 'postings', p.id, coalesce(c.name, p.counterparty_id::text),
      case when p.destination = 'counterparty' then p.amount else -p.amount end, p.counterparty_change
    from postings p left join counterparties c on c.project_id = ${project} and c.id = p.counterparty_id
    where p.project_id = ${project}
      and p.counterparty_change <> case when p.destination = 'counterparty' then p.amount else -p.amount end`,
});

/** Σ over all accounts, the kept balances of counterparties and the project's own from the postings, is zero. */
export const sumZero = (project: string): Plan => ({
  name: 'sum_zero',
  rows: sql`select count(*) from counterparty_accounts where project_id = ${project}`,
  differences: sql`
    select 'counterparty_accounts' as "table", ${project}::uuid as id, 'Σ' as name, 0 as expected, total as found
    from (
      select coalesce((select sum(balance) from counterparty_accounts where project_id = ${project}), 0)
        + coalesce((select sum(case when destination = 'counterparty' then -amount else amount end)
            from postings where project_id = ${project}), 0) as total
    ) all_accounts where total <> 0`,
});

/**
 * What orders were charged, got back and had put against them, by postings and payments; what is reserved; and what is
 * unpaid: what an account owes it owes for its newest orders (decision 0070).
 */
export const charges = (project: string): Plan => ({
  name: 'charges',
  rows: sql`select count(*) from charges where project_id = ${project}`,
  differences: sql`
    with kept as (select * from charges where project_id = ${project}), posted as (
      select ref_id as order_id, amount as charged, 0 as credited, 0 as put from postings
      where project_id = ${project} and ref_kind = 'order' and purpose = 'charge'
      union all
      select i.order_id, 0, p.amount, 0
      from (select * from postings where project_id = ${project} and ref_kind = 'return_item' and purpose = 'return') p
        join (select * from return_items where project_id = ${project}) i on i.id = p.ref_id
      union all
      select n.order_id, 0, 0, n.amount
      from (select * from payment_orders where project_id = ${project}) n
        join (select * from postings where project_id = ${project} and ref_kind = 'payment') p on p.ref_id = n.payment_id
      where not exists (select 1 from postings r where r.project_id = ${project} and r.ref_kind = 'posting'
        and r.ref_id = p.id and r.purpose = 'reversal')
      union all
      select order_id, 0, 0, amount from cod_rows where project_id = ${project} and reversed_at is null
    ), expected as (
      select order_id, sum(charged) as charged, sum(credited) as credited, sum(put) as put from posted group by order_id
    ), needs as (
      select order_id, counterparty_id, unpaid, greatest(charged - credited - put, 0) as need,
        sum(greatest(charged - credited - put, 0)) over (partition by counterparty_id order by sequence desc)
          - greatest(charged - credited - put, 0) as newer
      from kept where sequence is not null
    ), debts as (
      select n.order_id, n.unpaid as found, case when a.named_only then n.need
        else least(n.need, greatest(greatest(a.reserved - (a.balance - a.purchases_balance), 0) - n.newer, 0)) end as expected
      from needs n join (select * from counterparty_accounts where project_id = ${project}) a
        on a.counterparty_id = n.counterparty_id
    ), held as (
      select counterparty_id, sum(greatest(put - charged + credited, 0)) as put from kept
      where (sequence is null or open) and not canceled group by counterparty_id
    )
    select 'charges' as "table", coalesce(k.order_id, e.order_id) as id,
      concat('№ ', o.number, ' · ', v.name) as name, v.expected, v.found
    from kept k full join expected e on e.order_id = k.order_id
    left join (select id, number from orders where project_id = ${project}) o on o.id = coalesce(k.order_id, e.order_id)
    cross join lateral (values
      ('charged', coalesce(e.charged, 0), coalesce(k.charged, 0)),
      ('credited', coalesce(e.credited, 0), coalesce(k.credited, 0)),
      ('put', coalesce(e.put, 0), coalesce(k.put, 0))
    ) v(name, expected, found)
    where v.expected <> v.found
    union all
    select 'charges', d.order_id, concat('№ ', o.number, ' · unpaid'), d.expected, d.found
    from debts d left join (select id, number from orders where project_id = ${project}) o on o.id = d.order_id
    where d.expected <> d.found
    union all
    select 'counterparty_accounts', a.counterparty_id, concat_ws(' · ', c.name, 'reserved'), coalesce(h.put, 0), a.reserved
    from (select * from counterparty_accounts where project_id = ${project}) a
    left join held h on h.counterparty_id = a.counterparty_id
    left join counterparties c on c.project_id = ${project} and c.id = a.counterparty_id
    where coalesce(h.put, 0) <> a.reserved`,
});
