import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino, { type Logger } from 'pino';
import { type App, openApp } from './app';
import { firstUserLink, operatorLink } from './identity';
import { type Config, ConfigError, readConfig } from './kit/config';
import { DataFolderHeldError } from './kit/data-lock';
import { type EmbeddedDatabase, startEmbedded } from './kit/embedded';
import { migrate } from './kit/migrate';

const REDACTED = ['*.password', '*.access_token', '*.refresh_token', 'req.headers.authorization', 'req.headers.cookie'];

function version(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let up = 0; up < 4; up += 1) {
    try {
      const found = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version?: string };
      if (found.version) return found.version;
    } catch {
      // one level higher
    }
    folder = dirname(folder);
  }
  return '0';
}

async function openDatabaseServer(config: Config, log: Logger, fail: (message: string) => void) {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => undefined };
  const embedded: EmbeddedDatabase = await startEmbedded({
    dataDir: config.dataDir,
    log,
    port: config.port,
    onExit: fail,
  });
  return embedded;
}

/** For the one who started it: plain lines among the log's JSON. */
function greet(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel, redact: REDACTED });
  let app: App | undefined;
  let stopping: Promise<void> | undefined;
  let database: { url: string; stop(): Promise<void> } | undefined;

  const stop = (code: number): Promise<void> => {
    stopping ??= (async () => {
      log.info('stopping: requests under way finish first');
      await app?.close().catch((error: unknown) => log.error({ err: error }, 'while closing'));
      await database?.stop();
      log.info('stopped');
      process.exit(code);
    })();
    return stopping;
  };
  process.once('SIGTERM', () => void stop(0));
  process.once('SIGINT', () => void stop(0));
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise failed unheard'));

  try {
    database = await openDatabaseServer(config, log, (message) => {
      log.fatal(message);
      void stop(1);
    });
    await migrate(database.url);
    app = await openApp(config, database.url, log, version());
    // before the demo, which keeps away from a database that has a user
    const link = await firstUserLink(app.services);
    if (config.demo) await app.loadDemoIfEmpty();
    const operator = await operatorLink(app.services);
    await app.server.listen({ port: config.port, host: config.host });
    await app.startJobs();
    greet([
      `Ланка ${version()}: ${config.publicUrl}`,
      ...(link ? [`Перший користувач ${config.firstUserEmail} задає пароль тут: ${link}`] : []),
      ...(operator ? [`Оператор ${config.operatorEmail} задає пароль тут: ${operator}`] : []),
      ...(await app.demoSignIns()),
    ]);
  } catch (error) {
    await database?.stop();
    throw error;
  }
}

/**
 * What the operator can mend himself (a wrong setting, a folder that cannot be written, a port that is taken, a
 * database that does not answer) is told in a line; anything else is a fault of ours and needs its stack.
 */
function explain(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof ConfigError || error instanceof DataFolderHeldError) return error.message;
  const code = String((error as NodeJS.ErrnoException).code ?? '');
  // the embedded database throws plain errors with words for the operator; 28, 3D and 57P are PostgreSQL's classes of
  // refused sign-in, missing database and server that stops
  const isPlain = error.constructor === Error || error instanceof AggregateError || /^(28|3D|57P)/.test(code);
  return isPlain ? error.message || code : error;
}

start().catch((error: unknown) => {
  console.error(explain(error));
  process.exit(1);
});
