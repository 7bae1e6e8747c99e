import { IconRss } from '@tabler/icons-react';
import type { Session } from '../kit/session';
import { slice } from '../kit/slice';
import { labels } from './labels';

const sees = (session: Session): boolean =>
  session.isDropshipping || session.role === 'Client' || session.can('outfeeds.read');

export const outfeeds = slice({
  name: 'outfeeds',
  level: 10,
  routes: [
    { path: 'feeds', lazy: async () => ({ Component: (await import('./FeedsPage')).FeedsPage }) },
    { path: 'feeds/new', lazy: async () => ({ Component: (await import('./NewFeedPage')).NewFeedPage }) },
    { path: 'feeds/partners', lazy: async () => ({ Component: (await import('./PartnersPage')).PartnersPage }) },
    { path: 'feeds/:id/mapping', lazy: async () => ({ Component: (await import('./MappingPage')).MappingPage }) },
    { path: 'feeds/:id', lazy: async () => ({ Component: (await import('./FeedPage')).FeedPage }) },
  ],
  sidebar: [
    {
      id: 'feeds',
      to: '/cp/feeds',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconRss,
      group: 'integrations',
      visible: sees,
    },
  ],
});
