import type { Register, RegisterState } from '@lanka/domain/delivery/contract';
import { isHandedOver, kindOf } from '@lanka/domain/delivery/tracking';
import type { Locale } from '@lanka/domain/kit/errors';
import type { Page } from '@lanka/domain/kit/lists';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { awaitLock, type Locked } from '../kit/db/locked';
import { type ListQuery, readPage, toInstant } from '../kit/db/paging';
import { deliveryRegisters, deliveryWaybills } from './tables';

type Row = Record<string, unknown>;
export type StoredRegister = typeof deliveryRegisters.$inferSelect;

const one = (project_id: string, id: string) =>
  and(eq(deliveryRegisters.project_id, project_id), eq(deliveryRegisters.id, id));

export async function insertRegister(tx: Tx, row: typeof deliveryRegisters.$inferInsert): Promise<void> {
  await tx.insert(deliveryRegisters).values(row);
}

export async function saveRegister(
  tx: Tx,
  { project_id, id }: Pick<StoredRegister, 'project_id' | 'id'>,
  changes: Partial<StoredRegister>,
): Promise<void> {
  await tx.update(deliveryRegisters).set(changes).where(one(project_id, id));
}

export async function findRegister(tx: Tx, project_id: string, id: string): Promise<StoredRegister | null> {
  const [row] = await tx.select().from(deliveryRegisters).where(one(project_id, id));
  return row ?? null;
}

/** Before the rows of its waybills. */
export function lockRegister(
  tx: Tx,
  project_id: string,
  id: string,
): Promise<Locked<'delivery_registers', { found: StoredRegister | null }>> {
  const lock = async () => {
    const [row] = await tx.select().from(deliveryRegisters).where(one(project_id, id)).for('update');
    return { found: row ?? null };
  };
  return awaitLock('delivery_registers', lock());
}

/** Another register of ours that the carrier numbers so. */
export async function isKnownNumber(tx: Tx, { project_id, id }: StoredRegister, number: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    select 1 from delivery_registers where project_id = ${project_id} and number = ${number} and id <> ${id} limit 1`);
  return rows.length > 0;
}

export interface Member {
  readonly id: string;
  readonly ref: string;
  readonly ttn: string;
  readonly state: 'adding' | 'in' | 'leaving';
  readonly created_at: string;
  readonly isHandedOver: boolean;
}

const asMember = (row: Row): Member => ({
  ...{ id: String(row.id), ref: String(row.ref), ttn: String(row.ttn), state: row.register_state as Member['state'] },
  created_at: toInstant(row.created_at),
  isHandedOver: row.code !== null && row.code !== '' && isHandedOver(kindOf(String(row.code))),
});

const TRACKED = sql`left join delivery_tracks t on t.project_id = w.project_id and t.order_id = w.order_id
  and t.part_id = coalesce(w.parcel_id, w.order_id) and t.ttn = w.ttn`;

export async function readMembers(tx: Tx, project_id: string, id: string): Promise<Member[]> {
  const rows = await tx.rows<Row>(sql`
    select w.id, w.ref, w.ttn, w.register_state, w.created_at, t.code from delivery_waybills w ${TRACKED}
    where w.project_id = ${project_id} and w.register_id = ${id} order by w.created_at, w.id`);
  return rows.map(asMember);
}

export interface Candidate extends Member {
  readonly owner_id: string;
  readonly register_id: string | null;
}

/** Of these waybills those that are made and not handed over, for this transaction alone. */
export function lockCandidates(
  tx: Tx,
  { project }: ActingIn,
  ids: readonly string[],
): Promise<Locked<'delivery_waybills', { found: Candidate[] }>> {
  const lock = async () => {
    await tx.rows(sql`
      select 1 from delivery_waybills where project_id = ${project.id} and id = any(${idArray(ids)}) order by id for update`);
    const rows = await tx.rows<Row>(sql`
      select w.id, w.ref, w.ttn, w.register_state, w.register_id, w.owner_id, w.created_at, t.code
      from delivery_waybills w ${TRACKED}
      where w.project_id = ${project.id} and w.id = any(${idArray(ids)}) and w.state = 'made' and w.ref is not null
      order by w.created_at, w.id`);
    const candidates = rows.map((row) => ({
      ...asMember(row),
      ...{ owner_id: String(row.owner_id), register_id: row.register_id as string | null },
    }));
    return { found: candidates.filter((candidate) => !candidate.isHandedOver) };
  };
  return awaitLock('delivery_waybills', lock());
}

/** Null: in no register any more. */
export async function saveMembers(
  tx: Tx,
  project_id: string,
  ids: readonly string[],
  to: { readonly register_id: string; readonly register_state: Member['state'] } | null,
): Promise<void> {
  if (ids.length === 0) return;
  // in one order, whoever writes them: else two wait for each other
  await tx.rows(sql`
    select 1 from delivery_waybills where project_id = ${project_id} and id = any(${idArray(ids)}) order by id for update`);
  await tx
    .update(deliveryWaybills)
    .set(to ?? { register_id: null, register_state: null })
    .where(and(eq(deliveryWaybills.project_id, project_id), inArray(deliveryWaybills.id, [...ids])));
}

function stateOf(state: StoredRegister['state'], ref: unknown, count: number, waiting: number): RegisterState {
  if (state !== 'open') return state;
  if (waiting > 0) return ref ? 'changing' : 'asked';
  return count === 0 ? 'empty' : 'made';
}

function asRegister(row: Row, locale: Locale): Register {
  const [count, waiting] = [Number(row.count), Number(row.waiting)];
  const error = row.error as StoredRegister['error'];
  return {
    ...{ id: String(row.id), number: row.number as string | null, count, waiting },
    state: stateOf(row.state as StoredRegister['state'], row.ref, count, waiting),
    error: error && { code: error.code, message: error[locale] },
    refused: (row.refused as StoredRegister['refused']).map((one) => ({ ttn: one.ttn, message: one[locale] })),
    created_by: { kind: 'user', id: String(row.created_by), name: row.author as string | null },
    created_at: toInstant(row.created_at),
  };
}

const COLUMNS = sql`g.*, u.name as author, c.count, c.waiting`;
const FROM = sql`delivery_registers g left join users u on u.id = g.created_by
  cross join lateral (select count(*) filter (where w.register_state <> 'leaving')::int as count,
    count(*) filter (where w.register_state <> 'in')::int as waiting
    from delivery_waybills w where w.project_id = g.project_id and w.register_id = g.id) c`;

export function listRegisters(tx: Tx, { project, locale }: ProjectScope, query: ListQuery): Promise<Page<Register>> {
  return readPage(
    tx,
    query,
    {
      columns: COLUMNS,
      from: FROM,
      countFrom: sql`delivery_registers g`,
      where: sql`g.project_id = ${project.id} and g.state <> 'removed'`,
      sorts: { created_at: { by: sql`g.created_at`, type: 'timestamptz' } },
      id: sql`g.id`,
    },
    (row) => asRegister(row, locale),
  );
}

export async function showRegister(tx: Tx, { project, locale }: ProjectScope, id: string): Promise<Register | null> {
  const [row] = await tx.rows<Row>(
    sql`select ${COLUMNS} from ${FROM} where g.project_id = ${project.id} and g.id = ${id}`,
  );
  return row ? asRegister(row, locale) : null;
}
