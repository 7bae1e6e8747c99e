import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { migrate } from '../src/kit/db/migrate';
import { startEmbedded } from '../src/kit/platform/embedded';
import { type Data, generate, type Sizes } from './data';

/** A database filled with generated data, and a folder for the product that is started over it. */
export interface Place {
  readonly url: string;
  /** Of PostgreSQL, where it is ours: its processes can be looked at then. */
  readonly pid: number | undefined;
  readonly dataDir: string;
  readonly data: Data;
  readonly sizes: Sizes;
  stop(): Promise<void>;
}

export interface PlaceOptions {
  readonly sizes: Sizes;
  readonly log: Logger;
  readonly say: (line: string) => void;
  /** Another PostgreSQL: a database that may be filled and thrown away. Empty: the embedded one. */
  readonly url?: string | undefined;
  /** Keeps the data in this folder, and finds them there the next time. Empty: a folder that is removed at the end. */
  readonly keep?: string;
  /** How many connections PostgreSQL must allow. */
  readonly connections?: number;
}

/** Opens the database and fills it, unless it was filled by an earlier run that kept it. */
export async function openPlace({ sizes, log, say, url, keep, connections = 0 }: PlaceOptions): Promise<Place> {
  const dataDir = keep ? absolute(keep) : mkdtempSync(join(tmpdir(), 'lanka-bench-'));
  mkdirSync(dataDir, { recursive: true });
  const embedded = url
    ? undefined
    : await startEmbedded({ dataDir, log: { info: () => undefined, warn: console.warn }, connections });
  const stop = async (): Promise<void> => {
    await embedded?.stop();
    if (!keep) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const at = url ?? embedded?.url ?? '';
    const filled = await fillOnce(at, dataDir, sizes, log, say);
    return {
      url: at,
      get pid() {
        return embedded?.pid;
      },
      dataDir,
      ...filled,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const absolute = (path: string): string => (isAbsolute(path) ? path : resolve(path));

async function fillOnce(
  url: string,
  dataDir: string,
  sizes: Sizes,
  log: Logger,
  say: (line: string) => void,
): Promise<{ data: Data; sizes: Sizes }> {
  const note = join(dataDir, 'generated.json');
  const begun = join(dataDir, 'generating');
  if (existsSync(begun)) throw new Error(`${dataDir}: generating was broken off there, remove the folder`);
  await migrate(url);
  if (existsSync(note)) {
    const kept = JSON.parse(readFileSync(note, 'utf8')) as { data: Data; sizes: Sizes };
    say(`${describe(kept.sizes)}, kept`);
    return kept;
  }
  const started = performance.now();
  say(describe(sizes));
  writeFileSync(begun, '');
  const data = await generate(url, sizes, log, say);
  writeFileSync(note, JSON.stringify({ data, sizes }));
  rmSync(begun);
  say(`generated in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return { data, sizes };
}

const grouped = (value: number): string => value.toLocaleString('en-GB');
export const describe = ({ products, variants, orders }: Sizes): string =>
  `${grouped(products)} products × ${variants} variants, ${grouped(orders)} orders`;
