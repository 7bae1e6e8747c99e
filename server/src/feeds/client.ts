import type { Readable } from 'node:stream';
import { feedErrors, importErrors } from '@lanka/domain/feeds/errors';
import { DomainError } from '@lanka/domain/kit/errors';
import { isPrivateLiteral } from '../kit/outbound/addresses';
import { asOutbound, type OutboundError } from '../kit/outbound/errors';
import type { Outbound, OutboundService } from '../kit/outbound/outbound';
import type { Validators } from './tables';

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
  readonly validators: Validators;
}

/** Beyond that a site's word for its file is not kept. */
const MOST_VALIDATOR = 500;
const kept = (told: unknown): string | null =>
  typeof told === 'string' && told.length <= MOST_VALIDATOR && /^[\x20-\x7e\x80-\xff]+$/.test(told) ? told : null;

/** An http(s) address, or `imports.url_invalid`. */
function readUrl(text: string): URL {
  if (!URL.canParse(text)) throw importErrors.url_invalid();
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.hostname === '') throw importErrors.url_invalid();
  return url;
}

/**
 * Feeds and photos of this product itself: anybody may fetch them, so they may be fetched where we stand too, in a
 * private network. The address is the operator's, and nothing at these paths leads elsewhere.
 */
function isOurOwn(url: URL, publicUrl: string): boolean {
  return url.origin === new URL(publicUrl).origin && /^\/(feeds|photos)\//.test(url.pathname);
}

interface Where {
  readonly publicUrl: string;
  readonly importAllowPrivateAddresses: boolean;
}

/** A client for this address: with `allow_private` as the operator has it, or as our own address needs it. */
export function siteFor(
  outbound: Outbound,
  name: string,
  { address, config }: { readonly address: string; readonly config: Where },
  limits: Omit<FetchLimits, 'allow_private'>,
): FeedSite {
  const own = URL.canParse(address) && isOurOwn(new URL(address), config.publicUrl);
  const allow_private = own || config.importAllowPrivateAddresses;
  return feedSite(outbound, own ? `${name}_own` : name, { ...limits, allow_private });
}

/** The address, unless it leads to what only we can reach. */
export function refuseUnreachable(text: string, config: Where): void {
  const url = readUrl(text);
  if (!isOurOwn(url, config.publicUrl)) refusePrivateLiteral(url, config.importAllowPrivateAddresses);
}

/** Refuses at once what needs no look at names. */
export function refusePrivateLiteral(url: URL, allow_private: boolean): void {
  if (isPrivateLiteral(url) && !allow_private) throw importErrors.address_forbidden({ host: url.hostname });
}

/**
 * Opens the file behind an address; null when it is the same that `known` names. Throws `imports.*` when it cannot be had; reading the body may throw
 * `imports.too_slow`, `imports.unreachable` and `feeds.too_big`. Destroy the body when you stop early.
 */
export async function fetchChanged(
  address: string,
  { service, limits }: FeedSite,
  known: Validators | null,
): Promise<Fetched | null> {
  const asked = readUrl(address);
  const headers = {
    ...{ 'user-agent': 'Lanka/1.0 (product import)', accept: limits.accept },
    ...(known?.etag ? { 'if-none-match': known.etag } : {}),
    ...(known?.last_modified ? { 'if-modified-since': known.last_modified } : {}),
  };
  const {
    status,
    headers: told,
    body,
    bytes,
    url,
  } = await service.call(asked, { headers, maxBytes: limits.max_bytes }).catch((error: unknown) => {
    throw asRefusal(error, asked, limits);
  });
  if (status === 304 && (known?.etag || known?.last_modified)) {
    body.destroy();
    return null;
  }
  if (status !== 200) {
    body.destroy();
    throw importErrors.bad_answer({ host: url.hostname, http_status: status });
  }
  const validators = { etag: kept(told.etag), last_modified: kept(told['last-modified']) };
  return { body, content_type: told['content-type'] as string | undefined, bytes, url, validators };
}

/** The same of a file of which nothing is known. */
export async function fetchFile(address: string, site: FeedSite): Promise<Fetched> {
  const fetched = await fetchChanged(address, site, null);
  if (!fetched) throw importErrors.bad_answer({ host: readUrl(address).hostname, http_status: 304 });
  return fetched;
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
