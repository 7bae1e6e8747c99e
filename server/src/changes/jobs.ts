import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { inHundreds } from '../projects';
import { forgetOld, projectsWithWaiting } from './changes.store';
import { numberIn } from './wait';

/** Where nobody reads, what waits is numbered by the hour, so that it does not grow. */
export const numberAll = job<Record<string, never>>('changes.number', { expireInSeconds: 1800 });
export const forgetChanges = job<Record<string, never>>('changes.forget', { expireInSeconds: 1800 });

export const numberEverywhere = (app: Services): Promise<void> =>
  inHundreds(app, async (projectIds) => {
    const waiting = await app.db.transaction({ readOnly: true, projectIds }, projectsWithWaiting);
    await numberIn(app, waiting);
  });

export const forgetEverywhere = (app: Services): Promise<void> =>
  inHundreds(app, async (ids) => {
    for (const id of ids) await app.db.transaction({ projectIds: [id] }, (tx) => forgetOld(tx, id));
  });
