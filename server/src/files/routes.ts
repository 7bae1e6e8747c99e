import { createUpload } from '@lanka/domain/files/contract';
import { type Served, serve } from '../kit/http/serve';
import { newKey } from '../kit/storage/storage';
import { insertUpload } from './files.store';
import { expectRoom, ownerOf, takeRoom } from './room';

const TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;

export const fileRoutes: Served[] = [
  serve(createUpload, async ({ tx, scope, body, app, sent }) => {
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
  }),
];
