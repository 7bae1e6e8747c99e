import { MAX_IMAGE_BYTES } from '@lanka/domain/files/contract';
import { prepareImage, readUpload } from '../files';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';

/** The address of a project's logo: a key of the storage is presigned, an address stays what it is. */
export async function logoUrl(app: Pick<Services, 'storage'>, logo: string | null): Promise<string | null> {
  if (!logo) return null;
  return isKey(logo) ? app.storage.presignGet(logo) : logo;
}

const isKey = (logo: string): boolean => !/^(https?:|\/|data:)/.test(logo);

/** The same row with its logo as an address that a browser can open. */
export async function withLogo<T extends { logo_url: string | null }>(app: Services, row: T): Promise<T> {
  return { ...row, logo_url: await logoUrl(app, row.logo_url) };
}

/**
 * Makes a logo of an upload of this project: a small picture, encoded anew (specification §2.3: about 200 × 200).
 * Answers its storage key. Throws `files.not_found`, `files.not_an_image`, `files.too_large`.
 */
export async function makeLogo(tx: Tx, app: Services, scope: ProjectScope, file_name: string): Promise<string> {
  const bytes = await readUpload(app, tx, scope, file_name, MAX_IMAGE_BYTES);
  const stored = await prepareImage(app, scope.project.id, bytes);
  await app.storage.remove(stored.file_name);
  return stored.thumbnail;
}

/** Takes the picture of a former logo away. */
export async function dropLogo(app: Services, logo: string | null): Promise<void> {
  if (logo && isKey(logo)) await app.storage.remove(logo);
}
