import { Readable } from 'node:stream';
import { readAudit } from '@lanka/domain/audit/contract';
import { createRegister, reverseRows } from '@lanka/domain/cod/contract';
import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import { createOrder, moveOrder, readOrder, updateOrder } from '@lanka/domain/orders/contract';
import { listParcels, sendParcel, splitOrder } from '@lanka/domain/parcels/contract';
import { updateCounterparty } from '@lanka/domain/partners/contract';
import { createPayment } from '@lanka/domain/payments/contract';
import {
  createReturn,
  decideReturn,
  type Return,
  refuseParcel,
  waiveCharge,
  withdrawReturn,
} from '@lanka/domain/returns/contract';
import * as contract from '@lanka/domain/statistics/contract';
import { listStatusMoves, readStatisticsFunnel } from '@lanka/domain/statistics/funnel';
import {
  readStandingGoods,
  readStatisticsGoods,
  readStockGoods,
  type StockGoods,
  type StockRow,
} from '@lanka/domain/statistics/goods';
import { demandParts, GOODS_SORTS, wholeParts } from '@lanka/domain/statistics/goods-rules';
import * as mine from '@lanka/domain/statistics/mine';
import { daysIn, STATISTICS_BY, STATISTICS_GROUPS } from '@lanka/domain/statistics/rules';
import { createTurnover, reverseTurnover } from '@lanka/domain/turnover/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeCounterparty, makeVariants, orderBody } from '../../test/trade';
import { readRows } from '../feeds';
import { recountDays } from '../ledger';
import { countOrders, countSalesOf } from './count-days';

let app: TestApp;
const today = kyivDate(new Date());

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const at = (of: TestProject) => ({ params: { project_id: of.id }, token: of.owner.token });
const oneAt = (of: TestProject, id: string) => ({ params: { project_id: of.id, id }, token: of.owner.token });

async function world() {
  const project = await app.project();
  const parties = [
    await makeCounterparty(app, project, 0, 'Магазин'),
    await makeCounterparty(app, project, 700, 'Маркет'),
  ];
  const goods = await makeVariants(
    app,
    project,
    [10_000, 3_333, 777].map((price) => ({ price, recommended_price: 20_000, stock: 5_000 })),
  );
  return { project, parties, goods };
}
type World = Awaited<ReturnType<typeof world>>;

async function buy({ project, parties }: World, variant: string, count: number, price: number) {
  const items = [{ product_variant_id: variant, count, transaction_item_price: price }];
  const body = { flow: 'income' as const, type: 'purchase' as const, counterparty_id: parties[0] ?? '', items };
  expect((await app.call(createTurnover, { ...at(project), body })).status).toBe(201);
}
async function order({ project, parties }: World, lines: Record<string, number>, more: object = {}) {
  const body = { ...orderBody(lines, { counterparty_id: parties[0] ?? '', send: true }), ...more };
  const made = await app.call(createOrder, { ...at(project), body: body as never });
  expect(made.status).toBe(201);
  return made.body;
}
type Made = Awaited<ReturnType<typeof order>>;
type Sold = { readonly id: string; readonly items: readonly { readonly id: string }[] };

async function send({ project }: World, id: string) {
  expect((await app.call(moveOrder, { ...oneAt(project, id), body: { to: 'Sent' } })).status).toBe(200);
}
type Back = Pick<Return, 'id' | 'version' | 'items'>;

/** The customer gives a piece back. */
async function claim({ project }: World, made: Sold, to_warehouse: boolean): Promise<Back> {
  const items = [{ order_item_id: made.items[0]?.id ?? '', count: 1, to_warehouse }];
  const body = { order_id: made.id, reason: 'not_needed' as const, items };
  const back = await app.call(createReturn, { ...at(project), body });
  expect(back.status).toBe(201);
  return back.body;
}
async function approve({ project }: World, back: Back) {
  const decided = await app.call(decideReturn, {
    ...oneAt(project, back.id),
    headers: { 'if-match': String(back.version) },
    body: { items: back.items.map(({ id }) => ({ id, status: 'approved' as const })) },
  });
  expect(decided.status).toBe(200);
}
const takeBack = async (w: World, made: Sold, to_warehouse: boolean) => approve(w, await claim(w, made, to_warehouse));
/** The first piece of the order goes in a parcel of its own, which leaves. */
async function sendFirst(w: World, made: Made, good: string) {
  const first = made.items.find(({ product_variant_id }) => product_variant_id === good);
  const body = { parcels: [{ items: [{ order_item_id: first?.id ?? '', count: 1 }] }] };
  expect((await app.call(splitOrder, { ...oneAt(w.project, made.id), body })).status).toBe(200);
  await sendNext(w, made);
}
async function sendNext({ project }: World, made: Made) {
  const { items } = (await app.call(listParcels, oneAt(project, made.id))).body;
  const parcel = items.find(({ sent_at }) => sent_at === null);
  const params = { project_id: project.id, order_id: made.id, id: parcel?.id ?? '' };
  expect((await app.call(sendParcel, { params, token: project.owner.token })).status).toBe(200);
}
/** More or fewer pieces of an order of which some have left; of each line one is left. */
async function edit({ project }: World, made: Made, count: number) {
  const items = made.items.map(({ product_variant_id }, at) => ({ product_variant_id, count: at === 0 ? count : 1 }));
  expect((await app.call(updateOrder, { ...oneAt(project, made.id), body: { items } })).status).toBe(200);
}
async function goodsOf({ project }: World, query: object = {}) {
  const answer = await app.call(readStatisticsGoods, { ...at(project), query: query as never });
  expect(answer.status).toBe(200);
  return answer.body;
}
async function groupsOf({ project }: World, query: object = {}) {
  const answer = await app.call(contract.readStatisticsGroups, { ...at(project), query: query as never });
  expect(answer.status).toBe(200);
  return answer.body;
}
async function linesOf({ project }: World, query: object = {}) {
  const answer = await app.call(contract.listSoldLines, { ...at(project), query: query as never });
  expect(answer.status).toBe(200);
  return answer.body;
}
async function sound({ project }: World) {
  const audit = await app.call(readAudit, at(project));
  expect(audit.body.checks.filter(({ differences_total }) => differences_total > 0)).toEqual([]);
}
/** A day goes by: all that was entered is of yesterday or before, and the night counts it. */
async function night({ project }: World, count = true) {
  for (const [table, columns] of [
    ['postings', ['created_at']],
    ['cost_steps', ['created_at']],
    ['orders', ['created_at', 'updated_at', 'charged_at']],
    ['order_history', ['created_at']],
    ['turnover_documents', ['posted_at']],
  ] as const)
    await app.sql(
      project.id,
      // the same time of a day in Kyiv, also behind the night in which its clocks are changed
      `update ${table} set ${columns
        .map((one) => `${one} = (${one} at time zone 'Europe/Kyiv' - interval '1 day') at time zone 'Europe/Kyiv'`)
        .join(', ')} where project_id = $1`,
      [project.id],
    );
  for (const table of ['sale_days_until', 'party_days_until'])
    await app.sql(project.id, `update ${table} set until = until - 1 where project_id = $1`, [project.id]);
  // in two steps: no day meets the one before it
  for (const days of [-10_000, 9_999])
    await app.sql(project.id, 'update move_days set day = day + $2::int where project_id = $1', [project.id, days]);
  await app.sql(project.id, 'update orders set first_sent_on = $2 where project_id = $1 and first_sent_on > $2', [
    ...[project.id, daysAfter(today, -1)],
  ]);
  await app.sql(project.id, 'delete from order_days where project_id = $1', [project.id]);
  await app.sql(project.id, 'delete from order_days_until where project_id = $1', [project.id]);
  if (count) await countOrders(app.app.services);
}

it('the margin is what is left over the cost of the moment, where one was known', async () => {
  const w = await world();
  const [a = '', b = ''] = w.goods;
  // nobody has bought any yet: the cost is not known, and stays so
  await send(w, (await order(w, { [a]: 1 })).id);
  await buy(w, a, 10, 4_000);
  const known = await order(w, { [a]: 2, [b]: 3 }, { tags: ['Опт', 'терміново'], source: 'Instagram' });
  await send(w, known.id);
  await buy(w, a, 10_000, 9_000);
  const revenue = 10_000 + 20_000 + 3 * 3_333;
  const { total } = await groupsOf(w);
  expect(total).toMatchObject({ revenue, costed: 20_000, cost: 8_000, margin: 12_000, margin_share: 6_000 });
  const page = await goodsOf(w);
  expect(
    page.items.map(({ product_variant_id, sold, margin, abc }) => [product_variant_id, sold, margin, abc]),
  ).toEqual([
    [a, 3, 12_000, 'A'],
    // of the revenue before it there is less than 80 %
    [b, 3, null, 'A'],
  ]);
  // both orders that are told apart by their tags; the first has none
  const tags = await groupsOf(w, { by: 'tag' });
  expect(tags.items.map(({ key, name, margin }) => [key, name, margin])).toEqual([
    ['опт', 'Опт', 12_000],
    ['терміново', 'терміново', 12_000],
    [null, '', null],
  ]);
  // what comes back to stock brings its cost of then back, what does not is lost
  const [line] = (await app.call(readOrder, oneAt(w.project, known.id))).body.items.filter(
    ({ product_variant_id }) => product_variant_id === a,
  );
  const back = { id: known.id, items: [{ id: line?.id ?? '' }] };
  await takeBack(w, back, true);
  expect((await groupsOf(w)).total).toMatchObject({ costed: 10_000, cost: 4_000, margin: 6_000 });
  await takeBack(w, back, false);
  expect((await groupsOf(w)).total).toMatchObject({ costed: 0, cost: 4_000, margin: -4_000, margin_share: null });
  const { items } = await linesOf(w, { product_variant_id: a });
  expect(
    items.map(({ source, count, revenue: money, unit_cost, cost }) => [source.kind, count, money, unit_cost, cost]),
  ).toEqual([
    ['return', -1, -10_000, 4_000, 0],
    ['return', -1, -10_000, 4_000, -4_000],
    ['order', 2, 20_000, 4_000, 8_000],
    ['order', 1, 10_000, null, null],
  ]);
  await sound(w);
});

