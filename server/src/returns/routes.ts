import * as contract from '@lanka/domain/returns/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type Served, serve } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { createReturn } from './create';
import { type Done, decideReturn } from './decide';
import { countMyReturns, countReturns, listMyReturns, listReturns } from './lists.store';
import { tellReturn } from './notices';
import { photoRoutes } from './photos';
import { readOrderReturns, readReturn } from './read';
import { refuseParcel } from './refuse';
import { orderOf, readHistory } from './returns.store';
import { waiveCharge, withdrawReturn } from './withdraw';

interface Asked {
  readonly tx: Tx;
  readonly app: Services;
  readonly scope: ProjectScope;
  changed(kind: string, id: string): void;
}

const QUIET: Done = { filled: [], moved: false };

/** The return after what was done, and everybody who shows something of it is told. */
async function answer(
  { tx, app, scope, changed }: Asked,
  id: string,
  { filled, moved } = QUIET,
): Promise<contract.Return> {
  const after = await readReturn(tx, app, scope, id);
  changed('return', id);
  changed('order', after.order.id);
  if (moved) {
    changed('counterparty', after.counterparty.id);
    for (const { product_variant_id } of after.items) changed('product_variant', product_variant_id);
    for (const ref of filled) changed(ref.kind, ref.id);
  }
  return after;
}

export const returnRoutes: Served[] = [
  serve(contract.listReturns, ({ tx, scope, query }) => listReturns(tx, scope, query)),

  serve(contract.countReturns, ({ tx, scope }) => countReturns(tx, scope)),

  serve(contract.createReturn, async (asked) => {
    const { tx, app, scope, body } = asked;
    const made = await answer(asked, await createReturn(tx, app, scope, body));
    await tellReturn(tx, app, scope, made, 'made');
    return made;
  }),

  serve(contract.readReturn, ({ tx, app, scope, params }) => readReturn(tx, app, scope, params.id)),

  serve(contract.decideReturn, async (asked) => {
    const { tx, app, scope, params, body, if_match } = asked;
    const after = await answer(asked, params.id, await decideReturn(tx, app, scope, params.id, body, if_match));
    await tellReturn(tx, app, scope, after, 'decided');
    return after;
  }),

  serve(contract.withdrawReturn, async (asked) => {
    await withdrawReturn(asked.tx, asked.scope, asked.params.id);
    return answer(asked, asked.params.id);
  }),

  serve(contract.readReturnHistory, async ({ tx, scope, params }) => {
    if (!(await orderOf(tx, scope, params.id))) throw contract.returnErrors.not_found();
    return { items: await readHistory(tx, scope, params.id) };
  }),

  serve(contract.readOrderReturns, ({ tx, scope, params }) => readOrderReturns(tx, scope, params.id)),

  serve(contract.refuseParcel, async (asked) => {
    const { tx, scope, params, body } = asked;
    return answer(asked, await refuseParcel(tx, asked.app, scope, params.id, body), { filled: [], moved: true });
  }),

  serve(contract.waiveCharge, async (asked) => {
    await waiveCharge(asked.tx, asked.scope, asked.params.id, asked.body.comment);
    return answer(asked, asked.params.id, { filled: [], moved: true });
  }),

  serve(contract.listMyReturns, ({ tx, scope, query }) => listMyReturns(tx, scope, query)),

  serve(contract.countMyReturns, ({ tx, scope }) => countMyReturns(tx, scope)),

  ...photoRoutes,
];
