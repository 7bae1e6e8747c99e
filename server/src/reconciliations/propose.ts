import { kyivDate } from '@lanka/domain/kit/time';
import { monthBefore, openDaysOf } from '@lanka/domain/reconciliations/rules';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock, work } from '../kit/slice';
import { lockDays } from '../ledger';
import { listProjectIds } from '../projects';
import { findSent, insertAct, insertRevision } from './acts.store';
import { tell } from './notices';
import { lacksAct, takeMonth, withoutAct } from './open.store';
import { readParties } from './requisites.store';
import { stateOf } from './state';

interface Asked {
  readonly project_id: string;
  readonly month: string;
  /** Who pressed; null: nobody, it is the 1st. */
  readonly user_id: string | null;
}

const propose = job<Asked>('reconciliations.propose', { expireInSeconds: 3600 });
const monthly = job<Record<string, never>>('reconciliations.monthly', { expireInSeconds: 3600 });

export const askForProposals = (tx: Tx, app: Services, asked: Asked): Promise<void> =>
  app.jobs.send(tx, propose, asked);

/** So many counterparties are looked up at a time. */
const BATCH = 100;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Builds and sends an act of the month to everybody who had operations in it and has none. Each in a transaction of its
 * own, behind the lock of his account, so that running twice, or two at once, makes no second act.
 */
export async function proposeAll(app: Services, asked: Asked): Promise<number> {
  const { project_id, month } = asked;
  const within = <T>(work: (tx: Tx) => Promise<T>) => app.db.transaction({ projectIds: [project_id] }, work);
  let made = 0;
  for (let after = FIRST; ; ) {
    const ids = await within((tx) => withoutAct(tx, { project: { id: project_id } }, month, after, BATCH));
    for (const id of ids) if (await within((tx) => proposeOne(tx, app, asked, id))) made += 1;
    const last = ids.at(-1);
    if (last === undefined || ids.length < BATCH) break;
    after = last;
  }
  app.live.publish(project_id, { kind: 'reconciliations', id: project_id });
  return made;
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
  byClock(monthly, '15 7 1-5 * *', (app) => proposeMonthly(app)),
];
