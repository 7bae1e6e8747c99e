import { on } from '@lanka/domain/kit/hooks';
import { IconDiscount2 } from '@tabler/icons-react';
import { lazy } from 'react';
import { productPanel } from '../catalog';
import { slice } from '../kit/slice';
import { labels } from './labels';

const pages = () => import('./PromotionPages');

export const promotions = slice({
  name: 'promotions',
  level: 6,
  routes: [
    { path: 'promotions', lazy: async () => ({ Component: (await import('./PromotionsPage')).PromotionsPage }) },
    { path: 'promotions/new', lazy: async () => ({ Component: (await pages()).NewPromotionPage }) },
    { path: 'promotions/:id', lazy: async () => ({ Component: (await pages()).PromotionPage }) },
  ],
  sidebar: [
    {
      id: 'promotions',
      to: '/cp/promotions',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconDiscount2,
      group: 'sales',
      order: 5,
      visible: (session) => session.can('promotions.read'),
    },
  ],
  hooks: [
    on(productPanel, {
      id: 'promotions',
      visible: (session) => session.isDropshipping || session.can('promotions.read'),
      Component: lazy(async () => ({ default: (await import('./OfProduct')).OfProduct })),
    }),
  ],
  commands: (session, locale) =>
    !session.isDropshipping && session.can('promotions.edit')
      ? [{ id: 'new-promotion', label: labels[locale].create, to: '/cp/promotions/new' }]
      : [],
});
