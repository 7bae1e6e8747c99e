import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { NODE_FLAGS } from '../node-flags';
import { isRunning, processesNamed, signal } from '../src/kit/platform/processes';

const built = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const START_MS = 90_000;

/**
 * `server` is the process that was started: with several (WORKERS) the primary, which minds the others. `worker`: one
 * of those that answer; `jobs`: the one that does the jobs. `start`: the server, and its next start before it is done.
 */
export const KILLED = ['server', 'worker', 'jobs', 'database', 'both', 'backend', 'start'] as const;
export type Killed = (typeof KILLED)[number];

interface Member {
  readonly part: 'http' | 'jobs';
  readonly pid: number;
}

/**
 * The built product on its embedded database, in processes of its own that can be killed. Whoever looks after it does
 * what a supervisor does (systemd's `Restart=`): a process that has ended is started again on the same data.
 */
export class Product {
  private child: ChildProcess | undefined;
  private ended: Promise<void> = Promise.resolve();
  private readonly workers: number;

  private constructor(
    readonly dataDir: string,
    readonly port: number,
    readonly logFile: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {
    this.workers = Number(env.WORKERS ?? 1);
  }

  static async start(dataDir: string, env: Readonly<Record<string, string>>, logFile: string): Promise<Product> {
    const product = new Product(dataDir, await freePort(), logFile, env);
    await product.recover();
    return product;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get running(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  private launch(): void {
    const log = openSync(this.logFile, 'a');
    const { PATH, HOME, TMPDIR, SystemRoot } = process.env;
    const inherited = Object.entries({ PATH, HOME, TMPDIR, SystemRoot }).filter(([, value]) => value !== undefined);
    const child = spawn(process.execPath, [...NODE_FLAGS, process.env.CHAOS_MAIN ?? built], {
      env: {
        ...Object.fromEntries(inherited),
        NODE_ENV: 'production',
        // several tell their numbers when they are ready
        LOG_LEVEL: this.workers > 1 ? 'info' : 'warn',
        HOST: '127.0.0.1',
        PORT: String(this.port),
        PUBLIC_URL: this.address,
        DATA_DIR: this.dataDir,
        DEMO: 'off',
        ACCESS_TOKEN_TTL_SECONDS: '86400',
        ...this.env,
      },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.child = child;
    this.ended = new Promise((resolve) => child.once('exit', () => resolve()));
  }

  /**
   * Waits until it answers healthy on a database that lets in, with all its processes, starting it whenever it has
   * ended. Answers the milliseconds and the starts.
   */
  async recover(): Promise<{ ms: number; starts: number }> {
    const began = performance.now();
    let starts = 0;
    for (;;) {
      if (!this.running) {
        starts += 1;
        if (starts > 5) throw new Error(`the product does not start:\n${this.tail()}`);
        this.launch();
      }
      // to sign in costs both sides far more than to be asked, so that waits until there is hope
      if (this.whole() && (await this.healthy()) && (await this.opens()) && (await this.healthy()))
        return { ms: Math.round(performance.now() - began), starts };
      if (performance.now() - began > START_MS) throw new Error(`the product does not recover:\n${this.tail()}`);
      await sleep(20);
    }
  }

  /** All that ever were ready, in that order. */
  private everReady(): Member[] {
    if (this.workers === 1) return [];
    const lines = readFileSync(this.logFile, 'utf8').split('\n');
    return lines.flatMap((line) => {
      if (!line.includes('"msg":"a process is ready"')) return [];
      const { part, process } = JSON.parse(line) as { part: Member['part']; process: number };
      return [{ part, pid: process }];
    });
  }

  /** Those that run now, by what they do. */
  members(part: Member['part']): number[] {
    const running = this.everReady().filter((member) => member.part === part && isRunning(member.pid));
    return [...new Set(running.map(({ pid }) => pid))];
  }

  private whole(): boolean {
    if (this.workers === 1) return true;
    return this.members('http').length >= this.workers && this.members('jobs').length >= 1;
  }

  /** Processes of a killed database may answer for a moment still: only a new connection tells that it is back. */
  private async opens(): Promise<boolean> {
    const client = await this.connect().catch(() => null);
    await client?.end();
    return client !== null;
  }

  async connect(): Promise<pg.Client> {
    const connectionString = this.env.DATABASE_URL ?? this.database.url;
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
    // ended by the database while nobody asks anything
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async healthy(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.address}/api/health`, { signal: AbortSignal.timeout(5_000) });
      await answer.arrayBuffer();
      return answer.status === 200;
    } catch {
      return false;
    }
  }

  /** What the embedded database is called, where it is and how the product signs in. */
  get database(): { url: string; cluster: string; directory: string } {
    const { port, password, cluster, directory } = JSON.parse(
      readFileSync(join(this.dataDir, 'postgres.json'), 'utf8'),
    ) as { port: number; password: string; cluster: string; directory: string };
    return { url: `postgres://lanka:${password}@127.0.0.1:${port}/lanka`, cluster, directory };
  }

  get postmaster(): number | undefined {
    try {
      return Number(readFileSync(join(this.database.directory, 'postmaster.pid'), 'utf8').split('\n')[0]) || undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * `kill -9`, at once.
   * @param one the process, of a kind of which there are several
   */
  async kill(what: Killed, one?: number): Promise<void> {
    const { postmaster } = this;
    if (what === 'backend' || what === 'worker' || what === 'jobs') {
      if (one === undefined) throw new Error(`there is no ${what} to be killed`);
      signal(one, 'SIGKILL');
      // until whoever minds it has seen its end
      while (isRunning(one)) await sleep(1);
      return;
    }
    if (what !== 'server' && what !== 'start' && postmaster) signal(postmaster, 'SIGKILL');
    if (what !== 'database' && this.running) {
      this.child?.kill('SIGKILL');
      await this.ended;
    }
  }

  /** Kills a start before it is done: launched, and killed after so many milliseconds. */
  async killStart(afterMs: number): Promise<void> {
    this.launch();
    await sleep(afterMs);
    await this.kill('server');
  }

  /** SIGTERM, and waits for the end. */
  async stop(): Promise<void> {
    if (this.running) this.child?.kill('SIGTERM');
    await this.ended;
  }

  /** Processes of this database, and of ours, that nobody looks after: there must be none after a stop. */
  orphans(): number[] {
    const database = processesNamed(this.database.cluster);
    const ours = this.everReady().map(({ pid }) => pid);
    return [...new Set([...database, ...ours])].filter((pid) => pid !== process.pid && isRunning(pid));
  }

  tail(): string {
    return readFileSync(this.logFile, 'utf8').slice(-3000);
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
