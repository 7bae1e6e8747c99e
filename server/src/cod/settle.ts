import { type CodRegister, type CreateRegisterBody, codErrors, type Receipt } from '@lanka/domain/cod/contract';
import { netOf, STATE_NAMES, settledOnce, transferOf } from '@lanka/domain/cod/rules';
import type { ErrorDetail } from '@lanka/domain/kit/errors';
import { dotted, kyivDate } from '@lanka/domain/kit/time';
import { entryFor } from '@lanka/domain/ledger/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { lockBalance, type NewPosting, type Posted, postAll, reverse, startTerm, stopTerm } from '../ledger';
import { type LockedOrder, lockOrder, lockOrders, saveOrder } from '../orders';
import { type CodChange, changeCod, readParcels, type StoredParcel, stillAwaited } from '../parcels';
import { counterpartyForOrder } from '../partners';
import * as store from './registers.store';

type Wanted = CreateRegisterBody['rows'][number];

export interface Settled {
  readonly register: CodRegister;
  readonly orders: readonly string[];
  readonly counterparties: readonly string[];
}

export async function readRegister(tx: Tx, scope: ProjectScope, id: string): Promise<CodRegister> {
  const found = await store.findRegister(tx, scope, id);
  if (!found) throw codErrors.not_found();
  return found;
}

/** @throws cod.no_order */
async function lockAll(
  tx: Tx,
  scope: ProjectScope,
  rows: readonly Wanted[],
): Promise<ReadonlyMap<string, LockedOrder>> {
  const locked = await lockOrders(
    tx,
    scope,
    rows.map(({ order_id }) => order_id),
  );
  const unknown = rows.flatMap(({ order_id }, index) =>
    locked.has(order_id) ? [] : [{ path: `rows.${index}.order_id` }],
  );
  if (unknown.length > 0) throw codErrors.no_order(...unknown);
  return locked;
}

/** All that is wrong with the rows of one kind is told at once. @throws cod.twice, cod.fee_above_sum */
function refuseRows(rows: readonly Wanted[]): void {
  const seen = new Set<string>();
  const twice = rows.flatMap(({ order_id, parcel_id = null }, index) => {
    const once = settledOnce({ id: order_id, parcel_id });
    if (seen.has(once)) return [{ path: `rows.${index}.order_id` }];
    seen.add(once);
    return [];
  });
  if (twice.length > 0) throw codErrors.twice(...twice);
  const above = rows.flatMap(({ amount, fee }, index) =>
    fee > amount ? [{ path: `rows.${index}.fee`, allowed: amount }] : [],
  );
  if (above.length > 0) throw codErrors.fee_above_sum(...above);
}

function refuseFuture(path: string, date: string): void {
  const today = kyivDate(new Date());
  if (date > today) throw codErrors.in_future({ path, allowed: today, day: dotted(today) });
}

/** The ledger gives a closed day's posting the first open one; a register is not split over days. @throws cod.day_closed */
function refuseClosed(posted: readonly Posted[], path: string, date: string, kind: string): void {
  const days = posted.filter(({ ref }) => ref.kind === kind).map(({ day }) => day);
  const first = [date, ...days].sort().at(-1) ?? date;
  if (first !== date) throw codErrors.day_closed({ path, allowed: first, day: dotted(first) });
}

/**
 * Settles orders by a register: the carrier's money is credited to whose order it is and put against that order, what
 * the carrier keeps is charged to him. All rows or none; an order once. Locked are the orders in the order of their
 * keys, then the accounts.
 */
export async function createRegister(
  tx: Tx,
  scope: ProjectScope,
  { rows: wanted, carrier, number, date, received }: CreateRegisterBody,
): Promise<Settled> {
  refuseRows(wanted);
  refuseFuture('date', date);
  const locked = await lockAll(tx, scope, wanted);
  const of = ({ order_id }: Pick<Wanted, 'order_id'>): LockedOrder => locked.get(order_id) as LockedOrder;
  const parcels = await parcelsOf(tx, scope, wanted, of);
  const stands = wanted.map((row) => codOf(row, of(row), parcels));
  const idle = stands.flatMap(({ state }, index) => {
    const { ua, en } = STATE_NAMES[state ?? 'none'];
    return state === 'awaited' ? [] : [{ path: `rows.${index}.order_id`, state: en, state_ua: ua }];
  });
  if (idle.length > 0) throw codErrors.not_awaited(...idle);
  const rows: store.NewRow[] = wanted.map(({ parcel_id = null, ...row }, index) => ({
    ...row,
    parcel_id,
    id: newId(),
    position: index + 1,
    counterparty_id: of(row).counterparty_id,
    expected: stands[index]?.sum ?? 0,
    expected_fee: stands[index]?.fee ?? 0,
  }));
  const receipt =
    received && (await receiptOf(tx, scope, { carrier_number: number, date }, rows, received, 'received.date'));
  // in one call, because it locks the accounts in the order of their keys
  const entries = rows.flatMap((row) => entriesOf(row, date, of(row).number, number));
  const posted = await postAll(tx, scope, [...entries, ...(receipt?.entries ?? [])]);
  refuseClosed(posted, 'date', date, 'cod_row');
  if (receipt) refuseClosed(posted, 'received.date', receipt.date, 'cod_transfer');
  for (const [order_id, own] of byOrder(rows)) await settleOrder(tx, scope, of({ order_id }), own, 'received', number);
  const sums = { rows: rows.length, total: sumOf(rows, 'amount'), fee: sumOf(rows, 'fee') };
  const made = await store.insertRegister(tx, scope, { carrier, carrier_number: number, date, ...sums }, rows);
  if (receipt) await store.saveReceived(tx, scope, made, receipt);
  return settled(await readRegister(tx, scope, made.id), rows);
}

