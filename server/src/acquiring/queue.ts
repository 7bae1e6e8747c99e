import { inOneQueue, type Queued } from '../integrations';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { lookAt } from './due';
import { platformQueue } from './hooks';
import { listQueued } from './payments.store';

/** Refunds that wait, and what a person was to look at, are tried at once. */
export async function hurryAll(tx: Tx, app: Services, projectId: string, most: number): Promise<number> {
  const ids = await listQueued(tx, projectId, most);
  for (const id of ids) await lookAt(tx, app, projectId, id, new Date());
  return ids.length;
}

export async function countOfPlatform(tx: Tx, app: Services): Promise<Queued> {
  let all: Queued = { waiting: 0, failed: 0, since: null };
  for (const count of app.hooks.all(platformQueue)) all = inOneQueue(all, await count(tx));
  return all;
}
