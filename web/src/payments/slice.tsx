import { on } from '@lanka/domain/kit/hooks';
import { can } from '@lanka/domain/kit/permissions';
import { IconCoins, IconWallet } from '@tabler/icons-react';
import { lazy } from 'react';
import { slice } from '../kit/slice';
import { orderPanel, ordersTool } from '../orders';
import { labels } from './labels';

const Waiting = lazy(async () => ({ default: (await import('./Waiting')).Waiting }));

export const payments = slice({
  name: 'payments',
  level: 9,
  routes: [
    { path: 'payments', lazy: async () => ({ Component: (await import('./PaymentsPage')).PaymentsPage }) },
    { path: 'payments/records', lazy: async () => ({ Component: (await import('./PaymentsPage')).RecordsPage }) },
    { path: 'payments/accounts', lazy: async () => ({ Component: (await import('./AccountsPage')).AccountsPage }) },
    {
      path: 'payments/dropshippers',
      lazy: async () => ({ Component: (await import('./StaffPayments')).DropshippersPage }),
    },
  ],
  sidebar: [
    {
      // the dropshipper's own wallet (specification §6 hides it from the manufacturer's staff)
      id: 'wallet',
      to: '/cp/payments',
      label: { ua: labels.ua.wallet, en: labels.en.wallet },
      icon: IconWallet,
      group: 'main',
      visible: (session) => session.role === 'Client',
    },
    {
      id: 'payments',
      to: '/cp/payments',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconCoins,
      group: 'people',
      order: 1,
      visible: (session) => session.can('payments.enter'),
      Count: Waiting,
    },
  ],
  hooks: [
    on(orderPanel, {
      id: 'payments',
      visible: ({ role, order }) =>
        can(role, 'payments.read') && order.status !== 'Draft' && order.status !== 'Canceled',
      Component: lazy(async () => ({ default: (await import('./OrderPayments')).OrderPayments })),
    }),
    on(ordersTool, {
      id: 'pay',
      label: { ua: labels.ua.payChosen, en: labels.en.payChosen },
      icon: IconCoins,
      visible: (role) => can(role, 'payments.enter'),
      Component: lazy(async () => ({ default: (await import('./PayOrders')).PayOrders })),
    }),
  ],
  commands: (session, locale) =>
    session.can('payments.enter')
      ? [{ id: 'enter-payment', label: labels[locale].enter, to: '/cp/payments?enter=receipt' }]
      : [],
});
