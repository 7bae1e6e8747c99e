import { setTimeout as sleep } from 'node:timers/promises';
import { QueryPromise, type SQL, type SQLWrapper } from 'drizzle-orm';
import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { PgRaw } from 'drizzle-orm/pg-core/query-builders/raw';
import pg from 'pg';
import type { Logger } from 'pino';
import { currentContext } from '../observe/context';
import { poolWait } from '../observe/meters';
import { isStale, QuickClient } from './client';
import { type Rendered, renderer } from './render';
import { openReplica, REPLICA_CONNECTIONS } from './replica';
import { slowLog } from './slow';
import { nameOf, Statements } from './statements';

/** What a store sees: one transaction, never the pool. */
export type Tx = NodePgDatabase;

export interface Database {
  /** Runs `work` in one transaction. Row-level security knows only the user until `enterProjects` is called. */
  transaction<T>(options: TransactionOptions, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Whether the database answers, within some seconds; those who ask at the same time are told the same. */
  answers(): Promise<boolean>;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

export interface TransactionOptions {
  readonly readOnly?: boolean;
  /** The user whose memberships the row-level security may show before a project is entered. */
  readonly userId?: string;
  /**
   * After so many milliseconds the work is given up and its connection closed, also when the database hangs and
   * says nothing. A minute for what a request does, five for a job, unless told; what is neither has no end.
   */
  readonly patienceMs?: number;
  /** Asked when the connection is there: nothing is done for somebody who has gone while he waited for it. */
  readonly isWanted?: () => boolean;
  /** Only reads, and may be answered by a replica, when there is one: nothing that was acknowledged is missed there. */
  readonly mayUseReplica?: boolean;
  /** Projects whose rows the row-level security shows. Jobs enter here; requests through authorisation. */
  readonly projectIds?: readonly string[];
}

/** The role that transactions take when the login would bypass row-level security (a superuser). */
export const APPLICATION_ROLE = 'lanka_app';

/** The connection was lost between our COMMIT and the answer to it: what was done may stand or not. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError';
}

/** The work waited for something else than the database, and its patience is over. Nothing is committed. */
export class GivenUpError extends Error {
  override readonly name = 'GivenUpError';
}

/** Whoever asked has gone while he waited for a connection. */
export class UnwantedError extends GivenUpError {}

/** Its own refusal (a conflict, no space) comes with a SQLSTATE; a connection that is lost has none of the database's. */
const isAnswer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code !== undefined && !/^(57P|08)/.test(error.code);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function ids(values: readonly string[]): string {
  for (const value of values) if (!UUID.test(value)) throw new Error('a transaction setting must be an id');
  return values.join(',');
}

/** Who waits longer for a row of somebody else's is told to come back, and gives the connection to the next. */
const LOCK_WAIT_MS = 10_000;
/**
 * BEGIN waits for no lock. A connection on which it is not answered is lost: a firewall or a machine that went away
 * says nothing, and the operating system finds out after a quarter of an hour.
 */
const BEGIN_PATIENCE_MS = 10_000;
/** From the moment its connection is closed, for work that would go on without it. */
const LAST_WORD_MS = 1_000;
/** By who does it. A job is many short transactions; one that is long by its nature says so. */
const PATIENCE_MS = { request: 60_000, job: 300_000 } as const;
const ANSWER_PATIENCE_MS = 3_000;

function patienceOf({ patienceMs }: TransactionOptions): number | undefined {
  const work = currentContext();
  return patienceMs ?? (work && PATIENCE_MS[work.kind]);
}

/**
 * Begin and settings go in one round trip. The values are written into the text because the simple protocol
 * takes no parameters; they are ids by the check above, never free text. SET LOCAL needs no plan, as a select would.
 */
function beginStatement(options: TransactionOptions, role: string | undefined): string {
  const known = Math.round((patienceOf(options) ?? 0) * 0.9);
  return [
    `BEGIN${options.readOnly ? ' READ ONLY' : ''}`,
    // in the transaction and not for the connection: behind a pooler the next transaction has another one
    ...(role ? [`SET LOCAL role = ${role}`] : []),
    `SET LOCAL lanka.user_id = '${options.userId ? ids([options.userId]) : ''}'`,
    `SET LOCAL lanka.project_ids = '${ids(options.projectIds ?? [])}'`,
    `SET LOCAL lanka.token_hash = ''`,
    `SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`,
    // somewhat less than our own patience, so that the database gives up first and says why
    `SET LOCAL statement_timeout = ${known}`,
    // when the line is lost only the database can know, and it would keep the locks for hours
    `SET LOCAL idle_in_transaction_session_timeout = ${known}`,
  ].join('; ');
}

// bigint and numeric sums of kopecks stay within safe integers by the limits of the domain
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

async function bypassesRowSecurity(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query(
      'select rolsuper or rolbypassrls as bypass from pg_roles where rolname = current_user',
    );
    return found.rows[0]?.bypass === true;
  } finally {
    await client.end();
  }
}

/** One that was lost while nobody used it is found out within half a minute; the system's own default is two hours. */
export const KEPT_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** A connection that takes no start parameters, which a transaction pooler would refuse. */
const connection = (url: string): pg.PoolConfig => ({
  connectionString: url,
  // whoever waits longer for a connection is told to come back
  connectionTimeoutMillis: 10_000,
  idleTimeoutMillis: 60_000,
  ...KEPT_ALIVE,
  application_name: 'lanka',
});

/** How direct connections with a session of their own are made: never as somebody whom row-level security does not bind. */
export async function connectionOptions(url: string, extra = ''): Promise<pg.PoolConfig> {
  const role = (await bypassesRowSecurity(url)) ? `-c role=${APPLICATION_ROLE}` : '';
  return { ...connection(url), options: `${role} ${extra}`.trim() };
}

// one for all transactions: it remembers how the columns of each table are spelled
const dialect = new PgDialect({ casing: 'snake_case' });

const render = renderer((query: SQL) => {
  const { sql: text } = dialect.sqlToQuery(query);
  return { text, name: nameOf(text) };
});

/** Sent when somebody waits for it, as all of the query builder's: so those issued together leave in their order. */
class Executing extends QueryPromise<pg.QueryResult> {
  constructor(
    private readonly statements: Statements,
    private readonly statement: Rendered,
  ) {
    super();
  }

