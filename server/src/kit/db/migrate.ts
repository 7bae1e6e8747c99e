import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { migrateJobs } from '../jobs/jobs';
import { APPLICATION_ROLE } from './connections';

/** The folder of the generated SQL: beside the sources, or two levels above the built server. */
export function migrationsFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let up = 0; up < 5; up += 1) {
    const candidate = join(folder, 'migrations');
    if (existsSync(join(candidate, 'meta'))) return candidate;
    folder = dirname(folder);
  }
  throw new Error('the folder server/migrations is missing');
}

/** Any number; it keeps two starting processes from migrating at once. */
const MIGRATION_LOCK = 7_305_001;

/** What comes with PostgreSQL and the migrations need; the owner of a database may install it. */
export const EXTENSIONS = ['pg_trgm', 'btree_gin', 'intarray']
  .map((name) => `create extension if not exists ${name}`)
  .join('; ');

/**
 * Brings the database to the current schema and puts row-level security around every tenant table.
 * @param folder with other migrations than those of this version, to try how an older one comes to it
 */
export async function migrate(url: string, folder = migrationsFolder()): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(EXTENSIONS);
    await applyMigrations(drizzle(client), { migrationsFolder: folder });
    await client.query(WALLS);
    await client.query(NEXT_NUMBER);
    const login = await client.query(
      'select rolsuper or rolbypassrls as bypass from pg_roles where rolname = current_user',
    );
    await migrateJobs(url);
    if (login.rows[0]?.bypass) await client.query(APPLICATION_ROLE_GRANTS);
  } finally {
    await client.end();
  }
}

/**
 * Every table with a `project_id` gets the same wall: its rows are seen and written only while the project is in
 * the transaction's settings. Forced, so that it binds the owner too. The sub-selects are evaluated once a query.
 * Some tables have a second way in: a membership, an application and a notice are seen by their user (before a project
 * is entered), an invitation, a tracking link, a link to join, a feed and a key by whoever holds the secret, what the bot is
 * linked to by its chat.
 */
const WALLS = `
do $$
declare t record; condition text;
begin
  for t in
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      -- what stands already is let alone: to say it again locks every table at each start
      and not (c.relrowsecurity and c.relforcerowsecurity
        and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant'))
  loop
    condition := 'project_id = any ((select string_to_array(nullif(current_setting(''lanka.project_ids'', true), ''''), '','')::uuid[])::uuid[])';
    if t.name in ('memberships', 'applications', 'notices', 'notice_choices', 'bot_links') then
      condition := condition || ' or user_id = (select nullif(current_setting(''lanka.user_id'', true), '''')::uuid)';
      if t.name = 'bot_links' then
        condition := condition || ' or chat_id = (select nullif(current_setting(''lanka.chat_id'', true), ''''))';
      end if;
    elsif t.name = 'bot_groups' then
      condition := condition || ' or chat_id = (select nullif(current_setting(''lanka.chat_id'', true), ''''))';
    elsif t.name in ('invitations', 'api_key_secrets') then
      condition := condition || ' or token_hash = (select nullif(current_setting(''lanka.token_hash'', true), ''''))';
    elsif t.name in ('tracking_links', 'join_links', 'outfeeds') then
      condition := condition || ' or token = (select nullif(current_setting(''lanka.token_hash'', true), ''''))';
    elsif t.name = 'idempotency_keys' then
      condition := condition || ' or (project_id = ''00000000-0000-0000-0000-000000000000'' and user_id = (select nullif(current_setting(''lanka.user_id'', true), '''')::uuid))';
    end if;
    execute format('alter table public.%I enable row level security', t.name);
    execute format('alter table public.%I force row level security', t.name);
    if not exists (
      select 1 from pg_policies where schemaname = 'public' and tablename = t.name and policyname = 'tenant'
    ) then
      execute format('create policy tenant on public.%I using (%s) with check (%s)', t.name, condition, condition);
    end if;
  end loop;
end $$`;

const NEXT_NUMBER = `
create or replace function next_number(project uuid, counter text) returns integer language plpgsql as $$
declare drawn integer;
begin
  perform set_config('lanka.project_ids', project::text, true);
  insert into counters as c (project_id, name, value) values (project, counter, 1)
  on conflict (project_id, name) do update set value = c.value + 1 returning value into drawn;
  return drawn;
end $$`;

const APPLICATION_ROLE_GRANTS = `
do $$ begin
  if not exists (select 1 from pg_roles where rolname = '${APPLICATION_ROLE}') then
    create role ${APPLICATION_ROLE} nologin nosuperuser nobypassrls;
  end if;
  execute format('grant create on database %I to ${APPLICATION_ROLE}', current_database());
end $$;
grant usage on schema public, pgboss to ${APPLICATION_ROLE};
grant all on all tables in schema pgboss to ${APPLICATION_ROLE};
grant execute on all functions in schema pgboss to ${APPLICATION_ROLE};
grant select, insert, update, delete on all tables in schema public to ${APPLICATION_ROLE};
grant usage on all sequences in schema public to ${APPLICATION_ROLE};
grant execute on all functions in schema public to ${APPLICATION_ROLE};
alter default privileges in schema public grant select, insert, update, delete on tables to ${APPLICATION_ROLE}`;
