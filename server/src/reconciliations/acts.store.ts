import type { Page } from '@lanka/domain/kit/lists';
import { kyivDate } from '@lanka/domain/kit/time';
import type { PostingPurpose } from '@lanka/domain/ledger/contract';
import {
  type ActLine,
  type ActNote,
  type ActRow,
  type ActSide,
  ActStatus,
} from '@lanka/domain/reconciliations/contract';
import { actTitle, daysOfMonth, sideOf } from '@lanka/domain/reconciliations/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import { idArray, textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { awaitLock, type Locked } from '../kit/db/locked';
import { countOfSuppliers, listOfSuppliers } from '../kit/db/of-suppliers';
import { counted, isFiltered, type ListQuery, readPage, toInstant, toInstantOrNull } from '../kit/db/paging';
import type { OwnersOf } from '../kit/live/topics';
import { registerPaper } from '../papers';
import { findPartyIds } from '../partners';
import type { Parties } from './requisites.store';

type Row = Record<string, unknown>;
export type Reader = { readonly project: { readonly id: string } };

const COLUMNS = sql`r.id, r.project_id, p.title as project_title, r.number, r.status, r.counterparty_id,
  c.name as counterparty_name, r.first_day::text as first_day, r.last_day::text as last_day, r.built_by, r.revision, r.closing,
  r.awaits, r.sent_at, r.reminded_on::text as reminded_on, r.agreed_at, r.created_at`;
const FROM = sql`reconciliations r
  join counterparties c on c.project_id = r.project_id and c.id = r.counterparty_id
  join projects p on p.id = r.project_id`;

function asRow(row: Row): ActRow {
  return {
    id: String(row.id),
    project_id: String(row.project_id),
    project_title: String(row.project_title),
    number: Number(row.number),
    status: row.status as ActStatus,
    counterparty_id: String(row.counterparty_id),
    counterparty_name: String(row.counterparty_name),
    from: String(row.first_day),
    to: String(row.last_day),
    built_by: row.built_by as ActSide,
    revision: Number(row.revision),
    closing: row.closing === null ? null : Number(row.closing),
    awaits: row.awaits as ActSide | null,
    sent_at: toInstantOrNull(row.sent_at),
    reminded_on: row.reminded_on as string | null,
    agreed_at: toInstantOrNull(row.agreed_at),
    created_at: toInstant(row.created_at),
  };
}

/** A side sees what it has built, and of the other side's what was sent. */
const seenBy = (side: ActSide): SQL => sql`(r.built_by = ${side} or r.revision > 0)`;

function visible(scope: ProjectScope): SQL {
  const own = scope.role === 'Client' ? sql` and r.counterparty_id = ${scope.counterparty_id}` : sql``;
  return sql`r.project_id = ${scope.project.id}${own} and ${seenBy(sideOf(scope.role))}`;
}

export interface ActFilters extends ListQuery {
  readonly q?: string | undefined;
  readonly status?: ActStatus[] | undefined;
  readonly counterparty_id?: string | undefined;
  readonly month?: string | undefined;
  readonly awaits?: ActSide | undefined;
  readonly above?: number | undefined;
  readonly below?: number | undefined;
}

/** Of so many counterparties with these words acts are looked up. */
const FEW_PARTIES = 200;

/** Acts have no words of their own: they are found by their number, or by the counterparty. */
async function found(tx: Tx, scope: ProjectScope, q: string): Promise<SQL> {
  if (/^\d{1,9}$/.test(q)) return sql`r.number = ${Number(q)}`;
  const parties = await findPartyIds(tx, [scope.project.id], [q], FEW_PARTIES);
  return sql`r.counterparty_id = any(${idArray(parties ?? [])})`;
}

export async function listActs(tx: Tx, scope: ProjectScope, query: ActFilters): Promise<Page<ActRow>> {
  const { q, status, counterparty_id, month, awaits, above, below } = query;
  const where = [visible(scope)];
  if (q) where.push(await found(tx, scope, q));
  if (status?.length) where.push(sql`r.status = any(${textArray(status)})`);
  if (counterparty_id) where.push(sql`r.counterparty_id = ${counterparty_id}`);
  if (awaits) where.push(sql`r.awaits = ${awaits}`);
  if (above !== undefined) where.push(sql`r.number > ${above}`);
  if (below !== undefined) where.push(sql`r.number < ${below}`);
  if (month) {
    const { from, to } = daysOfMonth(month);
    where.push(sql`r.last_day between ${from}::date and ${to}::date`);
  }
  return readPage(
    tx,
    query,
    {
      columns: COLUMNS,
      from: FROM,
      countFrom: sql`reconciliations r`,
      where: sql.join(where, sql` and `),
      id: sql`r.id`,
      customPlan: isFiltered(q, status?.length, counterparty_id, month, awaits),
      sorts: { number: { by: sql`r.number`, type: 'integer' } },
    },
    asRow,
  );
}

