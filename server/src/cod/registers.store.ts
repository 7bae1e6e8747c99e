import type { CodRegister, CodRegisterSummary, CodRow } from '@lanka/domain/cod/contract';
import type { Page } from '@lanka/domain/kit/lists';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { awaitLock, type Locked } from '../kit/db/locked';
import { type ListQuery, readPage, toInstant, toInstantOrNull } from '../kit/db/paging';
import { codRegisters, codRows } from './tables';

type Row = Record<string, unknown>;

const actor = (id: unknown, name: unknown) => ({
  kind: 'user' as const,
  id: String(id),
  name: (name as string | null) ?? null,
});

const COLUMNS = sql`g.*, g.date::text as day, g.received_on::text as received_day, u.name as author`;
const FROM = sql`cod_registers g left join users u on u.id = g.created_by`;

const asSummary = (row: Row): CodRegisterSummary => ({
  id: String(row.id),
  number: Number(row.number),
  carrier: row.carrier as CodRegisterSummary['carrier'],
  carrier_number: String(row.carrier_number),
  date: String(row.day),
  rows: Number(row.rows),
  total: Number(row.total),
  fee: Number(row.fee),
  received_on: row.received_day as string | null,
  received_to: row.received_to as CodRegisterSummary['received_to'],
  created_by: actor(row.created_by, row.author),
  created_at: toInstant(row.created_at),
});

export function listRegisters(
  tx: Tx,
  scope: ProjectScope,
  query: ListQuery & { open?: 'true' | undefined },
): Promise<Page<CodRegisterSummary>> {
  const open = query.open ? sql` and g.received_on is null and g.rows > 0` : sql``;
  return readPage(
    tx,
    query,
    {
      columns: COLUMNS,
      from: FROM,
      countFrom: sql`cod_registers g`,
      where: sql`g.project_id = ${scope.project.id}${open}`,
      sorts: { number: { by: sql`g.number`, type: 'integer' } },
      id: sql`g.id`,
    },
    asSummary,
  );
}

const asRow = (row: Row): CodRow => ({
  id: String(row.id),
  position: Number(row.position),
  order_id: String(row.order_id),
  parcel_id: row.parcel_id as string | null,
  parcel: row.parcel === null ? null : Number(row.parcel),
  order_number: Number(row.order_number),
  order_prefix: String(row.order_prefix),
  ttn: row.ttn as string | null,
  counterparty_id: String(row.counterparty_id),
  counterparty_name: String(row.counterparty_name),
  expected: Number(row.expected),
  amount: Number(row.amount),
  expected_fee: Number(row.expected_fee),
  fee: Number(row.fee),
  reversed_at: toInstantOrNull(row.reversed_at),
  reversed_by: row.reversed_by === null ? null : actor(row.reversed_by, row.reverser),
  reason: String(row.reason),
});

export async function findRegister(tx: Tx, scope: ProjectScope, id: string): Promise<CodRegister | null> {
  const project = scope.project.id;
  const [row] = await tx.rows<Row>(
    sql`select ${COLUMNS} from ${FROM} where g.project_id = ${project} and g.id = ${id}`,
  );
  if (!row) return null;
  const rows = await tx.rows<Row>(sql`
    select r.*, o.number as order_number, o.prefix as order_prefix, c.name as counterparty_name, u.name as reverser,
      p.number as parcel, case when p.number > 1 then p.ttn else o.ttn end as ttn
    from cod_rows r join orders o on o.project_id = r.project_id and o.id = r.order_id
    left join parcels p on p.project_id = r.project_id and p.order_id = r.order_id and p.id = r.parcel_id
    join counterparties c on c.project_id = r.project_id and c.id = r.counterparty_id
    left join users u on u.id = r.reversed_by
    where r.project_id = ${project} and r.register_id = ${id} order by r.position`);
  return { ...asSummary(row), items: rows.map(asRow) };
}

/** What carriers owe by registers whose money has not come. */
export async function sumOwed(tx: Tx, scope: ProjectScope): Promise<number> {
  const [row] = await tx.rows<{ owed: number }>(sql`
    select coalesce(sum(total - fee), 0)::bigint as owed from cod_registers
    where project_id = ${scope.project.id} and received_on is null and rows > 0`);
  return Number(row?.owed ?? 0);
}

/** Our number of the newest register that the carrier numbers so. */
export async function findKnown(
  tx: Tx,
  scope: ProjectScope,
  carrier: string | undefined,
  carrier_number: string,
): Promise<number | null> {
  const ofCarrier = carrier ? sql` and carrier = ${carrier}` : sql``;
  const [row] = await tx.rows<{ number: number }>(sql`
    select number from cod_registers
    where project_id = ${scope.project.id} and carrier_number = ${carrier_number}${ofCarrier} and rows > 0
    order by number desc limit 1`);
  return row ? Number(row.number) : null;
}

