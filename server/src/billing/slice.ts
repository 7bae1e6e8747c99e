import { slice } from '../kit/slice';
import { billingRoutes } from './routes';

export const billing = slice({ name: 'billing', level: 8, routes: billingRoutes });
