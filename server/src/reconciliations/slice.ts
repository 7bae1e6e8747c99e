import { slice } from '../kit/slice';
import { ownersOfActs } from './acts.store';
import { reconciliationNotices } from './notices';
import { proposals } from './propose';
import { reconciliationRoutes } from './routes';

export const reconciliations = slice({
  name: 'reconciliations',
  level: 6,
  routes: reconciliationRoutes,
  notices: reconciliationNotices,
  jobs: proposals,
  topics: [
    { kind: 'reconciliation', permission: 'reconciliations.read', ownersOf: ownersOfActs },
    // many at once, of the job that proposes them
    { kind: 'reconciliations', permission: 'reconciliations.propose' },
    { kind: 'reconciliation_setting', permission: 'reconciliations.propose' },
  ],
});
