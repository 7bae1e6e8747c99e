import { createHash } from 'node:crypto';
import pg from 'pg';
import { currentContext, type RequestContext } from '../observe/context';
import { type Span, startSpan } from '../observe/tracing';
import type { SlowLog } from './slow';

/**
 * A prepared statement lives as long as its connection; texts that vary without end are not worth keeping. A text has its
 * name from the second time on: of those that vary most never come again, and would take all names before the others come.
 */
const MOST_NAMES = 500;

/** The name under which PostgreSQL keeps the plan of a text; none when there are too many texts already. */
export type NameOf = (text: string) => string | undefined;

/** Names for the connections of one database; at most so many. */
export function statementNames(most = MOST_NAMES): NameOf {
  const names = new Map<string, string>();
  const once = new Set<string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= most) return known;
    if (!once.delete(text)) {
      const [oldest = ''] = once;
      if (once.size >= most) once.delete(oldest);
      once.add(text);
      return undefined;
    }
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
    names.set(text, name);
    return name;
  };
}

/** Whether the tables were changed since a statement was prepared on this connection: only a new connection helps. */
export const isStale = (error: unknown): boolean =>
  // "cached plan must not change result type", whatever language it is said in
  (error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery') ||
  (error instanceof Error && error.cause !== undefined && isStale(error.cause));

/** SQLSTATE of a statement in a transaction in which another has failed. */
const IN_FAILED_TRANSACTION = '25P02';

/** A statement and how its rows are read. */
interface Asked {
  readonly text: string;
  readonly types?: pg.CustomTypesConfig | undefined;
  readonly rowMode?: string | undefined;
}

/** How the driver is asked; `query_timeout` of one query is in none of its types yet (node-postgres, #3074). */
interface Query extends Asked {
  readonly values?: unknown[];
  readonly name?: string | undefined;
  readonly query_timeout?: number | undefined;
}

export interface StatementOptions {
  /** None behind a pooler that keeps no prepared statements. */
  readonly nameOf: NameOf | undefined;
  /** Statements that take so many milliseconds are logged. */
  readonly slow: { readonly ms: number; readonly log: SlowLog } | undefined;
}

/**
 * What one transaction sees of its connection, and what Drizzle takes for its client. Statements are kept prepared by
 * their text, counted, timed, and refused when the transaction has ended. The connection is in the driver's pipeline
 * mode: a statement that is asked while another is under way is sent at once (kit/db/together.ts).
 */
export class Statements {
  private ended = false;
  private underWay = 0;
  private answeredAt = 0;
  private fault: { readonly error: unknown } | undefined;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly options: StatementOptions,
  ) {}

  /** One statement of the work, as Drizzle asks it. */
  query({ text, types, rowMode }: Asked, values: unknown[] = []): Promise<pg.QueryResult> {
    if (this.ended) return Promise.reject(new Error('a statement came after its transaction had ended'));
    const context = currentContext();
    if (context) context.statements += 1;
    const name = values.length > 0 ? this.options.nameOf?.(text) : undefined;
    return this.send({ text, values, types, rowMode, name }, text, context);
  }

  /**
   * BEGIN with its settings, COMMIT or ROLLBACK: not counted. One that is not answered in time fails, and in pipeline
   * mode the driver ends the connection with it: the operating system would find out after a quarter of an hour.
   */
  control(text: string, patienceMs: number | undefined): Promise<pg.QueryResult> {
    // of BEGIN the settings are left out: they are ids
    const [word = ''] = text.split(/\W/, 1);
    return this.send({ text, query_timeout: patienceMs }, word, currentContext());
  }

  /** Whether the database has not answered all that it was asked. */
  get isUnderWay(): boolean {
    return this.underWay > 0;
  }

  /**
   * From now on refuses statements. Of those sent together one may fail while another still goes on; what it asks
   * next must not reach the connection when that is already outside the transaction, or in somebody else's.
   */
  end(): void {
    this.ended = true;
  }

  private send(query: Query, shown: string, context: RequestContext | undefined): Promise<pg.QueryResult> {
    if (context && this.underWay === 0) context.round_trips += 1;
    this.underWay += 1;
    return this.watch(shown, context, this.client.query(query));
  }

  /**
   * Sees how long the database took. Those that left together are answered in order, so each counts from the answer
   * to the one before it. Of those behind one that failed PostgreSQL says only that the transaction is over: whoever
   * waits for one of them is told why.
   */
  private async watch(
    text: string,
    context: RequestContext | undefined,
    answer: Promise<pg.QueryResult>,
  ): Promise<pg.QueryResult> {
    const span = context?.span && statementSpan(text, context);
    const issued = performance.now();
    const done = (rows: number | null, error?: unknown): void => {
      this.underWay -= 1;
      const now = performance.now();
      const ms = now - Math.max(issued, this.answeredAt);
      this.answeredAt = now;
      span?.end(error);
      const { slow } = this.options;
      if (slow && ms >= slow.ms) slow.log(text, ms, rows, context);
    };
    try {
      const result = await answer;
      done(result.rowCount ?? null);
      return result;
    } catch (error) {
      done(null, error);
      if ((error as { code?: unknown }).code !== IN_FAILED_TRANSACTION) this.fault = { error };
      throw this.fault ? this.fault.error : error;
    }
  }
}

function statementSpan(text: string, context: RequestContext): Span | undefined {
  const operation = /\w+/.exec(text)?.[0].toUpperCase() ?? '';
  return startSpan(operation, {
    kind: 'client',
    parent: context.span,
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text },
  });
}
