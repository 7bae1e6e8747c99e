import type { OrderRow } from '@lanka/domain/orders/contract';
import { StatusBadge, type StatusTable } from '../kit/display/status';
import { orderStatus } from './status';

const partlySent: StatusTable<'partly'> = {
  partly: { color: 'violet', ua: 'Частково відправлено', en: 'Partly sent' },
};

/** The status of an order; beside it, that some of its parcels are sent. */
export const OrderStatusBadge = ({ order, size }: { order: Pick<OrderRow, 'status' | 'partly_sent'>; size?: 'lg' }) => (
  <>
    <StatusBadge table={orderStatus} value={order.status} {...(size ? { size } : {})} />
    {order.partly_sent && <StatusBadge table={partlySent} value="partly" {...(size ? { size } : {})} />}
  </>
);