it('an order in parcels is sold parcel by parcel, once', async () => {
  const w = await world();
  const [a = '', b = ''] = w.goods;
  await buy(w, a, 1, 1_000);
  const made = await order(w, { [a]: 5, [b]: 2 });
  const first = made.items.find(({ product_variant_id }) => product_variant_id === a);
  const body = { parcels: [{ items: [{ order_item_id: first?.id ?? '', count: 2 }] }] };
  expect((await app.call(splitOrder, { ...oneAt(w.project, made.id), body })).status).toBe(200);
  const { items: parcels } = (await app.call(listParcels, oneAt(w.project, made.id))).body;
  const sold = async () =>
    Object.fromEntries((await goodsOf(w)).items.map((row) => [row.product_variant_id, row.sold]));
  for (const [nth, expected] of [{ [a]: 2 }, { [a]: 5, [b]: 2 }].entries()) {
    const params = { project_id: w.project.id, order_id: made.id, id: parcels[nth]?.id ?? '' };
    expect((await app.call(sendParcel, { params, token: w.project.owner.token })).status).toBe(200);
    expect(await sold()).toEqual(expected);
  }
  const { total } = await groupsOf(w, { by: 'town' });
  expect(total).toMatchObject({ charged: made.sum, charged_orders: 1, costed: 50_000, cost: 5_000 });
  await night(w);
  expect(await sold()).toEqual({ [a]: 5, [b]: 2 });
  expect((await groupsOf(w, { by: 'town' })).total).toEqual(total);
  await sound(w);
});

it('what comes back of a parcel costs what it did when that was charged, also after the others have left', async () => {
  const w = await world();
  const [a = ''] = w.goods;
  await buy(w, a, 10, 1_000);
  const made = await order(w, { [a]: 5 });
  const line = made.items[0]?.id ?? '';
  const body = { parcels: [{ items: [{ order_item_id: line, count: 2 }] }] };
  expect((await app.call(splitOrder, { ...oneAt(w.project, made.id), body })).status).toBe(200);
  const { items: parcels } = (await app.call(listParcels, oneAt(w.project, made.id))).body;
  const leave = async (nth: number) => {
    const params = { project_id: w.project.id, order_id: made.id, id: parcels[nth]?.id ?? '' };
    expect((await app.call(sendParcel, { params, token: w.project.owner.token })).status).toBe(200);
  };
  await leave(0);
  await buy(w, a, 10_000, 9_000);
  await takeBack(w, made, true);
  const costs = async () => [
    (await goodsOf(w)).total.cost,
    (await groupsOf(w, { by: 'town' })).total.cost,
    (await linesOf(w, { product_variant_id: a })).items.filter(({ count }) => count < 0).map(({ cost }) => cost),
  ];
  expect(await costs()).toEqual([1_000, 1_000, [-1_000]]);
  await night(w);
  expect(await costs()).toEqual([1_000, 1_000, [-1_000]]);
  await leave(1);
  const [[newer]] = [await app.sql(w.project.id, 'select cost from variant_costs where product_variant_id = $1', [a])];
  const whole = 1_000 + 3 * Number(newer?.cost);
  for (const counted of [false, true]) {
    if (counted) await night(w);
    expect(await costs()).toEqual([whole, whole, [-1_000]]);
    await sound(w);
  }
});

it('lines are told page by page, and those of a manager whose shops buy little in a busy project', async () => {
  const w = await world();
  const [a = '', b = ''] = w.goods;
  const quiet = w.parties[1] ?? '';
  await app.sql(w.project.id, 'update counterparties set manager_id = $2 where project_id = $1 and id = $3', [
    ...[w.project.id, w.project.owner.id, quiet],
  ]);
  const weeks = [0, 1, 2, 3];
  for (const week of weeks) {
    // the others buy more on each day than a page tells
    for (const counterparty_id of [quiet, ...Array.from({ length: 3 }, () => w.parties[0])]) {
      const made = await order(w, { [a]: 1, [b]: 1 }, { counterparty_id });
      await send(w, made.id);
      await app.sql(w.project.id, 'update postings set day = $2 where project_id = $1 and ref_id = $3', [
        ...[w.project.id, daysAfter(today, -7 * week - 1), made.id],
      ]);
    }
    const items = [{ product_variant_id: a, count: 1, transaction_item_price: 100 }];
    const sale = { flow: 'outcome' as const, type: 'sale' as const, counterparty_id: quiet, items };
    const body = { ...sale, date: daysAfter(today, -7 * week - 1) };
    expect((await app.call(createTurnover, { ...at(w.project), body })).status).toBe(201);
  }
  const manager = { by: 'manager', key: w.project.owner.id } as const;
  const period = { from: daysAfter(today, -60), to: today };
  for (const counted of [false, true]) {
    if (counted) await night(w);
    for (const of of [manager, { by: 'counterparty', key: quiet } as const]) {
      const whole = await linesOf(w, { ...period, ...of });
      expect([whole.items.length, whole.next_cursor]).toEqual([weeks.length * 3, null]);
      const days: string[] = [];
      const ids: string[] = [];
      for (let cursor: string | undefined | null; cursor !== null; ) {
        const page = await linesOf(w, { ...period, ...of, limit: 2, cursor });
        expect(page.total === null).toBe(cursor !== undefined);
        ids.push(...page.items.map(({ id }) => id));
        days.push(...page.items.map(({ day }) => day));
        cursor = page.next_cursor;
      }
      expect(ids).toEqual(whole.items.map(({ id }) => id));
      expect(new Set(days).size).toBe(weeks.length);
    }
    const nobody = await linesOf(w, { ...period, by: 'manager' });
    expect([nobody.items.length, nobody.name]).toEqual([weeks.length * 6, null]);
  }
  expect((await linesOf(w, { ...period, ...manager })).name).toBe('Власник');
  expect((await linesOf(w, { ...period, by: 'manager', key: 'somebody' })).items).toEqual([]);
  const both = { ...manager, product_variant_id: a };
  const refused = await app.call(contract.listSoldLines, { ...at(w.project), query: both });
  expect(refused.error?.code).toBe('statistics.two_rows');
});

it('a tag, a town and a source are called as people wrote them, from the first moment on', async () => {
  const w = await world();
  const [a = ''] = w.goods;
  const made = await order(w, { [a]: 1 }, { tags: ['Опт Плюс'], source: 'Instagram' });
  await send(w, made.id);
  await app.sql(w.project.id, 'update orders set delivery_town = $3 where project_id = $1 and id = $2', [
    ...[w.project.id, made.id, 'Біла Церква'],
  ]);
  for (const counted of [false, true]) {
    if (counted) await night(w);
    for (const [by, name] of [
      ['tag', 'Опт Плюс'],
      ['source', 'Instagram'],
      ['town', 'Біла Церква'],
    ]) {
      const { items } = await groupsOf(w, { by });
      const key = String(items.find((row) => row.name === name)?.key);
      expect([counted, key, (await linesOf(w, { by, key })).name]).toEqual([counted, name?.toLowerCase(), name]);
    }
  }
});

it('goods that nobody buys stand still, the dearest first', async () => {
  const w = await world();
  const [a = '', b = '', c = ''] = w.goods;
  const standing = async (days: 30 | 90) =>
    (await app.call(readStandingGoods, { ...at(w.project), query: { days } })).body;
  // what has just come may still be sold
  expect(await standing(30)).toMatchObject({ items: [], total: { goods: 0, value: 0 } });
  await app.sql(
    w.project.id,
    `update product_variants set created_at = now() - interval '200 days' where project_id = $1`,
    [w.project.id],
  );
  await buy(w, b, 10, 500);
  await send(w, (await order(w, { [c]: 1 })).id);
  expect(await standing(30)).toMatchObject({
    total: { goods: 2, pieces: 10_010, value: 5_010 * 500, pieces_without_cost: 5_000 },
    items: [
      { product_variant_id: b, actual: 5_010, value: 5_010 * 500, last_sold_on: null },
      { product_variant_id: a, actual: 5_000, value: null, value_by_price: 5_000 * 10_000 },
    ],
  });
  // sold 40 days ago: it stands still for 30 days, and not for 90
  const items = [{ product_variant_id: a, count: 1, transaction_item_price: 100 }];
  const sale = { flow: 'outcome' as const, type: 'sale' as const, counterparty_id: w.parties[0] ?? '', items };
  const body = { ...sale, date: daysAfter(today, -40) };
  expect((await app.call(createTurnover, { ...at(w.project), body })).status).toBe(201);
  const ids = async (days: 30 | 90) => (await standing(days)).items.map(({ product_variant_id }) => product_variant_id);
  for (const counted of [false, true]) {
    if (counted) await night(w);
    expect([await ids(30), await ids(90)]).toEqual([[b, a], [b]]);
    expect((await standing(30)).items.map(({ last_sold_on }) => last_sold_on)).toEqual([null, daysAfter(today, -40)]);
  }
  await sound(w);
});

it('goods are told page by page, each once, with what the others come to', async () => {
  const w = await world();
  const [a = '', b = '', c = ''] = w.goods;
  await send(w, (await order(w, { [a]: 3, [b]: 2, [c]: 1 })).id);
  const whole = await goodsOf(w);
  const ids: string[] = [];
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const page = await goodsOf(w, { limit: 1, cursor });
    ids.push(...page.items.map(({ product_variant_id }) => product_variant_id));
    cursor = page.next_cursor;
    expect([page.total, page.others?.rows ?? 0]).toEqual([whole.total, 3 - ids.length]);
  }
  expect(ids).toEqual([a, b, c]);
  const tagged = await order(w, { [a]: 1 }, { tags: ['Опт', 'терміново', 'Опт Плюс'], source: 'Instagram' });
  await send(w, tagged.id);
  const groups = await groupsOf(w, { by: 'tag' });
  const keys: (string | null)[] = [];
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const page = await groupsOf(w, { by: 'tag', limit: 1, cursor });
    keys.push(...page.items.map(({ key }) => key));
    cursor = page.next_cursor;
    expect([page.total, page.others?.rows ?? 0]).toEqual([groups.total, 4 - keys.length]);
  }
  expect(keys).toEqual(groups.items.map(({ key }) => key));
  expect(keys).toHaveLength(4);
  await app.sql(w.project.id, `update product_variants set created_at = '2020-01-01' where project_id = $1`, [
    w.project.id,
  ]);
  await app.sql(w.project.id, 'delete from postings where project_id = $1', [w.project.id]);
  const standing = async (query: object) => (await app.call(readStandingGoods, { ...at(w.project), query })).body;
  const first = await standing({ days: 30, limit: 2 });
  const second = await standing({ days: 30, limit: 2, cursor: first.next_cursor });
  expect([first.items.length, second.items.length, second.next_cursor]).toEqual([2, 1, null]);
  expect(second.total).toEqual(first.total);
});

