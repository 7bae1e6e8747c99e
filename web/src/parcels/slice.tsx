import { on } from '@lanka/domain/kit/hooks';
import { isOpen } from '@lanka/domain/orders/rules';
import { lazy } from 'react';
import { slice } from '../kit/slice';
import { type OrderPanelProps, orderPanel } from '../orders';

/** One that is split, or that who works on it may split. */
const hasParcels = ({ order, role }: OrderPanelProps): boolean =>
  order.parcels > 0 ||
  (isOpen(order.status) && role !== 'Client' && order.items.reduce((pieces, { count }) => pieces + count, 0) > 1);

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
