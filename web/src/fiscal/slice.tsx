import { on } from '@lanka/domain/kit/hooks';
import { can } from '@lanka/domain/kit/permissions';
import { IconCashRegister } from '@tabler/icons-react';
import { lazy } from 'react';
import { slice } from '../kit/slice';
import { type OrderPanelProps, orderPanel } from '../orders';
import { labels } from './labels';

const root = 'integrations/checkbox';

/** A draft is sold to nobody yet. */
const mayHave = ({ order, role }: OrderPanelProps): boolean =>
  order.status !== 'Draft' && role !== null && can(role, 'receipts.read');

export const fiscal = slice({
  name: 'fiscal',
  level: 11,
  routes: [
    { path: root, lazy: async () => ({ Component: (await import('./RegistersPage')).RegistersPage }) },
    { path: `${root}/new`, lazy: async () => ({ Component: (await import('./NewRegisterPage')).NewRegisterPage }) },
    { path: `${root}/receipts`, lazy: async () => ({ Component: (await import('./ReceiptsPage')).ReceiptsPage }) },
    { path: `${root}/receipts/:id`, lazy: async () => ({ Component: (await import('./ReceiptPage')).ReceiptPage }) },
    { path: `${root}/days`, lazy: async () => ({ Component: (await import('./DaysPage')).DaysPage }) },
    { path: `${root}/:id`, lazy: async () => ({ Component: (await import('./RegisterPage')).RegisterPage }) },
  ],
  sidebar: [
    {
      id: 'checkbox',
      to: '/cp/integrations/checkbox',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconCashRegister,
      group: 'integrations',
      visible: ({ isDropshipping, can: may }) => !isDropshipping && may('cash_registers.read'),
    },
  ],
  hooks: [
    on(orderPanel, {
      id: 'receipts',
      visible: mayHave,
      Component: lazy(async () => ({ default: (await import('./OrderReceipts')).OrderReceipts })),
    }),
  ],
  commands: (session, locale) =>
    session.can('cash_registers.edit')
      ? [{ id: 'cash_registers.new', label: labels[locale].connect, to: '/cp/integrations/checkbox/new' }]
      : [],
});
