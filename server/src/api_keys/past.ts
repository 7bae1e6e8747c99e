import { kyivDate } from '@lanka/domain/kit/time';
import type { KeyCall, Use } from '../kit/auth/api-keys';
import type { Tx } from '../kit/db/db';
import { monthOf } from '../kit/http/meter';
import { addUse, touchKeys } from './api_keys.store';
import { addDays, addPlaces, type DaySum, insertCalls, saveReaders } from './calls.store';

/** What a key has used this month before: for the demo. */
export async function addPastUse(tx: Tx, used: Omit<Use, 'month'>): Promise<void> {
  const use = { ...used, month: monthOf(new Date()) };
  await addUse(tx, [use, { ...use, key_id: use.project_id }]);
  await touchKeys(tx, [{ project_id: use.project_id, id: use.key_id, at: new Date(use.last_at).toISOString() }]);
}

/** How its calls went before: for the demo. Each stands for `calls` like it on its day. */
export async function addPastCalls(tx: Tx, past: readonly (KeyCall & { readonly calls: number })[]): Promise<void> {
  await addPlaces(tx, [...new Set(past.map(({ project_id }) => project_id))]);
  const sums = past.map(
    ({ project_id, key_id, at, operation, status, bytes, ms, waits, calls }): DaySum => ({
      ...{ project_id, key_id, operation, status, calls, day: kyivDate(new Date(at)) },
      ...{ bytes: bytes * calls, ms: waits ? 0 : ms * calls, waits: waits ? calls : 0 },
    }),
  );
  await addDays(tx, sums);
  const oneByOne = past.map(({ calls: _, ...call }) => call);
  await insertCalls(tx, oneByOne);
  await saveReaders(tx, [
    ...new Map(oneByOne.flatMap((one) => (one.after === undefined ? [] : [[one.key_id, one]]))).values(),
  ]);
}
