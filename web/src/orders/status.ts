import type { OrderStatus } from '@lanka/domain/orders/contract';
import { STATUS_UA } from '@lanka/domain/orders/rules';
import type { StatusColor, StatusTable } from '../kit/ui/status';

const COLORS: Readonly<Record<OrderStatus, StatusColor>> = {
  Draft: 'gray',
  Pending: 'yellow',
  InProduction: 'blue',
  Ready: 'teal',
  Loading: 'violet',
  Loaded: 'violet',
  Sent: 'blue',
  Complete: 'green',
  Canceled: 'red',
  Blocked: 'orange',
};

const ENGLISH: Readonly<Record<OrderStatus, string>> = {
  Draft: 'Draft',
  Pending: 'Pending',
  InProduction: 'In production',
  Ready: 'Ready',
  Loading: 'Loading',
  Loaded: 'Loaded',
  Sent: 'Sent',
  Complete: 'Complete',
  Canceled: 'Canceled',
  Blocked: 'Returned for editing',
};

/** One colour and one name for each status, the same on every screen. */
export const orderStatus = Object.fromEntries(
  (Object.keys(STATUS_UA) as OrderStatus[]).map((status) => [
    status,
    { color: COLORS[status], ua: STATUS_UA[status], en: ENGLISH[status] },
  ]),
) as StatusTable<OrderStatus>;
