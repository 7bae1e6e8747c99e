import * as contract from '@lanka/domain/promotions/contract';
import { type Served, serve } from '../kit/http/serve';
import { create, end, read, remove, update } from './promotion';
import { listMyPromotions, listPromotions } from './promotions.store';

export const promotionRoutes: Served[] = [
  serve(contract.listPromotions, ({ tx, scope, query }) => listPromotions(tx, scope, query)),

  serve(contract.listMyPromotions, ({ tx, scope, query }) => listMyPromotions(tx, scope, query)),

  serve(contract.createPromotion, async ({ tx, scope, body, changed }) => {
    const made = await create(tx, scope, body);
    changed('promotion', made.id);
    return made;
  }),

  serve(contract.readPromotion, ({ tx, scope, params }) => read(tx, scope, params.id)),

  serve(contract.updatePromotion, async ({ tx, scope, params, body, if_match, changed }) => {
    const after = await update(tx, scope, params.id, body, if_match);
    changed('promotion', params.id);
    return after;
  }),

  serve(contract.endPromotion, async ({ tx, scope, params, changed }) => {
    const after = await end(tx, scope, params.id);
    changed('promotion', params.id);
    return after;
  }),

  serve(contract.deletePromotion, async ({ tx, scope, params, changed }) => {
    await remove(tx, scope, params.id);
    changed('promotion', params.id);
  }),
];
