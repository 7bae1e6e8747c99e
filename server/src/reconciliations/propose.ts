import { kyivDate } from '@lanka/domain/kit/time';
import { changesBetween, monthBefore, openDaysOf } from '@lanka/domain/reconciliations/rules';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock, work } from '../kit/slice';
import { lockDays } from '../ledger';
import { listProjectIds } from '../projects';
import { findLines, findRevisions, findSent, insertAct, insertRevision, lockSent, type Reader } from './acts.store';
import { tell, tellItWaits } from './notices';
import { actsToRemind, lacksAct, outdatedActs, takeMonth, takeReminder, withoutAct } from './open.store';
import { readParties } from './requisites.store';
import { stateOf } from './state';

interface Asked {
  readonly project_id: string;
  readonly month: string;
  /** Who pressed; null: nobody, it is the 1st. */
  readonly user_id: string | null;
}

const propose = job<Asked>('reconciliations.propose', { expireInSeconds: 3600 });
const remind = job<Asked>('reconciliations.remind', { expireInSeconds: 3600 });
const monthly = job<Record<string, never>>('reconciliations.monthly', { expireInSeconds: 3600 });

export const askForProposals = (tx: Tx, app: Services, asked: Asked): Promise<void> =>
  app.jobs.send(tx, propose, asked);

export const askForReminders = (tx: Tx, app: Services, asked: Asked): Promise<void> => app.jobs.send(tx, remind, asked);

/** So many counterparties, or acts, are looked up at a time. */
const BATCH = 100;
const FIRST = '00000000-0000-0000-0000-000000000000';

type Found = (tx: Tx, scope: Reader, month: string, after: string, limit: number) => Promise<string[]>;
type Deed = (tx: Tx, app: Services, asked: Asked, id: string) => Promise<boolean>;

/** Does it to each that is found, in a transaction of its own; answers to how many it was done. */
async function toEach(app: Services, asked: Asked, find: Found, deed: Deed): Promise<number> {
  const { project_id, month } = asked;
  const within = <T>(work: (tx: Tx) => Promise<T>) => app.db.transaction({ projectIds: [project_id] }, work);
  let done = 0;
  for (let after = FIRST; ; ) {
    const ids = await within((tx) => find(tx, { project: { id: project_id } }, month, after, BATCH));
    for (const id of ids) if (await within((tx) => deed(tx, app, asked, id))) done += 1;
    const last = ids.at(-1);
    if (last === undefined || ids.length < BATCH) return done;
    after = last;
  }
}

/**
 * Builds and sends an act of the month to everybody who had operations in it and has none, and sends anew what the
 * ledger has otherwise by now: nobody could agree to it. Each behind the lock of his account, so that running twice, or
 * two at once, makes no second act.
 */
export async function proposeAll(app: Services, asked: Asked): Promise<number> {
  const made = await toEach(app, asked, withoutAct, proposeOne);
  const anew = await toEach(app, asked, outdatedActs, sendAnew);
  app.live.publish(asked.project_id, { kind: 'reconciliations', id: asked.project_id });
  return made + anew;
}

/** Reminds everybody whose act of the month waits for him since an earlier day. */
export async function remindAll(app: Services, asked: Asked): Promise<number> {
  const reminded = await toEach(app, asked, actsToRemind, remindOne);
  app.live.publish(asked.project_id, { kind: 'reconciliations', id: asked.project_id });
  return reminded;
}

async function remindOne(tx: Tx, app: Services, { project_id }: Asked, id: string): Promise<boolean> {
  const scope = { project: { id: project_id } };
  if (!(await takeReminder(tx, scope, id))) return false;
  await tellItWaits(tx, app, scope, await findSent(tx, scope, id));
  return true;
}

/** The act is locked before the account, as everywhere. */
async function sendAnew(tx: Tx, app: Services, { project_id, user_id }: Asked, id: string): Promise<boolean> {
  const scope = { project: { id: project_id } };
  const act = await lockSent(tx, scope, id);
  if (!act) return false;
  await lockDays(tx, scope, act.counterparty_id);
  const [sent] = await findRevisions(tx, scope, id);
  if (!sent) throw new Error('what was sent has a version');
  const now = await stateOf(tx, app, scope, act);
  const lines = await findLines(tx, scope, id, sent.revision);
  if (changesBetween({ opening: sent.opening, lines }, now) === null) return false;
  const parties = await readParties(tx, project_id, act.counterparty_id);
  await insertRevision(tx, scope, { ...now, id, revision: sent.revision + 1, parties, sent_by: user_id });
  await tell(tx, app, scope, await findSent(tx, scope, id), 'sent', 'counterparty');
  return true;
}

async function proposeOne(
  tx: Tx,
  app: Services,
  { project_id, month, user_id }: Asked,
  counterparty_id: string,
): Promise<boolean> {
  const scope = { project: { id: project_id } };
  const { closed_until } = await lockDays(tx, scope, counterparty_id);
  const days = openDaysOf(month, closed_until);
  if (!days || !(await lacksAct(tx, scope, month, counterparty_id))) return false;
  const period = { counterparty_id, ...days };
  const id = await insertAct(tx, scope, { ...period, built_by: 'supplier', created_by: user_id });
  if (!id) return false;
  const parties = await readParties(tx, project_id, counterparty_id);
  const now = await stateOf(tx, app, scope, period);
  await insertRevision(tx, scope, { ...now, id, revision: 1, parties, sent_by: user_id });
  await tell(tx, app, scope, await findSent(tx, scope, id), 'sent', 'counterparty');
  return true;
}

/** Asks for the month before in each project that wants it; once for a month, however late or often it runs. */
export async function proposeMonthly(app: Services, today = kyivDate(new Date())): Promise<void> {
  const month = monthBefore(today);
  const ids = await app.db.transaction({ readOnly: true }, listProjectIds);
  for (const project_id of ids)
    await app.db.transaction({ projectIds: [project_id] }, async (tx) => {
      if (await takeMonth(tx, { project: { id: project_id } }, month))
        await askForProposals(tx, app, { project_id, month, user_id: null });
    });
}

/** On the 1st at 07:15 by Kyiv, and on the days after it for a server that was off then. */
export const proposals = [
  work(propose, async (app, asked) => {
    await proposeAll(app, asked);
  }),
  work(remind, async (app, asked) => {
    await remindAll(app, asked);
  }),
  byClock(monthly, '15 7 1-5 * *', (app) => proposeMonthly(app)),
];
