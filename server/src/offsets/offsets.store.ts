import type { Page } from '@lanka/domain/kit/lists';
import { kyivDate } from '@lanka/domain/kit/time';
import { type OffsetRow, OffsetStatus } from '@lanka/domain/offsets/contract';
import { type Debts, mirrored, offsetTitle } from '@lanka/domain/offsets/rules';
import type { ActSide } from '@lanka/domain/reconciliations/contract';
import { otherSide, sideOf } from '@lanka/domain/reconciliations/rules';
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
import type { Parties } from '../reconciliations';
import type { Partner } from './mutual.store';

type Row = Record<string, unknown>;
export type Reader = { readonly project: { readonly id: string } };

const COLUMNS = sql`o.id, o.project_id, p.title as project_title, o.number, o.status, o.counterparty_id, c.name as counterparty_name,
  o.day::text as day, o.debt, o.claim, o.amount, o.built_by, o.awaits, o.partner_project_id, b.title as partner_title,
  o.reverses, old.number as reverses_number, o.created_at, o.decided_at`;
const FROM = sql`offsets o
  join counterparties c on c.project_id = o.project_id and c.id = o.counterparty_id
  join projects p on p.id = o.project_id
  left join projects b on b.id = o.partner_project_id
  left join offsets old on old.project_id = o.project_id and old.id = o.reverses`;

function asRow(row: Row): OffsetRow {
  return {
    id: String(row.id),
    project_id: String(row.project_id),
    project_title: String(row.project_title),
    number: Number(row.number),
    status: row.status as OffsetStatus,
    counterparty_id: String(row.counterparty_id),
    counterparty_name: String(row.counterparty_name),
    day: String(row.day),
    debt: Number(row.debt),
    claim: Number(row.claim),
    amount: Number(row.amount),
    built_by: row.built_by as ActSide,
    awaits: row.awaits as ActSide | null,
    partner: row.partner_project_id
      ? { project_id: String(row.partner_project_id), title: String(row.partner_title) }
      : null,
    reverses: row.reverses ? { id: String(row.reverses), number: Number(row.reverses_number) } : null,
    created_at: toInstant(row.created_at),
    decided_at: toInstantOrNull(row.decided_at),
  };
}

/** Staff all, a Client his own. */
function visible(scope: ProjectScope): SQL {
  const own = scope.role === 'Client' ? sql` and o.counterparty_id = ${scope.counterparty_id}` : sql``;
  return sql`o.project_id = ${scope.project.id}${own}`;
}

export interface OffsetFilters extends ListQuery {
  readonly q?: string | undefined;
  readonly status?: OffsetStatus[] | undefined;
  readonly counterparty_id?: string | undefined;
  readonly awaits?: ActSide | undefined;
}

/** Of so many counterparties with these words acts are looked up. */
const FEW_PARTIES = 200;

/** Found by their number, or by the counterparty. */
async function found(tx: Tx, scope: ProjectScope, q: string): Promise<SQL> {
  if (/^\d{1,9}$/.test(q)) return sql`o.number = ${Number(q)}`;
  const parties = await findPartyIds(tx, [scope.project.id], [q], FEW_PARTIES);
  return sql`o.counterparty_id = any(${idArray(parties ?? [])})`;
}

const SORTS = { created_at: { by: sql`o.created_at`, type: 'timestamptz' } } as const;

export async function listOffsets(tx: Tx, scope: ProjectScope, query: OffsetFilters): Promise<Page<OffsetRow>> {
  const { q, status, counterparty_id, awaits } = query;
  const where = [visible(scope)];
  if (q) where.push(await found(tx, scope, q));
  if (status?.length) where.push(sql`o.status = any(${textArray(status)})`);
  if (counterparty_id) where.push(sql`o.counterparty_id = ${counterparty_id}`);
  if (awaits) where.push(sql`o.awaits = ${awaits}`);
  const plan = {
    columns: COLUMNS,
    from: FROM,
    countFrom: sql`offsets o`,
    where: sql.join(where, sql` and `),
    id: sql`o.id`,
    customPlan: isFiltered(q, status?.length, counterparty_id, awaits),
    sorts: SORTS,
  };
  return readPage(tx, query, plan, asRow);
}

const TABLE = { rows: sql`offsets o`, project_id: sql`o.project_id`, counterparty_id: sql`o.counterparty_id` };

export async function countOffsets(
  tx: Tx,
  scope: ProjectScope,
): Promise<{ by_status: Record<OffsetStatus, number>; waiting: number }> {
  const { rows } = TABLE;
  const mine = visible(scope);
  const [row] = await tx.rows<{ by_status: Record<OffsetStatus, number>; waiting: number }>(sql`
    select jsonb_object_agg(s.status, ${counted(rows, sql`${mine} and o.status = s.status`)}) as by_status,
      ${counted(rows, sql`${mine} and o.awaits = ${sideOf(scope.role)}`)} as waiting
    from unnest(${textArray(OffsetStatus.options)}) as s(status)`);
  if (!row) throw new Error('a count has a row');
  return row;
}

