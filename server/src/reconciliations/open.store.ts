import type { Page } from '@lanka/domain/kit/lists';
import { kyivDate } from '@lanka/domain/kit/time';
import type { ActSide, ActStatus, OpenCounterparty, OpenState } from '@lanka/domain/reconciliations/contract';
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
  select r.* from reconciliations r
  where r.project_id = c.project_id and r.counterparty_id = c.id and r.last_day >= greatest(${from}::date, a.closed_until + 1)
    and r.first_day <= ${to}::date and r.status <> 'withdrawn'
    and (a.closed_until is null or r.first_day > a.closed_until) and (r.built_by = 'supplier' or r.revision > 0)
  order by r.number desc limit 1)`;

const PARTIES = sql`counterparties c
  join counterparty_accounts a on a.project_id = c.project_id and a.counterparty_id = c.id`;

/** Whose turn it is; a draft of the supplier waits for him. */
const IN_STATE: Readonly<Record<OpenState, SQL>> = {
  no_act: sql`r.id is null`,
  ours: sql`r.id is not null and r.awaits is distinct from 'counterparty'`,
  theirs: sql`r.awaits = 'counterparty'`,
};

/**
 * Whether the ledger has the act otherwise than it was sent, told without its lines: a posting is never changed and
 * never goes, so of as many in the period none can be another, and with them the opening balance is the balance now
 * less all since.
 */
const outdated = (balance: SQL): SQL => sql`(r.status in ('sent', 'disputed') and exists (
  select from reconciliation_revisions v cross join lateral (
    select count(*) filter (where o.day <= r.last_day) as lines, coalesce(sum(o.counterparty_change), 0) as since
    from postings o where o.project_id = r.project_id and o.counterparty_id = r.counterparty_id and o.day >= r.first_day) now
  where v.project_id = r.project_id and v.reconciliation_id = r.id and v.revision = r.revision
    and (v.opening <> ${balance} - now.since or now.lines <> (select count(*) from reconciliation_lines l
      where l.project_id = r.project_id and l.reconciliation_id = r.id and l.revision = r.revision))))`;

/** Nobody has access as this counterparty. */
const ON_PAPER = sql`not exists (select from memberships m
  where m.project_id = c.project_id and m.counterparty_id = c.id and m.ended_at is null)`;

export function listOpen(
  tx: Tx,
  scope: Reader,
  query: ListQuery & { month: string; state?: OpenState | undefined; q?: string | undefined },
): Promise<Page<OpenCounterparty>> {
  const days = daysOfMonth(query.month);
  const named = query.q ? sql` and c.search_text like ${anyPart(query.q)}` : sql``;
  const state = query.state ? sql` and ${IN_STATE[query.state]}` : sql``;
  const from = sql`${PARTIES} left join ${latest(days)} r on true`;
  return readPage(
    tx,
    query,
    {
      columns: sql`c.id as counterparty_id, c.name as counterparty_name, a.balance, a.closed_until::text as closed_until,
        ${ON_PAPER} as on_paper, r.id as act_id, r.number, r.status, r.built_by, r.awaits, r.revision, r.closing,
        r.reminded_on::text as reminded_on, ${outdated(sql`a.balance`)} as outdated`,
      from,
      countFrom: query.state ? from : PARTIES,
      where: sql`c.project_id = ${scope.project.id} and ${isOpen(days)}${named}${state}`,
      id: sql`c.id`,
      customPlan: true,
      sorts: { name: { by: sql`c.sort_name`, type: 'text' } },
    },
    (row: Row) => ({
      counterparty_id: String(row.counterparty_id),
      counterparty_name: String(row.counterparty_name),
      balance: Number(row.balance),
      closed_until: row.closed_until as string | null,
      on_paper: row.on_paper === true,
      act: row.act_id ? asAct(row) : null,
    }),
  );
}

const asAct = (row: Row): NonNullable<OpenCounterparty['act']> => ({
  id: String(row.act_id),
  number: Number(row.number),
  status: row.status as ActStatus,
  built_by: row.built_by as ActSide,
  awaits: row.awaits as ActSide | null,
  revision: Number(row.revision),
  closing: row.closing === null ? null : Number(row.closing),
  reminded_on: row.reminded_on as string | null,
  outdated: row.outdated === true,
});

interface OpenCounts {
  readonly agreed: number;
  readonly open: number;
  readonly no_act: number;
  readonly ours: number;
  readonly theirs: number;
}

/** How far the month is closed, in counterparties that had operations in it. */
export async function countOpen(tx: Tx, scope: Reader, month: string): Promise<OpenCounts> {
  const days = daysOfMonth(month);
  const [row] = await tx.rows<{ [K in keyof OpenCounts]: number }>(sql`
    select count(*)::int as open, (count(*) filter (where ${IN_STATE.no_act}))::int as no_act,
      (count(*) filter (where ${IN_STATE.ours}))::int as ours, (count(*) filter (where ${IN_STATE.theirs}))::int as theirs,
      (select count(*)::int from ${PARTIES} where c.project_id = ${scope.project.id} and c.deleted_at is null
        and not c.own_sales and a.closed_until >= ${days.to}::date and exists (
          select from postings o where o.project_id = c.project_id and o.counterparty_id = c.id
            and o.day between ${days.from}::date and ${days.to}::date)) as agreed
    from ${PARTIES} left join ${latest(days)} r on true
    where c.project_id = ${scope.project.id} and ${isOpen(days)}`);
  if (!row) throw new Error('a count has a row');
  return row;
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

/**
 * Of the acts that the list of the month shows, some with this in common; by id, from the one after `after`. One of
 * longer days than the month is among them, or its row would ask for a press that leaves it as it is.
 */
async function shownActs(
  tx: Tx,
  scope: Reader,
  month: string,
  having: SQL,
  after: string,
  limit: number,
): Promise<string[]> {
  const days = daysOfMonth(month);
  const rows = await tx.rows<{ id: string }>(sql`
    select r.id from ${PARTIES} join ${latest(days)} r on true
    where c.project_id = ${scope.project.id} and ${isOpen(days)} and ${having} and r.id > ${after}
    order by r.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Acts of the month that the ledger has otherwise than they were sent. */
