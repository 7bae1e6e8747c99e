import { slice } from '../kit/slice';
import { ownersOfPayments, PAYMENTS } from './payments.store';
import { paymentRoutes } from './routes';

export const payments = slice({
  name: 'payments',
  level: 9,
  routes: paymentRoutes,
  topics: [{ kind: 'payment', permission: 'payments.read', ownersOf: ownersOfPayments }],
  searches: [PAYMENTS],
});
