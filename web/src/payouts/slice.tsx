import { on } from '@lanka/domain/kit/hooks';
import { IconCash } from '@tabler/icons-react';
import { lazy } from 'react';
import { slice } from '../kit/slice';
import { balanceNote } from '../payments';
import { labels } from './labels';

export const payouts = slice({
  name: 'payouts',
  level: 10,
  routes: [
    { path: 'payouts', lazy: async () => ({ Component: (await import('./PayoutsPage')).PayoutsPage }) },
    { path: 'payouts/new', lazy: async () => ({ Component: (await import('./NewPayoutPage')).NewPayoutPage }) },
    { path: 'payouts/:id', lazy: async () => ({ Component: (await import('./PayoutPage')).PayoutPage }) },
  ],
  sidebar: [
    {
      id: 'payouts',
      to: '/cp/payouts',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconCash,
      group: 'people',
      order: 1,
      visible: ({ isDropshipping, can }) => isDropshipping || can('payouts.read'),
    },
  ],
  hooks: [
    on(balanceNote, {
      id: 'payouts',
      Component: lazy(async () => ({ default: (await import('./BalanceNote')).BalanceNote })),
    }),
  ],
  commands: (session, locale) =>
    session.can('payouts.make') ? [{ id: 'new-payout', label: labels[locale].create, to: '/cp/payouts/new' }] : [],
});
