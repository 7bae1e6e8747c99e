import { type Lanka, sleep } from './client.js';
import { isLankaError, type LankaError } from './errors.js';
import type { Operation, Shape } from './operation.js';

interface ChangesShape extends Shape {
  query?: { after?: string | undefined; limit?: number; wait?: number };
  answer: { items: unknown[]; cursor: string; has_more: boolean };
}
type Entry<S extends ChangesShape> = S['answer']['items'][number];
type Kinds<S extends ChangesShape> = S['query'] extends { kinds?: infer K } ? K : never;

export interface Follow<S extends ChangesShape> {
  /** The cursor that was kept with what was read last; nothing at the very first time. */
  load(): Promise<string | null | undefined> | string | null | undefined;
  /** Reads everything anew and keeps the cursor with it, in one transaction. */
  readAll(cursor: string): Promise<void> | void;
  /** Does what the entries say and keeps the cursor with it, in one transaction. */
  apply(items: Entry<S>[], cursor: string): Promise<void> | void;
  /** Those alone. */
  kinds?: Kinds<S>;
  /** For how long a call waits for something to change (25). */
  waitSeconds?: number;
  /** How many entries at once (200). */
  limit?: number;
  /** Another project than that of the settings. */
  projectId?: string;
  /** Ends the loop, after what is being done. */
  signal?: AbortSignal;
  /** Told of what went wrong before it is tried again; what it throws ends the loop. */
  onError?(error: unknown): void;
}

/** The position is too old, or of another call. */
const LOST = ['changes.too_old', 'changes.cursor_unknown'];
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Follows what changes, until the signal: after a crash it goes on from the cursor that was kept. What you throw in
 * `readAll` and `apply` ends the loop; what the API refuses for a while is waited for.
 */
export async function followChanges<S extends ChangesShape>(
  lanka: Lanka,
  operation: Operation<S>,
  { load, readAll, apply, kinds, waitSeconds = 25, limit = 200, projectId, signal, onError }: Follow<S>,
): Promise<void> {
  const ask = lanka.call as unknown as (
    call: Operation<S>,
    input: { params?: object; query: object; signal?: AbortSignal },
  ) => Promise<ChangesShape['answer']>;
  const read = (after: string | undefined) =>
    ask(operation, {
      ...(projectId ? { params: { project_id: projectId } } : {}),
      ...(signal ? { signal } : {}),
      query: { kinds, limit, ...(after ? { after, wait: waitSeconds } : {}) },
    });
  let cursor = (await load()) ?? undefined;
  let pause = PAUSE_MS;
  while (!signal?.aborted) {
    const answer = await read(cursor).catch((error: unknown) => error);
    if (signal?.aborted) return;
    if (answer instanceof Error || !isAnswer(answer)) {
      if (isLankaError(answer) && LOST.includes(answer.code) && cursor !== undefined) cursor = undefined;
      else {
        if (!isPassing(answer)) throw answer;
        onError?.(answer);
        await sleep(pause, signal).catch(() => undefined);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
      continue;
    }
    pause = PAUSE_MS;
    if (cursor === undefined) await readAll(answer.cursor);
    else if (answer.items.length > 0 || answer.cursor !== cursor) await apply(answer.items, answer.cursor);
    cursor = answer.cursor;
  }
}

const isAnswer = (value: unknown): value is ChangesShape['answer'] =>
  typeof value === 'object' && value !== null && 'cursor' in value && 'items' in value;

/** What may be well again by itself, and soon: a month that is used up is not. */
const isPassing = (error: unknown): boolean =>
  isLankaError(error) && (error.status === 0 || (error.status === 429 && !isLong(error)) || error.status >= 500);

const isLong = ({ retryAfterSeconds = 0 }: LankaError): boolean => retryAfterSeconds * 1_000 > LONGEST_PAUSE_MS;
