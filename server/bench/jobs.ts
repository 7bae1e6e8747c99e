import type { Data } from './data';
import type { Captured, Floor } from './floor';
import type { HttpClient, Reply } from './http-client';
import { type MarketWords, market } from './market';
import { leastPages } from './pages';
import { any, inTurn, threeVariants } from './pick';
import { statisticsJobs } from './statistics';
import type { Supply } from './waiting';
import type { Words } from './words';

/** What kind of work it is: the aims differ by it. */
export type Kind = 'placing' | 'move' | 'list' | 'search' | 'one' | 'stock' | 'money';

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** One thing that is measured: through the product, and by the least SQL that does the same. */
export interface Job {
  readonly name: string;
  readonly kind: Kind;
  /** Through HTTP; throws when the answer is not the one that the job expects. */
  ours(): Promise<Reply>;
  /** Of a single thing, whose own select is its floor: its path. A search asks for something else each time. */
  readonly path?: string;
  /** Of a list, the least statement that answers the same page; drawn anew where ours is. */
  readonly least?: Captured | (() => Captured);
  /** The floor of what writes. */
  floor?(floor: Floor): Promise<void>;
  /** So many orders must wait before a second of it begins. */
  readonly uses?: { readonly floor: number; readonly ours: number };
}

/** More than a core can do in a second. */
const MOVES_A_SECOND = { floor: 2_500, ours: 1_000 };

const MADE_OF = `attributes.${encodeURIComponent('Матеріал')}`;
const [RARE, FREQUENT] = [encodeURIComponent('Шовк'), encodeURIComponent('Бавовна')];
const SHOWN_FIELDS = 'key1,key2,key4,key8,key99';

/** Orders to move, somebody who looks at the lists of a dropshipper, and what he looks for in the market. */
export interface Others {
  readonly supply?: Supply;
  readonly client?: HttpClient | undefined;
  readonly found?: MarketWords | undefined;
}

