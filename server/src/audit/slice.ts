import { slice } from '../kit/slice';
import { selfChecks } from './background';
import { auditRoutes } from './routes';

export const audit = slice({ name: 'audit', routes: auditRoutes, jobs: selfChecks });
