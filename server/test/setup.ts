import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/kit/db/migrate';
import { startEmbedded } from '../src/kit/platform/embedded';

/** What testDatabase() needs: see database.ts. */
export interface TestCluster {
  /** May create databases. */
  adminUrl: string;
  /** The role that the product connects as, without power over row-level security. */
  role: string;
  password: string;
  template: string;
  /** Why there is no template. Told by the tests that need it; others run. */
  failure?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster;
  }
}

export async function query(url: string, ...statements: string[]): Promise<pg.QueryResult | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let last: pg.QueryResult | undefined;
  try {
    for (const statement of statements) last = await client.query(statement);
  } finally {
    await client.end();
  }
  return last;
}

/** The same server, another database or login. */
export function address(url: string, change: { database?: string; role?: string; password?: string }): string {
  const changed = new URL(url);
  if (change.database) changed.pathname = `/${change.database}`;
  if (change.role) changed.username = change.role;
  if (change.password) changed.password = change.password;
  return changed.href;
}

interface Server {
  adminUrl: string;
  role: string;
  password: string;
  stop(): Promise<void>;
}

async function embedded(): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lanka-test-'));
  const database = await startEmbedded({ dataDir, log: { info: () => {}, warn: console.warn }, unsafe: true });
  const { username, password } = new URL(database.url);
  return {
    adminUrl: database.adminUrl,
    role: username,
    password,
    async stop() {
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** TEST_DATABASE_URL: a login that may create databases; when it may create roles too, the tests get one of their own. */
async function given(adminUrl: string): Promise<Server> {
  const own = await query(
    adminUrl,
    'SELECT rolsuper OR rolcreaterole AS may FROM pg_roles WHERE rolname = current_user',
  );
  const login = new URL(adminUrl);
  if (!own?.rows[0]?.may) {
    return { adminUrl, role: login.username, password: decodeURIComponent(login.password), stop: async () => {} };
  }
  const role = `lanka_test_${randomBytes(4).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await query(adminUrl, `CREATE ROLE ${role} LOGIN PASSWORD '${password}'`, `GRANT ${role} TO CURRENT_USER`);
  return {
    adminUrl,
    role,
    password,
    stop: async () => {
      await query(adminUrl, `DROP ROLE ${role}`);
    },
  };
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await (process.env.TEST_DATABASE_URL ? given(process.env.TEST_DATABASE_URL) : embedded());
  const { adminUrl, role, password } = server;
  const template = `lanka_template_${randomBytes(4).toString('hex')}`;
  await query(adminUrl, `CREATE DATABASE ${template} OWNER ${role}`);
  let failure: string | undefined;
  try {
    await migrate(address(adminUrl, { database: template, role, password }));
  } catch (error) {
    failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  project.provide('cluster', { adminUrl, role, password, template, failure });
  return async () => {
    const made = await query(adminUrl, `SELECT datname FROM pg_database WHERE starts_with(datname, '${template}')`);
    for (const { datname } of made?.rows ?? []) await query(adminUrl, `DROP DATABASE ${datname} WITH (FORCE)`);
    await server.stop();
  };
}
