import { on } from '@lanka/domain/kit/hooks';
import { can } from '@lanka/domain/kit/permissions';
import { lazy } from 'react';
import { slice } from '../kit/slice';
import { orderPanel, orderTool } from '../orders';

/** Reached from the page of an order that was sent. */
export const exchanges = slice({
  name: 'exchanges',
  level: 11,
  routes: [
    {
      path: 'exchanges/new',
      lazy: async () => ({ Component: (await import('./NewExchangePage')).NewExchangePage }),
    },
  ],
  hooks: [
    on(orderTool, {
      id: 'exchange',
      visible: ({ order, role }) => order.shipped_at !== null && can(role, 'exchanges.create'),
      Component: lazy(async () => ({ default: (await import('./OrderExchanges')).ExchangeButton })),
    }),
    on(orderPanel, {
      id: 'exchanges',
      visible: ({ order, role }) => (order.shipped_at !== null || order.is_exchange) && can(role, 'orders.read'),
      Component: lazy(async () => ({ default: (await import('./OrderExchanges')).OrderExchanges })),
    }),
  ],
});
