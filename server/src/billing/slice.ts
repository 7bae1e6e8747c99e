import { on } from '@lanka/domain/kit/hooks';
import { cardPaymentKinds, platformQueue } from '../acquiring';
import { slice } from '../kit/slice';
import { orderRoom } from '../orders';
import { planInvoiceKind } from './cards';
import { countWaitingCards } from './cards.store';
import { orderRoomOf } from './extras';
import { countExtras, issueInvoices } from './jobs';
import { billingNotices } from './notices';
import { tellRises } from './rises';
import { billingRoutes } from './routes';

export const billing = slice({
  name: 'billing',
  level: 12,
  routes: billingRoutes,
  notices: billingNotices,
  jobs: [issueInvoices, countExtras, tellRises],
  topics: [{ kind: 'billing', permission: 'billing.read' }],
  hooks: [on(orderRoom, orderRoomOf), on(cardPaymentKinds, planInvoiceKind), on(platformQueue, countWaitingCards)],
});
