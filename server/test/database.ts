import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { address, query } from './setup';

export interface TestDatabase {
  /** For the application's role: neither a superuser nor above row-level security. */
  url: string;
  /** Removes the database; connections still open are cut. */
  drop(): Promise<void>;
}

/**
 * A migrated, empty database of one's own on the PostgreSQL that the run has started, copied from a template in a
 * fraction of a second. One for each test file, in `beforeAll`; `drop()` in `afterAll`, after the pool is closed.
 */
export function testDatabase(): Promise<TestDatabase> {
  const { template, failure } = inject('cluster');
  if (failure) throw new Error(`The migrations failed: ${failure}`);
  return makeDatabase(template);
}

/** One without any table. */
export const emptyDatabase = (): Promise<TestDatabase> => makeDatabase('template1');

async function makeDatabase(template: string): Promise<TestDatabase> {
  const { adminUrl, role, password } = inject('cluster');
  const database = `lanka_${randomBytes(6).toString('hex')}`;
  await query(adminUrl, `CREATE DATABASE ${database} TEMPLATE ${template} OWNER ${role}`);
  return {
    url: address(adminUrl, { database, role, password }),
    drop: async () => {
      await query(adminUrl, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    },
  };
}
