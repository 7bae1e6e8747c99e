import { on } from '@lanka/domain/kit/hooks';
import { lazy } from 'react';
import { slice } from '../kit/slice';
import { orderPanel } from '../orders';
import { balanceNote } from '../payments';

export const cardPayments = slice({
  name: 'card_payments',
  level: 10,
  routes: [
    { path: 'integrations/acquiring', lazy: async () => ({ Component: (await import('./pages')).AcquiringPage }) },
    { path: 'card-payments/:project/:id', lazy: async () => ({ Component: (await import('./pages')).ReturnPage }) },
  ],
  hooks: [
    on(orderPanel, {
      id: 'card',
      visible: ({ role, order }) => role === 'Client' && order.status !== 'Draft' && order.status !== 'Canceled',
      Component: lazy(async () => ({ default: (await import('./pages')).OrderCard })),
    }),
    on(balanceNote, {
      ...{ id: 'card', onCards: true },
      Component: lazy(async () => ({ default: (await import('./pages')).BalanceCard })),
    }),
  ],
});
