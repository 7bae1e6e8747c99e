import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startEmbedded } from './embedded';
import { isRunning, processBirth, processesNamed, signal } from './processes';

/** Real processes, really killed. One data folder serves all tests, so that each also starts on what the last left. */
const script = fileURLToPath(new URL('../../../test/embedded-child.ts', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'lanka-embedded-'));
const dataDir = join(root, 'data');

interface Ready {
  url: string;
  adminUrl: string;
  pid: number;
}

class Product {
  readonly child: ChildProcess;
  readonly lines: string[] = [];
  readonly ended: Promise<number | null>;
  private readonly waiting: (() => void)[] = [];

  constructor(folder = dataDir, port = 5510) {
    const args = ['--import', 'tsx', script, folder, String(port)];
    this.child = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
    const output = createInterface({ input: this.child.stdout as NodeJS.ReadableStream });
    output.on('line', (line) => {
      this.lines.push(line);
      for (const wake of this.waiting.splice(0)) wake();
    });
    this.ended = new Promise((resolve) => this.child.once('close', (code) => resolve(code)));
    void this.ended.then(() => this.waiting.splice(0).forEach((wake) => void wake()));
  }

  get pid(): number {
    return this.child.pid as number;
  }

  get rows(): number {
    return this.lines.filter((line) => line.startsWith('row ')).length;
  }

  get lastRow(): number {
    return Number(this.lines.findLast((line) => line.startsWith('row '))?.slice(4) ?? 0);
  }

