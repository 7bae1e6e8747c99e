import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { SIMULATORS } from '../simulators/list';
import { refOf, TOWNS } from '../simulators/nova_poshta/directory';
import { type Simulators, startSimulators } from '../simulators/start';
import { seeded } from '../src/demo/random';
import { type Body, Http, Unanswered } from './http';
import { freePort, Product } from './product';
import { makeStage, type Stage } from './stage';

/** What dies while receipts and waybills are asked for. */
export const DYING = ['product', 'services', 'both'] as const;
export type Dying = (typeof DYING)[number];

export interface ServicesOptions {
  readonly dataDir: string;
  readonly seed: number;
  /** What dies in each round, in this order. */
  readonly kinds: readonly Dying[];
  /** Orders of a round, each with a receipt and a waybill. */
  readonly orders: number;
  readonly say: (line: string) => void;
}

export interface ServicesReport {
  readonly orders: number;
  /** Presses that were never answered. */
  readonly unanswered: number;
  /** What went wrong; empty when all is well. */
  readonly problems: readonly string[];
}

const NOVA_POSHTA_KEY = 'a'.repeat(32);
const REGISTER = { name: 'Каса', pin: '1111111111', license_key: `test${'0'.repeat(22)}01` };
const LEASE_SECONDS = 300;
const MOST_ROUNDS = 60;
const STEP_MS = 12 * 60_000;
const townRef = (name: string): string => TOWNS.find((one) => one.name === name)?.ref ?? '';

/**
 * Receipts and waybills are asked for while the product is killed, the services go away and come back, or both. In the
 * end each order has one receipt and one waybill, here and there: however often each was asked for.
 */
export async function runServices({ dataDir, seed, kinds, orders, say }: ServicesOptions): Promise<ServicesReport> {
  const random = seeded(seed);
  const port = await freePort();
  const folder = join(dataDir, 'simulators');
  // their clock begins anew with them
  const open = async (aheadMs = 0): Promise<Simulators> => {
    const opened = await startSimulators(SIMULATORS, { port, folder });
    if (aheadMs > 0) await opened.advance(aheadMs);
    await opened.act('checkbox', 'steps', { count: '0' });
    await opened.act('nova_poshta', 'late', { seconds: '0' });
    return opened;
  };
  let services = await open();
  const { addresses } = services;
  const env = { NOVA_POSHTA_URL: addresses.nova_poshta ?? '', CHECKBOX_URL: addresses.checkbox ?? '' };
  const product = await Product.start(dataDir, env, join(dataDir, 'server.log'));
  const http = new Http(product.address);
  const problems: string[] = [];
  const made: string[] = [];
  let unanswered = 0;
  try {
    const stage = await makeStage(http, product.database.url);
    const world = new World(http, product, stage);
    await world.connect();
    for (const kind of kinds) {
      const round = await Promise.all(Array.from({ length: orders }, () => world.place()));
      made.push(...round);
      const asked = watch(services);
      const pressed = Promise.all(round.flatMap((id) => [world.press(id), world.press(id)]));
      // at the moment when it is done there, and hardly written here
      await asked(random.whole(1, 2 * orders - 1));
      const began = new Date();
      if (kind !== 'product') await services.close();
      if (kind !== 'services') await product.kill('server');
      unanswered += (await pressed).reduce((sum, n) => sum + n, 0);
      if (kind !== 'services') await product.recover();
      // a process that is not there any more holds nothing
      await world.sql(
        `update integration_tasks set next_at = now() where project_id = $1 and state = 'running' and next_at < $2`,
        kind === 'services' ? new Date(0) : new Date(began.getTime() + LEASE_SECONDS * 1_000),
      );
      if (kind !== 'product') services = await open(world.aheadMs);
      const rest = await world.settle(services, made);
      problems.push(...rest, ...(await world.compare(services, made)));
      say(`${kind.padEnd(9)} ${made.length} orders, ${unanswered} presses unanswered`);
      if (problems.length > 0) break;
    }
    if (http.statuses.get(500)) problems.push(`${http.statuses.get(500)} answers were 500:\n${product.tail()}`);
  } catch (error) {
    problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error), product.tail());
  } finally {
    await product.stop();
    await services.close();
    http.close();
  }
  return { orders: made.length, unanswered, problems };
}

