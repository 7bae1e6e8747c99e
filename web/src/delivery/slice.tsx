import { on } from '@lanka/domain/kit/hooks';
import { can } from '@lanka/domain/kit/permissions';
// the rules would bring the whole contract into the first load
import { OPEN_STATUSES } from '@lanka/domain/orders/machine';
import { IconTruck } from '@tabler/icons-react';
import { lazy } from 'react';
import { slice } from '../kit/slice';
import { deliveryPlace, type OrderPanelProps, orderPanel, ordersTool } from '../orders';
import { labels } from './labels';

/** One that the carrier has, or that may get its waybill here. */
const goesByCarrier = ({ order, role }: OrderPanelProps): boolean =>
  order.delivery.operator !== 'pickup' &&
  order.delivery.operator !== 'other' &&
  (order.delivery.ttn !== null ||
    (order.delivery.operator === 'nova_poshta' &&
      can(role, 'delivery.waybill') &&
      OPEN_STATUSES.includes(order.status)));

export const delivery = slice({
  name: 'delivery',
  level: 11,
  routes: [
    { path: 'delivery', lazy: async () => ({ Component: (await import('./WaybillsPage')).WaybillsPage }) },
    {
      path: 'delivery/registers',
      lazy: async () => ({ Component: (await import('./RegistersPage')).RegistersPage }),
    },
    {
      path: 'delivery/registers/:id',
      lazy: async () => ({ Component: (await import('./RegisterPage')).RegisterPage }),
    },
    { path: 'delivery/nova-poshta', lazy: async () => ({ Component: (await import('./SettingsPage')).SettingsPage }) },
    { path: 'delivery/own', lazy: async () => ({ Component: (await import('./OwnKeyPage')).OwnKeyPage }) },
  ],
  sidebar: [
    {
      id: 'delivery',
      to: '/cp/delivery',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconTruck,
      group: 'integrations',
      visible: ({ isDropshipping, can: may }) => !isDropshipping && may('delivery.read'),
    },
    {
      id: 'delivery-own',
      to: '/cp/delivery/own',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconTruck,
      group: 'integrations',
      visible: ({ isDropshipping, role }) => isDropshipping || role === 'Client',
    },
  ],
  hooks: [
    on(deliveryPlace, {
      id: 'nova_poshta',
      operator: 'nova_poshta',
      Component: lazy(async () => ({ default: (await import('./PlacePicker')).PlacePicker })),
    }),
    on(orderPanel, {
      id: 'delivery',
      visible: goesByCarrier,
      Component: lazy(async () => ({ default: (await import('./OrderDelivery')).OrderDelivery })),
    }),
    on(ordersTool, {
      id: 'waybills',
      label: { ua: labels.ua.make, en: labels.en.make },
      icon: IconTruck,
      visible: (role) => can(role, 'delivery.make'),
      Component: lazy(async () => ({ default: (await import('./BulkWaybills')).BulkWaybills })),
    }),
  ],
});
