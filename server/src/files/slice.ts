import { slice } from '../kit/slice';
import { measureUploads } from './measure';
import { fileRoutes } from './routes';
import { closeLinks, countArrived, refuseUsed, removeUnused } from './uploads';

export const files = slice({
  name: 'files',
  level: 1,
  routes: fileRoutes,
  jobs: [removeUnused, closeLinks, measureUploads],
  hooks: [refuseUsed, countArrived],
});
