import { Readable } from 'node:stream';
import { readAudit } from '@lanka/domain/audit/contract';
import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import { createOrder, listOrders, moveOrder, updateOrder } from '@lanka/domain/orders/contract';
import { createPayment } from '@lanka/domain/payments/contract';
import { createReturn, decideReturn } from '@lanka/domain/returns/contract';
import * as contract from '@lanka/domain/statistics/contract';
import { readStandingGoodsXlsx, readStatisticsGoodsXlsx, readStockGoodsXlsx } from '@lanka/domain/statistics/goods';
import { partOf, periodBefore, STATISTICS_GROUPS } from '@lanka/domain/statistics/rules';
import { createTurnover, reverseTurnover } from '@lanka/domain/turnover/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeCounterparty, makeVariants, orderBody } from '../../test/trade';
import { readRows } from '../feeds';
import { countOrders } from './count-days';

let app: TestApp;
let project: TestProject;
let shop: string;
let market: string;
let goods: string;

const today = kyivDate(new Date());
const at = (of = project) => ({ params: { project_id: of.id }, token: of.owner.token });

async function order(counterparty_id: string, count: number, send = true) {
  const body = orderBody({ [goods]: count }, { counterparty_id, send });
  const made = await app.call(createOrder, { ...at(), body });
  expect(made.status).toBe(201);
  return made.body;
}
async function move(id: string, to: 'Pending' | 'Sent' | 'Complete' | 'Canceled' | 'Blocked') {
  const reason = to === 'Canceled' || to === 'Blocked' ? 'Так треба' : undefined;
  const body = { to, ...(reason ? { reason } : {}) };
  const answer = await app.call(moveOrder, { ...at(), params: { ...at().params, id }, body });
  expect([to, answer.status]).toEqual([to, 200]);
}
/** Sent back for editing it is given to another counterparty, and sent again. */
async function give(id: string, counterparty_id: string) {
  await move(id, 'Blocked');
  const params = { ...at().params, id };
  expect((await app.call(updateOrder, { ...at(), params, body: { counterparty_id } })).status).toBe(200);
  await move(id, 'Pending');
}
async function takeBack(made: { id: string; items: { id: string }[] }, count: number) {
  const items = [{ order_item_id: made.items[0]?.id ?? '', count }];
  const back = await app.call(createReturn, { ...at(), body: { order_id: made.id, reason: 'not_needed', items } });
  expect(back.status).toBe(201);
  const decided = await app.call(decideReturn, {
    ...at(),
    params: { ...at().params, id: back.body.id },
    headers: { 'if-match': String(back.body.version) },
    body: { items: back.body.items.map(({ id }) => ({ id, status: 'approved' as const })) },
  });
  expect(decided.status).toBe(200);
}
async function sell(counterparty_id: string, count: number, date: string) {
  const items = [{ product_variant_id: goods, count, transaction_item_price: 9_000 }];
  const body = { flow: 'outcome' as const, type: 'sale' as const, counterparty_id, date, items };
  const made = await app.call(createTurnover, { ...at(), body });
  expect(made.status).toBe(201);
  return made.body.id;
}
async function statistics(query: z.input<typeof contract.readStatistics.query> = {}, of = project) {
  const answer = await app.call(contract.readStatistics, { ...at(of), query });
  expect(answer.status).toBe(200);
  return answer.body;
}
async function groups(query: z.input<typeof contract.readStatisticsGroups.query> = {}, of = project) {
  const answer = await app.call(contract.readStatisticsGroups, { ...at(of), query });
  expect(answer.status).toBe(200);
  return answer.body;
}
/** The self-check finds nothing. */
async function sound() {
  const audit = await app.call(readAudit, at());
  expect(audit.body.checks.filter(({ differences_total }) => differences_total > 0)).toEqual([]);
}

