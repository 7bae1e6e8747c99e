import { fileErrors, MAX_UPLOAD_BYTES } from '@lanka/domain/files/contract';
import { hook } from '@lanka/domain/kit/hooks';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { findUpload, takeUnused } from './files.store';

/**
 * The bytes that were sent for this upload. Throws `files.not_found` when the project has no such upload or its
 * bytes never arrived, `files.too_large` above `limit` bytes.
 */
export async function readUpload(
  { storage }: Pick<Services, 'storage'>,
  tx: Tx,
  scope: Pick<ProjectScope, 'project'>,
  file_name: string,
  limit = MAX_UPLOAD_BYTES,
): Promise<Buffer> {
  if (!(await findUpload(tx, scope, file_name))) throw fileErrors.not_found({ path: 'file_name', code: 'not_found' });
  return storage.readAll(file_name, limit);
}

const sweep = job<Record<string, never>>('files.sweep');

/** Which projects there are; the slice of projects stands above and says it. */
export const allProjects = hook<(tx: Tx) => Promise<readonly string[]>>('files.all_projects');

/** Every night takes away uploads that nothing used for a day. */
export const removeUnused = byClock(sweep, '20 4 * * *', async (app) => {
  for (const list of app.hooks.all(allProjects))
    for (const projectId of await app.db.transaction({ readOnly: true }, list)) {
      let gone: string[];
      do {
        gone = await app.db.transaction({ projectIds: [projectId] }, (tx) => takeUnused(tx, [projectId], 200));
        for (const key of gone) await app.storage.remove(key);
      } while (gone.length === 200);
    }
});
