import type { BillingMonth } from '@lanka/domain/billing/operator';
import type { LeftPayer, listLeftPayers } from '@lanka/domain/billing/prices';
import { DUE_DAYS, monthBefore } from '@lanka/domain/billing/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { StaffScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { readPage } from '../kit/db/paging';

type Row = Record<string, unknown>;

/** Whether the month's invoices have had their time to be paid: until then nobody has left. */
const isSettled = (month: SQL, today: string): SQL => sql`${month} + ${DUE_DAYS}::int < ${today}::date`;

/** Invoice `i` is paid, of a month that was given as a whole too. */
const isPaid = (i: SQL): SQL => sql`${i}.status = 'paid' and (${i}.credited < ${i}.amount or ${i}.amount = 0)`;

/** Invoice `i`, for a month, is of one who pays for that; with `joined`, who did not pay for the month before. */
export function isPayers(figure: 'payers' | 'joined', today: string): SQL {
  const pays = sql`i.kind = 'month' and (${isPaid(sql`i`)} or i.status = 'due' and i.due_on >= ${today}::date)`;
  if (figure === 'payers') return pays;
  return sql`${pays} and not exists (select from plan_invoices b where b.payer_id = i.payer_id and b.kind = 'month'
    and b.month = (i.month - interval '1 month')::date and ${isPaid(sql`b`)})`;
}

const MONTHS = 24;

/**
 * The last two years, the newest month first: what was invoiced, and who came and left. A payer's months are bits of two
 * numbers, so that each invoice is read once: those he has paid, of a month that was given as a whole too, and those that
 * he pays, which an invoice that may still be paid in time is one of. Who pays late has not left.
 */
export async function listMonths(tx: Tx, _scope: StaffScope, today: string): Promise<BillingMonth[]> {
  const isPaid = sql`status = 'paid' and (credited < amount or amount = 0)`;
  const rows = await tx.rows<Row>(sql`
    with months as (
      select (date_trunc('month', ${today}::date) - make_interval(months => ${MONTHS}::int - n))::date as month, 1 << n as bit
      from generate_series(0, ${MONTHS}::int) n
    ), by_day as (
      select issued_on, status, count(*) as invoices, sum(amount) as amount, sum(credited) as credited from plan_invoices
      where kind <> 'credit_note' and issued_on >= (select min(month) from months) group by issued_on, status
    ), issued as (
      select date_trunc('month', issued_on)::date as month, sum(invoices) as invoices, sum(amount) as issued,
        sum(amount) filter (where status = 'paid') as paid, sum(amount) filter (where status = 'due') as due,
        sum(credited) as credited
      from by_day group by 1
    ), payers as (
      select payer_id, bit_or(bit) filter (where ${isPaid}) as paid,
        bit_or(bit) filter (where ${isPaid} or status = 'due' and due_on >= ${today}::date) as pays
      from plan_invoices join months using (month) where kind = 'month' group by payer_id
    ), moved as (
      select month, count(*) filter (where pays & bit <> 0) as payers,
        count(*) filter (where pays & bit <> 0 and coalesce(paid, 0) & (bit >> 1) = 0) as joined,
        count(*) filter (where paid & (bit >> 1) <> 0 and coalesce(pays, 0) & bit = 0 and ${isSettled(sql`month`, today)}) as gone
      from payers cross join months group by month
    )
    select month::text, coalesce(invoices, 0) as invoices, coalesce(issued, 0) as issued, coalesce(paid, 0) as paid,
      coalesce(due, 0) as due, coalesce(credited, 0) as credited, coalesce(payers, 0) as payers,
      coalesce(joined, 0) as joined, coalesce(gone, 0) as gone
    from issued full join moved using (month)
    where month > (select min(month) from months) and (invoices > 0 or payers > 0 or gone > 0) order by month desc`);
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
