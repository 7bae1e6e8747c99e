import { on } from '@lanka/domain/kit/hooks';
import { IconSpeakerphone } from '@tabler/icons-react';
import { lazy } from 'react';
import { slice } from '../kit/slice';
import { supplierPart } from '../partners';
import { labels } from './labels';

/** What suppliers tell their dropshippers: written on one side, read on the other. */
export const news = slice({
  name: 'news',
  level: 6,
  routes: [{ path: 'news/:id?/:part?', lazy: async () => ({ Component: (await import('./News')).News }) }],
  sidebar: [
    {
      id: 'news',
      to: '/cp/news',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconSpeakerphone,
      group: 'people',
      visible: ({ isDropshipping, can }) => isDropshipping || can('news.read'),
      Count: lazy(async () => ({ default: (await import('./Unread')).Unread })),
    },
  ],
  hooks: [
    on(supplierPart, {
      id: 'news',
      Component: lazy(async () => ({ default: (await import('./OfSupplier')).OfSupplier })),
    }),
  ],
});
