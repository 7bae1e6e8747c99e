import type { DayOrder, FiscalDay } from '@lanka/domain/fiscal/contract';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { exactNumber } from '../kit/db/bounds';
import type { Tx } from '../kit/db/db';
import { atMost } from '../kit/db/paging';

type Row = Record<string, unknown>;

/**
 * Receipts and money by day and order. Money is what customers paid for what the supplier sells himself: payments of his
 * own sales, less what he paid back, and cash on delivery by the registers of carriers. What a dropshipper pays at the
 * base price is not on any customer's receipt. Money that names no order stands by itself.
 */
const flows = (project: string, from: string, to: string) => sql`
  receipted as (
    select f.day, f.order_id, count(*) as receipts, coalesce(sum(f.total) filter (where f.kind = 'sell'), 0) as sold,
      coalesce(sum(f.total) filter (where f.kind = 'return'), 0) as returned
    from fiscal_receipts f
    where f.project_id = ${project} and f.status = 'issued' and f.kind in ('sell', 'return') and f.day between ${from} and ${to}
    group by 1, 2
  ), paid as (
    select p.id, p.date, p.type, p.amount from payments p
    join counterparties c on c.project_id = p.project_id and c.id = p.counterparty_id and c.own_sales
    where p.project_id = ${project} and p.status = 'confirmed' and p.account in ('cash', 'bank') and p.date between ${from} and ${to}
  ), put as (
    select d.id, d.date, d.type, n.order_id, n.amount from paid d
    join payment_orders n on n.project_id = ${project} and n.payment_id = d.id
  ), moved as (
    select date as day, order_id, case type when 'receipt' then amount else -amount end as amount from put
    union all
    select d.date, null::uuid, case d.type when 'receipt' then 1 else -1 end
      * (d.amount - coalesce((select sum(n.amount) from put n where n.id = d.id), 0)) from paid d
    union all
    select g.date, x.order_id, x.amount from cod_registers g
    join cod_rows x on x.project_id = g.project_id and x.register_id = g.id and x.reversed_at is null
    where g.project_id = ${project} and g.date between ${from} and ${to}
  ), money as (
    select day, order_id, sum(amount) as amount from moved group by 1, 2 having sum(amount) <> 0
  ), both_sides as (
    select coalesce(r.day, m.day) as day, coalesce(r.order_id, m.order_id) as order_id, coalesce(r.receipts, 0) as receipts,
      coalesce(r.sold, 0) as sold, coalesce(r.returned, 0) as returned, coalesce(m.amount, 0) as amount
    from receipted r full join money m on m.day = r.day and m.order_id = r.order_id
  )`;

/** Days on which something happened, the newest first. */
export async function listDays(tx: Tx, scope: ProjectScope, from: string, to: string): Promise<FiscalDay[]> {
  const rows = await tx.rows<Row>(sql`
    with ${flows(scope.project.id, from, to)}
    select day, sum(receipts)::text as receipts, sum(sold)::text as sold, sum(returned)::text as returned,
      sum(amount)::text as ledger, count(*) filter (where sold - returned <> amount)::int as differing
    from both_sides group by day order by day desc`);
  return rows.map((row) => {
    const [sold, returned] = [exactNumber(String(row.sold)), exactNumber(String(row.returned))];
    return {
      day: String(row.day),
      receipts: Number(row.receipts),
      ...{ sold, returned, net: sold - returned },
      ledger: exactNumber(String(row.ledger)),
      differing: Number(row.differing),
    };
  });
}

const SHOWN = 500;

/** Of one day what differs, order by order. */
export async function readDay(tx: Tx, scope: ProjectScope, day: string): Promise<DayOrder[]> {
  const project = scope.project.id;
  const rows = await tx.rows<Row>(sql`
    with ${flows(project, day, day)}, differing as (
      select * from both_sides where sold - returned <> amount order by order_id nulls first ${atMost(SHOWN)}
    )
    select d.order_id, o.number, o.prefix, coalesce(o.customer_name, '') as customer_name,
      (d.sold - d.returned)::text as receipts, d.amount::text as ledger,
      (select coalesce(sum(case f.kind when 'sell' then f.total else -f.total end), 0)::text from fiscal_receipts f
        where f.project_id = ${project} and f.order_id = d.order_id and f.status = 'issued') as all_receipts,
      ((select coalesce(sum(case p.type when 'receipt' then n.amount else -n.amount end), 0) from payment_orders n
        join payments p on p.project_id = n.project_id and p.id = n.payment_id and p.status = 'confirmed'
          and p.account in ('cash', 'bank')
        join counterparties c on c.project_id = p.project_id and c.id = p.counterparty_id and c.own_sales
        where n.project_id = ${project} and n.order_id = d.order_id)
      + (select coalesce(sum(x.amount), 0) from cod_rows x
        where x.project_id = ${project} and x.order_id = d.order_id and x.reversed_at is null))::text as all_ledger
    from differing d left join orders o on o.project_id = ${project} and o.id = d.order_id
    order by o.number nulls first`);
  return rows.map((row) => {
    const [receipts, ledger] = [Number(row.receipts), Number(row.ledger)];
    const [all_receipts, all_ledger] = [Number(row.all_receipts), Number(row.all_ledger)];
    return {
      order: row.order_id ? { id: String(row.order_id), number: Number(row.number), prefix: String(row.prefix) } : null,
      customer_name: String(row.customer_name),
      ...{ receipts, ledger, all_receipts, all_ledger },
      reason: reasonOf(row.order_id === null, all_receipts, all_ledger),
    };
  });
}

function reasonOf(unnamed: boolean, receipts: number, ledger: number): DayOrder['reason'] {
  if (unnamed) return 'no_order';
  if (receipts === ledger) return 'other_day';
  if (receipts === 0) return 'no_receipt';
  return ledger === 0 ? 'no_money' : 'other_sum';
}
