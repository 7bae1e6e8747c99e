import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../src/kit/platform/config';
import { startEmbedded } from '../src/kit/platform/embedded';

export interface Place {
  /** For reading everything or writing everything. */
  readonly url: string;
  readonly kind: 'server' | 'embedded, running' | 'embedded, started for this';
  close(): Promise<void>;
}

export const config = readConfig({ ...process.env, LOG_LEVEL: 'silent' });
export const log = { info: () => undefined, warn: (text: string) => console.error(text) };

/** Whether this data folder has an embedded database. */
export const hasEmbedded = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'postgres.json')) && existsSync(join(dataDir, 'postgres', 'PG_VERSION'));

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * The database of this configuration. BACKUP_DATABASE_URL names a login that is above row-level security, for servers
 * where the product's own is not. The embedded one is used while the product runs, and started for the time otherwise.
 */
export async function openPlace(): Promise<Place> {
  const url = process.env.BACKUP_DATABASE_URL ?? config.databaseUrl;
  const nothing = async () => undefined;
  if (url) return { url, kind: 'server', close: nothing };
  const { dataDir } = config;
  if (hasEmbedded(dataDir)) {
    const { port, adminPassword } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as {
      port: number;
      adminPassword: string;
    };
    const running = `postgres://postgres:${adminPassword}@127.0.0.1:${port}/lanka`;
    if (await answers(running)) return { url: running, kind: 'embedded, running', close: nothing };
  }
  const embedded = await startEmbedded({ dataDir, log });
  const admin = new URL(embedded.adminUrl);
  admin.pathname = '/lanka';
  return { url: admin.href, kind: 'embedded, started for this', close: () => embedded.stop() };
}
