import { createHash } from 'node:crypto';
import {
  cpSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { from } from 'pg-copy-streams';
import pino from 'pino';
import { auditAll } from '../src/audit';
import { openDatabase } from '../src/kit/db/db';
import { EXTENSIONS, migrate, migrationsFolder } from '../src/kit/db/migrate';
import { migrateJobs } from '../src/kit/jobs/jobs';
import { readArchive } from './archive';
import {
  columnsOf,
  copyOut,
  inSql,
  PLAIN_TEXTS,
  readMigrations,
  readQueueVersion,
  readTables,
  seeEverything,
} from './database';
import { BackupError, FORMAT, type Manifest, nameOf } from './manifest';

/** Refuses what this program cannot read: another product's, a newer format, a schema that it does not know. */
export async function assertReadable(manifest: Manifest): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder: migrationsFolder() }).map(({ hash }) => hash);
  const isOurs = manifest.migrations.every((hash, index) => known[index] === hash);
  if (manifest.format <= FORMAT && isOurs) return;
  throw new BackupError(
    `Копію зроблено новішою версією Ланки (${manifest.version}), ця її не прочитає. Оновіть Ланку й повторіть.`,
    `The backup was made by a newer version of Lanka (${manifest.version}), which this one cannot read. Update and try again.`,
  );
}

/** Refuses a database in which there is anything, saying what. */
export async function assertEmpty(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query<{ tables: number; name: string }>(
      `select count(*)::int as tables, current_database() as name from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm') and n.nspname in ('public', 'pgboss', 'drizzle')`,
    );
    const { tables = 0, name = '' } = found.rows[0] ?? {};
    if (tables === 0) return;
    throw new BackupError(
      `База «${name}» не порожня: у ній таблиць: ${tables}. Відновлюємо лише в порожню; створіть нову: create database lanka_restored owner lanka.`,
      `The database “${name}” is not empty: it holds ${tables} tables. A restore needs an empty one; make it: create database lanka_restored owner lanka.`,
    );
  } finally {
    await client.end();
  }
}

/** The schema as it was when the backup was made. What was added since is applied after the rows are there. */
async function makeSchema(url: string, count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lanka-restore-'));
  const client = new pg.Client({ connectionString: url });
  try {
    cpSync(migrationsFolder(), folder, { recursive: true });
    const file = join(folder, 'meta', '_journal.json');
    const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: unknown[] };
    writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
    await client.connect();
    await client.query(EXTENSIONS);
    await applyMigrations(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
    rmSync(folder, { recursive: true, force: true });
  }
  await migrateJobs(url);
}

/**
 * Fills an empty database: schema, rows in one transaction, comparison with the manifest, then the migrations that
 * came later and the walls, at last the self-check of every project. A failure leaves the database as empty as it was.
 */
export async function restoreDatabase(url: string, file: string, manifest: Manifest): Promise<void> {
  try {
    await makeSchema(url, manifest.migrations.length);
    await loadRows(url, file, manifest);
    await migrate(url);
    await assertAudit(url);
  } catch (error) {
    await emptyAgain(url);
    throw error;
  }
}

async function emptyAgain(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`drop schema if exists pgboss cascade; drop schema if exists drizzle cascade;
      do $$ declare t record; begin
        for t in select p.oid::regprocedure as name from pg_proc p
          where p.pronamespace = 'public'::regnamespace
            and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
        loop execute 'drop routine if exists ' || t.name || ' cascade'; end loop;
        for t in select format('%I', c.relname) as name from pg_class c
          where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        loop execute 'drop table if exists public.' || t.name || ' cascade'; end loop;
      end $$`);
  } finally {
    await client.end();
  }
}

async function loadRows(url: string, file: string, manifest: Manifest): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(PLAIN_TEXTS);
    const version = await readQueueVersion(client);
    if (manifest.queue > version) {
      throw new BackupError(
        'Чергу завдань у копії зроблено новішою версією Ланки. Оновіть Ланку й повторіть.',
        'The job queue of the backup was made by a newer version of Lanka. Update and try again.',
      );
    }
    await client.query('begin');
    const shapes = await readTables(client);
    await client.query(`truncate ${shapes.map(inSql).join(', ')}`);
    await copyIn(client, file, manifest);
    for (const { name, last, called } of manifest.sequences) {
      await client.query('select setval($1::text::regclass, $2::text::bigint, $3)', [name, last, called]);
    }
    const wrong = await differences(client, manifest);
    if (wrong.length > 0) throw new Error(`the rows do not agree with the backup: ${wrong.join('; ')}`);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

