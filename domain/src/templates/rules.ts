import { z } from 'zod';
import type { ErrorDetail, Locale } from '../kit/errors';
import { fieldMessage, fieldMessages } from '../kit/field-messages';
import { CalendarDate, text } from '../kit/ids';
import { explainIssue, issueCode, unknownFieldText } from '../kit/messages';
import { formatMoney, Price } from '../kit/money';
import { Website } from '../kit/website';
import type { FieldType, StoredFile, StoredValue, StoredValues, TemplateField } from './fields';

/** A file that has been taken over from an upload. No JSON makes one, so that nobody names a file of somebody else. */
export class SentFile {
  constructor(
    readonly file_name: string,
    readonly name: string,
  ) {}
}

/** What the rules need of a field. */
export type FieldRule = Pick<TemplateField, 'key' | 'name' | 'type' | 'required' | 'options' | 'archived'>;
type WithDefault = FieldRule & { readonly default_value?: unknown };

const NOT_CHOICE = fieldMessage('templates.not_a_choice', {
  ua: 'Оберіть значення зі списку',
  en: 'choose a value of the list',
});
const NOT_FILE = fieldMessage('templates.file', {
  ua: 'Завантажте файл ще раз',
  en: 'send the file once more',
});
/** Of a list: a filter that no value of the field could fit. */
fieldMessage('templates.filter', {
  ua: 'За таким значенням цього поля не знайти: перевірте його',
  en: 'no value of this field can be so: check it',
});
const ARCHIVED = fieldMessage('templates.archived', {
  ua: 'Поле в архіві, його значення не змінюють',
  en: 'the field is archived, its value does not change',
});

/** What an input of numbers holds that somebody typed letters into. */
const NOT_NUMBER = fieldMessage('templates.number', { ua: 'Потрібне число', en: 'a number is expected' });

const NOT_MONEY = fieldMessage('templates.money', {
  ua: 'Потрібна сума в гривнях, наприклад 12,50',
  en: 'an amount in hryvnias is expected, such as 12.50',
});
const NOT_DATE = fieldMessage('templates.date', {
  ua: 'Потрібна дата, наприклад 24.12.2026',
  en: 'a date is expected, such as 2026-12-24',
});

export const MAX_TEXT = 500;
export const MAX_LONG_TEXT = 5_000;
const MAX_NUMBER = 1e12;

/** Six decimals are kept, as many as attribute columns take. */
const Decimal = z
  .number({ error: ({ code }) => (code === 'invalid_type' ? NOT_NUMBER : undefined) })
  .min(-MAX_NUMBER)
  .max(MAX_NUMBER)
  .transform((value) => Math.round(value * 1e6) / 1e6);

const plain: Readonly<Record<Exclude<FieldType, 'select' | 'multi_select' | 'file'>, z.ZodType>> = {
  text: text(MAX_TEXT),
  long_text: text(MAX_LONG_TEXT),
  number: Decimal,
  money: z.number({ error: NOT_MONEY }).pipe(Price),
  date: z.string({ error: NOT_DATE }).refine((value) => CalendarDate.safeParse(value).success, { error: NOT_DATE }),
  yes_no: z.boolean(),
  link: Website,
};

/** The schema of a value that is sent. A file is sent as the name of an upload, which the server takes over first. */
export function valueSchema({ type, options }: Pick<FieldRule, 'type' | 'options'>): z.ZodType {
  const Choice = z.string().refine((value) => options.includes(value), { error: NOT_CHOICE });
  if (type === 'select') return Choice;
  if (type === 'multi_select')
    return z.array(Choice).transform((chosen) => options.filter((option) => chosen.includes(option)));
  if (type === 'file')
    return z.instanceof(SentFile, { error: NOT_FILE }).transform(({ file_name, name }) => ({ file_name, name }));
  return plain[type];
}

/** Nothing was filled in: the value is taken away. `false` is an answer. */
export const isEmptyValue = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const isFile = (value: unknown): value is StoredFile =>
  typeof value === 'object' && value !== null && 'file_name' in value;

/** A file that is there is sent back as it was shown, or by its key. */
const isKnownFile = (given: unknown, known: StoredValue | undefined): boolean =>
  isFile(known) && (isFile(given) ? given.file_name : given) === known.file_name;

export interface CheckedFields {
  readonly values: StoredValues;
  readonly problems: readonly ErrorDetail[];
}

export interface FieldsCheck {
  readonly known?: StoredValues;
  /** The entity is made now: what is not given gets its default. */
  readonly isNew?: boolean;
  /** Whether required fields have to be filled in. */
  readonly complete?: boolean;
  /** Where the fields stand in the request: `fields`, or `variants.2.fields`. */
  readonly path?: string;
  readonly locale: Locale;
}

/**
 * The values of an entity after a change. What is not given stays; what is empty goes; a value that is sent back as it
 * was is left in peace, also when its option is gone or its field archived.
 */
