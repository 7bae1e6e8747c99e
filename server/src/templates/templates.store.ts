import { MAX_OPTION, type StoredValue, type TemplateField, type TemplateSet } from '@lanka/domain/templates/fields';
import { and, asc, count, eq, inArray, isNull, max, type SQL, sql } from 'drizzle-orm';
import type { ActingIn } from '../kit/auth/scope';
import { textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import type { Read } from '../kit/db/one-statement';
import { anyPart } from '../kit/db/paging';
import { termIn, termOf } from '../kit/db/terms';
import { templateFields } from './tables';

type Row = typeof templateFields.$inferSelect;
/** A default is never a file, so what is stored is what is shown. */
export type Field = Omit<TemplateField, 'default_value'> & { readonly default_value: StoredValue | null };

const shaped = ({ project_id: _project, archived_at, ...row }: Row): Field => ({
  ...row,
  archived: archived_at !== null,
});

type InProject = Pick<ActingIn, 'project'>;
const ofSet = (scope: InProject, set: TemplateSet) =>
  and(eq(templateFields.project_id, scope.project.id), eq(templateFields.set, set));
const byId = (scope: InProject, set: TemplateSet, id: string) => and(ofSet(scope, set), eq(templateFields.id, id));
const isArchived = sql`${templateFields.archived_at} is not null`;

/** In the order of their sets and places, archived ones at the end of their set. */
export async function readFields(tx: Tx, scope: InProject, sets: readonly TemplateSet[]): Promise<Field[]> {
  const rows = await tx
    .select()
    .from(templateFields)
    .where(and(eq(templateFields.project_id, scope.project.id), inArray(templateFields.set, [...sets])))
    .orderBy(asc(templateFields.set), isArchived, asc(templateFields.position), asc(templateFields.id));
  return rows.map(shaped);
}

/** Those of a set that have these keys. */
export async function readFieldsCalled(
  tx: Tx,
  scope: InProject,
  set: TemplateSet,
  keys: readonly string[],
): Promise<Field[]> {
  const called = inArray(templateFields.key, [...keys]);
  const rows = await tx
    .select()
    .from(templateFields)
    .where(and(ofSet(scope, set), called));
  return rows.map(shaped);
}

/**
 * The values of these keys alone, of a column that may hold a hundred: the others are not even sent. `||` unpacks what
 * is stored packed once for all keys, and `offset 0` keeps that from being put in the place of each.
 */
export const valuesCalled = (column: SQL, keys: readonly string[]): SQL =>
  sql`(select coalesce(jsonb_object_agg(k, c.held -> k), '{}')
    from (select ${column} || '{}' as held offset 0) c, unnest(${textArray(keys)}) k where c.held ? k)`;

/** The same beside other reads in one statement. */
export const fieldsRead = (scope: InProject, sets: readonly TemplateSet[]): Read<Field[]> => ({
  select: sql`select f.id, f.set, f.key, f.name, f.type, f.required, f.options, f.default_value, f.show_in_list, f.on_papers, f.in_feeds,
      f.position, f.archived_at is not null as archived, f.version, f.updated_at
    from template_fields f where f.project_id = ${scope.project.id} and f.set = any(${textArray(sets)})
    order by f.set, f.archived_at is not null, f.position, f.id`,
  answer: (rows) => rows as unknown as Field[],
});

/** Whether the column of values has this one; of a text, whether it has it within. */
export const hasValue = (column: SQL, { key, type }: Pick<Field, 'key' | 'type'>, value: StoredValue): SQL =>
  type === 'text' || type === 'link'
    ? sql`lower((${column} ->> ${key}) collate "und-x-icu") like ${anyPart(String(value).toLowerCase())}`
    : sql`${column} @> ${JSON.stringify({ [key]: type === 'multi_select' ? [value] : value })}::jsonb`;

/** The word of the index that stands where a field has this value. */
export const valueTerm = (set: TemplateSet, key: string, value: StoredValue): string =>
  termOf(`${set}.${key}`, String(value));

/** All of these words of a column of values. Longer texts are filtered by their own words. */
export const valueTerms = (set: TemplateSet, column: SQL): SQL => sql`
  coalesce((select string_agg(${termIn(sql`${sql.raw(`'${set}.'`)} || e.key`, sql`one.value`)}, ' ')
    from jsonb_each(${column}) e cross join lateral (
      select e.value #>> '{}' as value where jsonb_typeof(e.value) in ('string', 'number', 'boolean')
      union all select each_of.value #>> '{}' from jsonb_array_elements(
        case when jsonb_typeof(e.value) = 'array' then e.value else '[]' end) as each_of(value)) one
    where length(one.value) <= ${sql.raw(String(MAX_OPTION))}), '')`;

/** Fields of a project are changed one after another, so that neither the limit nor a key is passed twice. */
export async function lockTemplates(tx: Tx, scope: InProject): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`templates ${scope.project.id}`}, 0))`);
}

export interface Counts {
  readonly known: number;
  readonly active: number;
  /** Of the active ones; -1 where there is none. */
  readonly last: number;
}

export async function countFields(tx: Tx, scope: InProject, set: TemplateSet): Promise<Counts> {
  const isActive = isNull(templateFields.archived_at);
  const [row] = await tx
    .select({
      known: count(),
      active: sql<number>`count(*) filter (where ${isActive})`.mapWith(Number),
      last: max(templateFields.position),
    })
    .from(templateFields)
    .where(ofSet(scope, set));
  return { known: row?.known ?? 0, active: row?.active ?? 0, last: row?.last ?? -1 };
}

export async function readField(tx: Tx, scope: InProject, set: TemplateSet, id: string): Promise<Field | undefined> {
  const [row] = await tx
    .select()
    .from(templateFields)
    .where(byId(scope, set, id));
  return row && shaped(row);
}

export async function isKeyTaken(tx: Tx, scope: InProject, set: TemplateSet, key: string): Promise<boolean> {
  const rows = await tx
    .select({ id: templateFields.id })
    .from(templateFields)
    .where(and(ofSet(scope, set), eq(templateFields.key, key)));
  return rows.length > 0;
}

export type NewField = Omit<Field, 'id' | 'version' | 'updated_at' | 'archived'>;

export async function insertField(tx: Tx, scope: InProject, values: NewField): Promise<Field> {
  const [row] = await tx
    .insert(templateFields)
    .values({ ...values, project_id: scope.project.id, id: newId() })
    .returning();
  return shaped(row as Row);
}

export type FieldChanges = Partial<Omit<NewField, 'set' | 'key' | 'type' | 'position'>> & {
  readonly archived?: boolean;
};

export async function saveField(
  tx: Tx,
  scope: InProject,
  { set, id }: Field,
  { archived, ...changes }: FieldChanges,
): Promise<Field> {
  const [row] = await tx
    .update(templateFields)
    .set({
      ...changes,
      ...(archived === undefined ? {} : { archived_at: archived ? sql`now()` : null }),
      version: sql`${templateFields.version} + 1`,
      updated_at: sql`now()`,
    })
    .where(byId(scope, set, id))
    .returning();
  return shaped(row as Row);
}

/** Gives the fields these places, in their order. */
export async function placeFields(tx: Tx, scope: InProject, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update template_fields f set position = p.place - 1
    from unnest(${sql.param([...ids])}::uuid[]) with ordinality as p(id, place)
    where f.project_id = ${scope.project.id} and f.id = p.id and f.position <> p.place - 1`);
}
