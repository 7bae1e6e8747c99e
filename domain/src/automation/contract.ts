import { z } from 'zod';
import { OrderDocumentType } from '../documents/frozen';
import { MAX_KOPECKS } from '../kit/bounds';
import { errors } from '../kit/errors';
import { fieldMessage } from '../kit/field-messages';
import { Id, Instant, requiredText, text, Version } from '../kit/ids';
import { listQuery, page, QueryFlag } from '../kit/lists';
import { InProject, OneInProject, route } from '../kit/route';
import { OrderTags } from '../orders/entities';
import { DELIVERY_STATES } from '../orders/happenings';
import { tidyTags } from '../orders/rules';
import { ARRIVALS, leadsTo, MOVES, PAID_STATES, TRIGGERS } from './rules';

/** More than a trade of many kinds needs; all of a project are read when an order moves. */
export const MAX_RULES = 50;
const MAX_COUNTERPARTIES = 200;

export const automationErrors = errors('automation', {
  not_found: { status: 404, ua: 'Такого правила немає', en: 'No such rule' },
  full: {
    status: 409,
    ua: `Уже є ${MAX_RULES} правил, більше додати не можна`,
    en: `There are ${MAX_RULES} rules already, which is as many as there may be`,
  },
  circle: {
    status: 422,
    ua: 'Правила водили б замовлення по колу: {names}. Змініть статус, умови або вимкніть одне з них',
    en: 'The rules would lead an order in a circle: {names}. Change the status, the conditions, or switch one of them off',
  },
  unknown_counterparties: {
    status: 422,
    ua: 'Такого контрагента у проєкті немає або його видалено',
    en: 'The project has no such counterparty, or it was deleted',
  },
  author_left: {
    status: 422,
    ua: 'Той, хто зберіг правило, більше не працює в проєкті або не має на це дозволу. Збережіть правило від свого імені',
    en: 'Whoever saved the rule does not work in the project any more, or may not do this. Save the rule yourself',
  },
  nobody_to_tell: {
    status: 422,
    ua: 'Немає кого сповістити: у контрагента немає менеджера або дропшипера',
    en: 'There is nobody to tell: the counterparty has no manager or no dropshipper',
  },
});

export const RuleTrigger = z.enum(TRIGGERS);
export const RuleStatus = z.enum(ARRIVALS);
export const RuleMove = z.enum(MOVES);
/** Who is told: the manager in charge (else the owner), owner and administrators, the dropshipper of the order. */
export const NoticeTo = z.enum(['manager', 'leaders', 'dropshipper']);
export type NoticeTo = z.infer<typeof NoticeTo>;
/** Who sees the comment that a rule leaves. */
export const RuleCommentVisibility = z.enum(['all', 'managers']);

const Sum = z.int().min(0).max(MAX_KOPECKS);

const fields = {
  name: requiredText(120),
  enabled: z.boolean(),
  trigger: RuleTrigger,
  /** Of the trigger `moved`: on coming to any of these. */
  statuses: z
    .array(RuleStatus)
    .max(ARRIVALS.length)
    .transform((all) => [...new Set(all)]),
  /** Of the trigger `paid`: on becoming any of these. */
  paid_states: z
    .array(z.enum(PAID_STATES))
    .max(PAID_STATES.length)
    .transform((all) => [...new Set(all)]),
  /** Of the trigger `delivery`: on the carrier's word that any of these is so. */
  delivery_states: z
    .array(z.enum(DELIVERY_STATES))
    .max(DELIVERY_STATES.length)
    .transform((all) => [...new Set(all)]),
  /** Only orders of this base cost, both inclusive. */
  sum_from: Sum.nullable(),
  sum_to: Sum.nullable(),
  /** Only orders of these counterparties; none: of all. */
  counterparty_ids: z
    .array(Id)
    .max(MAX_COUNTERPARTIES)
    .transform((ids) => [...new Set(ids)]),
  /** Only orders with any of these tags; none: with and without. */
  tags: OrderTags.transform(tidyTags),
  /** What it does, in this order. */
  move_to: RuleMove.nullable(),
  paper: OrderDocumentType.nullable(),
  comment: text(2000).nullable(),
  comment_visibility: RuleCommentVisibility,
  notice_to: NoticeTo.nullable(),
  notice_text: text(1000).nullable(),
};

