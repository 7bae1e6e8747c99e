import type { BillingMonth } from '@lanka/domain/billing/operator';
import type { LeftPayer, listLeftPayers } from '@lanka/domain/billing/prices';
import { DUE_DAYS, monthBefore } from '@lanka/domain/billing/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { StaffScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { readPage } from '../kit/db/paging';

type Row = Record<string, unknown>;

/**
 * Months that payers were invoiced for: `paid` is kept, of a month that was given as a whole too; `pays` may still be paid
 * in time. Who pays late has not left.
 */
const months = (today: string, where: SQL): SQL => sql`
  select payer_id, month, status = 'paid' and (credited < amount or amount = 0) as paid,
    status = 'paid' and (credited < amount or amount = 0) or status = 'due' and due_on >= ${today}::date as pays
  from plan_invoices where kind = 'month' and ${where}`;

/** Whether the month's invoices have had their time to be paid: until then nobody has left. */
const isSettled = (month: SQL, today: string): SQL => sql`${month} + ${DUE_DAYS}::int < ${today}::date`;

const TWO_YEARS = (today: string): SQL => sql`month >= date_trunc('month', ${today}::date) - interval '25 months'`;

/** The last two years, the newest month first: what was invoiced, and who came and left. */
export async function listMonths(tx: Tx, _scope: StaffScope, today: string): Promise<BillingMonth[]> {
  const rows = await tx.rows<Row>(sql`
    with issued as (
      select date_trunc('month', issued_on)::date as month, count(*) as invoices, sum(amount) as issued,
        coalesce(sum(amount) filter (where status = 'paid'), 0) as paid,
        coalesce(sum(amount) filter (where status = 'due'), 0) as due, sum(credited) as credited
      from plan_invoices where kind <> 'credit_note'
        and issued_on >= date_trunc('month', ${today}::date) - interval '25 months' group by 1
    ), one_by_one as (
      select month, paid, pays, lead(month) over theirs as next, lead(pays) over theirs as pays_next,
        lag(month) over theirs as last, lag(paid) over theirs as paid_last
      from (${months(today, TWO_YEARS(today))}) m window theirs as (partition by payer_id order by month)
    ), come as (
      select month, count(*) as payers,
        count(*) filter (where (last = (month - interval '1 month')::date and paid_last) is not true) as joined
      from one_by_one where pays group by month
    ), gone as (
      select (month + interval '1 month')::date as month, count(*) as gone
      from one_by_one where paid and (next = (month + interval '1 month')::date and pays_next) is not true
        and ${isSettled(sql`(month + interval '1 month')::date`, today)} group by 1
    )
    select month::text, coalesce(invoices, 0) as invoices, coalesce(issued, 0) as issued, coalesce(paid, 0) as paid,
      coalesce(due, 0) as due, coalesce(credited, 0) as credited, coalesce(payers, 0) as payers,
      coalesce(joined, 0) as joined, coalesce(gone, 0) as gone
    from issued full join come using (month) full join gone using (month) order by month desc limit 24`);
  return rows.map((row) => ({
    month: String(row.month),
    invoices: Number(row.invoices),
    ...{ issued: Number(row.issued), paid: Number(row.paid), due: Number(row.due), credited: Number(row.credited) },
    ...{ payers: Number(row.payers), joined: Number(row.joined), left: Number(row.gone) },
  }));
}

/** Who left with this month, those who paid most first. A month is invoiced on its first day at the earliest: the index is by that. */
export async function listLeft(
  tx: Tx,
  _scope: StaffScope,
  query: z.output<typeof listLeftPayers.query>,
  { month, today }: { readonly month: string; readonly today: string },
) {
  const before = monthBefore(month);
  const from = sql`plan_invoices b
    left join plan_invoices n on n.payer_id = b.payer_id and n.kind = 'month' and n.month = ${month}::date`;
  const where = sql`b.kind = 'month' and b.month = ${before}::date and b.issued_on >= ${before}::date and b.status = 'paid'
      and (b.credited < b.amount or b.amount = 0) and ${isSettled(sql`${month}::date`, today)}
      and not coalesce(n.status = 'paid' and (n.credited < n.amount or n.amount = 0)
        or n.status = 'due' and n.due_on >= ${today}::date, false)`;
  const paid = sql`(b.amount - b.credited)`;
  const page = await readPage(
    tx,
    query,
    {
      columns: sql`b.audience, b.payer_id, coalesce(p.title, u.name, b.frozen -> 'payer' ->> 'name') as payer, ${paid} as paid,
        case when p.deleted_at is not null then 'deleted' when u.blocked_at is not null then 'blocked'
          when n.id is null and u.subscription_plan = 'dropshipper-free' then 'free' else 'unpaid' end as why`,
      from: sql`${from} left join projects p on b.audience = 'manufacturer' and p.id = b.payer_id
        left join users u on b.audience = 'dropshipper' and u.id = b.payer_id`,
      countFrom: from,
      where,
      customPlan: true,
      id: sql`b.id`,
      sorts: { paid: { by: paid, type: 'bigint' } },
    },
    (row): LeftPayer => ({
      ...{ audience: row.audience as LeftPayer['audience'], payer_id: String(row.payer_id), payer: String(row.payer) },
      ...{ paid: Number(row.paid), why: row.why as LeftPayer['why'] },
    }),
  );
  const [sum] = await tx.rows<Row>(sql`select coalesce(sum(${paid}), 0) as lost from ${from} where ${where}`);
  return { ...page, month, lost: Number(sum?.lost) };
}
