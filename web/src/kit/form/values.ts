/** What a form does with values, apart from React: clean, check, compare, and read the server's complaints. */
import type { ErrorDetail, Locale } from '@lanka/domain/kit/errors';
import { explainIssue } from '@lanka/domain/kit/messages';
import { z } from 'zod';

export type Values = Record<string, unknown>;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) === Object.prototype;

/**
 * An input that was emptied holds `''`; a field that refuses `''` gets null where null is allowed (so that a PATCH
 * clears it), else it is left out. A required field keeps `''` and complains.
 */
export function emptyAsMissing(schema: z.ZodType, values: Values): Values {
  if (!(schema instanceof z.ZodObject)) return values;
  const out: Values = {};
  for (const [name, value] of Object.entries(values)) {
    const field = (schema.shape as Record<string, z.ZodType | undefined>)[name];
    out[name] = field ? cleaned(field, value) : value;
  }
  return out;
}

function cleaned(field: z.ZodType, value: unknown): unknown {
  if (isValues(value)) return emptyAsMissing(unwrapped(field), value);
  if ((value === '' || value === null || value === undefined) && !field.safeParse(value).success) {
    if (value !== null && field.safeParse(null).success) return null;
    if (value !== undefined && field.safeParse(undefined).success) return undefined;
  }
  return value;
}

function unwrapped(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable) return unwrapped(field.unwrap() as z.ZodType);
  return field;
}

export type Checked = { values: unknown; errors: null } | { values: null; errors: Record<string, string> };

/** The first complaint about each field, keyed by its path (`items.0.count`), in the words of the domain. */
export function check(schema: z.ZodType, values: Values, locale: Locale): Checked {
  const result = schema.safeParse(emptyAsMissing(schema, values));
  if (result.success) return { values: result.data, errors: null };
  const errors: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const path = issue.path.map(String).join('.');
    errors[path] ??= explainIssue(asRequired(issue, valueAt(values, issue.path)), locale);
  }
  return { values: null, errors };
}

/** An empty input is not «a wrong format» or «too short» but a field that has to be filled in. */
function asRequired(issue: z.core.$ZodIssue, value: unknown): z.core.$ZodIssue {
  const isEmpty = value === '' || value === null || value === undefined;
  return isEmpty && issue.code !== 'custom' ? { ...issue, message: 'required' } : issue;
}

function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined),
    values,
  );
}

/** Equal as JSON would be: what a form holds is plain data. Missing and undefined are the same. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, i) => same(value, b[i]));
  if (!isValues(a) || !isValues(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => same(a[key], b[key]));
}

/** Names of the fields whose raw value differs from the start. */
export const changedNames = (start: Values, now: Values): string[] =>
  [...new Set([...Object.keys(start), ...Object.keys(now)])].filter((name) => !same(start[name], now[name]));

/** Of `values` only those that were changed: the body of a PATCH. */
export function onlyChanged(start: Values, now: Values, values: unknown): Values {
  if (!isValues(values)) return {};
  const changed = new Set(changedNames(start, now));
  return Object.fromEntries(Object.entries(values).filter(([name]) => changed.has(name)));
}

/** `details` of an error → field path → message. `body.` in front and arrays of path parts are both understood. */
export function fieldErrors(details: readonly ErrorDetail[]): Record<string, string> {
  const out: Record<string, string> = {};
  for (const { path, message } of details) {
    if (typeof message !== 'string') continue;
    const parts = Array.isArray(path) ? path.map(String) : typeof path === 'string' ? path.split(/[./]/) : [];
    const named = parts.filter((part) => part !== '');
    const name = (named[0] === 'body' ? named.slice(1) : named).join('.');
    if (name) out[name] ??= message;
  }
  return out;
}

/** The field that a path means: a body `{ project: {…} }` puts its key before the names that the form knows. */
export function fieldOf(path: string, known: (name: string) => boolean): string | null {
  const head = (name: string) => name.split('.')[0] ?? '';
  if (known(head(path))) return path;
  const tail = path.split('.').slice(1).join('.');
  return tail !== '' && known(head(tail)) ? tail : null;
}

/** The entity as it is now, that the server sends along with 409 `common.stale`. */
export function currentEntity(body: unknown): Values | null {
  if (!isValues(body)) return null;
  if (isValues(body.current)) return body.current;
  const first = Array.isArray(body.details) ? (body.details[0] as unknown) : undefined;
  if (!isValues(first)) return null;
  return isValues(first.current) ? first.current : 'version' in first ? first : null;
}
