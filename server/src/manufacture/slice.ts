import { on } from '@lanka/domain/kit/hooks';
import { slice } from '../kit/slice';
import { belongings } from '../projects';
import { madeTakenBack } from '../turnover';
import { REQUESTS } from './manufacture.store';
import { openRequests } from './members';
import { makeAgain } from './move';
import { manufactureRoutes } from './routes';

export const manufacture = slice({
  name: 'manufacture',
  level: 7,
  routes: manufactureRoutes,
  topics: [{ kind: 'manufacture_request', permission: 'manufacture.read' }],
  hooks: [on(belongings, openRequests), on(madeTakenBack, makeAgain)],
  searches: [REQUESTS],
});
