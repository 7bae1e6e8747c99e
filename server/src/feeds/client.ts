import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { feedErrors, importErrors } from '@lanka/domain/feeds/errors';
import { DomainError } from '@lanka/domain/kit/errors';
import ipaddr from 'ipaddr.js';

/**
 * Fetches files from addresses that users give. A user must not reach through us what only we can reach, so every
 * hop's name is resolved here, each of its addresses must be a public one, and the connection goes to the address
 * that was checked: a name that resolves otherwise a moment later changes nothing.
 */
export interface FetchLimits {
  /** Only for tests: addresses of this machine and of private networks are fine. */
  readonly allow_private: boolean;
  /** Bytes on the wire. */
  readonly max_bytes: number;
  /** For the whole file, and without a byte arriving. */
  readonly timeout_ms: number;
  readonly idle_ms: number;
  readonly accept: string;
}

export interface Fetched {
  readonly body: Readable;
  readonly content_type: string | undefined;
  /** What the site says it will send; null when it does not say or packs it. */
  readonly bytes: number | null;
  /** The last hop. */
  readonly url: URL;
}

const MAX_REDIRECTS = 5;

/** Whether the address is a public one: not this machine, a private or local network, a tunnel or a reserved range. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  // of IPv6 only 2000::/3 is given out; the rest may lead inside by old ways, such as ::127.0.0.1
  return parsed.kind() === 'ipv4' || ((parsed.toByteArray()[0] ?? 0) & 0xe0) === 0x20;
}

/** An http(s) address, or `imports.url_invalid`. */
export function readUrl(text: string): URL {
  if (!URL.canParse(text)) throw importErrors.url_invalid();
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.hostname === '') throw importErrors.url_invalid();
  return url;
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** Refuses at once what needs no look at names. */
export function refusePrivateLiteral(url: URL, allow_private: boolean): void {
  const host = hostOf(url);
  const local = isIP(host) ? !isPublicAddress(host) : /(^|\.)localhost\.?$/i.test(host);
  if (local && !allow_private) throw importErrors.address_forbidden({ host });
}

async function resolve(url: URL, limits: FetchLimits): Promise<{ address: string; family: number }> {
  const host = hostOf(url);
  refusePrivateLiteral(url, limits.allow_private);
  const found = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await lookup(host, { all: true }).catch(() => {
        throw importErrors.host_unknown({ host });
      });
  const [first] = found;
  if (!first) throw importErrors.host_unknown({ host });
  if (!limits.allow_private && !found.every(({ address }) => isPublicAddress(address)))
    throw importErrors.address_forbidden({ host });
  return first;
}

/**
 * Opens the file behind an address, following at most five redirects. Throws `imports.*` when it cannot be had;
 * reading the body may throw `imports.too_slow`, `imports.unreachable` and `feeds.too_big`. Destroy the body when
 * you stop early.
 */
export async function fetchFile(address: string, limits: FetchLimits): Promise<Fetched> {
  const deadline = AbortSignal.timeout(limits.timeout_ms);
  let url = readUrl(address);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const answer = await ask(url, await resolve(url, limits), limits, deadline);
    const status = answer.statusCode ?? 0;
    const location = answer.headers.location;
    if ([301, 302, 303, 307, 308].includes(status) && location) {
      answer.destroy();
      if (!URL.canParse(location, url.href)) throw importErrors.url_invalid();
      url = readUrl(new URL(location, url).href);
      continue;
    }
    if (status !== 200) {
      answer.destroy();
      throw importErrors.bad_answer({ host: url.hostname, http_status: status });
    }
    return open(url, answer, limits);
  }
  throw importErrors.too_many_redirects({ allowed: MAX_REDIRECTS });
}

function ask(
  url: URL,
  pinned: { address: string; family: number },
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const toPinned: LookupFunction = (_name, options, done) => {
    if (options.all) done(null, [pinned]);
    else done(null, pinned.address, pinned.family);
  };
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolved, rejected) => {
    const fail = (error: unknown): void => rejected(asRefusal(error, url));
    const request = send(url, {
      ...{ agent: false, lookup: toPinned, signal, timeout: limits.idle_ms },
      headers: {
        'user-agent': 'Lanka/1.0 (product import)',
        accept: limits.accept,
        'accept-encoding': 'gzip, deflate, br',
      },
    });
    request.on('timeout', () => request.destroy(importErrors.too_slow({ host: url.hostname })));
    request.on('error', fail);
    request.on('response', resolved);
    request.end();
  });
}

function asRefusal(error: unknown, url: URL): DomainError {
  if (error instanceof DomainError) return error;
  const { name, cause } = error as { name?: string; cause?: unknown };
  if (cause instanceof DomainError) return cause;
  const host = url.hostname;
  return name === 'AbortError' || name === 'TimeoutError'
    ? importErrors.too_slow({ host })
    : importErrors.unreachable({ host });
}

function open(url: URL, answer: IncomingMessage, limits: FetchLimits): Fetched {
  const told = Number(answer.headers['content-length']);
  const encoding = answer.headers['content-encoding']?.toLowerCase().trim() ?? '';
  const too_big = feedErrors.too_big({ limit_megabytes: Math.floor(limits.max_bytes / 1_048_576) });
  if (told > limits.max_bytes) {
    answer.destroy();
    throw too_big;
  }
  let seen = 0;
  answer.on('data', (chunk: Buffer) => {
    seen += chunk.length;
    if (seen > limits.max_bytes) answer.destroy(too_big);
  });
  answer.pause();
  const unpack = unpacker(encoding);
  const body = unpack ? answer.pipe(unpack) : answer;
  if (unpack) {
    answer.on('error', (error) => unpack.destroy(asRefusal(error, url)));
    answer.on('aborted', () => unpack.destroy(importErrors.unreachable({ host: url.hostname })));
    unpack.on('close', () => answer.destroy());
  }
  return {
    body,
    content_type: answer.headers['content-type'],
    bytes: unpack || !Number.isSafeInteger(told) ? null : told,
    url,
  };
}

function unpacker(encoding: string) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'deflate') return createInflate();
  return encoding === 'br' ? createBrotliDecompress() : null;
}

/** The bytes, with failures of the connection as coded errors. */
export async function* readBody({ body, url }: Fetched): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield chunk as Buffer;
  } catch (error) {
    throw asRefusal(error, url);
  } finally {
    body.destroy();
  }
}

/** A small file whole. */
export async function fetchBytes(address: string, limits: FetchLimits): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of readBody(await fetchFile(address, limits))) {
    size += chunk.length;
    if (size > limits.max_bytes)
      throw feedErrors.too_big({ limit_megabytes: Math.floor(limits.max_bytes / 1_048_576) });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
