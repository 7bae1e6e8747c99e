import { isValueOfType } from '@lanka/domain/catalog/rules';
import { type SQL, sql } from 'drizzle-orm';
import { termIn, termOf } from '../kit/db/terms';

/** What `isValueOfType` calls a number, as SQL. */
export const isNumber = (value: SQL): SQL =>
  sql`regexp_replace(${value}, '[\\s\\u00a0\\u202f]', '', 'g') ~ '^[-−]?[0-9]{1,12}([.,][0-9]{1,6})?$'`;

/** A text that `isNumber` finds to be one, as a number. */
export const numberIn = (value: SQL): SQL =>
  sql`translate(regexp_replace(${value}, '[\\s\\u00a0\\u202f]', '', 'g'), '−,', '-.')::numeric`;

/** A number as whole millionths: it may have more digits than JavaScript counts. */
function millionths(value: string): string {
  const [whole = '', part = ''] = value.replace(/\s/g, '').replace('−', '-').split(/[.,]/);
  return String(BigInt(whole + part.padEnd(6, '0')));
}

/**
 * The word of the index that stands where an attribute column has this value: a text in whatever case, a number however
 * it is written. It asks nothing of the column's type, so that a change of it leaves the index in peace.
 */
export const attributeTerm = (column: string, value: string): string =>
  termOf(column, isValueOfType(value, 'number') ? millionths(value) : value.toLowerCase());

/** Who made published goods, and what values their published modifications have: words that they are found by. */
export const valueWords = (project: SQL, product: SQL, vendor: SQL): SQL => sql`
  concat_ws(' ', nullif(${vendor}, ''), (select string_agg(w.value, ' ' order by w.value) from (
    select distinct x.value from product_variants v
    join product_values x on x.project_id = v.project_id and x.id = any(v.value_ids)
    where v.project_id = ${project} and v.product_id = ${product} and v.published and v.deleted_at is null) w))`;

export const attributeTerms = (column: SQL, value: SQL): SQL =>
  termIn(
    sql`${column}::text`,
    sql`case when ${isNumber(value)} then trunc(${numberIn(value)} * 1000000)::text else lower(${value} collate "und-x-icu") end`,
  );
