import { fieldCell, fieldOfHeader, fieldRef, isInTables, readFieldCell } from '@lanka/domain/feeds/fields';
import { type RowReason, rowReason } from '@lanka/domain/feeds/reasons';
import { isChoice, type StoredValues, type TemplateSet } from '@lanka/domain/templates/fields';
import { checkFields } from '@lanka/domain/templates/rules';
import type { ProductState } from '../catalog';
import type { Templates } from '../templates';
import type { Changes, Field, FieldColumns, PlanRow, RowPlan } from './plan-types';

/** Which columns bring which fields: as a person has said, else by their names. Null takes a column out. */
export function fieldColumns(
  columns: readonly string[],
  chosen: Readonly<Record<string, string | null>>,
  templates: Templates,
): FieldColumns {
  const fields = Object.values(templates)
    .flat()
    .filter((field) => isInTables(field));
  return new Map(
    columns.flatMap((column): [string, Field][] => {
      const said = chosen[column];
      const field = said === undefined ? fieldOfHeader(column, fields) : fields.find((one) => fieldRef(one) === said);
      return field ? [[column, field]] : [];
    }),
  );
}

interface Told {
  readonly given: Readonly<Record<string, unknown>>;
  /** The column that a field was told in. */
  readonly columns: ReadonlyMap<string, string>;
}

/** What the cells of a row tell of the fields of a set; of two columns for one field the first that has something. */
function toldBy(row: PlanRow, set: TemplateSet, columns: FieldColumns): Told {
  const given: Record<string, unknown> = {};
  const named = new Map<string, string>();
  for (const [column, field] of columns) {
    if (field.set !== set || named.has(field.key)) continue;
    const value = readFieldCell(field, row.offer.columns?.[column] ?? '');
    if (value === undefined) continue;
    given[field.key] = value;
    named.set(field.key, column);
  }
  return { given, columns: named };
}

interface Entity {
  readonly fields: readonly Field[];
  readonly known: StoredValues;
  readonly isNew: boolean;
}

/** The values after the row; a wrong one is left out, and named with its column and what is allowed. */
function applied(
  { fields, known, isNew }: Entity,
  { given, columns }: Told,
): { values: StoredValues; warnings: RowReason[] } {
  const check = (locale: 'ua' | 'en') => checkFields(fields, given, { known, isNew, complete: false, locale });
  const { values, problems } = check('ua');
  if (problems.length === 0) return { values, warnings: [] };
  const english = new Map(check('en').problems.map(({ path, message }) => [path, message]));
  const warnings = problems.map(({ path, message }) => {
    const key = String(path).slice('fields.'.length);
    const field = fields.find((one) => one.key === key);
    const column = columns.get(key) ?? key;
    const sent = given[key];
    const cell = Array.isArray(sent) ? sent.join(', ') : String(sent);
    const allowed = field && isChoice(field.type) ? `: ${field.options.slice(0, 10).join(', ')}` : '';
    const reason = rowReason('field_wrong', `fields.${key}`, cell);
    const named = (text: string, why: unknown) =>
      text.replace('{column}', () => column).replace('{why}', () => `${String(why)}${allowed}`);
    return { ...reason, ua: named(reason.ua, message), en: named(reason.en, english.get(String(path))) };
  });
  return { values, warnings };
}

const ofSet = (templates: Templates, set: TemplateSet) => templates[set] ?? [];

/** Puts what the rows tell of additional fields into the product and its variants. */
export function planAdditional(
  rows: readonly PlanRow[],
  plans: readonly RowPlan[],
  { before, state }: { readonly before: ProductState | null; readonly state: ProductState },
  { templates, fieldColumns: columns }: { readonly templates: Templates; readonly fieldColumns: FieldColumns },
): void {
  const ofProduct = ofSet(templates, 'product');
  const ofVariant = ofSet(templates, 'product_modification');
  rows.forEach((row, i) => {
    const plan = plans[i];
    const variant = state.variants.find(({ id }) => id === plan?.product_variant_id);
    if (!plan || !variant) return;
    const told = toldBy(row, 'product', columns);
    const ofThis = applied({ fields: ofProduct, known: state.fields, isNew: !before && i === 0 }, told);
    state.fields = ofThis.values;
    const isNew = !before?.variants.some(({ id }) => id === variant.id);
    const own = applied(
      { fields: ofVariant, known: variant.fields, isNew },
      toldBy(row, 'product_modification', columns),
    );
    variant.fields = own.values;
    plan.warnings.push(...ofThis.warnings, ...own.warnings);
  });
}

/** What of additional fields changes, by their names. */
export function fieldChanges(fields: readonly Field[], before: StoredValues, after: StoredValues): Changes {
  const changes: Changes = {};
  for (const { key, name, type } of fields) {
    const [from, to] = [fieldCell(type, before[key]), fieldCell(type, after[key])];
    if (from !== to) changes[name] = { from, to };
  }
  return changes;
}
