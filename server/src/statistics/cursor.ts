import { common } from '@lanka/domain/kit/errors';
import { z } from 'zod';

/** Where a page ended whose total nobody keeps: the values that its last row stands by. */
export const writePlace = (place: readonly string[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** The end of the page before, in the shape of its list, or null. @throws common.invalid for one that is not ours */
export function readPlace<T>(cursor: string | undefined, shape: z.ZodType<T>): T | null {
  if (cursor === undefined) return null;
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw common.invalid({ path: 'cursor', code: 'cursor', message: 'next_cursor' });
  }
}

/** Of a moment, in microseconds since 1970: as exact as PostgreSQL keeps it. */
export const Microseconds = z.string().regex(/^\d{1,16}$/);

/** Which rows of a list by place are told: so many, behind so many. */
export interface Places {
  readonly limit: number;
  readonly cursor?: string | undefined;
}
export const before = ({ cursor = '0' }: Places): number => Number(cursor);
export const cursorAfter = (places: Places): string => String(before(places) + places.limit);
