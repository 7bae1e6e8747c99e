import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import { eachAlone } from '../kit/jobs/each-alone';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { listProjectIds } from '../projects';
import { countEarned } from './count-earned.store';
import { countSales, nextUntil } from './count-sales.store';
import { countDays } from './statistics.store';

const nightly = job<Record<string, never>>('statistics.days', { expireInSeconds: 3600 });

/** Every night, long after the last request of yesterday has ended. A night that was missed is made up for by the next. */
export const countEveryNight = byClock(nightly, '10 3 * * *', (app) => countOrders(app));

export async function countOrders(app: Pick<Services, 'db' | 'log'>, now = new Date()): Promise<void> {
  const yesterday = daysAfter(kyivDate(now), -1);
  const ids = await app.db.transaction({ readOnly: true }, listProjectIds);
  const failed = await eachAlone(app, ids, async (id) => {
    await app.db.transaction({ projectIds: [id] }, (tx) => countDays(tx, id, yesterday));
    await countSalesOf(app, id, yesterday);
  });
  if (failed > 0) throw new Error(`the days of ${failed} projects could not be counted`);
}

/** In several transactions where there is much: a project that is counted for the first time. */
export async function countSalesOf({ db }: Pick<Services, 'db'>, project: string, last: string): Promise<void> {
  for (const [of, count] of [
    ['sale_days_until', countSales],
    ['party_days_until', countEarned],
  ] as const) {
    const next = () =>
      db.transaction({ projectIds: [project], readOnly: true }, (tx) => nextUntil(tx, project, last, of));
    for (let until = await next(); until !== null; until = await next()) {
      const day = until;
      await db.transaction({ projectIds: [project] }, (tx) => count(tx, project, day, day === last));
    }
  }
}
