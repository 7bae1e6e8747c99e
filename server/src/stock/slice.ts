import { slice } from '../kit/slice';
import { endOfBookings } from './expire';
import { stockRoutes } from './routes';

export const stock = slice({ name: 'stock', routes: stockRoutes, jobs: [endOfBookings] });
