import { pipeline, Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleWhen,
  noop,
  retry,
  wrap,
} from 'cockatiel';
import type { Logger } from 'pino';
import { Agent, type Dispatcher, request, fetch as undiciFetch } from 'undici';
import { outboundCircuit, outboundSeconds } from '../observe/meters';
import { isPrivateLiteral, publicLookup } from './addresses';
import { asOutbound, OutboundError } from './errors';

/** How an outside service is asked. */
export interface ServiceOptions {
  /** In logs and metrics: few values, never what somebody typed. */
  readonly name: string;
  /** For an address from the operator's own configuration. What users give must never lead into a private network. */
  readonly allowPrivate?: boolean;
  /** For the whole answer, body included, and without a byte arriving. */
  readonly timeoutMs: number;
  readonly idleMs: number;
  /**
   * How often a call is tried in all: 1 unless told. Only calls that may be repeated (GET, HEAD, PUT, DELETE, or those
   * that say so) are, after a failed connection or an answer 429, 502, 503 or 504; `Retry-After` is kept to.
   */
  readonly attempts?: number;
  /** After so many failures one behind another it is not asked for `pauseMs`; then one call tries. Never unless told. */
  readonly circuit?: { readonly failures: number; readonly pauseMs: number };
  /** Never shown in a log line, wherever they stand in an address or a message. */
  readonly secrets?: readonly string[];
}

export interface Call {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** A POST or PATCH that does nothing twice when it is sent twice. */
  readonly repeatable?: boolean;
  /** The path has a secret in it: it is not told. */
  readonly secretPath?: boolean;
  readonly signal?: AbortSignal;
  /** Of the body as it comes over the wire; beyond it reading fails with `too_big`. */
  readonly maxBytes?: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Unpacked. Destroy it when you stop early. */
  readonly body: Readable;
  /** What the other side says it will send; null when it does not say, or packs it. */
  readonly bytes: number | null;
  /** The last hop. */
  readonly url: URL;
}

export interface OutboundService {
  /** Asks and follows up to five redirects of a GET. @throws OutboundError, also while the body is read */
  call(url: URL | string, call?: Call): Promise<Answer>;
  /** The same rules for a library that wants a `fetch`; redirects are the library's. */
  readonly fetch: typeof globalThis.fetch;
}

export interface Outbound {
  /** The one client of that name; asked for again it is the same, with its circuit. */
  service(options: ServiceOptions): OutboundService;
  /** Names of those that are not asked at the moment, because they have failed so often. */
  away(): string[];
  close(): Promise<void>;
}

const MAX_REDIRECTS = 5;
const AGENT = 'Lanka/1.0';
const TEMPORARY = new Set([429, 502, 503, 504]);
const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 30_000;

/** An answer that may be another one in a moment: tried again, and in the end handed on as it is. */
class TemporaryAnswer<T> extends Error {
  constructor(
    readonly answer: T,
    readonly retryAfterMs: number | undefined,
  ) {
    super('a temporary answer');
  }
}

/** Seconds or a date (RFC 9110, section 10.2.3), as milliseconds from now. */
function retryAfter(header: unknown): number | undefined {
  if (typeof header !== 'string') return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), LONGEST_PAUSE_MS) : undefined;
}

/** All connections to outside services go through here, so that each is guarded, timed and counted the same way. */
export function openOutbound(log: Logger): Outbound {
  const services = new Map<string, Made>();
  return {
    service(options) {
      let known = services.get(options.name);
      if (!known) {
        known = makeService(options, log);
        services.set(options.name, known);
      }
      return known.service;
    },
    away: () => [...services].flatMap(([name, { isOpen }]) => (isOpen() ? [name] : [])).sort(),
    async close() {
      await Promise.all([...services.values()].map(({ agent }) => agent.destroy()));
    },
  };
}

interface Made {
  readonly service: OutboundService;
  readonly agent: Agent;
  isOpen(): boolean;
}

