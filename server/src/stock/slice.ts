import { on } from '@lanka/domain/kit/hooks';
import { slice } from '../kit/slice';
import { lowStockChanged } from '../templates';
import { endOfBookings } from './expire';
import { setLowStock } from './figures.store';
import { stockRoutes } from './routes';

export const stock = slice({
  name: 'stock',
  level: 4,
  routes: stockRoutes,
  jobs: [endOfBookings],
  hooks: [on(lowStockChanged, setLowStock)],
  topics: [{ kind: 'booking', permission: 'stock.read' }],
});
