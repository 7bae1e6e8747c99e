import { systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import { rowByRow } from '../kit/jobs/row-by-row';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { listProjectIds } from '../projects';
import { readMainInfo } from '../templates';
import { deleteDraft } from './delete';
import { findOldDrafts, keepDeleted, lockOldDraft, type OldDraft } from './drafts.store';

const expire = job<Record<string, never>>('orders.expire_drafts');

/** Every night, in projects that say how long drafts live. */
export const expireDrafts = byClock(expire, '15 4 * * *', async (app) => {
  const ids = await app.db.transaction({ readOnly: true }, listProjectIds);
  for (const id of ids) await expireDraftsIn(app, id);
});

export async function expireDraftsIn(app: Services, projectId: string): Promise<void> {
  const scope = systemIn(projectId);
  const within = <T>(work: (tx: Tx) => Promise<T>) => app.db.transaction({ projectIds: [projectId] }, work);
  const { draft_days } = await within((tx) => readMainInfo(tx, scope));
  if (draft_days === null) return;
  await rowByRow<OldDraft>(app, {
    name: expire.name,
    find: (last) => within((tx) => findOldDrafts(tx, scope, draft_days, last)),
    act: async ({ id }) => {
      const afterwards: (() => Promise<void>)[] = [];
      const after = (work: () => Promise<void>) => void afterwards.push(work);
      // refused where it has documents
      const deleted = await within(async (tx) => {
        const order = await lockOldDraft(tx, scope, id, draft_days);
        if (!order) return false;
        await keepDeleted(tx, scope, order, draft_days);
        await deleteDraft({ tx, app, scope, after }, order);
        return true;
      });
      if (!deleted) return;
      for (const work of afterwards) await work();
      app.live.publish(projectId, { kind: 'order', id });
    },
  });
}
