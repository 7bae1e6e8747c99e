import { on } from '@lanka/domain/kit/hooks';
import { slice } from '../kit/slice';
import { personalDiscount as asked } from '../orders';
import { CLIENTS } from './clients.store';
import { personalDiscount } from './of-order';
import { clientRoutes } from './routes';

export const clients = slice({
  name: 'clients',
  level: 11,
  routes: clientRoutes,
  topics: [{ kind: 'client', permission: 'clients.read' }],
  searches: [CLIENTS],
  hooks: [on(asked, personalDiscount)],
});
