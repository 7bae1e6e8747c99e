import type { Locale } from '@lanka/domain/kit/errors';
import type { Auth } from '@lanka/domain/kit/route';
import type { Tx } from './db';
import type { TokenClaims } from './keys';
import type { UserScope } from './scope';

/**
 * Turns a token and an address into a scope, inside the request's transaction, and lets row-level security show
 * the project. Throws 401, 403 or 404. The projects slice has the one implementation; `app.ts` passes it in.
 */
export type Authoriser = (
  tx: Tx,
  claims: TokenClaims,
  auth: Exclude<Auth, 'public'>,
  project: string | undefined,
  locale: Locale,
) => Promise<UserScope>;
