import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { lookAt } from './due';
import { listQueued } from './payments.store';

/** Refunds that wait, and what a person was to look at, are tried at once. */
export async function hurryAll(tx: Tx, app: Services, projectId: string, most: number): Promise<number> {
  const ids = await listQueued(tx, projectId, most);
  for (const id of ids) await lookAt(tx, app, projectId, id, new Date());
  return ids.length;
}
