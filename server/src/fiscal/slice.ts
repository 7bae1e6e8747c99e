import { on } from '@lanka/domain/kit/hooks';
import { connections, resealed, taskHandlers } from '../integrations';
import { slice } from '../kit/slice';
import { fiscalClock } from './clock';
import { closedByItself, closesSoon } from './notices';
import { connectedProjects } from './registers.store';
import { resealKeys } from './reseal';
import { fiscalRoutes } from './routes';
import { fiscalTasks } from './tasks';

export const fiscal = slice({
  name: 'fiscal',
  level: 11,
  routes: fiscalRoutes,
  topics: [
    { kind: 'cash_register', permission: 'cash_registers.read' },
    { kind: 'shift', permission: 'cash_registers.read' },
    { kind: 'fiscal_receipt', permission: 'receipts.read' },
  ],
  jobs: fiscalClock,
  notices: [closesSoon, closedByItself],
  hooks: [
    ...fiscalTasks.map((task) => on(taskHandlers, task)),
    on(connections, {
      service: 'checkbox',
      settings: '/cp/integrations/checkbox',
      connectedOf: connectedProjects,
    }),
    on(resealed, resealKeys),
  ],
});
