import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAudit } from '@lanka/domain/audit/contract';
import { createUpload } from '@lanka/domain/files/contract';
import { currentUser } from '@lanka/domain/identity/contract';
import { listOrders } from '@lanka/domain/orders/contract';
import { createPayment } from '@lanka/domain/payments/contract';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { build } from 'esbuild';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ArchiveWriter, checkArchive, MANIFEST, readArchive } from '../backup/archive';
import type { Manifest } from '../backup/manifest';
import { assertReadable } from '../backup/read';
import { keepNewest } from '../backup/write';
import * as slices from '../src/app';
import { openApp } from '../src/kit/app';
import { EXTENSIONS, migrate, migrationsFolder } from '../src/kit/db/migrate';
import { migrateJobs } from '../src/kit/jobs/jobs';
import { readConfig } from '../src/kit/platform/config';
import { startEmbedded } from '../src/kit/platform/embedded';
import { type TestApp, type TestProject, testApp } from './harness';
import { address, query } from './setup';
import { makeCounterparty, makeVariants, orderBody, placeOrder } from './trade';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'lanka-backup-'));
// the system user of PostgreSQL must get in when we are root, else its data would lie elsewhere
chmodSync(folder, 0o755);
const databases: string[] = [];

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

type Command = 'backup' | 'restore';
type Env = Record<string, string>;

