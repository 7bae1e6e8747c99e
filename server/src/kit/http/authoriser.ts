import type { Locale } from '@lanka/domain/kit/errors';
import type { Auth } from '@lanka/domain/kit/route';
import type { TokenClaims } from '../auth/keys';
import type { UserScope } from '../auth/scope';
import type { Tx } from '../db/db';

/**
 * Turns a token and an address into a scope, inside the request's transaction, and lets row-level security show
 * the project. Throws 401, 403 or 404. The projects slice has the one implementation; `app.ts` passes it in. What
 * `writes` is answered before the access of a dropshipper ends, or not at all.
 */
export type Authoriser = (
  tx: Tx,
  claims: TokenClaims,
  auth: Exclude<Auth, 'public'>,
  project: string | undefined,
  locale: Locale,
  writes?: boolean,
) => Promise<UserScope>;
