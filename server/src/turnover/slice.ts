import { slice } from '../kit/slice';
import { turnoverRoutes } from './routes';
import { TURNOVER } from './turnover.store';

export const turnover = slice({
  name: 'turnover',
  level: 6,
  routes: turnoverRoutes,
  topics: [{ kind: 'turnover', permission: 'turnover.read' }],
  searches: [TURNOVER],
});
