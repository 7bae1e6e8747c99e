import { z } from 'zod';
import { errors } from '../kit/errors';
import { fieldMessage } from '../kit/field-messages';
import { Id, Instant, requiredText, Version } from '../kit/ids';
import { page } from '../kit/lists';
import { InProject, OneInProject, route } from '../kit/route';

/** Texts, numbers and lists that an owner keeps for his own site: contacts, working hours, terms of delivery. */
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

export const Content = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), value: requiredText(5_000) }),
  z.object({ type: z.literal('number'), value: z.number().min(-1e12).max(1e12) }),
  z.object({ type: z.literal('list'), value: z.array(requiredText(200)).min(1).max(100) }),
]);
export type Content = z.infer<typeof Content>;

const Fields = z.object({
  key: StaticDataKey,
  name: requiredText(120),
  content: Content,
  /** Smaller stands higher. */
  position: z.int().min(0).max(10_000),
});

export const CreateStaticDataBody = Fields.partial({ position: true });
export type CreateStaticDataBody = z.infer<typeof CreateStaticDataBody>;
export const UpdateStaticDataBody = Fields.partial();
export type UpdateStaticDataBody = z.infer<typeof UpdateStaticDataBody>;

export const StaticData = Fields.extend({ id: Id, version: Version, updated_at: Instant });
export type StaticData = z.infer<typeof StaticData>;

export const listStaticData = route({
  method: 'GET',
  path: 'projects/:project_id/static_data',
  summary: 'Data for the own site, all of them, in their order',
  auth: 'static_data.read',
  api: 'static_data.read',
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
  errors: [staticDataErrors.key_taken, staticDataErrors.full],
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
  errors: [staticDataErrors.not_found, staticDataErrors.key_taken],
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
