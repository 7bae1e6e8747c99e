import { slice } from '../kit/slice';
import { templateRoutes } from './routes';

export const templates = slice({
  name: 'templates',
  level: 3,
  topics: [{ kind: 'template', permission: 'templates.read' }],
  routes: templateRoutes,
});
