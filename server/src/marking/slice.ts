import { slice } from '../kit/slice';
import { giveCodesToRest } from './give-codes';
import { markingRoutes } from './routes';

export const marking = slice({
  name: 'marking',
  level: 11,
  routes: markingRoutes,
  jobs: [giveCodesToRest],
  topics: [
    { kind: 'marking', permission: 'marking.read' },
    { kind: 'label_template', permission: 'marking.read' },
  ],
});
