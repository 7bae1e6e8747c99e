import * as contract from '@lanka/domain/stock/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Served } from '../kit/http/serve';
import { serve } from '../kit/http/serve';
import { changeStock } from './change';
import { listBookings, listMovements, readLevels } from './stock.store';

async function mustExist(tx: Tx, scope: ProjectScope, variantId: string): Promise<void> {
  if ((await readLevels(tx, scope, [variantId])).length === 0) throw contract.stockErrors.unknown_variant();
}

export const stockRoutes: Served[] = [
  serve(contract.changeStock, async ({ tx, scope, params, body, changed }) => {
    const { delta, counted, kind, comment } = body;
    const change = counted === undefined ? { delta: delta ?? 0 } : { counted };
    const { level, filled } = await changeStock(
      tx,
      scope,
      { product_variant_id: params.id, ...change },
      { kind, comment },
    );
    changed('product_variant', params.id);
    for (const ref of filled) changed(ref.kind, ref.id);
    return level;
  }),
  serve(contract.listStockMovements, async ({ tx, scope, params, query }) => {
    await mustExist(tx, scope, params.id);
    return listMovements(tx, scope, params.id, query);
  }),
  serve(contract.listStockBookings, async ({ tx, scope, params, query }) => {
    await mustExist(tx, scope, params.id);
    return listBookings(tx, scope, params.id, query);
  }),
];
