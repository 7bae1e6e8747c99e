import { readAudit } from '@lanka/domain/audit/contract';
import { createBooking } from '@lanka/domain/bookings/contract';
import { createProduct } from '@lanka/domain/catalog/contract';
import { createCategory } from '@lanka/domain/categories/contract';
import { addPicks } from '@lanka/domain/picking/contract';
import { changeStock, listStockMovements } from '@lanka/domain/stock/contract';
import * as contract from '@lanka/domain/stocktakes/contract';
import { createTurnover } from '@lanka/domain/turnover/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { differencesOf, makeCounterparty, makeVariants, move, orderBody, placeOrder, stockOf } from '../../test/trade';

let app: TestApp;
let project: TestProject;
let party: string;
let variants: string[];
let a: string;
let b: string;

beforeAll(async () => {
  app = await testApp({ DB_POOL_SIZE: '30' });
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  party = await makeCounterparty(app, project);
  variants = await makeVariants(app, project, [
    { stock: 10, sku: 'ST-1' },
    { stock: 5, sku: 'ST-2' },
    { stock: 8, sku: 'ST-3' },
  ]);
  [a = '', b = ''] = variants;
});

type Entry = Omit<contract.CountInput, 'id' | 'mode' | 'count' | 'age_ms'> &
  Partial<Pick<contract.CountInput, 'id' | 'mode' | 'count' | 'age_ms'>>;
const at = (id = '') => ({ params: { project_id: project.id, id }, token: project.owner.token });
const open = async (body: object = {}) => (await app.call(contract.createStocktake, { ...at(), body })).body;
const count = (id: string, ...counts: Entry[]) =>
  app.call(contract.addStocktakeCounts, {
    ...at(id),
    body: { counts: counts.map((one) => ({ id: crypto.randomUUID(), ...one })) },
  });
const finish = (id: string, body: object = {}) => app.call(contract.finishStocktake, { ...at(id), body });
const read = async (id: string) => (await app.call(contract.readStocktake, at(id))).body;
const lines = async (id: string, query: object = {}) =>
  (await app.call(contract.listStocktakeLines, { ...at(id), query })).body.items;
const change = (id: string, body: object) =>
  app.call(changeStock, { ...at(id), body: { comment: '', ...body } as never });
const sell = async (variant: string, pieces: number) => {
  const body = orderBody({ [variant]: pieces }, { counterparty_id: party, send: true });
  const { status, body: order } = await placeOrder(app, project, project.owner.token, body);
  if (status !== 201) return false;
  return (await move(app, project, project.owner.token, order.id, 'Sent')).status === 200;
};
const receive = (variant: string, pieces: number, price = 100) =>
  app.call(createTurnover, {
    ...at(),
    body: {
      flow: 'income',
      type: 'purchase',
      items: [{ product_variant_id: variant, count: pieces, transaction_item_price: price }],
    },
  });

async function expectAudit(): Promise<void> {
  expect(await differencesOf(app, project)).toEqual([]);
}

/** An order whose pieces are ticked, so many by so many. */
const pickFor = async (variant: string, pieces: number, ticked: number) => {
  const body = orderBody({ [variant]: pieces }, { counterparty_id: party, send: true });
  const { status, body: order } = await placeOrder(app, project, project.owner.token, body);
  // there is less of it than was asked for
  if (status !== 201) return '';
  const picks = [{ id: crypto.randomUUID(), product_variant_id: variant, count: ticked }];
  const answer = await app.call(addPicks, { ...at(order.id), body: { status: 'Pending', picks } });
  expect(answer.body.results[0]?.error).toBeNull();
  return order.id;
};
const to = (order: string, status: 'Ready' | 'Loading' | 'Loaded' | 'Sent' | 'Blocked') =>
  move(app, project, project.owner.token, order, status, status === 'Blocked' ? 'Адреса' : undefined);

