import { on } from '@lanka/domain/kit/hooks';
import type { OwnersOf } from '../kit/live/topics';
import { slice } from '../kit/slice';
import { levelHolders } from '../price_levels';
import { belongings, projectCreated, projectDeletion } from '../projects';
import { counterpartiesOfLevels } from './level-holders.store';
import { managed } from './members';
import { COUNTERPARTIES, openOwnSales, sumBalances } from './partners.store';
import { partnerRoutes } from './routes';

const itself: OwnersOf = async (_tx, _projectId, ids) => new Map(ids.map((id) => [id, id]));

export const partners = slice({
  name: 'partners',
  level: 5,
  routes: partnerRoutes,
  topics: [
    // with it its balance changes, which its Client sees too
    { kind: 'counterparty', permission: 'payments.read', ownersOf: itself },
    { kind: 'counterparty_group', permission: 'counterparties.read' },
  ],
  hooks: [
    // every project begins with «Власні продажі»: the counterparty of its own retail (specification §1, the example)
    on(projectCreated, openOwnSales),
    on(projectDeletion, sumBalances),
    on(belongings, managed),
    on(levelHolders, counterpartiesOfLevels),
  ],
  searches: [COUNTERPARTIES],
});
