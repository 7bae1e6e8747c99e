import { on } from '@lanka/domain/kit/hooks';
import { IconArrowsExchange } from '@tabler/icons-react';
import { lazy } from 'react';
import { productColumn, productPanel } from '../catalog';
import type { Session } from '../kit/session';
import { slice } from '../kit/slice';
import { labels } from './labels';

const seesCosts = (session: Session) => !session.isDropshipping && session.can('turnover.cost');

export const turnover = slice({
  name: 'turnover',
  level: 6,
  routes: [
    { path: 'turnover', lazy: async () => ({ Component: (await import('./TurnoverPage')).TurnoverPage }) },
    { path: 'turnover/new', lazy: async () => ({ Component: (await import('./NewDocumentPage')).NewDocumentPage }) },
    {
      path: 'turnover/arrivals/:id',
      lazy: async () => ({ Component: (await import('./ArrivalPage')).ArrivalPage }),
    },
    { path: 'turnover/:id', lazy: async () => ({ Component: (await import('./DocumentPage')).DocumentPage }) },
    { path: 'turnover/:id/edit', lazy: async () => ({ Component: (await import('./EditDraftPage')).EditDraftPage }) },
  ],
  sidebar: [
    {
      id: 'turnover',
      to: '/cp/turnover',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconArrowsExchange,
      group: 'warehouse',
      order: 3,
      visible: (session) => !session.isDropshipping && session.can('turnover.read'),
    },
  ],
  hooks: [
    on(productPanel, {
      id: 'costs',
      visible: seesCosts,
      Component: lazy(async () => ({ default: (await import('./ProductCosts')).ProductCosts })),
    }),
    on(productColumn, {
      id: 'cost',
      title: { ua: labels.ua.cost, en: labels.en.cost },
      visible: seesCosts,
      Cell: lazy(async () => ({ default: (await import('./MarginCells')).CostCell })),
    }),
    on(productColumn, {
      id: 'margin',
      title: { ua: labels.ua.margin, en: labels.en.margin },
      visible: seesCosts,
      Cell: lazy(async () => ({ default: (await import('./MarginCells')).MarginCell })),
    }),
  ],
  commands: (session, locale) =>
    !session.isDropshipping && session.can('turnover.edit')
      ? [
          { id: 'turnover.income', label: labels[locale].createIncome, to: '/cp/turnover/new?flow=income' },
          { id: 'turnover.outcome', label: labels[locale].createOutcome, to: '/cp/turnover/new?flow=outcome' },
        ]
      : [],
});
