import { can } from '@lanka/domain/kit/permissions';
import { IconPackage } from '@tabler/icons-react';
import { slice } from '../kit/slice';

const label = { ua: 'Товари', en: 'Products' };

export const catalog = slice({
  name: 'catalog',
  level: 5,
  routes: [
    { path: 'products', lazy: async () => ({ Component: (await import('./ProductsPage')).ProductsPage }) },
    { path: 'products/new', lazy: async () => ({ Component: (await import('./ProductEditPage')).ProductNewPage }) },
    {
      path: 'products/modifications',
      lazy: async () => ({ Component: (await import('./ModificationsPage')).ModificationsPage }),
    },
    {
      path: 'products/templates/columns',
      lazy: async () => ({ Component: (await import('./ColumnsPage')).ColumnsPage }),
    },
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
    find: async (...asked) => (await import('./find')).findVariants(...asked),
  }),
});