const PROBLEMS = {
  statuses: fieldMessage('automation.statuses', {
    ua: 'Виберіть хоча б один статус',
    en: 'choose at least one status',
  }),
  paid_states: fieldMessage('automation.paid_states', {
    ua: 'Виберіть, наскільки замовлення оплачено',
    en: 'choose how far the order is paid',
  }),
  delivery_states: fieldMessage('automation.delivery_states', {
    ua: 'Виберіть, що повідомив перевізник',
    en: 'choose what the carrier tells',
  }),
  sums: fieldMessage('automation.sums', {
    ua: 'Сума «до» має бути не меншою за суму «від»',
    en: 'the sum “to” must not be below the sum “from”',
  }),
  nothing: fieldMessage('automation.nothing', {
    ua: 'Виберіть, що робити: статус, документ, коментар або сповіщення',
    en: 'choose what to do: a status, a paper, a comment or a notice',
  }),
  no_way: fieldMessage('automation.no_way', {
    ua: 'З жодного з вибраних статусів замовлення не переходить у цей',
    en: 'no order goes to this status from any of those chosen',
  }),
  not_back: fieldMessage('automation.not_back', {
    ua: 'Правило веде замовлення лише вперед: на «Більше не оплачено повністю» залиште коментар або сповістіть когось',
    en: 'a rule leads an order forward only: on “No longer paid in full” leave a comment or tell somebody',
  }),
  notice_text: fieldMessage('automation.notice_text', {
    ua: 'Напишіть текст сповіщення',
    en: 'write what the notice says',
  }),
};

export const RuleBody = z.object(fields);
export type RuleBody = z.infer<typeof RuleBody>;

/** What the fields must be together. The server checks it again when a change has been laid over what is stored. */
export function ruleProblems(rule: RuleBody): { path: keyof RuleBody; code: string }[] {
  const problems: { path: keyof RuleBody; code: string }[] = [];
  const isMoved = rule.trigger === 'moved';
  if (isMoved && rule.statuses.length === 0) problems.push({ path: 'statuses', code: PROBLEMS.statuses });
  if (rule.trigger === 'paid' && rule.paid_states.length === 0)
    problems.push({ path: 'paid_states', code: PROBLEMS.paid_states });
  if (rule.trigger === 'delivery' && rule.delivery_states.length === 0)
    problems.push({ path: 'delivery_states', code: PROBLEMS.delivery_states });
  if (rule.sum_from !== null && rule.sum_to !== null && rule.sum_to < rule.sum_from)
    problems.push({ path: 'sum_to', code: PROBLEMS.sums });
  if (!rule.move_to && !rule.paper && !rule.comment && !rule.notice_to)
    problems.push({ path: 'move_to', code: PROBLEMS.nothing });
  if (isMoved && rule.move_to && rule.statuses.length > 0 && !leadsTo(rule.statuses, rule.move_to))
    problems.push({ path: 'move_to', code: PROBLEMS.no_way });
  if (rule.trigger === 'paid' && rule.move_to && rule.paid_states.includes('no_longer'))
    problems.push({ path: 'move_to', code: PROBLEMS.not_back });
  if (rule.notice_to && !rule.notice_text) problems.push({ path: 'notice_text', code: PROBLEMS.notice_text });
  return problems;
}

