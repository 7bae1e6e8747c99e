import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import type pg from 'pg';

/** Counts the statements of one request, for the log line, the metrics and the tests that pin the number. */
export interface StatementCount {
  /** Without BEGIN and COMMIT. */
  statements: number;
  /** Packets to the database, each with as many statements as were issued together. */
  packets: number;
}

const current = new AsyncLocalStorage<StatementCount>();

export function countingStatements<T>(counter: StatementCount, work: () => Promise<T>): Promise<T> {
  return current.run(counter, work);
}

/** A prepared statement lives as long as its connection; texts that vary without end are not worth keeping. */
const MOST_NAMES = 500;
const names = new Map<string, string>();

/** The name under which PostgreSQL keeps the plan of this text; none when there are too many texts already. */
function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MOST_NAMES) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
    names.set(text, name);
  }
  return name;
}

interface Statement {
  readonly text: string;
  readonly [option: string]: unknown;
}

/**
 * What one transaction sees of its connection. Statements are counted, kept prepared by their text, and those that
 * are issued in the same breath (`Promise.all`) leave in one packet: the connection is in pipeline mode, so
 * PostgreSQL does them in order without a round trip for each.
 */
export class Statements {
  private corked = false;
  private ended = false;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly prepared: boolean,
  ) {}

  query(statement: Statement | string, values?: unknown[]): Promise<pg.QueryResult> {
    if (this.ended) return Promise.reject(new Error('a statement came after its transaction had ended'));
    const counter = current.getStore();
    if (counter) counter.statements += 1;
    this.cork(counter);
    if (!this.prepared || typeof statement === 'string' || !values?.length) {
      return this.client.query(statement as pg.QueryConfig, values);
    }
    return this.client.query({ ...statement, name: nameOf(statement.text) } as pg.QueryConfig, values);
  }

  /** BEGIN with its settings, or COMMIT: not counted. */
  control(text: string): Promise<pg.QueryResult> {
    this.cork(current.getStore());
    return this.client.query(text);
  }

  /**
   * From now on refuses statements. Of those issued together one may fail while another still goes on; what it asks
   * next must not reach the connection when that is already outside the transaction, or in somebody else's.
   */
  end(): void {
    this.ended = true;
  }

  /** Holds the bytes back until the code that runs now has issued all it can. */
  private cork(counter: StatementCount | undefined): void {
    if (this.corked) return;
    if (counter) counter.packets += 1;
    const { stream } = (this.client as unknown as { connection: { stream: Writable } }).connection;
    this.corked = true;
    stream.cork();
    soon(() => {
      this.corked = false;
      stream.uncork();
    });
  }
}

/** After the promises that can go on now: statements behind an `await` of something ready still join the packet. */
const soon = (then: () => void): void => process.nextTick(() => queueMicrotask(then));
