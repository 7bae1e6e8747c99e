import { DEBT_ROWS, type DebtFigures, type Debts } from '@lanka/domain/statistics/contract';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';

type Row = Record<string, unknown>;

const figuresOf = (row: Row): DebtFigures => ({
  debt: Number(row.debt),
  ages: {
    not_due: Number(row.not_due),
    days_30: Number(row.days_30),
    days_60: Number(row.days_60),
    days_90: Number(row.days_90),
    older: Number(row.older),
  },
  other: Number(row.other),
  orders: Number(row.orders),
  oldest_on: row.oldest_on === null ? null : String(row.oldest_on),
});

/** Of rows that are summed up already. */
const TOGETHER = sql`sum(debt)::float8, sum(not_due)::float8, sum(days_30)::float8, sum(days_60)::float8,
  sum(days_90)::float8, sum(older)::float8, sum(other)::float8, sum(orders)::int, min(oldest_on)::text`;

/**
 * Who owes what on this day of Kyiv. Read are the accounts of counterparties and the charges that are not paid, which
 * have an index of their own; what is paid is not.
 */
export async function readDebts(tx: Tx, { project }: ProjectScope, on: string): Promise<Debts> {
  // while the carrier is to bring all of it nothing is late (decision 0146)
  const awaited = sql`(select o.cod_state = 'awaited' and h.unpaid <= case when o.parcels = 0
      then coalesce(o.cod_sum - o.cod_fee, 0)
      else (select coalesce(sum(p.cod_sum - p.cod_fee), 0) from parcels p
        where p.project_id = o.project_id and p.order_id = o.id and p.cod_state = 'awaited') end
    from orders o where o.project_id = h.project_id and o.id = h.order_id)`;
  // asked of each by its key: joined, all orders would be read
  const late = sql`case when h.due_on is null and ${awaited} then 0 else ${on}::date - coalesce(h.due_on, h.charged_on) end`;
  const found = await tx.rows<Row>(sql`
    with unpaid as (
      select counterparty_id, sum(unpaid) as unpaid, count(*) as orders, min(charged_on) as oldest_on,
        coalesce(sum(unpaid) filter (where late <= 0), 0) as not_due,
        coalesce(sum(unpaid) filter (where late between 1 and 30), 0) as days_30,
        coalesce(sum(unpaid) filter (where late between 31 and 60), 0) as days_60,
        coalesce(sum(unpaid) filter (where late between 61 and 90), 0) as days_90,
        coalesce(sum(unpaid) filter (where late > 90), 0) as older
      from (
        select h.counterparty_id, h.unpaid, h.charged_on, ${late} as late
        from charges h
        where h.project_id = ${project.id} and h.unpaid > 0
      ) owed group by counterparty_id
    ), owing as (
      select a.counterparty_id, c.name, m.name as manager_name, u.oldest_on,
        greatest(0, a.reserved - (a.balance - a.purchases_balance)) as debt,
        greatest(0, a.reserved - (a.balance - a.purchases_balance) - coalesce(u.unpaid, 0)) as other,
        coalesce(u.orders, 0) as orders, coalesce(u.not_due, 0) as not_due, coalesce(u.days_30, 0) as days_30,
        coalesce(u.days_60, 0) as days_60, coalesce(u.days_90, 0) as days_90, coalesce(u.older, 0) as older
      from counterparty_accounts a
      left join unpaid u on u.counterparty_id = a.counterparty_id
      join counterparties c on c.project_id = a.project_id and c.id = a.counterparty_id
      left join users m on m.id = c.manager_id
      where a.project_id = ${project.id} and (u.unpaid > 0 or a.balance - a.purchases_balance < a.reserved)
    ), placed as materialized (
      select *, row_number() over (order by debt desc, counterparty_id) as place from owing
    )
    select 'row' as what, counterparty_id, name, manager_name, debt::float8, not_due::float8, days_30::float8,
      days_60::float8, days_90::float8, older::float8, other::float8, orders::int, oldest_on::text, 1 as rows, place
    from placed where place <= ${DEBT_ROWS}
    union all select 'others', null, null, null, ${TOGETHER}, count(*)::int, null from placed
      where place > ${DEBT_ROWS} having count(*) > 0
    union all select 'total', null, null, null, ${TOGETHER}, count(*)::int, null from placed having count(*) > 0
    order by place`);
  const of = (what: string): Row[] => found.filter((row) => row.what === what);
  const [others] = of('others');
  const [total] = of('total');
  return {
    on,
    total: total ? figuresOf(total) : NOTHING,
    rows: of('row').map((row) => ({
      counterparty_id: String(row.counterparty_id),
      name: String(row.name),
      manager_name: row.manager_name === null ? null : String(row.manager_name),
      ...figuresOf(row),
    })),
    others: others ? { rows: Number(others.rows), ...figuresOf(others) } : null,
  };
}

const NOTHING: DebtFigures = {
  ...{ debt: 0, other: 0, orders: 0, oldest_on: null },
  ages: { not_due: 0, days_30: 0, days_60: 0, days_90: 0, older: 0 },
};
