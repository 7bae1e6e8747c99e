import { IconBuildingBank } from '@tabler/icons-react';
import { slice } from '../kit/slice';
import { labels } from './labels';

const root = 'integrations/banking';

export const banking = slice({
  name: 'banking',
  level: 11,
  routes: [
    { path: root, lazy: async () => ({ Component: (await import('./pages')).BankingPage }) },
    { path: `${root}/rows`, lazy: async () => ({ Component: (await import('./pages')).RowsPage }) },
    { path: `${root}/rows/:id`, lazy: async () => ({ Component: (await import('./pages')).RowPage }) },
    { path: `${root}/by-hand`, lazy: async () => ({ Component: (await import('./pages')).ByHandPage }) },
    { path: `${root}/:bank`, lazy: async () => ({ Component: (await import('./pages')).BankPage }) },
  ],
  sidebar: [
    {
      id: 'banking',
      to: '/cp/integrations/banking',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconBuildingBank,
      group: 'integrations',
      visible: ({ isDropshipping, can }) => !isDropshipping && can('banking.read'),
    },
  ],
});
