import { z } from 'zod';
import { errors } from '../kit/errors';
import { page } from '../kit/lists';
import { InProject, OneInProject, route } from '../kit/route';
import { CreateFieldBody, FieldKey, TemplateField, TemplateSet, UpdateFieldBody } from './fields';

export * from './fields';

export const templateErrors = errors('templates', {
  not_found: { status: 404, ua: 'Такого поля немає', en: 'No such field' },
  // The wording of the specification, §5 and §8.
  key_taken: { status: 409, ua: 'Таке поле вже використовується', en: 'This field is already in use' },
  key_fixed: {
    status: 422,
    ua: 'Ключ і тип збереженого поля не змінюють. Продублюйте поле з новим ключем',
    en: 'The key and the type of a saved field do not change. Duplicate the field under a new key',
  },
  no_options: { status: 422, ua: 'Додайте хоча б один варіант вибору', en: 'Add at least one option' },
  wrong_default: {
    status: 422,
    ua: 'Значення за замовчуванням не підходить: {reason}',
    en: 'The default value does not fit: {reason}',
  },
  full: {
    status: 409,
    ua: 'У шаблоні вже {limit} полів, більше додати не можна. Перенесіть зайві до архіву',
    en: 'The template has {limit} fields already, which is as many as there may be. Archive those that are not needed',
  },
  too_many_known: {
    status: 409,
    ua: 'Разом з архівними вже {limit} полів. Поверніть з архіву те, що підходить',
    en: 'There are {limit} fields already, the archived ones among them. Restore one that fits',
  },
});

const InSet = InProject.extend({ set: TemplateSet });
const OneInSet = OneInProject.extend({ set: TemplateSet });
/** What shows fields is old when they change: names of columns, inputs of forms. */
const CHANGED = ['template'] as const;

export const listTemplates = route({
  method: 'GET',
  path: 'projects/:project_id/templates',
  summary: 'All fields of all sets, each set in its order, archived fields last',
  auth: 'templates.read',
  params: InProject,
  returns: page(TemplateField),
});

export const listFields = route({
  method: 'GET',
  path: 'projects/:project_id/templates/:set/fields',
  summary: 'The fields of one set in their order, archived ones last',
  auth: 'templates.read',
  params: InSet,
  returns: page(TemplateField),
});

export const createField = route({
  method: 'POST',
  path: 'projects/:project_id/templates/:set/fields',
  summary: 'Add a field at the end of the set; its key never changes',
  auth: 'templates.edit',
  changes: CHANGED,
  params: InSet,
  status: 201,
  body: CreateFieldBody,
  returns: TemplateField,
  errors: [
    templateErrors.key_taken,
    templateErrors.no_options,
    templateErrors.wrong_default,
    templateErrors.full,
    templateErrors.too_many_known,
  ],
});

export const updateField = route({
  method: 'PATCH',
  path: 'projects/:project_id/templates/:set/fields/:id',
  summary: 'Change a field, move it to another place of its set, archive it or bring it back',
  auth: 'templates.edit',
  changes: CHANGED,
  params: OneInSet,
  body: UpdateFieldBody,
  returns: TemplateField,
  errors: [
    templateErrors.not_found,
    templateErrors.key_fixed,
    templateErrors.no_options,
    templateErrors.wrong_default,
    templateErrors.full,
  ],
});

export const archiveField = route({
  method: 'DELETE',
  path: 'projects/:project_id/templates/:set/fields/:id',
  summary: 'Archive a field: its values stay and are shown greyed',
  auth: 'templates.edit',
  changes: CHANGED,
  params: OneInSet,
  errors: [templateErrors.not_found],
});

export const duplicateField = route({
  method: 'POST',
  path: 'projects/:project_id/templates/:set/fields/:id/duplicate',
  summary: 'A new field like this one, under a new key',
  auth: 'templates.edit',
  changes: CHANGED,
  params: OneInSet,
  status: 201,
  body: z.object({ key: FieldKey }),
  returns: TemplateField,
  errors: [templateErrors.not_found, templateErrors.key_taken, templateErrors.full, templateErrors.too_many_known],
});
