import { IconFileImport } from '@tabler/icons-react';
import { slice } from '../kit/slice';

export const feeds = slice({
  name: 'feeds',
  level: 9,
  routes: [
    { path: 'products/import', lazy: async () => ({ Component: (await import('./ImportsPage')).ImportsPage }) },
    {
      path: 'turnover/import',
      lazy: async () => ({ Component: (await import('./IncomeImportPage')).IncomeImportPage }),
    },
    { path: 'orders/export', lazy: async () => ({ Component: (await import('./OrderExportPage')).OrderExportPage }) },
    {
      path: 'products/export',
      lazy: async () => ({ Component: (await import('./ProductExportPage')).ProductExportPage }),
    },
    {
      path: 'products/import/sources',
      lazy: async () => ({ Component: (await import('./SourcesPage')).SourcesPage }),
    },
    {
      path: 'products/import/sources/new',
      lazy: async () => ({ Component: (await import('./NewSourcePage')).NewSourcePage }),
    },
    {
      path: 'products/import/sources/:id',
      lazy: async () => ({ Component: (await import('./SourcePage')).SourcePage }),
    },
    { path: 'products/import/:id', lazy: async () => ({ Component: (await import('./ImportPage')).ImportPage }) },
  ],
  sidebar: [
    {
      id: 'imports',
      to: '/cp/products/import',
      label: { ua: 'Імпорт товарів', en: 'Product import' },
      icon: IconFileImport,
      group: 'warehouse',
      order: 5,
      visible: (session) => session.project !== null && session.can('imports.run'),
    },
  ],
  commands: (session, locale) =>
    session.project !== null && session.can('imports.run')
      ? [
          {
            id: 'imports.new',
            label: locale === 'ua' ? 'Імпортувати товари' : 'Import products',
            to: '/cp/products/import',
          },
        ]
      : [],
});
