import { describe, expect, it } from 'vitest';
import { testDatabase } from './database';
import { query } from './setup';

describe('testDatabase', () => {
  it('gives databases of one’s own, migrated, under a role that row-level security binds', async () => {
    const [one, two] = await Promise.all([testDatabase(), testDatabase()]);
    expect(one.url).not.toBe(two.url);
    const own = await query(
      one.url,
      'SELECT rolsuper OR rolbypassrls AS above FROM pg_roles WHERE rolname = current_user',
    );
    expect(own?.rows).toEqual([{ above: false }]);
    await query(one.url, 'CREATE TABLE only_here (n integer)');
    const elsewhere = await query(two.url, `SELECT to_regclass('only_here') AS found`);
    expect(elsewhere?.rows).toEqual([{ found: null }]);
    const walls = `SELECT relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'project_id'
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND NOT (c.relrowsecurity AND c.relforcerowsecurity)`;
    expect((await query(two.url, walls))?.rows).toEqual([]);
    await Promise.all([one.drop(), two.drop()]);
    await expect(query(one.url, 'SELECT 1')).rejects.toThrow(/does not exist/);
  });
});
