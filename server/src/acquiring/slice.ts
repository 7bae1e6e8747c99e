import { on } from '@lanka/domain/kit/hooks';
import { connections, resealed } from '../integrations';
import { slice } from '../kit/slice';
import { resealTokens } from './connection';
import { connectedProjects } from './connections.store';
import { cardProblem, tokenRefused } from './notices';
import { countQueued } from './payments.store';
import { countOfPlatform, hurryAll } from './queue';
import { acquiringRoutes } from './routes';
import { acquiringJobs } from './work';

/** Payments by card: a page of the bank, and what becomes of it (decision 0123). */
export const acquiring = slice({
  name: 'acquiring',
  level: 4,
  routes: acquiringRoutes,
  notices: [cardProblem, tokenRefused],
  topics: [{ kind: 'acquiring', permission: 'acquiring.read' }],
  jobs: acquiringJobs,
  hooks: [
    on(connections, {
      ...{ service: 'acquiring', settings: '/cp/integrations/acquiring' },
      connectedOf: (tx, projectIds) => connectedProjects(tx, projectIds),
      refusedOf: (tx, projectIds) => connectedProjects(tx, projectIds, { refused: true }),
      queue: { count: countQueued, countOfNone: countOfPlatform, hurry: hurryAll },
    }),
    on(resealed, resealTokens),
  ],
});
