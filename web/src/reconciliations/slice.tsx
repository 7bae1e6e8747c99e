import { on } from '@lanka/domain/kit/hooks';
import { IconFileCheck } from '@tabler/icons-react';
import { lazy } from 'react';
import { slice } from '../kit/slice';
import { settlementTool } from '../partners';
import { labels } from './labels';

const BuildButton = lazy(async () => ({ default: (await import('./BuildButton')).BuildButton }));
const Waiting = lazy(async () => ({ default: (await import('./Waiting')).Waiting }));

export const reconciliations = slice({
  name: 'reconciliations',
  level: 6,
  routes: [
    { path: 'reconciliations', lazy: async () => ({ Component: (await import('./ActsPage')).ActsPage }) },
    { path: 'reconciliations/open', lazy: async () => ({ Component: (await import('./OpenPage')).OpenPage }) },
    { path: 'reconciliations/:id', lazy: async () => ({ Component: (await import('./ActPage')).ActPage }) },
  ],
  sidebar: [
    {
      id: 'reconciliations',
      to: '/cp/reconciliations',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconFileCheck,
      group: 'people',
      order: 2,
      visible: (session) => session.isDropshipping || session.can('reconciliations.read'),
      Count: Waiting,
    },
  ],
  hooks: [on(settlementTool, { id: 'build-act', Component: BuildButton })],
  commands: (session, locale) =>
    session.isDropshipping || session.can('reconciliations.edit')
      ? [{ id: 'build-act', label: labels[locale].create, to: '/cp/reconciliations?build=1' }]
      : [],
});
