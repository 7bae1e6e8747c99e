import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Logger } from 'pino';
import { poolWait } from './meters';
import { slowLog } from './slow';
import { Statements } from './statements';

/** What a store sees: one transaction, never the pool. */
export type Tx = NodePgDatabase;

export interface Database {
  /** Runs `work` in one transaction. Row-level security knows only the user until `enterProjects` is called. */
  transaction<T>(options: TransactionOptions, work: (tx: Tx) => Promise<T>): Promise<T>;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

export interface TransactionOptions {
  readonly readOnly?: boolean;
  /** The user whose memberships the row-level security may show before a project is entered. */
  readonly userId?: string;
  /**
   * After so many milliseconds the work is given up and its connection closed, also when the database hangs and
   * says nothing. Requests set it; jobs take the time they need.
   */
  readonly patienceMs?: number;
  /** Projects whose rows the row-level security shows. Jobs enter here; requests through authorisation. */
  readonly projectIds?: readonly string[];
}

/** The role that transactions take when the login would bypass row-level security (a superuser). */
export const APPLICATION_ROLE = 'lanka_app';

/** The connection was lost between our COMMIT and the answer to it: what was done may stand or not. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError';
}

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
 * Begin and settings go in one round trip. The values are written into the text because the simple protocol
 * takes no parameters; they are ids by the check above, never free text.
 */
function beginStatement(options: TransactionOptions, role: string | undefined): string {
  const settings = [
    // in the transaction and not for the connection: behind a pooler the next transaction has another one
    ...(role ? [`set_config('role', '${role}', true)`] : []),
    `set_config('lanka.user_id', '${options.userId ? ids([options.userId]) : ''}', true)`,
    `set_config('lanka.project_ids', '${ids(options.projectIds ?? [])}', true)`,
    `set_config('lanka.token_hash', '', true)`,
    `set_config('lock_timeout', '${LOCK_WAIT_MS}', true)`,
    // somewhat less than our own patience, so that the database gives up first and says why
    `set_config('statement_timeout', '${options.patienceMs ? Math.round(options.patienceMs * 0.9) : 0}', true)`,
  ];
  return `BEGIN${options.readOnly ? ' READ ONLY' : ''}; SELECT ${settings.join(', ')}`;
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

/** A connection that takes no start parameters, which a transaction pooler would refuse. */
const connection = (url: string): pg.PoolConfig => ({
  connectionString: url,
  // whoever waits longer for a connection is told to come back
  connectionTimeoutMillis: 10_000,
  idleTimeoutMillis: 60_000,
  keepAlive: true,
  application_name: 'lanka',
});

/** How direct connections with a session of their own are made: never as somebody whom row-level security does not bind. */
export async function connectionOptions(url: string, extra = ''): Promise<pg.PoolConfig> {
  const role = (await bypassesRowSecurity(url)) ? `-c role=${APPLICATION_ROLE}` : '';
  return { ...connection(url), options: `${role} ${extra}`.trim() };
}

// one for all transactions: it remembers how the columns of each table are spelled
const dialect = new PgDialect({ casing: 'snake_case' });

/** The way Drizzle's own `drizzle(client)` puts it together, without a new dialect for each transaction. */
function drizzleOver(statements: Statements): Tx {
  const session = new NodePgSession(statements as unknown as pg.PoolClient, dialect, undefined);
  return new NodePgDatabase(dialect, session, undefined);
}

/** Ends a connection that does not answer: everything that waits on it fails at once. */
function cut(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
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
  /** Off behind a pooler that hands out another connection for each transaction and keeps no prepared statements. */
  readonly prepared: boolean;
  /** Statements that take so many milliseconds are logged; none when left out. */
  readonly slowMs?: number;
}

export async function openDatabase(
  url: string,
  { poolSize, prepared, slowMs }: DatabaseOptions,
  log: Logger,
): Promise<Database> {
  const role = (await bypassesRowSecurity(url)) ? APPLICATION_ROLE : undefined;
  const pool = new pg.Pool({ ...connection(url), max: poolSize, pipeline: true });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));

  const slow = slowMs === undefined ? undefined : { ms: slowMs, tell: slowLog(log) };
  return {
    pool,
    async transaction(options, work) {
      const client = await connected(pool);
      let broken: Error | undefined;
      // between two statements nobody else listens: without this a lost connection would end the process
      const lost = (error: Error): void => {
        broken = error;
      };
      client.on('error', lost);
      const hurry = options.patienceMs && setTimeout(() => cut(client), options.patienceMs);
      const statements = new Statements(client, prepared, slow);
      try {
        // not waited for: the first statements of the work leave in the same packet
        const begun = statements.control(beginStatement(options, role));
        begun.catch(() => undefined);
        const result = await work(drizzleOver(statements));
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
        throw error;
      } finally {
        clearTimeout(hurry);
        statements.end();
        client.off('error', lost);
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}
