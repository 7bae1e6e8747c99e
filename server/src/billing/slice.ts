import { slice } from '../kit/slice';
import { billingRoutes } from './routes';

export const billing = slice({ name: 'billing', level: 9, routes: billingRoutes });
