import type { Page } from '@lanka/domain/kit/lists';
import type { ActStatus, OpenCounterparty } from '@lanka/domain/reconciliations/contract';
import { daysOfMonth } from '@lanka/domain/reconciliations/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import { anyPart, type ListQuery, readPage } from '../kit/db/paging';
import type { Reader } from './acts.store';

type Row = Record<string, unknown>;

interface Days {
  readonly from: string;
  readonly to: string;
}

/** Had operations in those of these days that no agreed act closes. */
const isOpen = ({ from, to }: Days): SQL => sql`c.deleted_at is null and not c.own_sales
  and (a.closed_until is null or a.closed_until < ${to}::date)
  and exists (select 1 from postings o where o.project_id = c.project_id and o.counterparty_id = c.id
    and o.day between greatest(${from}::date, a.closed_until + 1) and ${to}::date)`;

/** The newest act that the supplier sees of the days that are not closed. */
const latest = ({ from, to }: Days): SQL => sql`lateral (
  select r.id, r.number, r.status from reconciliations r
  where r.project_id = c.project_id and r.counterparty_id = c.id and r.last_day >= greatest(${from}::date, a.closed_until + 1)
    and r.first_day <= ${to}::date and r.status <> 'withdrawn'
    and (a.closed_until is null or r.first_day > a.closed_until) and (r.built_by = 'supplier' or r.revision > 0)
  order by r.number desc limit 1)`;

const PARTIES = sql`counterparties c
  join counterparty_accounts a on a.project_id = c.project_id and a.counterparty_id = c.id`;

export function listOpen(
  tx: Tx,
  scope: Reader,
  query: ListQuery & { month: string; q?: string | undefined },
): Promise<Page<OpenCounterparty>> {
  const days = daysOfMonth(query.month);
  const named = query.q ? sql` and c.search_text like ${anyPart(query.q)}` : sql``;
  return readPage(
    tx,
    query,
    {
      columns: sql`c.id as counterparty_id, c.name as counterparty_name, a.balance, a.closed_until::text as closed_until,
        r.id as act_id, r.number as act_number, r.status as act_status`,
      from: sql`${PARTIES} left join ${latest(days)} r on true`,
      countFrom: PARTIES,
      where: sql`c.project_id = ${scope.project.id} and ${isOpen(days)}${named}`,
      id: sql`c.id`,
      customPlan: true,
      sorts: { name: { by: sql`c.sort_name`, type: 'text' } },
    },
    (row: Row) => ({
      counterparty_id: String(row.counterparty_id),
      counterparty_name: String(row.counterparty_name),
      balance: Number(row.balance),
      closed_until: row.closed_until as string | null,
      act: row.act_id
        ? { id: String(row.act_id), number: Number(row.act_number), status: row.act_status as ActStatus }
        : null,
    }),
  );
}

/** Of those who are open, some that no act of the days was built for; by id, from the one after `after`. */
export async function withoutAct(
  tx: Tx,
  scope: Reader,
  month: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const days = daysOfMonth(month);
  const rows = await tx.rows<{ id: string }>(sql`
    select c.id from ${PARTIES} left join ${latest(days)} r on true
    where c.project_id = ${scope.project.id} and ${isOpen(days)} and r.id is null and c.id > ${after}
    order by c.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Whether it still is one of those, asked again behind the lock of its account. */
export async function lacksAct(tx: Tx, scope: Reader, month: string, id: string): Promise<boolean> {
  const days = daysOfMonth(month);
  const rows = await tx.rows(sql`
    select c.id from ${PARTIES} left join ${latest(days)} r on true
    where c.project_id = ${scope.project.id} and c.id = ${id} and ${isOpen(days)} and r.id is null`);
  return rows.length > 0;
}

export async function readSettings(tx: Tx, scope: Reader): Promise<{ monthly: boolean }> {
  const [row] = await tx.rows<{ monthly: boolean }>(sql`
    select monthly from reconciliation_settings where project_id = ${scope.project.id}`);
  return { monthly: row?.monthly ?? false };
}

export async function writeSettings(tx: Tx, scope: Reader, { monthly }: { monthly: boolean }): Promise<void> {
  await tx.execute(sql`
    insert into reconciliation_settings (project_id, monthly) values (${scope.project.id}, ${monthly})
    on conflict (project_id) do update set monthly = excluded.monthly`);
}

/** True once for each month in a project that wants its acts proposed. */
export async function takeMonth(tx: Tx, scope: Reader, month: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    update reconciliation_settings set proposed_month = ${month}
    where project_id = ${scope.project.id} and monthly and (proposed_month is null or proposed_month < ${month})
    returning 1`);
  return rows.length > 0;
}
