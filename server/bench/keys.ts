import { createApiKey } from '@lanka/domain/api_keys/contract';
import { toCursor } from '../src/changes/cursor';
import type { Data } from './data';
import { type HttpClient, httpClient } from './http-client';
import { type Job, order } from './jobs';

/** What a key may ask in a minute is not met while it is measured, and receivers of webhooks are on this machine. */
export const KEYS_ENV = { API_CALLS_PER_MINUTE: '1000000', WEBHOOKS_ALLOW_PRIVATE_ADDRESSES: 'on' };

const SCOPES = ['products.read', 'stock.read', 'orders.read', 'orders.write', 'counterparties.read'];

/** Beside the rows of the same names without «by a key»: what the key itself costs, metered and counted. */
export async function keyJobs(http: HttpClient, address: string, data: Data): Promise<{ jobs: Job[]; close(): void }> {
  const root = `/api/projects/${data.project_id}`;
  const made = await http.ask(createApiKey.method, `${root}/api_keys`, { name: 'Вимірювання', scopes: SCOPES }, 201);
  const { key } = JSON.parse(made.text) as { key: string };
  const byKey = httpClient(address, () => key);
  const one = JSON.parse((await http.ask('GET', `${root}/orders?limit=1`, undefined, 200)).text) as {
    items: { id: string }[];
  };
  // a reader who has read nothing yet: pages are full wherever there is so much
  const start = toCursor(new Map([[data.project_id, { number: 0, whole: 0 }]]));
  const get = (name: string, path: string): Job => ({
    ...{ name, kind: 'one' },
    ours: () => byKey.ask('GET', `${root}/${path}`, undefined, 200),
  });
  const jobs: Job[] = [
    get('product, by a key', `products/${data.products[0]}/show_v2`),
    get('order, by a key', `orders/${one.items[0]?.id}`),
    {
      ...{ name: 'create and send, 3 lines, by a key', kind: 'placing' },
      ours: () => byKey.ask('POST', `${root}/orders`, order(data), 201),
    },
    get('changes, 200, by a key', `changes?limit=200&after=${start}`),
  ];
  return { jobs, close: () => void byKey.close() };
}
