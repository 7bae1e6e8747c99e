import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { App } from './kit/app';
import { migrate } from './kit/db/migrate';
import { connectionsWanted, fitPools } from './kit/db/pools';
import { openLog } from './kit/observe/log';
import type { Channel } from './kit/platform/channel';
import { type Config, ConfigError, readConfig } from './kit/platform/config';
import { DataFolderHeldError } from './kit/platform/data-lock';
import { startEmbedded } from './kit/platform/embedded';
import { nodeNotice } from './kit/platform/node-version';
import { checkPort, PortTakenError } from './kit/platform/port';
import { type RunningSimulators, startSimulators } from './kit/platform/simulators';
import { startCrew } from './kit/platform/supervise';
import { part, primary } from './kit/platform/workers';

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

interface DatabaseServer {
  readonly url: string;
  /** Past a pooler: the migration, and what counts connections. */
  readonly directUrl: string;
  stop(): Promise<void>;
}

async function openDatabaseServer(config: Config, log: Logger, fail: (message: string) => void) {
  const { databaseUrl: url, directDatabaseUrl } = config;
  if (url) return { url, directUrl: directDatabaseUrl ?? url, stop: async () => undefined };
  const { dataDir, port } = config;
  const embedded = await startEmbedded({ dataDir, log, port, connections: connectionsWanted(config), onExit: fail });
  return { url: embedded.url, directUrl: embedded.url, stop: embedded.stop };
}

/** For the one who started it: plain lines among the log's JSON. */
function greet(lines: readonly string[]): void {
  // at once: who waits for the first line may read the others
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

/** What runs over the database: the product in this process, or the processes that it is made of. */
interface Running {
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

/**
 * Ends what runs over the database. After SHUTDOWN_SECONDS it is not waited for any more, whatever hangs: the process
 * ends right behind, and what was not committed is rolled back by the database.
 */
async function closeInTime(app: App, { shutdownSeconds }: Config, log: Logger): Promise<void> {
  const late = sleep(shutdownSeconds * 1000).then(() => log.error('not everything was done in SHUTDOWN_SECONDS'));
  await Promise.race([app.close(), late]);
}

/** The modules of all slices: a second of reading and compiling. */
const readProduct = () => Promise.all([import('./app'), import('./kit/app')]);

/** WORKERS=1: everything in this process. */
async function runAlone(config: Config, { url }: DatabaseServer, log: Logger): Promise<Running> {
  const [slices, { openApp }] = await readProduct();
  const app = await openApp(slices, config, url, log, version());
  const lines = await app.greeting();
  await app.server.listen({ port: config.port, host: config.host });
  await app.startJobs();
  return { lines, stop: () => closeInTime(app, config, log) };
}

/** WORKERS=2 and more: this process minds the others and knows nothing of the product. */
function runCrew(config: Config, { url }: DatabaseServer, log: Logger, fail: (reason: string) => void) {
  return startCrew({
    entry: fileURLToPath(import.meta.url),
    workers: config.workers,
    env: { DATABASE_URL: url, DB_POOL_SIZE: String(config.dbPoolSize) },
    log,
    shutdownSeconds: config.shutdownSeconds,
    onFailure: fail,
  });
}

/** A start that takes longer, the demo included, is cut off when it is told to stop. */
const START_PATIENCE_MS = 30_000;

async function start(): Promise<void> {
  const given = readConfig(process.env);
  const log = openLog(given.logLevel);
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise failed unheard'));
  if (primary) return runMember(given, log, primary);
  greet(nodeNotice(process.versions.node));

  let starting: Promise<Running> | undefined;
  let stopping: Promise<void> | undefined;
  let database: DatabaseServer | undefined;
  let simulators: RunningSimulators | undefined;
  const stop = (code: number): Promise<void> => {
    stopping ??= (async () => {
      log.info('stopping: requests under way finish first');
      // told to stop in the middle of the start: what is being opened is closed in order too
      const running = await Promise.race([starting?.catch(() => undefined), sleep(START_PATIENCE_MS)]);
      await running?.stop().catch((error: unknown) => log.error({ err: error }, 'while closing'));
      simulators?.stop();
      await database?.stop();
      log.info('stopped');
      process.exit(code);
    })();
    return stopping;
  };
  const fail = (reason: string): void => {
    log.fatal(reason);
    void stop(1);
  };
  process.once('SIGTERM', () => void stop(0));
  process.once('SIGINT', () => void stop(0));

  try {
    // the product itself is read while the database is made and brought up to date
    if (given.workers === 1) readProduct().catch(() => undefined);
    // they start while the database does, and end with this process
    const playing = given.simulators ? startSimulators(given, process.env, log) : undefined;
    playing?.catch(() => undefined);
    database = await openDatabaseServer(given, log, fail);
    // of two starts with the same settings the folder of the data tells more
    await checkPort(given.host, given.port);
    await migrate(database.directUrl);
    simulators = await playing;
    // the processes of WORKERS take them from here
    Object.assign(process.env, simulators?.env);
    const { poolSize, warning } = await fitPools(given, database.directUrl);
    if (warning) log.warn(warning);
    const config = { ...readConfig(process.env), dbPoolSize: poolSize };
    starting = config.workers === 1 ? runAlone(config, database, log) : runCrew(config, database, log, fail);
    const running = await starting;
    greet([`Ланка ${version()}: ${config.publicUrl}`, ...onlyHere(config), ...running.lines, ...playedBy(simulators)]);
  } catch (error) {
    simulators?.stop();
    await database?.stop();
    throw error;
  }
}

/** One of several processes: it answers requests, or does the jobs, until the primary tells it to stop. */
async function runMember(config: Config, log: Logger, primary: Channel): Promise<void> {
  // Ctrl+C and a service manager reach every process of the group: the primary ends us in order
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
  let app: App | undefined;
  primary.answer('stop', async () => {
    if (app) await closeInTime(app, config, log).catch((error: unknown) => log.error({ err: error }, 'while closing'));
    process.exit(0);
  });
  try {
    const [slices, { openApp }] = await Promise.all([import('./app'), import('./kit/app')]);
    app = await openApp(slices, config, config.databaseUrl as string, log, version());
    if (part() === 'jobs') {
      await primary.ask('ready', await app.greeting());
      await app.startJobs();
    } else {
      await primary.ask('may_listen');
      await app.server.listen({ port: config.port, host: config.host });
      await primary.ask('ready', []);
    }
  } catch (error) {
    const reason = explain(error);
    log.error({ err: error }, 'this process cannot start');
    await primary.ask('cannot_start', String(reason instanceof Error ? reason.stack : reason)).catch(() => undefined);
    process.exit(1);
  }
}

/** The demo keeps to this computer unless told otherwise: its passwords are public. */
const onlyHere = ({ host }: Config): string[] =>
  ['127.0.0.1', 'localhost', '::1'].includes(host)
    ? [`Доступна лише з цього комп’ютера (HOST=${host}); HOST=0.0.0.0 відкриває її мережі`]
    : [];

const playedBy = (simulators: RunningSimulators | undefined): string[] =>
  simulators ? [`Симулятори служб: ${simulators.url}`] : [];

/**
 * What the operator can mend himself (a wrong setting, a folder that cannot be written, a port that is taken, a
 * database that does not answer) is told in a line; anything else is a fault of ours and needs its stack.
 */
function explain(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof ConfigError || error instanceof DataFolderHeldError || error instanceof PortTakenError)
    return error.message;
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
