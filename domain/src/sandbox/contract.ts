import { z } from 'zod';
import { ApiUsage } from '../api_keys/contract';
import { errors } from '../kit/errors';
import { CalendarDate, Id, Instant } from '../kit/ids';
import { planErrors } from '../kit/plans';
import { InProject, route } from '../kit/route';

export { SANDBOX_DAYS } from '../kit/sandbox';

export const sandboxErrors = errors('sandbox', {
  not_found: { status: 404, ua: 'Пісочниці немає', en: 'There is no sandbox' },
  changed: {
    status: 409,
    ua: 'Пісочницю щойно створили чи видалили. Оновіть сторінку',
    en: 'The sandbox was made or thrown away just now. Load the page anew',
  },
});

export const Sandbox = z.object({
  /** Of the project that the sandbox is. */
  id: Id,
  friendly_id: z.string(),
  title: z.string(),
  made_at: Instant,
  /** On this day of Kyiv it is thrown away. */
  until: CalendarDate,
  days_left: z.int(),
  /** Its data are there: they are made in some seconds, while its key works already. */
  filled: z.boolean(),
});
export type Sandbox = z.infer<typeof Sandbox>;

export const SandboxState = z.object({
  sandbox: Sandbox.nullable(),
  /** Whether the plan of the project has the API, and with it a sandbox. */
  allowed: z.boolean(),
  /** The plans that have it. */
  plans: z.array(z.string()),
  /** What a sandbox has in a month. */
  limits: ApiUsage.extend({ calls_per_minute: z.int(), products: z.int(), orders: z.int() }),
});
export type SandboxState = z.infer<typeof SandboxState>;

/** With the key of all its scopes, this once. */
export const NewSandbox = z.object({ sandbox: Sandbox, key: z.string() });
export type NewSandbox = z.infer<typeof NewSandbox>;

const SANDBOX = 'projects/:project_id/sandbox';

export const readSandbox = route({
  method: 'GET',
  path: SANDBOX,
  summary: 'The sandbox of the project, when there is one, and what a sandbox gives',
  auth: 'sandbox.read',
  params: InProject,
  returns: SandboxState,
});

export const createSandbox = route({
  method: 'POST',
  path: SANDBOX,
  summary: 'Make a sandbox: a project filled with data to try the API on; the one before it is thrown away',
  auth: 'sandbox.manage',
  changes: ['sandbox', 'project'],
  secretAnswer: true,
  params: InProject,
  status: 201,
  body: z.object({
    /** The sandbox that is thrown away by it, as the asker knows it: two presses at once make one. */
    replaces: Id.nullable().default(null),
  }),
  returns: NewSandbox,
  errors: [planErrors.api_not_included, sandboxErrors.changed],
});

export const createSandboxKey = route({
  method: 'POST',
  path: `${SANDBOX}/key`,
  summary: 'Another key of the sandbox; those before it end',
  auth: 'sandbox.manage',
  changes: ['sandbox'],
  secretAnswer: true,
  params: InProject,
  status: 201,
  returns: NewSandbox,
  errors: [planErrors.api_not_included, sandboxErrors.not_found],
});

export const deleteSandbox = route({
  method: 'DELETE',
  path: SANDBOX,
  summary: 'Throw the sandbox away: its keys end at once, its data are erased',
  auth: 'sandbox.manage',
  whileRestricted: true,
  changes: ['sandbox', 'project'],
  params: InProject,
  errors: [sandboxErrors.not_found],
});
