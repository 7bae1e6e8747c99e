/** The front door of promotions: what an order asks and spends. */
export { mustExist as promotionMustExist, usePromotion } from './promotion';
export { type ApplicablePromotion, activeForAll, promotionForCode, releasePromotion } from './promotions.store';
