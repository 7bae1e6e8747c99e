import { CalendarDate, Id } from '@lanka/domain/kit/ids';
import type { OrderStatus } from '@lanka/domain/orders/contract';
import type { DebtAge, DebtFigures, DebtOrder, Debts } from '@lanka/domain/statistics/contract';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { before, cursorAfter, type Places, readPlace, writePlace } from './cursor';

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

/** How many days the debt of a charge `h` is past on this day. */
function lateOn(on: string): SQL {
  // while the carrier is to bring all of it nothing is late (decision 0146)
  const awaited = sql`(select o.cod_state = 'awaited' and h.unpaid <= case when o.parcels = 0
      then coalesce(o.cod_sum - o.cod_fee, 0)
      else (select coalesce(sum(p.cod_sum - p.cod_fee), 0) from parcels p
        where p.project_id = o.project_id and p.order_id = o.id and p.cod_state = 'awaited') end
    from orders o where o.project_id = h.project_id and o.id = h.order_id)`;
  // asked of each by its key: joined, all orders would be read
  return sql`case when h.due_on is null and ${awaited} then 0 else ${on}::date - coalesce(h.due_on, h.charged_on) end`;
}

const AGES: Readonly<Record<DebtAge, SQL>> = {
  not_due: sql`late <= 0`,
  days_30: sql`late between 1 and 30`,
  days_60: sql`late between 31 and 60`,
  days_90: sql`late between 61 and 90`,
  older: sql`late > 90`,
};
const ofAge = (age: DebtAge): SQL => sql`coalesce(sum(unpaid) filter (where ${AGES[age]}), 0) as ${sql.raw(age)}`;

/**
 * Who owes what on this day of Kyiv. Read are the accounts of counterparties and the charges that are not paid, which
 * have an index of their own; what is paid is not.
 */
export async function readDebts(tx: Tx, { project }: ProjectScope, on: string, places: Places): Promise<Debts> {
  const first = before(places);
  const last = first + places.limit;
  const found = await tx.rows<Row>(sql`
    with unpaid as (
      select counterparty_id, sum(unpaid) as unpaid, count(*) as orders, min(charged_on) as oldest_on,
        ${ofAge('not_due')}, ${ofAge('days_30')}, ${ofAge('days_60')}, ${ofAge('days_90')}, ${ofAge('older')}
      from (
        select h.counterparty_id, h.unpaid, h.charged_on, ${lateOn(on)} as late
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
    from placed where place > ${first} and place <= ${last}
    union all select 'others', null, null, null, ${TOGETHER}, count(*)::int, null from placed
      where place > ${last} having count(*) > 0
    union all select 'total', null, null, null, ${TOGETHER}, count(*)::int, null from placed having count(*) > 0
    order by place`);
  const of = (what: string): Row[] => found.filter((row) => row.what === what);
  const [others] = of('others');
  const [total] = of('total');
  return {
    on,
    total: total ? figuresOf(total) : NOTHING,
    items: of('row').map((row) => ({
      counterparty_id: String(row.counterparty_id),
      name: String(row.name),
      manager_name: row.manager_name === null ? null : String(row.manager_name),
      ...figuresOf(row),
    })),
    next_cursor: others ? cursorAfter(places) : null,
    others: others ? { rows: Number(others.rows), ...figuresOf(others) } : null,
  };
}

const NOTHING: DebtFigures = {
  ...{ debt: 0, other: 0, orders: 0, oldest_on: null },
  ages: { not_due: 0, days_30: 0, days_60: 0, days_90: 0, older: 0 },
};

interface DebtsOf {
  readonly age?: DebtAge | undefined;
  readonly counterparty_id?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Since when it is owed, and the order. */
const Place = z.tuple([CalendarDate, Id]);

/** A page of the orders that are not paid in full, the longest owed first; and what all of them come to, which the first page tells. */
export async function listDebtOrders(
  tx: Tx,
  { project }: ProjectScope,
  on: string,
  { age, counterparty_id, limit, cursor }: DebtsOf,
) {
  const after = readPlace(cursor, Place);
  const own = counterparty_id ? sql`and h.counterparty_id = ${counterparty_id}` : sql``;
  const found = await tx.rows<Row>(sql`
    with owed as materialized (
      select * from (
        select h.order_id, h.counterparty_id, h.unpaid, h.charged_on, h.due_on, coalesce(h.due_on, h.charged_on) as since,
          ${lateOn(on)} as late
        from charges h where h.project_id = ${project.id} and h.unpaid > 0 ${own}
      ) h where ${age ? AGES[age] : sql`true`}
    ), first_ones as materialized (
      select * from owed ${after ? sql`where (since, order_id) > (${after[0]}::date, ${after[1]}::uuid)` : sql``}
      order by since, order_id limit ${limit + 1}
    )
    select 'row' as what, f.order_id, o.prefix, o.number, o.status, f.counterparty_id, c.name as counterparty_name,
      f.charged_on::text as charged_on, f.due_on::text as due_on, f.since::text as since, greatest(0, f.late) as late,
      f.unpaid::float8 as unpaid, 1 as orders
    from first_ones f
    join orders o on o.project_id = ${project.id} and o.id = f.order_id
    join counterparties c on c.project_id = ${project.id} and c.id = f.counterparty_id
    ${after ? sql`` : sql`union all select 'total', null, null, null, null, null, null, null, null, null, null, coalesce(sum(unpaid), 0)::float8, count(*)::int from owed`}
    order by since, order_id`);
  const rows = found.filter(({ what }) => what === 'row');
  const total = found.find(({ what }) => what === 'total');
  const shown = rows.slice(0, limit);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    on,
    items: shown.map(asOrder),
    next_cursor: last ? writePlace([String(last.since), String(last.order_id)]) : null,
    total: total ? { orders: Number(total.orders), unpaid: Number(total.unpaid) } : null,
  };
}

const asOrder = (row: Row): DebtOrder => ({
  id: String(row.order_id),
  prefix: String(row.prefix),
  number: Number(row.number),
  status: row.status as OrderStatus,
  counterparty_id: String(row.counterparty_id),
  counterparty_name: String(row.counterparty_name),
  charged_on: String(row.charged_on),
  due_on: row.due_on === null ? null : String(row.due_on),
  days_late: Number(row.late),
  unpaid: Number(row.unpaid),
});