it('the funnel says how often orders came to a status, and how long they stood in it', async () => {
  const w = await world();
  const lines = { [w.goods[0] ?? '']: 1 };
  const made = await order(w, lines);
  const second = await order(w, lines);
  // it waited for two hours before it was sent
  await app.sql(
    w.project.id,
    `update order_history set created_at = created_at - interval '2 hours' where project_id = $1 and order_id = $2`,
    [w.project.id, made.id],
  );
  await send(w, made.id);
  const funnel = async () =>
    (await app.call(readStatisticsFunnel, { ...at(w.project), query: { from: daysAfter(today, -5), to: today } })).body
      .statuses;
  const expected = [
    { status: 'Draft', entered: 0, left: 2, minutes: 0, next: [{ status: 'Pending', moves: 2 }] },
    { status: 'Pending', entered: 2, left: 1, minutes: 120, next: [{ status: 'Sent', moves: 1 }] },
    { status: 'Sent', entered: 1, left: 0, minutes: null, next: [] },
  ];
  expect(await funnel()).toEqual(expected);
  await night(w);
  expect(await funnel()).toEqual(expected);
  const query = { from: daysAfter(today, -5), to: today, status: 'Pending' as const };
  const came = (await app.call(listStatusMoves, { ...at(w.project), query })).body;
  expect(came.next_cursor).toBeNull();
  expect(new Set(came.items.map(({ order_id }) => order_id))).toEqual(new Set([made.id, second.id]));
  const gone = (await app.call(listStatusMoves, { ...at(w.project), query: { ...query, side: 'left' } })).body;
  expect(gone.items).toMatchObject([{ order_id: made.id, from: 'Pending', to: 'Sent', minutes: 120 }]);
  // page by page, those of today and those that are counted, which are the same as at once
  await send(w, second.id);
  const all = (await app.call(listStatusMoves, { ...at(w.project), query: { from: query.from } })).body.items;
  expect(all).toHaveLength(4);
  const paged: string[] = [];
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const page = await app.call(listStatusMoves, { ...at(w.project), query: { from: query.from, limit: 1, cursor } });
    paged.push(...page.body.items.map(({ id }) => id));
    cursor = page.body.next_cursor;
  }
  expect(paged).toEqual(all.map(({ id }) => id));
  const bad = await app.call(listStatusMoves, { ...at(w.project), query: { cursor: 'x' } });
  expect(bad.error?.code).toBe('common.invalid');
  await sound(w);
});

it('an order whose marks change after it was counted is counted anew in the next night', async () => {
  const w = await world();
  const made = await order(w, { [w.goods[0] ?? '']: 1 }, { source: 'Сайт' });
  await send(w, made.id);
  await night(w);
  const edit = { ...oneAt(w.project, made.id), body: { source: 'Instagram' } };
  expect((await app.call(updateOrder, edit)).status).toBe(200);
  await night(w);
  expect((await groupsOf(w, { by: 'source' })).items).toMatchObject([{ key: 'instagram', orders: 1, revenue: 10_000 }]);
  await sound(w);
});

it('a change of an order that was charged in one go leaves the goods of its day as they are', async () => {
  const w = await world();
  const [a = ''] = w.goods;
  const one = await order(w, { [a]: 1 }, { tags: ['було'] });
  await send(w, one.id);
  await night(w);
  const rows = () =>
    app.sql<{ row: string }>(
      ...[w.project.id, 'select xmin::text as row from goods_days where project_id = $1', [w.project.id]],
    );
  const before = await rows();
  expect(before).toHaveLength(1);
  await app.sql(w.project.id, `update orders set tags = '{стало}', updated_at = now() where project_id = $1`, [
    w.project.id,
  ]);
  await night(w);
  expect((await groupsOf(w, { by: 'tag' })).items.map(({ key }) => key)).toEqual(['стало']);
  expect(await rows()).toEqual(before);
  await sound(w);
});

it('the self-check names the sum that differs from its rows', async () => {
  const w = await world();
  await send(w, (await order(w, { [w.goods[0] ?? '']: 2 })).id);
  await night(w);
  const id = w.project.id;
  const named = async () =>
    (await app.call(readAudit, at(w.project))).body.checks.flatMap(({ differences }) =>
      differences.map(({ table }) => table),
    );
  for (const change of [
    `sale_days set cost = cost + 1 where project_id = $1 and by = 'town'`,
    'goods_days set sold = sold + 1 where project_id = $1',
    'goods_months set cost = cost + 1 where project_id = $1',
    'goods_totals set squares = squares + 1 where project_id = $1',
    'goods_week_totals set lines = lines + 1 where project_id = $1',
    `sale_months set orders = orders + 1 where project_id = $1 and by = 'counterparty'`,
    `move_days set moves = moves + 1 where project_id = $1 and "to" = 'Sent'`,
    'party_days set fees = fees + 1 where project_id = $1',
    'party_goods set revenue = revenue + 1 where project_id = $1',
  ]) {
    await sound(w);
    await app.sql(id, `update ${change}`, [id]);
    expect(await named()).toContain(change.split(' ')[0]);
    await app.sql(id, `update ${change.replace('+ 1', '- 1')}`, [id]);
  }
  // a sum that is missing, and one that is of nothing
  for (const [table, part] of [
    ['goods_totals', 'month'],
    ['goods_week_totals', 'week'],
  ] as const) {
    const [row] = await app.sql(id, `delete from ${table} where project_id = $1 returning *`, [id]);
    expect(await named()).toContain(table);
    const put = `insert into ${table} select * from jsonb_populate_record(null::${table}, $1::jsonb)`;
    await app.sql(id, put, [JSON.stringify(row)]);
    await sound(w);
    await app.sql(id, put, [JSON.stringify({ ...row, [part]: '2020-06-01' })]);
    expect(await named()).toContain(table);
    await app.sql(id, `delete from ${table} where project_id = $1 and ${part} = '2020-06-01'`, [id]);
  }
  await sound(w);
});

it('a project that cannot be counted does not keep the others from it', async () => {
  const [broken, sane] = [await world(), await world()];
  for (const w of [broken, sane]) {
    await send(w, (await order(w, { [w.goods[0] ?? '']: 1 })).id);
    await night(w, false);
  }
  // as if it were counted already, though nothing says so
  const stray = [broken.project.id, daysAfter(today, -1), broken.parties[0]];
  await app.sql(
    broken.project.id,
    'insert into order_days (project_id, day, counterparty_id, orders) values ($1, $2, $3, 1)',
    stray,
  );
  await expect(countOrders(app.app.services)).rejects.toThrow('1 projects');
  const countedOf = ({ project }: World) =>
    app.sql(project.id, 'select 1 from sale_days where project_id = $1 limit 1', [project.id]);
  expect([(await countedOf(broken)).length, (await countedOf(sane)).length]).toEqual([0, 1]);
  await app.sql(broken.project.id, 'delete from order_days where project_id = $1', [broken.project.id]);
});

it('nights at once, and sales beside them, count each posting once', async () => {
  const w = await world();
  const [a = ''] = w.goods;
  for (let run = 0; run < 3; run += 1) {
    const made = await order(w, { [a]: 1 });
    await send(w, made.id);
    await night(w, false);
    const next = await order(w, { [a]: 1 });
    const yesterday = daysAfter(today, -1);
    await Promise.all([
      countSalesOf(app.app.services, w.project.id, yesterday),
      send(w, next.id),
      countSalesOf(app.app.services, w.project.id, yesterday),
    ]);
    expect((await goodsOf(w)).total).toMatchObject({ sold: 2 * (run + 1), charged: 20_000 * (run + 1) });
    await sound(w);
  }
});

