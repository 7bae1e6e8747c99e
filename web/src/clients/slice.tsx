import { on } from '@lanka/domain/kit/hooks';
import { can } from '@lanka/domain/kit/permissions';
import { IconAddressBook } from '@tabler/icons-react';
import { lazy } from 'react';
import type { Session } from '../kit/session';
import { slice } from '../kit/slice';
import { customerOffer, orderPanel } from '../orders';
import { labels } from './labels';

const isMine = ({ isDropshipping, role }: Session): boolean => isDropshipping || role === 'Client';
const sees = (session: Session): boolean => isMine(session) || session.can('clients.read');

export const clients = slice({
  name: 'clients',
  level: 11,
  routes: [
    { path: 'clients', lazy: async () => ({ Component: (await import('./ClientsPage')).ClientsPage }) },
    { path: 'clients/new', lazy: async () => ({ Component: (await import('./ClientForm')).NewClientPage }) },
    {
      path: 'clients/of-dropshippers',
      lazy: async () => ({ Component: (await import('./CustomersPage')).CustomersPage }),
    },
    { path: 'clients/:id', lazy: async () => ({ Component: (await import('./ClientPage')).ClientPage }) },
    { path: 'clients/:id/edit', lazy: async () => ({ Component: (await import('./ClientForm')).EditClientPage }) },
  ],
  sidebar: [
    {
      id: 'clients',
      to: '/cp/clients',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconAddressBook,
      group: 'people',
      visible: sees,
    },
  ],
  hooks: [
    on(orderPanel, {
      id: 'client',
      visible: ({ role, order }) => can(role, 'clients.of_orders') && order.customer.phone !== null,
      Component: lazy(async () => ({ default: (await import('./OrderClient')).OrderClient })),
    }),
    on(orderPanel, {
      id: 'tracking',
      visible: ({ role }) => can(role, 'clients.of_orders'),
      Component: lazy(async () => ({ default: (await import('./OrderTracking')).OrderTracking })),
    }),
    on(customerOffer, {
      id: 'clients',
      Component: lazy(async () => ({ default: (await import('./CustomerOffer')).CustomerOffer })),
    }),
  ],
  commands: (session, locale) =>
    isMine(session) || session.can('clients.edit')
      ? [{ id: 'new-client', label: labels[locale].create, to: '/cp/clients/new' }]
      : [],
  search: (locale) => ({
    title: labels[locale].title,
    visible: sees,
    find: async (...asked) => (await import('./find')).findClients(...asked),
  }),
});
