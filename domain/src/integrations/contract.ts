import { z } from 'zod';
import { errors } from '../kit/errors';
import { Id, Instant } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { InProject, OneInProject, route } from '../kit/route';
import { serviceNames } from './services';

export const integrationErrors = errors('integrations', {
  task_not_found: { status: 404, ua: 'Такого завдання немає', en: 'There is no such task' },
  task_under_way: {
    status: 409,
    ua: 'Завдання саме виконується. Зачекайте хвилину',
    en: 'The task is being done right now. Wait a minute',
  },
  task_is_done: {
    status: 409,
    ua: 'Завдання вже виконано або скасовано',
    en: 'The task has been done or cancelled already',
  },
});

export const Service = z.enum(serviceNames);
export type Service = z.infer<typeof Service>;

/** What a call or a task is about: an order, a parcel, a receipt. */
export const Ref = z.object({ kind: z.string(), id: Id });
export type Ref = z.infer<typeof Ref>;

export const Integration = z.object({
  service: Service,
  /** `not_in_plan`: it answers, but the plan lacks what it is for. */
  state: z.enum(['off', 'working', 'failing', 'paused', 'not_in_plan']),
  /** Where it is connected and set: a page of the product. */
  settings: z.string(),
  last_success_at: Instant.nullable(),
  last_failure_at: Instant.nullable(),
  /** Of the last call that failed, while none has succeeded since. */
  last_error: z.string().nullable(),
  /** Tasks that wait, those that will be tried again among them. */
  waiting: z.int(),
  /** Since when the oldest of them waits. */
  waiting_since: Instant.nullable(),
  /** Tasks that were given up, or that the service refused. */
  failed: z.int(),
  paused_at: Instant.nullable(),
});
export type Integration = z.infer<typeof Integration>;

export const IntegrationCall = z.object({
  id: Id,
  at: Instant,
  /** As the service names it: `InternetDocument.save`. */
  action: z.string(),
  /** `refused`: the service answered that it does not do it; `failed`: it could not be asked or did not answer well. */
  outcome: z.enum(['ok', 'refused', 'failed']),
  /** Of HTTP, where the service refused or failed by it. */
  status: z.int().nullable(),
  ms: z.int(),
  error: z.string().nullable(),
  ref: Ref.nullable(),
});
export type IntegrationCall = z.infer<typeof IntegrationCall>;

export const IntegrationTask = z.object({
  id: Id,
  kind: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'canceled']),
  attempts: z.int(),
  created_at: Instant,
  /** When it is tried next; null when it is not. */
  next_at: Instant.nullable(),
  finished_at: Instant.nullable(),
  error: z.string().nullable(),
  ref: Ref.nullable(),
});
export type IntegrationTask = z.infer<typeof IntegrationTask>;

/** Why what is to be asked of a service is not done yet, said where it was asked for. */
export const Wait = z.object({
  service: Service,
  /** What its last try ended with; null while none has, or one is under way. */
  why: z.string().nullable(),
  /** When it is tried next. */
  next_at: Instant.nullable(),
  /** Somebody has paused the service: nothing is tried until it goes on. */
  paused: z.boolean(),
});
export type Wait = z.infer<typeof Wait>;

const OfService = InProject.extend({ service: Service });
const shows = ['integration'] as const;

export const listIntegrations = route({
  method: 'GET',
  path: 'projects/:project_id/integrations',
  summary: 'The services that a project may connect, with how each is',
  auth: 'integrations.read',
  shows,
  params: InProject,
  returns: page(Integration),
});

export const listIntegrationCalls = route({
  method: 'GET',
  path: 'projects/:project_id/integrations/:service/calls',
  summary: 'What was asked of a service within 30 days, the newest first, without secrets',
  auth: 'integrations.read',
  shows,
  params: OfService,
  query: listQuery(['-at'], { outcome: IntegrationCall.shape.outcome.optional() }),
  returns: page(IntegrationCall),
});

export const listIntegrationTasks = route({
  method: 'GET',
  path: 'projects/:project_id/integrations/:service/tasks',
  summary: 'The queue of a service, the newest first; tasks that are done are kept for 30 days',
  auth: 'integrations.read',
  shows,
  params: OfService,
  query: listQuery(['-created_at'], { state: IntegrationTask.shape.state.optional() }),
  returns: page(IntegrationTask),
});

export const pauseIntegration = route({
  method: 'POST',
  path: 'projects/:project_id/integrations/:service/pause',
  summary: 'Ask nothing more of a service by itself: its tasks wait until it is resumed',
  auth: 'integrations.manage',
  changes: ['integration'],
  params: OfService,
  returns: Integration,
});

export const resumeIntegration = route({
  method: 'POST',
  path: 'projects/:project_id/integrations/:service/resume',
  summary: 'Let a service go on: what waits is done at once',
  auth: 'integrations.manage',
  changes: ['integration'],
  params: OfService,
  returns: Integration,
});

export const retryIntegrationTasks = route({
  method: 'POST',
  path: 'projects/:project_id/integrations/:service/retry',
  summary: 'Try at once all tasks of a service that wait or were given up, up to 1,000',
  auth: 'integrations.manage',
  changes: ['integration'],
  params: OfService,
  returns: z.object({ tasks: z.int() }),
});

export const retryIntegrationTask = route({
  method: 'POST',
  path: 'projects/:project_id/integration_tasks/:id/retry',
  summary: 'Try a task at once that waits, was given up or refused',
  auth: 'integrations.manage',
  changes: ['integration'],
  params: OneInProject,
  returns: IntegrationTask,
  errors: [integrationErrors.task_not_found, integrationErrors.task_under_way, integrationErrors.task_is_done],
});

export const cancelIntegrationTask = route({
  method: 'POST',
  path: 'projects/:project_id/integration_tasks/:id/cancel',
  summary: 'Give up a task that waits or failed: it is not tried again',
  auth: 'integrations.manage',
  changes: ['integration'],
  params: OneInProject,
  returns: IntegrationTask,
  errors: [integrationErrors.task_not_found, integrationErrors.task_under_way, integrationErrors.task_is_done],
});
