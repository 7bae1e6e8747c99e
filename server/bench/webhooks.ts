import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_WEBHOOKS } from '@lanka/domain/webhooks/contract';
import pg from 'pg';
import { openSecrets } from '../src/kit/auth/secrets';
import { newId } from '../src/kit/db/ids';
import { contextOf } from '../src/webhooks/webhooks';
import type { Data } from './data';
import type { HttpClient } from './http-client';
import { number } from './options';
import type { Place } from './place';
import { databaseCpu, type Product } from './product';
import { type Whole, watch } from './watch';

const CHANGED = 200;
const QUICK = MAX_WEBHOOKS - 1;
const LONGEST_MS = 120_000;

/** As many webhooks as a project may have, of which one never answers: the stock of 200 modifications changes. */
export async function measureWebhooks(http: HttpClient, product: Product, root: string, data: Data): Promise<Whole[]> {
  const variants = data.variants.slice(0, CHANGED);
  const taken = Array.from({ length: QUICK }, () => new Set<string>());
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const known = taken[Number(request.url?.slice(1))];
      // the last one keeps its sender waiting
      if (!known) return;
      known.add((JSON.parse(Buffer.concat(chunks).toString()) as { data: { id: string } }).data.id);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const made: string[] = [];
  const { done, timed } = watch(product, QUICK * variants.length);
  try {
    for (let nth = 0; nth < MAX_WEBHOOKS; nth += 1) {
      const { text } = await http.ask('POST', `${root}/webhooks`, { url: `${address}/${nth}`, events: ['stock'] }, 201);
      made.push((JSON.parse(text) as { id: string }).id);
    }
    await timed(`webhooks, ${variants.length} changes to ${QUICK} receivers beside one that is silent`, async () => {
      for (const id of variants)
        await http.ask('POST', `${root}/product_variants/${id}/stock`, { delta: 1, comment: 'приймання' }, 200);
      const until = Date.now() + LONGEST_MS;
      while (taken.some(({ size }) => size < variants.length)) {
        if (Date.now() > until) throw new Error(`webhooks: ${taken.map(({ size }) => size).join(', ')} came`);
        await sleep(20);
      }
    });
    return done;
  } finally {
    for (const id of made) await http.ask('DELETE', `${root}/webhooks/${id}`);
    receiver.closeAllConnections();
    receiver.close();
  }
}

const MANY = number('receivers', 1_000);
const A_SECOND = 10;
const SECONDS = 5;

/** Rows of a thousand webhooks of the project, which is more than it may make by itself, each with a secret of its own. */
async function makeMany(place: Place, data: Data, address: string, position: string): Promise<() => Promise<void>> {
  const secrets = await openSecrets({ dataDir: place.dataDir });
  const rows = await Promise.all(
    Array.from({ length: MANY }, async (_, nth) => {
      const id = newId();
      const secret = await secrets.seal(`whsec_${Buffer.from(`receiver ${nth}`).toString('base64')}`, contextOf(id));
      return { id, url: `${address}/${nth}`, secret };
    }),
  );
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  // the wall between projects holds here too
  await client.query(`select set_config('lanka.project_ids', $1, false)`, [data.project_id]);
  await client.query(
    `insert into webhooks (project_id, id, user_id, url, events, secret, position)
     select $1, r.id, $2, r.url, '["stock"]', r.secret, $3
     from jsonb_to_recordset($4::jsonb) as r(id uuid, url text, secret text)`,
    [data.project_id, data.user_id, position, JSON.stringify(rows)],
  );
  const ids = rows.map(({ id }) => id);
  await client.query(`insert into webhook_places (webhook_id, tenant_id) select unnest($1::uuid[]), $2`, [
    ids,
    data.project_id,
  ]);
  return async () => {
    for (const table of ['webhook_deliveries where webhook_id', 'webhook_places where webhook_id', 'webhooks where id'])
      await client.query(`delete from ${table} = any($1::uuid[])`, [ids]);
    await client.end();
  };
}

/** A thousand receivers, while the stock of another modification changes ten times a second: until each has heard of all. */
export async function measureManyWebhooks(
  http: HttpClient,
  product: Product,
  root: string,
  data: Data,
  place: Place,
): Promise<Whole[]> {
  const variants = data.variants.slice(CHANGED, CHANGED + A_SECOND * SECONDS);
  const changedAt = new Map<string, number>();
  const delays: number[] = [];
  const taken = Array.from({ length: MANY }, () => new Set<string>());
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const { id } = (JSON.parse(Buffer.concat(chunks).toString()) as { data: { id: string } }).data;
      const known = taken[Number(request.url?.slice(1))];
      if (known && !known.has(id)) delays.push(performance.now() - (changedAt.get(id) ?? 0));
      known?.add(id);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { cursor } = JSON.parse((await http.ask('GET', `${root}/changes`, undefined, 200)).text) as { cursor: string };
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const removeAll = await makeMany(place, data, address, cursor);
  const { done, timed } = watch(product, MANY * variants.length);
  const [before, spent] = [await product.cpuSeconds(), databaseCpu(place.pid)];
  try {
    await timed(`webhooks, ${MANY} receivers, ${A_SECOND} changes a second for ${SECONDS} s`, async () => {
      const began = performance.now();
      for (const [nth, id] of variants.entries()) {
        await sleep(Math.max(0, began + (nth * 1_000) / A_SECOND - performance.now()));
        changedAt.set(id, performance.now());
        await http.ask('POST', `${root}/product_variants/${id}/stock`, { delta: 1, comment: 'приймання' }, 200);
      }
      const until = Date.now() + LONGEST_MS;
      while (taken.some(({ size }) => size < variants.length)) {
        if (Date.now() > until) {
          console.error(`webhooks: ${delays.length} of ${MANY * variants.length} came in time`);
          break;
        }
        await sleep(20);
      }
    });
    const each = (seconds: number) => ((seconds * 1_000) / delays.length).toFixed(2);
    const server = each((await product.cpuSeconds()) - before);
    const database = each(spent());
    delays.sort((a, b) => a - b);
    const at = (part: number) => ((delays[Math.floor(delays.length * part)] ?? 0) / 1_000).toFixed(1);
    console.log(`${delays.length} came; from the change to the receiver: p50 ${at(0.5)} s, p95 ${at(0.95)} s`);
    console.log(`processor of a message: server ${server} ms, database ${database} ms`);
    return done;
  } finally {
    await removeAll();
    receiver.closeAllConnections();
    receiver.close();
  }
}