  async until(test: () => boolean): Promise<void> {
    while (!test()) {
      if (this.child.exitCode !== null || this.child.signalCode !== null) {
        throw new Error(`the product ended early:\n${this.lines.slice(-10).join('\n')}`);
      }
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  /** Waits until it serves and has acknowledged some rows. */
  async ready(): Promise<Ready> {
    await this.until(() => this.lines.some((line) => line.startsWith('ready ')));
    const from = this.rows;
    await this.until(() => this.rows >= from + 20);
    return JSON.parse(this.lines.find((line) => line.startsWith('ready '))?.slice(6) ?? '') as Ready;
  }

  async failure(): Promise<string> {
    await this.ended;
    return JSON.parse(this.lines.find((line) => line.startsWith('failed '))?.slice(7) ?? '""') as string;
  }
}

const started: Product[] = [];
function start(folder?: string, port?: number): Product {
  const product = new Product(folder, port);
  started.push(product);
  return product;
}

const settings = () => JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'));
const left = () => processesNamed(settings().cluster as string).filter(isRunning);
const log = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8');

async function ask(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

const kept = async (url: string) => (await ask(url, 'SELECT n FROM acknowledged ORDER BY n')).rows.map((row) => row.n);
const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1);

beforeAll(() => chmodSync(root, 0o755));
afterEach(async () => {
  for (const product of started.splice(0)) {
    if (product.child.exitCode === null && product.child.signalCode === null) product.child.kill('SIGTERM');
    await product.ended;
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the embedded PostgreSQL', () => {
  it('gives a role without power over the cluster, in a UTF-8 database that sorts Ukrainian', async () => {
    const { url, adminUrl } = await start().ready();
    const role = await ask(
      url,
      'SELECT rolsuper, rolbypassrls, rolcreaterole FROM pg_roles WHERE rolname = current_user',
    );
    expect(role.rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false }]);
    const safe = await ask(
      adminUrl,
      `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'listen_addresses') ORDER BY 1`,
    );
    expect(safe.rows.map((row) => row.setting)).toEqual(['on', '127.0.0.1']);
    const sorted = await ask(
      url,
      `SELECT string_agg(x, '' ORDER BY x COLLATE "uk-x-icu") AS uk, string_agg(x, '' ORDER BY x COLLATE "unicode") AS unicode,
              lower('ҐЄЇ') AS low FROM unnest(ARRAY['я','ґ','д','г','є','ж','е','і','и','ї','й']) x`,
    );
    expect(sorted.rows[0]).toEqual({ uk: 'гґдеєжиіїйя', unicode: 'гґдеєжиіїйя', low: 'ґєї' });
    await expect(ask(url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(/password/);
    expect(statSync(join(dataDir, 'postgres.json')).mode & 0o077).toBe(0);
  });

  it('ends in order on SIGTERM', async () => {
    const product = start();
    const { pid } = await product.ready();
    product.child.kill('SIGTERM');
    expect(await product.ended).toBe(0);
    expect(product.lines.at(-1)).toBe('stopped');
    expect(processBirth(pid)).toBeNull();
    expect(readdirSync(join(dataDir, 'lock'))).toEqual([]);
  });

  it('outlives Ctrl+C, which goes to the whole process group, until the product stops it', async () => {
    const product = start();
    const { url } = await product.ready();
    process.kill(-product.pid, 'SIGINT');
    expect(await product.ended).toBe(0);
    expect(product.lines.at(-1)).toBe('stopped');
    const before = log().length;
    const next = start();
    await next.ready();
    expect(log().slice(before)).not.toContain('not properly shut down');
    expect((await kept(url)).length).toBeGreaterThanOrEqual(product.lastRow);
  });

  it('is stopped and taken over after kill -9 of the product alone', async () => {
    const product = start();
    const { pid } = await product.ready();
    product.child.kill('SIGKILL');
    await product.ended;
    expect(isRunning(pid)).toBe(true);
    const next = start();
    const { url } = await next.ready();
    expect(processBirth(pid)).toBeNull();
    expect((await kept(url)).slice(0, product.lastRow)).toEqual(upTo(product.lastRow));
  });

  it.each(['everything', 'all but the workers of PostgreSQL'])(
    'loses nothing acknowledged after kill -9 of %s',
    async (what) => {
      const product = start();
      const { pid } = await product.ready();
      for (const victim of what === 'everything' ? [product.pid, ...left()] : [product.pid, pid])
        signal(victim, 'SIGKILL');
      await product.ended;
      const next = start();
      const { url } = await next.ready();
      expect((await kept(url)).slice(0, product.lastRow)).toEqual(upTo(product.lastRow));
      expect(log()).toContain('automatic recovery in progress');
    },
  );

  it('comes back by itself after kill -9, with all that was acknowledged, and ends in order', async () => {
    const warned: string[] = [];
    const own = join(root, 'revived');
    const database = await startEmbedded({
      dataDir: own,
      log: { info: () => undefined, warn: (line) => warned.push(line) },
    });
    try {
      await ask(database.url, 'create table kept as select 1 as n');
      const before = database.pid;
      for (let time = 0; time < 2; time += 1) {
        signal(database.pid, 'SIGKILL');
        const killed = database.pid;
        while (database.pid === killed) await new Promise((resolve) => setImmediate(resolve));
        expect((await ask(database.url, 'select n from kept')).rows).toEqual([{ n: 1 }]);
      }
      expect(database.pid).not.toBe(before);
      expect(warned.join()).toContain('starting it again');
    } finally {
      await database.stop();
    }
    expect(isRunning(database.pid)).toBe(false);
  });

  it('tells a second start who holds the data, and goes on', async () => {
    const product = start(dataDir, 5510);
    await product.ready();
    const second = start(dataDir, 5511);
    const text = await second.failure();
    expect(await second.ended).toBe(1);
    expect(text).toContain(`Дані в ${dataDir} вже використовує процес ${product.pid}, який працює на порту 5510`);
    expect(text).toContain(`already in use by process ${product.pid}`);
    await product.ready();
  });

  it('lets exactly one of four starts at the same instant through', async () => {
    const products = [1, 2, 3, 4].map(() => start());
    const outcomes = await Promise.all(
      products.map((product) =>
        product.ready().then(
          () => 'serves',
          () => 'refused',
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['refused', 'refused', 'refused', 'serves']);
    for (const [index, product] of products.entries()) {
      if (outcomes[index] === 'refused') expect(await product.failure()).toContain('вже використовує процес');
    }
  });

  it('is not misled by a process number that another program has now, nor by a taken port', async () => {
    const first = start();
    const { pid } = await first.ready();
    for (const victim of [first.pid, ...left()]) signal(victim, 'SIGKILL');
    await first.ended;
    // This very test runner lives, but was not born when the claim says; and it is no PostgreSQL.
    const claim = { pid: process.pid, birth: 'another boot/1', port: 5510 };
    mkdirSync(join(dataDir, 'lock'), { recursive: true });
    writeFileSync(join(dataDir, 'lock', '0000.json'), JSON.stringify(claim));
    writeFileSync(join(dataDir, 'lock', '0000.held'), '');
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
    writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(String(pid), String(process.pid)));
    const taken = settings().port as number;
    const server = createServer().listen(taken, '127.0.0.1');
    try {
      const next = start();
      const { url } = await next.ready();
      expect(new URL(url).port).not.toBe(String(taken));
      expect((await kept(url)).slice(0, first.lastRow)).toEqual(upTo(first.lastRow));
    } finally {
      server.close();
    }
  });
});
