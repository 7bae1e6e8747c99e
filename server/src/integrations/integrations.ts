import {
  type Integration,
  type IntegrationTask,
  integrationErrors,
  type Service,
} from '@lanka/domain/integrations/contract';
import { serviceNames } from '@lanka/domain/integrations/services';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { together } from '../kit/db/together';
import type { Services } from '../kit/services';
import { type Connection, connections, inOneQueue } from './hooks';
import * as store from './integrations.store';
import { wake } from './queue';

/** The services that slices answer for, in the order in which they are named. */
export const connectionsOf = ({ hooks }: Pick<Services, 'hooks'>): readonly Connection[] =>
  [...hooks.all(connections)].sort((a, b) => serviceNames.indexOf(a.service) - serviceNames.indexOf(b.service));

/** How all of them are. */
export async function readAll(tx: Tx, app: Services, scope: ProjectScope): Promise<Integration[]> {
  const answering = connectionsOf(app);
  const connected = await together(answering.map(({ connectedOf }) => connectedOf(tx, [scope.project.id])));
  const refused = await together(answering.map(async ({ refusedOf }) => refusedOf?.(tx, [scope.project.id]) ?? []));
  const known = answering.map(({ service, settings }, n) => ({
    ...{ service, settings },
    ...{ connected: connected[n]?.length === 1, refused: refused[n]?.length === 1 },
  }));
  const read = await store.readIntegrations(tx, scope, known);
  return together(
    answering.map(async ({ queue }, n) => {
      const one = read[n] as Integration;
      if (!queue) return one;
      const own = (await queue.count(tx, [scope.project.id])).get(scope.project.id);
      const { waiting, failed, since } = inOneQueue({ ...one, since: one.waiting_since }, own);
      return { ...one, waiting, failed, waiting_since: since };
    }),
  );
}

export async function setPaused(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  service: Service,
  paused: boolean,
): Promise<Integration> {
  await store.lockQueue(tx, scope.project.id, service);
  await store.savePause(tx, scope.project.id, service, paused);
  if (!paused) await wake(tx, app, scope.project.id, service);
  return (await readAll(tx, app, scope)).find((one) => one.service === service) as Integration;
}

const MOST_AT_ONCE = 1_000;

export async function retryAll(tx: Tx, app: Services, scope: ProjectScope, service: Service): Promise<number> {
  const tasks = await store.hurryTasks(tx, scope.project.id, service, MOST_AT_ONCE);
  if (tasks > 0) await wake(tx, app, scope.project.id, service);
  const queue = app.hooks.all(connections).find((one) => one.service === service)?.queue;
  return tasks + ((await queue?.hurry(tx, app, scope.project.id, MOST_AT_ONCE)) ?? 0);
}

/** The task is locked when this returns. @throws task_not_found, task_under_way, task_is_done */
async function lockOpen(tx: Tx, { project }: ProjectScope, id: string): Promise<store.LockedTask> {
  const task = await store.lockTask(tx, project.id, id);
  if (!task) throw integrationErrors.task_not_found();
  if (task.underWay) throw integrationErrors.task_under_way();
  if (task.state === 'done' || task.state === 'canceled') throw integrationErrors.task_is_done();
  return task;
}

export async function retryTask(tx: Tx, app: Services, scope: ProjectScope, id: string): Promise<IntegrationTask> {
  const { service } = await lockOpen(tx, scope, id);
  const task = await store.saveTaskState(tx, scope, id, 'waiting');
  await wake(tx, app, scope.project.id, service);
  return task;
}

export async function cancelTask(tx: Tx, scope: ProjectScope, id: string): Promise<IntegrationTask> {
  await lockOpen(tx, scope, id);
  return store.saveTaskState(tx, scope, id, 'canceled');
}
