import { z } from 'zod';
import { errors } from '../kit/errors';
import { fieldMessage } from '../kit/field-messages';
import { Id, Instant, requiredText, text, Version } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { InProject, OneInProject, route } from '../kit/route';

/** Texts, numbers, lists and pictures that an owner keeps for his own site: contacts, working hours, terms, banners. */
export const MAX_STATIC_DATA = 200;

export const staticDataErrors = errors('static_data', {
  not_found: { status: 404, ua: 'Цих даних для сайту вже немає', en: 'This site data is not there' },
  key_taken: {
    status: 409,
    ua: 'Ключ «{key}» уже мають інші дані',
    en: 'Other data have the key {key} already',
  },
  full: {
    status: 409,
    ua: 'Уже є {limit} записів, більше додати не можна. Видаліть зайві',
    en: 'There are {limit} entries already, which is as many as there may be. Delete those that are not needed',
  },
  no_picture: { status: 422, ua: 'Завантажте зображення', en: 'Upload a picture' },
  picture_not_found: { status: 404, ua: 'Такого зображення немає', en: 'There is no such picture' },
});

/** What a site asks by: it stays the same when the name is changed. */
export const StaticDataKey = z
  .string()
  .trim()
  .max(60)
  .regex(/^[a-z][a-z0-9_]*$/, {
    error: fieldMessage('static_data.key_format', {
      ua: 'Ключ починається з малої латинської літери й містить лише такі літери, цифри та підкреслення',
      en: 'a key begins with a small Latin letter and has only such letters, digits and underscores',
    }),
  });

const Typed = [
  z.object({ type: z.literal('text'), value: requiredText(5_000) }),
  z.object({ type: z.literal('number'), value: z.number().min(-1e12).max(1e12) }),
  z.object({ type: z.literal('list'), value: z.array(requiredText(200)).min(1).max(100) }),
] as const;
/** What a picture shows, for those who do not see it. */
const alt = text(300);

/** As it is sent. A picture is an upload; without one the picture that is there stays. */
export const GivenContent = z.discriminatedUnion('type', [
  ...Typed,
  z.object({ type: z.literal('picture'), file_name: requiredText(300).optional(), alt: alt.optional() }),
]);
export type GivenContent = z.infer<typeof GivenContent>;

/** As it is read. The address of a picture stays the same for as long as the picture does. */
export const Content = z.discriminatedUnion('type', [
  ...Typed,
  z.object({ type: z.literal('picture'), value: z.string(), alt }),
]);
export type Content = z.infer<typeof Content>;
export type ContentType = Content['type'];
export const CONTENT_TYPES: readonly ContentType[] = ['text', 'number', 'list', 'picture'];

/** As it is kept: a picture without its address. */
export const StoredContent = z.discriminatedUnion('type', [
  ...Typed,
  z.object({ type: z.literal('picture'), alt, picture_id: z.uuid().optional() }),
]);
export type StoredContent = z.infer<typeof StoredContent>;

const Fields = z.object({
  key: StaticDataKey,
  name: requiredText(120),
  content: GivenContent,
  /** Smaller stands higher. */
  position: z.int().min(0).max(10_000),
});

export const CreateStaticDataBody = Fields.partial({ position: true });
export type CreateStaticDataBody = z.infer<typeof CreateStaticDataBody>;
export const UpdateStaticDataBody = Fields.partial();
export type UpdateStaticDataBody = z.infer<typeof UpdateStaticDataBody>;

export const StaticData = Fields.extend({ content: Content, id: Id, version: Version, updated_at: Instant });
export type StaticData = z.infer<typeof StaticData>;

export const listStaticData = route({
  method: 'GET',
  path: 'projects/:project_id/static_data',
  summary: 'Data for the own site, all of them, in their order; with an ETag, for sites that ask often',
  auth: 'static_data.read',
  api: 'static_data.read',
  etag: true,
  params: InProject,
  returns: page(StaticData),
});

export const createStaticData = route({
  method: 'POST',
  path: 'projects/:project_id/static_data',
  summary: 'Add data for the own site; without a position they stand last',
  auth: 'static_data.edit',
  api: 'static_data.write',
  changes: ['static_data'],
  params: InProject,
  status: 201,
  body: CreateStaticDataBody,
  returns: StaticData,
  errors: [staticDataErrors.key_taken, staticDataErrors.full, staticDataErrors.no_picture],
});

export const updateStaticData = route({
  method: 'PATCH',
  path: 'projects/:project_id/static_data/:id',
  summary: 'Change data for the own site',
  auth: 'static_data.edit',
  api: 'static_data.write',
  changes: ['static_data'],
  params: OneInProject,
  body: UpdateStaticDataBody,
  returns: StaticData,
  errors: [staticDataErrors.not_found, staticDataErrors.key_taken, staticDataErrors.no_picture],
});

export const deleteStaticData = route({
  method: 'DELETE',
  path: 'projects/:project_id/static_data/:id',
  summary: 'Delete data for the own site',
  auth: 'static_data.edit',
  api: 'static_data.write',
  changes: ['static_data'],
  params: OneInProject,
  errors: [staticDataErrors.not_found],
});

// What became of them

export const HISTORY_KINDS = ['created', 'changed', 'deleted'] as const;
export const HistoryKind = z.enum(HISTORY_KINDS);
export type HistoryKind = z.infer<typeof HistoryKind>;

/** What history tells of them. Of a picture only that it was another one: those that were replaced are gone. */
export const Told = z.object({ key: z.string(), name: z.string(), content: StoredContent });
export type Told = z.infer<typeof Told>;

export const StaticDataEvent = z.object({
  id: Id,
  static_data_id: Id,
  kind: HistoryKind,
  before: Told.nullable(),
  after: Told.nullable(),
  /** Who did it, or the key by which it was done. */
  by: z.string(),
  by_key: z.boolean(),
  created_at: Instant,
});
export type StaticDataEvent = z.infer<typeof StaticDataEvent>;

export const listStaticDataHistory = route({
  method: 'GET',
  path: 'projects/:project_id/static_data/history',
  summary: 'What was added, changed and deleted of the data for the own site, newest first',
  auth: 'static_data.read',
  params: InProject,
  query: listQuery(['-created_at'], { static_data_id: Id.optional() }),
  returns: page(StaticDataEvent),
});

export const fetchStaticPicture = route({
  method: 'GET',
  path: 'static_pictures/:project/:id',
  summary: 'A picture of the data for the own site, at an address that stays the same',
  auth: 'public',
  params: z.object({ project: z.uuid(), id: z.uuid() }),
  raw: 'image/jpeg',
  errors: [staticDataErrors.picture_not_found],
  limitPerMinute: 1_200,
});
