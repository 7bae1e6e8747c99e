import { on } from '@lanka/domain/kit/hooks';
import { cardPaymentKinds } from '../acquiring';
import { slice } from '../kit/slice';
import { reversalGuards } from '../payments';
import { guardReversal, kinds } from './heard';
import { cardPaymentRoutes } from './routes';

/** What dropshippers pay their supplier by card (decision 0124). */
export const cardPayments = slice({
  name: 'card_payments',
  level: 10,
  routes: cardPaymentRoutes,
  hooks: [...kinds.map((kind) => on(cardPaymentKinds, kind)), on(reversalGuards, guardReversal)],
});
