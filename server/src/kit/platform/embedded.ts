import { type ChildProcess, type SpawnOptionsWithoutStdio, spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type DataLock, lockDataDir } from './data-lock';
import { type EmbeddedLog, freePort, makeDataDir, type Place, prepare, type Settings, save } from './embedded-place';
import { isRunning, type OsUser, processesNamed, signal } from './processes';

/**
 * The real PostgreSQL that npm brings, for installations without a database server of their own. It listens on
 * 127.0.0.1 only, with passwords kept in `DATA_DIR/postgres.json`. The product itself connects as the role `lanka`,
 * which is neither a superuser nor above row-level security.
 */
export interface EmbeddedOptions {
  /** Absolute path of DATA_DIR. */
  dataDir: string;
  log: EmbeddedLog;
  /** The port the product serves: told to a second start that finds the data in use. */
  port?: number;
  /** How many connections the product may open; PostgreSQL allows at least 100 and at most 500. */
  connections?: number;
  /** Called when PostgreSQL has ended without having been asked to, and could not be started again. */
  onExit?: (message: string) => void;
  /** Lets a power failure eat acknowledged data. Only for tests. */
  unsafe?: boolean;
}

export interface EmbeddedDatabase {
  /** For the superuser, database `postgres`. */
  adminUrl: string;
  /** For the role `lanka`, database `lanka`. */
  url: string;
  /** Another one after PostgreSQL has broken down and was started again. */
  readonly pid: number;
  /** Ends PostgreSQL (open transactions roll back) and lets the data folder go. May be called twice. */
  stop(): Promise<void>;
}

const LOG_LIMIT = 10 * 1024 * 1024;
const START_MS = 120_000; // a crash recovery may replay a lot
const STOP_MS = 20_000;
/** With the pauses some twenty seconds; a full disk is waited for. */
const MOST_REVIVALS = 6;
const REVIVAL_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
/** What PostgreSQL needs to recover: a segment of its log, and somewhat more. */
const LEAST_SPACE = 32 * 1024 * 1024;

/**
 * Starts the database of a data folder, creating it the first time and cleaning up after a crash.
 * @throws DataFolderHeldError when another living process holds the folder
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log } = options;
  makeDataDir(dataDir);
  const lock = await lockDataDir({ dataDir, port: options.port });
  try {
    const place = await prepare(dataDir, log);
    await endLeftovers(place.settings, log);
    if (!fs.existsSync(join(place.settings.directory, 'PG_VERSION'))) await initialise(place, log);
    const child = await launch(place, options, dataDir);
    return await open(place, child, options, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** `postmaster.pid` of a running cluster: the process number, and whether it takes connections yet. */
function readPostmaster(directory: string): { pid: number; ready: boolean } | undefined {
  try {
    const lines = fs.readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/**
 * After `kill -9` of the product PostgreSQL may still run, whole or in parts. We hold the data folder, so nobody
 * else uses it: it is ended properly, and only then is its pid file removed (its number may belong to another
 * program by now, which would make PostgreSQL refuse to start).
 */
async function endLeftovers(settings: Settings, log: EmbeddedLog): Promise<void> {
  const { cluster, directory } = settings;
  const left = () => processesNamed(cluster).filter((pid) => pid !== process.pid && isRunning(pid));
  if (left().length > 0) {
    log.warn('PostgreSQL залишився після аварії, зупиняю / PostgreSQL is left over from a crash, stopping it');
    const postmaster = readPostmaster(directory)?.pid;
    if (postmaster && left().includes(postmaster)) signal(postmaster, 'SIGINT');
    const gone = await until(() => left().length === 0, STOP_MS);
    if (!gone) for (const pid of left()) signal(pid, 'SIGKILL');
    if (!(await until(() => left().length === 0, 5_000))) throw new Error(`PostgreSQL does not end: ${left()}`);
  }
  if (process.platform !== 'win32') fs.rmSync(join(directory, 'postmaster.pid'), { force: true });
}

async function until(test: () => boolean, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; ) {
    if (test()) return true;
    await sleep(20);
  }
  return test();
}

const identity = (user: OsUser | undefined) => (user ? { uid: user.uid, gid: user.gid } : {});
/** PostgreSQL must not take its settings from variables meant for psql, nor messages in the operator's locale. */
const cleanEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG'))),
  LC_ALL: 'C',
  TZ: 'UTC',
});

