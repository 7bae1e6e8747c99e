import type { Use } from '../kit/auth/api-keys';
import type { Tx } from '../kit/db/db';
import { monthOf } from '../kit/http/meter';
import { addUse, touchKeys } from './api_keys.store';

/** What a key has used this month before: for the demo. */
export async function addPastUse(tx: Tx, used: Omit<Use, 'month'>): Promise<void> {
  const use = { ...used, month: monthOf(new Date()) };
  await addUse(tx, [use, { ...use, key_id: use.project_id }]);
  await touchKeys(tx, [{ project_id: use.project_id, id: use.key_id, at: new Date(use.last_at).toISOString() }]);
}
export { firstSupplier } from './api_keys.store';
