import type { Service } from '@lanka/domain/integrations/contract';
import { job } from '../kit/jobs/jobs';
import { gauge } from '../kit/observe/meters';
import type { ReadFigures } from '../kit/observe/metrics';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { inHundreds } from '../projects';
import * as store from './figures.store';
import { earlier, type Queued } from './hooks';
import { connectionsOf } from './integrations';

const nothing = (service: Service): store.Figures => ({
  ...{ service, working: 0, failing: 0, late: 0, paused: 0, waiting: 0, waiting_since: null, given_up: 0 },
  ...{ last_success_at: null, last_failure_at: null, last_error: null },
});

const later = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a);

function add(sum: store.Figures, one: store.Measured): store.Figures {
  const isLast = one.last_error !== null && later(sum.last_failure_at, one.last_failure_at) === one.last_failure_at;
  return {
    ...sum,
    [one.state]: sum[one.state] + 1,
    waiting: sum.waiting + one.waiting,
    waiting_since: earlier(sum.waiting_since, one.waiting_since),
    given_up: sum.given_up + one.given_up,
    last_success_at: later(sum.last_success_at, one.last_success_at),
    last_failure_at: later(sum.last_failure_at, one.last_failure_at),
    last_error: isLast ? one.last_error : sum.last_error,
  };
}

const withoutProject = (sum: store.Figures, { waiting, failed, since }: Queued): store.Figures => ({
  ...sum,
  waiting: sum.waiting + waiting,
  waiting_since: earlier(sum.waiting_since, since),
  given_up: sum.given_up + failed,
});

/** Looks at the services of all projects, and keeps what an operator and the metrics ask for. */
export async function measureServices(app: Services, now = new Date()): Promise<void> {
  const known = connectionsOf(app);
  const sums = new Map(known.map(({ service }) => [service, nothing(service)]));
  await inHundreds(app, async (projectIds) => {
    const measured = await app.db.transaction({ readOnly: true, projectIds }, async (tx) => {
      const connected = new Map<Service, readonly string[]>();
      const refused = new Map<Service, readonly string[]>();
      const beside = new Map<Service, ReadonlyMap<string, Queued>>();
      for (const { service, connectedOf, refusedOf, queue } of known) {
        connected.set(service, await connectedOf(tx, projectIds));
        if (refusedOf) refused.set(service, await refusedOf(tx, projectIds));
        if (queue) beside.set(service, await queue.count(tx, projectIds));
      }
      return store.measure(tx, connected, refused, beside, now);
    });
    for (const one of measured) sums.set(one.service, add(sums.get(one.service) ?? nothing(one.service), one));
    await app.db.transaction({}, (tx) => store.saveTroubles(tx, measured, now));
  });
  await app.db.transaction({}, async (tx) => {
    for (const { service, queue } of known) {
      const sum = sums.get(service) ?? nothing(service);
      const ofNone = await queue?.countOfNone?.(tx, app);
      if (ofNone) sums.set(service, withoutProject(sum, ofNone));
    }
    await store.saveFigures(tx, [...sums.values()], now);
  });
}

export const measureJob = byClock(job('integrations.measure'), '* * * * *', (app) => measureServices(app));

const STATES = ['working', 'failing', 'late', 'paused'] as const;
const projects = gauge(
  'lanka_service_projects',
  'Projects that have connected a service, by how it is there: working, failing, late (tasks have waited for 15 minutes), paused',
  ['service', 'state'],
  'max',
);
const waiting = gauge(
  'lanka_service_tasks_waiting',
  'Tasks that wait for a service in all projects, without those of paused queues',
  ['service'],
  'max',
);
const oldest = gauge(
  'lanka_service_oldest_task_seconds',
  'Age of the oldest of these tasks; 0 when none waits',
  ['service'],
  'max',
);
const givenUp = gauge(
  'lanka_service_tasks_given_up',
  'Tasks that a service refused or that were given up, and wait for somebody of their project',
  ['service'],
  'max',
);

/** Figures that nobody has measured for so long are not told: the jobs stand still. */
const STALE_MS = 5 * 60_000;

export const serviceFigures: ReadFigures = {
  gauges: [projects, waiting, oldest, givenUp],
  async read(app) {
    const rows = await app.db.transaction({ readOnly: true }, (tx) => store.listFigures(tx, { locale: 'en' }));
    const now = Date.now();
    for (const one of rows) {
      if (now - Date.parse(one.measured_at) > STALE_MS) continue;
      const { service } = one;
      for (const state of STATES) projects.set({ service, state }, one[state]);
      waiting.set({ service }, one.waiting);
      oldest.set({ service }, one.waiting_since ? Math.max(0, (now - Date.parse(one.waiting_since)) / 1000) : 0);
      givenUp.set({ service }, one.given_up);
    }
  },
};
