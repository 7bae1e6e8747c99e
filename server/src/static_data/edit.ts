import { MAX_IMAGE_BYTES } from '@lanka/domain/files/contract';
import {
  type CreateStaticDataBody,
  staticDataErrors as errors,
  type GivenContent,
  MAX_STATIC_DATA as limit,
  type StaticData,
  type StoredContent,
  type Told,
  type UpdateStaticDataBody,
} from '@lanka/domain/static_data/contract';
import { giveRoom, prepareImage, readUpload, takeRoom, uncountUpload } from '../files';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import type { Context } from '../kit/http/serve';
import { refuseStale } from '../kit/http/stale';
import type { Services } from '../kit/services';
import * as store from './static_data.store';

type Asked = Pick<Context<unknown, unknown, unknown, 'static_data.edit'>, 'tx' | 'app' | 'scope' | 'after'>;

const NO_PICTURE: store.Picture = { file_name: null, thumbnail: null, file_bytes: null, picture_id: null };

/** As it is read: a picture by the address that it keeps. */
export function shown({ config }: Services, scope: ProjectScope, data: store.StoredData): StaticData {
  const { id, key, name, content: kept, position, version, updated_at } = data;
  const address = `${config.publicUrl}/api/static_pictures/${scope.project.id}/${data.picture_id}`;
  const content = kept.type === 'picture' ? { type: kept.type, value: address, alt: kept.alt } : kept;
  return { id, key, name, content, position, version, updated_at };
}

const told = ({ key, name, content }: store.DataFields): Told => ({ key, name, content });
const pictureOf = ({ file_name, thumbnail, file_bytes, picture_id }: store.StoredData): store.Picture => ({
  ...{ file_name, thumbnail, file_bytes, picture_id },
});

/** The caller holds the lock of the project's keys. */
async function refuseTaken(tx: Tx, scope: ProjectScope, key: string, own?: string): Promise<void> {
  const holder = await store.idOfKey(tx, scope, key);
  if (holder === undefined || holder === own) return;
  const { code, text } = errors.key_taken;
  throw errors.key_taken({ path: 'key', code, key, message: text[scope.locale].replace('{key}', key) });
}

/** A new picture, encoded anew; what is thrown afterwards takes it away again. */
async function newPicture({ tx, app, scope }: Asked, upload: string): Promise<store.Picture> {
  const bytes = await readUpload(app, tx, scope, upload, MAX_IMAGE_BYTES);
  const { file_name, thumbnail, bytes: file_bytes } = await prepareImage(app, scope.project.id, bytes);
  return { file_name, thumbnail, file_bytes, picture_id: newId() };
}

const filesOf = ({ file_name, thumbnail }: store.Picture): string[] =>
  [file_name, thumbnail].filter((key) => key !== null);

const ownerOf = ({ project }: ProjectScope) => ({ project_id: project.id, user_id: null });

/** Does the work with the picture that was sent, if one was, and counts it; if the work fails nothing of it stays. */
async function withPicture<T>(
  asked: Asked,
  content: GivenContent | undefined,
  work: (picture: store.Picture | null) => Promise<T>,
): Promise<T> {
  const upload = content?.type === 'picture' ? content.file_name : undefined;
  if (upload === undefined) return work(null);
  const { tx, app, scope } = asked;
  const picture = await newPicture(asked, upload);
  try {
    const done = await work(picture);
    await uncountUpload(tx, scope, upload);
    await takeRoom(app, tx, ownerOf(scope), picture.file_bytes ?? 0);
    return done;
  } catch (error) {
    for (const key of filesOf(picture)) await app.storage.remove(key);
    throw error;
  }
}

/** Gives its room back; its bytes go when that is committed. */
async function drop({ tx, app, scope, after }: Asked, picture: store.Picture): Promise<void> {
  if (picture.file_bytes === null) return;
  await giveRoom(tx, ownerOf(scope), picture.file_bytes);
  after(async () => {
    for (const key of filesOf(picture)) await app.storage.remove(key);
  });
}

const keptContent = (content: GivenContent, alt: string, picture: store.Picture): StoredContent =>
  content.type === 'picture'
    ? { type: 'picture', alt: content.alt ?? alt, ...(picture.picture_id ? { picture_id: picture.picture_id } : {}) }
    : content;

export const createStaticData = (asked: Asked, body: CreateStaticDataBody): Promise<StaticData> =>
  withPicture(asked, body.content, async (made) => {
    const { tx, app, scope } = asked;
    if (body.content.type === 'picture' && !made) throw errors.no_picture({ path: 'content.file_name' });
    await store.lockStaticData(tx, scope);
    const { total, last } = await store.countStaticData(tx, scope);
    if (total >= limit) throw errors.full({ limit });
    await refuseTaken(tx, scope, body.key);
    const picture = made ?? NO_PICTURE;
    const data = await store.insertStaticData(tx, scope, {
      ...{ key: body.key, name: body.name, position: body.position ?? Math.min(last + 1, 10_000) },
      ...picture,
      content: keptContent(body.content, '', picture),
    });
    await store.insertEvent(tx, scope, {
      ...{ static_data_id: data.id, kind: 'created', before: null, after: told(data) },
    });
    return shown(app, scope, data);
  });

export const updateStaticData = (
  asked: Asked,
  id: string,
  body: UpdateStaticDataBody,
  if_match: number | undefined,
): Promise<StaticData> =>
  withPicture(asked, body.content, async (made) => {
    const { tx, app, scope } = asked;
    if (body.key !== undefined) await store.lockStaticData(tx, scope);
    const known = await store.lockOne(tx, scope, id);
    if (!known) throw errors.not_found();
    await refuseStale(if_match, known.version, shown(app, scope, known));
    if (body.key !== undefined) await refuseTaken(tx, scope, body.key, known.id);
    const picture = made ?? (body.content && body.content.type !== 'picture' ? NO_PICTURE : pictureOf(known));
    if (body.content?.type === 'picture' && picture.file_name === null)
      throw errors.no_picture({ path: 'content.file_name' });
    const alt = known.content.type === 'picture' ? known.content.alt : '';
    const after = await store.updateStaticData(tx, scope, id, {
      ...{ key: body.key ?? known.key, name: body.name ?? known.name, position: body.position ?? known.position },
      ...picture,
      content: body.content ? keptContent(body.content, alt, picture) : known.content,
    });
    if (known.picture_id !== after.picture_id) await drop(asked, pictureOf(known));
    // where it stands is nothing that anybody looks up later
    if (JSON.stringify(told(known)) !== JSON.stringify(told(after)))
      await store.insertEvent(tx, scope, {
        ...{ static_data_id: id, kind: 'changed', before: told(known), after: told(after) },
      });
    return shown(app, scope, after);
  });

export async function deleteStaticData(asked: Asked, id: string): Promise<void> {
  const { tx, scope } = asked;
  const known = await store.lockOne(tx, scope, id);
  if (!known) throw errors.not_found();
  await store.deleteStaticData(tx, scope, id);
  await drop(asked, pictureOf(known));
  await store.insertEvent(tx, scope, { static_data_id: id, kind: 'deleted', before: told(known), after: null });
}
