import type { Data } from './data';
import type { Captured, Floor } from './floor';
import type { HttpClient, Reply } from './measure';

/** One thing that is measured: through the product, and by the least SQL where that is defined. */
export interface Job {
  readonly name: string;
  /** Through HTTP. */
  ours(): Promise<Reply>;
  /** A GET whose own select is the floor: its path. */
  readonly path?: string;
  readonly floor?: 'place' | 'select';
  /** Run before each round, outside the measured time. */
  prepare?(connections: number): Promise<void>;
}

const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** What the issue of speed names, in its order. */
export async function makeJobs(http: HttpClient, data: Data): Promise<Job[]> {
  const root = `/api/projects/${data.project_id}`;
  const get = (name: string, path: string, floor?: 'select'): Job => ({
    name,
    path: `${root}/${path}`,
    ours: () => http.ask('GET', `${root}/${path}`),
    ...(floor ? { floor } : {}),
  });
  const order = () => ({
    counterparty_id: any(data.counterparties),
    items: threeVariants(data).map((product_variant_id) => ({ product_variant_id, count: 1 })),
    customer: { name: 'Іваненко Ірина', phone: `067${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}` },
    delivery: {
      operator: 'nova_poshta',
      recipient_name: 'Іваненко Ірина',
      recipient_phone: '0671234567',
      address: 'Львів, відділення 1',
    },
    send: true,
  });
  const waiting: string[] = [];
  const known = JSON.parse((await http.ask('GET', `${root}/orders?limit=1`)).text) as {
    items: { id: string; ttn: string | null; number: number }[];
  };
  const sample = known.items[0];
  return [
    { name: 'create and send, 3 lines', floor: 'place', ours: () => http.ask('POST', `${root}/orders`, order()) },
    {
      name: 'move to Sent',
      async prepare(connections) {
        const wanted = 400 + connections * 20;
        while (waiting.length < wanted) {
          const made = await Promise.all(Array.from({ length: 16 }, () => http.ask('POST', `${root}/orders`, order())));
          waiting.push(...made.map(({ text }) => (JSON.parse(text) as { id: string }).id));
        }
      },
      ours: async () => {
        const id = waiting.pop();
        if (!id) return http.ask('POST', `${root}/orders`, order());
        return http.ask('POST', `${root}/orders/${id}/moves`, { to: 'Sent' });
      },
    },
    get('products, 20', 'products/v2?limit=20', 'select'),
    get('product', `products/${data.products[0]}/show_v2`, 'select'),
    get('orders, 50', 'orders?limit=50', 'select'),
    get('order', `orders/${sample?.id}`, 'select'),
    get('orders by status, 50', 'orders?limit=50&status=Ready', 'select'),
    get('order search: part of a name', `orders?limit=50&q=${encodeURIComponent('шевчук мар')}`, 'select'),
    get('order search: tail of a phone', 'orders?limit=50&q=7919', 'select'),
    get('order search: SKU', 'orders?limit=50&q=SKU-77-1', 'select'),
    {
      name: 'stock change',
      ours: () =>
        http.ask('POST', `${root}/product_variants/${any(data.variants)}/stock`, { delta: 1, comment: 'приймання' }),
    },
    get('balance and ledger page', `counterparties/${data.counterparties[1]}/ledger?limit=50`, 'select'),
  ];
}

function threeVariants({ variants }: Data): string[] {
  const start = Math.floor(Math.random() * (variants.length - 3));
  return variants.slice(start, start + 3);
}

/** The floor of a job, as work to measure; null where none is defined. */
export function floorOf(job: Job, floor: Floor, captured: ReadonlyMap<string, Captured>): (() => Promise<void>) | null {
  if (job.floor === 'place') return () => floor.place();
  const statement = job.path ? captured.get(job.path) : undefined;
  return job.floor === 'select' && statement ? () => floor.select(statement) : null;
}
