import { FILE_LINK_SECONDS, fileErrors, MAX_UPLOAD_BYTES } from '@lanka/domain/files/contract';
import { hook, on } from '@lanka/domain/kit/hooks';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock, work } from '../kit/slice';
import { newKey, stillOpen } from '../kit/storage/storage';
import { findUpload, isOpen, lockOwnUpload, markUsed, takeUnused } from './files.store';

/** A transfer that began within the link's time may end a little after it. */
const LINK_ENDED_MS = (FILE_LINK_SECONDS + 600) * 1000;

/** A used upload takes no more bytes at its address. */
export const refuseUsed = on(stillOpen, isOpen);

type Asker = Pick<ProjectScope, 'project' | 'user'>;

/**
 * The bytes that were sent for this upload. Throws `files.not_found` when the asker has no such upload or its
 * bytes never arrived, `files.too_large` above `limit` bytes.
 */
export async function readUpload(
  { storage }: Pick<Services, 'storage'>,
  tx: Tx,
  scope: Asker,
  file_name: string,
  limit = MAX_UPLOAD_BYTES,
): Promise<Buffer> {
  const upload = await findUpload(tx, scope, file_name);
  if (upload?.user_id !== scope.user.id) throw fileErrors.not_found({ path: 'file_name', code: 'not_found' });
  return storage.readAll(upload.kept_as ?? file_name, limit);
}

/** Links for sending cannot be called back in S3, so what still arrives is removed when the last of them has ended. */
const closeLink = job<{ key: string }>('files.close_link');

export const closeLinks = work(closeLink, ({ storage }, { key }) => storage.remove(key));

/** A file that something uses. */
export interface KeptFile {
  /** The storage key. */
  readonly file_name: string;
  readonly original_name: string;
}

/**
 * Gives the asker's upload to what uses it: the bytes as they are now are copied to a key of their own, which no link
 * for sending leads to, so that what others have seen cannot be exchanged. Undefined when he has no such upload or its
 * bytes never arrived. One upload may be used several times; all see the same bytes.
 */
export async function useUpload(
  { storage, jobs }: Pick<Services, 'storage' | 'jobs'>,
  tx: Tx,
  scope: Asker,
  file_name: string,
): Promise<KeptFile | undefined> {
  const upload = await lockOwnUpload(tx, scope, file_name);
  if (!upload) return undefined;
  const { original_name } = upload;
  if (upload.kept_as) return { file_name: upload.kept_as, original_name };
  const kept_as = newKey(scope.project.id, original_name);
  if (!(await storage.copy(file_name, kept_as))) return undefined;
  await markUsed(tx, upload, kept_as);
  await jobs.send(tx, closeLink, { key: file_name }, { startAfter: new Date(Date.now() + LINK_ENDED_MS) });
  return { file_name: kept_as, original_name };
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
