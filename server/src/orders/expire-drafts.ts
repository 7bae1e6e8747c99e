import { DomainError } from '@lanka/domain/kit/errors';
import { systemIn } from '../kit/auth/scope';
import { job } from '../kit/jobs/jobs';
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

interface Portion {
  readonly days: number;
  readonly drafts: readonly OldDraft[];
}

export async function expireDraftsIn(app: Services, projectId: string): Promise<void> {
  const scope = systemIn(projectId);
  let last: OldDraft | null = null;
  do {
    const { days, drafts }: Portion = await app.db.transaction({ projectIds: [projectId] }, async (tx) => {
      const { draft_days } = await readMainInfo(tx, scope);
      if (draft_days === null) return { days: 0, drafts: [] };
      return { days: draft_days, drafts: await findOldDrafts(tx, scope, draft_days, last) };
    });
    for (const { id } of drafts) await expireDraft(app, projectId, id, days);
    last = drafts.at(-1) ?? null;
  } while (last);
}

/** Each in a transaction of its own: one that has documents stays and holds nobody up. */
async function expireDraft(app: Services, projectId: string, id: string, days: number): Promise<void> {
  const scope = systemIn(projectId);
  const afterwards: (() => Promise<void>)[] = [];
  const after = (work: () => Promise<void>) => void afterwards.push(work);
  try {
    const deleted = await app.db.transaction({ projectIds: [projectId] }, async (tx) => {
      const order = await lockOldDraft(tx, scope, id, days);
      if (!order) return false;
      await keepDeleted(tx, scope, order, days);
      await deleteDraft({ tx, app, scope, after }, order);
      return true;
    });
    if (!deleted) return;
  } catch (error) {
    if (error instanceof DomainError) return;
    throw error;
  }
  for (const work of afterwards) await work();
  app.live.publish(projectId, { kind: 'order', id });
}
