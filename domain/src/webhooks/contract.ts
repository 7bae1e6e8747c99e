import { z } from 'zod';
import { WEBHOOK_EVENTS } from '../kit/change_kinds';
import { errors } from '../kit/errors';
import { fieldMessage } from '../kit/field-messages';
import { Id, Instant } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { planErrors } from '../kit/plans';
import { InProject, OneInProject, route } from '../kit/route';

/** Of one project, and of one dropshipper. */
export const MAX_WEBHOOKS = 10;
/** What is not delivered is tried again for so long; then the webhook is paused. */
export const RETRY_DAYS = 3;
/** Deliveries are kept for so long. */
export const DELIVERY_DAYS = 30;
/** How long the old secret signs beside the new one at most, in hours. */
export const MAX_KEEP_HOURS = 168;
/** So many are sent once more at a time, the newest first. */
export const MOST_REPLAYED = 5_000;
/** Of an answer so many characters are kept. */
export const KEPT_ANSWER = 2_000;

export const webhookErrors = errors('webhooks', {
  not_found: { status: 404, ua: 'Такого вебхука немає', en: 'No such webhook' },
  delivery_not_found: { status: 404, ua: 'Такої доставки немає', en: 'No such delivery' },
  too_many: {
    status: 409,
    ua: 'Може бути до {allowed} вебхуків. Видаліть ті, що вже не потрібні',
    en: 'There can be {allowed} webhooks. Delete those that are no longer needed',
  },
  address_forbidden: {
    status: 422,
    ua: 'Ця адреса веде у приватну мережу. Вкажіть адресу, доступну з інтернету',
    en: 'This address leads into a private network. Give one that is reached from the internet',
  },
});

/** Also of an address without TLS, where the operator has not allowed those of his own network. */
export const notAddress = fieldMessage('webhooks.url', {
  ua: 'Адреса має починатися з https:// і не містити імені та пароля. Приклад: https://shop.example/hooks',
  en: 'an address that begins with https:// and has no name and password in it. Example: https://shop.example/hooks',
});

/** An address that events are sent to. */
export const WebhookUrl = z
  .url({ protocol: /^https?$/, error: notAddress })
  .max(500)
  .refine((url) => !/^\w+:\/\/[^/?#]*@/.test(url), { error: notAddress });

export const WebhookEvent = z.enum(WEBHOOK_EVENTS);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

export const WebhookState = z.enum(['active', 'failing', 'paused']);
export type WebhookState = z.infer<typeof WebhookState>;

/**
 * Why it is paused: by hand, because nothing could be delivered, because the address said that it is gone (410), because
 * its maker may no longer have it, or the plan.
 */
export const PausedBy = z.enum(['hand', 'failures', 'gone', 'access', 'plan']);
export type PausedBy = z.infer<typeof PausedBy>;

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  events: z.array(WebhookEvent),
  state: WebhookState,
  paused_by: PausedBy.nullable(),
  /** Since when nothing is taken there. */
  failing_since: Instant.nullable(),
  /** When it is tried next. */
  retry_at: Instant.nullable(),
  last_delivered_at: Instant.nullable(),
  /** Events that wait to be delivered. */
  waiting: z.int(),
  /** Until when the secret before this one signs too. */
  old_until: Instant.nullable(),
  /** In whose name it acts: whoever made it, or went on with it last. */
  created_by: z.object({ id: Id, name: z.string() }),
  created_at: Instant,
});
export type Webhook = z.infer<typeof Webhook>;

/** With its secret, this once. */
export const NewWebhook = Webhook.extend({ secret: z.string() });
export type NewWebhook = z.infer<typeof NewWebhook>;

export const DeliveryState = z.enum(['waiting', 'delivered', 'failed', 'dropped']);
export type DeliveryState = z.infer<typeof DeliveryState>;

