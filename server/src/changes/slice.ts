import { byClock, slice } from '../kit/slice';
import { forgetChanges, forgetEverywhere, numberAll, numberEverywhere } from './jobs';
import { changeRoutes } from './routes';

export const changes = slice({
  name: 'changes',
  level: 11,
  routes: changeRoutes,
  jobs: [byClock(numberAll, '7 * * * *', numberEverywhere), byClock(forgetChanges, '20 3 * * *', forgetEverywhere)],
});
