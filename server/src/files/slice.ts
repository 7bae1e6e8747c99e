import { slice } from '../kit/slice';
import { fileRoutes } from './routes';
import { closeLinks, refuseUsed, removeUnused } from './uploads';

export const files = slice({
  name: 'files',
  level: 1,
  routes: fileRoutes,
  jobs: [removeUnused, closeLinks],
  hooks: [refuseUsed],
});
