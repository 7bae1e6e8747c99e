import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../database';

/**
 * The schema spreads over a cluster by `project_id` as it is (docs/growth.md): every table of a tenant has it first in
 * its keys, so that a row is found, and is unique, on one machine; no foreign key leaves the tenant, save to tables
 * that are the same on every machine.
 */

/** Tables that every machine of a cluster keeps whole. Anything that a tenant's table may refer to is here. */
const REFERENCE: Readonly<Record<string, string>> = {
  projects: 'the list of tenants',
  users: 'people are the same in all projects',
};

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const TENANT = `select c.oid, c.relname as name from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;

it('every table of a tenant has the tenant first in its primary key and in every unique index', async () => {
  const { rows } = await client.query<{ name: string; index: string }>(`
    select t.name, i.indexrelid::regclass::text as index from (${TENANT}) t
    join pg_index i on i.indrelid = t.oid and i.indisunique
    left join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
    where a.attname is distinct from 'project_id'
    union all
    select t.name, 'no primary key' from (${TENANT}) t
    where not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)`);
  expect(rows).toEqual([]);
});

it('every foreign key of a tenant’s table stays with the tenant, or leads to a table that is the same everywhere', async () => {
  const { rows } = await client.query<{ name: string; key: string; target: string }>(`
    select t.name, k.conname as key, k.confrelid::regclass::text as target from (${TENANT}) t
    join pg_constraint k on k.conrelid = t.oid and k.contype = 'f'
    left join pg_attribute mine on mine.attrelid = k.conrelid and mine.attnum = k.conkey[1]
    left join pg_attribute theirs on theirs.attrelid = k.confrelid and theirs.attnum = k.confkey[1]
    where not (mine.attname = 'project_id' and theirs.attname = 'project_id')`);
  expect(rows.filter(({ target }) => !(target in REFERENCE))).toEqual([]);
});

it('no table outside the tenants refers to one of a tenant', async () => {
  const { rows } = await client.query(`
    select k.conrelid::regclass::text as name, k.conname as key from pg_constraint k
    where k.contype = 'f' and k.confrelid in (select oid from (${TENANT}) t)
      and k.conrelid not in (select oid from (${TENANT}) t)`);
  expect(rows).toEqual([]);
});

it('nothing stands in the way that a cluster does not spread: triggers, and sequences in keys', async () => {
  const { rows: triggers } = await client.query(
    `select tgname from pg_trigger where not tgisinternal and tgrelid in (select oid from (${TENANT}) t)`,
  );
  expect(triggers).toEqual([]);
  const { rows: narrow } = await client.query(`
    select t.name, a.attname as column from (${TENANT}) t
    join pg_attribute a on a.attrelid = t.oid and a.attidentity <> '' and a.atttypid <> 'bigint'::regtype`);
  expect(narrow).toEqual([]);
});