export const Delivery = z.object({
  id: Id,
  /** `order.created`, `stock.changed`; `test` of the button. */
  event: z.string(),
  /** Of the thing that changed. */
  entity_id: Id.nullable(),
  state: DeliveryState,
  attempts: z.int(),
  /** What was sent last; null until then. */
  request: z.string().nullable(),
  /** The status of the answer, and how it begins. */
  status: z.int().nullable(),
  answer: z.string().nullable(),
  /** Why there was no answer. */
  error: z.string().nullable(),
  ms: z.int().nullable(),
  next_at: Instant.nullable(),
  sent_at: Instant.nullable(),
  created_at: Instant,
});
export type Delivery = z.infer<typeof Delivery>;

export const SaveWebhookBody = z.object({
  url: WebhookUrl,
  events: z.array(WebhookEvent).min(1, { error: 'required' }).max(WEBHOOK_EVENTS.length),
});
export type SaveWebhookBody = z.infer<typeof SaveWebhookBody>;

export const UpdateWebhookBody = SaveWebhookBody.partial().extend({
  /** Events wait meanwhile, for 30 days. */
  paused: z.boolean().optional(),
});
export type UpdateWebhookBody = z.infer<typeof UpdateWebhookBody>;

const RotateBody = z.object({ keep_hours: z.int().min(0).max(MAX_KEEP_HOURS) });
const ReplayBody = z.object({
  /** What was created since, and was delivered, given up or dropped, is sent once more. */
  since: Instant,
});
const Replayed = z.object({
  count: z.int(),
  /** There was more than is sent once more at a time. */
  has_more: z.boolean(),
});
export type Replayed = z.infer<typeof Replayed>;

const sides = {
  project: { list: 'projects/:project_id/webhooks', in: InProject, one: OneInProject },
  mine: { list: 'dropshipping/webhooks', in: undefined, one: z.object({ id: z.uuid() }) },
} as const;

const deliveries = listQuery(['-created_at'], { state: DeliveryState.optional() });

const P = sides.project;
const M = sides.mine;
const OneDelivery = P.one.extend({ delivery: z.uuid() });
const OneOfMine = M.one.extend({ delivery: z.uuid() });
const saveErrors = [planErrors.api_not_included, webhookErrors.address_forbidden];
const common = { secretAnswer: true } as const;

export const listWebhooks = route({
  method: 'GET',
  path: P.list,
  summary: 'Webhooks, newest first, with how each is doing',
  auth: 'webhooks.read',
  params: P.in,
  query: listQuery(['-created_at'], {}),
  returns: page(Webhook),
});
export const createWebhook = route({
  method: 'POST',
  path: P.list,
  summary: 'Have events sent to an address; the secret that signs them is in this answer alone (Standard Webhooks)',
  auth: 'webhooks.manage',
  changes: ['webhook'],
  ...common,
  params: P.in,
  status: 201,
  body: SaveWebhookBody,
  returns: NewWebhook,
  errors: [...saveErrors, webhookErrors.too_many],
});
export const updateWebhook = route({
  method: 'PATCH',
  path: `${P.list}/:id`,
  summary: 'Change the address or the events, pause it or go on',
  auth: 'webhooks.manage',
  changes: ['webhook'],
  params: P.one,
  body: UpdateWebhookBody,
  returns: Webhook,
  errors: [...saveErrors, webhookErrors.not_found],
});
export const deleteWebhook = route({
  method: 'DELETE',
  path: `${P.list}/:id`,
  summary: 'Delete a webhook with its deliveries; what waits is not sent',
  auth: 'webhooks.manage',
  changes: ['webhook'],
  whileRestricted: true,
  params: P.one,
  errors: [webhookErrors.not_found],
});
export const rotateWebhook = route({
  method: 'POST',
  path: `${P.list}/:id/rotate`,
  summary: 'Give it a new secret; the old one signs too for the hours given',
  auth: 'webhooks.manage',
  changes: ['webhook'],
  ...common,
  params: P.one,
  body: RotateBody,
  returns: NewWebhook,
  errors: [webhookErrors.not_found],
});
export const testWebhook = route({
  method: 'POST',
  path: `${P.list}/:id/test`,
  summary: 'Send an event `test` there now, and answer what came of it',
  auth: 'webhooks.manage',
  changes: ['webhook'],
  limitPerMinute: 20,
  params: P.one,
  returns: Delivery,
  errors: [webhookErrors.not_found],
});
export const listDeliveries = route({
  method: 'GET',
  path: `${P.list}/:id/deliveries`,
  summary: 'What was sent there in 30 days, newest first, with what was answered',
  auth: 'webhooks.read',
  params: P.one,
  query: deliveries,
  returns: page(Delivery),
  errors: [webhookErrors.not_found],
});
export const replayDelivery = route({
  method: 'POST',
  path: `${P.list}/:id/deliveries/:delivery/replay`,
  summary: 'Send it once more, as it is now',
  auth: 'webhooks.manage',
  changes: ['webhook'],
  params: OneDelivery,
  returns: Replayed,
  errors: [webhookErrors.not_found, webhookErrors.delivery_not_found],
});
export const replayDeliveries = route({
  method: 'POST',
  path: `${P.list}/:id/replay`,
  summary: 'Send once more what was created since a moment, the newest 5,000 of it',
  auth: 'webhooks.manage',
  changes: ['webhook'],
  params: P.one,
  body: ReplayBody,
  returns: Replayed,
  errors: [webhookErrors.not_found],
});