type Row = Record<string, unknown>;

class World {
  /** So far the clock of the services was moved. */
  aheadMs = 0;

  constructor(
    private readonly http: Http,
    private readonly product: Product,
    private readonly stage: Stage,
  ) {}

  private get at(): string {
    return `/api/projects/${this.stage.project_id}`;
  }

  private async ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
    return this.http.ask({ method, path: `${this.at}/${path}`, token: this.stage.owner, ...(body ? { body } : {}) });
  }

  private async must(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Body> {
    const reply = await this.ask(method, path, body);
    if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  }

  /** Looks past the product: with the project as the only one that is entered. */
  async sql(text: string, ...values: unknown[]): Promise<Row[]> {
    const client: pg.Client = await this.product.connect();
    try {
      await client.query(`select set_config('lanka.project_ids', $1, false)`, [this.stage.project_id]);
      return (await client.query<Row>(text, [this.stage.project_id, ...values])).rows;
    } finally {
      await client.end();
    }
  }

  /** A plan that has receipts, a carrier, and a register whose shift is open. */
  async connect(): Promise<void> {
    await this.sql(`update projects set subscription_plan = 'manufacturer-premium-monthly' where id = $1`);
    await this.must('PUT', 'delivery/nova_poshta', { key: NOVA_POSHTA_KEY });
    const town = townRef('Київ');
    await until('the directory of the carrier', async () => {
      const place = { city_ref: town, branch_ref: refOf('branch', town, 1) };
      return (await this.ask('PUT', 'delivery/nova_poshta', place)).status === 200;
    });
    const { id } = await this.must('POST', 'cash_registers', REGISTER);
    await this.must('POST', `cash_registers/${id}/open`, {});
    await until('the shift', async () => (await this.must('GET', `cash_registers/${id}`)).shift === 'opened');
  }

  async place(): Promise<string> {
    const town = townRef('Львів');
    const { id } = await this.must('POST', 'orders', {
      items: [{ product_variant_id: this.stage.variants[0], count: 2 }],
      customer: { name: 'Марія Іваненко', phone: '0671234567' },
      delivery: {
        ...{ operator: 'nova_poshta', recipient_name: 'Іваненко Марія', recipient_phone: '0671234567' },
        ...{ town: 'Львів', address: 'Відділення №1', city_ref: town, branch_ref: refOf('branch', town, 1) },
      },
      send: true,
    });
    return String(id);
  }

  /** Presses both buttons of an order; answers how many presses nobody answered. */
  async press(id: string): Promise<number> {
    const presses = [
      this.ask('POST', `orders/${id}/receipts`, { payment_method: 'cash' }),
      this.ask('POST', `orders/${id}/waybill`, {}),
    ];
    const ends = await Promise.allSettled(presses);
    return ends.filter((end) => {
      if (end.status === 'fulfilled') return false;
      if (end.reason instanceof Unanswered) return true;
      throw end.reason;
    }).length;
  }

  /** Presses again what was not answered, and lets time go by until nothing waits. */
  async settle(services: Simulators, orders: readonly string[]): Promise<string[]> {
    for (const id of orders) await this.press(id);
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      await services.advance(STEP_MS);
      this.aheadMs += STEP_MS;
      await this.sql(
        `update delivery_waybills set tried_at = tried_at - interval '12 minutes' where project_id = $1 and tried_at is not null`,
      );
      await this.sql(`update integration_tasks set next_at = now() where project_id = $1 and state = 'waiting'`);
      for (const service of ['nova_poshta', 'checkbox']) await this.must('POST', `integrations/${service}/resume`, {});
      await sleep(200);
      const [left] = await this.sql(
        `select count(*)::int as n from integration_tasks where project_id = $1 and state in ('waiting', 'running')`,
      );
      if (left?.n !== 0) continue;
      const lost = await this.sayLost();
      if (lost.length === 0) return [];
      for (const id of lost) await this.press(id);
    }
    const rows = await this.sql(
      `select service, kind, state, attempts, error from integration_tasks where project_id = $1 and state in ('waiting', 'running')`,
    );
    return [`the queues do not come to an end: ${JSON.stringify(rows)}`];
  }

  /**
   * Where nobody knows whether the carrier heard, a person looks at the carrier's own page, says that it was not made
   * and asks anew. Answers the orders of which that was said.
   */
  private async sayLost(): Promise<string[]> {
    const unsure = await this.sql(
      `select order_id from delivery_waybills where project_id = $1 and state = 'asked' and error->>'code' = 'delivery.unsure'`,
    );
    const orders = unsure.map(({ order_id }) => String(order_id));
    for (const id of orders) await this.must('DELETE', `orders/${id}/waybill`);
    const removed = await this.sql(
      `select order_id from delivery_waybills where project_id = $1
       group by order_id having bool_and(state = 'removed')`,
    );
    return [...orders, ...removed.map(({ order_id }) => String(order_id))];
  }

  /** One receipt and one waybill for each order, here and there. */
  async compare(services: Simulators, orders: readonly string[]): Promise<string[]> {
    const receipts = await this.sql('select id, order_id, status, total from fiscal_receipts where project_id = $1');
    const waybills = await this.sql(
      `select order_id, state, ttn from delivery_waybills where project_id = $1 and state <> 'removed'`,
    );
    const problems = orders.flatMap((id) => {
      const own = receipts.filter(({ order_id }) => order_id === id).map(({ status }) => status);
      const sent = waybills.filter(({ order_id }) => order_id === id).map(({ state }) => state);
      return [
        ...(own.join() === 'issued' ? [] : [`order ${id} has the receipts ${own.join() || 'none'}`]),
        ...(sent.join() === 'made' ? [] : [`order ${id} has the waybills ${sent.join() || 'none'}`]),
      ];
    });
    const theirs = JSON.parse(await services.act('checkbox', 'dump')) as {
      id: string;
      status: string;
      total_sum: number;
    }[];
    const here = receipts.map(({ id, total }) => `${id} DONE ${total}`);
    const there = theirs.map(({ id, status, total_sum }) => `${id} ${status} ${total_sum}`);
    problems.push(...differing('receipt', here, there));
    problems.push(
      ...differing(
        'waybill',
        waybills.map(({ ttn }) => String(ttn)),
        await documents(services),
      ),
    );
    return problems;
  }
}

