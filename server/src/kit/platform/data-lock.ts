import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processBirth } from './processes';

/**
 * One process holds a data folder at a time, two starts at the same instant included.
 *
 * There is no file lock in Node, so every start leaves a claim with a unique name in `lock/` and then reads all
 * claims. It holds the folder only after a reading that shows no other living claim. Of two claims made at once
 * at least the later one sees the other, so both can never hold; the one with the lower name waits and the other
 * steps back. A claim of a process that is gone is swept away: names are never used twice, so this cannot hit
 * somebody else's claim.
 */
export interface DataLock {
  release(): void;
}

interface Claim {
  pid: number;
  /** Tells the process apart from a later one with the same number; empty where the system cannot tell. */
  birth: string;
  /** The port the product listens on. */
  port?: number;
}

export class DataFolderHeldError extends Error {
  constructor(
    readonly dataDir: string,
    readonly pid: number,
    readonly port: number | undefined,
  ) {
    const [ua, en] = port ? [`, який працює на порту ${port}`, ` serving on port ${port}`] : ['', ''];
    super(
      `Дані в ${dataDir} вже використовує процес ${pid}${ua}. Зупиніть його або вкажіть інший DATA_DIR.\n` +
        `The data in ${dataDir} is already in use by process ${pid}${en}. Stop it or set another DATA_DIR.`,
    );
    this.name = 'DataFolderHeldError';
  }
}

const PATIENCE_MS = 5_000;

function isAlive(claim: Claim): boolean {
  const birth = processBirth(claim.pid);
  return birth !== null && (birth === '' || claim.birth === '' || birth === claim.birth);
}

interface Other {
  name: string;
  claim: Claim;
  holds: boolean;
}

function readOthers(folder: string, mine: string): Other[] {
  const others: Other[] = [];
  for (const file of readdirSync(folder)) {
    if (!file.endsWith('.json')) continue;
    const name = file.slice(0, -'.json'.length);
    if (name === mine) continue;
    try {
      const claim = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Claim;
      if (isAlive(claim)) others.push({ name, claim, holds: existsSync(join(folder, `${name}.held`)) });
      else withdraw(folder, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue; // withdrawn while we were reading
      if (error instanceof SyntaxError)
        withdraw(folder, name); // cut short by a power failure
      else throw error;
    }
  }
  return others;
}

function withdraw(folder: string, name: string): void {
  rmSync(join(folder, `${name}.json`), { force: true });
  rmSync(join(folder, `${name}.held`), { force: true });
}

function stake(folder: string, name: string, claim: Claim): void {
  const draft = join(folder, `${name}.draft`);
  writeFileSync(draft, JSON.stringify(claim), { mode: 0o644 });
  renameSync(draft, join(folder, `${name}.json`)); // whole or not at all
}

/**
 * @param options.port the port this process is going to serve, told to whoever comes second
 * @throws DataFolderHeldError naming the holder
 */
export async function lockDataDir(options: { dataDir: string; port?: number }): Promise<DataLock> {
  const folder = join(options.dataDir, 'lock');
  mkdirSync(folder, { recursive: true });
  const name = randomUUID();
  const claim: Claim = { pid: process.pid, birth: processBirth(process.pid) ?? '', port: options.port };
  const deadline = Date.now() + PATIENCE_MS;
  stake(folder, name, claim);
  for (;;) {
    const others = readOthers(folder, name);
    if (others.length === 0) break;
    const holder = others.find((other) => other.holds) ?? (Date.now() > deadline ? others[0] : undefined);
    if (holder) {
      withdraw(folder, name);
      throw new DataFolderHeldError(options.dataDir, holder.claim.pid, holder.claim.port);
    }
    const lower = others.some((other) => other.name < name);
    if (lower) withdraw(folder, name);
    await sleep(20);
    if (lower) stake(folder, name, claim);
  }
  writeFileSync(join(folder, `${name}.held`), '');
  const release = () => withdraw(folder, name);
  process.once('exit', release);
  return {
    release() {
      process.removeListener('exit', release);
      release();
    },
  };
}
