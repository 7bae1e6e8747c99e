import { slice } from '../kit/slice';
import { paymentRoutes } from './routes';

export const payments = slice({ name: 'payments', level: 8, routes: paymentRoutes });
