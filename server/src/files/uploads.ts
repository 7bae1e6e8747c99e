import { fileErrors, MAX_UPLOAD_BYTES } from '@lanka/domain/files/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
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

/**
 * Every night takes away uploads that nothing used for a day. Who lists the projects is passed in, because this
 * slice stands below them.
 */
export function registerFileJobs(app: Services, listProjectIds: (tx: Tx) => Promise<readonly string[]>): void {
  app.jobs.handle(sweep, async () => {
    const projectIds = await app.db.transaction({ readOnly: true }, listProjectIds);
    for (const projectId of projectIds) {
      let gone: string[];
      do {
        gone = await app.db.transaction({ projectIds: [projectId] }, (tx) => takeUnused(tx, [projectId], 200));
        for (const key of gone) await app.storage.remove(key);
      } while (gone.length === 200);
    }
  });
  app.jobs.every(sweep, '20 4 * * *', {});
}