  override execute(): Promise<pg.QueryResult> {
    return this.statements.execute(this.statement);
  }
}

/** Drizzle over one transaction; statements written by hand take a shorter way to the connection than its own. */
class QuickDatabase extends NodePgDatabase {
  constructor(private readonly statements: Statements) {
    // the way its own `drizzle(client)` puts it together, without a new dialect for each transaction
    super(dialect, new NodePgSession(statements as unknown as pg.PoolClient, dialect, undefined), undefined);
  }

  override execute<R extends Record<string, unknown>>(query: SQLWrapper | string): PgRaw<pg.QueryResult<R>> {
    const known = typeof query === 'string' ? null : render(query.getSQL());
    return (known ? new Executing(this.statements, known) : super.execute<R>(query)) as never;
  }
}

/** Ends a connection that does not answer: everything that waits on it fails at once. */
export function cut(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}

/** Closes the connection when the time is up, and soon after gives up the work, should it wait for something else. */
function hurry(client: pg.PoolClient, ms: number | undefined): { over: Promise<never>; end(): void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    if (ms === undefined) return;
    timer = setTimeout(() => {
      cut(client);
      timer = setTimeout(() => reject(new GivenUpError(`not done within ${ms} ms`)), LAST_WORD_MS);
    }, ms);
  });
  return { over, end: () => clearTimeout(timer) };
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
  const pool = new pg.Pool({ ...connection(url), max: poolSize, pipeline: true, Client: QuickClient });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  const replica =
    readUrl === undefined
      ? null
      : openReplica(
          new pg.Pool({ ...connection(readUrl), max: poolSize, pipeline: true, Client: QuickClient }),
          new pg.Pool({ ...connection(url), max: REPLICA_CONNECTIONS, query_timeout: ANSWER_PATIENCE_MS }),
          log,
        );

  const slow = slowMs === undefined ? undefined : { ms: slowMs, tell: slowLog(log) };
  const database: Database = {
    pool,
    async transaction(options, work) {
      const elsewhere = options.mayUseReplica ? await replica?.take() : null;
      const client = elsewhere?.client ?? (await connected(pool));
      const role = (elsewhere ? elsewhere.bypasses : isAbove) ? APPLICATION_ROLE : undefined;
      if (options.isWanted?.() === false) {
        client.release();
        throw new UnwantedError('whoever asked has gone');
      }
      let broken: Error | undefined;
      // between two statements nobody else listens: without this a lost connection would end the process
      const lost = (error: Error): void => {
        broken = error;
      };
      client.on('error', lost);
      const statements = new Statements(client, prepared, slow);
      const patience = hurry(client, patienceOf(options));
      const deaf = setTimeout(() => cut(client), BEGIN_PATIENCE_MS);
      try {
        // not waited for: the first statements of the work leave in the same packet
        const begun = statements.control(beginStatement(options, role));
        begun.then(
          () => clearTimeout(deaf),
          () => undefined,
        );
        const result = await Promise.race([work(new QuickDatabase(statements)), patience.over]);
        await begun;
        const { command } = await statements.control('COMMIT').catch((cause: unknown) => {
          throw isAnswer(cause) || options.readOnly ? cause : new OutcomeUnknownError('no answer to COMMIT', { cause });
        });
        // of a transaction in which a statement failed PostgreSQL makes a ROLLBACK, and does not call it an error
        if (command === 'ROLLBACK') throw new Error('a statement failed and the work went on: nothing was committed');
        return result;
      } catch (error) {
        statements.end();
        await client.query('ROLLBACK').catch(lost);
        // the tables were changed while we run: on this connection the statement would fail for ever
        if (isStale(error)) lost(error as Error);
        throw error;
      } finally {
        clearTimeout(deaf);
        patience.end();
        statements.end();
        client.off('error', lost);
        client.release(broken);
        if (broken && elsewhere) replica?.failed(broken);
      }
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
