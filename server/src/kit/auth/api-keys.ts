import { createHash, randomBytes } from 'node:crypto';
import { KEY_PREFIX } from '@lanka/domain/kit/api_key_errors';
import type { ApiScope } from '@lanka/domain/kit/api_scopes';

/** What never changes of a key, so that each process keeps it: all else is read anew at each call. */
export interface KnownKey {
  readonly id: string;
  /** The tenant: a project, or a dropshipper by his own id. */
  readonly project_id: string;
  /** Whoever made it: it acts within what he may at this moment. */
  readonly user_id: string;
  readonly name: string;
  readonly token_hash: string;
  /** Of a sandbox, which may be asked less often. */
  readonly sandbox?: boolean;
}

/** A key of a project works in this project alone, a dropshipper’s at all his suppliers. */
export const isDropshippers = ({ project_id, user_id }: KnownKey): boolean => project_id === user_id;

/** A key that makes a call now. */
export interface KeyInHand extends KnownKey {
  readonly address: string;
  /** What it has and is given on its side, once it was let in. */
  scopes?: readonly ApiScope[];
}

/** How a key is called in every history. */
export const keyTitle = (name: string): string => `API: ${name}`;

/** One call that was answered: what the journal has of it. */
export interface Use {
  readonly project_id: string;
  readonly key_id: string;
  /** First day of the month, by the clock of Kyiv. */
  readonly month: string;
  readonly requests: number;
  readonly bytes: number;
  /** Milliseconds since 1970, of the last of them. */
  readonly last_at: number;
}

/** How one call went: for whoever looks after the key. Kept for some days, and of those that failed with what was asked. */
export interface KeyCall {
  readonly project_id: string;
  readonly key_id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `GET projects/:project_id/orders` */
  readonly operation: string;
  readonly status: number;
  readonly ms: number;
  readonly bytes: number;
  /** How far a reader of `changes`, who said how far he had come, has been given them now. */
  readonly after?: string | undefined;
  /** The kinds that he asked for; without them all. */
  readonly kinds?: readonly string[] | undefined;
  /** It was ready to wait for something to change: how long it took says nothing of the product. */
  readonly waits?: boolean | undefined;
  /** Of a call that failed: where it went, what it brought without what people wrote, and what was answered. */
  readonly failed?: FailedCall | undefined;
}

export interface FailedCall {
  readonly path: string;
  readonly request: string | null;
  readonly answer: string | null;
}

/** What is known of a call when its answer leaves. */
export type AnsweredCall = Omit<KeyCall, 'project_id' | 'key_id' | 'at'>;

/**
 * Counts the calls of keys, and their bytes (docs/decisions/0112-metering-by-a-journal.md). A call is written to the
 * journal of its process before its answer leaves, which takes some microseconds; every second what the journal has is
 * added up in the database, in one transaction with how far it was read. So no answered call is missed and none is
 * counted twice, wherever a process is killed: whoever starts next reads what it has left.
 */
export interface Meter {
  /** @param isLetIn a call that is turned away at the door is told of and counts for nothing */
  count(key: KnownKey, call: AnsweredCall, isLetIn: boolean): void;
  /** Adds up what waits. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

const SECRET_BYTES = 24;
const CHECKED = new RegExp(`^${KEY_PREFIX}([0-9a-f]{48})([0-9a-f]{8})$`);

const checksum = (secret: string): string =>
  createHash('sha256').update(`${KEY_PREFIX}${secret}`).digest('hex').slice(0, 8);

/** 192 bits by chance, and a checksum: what was cut off or made up is refused without asking the database. */
export function newApiKey(): string {
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  return `${KEY_PREFIX}${secret}${checksum(secret)}`;
}

export function isWhole(key: string): boolean {
  const [, secret = '', sum] = CHECKED.exec(key) ?? [];
  return sum === checksum(secret);
}
