import { slice } from '../kit/slice';
import { mentioned } from './comment';
import { expireDrafts } from './expire-drafts';
import { orderAnswers } from './guards';
import { orderNotices } from './notices';
import { orderChanges, ownersOfOrders } from './page.store';
import { endReservations, reservationEnded, reservationEnding } from './reservation';
import { orderRoutes } from './routes';
import { ORDERS } from './search.store';

export const orders = slice({
  name: 'orders',
  level: 8,
  routes: orderRoutes,
  notices: [...orderNotices, mentioned, reservationEnded, reservationEnding],
  jobs: [endReservations, expireDrafts],
  topics: [{ kind: 'order', permission: 'orders.read', ownersOf: ownersOfOrders }],
  searches: [ORDERS],
  changes: [orderChanges],
  hooks: orderAnswers,
});
