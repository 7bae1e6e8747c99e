import type { Services } from '../kit/services';
import { listProjectIds } from './projects.store';

/** Projects that are looked at by one statement. */
const AT_ONCE = 500;

/** Walks through all projects, some hundreds at a time: for jobs by the clock that ask of many with one statement. */
export async function inHundreds(
  { db }: Pick<Services, 'db'>,
  act: (projectIds: string[]) => Promise<unknown>,
): Promise<void> {
  const ids = await db.transaction({ readOnly: true }, listProjectIds);
  for (let at = 0; at < ids.length; at += AT_ONCE) await act(ids.slice(at, at + AT_ONCE));
}