type NewRegister = Pick<
  typeof codRegisters.$inferInsert,
  'carrier' | 'carrier_number' | 'date' | 'rows' | 'total' | 'fee'
>;
export type NewRow = Omit<
  typeof codRows.$inferInsert,
  'project_id' | 'register_id' | 'reversed_at' | 'reversed_by' | 'reason'
> & { readonly id: string; readonly parcel_id: string | null };

/** Whoever makes another waits from here for the commit, because of its number: last of all that waits. */
export async function insertRegister(
  tx: Tx,
  scope: ProjectScope,
  register: NewRegister,
  rows: readonly NewRow[],
): Promise<{ id: string; number: number }> {
  const [id, project_id] = [newId(), scope.project.id];
  const [drawn] = await tx.rows<{ number: number }>(sql`select next_number(${project_id}, 'cod_register') as number`);
  if (!drawn) throw new Error('a number is drawn');
  const number = Number(drawn.number);
  await tx.insert(codRegisters).values({ ...register, number, project_id, id, created_by: scope.user.id });
  await tx.insert(codRows).values(rows.map((row) => ({ ...row, project_id, register_id: id })));
  return { id, number };
}

export interface LockedRow extends Record<string, unknown> {
  readonly id: string;
  readonly order_id: string;
  readonly parcel_id: string | null;
  readonly counterparty_id: string;
  readonly amount: number;
  readonly fee: number;
  readonly reversed: boolean;
}

export interface LockedRegister {
  readonly id: string;
  readonly number: number;
  readonly carrier_number: string;
  readonly date: string;
  readonly received_on: string | null;
  readonly transfer_id: string | null;
  readonly rows: readonly LockedRow[];
}

/** The register for this transaction alone; null when there is none. */
export function lockRegister(
  tx: Tx,
  scope: ProjectScope,
  id: string,
): Promise<Locked<'cod_registers', { readonly found: LockedRegister | null }>> {
  const lock = async () => {
    const [row] = await tx.rows<Row>(sql`
      select id, number, carrier_number, date::text as date, received_on::text as received_on, transfer_id from cod_registers
      where project_id = ${scope.project.id} and id = ${id} for update`);
    if (!row) return { found: null };
    const rows = await tx.rows<LockedRow>(sql`
      select id, order_id, parcel_id, counterparty_id, amount, fee, reversed_at is not null as reversed from cod_rows
      where project_id = ${scope.project.id} and register_id = ${id} order by position`);
    const numbered = rows.map((one) => ({ ...one, amount: Number(one.amount), fee: Number(one.fee) }));
    return { found: { ...(row as unknown as LockedRegister), number: Number(row.number), rows: numbered } };
  };
  return awaitLock('cod_registers', lock());
}

export async function saveReceived(
  tx: Tx,
  scope: ProjectScope,
  { id }: Pick<LockedRegister, 'id'>,
  received: { readonly date: string; readonly account: 'bank' | 'cash'; readonly transfer_id: string } | null,
): Promise<void> {
  const { date = null, account = null, transfer_id = null } = received ?? {};
  await tx.execute(sql`
    update cod_registers set received_on = ${date}::date, received_to = ${account}, transfer_id = ${transfer_id}::uuid
    where project_id = ${scope.project.id} and id = ${id}`);
}

export async function saveReversed(
  tx: Tx,
  scope: ProjectScope,
  { id }: LockedRegister,
  rows: readonly LockedRow[],
  reason: string,
): Promise<void> {
  const project = scope.project.id;
  await tx.execute(sql`
    update cod_rows set reversed_at = now(), reversed_by = ${scope.user.id}, reason = ${reason}
    where project_id = ${project} and register_id = ${id} and id = any(${idArray(rows.map((row) => row.id))})`);
  const of = (field: 'amount' | 'fee') => rows.reduce((sum, row) => sum + row[field], 0);
  await tx.execute(sql`
    update cod_registers set rows = rows - ${rows.length}, total = total - ${of('amount')}, fee = fee - ${of('fee')}
    where project_id = ${project} and id = ${id}`);
}

/** The postings of these rows and transfers, those of one account together, in the order of the accounts' keys. */
export const findPostings = (tx: Tx, scope: ProjectScope, ids: readonly string[]) =>
  tx.rows<{ id: string; ref_id: string; purpose: string; counterparty_id: string } & Row>(sql`
    select id, ref_id, purpose, counterparty_id from postings
    where project_id = ${scope.project.id} and ref_kind in ('cod_row', 'cod_transfer') and ref_id = any(${idArray(ids)})
    order by counterparty_id, sequence`);
