import type { Locale } from '@lanka/domain/kit/errors';
import { escaped } from '../kit/http/public-page';
import { WORDS } from './words';

type Schema = Readonly<Record<string, unknown>>;

interface Row {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

const UNITS: readonly (readonly [RegExp, 'kopecks' | 'percent' | 'grams'])[] = [
  [/(^|_)discount$/, 'percent'],
  [/^weight$/, 'grams'],
  [
    /(^|_)(price|sum|amount|balance|balance_after|charge|limit_sum|fee|credit_limit|recommended_sum|to_collect)$/,
    'kopecks',
  ],
];

const choicesOf = (schema: Schema): readonly Schema[] =>
  (schema.anyOf ?? schema.oneOf ?? [schema]) as readonly Schema[];

/** Every field with those inside it, by their paths: `items[].count`. */
function rowsOf(schema: Schema, prefix = ''): Row[] {
  return choicesOf(schema).flatMap((one) => {
    if (one.items) return rowsOf(one.items as Schema, `${prefix}[]`);
    const properties = Object.entries((one.properties ?? {}) as Record<string, Schema>);
    const required = (one.required ?? []) as readonly string[];
    return properties.flatMap(([key, inner]) => {
      const name = prefix === '' ? key : `${prefix}.${key}`;
      return [{ name, required: required.includes(key), schema: inner }, ...rowsOf(inner, name)];
    });
  });
}

function typeIn(locale: Locale, schema: Schema): string {
  const { types } = WORDS[locale];
  const choices = choicesOf(schema);
  if (choices.length > 1) return [...new Set(choices.map((one) => typeIn(locale, one)))].join(' | ');
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `<code>${escaped(String(value))}</code>`).join(' ');
  if (schema.const !== undefined) return `<code>${escaped(String(schema.const))}</code>`;
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeIn(locale, { ...schema, type })).join(' | ');
  if (schema.items) return `${types.array}: ${typeIn(locale, schema.items as Schema)}`;
  const name =
    typeof schema.format === 'string' && schema.format in types ? schema.format : String(schema.type ?? 'any');
  const word = types[name as keyof typeof types] ?? name;
  if (typeof schema.maxLength === 'number') return `${word}, ${types.upTo} ${schema.maxLength} ${types.signs}`;
  const numbers = [schema.minimum, schema.maximum].filter((bound) => typeof bound === 'number');
  return numbers.length === 2 ? `${word}, ${numbers.join('…')}` : word;
}

function unitIn(locale: Locale, { name, schema }: Row): string {
  const isNumber = choicesOf(schema).some((one) => [one.type].flat().includes('integer'));
  const found = isNumber ? UNITS.find(([pattern]) => pattern.test(name.split(/[.[\]]+/).at(-1) ?? '')) : undefined;
  return found ? `, ${WORDS[locale].units[found[1]]}` : '';
}

/** A table of fields, or nothing where there are none. */
export function fieldTable(locale: Locale, rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const words = WORDS[locale];
  const lines = rows.map((row) => {
    const need = row.required ? ` <span class="need">${words.required}</span>` : '';
    return `<tr><td><code>${escaped(row.name)}</code>${need}</td><td>${typeIn(locale, row.schema)}${unitIn(locale, row)}</td></tr>`;
  });
  return `<div class="table"><table><thead><tr><th>${words.field}</th><th>${words.type}</th></tr></thead><tbody>${lines.join('')}</tbody></table></div>`;
}

/** The fields of a body. What an answer always has is not called required. */
export const fieldsOf = (schema: Schema, { answered = false } = {}): readonly Row[] => {
  const seen = new Map(rowsOf(schema).map((row) => [row.name, answered ? { ...row, required: false } : row]));
  return [...seen.values()];
};
