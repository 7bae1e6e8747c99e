import { z } from 'zod';
import { apiKeyErrors, KEY_PREFIX } from '../kit/api_key_errors';
import { API_SCOPES } from '../kit/api_scopes';
import { CalendarDate, Id, Instant, requiredText } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { planErrors } from '../kit/plans';
import { InProject, OneInProject, route } from '../kit/route';
import { AddressRange } from './addresses';

export { apiKeyErrors };

/** Living keys of one project, and of one dropshipper. */
export const MAX_API_KEYS = 20;
/** So much of a key is shown afterwards. */
export const SHOWN_CHARACTERS = KEY_PREFIX.length + 6;
/** How long the old secret may live on beside the new one, in hours. */
export const MAX_KEEP_HOURS = 168;
export const WARN_AT_PERCENT = [80, 100] as const;

export const ApiScopeName = z.enum(API_SCOPES);

export const CreateApiKeyBody = z.object({
  name: requiredText(60),
  scopes: z.array(ApiScopeName).min(1).max(API_SCOPES.length),
  /** Where it may be used from; empty: from anywhere. */
  addresses: z.array(AddressRange).max(20).default([]),
  /** It ends with this day, by the clock of Kyiv; null: never. */
  last_day: CalendarDate.nullable().default(null),
});
export type CreateApiKeyBody = z.infer<typeof CreateApiKeyBody>;

export const RotateApiKeyBody = z.object({
  /** For so many hours the old secret works beside the new one; 0: it is dead at once. */
  keep_hours: z.int().min(0).max(MAX_KEEP_HOURS),
});

export const ApiUsage = z.object({ requests: z.int(), bytes: z.int() });

export const ApiKeyState = z.enum(['living', 'expired', 'revoked']);
export type ApiKeyState = z.infer<typeof ApiKeyState>;

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(ApiScopeName),
  addresses: z.array(z.string()),
  last_day: CalendarDate.nullable(),
  /** How the key begins; the rest is shown once. */
  prefix: z.string(),
  state: ApiKeyState,
  /** Until when the secret before this one works too. */
  old_until: Instant.nullable(),
  created_by: z.object({ id: Id, name: z.string() }),
  last_used_at: Instant.nullable(),
  /** Of this month, by the clock of Kyiv. */
  use: ApiUsage,
  created_at: Instant,
});
export type ApiKey = z.infer<typeof ApiKey>;

/** With the key itself, this once. */
export const NewApiKey = ApiKey.extend({ key: z.string() });
export type NewApiKey = z.infer<typeof NewApiKey>;

export const ApiLimits = z.object({
  /** What the plan gives in a month; null: it has no API. */
  allowed: ApiUsage.nullable(),
  /** Of all keys together. */
  use: ApiUsage,
  /** What the month will have used at its end, going on as in the last week; null where the plan has no API. */
  forecast: ApiUsage.extend({ runs_out_on: CalendarDate.nullable() }).nullable(),
  /** The first day of the next month. */
  resets_on: CalendarDate,
  calls_per_minute: z.int(),
  /** The plans that have the API. */
  plans: z.array(z.string()),
});
export type ApiLimits = z.infer<typeof ApiLimits>;

const sorts = ['-created_at'] as const;
const LIST = 'projects/:project_id/api_keys';
const MINE = 'dropshipping/api_keys';
const OneOfMine = z.object({ id: z.uuid() });
const createErrors = [planErrors.api_not_included, apiKeyErrors.too_many, apiKeyErrors.in_past];
const rotateErrors = [apiKeyErrors.not_found, apiKeyErrors.gone, planErrors.api_not_included];

export const listApiKeys = route({
  method: 'GET',
  path: LIST,
  summary: 'Keys of the API, newest first, with when each was used last and its use of this month',
  auth: 'api_keys.read',
  params: InProject,
  query: listQuery(sorts, {}),
  returns: page(ApiKey),
});

