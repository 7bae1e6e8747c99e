import { on } from '@lanka/domain/kit/hooks';
import { IconBuildingStore } from '@tabler/icons-react';
import { lazy } from 'react';
import { aboveMine } from '../applications';
import { slice } from '../kit/slice';
import { showcasePart } from '../projects';
import { labels } from './labels';

export const catalogue = slice({
  name: 'catalogue',
  level: 11,
  routes: [
    { path: 'catalogue', lazy: async () => ({ Component: (await import('./SuppliersPage')).SuppliersPage }) },
    { path: 'catalogue/products', lazy: async () => ({ Component: (await import('./GoodsPage')).GoodsPage }) },
    { path: 'catalogue/products/:id', lazy: async () => ({ Component: (await import('./ProductPage')).ProductPage }) },
    { path: 'catalogue/:id', lazy: async () => ({ Component: (await import('./SupplierPage')).SupplierPage }) },
    {
      path: 'settings/catalogue/facts',
      lazy: async () => ({ Component: (await import('./FactsPage')).FactsPage }),
    },
    { path: 'operator/catalogue', lazy: async () => ({ Component: (await import('./ListingsPage')).ListingsPage }) },
    {
      path: 'operator/catalogue/:id',
      lazy: async () => ({ Component: (await import('./DecisionPage')).DecisionPage }),
    },
    {
      path: 'operator/catalogue_complaints',
      lazy: async () => ({ Component: (await import('./ComplaintsPage')).ComplaintsPage }),
    },
  ],
  sidebar: [
    {
      id: 'catalogue',
      to: '/cp/catalogue',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconBuildingStore,
      group: 'main',
      order: 50,
      visible: ({ role }) => role === 'Client',
    },
  ],
  hooks: [
    on(aboveMine, { Component: lazy(async () => ({ default: (await import('./Above')).Above })) }),
    on(showcasePart, {
      id: 'listing',
      Component: lazy(async () => ({ default: (await import('./ListingPart')).ListingPart })),
    }),
  ],
  commands: ({ isDropshipping }, locale) =>
    isDropshipping ? [{ id: 'catalogue-goods', label: labels[locale].goods, to: '/cp/catalogue/products' }] : [],
});
