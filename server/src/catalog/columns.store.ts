import { catalogErrors } from '@lanka/domain/catalog/errors';
import { columnKey, MAX_COLUMNS } from '@lanka/domain/catalog/rules';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { type Column, Columns } from './columns';
import { attributeColumns } from './tables';

type InProject = Pick<ProjectScope, 'project'>;

/** What is locked: `change` of columns by whoever edits them, `bring` by whoever adds one with a product. */
export const columnsKey = (what: 'change' | 'bring', { project }: InProject): string =>
  `attribute_columns ${what} ${project.id}`;

/**
 * The columns of these names, and what is like them, which nobody changes until the transaction ends. For who writes
 * options or values, and before he locks products: a change of a column locks its products after it too. Who brings a new
 * column waits for others who bring one, so that no two of them are alike.
 */
export async function holdColumns(tx: Tx, scope: InProject, names: readonly string[]): Promise<Columns> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${columnsKey('change', scope)}, 0))`);
  const known = await findColumns(tx, scope, names);
  const keys = new Set(known.map(({ name }) => columnKey(name)));
  if (names.every((name) => keys.has(columnKey(name)))) return new Columns(known);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${columnsKey('bring', scope)}, 0))`);
  return new Columns(await findColumns(tx, scope, names));
}

/** The same for a look that writes nothing. */
export async function findColumns(tx: Tx, { project }: InProject, names: readonly string[]): Promise<Column[]> {
  const keys = [...new Set(names.map(columnKey))];
  if (keys.length === 0) return [];
  return tx.rows<Column & Record<string, unknown>>(sql`
    select id, name, value_type from attribute_columns
    where project_id = ${project.id} and key = any(${textArray(keys)}) order by created_at, id`);
}

/** Whoever brings columns waits for others who do, so that they are counted. @throws catalog.too_many_columns */
export async function insertColumns(tx: Tx, { project }: InProject, columns: readonly Column[]): Promise<void> {
  const [first] = columns;
  if (!first) return;
  const [known] = await tx.rows<{ count: number }>(
    sql`select count(*)::int as count from attribute_columns where project_id = ${project.id}`,
  );
  if ((known?.count ?? 0) + columns.length > MAX_COLUMNS)
    throw catalogErrors.too_many_columns({ path: 'name', name: first.name, allowed: MAX_COLUMNS });
  await tx
    .insert(attributeColumns)
    .values(columns.map((column) => ({ ...column, key: columnKey(column.name), project_id: project.id })));
}
