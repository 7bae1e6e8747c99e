import { on } from '@lanka/domain/kit/hooks';
import { IconUserShare } from '@tabler/icons-react';
import { lazy } from 'react';
import type { Session } from '../kit/session';
import { slice } from '../kit/slice';
import { counterpartiesCount, counterpartiesTab, counterpartyNotice } from '../partners';
import { teamTab } from '../projects';
import { labels } from './labels';

const Pending = lazy(async () => ({ default: (await import('./Pending')).Pending }));
const lists = () => import('./ApplicationsPage');

const mayRead = (session: Session): boolean => !session.isDropshipping && session.can('applications.read');

export const applications = slice({
  name: 'applications',
  level: 9,
  outside: [
    { path: '/cp/join/:token', lazy: async () => ({ Component: (await import('./InvitedPage')).InvitedPage }) },
  ],
  routes: [
    {
      path: 'counterparties/applications',
      lazy: async () => ({ Component: (await lists()).RequestsPage }),
    },
    {
      path: 'counterparties/applications/links',
      lazy: async () => ({ Component: (await import('./LinksPage')).LinksPage }),
    },
    {
      path: 'counterparties/applications/links/:id',
      lazy: async () => ({ Component: (await import('./LinkPage')).LinkPage }),
    },
    {
      path: 'counterparties/applications/:id',
      lazy: async () => ({ Component: (await import('./ApplicationPage')).ApplicationPage }),
    },
    {
      path: 'users/dropshippers',
      lazy: async () => ({ Component: (await import('./DropshippersPage')).DropshippersPage }),
    },
    { path: 'users/applications', lazy: async () => ({ Component: (await lists()).TeamApplicationsPage }) },
    {
      path: 'applications',
      lazy: async () => ({ Component: (await import('./MyApplicationsPage')).MyApplicationsPage }),
    },
    {
      path: 'applications/:id',
      lazy: async () => ({ Component: (await import('./MyApplicationPage')).MyApplicationPage }),
    },
    {
      path: 'applications/suppliers/:id',
      lazy: async () => ({ Component: (await import('./SupplierPage')).SupplierPage }),
    },
    {
      path: 'applications/join/:token',
      lazy: async () => ({ Component: (await import('./SupplierPage')).JoinPage }),
    },
  ],
  sidebar: [
    {
      id: 'applications',
      to: '/cp/applications',
      label: { ua: labels.ua.mine, en: labels.en.mine },
      icon: IconUserShare,
      group: 'people',
      visible: ({ role }) => role === 'Client',
    },
  ],
  hooks: [
    on(counterpartyNotice, {
      id: 'application',
      Component: lazy(async () => ({ default: (await import('./OfCounterparty')).OfCounterparty })),
    }),
    on(counterpartiesTab, {
      to: '/cp/counterparties/applications',
      label: { ua: labels.ua.requests, en: labels.en.requests },
      visible: mayRead,
      Count: Pending,
    }),
    on(teamTab, {
      to: '/cp/users/applications',
      label: { ua: labels.ua.applications, en: labels.en.applications },
      visible: mayRead,
      Count: Pending,
    }),
    on(counterpartiesCount, Pending),
  ],
});
