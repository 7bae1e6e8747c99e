import type { ApiFailure } from '../api_keys/calls';
import type { ApiKey, ApiLimits } from '../api_keys/contract';
import type { ChangeReader } from '../changes/contract';
import { daysAfter, kyivDate } from '../kit/time';
import type { Feed } from '../outfeeds/contract';
import type { Webhook } from '../webhooks/contract';

/** What is known of the connections of one keeper. Null was not read, or not yet: of that nothing is said. */
export interface Connections {
  readonly limits: ApiLimits;
  readonly keys: readonly ApiKey[] | null;
  readonly failures: readonly ApiFailure[] | null;
  readonly readers: readonly ChangeReader[] | null;
  readonly webhooks: readonly Webhook[] | null;
  readonly feeds: readonly Feed[] | null;
}

export const CALL_FAULTS = ['key', 'plan', 'scope', 'missing', 'conflict', 'often', 'ours', 'input'] as const;
export type CallFault = (typeof CALL_FAULTS)[number];

/** Something that does not work, or soon will not; the worst first. */
export type Trouble =
  | { readonly kind: 'used_up'; readonly day: string }
  | { readonly kind: 'runs_out'; readonly day: string }
  | { readonly kind: 'key_ends'; readonly id: string; readonly name: string; readonly day: string }
  | { readonly kind: 'calls_fail'; readonly name: string; readonly fault: CallFault; readonly failure: ApiFailure }
  | { readonly kind: 'reader_too_old'; readonly id: string; readonly name: string }
  | {
      readonly kind: 'reader_silent';
      readonly id: string;
      readonly name: string;
      readonly at: string;
      readonly behind: number;
    }
  | { readonly kind: 'webhook_paused' | 'webhook_failing'; readonly webhook: Webhook }
  | { readonly kind: 'feed_ends'; readonly feed: Feed }
  | { readonly kind: 'feed_unread'; readonly feed: Feed };

/** Keys may have one name: no two troubles are called the same. */
export function troubleId(trouble: Trouble): string {
  if ('failure' in trouble) {
    const { key, operation, status } = trouble.failure;
    return `${trouble.kind} ${key.id} ${operation} ${status}`;
  }
  const of = 'webhook' in trouble ? trouble.webhook.id : 'feed' in trouble ? trouble.feed.id : null;
  return `${trouble.kind} ${of ?? ('id' in trouble ? trouble.id : '')}`;
}

export const isSevere = ({ kind }: Trouble): boolean =>
  kind === 'used_up' || kind === 'webhook_paused' || kind === 'reader_too_old' || kind === 'calls_fail';

const DAY_MS = 86_400_000;
/** A key that ends within so many days is told of. */
const ENDS_SOON = 7;
/** A feed that nobody has fetched for so many days. */
const UNREAD_DAYS = 7;
/** A reader that is behind and has not asked for so long. */
const SILENT_MS = DAY_MS;

export function faultOf(status: number): CallFault {
  if (status >= 500) return 'ours';
  const known: Partial<Record<number, CallFault>> = {
    ...{ 401: 'key', 402: 'plan', 403: 'scope', 404: 'missing', 409: 'conflict', 429: 'often' },
  };
  return known[status] ?? 'input';
}

export function troublesOf(known: Connections, now: Date): Trouble[] {
  const today = kyivDate(now);
  return [
    ...ofLimits(known.limits),
    ...(known.webhooks ?? []).flatMap(ofWebhook),
    ...(known.readers ?? []).flatMap((one) => ofReader(one, now)),
    ...(known.failures ?? [])
      // what failed before yesterday was mended, or is asked no more
      .filter(({ last_day }) => last_day >= daysAfter(today, -1))
      .map(
        (failure): Trouble => ({
          ...{ kind: 'calls_fail', name: failure.key.name, fault: faultOf(failure.status), failure },
        }),
      ),
    ...(known.keys ?? []).flatMap((one) => ofKey(one, today)),
    ...(known.feeds ?? []).flatMap((one) => ofFeed(one, now)),
  ];
}

/** What a part of the connections is: read, or why not. */
export type PartState = 'read' | 'loading' | 'failed' | 'forbidden';
export interface PartRead {
  readonly state: PartState;
  /** How many there are beyond those that were read. */
  readonly beyond: number;
}

/**
 * What may be said where no trouble was found: that all is well only when everything was read. What failed is said before
 * what still comes, and that before what one may not see or was too much to read.
 */
export function verdictOf(parts: readonly PartRead[]): 'well' | 'failed' | 'loading' | 'partly' {
  if (parts.some(({ state }) => state === 'failed')) return 'failed';
  if (parts.some(({ state }) => state === 'loading')) return 'loading';
  return parts.some(({ state, beyond }) => state === 'forbidden' || beyond > 0) ? 'partly' : 'well';
}

function ofLimits({ allowed, use, forecast, resets_on }: ApiLimits): Trouble[] {
  if (!allowed) return [];
  if (use.requests >= allowed.requests || use.bytes >= allowed.bytes) return [{ kind: 'used_up', day: resets_on }];
  return forecast?.runs_out_on ? [{ kind: 'runs_out', day: forecast.runs_out_on }] : [];
}

function ofWebhook(webhook: Webhook): Trouble[] {
  // whoever paused it himself knows
  if (webhook.state === 'paused') return webhook.paused_by === 'hand' ? [] : [{ kind: 'webhook_paused', webhook }];
  return webhook.state === 'failing' ? [{ kind: 'webhook_failing', webhook }] : [];
}

function ofReader({ key: { id, name }, at, behind, too_old }: ChangeReader, now: Date): Trouble[] {
  if (too_old) return [{ kind: 'reader_too_old', id, name }];
  const isSilent = now.getTime() - Date.parse(at) >= SILENT_MS;
  return behind > 0 && isSilent ? [{ kind: 'reader_silent', id, name, at, behind }] : [];
}

function ofKey({ id, state, last_day, name }: ApiKey, today: string): Trouble[] {
  const isSoon = state === 'living' && last_day !== null && last_day <= daysAfter(today, ENDS_SOON);
  return isSoon ? [{ kind: 'key_ends', id, name, day: last_day }] : [];
}

function ofFeed(feed: Feed, now: Date): Trouble[] {
  if (feed.state === 'closing' || feed.state === 'gone') return [{ kind: 'feed_ends', feed }];
  const since = Date.parse(feed.last_fetch?.at ?? feed.created_at);
  return now.getTime() - since >= UNREAD_DAYS * DAY_MS ? [{ kind: 'feed_unread', feed }] : [];
}
