import { z } from 'zod';
import { errors } from '../kit/errors';
import { fieldMessage } from '../kit/field-messages';
import { Id, Instant, requiredText, Version } from '../kit/ids';
import { InProject, OneInProject, route } from '../kit/route';
import { unknownPlaceholders } from './rules';

/** Texts that people write into comments on orders again and again. */
export const MAX_COMMENT_TEMPLATES = 100;
export const MAX_TEMPLATE_NAME = 60;
export const MAX_TEMPLATE_TEXT = 1_500;

export const commentTemplateErrors = errors('comment_templates', {
  not_found: { status: 404, ua: 'Такого шаблону коментаря немає', en: 'No such template of a comment' },
  taken: {
    status: 409,
    ua: 'Шаблон «{name}» уже є, можливо в архіві',
    en: 'There is a template {name} already, perhaps an archived one',
  },
  full: {
    status: 409,
    ua: 'Шаблонів разом з архівними вже {limit}. Змініть один із тих, що не потрібні',
    en: 'There are {limit} templates already, with the archived ones. Change one that is not needed',
  },
});

const Fields = z.object({
  name: requiredText(MAX_TEMPLATE_NAME),
  text: requiredText(MAX_TEMPLATE_TEXT).refine((text) => unknownPlaceholders(text).length === 0, {
    error: fieldMessage('comment_templates.placeholder', {
      ua: 'У дужках може стояти лише {номер}, {ТТН}, {покупець} або {сума}',
      en: 'in braces stands {number}, {waybill}, {customer} or {sum} only',
    }),
  }),
});

export const CreateCommentTemplateBody = Fields;
export type CreateCommentTemplateBody = z.infer<typeof CreateCommentTemplateBody>;
export const UpdateCommentTemplateBody = Fields.extend({ archived: z.boolean() }).partial();
export type UpdateCommentTemplateBody = z.infer<typeof UpdateCommentTemplateBody>;

export const CommentTemplate = Fields.extend({
  id: Id,
  /** It is not offered any more, and can be brought back. */
  archived: z.boolean(),
  version: Version,
  updated_at: Instant,
});
export type CommentTemplate = z.infer<typeof CommentTemplate>;

const changes = ['comment_template'];

export const listCommentTemplates = route({
  method: 'GET',
  path: 'projects/:project_id/comment_templates',
  summary: 'Templates of comments by their names, the archived ones too',
  auth: 'comment_templates.read',
  params: InProject,
  returns: z.object({ items: z.array(CommentTemplate) }),
});

export const createCommentTemplate = route({
  method: 'POST',
  path: 'projects/:project_id/comment_templates',
  summary: 'Add a template of a comment',
  auth: 'comment_templates.edit',
  changes,
  params: InProject,
  status: 201,
  body: CreateCommentTemplateBody,
  returns: CommentTemplate,
  errors: [commentTemplateErrors.taken, commentTemplateErrors.full],
});

export const updateCommentTemplate = route({
  method: 'PATCH',
  path: 'projects/:project_id/comment_templates/:id',
  summary: 'Change a template of a comment, archive it or bring it back',
  auth: 'comment_templates.edit',
  changes,
  params: OneInProject,
  body: UpdateCommentTemplateBody,
  returns: CommentTemplate,
  errors: [commentTemplateErrors.not_found, commentTemplateErrors.taken],
});
