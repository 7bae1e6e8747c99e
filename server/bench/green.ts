import { setTimeout as sleep } from 'node:timers/promises';
import type { Audit } from '@lanka/domain/audit/contract';
import type { HttpClient } from './http-client';

const LOOK_MS = 1_000;

/** The self-check as it is now; that of a large project is made in the background and waited for, minutes if need be. */
export async function selfCheck(http: HttpClient, project_id: string): Promise<Audit> {
  const path = `/api/projects/${project_id}/audit`;
  const read = async () => JSON.parse((await http.ask('GET', path, undefined, 200)).text) as Audit;
  let found = await read();
  if (found.live) return found;
  const ended = async (): Promise<void> => {
    for (; found.running; found = await read()) await sleep(LOOK_MS);
  };
  // one that runs already may have looked before the last change
  await ended();
  found = JSON.parse((await http.ask('POST', path, undefined, 202)).text) as Audit;
  await ended();
  return found;
}
