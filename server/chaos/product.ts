import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isRunning, processesNamed, signal } from '../src/kit/processes';

const built = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const START_MS = 90_000;

export type Killed = 'server' | 'database' | 'both' | 'backend' | 'start';

/**
 * The built product on its embedded database, in a process of its own that can be killed. Whoever looks after it does
 * what a supervisor does (systemd's `Restart=`): a process that has ended is started again on the same data.
 */
export class Product {
  private child: ChildProcess | undefined;
  private ended: Promise<void> = Promise.resolve();

  private constructor(
    readonly dataDir: string,
    readonly port: number,
    readonly logFile: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

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
    const child = spawn(process.execPath, ['--enable-source-maps', process.env.CHAOS_MAIN ?? built], {
      env: {
        ...Object.fromEntries(inherited),
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
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

  /** Waits until it answers healthy, starting it whenever it has ended. Answers the milliseconds and the starts. */
  async recover(): Promise<{ ms: number; starts: number }> {
    const began = performance.now();
    let starts = 0;
    for (;;) {
      if (!this.running) {
        starts += 1;
        if (starts > 5) throw new Error(`the product does not start:\n${this.tail()}`);
        this.launch();
      }
      if (await this.healthy()) return { ms: Math.round(performance.now() - began), starts };
      if (performance.now() - began > START_MS) throw new Error(`the product does not recover:\n${this.tail()}`);
      await sleep(20);
    }
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

  /** `kill -9`, at once. */
  async kill(what: Killed, backend?: number): Promise<void> {
    const { postmaster } = this;
    if (what === 'backend') {
      if (backend) signal(backend, 'SIGKILL');
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

  /** Server processes of this database that nobody looks after: there must be none after a stop. */
  orphans(): number[] {
    return processesNamed(this.database.cluster).filter((pid) => pid !== process.pid && isRunning(pid));
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