export function listMyOffsets(
  tx: Tx,
  { suppliers }: DropshippingScope,
  {
    status,
    project_id,
    ...query
  }: ListQuery & { status?: OffsetStatus[] | undefined; project_id?: string | undefined },
): Promise<Page<OffsetRow>> {
  const conditions = [
    ...(status?.length ? [sql`o.status = any(${textArray(status)})`] : []),
    ...(project_id ? [sql`o.project_id = ${project_id}`] : []),
  ];
  const list = { ...TABLE, columns: COLUMNS, from: FROM, id: sql`o.id`, sorts: SORTS, conditions };
  return listOfSuppliers(tx, suppliers, query, list, asRow);
}

export const countMyWaiting = (tx: Tx, { suppliers }: DropshippingScope): Promise<number> =>
  countOfSuppliers(tx, suppliers, TABLE, sql`o.awaits = 'counterparty'`);

interface Named {
  readonly id: string;
  readonly name: string | null;
}

export interface StoredOffset extends OffsetRow {
  readonly grounds: string;
  readonly created_by: Named;
  readonly decided_by: Named | null;
  readonly decided_note: string;
  readonly counted_on: string | null;
  readonly reversed_by: { readonly id: string; readonly number: number } | null;
  readonly on_paper: boolean;
  readonly partner_counterparty_id: string | null;
  /** It was built in the other project, whose debts stand the other way round. */
  readonly mirrored: boolean;
  readonly parties: Parties;
}

