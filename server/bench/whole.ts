import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateYml } from '../src/feeds/fixtures/generate';
import type { Data } from './data';
import type { HttpClient } from './http-client';
import type { Product } from './product';

/** A piece of work that is done once, in the background of the product. */
export interface Whole {
  readonly name: string;
  readonly rows: number;
  readonly seconds: number;
  readonly rows_per_second: number;
  /** Resident memory of the server, bytes: before, and the most while it worked. */
  readonly memory_before: number;
  readonly memory_most: number;
}

const OFFERS = 10_000;

/**
 * An import of 10,000 offers by URL, the same again when nothing has changed, and the export of all products: those
 * whose names are wanted.
 */
export async function measureWhole(
  http: HttpClient,
  data: Data,
  product: Product,
  isWanted: (name: string) => boolean,
): Promise<Whole[]> {
  const site = createServer((_request, response) => void generateYml(OFFERS, { pictures: 0 }).pipe(response));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/feed.xml`;
  const root = `/api/projects/${data.project_id}`;
  const offers = () => OFFERS;
  const exported = ({ rows }: Record<string, unknown>) => Number(rows);
  const pieces = [
    ['import of 10,000 offers', 'imports', { url }, offers],
    ['the same import again', 'imports', { url }, offers],
    ['export of products, CSV', 'exports', { kind: 'products_csv' }, exported],
    ['export of products, XLSX', 'exports', { kind: 'products_xlsx' }, exported],
  ] as const;
  const done: Whole[] = [];
  try {
    for (const [name, path, body, rowsOf] of pieces) {
      if (isWanted(name)) done.push(await watched(name, http, product, `${root}/${path}`, body, rowsOf));
    }
    return done;
  } finally {
    site.closeAllConnections();
    site.close();
  }
}

async function watched(
  name: string,
  http: HttpClient,
  product: Product,
  path: string,
  body: object,
  rowsOf: (done: Record<string, unknown>) => number,
): Promise<Whole> {
  const memory_before = await product.memory();
  let memory_most = memory_before;
  const started = performance.now();
  const { id } = JSON.parse((await http.ask('POST', path, body)).text) as { id: string };
  for (;;) {
    await sleep(100);
    memory_most = Math.max(memory_most, await product.memory());
    const now = JSON.parse((await http.ask('GET', `${path}/${id}`)).text) as Record<string, unknown>;
    if (now.status === 'failed') throw new Error(`${name}: ${JSON.stringify(now)}`);
    if (now.status !== 'done') continue;
    const seconds = (performance.now() - started) / 1000;
    const rows = rowsOf(now);
    return { name, rows, seconds, rows_per_second: Math.round(rows / seconds), memory_before, memory_most };
  }
}