beforeAll(async () => {
  app = await testApp();
  project = await app.project();
  shop = await makeCounterparty(app, project, 0, 'Магазин');
  market = await makeCounterparty(app, project, 0, 'Маркет');
  [goods] = (await makeVariants(app, project, [{ price: 10_000, recommended_price: 15_000, stock: 5_000 }])) as [
    string,
  ];
});
afterAll(() => app.close());

describe('statistics of a period', () => {
  it('of a project where nothing happened is zero, day by day', async () => {
    const fresh = await app.project();
    const { total, parts, before } = await statistics({ from: '2026-02-27', to: '2026-03-02' }, fresh);
    expect(total).toEqual({
      ...{ orders: 0, charged: 0, returned: 0, revenue: 0, charged_orders: 0, charged_for_orders: 0 },
      ...{ average: null, returned_share: null, costed: 0, cost: 0 },
      ...{ margin: null, margin_share: null, costed_share: null },
    });
    expect(parts.map(({ from }) => from)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
    expect(before).toMatchObject({ from: '2026-02-23', to: '2026-02-26', orders: 0 });
    for (const by of STATISTICS_GROUPS) expect(await groups({ by }, fresh)).toMatchObject({ items: [], others: null });
  });

  it('counts orders when first sent, money when charged and given back', async () => {
    const first = await order(shop, 3);
    const second = await order(market, 1);
    await order(market, 7, false);
    await move(first.id, 'Sent');
    await move(second.id, 'Sent');
    await takeBack(first, 1);
    const found = await statistics();
    expect(found.total).toMatchObject({
      ...{ orders: 2, charged: 40_000, returned: 10_000, revenue: 30_000 },
      ...{ charged_orders: 2, charged_for_orders: 40_000, average: 20_000, returned_share: 2_500 },
    });
    expect(found.parts).toHaveLength(30);
    expect(found.parts.at(-1)).toMatchObject({ from: today, to: today, revenue: 30_000 });
    expect((await groups()).items).toMatchObject([
      { key: shop, name: 'Магазин', orders: 1, revenue: 20_000 },
      { key: market, name: 'Маркет', orders: 1, revenue: 10_000 },
    ]);
    expect((await groups({ by: 'manager' })).items).toMatchObject([{ key: null, orders: 2, revenue: 30_000 }]);
    await sound();
  });

  it('an order that goes back for editing stays on the day on which it was first sent', async () => {
    const made = await order(shop, 1);
    await app.sql(project.id, 'update orders set first_sent_on = $3 where project_id = $1 and id = $2', [
      ...[project.id, made.id, daysAfter(today, -3)],
    ]);
    await move(made.id, 'Blocked');
    await move(made.id, 'Pending');
    const { parts } = await statistics();
    expect(parts.find(({ from }) => from === daysAfter(today, -3))?.orders).toBe(1);
    expect(parts.at(-1)?.orders).toBe(2);
  });

  it('a sale dated in the past belongs to its day, and its reversal to today', async () => {
    const day = daysAfter(today, -40);
    const id = await sell(shop, 2, day);
    const then = await statistics({ from: day, to: day });
    // no order: the average knows nothing of it
    expect(then.total).toMatchObject({ charged: 18_000, orders: 0, charged_orders: 0, average: null });
    const before = (await statistics()).total.charged;
    const taken = await app.call(reverseTurnover, {
      ...at(),
      params: { ...at().params, id },
      body: { comment: 'Помилка' },
    });
    expect(taken.status).toBe(200);
    expect((await statistics({ from: day, to: day })).total.revenue).toBe(18_000);
    const { charged, returned } = (await statistics()).total;
    expect(before - charged + (returned - 10_000)).toBe(18_000);
    await sound();
  });

  it('refuses what is no period', async () => {
    const ask = async (query: object) => (await app.call(contract.readStatistics, { ...at(), query })).body as never;
    expect(await ask({ from: '2026-02-02', to: '2026-02-01' })).toMatchObject({ code: 'statistics.period' });
    expect(await ask({ from: '2020-01-01', to: '2026-02-01' })).toMatchObject({ code: 'statistics.too_long' });
    expect(await ask({ from: '2026-02-30' })).toMatchObject({ code: 'common.invalid' });
  });

  it('opens the rows of each figure', async () => {
    const { total } = await statistics();
    const postings = async (figure: 'charged' | 'returned', rest: object = {}) => {
      const query = { figure, from: daysAfter(today, -29), to: today, limit: 200, ...rest };
      const answer = await app.call(contract.listStatisticsPostings, { ...at(), query: query as never });
      expect(answer.status).toBe(200);
      return answer.body.items;
    };
    const sum = (rows: { change: number }[]) => rows.reduce((all, { change }) => all + change, 0);
    expect(-sum(await postings('charged'))).toBe(total.charged);
    expect(sum(await postings('returned'))).toBe(total.returned);
    expect(
      (await postings('charged', { counterparty_id: market })).map(({ counterparty_name }) => counterparty_name),
    ).toEqual(['Маркет']);
    const first = await app.call(contract.listStatisticsOrders, {
      ...at(),
      query: { from: daysAfter(today, -29), to: today, limit: 2 },
    });
    expect(first.body).toMatchObject({ total: total.orders });
    const next = await app.call(contract.listStatisticsOrders, {
      ...at(),
      query: { from: daysAfter(today, -29), to: today, limit: 2, cursor: first.body.next_cursor ?? '' },
    });
    const ids = [...first.body.items, ...next.body.items].map(({ id }) => id);
    expect([new Set(ids).size, ids.length]).toEqual([total.orders, total.orders]);
  });

  it('is a sheet, and for the staff alone', async () => {
    const sheets = [
      await app.call(contract.readStatisticsXlsx, at()),
      await app.call(readStatisticsGoodsXlsx, at()),
      await app.call(readStandingGoodsXlsx, at()),
      await app.call(readStockGoodsXlsx, at()),
      ...(await Promise.all(
        STATISTICS_GROUPS.map((by) => app.call(contract.readStatisticsGroupsXlsx, { ...at(), query: { by } })),
      )),
    ];
    for (const sheet of sheets) {
      expect(sheet.status).toBe(200);
      expect(sheet.headers['content-type']).toContain('spreadsheetml');
    }
    // in the language of whoever asks, with the sums at the foot, and money as a number
    const { from, to } = { from: daysAfter(today, -29), to: today };
    const asked = { ...at(), query: { from, to }, headers: { 'accept-language': 'en' } };
    const { total } = (await app.call(contract.readStatistics, asked)).body;
    const english = await app.call(contract.readStatisticsXlsx, asked);
    expect(decodeURIComponent(String(english.headers['content-disposition']))).toContain('Statistics by date');
    const path = `/api/projects/${project.id}/statistics/xlsx?from=${from}&to=${to}`;
    const headers = { 'accept-language': 'en', authorization: `Bearer ${project.owner.token}` };
    const { rawPayload } = await app.app.server.inject({ method: 'GET', url: path, headers });
    const read: (readonly string[])[] = [];
    const source = Readable.from([rawPayload], { objectMode: false });
    for await (const { cells } of readRows(source, { file_name: 'a.xlsx', limits: {} })) read.push(cells);
    expect(read[0]?.slice(0, 2)).toEqual(['Period', 'Revenue, UAH']);
    expect(read.at(-1)?.slice(0, 2)).toEqual(['Total', String(total.revenue / 100)]);
    const client = await app.member(project, 'Client', shop);
    const { status } = await app.call(contract.readStatistics, { ...at(), token: client.token, query: {} });
    expect(status).toBe(403);
  });
});

describe('days that are counted', () => {
  it('say the same before and after, once and twice, and of the days since', async () => {
    const period = { from: daysAfter(today, -29), to: today };
    const before = await statistics(period);
    const now = new Date();
    await countOrders(app.app.services, now);
    expect(await statistics(period)).toEqual(before);
    await countOrders(app.app.services, now);
    expect(await statistics(period)).toEqual(before);
    const kept = await app.sql(project.id, 'select sum(orders)::int as orders from order_days where project_id = $1', [
      project.id,
    ]);
    expect(kept[0]).toEqual({ orders: before.total.orders - (before.parts.at(-1)?.orders ?? 0) });
    await order(shop, 1);
    expect((await statistics(period)).total.orders).toBe(before.total.orders + 1);
    await sound();
  });

  it('follow an order that becomes another counterparty’s, counted or not', async () => {
    const day = daysAfter(today, -80);
    const of = async (id: string) => {
      return (await groups({ from: day, to: day })).items.find(({ key }) => key === id)?.orders ?? 0;
    };
    const made = [];
    for (let n = 0; n < 3; n += 1) made.push((await order(shop, 1)).id);
    await app.sql(project.id, 'update orders set first_sent_on = $2 where project_id = $1 and id = any($3)', [
      ...[project.id, day, made],
    ]);
    // that day is not counted yet
    await app.sql(project.id, 'delete from order_days where project_id = $1', [project.id]);
    await app.sql(project.id, 'delete from order_days_until where project_id = $1', [project.id]);
    await give(made[0] ?? '', market);
    expect([await of(shop), await of(market)]).toEqual([2, 1]);
    await sound();
    await countOrders(app.app.services);
    await give(made[1] ?? '', market);
    expect([await of(shop), await of(market)]).toEqual([1, 2]);
    await give(made[2] ?? '', market);
    expect([await of(shop), await of(market)]).toEqual([0, 3]);
    await give(made[0] ?? '', shop);
    expect([await of(shop), await of(market)]).toEqual([1, 2]);
    await sound();
  });

  it('are right when orders are given away while they are counted', async () => {
    for (let run = 0; run < 4; run += 1) {
      const made = await order(shop, 1);
      await move(made.id, 'Blocked');
      await app.sql(project.id, 'update orders set first_sent_on = $2 where project_id = $1 and id = $3', [
        ...[project.id, daysAfter(today, -90 - run), made.id],
      ]);
      await app.sql(project.id, 'delete from order_days where project_id = $1', [project.id]);
      await app.sql(project.id, 'delete from order_days_until where project_id = $1', [project.id]);
      const params = { ...at().params, id: made.id };
      const [given] = await Promise.all([
        app.call(updateOrder, { ...at(), params, body: { counterparty_id: market } }),
        countOrders(app.app.services),
      ]);
      expect(given.status).toBe(200);
      await sound();
    }
  });

  it('differ when a row does, and the self-check names it', async () => {
    await app.sql(project.id, 'update order_days set orders = orders + 1 where project_id = $1', [project.id]);
    await app.sql(
      project.id,
      `update account_days set orders = orders + 1 where project_id = $1 and account = 'sales' and day = $2 and counterparty_id = $3`,
      [project.id, today, shop],
    );
    const { body } = await app.call(readAudit, at());
    const names = body.checks.flatMap(({ name, differences_total }) => (differences_total > 0 ? [name] : []));
    expect(names).toEqual(['postings', 'statistics']);
    await app.sql(project.id, 'update order_days set orders = orders - 1 where project_id = $1', [project.id]);
    await app.sql(
      project.id,
      `update account_days set orders = orders - 1 where project_id = $1 and account = 'sales' and day = $2 and counterparty_id = $3`,
      [project.id, today, shop],
    );
    await sound();
  });
});

/** What is done with an order, or beside it. */
const step = fc.record({
  kind: fc.constantFrom(
    'create',
    'draft',
    'send',
    'cancel',
    'edit',
    'give',
    'return',
    'sale',
    'reverse',
    'count',
  ) as fc.Arbitrary<string>,
  which: fc.nat(20),
  count: fc.integer({ min: 1, max: 5 }),
  daysAgo: fc.integer({ min: 0, max: 70 }),
  party: fc.boolean(),
});

it('after any history every figure is a plain sum over the rows', { timeout: 240_000 }, async () => {
  const known: { id: string; items: { id: string; count: number }[]; status: string }[] = [];
  const sales: string[] = [];
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 9 }),
      fc.record({
        daysAgo: fc.nat(45),
        days: fc.integer({ min: 1, max: 60 }),
        by: fc.constantFrom('day', 'week', 'month') as fc.Arbitrary<'day' | 'week' | 'month'>,
      }),
      async (steps, asked) => {
        for (const { kind, which, count, daysAgo, party } of steps) {
          const of = party ? shop : market;
          const waits = known.filter(({ status }) => status === 'Pending');
          const sent = known.filter(({ status }) => status === 'Sent');
          const waiting = waits[which % Math.max(waits.length, 1)];
          if (kind === 'create' || kind === 'draft') {
            const made = await order(of, count, kind === 'create');
            if (kind === 'create') known.push({ id: made.id, items: made.items, status: 'Pending' });
            // as if it had been sent then: but days that are counted are over
            const [kept] = await app.sql(project.id, 'select until::text from order_days_until where project_id = $1', [
              project.id,
            ]);
            const day = daysAfter(today, -daysAgo);
            if (kind === 'create' && (kept === undefined || day > String(kept.until)))
              await app.sql(project.id, 'update orders set first_sent_on = $3 where project_id = $1 and id = $2', [
                project.id,
                made.id,
                day,
              ]);
          } else if (kind === 'send' && waiting) {
            await move(waiting.id, 'Sent');
            waiting.status = 'Sent';
          } else if (kind === 'cancel' && waiting) {
            await move(waiting.id, 'Canceled');
            waiting.status = 'Canceled';
          } else if (kind === 'edit' && waiting) {
            await move(waiting.id, 'Blocked');
            await move(waiting.id, 'Pending');
          } else if (kind === 'give' && waiting) {
            await give(waiting.id, of);
          } else if (kind === 'return' && sent.length > 0) {
            const back = sent[which % sent.length];
            if (back) await takeBack(back, 1);
            if (back) back.status = 'Back';
          } else if (kind === 'sale') sales.push(await sell(of, count, daysAfter(today, -daysAgo)));
          else if (kind === 'reverse' && sales.length > 0) {
            const id = sales.splice(which % sales.length, 1)[0] ?? '';
            const { status } = await app.call(reverseTurnover, { ...at(), params: { ...at().params, id }, body: {} });
            expect(status).toBe(200);
          } else if (kind === 'count') await countOrders(app.app.services);
        }
        const to = daysAfter(today, -asked.daysAgo);
        const period = { from: daysAfter(to, 1 - asked.days), to };
        const found = await statistics({ ...period, by: asked.by });
        const plain = await plainly(period);
        const { charged_orders, charged_for_orders } = plain.total;
        const average = charged_orders > 0 ? Math.floor(charged_for_orders / charged_orders + 0.5) : null;
        expect(found.total).toMatchObject({ ...plain.total, average });
        expect(found.before).toMatchObject((await plainly(periodBefore(period))).total);
        for (const part of found.parts) expect(part).toMatchObject(plain.parts(asked.by).get(part.from) ?? ZERO);
        const { items: rows } = await groups(period);
        for (const row of rows) expect(row).toMatchObject(plain.of(row.key ?? ''));
        expect(rows.reduce((sum, { revenue }) => sum + revenue, 0)).toBe(found.total.revenue);
      },
    ),
    { numRuns: 12 },
  );
  await sound();
});

