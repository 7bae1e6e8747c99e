import { type SQL, sql } from 'drizzle-orm';
import { keyTitle } from '../auth/api-keys';

/** The name of whoever did it: of the key, where one did it in his name. Both are columns of the statement. */
export const nameOrKey = (by_key: SQL, name: SQL): SQL =>
  sql`coalesce(${sql.raw(`'${keyTitle('')}'`)} || ${by_key}, ${name})`;

/** The same where the row is at hand. */
export function actorOrKey<K extends string>(
  by_key: unknown,
  { kind, id, name }: { readonly kind: K; readonly id: string | null; readonly name: string | null },
): { kind: K | 'api_key'; id: string | null; name: string | null } {
  return typeof by_key === 'string' ? { kind: 'api_key', id, name: keyTitle(by_key) } : { kind, id, name };
}
