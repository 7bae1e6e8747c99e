import type { Service } from '@lanka/domain/integrations/contract';
import { pauseAfter } from '@lanka/domain/integrations/rules';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import { tellLater } from '../kit/notices/notices';
import type { Services } from '../kit/services';
import { byClock, work } from '../kit/slice';
import { authoriseSystem, inHundreds } from '../projects';
import { reasonOf, ServiceError } from './calls';
import { resealed, type TaskHandler, type TaskResult, taskHandlers } from './hooks';
import * as store from './integrations.store';
import { taskFailed } from './notices';

interface Queue {
  readonly project_id: string;
  readonly service: Service;
}

/** A task counts as lost after so long, and is taken again: its process was killed. */
const LEASE_SECONDS = 300;
/** One job does so many tasks of a queue before others have their turn. */
const AT_ONCE = 100;

/** The job names the queue only: whichever runs first does all that is due, one task after another. */
const workJob = job<Queue>('integrations.work', { expireInSeconds: 1_800, concurrency: 4 });

/**
 * Queues what is to be asked of a service, in the transaction of what causes it: it is asked after the commit, never
 * within it. The same key is queued once, so that one cause has one effect however often it is told.
 * @returns the id of the task; null when this cause is known
 */
export async function queueTask(
  tx: Tx,
  app: Pick<Services, 'jobs'>,
  projectId: string,
  task: store.NewTask,
): Promise<string | null> {
  const id = await store.insertTask(tx, projectId, task);
  const when = task.next_at && { startAfter: task.next_at };
  if (id) await app.jobs.send(tx, workJob, { project_id: projectId, service: task.service }, when);
  return id;
}

/** Has a queue looked at. */
export const wake = (tx: Tx, app: Pick<Services, 'jobs'>, projectId: string, service: Service): Promise<void> =>
  app.jobs.send(tx, workJob, { project_id: projectId, service });

/** Does what is due in a queue; nothing while it is paused or another process is at it. */
export async function workQueue(app: Services, { project_id, service }: Queue): Promise<void> {
  for (let nth = 0; nth < AT_ONCE; nth += 1) {
    const task = await app.db.transaction({ projectIds: [project_id] }, async (tx) => {
      await store.lockQueue(tx, project_id, service);
      if (!(await store.mayGoOn(tx, project_id, service))) return null;
      return store.takeDue(tx, project_id, service, LEASE_SECONDS);
    });
    if (!task) return;
    await finish(app, { project_id, service }, task, await attempt(app, service, task));
  }
  await app.db.transaction({ projectIds: [project_id] }, (tx) => wake(tx, app, project_id, service));
}

async function attempt(app: Services, service: Service, task: store.TakenTask): Promise<TaskResult> {
  const handler = app.hooks
    .all(taskHandlers)
    .find((one: TaskHandler) => one.service === service && one.kind === task.kind);
  if (!handler)
    return { failed: { ua: `Завдання «${task.kind}» не відоме`, en: `The task ${task.kind} is not known` } };
  try {
    return await handler.run(app, task);
  } catch (error) {
    if (error instanceof ServiceError && error.outcome === 'refused') return { failed: error.reason };
    if (!(error instanceof ServiceError)) app.log.warn({ err: error, service, task: task.id }, 'a task failed for now');
    const afterMs = error instanceof ServiceError ? error.given.retryAfterMs : undefined;
    return { retry: reasonOf(error), ...(afterMs ? { afterMs } : {}) };
  }
}

async function finish(app: Services, queue: Queue, task: store.TakenTask, result: TaskResult): Promise<void> {
  const { project_id, service } = queue;
  await app.db.transaction({ projectIds: [project_id] }, async (tx) => {
    if ('done' in result) return store.finishTask(tx, task, { state: 'done' });
    const pause = 'retry' in result ? pauseAfter(task.attempt, Date.now() - Date.parse(task.created_at)) : null;
    const error = 'retry' in result ? result.retry : result.failed;
    if (pause !== null) {
      const said = 'retry' in result ? result : undefined;
      const waitsMs = Math.min(Math.max(pause, said?.afterMs ?? 0), said?.withinMs ?? Number.POSITIVE_INFINITY);
      const next_at = new Date(Date.now() + waitsMs);
      await store.finishTask(tx, task, { state: 'waiting', error, next_at });
      return app.jobs.send(tx, workJob, queue, { startAfter: next_at });
    }
    await store.finishTask(tx, task, { state: 'failed', error });
    const scope = await authoriseSystem(tx, project_id);
    if (scope) await tellLater(tx, scope, taskFailed, {}, [{ service, error }]);
  });
  app.live.publish(project_id, { kind: 'integration', id: project_id });
}

/** Queues whose job was lost with its process. */
const sweep = byClock(job('integrations.sweep'), '* * * * *', (app) => sweepQueues(app));
export const sweepQueues = (app: Services): Promise<void> =>
  inHundreds(app, async (projectIds) => {
    const due = await app.db.transaction({ readOnly: true, projectIds }, (tx) => store.listDue(tx, projectIds));
    for (const queue of due) await app.jobs.poke(workJob, queue);
  });

const forget = byClock(job('integrations.forget'), '20 3 * * *', (app) =>
  inHundreds(app, (projectIds) => app.db.transaction({ projectIds }, (tx) => store.removeOld(tx, projectIds))),
);

/** What an older key has sealed is sealed by the first one: after a night the older may go. */
const reseal = byClock(job('integrations.reseal', { expireInSeconds: 3_600 }), '50 3 * * *', async (app) => {
  let sealed = 0;
  for (const again of app.hooks.all(resealed)) sealed += await again(app);
  if (sealed > 0) app.log.info({ sealed }, 'secrets were sealed by the newer key');
});

export const queueJobs = [work(workJob, workQueue), sweep, forget, reseal];