export function checkFields(
  fields: readonly WithDefault[],
  given: Readonly<Record<string, unknown>>,
  { known = {}, isNew = false, complete = true, path = 'fields', locale }: FieldsCheck,
): CheckedFields {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const active = fields.filter(({ archived }) => !archived);
  const values: Record<string, StoredValue> = { ...known };
  const problems: ErrorDetail[] = [];
  const complain = (key: string, code: string, message: string) =>
    problems.push({ path: `${path}.${key}`, code, message });

  if (isNew)
    for (const { key, default_value } of active)
      if (!isEmptyValue(default_value)) values[key] = default_value as StoredValue;
  for (const [key, raw] of Object.entries(given)) {
    const field = byKey.get(key);
    if (!field) {
      const allowed = active.map((one) => one.key);
      problems.push({
        path: `${path}.${key}`,
        code: 'unknown_field',
        message: unknownFieldText(key, allowed, locale),
        allowed,
      });
      continue;
    }
    if (same(raw, known[key]) || isKnownFile(raw, known[key])) continue;
    if (field.archived) {
      if (isEmptyValue(raw) && known[key] === undefined) continue;
      complain(key, ARCHIVED, fieldMessages[ARCHIVED]?.[locale] ?? ARCHIVED);
      continue;
    }
    if (isEmptyValue(raw)) {
      delete values[key];
      continue;
    }
    const result = valueSchema(field).safeParse(raw, { reportInput: true });
    if (result.success) {
      values[key] = result.data as StoredValue;
      continue;
    }
    const [issue] = result.error.issues;
    if (issue) complain(key, issueCode(issue), explainIssue(issue, locale));
  }
  // who changes nothing of them is not asked for what was asked for later
  if (complete && (isNew || !same(values, known))) {
    const complained = new Set(problems.map((problem) => problem.path));
    problems.push(...missingFields(fields, values, path, locale).filter((one) => !complained.has(one.path)));
  }
  return { values, problems };
}

/** Required fields without a value. */
export function missingFields(
  fields: readonly FieldRule[],
  values: StoredValues,
  path: string,
  locale: Locale,
): ErrorDetail[] {
  return fields
    .filter(({ key, required, archived }) => required && !archived && values[key] === undefined)
    .map(({ key }) => ({ path: `${path}.${key}`, code: 'required', message: fieldMessages.required?.[locale] ?? '' }));
}

/** Whether a value can be the default of a field: the words of what is wrong, or null. */
export function whyNotDefault(field: FieldRule, value: unknown, locale: Locale): string | null {
  if (isEmptyValue(value)) return null;
  if (field.type === 'file') return locale === 'ua' ? 'файл не може ним бути' : 'a file cannot be one';
  const [issue] = valueSchema(field).safeParse(value, { reportInput: true }).error?.issues ?? [];
  return issue ? explainIssue(issue, locale) : null;
}

/** The value as the schema makes it: trimmed, rounded, in the order of the options. */
export const asDefault = (field: FieldRule, value: unknown): StoredValue | null =>
  isEmptyValue(value) ? null : (valueSchema(field).parse(value) as StoredValue);

/** Of a long text only its beginning is searched; whatever can be filtered by is shorter, and whole. */
const SEARCHED_OF_LONG = 300;

/**
 * What search looks in: texts, choices and links, in small letters. Of values only: they are found whether their field
 * is archived or not.
 */
export function searchedFields(values: StoredValues): string {
  const texts = Object.values(values).flatMap((value) => {
    if (typeof value === 'string') return [value.length > MAX_TEXT ? value.slice(0, SEARCHED_OF_LONG) : value];
    return Array.isArray(value) ? (value as string[]) : [];
  });
  return texts.join(' ').toLowerCase().replace(/\s+/g, ' ').trim().toWellFormed();
}

/** A value as a filter names it in an address: `12.5`, `true`, `2026-11-22`, an option. Undefined when it is none. */
export function parseFilter(field: FieldRule, typed: string): StoredValue | undefined {
  const { type } = field;
  const raw =
    type === 'number' || type === 'money'
      ? typed.trim() === ''
        ? Number.NaN
        : Number(typed.replace(',', '.'))
      : type === 'yes_no'
        ? typed === 'true'
          ? true
          : typed === 'false'
            ? false
            : typed
        : typed;
  // of several choices a filter asks for one
  const schema = type === 'multi_select' ? valueSchema({ ...field, type: 'select' }) : valueSchema(field);
  const result = schema.safeParse(raw);
  return result.success ? (result.data as StoredValue) : undefined;
}

/** What papers print of these fields, in their order: those marked for papers that have a value; no files. */
export function printedFields(
  fields: readonly Pick<TemplateField, 'key' | 'name' | 'type' | 'on_papers' | 'archived'>[],
  values: StoredValues,
): { label: string; value: string }[] {
  return fields.flatMap(({ key, name, type, on_papers, archived }) => {
    const value = values[key];
    if (!on_papers || archived || type === 'file' || value === undefined) return [];
    return [{ label: name, value: printedValue(type, value, 'ua') }];
  });
}

const YES_NO = { ua: { true: 'так', false: 'ні' }, en: { true: 'yes', false: 'no' } } as const;

const number = new Intl.NumberFormat('uk-UA', { maximumFractionDigits: 6 });

/** A value as papers and labels print it, and tables of other programs take it. */
export function printedValue(type: FieldType, value: StoredValue, locale: Locale): string {
  if (typeof value === 'boolean') return YES_NO[locale][`${value}`];
  if (typeof value === 'number') return type === 'money' ? formatMoney(value) : number.format(value);
  if (typeof value === 'string') return type === 'date' ? value.split('-').reverse().join('.') : value;
  return isFile(value) ? value.name : (value as readonly string[]).join(', ');
}
