import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { currentContext, type RequestContext } from '../observe/context';
import { type Span, startSpan } from '../observe/tracing';
import type { Rendered } from './render';
import type { TellSlow } from './slow';

/** A prepared statement lives as long as its connection; texts that vary without end are not worth keeping. */
const MOST_NAMES = 500;
const names = new Map<string, string>();

/** The name under which PostgreSQL keeps the plan of this text; none when there are too many texts already. */
export function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MOST_NAMES) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
    names.set(text, name);
  }
  return name;
}

/** From how many milliseconds on a statement is told of, and to whom. */
export interface Slow {
  readonly ms: number;
  readonly tell: TellSlow;
}

/** SQLSTATE of a statement in a transaction in which another has failed. */
const IN_FAILED_TRANSACTION = '25P02';

interface Statement {
  readonly text: string;
  readonly [option: string]: unknown;
}

const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL } = pg.types.builtins;
/** Of moments and days, and of arrays of them. */
const AS_WRITTEN = new Set<number>([TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL, 1231, 1115, 1185, 1187, 1182]);
const asWritten = (value: unknown): unknown => value;
/** How columns are read, as the query builder does it: moments stay as PostgreSQL writes them. */
const TYPES = {
  getTypeParser: (oid: number, format: 'text' | 'binary') =>
    AS_WRITTEN.has(oid) ? asWritten : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig;

/**
 * What one transaction sees of its connection. Statements are counted, kept prepared by their text, and those that
 * are issued in the same breath (`Promise.all`) leave in one packet: the connection is in pipeline mode, so
 * PostgreSQL does them in order without a round trip for each.
 */
export class Statements {
  private corked = false;
  private ended = false;
  private answeredAt = 0;
  private fault: { readonly error: unknown } | undefined;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly prepared: boolean,
    private readonly slow: Slow | undefined,
  ) {}

  query(statement: Statement | string, values?: unknown[]): Promise<pg.QueryResult> {
    if (typeof statement === 'string') return this.send(statement, statement, values);
    const { text } = statement;
    const name = this.prepared && values?.length ? nameOf(text) : undefined;
    const sent = name === undefined ? statement : { text, name, types: TYPES, rowMode: statement.rowMode };
    return this.send(text, sent, values);
  }

  private send(text: string, sent: Statement | string, values: unknown[] | undefined): Promise<pg.QueryResult> {
    if (this.ended) return Promise.reject(new Error('a statement came after its transaction had ended'));
    const context = currentContext();
    if (context) context.statements += 1;
    this.cork(context);
    return this.watch(text, context, this.client.query(sent as pg.QueryConfig, values));
  }

  /** A statement whose text is known already. It fails as the query builder's statements do. */
  async execute({ text, name, values }: Rendered): Promise<pg.QueryResult> {
    try {
      const isNamed = this.prepared && name !== undefined && values.length > 0;
      return await this.send(text, isNamed ? { text, name, types: TYPES } : { text, types: TYPES }, values);
    } catch (error) {
      // what the driver throws tells of its socket; this, of who asked
      if (error instanceof Error) Error.captureStackTrace(error);
      throw new DrizzleQueryError(text, values, error as Error);
    }
  }

  /** BEGIN with its settings, or COMMIT: not counted. */
  control(text: string): Promise<pg.QueryResult> {
    const context = currentContext();
    this.cork(context);
    // its settings are ids
    return this.watch(/^\w+/.exec(text)?.[0] ?? '', context, this.client.query(text));
  }

  /**
   * From now on refuses statements. Of those issued together one may fail while another still goes on; what it asks
   * next must not reach the connection when that is already outside the transaction, or in somebody else's.
   */
  end(): void {
    this.ended = true;
  }

  /**
   * Sees how long the database took. Those that left together are answered in order, so each counts from the answer
   * to the one before it. Of those behind one that failed PostgreSQL says only that the transaction is over: whoever
   * waits for one of them is told why.
   */
  private watch(
    text: string,
    context: RequestContext | undefined,
    answer: Promise<pg.QueryResult>,
  ): Promise<pg.QueryResult> {
    const span = context?.span && statementSpan(text, context);
    const issued = performance.now();
    const done = (rows: number | null, error?: unknown): void => {
      const now = performance.now();
      const ms = now - Math.max(issued, this.answeredAt);
      this.answeredAt = now;
      span?.end(error);
      if (this.slow && ms >= this.slow.ms) this.slow.tell(text, ms, rows, context);
    };
    return answer.then(
      (result) => {
        done(result.rowCount ?? null);
        return result;
      },
      (error: unknown) => {
        done(null, error);
        const isBehind = (error as { code?: unknown }).code === IN_FAILED_TRANSACTION;
        if (!isBehind) this.fault = { error };
        throw this.fault ? this.fault.error : error;
      },
    );
  }

  /** Holds the bytes back until the code that runs now has issued all it can. */
  private cork(context: RequestContext | undefined): void {
    if (this.corked) return;
    if (context) context.packets += 1;
    const { stream } = (this.client as unknown as { connection: { stream: Writable } }).connection;
    this.corked = true;
    stream.cork();
    soon(() => {
      this.corked = false;
      stream.uncork();
    });
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

/** After the promises that can go on now: statements behind an `await` of something ready still join the packet. */
const soon = (then: () => void): void => process.nextTick(() => queueMicrotask(then));
