import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../src/kit/db/migrate';
import { type EmbeddedDatabase, startEmbedded } from '../src/kit/platform/embedded';
import { freePort, prepare } from '../src/kit/platform/embedded-place';

/** A real PostgreSQL with a real standby that follows it. */
export interface Pair {
  readonly url: string;
  readonly standbyUrl: string;
  /** As superuser. */
  onPrimary(text: string): Promise<pg.QueryResult>;
  onStandby(text: string): Promise<pg.QueryResult>;
  /** `kill -9` of the whole standby. */
  killStandby(): Promise<void>;
  startStandby(): Promise<void>;
  stop(): Promise<void>;
}

const READY_MS = 60_000;

export async function startPair(): Promise<Pair> {
  const folder = fs.mkdtempSync(join(tmpdir(), 'lanka-pair-'));
  fs.chmodSync(folder, 0o711);
  const primaryDir = join(folder, 'primary');
  const log = { info: () => undefined, warn: () => undefined };
  const primary = await startEmbedded({ dataDir: primaryDir, log });
  await migrate(primary.url);
  const place = await prepare(primaryDir, log);
  const port = await freePort();
  const standbyDir = join(folder, 'standby');
  await copyRunning(primary, place.settings.directory, standbyDir);
  if (place.user) spawnSync('chown', ['-R', `${place.user.uid}:${place.user.gid}`, standbyDir]);

  const at = (url: string): string => {
    const other = new URL(url);
    other.port = String(port);
    return other.href;
  };
  let child: ChildProcess;
  const gone = (): Promise<void> =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve();
      else child.once('exit', () => resolve());
    });
  const startStandby = async (): Promise<void> => {
    const admin = new URL(primary.adminUrl);
    const from = `host=127.0.0.1 port=${admin.port} user=postgres password=${admin.password}`;
    const values = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', primary_conninfo: from };
    const flags = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    child = spawn(place.binaries.postgres, ['-D', standbyDir, ...flags], {
      ...(place.user ? { uid: place.user.uid, gid: place.user.gid } : {}),
      cwd: standbyDir,
      env: { ...process.env, LC_ALL: 'C' },
      stdio: 'ignore',
    });
    for (const end = Date.now() + READY_MS; ; ) {
      if (
        await ask(at(primary.adminUrl), 'select 1').then(
          () => true,
          () => false,
        )
      )
        return;
      if (child.exitCode !== null || Date.now() > end) throw new Error('the standby did not start');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  await startStandby();
  return {
    url: primary.url,
    standbyUrl: at(primary.url),
    onPrimary: (text) => ask(primary.adminUrl, text),
    onStandby: (text) => ask(at(primary.adminUrl), text),
    startStandby,
    async killStandby() {
      // those that a killed postmaster leaves behind end by themselves, and the connections with them
      child.kill('SIGKILL');
      await gone();
      fs.rmSync(join(standbyDir, 'postmaster.pid'), { force: true });
    },
    async stop() {
      child.kill('SIGINT');
      await gone();
      await primary.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What pg_basebackup does, which does not come along: a copy of the folder between the two marks of a backup. */
async function copyRunning(primary: EmbeddedDatabase, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.adminUrl });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('standby', true)`);
    fs.cpSync(fs.realpathSync(from), to, { recursive: true });
    const label = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    fs.writeFileSync(join(to, 'backup_label'), label.rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
  fs.rmSync(join(to, 'postmaster.pid'), { force: true });
  fs.writeFileSync(join(to, 'standby.signal'), '');
  fs.chmodSync(to, 0o700);
}

async function ask(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
