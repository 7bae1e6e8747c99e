import { type ApiCallDays, CALL_DAYS } from '@lanka/domain/api_keys/calls';
import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import type { KeyCall } from '../kit/auth/api-keys';
import type { Tx } from '../kit/db/db';
import { walkTenants } from '../kit/db/walk';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import * as store from './calls.store';

/**
 * Of what is added up at once (as a rule in a second) so many are kept one by one of each keeper: the newest that failed,
 * and the newest that did not. All of them are counted.
 */
const MOST_AT_ONCE = 20;

export const forgetApiCalls = job<Record<string, never>>('api_keys.forget_calls', { expireInSeconds: 1800 });

/** In the transaction that says how far the journal was read: each call is told of once. */
export async function keepCalls(tx: Tx, calls: readonly KeyCall[]): Promise<void> {
  if (calls.length === 0) return;
  await store.addPlaces(tx, [...new Set(calls.map(({ project_id }) => project_id))].sort());
  await store.addDays(tx, sumsOf(calls));
  await store.insertCalls(tx, newest(calls));
  const readers = new Map<string, KeyCall>();
  // a call that was refused has read nothing
  for (const call of calls) if (call.after !== undefined && call.status < 400) readers.set(call.key_id, call);
  await store.saveReaders(tx, [...readers.values()]);
}

function sumsOf(calls: readonly KeyCall[]): store.DaySum[] {
  const sums = new Map<string, store.DaySum>();
  const days = new Map<number, string>();
  for (const { project_id, key_id, at, operation, status, bytes, ms, waits } of calls) {
    // a day of Kyiv is dear to ask, and the same for a whole minute
    const minute = Math.floor(at / 60_000);
    const day = days.get(minute) ?? kyivDate(new Date(at));
    days.set(minute, day);
    const name = `${project_id} ${day} ${key_id} ${operation} ${status}`;
    const sum = sums.get(name) ?? { project_id, day, key_id, operation, status, calls: 0, bytes: 0, ms: 0, waits: 0 };
    const took = waits ? { waits: sum.waits + 1 } : { ms: sum.ms + ms };
    sums.set(name, { ...sum, calls: sum.calls + 1, bytes: sum.bytes + bytes, ...took });
  }
  return [...sums.values()];
}

function newest(calls: readonly KeyCall[]): KeyCall[] {
  const kept = new Map<string, number>();
  return calls.toReversed().filter(({ project_id, status }) => {
    const name = `${project_id} ${status >= 400}`;
    const count = (kept.get(name) ?? 0) + 1;
    kept.set(name, count);
    return count <= MOST_AT_ONCE;
  });
}

const firstDay = (today: string): string => daysAfter(today, 1 - CALL_DAYS);

export async function readCallDays(tx: Tx, projectId: string): Promise<ApiCallDays> {
  const today = kyivDate(new Date());
  const first = firstDay(today);
  const known = new Map((await store.listDays(tx, projectId, first)).map((one) => [one.day, one]));
  const days = Array.from({ length: CALL_DAYS }, (_, nth) => {
    const day = daysAfter(first, nth);
    return known.get(day) ?? { day, calls: 0, failed: 0, ms: null };
  });
  return { days, failures: await store.listFailures(tx, projectId, first, daysAfter(today, -1)) };
}

export async function forgetCallsEverywhere(app: Services): Promise<void> {
  const first = firstDay(kyivDate(new Date()));
  await walkTenants(app, store.listPlaces, async (projectIds) => {
    await app.db.transaction({ projectIds }, (tx) => store.forgetOld(tx, projectIds, first));
    // few call so often that they have too many
    const beyond = await app.db.transaction({ readOnly: true, projectIds }, (tx) => store.listBeyond(tx, projectIds));
    for (const id of beyond) await app.db.transaction({ projectIds: [id] }, (tx) => store.forgetBeyond(tx, id));
  });
}
