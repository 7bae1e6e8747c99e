import { on } from '@lanka/domain/kit/hooks';
import { IconTruckDelivery } from '@tabler/icons-react';
import { lazy } from 'react';
import { slice } from '../kit/slice';
import { balanceNote } from '../payments';
import { labels } from './labels';

export const cod = slice({
  name: 'cod',
  level: 10,
  routes: [
    { path: 'cod', lazy: async () => ({ Component: (await import('./AwaitedPage')).AwaitedPage }) },
    { path: 'cod/registers', lazy: async () => ({ Component: (await import('./RegistersPage')).RegistersPage }) },
    { path: 'cod/registers/new', lazy: async () => ({ Component: (await import('./EnterPage')).EnterPage }) },
    { path: 'cod/registers/:id', lazy: async () => ({ Component: (await import('./RegisterPage')).RegisterPage }) },
  ],
  sidebar: [
    {
      id: 'cod',
      to: '/cp/cod',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconTruckDelivery,
      group: 'people',
      order: 1,
      visible: ({ isDropshipping, can }) => !isDropshipping && can('cod.read'),
    },
  ],
  hooks: [
    on(balanceNote, {
      id: 'cod',
      Component: lazy(async () => ({ default: (await import('./BalanceNote')).BalanceNote })),
    }),
  ],
  commands: (session, locale) =>
    session.can('cod.settle')
      ? [{ id: 'enter-cod-register', label: labels[locale].enter, to: '/cp/cod/registers/new' }]
      : [],
});
