import type { Locale } from '@lanka/domain/kit/errors';
import type { Auth } from '@lanka/domain/kit/route';
import type { TokenClaims } from '../auth/keys';
import type { UserScope } from '../auth/scope';
import type { Tx } from '../db/db';

/**
 * Turns a token and an address into a scope, inside the request's transaction, and lets row-level security show
 * the project. Throws 401, 402, 403 or 404. The projects slice has the one implementation; `app.ts` passes it in.
 */
export type Authoriser = (
  tx: Tx,
  claims: TokenClaims,
  auth: Exclude<Auth, 'public'>,
  project: string | undefined,
  locale: Locale,
  asked?: Asked,
) => Promise<UserScope>;

export interface Asked {
  /** It is answered before the access of a dropshipper ends, or not at all. */
  readonly writes?: boolean;
  /** Whoever may only read until an invoice is paid is refused. */
  readonly restricts?: boolean;
}
