import { on } from '@lanka/domain/kit/hooks';
import { connections, resealed, taskHandlers } from '../integrations';
import { slice } from '../kit/slice';
import { resealTokens } from './connections';
import { connectedProjects } from './connections.store';
import { bankNotices } from './notices';
import { readByClock, readings } from './read';
import { bankingRoutes } from './routes';
import { BANK_ROWS } from './rows.store';

const settings = (bank: string): string => `/cp/integrations/banking/${bank}`;

/** Statements of banks, and what of the ledger each of their rows is (decision 0114). */
export const banking = slice({
  name: 'banking',
  level: 11,
  routes: bankingRoutes,
  notices: bankNotices,
  topics: [
    { kind: 'bank_row', permission: 'banking.read' },
    { kind: 'bank_account', permission: 'banking.read' },
  ],
  searches: [BANK_ROWS],
  jobs: [readByClock],
  hooks: [
    ...readings.map((task) => on(taskHandlers, task)),
    ...(['monobank', 'privatbank'] as const).map((service) =>
      on(connections, {
        ...{ service, settings: settings(service) },
        connectedOf: (tx, projectIds) => connectedProjects(tx, projectIds, service),
      }),
    ),
    on(resealed, resealTokens),
  ],
});