/** What people do most, and the lists and searches that grow. */
export async function makeJobs(
  http: HttpClient,
  data: Data,
  words: Words,
  { supply, client, found }: Others = {},
): Promise<Job[]> {
  const root = `/api/projects/${data.project_id}`;
  const get = (kind: Kind, name: string, path: string): Job => ({
    name,
    kind,
    path: `${root}/${path}`,
    ours: () => http.ask('GET', `${root}/${path}`, undefined, 200),
  });
  const list = (name: string, path: string, least: Captured, asker = http): Job => ({
    name,
    kind: 'list',
    least,
    ours: () => asker.ask('GET', `${root}/${path}`, undefined, 200),
  });
  const pages = leastPages(data);
  const search = (name: string, path: string, draw: () => string): Job => ({
    name,
    kind: 'search',
    ours: () => http.ask('GET', `${root}/${path}&q=${encodeURIComponent(draw())}`, undefined, 200),
  });
  const known = JSON.parse((await http.ask('GET', `${root}/orders?limit=1`, undefined, 200)).text) as {
    items: { id: string }[];
  };
  const shown = JSON.parse(
    (await http.ask('GET', `${root}/product_variants/all_records?limit=50`, undefined, 200)).text,
  ) as { items: { sku: string }[] };
  const skus = shown.items.map(({ sku }) => sku).filter(Boolean);
  const products = 'products/v2?limit=20';
  const orders = 'orders?limit=50';
  const variants = 'product_variants/all_records?limit=50';
  const counterparties = 'counterparties?limit=50';
  const nextParty = inTurn(data.counterparties);
  return [
    {
      name: 'create and send, 3 lines',
      kind: 'placing',
      floor: (floor) => floor.place(),
      ours: () => http.ask('POST', `${root}/orders`, order(data), 201),
    },
    {
      name: 'create and send, paid on delivery',
      kind: 'placing',
      ours: () => http.ask('POST', `${root}/orders`, { ...order(data), cod: {} }, 201),
    },
    ...(supply ? [moveToSent(http, root, supply)] : []),
    {
      name: 'record a payment',
      kind: 'money',
      ours: () => http.ask('POST', `${root}/payments`, payment(any(data.counterparties)), 201),
    },
    ...(await payOrders(http, root, data)),
    {
      name: 'check a pasted table of 50 orders',
      kind: 'placing',
      ours: () => http.ask('POST', `${root}/order_batches/check`, { rows: pastedRows(skus) }, 200),
    },
    ...(await returnOrders(http, root)),
    list('returns, 50', 'returns?limit=50', pages.returns),
    ...(await issuePapers(http, root)),
    list('papers, 50', 'papers?limit=50', pages.papers),
    await makePayouts(http, root),
    get('one', 'who may be paid out, 50', 'payout_candidates?limit=50'),
    {
      name: 'build a reconciliation act of a year',
      kind: 'money',
      async ours() {
        // two acts of one counterparty and period at once are refused
        const period = { counterparty_id: nextParty(), from: daysAgo(364), to: daysAgo(1) };
        const { text } = await http.ask('POST', `${root}/reconciliations`, period, 201);
        const { id } = JSON.parse(text) as { id: string };
        return http.ask('POST', `${root}/reconciliations/${id}/withdraw`, undefined, 200);
      },
    },
    {
      name: 'add a client',
      kind: 'one',
      ours: () => http.ask('POST', `${root}/clients`, { name: 'Іваненко Ірина', phone: nextPhone() }, 201),
    },
    list('clients, 50', 'clients?limit=50', pages.clients),
    list('products, 20', products, pages.products),
    get('one', 'product', `products/${data.products[0]}/show_v2`),
    list('orders, 50', orders, pages.orders),
    get('one', 'order', `orders/${known.items[0]?.id}`),
    list('orders by status, 50', `${orders}&status=Ready`, pages.ordersByStatus),
    search('order search: part of a name', orders, words.name),
    search('order search: tail of a phone', orders, words.phone),
    search('order search: SKU', orders, words.sku),
    search('order search: of every kind', orders, words.order),
    {
      name: 'stock change',
      kind: 'stock',
      floor: (floor) => floor.stock(),
      ours: () => {
        const change = { delta: 1, comment: 'приймання' };
        return http.ask('POST', `${root}/product_variants/${any(data.variants)}/stock`, change, 200);
      },
    },
    {
      name: 'post an income, 100 lines',
      kind: 'stock',
      ours: () => http.ask('POST', `${root}/turnover`, income(data), 201),
    },
    ...statisticsJobs(http, root, client),
    list('turnover, 50', 'turnover?limit=50', pages.turnover),
    list('balance and ledger page', `counterparties/${data.counterparties[1]}/ledger?limit=50`, pages.ledger),
    search('product search: word', products, words.title),
    search('product search: SKU', products, words.sku),
    list('variants, 50', variants, pages.variants),
    // published goods, at the prices of his level less his discount
    ...(client
      ? [
          list('products of a dropshipper with a price level, 20', products, pages.products, client),
          list('variants of a dropshipper with a price level, 50', variants, pages.variants, client),
        ]
      : []),
    ...(client && found ? market(client, pages, found) : []),
    ...(data.attributes > 0
      ? [
          list('products by a rare attribute, 20', `${products}&${MADE_OF}=${RARE}`, pages.products),
          list('products by a frequent attribute, 20', `${products}&${MADE_OF}=${FREQUENT}`, pages.products),
          list('variants by a rare attribute, 50', `${variants}&${MADE_OF}=${RARE}`, pages.variants),
          list(
            'variants by a rare attribute and name, 50',
            `${variants}&${MADE_OF}=${RARE}&sort=-name`,
            pages.variants,
          ),
        ]
      : []),
    search('variant search: words', variants, words.titleWords),
    search('variant search: SKU', variants, words.sku),
    ...(data.fields > 0
      ? [
          list('products with 5 fields, 20', `${products}&with_fields=${SHOWN_FIELDS}`, pages.products),
          list('variants with 5 fields, 50', `${variants}&with_fields=${SHOWN_FIELDS}`, pages.variants),
          list('variants by a rare field of numbers, 50', `${variants}&fields.key1=8`, pages.variants),
          list('variants by a field that nobody has, 50', `${variants}&fields.key1=1000`, pages.variants),
        ]
      : []),
    list('counterparties, 50', counterparties, pages.counterparties),
    search('counterparty search', counterparties, words.counterparty),
    list('payments, 50', 'payments?limit=50', pages.payments),
  ];
}