const TABLE = { rows: sql`reconciliations r`, project_id: sql`r.project_id`, counterparty_id: sql`r.counterparty_id` };

export async function countActs(
  tx: Tx,
  scope: ProjectScope,
): Promise<{ by_status: Record<ActStatus, number>; waiting: number }> {
  const { rows } = TABLE;
  const mine = visible(scope);
  const [row] = await tx.rows<{ by_status: Record<ActStatus, number>; waiting: number }>(sql`
    select jsonb_object_agg(s.status, ${counted(rows, sql`${mine} and r.status = s.status`)}) as by_status,
      ${counted(rows, sql`${mine} and r.awaits = ${sideOf(scope.role)}`)} as waiting
    from unnest(${textArray(ActStatus.options)}) as s(status)`);
  if (!row) throw new Error('a count has a row');
  return row;
}

export function listMyActs(
  tx: Tx,
  { suppliers }: DropshippingScope,
  query: ListQuery & Pick<ActFilters, 'status' | 'awaits'> & { project_id?: string | undefined },
): Promise<Page<ActRow>> {
  const conditions = [seenBy('counterparty')];
  if (query.status?.length) conditions.push(sql`r.status = any(${textArray(query.status)})`);
  if (query.project_id) conditions.push(sql`r.project_id = ${query.project_id}`);
  if (query.awaits) conditions.push(sql`r.awaits = ${query.awaits}`);
  const sorts = { created_at: { by: sql`r.created_at`, type: 'timestamptz' } } as const;
  const list = { ...TABLE, columns: COLUMNS, from: FROM, id: sql`r.id`, sorts, conditions };
  return listOfSuppliers(tx, suppliers, query, list, asRow);
}

export const countMyWaiting = (tx: Tx, { suppliers }: DropshippingScope): Promise<number> =>
  countOfSuppliers(tx, suppliers, TABLE, sql`r.awaits = 'counterparty'`);

export interface StoredAct extends ActRow {
  readonly created_by: { readonly id: string | null; readonly name: string | null };
  readonly agreed_by: { readonly id: string; readonly name: string | null } | null;
  readonly agreed_note: string;
  /** Nobody has access as this counterparty. */
  readonly on_paper: boolean;
}

export async function findAct(tx: Tx, scope: ProjectScope, id: string): Promise<StoredAct | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${COLUMNS}, r.created_by, m.name as created_by_name, r.agreed_by, r.agreed_name, r.agreed_note,
      not exists (select 1 from memberships d where d.project_id = r.project_id and d.counterparty_id = r.counterparty_id
        and d.ended_at is null) as on_paper
    from ${FROM} left join users m on m.id = r.created_by
    where ${visible(scope)} and r.id = ${id}`);
  if (!row) return null;
  return {
    ...asRow(row),
    created_by: { id: row.created_by as string | null, name: row.created_by_name as string | null },
    agreed_by: row.agreed_by ? { id: String(row.agreed_by), name: String(row.agreed_name) } : null,
    agreed_note: String(row.agreed_note),
    on_paper: row.on_paper === true,
  };
}

export type LockedAct = Locked<'reconciliations', StoredAct>;

/** The act for this transaction alone; null when the asker may not see it. It is locked before the account, everywhere. */
export async function lockAct(tx: Tx, scope: ProjectScope, id: string): Promise<LockedAct | null> {
  const lock = async () => {
    await tx.execute(sql`select from reconciliations r where ${visible(scope)} and r.id = ${id} for update`);
    return { act: await findAct(tx, scope, id) };
  };
  const { act } = await awaitLock('reconciliations', lock());
  return act as LockedAct | null;
}

/**
 * Locks the act and those of its counterparty that are not decided, in the order of their keys: two who agree lock the
 * same. Answers the others.
 */
export async function lockLiving(tx: Tx, scope: ProjectScope, id: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select l.id from reconciliations l
    where l.project_id = ${scope.project.id}
      and l.counterparty_id = (select r.counterparty_id from reconciliations r where ${visible(scope)} and r.id = ${id})
      and (l.id = ${id} or l.status in ('draft', 'sent', 'disputed'))
    order by l.id for update`);
  return rows.flatMap((row) => (row.id === id ? [] : [row.id]));
}

export interface NewAct {
  readonly counterparty_id: string;
  readonly from: string;
  readonly to: string;
  readonly built_by: ActSide;
  /** Null: the job. */
  readonly created_by: string | null;
}

