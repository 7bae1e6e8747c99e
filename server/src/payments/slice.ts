import { on } from '@lanka/domain/kit/hooks';
import { slice } from '../kit/slice';
import { ordersOfPayments } from '../partners';
import { paymentNotices } from './notices';
import { findNamedOrders, ownersOfPayments, PAYMENTS, paymentChanges } from './payments.store';
import { paymentRoutes } from './routes';

export const payments = slice({
  name: 'payments',
  level: 9,
  routes: paymentRoutes,
  notices: paymentNotices,
  topics: [{ kind: 'payment', permission: 'payments.read', ownersOf: ownersOfPayments }],
  hooks: [on(ordersOfPayments, findNamedOrders)],
  searches: [PAYMENTS],
  changes: [paymentChanges],
});
