import type { Ref } from '@lanka/domain/kit/ids';
import * as contract from '@lanka/domain/manufacture/contract';
import { refuseMonths } from '@lanka/domain/manufacture/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type Served, serve } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { linkOrders } from './links';
import { countLateness, countRequests, listProducers, listRequests } from './manufacture.store';
import { listMoves, moveRequest, takeInPart } from './move';
import { createRequest, listToMake, readRequest, updateRequest } from './request';

interface Asked {
  readonly tx: Tx;
  readonly app: Services;
  readonly scope: ProjectScope;
  readonly params: { readonly id: string };
  changed(kind: string, id: string): void;
}

/** The request after what was done; who waited for its goods is told. */
async function answer({ tx, app, scope, params, changed }: Asked, filled: readonly Ref[]) {
  const request = await readRequest(tx, app, scope, params.id);
  changed('manufacture_request', params.id);
  for (const ref of filled) changed(ref.kind, ref.id);
  for (const { product_variant_id } of request.lines) changed('product_variant', product_variant_id);
  const document = request.parts.flatMap((part) => part.document ?? []).at(-1);
  if (document) changed('turnover', document.id);
  return request;
}

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

  serve(contract.listToMake, ({ tx, app, scope, query }) => listToMake(tx, app, scope, query)),

  serve(contract.readLateness, async ({ tx, scope, query }) => {
    const refused = refuseMonths(query.from, query.to);
    if (refused) throw refused;
    return { items: await countLateness(tx, scope, query) };
  }),

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

  serve(contract.moveManufactureRequest, async (asked) =>
    answer(asked, await moveRequest(asked.tx, asked.scope, asked.params.id, asked.body)),
  ),

  serve(contract.takeInMade, async (asked) =>
    answer(asked, await takeInPart(asked.tx, asked.scope, asked.params.id, asked.body)),
  ),
];