export const readApiLimits = route({
  method: 'GET',
  path: `${LIST}/limits`,
  summary: 'What the plan gives of the API in a month, and how much of it is used',
  auth: 'api_keys.read',
  params: InProject,
  returns: ApiLimits,
});

export const createApiKey = route({
  method: 'POST',
  path: LIST,
  summary: 'Make a key of the API; the key itself is in this answer alone',
  auth: 'api_keys.manage',
  changes: ['api_key'],
  secretAnswer: true,
  params: InProject,
  status: 201,
  body: CreateApiKeyBody,
  returns: NewApiKey,
  errors: createErrors,
});

export const rotateApiKey = route({
  method: 'POST',
  path: `${LIST}/:id/rotate`,
  summary: 'Give a key a new secret; the old one works on for the hours given',
  auth: 'api_keys.manage',
  changes: ['api_key'],
  secretAnswer: true,
  params: OneInProject,
  body: RotateApiKeyBody,
  returns: NewApiKey,
  errors: rotateErrors,
});

export const revokeApiKey = route({
  method: 'DELETE',
  path: `${LIST}/:id`,
  summary: 'Revoke a key; it is dead at once',
  auth: 'api_keys.manage',
  whileRestricted: true,
  changes: ['api_key'],
  params: OneInProject,
  errors: [apiKeyErrors.not_found],
});

export const listMyApiKeys = route({
  method: 'GET',
  path: MINE,
  summary: 'The dropshipper’s own keys of the API, newest first',
  auth: 'dropshipping',
  query: listQuery(sorts, {}),
  returns: page(ApiKey),
});

export const readMyApiLimits = route({
  method: 'GET',
  path: `${MINE}/limits`,
  summary: 'What the dropshipper’s plan gives of the API in a month, and how much of it is used',
  auth: 'dropshipping',
  returns: ApiLimits,
});

export const createMyApiKey = route({
  method: 'POST',
  path: MINE,
  summary: 'Make a key that acts as this dropshipper at all his suppliers; the key itself is in this answer alone',
  auth: 'dropshipping',
  changes: ['api_key'],
  secretAnswer: true,
  status: 201,
  body: CreateApiKeyBody,
  returns: NewApiKey,
  errors: createErrors,
});

export const rotateMyApiKey = route({
  method: 'POST',
  path: `${MINE}/:id/rotate`,
  summary: 'Give a key a new secret; the old one works on for the hours given',
  auth: 'dropshipping',
  changes: ['api_key'],
  secretAnswer: true,
  params: OneOfMine,
  body: RotateApiKeyBody,
  returns: NewApiKey,
  errors: rotateErrors,
});

export const revokeMyApiKey = route({
  method: 'DELETE',
  path: `${MINE}/:id`,
  summary: 'Revoke a key; it is dead at once',
  auth: 'dropshipping',
  whileRestricted: true,
  changes: ['api_key'],
  params: OneOfMine,
  errors: [apiKeyErrors.not_found],
});

/** What a program that has a key may ask of it. */
export const CurrentKey = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(ApiScopeName),
  last_day: CalendarDate.nullable(),
  /** Whose it is: it works in this project alone, or for this dropshipper at all his suppliers. */
  owner: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('project'), id: Id, friendly_id: z.string(), name: z.string() }),
    z.object({ kind: z.literal('dropshipper'), id: Id, name: z.string() }),
  ]),
  limits: ApiLimits.pick({ allowed: true, use: true, resets_on: true, calls_per_minute: true }),
});
export type CurrentKey = z.infer<typeof CurrentKey>;

export const readCurrentKey = route({
  method: 'GET',
  path: 'api_keys/current',
  summary: 'The key that makes this call: its name, its scopes, whose it is and what of the month is used',
  auth: 'user',
  api: API_SCOPES,
  returns: CurrentKey,
  errors: [apiKeyErrors.only_keys],
});