/** Makes the cluster beside its place and moves it there whole, so that an interrupted start leaves no half of it. */
async function initialise(place: Place, log: EmbeddedLog): Promise<void> {
  const { settings, user, binaries } = place;
  log.info('Створюю базу даних / Creating the database');
  const draft = `${settings.directory}.new`;
  const passwordFile = `${settings.directory}.password`;
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { mode: 0o700 });
  fs.writeFileSync(passwordFile, `${settings.adminPassword}\n`, { mode: 0o600 });
  if (user) for (const path of [draft, passwordFile]) fs.chownSync(path, user.uid, user.gid);
  const flags = [
    `--pgdata=${draft}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  try {
    const options = { ...identity(user), env: cleanEnvironment(), cwd: dirname(draft) };
    await run(binaries.initdb, flags, options);
    fs.renameSync(draft, settings.directory);
  } finally {
    fs.rmSync(passwordFile, { force: true });
    fs.rmSync(draft, { recursive: true, force: true });
  }
}

/** Not waited for in its place: the product is read from the disk meanwhile. */
async function run(program: string, flags: readonly string[], options: SpawnOptionsWithoutStdio): Promise<void> {
  const child = spawn(program, flags, options);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk));
  const failure = await new Promise<string | null>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('close', (code) => resolve(code === 0 ? null : ''));
  });
  if (failure !== null) throw new Error(`initdb: ${failure} ${said} (${program})`);
}

/** Each costs some shared memory whether it is used or not. */
const LEAST_CONNECTIONS = 100;
const MOST_CONNECTIONS = 500;
/** PostgreSQL keeps so many back for superusers. */
const RESERVED_CONNECTIONS = 3;

function serverFlags({ settings }: Place, { unsafe = false, connections = 0 }: EmbeddedOptions): string[] {
  const wanted = Math.max(LEAST_CONNECTIONS, connections + RESERVED_CONNECTIONS);
  const values: Record<string, string | number> = {
    cluster_name: settings.cluster,
    listen_addresses: '127.0.0.1',
    port: settings.port,
    unix_socket_directories: '',
    max_connections: Math.min(wanted, MOST_CONNECTIONS),
    shared_buffers: '128MB',
    // statistics must follow a table that grows from nothing to thousands of rows within a minute
    autovacuum_naptime: '10s',
    work_mem: '8MB',
    max_wal_size: '512MB',
    // Parallel queries need shared memory that containers often do not have, and bring nothing on a small server.
    max_parallel_workers_per_gather: 0,
    max_parallel_maintenance_workers: 0,
    shared_preload_libraries: '',
    log_min_messages: 'warning',
    log_timezone: 'UTC',
    timezone: 'UTC',
    fsync: unsafe ? 'off' : 'on',
    synchronous_commit: unsafe ? 'off' : 'on',
    full_page_writes: unsafe ? 'off' : 'on',
  };
  return ['-D', settings.directory, ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Starts PostgreSQL in a process group of its own: Ctrl+C reaches only the product, which then ends it in order. */
async function launch(place: Place, options: EmbeddedOptions, dataDir: string): Promise<ChildProcess> {
  const { settings, user, logFile } = place;
  if (fs.existsSync(logFile) && fs.statSync(logFile).size > LOG_LIMIT) fs.renameSync(logFile, `${logFile}.old`);
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort(settings.port);
    if (port !== settings.port) {
      settings.port = port;
      save(dataDir, settings);
    }
    const log = fs.openSync(logFile, 'a', 0o600);
    const start = fs.fstatSync(log).size;
    const child = spawn(place.binaries.postgres, serverFlags(place, options), {
      ...identity(user),
      env: cleanEnvironment(),
      cwd: settings.directory,
      detached: true,
      windowsHide: true,
      stdio: ['ignore', log, log],
    });
    fs.closeSync(log);
    endWithUs(child);
    let failure: string | undefined;
    child.once('error', (error) => (failure = error.message));
    child.once('exit', (code, by) => (failure ??= `exit ${code ?? by}`));
    const ready = () => readPostmaster(settings.directory);
    const settled = await until(() => {
      const state = ready();
      return failure !== undefined || (state?.ready === true && state.pid === child.pid);
    }, START_MS);
    if (settled && !failure) return child;
    if (!failure && child.pid) signal(child.pid, 'SIGQUIT');
    const said = fs.readFileSync(logFile, 'utf8').slice(-4000);
    const tail = fs.statSync(logFile).size > start ? said : '';
    if (!/could not bind|Address already in use/i.test(tail) || attempt === 5) {
      throw new Error(`PostgreSQL не запустився / did not start (${failure ?? 'timeout'}):\n${tail}`);
    }
    settings.port = await freePort();
  }
}

/** An exit without stop(), at whatever moment: PostgreSQL finishes in order behind us. */
function endWithUs(child: ChildProcess): void {
  const atExit = () => {
    if (child.pid) signal(child.pid, 'SIGINT');
  };
  process.once('exit', atExit);
  child.once('exit', () => process.removeListener('exit', atExit));
}

const isOver = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

function isFull(directory: string): boolean {
  const { bavail, bsize } = fs.statfsSync(directory);
  return bavail * bsize < LEAST_SPACE;
}

/** Makes the role and the database when they are missing, and wires the end of PostgreSQL to the end of the product. */
async function open(
  place: Place,
  child: ChildProcess,
  options: EmbeddedOptions,
  lock: DataLock,
): Promise<EmbeddedDatabase> {
  const { settings } = place;
  let running = child;
  let stopping: Promise<void> | undefined;
  const gone = (one: ChildProcess) =>
    new Promise<void>((resolve) => {
      if (isOver(one)) resolve();
      else one.once('exit', () => resolve());
    });
  const watch = (one: ChildProcess): void => {
    running = one;
    one.once('exit', (code, by) => {
      if (!stopping) reviving = revive(`${code ?? by}`);
    });
  };
  /** It was killed or broke down: it recovers what was committed, and whoever asks meanwhile hears 503. */
  const revive = async (reason: string): Promise<void> => {
    const { log, dataDir } = options;
    const port = settings.port;
    for (let attempt = 0; attempt < MOST_REVIVALS && !stopping; ) {
      log.warn(`PostgreSQL зупинився (${reason}), запускаю знову / PostgreSQL ended (${reason}), starting it again`);
      try {
        await endLeftovers(settings, log);
        const next = await launch(place, options, dataDir);
        if (settings.port === port) return watch(next);
        // whoever has its address would not find it
        await end(place, next.pid as number, gone(next));
        reason = `port ${port} is taken`;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
      settings.port = port;
      await sleep(Math.min(REVIVAL_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS));
      // until somebody makes room all that can be had answers 503; ending would not make any
      if (!isFull(settings.directory)) attempt += 1;
    }
    if (!stopping) options.onExit?.(`PostgreSQL зупинився / ended unexpectedly: ${reason}, ${place.logFile}`);
  };
  let reviving: Promise<void> = Promise.resolve();
  watch(child);
  const stop = () => {
    stopping ??= reviving.then(() => end(place, running.pid as number, gone(running))).then(() => lock.release());
    return stopping;
  };
  const address = (role: string, password: string, database: string) =>
    `postgres://${role}:${password}@127.0.0.1:${settings.port}/${database}`;
  const adminUrl = address('postgres', settings.adminPassword, 'postgres');
  try {
    await ensureDatabase(adminUrl, settings.password);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    adminUrl,
    url: address('lanka', settings.password, 'lanka'),
    get pid() {
      return running.pid as number;
    },
    stop,
  };
}

async function ensureDatabase(adminUrl: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const role = await client.query(`SELECT 1 FROM pg_roles WHERE rolname = 'lanka'`);
    const verb = role.rowCount ? 'ALTER' : 'CREATE';
    const secret = client.escapeLiteral(password);
    await client.query(`${verb} ROLE lanka LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB NOBYPASSRLS PASSWORD ${secret}`);
    const database = await client.query(`SELECT 1 FROM pg_database WHERE datname = 'lanka'`);
    if (!database.rowCount) await client.query('CREATE DATABASE lanka OWNER lanka');
  } finally {
    await client.end();
  }
}

/** Fast shutdown; when it hangs, an immediate one, which costs a recovery at the next start but no data. */
async function end(place: Place, pid: number, ended: Promise<void>): Promise<void> {
  if (process.platform === 'win32') {
    spawnSync(place.binaries.pg_ctl, ['stop', '-D', place.settings.directory, '-m', 'fast', '-w'], {
      windowsHide: true,
    });
  } else signal(pid, 'SIGINT');
  const timer = setTimeout(() => signal(pid, 'SIGQUIT'), STOP_MS);
  await ended;
  clearTimeout(timer);
}
