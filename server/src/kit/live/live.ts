import { EventEmitter } from 'node:events';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Logger } from 'pino';
import { KEPT_ALIVE } from '../db/connections';
import type { Tx } from '../db/db';

/** What changed, by id only: who may see it asks again through the ordinary calls. */
export interface Change {
  readonly kind: string;
  readonly id: string;
}

/** Whose access has changed. `all`: notices may have been missed. */
export type AccessChange =
  | { readonly of: 'session' | 'user' | 'project'; readonly id: string }
  | { readonly of: 'all' };

/**
 * Says in the transaction that access has ended or changed: open streams of that session, user or project end with the
 * commit, in all processes. NOTIFY in a transaction makes commits wait for one another (decision 0007); these are rare.
 */
export async function accessChanges(tx: Tx, of: 'session' | 'user' | 'project', id: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${`${ACCESS}:${of}:${id}`})`);
}

export interface Live {
  /** After commit, for a project or for a user by their id. Lost when the process dies in between: it is a hint to look again, not a record. */
  publish(of: string, change: Change): void;
  subscribe(of: string, listener: (change: Change) => void): () => void;
  /** Hears whose access has changed, anywhere. */
  onAccess(listener: (change: AccessChange) => void): () => void;
  stop(): Promise<void>;
}

/** The kind of what is published under a project's id when something in it changed that `changes` tells of. */
export const CHANGES = 'changes';

const CHANNEL = 'lanka_live';
/** Stands where a change names its project. */
const ACCESS = 'access';
const GATHER_MS = 50;
const RETRY_MS = 1_000;
/** Whoever only listens does not notice that nobody is there any more, so it asks now and then. */
const BEAT_MS = 15_000;
const BEAT_PATIENCE_MS = 5_000;
/** PostgreSQL refuses payloads of 8,000 bytes and more. */
const PER_NOTICE = 60;

/**
 * Tells all processes what changed, by LISTEN/NOTIFY on one connection. Changes are gathered for a moment and sent
 * outside the transactions that made them: NOTIFY inside would let them commit only one after another.
 */
export async function openLive(url: string, log: Logger): Promise<Live> {
  const emitter = new EventEmitter().setMaxListeners(0);
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let client: pg.Client | undefined;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'lanka-live',
      ...KEPT_ALIVE,
      connectionTimeoutMillis: 10_000,
      query_timeout: BEAT_PATIENCE_MS,
    });
    next.on('error', () => undefined);
    next.on('end', () => {
      // one that never came to be is tried again by whoever asked for it: twice would double them at every failure
      if (client !== next) return;
      client = undefined;
      again();
    });
    next.on('notification', ({ payload }) => {
      for (const line of (payload ?? '').split(' ')) {
        const [projectId, kind, id] = line.split(':');
        if (projectId === ACCESS) emitter.emit(ACCESS, { of: kind, id });
        else if (projectId && kind && id) emitter.emit(projectId, { kind, id });
      }
    });
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      void next.end().catch(() => undefined);
      throw error;
    }
    client = next;
    if (stopped) await next.end();
  };
  const again = (): void => {
    if (!stopped) setTimeout(() => void reconnect(), RETRY_MS).unref();
  };
  const reconnect = async (): Promise<void> => {
    try {
      await connect();
      emitter.emit(ACCESS, { of: 'all' });
    } catch (error) {
      log.warn({ err: error }, 'live updates: the database is away');
      again();
    }
  };
  await connect();
  const beat = setInterval(() => {
    const asked = client;
    // one that does not answer is ended at once: the driver waits for no query that is under way
    asked?.query('select 1').catch(() => asked.end());
  }, BEAT_MS).unref();

  const flush = (): void => {
    timer = undefined;
    const all = [...new Set(waiting)];
    waiting = [];
    for (let i = 0; i < all.length; i += PER_NOTICE) {
      client
        ?.query('select pg_notify($1, $2)', [CHANNEL, all.slice(i, i + PER_NOTICE).join(' ')])
        .catch(() => undefined);
    }
  };

  return {
    publish(projectId, { kind, id }) {
      waiting.push(`${projectId}:${kind}:${id}`);
      timer ??= setTimeout(flush, GATHER_MS);
    },
    subscribe(projectId, listener) {
      emitter.on(projectId, listener);
      return () => emitter.off(projectId, listener);
    },
    onAccess(listener) {
      emitter.on(ACCESS, listener);
      return () => emitter.off(ACCESS, listener);
    },
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      clearInterval(beat);
      await client?.end().catch(() => undefined);
    },
  };
}
