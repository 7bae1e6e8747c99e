import { IconUsersGroup } from '@tabler/icons-react';
import { lazy } from 'react';
import { slice } from '../kit/slice';
import { labels } from './labels';

const Waiting = lazy(async () => ({ default: (await import('./Waiting')).Waiting }));
const counterpartyPages = () => import('./CounterpartyPage');

export const partners = slice({
  name: 'partners',
  level: 5,
  routes: [
    {
      path: 'counterparties',
      lazy: async () => ({ Component: (await import('./CounterpartiesPage')).CounterpartiesPage }),
    },
    {
      path: 'counterparties/new',
      lazy: async () => ({ Component: (await import('./CounterpartyForm')).NewCounterpartyPage }),
    },
    {
      path: 'counterparties/groups',
      lazy: async () => ({ Component: (await import('./GroupsPage')).GroupsPage }),
    },
    {
      path: 'counterparties/:id',
      lazy: async () => ({ Component: (await counterpartyPages()).CounterpartyAccountPage }),
    },
    {
      path: 'suppliers/past',
      lazy: async () => ({ Component: (await import('./PastSuppliersPage')).PastSuppliersPage }),
    },
    {
      path: 'suppliers/:id',
      lazy: async () => ({ Component: (await import('./SupplierCardPage')).SupplierCardPage }),
    },
    {
      path: 'counterparties/:id/data',
      lazy: async () => ({ Component: (await counterpartyPages()).CounterpartyDataPage }),
    },
    {
      path: 'counterparties/:id/reconciliation',
      lazy: async () => ({ Component: (await counterpartyPages()).CounterpartyReconciliationPage }),
    },
  ],
  sidebar: [
    {
      id: 'counterparties',
      to: '/cp/counterparties',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconUsersGroup,
      group: 'people',
      visible: (session) => !session.isDropshipping && session.can('counterparties.read'),
      Count: Waiting,
    },
  ],
  commands: (session, locale) =>
    !session.isDropshipping && session.can('counterparties.edit')
      ? [{ id: 'new-counterparty', label: labels[locale].create, to: '/cp/counterparties/new' }]
      : [],
  search: (locale) => ({
    title: labels[locale].find,
    visible: (session) => !session.isDropshipping && session.can('counterparties.read'),
    find: async (...asked) => (await import('./find')).findCounterparties(...asked),
  }),
});
