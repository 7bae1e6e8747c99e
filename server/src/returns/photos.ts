import * as contract from '@lanka/domain/returns/contract';
import { attach, detach, showFile } from '../attachments';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type Served, serve } from '../kit/http/serve';
import { lockWithOrder } from './decide';
import { photos } from './photos.store';
import { type LockedReturn, touch } from './returns.store';

const { MAX_PHOTOS: limit, returnErrors: errors } = contract;

/** Whoever decides locks the return as well: what was decided by stays. */
async function lockChangeable(tx: Tx, scope: ProjectScope, id: string): Promise<LockedReturn> {
  const { found } = await lockWithOrder(tx, scope, id);
  if (found.undecided === 0) throw errors.photos_decided();
  return found;
}

export const photoRoutes: Served[] = [
  serve(contract.addReturnPhoto, async ({ tx, scope, params: { return_id }, body, app, changed }) => {
    const found = await lockChangeable(tx, scope, return_id);
    if ((await photos.count(tx, scope, return_id)) >= limit) throw errors.too_many_photos({ limit });
    const id = await photos.insert(tx, scope, return_id, await attach(app, tx, scope, body.file_name));
    await touch(tx, scope, found);
    changed('return', return_id);
    const photo = await photos.read(tx, scope, return_id, id);
    if (!photo) throw new Error('the photo was inserted');
    return showFile(app, photo);
  }),

  serve(contract.deleteReturnPhoto, async (asked) => {
    const { tx, scope, params, changed } = asked;
    const found = await lockChangeable(tx, scope, params.return_id);
    const key = await photos.remove(tx, scope, params.return_id, params.id);
    if (!key) throw errors.no_photo();
    await detach(asked, key);
    await touch(tx, scope, found);
    changed('return', params.return_id);
  }),
];
