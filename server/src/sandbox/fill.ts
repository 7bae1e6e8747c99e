import { fillSandbox } from '../demo';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { type SliceJob, work } from '../kit/slice';
import { lockToFill, markFilled } from '../projects';

export const fillOne = job<{ id: string }>('sandbox.fill');

/** All of its data in one transaction: a process that is killed meanwhile leaves none, and it is done anew. */
export async function fill(app: Services, id: string): Promise<void> {
  const of = await app.db.transaction({ projectIds: [id] }, async (tx) => {
    const found = await lockToFill(tx, id);
    if (!found) return null;
    await fillSandbox(app, tx, { user_id: found.user_id, session_id: '', known: true }, id);
    await markFilled(tx, id);
    return found.of;
  });
  if (of) app.live.publish(of, { kind: 'sandbox', id });
}

export const filling: SliceJob = work(fillOne, (app, { id }) => fill(app, id));
