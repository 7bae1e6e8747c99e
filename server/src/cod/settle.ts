import { type CodRegister, type CreateRegisterBody, codErrors, type Receipt } from '@lanka/domain/cod/contract';
import { netOf, STATE_NAMES, transferOf } from '@lanka/domain/cod/rules';
import { kyivDate } from '@lanka/domain/kit/time';
import { entryFor } from '@lanka/domain/ledger/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { lockBalance, type NewPosting, type Posted, postAll, reverse } from '../ledger';
import { type LockedOrder, lockOrder, lockOrders, saveOrder } from '../orders';
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
  const twice = rows.flatMap(({ order_id }, index) => {
    if (seen.has(order_id)) return [{ path: `rows.${index}.order_id` }];
    seen.add(order_id);
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
  if (date > today) throw codErrors.in_future({ path, allowed: today });
}

/** The ledger gives a closed day's posting the first open one; a register is not split over days. @throws cod.day_closed */
function refuseClosed(posted: readonly Posted[], path: string, date: string, kind: string): void {
  const days = posted.filter(({ ref }) => ref.kind === kind).map(({ day }) => day);
  const latest = [date, ...days].sort().at(-1);
  if (latest !== date) throw codErrors.day_closed({ path, allowed: latest });
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
  const of = ({ order_id }: Wanted): LockedOrder => locked.get(order_id) as LockedOrder;
  const idle = wanted.flatMap((row, index) => {
    const state = of(row).cod_state ?? 'none';
    const { ua, en } = STATE_NAMES[state];
    return state === 'awaited' ? [] : [{ path: `rows.${index}.order_id`, state: en, state_ua: ua }];
  });
  if (idle.length > 0) throw codErrors.not_awaited(...idle);
  const rows: store.NewRow[] = wanted.map((row, index) => {
    const { counterparty_id, cod_sum, cod_fee } = of(row);
    return {
      ...row,
      id: newId(),
      position: index + 1,
      counterparty_id,
      expected: cod_sum ?? 0,
      expected_fee: cod_fee ?? 0,
    };
  });
  const receipt =
    received && (await receiptOf(tx, scope, { carrier_number: number, date }, rows, received, 'received.date'));
  // in one call, because it locks the accounts in the order of their keys
  const entries = rows.flatMap((row) => entriesOf(row, date, of(row).number, number));
  const posted = await postAll(tx, scope, [...entries, ...(receipt?.entries ?? [])]);
  refuseClosed(posted, 'date', date, 'cod_row');
  if (receipt) refuseClosed(posted, 'received.date', receipt.date, 'cod_transfer');
  for (const row of rows) {
    await saveOrder(
      tx,
      scope,
      locked.get(row.order_id) as LockedOrder,
      { cod_state: 'received', cod_received: row.amount, cod_received_fee: row.fee },
      { kind: 'edited', from: null, to: null, reason: number, effects: [{ kind: 'cod_received', amount: row.amount }] },
    );
  }
  const sums = { rows: rows.length, total: sumOf(rows, 'amount'), fee: sumOf(rows, 'fee') };
  const made = await store.insertRegister(tx, scope, { carrier, carrier_number: number, date, ...sums }, rows);
  if (receipt) await store.saveReceived(tx, scope, made, receipt);
  return settled(await readRegister(tx, scope, made.id), rows);
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
  if (date < register.date) throw codErrors.before_register({ path, allowed: register.date });
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
  if (found.received_on) throw codErrors.received_already({ date: found.received_on });
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
    for (const order_id of [...orderOf.values()].sort()) await backToAwaited(tx, scope, order_id, comment);
    const left = found.rows.filter((row) => !row.reversed && !asked.has(row.id));
    const transfer = left.length === 0 && found.transfer_id ? [found.transfer_id] : [];
    const postings = await store.findPostings(tx, scope, [...orderOf.keys(), ...transfer]);
    for (const id of new Set(postings.map(({ counterparty_id }) => counterparty_id))) await lockBalance(tx, scope, id);
    for (const posting of postings) {
      const order_id = posting.purpose === 'payment' ? orderOf.get(posting.ref_id) : undefined;
      await reverse(tx, scope, posting.id, comment, { order_id });
    }
    await store.saveReversed(tx, scope, found, rows, comment);
    if (transfer.length > 0) await store.saveReceived(tx, scope, found, null);
  }
  return settled(await readRegister(tx, scope, id), rows);
}

async function backToAwaited(tx: Tx, scope: ProjectScope, order_id: string, reason: string): Promise<void> {
  const order = await lockOrder(tx, scope, order_id);
  const amount = order.cod_received ?? 0;
  await saveOrder(
    tx,
    scope,
    order,
    { cod_state: 'awaited', cod_received: null, cod_received_fee: null },
    { kind: 'edited', from: null, to: null, reason, effects: [{ kind: 'cod_reversed', amount }] },
  );
}
