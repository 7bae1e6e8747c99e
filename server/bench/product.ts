import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS } from '../node-flags';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

export interface Product {
  readonly address: string;
  /** From the start of the process to the first answer, milliseconds. */
  readonly firstAnswerMs: number;
  /** Bytes of resident memory of the server's processes. */
  memory(): Promise<number>;
  /** Seconds of processor time since its start. */
  cpuSeconds(): Promise<number>;
  /** What the log tells of the requests since the last call: statements and round trips to the database, by route. */
  logged(): Map<string, { statements: number; round_trips: number }>;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** The built product in a process of its own, over this database. */
export async function startProduct(
  databaseUrl: string,
  dataDir: string,
  env: Record<string, string>,
): Promise<Product> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const logFile = join(dataDir, 'server.log');
  const output = openSync(logFile, 'a');
  const started = performance.now();
  const child: ChildProcess = spawn(process.execPath, [...NODE_FLAGS, main], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      DEMO: 'off',
      ...env,
    },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the product ended: ${readFileSync(logFile, 'utf8').slice(-2000)}`);
    const answered = await fetch(`${address}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (answered) break;
    await sleep(10);
  }
  const firstAnswerMs = performance.now() - started;
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${address}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
  };
  let read = 0;
  return {
    address,
    firstAnswerMs,
    // asked of the system, so that looking costs the product nothing; where the system does not tell, of the product
    memory: async () => residentMemory(child.pid) || metric('process_resident_memory_bytes'),
    cpuSeconds: () => metric('process_cpu_seconds_total'),
    logged() {
      const text = readFileSync(logFile, 'utf8');
      const found = new Map<string, { statements: number; round_trips: number }>();
      for (const line of text.slice(read).split('\n')) {
        if (!line.includes('"msg":"request"')) continue;
        const { method, route, statements, round_trips } = JSON.parse(line) as {
          method: string;
          route: string;
          statements: number;
          round_trips: number;
        };
        found.set(`${method} ${route}`, { statements, round_trips });
      }
      read = text.length;
      return found;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Linux counts processor time in hundredths of a second. */
const TICKS = 100;

const statusOf = (pid: number, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);

/** Resident bytes of a process and those that it has started; 0 where the system does not tell. */
const residentMemory = (root: number | undefined): number => sumOver(root, residentOf);
const residentOf = (pid: number): number => statusOf(pid, 'VmRSS') * 1024;

/** Bytes of memory (shared ones in parts) of the processes of this cluster; 0 where the system does not tell. */
export const databaseMemory = (postmaster: number | undefined): number =>
  sumOver(
    postmaster,
    (pid) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024,
  );

/**
 * Starts a clock: asked, it tells the seconds of processor time that the processes of this cluster which live at that
 * moment have spent since. What others spent that have ended meanwhile is not told.
 */
export function databaseCpu(postmaster: number | undefined): () => number {
  const before = new Map<number, number>();
  sumOver(postmaster, (pid) => {
    before.set(pid, cpuSecondsOf(pid));
    return 0;
  });
  return () => sumOver(postmaster, (pid) => cpuSecondsOf(pid) - (before.get(pid) ?? 0));
}

function cpuSecondsOf(pid: number): number {
  // after the name in brackets: state is field 3, user and system time are fields 14 and 15
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Over a process and its children. */
function sumOver(root: number | undefined, of: (pid: number) => number): number {
  if (!root || process.platform !== 'linux') return 0;
  let total = 0;
  for (const pid of [root, ...childrenOf(root)]) {
    try {
      total += of(pid);
    } catch {
      // it has ended meanwhile
    }
  }
  return total;
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) && statusOf(Number(name), 'PPid') === parent ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}
