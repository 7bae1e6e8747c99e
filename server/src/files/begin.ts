import type { createUpload } from '@lanka/domain/files/contract';
import type { z } from 'zod';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { SentFile } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { newKey } from '../kit/storage/storage';
import { insertUpload } from './files.store';
import { expectRoom, ownerOf, takeRoom } from './room';

const TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;

/** A place in the project's storage for one file; what comes with a form stands there already. */
export async function beginUpload(
  tx: Tx,
  app: Services,
  scope: Parameters<typeof ownerOf>[0] & Pick<ProjectScope, 'user'>,
  body: z.infer<typeof createUpload.body>,
  sent?: SentFile,
): Promise<z.infer<typeof createUpload.returns>> {
  const content_type = TYPE.test(body.content_type ?? '') ? String(body.content_type) : 'application/octet-stream';
  const file_name = sent?.key ?? newKey(scope.project.id, body.file_name);
  const owner = ownerOf(scope);
  const of_user = owner.user_id !== null;
  const bytes = sent?.bytes ?? null;
  await insertUpload(tx, scope, { file_name, original_name: body.file_name, content_type, bytes, of_user });
  if (bytes !== null) await takeRoom(app, tx, owner, bytes);
  else await expectRoom(app, tx, owner, body.bytes ?? 1);
  const direct_upload = await app.storage.presignPut(file_name, content_type);
  return { url: direct_upload.url, file_name, direct_upload };
}
