import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const NOBODY = 'http://127.0.0.1:9';
/** No journey asks the real services of others: where it does not start their simulators nobody answers, at once. */
const WITHOUT_SERVICES = {
  SIMULATORS: 'off',
  NOVA_POSHTA_URL: NOBODY,
  CHECKBOX_URL: NOBODY,
  TELEGRAM_URL: NOBODY,
  MONOBANK_URL: NOBODY,
  PRIVATBANK_URL: NOBODY,
  ACQUIRING_URL: NOBODY,
};

/** Loading the demo takes minutes where other work keeps the machine busy. */
const START_MS = 600_000;

const main = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));

export interface Product {
  /** `http://127.0.0.1:<port>` */
  url: string;
  dataDir: string;
  /** Of a database that was given; else the product has its own in its folder. */
  databaseUrl: string | undefined;
  /** Everything it has printed. */
  output(): string;
  /** SIGTERM, and waits for the end. Removes the data unless they were given. Returns the exit code. */
  stop(): Promise<number | null>;
  /** `kill -9` of the product alone; its data stay. */
  kill(): Promise<void>;
}

export interface ProductOptions {
  /** Load the demo data. */
  demo?: boolean;
  /** Start on these data instead of new, empty ones. */
  dataDir?: string;
  /** Further variables of the configuration. With `SIMULATORS: 'on'` the last line that it prints is their page. */
  env?: Record<string, string>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health`)).status === 200;
  } catch {
    return false;
  }
}

/** Starts the built product on a free port and waits until it is healthy. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  if (!existsSync(main)) throw new Error('The product is not built: npm run build');
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'lanka-e2e-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { PATH, HOME, TMPDIR, SystemRoot } = process.env;
  const child = spawn(process.execPath, ['--enable-source-maps', main], {
    env: {
      ...Object.fromEntries(Object.entries({ PATH, HOME, TMPDIR, SystemRoot }).filter(([, value]) => value)),
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      DEMO: options.demo ? 'on' : 'off',
      SIMULATORS_PORT: '0',
      ...(options.env?.SIMULATORS === 'on' ? {} : WITHOUT_SERVICES),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const atExit = () => child.kill('SIGTERM');
  process.once('exit', atExit);
  void ended.then(() => process.removeListener('exit', atExit));
  const finish = async (signal: NodeJS.Signals) => {
    if (isRunning(child)) child.kill(signal);
    return ended;
  };
  const product: Product = {
    url,
    dataDir,
    databaseUrl: options.env?.DATABASE_URL,
    output: () => text,
    async stop() {
      const code = await finish('SIGTERM');
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
    async kill() {
      await finish('SIGKILL');
    },
  };
  for (const deadline = Date.now() + START_MS; !(await answers(url)); await sleep(50)) {
    if (isRunning(child) && Date.now() < deadline) continue;
    await product.stop();
    throw new Error(`The product did not start:\n${text}`);
  }
  return product;
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
