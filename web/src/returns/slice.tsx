import { on } from '@lanka/domain/kit/hooks';
import { can } from '@lanka/domain/kit/permissions';
import { IconTruckReturn } from '@tabler/icons-react';
import { lazy } from 'react';
import type { Session } from '../kit/session';
import { slice } from '../kit/slice';
import { type OrderPanelProps, orderPanel, orderTool } from '../orders';
import { labels } from './labels';

const Waiting = lazy(async () => ({ default: (await import('./Waiting')).Waiting }));

const sees = ({ isDropshipping, role }: Session): boolean =>
  isDropshipping || (role !== null && can(role, 'returns.read'));
const wasSent = ({ order, role }: OrderPanelProps): boolean =>
  (order.shipped_at !== null || order.partly_sent) && can(role, 'returns.read');

export const returns = slice({
  name: 'returns',
  level: 10,
  routes: [
    { path: 'returns', lazy: async () => ({ Component: (await import('./ReturnsPage')).ReturnsPage }) },
    { path: 'returns/new', lazy: async () => ({ Component: (await import('./NewReturnPage')).NewReturnPage }) },
    { path: 'returns/items/:id', lazy: async () => ({ Component: (await import('./ItemPage')).ItemPage }) },
    { path: 'returns/:id', lazy: async () => ({ Component: (await import('./ReturnPage')).ReturnPage }) },
  ],
  sidebar: [
    {
      id: 'returns',
      to: '/cp/returns',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconTruckReturn,
      group: 'sales',
      order: 1,
      visible: sees,
      Count: Waiting,
    },
  ],
  hooks: [
    on(orderTool, {
      id: 'return',
      visible: wasSent,
      Component: lazy(async () => ({ default: (await import('./OrderReturns')).ReturnButton })),
    }),
    on(orderPanel, {
      id: 'returns',
      visible: wasSent,
      Component: lazy(async () => ({ default: (await import('./OrderReturns')).OrderReturns })),
    }),
  ],
  commands: (session, locale) =>
    session.isDropshipping || (session.role !== null && can(session.role, 'returns.create'))
      ? [{ id: 'returns.new', label: labels[locale].create, to: '/cp/returns/new' }]
      : [],
});