it('a dropshipper earned what customers pay over what he does, less fees, with all his suppliers', async () => {
  const [one, two] = [await world(), await world()];
  const seller = await app.member(one.project, 'Client', one.parties[0] ?? '');
  await app.sql(
    two.project.id,
    `insert into memberships (project_id, user_id, role, counterparty_id) values ($1, $2, 'Client', $3)`,
    [two.project.id, seller.id, two.parties[1] ?? ''],
  );
  const token = await app.tokenOf(seller.id);
  const [a = '', b = ''] = one.goods;
  // in parcels, with a price of his own that does not divide evenly
  const split = await order(one, { [a]: 3, [b]: 2 });
  const first = split.items.find(({ product_variant_id }) => product_variant_id === a);
  await app.sql(one.project.id, 'update order_items set customer_amount = 50001 where project_id = $1 and id = $2', [
    ...[one.project.id, first?.id],
  ]);
  const cut = { parcels: [{ items: [{ order_item_id: first?.id ?? '', count: 1 }] }] };
  expect((await app.call(splitOrder, { ...oneAt(one.project, split.id), body: cut })).status).toBe(200);
  const { items: parcels } = (await app.call(listParcels, oneAt(one.project, split.id))).body;
  for (const { id } of parcels) {
    const params = { project_id: one.project.id, order_id: split.id, id };
    expect((await app.call(sendParcel, { params, token: one.project.owner.token })).status).toBe(200);
  }
  // all of it comes back piece by piece, one of another is refused and costs something
  const whole = await order(one, { [a]: 3 });
  await send(one, whole.id);
  for (let n = 0; n < 2; n += 1) await takeBack(one, whole, true);
  const [party] = one.parties;
  await app.call(updateCounterparty, {
    ...oneAt(one.project, party ?? ''),
    body: { refusal_charge: 7_000 },
  });
  const refused = await order(one, { [b]: 1 });
  await send(one, refused.id);
  const no = await app.call(refuseParcel, { ...oneAt(one.project, refused.id), body: {} });
  expect(no.status).toBeLessThan(300);
  const other = await order(two, { [two.goods[0] ?? '']: 2 }, { counterparty_id: two.parties[1] });
  await send(two, other.id);
  // of somebody else with the same supplier, and one that was never sent off
  await send(one, (await order(one, { [a]: 9 }, { counterparty_id: one.parties[1] })).id);
  await order(two, { [two.goods[1] ?? '']: 4 }, { counterparty_id: two.parties[1] });

  const expected = {
    // 500.01 of the first line, 2 x 200 of the second; one piece of three is left; the refused one is not approved yet
    revenue: 50_001 + 40_000 + 20_000 + 20_000 + 40_000,
    cost: 30_000 + 6_666 + 10_000 + 3_333 + Math.round(20_000 * 0.93),
    ...{ fees: 7_000, orders: 5, charged_orders: 4, pieces: 11, back: 2, refusals: 1 },
  };
  const earning = expected.revenue - expected.cost - expected.fees;
  const read = async (query: object = {}) =>
    (await app.call(mine.readMyStatistics, { token, query: query as never })).body;
  const groups = async (by: 'supplier' | 'goods') =>
    (await app.call(mine.readMyStatisticsGroups, { token, query: { by } })).body;
  const lines = async (query: object = {}) => {
    const found: mine.MyLine[] = [];
    let cursor: string | null = null;
    do {
      const page: { body: { items: mine.MyLine[]; next_cursor: string | null } } = await app.call(
        mine.listMyStatisticsLines,
        { token, query: { limit: 2, ...query, ...(cursor ? { cursor } : {}) } as never },
      );
      found.push(...page.body.items);
      cursor = page.body.next_cursor;
    } while (cursor);
    return found;
  };
  const sum = (of: readonly mine.MyLine[], what: 'revenue' | 'cost' | 'fees' | 'count') =>
    of.reduce((all, line) => all + line[what], 0);
  /** The counts, over all suppliers, of each, and of each day. */
  const opensItsRows = async () => {
    const rowsOf = async (query: object) => {
      const asked = { token, query: query as never };
      const [sent, refusals] = [
        (await app.call(mine.listMySentOrders, asked)).body,
        (await app.call(mine.listMyRefusals, asked)).body,
      ];
      expect([sent.total, refusals.total]).toEqual([sent.items.length, refusals.items.length]);
      return { orders: sent.total, refusals: refusals.total };
    };
    const { parts, total } = await read();
    for (const { from, to, orders, refusals } of parts.slice(-3))
      expect(await rowsOf({ from, to })).toEqual({ orders, refusals });
    for (const { id, orders, refusals } of (await groups('supplier')).rows)
      expect(await rowsOf({ project_id: id })).toEqual({ orders, refusals });
    expect(await rowsOf({})).toEqual({ orders: total.orders, refusals: total.refusals });
  };
  for (const counted of [false, true]) {
    if (counted) for (const w of [one, two]) await night(w);
    expect((await read()).total).toMatchObject({ ...expected, earning });
    const by = await groups('supplier');
    expect(by.total).toEqual((await read()).total);
    expect(by.rows.map(({ id }) => id)).toEqual([one.project.id, two.project.id]);
    const goods = await groups('goods');
    expect(goods.rows.reduce((all, row) => all + row.revenue, 0)).toBe(expected.revenue);
    expect(goods.rows.reduce((all, row) => all + row.cost, 0)).toBe(expected.cost);
    const all = await lines();
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const what of ['revenue', 'cost', 'fees'] as const) expect(sum(all, what)).toBe(expected[what]);
    expect(sum(all, 'count')).toBe(expected.pieces - expected.back);
    expect(all.filter(({ fees }) => fees !== 0).map((line) => line.order?.id)).toEqual([refused.id]);
    expect(sum(await lines({ product_variant_id: a }), 'revenue')).toBe(50_001 + 20_000);
    expect(sum(await lines({ project_id: two.project.id }), 'revenue')).toBe(40_000);
    await opensItsRows();
  }
  const sheet = await app.call(mine.readMyStatisticsGroupsXlsx, { token, query: { by: 'goods' } });
  expect(sheet.status).toBe(200);
  const { rawPayload } = await app.app.server.inject({
    ...{ method: 'GET', url: '/api/dropshipping/statistics/lines/xlsx', headers: { authorization: `Bearer ${token}` } },
  });
  const cells: (readonly string[])[] = [];
  for await (const row of readRows(Readable.from([rawPayload], { objectMode: false }), {
    file_name: 'a.xlsx',
    limits: {},
  }))
    cells.push(row.cells);
  expect(cells[0]?.slice(0, 3)).toEqual(['Замовлення', 'Дата', 'Що']);
  expect(cells.length).toBe((await lines()).length + 2);
  expect(cells.at(-1)?.slice(-4).map(Number)).toEqual([
    ...[expected.revenue / 100, expected.cost / 100, expected.fees / 100, earning / 100],
  ]);
  // whoever has lost access keeps what he earned there
  await app.sql(two.project.id, 'update memberships set ended_at = now() where project_id = $1 and user_id = $2', [
    ...[two.project.id, seller.id],
  ]);
  expect((await read()).total).toMatchObject({ ...expected, earning });
  await opensItsRows();
  // a refusal that was a mistake is no row any more, and no count
  const [{ id: mistaken } = { id: '' }] = (await app.call(mine.listMyRefusals, { token, query: {} })).body.items;
  expect((await app.call(withdrawReturn, oneAt(one.project, mistaken))).status).toBe(200);
  expect((await read()).total.refusals).toBe(0);
  await opensItsRows();
  expect((await read({ from: '2020-01-01', to: '2020-01-31' })).total).toMatchObject({ revenue: 0, earning: 0 });
});

const step = fc.record({
  kind: fc.constantFrom(
    ...([
      'buy',
      'order',
      'order',
      'part',
      'rest',
      'edit',
      'party',
      'return',
      'sale',
      'reverse',
      'mark',
      'pay',
    ] as const),
    'night',
  ),
  which: fc.nat(30),
  count: fc.integer({ min: 1, max: 6 }),
  price: fc.integer({ min: 0, max: 9_000 }),
  daysAgo: fc.oneof(fc.integer({ min: 0, max: 130 }), fc.integer({ min: 0, max: 400 })),
  yes: fc.boolean(),
});
const MARKS = [
  { tags: ['Опт', 'терміново'], source: 'Instagram' },
  { tags: ['опт'], source: '' },
  { tags: [], source: 'сайт' },
];

it('after any history every sale is in its rows, and the rows in their sums', { timeout: 240_000 }, async () => {
  const w = await world();
  const seller = await app.member(w.project, 'Client', w.parties[0] ?? '');
  await app.sql(w.project.id, `update product_variants set created_at = '2020-01-01' where project_id = $1`, [
    w.project.id,
  ]);
  await app.sql(w.project.id, 'update counterparties set manager_id = $2 where project_id = $1 and id = $3', [
    ...[w.project.id, w.project.owner.id, w.parties[1]],
  ]);
  const [sent, halves, waiting]: [Made[], Made[], Made[]] = [[], [], []];
  const sales: string[] = [];
  let marked = false;
  let posted = 0;
  /** As if what an order was charged since the last time had been charged then. */
  const chargedOn = async ({ id }: Made, day: string, due_on: string | null) => {
    const rows = await app.sql<{ sequence: string }>(
      w.project.id,
      'update postings set day = $2 where project_id = $1 and ref_id = $3 and sequence > $4 returning sequence',
      [w.project.id, day, id, posted],
    );
    posted = Math.max(posted, ...rows.map(({ sequence }) => Number(sequence)));
    await app.sql(
      w.project.id,
      'update charges set charged_on = $2, due_on = $4 where project_id = $1 and order_id = $3',
      [w.project.id, day, id, due_on],
    );
    await app.app.services.db.transaction({ projectIds: [w.project.id] }, (tx) => recountDays(tx, [w.project.id]));
  };
  /** Given back to be edited an order becomes the other's, and is counted as his at once. */
  const turn = async (made: Made | undefined) => {
    if (!made) return;
    const moved = (to: 'Blocked' | 'Pending') =>
      app.call(moveOrder, { ...oneAt(w.project, made.id), body: { to, reason: 'Не той магазин' } });
    expect((await moved('Blocked')).status).toBe(200);
    const { counterparty_id: now } = (await app.call(readOrder, oneAt(w.project, made.id))).body;
    const body = { counterparty_id: w.parties.find((id) => id !== now) ?? '' };
    const turned = await app.call(updateOrder, { ...oneAt(w.project, made.id), body });
    expect([turned.status, turned.error?.code]).toEqual([200, undefined]);
    expect((await moved('Pending')).status).toBe(200);
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 9 }),
      fc.record({
        daysAgo: fc.nat(20),
        days: fc.oneof(fc.integer({ min: 1, max: 150 }), fc.integer({ min: 100, max: 430 })),
        sort: fc.constantFrom(...GOODS_SORTS),
        by: fc.constantFrom(...STATISTICS_BY),
      }),
      async (steps, asked) => {
        for (const { kind, which, count, price, daysAgo, yes } of steps) {
          const good = w.goods[which % 3] ?? '';
          const day = daysAfter(today, -daysAgo);
          const old = sent[which % Math.max(1, sent.length)];
          if (kind === 'buy') await buy(w, good, count, price);
          else if (kind === 'order' || kind === 'part' || kind === 'party') {
            const lines = { [good]: count + 1, ...(yes ? { [w.goods[(which + 1) % 3] ?? '']: 1 } : {}) };
            const made = await order(w, lines, { ...MARKS[which % 3], counterparty_id: w.parties[count % 2] });
            if (which % 2 === 0) {
              // as if it had been sent to the manager then; what is over is counted in the night
              await app.sql(w.project.id, 'update orders set first_sent_on = $2 where project_id = $1 and id = $3', [
                ...[w.project.id, day, made.id],
              ]);
              marked = true;
            }
            if (kind === 'party') {
              waiting.push(made);
              continue;
            }
            if (kind === 'part') await sendFirst(w, made, good);
            else await send(w, made.id);
            (kind === 'part' ? halves : sent).push(made);
            await chargedOn(made, day, yes ? daysAfter(day, price % 60) : null);
          } else if (kind === 'rest' && halves.length > 0) {
            const [made] = halves.splice(which % halves.length, 1);
            if (!made) continue;
            await sendNext(w, made);
            await chargedOn(made, day, null);
          } else if (kind === 'edit' && halves.length > 0) {
            const made = halves[which % halves.length];
            if (made) await edit(w, made, count + 1);
            marked = true;
          } else if (kind === 'return' && old) {
            await takeBack(w, old, yes);
            sent.splice(sent.indexOf(old), 1);
          } else if (kind === 'sale') {
            const items = [{ product_variant_id: good, count, transaction_item_price: price }];
            const body = {
              flow: yes ? ('outcome' as const) : ('income' as const),
              type: yes ? ('sale' as const) : ('return' as const),
            };
            const of = { ...body, counterparty_id: w.parties[count % 2] ?? '', date: day, items };
            const made = await app.call(createTurnover, { ...at(w.project), body: of });
            expect(made.status).toBe(201);
            sales.push(made.body.id);
          } else if (kind === 'reverse' && sales.length > 0) {
            const id = sales.splice(which % sales.length, 1)[0] ?? '';
            expect((await app.call(reverseTurnover, { ...oneAt(w.project, id), body: {} })).status).toBe(200);
          } else if (kind === 'pay') {
            const money = { type: 'receipt' as const, account: 'bank' as const, amount: price + 1, date: day };
            const body = { ...money, counterparty_id: w.parties[count % 2] ?? '' };
            expect((await app.call(createPayment, { ...at(w.project), body })).status).toBe(201);
          } else if (kind === 'mark' && waiting.length > 0 && yes) {
            await turn(waiting[which % waiting.length]);
          } else if (kind === 'mark' && old) {
            const body = MARKS[count % 3] ?? {};
            expect((await app.call(updateOrder, { ...oneAt(w.project, old.id), body })).status).toBe(200);
            marked = true;
          } else if (kind === 'night') {
            await night(w);
            marked = false;
          }
        }
        if (marked) await night(w);
        marked = false;
        const to = daysAfter(today, -asked.daysAgo);
        const period = { from: daysAfter(to, 1 - asked.days), to };
        await agrees(w, period, asked.sort, asked.by);
        await movesAgree(w, period);
        await stockAgrees(w, period);
        await minesAgree(w, seller.id, period);
        await debtsAgree(w);
        if (waiting.length === 0) return;
        // of a day that the night has counted
        await night(w);
        await turn(waiting.at(-1));
        await agrees(w, { from: daysAfter(today, -429), to: today }, asked.sort, 'month');
      },
    ),
    { numRuns: 14, endOnFailure: true },
  );
  await agrees(w, { from: daysAfter(today, -429), to: today }, 'revenue', 'month');
  await sound(w);
});

