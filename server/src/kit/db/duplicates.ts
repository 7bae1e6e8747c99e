/** Is this PostgreSQL's refusal of a second row by this unique index? */
export function isDuplicate(error: unknown, index: string): boolean {
  const { code, constraint, cause } = error as { code?: string; constraint?: string; cause?: unknown };
  if (code === '23505' && constraint === index) return true;
  return cause !== undefined && cause !== null && isDuplicate(cause, index);
}
