import { LRUCache } from 'lru-cache';
import { primary } from '../platform/workers';

/**
 * Calls of one address in a window of time, for the routes with `limitPerMinute`. With several processes the primary
 * counts for all of them; with one, the limiter's own memory does. Guesses of a password are counted by account and
 * address in the database besides (identity/account/guard.ts): that holds over machines too.
 */
export interface Hits {
  /** Calls in this window, this one included. */
  readonly current: number;
  /** Milliseconds until the window ends. */
  readonly ttl: number;
}

export interface Hit {
  readonly key: string;
  readonly windowMs: number;
}

/** Each is some hundred bytes; an attack from more addresses than this pushes the oldest out. */
const MOST_KEYS = 50_000;

/** In the primary. */
export function openCounter(now: () => number = Date.now): (hit: Hit) => Hits {
  const windows = new LRUCache<string, { current: number }>({ max: MOST_KEYS, perf: { now }, ttlResolution: 0 });
  return ({ key, windowMs }) => {
    const window = windows.get(key) ?? { current: 0 };
    window.current += 1;
    if (window.current === 1) windows.set(key, window, { ttl: windowMs });
    return { current: window.current, ttl: windows.getRemainingTTL(key) };
  };
}

/** Without an answer of the primary in this time the call goes through: the process is about to end anyway. */
const PATIENCE_MS = 1_000;

type Ask = (hit: Hit) => Promise<Hits>;
type Answer = (error: Error | null, hits?: Hits) => void;

/** The store that @fastify/rate-limit wants: in a process that answers requests beside others. */
export class SharedLimits {
  /** Who has been refused, until when: a flood is turned away without asking again. */
  private readonly refused = new LRUCache<string, true>({ max: MOST_KEYS });

  constructor(
    private readonly ask: Ask,
    private readonly route = '',
  ) {}

  incr(address: string, answer: Answer, windowMs: number, max: number): void {
    const key = `${this.route} ${address}`;
    if (this.refused.get(key)) {
      answer(null, { current: max + 1, ttl: this.refused.getRemainingTTL(key) });
      return;
    }
    this.ask({ key, windowMs }).then(
      (hits) => {
        if (hits.current > max) this.refused.set(key, true, { ttl: Math.max(1, hits.ttl) });
        answer(null, hits);
      },
      () => answer(null, { current: 1, ttl: windowMs }),
    );
  }

  /** @param options those of a route, with `routeInfo` beside what the limiter's types tell of */
  child(options: object): SharedLimits {
    const { routeInfo } = options as { routeInfo: { method?: string | string[]; url?: string } };
    return new SharedLimits(this.ask, `${routeInfo.method} ${routeInfo.url}`);
  }
}

/** For the options of the limiter: where the calls are counted. */
export function limitStore(): { store?: new () => SharedLimits } {
  if (!primary) return {};
  const channel = primary;
  return {
    store: class extends SharedLimits {
      constructor() {
        super((hit) => channel.ask<Hits>('hit', hit, PATIENCE_MS));
      }
    },
  };
}