const ZERO = { orders: 0, charged: 0, returned: 0, charged_orders: 0, charged_for_orders: 0 };
type Fact = typeof ZERO & { day: string; party: string };

/** The definitions as they are said, over orders and postings one by one. */
async function plainly(period: { from: string; to: string }) {
  const postings = await app.sql(
    project.id,
    `select p.day::text, p.counterparty_id as party, p.source, p.destination, p.amount::float8 as amount, p.purpose, p.ref_id,
       p.ref_kind, p.sequence from postings p where p.project_id = $1 order by p.sequence`,
    [project.id],
  );
  const orders = await app.sql(
    project.id,
    `select first_sent_on::text as day, counterparty_id as party from orders where project_id = $1 and first_sent_on is not null`,
    [project.id],
  );
  const charged = new Set<unknown>();
  const facts: Fact[] = orders.map(({ day, party }) => ({
    ...ZERO,
    day: String(day),
    party: String(party),
    orders: 1,
  }));
  for (const row of postings) {
    const fact = { ...ZERO, day: String(row.day), party: String(row.party) };
    const amount = Number(row.amount);
    if (row.destination === 'sales') fact.charged = amount;
    if (row.source === 'sales') fact.charged = -amount;
    if (row.source === 'returns') fact.returned = amount;
    if (row.destination === 'returns') fact.returned = -amount;
    if (row.purpose === 'charge' && row.ref_kind === 'order') {
      fact.charged_for_orders = amount;
      if (!charged.has(row.ref_id)) fact.charged_orders = 1;
      charged.add(row.ref_id);
    }
    facts.push(fact);
  }
  const within = facts.filter(({ day }) => day >= period.from && day <= period.to);
  const add = (all: Fact[]) =>
    all.reduce(
      (sum, one) => ({
        orders: sum.orders + one.orders,
        charged: sum.charged + one.charged,
        returned: sum.returned + one.returned,
        charged_orders: sum.charged_orders + one.charged_orders,
        charged_for_orders: sum.charged_for_orders + one.charged_for_orders,
      }),
      ZERO,
    );
  return {
    total: add(within),
    of: (party: string) => add(within.filter((one) => one.party === party)),
    parts: (by: 'day' | 'week' | 'month') => {
      const keys = new Set(within.map(({ day }) => partOf(period, by, day)));
      return new Map([...keys].map((key) => [key, add(within.filter(({ day }) => partOf(period, by, day) === key))]));
    },
  };
}

