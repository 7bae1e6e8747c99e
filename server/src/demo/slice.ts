import { slice } from '../kit/slice';
import { loadDemoIfEmpty } from './load';
import { demoRoutes } from './routes';
import { demoSignIns } from './sign-ins';

export const demo = slice({
  name: 'demo',
  level: 13,
  routes: demoRoutes,
  async fill(app, routes) {
    if (app.config.demo) await loadDemoIfEmpty(app, routes);
    return [];
  },
  greet: demoSignIns,
});
