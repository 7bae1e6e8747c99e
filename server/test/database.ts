import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { address, query } from './setup';

export interface TestDatabase {
  /** For the application's role: neither a superuser nor above row-level security. */
  url: string;
  /** Removes the database; connections still open are cut. */
  drop(): Promise<void>;
}

/** The migrated, empty database that the run has made. */
function template(): string {
  const { template, failure } = inject('cluster');
  if (failure) throw new Error(`The migrations failed: ${failure}`);
  return template;
}

/**
 * A migrated, empty database of one's own on the PostgreSQL that the run has started, copied from a template in a
 * fraction of a second. One for each test file, in `beforeAll`; `drop()` in `afterAll`, after the pool is closed.
 */
export const testDatabase = async (): Promise<TestDatabase> => makeDatabase(template());

let prepared: Promise<string> | undefined;

/** The same with something in it that takes a while: `prepare` makes it once in this process, for all to copy. */
export async function preparedDatabase(prepare: (url: string) => Promise<void>): Promise<TestDatabase> {
  prepared ??= (async () => {
    const name = `${template()}_${process.pid}`; // setup.ts drops it with the template
    const { url } = await makeDatabase(template(), name);
    await prepare(url);
    return name;
  })();
  return makeDatabase(await prepared);
}

/** One without any table. */
export const emptyDatabase = (): Promise<TestDatabase> => makeDatabase('template1');

async function makeDatabase(
  copied: string,
  database = `lanka_${randomBytes(6).toString('hex')}`,
): Promise<TestDatabase> {
  const { adminUrl, role, password } = inject('cluster');
  await query(adminUrl, `CREATE DATABASE ${database} TEMPLATE ${copied} OWNER ${role} STRATEGY file_copy`);
  return {
    url: address(adminUrl, { database, role, password }),
    drop: async () => {
      await query(adminUrl, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    },
  };
}
