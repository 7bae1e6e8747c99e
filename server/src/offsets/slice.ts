import { on } from '@lanka/domain/kit/hooks';
import { partnerErrors } from '@lanka/domain/partners/contract';
import { slice } from '../kit/slice';
import { counterpartyDeletion } from '../partners';
import { offsetNotices } from './notices';
import { isUnsettled, ownersOfOffsets } from './offsets.store';
import { offsetRoutes } from './routes';

export const offsets = slice({
  name: 'offsets',
  level: 10,
  routes: offsetRoutes,
  notices: offsetNotices,
  topics: [{ kind: 'offset', permission: 'offsets.read', ownersOf: ownersOfOffsets }],
  hooks: [
    // a balance of zero may be two debts that nobody has set off
    on(counterpartyDeletion, async (tx, scope, counterpartyId) => {
      if (await isUnsettled(tx, scope, counterpartyId)) throw partnerErrors.balance_not_zero();
    }),
  ],
});
