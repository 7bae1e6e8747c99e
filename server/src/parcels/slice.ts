import { on } from '@lanka/domain/kit/hooks';
import { slice } from '../kit/slice';
import { orderParcels } from '../orders';
import { followOrder } from './follow';
import { parcelRoutes } from './routes';

/** An order in several parcels (decision 0077). */
export const parcels = slice({
  name: 'parcels',
  level: 9,
  routes: parcelRoutes,
  hooks: [on(orderParcels, followOrder)],
});