export const listMyWebhooks = route({
  method: 'GET',
  path: M.list,
  summary: 'The dropshipper’s own webhooks, newest first',
  auth: 'dropshipping',
  query: listQuery(['-created_at'], {}),
  returns: page(Webhook),
});
export const createMyWebhook = route({
  method: 'POST',
  path: M.list,
  summary: 'Have events of all suppliers sent to an address; the secret is in this answer alone',
  auth: 'dropshipping',
  changes: ['webhook'],
  ...common,
  status: 201,
  body: SaveWebhookBody,
  returns: NewWebhook,
  errors: [...saveErrors, webhookErrors.too_many],
});
export const updateMyWebhook = route({
  method: 'PATCH',
  path: `${M.list}/:id`,
  summary: 'Change the address or the events, pause it or go on',
  auth: 'dropshipping',
  changes: ['webhook'],
  params: M.one,
  body: UpdateWebhookBody,
  returns: Webhook,
  errors: [...saveErrors, webhookErrors.not_found],
});
export const deleteMyWebhook = route({
  method: 'DELETE',
  path: `${M.list}/:id`,
  summary: 'Delete a webhook with its deliveries',
  auth: 'dropshipping',
  changes: ['webhook'],
  whileRestricted: true,
  params: M.one,
  errors: [webhookErrors.not_found],
});
export const rotateMyWebhook = route({
  method: 'POST',
  path: `${M.list}/:id/rotate`,
  summary: 'Give it a new secret; the old one signs too for the hours given',
  auth: 'dropshipping',
  changes: ['webhook'],
  ...common,
  params: M.one,
  body: RotateBody,
  returns: NewWebhook,
  errors: [webhookErrors.not_found],
});
export const testMyWebhook = route({
  method: 'POST',
  path: `${M.list}/:id/test`,
  summary: 'Send an event `test` there now, and answer what came of it',
  auth: 'dropshipping',
  changes: ['webhook'],
  limitPerMinute: 20,
  params: M.one,
  returns: Delivery,
  errors: [webhookErrors.not_found],
});
export const listMyDeliveries = route({
  method: 'GET',
  path: `${M.list}/:id/deliveries`,
  summary: 'What was sent there in 30 days, newest first',
  auth: 'dropshipping',
  params: M.one,
  query: deliveries,
  returns: page(Delivery),
  errors: [webhookErrors.not_found],
});
export const replayMyDelivery = route({
  method: 'POST',
  path: `${M.list}/:id/deliveries/:delivery/replay`,
  summary: 'Send it once more, as it is now',
  auth: 'dropshipping',
  changes: ['webhook'],
  params: OneOfMine,
  returns: Replayed,
  errors: [webhookErrors.not_found, webhookErrors.delivery_not_found],
});
export const replayMyDeliveries = route({
  method: 'POST',
  path: `${M.list}/:id/replay`,
  summary: 'Send once more what was created since a moment, the newest 5,000 of it',
  auth: 'dropshipping',
  changes: ['webhook'],
  params: M.one,
  body: ReplayBody,
  returns: Replayed,
  errors: [webhookErrors.not_found],
});
