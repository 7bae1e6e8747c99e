import { on } from '@lanka/domain/kit/hooks';
import { partnerErrors } from '@lanka/domain/partners/contract';
import { slice } from '../kit/slice';
import { counterpartyDeletion } from '../partners';
import { RETURNS } from './lists.store';
import { returnNotices } from './notices';
import { hasUndecided, ownersOfReturns, returnChanges } from './returns.store';
import { returnRoutes } from './routes';

export const returns = slice({
  name: 'returns',
  level: 10,
  routes: returnRoutes,
  notices: returnNotices,
  topics: [{ kind: 'return', permission: 'returns.read', ownersOf: ownersOfReturns }],
  searches: [RETURNS],
  changes: [returnChanges],
  hooks: [
    // what is approved later would be credited to somebody who is gone
    on(counterpartyDeletion, async (tx, scope, counterpartyId) => {
      if (await hasUndecided(tx, scope, counterpartyId)) throw partnerErrors.counterparty_has_returns();
    }),
  ],
});
