import { slice } from '../kit/slice';
import { orderAnswers } from './guards';
import { ownersOfOrders } from './page.store';
import { orderRoutes } from './routes';
import { indexWaiting } from './search/jobs';

export const orders = slice({
  name: 'orders',
  level: 7,
  routes: orderRoutes,
  topics: [{ kind: 'order', permission: 'orders.read', ownersOf: ownersOfOrders }],
  jobs: [indexWaiting],
  hooks: orderAnswers,
});