const deed = fc.record({
  kind: fc.constantFrom(
    ...([
      'order',
      'part',
      'part',
      'rest',
      'edit',
      'return',
      'claim',
      'approve',
      'refuse',
      'refuse',
      'withdraw',
    ] as const),
    'waive' as const,
    ...(['settle', 'unsettle', 'night', 'night'] as const),
  ),
  which: fc.nat(30),
  count: fc.integer({ min: 2, max: 6 }),
  daysAgo: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 400 })),
  yes: fc.boolean(),
});

it('after any history a dropshipper earned what his lines come to', { timeout: 240_000 }, async () => {
  const w = await world();
  const [party = ''] = w.parties;
  const seller = await app.member(w.project, 'Client', party);
  await app.call(updateCounterparty, { ...oneAt(w.project, party), body: { refusal_charge: 7_000 } });
  const [sent, halves, refused]: [Made[], Made[], string[]] = [[], [], []];
  const refusals: { id: string; order: Made }[] = [];
  // what the carrier is to bring, and the registers by which he has brought it
  const awaited: Made[] = [];
  const registers: { id: string; row: string; order: Made }[] = [];
  const claims: Back[] = [];
  const claimed = new Set<string>();
  const backOf = new Map<string, number>();
  let posted = 0;
  /** As if what was posted since the last time had been posted then. */
  const datedBack = async (day: string) => {
    const rows = await app.sql<{ sequence: string }>(
      w.project.id,
      'update postings set day = $2 where project_id = $1 and sequence > $3 returning sequence',
      [w.project.id, day, posted],
    );
    posted = Math.max(posted, ...rows.map(({ sequence }) => Number(sequence)));
  };
  /** Not to be divided evenly. */
  const uneven = ({ id }: Made, kopecks: number) =>
    app.sql(
      w.project.id,
      'update order_items set customer_amount = customer_amount + $3 where project_id = $1 and order_id = $2',
      [w.project.id, id, kopecks],
    );
  /** The price of what has left changes with the rest of its line. */
  const dearer = async (made: Made, count: number, kopecks: number) => {
    await edit(w, made, count + 1);
    await uneven(made, kopecks);
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(deed, { minLength: 5, maxLength: 12 }),
      fc.record({ daysAgo: fc.nat(20), days: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(430)) }),
      async (deeds, asked) => {
        for (const { kind, which, count, daysAgo, yes } of deeds) {
          const good = w.goods[which % 3] ?? '';
          const lines = { [good]: count, ...(yes ? { [w.goods[(which + 1) % 3] ?? '']: 1 } : {}) };
          if (kind === 'order' || kind === 'part') {
            const isCod = kind === 'order' && count % 2 === 0;
            const counterparty_id = w.parties[which % 7 === 6 ? 1 : 0];
            const made = await order(w, lines, { counterparty_id, ...(isCod ? { cod: {} } : {}) });
            await uneven(made, which);
            if (kind === 'part') {
              await sendFirst(w, made, good);
              halves.push(made);
            } else {
              await send(w, made.id);
              (isCod ? awaited : sent).push(made);
            }
          } else if (kind === 'rest' && halves.length > 0) {
            const [made] = halves.splice(which % halves.length, 1);
            if (made) await sendNext(w, made);
          } else if (kind === 'edit' && halves.length > 0) {
            const made = halves[which % halves.length];
            if (made) await dearer(made, count, which);
          } else if (kind === 'settle' && awaited.length > 0) {
            const [made] = awaited.splice(which % awaited.length, 1);
            if (!made) continue;
            const rows = [{ order_id: made.id, amount: 20_000, fee: 2_000 + which }];
            const body = { carrier: 'nova_poshta' as const, number: `R-${which}`, date: today, rows };
            const register = await app.call(createRegister, { ...at(w.project), body });
            expect(register.status).toBe(201);
            registers.push({ id: register.body.id, row: register.body.items[0]?.id ?? '', order: made });
          } else if (kind === 'unsettle' && registers.length > 0) {
            const [one] = registers.splice(which % registers.length, 1);
            if (!one) continue;
            const body = { row_ids: [one.row], comment: 'Не той реєстр' };
            const undone = await app.call(reverseRows, { ...oneAt(w.project, one.id), body });
            expect(undone.status).toBe(200);
            awaited.push(one.order);
          } else if ((kind === 'return' || kind === 'claim') && sent.length > 0) {
            const made = sent[which % sent.length];
            if (!made) continue;
            // one that is approved later may have been asked for before others
            if (kind === 'claim') {
              claims.push(await claim(w, made, yes));
              claimed.add(made.id);
            } else await takeBack(w, made, yes);
            backOf.set(made.id, (backOf.get(made.id) ?? 0) + 1);
            if (backOf.get(made.id) === made.items[0]?.count) sent.splice(sent.indexOf(made), 1);
          } else if (kind === 'approve' && claims.length > 0) {
            const [back] = claims.splice(which % claims.length, 1);
            if (back) await approve(w, back);
          } else if (kind === 'refuse' && sent.length > 0) {
            const made = sent[which % sent.length];
            // a refusal would take what was asked for as its own
            if (!made || claimed.has(made.id)) continue;
            sent.splice(sent.indexOf(made), 1);
            const no = await app.call(refuseParcel, { ...oneAt(w.project, made.id), body: {} });
            expect(no.status).toBeLessThan(300);
            refusals.push({ id: no.body.id, order: made });
            if (made.counterparty_id === party) refused.push(no.body.id);
          } else if (kind === 'withdraw' && refusals.length > 0) {
            // the parcel was taken after all, and may be refused anew
            const [one] = refusals.splice(which % refusals.length, 1);
            if (!one) continue;
            expect((await app.call(withdrawReturn, oneAt(w.project, one.id))).status).toBe(200);
            sent.push(one.order);
          } else if (kind === 'waive' && refused.length > 0) {
            const [id = ''] = refused.splice(which % refused.length, 1);
            expect((await app.call(waiveCharge, { ...oneAt(w.project, id), body: { comment: 'Ні' } })).status).toBe(
              200,
            );
          } else if (kind === 'night') {
            await night(w);
          }
          await datedBack(daysAfter(today, -daysAgo));
        }
        const to = daysAfter(today, -asked.daysAgo);
        const whole = { from: daysAfter(today, -429), to: today };
        await earningAgrees(w, seller.id, { from: daysAfter(to, 1 - asked.days), to });
        // what has changed since the night, of whose days nothing is entered anew
        await night(w);
        const half = halves.find(({ counterparty_id }) => counterparty_id === party);
        if (half) await dearer(half, 2 + asked.daysAgo, asked.days);
        await earningAgrees(w, seller.id, whole);
        await night(w);
        await earningAgrees(w, seller.id, whole);
      },
    ),
    { numRuns: 14, endOnFailure: true },
  );
  await earningAgrees(w, seller.id, { from: daysAfter(today, -429), to: today });
  const { body } = await app.call(readAudit, at(w.project));
  expect(body.checks.find(({ name }) => name === 'statistics')?.differences).toEqual([]);
});

interface Earned {
  day: string;
  variant: string | null;
  revenue: number;
  cost: number;
  fees: number;
  pieces: number;
  back: number;
  /** The order, where this posting is its first charge. */
  first: string | null;
}

