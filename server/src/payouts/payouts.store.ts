import type { Page } from '@lanka/domain/kit/lists';
import type { MyPayout, Payout, PayoutRow, PayoutRowStatus, PayoutSummary } from '@lanka/domain/payouts/contract';
import { rowLink } from '@lanka/domain/payouts/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { ActingIn, DropshippingScope, ProjectScope } from '../kit/auth/scope';
import { idArray, textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { awaitLock, type Locked } from '../kit/db/locked';
import { type ListQuery, readPage, toInstant, toInstantOrNull } from '../kit/db/paging';
import { payoutRows, payouts } from './tables';

type Row = Record<string, unknown>;

const actor = (id: unknown, name: unknown) => ({
  kind: 'user' as const,
  id: String(id),
  name: (name as string | null) ?? null,
});

const COLUMNS = sql`p.*, to_char(p.date, 'YYYY-MM-DD') as day, u.name as author`;
const FROM = sql`payouts p left join users u on u.id = p.created_by`;

function asSummary(row: Row): PayoutSummary {
  return {
    id: String(row.id),
    number: Number(row.number),
    date: String(row.day),
    rows: Number(row.rows),
    total: Number(row.total),
    waiting_rows: Number(row.waiting_rows),
    waiting: Number(row.waiting),
    paid: Number(row.paid),
    created_by: actor(row.created_by, row.author),
    created_at: toInstant(row.created_at),
  };
}

export function listPayouts(
  tx: Tx,
  scope: ProjectScope,
  query: ListQuery & { open?: 'true' | undefined },
): Promise<Page<PayoutSummary>> {
  const open = query.open ? sql` and p.waiting_rows > 0` : sql``;
  return readPage(
    tx,
    query,
    {
      columns: COLUMNS,
      from: FROM,
      countFrom: sql`payouts p`,
      where: sql`p.project_id = ${scope.project.id}${open}`,
      sorts: { number: { by: sql`p.number`, type: 'integer' } },
      id: sql`p.id`,
    },
    asSummary,
  );
}

/** Rows of a register with what became of their withdrawals. */
const ROWS = sql`select r.*, to_char(r.paid_on, 'YYYY-MM-DD') as paid_day, c.name as counterparty_name, u.name as decider,
    exists (select 1 from postings l join postings b on b.project_id = l.project_id and b.ref_kind = 'posting'
        and b.ref_id = l.id and b.purpose = 'reversal'
      where l.project_id = r.project_id and l.ref_kind = 'payment' and l.ref_id = r.payment_id and l.purpose = 'withdrawal') as reversed
  from payout_rows r join counterparties c on c.project_id = r.project_id and c.id = r.counterparty_id
  left join users u on u.id = r.decided_by`;

function asRow(row: Row, register: Pick<Payout, 'number' | 'date' | 'purpose' | 'created_at'>): PayoutRow {
  const shown = {
    id: String(row.id),
    position: Number(row.position),
    counterparty_id: String(row.counterparty_id),
    counterparty_name: String(row.counterparty_name),
    recipient_name: String(row.recipient_name),
    iban: String(row.iban),
    code: String(row.code),
    amount: Number(row.amount),
    status: row.status as PayoutRowStatus,
    paid_on: row.paid_day as string | null,
    payment_id: row.payment_id as string | null,
    reversed: row.reversed === true,
    reason: String(row.reason),
    decided_by: row.decided_by === null ? null : actor(row.decided_by, row.decider),
    decided_at: toInstantOrNull(row.decided_at),
  };
  return { ...shown, has_qr: shown.status === 'waiting' && rowLink(register, shown) !== null };
}

export async function findPayout(tx: Tx, scope: ProjectScope, id: string): Promise<Payout | null> {
  const [row] = await tx.rows<Row>(
    sql`select ${COLUMNS} from ${FROM} where p.project_id = ${scope.project.id} and p.id = ${id}`,
  );
  if (!row) return null;
  const register = {
    ...asSummary(row),
    purpose: String(row.purpose),
    payer: row.payer as Payout['payer'],
    hash: String(row.hash),
  };
  const rows = await tx.rows<Row>(
    sql`${ROWS} where r.project_id = ${scope.project.id} and r.payout_id = ${id} order by r.position`,
  );
  return { ...register, items: rows.map((one) => asRow(one, register)) };
}

export async function nextNumber(tx: Tx, scope: ProjectScope): Promise<number> {
  const [row] = await tx.rows<{ number: number }>(sql`select next_number(${scope.project.id}, 'payout') as number`);
  if (!row) throw new Error('a number is drawn');
  return Number(row.number);
}

type NewPayout = Omit<typeof payouts.$inferInsert, 'project_id' | 'id' | 'created_by' | 'created_at'>;
type NewRow = Pick<
  typeof payoutRows.$inferInsert,
  'position' | 'counterparty_id' | 'recipient_name' | 'iban' | 'code' | 'amount'
>;

export async function insertPayout(
  tx: Tx,
  scope: ProjectScope,
  register: NewPayout,
  rows: readonly NewRow[],
): Promise<string> {
  const [id, project_id] = [newId(), scope.project.id];
  await tx.insert(payouts).values({ ...register, project_id, id, created_by: scope.user.id });
  await tx
    .insert(payoutRows)
    .values(rows.map((row) => ({ ...row, project_id, payout_id: id, id: newId(), date: register.date })));
  return id;
}

export interface LockedRow extends Record<string, unknown> {
  readonly id: string;
  readonly position: number;
  readonly counterparty_id: string;
  readonly amount: number;
  readonly status: PayoutRowStatus;
}

export interface LockedPayout {
  readonly id: string;
  readonly number: number;
  readonly date: string;
  readonly rows: readonly LockedRow[];
}

/** The register and these of its rows for this transaction alone: who decides at the same time waits and sees it decided. */
export function lockPayout(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  rowIds: readonly string[],
): Promise<Locked<'payouts', { readonly found: LockedPayout | null }>> {
  const lock = async () => {
    const [row] = await tx.rows<Row>(sql`
      select p.id, p.number, to_char(p.date, 'YYYY-MM-DD') as day from payouts p
      where p.project_id = ${scope.project.id} and p.id = ${id} for update`);
    if (!row) return { found: null };
    const rows = await tx.rows<LockedRow>(sql`
      select r.id, r.position, r.counterparty_id, r.amount, r.status from payout_rows r
      where r.project_id = ${scope.project.id} and r.payout_id = ${id} and r.id = any(${idArray(rowIds)}) order by r.position`);
    const numbered = rows.map((one) => ({ ...one, amount: Number(one.amount) }));
    return { found: { id, number: Number(row.number), date: String(row.day), rows: numbered } };
  };
  return awaitLock('payouts', lock());
}

interface Paid {
  readonly row: LockedRow;
  readonly payment_id: string;
}

export async function savePaid(
  tx: Tx,
  scope: ProjectScope,
  { id }: LockedPayout,
  date: string,
  paid: readonly Paid[],
): Promise<void> {
  const rows = paid.map(({ row, payment_id }) => ({ id: row.id, payment_id }));
  await tx.execute(sql`
    update payout_rows r set status = 'paid', paid_on = ${date}::date, payment_id = w.payment_id, decided_by = ${scope.user.id},
      decided_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(id uuid, payment_id uuid)
    where r.project_id = ${scope.project.id} and r.payout_id = ${id} and r.id = w.id`);
  const sum = paid.reduce((total, { row }) => total + row.amount, 0);
  await tx.execute(sql`
    update payouts set waiting_rows = waiting_rows - ${paid.length}, waiting = waiting - ${sum}, paid = paid + ${sum}
    where project_id = ${scope.project.id} and id = ${id}`);
}

export async function saveCanceled(
  tx: Tx,
  scope: ProjectScope,
  { id }: LockedPayout,
  reason: string,
  canceled: readonly LockedRow[],
): Promise<void> {
  await tx.execute(sql`
    update payout_rows set status = 'canceled', reason = ${reason}, decided_by = ${scope.user.id}, decided_at = now()
    where project_id = ${scope.project.id} and payout_id = ${id} and id = any(${idArray(canceled.map((row) => row.id))})`);
  const sum = canceled.reduce((total, { amount }) => total + amount, 0);
  await tx.execute(sql`
    update payouts set waiting_rows = waiting_rows - ${canceled.length}, waiting = waiting - ${sum}
    where project_id = ${scope.project.id} and id = ${id}`);
}

function pairs({ suppliers }: DropshippingScope): SQL {
  const projects = sql.param(suppliers.map(({ project_id }) => project_id));
  const parties = sql.param(suppliers.map(({ counterparty_id }) => counterparty_id));
  return sql`select * from unnest(${projects}::uuid[], ${parties}::uuid[])`;
}

export function listMyPayouts(
  tx: Tx,
  scope: DropshippingScope,
  query: ListQuery & { status?: PayoutRowStatus[] | undefined; project_id?: string | undefined },
): Promise<Page<MyPayout>> {
  const [only] = scope.suppliers;
  const where = [
    only && scope.suppliers.length === 1
      ? sql`r.project_id = ${only.project_id} and r.counterparty_id = ${only.counterparty_id}`
      : sql`(r.project_id, r.counterparty_id) in (${pairs(scope)})`,
  ];
  if (query.status?.length) where.push(sql`r.status = any(${textArray(query.status)})`);
  if (query.project_id) where.push(sql`r.project_id = ${query.project_id}`);
  return readPage(
    tx,
    query,
    {
      columns: sql`r.id, r.project_id, pr.title, p.number, to_char(r.date, 'YYYY-MM-DD') as day, r.amount, r.iban, r.status,
        to_char(r.paid_on, 'YYYY-MM-DD') as paid_day,
        exists (select 1 from postings l join postings b on b.project_id = l.project_id and b.ref_kind = 'posting'
            and b.ref_id = l.id and b.purpose = 'reversal'
          where l.project_id = r.project_id and l.ref_kind = 'payment' and l.ref_id = r.payment_id
            and l.purpose = 'withdrawal') as reversed`,
      from: sql`payout_rows r join payouts p on p.project_id = r.project_id and p.id = r.payout_id
        join projects pr on pr.id = r.project_id`,
      countFrom: sql`payout_rows r`,
      where: sql.join(where, sql` and `),
      sorts: { date: { by: sql`r.date`, type: 'date' } },
      id: sql`r.id`,
    },
    (row) => ({
      id: String(row.id),
      project_id: String(row.project_id),
      project_title: String(row.title),
      number: Number(row.number),
      date: String(row.day),
      amount: Number(row.amount),
      iban: String(row.iban),
      status: row.status as PayoutRowStatus,
      paid_on: row.paid_day as string | null,
      reversed: row.reversed === true,
    }),
  );
}

/** What waits, and what was paid and not taken back since, at each supplier that pays out anything. */
export async function sumMyPayouts(
  tx: Tx,
  scope: DropshippingScope,
): Promise<{ project_id: string; waiting: number; paid: number }[]> {
  const found = await tx.rows<Row>(sql`
    select s.project_id, t.waiting, t.paid from (${pairs(scope)}) s(project_id, counterparty_id) cross join lateral (
      select coalesce(sum(r.amount) filter (where r.status = 'waiting'), 0)::bigint as waiting,
        coalesce(sum(r.amount) filter (where r.status = 'paid'), 0)::bigint as paid, count(*) as rows
      from payout_rows r where r.project_id = s.project_id and r.counterparty_id = s.counterparty_id) t
    where t.rows > 0`);
  return found.map((row) => ({
    project_id: String(row.project_id),
    waiting: Number(row.waiting),
    paid: Number(row.paid),
  }));
}

export async function hasWaiting(tx: Tx, scope: ActingIn, counterparty_id: string): Promise<boolean> {
  const found = await tx.rows(sql`
    select 1 from payout_rows r where r.project_id = ${scope.project.id} and r.counterparty_id = ${counterparty_id}
      and r.status = 'waiting' limit 1`);
  return found.length > 0;
}
