import { can } from '@lanka/domain/kit/permissions';
import { slice } from '../kit/slice';
import { labels } from './labels';

/** Many orders at once, out of a table. */
export const orderBatches = slice({
  name: 'order_batches',
  level: 10,
  routes: [{ path: 'orders/batch', lazy: async () => ({ Component: (await import('./BatchPage')).BatchPage }) }],
  commands: ({ isDropshipping, role }, locale) =>
    isDropshipping || (role !== null && can(role, 'orders.create'))
      ? [{ id: 'order_batches.new', label: labels[locale].create, to: '/cp/orders/batch' }]
      : [],
});