describe('what is picked and not sent', () => {
  it('is in the books and not on the shelf: a count of the shelf is right whatever leaves afterwards', async () => {
    const order = await pickFor(a, 4, 3);
    const { id } = await open();
    const [first] = (await count(id, { product_variant_id: a, mode: 'set', count: 7 })).body.results;
    expect(first?.line).toMatchObject({ counted: 7, expected: 7, set_aside: 3, difference: 0 });
    // it is looked at once more before it goes; the box stays where it is
    await to(order, 'Ready');
    const [again] = (await count(id, { product_variant_id: a, mode: 'set', count: 7 })).body.results;
    expect(again?.line).toMatchObject({ set_aside: 3, difference: 0 });
    await to(order, 'Loading');
    await to(order, 'Loaded');
    // all of it is in the car, ticked or not
    const [loaded] = (await count(id, { product_variant_id: a, mode: 'set', count: 5 })).body.results;
    expect(loaded?.line).toMatchObject({ expected: 6, set_aside: 4, difference: -1 });
    await to(order, 'Sent');
    expect((await finish(id)).body.totals).toMatchObject({ surplus: 0, shortage: 1 });
    expect(await stockOf(app, project, a)).toMatchObject({ actual: 5, movements: 5 });
    await expectAudit();
  });

  it('is not taken for missing when nobody counted anything, and comes back with an order that is sent back', async () => {
    const order = await pickFor(a, 4, 4);
    const gone = await pickFor(b, 2, 2);
    await to(gone, 'Blocked');
    const { id } = await open();
    const [back] = (await count(id, { product_variant_id: b, mode: 'set', count: 5 })).body.results;
    expect(back?.line).toMatchObject({ expected: 5, set_aside: 0, difference: 0 });
    expect((await finish(id, { uncounted: 'zero', skip_refused: true })).status).toBe(200);
    expect((await lines(id)).find(({ product_variant_id }) => product_variant_id === a)).toMatchObject({
      counted: 0,
      expected: 6,
      set_aside: 4,
    });
    expect(await stockOf(app, project, a)).toMatchObject({ actual: 4, booked: 4 });
    expect((await to(order, 'Sent')).status).toBe(200);
  });

  it('is worked out for a count that comes late, and makes it doubtful when it was picked about then', async () => {
    const order = await pickFor(a, 4, 3);
    const { id } = await open();
    // picked half an hour ago, counted ten minutes ago, sent five minutes ago
    await app.sql(project.id, `update order_picks set created_at = now() - interval '30 minutes'`, []);
    await app.sql(project.id, `update order_history set created_at = now() - interval '40 minutes'`, []);
    await app.sql(project.id, `update stocktakes set created_at = now() - interval '1 hour'`, []);
    await app.sql(project.id, `update stock_movements set created_at = now() - interval '2 hours'`, []);
    await to(order, 'Sent');
    await app.sql(
      project.id,
      `update stock_movements set created_at = now() - interval '5 minutes' where kind = 'shipment'`,
      [],
    );
    const late = async (minutes: number) =>
      (await count(id, { product_variant_id: a, mode: 'set', count: 7, age_ms: minutes * 60_000 })).body.results[0]
        ?.line;
    expect(await late(10)).toMatchObject({ expected: 7, set_aside: 3, difference: 0, doubt: null });
    // before it was picked, and about when
    expect(await late(35)).toMatchObject({ expected: 10, set_aside: 0 });
    expect(await late(30)).toMatchObject({ doubt: 'moved' });
  });

  it('is known of an order that let its goods go between a late count and its coming, and booked them anew', async () => {
    const order = await pickFor(a, 4, 3);
    const other = await pickFor(b, 2, 2);
    const { id } = await open();
    for (const [table, ago] of Object.entries({
      ...{ order_picks: '30 minutes', order_history: '40 minutes', bookings: '40 minutes' },
      ...{ stocktakes: '1 hour', stock_movements: '2 hours' },
    }))
      await app.sql(project.id, `update ${table} set created_at = now() - interval '${ago}'`, []);
    await to(order, 'Blocked');
    await move(app, project, project.owner.token, other, 'Canceled', 'Помилка');
    const late = async (variant: string, minutes: number, pieces: number) =>
      (await count(id, { product_variant_id: variant, mode: 'set', count: pieces, age_ms: minutes * 60_000 })).body
        .results[0]?.line;
    expect(await late(a, 10, 7)).toMatchObject({ expected: 7, set_aside: 3, difference: 0 });
    expect(await late(b, 10, 3)).toMatchObject({ expected: 3, set_aside: 2, difference: 0 });
    expect(await late(b, 0, 5)).toMatchObject({ expected: 5, set_aside: 0, difference: 0 });
    // once more under way: the new booking is not that of then
    expect((await move(app, project, project.owner.token, order, 'Pending')).status).toBe(200);
    expect(await stockOf(app, project, a)).toMatchObject({ booked: 4 });
    await app.sql(project.id, `update order_picks set count = 4 where product_variant_id = $1`, [a]);
    expect(await late(a, 9, 6)).toMatchObject({ expected: 6, set_aside: 4 });
    expect(await late(a, 0, 10)).toMatchObject({ expected: 10, set_aside: 0 });
  });

  it('is known late where a phone was without network: who counted meanwhile counts again', async () => {
    const order = await pickFor(a, 4, 1);
    const { id } = await open();
    for (const table of ['stocktakes', 'order_history', 'order_picks', 'bookings', 'stock_movements'])
      await app.sql(project.id, `update ${table} set created_at = now() - interval '2 hours'`, []);
    const counted = async (variant: string, pieces: number, minutes = 0) =>
      (await count(id, { product_variant_id: variant, mode: 'set', count: pieces, age_ms: minutes * 60_000 })).body
        .results[0]?.line;
    const doubtOf = async (variant: string) =>
      (await lines(id)).find(({ product_variant_id }) => product_variant_id === variant)?.doubt;
    const tickLate = async (pieces: number, minutes: number) => {
      const pick = { id: crypto.randomUUID(), product_variant_id: a, count: pieces, age_ms: minutes * 60_000 };
      const { body } = await app.call(addPicks, { ...at(order), body: { status: 'Pending', picks: [pick] } });
      expect(body.results[0]?.error).toBeNull();
    };
    await counted(b, 5);
    // one was taken half an hour ago, after a count of an hour ago: it stands
    expect(await counted(a, 9, 60)).toMatchObject({ expected: 9, set_aside: 1, doubt: null });
    await tickLate(1, 30);
    expect(await doubtOf(a)).toBeNull();
    // one twenty minutes ago, before a count of ten minutes ago that did not know it
    expect(await counted(a, 7, 10)).toMatchObject({ expected: 8, set_aside: 2, difference: -1, doubt: null });
    await tickLate(1, 20);
    expect([await doubtOf(a), await doubtOf(b)]).toEqual(['moved', null]);
    expect(await counted(a, 7)).toMatchObject({ expected: 7, set_aside: 3, difference: 0, doubt: null });
    // what comes at once says nothing of the past
    await tickLate(-1, 0);
    expect(await doubtOf(a)).toBeNull();
  });
});