/** Each line of the first counterparty by the definitions, put together from the rows one by one. */
async function earnedLines({ project, parties }: World): Promise<Earned[]> {
  const rows = (text: string) => app.sql<Record<string, string | number | null>>(project.id, text, [project.id]);
  const postings = await rows(`
    select id, sequence::int as sequence, day::text as day, purpose, source, destination, counterparty_change::int as change,
      ref_kind, ref_id, ref_part, counterparty_id from postings where project_id = $1 order by sequence`);
  const items = await rows(`
    select id, order_id, product_variant_id as variant, count, amount::int as amount, customer_amount::int as customer
    from order_items where project_id = $1`);
  const parcels = await rows(`
    select parcel_id, order_id, order_item_id, count, amount::int as amount from parcel_items where project_id = $1`);
  const returns = await rows(`
    select id, order_id, order_item_id, product_variant_id as variant, count, credit::int as credit, status
    from return_items where project_id = $1`);
  const share = (item: (typeof items)[number] | undefined, before: number, count: number): number => {
    const upTo = (pieces: number) => Math.round((Number(item?.customer) * pieces) / Number(item?.count));
    return upTo(before + count) - upTo(before);
  };
  const ahead = (of: typeof parcels, id: string, item: unknown, key: 'parcel_id' | 'id'): number =>
    of.reduce((sum, one) => sum + (one.order_item_id === item && String(one[key]) < id ? Number(one.count) : 0), 0);
  const lines: Earned[] = [];
  for (const posting of postings.filter(({ counterparty_id }) => counterparty_id === parties[0])) {
    const none = {
      day: String(posting.day),
      variant: null,
      revenue: 0,
      cost: 0,
      fees: 0,
      pieces: 0,
      back: 0,
      first: null,
    };
    const account = posting.source === 'counterparty' ? posting.destination : posting.source;
    const taken = posting.purpose === 'reversal' ? postings.find(({ id }) => id === posting.ref_id) : posting;
    if (account === 'logistics' || taken?.purpose === 'cod_fee') lines.push({ ...none, fees: -Number(posting.change) });
    if (posting.purpose === 'charge' && posting.ref_kind === 'order') {
      const charges = postings.filter(({ purpose, ref_id }) => purpose === 'charge' && ref_id === posting.ref_id);
      const first = charges[0]?.id === posting.id ? String(posting.ref_id) : null;
      const own = items.filter(({ order_id }) => order_id === posting.ref_id);
      const parts = parcels.filter(({ order_id }) => order_id === posting.ref_id);
      if (parts.length === 0)
        for (const { variant, count, amount, customer } of own)
          lines.push({
            ...none,
            first,
            variant: String(variant),
            revenue: Number(customer),
            cost: Number(amount),
            pieces: Number(count),
          });
      for (const { parcel_id, order_item_id, count, amount } of parts) {
        const alone = charges.some(({ ref_part }) => ref_part === parcel_id);
        if (posting.ref_part !== null ? posting.ref_part !== parcel_id : alone) continue;
        const item = own.find(({ id }) => id === order_item_id);
        const revenue = share(item, ahead(parts, String(parcel_id), order_item_id, 'parcel_id'), Number(count));
        lines.push({
          ...none,
          first,
          variant: String(item?.variant),
          revenue,
          cost: Number(amount),
          pieces: Number(count),
        });
      }
    }
    if (posting.purpose === 'return' && posting.ref_kind === 'return_item') {
      const back = returns.find(({ id }) => id === posting.ref_id);
      const item = items.find(({ id }) => id === back?.order_item_id);
      const approved = returns.filter(({ status }) => status === 'approved');
      const revenue = -share(item, ahead(approved, String(back?.id), item?.id, 'id'), Number(back?.count));
      lines.push({
        ...none,
        variant: String(back?.variant),
        revenue,
        cost: -Number(back?.credit),
        back: Number(back?.count),
      });
    }
  }
  return lines;
}

const earnedOf = (lines: readonly Earned[]) => {
  const sum = (what: 'revenue' | 'cost' | 'fees' | 'pieces' | 'back') => lines.reduce((all, one) => all + one[what], 0);
  const charged_orders = new Set(lines.flatMap(({ first }) => (first === null ? [] : [first]))).size;
  return {
    ...{ revenue: sum('revenue'), cost: sum('cost'), fees: sum('fees'), pieces: sum('pieces'), back: sum('back') },
    charged_orders,
  };
};

/** Orders that were first sent, and parcels that were refused, on a day or in all of the period. */
async function sentAndRefused({ project, parties }: World, { from, to }: { from: string; to: string }) {
  const rows = await app.sql<{ day: string; orders: number; refusals: number }>(
    project.id,
    `select day::text, sum(orders)::int as orders, sum(refusals)::int as refusals from (
       select first_sent_on as day, 1 as orders, 0 as refusals from orders where project_id = $1 and counterparty_id = $2
       union all
       select (created_at at time zone 'Europe/Kyiv')::date, 0, 1 from returns
       where project_id = $1 and counterparty_id = $2 and origin = 'refusal' and withdrawn_at is null
     ) k where day between $3 and $4 group by day`,
    [project.id, parties[0], from, to],
  );
  return (day?: string) => {
    const own = rows.filter((row) => day === undefined || row.day === day);
    const sum = (what: 'orders' | 'refusals') => own.reduce((all, row) => all + row[what], 0);
    return { orders: sum('orders'), refusals: sum('refusals') };
  };
}

async function earningAgrees(w: World, seller: string, period: { from: string; to: string }) {
  const token = await app.tokenOf(seller);
  const own = (await earnedLines(w)).filter(({ day }) => day >= period.from && day <= period.to);
  const { body: found } = await app.call(mine.readMyStatistics, { token, query: { ...period, by: 'day' } });
  const counts = await sentAndRefused(w, period);
  expect(found.total).toMatchObject({ ...earnedOf(own), ...counts() });
  for (const part of found.parts)
    expect(part).toMatchObject({ ...earnedOf(own.filter(({ day }) => day === part.from)), ...counts(part.from) });
  const goods = await app.call(mine.readMyStatisticsGroups, { token, query: { ...period, by: 'goods' } });
  const sold = [...new Set(own.flatMap(({ variant }) => (variant === null ? [] : [variant])))];
  expect(goods.body.rows.map(({ id }) => id).sort()).toEqual(sold.sort());
  for (const row of goods.body.rows)
    expect(row).toMatchObject(earnedOf(own.filter(({ variant }) => variant === row.id)));
  const supplier = await app.call(mine.readMyStatisticsGroups, { token, query: { ...period, by: 'supplier' } });
  expect(supplier.body.total).toMatchObject({ ...earnedOf(own), ...counts() });
  for (const product_variant_id of [undefined, sold[0]]) {
    const asked = own.filter(({ variant }) => product_variant_id === undefined || variant === product_variant_id);
    const { revenue, cost, fees, pieces, back } = earnedOf(asked);
    const lines: mine.MyLine[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = {
        ...period,
        limit: 7,
        ...(product_variant_id && { product_variant_id }),
        ...(cursor && { cursor }),
      };
      const page: { body: { items: mine.MyLine[]; next_cursor: string | null; total: object } } = await app.call(
        mine.listMyStatisticsLines,
        { token, query: query as never },
      );
      expect(page.body.total).toEqual({ revenue, cost, fees, count: pieces - back });
      lines.push(...page.body.items);
      cursor = page.body.next_cursor;
    }
    expect([lines.length, new Set(lines.map(({ id }) => id)).size]).toEqual([asked.length, asked.length]);
    expect(lines.map(({ day }) => day)).toEqual([...lines.map(({ day }) => day)].sort().reverse());
    expect(lines.reduce((all, line) => all + line.revenue - line.cost - line.fees, 0)).toBe(revenue - cost - fees);
  }
}

interface Fact {
  day: string;
  party: string;
  order: { tags: string[]; source: string; town: string; operator: string } | null;
  variant: string;
  sold: number;
  back: number;
  charged: number;
  returned: number;
  costed: number;
  cost: number;
}

/** Every sale by the definitions, one by one: its line, and the last step of the cost before it. */
async function factsOf({ project }: World): Promise<Fact[]> {
  const rows = (text: string) => app.sql(project.id, text, [project.id]);
  const steps = await rows(
    `select product_variant_id as variant, extract(epoch from created_at)::text as at, cost_after from cost_steps where project_id = $1 order by sequence`,
  );
  const costAt = (variant: unknown, when: unknown): number | null => {
    const found = steps.findLast((one) => one.variant === variant && Number(one.at) <= Number(when));
    return found?.cost_after == null ? null : Number(found.cost_after);
  };
  const moment = (column: string) => `extract(epoch from ${column})::text`;
  const lines = await rows(`
    select p.day::text, p.counterparty_id as party, i.product_variant_id as variant, coalesce(l.count, i.count) as count,
      coalesce(l.amount, i.amount) as amount, 1 as sign, 'sold' as kind, true as costs, ${moment('p.created_at')} as at,
      o.tags, o.source, o.delivery_town as town, o.delivery_operator as operator
    from postings p join orders o on o.id = p.ref_id join order_items i on i.order_id = o.id
      left join parcel_items l on l.order_id = o.id and l.order_item_id = i.id
    -- in parcels: of each its own, and at last of those that were not charged by themselves
    where p.project_id = $1 and p.purpose = 'charge' and (l.parcel_id is null and o.parcels = 0 or p.ref_part = l.parcel_id
      or p.ref_part is null and l.parcel_id is not null
        and not exists (select 1 from postings x where x.ref_part = l.parcel_id and x.purpose = 'charge'))
    union all
    select p.day::text, p.counterparty_id, r.product_variant_id, r.count, r.credit, 1, 'back', r.restocked,
      (select ${moment('x.created_at')} from postings x where x.ref_id = o.id and x.purpose = 'charge'), o.tags, o.source, o.delivery_town, o.delivery_operator
    from postings p join return_items r on r.id = p.ref_id join orders o on o.id = r.order_id
    where p.project_id = $1 and p.purpose = 'return' and p.ref_kind = 'return_item'
    union all
    select p.day::text, p.counterparty_id, i.product_variant_id, i.count, i.transaction_amount,
      case when p.purpose = 'reversal' then -1 else 1 end, case d.type when 'sale' then 'sold' else 'back' end, true,
      ${moment('coalesce(f.posted_at, d.posted_at)')}, null, null, null, null
    from postings p join turnover_documents d on d.id = p.ref_id join turnover_items i on i.document_id = d.id
      left join turnover_documents f on f.id = d.reverses
    where p.project_id = $1 and p.ref_kind = 'turnover' and d.type in ('sale', 'return')`);
  return lines.map((line) => {
    const sign = Number(line.sign);
    const [count, amount] = [sign * Number(line.count), sign * Number(line.amount)];
    const isSold = line.kind === 'sold';
    const unit = costAt(line.variant, line.at);
    const revenue = isSold ? amount : -amount;
    return {
      day: String(line.day),
      party: String(line.party),
      order: line.source === null ? null : (line as unknown as NonNullable<Fact['order']>),
      variant: String(line.variant),
      ...{ sold: isSold ? count : 0, back: isSold ? 0 : count },
      ...{ charged: isSold ? amount : 0, returned: isSold ? 0 : amount },
      costed: unit === null ? 0 : revenue,
      cost: unit === null || !line.costs ? 0 : unit * (isSold ? count : -count),
    };
  });
}

