import { slice } from '../kit/slice';
import { fileRoutes } from './files';
import { turnoverRoutes } from './routes';
import { TURNOVER } from './turnover.store';

export const turnover = slice({
  name: 'turnover',
  level: 6,
  routes: [...turnoverRoutes, ...fileRoutes],
  topics: [
    { kind: 'turnover', permission: 'turnover.read' },
    { kind: 'turnover_file', permission: 'turnover.read' },
  ],
  searches: [TURNOVER],
});
