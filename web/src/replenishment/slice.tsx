import { IconShoppingCartPlus } from '@tabler/icons-react';
import { slice } from '../kit/slice';
import { labels } from './labels';

export const replenishment = slice({
  name: 'replenishment',
  level: 9,
  routes: [
    {
      path: 'replenishment',
      lazy: async () => ({ Component: (await import('./ReplenishmentPage')).ReplenishmentPage }),
    },
  ],
  sidebar: [
    {
      id: 'replenishment',
      to: '/cp/replenishment',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconShoppingCartPlus,
      group: 'warehouse',
      order: 5,
      visible: (session) => !session.isDropshipping && session.can('replenishment.read'),
    },
  ],
});
