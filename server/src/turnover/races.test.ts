import * as contract from '@lanka/domain/turnover/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import {
  balanceOf,
  differencesOf,
  makeCounterparty,
  makeDropshipper,
  makeVariants,
  orderBody,
  placeOrder,
  stockOf,
} from '../../test/trade';

let app: TestApp;
let project: TestProject;
let supplier: string;
let variants: string[];

beforeAll(async () => {
  app = await testApp({ DB_POOL_SIZE: '30' });
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  supplier = await makeCounterparty(app, project);
  variants = await makeVariants(app, project, [{}, {}, {}, {}]);
});

const options = (id: string) => ({ params: { project_id: project.id, id }, token: project.owner.token });
const enter = async (rest: object, order = variants) =>
  (
    await app.call(contract.createTurnover, {
      ...options(''),
      params: { project_id: project.id },
      body: {
        flow: 'income',
        type: 'purchase',
        counterparty_id: supplier,
        items: order.map((product_variant_id) => ({ product_variant_id, count: 10, transaction_item_price: 100 })),
        ...rest,
      },
    })
  ).body;
const post = (id: string) => app.call(contract.postTurnover, options(id));
const reverse = (id: string) => app.call(contract.reverseTurnover, { ...options(id), body: {} });
const arrive = (id: string, count: number) =>
  app.call(contract.arriveTurnover, {
    ...options(id),
    body: { items: variants.map((product_variant_id) => ({ product_variant_id, count })) },
  });
const outcomes = (answers: readonly { status: number; error: { code?: string } }[]) =>
  answers.map(({ status, error }) => (status < 300 ? 'done' : error.code)).sort();
const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

async function expectShelf(actual: number, balance: number): Promise<void> {
  for (const id of variants) expect(await stockOf(app, project, id)).toMatchObject({ actual, movements: actual });
  expect(await balanceOf(app, project, supplier)).toBe(balance);
  expect(await differencesOf(app, project)).toEqual([]);
}

it('posts a draft once, however many press', async () => {
  const { id } = await enter({ draft: true });
  expect(new Set(outcomes(await times(8, () => post(id))))).toEqual(new Set(['done']));
  await expectShelf(10, 4000);
});

it('reverses a document once, however many press', async () => {
  const { id } = await enter({});
  const answers = await times(8, () => reverse(id));
  expect(new Set(answers.map(({ body }) => body.reversed_by?.id)).size).toBe(1);
  await expectShelf(0, 0);
});

it('never lets more arrive than is expected', async () => {
  const { id } = await enter({ in_stock: false });
  expect(outcomes(await times(8, () => arrive(id, 3)))).toEqual([
    'done',
    'done',
    'done',
    ...Array.from({ length: 5 }, () => 'turnover.more_than_expected'),
  ]);
  await expectShelf(9, 4000);
});

it('arrives and reverses at once in one order or the other: nothing is left of it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await enter({ in_stock: false });
    const [arrived, reversed] = await Promise.all([times(3, () => arrive(id, 2)), reverse(id)]);
    expect(reversed.status).toBe(200);
    for (const outcome of outcomes(arrived)) expect(['done', 'turnover.reversed']).toContain(outcome);
    await expectShelf(0, 0);
  }
});

it('edits, posts and deletes a draft at once: it is whole or gone', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id } = await enter({ draft: true });
    const edit = app.call(contract.updateTurnover, {
      ...options(id),
      body: { items: [{ product_variant_id: variants[0] ?? '', count: 7, transaction_item_price: 100 }] },
    });
    await Promise.all([edit, post(id), app.call(contract.deleteTurnover, options(id))]);
    await reverse(id);
  }
  await expectShelf(0, 0);
});

it('enters documents of the same goods in any order while orders are placed, and nobody blocks another', async () => {
  const seller = await makeDropshipper(app, project);
  await enter({});
  const [entered, placed] = await Promise.all([
    times(24, (n) => enter({}, n % 2 ? variants : [...variants].reverse())),
    times(10, (n) =>
      placeOrder(
        app,
        project,
        seller.token,
        orderBody({ [variants[n % 4] ?? '']: 1, [variants[(n + 1) % 4] ?? '']: 1 }, { send: true }),
      ),
    ),
  ]);
  expect(new Set(entered.map(({ status }) => status))).toEqual(new Set(['posted']));
  expect(new Set(entered.map(({ number }) => number)).size).toBe(24);
  expect(new Set(placed.map(({ status }) => status))).toEqual(new Set([201]));
  await Promise.all(entered.map(({ id }) => reverse(id)));
  await expectShelf(10, 4000);
});