/** A draft. Null when there is a living one of this period from the same side. */
export async function insertAct(tx: Tx, scope: Reader, act: NewAct): Promise<string | null> {
  const [made] = await tx.rows<{ id: string }>(sql`
    insert into reconciliations (project_id, id, number, counterparty_id, first_day, last_day, built_by, status, created_by)
    select ${scope.project.id}, ${newId()}, next_number(${scope.project.id}, 'reconciliation'), ${act.counterparty_id},
      ${act.from}::date, ${act.to}::date, ${act.built_by}, 'draft', ${act.created_by}::uuid
    on conflict (project_id, counterparty_id, first_day, last_day, built_by) where status <> 'withdrawn' do nothing
    returning id`);
  return made?.id ?? null;
}

/** The living act of this side with the same period. */
export async function findSame(tx: Tx, scope: Reader, act: Omit<NewAct, 'created_by'>): Promise<number | null> {
  const [row] = await tx.rows<{ number: number }>(sql`
    select number from reconciliations where project_id = ${scope.project.id} and counterparty_id = ${act.counterparty_id}
      and first_day = ${act.from} and last_day = ${act.to} and built_by = ${act.built_by} and status <> 'withdrawn'`);
  return row?.number ?? null;
}

/** What a notice tells of an act. */
export async function findSent(tx: Tx, scope: Reader, id: string): Promise<ActRow> {
  const [row] = await tx.rows<Row>(
    sql`select ${COLUMNS} from ${FROM} where r.project_id = ${scope.project.id} and r.id = ${id}`,
  );
  if (!row) throw new Error('what was made is there');
  return asRow(row);
}

/** An act of the supplier that waits for an answer, for this transaction alone; null when it was answered meanwhile. */
export async function lockSent(tx: Tx, scope: Reader, id: string): Promise<Locked<'reconciliations', ActRow> | null> {
  const lock = async () => {
    const rows = await tx.rows(sql`
      select from reconciliations where project_id = ${scope.project.id} and id = ${id} and status = 'sent'
        and built_by = 'supplier' for update`);
    return { act: rows.length > 0 ? await findSent(tx, scope, id) : null };
  };
  const { act } = await awaitLock('reconciliations', lock());
  return act as Locked<'reconciliations', ActRow> | null;
}

export type Line = Omit<ActLine, 'disputed'>;
/** The orders of a payment never change: they are read of it. */
export type StoredLine = Omit<Line, 'orders'>;

export interface Sums {
  readonly opening: number;
  readonly debit: number;
  readonly credit: number;
  readonly closing: number;
}

/** What was sent, with the lines it froze. */
export interface Sending extends Sums {
  readonly id: string;
  readonly revision: number;
  readonly lines: readonly StoredLine[];
  readonly parties: Parties;
  /** Null: the job. */
  readonly sent_by: string | null;
}

export async function insertRevision(tx: Tx, scope: Reader, sending: Sending): Promise<void> {
  const { id, revision, opening, debit, credit, closing, parties, sent_by, lines } = sending;
  const project = scope.project.id;
  await tx.execute(sql`
    insert into reconciliation_revisions (project_id, reconciliation_id, revision, opening, debit, credit, closing, parties,
      sent_by)
    values (${project}, ${id}, ${revision}, ${opening}, ${debit}, ${credit}, ${closing}, ${JSON.stringify(parties)}::jsonb,
      ${sent_by}::uuid)`);
  const rows = lines.map(({ ref, ...line }, position) => ({ ...line, position, ref_kind: ref.kind, ref_id: ref.id }));
  await tx.execute(sql`
    insert into reconciliation_lines (project_id, reconciliation_id, revision, position, posting_id, day, purpose, ref_kind,
      ref_id, document, comment, debit, credit)
    select ${project}::uuid, ${id}::uuid, ${revision}::int, w.position, w.id, w.date, w.purpose, w.ref_kind, w.ref_id,
      w.document, w.comment, w.debit, w.credit
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(position int, id uuid, date date, purpose text, ref_kind text,
      ref_id uuid, document text, comment text, debit bigint, credit bigint)`);
  await tx.execute(sql`
    update reconciliations set status = 'sent', revision = ${revision}, closing = ${closing}, sent_at = now()
    where project_id = ${project} and id = ${id}`);
  const act = await findSent(tx, scope, id);
  await registerPaper(tx, scope, {
    id: newId(),
    ...{ type: 'reconciliation', issuer: 'manufacturer', shared: true, source: 'reconciliation' },
    ...{ number: act.number, date: kyivDate(new Date()), title: actTitle(act) },
    ...{ counterparty_id: act.counterparty_id, party_name: parties.counterparty.name, total: Math.abs(closing) },
    ...{ source_id: id, revision, subject_kind: 'reconciliation', subject_id: id, user_id: sent_by },
  });
}

export interface StoredRevision extends Sums {
  readonly revision: number;
  readonly sent_at: string;
  readonly sent_by: { readonly id: string | null; readonly name: string | null };
}