async function copyIn(client: pg.Client, file: string, manifest: Manifest): Promise<void> {
  const tables = new Map(manifest.tables.map((table) => [nameOf(table), table]));
  let current: { name: string; stream: Writable; ended: Promise<void> } | undefined;
  const end = async (): Promise<void> => {
    current?.stream.end();
    await current?.ended;
    current = undefined;
  };
  await readArchive(file, async (entry, content) => {
    const name = /^tables\/(.+)\/\d+$/.exec(entry)?.[1];
    if (name !== current?.name) await end();
    const table = name === undefined ? undefined : tables.get(name);
    if (!table || name === undefined) return;
    if (!current) {
      const stream = client.query(from(`copy ${inSql(table)} (${columnsOf(table)}) from stdin`)) as unknown as Writable;
      const ended = new Promise<void>((resolve, reject) => stream.once('finish', resolve).once('error', reject));
      ended.catch(() => undefined);
      current = { name, stream, ended };
    }
    const { stream, ended } = current;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (!stream.write(chunk)) await Promise.race([new Promise((go) => stream.once('drain', go)), ended]);
    }
  });
  await end();
}

/** What does not agree with the manifest: count and sum of every table. */
async function differences(client: pg.Client, manifest: Manifest): Promise<string[]> {
  const wrong: string[] = [];
  for (const table of manifest.tables) {
    const { rows, sum } = await copyOut(client, table, () => undefined);
    if (rows !== table.rows) wrong.push(`${nameOf(table)}: ${table.rows} rows in the backup, ${rows} in the database`);
    else if (sum !== table.sum) wrong.push(`${nameOf(table)}: ${rows} rows, but not the same ones`);
  }
  return wrong;
}

async function assertAudit(url: string): Promise<void> {
  const log = pino({ level: 'error' }, process.stderr);
  const db = await openDatabase(url, { poolSize: 1, prepared: true }, log);
  try {
    const wrong = await auditAll({ db, log });
    if (wrong.length > 0) throw new Error(`the self-check finds differences in: ${wrong.join(', ')}`);
  } finally {
    await db.close();
  }
}

/** Files of users, and the key that signs their links. */
export async function restoreFiles(dataDir: string, file: string, manifest: Manifest): Promise<void> {
  const wanted = new Set(manifest.files.map(({ path }) => path));
  await readArchive(file, async (entry, content) => {
    if (!wanted.has(entry)) return;
    const target = placeOf(dataDir, entry);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    await pipeline(content as Readable, createWriteStream(target, { mode: 0o600 }));
  });
}

function placeOf(dataDir: string, entry: string): string {
  const target = resolve(dataDir, entry.slice('files/'.length));
  if (target.startsWith(join(dataDir, 'files') + sep) || target === join(dataDir, 'files.key')) return target;
  throw new Error(`a file of the backup leads elsewhere: ${entry}`);
}

async function fileDifferences(dataDir: string, manifest: Manifest): Promise<string[]> {
  const wrong: string[] = [];
  for (const { path, sum } of manifest.files) {
    const place = placeOf(dataDir, path);
    if (!existsSync(place)) wrong.push(`${path} is missing`);
    else {
      const hash = createHash('sha256');
      for await (const chunk of createReadStream(place)) hash.update(chunk as Buffer);
      if (hash.digest('hex') !== sum) wrong.push(`${path} is another one`);
    }
  }
  return wrong;
}

/** Compares a database and its files with a backup, row by row and byte by byte, and changes nothing. */
export async function compare(url: string, dataDir: string, manifest: Manifest): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(PLAIN_TEXTS);
    await client.query('begin isolation level repeatable read read only');
    if ((await readMigrations(client)).length === 0) return ['the database is empty'];
    await seeEverything(client);
    return [...(await differences(client, manifest)), ...(await fileDifferences(dataDir, manifest))];
  } finally {
    await client.end();
  }
}
