import { createHash } from 'node:crypto';

const NEWLINE = 10;
const WORDS = 8;

/**
 * Count and sum of rows in PostgreSQL's text format, one a line. The sum adds up the SHA-256 of every row, so that it
 * does not depend on the order in which the database hands them out, and two equal rows do not cancel each other.
 */
export class RowSum {
  rows = 0;
  private readonly words = new Uint32Array(WORDS);

  add(line: Uint8Array): void {
    this.rows += 1;
    const hash = createHash('sha256').update(line).digest();
    for (let word = 0; word < WORDS; word += 1) {
      this.words[word] = ((this.words[word] ?? 0) + hash.readUInt32LE(word * 4)) >>> 0;
    }
  }

  /** All lines of a chunk that ends with a line. */
  addLines(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(NEWLINE, from);
      this.add(chunk.subarray(from, end));
      from = end + 1;
    }
  }

  get sum(): string {
    return Buffer.from(this.words.buffer).toString('hex');
  }
}

/** Cuts a stream of rows into parts of about so many bytes, each of whole lines: the sizes of a tar come first. */
export async function* inParts(stream: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    held.push(chunk);
    size += chunk.length;
    if (size < bytes) continue;
    const all = Buffer.concat(held);
    const end = all.lastIndexOf(NEWLINE) + 1;
    if (end === 0) continue;
    yield all.subarray(0, end);
    held = [all.subarray(end)];
    size = all.length - end;
  }
  if (size > 0) yield Buffer.concat(held);
}
