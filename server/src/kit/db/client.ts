import pg from 'pg';

/**
 * What of the driver's inner parts is used here; its types do not tell of them. Written for pg 8.23; what it needs of
 * another version is tried by client.test.ts.
 */
interface Wire {
  readonly stream: { write(bytes: Buffer): void };
  bind(message: object): void;
}
interface Described {
  fields: readonly unknown[];
  _parsers: readonly unknown[] | undefined;
  _prebuiltEmptyResultObject: object | null;
}
interface Inner {
  name: string;
  readonly values: readonly unknown[];
  readonly _result: pg.QueryResult &
    Described & { _types: unknown; addRow(row: unknown): void; parseRow(fields: unknown): unknown };
  callback: (error: Error | null, result: pg.QueryResult) => void;
  _canceledDueToError: unknown;
  prepare(connection: Wire): void;
  handleRowDescription(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
}
const Query = pg.Query as unknown as new (config: object | string, values: readonly unknown[]) => Inner;
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

/** Execute of the unnamed portal to its end, and Sync: both are always the same bytes. */
const EXECUTE_AND_SYNC = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4]);

/** Rows came that are not what the statement was described to answer: behind a pooler, another session prepared it. */
export class StaleStatementError extends Error {
  override readonly message = 'the columns of a prepared statement have changed';
}

/** Whether the tables were changed since a statement was prepared on this connection: only a new one helps. */
export const isStale = (error: unknown): boolean =>
  error instanceof StaleStatementError ||
  // "cached plan must not change result type", whatever language it is said in
  (error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery') ||
  (error instanceof Error && error.cause !== undefined && isStale(error.cause));

/** A statement to be kept prepared under its name. */
export interface Prepared {
  readonly text: string;
  readonly name: string;
  readonly types: pg.CustomTypesConfig;
  readonly rowMode?: unknown;
}

/**
 * A prepared statement that was executed before on this connection: what its rows look like is not asked again, since
 * PostgreSQL refuses to execute it when that has changed ("cached plan must not change result type").
 */
class PreparedQuery extends Query {
  constructor(
    statement: Prepared,
    values: readonly unknown[],
    private readonly known: Map<string, Described>,
  ) {
    // the driver takes a copy of what is more than a text, property by property
    super(statement.rowMode ? statement : statement.text, values);
    this.name = statement.name;
    this._result._types = statement.types;
  }

  override prepare(connection: Wire): void {
    const described = this.known.get(this.name);
    if (!described) {
      super.prepare(connection);
      return;
    }
    const { _result } = this;
    _result.fields = described.fields as never;
    _result._parsers = described._parsers;
    _result._prebuiltEmptyResultObject = described._prebuiltEmptyResultObject;
    connection.bind({ statement: this.name, values: this.values, valueMapper: prepareValue });
    connection.stream.write(EXECUTE_AND_SYNC);
  }

  handleDataRow({ fields }: { fields: readonly unknown[] }): void {
    if (this._canceledDueToError) return;
    try {
      if (fields.length !== this._result.fields.length) throw new StaleStatementError();
      this._result.addRow(this._result.parseRow(fields));
    } catch (error) {
      this._canceledDueToError = error;
    }
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    super.handleCommandComplete(message, connection);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    if (!this.known.has(this.name)) this.known.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

/** The driver's client, which does statements with a name and values by a shorter way. */
export class QuickClient extends pg.Client {
  private readonly known = new Map<string, Described>();

  // the driver's overloads are many; the store of connections and ours use these two
  override query(...given: unknown[]): never {
    const [statement, values, callback] = given as [Partial<Prepared> | string, unknown[] | undefined, unknown];
    const send = super.query as unknown as (...args: unknown[]) => unknown;
    if (typeof statement !== 'object' || !statement.name || callback || !values)
      return send.apply(this, given) as never;
    const query = new PreparedQuery(statement as Prepared, values, this.known);
    return new Promise((resolve, reject) => {
      query.callback = (error, result) => {
        if (error) reject(error);
        else resolve(result);
      };
      send.call(this, query);
    }) as never;
  }
}
