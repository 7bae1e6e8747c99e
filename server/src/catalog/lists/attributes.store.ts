import { catalogErrors } from '@lanka/domain/catalog/errors';
import { columnKey, isValueOfType, numberOf } from '@lanka/domain/catalog/rules';
import { common } from '@lanka/domain/kit/errors';
import { type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../../kit/auth/scope';
import { idArray, textArray } from '../../kit/db/arrays';
import type { Tx } from '../../kit/db/db';
import { attributeTerm, isNumber, numberIn } from '../attribute-values.store';
import { all } from './base.store';

type Asked = Readonly<Record<string, string>> | undefined;

interface Wanted {
  readonly column: string;
  readonly typed: string;
  /** Of the value `x`. */
  readonly fits: SQL;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The attribute columns that a list is filtered by, each named by its id or its name: a text is the same in whatever case, a
 * number however it is written. @throws common.invalid
 */
async function readWanted(tx: Tx, scope: ProjectScope, asked: Asked): Promise<Wanted[]> {
  const named = Object.entries(asked ?? {});
  if (named.length === 0) return [];
  const ids = named.flatMap(([name]) => (UUID.test(name) ? [name.toLowerCase()] : []));
  const keys = named.map(([name]) => columnKey(name));
  const known = await tx.rows<{ id: string; key: string; name: string; value_type: 'text' | 'number' }>(sql`
    select id, key, name, value_type from attribute_columns
    where project_id = ${scope.project.id} and (id = any(${idArray(ids)}) or key = any(${textArray(keys)}))
    order by created_at, id`);
  return named.map(([name, typed]) => {
    const path = `attributes.${name}`;
    const column = known.find(({ id, key }) => id === name.toLowerCase() || key === columnKey(name));
    if (!column)
      throw common.invalid({
        path,
        code: 'unknown_column',
        message: catalogErrors.column_not_found.text[scope.locale],
      });
    if (column.value_type === 'text')
      return {
        column: column.id,
        typed,
        fits: sql`lower(x.value collate "und-x-icu") = lower(${typed} collate "und-x-icu")`,
      };
    if (!isValueOfType(typed, 'number')) {
      const { text } = catalogErrors.value_not_number;
      const message = text[scope.locale].replace('{value}', typed).replace('{option}', column.name);
      throw common.invalid({ path, code: 'value_not_number', message });
    }
    const same = sql`${numberIn(sql`x.value`)} = ${String(numberOf(typed))}::numeric`;
    return { column: column.id, typed, fits: sql`case when ${isNumber(sql`x.value`)} then ${same} else false end` };
  });
}

const ofVariant = ({ column, fits }: Wanted): SQL => sql`coalesce((
  select true from product_values x
  join product_variant_options o on o.project_id = x.project_id and o.id = x.option_id
  where x.project_id = v.project_id and x.id = any(v.value_ids) and o.column_id = ${column}::uuid and ${fits} limit 1), false)`;

const ofProduct = ({ column, fits }: Wanted): SQL => sql`coalesce((
  select true from product_variant_options o
  join product_values x on x.project_id = o.project_id and x.option_id = o.id
  where o.project_id = p.project_id and o.product_id = p.id and o.column_id = ${column}::uuid and ${fits} limit 1), false)`;

/** What a list of goods was asked of attributes. */
export interface WithAttributes {
  readonly conditions: readonly SQL[];
  /** By these the index of words finds the products that may fit. */
  readonly words: readonly string[];
}
const withWords = (wanted: readonly Wanted[], conditions: readonly SQL[]): WithAttributes => ({
  conditions,
  words: wanted.map(({ column, typed }) => attributeTerm(column, typed)),
});

/** Modifications `v` that have all of these values. */
export async function attributesOfVariants(tx: Tx, scope: ProjectScope, asked: Asked): Promise<WithAttributes> {
  const wanted = await readWanted(tx, scope, asked);
  return withWords(wanted, wanted.map(ofVariant));
}

/** Products `p` one modification of which has all of these values. */
export async function attributesOfProducts(tx: Tx, scope: ProjectScope, asked: Asked): Promise<WithAttributes> {
  const wanted = await readWanted(tx, scope, asked);
  const each = wanted.map(ofProduct);
  if (wanted.length < 2) return withWords(wanted, each);
  // black and M, of which one is the red one's: asked of the few products that have both values
  const together = sql`coalesce((select true from product_variants v
    where v.project_id = p.project_id and v.product_id = p.id and v.deleted_at is not distinct from p.deleted_at
      and ${all(wanted.map(ofVariant))} limit 1), false)`;
  return withWords(wanted, [sql`case when ${all(each)} then ${together} else false end`]);
}
