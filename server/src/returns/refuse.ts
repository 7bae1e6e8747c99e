import { entryFor } from '@lanka/domain/ledger/rules';
import type { HistoryEffect } from '@lanka/domain/orders/contract';
import { isFinal } from '@lanka/domain/orders/rules';
import { returnErrors } from '@lanka/domain/returns/contract';
import { leftOf } from '@lanka/domain/returns/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { post, reverse } from '../ledger';
import { type LockedOrder, lockOrder } from '../orders';
import { readParcels, type StoredParcel } from '../parcels';
import { refusalChargeOf } from '../partners';
import { tellOrder } from './create';
import { lockWithOrder } from './decide';
import { insertHistory, insertReturn, readLines, refusalOf, saveCharge, saveWaived } from './returns.store';

/**
 * The parcel was not taken, of an order that is split the one that is named: drafts the return of what it brought and has
 * not come back, and charges the logistics agreed with the counterparty. A parcel is refused once: a second press answers
 * the return that the first has made.
 */
export async function refuseParcel(
  tx: Tx,
  scope: ProjectScope,
  orderId: string,
  { comment, parcel_id = null }: { readonly comment: string; readonly parcel_id?: string | null | undefined },
): Promise<string> {
  const order = await lockOrder(tx, scope, orderId);
  const known = await refusalOf(tx, scope, order, parcel_id);
  if (known) return known;
  const parcel = parcel_id === null ? null : await sentParcel(tx, scope, order, parcel_id);
  if (parcel ? isFinal(order.status) : order.status !== 'Sent') throw returnErrors.not_sent();
  if (order.cod_state === 'received') throw returnErrors.paid_on_delivery();
  const brought = parcel && new Map(parcel.items.map(({ order_item_id, count }) => [order_item_id, count]));
  const lines = await readLines(tx, scope, order);
  const items = lines.flatMap((line) => {
    const left = leftOf(line);
    const count = brought ? Math.min(left, brought.get(line.order_item_id) ?? 0) : left;
    const { order_item_id, product_variant_id } = line;
    return count > 0 ? [{ order_item_id, product_variant_id, count, to_warehouse: true }] : [];
  });
  if (items.length === 0) throw returnErrors.nothing_left();
  const made = await insertReturn(tx, scope, order, { origin: 'refusal', parcel_id, reason: 'other', comment, items });
  await insertHistory(tx, scope, made.id, { kind: 'created', count: made.count, comment });
  const amount = await charge(tx, scope, order, { return_id: made.id, parcel_id });
  const effects: HistoryEffect[] = [
    { kind: 'refuse', count: made.count },
    ...(amount > 0 ? [{ kind: 'logistics' as const, amount }] : []),
  ];
  // while another parcel is on its way the customer may still pay
  const isLast = order.status === 'Sent' && lines.reduce((left, line) => left + leftOf(line), 0) === made.count;
  const cod_state = isLast && order.cod_state === 'awaited' ? ('refused' as const) : null;
  await tellOrder(tx, scope, order, { number: made.number, pieces: made.count, effects, cod_state });
  return made.id;
}

/** @throws returns.no_parcel */
async function sentParcel(tx: Tx, scope: ProjectScope, order: LockedOrder, id: string): Promise<StoredParcel> {
  const found = (await readParcels(tx, scope, order)).find((one) => one.id === id);
  if (!found?.sent_at) throw returnErrors.no_parcel({ path: 'parcel_id' });
  return found;
}

/** Once for a parcel: its cause is the order, and of several the parcel is its part. Answers what was charged. */
async function charge(
  tx: Tx,
  scope: ProjectScope,
  order: LockedOrder,
  { return_id, parcel_id }: { readonly return_id: string; readonly parcel_id: string | null },
): Promise<number> {
  const { id, number, counterparty_id } = order;
  const amount = await refusalChargeOf(tx, scope, counterparty_id);
  if (amount === 0) return 0;
  const entry = { ...entryFor('logistics', amount), purpose: 'logistics', counterparty_id } as const;
  const cause = { ref: { kind: 'order', id }, part: parcel_id ?? undefined };
  const posted = await post(tx, scope, { ...entry, ...cause, comment: `№ ${number}` });
  if (!posted) throw new Error('a parcel that was refused before has its return');
  await saveCharge(tx, scope, { id: return_id, amount, posting_id: posted.id });
  await insertHistory(tx, scope, return_id, { kind: 'charged', amount });
  return amount;
}

/** Takes the charge back by a reversing posting; a second time it does nothing. */
export async function waiveCharge(tx: Tx, scope: ProjectScope, id: string, comment: string): Promise<void> {
  const { order, found } = await lockWithOrder(tx, scope, id);
  if (found.logistics_posting_id === null) throw returnErrors.no_charge();
  if (found.waived_at !== null) return;
  const { number, logistics_charge: amount } = found;
  await reverse(tx, scope, found.logistics_posting_id, comment);
  await saveWaived(tx, scope, found);
  await insertHistory(tx, scope, id, { kind: 'waived', amount, comment });
  await tellOrder(tx, scope, order, { number, pieces: 0, effects: [{ kind: 'waive', amount }] });
}
