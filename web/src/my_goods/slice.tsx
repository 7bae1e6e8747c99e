import { on } from '@lanka/domain/kit/hooks';
import { IconHeartHandshake } from '@tabler/icons-react';
import { supplierGoodsBulk } from '../catalog';
import { slice } from '../kit/slice';
import { labels } from './labels';

export const myGoods = slice({
  name: 'my_goods',
  level: 11,
  routes: [
    { path: 'my-goods', lazy: async () => ({ Component: (await import('./MyGoodsPage')).MyGoodsPage }) },
    { path: 'my-goods/:id', lazy: async () => ({ Component: (await import('./OnePage')).OnePage }) },
  ],
  sidebar: [
    {
      id: 'my-goods',
      to: '/cp/my-goods',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconHeartHandshake,
      group: 'warehouse',
      order: 1,
      visible: ({ isDropshipping, role }) => isDropshipping || role === 'Client',
    },
  ],
  hooks: [
    on(supplierGoodsBulk, {
      id: 'my_goods',
      label: { ua: labels.ua.add, en: labels.en.add },
      icon: IconHeartHandshake,
      run: async (...asked) => (await import('./add')).addGoods(...asked),
    }),
  ],
});
