import { IconTool } from '@tabler/icons-react';
import { lazy } from 'react';
import { slice } from '../kit/slice';
import { labels } from './labels';

const Waiting = lazy(async () => ({ default: (await import('./Waiting')).Waiting }));

export const manufacture = slice({
  name: 'manufacture',
  level: 7,
  routes: [
    { path: 'manufacture_requests', lazy: async () => ({ Component: (await import('./RequestsPage')).RequestsPage }) },
    {
      path: 'manufacture_requests/new',
      lazy: async () => ({ Component: (await import('./RequestFormPage')).NewRequestPage }),
    },
    {
      path: 'manufacture_requests/to_make',
      lazy: async () => ({ Component: (await import('./ToMakePage')).ToMakePage }),
    },
    {
      path: 'manufacture_requests/lateness',
      lazy: async () => ({ Component: (await import('./LatenessPage')).LatenessPage }),
    },
    {
      path: 'manufacture_requests/:id',
      lazy: async () => ({ Component: (await import('./RequestPage')).RequestPage }),
    },
    {
      path: 'manufacture_requests/:id/edit',
      lazy: async () => ({ Component: (await import('./RequestFormPage')).EditRequestPage }),
    },
  ],
  sidebar: [
    {
      id: 'manufacture-request',
      to: '/cp/manufacture_requests',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconTool,
      group: 'warehouse',
      order: 2,
      visible: (session) => !session.isDropshipping && session.can('manufacture.read'),
      Count: Waiting,
    },
  ],
  commands: (session, locale) =>
    !session.isDropshipping && session.can('manufacture.edit')
      ? [{ id: 'manufacture.new', label: labels[locale].create, to: '/cp/manufacture_requests/new' }]
      : [],
});