export async function findRevisions(tx: Tx, scope: Reader, id: string): Promise<StoredRevision[]> {
  const rows = await tx.rows<Row>(sql`
    select v.revision, v.opening, v.debit, v.credit, v.closing, v.sent_at, v.sent_by, u.name as sent_by_name
    from reconciliation_revisions v left join users u on u.id = v.sent_by
    where v.project_id = ${scope.project.id} and v.reconciliation_id = ${id} order by v.revision desc`);
  return rows.map((row) => ({
    revision: Number(row.revision),
    opening: Number(row.opening),
    debit: Number(row.debit),
    credit: Number(row.credit),
    closing: Number(row.closing),
    sent_at: toInstant(row.sent_at),
    sent_by: { id: row.sent_by as string | null, name: row.sent_by_name as string | null },
  }));
}

export async function findParties(tx: Tx, scope: Reader, id: string, revision: number): Promise<Parties> {
  const [row] = await tx.rows<{ parties: Parties }>(sql`
    select parties from reconciliation_revisions
    where project_id = ${scope.project.id} and reconciliation_id = ${id} and revision = ${revision}`);
  if (!row) throw new Error('a version that was sent names its sides');
  return row.parties;
}

export async function findLines(tx: Tx, scope: Reader, id: string, revision: number): Promise<StoredLine[]> {
  const rows = await tx.rows<Row>(sql`
    select posting_id, day::text as day, purpose, ref_kind, ref_id, document, comment, debit, credit from reconciliation_lines
    where project_id = ${scope.project.id} and reconciliation_id = ${id} and revision = ${revision} order by position`);
  return rows.map((row) => ({
    id: String(row.posting_id),
    date: String(row.day),
    purpose: row.purpose as PostingPurpose,
    ref: { kind: String(row.ref_kind), id: String(row.ref_id) },
    document: String(row.document),
    comment: String(row.comment),
    debit: Number(row.debit),
    credit: Number(row.credit),
  }));
}

export async function findNotes(tx: Tx, scope: Reader, id: string): Promise<ActNote[]> {
  const rows = await tx.rows<Row>(sql`
    select n.*, u.name as author from reconciliation_notes n left join users u on u.id = n.user_id
    where n.project_id = ${scope.project.id} and n.reconciliation_id = ${id} order by n.id`);
  return rows.map((row) => ({
    id: String(row.id),
    line_id: row.line_id as string | null,
    revision: Number(row.revision),
    kind: row.kind as ActNote['kind'],
    side: row.side as ActSide,
    author: String(row.author ?? ''),
    text: String(row.text),
    created_at: toInstant(row.created_at),
  }));
}

export interface NewNote {
  readonly line_id: string | null;
  readonly kind: ActNote['kind'];
  readonly text: string;
}

export async function insertNote(tx: Tx, scope: ProjectScope, act: LockedAct, note: NewNote): Promise<void> {
  await tx.execute(sql`
    insert into reconciliation_notes (project_id, id, reconciliation_id, revision, line_id, kind, side, user_id, text)
    values (${scope.project.id}, ${newId()}, ${act.id}, ${act.revision}, ${note.line_id}::uuid, ${note.kind},
      ${sideOf(scope.role)}, ${scope.user.id}, ${note.text})`);
}

export async function writeStatus(
  tx: Tx,
  scope: ProjectScope,
  { id }: LockedAct,
  status: 'disputed' | 'withdrawn',
): Promise<void> {
  await tx.execute(sql`
    update reconciliations set status = ${status} where project_id = ${scope.project.id} and id = ${id}`);
}

export async function writeAgreed(tx: Tx, scope: ProjectScope, { id }: LockedAct, note: string): Promise<void> {
  await tx.execute(sql`
    update reconciliations set status = 'agreed', agreed_by = ${scope.user.id}, agreed_name = ${scope.user.name}, agreed_at = now(),
      agreed_note = ${note}
    where project_id = ${scope.project.id} and id = ${id}`);
}

/** Of these acts, which are locked, those with days that this one has closed. */
export async function withdrawClosed(tx: Tx, scope: ProjectScope, ids: readonly string[], act: LockedAct) {
  await tx.execute(sql`
    update reconciliations set status = 'withdrawn'
    where project_id = ${scope.project.id} and id = any(${idArray(ids)}) and first_day <= ${act.to}::date`);
}

/** Drafts nobody but their own side may hear of have an owner too: he is told that something changed, not what. */
export const ownersOfActs: OwnersOf = async (tx, projectId, ids) => {
  const rows = await tx.rows<{ id: string; counterparty_id: string }>(sql`
    select id, counterparty_id from reconciliations where project_id = ${projectId} and id = any(${idArray(ids)})`);
  return new Map(rows.map((row) => [row.id, row.counterparty_id]));
};
