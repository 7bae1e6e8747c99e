import { fieldOfHeader, isInTables, readFieldCell } from '@lanka/domain/feeds/fields';
import type { NamedValue } from '@lanka/domain/feeds/groups';
import type { StoredValues } from '@lanka/domain/templates/fields';
import { checkFields, printedValue } from '@lanka/domain/templates/rules';
import type { ProductState } from '../catalog';
import type { Field, FieldColumns, PlanContext, PlanRow } from './plan-types';

/** Longer parameters were cut when the file was read. */
const MAX_WHOLE = 500;

type Asked = Pick<PlanContext, 'templates' | 'fieldColumns'>;

/**
 * A parameter that is called like an additional field of the project brings its value, as feeds of ours tell it: of the
 * product where all rows say the same, of a modification where the rest still tells the rows apart. An option that the
 * product has stays one, and what the field cannot take stays a parameter.
 */
export function takeParams(
  rows: readonly PlanRow[],
  before: ProductState | null,
  { templates, fieldColumns }: Asked,
): { readonly rows: readonly PlanRow[]; readonly fieldColumns: FieldColumns } {
  const fields = Object.values(templates)
    .flat()
    .filter((field) => isInTables(field));
  if (fields.length === 0) return { rows, fieldColumns };
  const options = new Set(before?.options.map(({ name }) => name.toLowerCase()));
  const found = new Map<string, Field>();
  const tried = new Set(options);
  for (const { name } of rows.flatMap(({ offer }) => paramsOf(offer))) {
    const key = name.toLowerCase();
    if (tried.has(key)) continue;
    tried.add(key);
    const field = fieldOfHeader(name, fields);
    if (field && fits(key, field, rows, { before, fields })) found.set(key, field);
  }
  keepWhatTellsApart(rows, found);
  if (found.size === 0) return { rows, fieldColumns };
  const columns = new Map(fieldColumns);
  return {
    rows: rows.map((row) => without(row, before, found, columns)),
    fieldColumns: columns,
  };
}

const paramsOf = ({ options, facts = [] }: PlanRow['offer']): readonly NamedValue[] => [...options, ...facts];
const saidOf = (key: string, { offer }: PlanRow): string | undefined =>
  paramsOf(offer).find(({ name }) => name.toLowerCase() === key)?.value;

function knownOf(field: Field, { product_variant_id }: PlanRow, before: ProductState | null): StoredValues {
  if (field.set === 'product') return before?.fields ?? {};
  return before?.variants.find(({ id }) => id === product_variant_id)?.fields ?? {};
}

function fits(
  key: string,
  field: Field,
  rows: readonly PlanRow[],
  { before, fields }: { readonly before: ProductState | null; readonly fields: readonly Field[] },
): boolean {
  const said = rows.flatMap((row) => saidOf(key, row) ?? []);
  if (field.set === 'product' && new Set(said).size > 1) return false;
  return rows.every((row) => {
    const text = saidOf(key, row);
    if (text === undefined) return true;
    if (text.length >= MAX_WHOLE) return false;
    const given = { [field.key]: readFieldCell(field, text) };
    const ofSet = fields.filter(({ set }) => set === field.set);
    const check = { known: knownOf(field, row, before), complete: false, locale: 'ua' as const };
    return isSame(field, check.known, text) || checkFields(ofSet, given, check).problems.length === 0;
  });
}

/** A parameter has no lines: a text that differs in these alone is the same. */
const isSame = ({ key, type }: Field, known: StoredValues, text: string): boolean => {
  const value = known[key];
  if (value === undefined) return false;
  const parts = (Array.isArray(value) ? value : [value]) as readonly (typeof value)[];
  return parts.map((part) => printedValue(type, part, 'ua').replace(/\s+/g, ' ').trim()).join(', ') === text;
};

/** New modifications that only such parameters tell apart need them as options. */
function keepWhatTellsApart(rows: readonly PlanRow[], found: Map<string, Field>): void {
  const differing = [...found].filter(
    ([key, field]) => field.set === 'product_modification' && new Set(rows.map((row) => saidOf(key, row))).size > 1,
  );
  if (differing.length === 0 || rows.every(({ product_variant_id }) => product_variant_id !== null)) return;
  const left = rows.map(({ offer }) =>
    JSON.stringify(
      offer.options.filter(({ name }) => !found.has(name.toLowerCase())).map(({ name, value }) => [name, value]),
    ),
  );
  if (new Set(left).size === rows.length) return;
  for (const [key] of differing) found.delete(key);
}

/** The row with these parameters in columns; what the goods say already is told no more. */
function without(
  row: PlanRow,
  before: ProductState | null,
  found: ReadonlyMap<string, Field>,
  columns: Map<string, Field>,
): PlanRow {
  const { offer } = row;
  const told: Record<string, string> = { ...offer.columns };
  for (const { name, value } of paramsOf(offer)) {
    const field = found.get(name.toLowerCase());
    if (!field || name in told || isSame(field, knownOf(field, row, before), value)) continue;
    told[name] = value;
    columns.set(name, field);
  }
  const options = offer.options.filter(({ name }) => !found.has(name.toLowerCase()));
  return { ...row, offer: { ...offer, options, columns: told } };
}
