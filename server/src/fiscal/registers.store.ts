import type {
  CashRegister,
  Report,
  Shift,
  ShiftFigures,
  ShiftState,
  UpdateRegisterBody,
} from '@lanka/domain/fiscal/contract';
import { minutesUntil } from '@lanka/domain/fiscal/rules';
import type { Locale } from '@lanka/domain/kit/errors';
import { formatDateTime } from '@lanka/domain/kit/time';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type Reason, saidIn } from '../integrations';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { awaitLocks, type Locked } from '../kit/db/locked';
import { type ListQuery, readPage, toInstant, toInstantOrNull } from '../kit/db/paging';
import { cashRegisters, fiscalReports, fiscalShifts } from './tables';

type Row = Record<string, unknown>;
export type RegisterRecord = typeof cashRegisters.$inferSelect;
export type ShiftRecord = typeof fiscalShifts.$inferSelect;

const WAITING = sql`(select count(*)::int from fiscal_receipts w
  where w.project_id = r.project_id and w.register_id = r.id and w.status in ('waiting', 'sent'))`;
const COLUMNS = sql`r.id, r.name, r.counterparty_id, c.name as counterparty_name, r.status, r.reason, r.shift, r.shift_id,
  s.opened_at, r.problem, r.fiscal_number, r.title, r.address, r.cashier, r.is_test, r.is_offline,
  r.webhook_key is not null as webhook, r.close_at, ${WAITING} as waiting, r.checked_at, r.created_at, r.version`;
const FROM = sql`cash_registers r
  left join counterparties c on c.project_id = r.project_id and c.id = r.counterparty_id
  left join lateral (select s.opened_at from fiscal_shifts s
    where s.project_id = r.project_id and s.id = r.shift_id limit 1) s on true`;

/** So long before it is closed by itself it is told that it will be. */
export const WARNED_MINUTES = 60;
/** Which of these projects have a register. */
export async function connectedProjects(tx: Tx, projectIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ project_id: string }>(sql`
    select distinct r.project_id from cash_registers r
    where r.project_id = any(${idArray(projectIds)}) and r.deleted_at is null`);
  return rows.map(({ project_id }) => project_id);
}

/** `HH:MM` in Kyiv. */
export const timeNow = (at = new Date()): string => formatDateTime(at).slice(-5);

function asRegister(row: Row, locale: Locale): CashRegister {
  const shift = row.shift as ShiftState;
  const close_at = (row.close_at as string | null) ?? null;
  const left = close_at === null ? null : minutesUntil(close_at, timeNow());
  const at = toInstantOrNull(row.opened_at);
  return {
    id: String(row.id),
    name: String(row.name),
    counterparty: row.counterparty_id ? { id: String(row.counterparty_id), name: String(row.counterparty_name) } : null,
    status: row.status as CashRegister['status'],
    reason: (row.reason as CashRegister['reason']) ?? null,
    ...{ shift, shift_id: (row.shift_id as string | null) ?? null, opened_at: shift === 'closed' ? null : at },
    problem: saidIn(row.problem as Reason, locale),
    fiscal_number: String(row.fiscal_number),
    title: String(row.title),
    address: String(row.address),
    cashier: String(row.cashier),
    is_test: row.is_test === true,
    is_offline: row.is_offline === true,
    webhook: row.webhook === true,
    close_at,
    closes_soon: shift === 'opened' && left !== null && left >= 0 && left <= WARNED_MINUTES,
    waiting: Number(row.waiting),
    checked_at: toInstantOrNull(row.checked_at),
    created_at: toInstant(row.created_at),
    version: Number(row.version),
  };
}

export async function listRegisters(tx: Tx, scope: ProjectScope): Promise<CashRegister[]> {
  const rows = await tx.rows<Row>(sql`
    select ${COLUMNS} from ${FROM} where r.project_id = ${scope.project.id} and r.deleted_at is null order by r.created_at, r.id`);
  return rows.map((row) => asRegister(row, scope.locale));
}

