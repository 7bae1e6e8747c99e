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
