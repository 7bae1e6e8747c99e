import pino, { type Bindings, type ChildLoggerOptions, type DestinationStream, type Logger } from 'pino';
import { currentContext } from './context';

const REDACTED = ['*.password', '*.access_token', '*.refresh_token', 'req.headers.authorization', 'req.headers.cookie'];

/** Set on loggers that name their request themselves. */
export const NAMED = Symbol('named');

/** JSON lines. Whatever is logged in the course of a request or a job carries `request_id`, of a job its name too. */
export function openLog(level: string, to?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    redact: REDACTED,
    serializers: { err: (error: unknown) => errorFacts(error) },
    mixin: (_line, _level, logger) => {
      const context = NAMED in logger ? undefined : currentContext();
      return context ? { request_id: context.request_id, ...context.facts } : {};
    },
  };
  return pino(options, to ?? gathered());
}

/** A pipe takes so many bytes whole; what several processes write to it in larger pieces would be mixed up. */
const PIECE_BYTES = 4_096;

/** To the standard output, lines of the same moment in one piece: each write costs as much as making its line. */
function gathered(): DestinationStream & { flushSync(): void } {
  const output = pino.destination({ dest: 1, sync: true });
  let lines = '';
  let bytes = 0;
  const flushSync = (): void => {
    if (lines === '') return;
    const written = lines;
    lines = '';
    bytes = 0;
    output.write(written);
  };
  let isAwaited = false;
  return {
    write(line) {
      if (!isAwaited) process.once('exit', flushSync);
      isAwaited = true;
      const more = Buffer.byteLength(line);
      if (bytes + more > PIECE_BYTES) flushSync();
      if (bytes === 0) setImmediate(flushSync);
      lines += line;
      bytes += more;
    },
    flushSync,
  };
}

type Said = [facts: object, message?: string];

/** The logger of a request, made when something is said on it: of a thousand requests hardly one does. */
export class RequestLog {
  private made: Logger | undefined;

  constructor(
    private readonly parent: Logger,
    private readonly bindings: Bindings,
    private readonly options: ChildLoggerOptions | undefined,
  ) {}

  private get log(): Logger {
    this.made ??= Object.assign(this.parent.child(this.bindings, this.options), { [NAMED]: true });
    return this.made;
  }

  get level(): string {
    return this.parent.level;
  }
  set level(level: string) {
    this.log.level = level;
  }

  child(bindings: Bindings, options?: ChildLoggerOptions): Logger {
    return this.log.child(bindings, options);
  }

  fatal(...said: Said): void {
    this.log.fatal(...said);
  }
  error(...said: Said): void {
    this.log.error(...said);
  }
  warn(...said: Said): void {
    this.log.warn(...said);
  }
  info(...said: Said): void {
    this.log.info(...said);
  }
  debug(...said: Said): void {
    this.log.debug(...said);
  }
  trace(...said: Said): void {
    this.log.trace(...said);
  }
  silent(...said: Said): void {
    this.log.silent(...said);
  }
}

/** What an error may say of itself beside its message: what PostgreSQL, the system and a mail server name a fault by. */
const FACTS = ['code', 'errno', 'syscall', 'status', 'statusCode', 'responseCode', 'severity', 'routine'];
const DATABASE_FACTS = ['schema', 'table', 'column', 'constraint'];
const MOST_TEXT = 8_000;
const DEEPEST = 4;

/**
 * An error for the log, without what people typed: the driver's errors carry the whole connection and the row that was
 * refused, the query builder's the parameters, even in the message.
 */
export function errorFacts(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'object' ? 'not an error' : String(error).slice(0, MOST_TEXT);
  const known = error as Error & Record<string, unknown>;
  const isQuery = typeof known.query === 'string' && 'params' in known;
  const message = isQuery ? `Failed query: ${known.query}` : error.message;
  const stack = error.stack?.replace(error.message, () => message);
  const facts = [...FACTS, ...DATABASE_FACTS]
    .map((name) => [name, known[name]] as const)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  const inner = depth < DEEPEST ? error.cause : undefined;
  return {
    type: error.constructor.name,
    message: message.slice(0, MOST_TEXT),
    stack: stack?.slice(0, MOST_TEXT),
    ...Object.fromEntries(facts),
    ...(inner === undefined ? {} : { cause: errorFacts(inner, depth + 1) }),
    ...(error instanceof AggregateError && depth < DEEPEST
      ? { errors: error.errors.slice(0, 10).map((one) => errorFacts(one, depth + 1)) }
      : {}),
  };
}
