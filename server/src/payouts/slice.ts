import { on } from '@lanka/domain/kit/hooks';
import { partnerErrors } from '@lanka/domain/partners/contract';
import { slice } from '../kit/slice';
import { counterpartyDeletion } from '../partners';
import { payoutNotices } from './notices';
import { hasWaiting } from './payouts.store';
import { payoutRoutes } from './routes';

export const payouts = slice({
  name: 'payouts',
  level: 10,
  routes: payoutRoutes,
  notices: payoutNotices,
  topics: [{ kind: 'payout', permission: 'payouts.read' }],
  hooks: [
    // what is paid later would be taken from somebody who is gone
    on(counterpartyDeletion, async (tx, scope, counterpartyId) => {
      if (await hasWaiting(tx, scope, counterpartyId)) throw partnerErrors.counterparty_has_payouts();
    }),
  ],
});
