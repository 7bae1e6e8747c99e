import * as contract from '@lanka/domain/card_payments/contract';
import { askRefund, lookNow, resolveProblem } from '../acquiring';
import { type Served, serve, serveAsking } from '../kit/http/serve';
import * as use from './pay';
import { listReceipts } from './receipts.store';

export const cardPaymentRoutes: Served[] = [
  serve(contract.listCardPayments, ({ tx, scope, query }) => listReceipts(tx, scope, query)),
  serve(contract.readCardOffer, ({ tx, app, scope, query }) => use.readOffer(tx, app, scope, query.order_id)),
  serve(contract.readCardPayment, ({ tx, scope, params }) => use.mustFind(tx, scope, params.id)),
  serveAsking(contract.payByCard, use.askPage, async ({ tx, app, scope, body, changed }, page) => {
    const made = await use.payByCard(tx, app, scope, body, page);
    changed('card_payment', made.id);
    return made;
  }),
  serveAsking(
    contract.checkCardPayment,
    async ({ app, params, read }) => {
      const tenant = await read(async (tx, scope) => {
        await use.mustFind(tx, scope, params.id);
        return scope.project.id;
      });
      await lookNow(app, { tenant, id: params.id });
    },
    ({ tx, scope, params }) => use.mustFind(tx, scope, params.id),
  ),
  serve(contract.refundCardPayment, async ({ tx, app, scope, params, body, changed }) => {
    await use.mustFind(tx, scope, params.id);
    await askRefund(tx, app, scope.project.id, params.id, body.amount);
    changed('card_payment', params.id);
    return use.mustFind(tx, scope, params.id);
  }),
  serve(contract.resolveCardPayment, async ({ tx, app, scope, params, changed }) => {
    await use.mustFind(tx, scope, params.id);
    await resolveProblem(tx, app, scope.project.id, params.id, scope.user);
    changed('card_payment', params.id);
    return use.mustFind(tx, scope, params.id);
  }),
];