function moveToSent(http: HttpClient, root: string, supply: Supply): Job {
  return {
    name: 'move to Sent',
    kind: 'move',
    uses: MOVES_A_SECOND,
    floor: (floor) => floor.move(supply.take()),
    async ours() {
      const reply = await http.ask('POST', `${root}/orders/${supply.take().id}/moves`, { to: 'Sent' }, 200);
      if (!reply.body.includes('"status":"Sent"')) throw new Error(`not moved: ${reply.text.slice(0, 300)}`);
      return reply;
    },
  };
}

const payment = (counterparty_id: string, amount = 100) => ({
  ...{ counterparty_id, amount, type: 'receipt', account: 'bank', comment: 'За рахунком' },
  date: new Date().toISOString().slice(0, 10),
});

const PAYERS = 300;
const PAID_ORDERS = 5;

/**
 * One payment over five orders of one counterparty, a kopeck for each, so that it can be done again and again; nothing
 * where nobody has so many open orders.
 */
async function payOrders(http: HttpClient, root: string, data: Data): Promise<Job[]> {
  const bodies: object[] = [];
  for (const counterparty of data.counterparties.slice(0, PAYERS)) {
    const path = `${root}/orders?counterparty_id=${counterparty}&status=Pending,InProduction,Ready,Loading,Loaded&limit=${PAID_ORDERS}`;
    const { items } = JSON.parse((await http.ask('GET', path, undefined, 200)).text) as { items: { id: string }[] };
    if (items.length < PAID_ORDERS) continue;
    const orders = items.map(({ id }) => ({ order_id: id, amount: 1 }));
    bodies.push({ ...payment(counterparty, PAID_ORDERS), orders });
  }
  const job: Job = {
    name: 'record a payment over 5 orders',
    kind: 'money',
    ours: () => http.ask('POST', `${root}/payments`, any(bodies), 201),
  };
  return bodies.length > 0 ? [job] : [];
}

const INCOME_LINES = 100;

/** Of goods that stand one after another, from anywhere: two may meet in some of them. */
function income(data: Data) {
  const from = Math.floor(Math.random() * data.variants.length);
  const items = Array.from({ length: Math.min(INCOME_LINES, data.variants.length) }, (_, nth) => ({
    product_variant_id: data.variants[(from + nth) % data.variants.length],
    count: 5,
    transaction_item_price: 12_345,
  }));
  return { flow: 'income', type: 'purchase', counterparty_id: any(data.counterparties), items };
}

/** Of nobody else: a phone is one client. */
let phones = 0;
const nextPhone = (): string => {
  phones += 1;
  return `050${String(phones).padStart(7, '0')}`;
};

