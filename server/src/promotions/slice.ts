import { slice } from '../kit/slice';
import { promotionRoutes } from './routes';

export const promotions = slice({ name: 'promotions', routes: promotionRoutes });
