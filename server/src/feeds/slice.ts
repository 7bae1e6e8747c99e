import { slice } from '../kit/slice';
import { exportJob } from './export';
import { EXPORT_TOLD, IMPORT_TOLD, SOURCE_TOLD } from './notices';
import { feedRoutes } from './routes';
import { importJobs } from './run';
import { runDueSources } from './sources';

export const feeds = slice({
  name: 'feeds',
  level: 9,
  routes: feedRoutes,
  topics: [
    { kind: 'import', permission: 'imports.run' },
    { kind: 'import_source', permission: 'imports.run' },
    { kind: 'export', permission: 'imports.run' },
  ],
  notices: [...Object.values(EXPORT_TOLD), ...Object.values(IMPORT_TOLD), ...Object.values(SOURCE_TOLD)],
  jobs: [...importJobs, runDueSources, exportJob],
});
