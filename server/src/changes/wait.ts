import { setTimeout as sleep } from 'node:timers/promises';
import { CHANGES } from '../kit/live/live';
import type { Services } from '../kit/services';
import { hasWaiting, numberWaiting } from './changes.store';

/** A hint may be lost: whoever waits looks again by himself. */
const LOOK_MS = 5_000;
/** Calls that wait at once in this process; more are answered as if they did not. */
const MOST_WAITING = 500;

/** Numbers what waits in these projects, in transactions of its own. */
export async function numberIn({ db }: Pick<Services, 'db'>, projectIds: readonly string[]): Promise<void> {
  const waiting = await db.transaction({ readOnly: true, projectIds }, (tx) => hasWaiting(tx, projectIds));
  for (const id of waiting) {
    let more = true;
    while (more) more = await db.transaction({ projectIds: [id] }, (tx) => numberWaiting(tx, id));
  }
}

let waitingNow = 0;

/**
 * Asks until there is an answer or the time is over. Nothing is held meanwhile: no transaction, no connection.
 * @param projects whose changes wake it; asked before each look
 */
export async function untilChanged<T>(
  app: Pick<Services, 'live' | 'closing'>,
  waitMs: number,
  projects: () => Promise<readonly string[]>,
  look: (projectIds: readonly string[]) => Promise<{ readonly answer: T; readonly isEmpty: boolean }>,
): Promise<T> {
  const deadline = Date.now() + (waitingNow < MOST_WAITING ? waitMs : 0);
  waitingNow += 1;
  try {
    for (;;) {
      const ids = await projects();
      const hint = hintFor(app, ids);
      try {
        const { answer, isEmpty } = await look(ids);
        const left = deadline - Date.now();
        if (!isEmpty || left <= 0 || app.closing.aborted) return answer;
        await Promise.race([hint.came, sleep(Math.min(left, LOOK_MS), undefined, { signal: hint.signal })]).catch(
          () => undefined,
        );
      } finally {
        hint.end();
      }
    }
  } finally {
    waitingNow -= 1;
  }
}

/** Listens from now on, so that what comes between a look and the waiting is not missed. */
function hintFor({ live, closing }: Pick<Services, 'live' | 'closing'>, ids: readonly string[]) {
  const over = new AbortController();
  let tell: () => void = () => undefined;
  const came = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const ends = ids.map((id) => live.subscribe(id, ({ kind }) => kind === CHANGES && tell()));
  closing.addEventListener('abort', tell);
  return {
    came,
    signal: over.signal,
    end() {
      over.abort();
      closing.removeEventListener('abort', tell);
      for (const end of ends) end();
    },
  };
}
