import { slice } from '../kit/slice';
import { promotionRoutes } from './routes';

export const promotions = slice({
  name: 'promotions',
  level: 6,
  routes: promotionRoutes,
  topics: [{ kind: 'promotion', permission: 'promotions.read' }],
});
