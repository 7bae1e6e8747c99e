import type { SQL } from 'drizzle-orm';
import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { ChangeMarks } from '../changes/record';
import { currentContext } from '../observe/context';
import { isStale, type StatementOptions, Statements } from './statements';

// one for all transactions: it remembers how the columns of each table are spelled
const dialect = new PgDialect({ casing: 'snake_case' });

const { builtins } = pg.types;
const MOMENTS = new Set<number>([builtins.TIMESTAMPTZ, builtins.TIMESTAMP, builtins.DATE, builtins.INTERVAL]);
const asText = (value: string): string => value;
/** As Drizzle reads rows: dates and times stay the text that PostgreSQL writes. */
const MOMENTS_AS_TEXT: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (MOMENTS.has(id) ? asText : pg.types.getTypeParser(id, format)),
};

/** What a store sees: Drizzle over one transaction, never the pool. */
export class Tx extends NodePgDatabase {
  private readonly later: (() => void)[] = [];
  /** What it has changed that readers of `changes` are to hear of (kit/changes/record.ts). */
  readonly changes = new ChangeMarks();

  constructor(private readonly statements: Statements) {
    // of its client a session of Drizzle asks nothing but `query`
    super(dialect, new NodePgSession(statements as unknown as pg.PoolClient, dialect, undefined), undefined);
  }

  /** The rows of a statement written by hand. What columns they have the caller says; nothing checks it. */
  async rows<Row extends object = Record<string, unknown>>(statement: SQL): Promise<Row[]> {
    // Drizzle puts the text together; its session, made for what its builder asks, would take as long again
    const { sql: text, params } = dialect.sqlToQuery(statement);
    return (await this.statements.query({ text, types: MOMENTS_AS_TEXT }, params)).rows as Row[];
  }

  /** What is only a hint for others: done when the transaction has committed, never when it has not. It cannot fail. */
  afterCommit(work: () => void): void {
    this.later.push(work);
  }

  /** For whoever is about to commit it: writes what has changed; null when that is nothing. */
  recordChanges(): Promise<unknown> | null {
    const statements = this.changes.statements();
    return statements.length > 0 ? Promise.all(statements.map((one) => this.rows(one))) : null;
  }

  /** For whoever has committed it. */
  committed(): void {
    for (const work of this.later) work();
  }
}

export interface TransactionOptions {
  readonly readOnly?: boolean;
  /** The user whose memberships the row-level security may show before a project is entered. */
  readonly userId?: string;
  /**
   * After so many milliseconds the work is given up, and its connection is ended when the database hangs and says
   * nothing. A minute for what a request does, five for a job, unless told; what is neither has no end.
   */
  readonly patienceMs?: number;
  /** Asked when the connection is there: nothing is done for somebody who has gone while he waited for it. */
  readonly isWanted?: () => boolean;
  /** Only reads, and may be answered by a replica, when there is one: nothing that was acknowledged is missed there. */
  readonly mayUseReplica?: boolean;
  /**
   * Asks many things that nobody asks again: its statements have names of their own, on a connection that is closed
   * behind it, and leave those of the others to what comes every day.
   */
  readonly onlyOnce?: boolean;
  /** Projects whose rows the row-level security shows. Jobs enter here; requests through authorisation. */
  readonly projectIds?: readonly string[];
}

/** The connection was lost between our COMMIT and the answer to it: what was done may stand or not. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError';
}

/** The patience for the work is over: the database hangs, or it waits for something else. Nothing is committed. */
export class GivenUpError extends Error {
  override readonly name = 'GivenUpError';
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
/** BEGIN and ROLLBACK wait for no lock. A connection on which they are not answered is lost. */
const CONTROL_PATIENCE_MS = 10_000;
/** By who does it. A job is many short transactions; one that is long by its nature says so. */
const PATIENCE_MS = { request: 60_000, job: 300_000 } as const;

function patienceOf({ patienceMs }: TransactionOptions): number | undefined {
  const work = currentContext();
  return patienceMs ?? (work && PATIENCE_MS[work.kind]);
}

/**
 * Begin and settings go in one round trip. The values are written into the text because the simple protocol
 * takes no parameters; they are ids by the check above, never free text. SET LOCAL needs no plan, as a select would.
 */
function beginStatement(options: TransactionOptions, role: string | undefined, patienceMs: number | undefined): string {
  const known = Math.round((patienceMs ?? 0) * 0.9);
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

/** Rejects when the patience is over. */
function givingUp(ms: number | undefined): { readonly over: Promise<never>; end(): void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    if (ms === undefined) return;
    timer = setTimeout(() => reject(new GivenUpError(`not done within ${ms} ms`)), ms);
  });
  return { over, end: () => clearTimeout(timer) };
}

export interface Connected {
  readonly client: pg.PoolClient;
  /** The role that the transaction takes, where the login would bypass row-level security. */
  readonly role: string | undefined;
}

/**
 * Runs `work` in one transaction on this connection.
 * @param lost told of an error after which the connection is not to be used again
 */
export async function runTransaction<T>(
  { client, role }: Connected,
  options: TransactionOptions,
  how: StatementOptions,
  work: (tx: Tx) => Promise<T>,
  lost: (error: Error) => void,
  changed?: (projectIds: readonly string[]) => void,
): Promise<T> {
  const patienceMs = patienceOf(options);
  const deadline = patienceMs === undefined ? undefined : performance.now() + patienceMs;
  const statements = new Statements(client, how);
  const patience = givingUp(patienceMs);
  // between two statements nobody else listens: without this a lost connection would end the process
  client.on('error', lost);
  try {
    // The one statement that is not awaited: the first of the work is sent behind it, in the same round trip. The
    // connection does them in the order in which they are sent, and nothing of the work is sent before this line.
    const begun = statements.control(beginStatement(options, role, patienceMs), CONTROL_PATIENCE_MS);
    begun.catch(() => undefined);
    const tx = new Tx(statements);
    const worked = work(tx);
    const result = await Promise.race([worked, patience.over]);
    await begun;
    // sent in the same round trip as the commit, which is a rollback when it fails
    const recorded = tx.recordChanges();
    recorded?.catch(() => undefined);
    const left = deadline && Math.max(1, Math.ceil(deadline - performance.now()));
    const { command } = await statements.control('COMMIT', left).catch((cause: unknown) => {
      throw isAnswer(cause) || options.readOnly ? cause : new OutcomeUnknownError('no answer to COMMIT', { cause });
    });
    await recorded;
    // of a transaction in which a statement failed PostgreSQL makes a ROLLBACK, and does not call it an error
    if (command === 'ROLLBACK') throw new Error('a statement failed and the work went on: nothing was committed');
    tx.committed();
    if (recorded) changed?.(tx.changes.projects);
    return result;
  } catch (error) {
    statements.end();
    // behind a statement that is given up ROLLBACK waits for nothing: the driver ends the connection
    const isHanging = error instanceof GivenUpError && statements.isUnderWay;
    await statements.control('ROLLBACK', isHanging ? 1 : CONTROL_PATIENCE_MS).catch(lost);
    // the tables were changed while we run: on this connection the statement would fail for ever
    if (isStale(error)) lost(error as Error);
    throw error;
  } finally {
    patience.end();
    statements.end();
    client.off('error', lost);
  }
}
