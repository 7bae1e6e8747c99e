import { catalogErrors } from '@lanka/domain/catalog/errors';
import { stockErrors } from '@lanka/domain/stock/contract';
import * as contract from '@lanka/domain/turnover/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type Served, serve } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { readLevels } from '../stock';
import { arrive } from './arrive';
import { listCosts, listProductCosts, listProductMargins } from './costs.store';
import { createDocument, type Done, deleteDocument, postDocument, readDocument, updateDocument } from './document';
import { reverse } from './reverse';
import { countTurnover, listTurnover } from './turnover.store';

interface Asked {
  readonly tx: Tx;
  readonly app: Services;
  readonly scope: ProjectScope;
  changed(kind: string, id: string): void;
}

/** The document after what was done, and everybody who shows something of it is told. */
async function answer({ tx, app, scope, changed }: Asked, { id, filled }: Done): Promise<contract.TurnoverDocument> {
  const document = await readDocument(tx, app, scope, id);
  changed('turnover', id);
  if (document.status !== 'draft') {
    for (const { product_variant_id } of document.items) changed('product_variant', product_variant_id);
    for (const ref of filled) changed(ref.kind, ref.id);
    if (document.counterparty) changed('counterparty', document.counterparty.id);
  }
  return document;
}

export const turnoverRoutes: Served[] = [
  serve(contract.listTurnover, ({ tx, scope, query }) => listTurnover(tx, scope, query)),

  serve(contract.countTurnover, ({ tx, scope }) => countTurnover(tx, scope)),

  serve(contract.createTurnover, async (asked) =>
    answer(asked, await createDocument(asked.tx, asked.scope, asked.body)),
  ),

  serve(contract.readTurnover, ({ tx, app, scope, params }) => readDocument(tx, app, scope, params.id)),

  serve(contract.updateTurnover, async ({ tx, app, scope, params, body, if_match, changed }) => {
    await updateDocument(tx, app, scope, params.id, body, if_match);
    return answer({ tx, app, scope, changed }, { id: params.id, filled: [] });
  }),

  serve(contract.deleteTurnover, async (asked) => {
    await deleteDocument(asked, asked.params.id);
    asked.changed('turnover', asked.params.id);
  }),

  serve(contract.postTurnover, async (asked) =>
    answer(asked, await postDocument(asked.tx, asked.scope, asked.params.id)),
  ),

  serve(contract.arriveTurnover, async (asked) => {
    const { items, comment } = asked.body;
    return answer(asked, await arrive(asked.tx, asked.scope, asked.params.id, items, comment));
  }),

  serve(contract.reverseTurnover, async (asked) =>
    answer(asked, await reverse(asked.tx, asked.app, asked.scope, asked.params.id, asked.body.comment)),
  ),

  serve(contract.listProductCosts, async ({ tx, scope, params }) => {
    const items = await listProductCosts(tx, scope, params.id);
    if (!items) throw catalogErrors.not_found();
    return { items };
  }),

  serve(contract.listProductMargins, async ({ tx, scope, query }) => ({
    items: await listProductMargins(tx, scope, query.ids),
  })),

  serve(contract.listCosts, async ({ tx, scope, params, query }) => {
    if ((await readLevels(tx, scope, [params.id])).length === 0) throw stockErrors.unknown_variant();
    return listCosts(tx, scope, params.id, query);
  }),
];
