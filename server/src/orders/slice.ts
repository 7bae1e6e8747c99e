import { slice } from '../kit/slice';
import { orderAnswers } from './guards';
import { orderRoutes } from './routes';
import { indexWaiting } from './search/jobs';

export const orders = slice({
  name: 'orders',
  level: 7,
  routes: orderRoutes,
  jobs: [indexWaiting],
  hooks: orderAnswers,
});
