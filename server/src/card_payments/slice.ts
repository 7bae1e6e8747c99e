import { on } from '@lanka/domain/kit/hooks';
import { partnerErrors } from '@lanka/domain/partners/contract';
import { cardPaymentKinds } from '../acquiring';
import { slice } from '../kit/slice';
import { counterpartyDeletion } from '../partners';
import { reversalGuards } from '../payments';
import { guardReversal, kinds } from './heard';
import { hasUnderWay, ownersOfCards } from './receipts.store';
import { cardPaymentRoutes } from './routes';

/** What dropshippers pay their supplier by card (decision 0124). */
export const cardPayments = slice({
  name: 'card_payments',
  level: 10,
  routes: cardPaymentRoutes,
  topics: [{ kind: 'card_payment', permission: 'card_payments.read', ownersOf: ownersOfCards }],
  hooks: [
    ...kinds.map((kind) => on(cardPaymentKinds, kind)),
    on(reversalGuards, guardReversal),
    // what comes later would be entered for somebody who is gone
    on(counterpartyDeletion, async (tx, scope, counterpartyId) => {
      if (await hasUnderWay(tx, scope, counterpartyId)) throw partnerErrors.counterparty_pays_by_card();
    }),
  ],
});
