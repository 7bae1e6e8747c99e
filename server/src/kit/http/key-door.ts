import { apiKeyErrors } from '@lanka/domain/kit/api_key_errors';
import { common } from '@lanka/domain/kit/errors';
import { callsPerMinute, SANDBOX_PLAN } from '@lanka/domain/kit/plans';
import type { AnyRoute } from '@lanka/domain/kit/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isWhole, type KeyInHand, type KnownKey } from '../auth/api-keys';
import { hashSecret } from '../db/ids';
import { together } from '../db/together';
import { primary } from '../platform/workers';
import type { Services } from '../services';
import { answeredCall } from './answered-calls';
import { apiKeys } from './api-keys';
import type { Authoriser } from './authoriser';
import { type Hit, type Hits, openCounter } from './rate-limits';

const MOST_KNOWN = 5_000;
const WINDOW_MS = 60_000;
/** So many keys of nobody an address may show in a minute: each costs a look into the database. */
const MOST_UNKNOWN = 60;
const MOST_ADDRESSES = 10_000;
const PATIENCE_MS = 1_000;

/** Keys of the API at the door: who they are, how often they come, and that each call is counted. */
export interface KeyDoor {
  /** @throws api_keys.unknown, common.too_many */
  enter(token: string, request: FastifyRequest, reply: FastifyReply): Promise<KeyInHand>;
  /** Tells keys that were let in before apart; of another it knows nothing, who shows it is his address. Asks no database. */
  nameOf(token: string): string | undefined;
}

/** The key of the request, as it was sent; anything that begins as one is taken for one. */
export const keyOf = (request: FastifyRequest): string | undefined =>
  /^Bearer (lanka_\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];

export function openKeyDoor(app: Services): KeyDoor {
  const known = new LRUCache<string, KnownKey>({ max: MOST_KNOWN });
  const countHere = openCounter();
  const hit = async (one: Hit): Promise<Hits> => {
    if (!primary) return countHere(one);
    // without an answer the call goes through: the process is about to end anyway
    return primary.ask<Hits>('hit', one, PATIENCE_MS).catch(() => ({ current: 1, ttl: one.windowMs }));
  };

  /** Addresses that have shown too many keys of nobody, until when. */
  const guessing = new LRUCache<string, true>({ max: MOST_ADDRESSES });

  async function find(token: string, address: string): Promise<KnownKey> {
    if (!isWhole(token)) throw apiKeyErrors.unknown();
    const token_hash = hashSecret(token);
    const cached = known.get(token_hash);
    if (cached) return cached;
    if (guessing.has(address))
      throw common.too_many({ seconds: Math.max(1, Math.ceil(guessing.getRemainingTTL(address) / 1000)) });
    for (const slice of app.hooks.all(apiKeys)) {
      const found = await app.db.transaction({ readOnly: true }, (tx) => slice.find(tx, token_hash));
      if (!found) continue;
      known.set(token_hash, found);
      return found;
    }
    const { current, ttl } = await hit({ key: `api_key of nobody ${address}`, windowMs: WINDOW_MS });
    if (current >= MOST_UNKNOWN) guessing.set(address, true, { ttl: Math.max(1, ttl) });
    throw apiKeyErrors.unknown();
  }

  return {
    nameOf(token) {
      const token_hash = hashSecret(token);
      return known.has(token_hash) ? `key ${token_hash}` : undefined;
    },
    async enter(token, request, reply) {
      const key = await find(token, request.ip);
      // by the secret: whoever has one that was replaced takes nothing from those who have the new one
      const most = callsPerMinute(key.sandbox ? SANDBOX_PLAN : null, app.config.apiCallsPerMinute);
      const { current, ttl } = await hit({ key: `api_key ${key.token_hash}`, windowMs: WINDOW_MS });
      const seconds = Math.max(1, Math.ceil(ttl / 1000));
      reply.headers({
        'ratelimit-policy': `${most};w=${WINDOW_MS / 1000}`,
        'ratelimit-limit': String(most),
        'ratelimit-remaining': String(Math.max(0, most - current)),
        'ratelimit-reset': String(seconds),
      });
      const inHand = { ...key, address: request.ip };
      // whoever asks without end is told of no more often than twice what is allowed
      if (current <= most * 2) request.keyAtDoor = inHand;
      if (current > most) throw common.too_many({ seconds });
      return inHand;
    },
  };
}

/** Lets keys in as sessions are let in, when they may make this call; both are asked in one round trip. */
export function lettingKeysIn(
  app: Services,
  authorise: Authoriser,
  route: Pick<AnyRoute, 'auth' | 'api'>,
  request: FastifyRequest,
): Authoriser {
  return async (tx, claims, auth, project, locale, asked) => {
    const { api_key } = claims;
    const [slice] = app.hooks.all(apiKeys);
    if (!api_key || !slice) return authorise(tx, claims, auth, project, locale, asked);
    const checked = slice.check(tx, api_key, route).then(() => {
      request.apiKey = api_key;
    });
    const [, scope] = await together([checked, authorise(tx, claims, auth, project, locale, asked)]);
    return scope;
  };
}

/**
 * Each call of a key that was let in is written down before its answer leaves, whatever the answer, and counts for the
 * month. A key that is not let in (revoked, without the scope, over its limits) is told of to whoever keeps it and counts
 * for nothing.
 */
export function countKeys(server: FastifyInstance, app: Services): void {
  server.decorateRequest('apiKey');
  server.decorateRequest('keyAtDoor');
  server.addHook('onSend', async (request, reply, payload) => {
    const key = request.apiKey ?? request.keyAtDoor;
    if (key) app.meter.count(key, answeredCall(request, reply, payload, sizeOf(payload)), request.apiKey !== undefined);
  });
}

/** Routes that keys reach answer no streams (a test looks): files have addresses of their own. */
const sizeOf = (payload: unknown): number =>
  typeof payload === 'string' ? Buffer.byteLength(payload) : Buffer.isBuffer(payload) ? payload.length : 0;

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that makes this call, once it was let in. */
    apiKey?: KnownKey;
    /** The key that was shown, let in or not. */
    keyAtDoor?: KnownKey;
  }
}