describe('debts by age', () => {
  async function debts(of: TestProject) {
    const answer = await app.call(contract.readDebts, at(of));
    expect(answer.status).toBe(200);
    return answer.body;
  }

  it('of a project where nobody owes anything are empty', async () => {
    const fresh = await app.project();
    await makeCounterparty(app, fresh, 0, 'Магазин');
    expect(await debts(fresh)).toMatchObject({ on: today, items: [], others: null, total: { debt: 0, orders: 0 } });
  });

  it('are counted from the last day to pay, or from the day of charging, and open their orders', async () => {
    const fresh = await app.project();
    const [a, b] = [await makeCounterparty(app, fresh, 0, 'А'), await makeCounterparty(app, fresh, 0, 'Б')];
    const [item = ''] = await makeVariants(app, fresh, [{ price: 1_000, recommended_price: 2_000, stock: 100 }]);
    // days after the last day to pay (or, without one, after charging), and where that stands
    const cases = [
      [-1, 'due_on', 'not_due'],
      [0, 'due_on', 'not_due'],
      [1, 'due_on', 'days_30'],
      [30, 'charged_on', 'days_30'],
      [31, 'charged_on', 'days_60'],
      [60, 'due_on', 'days_60'],
      [61, 'charged_on', 'days_90'],
      [90, 'due_on', 'days_90'],
      [91, 'due_on', 'older'],
    ] as const;
    const expected = { not_due: 0, days_30: 0, days_60: 0, days_90: 0, older: 0 };
    for (const [index, [days, by, age]] of cases.entries()) {
      const body = orderBody({ [item]: index + 1 }, { counterparty_id: a, send: true });
      const { id } = (await app.call(createOrder, { ...at(fresh), body })).body;
      await app.call(moveOrder, { ...at(fresh), params: { ...at(fresh).params, id }, body: { to: 'Sent' } });
      await app.sql(fresh.id, `update charges set ${by} = $2 where order_id = $1`, [id, daysAfter(today, -days)]);
      expected[age] += 1_000 * (index + 1);
    }
    const sale = { product_variant_id: item, count: 2, transaction_item_price: 700 };
    const sold = { flow: 'outcome' as const, type: 'sale' as const, counterparty_id: b, items: [sale] };
    expect((await app.call(createTurnover, { ...at(fresh), body: sold })).status).toBe(201);

    const found = await debts(fresh);
    expect(found.items).toEqual([
      {
        ...{ counterparty_id: a, name: 'А', manager_name: null, debt: 45_000, ages: expected, other: 0, orders: 9 },
        oldest_on: daysAfter(today, -61),
      },
      {
        ...{ counterparty_id: b, name: 'Б', manager_name: null, debt: 1_400, other: 1_400, orders: 0, oldest_on: null },
        ages: { not_due: 0, days_30: 0, days_60: 0, days_90: 0, older: 0 },
      },
    ]);
    expect(found.total).toMatchObject({ debt: 46_400, other: 1_400, orders: 9, ages: expected });
    const opened = await app.call(listOrders, { ...at(fresh), query: { counterparty_id: a, paid: 'owed' } });
    expect(opened.body.total).toBe(9);

    // each figure opens its orders, the longest owed first, and they come to it; also page by page
    const owed = async (query: z.input<typeof contract.listDebtOrders.query>) => {
      const answer = await app.call(contract.listDebtOrders, { ...at(fresh), query });
      expect(answer.status).toBe(200);
      return answer.body;
    };
    for (const age of contract.DEBT_AGES)
      for (const of of [{}, { counterparty_id: a }]) {
        const { items, total, name } = await owed({ age, ...of });
        expect([items.reduce((sum, { unpaid }) => sum + unpaid, 0), total?.unpaid, total?.orders, name]).toEqual([
          ...[expected[age], expected[age], items.length, 'counterparty_id' in of ? 'А' : null],
        ]);
      }
    expect(await owed({ counterparty_id: b })).toMatchObject({ items: [], total: { orders: 0, unpaid: 0 }, name: 'Б' });
    const whole = await owed({});
    expect(whole.items.map(({ days_late }) => days_late)).toEqual([91, 90, 61, 60, 31, 30, 1, 0, 0]);
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: typeof whole = await owed({ limit: 2, ...(cursor && { cursor }) });
      // what all come to is told once
      expect(page.total).toEqual(cursor ? null : { orders: 9, unpaid: 45_000 });
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(ids).toEqual(whole.items.map(({ id }) => id));
    // debtors are told page by page too
    const first = await app.call(contract.readDebts, { ...at(fresh), query: { limit: 1 } });
    expect(first.body).toMatchObject({ items: [{ name: 'А' }], others: { rows: 1, debt: 1_400 } });
    const next = await app.call(contract.readDebts, {
      ...at(fresh),
      query: { limit: 1, cursor: first.body.next_cursor ?? '' },
    });
    expect(next.body).toMatchObject({ items: [{ name: 'Б' }], others: null, next_cursor: null });
    expect(next.body.total).toEqual(first.body.total);

    const money = { counterparty_id: a, type: 'receipt' as const, account: 'bank' as const, date: today };
    expect((await app.call(createPayment, { ...at(fresh), body: { ...money, amount: 1_500 } })).status).toBe(201);
    const [row] = (await debts(fresh)).items;
    // the oldest charge is paid first, of the next a half is left
    expect(row).toMatchObject({ debt: 43_500, orders: 8, ages: { ...expected, not_due: 1_500 } });

    const sheet = await app.call(contract.readDebtsXlsx, at(fresh));
    expect(sheet.status).toBe(200);
  });
});
