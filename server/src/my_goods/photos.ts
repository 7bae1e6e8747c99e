import { MAX_IMAGE_BYTES } from '@lanka/domain/files/contract';
import { MAX_MY_PHOTOS, type MyGoods, myGoodsErrors } from '@lanka/domain/my_goods/contract';
import { giveRoom, prepareImage, readUpload, takeRoom, uncountUpload } from '../files';
import type { DropshippingScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import type { Services } from '../kit/services';
import { lockMine, readMyGoods } from './my_goods';
import { findGoods, type LockedGoods } from './my_goods.store';
import * as store from './photos.store';

async function lockOne(tx: Tx, scope: DropshippingScope, id: string): Promise<LockedGoods> {
  const [goods] = await lockMine(tx, scope, [id]);
  if (!goods) throw myGoodsErrors.not_found();
  return goods;
}

function refuseTooMany(photos: readonly unknown[]): void {
  if (photos.length >= MAX_MY_PHOTOS) throw myGoodsErrors.too_many_photos({ allowed: MAX_MY_PHOTOS });
}

/**
 * His upload to the supplier’s project as a photo of his own, behind those that there are. It counts against his plan.
 * @throws my_goods.not_found, too_many_photos, files.not_found, not_an_image, too_large, plans.storage_limit
 */
export async function addPhoto(
  tx: Tx,
  app: Services,
  scope: DropshippingScope,
  id: string,
  file_name: string,
): Promise<MyGoods> {
  const known = await findGoods(tx, scope, id);
  if (!known) throw myGoodsErrors.not_found();
  const { project_id } = known;
  // before it is read and made small; behind the lock it is counted once more
  refuseTooMany(await store.readPhotos(tx, known));
  const at = { user: scope.user, project: { id: project_id } };
  const stored = await prepareImage(app, project_id, await readUpload(app, tx, at, file_name, MAX_IMAGE_BYTES));
  try {
    const goods = await lockOne(tx, scope, id);
    const photos = await store.readPhotos(tx, goods);
    refuseTooMany(photos);
    const position = photos.length;
    await uncountUpload(tx, at, file_name);
    await takeRoom(app, tx, { project_id, user_id: scope.user.id }, stored.bytes);
    const { thumbnail, bytes } = stored;
    await store.insertPhoto(tx, goods, { id: newId(), file_name: stored.file_name, thumbnail, bytes, position });
    return await readMyGoods(tx, app, scope, id);
  } catch (error) {
    for (const key of [stored.file_name, stored.thumbnail]) await app.storage.remove(key);
    throw error;
  }
}

/** @throws my_goods.not_found, photo_not_found */
export async function movePhoto(
  tx: Tx,
  app: Services,
  scope: DropshippingScope,
  { id, photo_id }: { readonly id: string; readonly photo_id: string },
  position: number,
): Promise<MyGoods> {
  const goods = await lockOne(tx, scope, id);
  const ids = (await store.readPhotos(tx, goods)).map((one) => one.id);
  if (!ids.includes(photo_id)) throw myGoodsErrors.photo_not_found();
  const rest = ids.filter((one) => one !== photo_id);
  await store.arrangePhotos(tx, goods, rest.toSpliced(position, 0, photo_id));
  return readMyGoods(tx, app, scope, id);
}

/**
 * Answers the keys that nothing needs any more, to be removed after the commit.
 * @throws my_goods.not_found, photo_not_found
 */
export async function removePhoto(
  tx: Tx,
  scope: DropshippingScope,
  { id, photo_id }: { readonly id: string; readonly photo_id: string },
): Promise<readonly string[]> {
  const goods = await lockOne(tx, scope, id);
  const gone = await store.deletePhoto(tx, goods, photo_id);
  if (gone.length === 0) throw myGoodsErrors.photo_not_found();
  const rest = (await store.readPhotos(tx, goods)).map((one) => one.id);
  await store.arrangePhotos(tx, goods, rest);
  return freed(tx, scope, gone);
}

/** Their room is his again; answers the keys that nothing needs any more. */
export async function freed(
  tx: Tx,
  { user }: DropshippingScope,
  photos: readonly store.GonePhoto[],
): Promise<readonly string[]> {
  for (const project_id of [...new Set(photos.map((one) => one.project_id))].sort()) {
    const bytes = photos.reduce((sum, one) => sum + (one.project_id === project_id ? one.bytes : 0), 0);
    await giveRoom(tx, { project_id, user_id: user.id }, bytes);
  }
  return photos.flatMap(({ keys }) => keys);
}
