import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { counter } from '../observe/meters';

/**
 * A second PostgreSQL that follows ours and answers what only reads (READ_DATABASE_URL, docs/growth.md). Nobody sees
 * there less than was acknowledged before he asked: each read learns from the primary how far its log is safely on
 * disk, and waits until the replica has replayed it to there. A replica that lags or is away costs nothing but its
 * help: the primary answers.
 */
export interface Replica {
  /** A connection on which all that was acknowledged is seen; null when the primary has to answer. */
  take(): Promise<ReplicaConnection | null>;
  /** Its connection broke: it is left alone for a while. */
  failed(error: unknown): void;
  close(): Promise<void>;
}

export interface ReplicaConnection {
  readonly client: pg.PoolClient;
  /** Whether its login is above row-level security, and so must take the application's role. */
  readonly bypasses: boolean;
}

const replicaReads = counter(
  'lanka_replica_reads_total',
  'Reads that a replica could have answered: replica, or the primary because it was behind or away',
  ['answered'],
);

/** Together some 60 ms; a replica in good health is a millisecond behind. */
const PAUSES_MS = [1, 2, 4, 8, 16, 32] as const;
/** So long it is not asked again after it was away, or behind. */
const AWAY_MS = 5_000;
const BEHIND_MS = 500;

/** Connections to the primary, for asking where it is. */
export const REPLICA_CONNECTIONS = 1;

/** `16/B374D848` as a number that can be compared. */
function positionOf(lsn: string | null | undefined): bigint {
  const [high = '0', low = '0'] = (lsn ?? '0/0').split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

interface Wanted {
  /** All that was acknowledged lies before it. */
  readonly at: bigint;
  /** The cluster, which a replica has in common with its primary. */
  readonly system: string | undefined;
}

/** What is committed is on the disk of the primary before anybody hears of it: it lies before this place of its log. */
async function whereIs(primary: pg.Pool): Promise<Wanted> {
  const { rows } = await primary.query<{ at: string; system: string }>(
    'select pg_current_wal_flush_lsn()::text as at, system_identifier::text as system from pg_control_system()',
  );
  return { at: positionOf(rows[0]?.at), system: rows[0]?.system };
}

interface State {
  readonly standby: boolean;
  readonly system: string;
  readonly replayed: string | null;
  readonly bypasses: boolean;
}

const STATE = `
  select pg_is_in_recovery() as standby, system_identifier::text as system, pg_last_wal_replay_lsn()::text as replayed,
    (select rolsuper or rolbypassrls from pg_roles where rolname = session_user) as bypasses
  from pg_control_system()`;

/** Whoever asks while a question is under way shares the next one: the one under way may have been answered before. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> | undefined;
  let next: Promise<T> | undefined;
  return () => {
    next ??= (underWay ?? Promise.resolve()).then(() => {
      const asked = ask();
      next = undefined;
      underWay = asked.catch(() => undefined);
      return asked;
    });
    return next;
  };
}

/**
 * @param pool of the replica
 * @param primary of the primary, for this alone: how far it is must be known also when its other connections are taken
 */
export function openReplica(pool: pg.Pool, primary: pg.Pool, log: Logger): Replica {
  for (const one of [pool, primary]) one.on('error', () => undefined);
  const position = shared(() => whereIs(primary));
  let leftAloneUntil = 0;

  const failed = (error: unknown): void => {
    if (performance.now() >= leftAloneUntil) log.warn({ err: error }, 'the replica does not answer: the primary does');
    leftAloneUntil = performance.now() + AWAY_MS;
  };

  /** Waits until the replica is there; null when that takes too long. Asks at least once: the connection is alive. */
  const reaches = async (client: pg.PoolClient, wanted: Wanted): Promise<State | null> => {
    for (const pause of [0, ...PAUSES_MS]) {
      if (pause > 0) await sleep(pause);
      const state = (await client.query<State>(STATE)).rows[0];
      // one that was promoted goes its own way, and another database has nothing to do with ours
      if (!state?.standby || state.system !== wanted.system) throw new Error('READ_DATABASE_URL is no replica of ours');
      if (positionOf(state.replayed) >= wanted.at) return state;
    }
    return null;
  };

  const take = async (): Promise<ReplicaConnection | null> => {
    const wanted = await position();
    const client = await pool.connect();
    try {
      const state = await reaches(client, wanted);
      if (state) return { client, bypasses: state.bypasses };
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
    leftAloneUntil = performance.now() + BEHIND_MS;
    return null;
  };

  return {
    async take() {
      const answered = (by: 'replica' | 'behind' | 'away') => replicaReads.inc({ answered: by });
      if (performance.now() < leftAloneUntil) {
        answered('away');
        return null;
      }
      try {
        const taken = await take();
        answered(taken ? 'replica' : 'behind');
        return taken;
      } catch (error) {
        failed(error);
        answered('away');
        return null;
      }
    },
    failed,
    async close() {
      await Promise.all([pool.end(), primary.end()]);
    },
  };
}
