/**
 * The typed client over route objects of the contracts. Slices use the hooks of `query.tsx`; `call` itself is for
 * what happens outside a component. Nothing else in the web touches the network (with `upload.ts` and `live.ts`).
 *
 *   const order = await call(getOrder, { params: { project_id, id } });
 *
 * A failure is a `CallError`; `error.message` is ready to be shown: the server writes it in the asker's language.
 */
import type { ErrorDetail } from '@lanka/domain/kit/errors';
import type { AnyRoute } from '@lanka/domain/kit/route';
import type { z } from 'zod';
import { forgetSession, remember, remembered } from '../storage';
import { currentLocale, languageTag } from '../text';
import { noteServerClock } from './clock';

type Part<K extends string, T> = [T] extends [undefined]
  ? { [key in K]?: undefined }
  : undefined extends T
    ? { [key in K]?: T }
    : object extends T
      ? { [key in K]?: T }
      : { [key in K]: T };

/** What a route needs: `params`, `query` and `body`, each only when the contract has it. */
export type CallArgs<R extends AnyRoute> = Part<'params', z.input<R['params']>> &
  Part<'query', z.input<R['query']>> &
  Part<'body', z.input<R['body']>> & {
    /** The version of the record that was read; a newer one on the server answers 409. */
    if_match?: number;
    /** One per user action; the same on a repeated try, so that nothing is done twice. */
    idempotency_key?: string;
    signal?: AbortSignal;
  };

export type Answer<R extends AnyRoute> = z.output<R['returns']>;

type LooseArgs = {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  if_match?: number;
  idempotency_key?: string;
  signal?: AbortSignal;
};

/** `status` is 0 when there was no answer at all. `details` as in the API conventions. */
export class CallError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: readonly ErrorDetail[] = [],
    readonly body: unknown = undefined,
    /** What the server calls the request in its log (`X-Request-Id`); null when there was no answer. */
    readonly requestId: string | null = null,
  ) {
    super(message);
    this.name = 'CallError';
  }

  /** Nobody knows whether the server did it: the same action may be sent again with the same key. */
  get outcomeUnknown(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Our own error body, or the status text of specification §8 when something else answered. */
export function errorFrom(status: number, body: unknown, requestId: string | null = null): CallError {
  if (isRecord(body) && typeof body.code === 'string' && typeof body.message === 'string') {
    const details = Array.isArray(body.details) ? body.details.filter(isRecord) : [];
    return new CallError(status, body.code, body.message, details, body, requestId);
  }
  return new CallError(status, 'unknown', `Request failed with status ${status}`, [], body, requestId);
}

/** `projects/:project_id/orders` + values → `projects/lanka/orders`, each value escaped. */
export function fillPath(path: string, params: unknown): string {
  const values = isRecord(params) ? params : {};
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === null || value === '') throw new Error(`${path}: no value for ${name}`);
    return encodeURIComponent(String(value));
  });
}

/** Lists are joined with commas; what is missing or empty is left out. Starts with `?`, or is empty. */
export function queryString(query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(isRecord(query) ? query : {})) {
    const text = Array.isArray(value) ? value.join(',') : value;
    if (text === undefined || text === null || text === '') continue;
    search.set(name, String(text));
  }
  const text = search.toString();
  return text ? `?${text}` : '';
}

export const urlOf = (route: AnyRoute, args: LooseArgs): string =>
  `/api/${fillPath(route.path, args.params)}${queryString(args.query)}`;

const noAnswer = () =>
  new CallError(
    0,
    'network',
    currentLocale() === 'ua'
      ? 'Немає зв’язку із сервером. Перевірте інтернет і спробуйте ще раз'
      : 'The server cannot be reached. Check the connection and try again',
  );

export interface RequestOptions extends Omit<RequestInit, 'headers'> {
  headers?: Record<string, string>;
}

