/** The values of fields in a form, and what of them is sent. Pure, so that it can be tested alone. */
import type { Locale } from '@lanka/domain/kit/errors';
import type { FieldValues, TemplateField } from '@lanka/domain/templates/fields';
import { checkFields, isEmptyValue, missingFields, SentFile } from '@lanka/domain/templates/rules';
import { z } from 'zod';

export type FormValues = Record<string, unknown>;

/** What a form begins with: the values that are there, or the defaults of what is new. */
export function startValues(fields: readonly TemplateField[], known: FieldValues | null): FormValues {
  if (known) return { ...known };
  const given = fields.filter(({ archived, default_value }) => !archived && default_value !== null);
  return Object.fromEntries(given.map(({ key, default_value }) => [key, default_value]));
}

/** What the server would complain about, `complete` also of what is missing. */
export function fieldProblems(
  fields: readonly TemplateField[],
  values: FormValues,
  complete: boolean,
  locale: Locale,
): { key: string; message: string }[] {
  const active = new Map(fields.filter(({ archived }) => !archived).map((field) => [field.key, field]));
  // a file that is known, or has been sent, is as good as one that the server took over
  const asSent = Object.entries(values).flatMap(([key, value]) => {
    const field = active.get(key);
    if (!field) return [];
    return [[key, field.type === 'file' && !isEmptyValue(value) ? new SentFile('', '') : value] as const];
  });
  const given = Object.fromEntries(asSent);
  const { problems } = checkFields(fields, given, { locale, complete: false, path: '' });
  const missing = complete
    ? missingFields(fields, checkFields(fields, given, { locale, complete: false }).values, '', locale)
    : [];
  const complained = new Set(problems.map(({ path }) => path));
  return [...problems, ...missing.filter(({ path }) => !complained.has(path))].map(({ path, message }) => ({
    key: String(path).slice(1),
    message: String(message),
  }));
}

/** The part of a form's schema that holds fields. */
export const fieldsPart = (fields: readonly TemplateField[], complete: boolean, locale: Locale) =>
  z.record(z.string(), z.unknown()).superRefine((values, context) => {
    for (const { key, message } of fieldProblems(fields, values, complete, locale))
      context.addIssue({ code: 'custom', path: [key], message });
  });

const same = (a: unknown, b: unknown): boolean =>
  JSON.stringify(isEmptyValue(a) ? null : a) === JSON.stringify(isEmptyValue(b) ? null : b);

const sendable = (value: unknown): unknown => (isEmptyValue(value) ? null : value);

/** The fields that differ, empty ones as null; undefined when none does. */
export function changedFields(base: FormValues, now: FormValues): FormValues | undefined {
  const keys = [...new Set([...Object.keys(base), ...Object.keys(now)])].filter((key) => !same(base[key], now[key]));
  return keys.length === 0 ? undefined : Object.fromEntries(keys.map((key) => [key, sendable(now[key])]));
}

/** All that was filled in, for what is new; an emptied default is sent as null. Undefined when there is nothing. */
export function filledFields(now: FormValues): FormValues | undefined {
  const entries = Object.entries(now).map(([key, value]) => [key, sendable(value)] as const);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
