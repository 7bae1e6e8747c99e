import { z } from 'zod';

export const MAX_LIMIT = 200;

/** Above this many rows `total` is an estimate: counting further would cost more than the answer is worth. */
export const EXACT_TOTAL = 10_000;

/** The same for a search: what it finds has to be read, where a list is counted in its index. */
export const FOUND_TOTAL = 1_000;

/**
 * Query of a list: `?limit=50&cursor=…&sort=-created_at&q=…` plus the filters given.
 * `sorts` are the fields that may be sorted by; the first one, descending when it starts with `-`, is the default.
 */
export function listQuery<const S extends readonly [string, ...string[]], F extends z.ZodRawShape>(
  sorts: S,
  filters: F,
) {
  const names = sorts.map((name) => name.replace(/^-/, ''));
  const allowed = names.flatMap((name) => [name, `-${name}`]) as [string, ...string[]];
  return z.object({
    limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(50),
    cursor: z.string().max(600).optional(),
    sort: z.enum(allowed).default(sorts[0]),
    q: z.string().trim().max(120).optional(),
    ...filters,
  });
}

/** A page of a list. `next_cursor` is null on the last page. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    next_cursor: z.string().nullable(),
    total: z.int(),
    total_is_estimate: z.boolean().optional(),
  });
}

export interface Page<T> {
  items: T[];
  next_cursor: string | null;
  total: number;
  total_is_estimate?: boolean | undefined;
}

/** A query parameter that may be given once or as a comma-separated list: `status=Pending,Ready`. */
export function commaList<T extends z.ZodType>(item: T) {
  return z
    .preprocess(
      (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
      z.array(item).max(50),
    )
    .optional();
}

/** `true` / `false` in a query string. */
export const QueryFlag = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean(),
);
