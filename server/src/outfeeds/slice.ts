import { slice } from '../kit/slice';
import { buildJob, dropJob } from './build';
import { partnerEnded } from './notices';
import { forgetFetches, refreshFeeds } from './refresh';
import { outfeedRoutes } from './routes';

export const outfeeds = slice({
  name: 'outfeeds',
  level: 10,
  routes: outfeedRoutes,
  topics: [{ kind: 'feed', permission: 'outfeeds.read' }],
  notices: [partnerEnded],
  jobs: [buildJob, dropJob, refreshFeeds, forgetFetches],
});
