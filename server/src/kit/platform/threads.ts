import { availableParallelism } from 'node:os';
import { common } from '@lanka/domain/kit/errors';
import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import type { Logger } from 'pino';
import { Piscina } from 'piscina';
import { shedRequests } from '../observe/meters';
import { part } from './workers';

/** Work for a thread: a module whose export `work` takes `I` and answers `O`, both of what can be cloned. */
export interface ThreadWork<I, O> {
  readonly file: URL;
  /** Never set: it keeps what goes in and what comes out together. */
  readonly types?: (input: I) => O;
}

/** Typed by the module's export: `threadWork<typeof import('./worker').work>(…)`. */
export const threadWork = <F extends (input: never) => unknown>(
  file: URL,
): ThreadWork<Parameters<F>[0], Awaited<ReturnType<F>>> => ({ file });

/** Threads beside the event loop, for what would keep a processor for so long that requests had to wait. */
export interface Threads {
  /** @throws common.overloaded when too many others wait already; what the work throws; when it crashes or hangs */
  run<I, O>(work: ThreadWork<I, O>, input: I): Promise<O>;
  /** Ends them, with what they are at. */
  stop(): Promise<void>;
}

/** One processor is for the requests. Beside other processes of the product (WORKERS > 1) a thread each is enough. */
const mostThreads = (): number => (part() === 'all' ? Math.min(2, Math.max(1, availableParallelism() - 1)) : 1);
/** So many may wait for a thread; whoever comes then is told to come back. */
export const MOST_WAITING = 50;
/** What has not ended so long after it began hangs, and its thread is ended. */
const PATIENCE_MS = 20_000;
/** A thread that has nothing to do gives its memory back. */
const IDLE_MS = 60_000;
/** Work that needs more than this ends with an error, and not the process with it. */
const MOST_HEAP_MB = 256;

/** From sources (tsx, tests) a thread has to learn TypeScript too. */
const fromSources = import.meta.url.endsWith('.ts');

/** They start with the first work. */
export function openThreads(log: Logger, patienceMs = PATIENCE_MS): Threads {
  const most = mostThreads();
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: most,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    execArgv: fromSources ? ['--import', 'tsx'] : [],
    // passwords and keys of the configuration are no business of theirs
    env: {},
  });
  pool.on('error', (error) => log.error({ err: error }, 'a thread failed with nothing to do'));
  // in front of the pool, whose own queue would let the patience run while work only waits
  const places = bulkhead(most, MOST_WAITING);
  return {
    async run({ file }, input) {
      try {
        return await places.execute(() =>
          pool.run(input, { filename: file.href, name: 'work', signal: AbortSignal.timeout(patienceMs) }),
        );
      } catch (error) {
        if (!(error instanceof BulkheadRejectedError)) throw error;
        shedRequests.inc({ reason: 'threads' });
        throw common.overloaded();
      }
    },
    stop: () => pool.destroy(),
  };
}
