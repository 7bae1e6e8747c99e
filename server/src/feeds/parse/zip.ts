import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { feedErrors } from '@lanka/domain/feeds/errors';
import { atMost, type Bytes, isZlibError } from './bytes';
import type { FeedLimits } from './offer';

interface Entry {
  name: string;
  method: number;
  packed: number;
  unpacked: number;
  offset: number;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const MAX_ENTRIES = 2_000;
/** Deflate cannot pack text tighter than about 1 : 1000; sheets come to 1 : 50. */
const MAX_RATIO = 500;
const RATIO_COUNTS_FROM = 10 * 1024 * 1024;

/**
 * A ZIP archive in memory (its directory stands at the end, so it cannot be read as it arrives); its files are
 * unpacked as streams. Both the declared and the real sizes are held to the limits: a bomb lies about the first.
 *
 * @throws feeds.archive_broken, feeds.unpacks_too_big, feeds.old_excel (encrypted)
 */
export class Archive {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly data: Buffer,
    private readonly limits: FeedLimits,
  ) {
    try {
      this.readDirectory();
    } catch (error) {
      throw error instanceof RangeError ? feedErrors.archive_broken() : error;
    }
  }

  get names(): string[] {
    return [...this.entries.keys()];
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  private readDirectory(): void {
    const { data } = this;
    let end = data.length - 22;
    const lowest = Math.max(0, data.length - 22 - 65_535);
    while (end >= lowest && data.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
    if (end < lowest || data.length < 22) throw feedErrors.archive_broken();
    const count = data.readUInt16LE(end + 10);
    if (count > MAX_ENTRIES) throw feedErrors.archive_broken();
    let at = data.readUInt32LE(end + 16);
    let total = 0;
    for (let i = 0; i < count; i += 1) {
      if (data.readUInt32LE(at) !== DIRECTORY_ENTRY) throw feedErrors.archive_broken();
      if (data.readUInt16LE(at + 8) & 1) throw feedErrors.old_excel();
      const nameLength = data.readUInt16LE(at + 28);
      const entry: Entry = {
        name: data.toString('utf8', at + 46, at + 46 + nameLength),
        method: data.readUInt16LE(at + 10),
        packed: data.readUInt32LE(at + 20),
        unpacked: data.readUInt32LE(at + 24),
        offset: data.readUInt32LE(at + 42),
      };
      this.entries.set(entry.name, entry);
      total += entry.unpacked;
      this.checkSize(total, data.length);
      at += 46 + nameLength + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32);
    }
  }

  private checkSize(unpacked: number, packed: number): void {
    const { maxUnpackedBytes } = this.limits;
    if (unpacked <= maxUnpackedBytes && (unpacked < RATIO_COUNTS_FROM || unpacked <= packed * MAX_RATIO)) return;
    throw feedErrors.unpacks_too_big({ limit_megabytes: Math.floor(maxUnpackedBytes / 1024 / 1024) });
  }

  /** Bytes of one file. */
  async *read(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.entries.get(name);
    if (!entry) throw feedErrors.archive_broken();
    const packed = this.packed(entry);
    if (entry.method === 0) {
      yield packed;
      return;
    }
    if (entry.method !== 8) throw feedErrors.archive_broken();
    const inflate = createInflateRaw();
    const input = Readable.from([packed], { objectMode: false });
    input.pipe(inflate);
    let size = 0;
    try {
      for await (const chunk of atMost(inflate as Bytes, this.limits.maxUnpackedBytes, false)) {
        size += chunk.length;
        this.checkSize(size, entry.packed);
        yield chunk;
      }
    } catch (error) {
      throw isZlibError(error) ? feedErrors.archive_broken() : error;
    } finally {
      input.destroy();
      inflate.destroy();
    }
  }

  private packed(entry: Entry): Buffer {
    const { data } = this;
    if (entry.offset + 30 > data.length || data.readUInt32LE(entry.offset) !== LOCAL_HEADER) {
      throw feedErrors.archive_broken();
    }
    const start = entry.offset + 30 + data.readUInt16LE(entry.offset + 26) + data.readUInt16LE(entry.offset + 28);
    if (start + entry.packed > data.length) throw feedErrors.archive_broken();
    return data.subarray(start, start + entry.packed);
  }
}