/** By order the parcels of those that are split. All that is wrong of one kind is told at once. @throws cod.which_parcel, cod.no_parcel */
async function parcelsOf(
  tx: Tx,
  scope: ProjectScope,
  rows: readonly Wanted[],
  of: (row: Wanted) => LockedOrder,
): Promise<ReadonlyMap<string, readonly StoredParcel[]>> {
  const found = new Map<string, readonly StoredParcel[]>();
  for (const [id, order] of new Map(rows.map((row) => [row.order_id, of(row)])))
    if (order.parcels > 0) found.set(id, await readParcels(tx, scope, order));
  const at = (wrong: (row: Wanted) => boolean): ErrorDetail[] =>
    rows.flatMap((row, index) => (wrong(row) ? [{ path: `rows.${index}.parcel_id` }] : []));
  const unnamed = at(({ order_id, parcel_id }) => !parcel_id && found.has(order_id));
  if (unnamed.length > 0) throw codErrors.which_parcel(...unnamed);
  const unknown = at(
    ({ order_id, parcel_id }) => !!parcel_id && !found.get(order_id)?.some(({ id }) => id === parcel_id),
  );
  if (unknown.length > 0) throw codErrors.no_parcel(...unknown);
  return found;
}

/** What is awaited for a row: of an order in several parcels for the one that is named. */
function codOf(
  { order_id, parcel_id }: Wanted,
  { cod_state, cod_sum, cod_fee }: LockedOrder,
  parcels: ReadonlyMap<string, readonly StoredParcel[]>,
): Pick<StoredParcel['cod'], 'state' | 'sum' | 'fee'> {
  const parcel = parcels.get(order_id)?.find(({ id }) => id === parcel_id);
  if (!parcel) return { state: cod_state, sum: cod_sum, fee: cod_fee };
  const { sent_at, cod } = parcel;
  return sent_at === null && cod_state !== null ? { ...cod, state: 'planned' } : cod;
}

/** The rows of one order together: what the order says of its parcels is written once. */
function byOrder<R extends Pick<store.NewRow, 'order_id'>>(rows: readonly R[]): ReadonlyMap<string, readonly R[]> {
  const all = new Map<string, R[]>();
  for (const row of rows) all.set(row.order_id, [...(all.get(row.order_id) ?? []), row]);
  return all;
}

/** The order, or its parcels that the rows name, are paid for or awaited again. */
async function settleOrder(
  tx: Tx,
  scope: ProjectScope,
  order: LockedOrder,
  rows: readonly Pick<store.NewRow, 'parcel_id' | 'amount' | 'fee'>[],
  state: 'received' | 'awaited',
  reason: string,
): Promise<void> {
  const whatCame = ({ amount, fee }: { readonly amount: number; readonly fee: number }) =>
    state === 'received' ? { received: amount, received_fee: fee } : { received: null, received_fee: null };
  const ofParcels = rows.flatMap((row): CodChange[] =>
    row.parcel_id === null ? [] : [{ id: row.parcel_id, state, ...whatCame(row) }],
  );
  const sums = { amount: sumOf(rows, 'amount'), fee: sumOf(rows, 'fee') };
  const { received, received_fee } = whatCame(sums);
  const columns =
    ofParcels.length > 0
      ? await changeCod(tx, scope, order, ofParcels)
      : { cod_state: state, cod_received: received, cod_received_fee: received_fee };
  if (state === 'received') await startTerm(tx, scope, order, await stillAwaited(tx, scope, order, state));
  const kind = state === 'received' ? ('cod_received' as const) : ('cod_reversed' as const);
  const effects = [{ kind, amount: sums.amount }];
  await saveOrder(tx, scope, order, columns, { kind: 'edited', from: null, to: null, reason, effects });
}

const sumOf = <F extends string>(rows: readonly Record<F, number>[], field: F): number =>
  rows.reduce((sum, row) => sum + row[field], 0);

