import { on } from '@lanka/domain/kit/hooks';
import { IconArrowsExchange } from '@tabler/icons-react';
import { lazy } from 'react';
import { slice } from '../kit/slice';
import { counterpartyNotice } from '../partners';
import { balanceNote } from '../payments';
import { labels } from './labels';

const Waiting = lazy(async () => ({ default: (await import('./Waiting')).Waiting }));

export const offsets = slice({
  name: 'offsets',
  level: 10,
  routes: [
    { path: 'offsets', lazy: async () => ({ Component: (await import('./OffsetsPage')).OffsetsPage }) },
    { path: 'offsets/:id', lazy: async () => ({ Component: (await import('./OffsetPage')).OffsetPage }) },
  ],
  sidebar: [
    {
      id: 'offsets',
      to: '/cp/offsets',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconArrowsExchange,
      group: 'people',
      order: 3,
      visible: (session) => session.isDropshipping || session.can('offsets.read'),
      Count: Waiting,
    },
  ],
  hooks: [
    on(counterpartyNotice, {
      id: 'offsets',
      Component: lazy(async () => ({ default: (await import('./BothOwe')).BothOwe })),
    }),
    on(balanceNote, {
      id: 'offsets',
      Component: lazy(async () => ({ default: (await import('./BothOwe')).WalletNote })),
    }),
  ],
});
