import { errorOf, LankaError, TIMED_OUT, UNREACHABLE } from './errors.js';
import type { Operation, Page, Shape } from './operation.js';

export interface Settings {
  /** Where Lanka stands: `https://lanka.example`. */
  url: string;
  /** `lanka_…`, from the page of API keys. It belongs on a server: whoever has it may do what it may. */
  key: string;
  /** The project that calls are about unless they name another: its id or friendly id. */
  project?: string;
  /** In which language errors are told; Ukrainian unless said. */
  language?: 'uk' | 'en';
  /** How often a call is repeated that may be (3). */
  retries?: number;
  /** How long one try may take (30 000). */
  timeoutMs?: number;
  /** The longest pause that is waited for; a server that asks for more is told as an error (60). */
  patienceSeconds?: number;
  /** In place of the global one. */
  fetch?: typeof fetch;
}

type Params<S extends Shape> = S['params'] extends { project_id: string }
  ? Omit<S['params'], 'project_id'> & { project_id?: string }
  : S['params'];
/** Left out where nothing has to be given. */
type Wanted<K extends string, V> = [V] extends [undefined]
  ? { [key in K]?: undefined }
  : Record<string, never> extends V
    ? { [key in K]?: V }
    : { [key in K]: V };

export type CallInput<S extends Shape> = Wanted<'params', Params<S>> &
  Wanted<'query', S['query']> &
  ([S['body']] extends [undefined] ? { body?: undefined } : { body: S['body'] }) & {
    /** Of what you do: an order's number in your shop. Repeated with it, it is done once. One is made up if you give none. */
    idempotencyKey?: string;
    /** The `version` that you have read; `common.stale` when somebody was quicker. */
    ifMatch?: number;
    /** What this call answered you before: where nothing has changed since, you get the same object back. */
    ifNoneMatch?: S['answer'] | undefined;
    signal?: AbortSignal;
  };

type Listing<S extends Shape> = S['answer'] extends Page<infer T> ? T : never;
/** The second argument may be left out where it would be empty. */
type Given<S extends Shape> = Record<string, never> extends CallInput<S> ? [CallInput<S>?] : [CallInput<S>];

export interface Lanka {
  readonly settings: Readonly<Settings>;
  /** Makes a call and answers what it answers. @throws LankaError */
  call<S extends Shape>(operation: Operation<S>, ...input: Given<S>): Promise<S['answer']>;
  /** The pages of a list, one after another; the next is asked for when you want it. */
  pages<S extends Shape>(operation: Operation<S>, ...input: Given<S>): AsyncGenerator<S['answer'], void, undefined>;
  /** All entries of a list, page by page. */
  items<S extends Shape>(operation: Operation<S>, ...input: Given<S>): AsyncGenerator<Listing<S>, void, undefined>;
}

interface Asked {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
  ifMatch?: number;
  ifNoneMatch?: unknown;
  signal?: AbortSignal;
}

/** By which the server knows again what it has answered. */
const tags = new WeakMap<object, string>();
const tagOf = (answer: unknown): string | undefined =>
  typeof answer === 'object' && answer !== null ? tags.get(answer) : undefined;

export function connect(settings: Settings): Lanka {
  const call = (operation: Operation<Shape>, input: Asked = {}) => tryCall(settings, operation, input);
  async function* pages(operation: Operation<Shape>, input: Asked = {}) {
    let cursor: unknown;
    do {
      const query = { ...input.query, ...(cursor ? { cursor } : {}) };
      const page = (await call(operation, { ...input, query })) as Page<unknown>;
      yield page;
      cursor = page.next_cursor;
    } while (cursor);
  }
  async function* items(operation: Operation<Shape>, input: Asked = {}) {
    for await (const page of pages(operation, input)) yield* page.items;
  }
  return { settings, call, pages, items } as unknown as Lanka;
}

