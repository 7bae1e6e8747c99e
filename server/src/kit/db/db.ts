import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { poolWait } from '../observe/meters';
import { APPLICATION_ROLE, bypassesRowSecurity, pooledOptions } from './connections';
import { openReplica, REPLICA_CONNECTIONS } from './replica';
import { slowLog } from './slow';
import { statementNames } from './statements';
import { GivenUpError, runTransaction, type TransactionOptions, type Tx } from './transaction';

export type { Tx } from './transaction';

export interface Database {
  /** Runs `work` in one transaction. Row-level security knows only the user until `enterProjects` is called. */
  transaction<T>(options: TransactionOptions, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Whether the database answers, within some seconds; those who ask at the same time are told the same. */
  answers(): Promise<boolean>;
  /** Hears of each commit that has recorded changes, in which projects. */
  onChanges(listener: (projectIds: readonly string[]) => void): void;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Whoever asked has gone while he waited for a connection. */
export class UnwantedError extends GivenUpError {}

const ANSWER_PATIENCE_MS = 3_000;

/** Of a transaction that keeps its connection to itself. */
const NAMES_OF_ONE = 5_000;

export interface DatabaseOptions {
  readonly poolSize: number;
  /** Of a replica, for what only reads. */
  readonly readUrl?: string;
  /** Off behind a pooler that hands out another connection for each transaction and keeps no prepared statements. */
  readonly prepared: boolean;
  /** Statements that take so many milliseconds are logged; none when left out. */
  readonly slowMs?: number;
}

export async function openDatabase(
  url: string,
  { poolSize, readUrl, prepared, slowMs }: DatabaseOptions,
  log: Logger,
): Promise<Database> {
  const isAbove = await bypassesRowSecurity(url);
  const pool = new pg.Pool({ ...pooledOptions(url), max: poolSize, pipeline: true });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  const replica =
    readUrl === undefined
      ? null
      : openReplica(
          new pg.Pool({ ...pooledOptions(readUrl), max: poolSize, pipeline: true }),
          new pg.Pool({ ...pooledOptions(url), max: REPLICA_CONNECTIONS, query_timeout: ANSWER_PATIENCE_MS }),
          log,
        );
  const slow = slowMs === undefined ? undefined : { ms: slowMs, log: slowLog(log) };
  const nameOf = prepared ? statementNames() : undefined;

  const database: Database = {
    pool,
    async transaction(options, work) {
      const elsewhere = options.mayUseReplica ? await replica?.take() : null;
      const client = elsewhere?.client ?? (await connected(pool));
      if (options.isWanted?.() === false) {
        client.release();
        throw new UnwantedError('whoever asked has gone');
      }
      const role = (elsewhere ? elsewhere.bypasses : isAbove) ? APPLICATION_ROLE : undefined;
      let broken: Error | undefined;
      const lost = (error: Error): void => {
        broken = error;
      };
      try {
        const how = { nameOf: options.onlyOnce && nameOf ? statementNames(NAMES_OF_ONE) : nameOf, slow };
        return await runTransaction({ client, role }, options, how, work, lost, (ids) => changed(ids));
      } finally {
        client.release(broken ?? options.onlyOnce);
        if (broken && elsewhere) replica?.failed(broken);
      }
    },
    onChanges(listener) {
      changed = listener;
    },
    answers() {
      asked ??= ask().finally(() => {
        asked = undefined;
      });
      return asked;
    },
    async close() {
      await Promise.all([pool.end(), replica?.close()]);
    },
  };
  let changed: (projectIds: readonly string[]) => void = () => undefined;
  let asked: Promise<boolean> | undefined;
  const ask = async (): Promise<boolean> => {
    const answer = database
      .transaction({ readOnly: true, patienceMs: ANSWER_PATIENCE_MS }, (tx) => tx.execute('select 1'))
      .then(
        () => true,
        () => false,
      );
    // with no connection to be had it would take longer
    return Promise.race([answer, sleep(ANSWER_PATIENCE_MS, false, { ref: false })]);
  };
  return database;
}

/** Measured also when none was to be had in time. */
async function connected(pool: pg.Pool): Promise<pg.PoolClient> {
  const asked = performance.now();
  try {
    return await pool.connect();
  } finally {
    poolWait.observe((performance.now() - asked) / 1000);
  }
}
