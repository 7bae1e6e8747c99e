import { slice } from '../kit/slice';
import { selfChecks } from './background';
import { auditRoutes } from './routes';

export const audit = slice({
  name: 'audit',
  level: 13,
  routes: auditRoutes,
  jobs: selfChecks,
  topics: [{ kind: 'audit', permission: 'audit.read' }],
});
