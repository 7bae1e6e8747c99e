import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_WEBHOOKS } from '@lanka/domain/webhooks/contract';
import type { Data } from './data';
import type { HttpClient } from './http-client';
import type { Product } from './product';
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
