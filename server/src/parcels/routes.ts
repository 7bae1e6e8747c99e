import * as contract from '@lanka/domain/parcels/contract';
import type { Served } from '../kit/http/serve';
import { serve } from '../kit/http/serve';
import { readOrderParcels } from './read';
import { sendParcel } from './send';
import { splitOrder, updateParcel } from './split';

export const parcelRoutes: Served[] = [
  serve(contract.listParcels, ({ tx, app, scope, params }) => readOrderParcels(tx, app, scope, params.id)),
  serve(contract.splitOrder, async ({ tx, app, scope, params, body, changed }) => {
    await splitOrder(tx, app, scope, params.id, body);
    changed('order', params.id);
    return readOrderParcels(tx, app, scope, params.id);
  }),
  serve(contract.updateParcel, async ({ tx, app, scope, params, body, changed }) => {
    await updateParcel(tx, app, scope, params, body.ttn);
    changed('order', params.order_id);
    return readOrderParcels(tx, app, scope, params.order_id);
  }),
  serve(contract.sendParcel, async ({ tx, app, scope, params, changed }) => {
    const order = await sendParcel(tx, app, scope, params);
    const shown = await readOrderParcels(tx, app, scope, params.order_id);
    changed('order', params.order_id);
    changed('counterparty', order.counterparty_id);
    for (const { items } of shown.items)
      for (const { product_variant_id } of items) changed('product_variant', product_variant_id);
    return shown;
  }),
];
