import { z } from 'zod';
import { CalendarDate, Id, Instant } from '../kit/ids';
import { listQuery, page, QueryFlag } from '../kit/lists';
import { InProject, route } from '../kit/route';

/** How the calls of keys went: kept for so many days. */
export const CALL_DAYS = 14;
/** Of one keeper: the newest of them one by one, the others by their counts alone. */
export const CALLS_KEPT = 2_000;
/** Kinds of failures that are told. */
export const MOST_FAILURES = 20;

const KeyName = z.object({ id: Id, name: z.string() });

/** One call of a key. Of one that failed what it brought, without what people wrote, and what was answered. */
export const ApiCall = z.object({
  id: Id,
  at: Instant,
  key: KeyName,
  /** `GET projects/:project_id/orders` */
  operation: z.string(),
  status: z.int(),
  ms: z.int(),
  bytes: z.int(),
  path: z.string().nullable(),
  request: z.string().nullable(),
  answer: z.string().nullable(),
});
export type ApiCall = z.infer<typeof ApiCall>;

export const ApiCallDay = z.object({
  day: CalendarDate,
  calls: z.int(),
  failed: z.int(),
  /** On average, of those that did not wait for changes; null: there were none. */
  ms: z.int().nullable(),
});
export type ApiCallDay = z.infer<typeof ApiCallDay>;

/** The same call by the same key that failed in the same way, in all these days. */
export const ApiFailure = z.object({
  key: KeyName,
  operation: z.string(),
  status: z.int(),
  calls: z.int(),
  last_day: CalendarDate,
});
export type ApiFailure = z.infer<typeof ApiFailure>;

/** All calls are counted here, whether or not they are kept one by one. */
export const ApiCallDays = z.object({
  /** Oldest first, days without a call among them. */
  days: z.array(ApiCallDay),
  /** Those of the last two days first, then the most frequent. */
  failures: z.array(ApiFailure),
});
export type ApiCallDays = z.infer<typeof ApiCallDays>;

const calls = listQuery(['-at'], {
  key_id: z.uuid().optional(),
  /** Those that failed alone. */
  failed: QueryFlag.optional(),
});

export const listApiCalls = route({
  method: 'GET',
  path: 'projects/:project_id/api_keys/calls',
  summary: 'The newest calls of keys, with status and time; of those that failed what was sent, without personal words',
  auth: 'api_keys.read',
  params: InProject,
  query: calls,
  returns: page(ApiCall),
});

export const readApiCallDays = route({
  method: 'GET',
  path: 'projects/:project_id/api_keys/calls/days',
  summary: 'How many calls keys made on each of the last days, how many failed, and which',
  auth: 'api_keys.read',
  params: InProject,
  returns: ApiCallDays,
});

export const listMyApiCalls = route({
  method: 'GET',
  path: 'dropshipping/api_keys/calls',
  summary: 'The newest calls of the dropshipper’s keys, with status and time',
  auth: 'dropshipping',
  query: calls,
  returns: page(ApiCall),
});

export const readMyApiCallDays = route({
  method: 'GET',
  path: 'dropshipping/api_keys/calls/days',
  summary: 'How many calls the dropshipper’s keys made on each of the last days, how many failed, and which',
  auth: 'dropshipping',
  returns: ApiCallDays,
});
