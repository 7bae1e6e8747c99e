import { on } from '@lanka/domain/kit/hooks';
import { IconShoppingBag, IconShoppingCart } from '@tabler/icons-react';
import { lazy } from 'react';
import { supplierGoodsTool, variantTool } from '../catalog';
import type { Session } from '../kit/session';
import { slice } from '../kit/slice';
import { orderPanel } from '../orders';
import { labels } from './labels';

const sees = ({ isDropshipping, role }: Session): boolean => isDropshipping || role === 'Client';

export const purchases = slice({
  name: 'purchases',
  level: 12,
  routes: [
    { path: 'basket', lazy: async () => ({ Component: (await import('./BasketPage')).BasketPage }) },
    { path: 'purchases', lazy: async () => ({ Component: (await import('./PurchasesPage')).PurchasesPage }) },
    { path: 'purchases/:id', lazy: async () => ({ Component: (await import('./PurchasePage')).PurchasePage }) },
  ],
  sidebar: [
    {
      id: 'basket',
      to: '/cp/basket',
      label: { ua: labels.ua.basket, en: labels.en.basket },
      icon: IconShoppingCart,
      group: 'sales',
      visible: sees,
      Count: lazy(async () => ({ default: (await import('./BasketCount')).BasketCount })),
    },
    {
      id: 'purchases',
      to: '/cp/purchases',
      label: { ua: labels.ua.purchases, en: labels.en.purchases },
      icon: IconShoppingBag,
      group: 'sales',
      visible: sees,
    },
  ],
  hooks: [
    on(supplierGoodsTool, {
      id: 'basket',
      Component: lazy(async () => ({ default: (await import('./AddToBasket')).AddGoods })),
    }),
    on(variantTool, {
      id: 'basket',
      Component: lazy(async () => ({ default: (await import('./AddToBasket')).AddVariant })),
    }),
    on(orderPanel, {
      id: 'purchase',
      visible: ({ role }) => role === 'Client',
      Component: lazy(async () => ({ default: (await import('./OrderPurchase')).OrderPurchase })),
    }),
  ],
});
