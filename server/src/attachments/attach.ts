import type { AttachedFile } from '@lanka/domain/files/attached';
import { fileErrors } from '@lanka/domain/files/contract';
import { releaseUpload, useUpload } from '../files';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';

interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly file_name: string;
  readonly user_id: string;
  readonly author: string | null;
  readonly created_at: string;
}

/** As it is shown, with a link that is valid for one hour. */
export async function showFile({ storage }: Services, file: StoredFile): Promise<AttachedFile> {
  const { id, name, created_at } = file;
  const author = { kind: 'user' as const, id: file.user_id, name: file.author };
  return { id, name, created_at, author, url: await storage.presignGet(file.file_name) };
}

/**
 * The asker's upload as something attaches it.
 * @throws files.not_found, plans.storage_limit
 */
export async function attach(
  app: Services,
  tx: Tx,
  scope: Pick<ProjectScope, 'user'> & { readonly project: { readonly id: string } },
  file_name: string,
): Promise<Pick<StoredFile, 'file_name' | 'name'>> {
  const kept = await useUpload(app, tx, scope, file_name);
  if (!kept) throw fileErrors.not_found({ path: 'file_name', code: 'not_found' });
  return { file_name: kept.file_name, name: kept.original_name };
}

/** A request, as its handler gets it, or a job of the system. */
export interface Detaching<S extends ActingIn = ProjectScope> {
  readonly tx: Tx;
  readonly app: Services;
  readonly scope: S;
  after(work: () => Promise<void>): void;
}

/** What was attached under this key is gone: with the last that used it, its room is given back and its bytes go. */
export async function detach({ tx, app, scope, after }: Detaching<ActingIn>, key: string): Promise<void> {
  if (await releaseUpload(tx, scope, key)) after(() => app.storage.remove(key));
}

/** In the order of the keys, so that two who delete do not wait for each other crosswise. */
export async function detachAll(asked: Detaching<ActingIn>, keys: readonly string[]): Promise<void> {
  for (const key of [...keys].sort()) await detach(asked, key);
}
