import { common } from '@lanka/domain/kit/errors';

/**
 * Refuses to change a record that was changed since the asker read it: `ifMatch` is the version in his `If-Match`,
 * `version` that of the record, read behind its lock, so that of two changes at once the second is refused. The
 * refusal carries the record as it is now; without `If-Match` the last one wins.
 * @throws common.stale, 409
 */
export async function refuseStale(
  ifMatch: number | undefined,
  version: number,
  current: object | (() => Promise<object>),
): Promise<void> {
  if (ifMatch === undefined || ifMatch === version) return;
  throw common.stale({ ...(typeof current === 'function' ? await current() : current) });
}
