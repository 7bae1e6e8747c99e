import * as contract from '@lanka/domain/manufacture/contract';
import { type Served, serve } from '../kit/http/serve';
import { linkOrders } from './links';
import { countRequests, listProducers, listRequests } from './manufacture.store';
import { listMoves, moveRequest } from './move';
import { createRequest, readRequest, updateRequest } from './request';

export const manufactureRoutes: Served[] = [
  serve(contract.listManufactureRequests, async ({ tx, app, scope, query }) => {
    const list = await listRequests(tx, scope, query);
    const orders = await linkOrders(
      tx,
      app,
      scope,
      list.items.map(({ order_id }) => order_id),
    );
    const items = list.items.map(({ order_id, ...row }) => ({ ...row, order: orders.get(order_id ?? '') ?? null }));
    return { ...list, items };
  }),

  serve(contract.countManufactureRequests, ({ tx, scope, query }) => countRequests(tx, scope, query)),

  serve(contract.listProducers, async ({ tx, scope }) => ({ items: await listProducers(tx, scope) })),

  serve(contract.createManufactureRequest, async ({ tx, app, scope, body, changed }) => {
    const id = await createRequest(tx, app, scope, body);
    changed('manufacture_request', id);
    return readRequest(tx, app, scope, id);
  }),

  serve(contract.readManufactureRequest, ({ tx, app, scope, params }) => readRequest(tx, app, scope, params.id)),

  serve(contract.updateManufactureRequest, async ({ tx, app, scope, params, body, if_match, changed }) => {
    await updateRequest(tx, app, scope, params.id, body, if_match);
    changed('manufacture_request', params.id);
    return readRequest(tx, app, scope, params.id);
  }),

  serve(contract.listManufactureMoves, ({ tx, app, scope, params }) => listMoves(tx, app, scope, params.id)),

  serve(contract.moveManufactureRequest, async ({ tx, app, scope, params, body, changed }) => {
    const filled = await moveRequest(tx, scope, params.id, body.to, body.made);
    changed('manufacture_request', params.id);
    for (const ref of filled) changed(ref.kind, ref.id);
    return readRequest(tx, app, scope, params.id);
  }),
];