const anyPhone = (): string => `067${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;

/** Rows of a spreadsheet, each a new order of one line. */
const pastedRows = (skus: readonly string[]) =>
  Array.from({ length: 50 }, () => ({
    ...{ name: 'Іваненко Ірина', phone: anyPhone(), town: 'Львів', branch: 'Відділення 1' },
    ...{ code: any(skus), count: '2' },
  }));

const RETURNED = 100;

/** One piece of an order that was sent comes back, and that is taken back, so that it can be done again and again. */
async function returnOrders(http: HttpClient, root: string): Promise<Job[]> {
  const { items } = JSON.parse(
    (await http.ask('GET', `${root}/orders?status=Complete&limit=${RETURNED}`, undefined, 200)).text,
  ) as { items: { id: string }[] };
  const bodies: object[] = [];
  for (const { id } of items) {
    const read = JSON.parse((await http.ask('GET', `${root}/orders/${id}`, undefined, 200)).text) as {
      items: { id: string }[];
    };
    const [line] = read.items;
    if (line) bodies.push({ order_id: id, reason: 'damaged', items: [{ order_item_id: line.id, count: 1 }] });
  }
  let next = 0;
  const job: Job = {
    name: 'make a return and take it back',
    kind: 'money',
    async ours() {
      // one after another: two at once could want the only piece of an order
      next += 1;
      const { text } = await http.ask('POST', `${root}/returns`, bodies[next % bodies.length], 201);
      return http.ask('POST', `${root}/returns/${(JSON.parse(text) as { id: string }).id}/withdraw`, undefined, 200);
    },
  };
  return bodies.length > 0 ? [job] : [];
}

/** A delivery note of one of many orders: drawn by nobody yet, numbered in one sequence. */
async function issuePapers(http: HttpClient, root: string): Promise<Job[]> {
  const legal = { legal_name: 'ТОВ «Мануфактура»', legal_type: 'ТОВ', edropoy_code: '32855961', iban: BANK.iban };
  await http.ask('PATCH', root, { project: legal }, 200);
  const path = `${root}/orders?status=Sent,Complete&limit=${RETURNED}`;
  const { items } = JSON.parse((await http.ask('GET', path, undefined, 200)).text) as { items: { id: string }[] };
  const job: Job = {
    name: 'issue a delivery note',
    kind: 'money',
    ours: () => http.ask('POST', `${root}/orders/${any(items).id}/documents`, { type: 'delivery_note' }, 201),
  };
  return items.length > 0 ? [job] : [];
}

const PAID_OUT = 20;
const BANK = { recipient_name: 'Іваненко Ірина', iban: 'UA213223130000026007233566001', code: '3184710691' };

/** A register of those who have paid far ahead, a kopeck for each, and canceled whole, so that it can be done again. */
async function makePayouts(http: HttpClient, root: string): Promise<Job> {
  const { items } = JSON.parse((await http.ask('GET', `${root}/counterparties?limit=50`, undefined, 200)).text) as {
    items: { id: string; own_sales: boolean }[];
  };
  // nothing is paid out to oneself
  const parties = items.flatMap(({ id, own_sales }) => (own_sales ? [] : [id])).slice(0, PAID_OUT);
  for (const id of parties) await http.ask('POST', `${root}/payments`, payment(id, 1_000_000_000), 201);
  const rows = parties.map((counterparty_id) => ({ ...BANK, counterparty_id, amount: 1 }));
  return {
    name: `make a payout register of ${parties.length} and cancel it`,
    kind: 'money',
    async ours() {
      const { text } = await http.ask('POST', `${root}/payouts`, { rows }, 201);
      const made = JSON.parse(text) as { id: string; items: { id: string }[] };
      const row_ids = made.items.map(({ id }) => id);
      return http.ask('POST', `${root}/payouts/${made.id}/cancel`, { row_ids, reason: 'помилка' }, 200);
    },
  };
}

export function order(data: Data) {
  return {
    counterparty_id: any(data.counterparties),
    items: threeVariants(data).map((product_variant_id) => ({ product_variant_id, count: 1 })),
    customer: { name: 'Іваненко Ірина', phone: anyPhone() },
    delivery: {
      operator: 'nova_poshta',
      recipient_name: 'Іваненко Ірина',
      recipient_phone: '0671234567',
      address: 'Львів, відділення 1',
    },
    send: true,
  };
}

/** The floor of a job, as work to measure: what it says itself, the least page, or the product's own select for its path. */
export function floorOf(job: Job, floor: Floor, captured: ReadonlyMap<string, Captured>): (() => Promise<void>) | null {
  const own = job.floor;
  if (own) return () => own(floor);
  const { least } = job;
  if (typeof least === 'function') return () => floor.select(least());
  const statement = least ?? (job.path ? captured.get(job.path) : undefined);
  return statement ? () => floor.select(statement) : null;
}