it('counts by the moment when it was sent what hung on a bad line', async () => {
  const { id } = await open();
  await app.sql(project.id, `update stock_movements set created_at = now() - interval '1 hour'`, []);
  const send = (sent_at?: string) =>
    app.call(contract.addStocktakeCounts, {
      ...at(id),
      body: {
        counts: [{ id: crypto.randomUUID(), product_variant_id: a, mode: 'set', count: 10 }],
        ...(sent_at === undefined ? {} : { sent_at }),
      },
    });
  await sell(a, 2);
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
  const lineOf = async (sent_at?: string) => (await send(sent_at)).body.results[0]?.line;
  // two were sold while the call hung: nobody knows whether before or after
  expect(await lineOf(ago(15_000))).toMatchObject({ expected: 10, difference: 0, doubt: 'moved' });
  expect(await lineOf(ago(1_000))).toMatchObject({ expected: 8, difference: 2, doubt: null });
  expect(await lineOf(ago(-5_000))).toMatchObject({ expected: 8, doubt: null });
});

it('asks which goods are meant where several have a code, and counts none of them', async () => {
  await app.sql(project.id, `update product_variants set sku = 'TWIN' where id = any($1)`, [[a, b]]);
  const { id } = await open();
  const [result] = (await count(id, { code: 'twin' })).body.results;
  expect(result).toMatchObject({ line: null, error: { code: 'stocktakes.ambiguous_code' } });
  expect(result?.choices?.map(({ product_variant_id }) => product_variant_id).sort()).toEqual([a, b].sort());
  expect((await read(id)).totals.counted).toBe(0);
});

