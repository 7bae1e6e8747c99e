import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { feedErrors } from '@lanka/domain/feeds/errors';
import type { FeedLimits } from './offer';

export type Bytes = AsyncIterable<Uint8Array>;
const megabytes = (bytes: number) => Math.floor(bytes / (1024 * 1024));

/**
 * The same bytes in blocks of one size. Whatever is decided by looking at a block (the encoding, the delimiter)
 * must not depend on how the network happened to cut the file.
 */
export async function* inBlocks(source: AsyncIterable<Uint8Array | string>, size: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const part of source) {
    const chunk =
      typeof part === 'string' ? Buffer.from(part) : Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    held.push(chunk);
    length += chunk.length;
    if (length < size) continue;
    const joined = Buffer.concat(held);
    let at = 0;
    for (; joined.length - at >= size; at += size) yield joined.subarray(at, at + size);
    held = at < joined.length ? [joined.subarray(at)] : [];
    length = joined.length - at;
  }
  if (length > 0) yield Buffer.concat(held);
}

export async function* atMost(source: Bytes, limit: number, packed: boolean): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of source) {
    total += chunk.length;
    if (total > limit) {
      throw (packed ? feedErrors.too_big : feedErrors.unpacks_too_big)({ limit_megabytes: megabytes(limit) });
    }
    yield chunk;
  }
}

/** The first `size` bytes, and the whole again. */
export async function peek(
  source: Bytes,
  size: number,
): Promise<{ head: Buffer; all: Bytes; end: () => Promise<void> }> {
  const iterator = source[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < size) {
    const next = await iterator.next();
    if (next.done) break;
    parts.push(next.value);
    length += next.value.length;
  }
  const end = async () => {
    await iterator.return?.();
  };
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield* parts.splice(0);
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await end();
    }
  }
  const head = Buffer.concat(parts);
  return { head: head.subarray(0, size), all: all(), end };
}

export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;
export const isZip = (head: Uint8Array): boolean =>
  head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5) && (head[3] === 4 || head[3] === 6);

/** Unpacked bytes of a gzip stream, at most `maxUnpackedBytes`. */
export async function* gunzip(source: Bytes, limits: FeedLimits): AsyncGenerator<Uint8Array> {
  const unzip = createGunzip();
  const input = Readable.from(source, { objectMode: false });
  input.on('error', (error) => unzip.destroy(error));
  input.pipe(unzip);
  try {
    yield* atMost(unzip, limits.maxUnpackedBytes, false);
  } catch (error) {
    throw isZlibError(error) ? feedErrors.archive_broken() : error;
  } finally {
    input.destroy();
    unzip.destroy();
  }
}

export function isZlibError(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && /^(Z_|ERR_)/.test(String(error.code)) && !error.name.includes('Domain')
  );
}

export async function readAll(source: Bytes, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of atMost(source, limit, true)) parts.push(chunk);
  return Buffer.concat(parts);
}
