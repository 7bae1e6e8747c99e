import * as contract from '@lanka/domain/purchases/contract';
import type { Served } from '../kit/http/serve';
import { serve } from '../kit/http/serve';
import { findToOrder } from '../my_goods';
import * as basket from './basket';
import { countLines, findBasket } from './basket.store';
import { listPurchases, makeLinks, purchaseOfOrder, readPurchase } from './read';
import { sendBasket } from './send';

export const purchaseRoutes: Served[] = [
  serve(contract.readBasket, ({ tx, app, scope }) => basket.readBasket(tx, app, scope)),
  serve(contract.countBasket, async ({ tx, scope }) => ({
    lines: await countLines(tx, scope),
    version: (await findBasket(tx, scope)).version,
  })),
  serve(contract.findBasketGoods, async ({ tx, app, scope, query }) => ({
    items: await findToOrder(tx, app, scope, query.q),
  })),
  serve(contract.addBasketLines, ({ tx, scope, body, changed }) => {
    changed('basket', scope.user.id);
    return basket.addLines(tx, scope, body);
  }),
  serve(contract.updateBasketLine, ({ tx, app, scope, params, body, if_match, changed }) => {
    changed('basket', scope.user.id);
    return basket.updateLine(tx, app, scope, params, body, if_match);
  }),
  serve(contract.removeBasketLine, ({ tx, app, scope, params, if_match, changed }) => {
    changed('basket', scope.user.id);
    return basket.removeLine(tx, app, scope, params, if_match);
  }),
  serve(contract.updateBasket, ({ tx, app, scope, body, if_match, changed }) => {
    changed('basket', scope.user.id);
    return basket.updateBasket(tx, app, scope, body as Partial<contract.BasketDetails>, if_match);
  }),
  serve(contract.clearBasket, ({ tx, scope, changed }) => {
    changed('basket', scope.user.id);
    return basket.clearBasket(tx, scope);
  }),

  serve(contract.listPurchases, ({ tx, scope, query }) => listPurchases(tx, scope, query)),
  serve(contract.readPurchase, ({ tx, app, scope, params }) => readPurchase(tx, app, scope, params.id)),
  serve(contract.sendBasket, async ({ tx, app, scope, body, after, changed }) => {
    const { id, made } = await sendBasket(tx, app, scope, body);
    changed('basket', scope.user.id);
    changed('purchase', id);
    // the people of each supplier hear of their own order, as of every other
    for (const order of made)
      after(() => {
        const tell = (kind: string, of: string) => app.live.publish(order.project_id, { kind, id: of });
        tell('order', order.id);
        tell('counterparty', order.counterparty_id);
        for (const { product_variant_id } of order.items) tell('product_variant', product_variant_id);
      });
    return readPurchase(tx, app, scope, id);
  }),
  serve(contract.findPurchaseOfOrder, async ({ tx, scope, query }) => ({
    purchase: await purchaseOfOrder(tx, scope, query.order_id),
  })),
  serve(contract.makePurchaseLinks, ({ tx, app, scope, params, body }) => makeLinks(tx, app, scope, params.id, body)),
];
