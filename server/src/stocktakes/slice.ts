import { slice } from '../kit/slice';
import { stocktakeRoutes } from './routes';

export const stocktakes = slice({
  name: 'stocktakes',
  level: 7,
  routes: stocktakeRoutes,
  topics: [{ kind: 'stocktake', permission: 'stocktakes.read' }],
});