function run(program: readonly string[], env: Env): Promise<Ended> {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: { ...Object.fromEntries(Object.entries({ PATH, HOME, TMPDIR }).filter(([, value]) => value)), ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

/** The command as an operator gives it. */
const asGiven = (name: Command, args: readonly string[], env: Env): Promise<Ended> =>
  run([join(root, 'node_modules/tsx/dist/cli.mjs'), `server/backup/${name}.ts`, ...args], env);

/** Beside `src`, because some files look for others from where they are. */
const bundles = mkdtempSync(join(root, 'server', '.commands-'));

/** The same in one file, as the product is built: to load its hundreds of sources takes longer than what it does. */
const command = (name: Command, args: readonly string[], env: Env): Promise<Ended> =>
  run([join(bundles, `${name}.js`), ...args], env);

const bundle = () =>
  build({
    entryPoints: ['backup', 'restore'].map((name) => join(root, 'server', 'backup', `${name}.ts`)),
    outdir: bundles,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias: { '@lanka/domain': join(root, 'domain', 'src') },
  });

async function emptyDatabase(): Promise<string> {
  const { adminUrl, role, password } = inject('cluster');
  const database = `lanka_restore_${randomBytes(5).toString('hex')}`;
  await query(adminUrl, `CREATE DATABASE ${database} OWNER ${role}`);
  databases.push(database);
  return address(adminUrl, { database, role, password });
}

const tablesIn = async (url: string): Promise<number> =>
  (
    await query(
      url,
      `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
  )?.rows[0].n;

let app: TestApp;
let project: TestProject;
let file: string;
let uploaded: string;
let anOrder: object;

beforeAll(async () => {
  await bundle();
  app = await testApp();
  project = await app.project('Фабрика');
  const params = { project_id: project.id };
  const { token } = project.owner;
  const [first = '', second = ''] = await makeVariants(app, project, [{ stock: 100_000 }, { stock: 100_000 }]);
  const counterparty_id = await makeCounterparty(app, project);
  const whole = orderBody({ [first]: 1, [second]: 2 }, { counterparty_id, send: true });
  anOrder = whole;
  const order = () => placeOrder(app, project, token, whole);
  for (let n = 0; n < 5; n += 1) await order();
  const odd = 'кома, "лапки"\n\tрядок \\N \\. кінець';
  const body = { counterparty_id, type: 'receipt' as const, amount: 700, date: '2026-01-15', account: 'bank' as const };
  await app.call(createPayment, { params, token, body: { ...body, comment: odd } });
  const place = await app.call(createUpload, { params, token, body: { file_name: 'фото.png' } });
  uploaded = place.body.file_name;
  const { url, headers } = place.body.direct_upload;
  await app.app.server.inject({ method: 'PUT', url, headers, payload: randomBytes(3_000_000) });

  // written while orders are placed: the archive holds one instant of them
  let writing = true;
  const writer = (async () => {
    while (writing) expect((await order()).status).toBe(201);
  })();
  const made = await asGiven('backup', [`--to=${folder}/`], {
    DATABASE_URL: app.url,
    DATA_DIR: app.app.services.config.dataDir,
  });
  writing = false;
  await writer;
  expect(made.output).toMatch(/tables, \d+ rows, 2 files/);
  expect(made.code).toBe(0);
  const [name = ''] = readdirSync(folder);
  file = join(folder, name);
});

afterAll(async () => {
  await app.close();
  for (const name of databases) await query(inject('cluster').adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  for (const made of [folder, bundles]) rmSync(made, { recursive: true, force: true });
});

describe('a backup', () => {
  it('is restored elsewhere, to the row and to the byte, and the product goes on with it', async () => {
    const DATABASE_URL = await emptyDatabase();
    const DATA_DIR = join(folder, 'restored');
    const restored = await asGiven('restore', [`--from=${file}`], { DATABASE_URL, DATA_DIR });
    expect(restored.output).toMatch(/are the same/);
    expect(restored.code).toBe(0);
    const path = join('files', uploaded);
    expect(readFileSync(join(DATA_DIR, path)).equals(readFileSync(join(app.app.services.config.dataDir, path)))).toBe(
      true,
    );

    const config = readConfig({ DATA_DIR, LOG_LEVEL: 'silent' });
    const again = await openApp(slices, config, DATABASE_URL, pino({ level: 'silent' }), 'test');
    try {
      const headers = { authorization: `Bearer ${project.owner.token}` };
      const ask = async (route: { path: string }) =>
        again.server.inject({ url: `/api/${route.path.replace(':project_id', project.id)}`, headers });
      // the keys came along: who was signed in still is
      expect((await ask(currentUser)).json()).toMatchObject({ email: project.owner.email });
      expect((await ask(readAudit)).json()).toMatchObject({ ok: true });
      const restoredOrders = (await ask(listOrders)).json().items as { number: number }[];
      expect(restoredOrders.length).toBeGreaterThanOrEqual(5);
      // and numbers go on where they were
      const placed = await again.server.inject({
        method: 'POST',
        url: `/api/projects/${project.id}/orders`,
        headers,
        payload: anOrder,
      });
      expect(placed.statusCode, placed.body).toBe(201);
      expect(placed.json().number).toBeGreaterThan(Math.max(...restoredOrders.map(({ number }) => number)));
    } finally {
      await again.close();
    }
  });

  it('tells by --verify what has changed since, table by table', async () => {
    const DATABASE_URL = await emptyDatabase();
    const DATA_DIR = join(folder, 'changed');
    await command('restore', [`--from=${file}`], { DATABASE_URL, DATA_DIR });
    const verify = () => command('restore', [`--from=${file}`, '--verify'], { DATABASE_URL, DATA_DIR });
    expect(await verify()).toMatchObject({ code: 0 });
    await query(
      DATABASE_URL,
      `select set_config('lanka.project_ids', '${project.id}', false)`,
      'update users set name = name || $$!$$',
    );
    writeFileSync(join(DATA_DIR, 'files', uploaded), 'other');
    const found = await verify();
    expect(found.code).toBe(1);
    expect(found.output).toMatch(/public\.users: \d+ rows, but not the same ones/);
    expect(found.output).toContain(`files/files/${uploaded} is another one`);
  });

  it('is refused where something is already, and changes nothing there', async () => {
    const occupied = { DATABASE_URL: app.url, DATA_DIR: join(folder, 'nowhere') };
    const before = await tablesIn(app.url);
    const refused = await command('restore', [`--from=${file}`], occupied);
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(/is not empty: it holds \d+ tables/);
    expect(await tablesIn(app.url)).toBe(before);

    const inFolder = await command('restore', [`--from=${file}`], {
      DATABASE_URL: await emptyDatabase(),
      DATA_DIR: app.app.services.config.dataDir,
    });
    expect(inFolder.code).toBe(1);
    expect(inFolder.output).toMatch(/is not empty: .*files.*--aside/s);
  });

  /** What a restore does before it opens anything. */
  const look = async (archive: string): Promise<void> => assertReadable(await checkArchive(archive));

  it.each<[string, (copy: string) => Promise<void> | void]>([
    ['cut short', (copy) => truncateSync(copy, 20_000)],
    [
      'with another byte in it',
      (copy) => {
        const bytes = readFileSync(copy);
        bytes[bytes.length - 30_000] = (bytes[bytes.length - 30_000] ?? 0) ^ 0xff;
        writeFileSync(copy, bytes);
      },
    ],
    ['no archive at all', (copy) => writeFileSync(copy, 'not an archive')],
    [
      'with another row in it',
      (copy) =>
        rewrite(copy, (name, bytes) =>
          name.startsWith('tables/public.users/') ? Buffer.concat([bytes, bytes]) : bytes,
        ),
    ],
    [
      'without one of its parts',
      (copy) => rewrite(copy, (name, bytes) => (name.startsWith('tables/public.orders/') ? null : bytes)),
    ],
  ])('is refused when it is %s', async (_what, damage) => {
    const copy = join(folder, 'damaged.tar.gz');
    cpSync(file, copy);
    await damage(copy);
    await expect(look(copy)).rejects.toThrow(/is damaged, nothing was restored/);
  });

  it('that is damaged leaves nothing where it was to be restored', async () => {
    const copy = join(folder, 'damaged.tar.gz');
    cpSync(file, copy);
    await rewrite(copy, (name, bytes) => (name.startsWith('files/') ? bytes.subarray(1) : bytes));
    const DATABASE_URL = await emptyDatabase();
    const refused = await command('restore', [`--from=${copy}`], { DATABASE_URL, DATA_DIR: join(folder, 'nowhere') });
    expect(refused.output).toMatch(/is damaged, nothing was restored/);
    expect(refused.code).toBe(1);
    expect(await tablesIn(DATABASE_URL)).toBe(0);
    expect(existsSync(join(folder, 'nowhere', 'files'))).toBe(false);
  });

  it('of a newer version is refused', async () => {
    const copy = join(folder, 'newer.tar.gz');
    cpSync(file, copy);
    await rewrite(copy, (name, bytes) => {
      if (name !== MANIFEST) return bytes;
      const manifest = JSON.parse(bytes.toString('utf8')) as Manifest;
      return Buffer.from(JSON.stringify({ ...manifest, version: '9.9.9', migrations: [...manifest.migrations, 'ff'] }));
    });
    await expect(look(copy)).rejects.toThrow(/newer version of Lanka \(9\.9\.9\)/);
  });

  it('of an older version is brought to this one', async () => {
    const old = await emptyDatabase();
    const journal = await oldSchema(old);
    await migrateJobs(old);
    await query(old, `insert into deployment (key, value) values ('demo', 'false')`);
    const made = await command('backup', [`--to=${join(folder, 'old.tar.gz')}`], {
      DATABASE_URL: old,
      DATA_DIR: join(folder, 'old'),
    });
    expect(made.code, made.output).toBe(0);
    const DATABASE_URL = await emptyDatabase();
    const restored = await command('restore', [`--from=${join(folder, 'old.tar.gz')}`], {
      DATABASE_URL,
      DATA_DIR: join(folder, 'from-old'),
    });
    expect(restored.code, restored.output).toBe(0);
    const applied = await query(DATABASE_URL, 'select count(*)::int as n from drizzle.__drizzle_migrations');
    expect(applied?.rows[0].n).toBe(journal);
  });

  it('of the embedded database is taken and restored while it is stopped, and moves aside what was there', async () => {
    const from = { DATA_DIR: join(folder, 'embedded') };
    const started = await startEmbedded({
      dataDir: from.DATA_DIR,
      log: { info: () => undefined, warn: () => undefined },
      unsafe: true,
    });
    await migrate(started.url);
    await started.stop();
    // what opens the keys of connected services is in no archive
    writeFileSync(join(from.DATA_DIR, 'secrets.key'), 'the key', { mode: 0o600 });
    const archive = join(folder, 'embedded.tar.gz');
    const made = await command('backup', [`--to=${archive}`], from);
    expect(made.output).toContain('embedded, started for this');
    const refused = await command('restore', [`--from=${archive}`], from);
    expect(refused.output).toMatch(/is not empty: .*postgres/s);
    const restored = await command('restore', [`--from=${archive}`, '--aside'], from);
    expect(restored.code, restored.output).toBe(0);
    expect(readdirSync(folder).some((name) => name.startsWith('embedded.aside-'))).toBe(true);
    const key = join(from.DATA_DIR, 'secrets.key');
    expect([readFileSync(key, 'utf8'), statSync(key).mode & 0o777]).toEqual(['the key', 0o600]);
  });
});

it('keeps so many archives of a folder, and touches nothing else there', () => {
  const place = mkdtempSync(join(folder, 'keep-'));
  const names = ['20260101', '20260102', '20260103'].map((day) => `lanka-${day}-000000.tar.gz`);
  for (const name of [...names, 'other.tar.gz']) writeFileSync(join(place, name), '');
  expect(keepNewest(place, 2)).toEqual([names[0]]);
  expect(readdirSync(place).sort()).toEqual([names[1], names[2], 'other.tar.gz']);
});

/** The archive again, with entries changed or left out. */
async function rewrite(archive: string, change: (name: string, bytes: Buffer) => Buffer | null): Promise<void> {
  const entries: [string, Buffer][] = [];
  await readArchive(archive, async (name, stream) => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
    entries.push([name, Buffer.concat(chunks)]);
  });
  rmSync(archive);
  const writer = new ArchiveWriter(archive);
  for (const [name, bytes] of entries) {
    const changed = change(name, bytes);
    if (changed) await writer.add(name, changed);
  }
  await writer.finish();
}

/** A database as the version before the last migration left it; answers how many migrations there are. */
async function oldSchema(url: string): Promise<number> {
  const place = mkdtempSync(join(folder, 'migrations-'));
  cpSync(migrationsFolder(), place, { recursive: true, filter: (path) => !path.endsWith('_snapshot.json') });
  const path = join(place, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: unknown[] };
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, -1) }));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(EXTENSIONS);
  await applyMigrations(drizzle(client), { migrationsFolder: place });
  await client.end();
  return journal.entries.length;
}