export async function findRegister(tx: Tx, scope: ProjectScope, id: string): Promise<CashRegister | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${COLUMNS} from ${FROM} where r.project_id = ${scope.project.id} and r.id = ${id} and r.deleted_at is null`);
  return row ? asRegister(row, scope.locale) : null;
}

/** Registers of a project are connected one after another: the same key does not come in twice. */
export async function lockRegisters(tx: Tx, scope: ActingIn): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cash registers ${scope.project.id}`}, 0))`);
}

/** All that are connected, with their sealed keys. */
export const readConnected = (tx: Tx, scope: ActingIn): Promise<RegisterRecord[]> =>
  listConnected(tx, [scope.project.id]);

/** The same of several projects. */
export async function listConnected(tx: Tx, projectIds: readonly string[]): Promise<RegisterRecord[]> {
  return tx
    .select()
    .from(cashRegisters)
    .where(and(inArray(cashRegisters.project_id, [...projectIds]), isNull(cashRegisters.deleted_at)))
    .orderBy(cashRegisters.created_at, cashRegisters.id);
}

export async function readRecord(tx: Tx, scope: ActingIn, id: string): Promise<RegisterRecord | null> {
  const [row] = await tx
    .select()
    .from(cashRegisters)
    .where(and(eq(cashRegisters.project_id, scope.project.id), eq(cashRegisters.id, id)));
  return row ?? null;
}

/** Its shift and what goes into it are decided one after another. */
export type LockedRegister = Locked<'cash_registers', RegisterRecord>;

/** Null when it is not connected, or not any more. */
export async function lockRegister(tx: Tx, scope: ActingIn, id: string): Promise<LockedRegister | null> {
  const lock = async () =>
    tx
      .select()
      .from(cashRegisters)
      .where(
        and(eq(cashRegisters.project_id, scope.project.id), eq(cashRegisters.id, id), isNull(cashRegisters.deleted_at)),
      )
      .for('update');
  const [row] = await awaitLocks('cash_registers', lock());
  return row ?? null;
}

export type NewRegister = Pick<
  RegisterRecord,
  | 'id'
  | 'name'
  | 'counterparty_id'
  | 'pin'
  | 'license_key'
  | 'status'
  | 'reason'
  | 'fiscal_number'
  | 'title'
  | 'address'
  | 'cashier'
  | 'is_test'
  | 'is_offline'
  | 'close_at'
>;

export async function insertRegister(tx: Tx, scope: ProjectScope, register: NewRegister): Promise<void> {
  await tx.insert(cashRegisters).values({
    ...register,
    project_id: scope.project.id,
    created_by: scope.user.id,
    checked_at: sql`now()`,
  });
}

/** What a person changes gets a new version; what the service says does not. */
export async function saveRegister(
  tx: Tx,
  scope: ActingIn,
  { id }: LockedRegister,
  changes: Partial<RegisterRecord>,
  byPerson = false,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await tx
    .update(cashRegisters)
    .set({ ...changes, ...(byPerson ? { version: sql`version + 1` } : {}) })
    .where(and(eq(cashRegisters.project_id, scope.project.id), eq(cashRegisters.id, id)));
}

export type Edited = Omit<UpdateRegisterBody, 'pin' | 'license_key'>;

/** The counterparty is there, and a person may choose it. */
export async function hasCounterparty(tx: Tx, scope: ProjectScope, id: string): Promise<boolean> {
  const [row] = await tx.rows(sql`
    select 1 from counterparties where project_id = ${scope.project.id} and id = ${id} and deleted_at is null`);
  return row !== undefined;
}

const SHIFT = sql`h.id, h.register_id, r.name as register_name, h.serial, h.status, h.opened_at, h.closed_at, h.opened_by,
  h.closed_by, h.closed_by_system, h.problem, h.figures, h.z_report_id, h.created_at, o.name as opened_by_name,
  d.name as closed_by_name, (select count(*)::int from fiscal_receipts f where f.project_id = h.project_id
    and f.shift_id = h.id and f.status = 'issued') as receipts`;

function asShift(row: Row, locale: Locale): Shift {
  const actor = (id: unknown, name: unknown) =>
    id ? { kind: 'user' as const, id: String(id), name: (name as string | null) ?? null } : SYSTEM;
  const isOver = row.closed_at !== null && row.closed_at !== undefined;
  return {
    id: String(row.id),
    register: { id: String(row.register_id), name: String(row.register_name) },
    serial: row.serial === null ? null : Number(row.serial),
    status: row.status as Shift['status'],
    opened_at: toInstantOrNull(row.opened_at),
    closed_at: toInstantOrNull(row.closed_at),
    opened_by: actor(row.opened_by, row.opened_by_name),
    closed_by: row.closed_by || isOver ? actor(row.closed_by, row.closed_by_name) : null,
    problem: saidIn(row.problem as Reason, locale),
    figures: (row.figures as ShiftFigures | null) ?? null,
    receipts: Number(row.receipts),
    z_report_id: (row.z_report_id as string | null) ?? null,
    created_at: toInstant(row.created_at),
  };
}

const SYSTEM = { kind: 'system' as const, id: null, name: null };

export function listShifts(tx: Tx, scope: ProjectScope, register_id: string, query: ListQuery) {
  const plan = {
    columns: SHIFT,
    from: sql`fiscal_shifts h join cash_registers r on r.project_id = h.project_id and r.id = h.register_id
      left join users o on o.id = h.opened_by left join users d on d.id = h.closed_by`,
    countFrom: sql`fiscal_shifts h`,
    where: sql`h.project_id = ${scope.project.id} and h.register_id = ${register_id}`,
    id: sql`h.id`,
    sorts: { created_at: { by: sql`h.created_at`, type: 'timestamptz' as const } },
    countsInOrder: true,
  };
  return readPage(tx, query, plan, (row) => asShift(row, scope.locale));
}

export async function readShiftRecord(tx: Tx, scope: ActingIn, id: string): Promise<ShiftRecord | null> {
  const [row] = await tx
    .select()
    .from(fiscalShifts)
    .where(and(eq(fiscalShifts.project_id, scope.project.id), eq(fiscalShifts.id, id)));
  return row ?? null;
}

export async function insertShift(
  tx: Tx,
  scope: ActingIn,
  register: LockedRegister,
  shift: Pick<ShiftRecord, 'id' | 'status' | 'opened_by'> & Partial<ShiftRecord>,
): Promise<void> {
  await tx
    .insert(fiscalShifts)
    .values({ ...shift, project_id: scope.project.id, register_id: register.id })
    .onConflictDoNothing({ target: [fiscalShifts.project_id, fiscalShifts.id] });
}

/** The caller holds its register. */
export async function saveShift(
  tx: Tx,
  scope: ActingIn,
  _register: LockedRegister,
  id: string,
  changes: Partial<ShiftRecord>,
): Promise<void> {
  await tx
    .update(fiscalShifts)
    .set(changes)
    .where(and(eq(fiscalShifts.project_id, scope.project.id), eq(fiscalShifts.id, id)));
}

/** Kopecks that have gone through the drawer: they only grow. */
const TURNED = ['cash_sales', 'card_sales', 'cash_returns', 'card_returns', 'service_in', 'service_out'] as const;

/** What an open shift holds. Of two that have asked at once the one that heard of more stays. */
export async function saveFigures(tx: Tx, scope: ActingIn, id: string, figures: ShiftFigures): Promise<void> {
  const kept = sql.join(
    TURNED.map((name) => sql`coalesce((${fiscalShifts.figures} ->> ${name})::bigint, 0)`),
    sql` + `,
  );
  const heard = TURNED.reduce((sum, name) => sum + figures[name], 0);
  await tx
    .update(fiscalShifts)
    .set({ figures })
    .where(
      and(
        eq(fiscalShifts.project_id, scope.project.id),
        eq(fiscalShifts.id, id),
        eq(fiscalShifts.status, 'opened'),
        sql`${kept} <= ${heard}`,
      ),
    );
}

export type NewReport = Omit<typeof fiscalReports.$inferInsert, 'project_id' | 'register_id'>;

export async function insertReport(
  tx: Tx,
  scope: ActingIn,
  register: LockedRegister,
  report: NewReport,
): Promise<void> {
  await tx
    .insert(fiscalReports)
    .values({ ...report, project_id: scope.project.id, register_id: register.id })
    .onConflictDoNothing({ target: [fiscalReports.project_id, fiscalReports.id] });
}

export function listReports(
  tx: Tx,
  scope: ProjectScope,
  register_id: string,
  query: ListQuery & { shift_id?: string | undefined },
) {
  const where = [sql`p.project_id = ${scope.project.id}`, sql`p.register_id = ${register_id}`];
  if (query.shift_id) where.push(sql`p.shift_id = ${query.shift_id}`);
  const plan = {
    columns: sql`p.id, p.register_id, r.name as register_name, p.shift_id, p.is_z, p.serial, p.figures, p.sell_receipts,
      p.return_receipts, p.text, p.created_at`,
    from: sql`fiscal_reports p join cash_registers r on r.project_id = p.project_id and r.id = p.register_id`,
    countFrom: sql`fiscal_reports p`,
    where: sql.join(where, sql` and `),
    id: sql`p.id`,
    sorts: { created_at: { by: sql`p.created_at`, type: 'timestamptz' as const } },
    countsInOrder: true,
  };
  return readPage(tx, query, plan, asReport);
}

function asReport(row: Row): Report {
  return {
    id: String(row.id),
    register: { id: String(row.register_id), name: String(row.register_name) },
    shift_id: String(row.shift_id),
    is_z: row.is_z === true,
    serial: row.serial === null ? null : Number(row.serial),
    figures: row.figures as ShiftFigures,
    sell_receipts: Number(row.sell_receipts),
    return_receipts: Number(row.return_receipts),
    text: String(row.text),
    created_at: toInstant(row.created_at),
  };
}

export async function findReport(tx: Tx, scope: ActingIn, id: string): Promise<Report | null> {
  const [row] = await tx.rows<Row>(sql`
    select p.*, r.name as register_name from fiscal_reports p
    join cash_registers r on r.project_id = p.project_id and r.id = p.register_id
    where p.project_id = ${scope.project.id} and p.id = ${id}`);
  return row ? asReport(row) : null;
}

/** Of these projects those registers whose shift is open, for what happens by the clock. */
export async function listOpened(tx: Tx, projectIds: readonly string[]): Promise<OpenedRegister[]> {
  const rows = await tx.rows<Row>(sql`
    select r.project_id, r.id, r.name, r.close_at, r.problem, s.opened_at from cash_registers r
    left join fiscal_shifts s on s.project_id = r.project_id and s.id = r.shift_id
    where r.project_id = any(${sql.param(projectIds)}::uuid[]) and r.deleted_at is null and r.shift = 'opened'`);
  return rows.map((row) => ({
    ...{ project_id: String(row.project_id), id: String(row.id), name: String(row.name) },
    close_at: (row.close_at as string | null) ?? null,
    opened_at: toInstantOrNull(row.opened_at),
    failed: row.problem !== '',
  }));
}

export interface OpenedRegister {
  readonly project_id: string;
  readonly id: string;
  readonly name: string;
  readonly close_at: string | null;
  readonly opened_at: string | null;
  /** The service would not close it. */
  readonly failed: boolean;
}

/** By what stands in the address of a webhook. */
export async function findByWebhook(tx: Tx, project_id: string, token_hash: string): Promise<RegisterRecord | null> {
  const [row] = await tx
    .select()
    .from(cashRegisters)
    .where(
      and(
        eq(cashRegisters.project_id, project_id),
        eq(cashRegisters.webhook_token, token_hash),
        isNull(cashRegisters.deleted_at),
      ),
    );
  return row ?? null;
}

/** For data that tell of days past: what was done in this shift was done so many days ago. */
export async function moveShift(tx: Tx, project: string, shift: string, days: number): Promise<void> {
  const back = sql`${days} * interval '1 day'`;
  await tx.execute(sql`
    update fiscal_shifts set opened_at = opened_at - ${back}, closed_at = closed_at - ${back}, created_at = created_at - ${back}
    where project_id = ${project} and id = ${shift}`);
  await tx.execute(sql`
    update fiscal_reports set created_at = created_at - ${back} where project_id = ${project} and shift_id = ${shift}`);
  await tx.execute(sql`
    update fiscal_receipts set created_at = created_at - ${back}, fiscal_date = fiscal_date - ${back}, day = day - ${days}::int
    where project_id = ${project} and shift_id = ${shift}`);
}