describe('a stocktake', () => {
  it('is counted while goods are sold and received, and ends with what lies there', async () => {
    await receive(a, 10, 300);
    const { id, number, totals } = await open();
    expect([totals.lines, totals.counted]).toEqual([3, 0]);
    // two of the twenty pieces are missing, one of the five too many
    const [first] = (await count(id, { code: 'st-1', mode: 'set', count: 18 })).body.results;
    expect(first?.line).toMatchObject({ counted: 18, expected: 20, difference: -2, cost: 300, amount: -600 });
    expect(await sell(a, 4)).toBe(true);
    await receive(a, 1, 300);
    await count(id, { product_variant_id: b, mode: 'set', count: 6 });
    expect((await read(id)).totals).toMatchObject({
      counted: 2,
      different: 2,
      surplus: 1,
      shortage: 2,
      shortage_amount: 600,
      unpriced: 1,
      doubtful: 0,
    });
    const closed = await finish(id);
    expect(closed.body).toMatchObject({ status: 'closed', totals: { surplus: 1, shortage: 2 } });
    expect(await stockOf(app, project, a)).toMatchObject({ actual: 15, movements: 15 });
    expect(await stockOf(app, project, b)).toMatchObject({ actual: 6 });
    const [correction] = (await app.call(listStockMovements, at(a))).body.items;
    expect(correction).toMatchObject({
      kind: 'correction',
      delta: -2,
      ref: { kind: 'stocktake', id },
      comment: `№ ${number}`,
    });
    // the third was counted by nobody and stays
    expect(await stockOf(app, project, variants[2] ?? '')).toMatchObject({ actual: 8 });
    expect((await finish(id)).body.status).toBe('closed');
    expect((await count(id, { product_variant_id: a })).error.code).toBe('stocktakes.closed');
    await receive(a, 1, 900);
    expect((await lines(id, { state: 'different' })).map(({ difference, cost }) => [difference, cost])).toEqual([
      [-2, 300],
      [1, null],
    ]);
    await expectAudit();
  });

  it('of a part takes what fits by tag and shelf, and nothing else', async () => {
    const body = {
      name: 'Рушник',
      tags: ['Готель'],
      variants: [
        { price: 100, sku: 'T-1', place: 'А-12', values: [{ option: 'Розмір', value: '1' }] },
        { price: 100, sku: 'T-2', place: 'Б-01', values: [{ option: 'Розмір', value: '2' }] },
      ],
    };
    await app.call(createProduct, { ...at(), body });
    const skus = async (part: object) => (await lines((await open(part)).id)).map(({ sku }) => sku);
    expect(await skus({ tags: ['Готель'] })).toEqual(['T-1', 'T-2']);
    expect(await skus({ place: 'а-1' })).toEqual(['T-1']);
    const above = (await app.call(createCategory, { ...at(), body: { name: 'Дім' } })).body.id;
    const below = (await app.call(createCategory, { ...at(), body: { name: 'Рушники', parent_id: above } })).body.id;
    await app.sql(project.id, `update products set category_id = $1 where name = 'Рушник'`, [below]);
    expect(await skus({ category_id: above })).toEqual(['T-1', 'T-2']);
    expect((await open({ category_id: below, place: 'Б' })).category).toContain('Рушники');
    const stranger = await app.call(contract.createStocktake, { ...at(), body: { category_id: crypto.randomUUID() } });
    expect([stranger.error.code, stranger.error.details[0]?.path]).toEqual([
      'catalog.category_not_found',
      'category_id',
    ]);
    const none = await app.call(contract.createStocktake, { ...at(), body: { tags: ['Ніхто'] } });
    expect([none.status, none.error.code, none.error.details[0]?.path]).toEqual([
      422,
      'stocktakes.nothing_to_count',
      'tags',
    ]);
    const { id } = await open({ tags: ['Готель'] });
    const { results } = (
      await count(id, { code: 'ST-1' }, { code: 'нема' }, { code: 'T-2' }, { code: 'T-2' }, { code: 'T-1', count: -1 })
    ).body;
    expect(results.map(({ error, line }) => error?.code ?? line?.counted)).toEqual([
      'stocktakes.not_in_it',
      'stocktakes.unknown_code',
      2,
      2,
      'stocktakes.below_zero',
    ]);
    expect((await lines(id, { state: 'counted' })).map(({ sku, counted }) => [sku, counted])).toEqual([['T-2', 2]]);
    expect((await lines(id, { state: 'uncounted' })).map(({ sku }) => sku)).toEqual(['T-1']);
    const log = await app.call(contract.listStocktakeCounts, at(id));
    expect(log.body.items.map(({ mode, count: n, counted }) => [mode, n, counted])).toEqual([
      ['add', 1, 2],
      ['add', 1, 1],
    ]);
  });

  it('counts once what a phone sends twice, also at once', async () => {
    const { id } = await open();
    const entry = { id: crypto.randomUUID(), product_variant_id: a, mode: 'add' as const, count: 3 };
    const answers = await Promise.all([count(id, entry), count(id, entry), count(id, entry)]);
    expect(answers.map(({ body }) => body.results[0]?.line?.counted)).toEqual([3, 3, 3]);
    expect((await count(id, entry)).body.results[0]?.line?.counted).toBe(3);
  });

  it('is counted by several at once, piece by piece', async () => {
    const { id } = await open();
    await Promise.all(Array.from({ length: 8 }, () => count(id, { code: 'ST-1' }, { code: 'ІЕ-2' }, { code: 'ST-1' })));
    expect((await lines(id, { state: 'counted' })).map(({ sku, counted }) => [sku, counted])).toEqual([
      ['ST-1', 16],
      ['ST-2', 8],
    ]);
    // what is kept of all lines is what they come to, of an open one too
    const progress = await app.call(contract.readStocktakeProgress, at(id));
    expect(progress.body).toMatchObject({ status: 'open', lines: 3, counted: 2 });
    expect((await read(id)).totals).toMatchObject({ counted: 2, different: 2, surplus: 9, shortage: 0 });
    await expectAudit();
    expect((await app.call(contract.readStocktakeProgress, at(crypto.randomUUID()))).status).toBe(404);
  });

  it('asks to count again what moved between parts or was corrected since', async () => {
    const { id } = await open();
    await count(id, { product_variant_id: a, count: 6 }, { product_variant_id: b, mode: 'set', count: 4 });
    expect(await sell(a, 1)).toBe(true);
    await count(id, { product_variant_id: a, count: 3 });
    await change(b, { counted: 4 });
    expect((await lines(id, { state: 'doubtful' })).map(({ doubt }) => doubt)).toEqual(['moved', 'corrected']);
    const refused = await finish(id);
    expect([refused.status, refused.error.code]).toEqual([409, 'stocktakes.count_again']);
    expect(refused.error.details.map(({ doubt }) => doubt)).toEqual(['moved', 'corrected']);
    await count(id, { product_variant_id: a, mode: 'set', count: 9 }, { product_variant_id: b, mode: 'clear' });
    expect((await finish(id)).status).toBe(200);
    expect(await stockOf(app, project, a)).toMatchObject({ actual: 9 });
    expect(await stockOf(app, project, b)).toMatchObject({ actual: 4 });
    await expectAudit();
  });

  it('compares a count that waited for the network with the books of when it was counted', async () => {
    const { id } = await open();
    // all that was before happened hours ago
    await app.sql(project.id, `update stocktakes set created_at = now() - interval '2 hours'`);
    await app.sql(project.id, `update stock_movements set created_at = now() - interval '3 hours'`);
    expect(await sell(a, 2)).toBe(true);
    await receive(b, 3);
    const at10 = { mode: 'set', age_ms: 600_000 } as const;
    const [first, second] = (
      await count(id, { product_variant_id: a, count: 10, ...at10 }, { product_variant_id: b, count: 4, ...at10 })
    ).body.results;
    expect(first?.line).toMatchObject({ counted: 10, expected: 10, difference: 0, doubt: null });
    expect(second?.line).toMatchObject({ counted: 4, expected: 5, difference: -1, doubt: null });
    const waited = Date.now() - new Date(first?.line?.counted_at ?? 0).getTime();
    expect(waited).toBeGreaterThan(590_000);
    expect((await finish(id)).status).toBe(200);
    expect(await stockOf(app, project, a)).toMatchObject({ actual: 8 });
    expect(await stockOf(app, project, b)).toMatchObject({ actual: 7 });
    await expectAudit();
  });

  it('asks to count again what was sold about when it was counted, and what was corrected since', async () => {
    const { id } = await open();
    await app.sql(project.id, `update stocktakes set created_at = now() - interval '2 hours'`);
    await app.sql(project.id, `update stock_movements set created_at = now() - interval '3 hours'`);
    expect(await sell(a, 2)).toBe(true);
    await change(b, { counted: 4 });
    const about = { product_variant_id: a, mode: 'set', count: 10, age_ms: 15_000 } as const;
    const results = await count(id, about, { product_variant_id: b, mode: 'set', count: 5, age_ms: 60_000 });
    expect(results.body.results.map(({ line }) => line?.doubt)).toEqual(['moved', 'corrected']);
    // what is sent at once belongs to the moment when it comes
    const again = (await count(id, { ...about, count: 8, age_ms: 1_000 })).body.results[0]?.line;
    expect(again).toMatchObject({ counted: 8, expected: 8, doubt: null });
  });

  it('is refused where more is booked than was found, and closes without those lines when asked', async () => {
    await app.call(createBooking, { ...at(), body: { product_variant_id: b, count: 4 } });
    const { id } = await open();
    await count(id, { product_variant_id: b, mode: 'set', count: 2 }, { product_variant_id: a, mode: 'set', count: 9 });
    const refused = await finish(id);
    expect(refused.error).toMatchObject({
      code: 'stocktakes.refused',
      details: [{ product_variant_id: b, code: 'stock.below_booked', booked: 4, counted: 2 }],
    });
    expect(await stockOf(app, project, a)).toMatchObject({ actual: 10 });
    expect((await finish(id, { skip_refused: true })).body.totals).toMatchObject({ different: 2 });
    expect(await stockOf(app, project, b)).toMatchObject({ actual: 5, booked: 4 });
    expect((await lines(id, { state: 'doubtful' })).map(({ doubt }) => doubt)).toEqual(['refused']);
    await expectAudit();
  });

  it('takes what nobody counted for gone when that is said, and is given up without a trace in the stock', async () => {
    const { id } = await open();
    await count(id, { product_variant_id: a, mode: 'set', count: 10 });
    await finish(id, { uncounted: 'zero' });
    expect(await stockOf(app, project, b)).toMatchObject({ actual: 0 });
    const other = await open();
    await count(other.id, { product_variant_id: a, mode: 'set', count: 1 });
    expect((await app.call(contract.cancelStocktake, at(other.id))).body.status).toBe('canceled');
    expect((await finish(other.id)).error.code).toBe('stocktakes.canceled');
    expect((await app.call(contract.cancelStocktake, at(id))).error.code).toBe('stocktakes.closed');
    expect(await stockOf(app, project, a)).toMatchObject({ actual: 10 });
    await expectAudit();
  });

  it('is part of the self-check, which names the line that does not agree', async () => {
    const { id } = await open();
    await count(id, { product_variant_id: a, mode: 'set', count: 9 }, { product_variant_id: b, mode: 'set', count: 5 });
    await finish(id);
    await expectAudit();
    await app.sql(
      project.id,
      'update stocktake_lines set counted = 8 where stocktake_id = $1 and product_variant_id = $2',
      [id, a],
    );
    const { body } = await app.call(readAudit, { params: { project_id: project.id }, token: project.owner.token });
    const found = body.checks.find(({ name }) => name === 'stocktakes')?.differences ?? [];
    expect(found.map(({ name }) => name)).toContainEqual(expect.stringContaining('counted less'));
    expect(found.map(({ table, id: row, expected, found: is }) => [table, row, expected, is])).toEqual(
      expect.arrayContaining([
        ['stocktake_lines', id, -2, -1],
        ['stocktake_lines', id, 9, 8],
        ['stocktakes', id, 2, 1],
      ]),
    );
  });

  it('shows costs to staff alone', async () => {
    await receive(a, 1, 700);
    const { id } = await open();
    await count(id, { product_variant_id: a, mode: 'set', count: 1 });
    const stockman = await app.member(project, 'Stockman');
    const seen = await app.call(contract.readStocktake, { ...at(id), token: stockman.token });
    expect(seen.body.totals).toMatchObject({ shortage: 10, shortage_amount: null });
    const list = await app.call(contract.listStocktakeLines, { ...at(id), token: stockman.token, query: {} });
    expect(list.body.items.map(({ cost }) => cost)).toEqual([null, null, null]);
  });
});

