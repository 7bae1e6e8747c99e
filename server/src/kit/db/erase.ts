import { sql } from 'drizzle-orm';
import type { Tx } from './db';

/** How a row says whose it is, in tables of tenants and in those that keep ids of tenants alone. */
const TENANT_COLUMNS = ['project_id', 'tenant_id', 'supplier_id', 'of_project', 'tenant'] as const;

interface Table {
  readonly name: string;
  readonly column: string;
}

/** Tables with rows of tenants, those that refer to others before them. Read from the catalogue, so that none is forgotten. */
async function tablesOfTenants(tx: Tx): Promise<Table[]> {
  const columns = sql.join(
    TENANT_COLUMNS.map((name) => sql`${name}`),
    sql`, `,
  );
  const found = await tx.rows<{ name: string; column: string }>(sql`
    select c.relname as name, a.attname as column from pg_class c
    join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.atttypid = 'uuid'::regtype
      and (a.attname in (${columns}) or exists (
        select 1 from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and f.conkey = array[a.attnum]
          and f.confrelid = 'projects'::regclass))
    order by c.relname, array_position(array[${columns}]::text[], a.attname::text)`);
  const references = await tx.rows<{ from: string; to: string }>(sql`
    select a.relname as from, b.relname as to from pg_constraint f
    join pg_class a on a.oid = f.conrelid join pg_class b on b.oid = f.confrelid
    where f.contype = 'f' and f.connamespace = 'public'::regnamespace and a.oid <> b.oid`);
  const left = new Map<string, Table>();
  for (const one of found) if (!left.has(one.name)) left.set(one.name, one);
  const ordered: Table[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) => !references.some(({ from, to }) => to === name && left.has(from)),
    );
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...left.keys()].join(', ')}`);
    for (const one of free) left.delete(one.name);
    ordered.push(...free);
  }
  return ordered;
}

/** Keys of the storage begin with the id of whose files they are. */
const FILE_KEY = '[0-9a-f-]{36}/[0-9a-f-]{36}/[A-Za-z0-9_.-]{1,120}';

/**
 * Erases every row of this tenant, histories and books too: for what was made to be thrown away. The transaction has
 * entered it. Answers the files that its rows named; they have to be removed when it has committed.
 */
export async function eraseTenant(tx: Tx, id: string): Promise<string[]> {
  const files = new Set<string>();
  const pattern = FILE_KEY.replace('[0-9a-f-]{36}', id);
  for (const { name, column } of await tablesOfTenants(tx)) {
    const gone = await tx.rows<{ row: object }>(sql`
      delete from ${sql.identifier(name)} t where t.${sql.identifier(column)} = ${id} returning to_jsonb(t) as row`);
    for (const [key] of JSON.stringify(gone).matchAll(new RegExp(pattern, 'g'))) files.add(key);
  }
  return [...files];
}
