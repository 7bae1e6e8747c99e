import { sql } from 'drizzle-orm';
import type { VariantState } from './model';
import { productVariants } from './tables';

/** The columns that a change of a variant writes, each with its type: the one place that names them all. */
const COLUMNS = {
  name: 'text',
  name_given: 'boolean',
  sku: 'text',
  barcode: 'text',
  price: 'bigint',
  recommended_price: 'bigint',
  prices: 'jsonb',
  weight: 'integer',
  length: 'integer',
  width: 'integer',
  height: 'integer',
  description: 'text',
  place: 'text',
  minimum: 'integer',
  fields: 'jsonb',
  value_ids: 'uuid[]',
  position: 'integer',
} as const satisfies Record<Exclude<keyof VariantState, 'id' | 'version' | 'internal_code'>, string>;
type Column = keyof typeof COLUMNS;

const each = (write: (column: Column) => string) =>
  sql.raw((Object.keys(COLUMNS) as Column[]).map((column) => write(column)).join(', '));

/** `name, sku, …` */
export const named = each((column) => column);
/** `name text, sku text, …`: of a record made of JSON. */
export const typed = each((column) => `${column} ${COLUMNS[column]}`);
/** `name = r.name, …` */
export const assigned = each((column) => `${column} = r.${column}`);
/** `'name', v.name, …`: for an object of JSON, of what is only read too. */
export const paired = sql`${each((column) => `'${column}', v.${column}`)}, 'internal_code', v.internal_code`;

/** The state of a variant, as Drizzle selects it. */
export const variantState = {
  id: productVariants.id,
  ...(Object.fromEntries((Object.keys(COLUMNS) as Column[]).map((column) => [column, productVariants[column]])) as {
    [C in Column]: (typeof productVariants)[C];
  }),
  internal_code: productVariants.internal_code,
  version: productVariants.version,
};
