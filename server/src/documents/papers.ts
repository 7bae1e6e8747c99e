import { createHash } from 'node:crypto';
import type { FrozenDocument } from '@lanka/domain/documents/frozen';
import { LRUCache } from 'lru-cache';
import { type Threads, threadWork } from '../kit/platform/threads';

/** Drawing takes some 30 ms of a processor, a thousand lines a second. The build puts the file beside the bundle. */
const drawing = threadWork<typeof import('./layout/worker').work>(
  new URL(import.meta.url.endsWith('.ts') ? './layout/worker.ts' : './draw-pdf.js', import.meta.url),
);

/** A paper of one page is some 30 KB. */
const MOST_BYTES = 32 * 1024 * 1024;

interface Asked {
  readonly frozen: FrozenDocument;
  readonly threads: Threads;
}

/** By content: an issued paper never changes. One that is asked for by several at once is drawn once, too. */
const papers = new LRUCache<string, Buffer, Asked>({
  maxSize: MOST_BYTES,
  sizeCalculation: (pdf) => pdf.length,
  fetchMethod: async (_key, _old, { context: { frozen, threads } }) => Buffer.from(await threads.run(drawing, frozen)),
});

/**
 * The PDF of an issued document.
 * @throws common.overloaded when too many others wait for theirs
 */
export function paperOf(threads: Threads, frozen: FrozenDocument): Promise<Buffer> {
  const key = createHash('sha256').update(JSON.stringify(frozen)).digest('base64');
  return papers.forceFetch(key, { context: { frozen, threads } });
}
