import * as contract from '@lanka/domain/integrations/contract';
import * as operator from '@lanka/domain/integrations/operator';
import { serviceNames } from '@lanka/domain/integrations/services';
import { wholePage } from '../kit/db/paging';
import { type Served, serve } from '../kit/http/serve';
import { listFigures, listTroubles } from './figures.store';
import * as use from './integrations';
import { listCalls, listTasks } from './integrations.store';

const byName = ({ service }: { service: contract.Service }) => serviceNames.indexOf(service);

export const integrationRoutes: Served[] = [
  serve(contract.listIntegrations, async ({ tx, app, scope }) => wholePage(await use.readAll(tx, app, scope))),
  serve(contract.listIntegrationCalls, ({ tx, scope, params, query }) =>
    listCalls(tx, scope, { ...query, service: params.service }),
  ),
  serve(contract.listIntegrationTasks, ({ tx, scope, params, query }) =>
    listTasks(tx, scope, { ...query, service: params.service }),
  ),
  serve(contract.pauseIntegration, async ({ tx, app, scope, params, changed }) => {
    const after = await use.setPaused(tx, app, scope, params.service, true);
    changed('integration', scope.project.id);
    return after;
  }),
  serve(contract.resumeIntegration, async ({ tx, app, scope, params, changed }) => {
    const after = await use.setPaused(tx, app, scope, params.service, false);
    changed('integration', scope.project.id);
    return after;
  }),
  serve(contract.retryIntegrationTasks, async ({ tx, app, scope, params, changed }) => {
    const tasks = await use.retryAll(tx, app, scope, params.service);
    changed('integration', scope.project.id);
    return { tasks };
  }),
  serve(contract.retryIntegrationTask, async ({ tx, app, scope, params, changed }) => {
    const task = await use.retryTask(tx, app, scope, params.id);
    changed('integration', scope.project.id);
    return task;
  }),
  serve(contract.cancelIntegrationTask, async ({ tx, scope, params, changed }) => {
    const task = await use.cancelTask(tx, scope, params.id);
    changed('integration', scope.project.id);
    return task;
  }),
  serve(operator.listOperatorServices, async ({ tx, scope }) => {
    const figures = await listFigures(tx, scope);
    return wholePage(figures.sort((a, b) => byName(a) - byName(b)));
  }),
  serve(operator.listServiceTroubles, ({ tx, scope, query }) => listTroubles(tx, scope, query)),
];
