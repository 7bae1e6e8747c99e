import { on } from '@lanka/domain/kit/hooks';
import { readFigures } from '../kit/observe/metrics';
import { slice } from '../kit/slice';
import { measureJob, serviceFigures } from './figures';
import { serviceFails, taskFailed } from './notices';
import { queueJobs } from './queue';
import { integrationRoutes } from './routes';

export const integrations = slice({
  name: 'integrations',
  level: 3,
  routes: integrationRoutes,
  topics: [{ kind: 'integration', permission: 'integrations.read' }],
  notices: [serviceFails, taskFailed],
  jobs: [...queueJobs, measureJob],
  hooks: [on(readFigures, serviceFigures)],
});
