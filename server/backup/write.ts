import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import pg from 'pg';
import type { Config } from '../src/kit/platform/config';
import { ArchiveWriter, MANIFEST, partName } from './archive';
import {
  copyOut,
  PLAIN_TEXTS,
  readMigrations,
  readQueueVersion,
  readSequences,
  readTables,
  seeEverything,
} from './database';
import { BackupError, type BackupFile, type BackupTable, FORMAT, type Manifest } from './manifest';

export interface Written {
  readonly file: string;
  readonly bytes: number;
  readonly manifest: Manifest;
  /** Files that were removed by the product while they were being copied. */
  readonly gone: number;
}

const NAME = /^lanka-\d{8}-\d{6}\.tar\.gz$/;

/** The file to write: the one named, or a new one in the folder named. */
export function targetFile(to: string, now: Date): string {
  const path = resolve(to);
  const folder = /[\\/]$/.test(to) || (existsSync(path) && statSync(path).isDirectory());
  if (!folder) {
    if (existsSync(path)) {
      throw new BackupError(
        `${path} уже є. Вкажіть інший файл або теку: у теці кожна копія має своє ім’я.`,
        `${path} exists already. Name another file, or a folder: there every backup gets a name of its own.`,
      );
    }
    return path;
  }
  mkdirSync(path, { recursive: true });
  const stamp = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return join(path, `lanka-${stamp}.tar.gz`);
}

/** Removes the oldest backups of the folder beyond so many. Only files that have our own name are ever touched. */
export function keepNewest(folder: string, count: number): string[] {
  const old = readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .slice(0, -count);
  for (const name of old) rmSync(join(folder, name));
  return old;
}

/**
 * Writes everything into one archive while the product goes on: all tables as of one instant (a repeatable-read
 * snapshot), then the files of users, the key that signs their links, and a manifest with sums of all of it. Memory
 * does not grow with the data.
 */
export async function writeBackup(
  url: string,
  config: Pick<Config, 'dataDir' | 's3'>,
  file: string,
  version: string,
): Promise<Written> {
  const archive = new ArchiveWriter(file);
  const client = new pg.Client({ connectionString: url, application_name: 'lanka-backup' });
  const lost = new Promise<never>((_, reject) => client.on('error', reject));
  lost.catch(() => undefined);
  try {
    await client.connect();
    await client.query(PLAIN_TEXTS);
    await client.query('begin isolation level repeatable read read only');
    const migrations = await readMigrations(client);
    if (migrations.length === 0) {
      throw new BackupError('У цій базі немає даних Ланки', 'There are no data of Lanka in this database');
    }
    await seeEverything(client);
    const created_at = new Date().toISOString();
    const queue = await readQueueVersion(client);
    const tables = await Promise.race([writeTables(client, archive), lost]);
    await client.query('commit');
    // after the tables, so that no number is given twice: a gap does no harm
    const sequences = await readSequences(client);
    const { files, gone } = await writeFiles(archive, config.dataDir, config.s3 !== undefined);
    const s3 = config.s3 ? { endpoint: config.s3.endpoint, bucket: config.s3.bucket, region: config.s3.region } : null;
    const manifest: Manifest = {
      product: 'lanka',
      format: FORMAT,
      version,
      created_at,
      migrations,
      queue,
      tables,
      sequences,
      files,
      s3,
    };
    await archive.add(MANIFEST, Buffer.from(JSON.stringify(manifest, null, 1), 'utf8'));
    await archive.finish();
    return { file, bytes: statSync(file).size, manifest, gone };
  } catch (error) {
    await archive.discard();
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function writeTables(client: pg.Client, archive: ArchiveWriter): Promise<BackupTable[]> {
  const tables: BackupTable[] = [];
  for (const shape of await readTables(client)) {
    const parts: string[] = [];
    const { rows, sum } = await copyOut(client, shape, async (part) => {
      const name = partName(shape, parts.length);
      parts.push(createHash('sha256').update(part).digest('hex'));
      await archive.add(name, part);
    });
    tables.push({ ...shape, columns: [...shape.columns], rows, sum, parts });
  }
  return tables;
}

/** Files are written whole and never changed, so that copying them after the snapshot misses none that it names. */
async function writeFiles(archive: ArchiveWriter, dataDir: string, inS3: boolean) {
  const files: BackupFile[] = [];
  let gone = 0;
  const key = join(dataDir, 'files.key');
  const paths = existsSync(key) ? [key] : [];
  const root = join(dataDir, 'files');
  if (!inS3 && existsSync(root)) paths.push(...allFiles(root));
  for (const full of paths) {
    const path = `files/${relative(dataDir, full).split(sep).join('/')}`;
    const found = statSync(full, { throwIfNoEntry: false });
    if (!found) {
      gone += 1;
      continue;
    }
    // small ones are read at once: one that is swept meanwhile cannot break the archive off
    if (found.size < 1024 * 1024) {
      let bytes: Buffer;
      try {
        bytes = readFileSync(full);
      } catch {
        gone += 1;
        continue;
      }
      await archive.add(path, bytes);
      files.push({ path, bytes: bytes.length, sum: createHash('sha256').update(bytes).digest('hex') });
    } else {
      const sum = await archive.addFile(path, found.size, createReadStream(full));
      files.push({ path, bytes: found.size, sum });
    }
  }
  return { files, gone };
}

function allFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return allFiles(path);
    return entry.isFile() && !entry.name.endsWith('.part') ? [path] : [];
  });
}
