import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Logger } from 'pino';
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
  /** Projects whose rows the row-level security shows. Jobs enter here; requests through authorisation. */
  readonly projectIds?: readonly string[];
}

/** The role that transactions take when the login would bypass row-level security (a superuser). */
export const APPLICATION_ROLE = 'lanka_app';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function ids(values: readonly string[]): string {
  for (const value of values) if (!UUID.test(value)) throw new Error('a transaction setting must be an id');
  return values.join(',');
}

/**
 * Begin and settings go in one round trip. The values are written into the text because the simple protocol
 * takes no parameters; they are ids by the check above, never free text.
 */
function beginStatement(options: TransactionOptions): string {
  const settings = [
    `set_config('lanka.user_id', '${options.userId ? ids([options.userId]) : ''}', true)`,
    `set_config('lanka.project_ids', '${ids(options.projectIds ?? [])}', true)`,
    `set_config('lanka.token_hash', '', true)`,
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

/** How connections are made: never as somebody whom row-level security does not bind. */
export async function connectionOptions(url: string, extra = ''): Promise<pg.PoolConfig> {
  const role = (await bypassesRowSecurity(url)) ? `-c role=${APPLICATION_ROLE}` : '';
  return {
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'lanka',
    options: `${role} ${extra}`.trim(),
  };
}

// one for all transactions: it remembers how the columns of each table are spelled
const dialect = new PgDialect({ casing: 'snake_case' });

/** The way Drizzle's own `drizzle(client)` puts it together, without a new dialect for each transaction. */
function drizzleOver(statements: Statements): Tx {
  const session = new NodePgSession(statements as unknown as pg.PoolClient, dialect, undefined);
  return new NodePgDatabase(dialect, session, undefined);
}

export interface DatabaseOptions {
  readonly poolSize: number;
  /** Off behind a pooler that hands out another connection for each transaction and keeps no prepared statements. */
  readonly prepared: boolean;
}

export async function openDatabase(
  url: string,
  { poolSize, prepared }: DatabaseOptions,
  log: Logger,
): Promise<Database> {
  const options = { ...(await connectionOptions(url)), max: poolSize, pipeline: true };
  const pool = new pg.Pool(options);
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));

  return {
    pool,
    async transaction(options, work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      // between two statements nobody else listens: without this a lost connection would end the process
      const lost = (error: Error): void => {
        broken = error;
      };
      client.on('error', lost);
      const statements = new Statements(client, prepared);
      try {
        // not waited for: the first statements of the work leave in the same packet
        const begun = statements.control(beginStatement(options));
        begun.catch(() => undefined);
        const result = await work(drizzleOver(statements));
        await begun;
        await statements.control('COMMIT');
        return result;
      } catch (error) {
        statements.end();
        await client.query('ROLLBACK').catch(lost);
        throw error;
      } finally {
        statements.end();
        client.off('error', lost);
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}
