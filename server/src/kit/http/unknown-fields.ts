import type { ErrorDetail, Locale } from '@lanka/domain/kit/errors';
import { unknownFieldText } from '@lanka/domain/kit/messages';
import { z } from 'zod';

interface Unknown {
  readonly path: readonly string[];
  /** What may stand at that place. */
  readonly allowed: readonly string[];
}

/**
 * Fields of a body, or parameters of a query, that the contract does not name, at every depth. Without this a
 * mistyped field would be left out in silence and the call answered as if it had been done. A contract takes anything
 * only where it says so (`z.looseObject`, `z.record`).
 */
export function unknownFields(schema: z.ZodType, value: unknown, locale: Locale): ErrorDetail[] {
  return find(schema, value, []).map(({ path, allowed }) => ({
    path: path.join('.'),
    code: 'unknown_field',
    message: unknownFieldText(path.at(-1) ?? '', allowed, locale),
    allowed,
  }));
}

/** Whether an object of the contract takes the fields that it names and no other. */
export const isClosed = (schema: z.ZodObject): boolean => schema.def.catchall === undefined;

function find(schema: unknown, value: unknown, path: readonly string[]): Unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (schema instanceof z.ZodUndefined) return ofObject({}, true, value, path);
  if (schema instanceof z.ZodObject) return ofObject(schema.shape, isClosed(schema), value, path);
  if (schema instanceof z.ZodArray)
    return Array.isArray(value) ? value.flatMap((item, at) => find(schema.element, item, [...path, String(at)])) : [];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return find(schema.unwrap(), value, path);
  if (schema instanceof z.ZodPipe) return find(schema.in, value, path);
  // of a choice: as the shape that knows most of what was given
  if (schema instanceof z.ZodUnion)
    return schema.options
      .map((option) => find(option, value, path))
      .reduce((least, found) => (found.length < least.length ? found : least));
  return [];
}

function ofObject(shape: Readonly<Record<string, unknown>>, closed: boolean, value: object, path: readonly string[]) {
  if (Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, inner]): Unknown[] => {
    if (Object.hasOwn(shape, name)) return find(shape[name], inner, [...path, name]);
    return closed ? [{ path: [...path, shortened(name)], allowed: Object.keys(shape) }] : [];
  });
}

/** The name is told back to the asker: of a name that no contract could have its beginning is enough. */
const shortened = (name: string): string => (name.length > 60 ? `${name.slice(0, 60).toWellFormed()}…` : name);