export const outdatedActs = (tx: Tx, scope: Reader, month: string, after: string, limit: number): Promise<string[]> =>
  shownActs(
    tx,
    scope,
    month,
    sql`r.status = 'sent' and r.built_by = 'supplier' and ${outdated(sql`a.balance`)}`,
    after,
    limit,
  );

/** Waits for a counterparty with access since an earlier day, was not reminded of today, and can be agreed as it is. */
const toRemind = (today: string): SQL => sql`r.awaits = 'counterparty'
  and (r.sent_at at time zone 'Europe/Kyiv')::date < ${today}::date
  and (r.reminded_on is null or r.reminded_on < ${today}::date) and exists (select from memberships m
    where m.project_id = r.project_id and m.counterparty_id = r.counterparty_id and m.ended_at is null)`;

/** Acts of the month whose counterparties are to be reminded. */
export const actsToRemind = (tx: Tx, scope: Reader, month: string, after: string, limit: number): Promise<string[]> =>
  shownActs(
    tx,
    scope,
    month,
    sql`${toRemind(kyivDate(new Date()))} and (r.status = 'disputed' or not ${outdated(sql`a.balance`)})`,
    after,
    limit,
  );

/** True once a day for an act that waits: whoever asks at the same moment waits for the row, and is the second. */
export async function takeReminder(tx: Tx, scope: Reader, id: string): Promise<boolean> {
  const today = kyivDate(new Date());
  const rows = await tx.rows(sql`
    update reconciliations r set reminded_on = ${today}::date
    where r.project_id = ${scope.project.id} and r.id = ${id} and ${toRemind(today)} returning 1`);
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