/** Waits until so many waybills and receipts have been asked for since, or none is asked for any more. */
function watch(services: Simulators): (count: number) => Promise<void> {
  const names = ['nova_poshta', 'checkbox'];
  const last = new Map(names.map((name) => [name, services.calls(name)[0]]));
  const isMaking = (what: string): boolean =>
    /InternetDocument","calledMethod":"save"|POST .*\/receipts\/sell/.test(what);
  const count = (): number =>
    names.reduce((sum, name) => {
      const calls = services.calls(name);
      const old = last.get(name);
      const fresh = old && calls.includes(old) ? calls.slice(0, calls.indexOf(old)) : calls;
      return sum + fresh.filter(({ what }) => isMaking(what)).length;
    }, 0);
  return async (wanted) => {
    const began = performance.now();
    while (count() < wanted && performance.now() - began < 10_000) await sleep(1);
  };
}

const differing = (what: string, here: readonly string[], there: readonly string[]): string[] => [
  ...here.filter((one) => !there.includes(one)).map((one) => `the service has no ${what} ${one}`),
  ...there.filter((one) => !here.includes(one)).map((one) => `nobody knows of the ${what} ${one}`),
  ...(new Set(there).size < there.length ? [`the service has a ${what} twice`] : []),
];

/** What the carrier has, asked past the product. */
async function documents(services: Simulators): Promise<string[]> {
  const all: string[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await fetch(services.addresses.nova_poshta ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ apiKey: NOVA_POSHTA_KEY, modelName: 'InternetDocument', calledMethod: 'getDocumentList' },
        methodProperties: { Page: page },
      }),
    });
    const { data } = (await answer.json()) as { data: { IntDocNumber: string }[] };
    all.push(...data.map(({ IntDocNumber }) => IntDocNumber));
    if (data.length < 100) return all;
  }
}

async function until(what: string, isThere: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await isThere())) {
    if (performance.now() - began > 60_000) throw new Error(`${what} is waited for in vain`);
    await sleep(100);
  }
}