async function tryCall(settings: Settings, operation: Operation<Shape>, input: Asked): Promise<unknown> {
  const { retries = 3, patienceSeconds = 60 } = settings;
  const request = requestOf(settings, operation, input);
  for (let tried = 0; ; tried += 1) {
    try {
      return await tryOnce(settings, request, input);
    } catch (error) {
      if (!(error instanceof LankaError) || tried >= retries || !mayRepeat(operation, error)) throw error;
      const seconds = error.retryAfterSeconds ?? 0.5 * 2 ** tried * (0.5 + Math.random() / 2);
      if (seconds > patienceSeconds) throw error;
      await sleep(seconds * 1000, input.signal);
    }
  }
}

/** Answers that say themselves that nothing was done. */
const UNDONE = new Set([
  ...['common.too_many', 'common.overloaded', 'common.maintenance'],
  ...['plans.api_requests_limit', 'plans.api_bytes_limit'],
]);

/**
 * What only reads, and what carries an Idempotency-Key, is done once however often it is asked. Anything else is
 * repeated only when it certainly was not done.
 */
function mayRepeat({ method }: Operation<Shape>, { code, status }: LankaError): boolean {
  if (UNDONE.has(code)) return true;
  return (method === 'GET' || method === 'POST') && (status === 0 || status === 429 || status >= 500);
}

function requestOf({ url, key, project, language = 'uk' }: Settings, operation: Operation<Shape>, input: Asked) {
  const { method, path } = operation;
  const params: Record<string, unknown> = { project_id: project, ...defined(input.params ?? {}) };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`${operation.id} needs params.${name}`);
    return encodeURIComponent(String(value));
  });
  const headers: Record<string, string> = { authorization: `Bearer ${key}`, 'accept-language': language };
  if (input.body !== undefined) headers['content-type'] = 'application/json';
  if (method === 'POST') headers['idempotency-key'] = input.idempotencyKey ?? crypto.randomUUID();
  if (input.ifMatch !== undefined) headers['if-match'] = String(input.ifMatch);
  const tag = tagOf(input.ifNoneMatch);
  if (tag !== undefined) headers['if-none-match'] = tag;
  return {
    url: `${url.replace(/\/+$/, '')}/api${filled}${queryOf(input.query ?? {})}`,
    method,
    headers,
    body: input.body === undefined ? null : JSON.stringify(input.body),
  };
}

const defined = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Lists are written with commas, inner names with dots: `status=Pending,Ready&fields.colour=red`. */
export function queryOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return;
    if (Array.isArray(value)) search.set(name, value.join(','));
    else if (typeof value === 'object') for (const [key, inner] of Object.entries(value)) add(`${name}.${key}`, inner);
    else search.set(name, String(value));
  };
  for (const [name, value] of Object.entries(query)) add(name, value);
  const text = search.toString();
  return text ? `?${text}` : '';
}

async function tryOnce(
  settings: Settings,
  { url, ...request }: ReturnType<typeof requestOf>,
  { signal, ifNoneMatch }: Asked,
): Promise<unknown> {
  const { timeoutMs = 30_000, fetch: ask = fetch } = settings;
  const tooLate = AbortSignal.timeout(timeoutMs);
  let response: Response;
  try {
    response = await ask(url, { ...request, signal: signal ? AbortSignal.any([signal, tooLate]) : tooLate });
    if (response.status === 304) return ifNoneMatch;
    if (response.ok) return response.status === 204 ? undefined : keepTag(await response.json(), response);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    const code = tooLate.aborted ? TIMED_OUT : UNREACHABLE;
    const words = tooLate.aborted ? `No answer within ${timeoutMs} ms` : 'Lanka cannot be reached';
    throw new LankaError(words, { code, status: 0, cause: error });
  }
  throw await errorOf(response);
}

function keepTag(answer: unknown, { headers }: Response): unknown {
  const tag = headers.get('etag');
  if (tag !== null && typeof answer === 'object' && answer !== null) tags.set(answer, tag);
  return answer;
}

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
