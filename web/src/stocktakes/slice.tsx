import { on } from '@lanka/domain/kit/hooks';
import { IconClipboardCheck } from '@tabler/icons-react';
import { scanMode } from '../kit/scan/modes';
import { slice } from '../kit/slice';
import { labels } from './labels';

export const stocktakes = slice({
  name: 'stocktakes',
  level: 7,
  routes: [
    { path: 'stocktakes', lazy: async () => ({ Component: (await import('./StocktakesPage')).StocktakesPage }) },
    {
      path: 'stocktakes/new',
      lazy: async () => ({ Component: (await import('./NewStocktakePage')).NewStocktakePage }),
    },
    { path: 'stocktakes/:id', lazy: async () => ({ Component: (await import('./StocktakePage')).StocktakePage }) },
  ],
  sidebar: [
    {
      id: 'stocktakes',
      to: '/cp/stocktakes',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconClipboardCheck,
      group: 'warehouse',
      order: 4,
      visible: (session) => !session.isDropshipping && session.can('stocktakes.read'),
    },
  ],
  hooks: [
    on(scanMode, {
      id: 'count',
      label: { ua: labels.ua.count, en: labels.en.count },
      order: 4,
      visible: (session) => session.can('stocktakes.edit'),
      load: async () => (await import('./CountMode')).CountMode,
    }),
  ],
  commands: (session, locale) =>
    !session.isDropshipping && session.can('stocktakes.edit')
      ? [{ id: 'stocktakes.new', label: labels[locale].create, to: '/cp/stocktakes/new' }]
      : [],
});
