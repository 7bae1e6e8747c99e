import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Threads, threadWork } from '../kit/platform/threads';
import type { ToDraw } from './layout/pdf';

/** Drawing takes some 30 ms of a processor, a thousand lines a second. The build puts the file beside the bundle. */
const drawing = threadWork<typeof import('./layout/worker').work>(
  new URL(import.meta.url.endsWith('.ts') ? './layout/worker.ts' : './draw-pdf.js', import.meta.url),
);

/** A paper of one page is some 30 KB. */
const MOST_BYTES = 32 * 1024 * 1024;

interface Asked {
  readonly asked: ToDraw;
  readonly threads: Threads;
}

/** By content: what says the same looks the same. One that is asked for by several at once is drawn once, too. */
const papers = new LRUCache<string, Buffer, Asked>({
  maxSize: MOST_BYTES,
  sizeCalculation: (pdf) => pdf.length,
  fetchMethod: async (_key, _old, { context: { asked, threads } }) => Buffer.from(await threads.run(drawing, asked)),
});

/**
 * The PDF of a paper, or of a sheet for the workshop.
 * @throws common.overloaded when too many others wait for theirs
 */
export function paperOf(threads: Threads, asked: ToDraw): Promise<Buffer> {
  const key = createHash('sha256').update(JSON.stringify(asked)).digest('base64');
  return papers.forceFetch(key, { context: { asked, threads } });
}
