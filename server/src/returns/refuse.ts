import { entryFor } from '@lanka/domain/ledger/rules';
import type { HistoryEffect } from '@lanka/domain/orders/contract';
import { returnErrors } from '@lanka/domain/returns/contract';
import { leftOf, leftOfParcel, mayRefuse } from '@lanka/domain/returns/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import type { Services } from '../kit/services';
import { post } from '../ledger';
import { type LockedOrder, lockOrder, saveOrder } from '../orders';
import { refusalChargeOf } from '../partners';
import { codStateOf, moveCod } from './cod';
import { tellOrder } from './create';
import { tellRefusal } from './notices';
import { readSentParcels, sentParcel } from './parcels';
import {
  adoptReturn,
  insertHistory,
  insertReturn,
  type KnownRefusal,
  readLines,
  refusalOf,
  saveCharge,
} from './returns.store';

/**
 * The parcel was not taken, of an order that is split the one that is named: drafts the return of what it brought and has
 * not come back, and charges the logistics agreed with the counterparty. Where the money of the carrier is still awaited
 * this is so too of an order that was called Complete too early, and of one whose goods are in a return already, which
 * then becomes that of the refusal. A parcel is refused once: a second press answers the return of the first, and where
 * that was taken back it is refused anew.
 */
export async function refuseParcel(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  orderId: string,
  { comment, parcel_id = null }: { readonly comment: string; readonly parcel_id?: string | null | undefined },
): Promise<string> {
  const order = await lockOrder(tx, scope, orderId);
  const known = await refusalOf(tx, scope, order, parcel_id);
  if (known) {
    await refuseAgain(tx, app, scope, order, { ...known, parcel_id, comment });
    return known.id;
  }
  if (parcel_id === null && order.parcels > 0) throw returnErrors.which_parcel({ path: 'parcel_id' });
  const named = parcel_id === null ? null : sentParcel(await readSentParcels(tx, scope, order), parcel_id);
  const parcel = named?.parcel;
  const cod_state = parcel ? parcel.cod.state : order.cod_state;
  if (!mayRefuse(order.status, named !== null, cod_state)) throw returnErrors.not_sent();
  if (cod_state === 'received') throw returnErrors.paid_on_delivery();
  const lines = await readLines(tx, scope, order);
  const ofParcel = named && leftOfParcel(named.brought, named.returned, lines);
  const items = lines.flatMap((line) => {
    const count = ofParcel ? (ofParcel.get(line.order_item_id) ?? 0) : leftOf(line);
    const { order_item_id, product_variant_id } = line;
    return count > 0 ? [{ order_item_id, product_variant_id, count, to_warehouse: true }] : [];
  });
  const draft = { origin: 'refusal', parcel_id, reason: 'other', comment, items } as const;
  const made =
    items.length > 0
      ? { ...(await insertReturn(tx, scope, order, draft)), kind: 'created' as const }
      : cod_state === 'awaited' && (await adoptReturn(tx, scope, order, parcel_id));
  if (!made) throw returnErrors.nothing_left();
  await insertHistory(tx, scope, made.id, { kind: made.kind, count: made.count, comment });
  const amount = await charge(tx, scope, order, made.id);
  const effects: HistoryEffect[] = [
    { kind: 'refuse', count: made.count },
    ...(amount > 0 ? [{ kind: 'logistics' as const, amount }] : []),
  ];
  const refused = cod_state === 'awaited' ? await moveCod(tx, scope, order, parcel_id, 'refused') : {};
  const pieces = made.kind === 'created' ? made.count : 0;
  await tellOrder(tx, scope, order, { number: made.number, pieces, effects, cod: refused });
  await tellRefusal(tx, app, scope, order, { ...made, amount });
  return made.id;
}

/**
 * What was refused before and whose money is awaited again. Of one that was taken back the return stays that of the
 * refusal; the charge went with the taking back, so it is charged and told as the first time.
 */
async function refuseAgain(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  order: LockedOrder,
  known: KnownRefusal & { readonly parcel_id: string | null; readonly comment: string },
): Promise<void> {
  const { id, number, count, parcel_id, comment } = known;
  if ((await codStateOf(tx, scope, order, parcel_id)) !== 'awaited') return;
  if (!known.adopted) {
    const cod = await moveCod(tx, scope, order, parcel_id, 'refused');
    const entry = { kind: 'returned', from: null, to: null, reason: '', effects: [] } as const;
    await saveOrder(tx, scope, order, { ...cod }, entry);
    return;
  }
  await insertHistory(tx, scope, id, { kind: 'refused', count, comment });
  const amount = known.charged ? 0 : await charge(tx, scope, order, id, newId());
  const effects: HistoryEffect[] = [
    { kind: 'refuse', count },
    ...(amount > 0 ? [{ kind: 'logistics' as const, amount }] : []),
  ];
  const cod = await moveCod(tx, scope, order, parcel_id, 'refused');
  await tellOrder(tx, scope, order, { number, pieces: 0, effects, cod });
  await tellRefusal(tx, app, scope, order, { id, number, amount });
}

/**
 * Once for a refusal: its cause is the order, and the return is its part, or what stands for it when it is refused anew.
 * Answers what was charged.
 */
async function charge(
  tx: Tx,
  scope: ProjectScope,
  order: LockedOrder,
  return_id: string,
  part = return_id,
): Promise<number> {
  const { id, number, counterparty_id } = order;
  const amount = await refusalChargeOf(tx, scope, counterparty_id);
  if (amount === 0) return 0;
  const entry = { ...entryFor('logistics', amount), purpose: 'logistics', counterparty_id } as const;
  const cause = { ref: { kind: 'order', id }, part };
  const posted = await post(tx, scope, { ...entry, ...cause, comment: `№ ${number}` });
  if (!posted) throw new Error('a refusal is charged once');
  await saveCharge(tx, scope, { id: return_id, amount, posting_id: posted.id });
  await insertHistory(tx, scope, return_id, { kind: 'charged', amount });
  return amount;
}