/** A request to our own API with the session's headers. Used by `upload.ts`, `live.ts` and `download.ts` too. */
export async function request(url: string, init: RequestOptions) {
  const token = remembered('accessToken');
  const headers: Record<string, string> = {
    'Accept-Language': languageTag(currentLocale()),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...init.headers,
  };
  const asked = Date.now();
  try {
    const answer = await fetch(url, { credentials: 'same-origin', ...init, headers });
    noteServerClock(answer.headers.get('Date'), asked, Date.now());
    return answer;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw noAnswer();
  }
}

/** As `request`, and on 401 renews the token once and tries again; when that fails, sends to the sign-in page. */
export async function signedRequest(url: string, init: RequestOptions) {
  const before = remembered('accessToken');
  const first = await request(url, init);
  if (first.status !== 401) return first;
  if (!(await renewToken(before))) {
    leaveToSignIn();
    return first;
  }
  return request(url, init);
}

let renewing: Promise<boolean> | undefined;

/** One renewal at a time, over all tabs: a refresh cookie that is used twice would look stolen. */
function renewToken(stale: string | null): Promise<boolean> {
  renewing ??= exclusively(async () => {
    const now = remembered('accessToken');
    if (now && now !== stale) return true;
    const answer = await request('/api/auth/refresh', { method: 'POST' });
    if (!answer.ok) return false;
    const body: unknown = await answer.json();
    if (!isRecord(body) || typeof body.access_token !== 'string') return false;
    remember('accessToken', body.access_token);
    return true;
  }).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

const exclusively = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('lanka.refresh', work) : work();

/** The sign-in page, keeping the way back. */
export function signInPath(from: { pathname: string; search: string }): string {
  const here = from.pathname + from.search;
  return here === '/' || here.startsWith('/cp/signin') ? '/cp/signin' : `/cp/signin?return=${encodeURIComponent(here)}`;
}

function leaveToSignIn(): void {
  forgetSession();
  location.assign(signInPath(location));
}

async function readBody(answer: Response): Promise<unknown> {
  if (answer.status === 204) return undefined;
  const text = await answer.text();
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
}

export const requestIdOf = (answer: Response): string | null => answer.headers.get('X-Request-Id');

/** A call at which the server failed: what a report of a crash soon after it should name. */
export interface Fault {
  /** Method and pattern of the route, without ids. */
  readonly route: string;
  readonly error: CallError;
  readonly at: Date;
}

let fault: Fault | null = null;
export const lastFault = (): Fault | null => fault;

/** Remembers a failure of the server; what it refuses is no fault. */
export function noteFault(route: string, error: CallError): void {
  if (error.status >= 500) fault = { route, error, at: new Date() };
}

/** Heard by whoever shows the maintenance page. */
export const MAINTENANCE = 'lanka:maintenance';

export const isMaintenance = (error: unknown): error is CallError =>
  error instanceof CallError && error.code === 'common.maintenance';

/** Calls a route of a contract. Rejects with CallError; an aborted call rejects with the signal's reason. */
export async function call<R extends AnyRoute>(route: R, args: CallArgs<R>): Promise<Answer<R>> {
  const given: LooseArgs = args;
  const headers: Record<string, string> = {};
  if (given.body !== undefined) headers['Content-Type'] = 'application/json';
  if (given.if_match !== undefined) headers['If-Match'] = String(given.if_match);
  if (route.method === 'POST') headers['Idempotency-Key'] = given.idempotency_key ?? crypto.randomUUID();
  const send = route.auth === 'public' ? request : signedRequest;
  const answer = await send(urlOf(route, given), {
    method: route.method,
    headers,
    ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    ...(given.signal ? { signal: given.signal } : {}),
  });
  const body = await readBody(answer);
  if (!answer.ok) {
    const error = errorFrom(answer.status, body, requestIdOf(answer));
    noteFault(`${route.method} ${route.path}`, error);
    if (isMaintenance(error)) window.dispatchEvent(new Event(MAINTENANCE));
    throw error;
  }
  return body as Answer<R>;
}
