import { listAllVariants } from '@lanka/domain/catalog/contract';
import { can } from '@lanka/domain/kit/roles';
import { IconPackage } from '@tabler/icons-react';
import { call } from '../kit/call';
import type { Slice } from '../kit/slice';

const label = { ua: 'Товари', en: 'Products' };

export const catalog: Slice = {
  name: 'catalog',
  routes: [
    { path: 'products', lazy: async () => ({ Component: (await import('./ProductsPage')).ProductsPage }) },
    { path: 'products/new', lazy: async () => ({ Component: (await import('./ProductEditPage')).ProductNewPage }) },
    { path: 'products/:id', lazy: async () => ({ Component: (await import('./ProductPage')).ProductPage }) },
    {
      path: 'products/:id/edit',
      lazy: async () => ({ Component: (await import('./ProductEditPage')).ProductEditPage }),
    },
  ],
  sidebar: [
    {
      id: 'products',
      to: '/cp/products',
      label,
      icon: IconPackage,
      group: 'warehouse',
      visible: ({ role, isDropshipping }) => isDropshipping || (role !== null && can(role, 'products.read')),
    },
  ],
  commands: (session, locale) =>
    session.can('products.edit')
      ? [{ id: 'products.new', label: locale === 'ua' ? 'Створити товар' : 'Create a product', to: '/cp/products/new' }]
      : [],
  search: (locale) => ({
    title: label[locale],
    visible: (session) => session.project !== null && session.can('products.read'),
    find: async (q, session, signal) => {
      if (!session.project) return [];
      const params = { project_id: session.project.friendly_id };
      const { items } = await call(listAllVariants, { params, query: { q, limit: 8 }, signal });
      return items.map((variant) => ({
        id: variant.id,
        label:
          variant.name && variant.name !== variant.product_name
            ? `${variant.product_name}, ${variant.name}`
            : variant.product_name,
        hint: [variant.sku, variant.barcode].filter(Boolean).join(' · '),
        to: `/cp/products/${variant.product_id}`,
      }));
    },
  }),
};