function makeService(options: ServiceOptions, log: Logger): Made {
  const { name, allowPrivate = false, timeoutMs, idleMs } = options;
  const agent = new Agent({
    connect: { timeout: idleMs, ...(allowPrivate ? {} : { lookup: publicLookup }) },
    headersTimeout: idleMs,
    bodyTimeout: idleMs,
  });
  const breaker = breakerOf(options);
  const policies = { once: policyOf(breaker, 1), repeated: policyOf(breaker, options.attempts ?? 1) };

  /** One call under the policy: guarded, timed, counted, told. `ask` sends it and says its status. */
  async function guarded<T extends { readonly status: number }>(
    url: URL,
    method: string,
    mayRepeat: boolean,
    ask: () => Promise<{ answer: T; retryAfter: unknown }>,
    discard: (answer: T) => void,
    path = hide(url.pathname, options),
  ): Promise<T> {
    if (!/^https?:$/.test(url.protocol) || url.hostname === '') throw new OutboundError('url_invalid', url.hostname);
    if (!allowPrivate && isPrivateLiteral(url)) throw new OutboundError('address_forbidden', url.hostname);
    const once = async (): Promise<T> => {
      const started = performance.now();
      const end = (outcome: string, facts: object): void => {
        const ms = performance.now() - started;
        outboundSeconds.observe({ service: name, outcome }, ms / 1000);
        const line = { service: name, method, host: url.host, path, ms: Math.round(ms) };
        log.debug({ ...line, ...facts }, 'asked an outside service');
      };
      try {
        const { answer, retryAfter: pause } = await ask();
        end(`${Math.floor(answer.status / 100)}xx`, { status: answer.status });
        if (TEMPORARY.has(answer.status)) throw new TemporaryAnswer(answer, retryAfter(pause));
        return answer;
      } catch (error) {
        if (error instanceof TemporaryAnswer) throw error;
        const failure = asOutbound(error, url.hostname);
        end(failure.reason, { reason: failure.reason, cause: hide(String(failure.cause ?? ''), options) });
        throw failure;
      }
    };
    let left: T | undefined;
    const tryOnce = async (): Promise<T> => {
      if (left) discard(left);
      left = undefined;
      return once().catch((error: unknown) => {
        if (error instanceof TemporaryAnswer) left = error.answer as T;
        throw error;
      });
    };
    try {
      return await policies[mayRepeat ? 'repeated' : 'once'].execute(tryOnce);
    } catch (error) {
      if (error instanceof TemporaryAnswer) return error.answer as T;
      if (left) discard(left);
      throw error instanceof BrokenCircuitError ? new OutboundError('circuit_open', url.hostname) : error;
    }
  }

  async function call(address: URL | string, given: Call = {}): Promise<Answer> {
    const { method = 'GET', signal, maxBytes } = given;
    const deadline = AbortSignal.timeout(timeoutMs);
    const ends = signal ? AbortSignal.any([signal, deadline]) : deadline;
    const mayRepeat = given.repeatable ?? !/^(POST|PATCH)$/.test(method);
    let url = asUrl(address);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const to = url;
      const answer = await guarded(
        to,
        method,
        mayRepeat,
        async () => {
          const raw = await request(to, {
            ...{ dispatcher: agent, method, signal: ends, ...(given.body === undefined ? {} : { body: given.body }) },
            headers: { 'user-agent': AGENT, 'accept-encoding': 'gzip, deflate, br', ...given.headers },
          });
          return { answer: { status: raw.statusCode, raw }, retryAfter: raw.headers['retry-after'] };
        },
        ({ raw }) => drop(raw),
        given.secretPath ? '…' : undefined,
      );
      const { location } = answer.raw.headers;
      if (method === 'GET' && [301, 302, 303, 307, 308].includes(answer.status) && typeof location === 'string') {
        drop(answer.raw);
        url = asUrl(location, to);
        continue;
      }
      return read(to, answer.raw, maxBytes);
    }
    throw new OutboundError('too_many_redirects', url.hostname);
  }

  /** What libraries give: an address or a request, and the options of `fetch`. */
  const fetch: typeof globalThis.fetch = (input, init = {}) => {
    const url = asUrl(input instanceof Request ? input.url : input);
    const method = (init.method ?? 'GET').toUpperCase();
    const deadline = AbortSignal.timeout(timeoutMs);
    const ends = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    return guarded(
      url,
      method,
      !/^(POST|PATCH)$/.test(method),
      async () => {
        const given = { ...init, method, redirect: init.redirect ?? 'manual', signal: ends, dispatcher: agent };
        const answer = await undiciFetch(url, given as Parameters<typeof undiciFetch>[1]);
        return { answer: answer as unknown as Response, retryAfter: answer.headers.get('retry-after') };
      },
      (answer) => void answer.body?.cancel().catch(() => undefined),
    );
  };
  return { service: { call, fetch }, agent, isOpen: () => breaker?.state === CircuitState.Open };
}

