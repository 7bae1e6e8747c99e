import type { Use } from '../kit/auth/api-keys';
import type { Tx } from '../kit/db/db';
import { monthOf } from '../kit/http/meter';
import { addUse, touchKey } from './api_keys.store';

/** What a key has used this month before: for the demo. */
export async function addPastUse(tx: Tx, used: Omit<Use, 'month'>): Promise<void> {
  const use = { ...used, month: monthOf(new Date()) };
  await addUse(tx, use);
  await addUse(tx, { ...use, key_id: use.project_id });
  await touchKey(tx, use.project_id, use.key_id, use.last_at);
}
