import { type Happening, isAskedBy, type PaidArrival } from '@lanka/domain/automation/rules';
import { paidFurther, paidNoLonger } from '@lanka/domain/ledger/charges';
import { type ActingIn, systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { idWithin, newId } from '../kit/db/ids';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { findNewlyOverdue, findNoted, findWatched, type Overdue, setOverdueTold, takeChanges } from '../ledger';
import { listProjectIds } from '../projects';
import { readStored } from './rules.store';
import { type Event, runJob } from './run';
import { readSums } from './runs.store';

/** So many orders are told of in one transaction. */
const PORTION = 200;

const paidJob = job<Record<string, never>>('automation.paid');
const overdueJob = job<Record<string, never>>('automation.overdue');

/** What was paid: whoever posts only notes it, so that no payment waits for rules. */
export const hearPaid = byClock(paidJob, '* * * * *', (app) => tellPaid(app));

/** What was to be paid until yesterday: a day is over by the clock of Kyiv, its letters go out in the morning. */
export const tellOverdue = byClock(overdueJob, '5 7 * * *', (app) => tellNewlyOverdue(app));

type App = Pick<Services, 'db' | 'jobs'>;
type Told = Omit<Event, 'project_id'>;

export async function tellPaid(app: App): Promise<void> {
  for (const id of await projectsBy(app, findNoted))
    while (await inProject(app, id, (tx, scope) => tellChanges(tx, app, scope)));
}

export async function tellNewlyOverdue(app: App): Promise<void> {
  for (const id of await projectsBy(app, findWatched)) {
    let after: Overdue | null = null;
    do {
      after = await inProject(app, id, (tx, scope) => tellOverdueAfter(tx, app, scope, after));
    } while (after);
    await inProject(app, id, setOverdueTold);
  }
}

async function projectsBy(app: App, find: (tx: Tx) => Promise<string[]>): Promise<string[]> {
  const projectIds = await app.db.transaction({ readOnly: true }, listProjectIds);
  return app.db.transaction({ readOnly: true, projectIds }, find);
}

const inProject = <T>({ db }: App, id: string, tell: (tx: Tx, scope: ActingIn) => Promise<T>): Promise<T> =>
  db.transaction({ projectIds: [id] }, (tx) => tell(tx, systemIn(id)));

/** Answers whether there may be more. */
async function tellChanges(tx: Tx, app: App, scope: ActingIn): Promise<boolean> {
  const { taken, changes } = await takeChanges(tx, scope, PORTION);
  const sums = await readSums(
    tx,
    scope,
    changes.map(({ order_id }) => order_id),
  );
  const told = changes.flatMap(({ order_id, before, now, sum_before, became_overdue, chain }): Told[] => {
    const sum = sums.get(order_id) ?? 0;
    const [was, is] = [
      { ...before, sum: sum_before ?? sum },
      { ...now, sum },
    ];
    const state = paidFurther(was, is);
    return [
      ...(state ? [{ ...once(order_id, state), chain }] : []),
      ...(paidNoLonger(was, is) ? [{ event_id: newId(), order_id, happening: paid('no_longer'), chain }] : []),
      ...(became_overdue ? [{ ...once(order_id, 'overdue'), chain }] : []),
    ];
  });
  await tellAll(tx, app, scope, told);
  return taken === PORTION;
}

/** Answers the last that was told; null when there are no more. */
async function tellOverdueAfter(tx: Tx, app: App, scope: ActingIn, after: Overdue | null): Promise<Overdue | null> {
  const found = await findNewlyOverdue(tx, scope, after, PORTION);
  await tellAll(
    tx,
    app,
    scope,
    found.map(({ order_id }) => ({ ...once(order_id, 'overdue'), chain: [] })),
  );
  return found.length === PORTION ? (found.at(-1) ?? null) : null;
}

const paid = (state: PaidArrival): Happening => ({ kind: 'paid', state });

/** One event for an order and how far it is paid, whenever it is told: each rule runs for it once (decision 0081). */
const once = (order_id: string, state: 'partly' | 'paid' | 'overdue'): Omit<Told, 'chain'> => ({
  event_id: state === 'overdue' ? order_id : idWithin(order_id, state),
  order_id,
  happening: paid(state),
});

/** Only what a rule that is on waits for. */
async function tellAll(tx: Tx, app: App, scope: ActingIn, told: readonly Told[]): Promise<void> {
  if (told.length === 0) return;
  const rules = (await readStored(tx, scope)).filter(({ enabled }) => enabled);
  for (const event of told) {
    if (!rules.some((rule) => isAskedBy(rule, event.happening))) continue;
    await app.jobs.send(tx, runJob, { project_id: scope.project.id, ...event });
  }
}
