import type pg from 'pg';
import { to } from 'pg-copy-streams';
import type { BackupTable } from './manifest';
import { inParts, RowSum } from './rows';

/** Bytes of a part of a table: what is held in memory at once, a few times over. */
const PART_BYTES = 4 * 1024 * 1024;

export interface TableShape {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
}

/** Of the job queue only what says what there is to do; the rest it makes by itself. */
const QUEUE_TABLES = ['queue', 'schedule', 'subscription', 'job', 'job_dependency'];

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const inSql = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>): string =>
  `${quoted(schema)}.${quoted(name)}`;
export const columnsOf = ({ columns }: Pick<TableShape, 'columns'>): string => columns.map(quoted).join(', ');

/** Texts of values look the same whatever the settings of the server are. */
export const PLAIN_TEXTS = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601';
  set bytea_output = 'hex'; set extra_float_digits = 1; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0`;

/** Every table with data of ours, those that others refer to first. Read from the catalogue, so that none is forgotten. */
export async function readTables(client: pg.Client): Promise<TableShape[]> {
  const found = await client.query<{ schema: string; name: string; columns: string[]; needs: string[] }>(
    `select n.nspname as schema, c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       coalesce((select array_agg(distinct fn.nspname || '.' || fc.relname) from pg_constraint k
         join pg_class fc on fc.oid = k.confrelid join pg_namespace fn on fn.oid = fc.relnamespace
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid), '{}') as needs
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and (n.nspname = 'public' or (n.nspname = 'pgboss' and c.relname = any ($1)))
     order by 1 desc, 2`,
    [QUEUE_TABLES],
  );
  const left = new Map(found.rows.map((row) => [`${row.schema}.${row.name}`, row]));
  const ordered: TableShape[] = [];
  while (left.size > 0) {
    const next = [...left].filter(([, { needs }]) => !needs.some((name) => left.has(name)));
    if (next.length === 0) throw new Error(`tables refer to each other in a circle: ${[...left.keys()].join(', ')}`);
    for (const [name, { schema, name: table, columns }] of next) {
      ordered.push({ schema, name: table, columns });
      left.delete(name);
    }
  }
  return ordered;
}

/** Reads all rows of a table; each part of whole rows is handed to `take` before more is read. */
export async function copyOut(
  client: pg.Client,
  table: TableShape,
  take: (part: Buffer) => Promise<void> | void,
): Promise<Pick<BackupTable, 'rows' | 'sum'>> {
  const counted = new RowSum();
  const stream = client.query(to(`copy (select ${columnsOf(table)} from ${inSql(table)}) to stdout`));
  for await (const part of inParts(stream as AsyncIterable<Buffer>, PART_BYTES)) {
    counted.addLines(part);
    await take(part);
  }
  return { rows: counted.rows, sum: counted.sum };
}

/** Hashes of the migrations that made this schema; none in an empty database. */
export async function readMigrations(client: pg.Client): Promise<string[]> {
  const there = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as name`);
  if (there.rows[0]?.name === null) return [];
  const found = await client.query('select hash from drizzle.__drizzle_migrations order by created_at');
  return found.rows.map(({ hash }) => String(hash));
}

export async function readQueueVersion(client: pg.Client): Promise<number> {
  return Number((await client.query('select version from pgboss.version')).rows[0]?.version ?? 0);
}

export async function readSequences(client: pg.Client): Promise<{ name: string; last: string; called: boolean }[]> {
  const names = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = 'public' order by 1`,
  );
  const sequences: { name: string; last: string; called: boolean }[] = [];
  for (const { name } of names.rows) {
    const found = await client.query(`select last_value::text as last, is_called as called from ${name}`);
    sequences.push({ name, last: String(found.rows[0]?.last), called: found.rows[0]?.called === true });
  }
  return sequences;
}

const NIL = '00000000-0000-0000-0000-000000000000';

/**
 * Row-level security binds the owner too. Whoever is above it sees everything; anybody else enters every project, so
 * that the policies show all rows. Inside a transaction.
 */
export async function seeEverything(client: pg.Client): Promise<void> {
  const login = await client.query(
    'select rolsuper or rolbypassrls as above from pg_roles where rolname = current_user',
  );
  if (login.rows[0]?.above === true) return;
  await client.query(
    `select set_config('lanka.project_ids', concat_ws(',', $1::text, (select string_agg(id::text, ',') from projects)), true)`,
    [NIL],
  );
}
