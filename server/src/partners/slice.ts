import { on } from '@lanka/domain/kit/hooks';
import type { OwnersOf } from '../kit/live/topics';
import { slice } from '../kit/slice';
import { levelHolders } from '../price_levels';
import { belongings, memberJoined, projectCreated, projectDeletion } from '../projects';
import { writeAccess } from './access.store';
import { counterpartiesOfLevels } from './level-holders.store';
import { managed } from './members';
import { partnerNotices, tellJoined } from './notices';
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
  notices: partnerNotices,
  hooks: [
    // every project begins with «Власні продажі»: the counterparty of its own retail (specification §1, the example)
    on(projectCreated, openOwnSales),
    on(projectDeletion, sumBalances),
    on(belongings, managed),
    on(memberJoined, async (tx, app, { project_id, project_title, user, counterparty_id }) => {
      if (!counterparty_id) return;
      const in_project = { project: { id: project_id }, user };
      await writeAccess(tx, in_project, { counterparty_id, user_id: user.id, kind: 'joined' });
      await tellJoined(tx, app, { id: project_id, title: project_title }, { counterparty_id, who: user.name });
    }),
    on(levelHolders, counterpartiesOfLevels),
  ],
  searches: [COUNTERPARTIES],
});
