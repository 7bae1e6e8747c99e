import { on } from '@lanka/domain/kit/hooks';
import { can } from '@lanka/domain/kit/permissions';
import { IconClipboardList } from '@tabler/icons-react';
import { lazy } from 'react';
import { slice } from '../kit/slice';
import { counterpartyFact } from '../partners';
import { labels } from './labels';

const Waiting = lazy(async () => ({ default: (await import('./Waiting')).Waiting }));

export const orders = slice({
  name: 'orders',
  level: 8,
  routes: [
    { path: 'orders', lazy: async () => ({ Component: (await import('./OrdersPage')).OrdersPage }) },
    { path: 'orders/new', lazy: async () => ({ Component: (await import('./NewOrderPage')).NewOrderPage }) },
    {
      path: 'orders/deleted-drafts',
      lazy: async () => ({ Component: (await import('./DeletedDraftsPage')).DeletedDraftsPage }),
    },
    { path: 'orders/:id', lazy: async () => ({ Component: (await import('./OrderPage')).OrderPage }) },
    { path: 'orders/:id/edit', lazy: async () => ({ Component: (await import('./EditOrderPage')).EditOrderPage }) },
  ],
  hooks: [
    on(counterpartyFact, {
      id: 'open_sum',
      label: { ua: labels.ua.openSum, en: labels.en.openSum },
      Component: lazy(async () => ({ default: (await import('./OpenSum')).OpenSum })),
    }),
  ],
  sidebar: [
    {
      id: 'orders',
      to: '/cp/orders',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconClipboardList,
      group: 'sales',
      visible: ({ isDropshipping, role }) => isDropshipping || (role !== null && can(role, 'orders.read')),
      Count: Waiting,
    },
  ],
  commands: ({ isDropshipping, role }, locale) =>
    isDropshipping || (role !== null && can(role, 'orders.create'))
      ? [{ id: 'orders.new', label: labels[locale].create, to: '/cp/orders/new' }]
      : [],
  search: (locale) => ({
    title: labels[locale].title,
    visible: ({ isDropshipping, role }) => isDropshipping || (role !== null && can(role, 'orders.read')),
    find: async (...asked) => (await import('./find')).findOrders(locale, ...asked),
  }),
});
