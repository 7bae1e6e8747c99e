import { slice } from '../kit/slice';
import { purchaseRoutes } from './routes';

/** A dropshipper's basket over several suppliers, and the purchases that it becomes. */
export const purchases = slice({ name: 'purchases', level: 12, routes: purchaseRoutes });
