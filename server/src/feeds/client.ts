import type { Readable } from 'node:stream';
import { feedErrors, importErrors } from '@lanka/domain/feeds/errors';
import { DomainError } from '@lanka/domain/kit/errors';
import { isPrivateLiteral } from '../kit/outbound/addresses';
import { asOutbound, type OutboundError } from '../kit/outbound/errors';
import type { Outbound, OutboundService } from '../kit/outbound/outbound';

/**
 * Fetches files from addresses that users give. Each hop must lead to a public address (kit/outbound); a site that
 * fails is told of and not asked again by itself.
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

/** Where a file comes from, and how much of it is taken. */
export const feedSite = (outbound: Outbound, name: string, limits: FetchLimits): FeedSite => ({
  limits,
  service: outbound.service({
    name,
    allowPrivate: limits.allow_private,
    timeoutMs: limits.timeout_ms,
    idleMs: limits.idle_ms,
  }),
});

export interface FeedSite {
  readonly limits: FetchLimits;
  readonly service: OutboundService;
}

export interface Fetched {
  readonly body: Readable;
  readonly content_type: string | undefined;
  /** What the site says it will send; null when it does not say or packs it. */
  readonly bytes: number | null;
  /** The last hop. */
  readonly url: URL;
}

/** An http(s) address, or `imports.url_invalid`. */
export function readUrl(text: string): URL {
  if (!URL.canParse(text)) throw importErrors.url_invalid();
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.hostname === '') throw importErrors.url_invalid();
  return url;
}

/** Refuses at once what needs no look at names. */
export function refusePrivateLiteral(url: URL, allow_private: boolean): void {
  if (isPrivateLiteral(url) && !allow_private) throw importErrors.address_forbidden({ host: url.hostname });
}

/**
 * Opens the file behind an address. Throws `imports.*` when it cannot be had; reading the body may throw
 * `imports.too_slow`, `imports.unreachable` and `feeds.too_big`. Destroy the body when you stop early.
 */
export async function fetchFile(address: string, { service, limits }: FeedSite): Promise<Fetched> {
  const asked = readUrl(address);
  const headers = { 'user-agent': 'Lanka/1.0 (product import)', accept: limits.accept };
  const {
    status,
    headers: told,
    body,
    bytes,
    url,
  } = await service.call(asked, { headers, maxBytes: limits.max_bytes }).catch((error: unknown) => {
    throw asRefusal(error, asked, limits);
  });
  if (status !== 200) {
    body.destroy();
    throw importErrors.bad_answer({ host: url.hostname, http_status: status });
  }
  return { body, content_type: told['content-type'] as string | undefined, bytes, url };
}

function asRefusal(error: unknown, url: URL, { max_bytes }: FetchLimits): DomainError {
  if (error instanceof DomainError) return error;
  const { reason, host }: OutboundError = asOutbound(error, url.hostname);
  if (reason === 'too_big') return feedErrors.too_big({ limit_megabytes: Math.floor(max_bytes / 1_048_576) });
  if (reason === 'too_many_redirects') return importErrors.too_many_redirects({ allowed: 5 });
  // only a circuit that is never used here could be open
  return importErrors[reason === 'circuit_open' ? 'unreachable' : reason]({ host });
}

/** The bytes, with failures of the connection as coded errors. */
export async function* readBody({ body, url }: Fetched, limits: FetchLimits): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield chunk as Buffer;
  } catch (error) {
    throw asRefusal(error, url, limits);
  } finally {
    body.destroy();
  }
}

/** A small file whole. */
export async function fetchBytes(address: string, site: FeedSite): Promise<Buffer> {
  const { limits } = site;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of readBody(await fetchFile(address, site), limits)) {
    size += chunk.length;
    if (size > limits.max_bytes)
      throw feedErrors.too_big({ limit_megabytes: Math.floor(limits.max_bytes / 1_048_576) });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
