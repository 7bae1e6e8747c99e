import { type Hook, hook } from '@lanka/domain/kit/hooks';
import type { AnyRoute } from '@lanka/domain/kit/route';
import type { KeyCall, KeyInHand, KnownKey, Use } from '../auth/api-keys';
import type { Tx } from '../db/db';
import type { Services } from '../services';

/** What the slice of the keys does for the doors of HTTP, which know no slice. */
export interface ApiKeysOfSlice {
  /** Null when there is no such key. */
  find(tx: Tx, token_hash: string): Promise<KnownKey | null>;
  /** Refuses a key that may not make this call now; its one statement is sent before anything is awaited. */
  check(tx: Tx, key: KeyInHand, route: Pick<AnyRoute, 'auth' | 'api'>): Promise<void>;
  /** Adds what the journal has, in the transaction that says how far it was read. */
  keep(tx: Tx, app: Services, uses: readonly Use[], calls: readonly KeyCall[]): Promise<void>;
}

export const apiKeys: Hook<ApiKeysOfSlice> = hook('http.api_keys');
