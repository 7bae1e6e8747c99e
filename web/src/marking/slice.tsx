import { on } from '@lanka/domain/kit/hooks';
import { can } from '@lanka/domain/kit/permissions';
import { IconQrcode, IconScan } from '@tabler/icons-react';
import { lazy } from 'react';
import { productPanel, productsTool } from '../catalog';
import { scanMode } from '../kit/scan/modes';
import { slice } from '../kit/slice';
import { ordersTool, orderTool } from '../orders';
import { documentTool } from '../turnover';
import { labels } from './labels';

const word = (name: keyof (typeof labels)['ua']) => ({ ua: labels.ua[name], en: labels.en[name] });

export const marking = slice({
  name: 'marking',
  level: 11,
  routes: [
    { path: 'scan', lazy: async () => ({ Component: (await import('./scan/ScanPage')).ScanPage }) },
    { path: 'labels', lazy: async () => ({ Component: (await import('./LabelsPage')).LabelsPage }) },
    { path: 'labels/templates', lazy: async () => ({ Component: (await import('./TemplatesPage')).TemplatesPage }) },
    { path: 'labels/settings', lazy: async () => ({ Component: (await import('./SettingsPage')).SettingsPage }) },
  ],
  sidebar: [
    {
      id: 'scan',
      to: '/cp/scan',
      label: word('scan'),
      icon: IconScan,
      group: 'warehouse',
      order: 5,
      visible: (session) => !session.isDropshipping && session.can('marking.read'),
    },
    {
      id: 'labels',
      to: '/cp/labels',
      label: word('labels'),
      icon: IconQrcode,
      group: 'warehouse',
      order: 6,
      visible: (session) => !session.isDropshipping && session.can('marking.read'),
    },
  ],
  hooks: [
    on(scanMode, {
      id: 'lookup',
      label: word('lookUp'),
      order: 1,
      visible: () => true,
      load: async () => (await import('./scan/LookUp')).LookUp,
    }),
    on(scanMode, {
      id: 'receive',
      label: word('receive'),
      order: 2,
      visible: (session) => session.can('turnover.edit'),
      load: async () => (await import('./scan/Receive')).Receive,
    }),
    on(scanMode, {
      id: 'pick',
      label: word('pick'),
      order: 3,
      visible: (session) => session.can('orders.move'),
      load: async () => (await import('./scan/Pick')).Pick,
    }),
    on(productPanel, {
      id: 'labels',
      visible: (session) => !session.isDropshipping && session.can('marking.print'),
      Component: lazy(async () => ({ default: (await import('./PrintLinks')).ProductLabels })),
    }),
    on(productsTool, {
      id: 'labels',
      label: word('print'),
      icon: IconQrcode,
      visible: (session) => session.can('marking.print'),
      to: (ids) => `/cp/labels?products=${ids.join(',')}`,
    }),
    on(orderTool, {
      id: 'labels',
      visible: ({ role }) => role !== 'Client',
      Component: lazy(async () => ({ default: (await import('./PrintLinks')).OrderLabels })),
    }),
    on(ordersTool, {
      id: 'labels',
      label: word('labels'),
      icon: IconQrcode,
      visible: (role) => can(role, 'marking.print'),
      Component: lazy(async () => ({ default: (await import('./OrdersLabels')).OrdersLabels })),
    }),
    on(documentTool, {
      id: 'labels',
      label: word('print'),
      icon: IconQrcode,
      visible: (session) => session.can('marking.print'),
      to: (id) => `/cp/labels?turnover=${id}`,
    }),
  ],
  commands: (session, locale) =>
    !session.isDropshipping && session.can('marking.read')
      ? [
          { id: 'marking.scan', label: labels[locale].scanCommand, to: '/cp/scan' },
          { id: 'marking.labels', label: labels[locale].print, to: '/cp/labels' },
        ]
      : [],
});
