import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, type Pack, pack } from 'tar-stream';
import { BackupError, Manifest } from './manifest';

export const MANIFEST = 'manifest.json';

/** A .tar.gz that is written beside its place and moved there whole. */
export class ArchiveWriter {
  private readonly pack: Pack = pack();
  private readonly written: Promise<void>;

  constructor(private readonly file: string) {
    this.written = pipeline(this.pack, createGzip({ level: 4 }), createWriteStream(this.part, { mode: 0o600 }));
    this.written.catch(() => undefined);
  }

  private get part(): string {
    return `${this.file}.part`;
  }

  /** Goes on when the bytes have left memory. */
  private entry(name: string, size: number, fill: (sink: NodeJS.WritableStream) => void): Promise<void> {
    const done = new Promise<void>((resolve, reject) => {
      const sink = this.pack.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()));
      sink.on('error', reject);
      fill(sink);
    });
    // a full disk ends the writing, not the entry
    return Promise.race([done, this.written.then(() => done)]);
  }

  add(name: string, bytes: Buffer): Promise<void> {
    return this.entry(name, bytes.length, (sink) => sink.end(bytes));
  }

  /** Answers the SHA-256 of what was read. */
  async addFile(name: string, size: number, from: Readable): Promise<string> {
    const hash = createHash('sha256');
    await this.entry(name, size, (sink) => {
      from.on('data', (chunk: Buffer) => hash.update(chunk));
      from.on('error', (error) => sink.emit('error', error));
      from.pipe(sink);
    });
    return hash.digest('hex');
  }

  async finish(): Promise<void> {
    this.pack.finalize();
    await this.written;
    await rename(this.part, this.file);
  }

  async discard(): Promise<void> {
    this.pack.destroy();
    await this.written.catch(() => undefined);
    await rm(this.part, { force: true });
  }
}

/** Reads the entries in their order; `take` must use up the stream. Throws BackupError when the archive is damaged. */
export async function readArchive(
  file: string,
  take: (name: string, stream: Readable) => Promise<void>,
): Promise<void> {
  const entries = extract();
  const flow = pipeline(createReadStream(file), createGunzip(), entries);
  flow.catch(() => undefined);
  try {
    for await (const entry of entries) {
      const { header } = entry as unknown as { header: { name: string } };
      await take(header.name, entry as unknown as Readable);
      (entry as unknown as Readable).resume();
    }
    await flow;
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const code = String((error as NodeJS.ErrnoException).code ?? '');
    if (!/^Z_|ERR_STREAM_PREMATURE_CLOSE/.test(code) && !/tar|unexpected end|header/i.test(String(error))) throw error;
    throw damaged(file, (error as Error).message);
  }
}

export const damaged = (file: string, what: string): BackupError =>
  new BackupError(
    `Резервну копію ${file} пошкоджено, нічого не відновлено: ${what}`,
    `The backup ${file} is damaged, nothing was restored: ${what}`,
  );

/**
 * Reads the whole archive once and compares every entry with the manifest, before anything is written anywhere.
 */
export async function checkArchive(file: string): Promise<Manifest> {
  const found = new Map<string, string>();
  let text = '';
  await readArchive(file, async (name, stream) => {
    const hash = createHash('sha256');
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (name === MANIFEST) text += chunk.toString('utf8');
      hash.update(chunk);
    }
    found.set(name, hash.digest('hex'));
  });
  found.delete(MANIFEST);
  const parsed = Manifest.safeParse(parseJson(text));
  if (!parsed.success) throw damaged(file, text === '' ? 'no manifest.json' : 'manifest.json');
  const manifest = parsed.data;
  const expected = new Map([
    ...manifest.tables.flatMap((table) =>
      table.parts.map((sum, part): [string, string] => [partName(table, part), sum]),
    ),
    ...manifest.files.map(({ path, sum }): [string, string] => [path, sum]),
  ]);
  for (const [name, sum] of expected) if (found.get(name) !== sum) throw damaged(file, name);
  for (const name of found.keys()) if (!expected.has(name)) throw damaged(file, `${name} is not in the manifest`);
  return manifest;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const partName = (table: { schema: string; name: string }, part: number): string =>
  `tables/${table.schema}.${table.name}/${String(part).padStart(6, '0')}`;
