import type { Services } from '../kit/services';
import { analyze } from './feeds.store';

/** What keeps a long import going beside others, and others beside it. */

/** Well below the silence after which whoever works on an import is taken for dead (store.ts). */
const BEAT_MS = 3_000;

/** Shows that the import is alive, also while a site is slow or a statement long. Answers how to end that. */
export function beatOn(beat: () => Promise<unknown>): () => void {
  let beating = false;
  const timer = setInterval(() => {
    if (beating) return;
    beating = true;
    // one that fails is missed: the next may come in time, and whoever takes over harms nothing
    void beat()
      .catch(() => undefined)
      .finally(() => {
        beating = false;
      });
  }, BEAT_MS);
  return () => clearInterval(timer);
}

/** After 1, 4, 16 … portions: severalfold since the last time. */
export const hasGrown = (n: number): boolean => Number.isInteger(Math.log2(n) / 2);

/**
 * The database looks at tables that have grown when a minute is over, or never, if it crashes before. Until then it
 * takes them for small, and an order would compare each variant with each product. Not done when somebody else does it.
 */
export async function learnSizes({ db, log }: Services): Promise<void> {
  await db.transaction({}, analyze).catch((error: unknown) => log.warn({ err: error }, 'statistics were not made'));
}

/** Somebody else may have given a barcode away between our look and our write, or locked rows the other way round. */
export async function retrying(work: () => Promise<void>): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt >= 3 || !/^(23505|40001|40P01)$/.test(databaseCode(error))) throw error;
    }
  }
}

function databaseCode(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && /^\w{5}$/.test(code)) return code;
  return cause ? databaseCode(cause) : '';
}
