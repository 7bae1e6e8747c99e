import type { Services } from '../services';
import type { Tx } from './db';

/** Tenants that are looked at by one statement. */
const AT_ONCE = 500;

/** Walks through tenants, some hundreds at a time: for jobs by the clock that ask of many with one statement. */
export async function walkTenants(
  { db }: Pick<Services, 'db'>,
  list: (tx: Tx) => Promise<readonly string[]>,
  act: (tenants: string[]) => Promise<unknown>,
): Promise<void> {
  const ids = [...new Set(await db.transaction({ readOnly: true }, list))];
  for (let at = 0; at < ids.length; at += AT_ONCE) await act(ids.slice(at, at + AT_ONCE));
}
