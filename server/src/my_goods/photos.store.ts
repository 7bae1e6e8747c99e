import { sql } from 'drizzle-orm';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import type { LockedGoods } from './my_goods.store';

export interface PhotoRow {
  readonly id: string;
  /** Keys in the storage. */
  readonly file_name: string;
  readonly thumbnail: string;
}

interface OfGoods {
  readonly project_id: string;
  readonly id: string;
}

/** In their order. */
export const readPhotos = (tx: Tx, { project_id, id }: OfGoods): Promise<PhotoRow[]> =>
  tx.rows<{ [K in keyof PhotoRow]: PhotoRow[K] }>(sql`
    select id, file_name, thumbnail from my_goods_photos
    where project_id = ${project_id} and goods_id = ${id} order by position`);

/** The goods are another version of themselves by that: feeds take them anew. */
const touch = (tx: Tx, { project_id, id }: OfGoods) =>
  tx.execute(sql`
    update my_goods set version = version + 1, updated_at = now() where project_id = ${project_id} and id = ${id}`);

export async function insertPhoto(
  tx: Tx,
  goods: LockedGoods,
  photo: PhotoRow & { readonly bytes: number; readonly position: number },
): Promise<void> {
  await tx.execute(sql`
    insert into my_goods_photos (project_id, id, goods_id, file_name, thumbnail, bytes, position)
    values (${goods.project_id}, ${photo.id}, ${goods.id}, ${photo.file_name}, ${photo.thumbnail}, ${photo.bytes}, ${photo.position})`);
  await touch(tx, goods);
}

/** All of them, in this order. */
export async function arrangePhotos(tx: Tx, goods: LockedGoods, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update my_goods_photos f set position = array_position(${idArray(ids)}, f.id) - 1
    where f.project_id = ${goods.project_id} and f.goods_id = ${goods.id}`);
  await touch(tx, goods);
}

export interface GonePhoto {
  readonly project_id: string;
  readonly bytes: number;
  readonly keys: readonly string[];
}

const asGone = (project_id: string, { bytes, file_name, thumbnail }: Record<string, unknown>): GonePhoto => ({
  project_id,
  bytes: Number(bytes),
  keys: [String(file_name), String(thumbnail)],
});

export async function deletePhoto(tx: Tx, { project_id, id }: LockedGoods, photo_id: string): Promise<GonePhoto[]> {
  const gone = await tx.rows(sql`
    delete from my_goods_photos where project_id = ${project_id} and goods_id = ${id} and id = ${photo_id}
    returning bytes, file_name, thumbnail`);
  return gone.map((row) => asGone(project_id, row));
}

/** Those of goods that go. */
export async function deletePhotos(tx: Tx, goods: readonly LockedGoods[]): Promise<GonePhoto[]> {
  const all: GonePhoto[] = [];
  for (const project_id of [...new Set(goods.map((one) => one.project_id))].sort()) {
    const ids = goods.filter((one) => one.project_id === project_id).map(({ id }) => id);
    const gone = await tx.rows(sql`
      delete from my_goods_photos where project_id = ${project_id} and goods_id = any(${idArray(ids)})
      returning bytes, file_name, thumbnail`);
    all.push(...gone.map((row) => asGone(project_id, row)));
  }
  return all;
}

/** The file of a photo, or of its small picture. */
export async function findPhotoFile(tx: Tx, project_id: string, id: string, small: boolean): Promise<string | null> {
  const [row] = await tx.rows<{ file: string }>(sql`
    select ${small ? sql`thumbnail` : sql`file_name`} as file from my_goods_photos
    where project_id = ${project_id} and id = ${id}`);
  return row?.file ?? null;
}