interface Counted {
  day: string;
  party: string;
  order: Fact['order'];
  orders: number;
  charged_orders: number;
  charged_for_orders: number;
}

/** Orders by the day they were first sent, and their charges, of which the first counts. */
async function countsOf({ project }: World): Promise<Counted[]> {
  const marks = `json_build_object('tags', o.tags, 'source', o.source, 'town', o.delivery_town, 'operator', o.delivery_operator)`;
  return app.sql<Counted & Record<string, unknown>>(
    project.id,
    `select o.first_sent_on::text as day, o.counterparty_id as party, ${marks} as "order", 1 as orders, 0 as charged_orders,
       0 as charged_for_orders from orders o where o.project_id = $1 and o.first_sent_on is not null
     union all
     select p.day::text, p.counterparty_id, ${marks}, 0,
       case when p.sequence = min(p.sequence) over (partition by p.ref_id) then 1 else 0 end, -p.counterparty_change::int
     from postings p join orders o on o.id = p.ref_id where p.project_id = $1 and p.purpose = 'charge' and p.ref_kind = 'order'`,
    [project.id],
  );
}
const counted = (of: readonly Counted[]) => {
  const sum = (what: 'orders' | 'charged_orders' | 'charged_for_orders') => of.reduce((all, one) => all + one[what], 0);
  const [charged_orders, charged_for_orders] = [sum('charged_orders'), sum('charged_for_orders')];
  const average = charged_orders > 0 ? ratio(charged_for_orders, charged_orders) : null;
  return { orders: sum('orders'), charged_orders, charged_for_orders, average };
};

const ZERO = { sold: 0, back: 0, charged: 0, returned: 0, costed: 0, cost: 0 };
const add = (facts: readonly Fact[]) =>
  facts.reduce(
    (all, one) => ({
      sold: all.sold + one.sold,
      back: all.back + one.back,
      charged: all.charged + one.charged,
      returned: all.returned + one.returned,
      costed: all.costed + one.costed,
      cost: all.cost + one.cost,
    }),
    ZERO,
  );
const money = ({ charged, returned, costed, cost }: typeof ZERO) => ({ charged, returned, costed, cost });

/** Half up. */
const ratio = (part: number, of: number) => Math.floor(part / of + 0.5);
const ratiosOf = ({ charged, returned, costed, cost }: typeof ZERO) => ({
  revenue: charged - returned,
  returned_share: charged > 0 ? ratio(returned * 10_000, charged) : null,
  margin: costed !== 0 || cost !== 0 ? costed - cost : null,
  margin_share: costed > 0 ? ratio((costed - cost) * 10_000, costed) : null,
  costed_share: charged > returned ? ratio(costed * 10_000, charged - returned) : null,
});

const keysIn = ({ project, parties }: World): Record<string, (of: Pick<Fact, 'party' | 'order'>) => string[]> => ({
  counterparty: ({ party }) => [party],
  manager: ({ party }) => [party === parties[1] ? project.owner.id : ''],
  tag: ({ order: of }) => (of && of.tags.length > 0 ? [...new Set(of.tags.map((tag) => tag.toLowerCase()))] : ['']),
  town: ({ order: of }) => [of?.town.toLowerCase() ?? ''],
  operator: ({ order: of }) => [of?.operator ?? ''],
  source: ({ order: of }) => [of?.source.toLowerCase() ?? ''],
});

/** What is on the shelf by its movements and the last step of its cost, and what of it nobody bought. */
async function stockAgrees(w: World, period: { from: string; to: string }) {
  const shelf = await app.sql<{ variant: string; actual: number; cost: number | null }>(
    w.project.id,
    `select m.product_variant_id as variant, sum(m.delta)::int as actual, (select c.cost_after::int from cost_steps c
       where c.project_id = $1 and c.product_variant_id = m.product_variant_id order by c.sequence desc limit 1) as cost
     from stock_movements m where m.project_id = $1 group by 1 having sum(m.delta) > 0`,
    [w.project.id],
  );
  const prices = new Map(w.goods.map((id, at) => [id, [10_000, 3_333, 777][at] ?? 0]));
  const plain = (of: typeof shelf) => ({
    goods: of.length,
    pieces: of.reduce((sum, { actual }) => sum + actual, 0),
    value: of.reduce((sum, { actual, cost }) => sum + actual * (cost ?? 0), 0),
    pieces_without_cost: of.reduce((sum, { actual, cost }) => sum + (cost === null ? actual : 0), 0),
    value_by_price: of.reduce((sum, { variant, actual }) => sum + actual * (prices.get(variant) ?? 0), 0),
  });
  const days = daysIn(period);
  const { stock, total, items } = await goodsOf(w, period);
  expect(stock).toEqual({
    ...plain(shelf),
    turnover_days: total.cost > 0 ? Math.round((plain(shelf).value * days) / total.cost) : null,
  });
  // what the stock and its turnover open comes to them, page by page
  const held: StockRow[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: z.input<typeof readStockGoods.query> = { ...period, limit: 2, ...(cursor && { cursor }) };
    const { body: page }: { body: StockGoods } = await app.call(readStockGoods, { ...at(w.project), query });
    expect(page.total).toEqual({ ...stock, cost: total.cost });
    held.push(...page.items);
    cursor = page.next_cursor;
  }
  const heldSum = (what: 'actual' | 'value' | 'value_by_price' | 'cost') =>
    held.reduce((sum, row) => sum + (row[what] ?? 0), 0);
  expect([heldSum('actual'), heldSum('value'), heldSum('value_by_price'), heldSum('cost')]).toEqual([
    ...[stock.pieces, stock.value, stock.value_by_price, total.cost],
  ]);
  expect(new Set(held.map(({ product_variant_id }) => product_variant_id)).size).toBe(held.length);
  for (const row of held)
    expect(row.cost).toBe(items.find((one) => one.product_variant_id === row.product_variant_id)?.cost ?? 0);
  for (const { product_variant_id, actual, days_left, sold, back } of items) {
    expect(actual).toBe(shelf.find(({ variant }) => variant === product_variant_id)?.actual ?? 0);
    expect(days_left).toBe(sold > back ? Math.round(((actual ?? 0) * days) / (sold - back)) : null);
  }
  const facts = await factsOf(w);
  for (const of of [30, 90] as const) {
    const bought = (id: string): boolean =>
      facts
        .filter(({ day, variant }) => variant === id && day > daysAfter(today, -of) && day <= today)
        .reduce((sum, { sold }) => sum + sold, 0) > 0;
    const standing = await app.call(readStandingGoods, { ...at(w.project), query: { days: of } });
    expect(standing.body.total).toEqual(plain(shelf.filter(({ variant }) => !bought(variant))));
    const lastOf = (id: string): string | null => {
      const own = facts.filter(({ variant }) => variant === id);
      const sold = (day: string) => own.reduce((sum, one) => sum + (one.day === day ? one.sold : 0), 0);
      return (
        [...new Set(own.map(({ day }) => day))]
          .filter((day) => sold(day) > 0)
          .sort()
          .at(-1) ?? null
      );
    };
    for (const { product_variant_id, last_sold_on } of standing.body.items)
      expect([product_variant_id, last_sold_on]).toEqual([product_variant_id, lastOf(product_variant_id)]);
  }
}

/** What is not paid, charge by charge; and what an account owes besides. */
async function debtsAgree({ project, parties }: World) {
  const unpaid = await app.sql<{ party: string; unpaid: number; since: string; charged: string }>(
    project.id,
    `select counterparty_id as party, unpaid::int as unpaid, coalesce(due_on, charged_on)::text as since, charged_on::text as charged
     from charges where project_id = $1 and unpaid > 0`,
    [project.id],
  );
  const balances = await app.sql<{ party: string; owed: number }>(
    project.id,
    `select counterparty_id as party, -sum(counterparty_change)::int as owed from postings
     where project_id = $1 and source <> 'purchases' and destination <> 'purchases' group by 1`,
    [project.id],
  );
  const rows = parties.flatMap((party) => {
    const own = unpaid.filter((one) => one.party === party);
    const owed = Math.max(0, balances.find((one) => one.party === party)?.owed ?? 0);
    const sum = (some: typeof own) => some.reduce((all, one) => all + one.unpaid, 0);
    const late = (from: number, to: number) =>
      sum(own.filter(({ since }) => daysAfter(since, from) <= today && today <= daysAfter(since, to)));
    const ages = { days_30: late(1, 30), days_60: late(31, 60), days_90: late(61, 90), older: late(91, 99_999) };
    const not_due = sum(own) - Object.values(ages).reduce((all, one) => all + one, 0);
    const oldest_on = own.map(({ charged }) => charged).sort()[0] ?? null;
    const row = { counterparty_id: party, debt: owed, ages: { not_due, ...ages }, orders: own.length, oldest_on };
    return owed > 0 || own.length > 0 ? [{ ...row, other: Math.max(0, owed - sum(own)) }] : [];
  });
  const { body } = await app.call(contract.readDebts, at(project));
  for (const age of [undefined, ...contract.DEBT_AGES])
    for (const party of [undefined, ...parties]) {
      const query = { limit: 200, ...(age && { age }), ...(party && { counterparty_id: party }) };
      const opened = await app.call(contract.listDebtOrders, { ...at(project), query });
      const own = rows.filter((row) => party === undefined || row.counterparty_id === party);
      const figure = own.reduce(
        (sum, { ages }) => sum + (age ? ages[age] : Object.values(ages).reduce((all, one) => all + one, 0)),
        0,
      );
      expect([age, opened.body.total?.unpaid]).toEqual([age, figure]);
      expect(opened.body.items.reduce((sum, one) => sum + one.unpaid, 0)).toBe(figure);
      if (!age) expect(opened.body.total?.orders).toBe(own.reduce((sum, row) => sum + row.orders, 0));
    }
  expect(body.items.map(({ name: _, manager_name: __, ...row }) => row)).toEqual(
    rows.sort((a, b) => b.debt - a.debt || (a.counterparty_id < b.counterparty_id ? -1 : 1)),
  );
  expect([body.total.debt, body.total.orders]).toEqual([
    rows.reduce((sum, { debt }) => sum + debt, 0),
    rows.reduce((sum, { orders }) => sum + orders, 0),
  ]);
}