const settled = (
  register: CodRegister,
  rows: readonly Pick<store.NewRow, 'order_id' | 'counterparty_id'>[],
): Settled => ({
  register,
  orders: rows.map(({ order_id }) => order_id),
  counterparties: [...new Set(rows.map(({ counterparty_id }) => counterparty_id))],
});

function entriesOf(row: store.NewRow, day: string, orderNumber: number, register: string): NewPosting[] {
  const { id, counterparty_id, order_id, amount, fee } = row;
  const comment = `№ ${orderNumber}, реєстр ${register}`;
  const shared = { counterparty_id, ref: { kind: 'cod_row', id }, day, comment };
  return [
    { ...entryFor('payment', amount, 'cash_on_delivery'), ...shared, purpose: 'payment', order_id },
    ...(fee > 0 ? [{ ...entryFor('cod_fee', fee), ...shared, purpose: 'cod_fee' as const }] : []),
  ];
}

/** The carrier pays: how what he owes by these rows comes to an account of the project. */
async function receiptOf(
  tx: Tx,
  scope: ProjectScope,
  register: Pick<store.LockedRegister, 'date' | 'carrier_number'>,
  rows: readonly { readonly amount: number; readonly fee: number }[],
  { account, date }: Receipt,
  path: string,
) {
  refuseFuture(path, date);
  if (date < register.date)
    throw codErrors.before_register({ path, allowed: register.date, day: dotted(register.date) });
  const own = await counterpartyForOrder(tx, scope, null);
  const transfer_id = newId();
  const net = netOf(rows);
  const shared = { counterparty_id: own.id, ref: { kind: 'cod_transfer', id: transfer_id }, day: date };
  const comment = `Реєстр ${register.carrier_number}`;
  const entries = net > 0 ? transferOf(net, account).map((entry) => ({ ...entry, ...shared, comment })) : [];
  return { account, date, transfer_id, entries };
}

/** @throws cod.received_already, cod.nothing_left */
export async function receiveRegister(tx: Tx, scope: ProjectScope, id: string, receipt: Receipt): Promise<CodRegister> {
  const { found } = await store.lockRegister(tx, scope, id);
  if (!found) throw codErrors.not_found();
  if (found.received_on) throw codErrors.received_already({ date: dotted(found.received_on) });
  const rows = found.rows.filter(({ reversed }) => !reversed);
  if (rows.length === 0) throw codErrors.nothing_left();
  const made = await receiptOf(tx, scope, found, rows, receipt, 'date');
  refuseClosed(await postAll(tx, scope, made.entries), 'date', made.date, 'cod_transfer');
  await store.saveReceived(tx, scope, found, made);
  return readRegister(tx, scope, id);
}

/**
 * Takes rows back: their orders are awaited again. When none is left the carrier's money is taken back as well; while
 * some are it stays, and the account says that it is more than what the register accounts for.
 */
export async function reverseRows(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  { row_ids, comment }: { readonly row_ids: readonly string[]; readonly comment: string },
): Promise<Settled> {
  const { found } = await store.lockRegister(tx, scope, id);
  if (!found) throw codErrors.not_found();
  const known = new Map(found.rows.map((row) => [row.id, row]));
  const missing = row_ids.flatMap((row, index) => (known.has(row) ? [] : [{ path: `row_ids.${index}` }]));
  if (missing.length > 0) throw codErrors.no_row(...missing);
  const asked = new Set(row_ids);
  const rows = found.rows.filter((row) => asked.has(row.id) && !row.reversed);
  if (rows.length > 0) {
    const orderOf = new Map(rows.map((row) => [row.id, row.order_id]));
    // in the order of their keys, as all lock them
    const sorted = [...byOrder(rows)].sort(([one], [other]) => (one < other ? -1 : 1));
    const orders: LockedOrder[] = [];
    for (const [order_id, own] of sorted) {
      const order = await lockOrder(tx, scope, order_id);
      await settleOrder(tx, scope, order, own, 'awaited', comment);
      orders.push(order);
    }
    const left = found.rows.filter((row) => !row.reversed && !asked.has(row.id));
    const transfer = left.length === 0 && found.transfer_id ? [found.transfer_id] : [];
    const postings = await store.findPostings(tx, scope, [...orderOf.keys(), ...transfer]);
    for (const id of new Set(postings.map(({ counterparty_id }) => counterparty_id))) await lockBalance(tx, scope, id);
    for (const posting of postings) {
      const order_id = posting.purpose === 'payment' ? orderOf.get(posting.ref_id) : undefined;
      await reverse(tx, scope, posting.id, comment, { order_id });
    }
    // what was paid is owed again by now
    for (const order of orders) await stopTerm(tx, scope, order, await stillAwaited(tx, scope, order, 'awaited'));
    await store.saveReversed(tx, scope, found, rows, comment);
    if (transfer.length > 0) await store.saveReceived(tx, scope, found, null);
  }
  return settled(await readRegister(tx, scope, id), rows);
}
