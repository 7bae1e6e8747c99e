import { FILE_LINK_SECONDS, fileErrors, MAX_UPLOAD_BYTES } from '@lanka/domain/files/contract';
import { hook, on } from '@lanka/domain/kit/hooks';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock, work } from '../kit/slice';
import { arrived, newKey, stillOpen } from '../kit/storage/storage';
import {
  addUse,
  deleteUpload,
  findUpload,
  isOpen,
  lockKept,
  lockOpen,
  lockOwnUpload,
  markUsed,
  type SweptUpload,
  setBytes,
  takeUnused,
  type UploadRow,
} from './files.store';
import { giveRoom, takeRoom } from './room';
import type { Owner } from './room.store';

/** A transfer that began within the link's time may end a little after it. */
const LINK_ENDED_MS = (FILE_LINK_SECONDS + 600) * 1000;

/** A used upload takes no more bytes at its address. */
export const refuseUsed = on(stillOpen, isOpen);

const ownerOfUpload = ({
  project_id,
  user_id,
  of_user,
}: Pick<UploadRow, 'project_id' | 'user_id' | 'of_user'>): Owner => ({
  project_id,
  user_id: of_user ? user_id : null,
});

/** Bytes that have come to an upload are counted before they are kept; sent once more, they take the place of the first. */
export const countArrived = on(arrived, async (hooks, tx, projectId, key, bytes) => {
  const upload = await lockOpen(tx, projectId, key);
  if (!upload) throw fileErrors.link_expired();
  await takeRoom({ hooks }, tx, ownerOfUpload(upload), bytes - (upload.bytes ?? 0));
  await setBytes(tx, upload, bytes);
});

type Asker = Pick<ProjectScope, 'user'> & { readonly project: { readonly id: string } };

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
 * @throws plans.storage_limit
 */
export async function useUpload(
  app: Pick<Services, 'storage' | 'jobs' | 'hooks'>,
  tx: Tx,
  scope: Asker,
  file_name: string,
): Promise<KeptFile | undefined> {
  const { storage, jobs } = app;
  const upload = await lockOwnUpload(tx, scope, file_name);
  if (!upload) return undefined;
  const { original_name } = upload;
  if (upload.kept_as) {
    await addUse(tx, upload, 1);
    return { file_name: upload.kept_as, original_name };
  }
  const kept_as = newKey(scope.project.id, original_name);
  if (!(await storage.copy(file_name, kept_as))) return undefined;
  try {
    // what went past us, to S3, is known only now
    const bytes = (await storage.size(kept_as)) ?? 0;
    await takeRoom(app, tx, ownerOfUpload(upload), bytes - (upload.bytes ?? 0));
    await markUsed(tx, upload, kept_as, bytes);
  } catch (error) {
    await storage.remove(kept_as);
    throw error;
  }
  await jobs.send(tx, closeLink, { key: file_name }, { startAfter: new Date(Date.now() + LINK_ENDED_MS) });
  return { file_name: kept_as, original_name };
}

/**
 * Something does not use the file any more. With the last that did its room is given back, and the caller removes the
 * bytes after the commit: true then.
 */
export async function releaseUpload(tx: Tx, scope: ActingIn, kept_as: string): Promise<boolean> {
  const upload = await lockKept(tx, scope, kept_as);
  if (upload?.uses !== 1) {
    if (upload) await addUse(tx, upload, -1);
    return false;
  }
  await deleteUpload(tx, upload);
  await giveRoom(tx, ownerOfUpload(upload), upload.bytes ?? 0);
  return true;
}

/**
 * Does not count an upload any more of which a picture was made: the picture counts. It can be used for another one
 * until it is swept. Nothing happens where something else uses it.
 */
export async function uncountUpload(tx: Tx, scope: Asker, file_name: string): Promise<void> {
  const upload = await lockOwnUpload(tx, scope, file_name);
  if (!upload || upload.used_at !== null || upload.bytes === 0) return;
  await giveRoom(tx, ownerOfUpload(upload), upload.bytes ?? 0);
  await setBytes(tx, upload, 0);
}

const sweep = job<Record<string, never>>('files.sweep');

/** Which projects there are; the slice of projects stands above and says it. */
export const allProjects = hook<(tx: Tx) => Promise<readonly string[]>>('files.all_projects');

/** Every night takes away uploads that nothing used for a day. */
export const removeUnused = byClock(sweep, '20 4 * * *', async (app) => {
  for (const list of app.hooks.all(allProjects))
    for (const projectId of await app.db.transaction({ readOnly: true }, list)) {
      let gone: SweptUpload[];
      do {
        gone = await app.db.transaction({ projectIds: [projectId] }, (tx) => sweepOne(tx, projectId));
        for (const { file_name } of gone) await app.storage.remove(file_name);
      } while (gone.length === 200);
    }
});

/** Totals of users are locked in the order of their ids, so that two sweeps cannot wait for each other. */
async function sweepOne(tx: Tx, projectId: string): Promise<SweptUpload[]> {
  const gone = await takeUnused(tx, [projectId], 200);
  const sums = new Map<string, { owner: Owner; bytes: number }>();
  for (const upload of gone) {
    const owner = ownerOfUpload(upload);
    const name = owner.user_id ?? '';
    sums.set(name, { owner, bytes: (sums.get(name)?.bytes ?? 0) + (upload.bytes ?? 0) });
  }
  const inOrder = [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [, { owner, bytes }] of inOrder) await giveRoom(tx, owner, bytes);
  return gone;
}