export async function findOffset(tx: Tx, scope: ProjectScope, id: string): Promise<StoredOffset | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${COLUMNS}, o.grounds, o.created_by, m.name as created_by_name, o.decided_by, o.decided_name, o.decided_note,
      o.counted_on::text as counted_on, o.partner_counterparty_id, o.mirrored, o.parties, r.id as reversed_id, r.number as reversed_number,
      not exists (select 1 from memberships d where d.project_id = o.project_id and d.counterparty_id = o.counterparty_id
        and d.ended_at is null) as on_paper
    from ${FROM} left join users m on m.id = o.created_by
    left join offsets r on r.project_id = o.project_id and r.reverses = o.id and r.status in ('sent', 'agreed')
    where ${visible(scope)} and o.id = ${id}`);
  if (!row) return null;
  return {
    ...asRow(row),
    grounds: String(row.grounds),
    created_by: { id: String(row.created_by), name: row.created_by_name as string | null },
    decided_by: row.decided_by ? { id: String(row.decided_by), name: String(row.decided_name) } : null,
    decided_note: String(row.decided_note),
    counted_on: row.counted_on as string | null,
    reversed_by: row.reversed_id ? { id: String(row.reversed_id), number: Number(row.reversed_number) } : null,
    on_paper: row.on_paper === true,
    partner_counterparty_id: row.partner_counterparty_id as string | null,
    mirrored: row.mirrored === true,
    parties: row.parties as Parties,
  };
}

export type LockedOffset = Locked<'offsets', StoredOffset>;

/**
 * The act for this transaction alone, in both projects where there are two; null when the asker may not see it. Acts are
 * locked before accounts, and rows of several projects in the order of their projects.
 */
export async function lockOffset(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  projects: readonly string[],
): Promise<LockedOffset | null> {
  const lock = async () => {
    await tx.execute(sql`
      select from offsets where project_id = any(${idArray(projects)}) and id = ${id} order by project_id for update`);
    return { act: await findOffset(tx, scope, id) };
  };
  const { act } = await awaitLock('offsets', lock());
  return act as LockedOffset | null;
}

export interface NewOffset extends Debts {
  readonly counterparty_id: string;
  readonly day: string;
  readonly amount: number;
  readonly grounds: string;
  readonly built_by: ActSide;
  readonly partner: Pick<Partner, 'project_id' | 'counterparty_id'> | null;
  readonly reverses: { readonly id: string; readonly number: number } | null;
  readonly parties: Parties;
}

/** One row, or null when one waits with this counterparty already. The number is drawn unless the act has one. */
async function insertRow(
  tx: Tx,
  scope: ProjectScope,
  act: NewOffset,
  { id, number }: { id: string; number: number | null },
): Promise<number | null> {
  const project = scope.project.id;
  const drawn = number === null ? sql`next_number(${project}, 'offset')` : sql`${number}::int`;
  const [made] = await tx.rows<{ number: number }>(sql`
    insert into offsets (project_id, id, number, counterparty_id, day, debt, claim, amount, grounds, built_by,
      partner_project_id, partner_counterparty_id, mirrored, reverses, parties, created_by)
    select ${project}, ${id}, ${drawn}, ${act.counterparty_id}, ${act.day}::date, ${act.debt}, ${act.claim}, ${act.amount},
      ${act.grounds}, ${act.built_by}, ${act.partner?.project_id ?? null}::uuid, ${act.partner?.counterparty_id ?? null}::uuid,
      ${number !== null}, ${act.reverses?.id ?? null}::uuid, ${JSON.stringify(act.parties)}::jsonb, ${scope.user.id}
    on conflict do nothing returning number`);
  if (!made) return null;
  const shown = { number: made.number, day: act.day, reverses: act.reverses };
  await registerPaper(tx, scope, {
    id: newId(),
    ...{ type: 'offset', issuer: 'manufacturer', shared: true, source: 'offset' },
    ...{ number: made.number, date: kyivDate(new Date()), title: offsetTitle(shown), total: act.amount },
    ...{ counterparty_id: act.counterparty_id, party_name: nameOfOther(act, number !== null) },
    ...{ source_id: id, subject_kind: 'offset', subject_id: id, user_id: scope.user.id },
  });
  return made.number;
}

const nameOfOther = ({ parties }: NewOffset, isMirrored: boolean): string =>
  (isMirrored ? parties.supplier : parties.counterparty).name;

/** Null when an act waits with this counterparty already. */
export async function insertOffset(
  tx: Tx,
  scope: ProjectScope,
  act: NewOffset,
  enter: () => Promise<unknown>,
): Promise<string | null> {
  const id = newId();
  const number = await insertRow(tx, scope, act, { id, number: null });
  if (number === null) return null;
  if (!act.partner) return id;
  // drawing a number leaves the transaction in its project alone
  await enter();
  const { partner, counterparty_id } = act;
  const other = {
    ...act,
    ...mirrored(act),
    built_by: otherSide(act.built_by),
    counterparty_id: partner.counterparty_id,
    partner: { project_id: scope.project.id, counterparty_id },
  };
  const there = { ...scope, project: { ...scope.project, id: partner.project_id } };
  return (await insertRow(tx, there, other, { id, number })) === null ? null : id;
}

/** The number of the act that waits with this counterparty, here or in the other project. */
export async function findWaiting(tx: Tx, pairs: readonly (readonly [project: string, party: string])[]) {
  const [row] = await tx.rows<{ number: number }>(sql`
    select number from offsets where project_id = any(${idArray(pairs.map(([project]) => project))})
      and counterparty_id = any(${idArray(pairs.map(([, party]) => party))}) and status = 'sent' limit 1`);
  return row?.number ?? null;
}

export interface Decision {
  readonly status: 'agreed' | 'refused' | 'withdrawn';
  readonly note: string;
  /** The day of its postings in each project; of what is not agreed the projects alone. */
  readonly counted: readonly { readonly project_id: string; readonly day: string | null }[];
}

export async function writeDecision(
  tx: Tx,
  scope: ProjectScope,
  { id }: LockedOffset,
  { status, note, counted }: Decision,
): Promise<void> {
  for (const { project_id, day } of counted)
    await tx.execute(sql`
      update offsets set status = ${status}, decided_by = ${scope.user.id}, decided_name = ${scope.user.name}, decided_at = now(),
        decided_note = ${note}, counted_on = ${day}::date
      where project_id = ${project_id} and id = ${id}`);
}

export const writeReversed = (tx: Tx, { id }: LockedOffset, projects: readonly string[]): Promise<unknown> =>
  tx.execute(sql`
    update offsets set status = 'reversed' where project_id = any(${idArray(projects)}) and id = ${id}`);

/** Whether an act waits with the counterparty, or both sides of its account are open. */
export async function isUnsettled(tx: Tx, scope: Reader, counterpartyId: string): Promise<boolean> {
  const [row] = await tx.rows<{ unsettled: boolean }>(sql`
    select exists (select 1 from offsets where project_id = ${scope.project.id} and counterparty_id = ${counterpartyId}
        and status = 'sent')
      or exists (select 1 from counterparty_accounts where project_id = ${scope.project.id}
        and counterparty_id = ${counterpartyId} and purchases_balance <> 0) as unsettled`);
  return row?.unsettled === true;
}

export const ownersOfOffsets: OwnersOf = async (tx, projectId, ids) => {
  const rows = await tx.rows<{ id: string; counterparty_id: string }>(sql`
    select id, counterparty_id from offsets where project_id = ${projectId} and id = any(${idArray(ids)})`);
  return new Map(rows.map((row) => [row.id, row.counterparty_id]));
};
