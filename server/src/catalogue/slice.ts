import { on } from '@lanka/domain/kit/hooks';
import { slice } from '../kit/slice';
import { operatorWaits } from '../operator';
import { projectChanged } from '../projects';
import { copyJobs, relist } from './copy';
import { nightlyFacts } from './facts';
import { countWaiting } from './operator.store';
import { catalogueRoutes } from './routes';

export const catalogue = slice({
  name: 'catalogue',
  level: 11,
  routes: catalogueRoutes,
  jobs: [...copyJobs, nightlyFacts],
  hooks: [on(projectChanged, (tx, app, id) => relist(tx, app, id)), on(operatorWaits, countWaiting)],
});
