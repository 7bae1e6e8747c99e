import type { OrderRow } from '@lanka/domain/orders/contract';
import { StatusBadge, type StatusTable } from '../kit/display/status';
import { useLocale } from '../kit/text';
import { orderStatus } from './status';

const partlySent: StatusTable<'partly'> = {
  partly: { color: 'violet', ua: 'Частково відправлено', en: 'Partly sent' },
};

interface OrderStatusProps {
  order: Pick<OrderRow, 'status' | 'partly_sent'>;
  /** On the page of the order. */
  size?: 'lg';
}

/** The status of an order; that some of its parcels are sent stands beside it on its page, under it in lists. */
export function OrderStatusBadge({ order, size }: OrderStatusProps) {
  const { locale } = useLocale();
  const status = <StatusBadge table={orderStatus} value={order.status} {...(size ? { size } : {})} />;
  if (!order.partly_sent) return status;
  return (
    <>
      {status}
      {size ? (
        <StatusBadge table={partlySent} value="partly" size={size} />
      ) : (
        <span className="cell-under">{partlySent.partly[locale]}</span>
      )}
    </>
  );
}
