import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  futimesSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { processBirth, processSpace } from './processes';

/**
 * Lines that a process writes to the end of a file of its own. A line is with the operating system when `append` has
 * returned, so it outlives the process, however that ends; a machine that loses its power may lose the last of them.
 */
export interface Journal {
  /** Of the file that is written now. */
  readonly name: string;
  /** How many bytes of whole lines it has. */
  readonly length: number;
  /** @throws what the disk says; the line is then not written, and what was written of it stands in no line behind it */
  append(line: string): void;
  /** From now on another file is written; the one before is whole. */
  turn(): void;
  /** Says that the file is in use, to those who cannot see the process. */
  touch(): void;
  /** Files of this folder, those of other processes among them. */
  names(): string[];
  /** Who writes it: `somebody` of another container or machine cannot be asked whether he is there. */
  writerOf(name: string): 'this_process' | 'a_neighbour' | 'somebody' | 'nobody';
  /** Its size now, 0 when it is gone. */
  sizeOf(name: string): number;
  has(name: string): boolean;
  /** Whole lines behind this place, and where they end. */
  read(name: string, from: number): Promise<{ lines: string[]; end: number }>;
  remove(name: string): void;
  close(): void;
}

/** So much is read at once. */
const CHUNK = 1024 * 1024;
/** Whoever has not touched his file for so long is gone; living processes touch theirs every minute. */
const SILENT_MS = 24 * 3_600_000;
/** Files that this process writes. */
const WRITTEN = new Set<string>();
/** Names of an older version do not say where the number of the process means something. */
const NAME = /^(?:([0-9a-f]{12})-)?(\d+)-[0-9a-f-]{36}\.log$/;

export function openJournal(folder: string): Journal {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const here = processSpace();
  let name = '';
  let length = 0;
  let file: number | undefined;
  const leave = (): void => {
    if (file !== undefined) closeSync(file);
    file = undefined;
    WRITTEN.delete(name);
  };
  const turn = (): void => {
    leave();
    name = `${here}-${process.pid}-${randomUUID()}.log`;
    length = 0;
    WRITTEN.add(name);
  };
  const stateOf = (one: string) => statSync(join(folder, one), { throwIfNoEntry: false });
  turn();
  return {
    get name() {
      return name;
    },
    get length() {
      return length;
    },
    append(line) {
      // made by the first line: a process that writes nothing leaves no file
      file ??= openSync(join(folder, name), 'a', 0o600);
      const bytes = Buffer.from(`${line}\n`);
      const written = writeSync(file, bytes);
      if (written < bytes.length) {
        // a full disk takes a part: nothing is written behind half a line
        turn();
        throw new Error(`of ${bytes.length} bytes ${written} were written`);
      }
      length += written;
    },
    turn,
    touch() {
      if (file === undefined) return;
      // somebody took this process for gone, when its machine had slept for a day
      if (fstatSync(file).nlink === 0) turn();
      else futimesSync(file, new Date(), new Date());
    },
    names: () => readdirSync(folder).filter((one) => NAME.test(one)),
    writerOf(one) {
      if (WRITTEN.has(one)) return 'this_process';
      const [, space, pid] = NAME.exec(one) ?? [];
      const touched = stateOf(one)?.mtimeMs ?? 0;
      if (Date.now() - touched >= SILENT_MS) return 'nobody';
      if (space !== here) return 'somebody';
      // a number that another program has now keeps the file for longer, which does no harm
      return Number(pid) !== process.pid && processBirth(Number(pid)) !== null ? 'a_neighbour' : 'nobody';
    },
    sizeOf: (one) => stateOf(one)?.size ?? 0,
    has: (one) => existsSync(join(folder, one)),
    async read(one, from) {
      const handle = await open(join(folder, one), 'r').catch((error: NodeJS.ErrnoException) => {
        // another process has read it to its end and removed it
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (!handle) return { lines: [], end: from };
      try {
        const buffer = Buffer.alloc(CHUNK);
        const { bytesRead } = await handle.read(buffer, 0, CHUNK, from);
        // half a line is one that is being written, or that a full disk has cut off
        const whole = buffer.subarray(0, bytesRead).lastIndexOf(10) + 1;
        const text = buffer.toString('utf8', 0, whole);
        return { lines: text.split('\n').slice(0, -1), end: from + whole };
      } finally {
        await handle.close();
      }
    },
    remove: (one) => rmSync(join(folder, one), { force: true }),
    close: leave,
  };
}
