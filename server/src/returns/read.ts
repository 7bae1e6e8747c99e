import { can } from '@lanka/domain/kit/permissions';
import { orderErrors } from '@lanka/domain/orders/contract';
import { type OrderReturns, type Return, type ReturnRow, returnErrors } from '@lanka/domain/returns/contract';
import { creditOf, leftOf, leftOfParcel, mayRefuse, mayWithdraw } from '@lanka/domain/returns/rules';
import { showFile } from '../attachments';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { type OrderRecord, readOrderRecord } from '../orders';
import type { StoredParcel } from '../parcels';
import { refusalChargeOf } from '../partners';
import { codStateOf } from './cod';
import { asRow, listReturns } from './lists.store';
import { readSentParcels } from './parcels';
import { photos } from './photos.store';
import { findAdopted, findItems, findReturn, readLines } from './returns.store';

/** More returns than an order gathers. */
const MOST = 200;

/** The return as its page shows it. @throws returns.not_found */
export async function readReturn(tx: Tx, app: Services, scope: ProjectScope, id: string): Promise<Return> {
  const row = await findReturn(tx, scope, id);
  if (!row) throw returnErrors.not_found();
  const { items_count: _n, first_product_title: _t, ...shown } = asRow(row);
  const lines = new Map((await readLines(tx, scope, shown.order)).map((line) => [line.order_item_id, line]));
  const items = await Promise.all(
    (await findItems(tx, scope, id)).map(async ({ thumbnail, ...item }) => {
      const line = lines.get(item.order_item_id);
      const expected = item.status === 'pending' && line ? creditOf(line, item.count) : item.credit;
      return { ...item, credit: expected, thumbnail_url: thumbnail ? await app.storage.presignGet(thumbnail) : null };
    }),
  );
  const asker = { id: scope.user.id, role: scope.role };
  const pending = shown.undecided === shown.count;
  const adopted = shown.origin === 'refusal' ? await findAdopted(tx, scope, id) : null;
  const order = adopted && (await readOrderRecord(tx, scope, shown.order.id));
  const isRefused = order !== null && (await codStateOf(tx, scope, order, adopted?.parcel_id ?? null)) === 'refused';
  const charged = shown.logistics_charge > 0 && !shown.charge_waived;
  return {
    ...shown,
    comment: String(row.comment),
    items,
    photos: await Promise.all((await photos.list(tx, scope, id)).map((photo) => showFile(app, photo))),
    may: {
      decide: shown.undecided > 0 && can(scope.role, 'returns.decide'),
      withdraw:
        (adopted ? isRefused : pending) &&
        mayWithdraw({ origin: shown.origin, created_by: String(row.created_by) }, asker),
      waive: charged && can(scope.role, 'returns.decide'),
      add_photos: shown.undecided > 0 && can(scope.role, 'returns.create'),
    },
    version: Number(row.version),
  };
}

/** What came back of an order, line by line. @throws orders.not_found */
export async function readOrderReturns(tx: Tx, scope: ProjectScope, id: string): Promise<OrderReturns> {
  const order = await readOrderRecord(tx, scope, id);
  if (!order) throw orderErrors.not_found();
  const isShipped = order.shipped_at !== null || order.sent_pieces > 0;
  const found = isShipped ? await readLines(tx, scope, order) : [];
  const { items } = await listReturns(tx, scope, { order_id: id, limit: MOST, sort: '-created_at' });
  const lines = found.map(({ amount: _a, product_variant_id: _v, ...line }) => ({ ...line, left: leftOf(line) }));
  const isLeft = lines.some(({ left }) => left > 0);
  const sent = (await readSentParcels(tx, scope, order)).map((one) => ({
    ...one.parcel,
    left: leftOfParcel(one.brought, one.returned, found),
  }));
  return {
    items,
    lines,
    parcels: sent.map(({ id: parcel_id, number, left }) => ({
      id: parcel_id,
      number,
      lines: [...left].map(([order_item_id, count]) => ({ order_item_id, left: count })),
    })),
    may: {
      create: isLeft && can(scope.role, 'returns.create'),
      refuse:
        (isLeft || order.cod_state === 'awaited') &&
        order.parcels === 0 &&
        mayRefuse(order.status, false, order.cod_state) &&
        order.cod_state !== 'received' &&
        // awaited again: what was refused was taken back
        (order.cod_state === 'awaited' || !items.some(({ origin, withdrawn }) => origin === 'refusal' && !withdrawn)) &&
        can(scope.role, 'returns.decide'),
      refuse_parcels: can(scope.role, 'returns.decide') ? refusable(order, sent, items) : [],
    },
    refusal_charge: await refusalChargeOf(tx, scope, order.counterparty_id),
  };
}

/**
 * Parcels that are sent, were neither refused yet nor paid for on delivery, and of which something has not come back or
 * the money is awaited.
 */
function refusable(
  order: OrderRecord,
  sent: readonly (Pick<StoredParcel, 'id' | 'number' | 'cod'> & { readonly left: ReadonlyMap<string, number> })[],
  made: readonly ReturnRow[],
): OrderReturns['may']['refuse_parcels'] {
  const refused = new Set(
    made.flatMap(({ origin, parcel, withdrawn }) => (origin === 'refusal' && !withdrawn ? [parcel] : [])),
  );
  return sent
    .filter(
      ({ number, cod, left }) =>
        (left.size > 0 || cod.state === 'awaited') &&
        mayRefuse(order.status, true, cod.state) &&
        (cod.state === 'awaited' || !refused.has(number)) &&
        cod.state !== 'received',
    )
    .map(({ id, number }) => ({ id, number }));
}
