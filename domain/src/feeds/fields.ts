import { CalendarDate } from '../kit/ids';
import type { TemplateField } from '../templates/fields';
import { cleanText, readAvailability, readPrice } from './rules';
import { normaliseHeader } from './template';

/** Additional fields that a table of products brings: of the product, and of each modification. */
export const TABLE_SETS = ['product', 'product_modification'] as const;
export type TableSet = (typeof TABLE_SETS)[number];

/** What a column of a table needs of a field to find it. */
export type ColumnField = Pick<TemplateField, 'set' | 'key' | 'name' | 'type' | 'archived'>;

/** Fields that a table can bring; a file is no text. */
export const isInTables = ({ set, type, archived }: ColumnField): boolean =>
  (TABLE_SETS as readonly string[]).includes(set) && type !== 'file' && !archived;

const WORDS: Readonly<Record<TableSet, { readonly ua: string; readonly en: string }>> = {
  product: { ua: 'Поле товару', en: 'product field' },
  product_modification: { ua: 'Поле модифікації', en: 'modification field' },
};

/** How our own table calls the column of a field: its key stands behind its name, because names repeat. */
export const fieldHeader = (set: TableSet, { name, key }: Pick<ColumnField, 'name' | 'key'>): string =>
  `${WORDS[set].ua}: ${name} (${key})`;

/** `product.fabric`: how a field is named where it is chosen for a column. */
export const fieldRef = ({ set, key }: Pick<ColumnField, 'set' | 'key'>): string => `${set}.${key}`;

/**
 * The field that a column is by its name: as our own table calls it, else by the field's key, else by its name. A name
 * that both sets have is the product's.
 */
export function fieldOfHeader<F extends ColumnField>(header: string, fields: readonly F[]): F | null {
  const said = normaliseHeader(header);
  // as WooCommerce calls what a variation has beside its attributes
  const meta = /^meta: ?(.+)$/.exec(said)?.[1];
  if (meta) return called(meta, ofSet(fields, 'product_modification')) ?? called(meta, ofSet(fields, 'product'));
  for (const set of TABLE_SETS) {
    for (const words of Object.values(WORDS[set])) {
      const begin = `${normaliseHeader(words)}:`;
      if (said.startsWith(begin)) return called(said.slice(begin.length).trim(), ofSet(fields, set));
    }
  }
  return TABLE_SETS.map((set) => called(said, ofSet(fields, set))).find((field) => field !== null) ?? null;
}

const ofSet = <F extends ColumnField>(fields: readonly F[], set: TableSet): F[] =>
  fields.filter((field) => field.set === set && isInTables(field));

function called<F extends ColumnField>(said: string, fields: readonly F[]): F | null {
  const key = /\(([^()]+)\)$/.exec(said)?.[1];
  const byKey = (wanted: string | undefined) => fields.find((one) => normaliseHeader(one.key) === wanted);
  return byKey(key) ?? byKey(said) ?? fields.find(({ name }) => normaliseHeader(name) === said) ?? null;
}

/** A value as a table holds it: money in hryvnias, several choices each on its own line. Null for a file. */
export function fieldCell(type: TemplateField['type'], value: unknown): string | number | null {
  if (type === 'file' || value === undefined || value === null) return null;
  if (type === 'money' && typeof value === 'number') return value / 100;
  if (typeof value === 'boolean') return value ? 'так' : 'ні';
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'number' ? value : String(value);
}

/**
 * What a cell tells of a field, to be checked by the rules of the templates: where it cannot be read it stays the text
 * that it is, so that the refusal names it. Undefined when it tells nothing.
 */
export function readFieldCell({ type, options }: Pick<TemplateField, 'type' | 'options'>, cell: string): unknown {
  const text = type === 'long_text' ? cell.replace(/\r\n?/g, '\n').trim() : cell.trim();
  if (text === '') return undefined;
  if (type === 'number') {
    const digits = text
      .replace(/[\s\u00a0\u202f]/g, '')
      .replace('−', '-')
      .replace(',', '.');
    return /^-?\d*\.?\d+(e[+-]?\d+)?$/i.test(digits) ? Number(digits) : text;
  }
  if (type === 'money') {
    const price = readPrice(text);
    return price.kind === 'amount' && !price.rounded && ['', 'UAH'].includes(price.currency) ? price.hundredths : text;
  }
  if (type === 'yes_no') {
    const said = readAvailability(text);
    return typeof said === 'boolean' ? said : text;
  }
  if (type === 'date') return readDay(text);
  if (type === 'multi_select') return readChoices(text, options);
  if (type === 'select') return alike(text, options) ?? text;
  return text;
}

/** Days from the day 0 of spreadsheets to 1970; a cell that is a day holds how many have gone by since day 0. */
const SPREADSHEET_DAYS = 25_569;
const DAY_MS = 86_400_000;

/**
 * `22.11.2026` is a day as well as `2026-11-22`, and `46348`, which is what a workbook holds where a person reads the
 * day. What is no day stays as it stands.
 */
function readDay(text: string): string {
  if (/^\d{5}(\.\d+)?$/.test(text))
    return new Date((Math.floor(Number(text)) - SPREADSHEET_DAYS) * DAY_MS).toISOString().slice(0, 10);
  const moment = /^(\d{4}-\d{2}-\d{2})[T ]/.exec(text)?.[1];
  if (moment) return moment;
  const [, date = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return CalendarDate.safeParse(day).success ? day : text;
}

const alike = (text: string, options: readonly string[]): string | undefined =>
  options.find((option) => option === text) ??
  options.find((option) => cleanText(option).toLowerCase() === cleanText(text).toLowerCase());

/** Each on a line, as we write them; people part them by commas. */
function readChoices(text: string, options: readonly string[]): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines
    .filter(Boolean)
    .flatMap(
      (line) => alike(line, options) ?? line.split(/[,;|]/).map((part) => alike(part.trim(), options) ?? part.trim()),
    )
    .filter(Boolean);
}
