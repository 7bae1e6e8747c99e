import { on } from '@lanka/domain/kit/hooks';
import { slice } from '../kit/slice';
import { orderRoom } from '../orders';
import { orderRoomOf } from './extras';
import { countExtras, issueInvoices } from './jobs';
import { billingNotices } from './notices';
import { billingRoutes } from './routes';

export const billing = slice({
  name: 'billing',
  level: 12,
  routes: billingRoutes,
  notices: billingNotices,
  jobs: [issueInvoices, countExtras],
  hooks: [on(orderRoom, orderRoomOf)],
});
