import { slice } from '../kit/slice';
import { endOfBookings } from './expire';
import { stockRoutes } from './routes';

export const stock = slice({
  name: 'stock',
  level: 4,
  routes: stockRoutes,
  jobs: [endOfBookings],
  topics: [{ kind: 'booking', permission: 'stock.read' }],
});
