import { slice } from '../kit/slice';
import { exportJob } from './export';
import { feedRoutes } from './routes';
import { importJobs } from './run';

export const feeds = slice({
  name: 'feeds',
  level: 9,
  routes: feedRoutes,
  topics: [
    { kind: 'import', permission: 'imports.run' },
    { kind: 'export', permission: 'imports.run' },
  ],
  jobs: [...importJobs, exportJob],
});
