import type { z } from 'zod';

/** Ends a call with this answer. */
export class Answered extends Error {
  constructor(
    readonly code: number,
    readonly body: unknown,
  ) {
    super('answered');
  }
}
export const refuse = (code: number, message: string): Answered => new Answered(code, { message });
export const invalid = (loc: (string | number)[], msg: string): Answered =>
  new Answered(422, { message: 'Validation error', detail: [{ loc: ['body', ...loc], msg, type: 'value_error' }] });

export function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const detail = parsed.error.issues.map(({ path, message }) => ({
    loc: ['body', ...path],
    msg: message,
    type: 'value_error',
  }));
  throw new Answered(422, { message: 'Validation error', detail });
}
