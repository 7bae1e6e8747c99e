import { slice } from '../kit/slice';
import { exportJob } from './export';
import { EXPORT_TOLD } from './notices';
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
  notices: Object.values(EXPORT_TOLD),
  jobs: [...importJobs, exportJob],
});
