import { entryFor } from '@lanka/domain/ledger/rules';
import type { HistoryEffect } from '@lanka/domain/orders/contract';
import { returnErrors } from '@lanka/domain/returns/contract';
import { leftOf } from '@lanka/domain/returns/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { post, reverse } from '../ledger';
import { type LockedOrder, lockOrder } from '../orders';
import { refusalChargeOf } from '../partners';
import { tellOrder } from './create';
import { lockWithOrder } from './decide';
import { insertHistory, insertReturn, readLines, refusalOf, saveCharge, saveWaived } from './returns.store';

/**
 * The parcel was not taken: drafts the return of all that has not come back, and charges the logistics agreed with the
 * counterparty. An order is refused once: a second press answers the return that the first has made.
 */
export async function refuseParcel(tx: Tx, scope: ProjectScope, orderId: string, comment: string): Promise<string> {
  const order = await lockOrder(tx, scope, orderId);
  const known = await refusalOf(tx, scope, order);
  if (known) return known;
  if (order.status !== 'Sent') throw returnErrors.not_sent();
  if (order.cod_state === 'received') throw returnErrors.paid_on_delivery();
  const lines = (await readLines(tx, scope, order)).filter((line) => leftOf(line) > 0);
  if (lines.length === 0) throw returnErrors.nothing_left();
  const items = lines.map((line) => ({
    order_item_id: line.order_item_id,
    product_variant_id: line.product_variant_id,
    count: leftOf(line),
    to_warehouse: true,
  }));
  const made = await insertReturn(tx, scope, order, { origin: 'refusal', reason: 'other', comment, items });
  await insertHistory(tx, scope, made.id, { kind: 'created', count: made.count, comment });
  const amount = await charge(tx, scope, order, made.id);
  const effects: HistoryEffect[] = [
    { kind: 'refuse', count: made.count },
    ...(amount > 0 ? [{ kind: 'logistics' as const, amount }] : []),
  ];
  const cod_state = order.cod_state === 'awaited' ? ('refused' as const) : null;
  await tellOrder(tx, scope, order, { number: made.number, pieces: made.count, effects, cod_state });
  return made.id;
}

/** Once for an order: its cause is the order itself. Answers what was charged. */
async function charge(tx: Tx, scope: ProjectScope, order: LockedOrder, return_id: string): Promise<number> {
  const { id, number, counterparty_id } = order;
  const amount = await refusalChargeOf(tx, scope, counterparty_id);
  if (amount === 0) return 0;
  const entry = { ...entryFor('logistics', amount), purpose: 'logistics', counterparty_id } as const;
  const posted = await post(tx, scope, { ...entry, ref: { kind: 'order', id }, comment: `№ ${number}` });
  if (!posted) throw new Error('an order that was refused before has its return');
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