function asUrl(address: URL | string, base?: URL): URL {
  const text = String(address);
  if (!URL.canParse(text, base?.href)) throw new OutboundError('url_invalid', base?.hostname ?? '');
  return new URL(text, base?.href);
}

const temporary = handleWhen(
  (error) =>
    error instanceof TemporaryAnswer ||
    (error instanceof OutboundError && (error.reason === 'unreachable' || error.reason === 'too_slow')),
);

/** Opens when the service is down: one for all calls, those that are repeated and those that are not. */
function breakerOf({ name, circuit }: ServiceOptions): CircuitBreakerPolicy | null {
  if (!circuit) return null;
  const breaker = circuitBreaker(temporary, {
    halfOpenAfter: circuit.pauseMs,
    breaker: new ConsecutiveBreaker(circuit.failures),
  });
  outboundCircuit.set({ service: name }, 0);
  breaker.onBreak(() => outboundCircuit.set({ service: name }, 1));
  breaker.onReset(() => outboundCircuit.set({ service: name }, 0));
  return breaker;
}

/** Repeats with growing pauses, inside the circuit. */
function policyOf(breaker: CircuitBreakerPolicy | null, attempts: number) {
  const pauses = new DelegateBackoff<{ attempt: number; result: object }>(({ attempt, result }) => {
    const { error } = result as { error?: unknown };
    const told = error instanceof TemporaryAnswer ? error.retryAfterMs : undefined;
    return told ?? Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
  });
  const again = attempts > 1 ? retry(temporary, { maxAttempts: attempts - 1, backoff: pauses as never }) : noop;
  return breaker ? wrap(again, breaker) : again;
}

/** Addresses without their query, and without what is secret in them. */
const hide = (text: string, { secrets = [] }: ServiceOptions): string =>
  secrets.reduce((shown, secret) => (secret ? shown.replaceAll(secret, '…') : shown), text);

/** Closes an answer that nobody reads; that it was cut short is no news then. */
const drop = ({ body }: Dispatcher.ResponseData): void => void body.on('error', () => undefined).destroy();

function read(url: URL, raw: Dispatcher.ResponseData, maxBytes = Number.POSITIVE_INFINITY): Answer {
  const told = Number(raw.headers['content-length'] ?? Number.NaN);
  const host = url.hostname;
  if (told > maxBytes) {
    drop(raw);
    throw new OutboundError('too_big', host);
  }
  const unpack = unpacker(String(raw.headers['content-encoding'] ?? ''));
  const streams = [raw.body, counting(maxBytes, host), ...(unpack ? [unpack] : [])];
  const last = pipeline(streams, () => undefined) as unknown as Readable;
  const bytes = unpack || !Number.isSafeInteger(told) ? null : told;
  return { status: raw.statusCode, headers: raw.headers, body: Readable.from(chunks(last, host)), bytes, url };
}

/** The bytes, with failures of the connection as our own errors. */
async function* chunks(body: Readable, host: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield chunk as Buffer;
  } catch (error) {
    throw asOutbound(error, host);
  } finally {
    body.destroy();
  }
}

function counting(maxBytes: number, host: string): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      done(seen > maxBytes ? new OutboundError('too_big', host) : null, chunk);
    },
  });
}

function unpacker(encoding: string) {
  const way = encoding.toLowerCase().trim();
  if (way === 'gzip' || way === 'x-gzip') return createGunzip();
  if (way === 'deflate') return createInflate();
  return way === 'br' ? createBrotliDecompress() : null;
}