export const CreateRuleBody = z
  .object({
    ...fields,
    enabled: fields.enabled.default(true),
    statuses: fields.statuses.default([]),
    paid_states: fields.paid_states.default([]),
    delivery_states: fields.delivery_states.default([]),
    sum_from: fields.sum_from.default(null),
    sum_to: fields.sum_to.default(null),
    counterparty_ids: fields.counterparty_ids.default([]),
    tags: fields.tags.default([]),
    move_to: fields.move_to.default(null),
    paper: fields.paper.default(null),
    comment: fields.comment.default(null),
    comment_visibility: fields.comment_visibility.default('managers'),
    notice_to: fields.notice_to.default(null),
    notice_text: fields.notice_text.default(null),
  })
  .check((context) => {
    for (const { path, code } of ruleProblems(context.value))
      context.issues.push({ code: 'custom', path: [path], message: code, input: context.value[path] });
  });
export type CreateRuleBody = z.infer<typeof CreateRuleBody>;

export const UpdateRuleBody = z.object(fields).partial();
export type UpdateRuleBody = z.infer<typeof UpdateRuleBody>;

const RunOutcome = z.enum(['done', 'failed']);

export const AutomationRule = RuleBody.omit({ counterparty_ids: true }).extend({
  id: Id,
  counterparties: z.array(z.object({ id: Id, name: z.string() })),
  /** In whose name it acts: who saved it last. */
  author: z.object({ id: Id, name: z.string() }),
  last_run: z.object({ at: Instant, outcome: RunOutcome }).nullable(),
  version: Version,
  created_at: Instant,
});
export type AutomationRule = z.infer<typeof AutomationRule>;

export const AutomationRun = z.object({
  id: Id,
  rule_id: Id,
  /** As it was called then. */
  rule_name: z.string(),
  order_id: Id,
  order_number: z.int(),
  outcome: RunOutcome,
  /** Why nothing was done, in the asker's language. */
  reason: z.string().nullable(),
  at: Instant,
});
export type AutomationRun = z.infer<typeof AutomationRun>;

export const listRules = route({
  method: 'GET',
  path: 'projects/:project_id/automation_rules',
  summary: 'Automation rules of the project, oldest first; each with how it ran last',
  auth: 'automation.read',
  params: InProject,
  returns: z.object({ items: z.array(AutomationRule) }),
});

export const readRule = route({
  method: 'GET',
  path: 'projects/:project_id/automation_rules/:id',
  summary: 'One automation rule',
  auth: 'automation.read',
  params: OneInProject,
  returns: AutomationRule,
  errors: [automationErrors.not_found],
});

const savingErrors = [automationErrors.circle, automationErrors.unknown_counterparties];

export const createRule = route({
  method: 'POST',
  path: 'projects/:project_id/automation_rules',
  summary: 'Create an automation rule: what happens to an order, which orders, what is done then',
  auth: 'automation.edit',
  changes: ['automation_rule'],
  answers: readRule,
  params: InProject,
  status: 201,
  body: CreateRuleBody,
  returns: AutomationRule,
  errors: [automationErrors.full, ...savingErrors],
});

export const updateRule = route({
  method: 'PATCH',
  path: 'projects/:project_id/automation_rules/:id',
  summary: 'Change an automation rule, or switch it on or off',
  auth: 'automation.edit',
  changes: ['automation_rule'],
  answers: readRule,
  params: OneInProject,
  body: UpdateRuleBody,
  returns: AutomationRule,
  errors: [automationErrors.not_found, ...savingErrors],
});

export const deleteRule = route({
  method: 'DELETE',
  path: 'projects/:project_id/automation_rules/:id',
  summary: 'Delete an automation rule; its runs stay',
  auth: 'automation.edit',
  changes: ['automation_rule'],
  params: OneInProject,
  errors: [automationErrors.not_found],
});

export const listRuns = route({
  method: 'GET',
  path: 'projects/:project_id/automation_runs',
  summary: 'What automation rules did and what they could not, the newest first',
  auth: 'automation.read',
  shows: ['automation_rule'],
  params: InProject,
  query: listQuery(['-created_at'], {
    rule_id: Id.optional(),
    /** Those alone that could not be done. */
    failed: QueryFlag.optional(),
  }),
  returns: page(AutomationRun),
});

export const automationRoutes = { listRules, readRule, createRule, updateRule, deleteRule, listRuns };