/** Of orders alone: each piece is sold on for 200 hryvnias, and nothing is brought by a carrier. */
async function minesAgree(w: World, seller: string, period: { from: string; to: string }) {
  const own = (await factsOf(w)).filter(({ party, order: of }) => party === w.parties[0] && of !== null);
  const { sold, back, charged, returned } = add(own.filter(({ day }) => day >= period.from && day <= period.to));
  const [revenue, cost] = [(sold - back) * 20_000, charged - returned];
  const { body } = await app.call(mine.readMyStatistics, { token: await app.tokenOf(seller), query: period });
  expect(body.total).toMatchObject({ revenue, cost, earning: revenue - cost, fees: 0, pieces: sold, back });
  for (const by of ['supplier', 'goods'] as const) {
    const groups = await app.call(mine.readMyStatisticsGroups, {
      token: await app.tokenOf(seller),
      query: { ...period, by },
    });
    expect(groups.body.rows.reduce((sum, row) => sum + row.earning, 0)).toBe(revenue - cost);
  }
}

/** As often as the history of the orders says so. */
async function movesAgree({ project }: World, period: { from: string; to: string }) {
  const rows = await app.sql(
    project.id,
    `select "to" as status, count(*)::int as entered from order_history where project_id = $1 and "from" is not null
       and "to" <> "from" and (created_at at time zone 'Europe/Kyiv')::date between $2 and $3 group by 1`,
    [project.id, period.from, period.to],
  );
  const { body } = await app.call(readStatisticsFunnel, { ...at(project), query: period });
  const found = body.statuses.flatMap(({ status, entered }) => (entered > 0 ? [[status, entered] as const] : []));
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(rows.map(({ status, entered }) => [status, entered])));
  const gone = await app.sql<{ from: string; to: string; moves: number; seconds: number }>(
    project.id,
    `select "from", "to", count(*)::int as moves, sum(extract(epoch from created_at - came))::float8 as seconds from (
       select *, lag(created_at) over (partition by order_id order by id) as came from order_history
       where project_id = $1 and "to" is not null and "from" is distinct from "to"
     ) h where "from" is not null and (created_at at time zone 'Europe/Kyiv')::date between $2 and $3 group by 1, 2`,
    [project.id, period.from, period.to],
  );
  for (const { status, left, minutes, next } of body.statuses) {
    const own = gone.filter(({ from }) => from === status);
    expect(Object.fromEntries(next.map(({ status: to, moves }) => [to, moves]))).toEqual(
      Object.fromEntries(own.map(({ to, moves }) => [to, moves])),
    );
    expect(left).toBe(own.reduce((sum, { moves }) => sum + moves, 0));
    // what is kept of a day is whole seconds
    const mean = own.reduce((sum, { seconds }) => sum + seconds, 0) / left / 60;
    if (left === 0) expect(minutes).toBeNull();
    else expect(Math.abs((minutes ?? Number.NaN) - mean)).toBeLessThanOrEqual(1);
  }
}

async function agrees(
  w: World,
  period: { from: string; to: string },
  sort: (typeof GOODS_SORTS)[number],
  by: (typeof STATISTICS_BY)[number],
) {
  const [all, allCounts, keys] = [await factsOf(w), await countsOf(w), keysIn(w)];
  const within =
    ({ from, to }: { from: string; to: string }) =>
    ({ day }: { day: string }) =>
      day >= from && day <= to;
  const [facts, counts] = [all.filter(within(period)), allCounts.filter(within(period))];
  const total = add(facts);
  const { body: found } = await app.call(contract.readStatistics, { ...at(w.project), query: { ...period, by } });
  for (const part of [{ ...period, ...found.total }, found.before, ...found.parts]) {
    const { from, to } = part;
    const plain = add(all.filter(within(part)));
    expect(part).toEqual({
      ...{ from, to, ...money(plain), ...ratiosOf(plain), ...counted(allCounts.filter(within(part))) },
    });
  }
  expect([found.parts[0]?.from, found.parts.at(-1)?.to]).toEqual([period.from, period.to]);
  for (const group of STATISTICS_GROUPS) {
    const { items: rows, total: same, others } = await groupsOf(w, { ...period, by: group });
    expect(same).toEqual(found.total);
    expect(others).toBeNull();
    const fits = (key: string | null) => (of: Fact | Counted) => keys[group]?.(of).includes(key ?? '') ?? false;
    for (const { key, name: _, ...row } of rows) {
      const plain = add(facts.filter(fits(key)));
      const figures = { ...money(plain), ...ratiosOf(plain), ...counted(counts.filter(fits(key))) };
      expect({ group, key, ...row }).toEqual({ group, key, ...figures });
    }
    const known = new Set([...facts, ...counts].flatMap((of) => keys[group]?.(of) ?? []));
    expect([...known].filter((key) => !rows.some((row) => (row.key ?? '') === key))).toEqual([]);
    await linesAgree(w, { ...period, by: group, key: rows[0]?.key ?? '' }, facts.filter(fits(rows[0]?.key ?? null)));
  }
  await linesAgree(w, period, facts);
  const goods = await goodsOf(w, { ...period, sort });
  expect(goods.total).toMatchObject(total);
  const parts = demandParts(period);
  expect(goods.demand).toEqual(parts);
  const byRevenue = [...goods.items].sort(
    (a, b) => b.revenue - a.revenue || (a.product_variant_id < b.product_variant_id ? -1 : 1),
  );
  const whole = byRevenue.reduce((sum, { revenue }) => sum + Math.max(0, revenue), 0);
  let richer = 0;
  for (const row of byRevenue) {
    const own = facts.filter(({ variant }) => variant === row.product_variant_id);
    expect(row).toMatchObject(add(own));
    const abc = row.revenue <= 0 ? 'C' : richer * 100 < whole * 80 ? 'A' : richer * 100 < whole * 95 ? 'B' : 'C';
    expect([row.product_variant_id, row.abc]).toEqual([row.product_variant_id, whole === 0 ? null : abc]);
    richer += Math.max(0, row.revenue);
    const demand = demandOf(own, period);
    const mean = demand ? demand.reduce((sum, one) => sum + one, 0) / demand.length : 0;
    const swing = demand ? Math.sqrt(demand.reduce((sum, one) => sum + (one - mean) ** 2, 0) / demand.length) : 0;
    const xyz = mean <= 0 ? 'Z' : swing <= mean * 0.1 + 1e-9 ? 'X' : swing <= mean * 0.25 + 1e-9 ? 'Y' : 'Z';
    expect([row.product_variant_id, row.xyz]).toEqual([row.product_variant_id, demand ? xyz : null]);
    await linesAgree(w, { ...period, product_variant_id: row.product_variant_id }, own);
  }
  expect(new Set(facts.map(({ variant }) => variant)).size).toBe(goods.items.length);
  for (const { abc, xyz, goods: count, revenue } of goods.classes) {
    const own = goods.items.filter((row) => row.abc === abc && row.xyz === xyz);
    expect([count, revenue]).toEqual([own.length, own.reduce((sum, row) => sum + row.revenue, 0)]);
    // and opens them
    const opened = await goodsOf(w, { ...period, sort, abc, ...(xyz && { xyz }) });
    expect(opened.items).toEqual(own);
    expect([opened.total.revenue, opened.classes]).toEqual([revenue, goods.classes]);
    expect(opened.stock).toEqual(goods.stock);
  }
  expect(goods.classes.reduce((sum, one) => sum + one.goods, 0)).toBe(whole === 0 ? 0 : goods.items.length);
  const sorted = { revenue: 'revenue', sold: 'sold', margin: 'margin' } as const;
  const order = goods.items.map((row) =>
    sort === 'sold' ? row.sold - row.back : sort === 'margin' ? row.costed - row.cost : row[sorted[sort]],
  );
  expect(order).toEqual([...order].sort((a, b) => Number(b) - Number(a)));
}

/** The lines that a figure opens come to it. */
async function linesAgree(w: World, query: object, own: readonly Fact[]) {
  const items: contract.SoldLine[] = [];
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const page = await linesOf(w, { ...query, limit: 200, cursor });
    items.push(...page.items);
    cursor = page.next_cursor;
  }
  const { sold, back, charged, returned, costed, cost } = add(own);
  const { total } = await linesOf(w, { ...query, limit: 1 });
  expect(total).toMatchObject({ charged, returned, revenue: charged - returned, costed, cost });
  for (const figure of ['charged', 'returned'] as const) {
    const only = await linesOf(w, { ...query, limit: 200, figure });
    if (only.next_cursor === null)
      expect(only.items.reduce((sum, { revenue }) => sum + revenue, 0)).toBe(
        figure === 'charged' ? charged : 0 - returned,
      );
  }
  expect([items.length, new Set(items.map(({ id }) => id)).size]).toEqual([own.length, own.length]);
  expect(items.reduce((sum, { count }) => sum + count, 0)).toBe(sold - back);
  expect(items.reduce((sum, { revenue }) => sum + revenue, 0)).toBe(charged - returned);
  expect(items.reduce((sum, line) => sum + (line.cost ?? 0), 0)).toBe(cost);
}

/** Pieces that were sold in each of the parts that demand is compared by. */
function demandOf(facts: readonly Fact[], period: { from: string; to: string }): number[] | null {
  const parts = demandParts(period);
  if (!parts) return null;
  const sold = (fits: (day: string) => boolean) =>
    facts.filter(({ day }) => fits(day)).reduce((sum, one) => sum + one.sold, 0);
  return wholeParts(period, parts.by).map((part) =>
    parts.by === 'month'
      ? sold((day) => day.slice(0, 7) === part.slice(0, 7))
      : sold((day) => day >= part && day <= daysAfter(part, 6)),
  );
}
