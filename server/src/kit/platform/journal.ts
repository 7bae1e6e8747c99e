import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Lines that a process writes to the end of a file of its own. A line is with the operating system when `append` has
 * returned, so it outlives the process, however that ends; a machine that loses its power may lose the last of them.
 */
export interface Journal {
  /** Of the file that is written now. */
  readonly name: string;
  append(line: string): void;
  /** From now on another file is written; the one before is whole. */
  turn(): void;
  /** Files of this folder, those of processes that are gone among them. */
  names(): string[];
  /** Whether nobody writes it any more. */
  isLeft(name: string): boolean;
  /** Whole lines behind this place, and where they end. */
  read(name: string, from: number): Promise<{ lines: string[]; end: number }>;
  remove(name: string): void;
  close(): void;
}

/** So much is read at once. */
const CHUNK = 1024 * 1024;
/** Files that this process writes. */
const WRITTEN = new Set<string>();
const NAME = /^(\d+)-[0-9a-f-]{36}\.log$/;

export function openJournal(folder: string): Journal {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let name = '';
  let file: number | undefined;
  const turn = (): void => {
    if (file !== undefined) closeSync(file);
    file = undefined;
    WRITTEN.delete(name);
    name = `${process.pid}-${randomUUID()}.log`;
    WRITTEN.add(name);
  };
  turn();
  return {
    get name() {
      return name;
    },
    append(line) {
      // made by the first line: a process that writes nothing leaves no file
      file ??= openSync(join(folder, name), 'a', 0o600);
      writeSync(file, `${line}\n`);
    },
    turn,
    names: () => readdirSync(folder).filter((one) => NAME.test(one)),
    isLeft: (one) => !WRITTEN.has(one) && !isAlive(Number(NAME.exec(one)?.[1])),
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
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
      WRITTEN.delete(name);
    },
  };
}

/** A number that another program has now keeps the file for longer, which does no harm. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