describe('at once', () => {
  it('two close it and others count: it is closed once, and nothing comes in behind', async () => {
    for (let round = 0; round < 3; round += 1) {
      const before = (await stockOf(app, project, a)).actual;
      const { id } = await open();
      await count(id, { product_variant_id: a, mode: 'set', count: before - 1 });
      const [first, second, late] = await Promise.all([
        finish(id),
        finish(id),
        count(id, { product_variant_id: b, mode: 'set', count: 5 }),
        sell(b, 1).then(() => receive(b, 1)),
      ]);
      expect([first.status, second.status]).toEqual([200, 200]);
      expect([200, 409]).toContain(late.status);
      expect(await stockOf(app, project, a)).toMatchObject({ actual: before - 1 });
      const corrections = await app.sql<{ n: number }>(
        project.id,
        `select count(*)::int as n from stock_movements where ref_kind = 'stocktake' and ref_id = $1`,
        [id],
      );
      expect(corrections[0]?.n).toBe(1);
    }
    await expectAudit();
  });

  it('sales, receipts, picks and counts in any order end with what lies there', async () => {
    const step = fc.record({
      variant: fc.nat(2),
      what: fc.constantFrom('sell', 'receive', 'pick', 'count', 'scan'),
      pieces: fc.integer({ min: 1, max: 3 }),
    });
    // the boxes of one run still stand there in the next
    const boxed = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 5 }),
        fc.integer({ min: -2, max: 2 }),
        async (waves, lost) => {
          // who lost what before the count began: the books say more or less than lies there
          const lies = new Map<string, number>();
          for (const id of variants) {
            const shelf = (await stockOf(app, project, id)).actual - (boxed.get(id) ?? 0);
            lies.set(id, Math.max(0, shelf + lost));
          }
          const { id } = await open();
          for (const wave of waves) {
            // moves run side by side; a count looks at the shelf when they are done
            await Promise.all(
              wave.map(async ({ variant, what, pieces }) => {
                const goods = variants[variant] ?? '';
                // nobody takes what another has in his hands already, whatever the books say
                const put = (by: number) => lies.set(goods, (lies.get(goods) ?? 0) + by);
                const isTaken = (what === 'sell' || what === 'pick') && (lies.get(goods) ?? 0) >= pieces;
                if (isTaken) put(-pieces);
                if (isTaken && what === 'sell' && !(await sell(goods, pieces))) put(pieces);
                if (isTaken && what === 'pick') {
                  if (await pickFor(goods, pieces, pieces)) boxed.set(goods, (boxed.get(goods) ?? 0) + pieces);
                  else put(pieces);
                }
                if (what === 'receive' && (await receive(goods, pieces)).status === 201) put(pieces);
              }),
            );
            for (const { variant, what } of wave) {
              const goods = variants[variant] ?? '';
              const there = lies.get(goods) ?? 0;
              if (what === 'count') await count(id, { product_variant_id: goods, mode: 'set', count: there });
              if (what === 'scan')
                await count(
                  id,
                  { product_variant_id: goods, mode: 'clear' },
                  ...Array.from({ length: Math.min(there, 30) }, () => ({ product_variant_id: goods })),
                  { product_variant_id: goods, mode: 'add' as const, count: there - Math.min(there, 30) },
                );
            }
          }
          for (const goods of variants)
            if ((await lines(id, { product_variant_id: goods }))[0]?.counted === null)
              await count(id, { product_variant_id: goods, mode: 'set', count: lies.get(goods) ?? 0 });
          expect((await finish(id)).status).toBe(200);
          for (const [goods, there] of lies)
            expect((await stockOf(app, project, goods)).actual).toBe(there + (boxed.get(goods) ?? 0));
        },
      ),
      { numRuns: 8 },
    );
    await expectAudit();
  });
});
