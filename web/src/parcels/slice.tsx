import { on } from '@lanka/domain/kit/hooks';
// the rules would bring the whole contract into the first load
import { OPEN_STATUSES } from '@lanka/domain/orders/machine';
import { lazy } from 'react';
import { slice } from '../kit/slice';
import { type OrderPanelProps, orderPanel } from '../orders';

/** One that is split, or that who works on it may split. */
const hasParcels = ({ order, role }: OrderPanelProps): boolean =>
  order.parcels > 0 ||
  (OPEN_STATUSES.includes(order.status) &&
    role !== 'Client' &&
    order.items.reduce((pieces, { count }) => pieces + count, 0) > 1);

export const parcels = slice({
  name: 'parcels',
  level: 9,
  hooks: [
    on(orderPanel, {
      id: 'parcels',
      visible: hasParcels,
      Component: lazy(async () => ({ default: (await import('./OrderParcels')).OrderParcels })),
    }),
  ],
});
