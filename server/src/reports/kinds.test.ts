import { listProducts } from '@lanka/domain/catalog/contract';
import { listWaybills } from '@lanka/domain/delivery/contract';
import { sumReceipts } from '@lanka/domain/fiscal/contract';
import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import { createOrder, moveOrder } from '@lanka/domain/orders/contract';
import { listCounterparties } from '@lanka/domain/partners/contract';
import { createPayment } from '@lanka/domain/payments/contract';
import { createPromotion, readPromotionResults } from '@lanka/domain/promotions/contract';
import { createReturn, decideReturn } from '@lanka/domain/returns/contract';
import { readStatistics } from '@lanka/domain/statistics/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import { createField } from '@lanka/domain/templates/contract';
import { createTurnover, reverseTurnover } from '@lanka/domain/turnover/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { asking, kopecksOf } from '../../test/reports';
import { makeCounterparty, makeVariants, orderBody } from '../../test/trade';

/** A project that lived: every figure of a report is compared with the plain sum of the rows, and with the screen that shows it. */
let app: TestApp;
let project: TestProject;
let shop: string;
let market: string;
let goods: string[];

const today = kyivDate(new Date());
const period = { from: daysAfter(today, -20), to: today };
const at = () => ({ token: project.owner.token, params: { project_id: project.id } });
const one = (id: string) => ({ ...at(), params: { ...at().params, id } });
const table = (...asked: Parameters<ReturnType<typeof asking>['table']>) => asking(app, project).table(...asked);
const plain = async (query: string): Promise<Record<string, number>> => {
  const [row] = await app.sql<Record<string, string>>(project.id, query);
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]));
};

async function order(
  counterparty_id: string,
  items: Record<string, number>,
  to: 'Sent' | 'Canceled' | null,
  more = {},
) {
  const made = await app.call(createOrder, {
    ...at(),
    body: orderBody(items, { counterparty_id, send: true, ...more }),
  });
  expect([made.status, made.error?.code]).toEqual([201, undefined]);
  if (to) {
    const moved = await app.call(moveOrder, { ...one(made.body.id), body: { to, reason: 'Так треба' } });
    expect(moved.status).toBe(200);
  }
  return made.body;
}
async function document(body: object) {
  const made = await app.call(createTurnover, { ...at(), body: body as never });
  expect([made.status, made.error?.code]).toEqual([201, undefined]);
  return made.body.id;
}
const pay = async (body: object) => {
  const made = await app.call(createPayment, { ...at(), body: body as never });
  expect([made.status, made.error?.code]).toEqual([201, undefined]);
  return made.body.id;
};

beforeAll(async () => {
  app = await testApp({}, { jobs: true });
  project = await app.project();
  shop = await makeCounterparty(app, project, 1_000, '=Крамниця «Марта»');
  market = await makeCounterparty(app, project, 0, 'Маркет');
  goods = await makeVariants(app, project, [
    { price: 10_050, stock: 500, sku: 'А-1' },
    { price: 20_000, stock: 300, sku: 'Б-2' },
    { price: 7_777, sku: 'В-3' },
  ]);
  const [a = '', b = '', c = ''] = goods;
  for (const [set, key, name, type] of [
    ['order', 'origin', 'Звідки', 'text'],
    ['order_item', 'gift', 'Подарунок', 'yes_no'],
    ['product_modification', 'fabric_price', 'Ціна тканини', 'money'],
  ] as const)
    await app.call(createField, { token: at().token, params: { ...at().params, set }, body: { key, name, type } });
  // ten days ago there was less of it
  await app.sql(
    project.id,
    `update stock_movements set created_at = created_at - interval '10 days' where project_id = $1`,
    [project.id],
  );
  await app.sql(
    project.id,
    `update product_variants set created_at = created_at - interval '30 days' where project_id = $1`,
    [project.id],
  );
  const bought = [a, b, c].map((id, at) => ({
    product_variant_id: id,
    count: 40 + at,
    transaction_item_price: 5_005 + at,
  }));
  await document({ flow: 'income', type: 'purchase', counterparty_id: market, date: today, items: bought });
  const wrong = await document({
    flow: 'income',
    type: 'purchase',
    counterparty_id: market,
    date: today,
    items: bought,
  });
  expect((await app.call(reverseTurnover, { ...one(wrong), body: { comment: 'Двічі' } })).status).toBe(200);
  const sold = [{ product_variant_id: b, count: 3, transaction_item_price: 18_000 }];
  await document({ flow: 'outcome', type: 'sale', counterparty_id: shop, date: daysAfter(today, -2), items: sold });
  const promotion = await app.call(createPromotion, {
    ...at(),
    body: { title: 'Осінь', promo_code: 'ОСІНЬ', discount: 1_500, discount_type: 'percent' } as never,
  });
  expect(promotion.status).toBe(201);
  const first = await order(shop, { [a]: 3, [b]: 2 }, 'Sent', { fields: { origin: 'Ярмарок; Косів' } });
  await order(market, { [c]: 5 }, 'Sent', { promo_code: 'ОСІНЬ' });
  await order(market, { [a]: 1 }, 'Canceled');
  await order(shop, { [b]: 7 }, null);
  await app.call(createOrder, { ...at(), body: orderBody({ [a]: 9 }, { counterparty_id: shop }) });
  // what is bought later costs more, and the sales before do not
  const dearer = [{ product_variant_id: a, count: 500, transaction_item_price: 9_000 }];
  await document({ flow: 'income', type: 'purchase', counterparty_id: market, date: today, items: dearer });
  const items = [{ order_item_id: first.items[0]?.id ?? '', count: 1 }];
  const back = await app.call(createReturn, { ...at(), body: { order_id: first.id, reason: 'not_needed', items } });
  const decided = await app.call(decideReturn, {
    ...one(back.body.id),
    headers: { 'if-match': String(back.body.version) },
    body: { items: back.body.items.map(({ id }) => ({ id, status: 'approved' as const })) },
  });
  expect(decided.status).toBe(200);
  await pay({ counterparty_id: shop, type: 'receipt', amount: 33_333, date: daysAfter(today, -1), comment: 'Готівка' });
  await pay({ counterparty_id: market, type: 'withdrawal', amount: 1_200, date: today, comment: '-5' });
  await app.call(changeStock, { ...one(a), body: { delta: -4, comment: '=1+1' } });
});
afterAll(() => app.close());

it('sales: each line of the orders that were sent in the period, with the sums of the list and additional fields', async () => {
  const { heads, rows, foot } = await table({ kind: 'sales', ...period });
  const sums = await plain(`select sum(i.count) as pieces, sum(i.amount) as amount, sum(i.customer_amount) as customer,
      sum(i.count * case when o.charged_at is not null then (select s.cost_after from cost_steps s
        where s.product_variant_id = i.product_variant_id and s.created_at <= o.charged_at order by s.sequence desc limit 1) end) as cost
    from orders o join order_items i on i.order_id = o.id
    where o.project_id = '${project.id}' and o.first_sent_on is not null and o.status <> 'Canceled'`);
  const all = await plain(`select count(*) as lines, count(distinct o.id) as orders
    from orders o join order_items i on i.order_id = o.id where o.project_id = '${project.id}' and o.first_sent_on is not null`);
  expect(rows).toHaveLength(all.lines ?? 0);
  expect(foot.Номер).toBe('Разом без скасованих і повернутих на доопрацювання');
  // nothing was charged of it, so nobody knows what it will have cost
  const costOf = (status: string) => rows.find((row) => row.Статус === status)?.['Собівартість, грн'];
  expect([costOf('На розгляді'), costOf('Скасоване'), Number(costOf('Відправлене')) > 0]).toEqual(['', '', true]);
  expect({
    ...{
      pieces: Number(foot.Кількість),
      amount: kopecksOf(foot['Сума, грн']),
      cost: kopecksOf(foot['Собівартість, грн']),
    },
    customer: kopecksOf(foot['Сума покупця, грн']),
  }).toEqual({ pieces: sums.pieces, amount: sums.amount, cost: sums.cost, customer: sums.customer });
  const shown = await app.call(readStatistics, { ...at(), query: period });
  expect(new Set(rows.map((row) => row.Номер)).size).toBe(shown.body.total.orders);
  expect(heads.slice(-2)).toEqual(['Звідки', 'Подарунок']);
  expect(foot.Повернено).toBe('1');
  // a spreadsheet must not take it for a formula, and a number stays one
  expect(rows.find((row) => row.Звідки !== '')).toMatchObject({
    ...{ Контрагент: "'=Крамниця «Марта»", Звідки: 'Ярмарок; Косів', Статус: 'Відправлене', 'Знижка, %': '10' },
  });
  const narrowed = await table({ kind: 'sales', ...period, counterparty_id: market });
  expect(narrowed.done.subject).toBe('Маркет');
  expect(new Set(narrowed.rows.map((row) => row.Контрагент))).toEqual(new Set(['Маркет']));
});

it('revenue: the postings that the statistics sum up, to the kopeck', async () => {
  const { foot, rows } = await table({ kind: 'revenue', ...period });
  const { total } = (await app.call(readStatistics, { ...at(), query: period })).body;
  expect([foot['Нараховано, грн'], foot['Повернуто, грн'], foot['Виручка, грн']].map(kopecksOf)).toEqual([
    ...[total.charged, total.returned, total.revenue],
  ]);
  expect(total.revenue).toBeGreaterThan(0);
  expect(rows.map((row) => row.День)).toEqual(
    rows
      .map((row) => row.День)
      .toSorted((x = '', y = '') => (x.split('.').reverse().join() < y.split('.').reverse().join() ? -1 : 1)),
  );
});

it('goods: stock, prices and what was sold, with the value that the list of products shows', async () => {
  const { foot, rows, heads } = await table({ kind: 'goods', ...period });
  const { totals } = (await app.call(listProducts, { ...at(), query: {} as never })).body as never as {
    totals?: { stock_value: number };
  };
  const sums = await plain(`select sum(l.actual) as actual, sum(l.booked) as booked, sum(l.available) as available,
      sum(l.actual * l.price) as value, sum(l.actual * k.cost) as cost,
      (select -sum(m.delta) from stock_movements m where m.project_id = '${project.id}' and m.kind = 'shipment') as sold
    from stock_levels l left join variant_costs k on k.product_variant_id = l.product_variant_id where l.project_id = '${project.id}'`);
  expect({
    ...{ actual: Number(foot['На складі']), booked: Number(foot.Заброньовано), available: Number(foot.Доступно) },
    ...{ value: kopecksOf(foot['Вартість за ціною, грн']), cost: kopecksOf(foot['Вартість за собівартістю, грн']) },
    sold: Number(foot['Продано за період']),
  }).toEqual(sums);
  if (totals) expect(sums.value).toBe(totals.stock_value);
  expect(rows).toHaveLength(3);
  expect(heads.at(-1)).toBe('Ціна тканини');
});

it('movement: from what there was to what there is, in the order in which it happened', async () => {
  const [a = ''] = goods;
  const { rows, foot, done } = await table({
    kind: 'movement',
    product_variant_id: a,
    from: daysAfter(today, -3),
    to: today,
  });
  expect(done.subject).toBe('Плаття «Марта», 0 (А-1)');
  expect(rows[0]).toMatchObject({ Операція: 'Залишок на початок', Стало: '500' });
  const actual = await plain(
    `select actual from stock_levels where project_id = '${project.id}' and product_variant_id = '${a}'`,
  );
  expect(Number(foot.Стало)).toBe(actual.actual);
  expect(500 + Number(foot.Прихід) - Number(foot.Видаток)).toBe(actual.actual);
  expect(rows.at(-1)).toMatchObject({ Операція: 'Списання', Видаток: '4', Коментар: "'=1+1" });
  expect(rows.map((row) => row.Підстава)).toContain('Повернення за замовленням');
  const earlier = await table({
    kind: 'movement',
    product_variant_id: a,
    from: daysAfter(today, -15),
    to: daysAfter(today, -9),
  });
  expect([earlier.rows[0]?.Стало, earlier.foot.Прихід, earlier.foot.Стало]).toEqual(['0', '500', '500']);
});

it('stock on a day: what the movements until its end come to', async () => {
  const now = await table({ kind: 'stock', on: today });
  const sums =
    await plain(`select sum(actual) as actual, sum(l.actual * l.price) as value, sum(l.actual * k.cost) as cost
    from stock_levels l left join variant_costs k on k.product_variant_id = l.product_variant_id where l.project_id = '${project.id}'`);
  expect(Number(now.foot.Залишок)).toBe(sums.actual);
  expect(kopecksOf(now.foot['Вартість за ціною тепер, грн'])).toBe(sums.value);
  expect(kopecksOf(now.foot['Вартість за собівартістю, грн'])).toBe(sums.cost);
  const then = await table({ kind: 'stock', on: daysAfter(today, -5) });
  expect(then.rows.map((row) => [row.Артикул, row.Залишок, row['Собівартість, грн']])).toEqual([
    ...[
      ['А-1', '500', ''],
      ['Б-2', '300', ''],
      ['В-3', '0', ''],
    ],
  ]);
  const before = await table({ kind: 'stock', on: daysAfter(today, -40) });
  expect([before.rows, before.foot.Залишок]).toEqual([[], '0']);
});

it('turnover: the lines of posted documents, what was reversed beside what reverses it', async () => {
  const { rows, foot } = await table({ kind: 'turnover', ...period });
  const sums =
    await plain(`select sum(sum) filter (where flow = 'income') as income, sum(sum) filter (where flow = 'outcome') as outcome
    from turnover_documents where project_id = '${project.id}' and status <> 'draft'`);
  expect([foot['Надходження, грн'], foot['Видаток, грн']].map(kopecksOf)).toEqual([sums.income, sums.outcome]);
  expect(new Set(rows.map((row) => row.Стан))).toEqual(new Set(['Проведено', 'Сторновано']));
});

it('counterparties: balances that go over the period, and end as the screen shows them', async () => {
  const { rows, foot } = await table({ kind: 'counterparties', ...period });
  const shown = (await app.call(listCounterparties, { ...at(), query: {} as never })).body.items;
  for (const { name, balance } of shown) {
    const row = rows.find((found) => found.Контрагент?.replace(/^'/, '') === name);
    expect([name, kopecksOf(row?.['Баланс на кінець, грн'])]).toEqual([name, balance]);
  }
  const [opening = 0, taken = 0, given = 0, closing] = [
    ...['Баланс на початок, грн', 'Списано, грн', 'Зараховано, грн', 'Баланс на кінець, грн'].map((head) =>
      kopecksOf(foot[head]),
    ),
  ];
  expect(opening - taken + given).toBe(closing);
  const sums = await plain(
    `select sum(counterparty_change) as change, count(*) as postings from postings where project_id = '${project.id}'`,
  );
  expect([closing, Number(foot.Операцій)]).toEqual([sums.change, sums.postings]);
  // yesterday's end is today's begin
  const until = await table({ kind: 'counterparties', from: period.from, to: daysAfter(today, -1) });
  const since = await table({ kind: 'counterparties', from: today, to: today });
  expect(since.foot['Баланс на початок, грн']).toBe(until.foot['Баланс на кінець, грн']);
});

it('payments: what is confirmed is summed by what it is, the rest stands aside', async () => {
  const { rows, foot } = await table({ kind: 'payments', ...period });
  const sums = await plain(`select sum(amount) filter (where type = 'receipt' and status = 'confirmed') as receipts,
      sum(amount) filter (where type = 'withdrawal' and status = 'confirmed') as withdrawals
    from payments where project_id = '${project.id}'`);
  expect([foot['Отримано, грн'], foot['Виплачено, грн']].map(kopecksOf)).toEqual([sums.receipts, sums.withdrawals]);
  expect(rows.map((row) => row.Коментар)).toEqual(['Готівка', "'-5"]);
});

it('receipts: what was issued, as the list of receipts sums it up', async () => {
  const register = crypto.randomUUID();
  await app.sql(
    project.id,
    `insert into cash_registers (project_id, id, name, pin, license_key, created_by) values ($1, $2, 'Каса', 'x', 'y', $3)`,
    [project.id, register, project.owner.id],
  );
  await app.sql(
    project.id,
    `insert into fiscal_receipts (project_id, id, register_id, kind, status, payments, total, cash, card, fiscal_code, day, created_by)
     select $1, gen_random_uuid(), $2, case n % 4 when 3 then 'return' else 'sell' end,
       case n % 5 when 4 then 'waiting' else 'issued' end, '[]', 100 * n, 60 * n, 40 * n, n::text, $4::date - n % 3, $3
     from generate_series(1, 700) n`,
    [project.id, register, project.owner.id, today],
  );
  const { rows, foot } = await table({ kind: 'receipts', ...period });
  const shown = (await app.call(sumReceipts, { ...at(), query: period as never })).body;
  expect(rows).toHaveLength(700);
  expect(
    ['Продаж, грн', 'Повернення, грн', 'Готівкою, грн', 'Карткою, грн'].map((head) => kopecksOf(foot[head])),
  ).toEqual([shown.sold, shown.returned, shown.cash, shown.card]);
});

it('deliveries: waybills with their states, those that were deleted without their money', async () => {
  await app.sql(
    project.id,
    `insert into delivery_waybills (project_id, id, order_id, owner_id, state, own_ref, plan, ttn, cost, created_by)
     select project_id, gen_random_uuid(), id, '00000000-0000-0000-0000-000000000000',
       case row_number() over (order by number) when 1 then 'removed' else 'made' end, 'x',
       '{"recipient_name":"Іваненко","city_name":"Львів","branch_name":"Відділення №1","declared":50000,"cod_sum":30000}',
       '2045000000000' || number, 7500, $2
     from orders where project_id = $1 and status = 'Sent'`,
    [project.id, project.owner.id],
  );
  const { rows, foot } = await table({ kind: 'deliveries', from: today, to: today });
  const states = rows.map((row) => row['Стан накладної']);
  expect(states.toSorted()).toEqual(['Видалено', 'Створено']);
  expect([foot['Післяплата, грн'], foot['Вартість доставки, грн']].map(kopecksOf)).toEqual([30_000, 7_500]);
  const listed = await app.call(listWaybills, { ...at(), query: {} as never });
  expect(listed.body.items.map(({ ttn }) => ttn)).toEqual(
    rows.filter((row) => row['Стан накладної'] === 'Створено').map((row) => row.ТТН),
  );
});

it('promotions: what each brought, as its own page says', async () => {
  const { rows } = await table({ kind: 'promotions', ...period });
  const [promotion] = await app.sql<{ id: string }>(project.id, 'select id from promotions where project_id = $1', [
    project.id,
  ]);
  const shown = (await app.call(readPromotionResults, one(promotion?.id ?? ''))).body;
  expect(
    rows.map((row) => [Number(row.Замовлень), kopecksOf(row['Продано, грн']), kopecksOf(row['Надано знижок, грн'])]),
  ).toEqual([[shown.orders_count, shown.sum, shown.discount_sum]]);
  expect(shown.discount_sum).toBeGreaterThan(0);
});

it('more rows than are read at once stand in it once each', async () => {
  const own = await app.project();
  const of = asking(app, own);
  const party = await makeCounterparty(app, own);
  const [variant = ''] = await makeVariants(app, own, [{ price: 100 }]);
  const many = (insert: string, values: unknown[] = []) =>
    app.sql(own.id, `${insert} from generate_series(1, 1203) n`, [own.id, ...values]);
  await many(`insert into counterparties (project_id, id, name) select $1, gen_random_uuid(), 'Крамниця ' || n / 3`);
  await many(
    `insert into orders (project_id, id, number, counterparty_id, status, sum, recommended_sum, created_by, first_sent_on)
     select $1, gen_random_uuid(), n, $2, 'Pending', 100, 100, $3, $4::date - n % 7`,
    [party, own.owner.id, today],
  );
  await many(
    `insert into payments (project_id, id, counterparty_id, type, account, amount, date, status, created_by)
     select $1, gen_random_uuid(), $2, 'receipt', 'cash', n, $4::date - n % 7, 'confirmed', $3`,
    [party, own.owner.id, today],
  );
  await many(
    `insert into postings (project_id, id, purpose, source, destination, amount, counterparty_id, counterparty_change,
       balance_after, ref_kind, ref_id, actor_kind, day)
     select $1, gen_random_uuid(), 'charge', case n % 2 when 0 then 'counterparty' else 'returns' end,
       case n % 2 when 0 then 'sales' else 'counterparty' end, n, $2, case n % 2 when 0 then -n else n end, 0, 'order',
       gen_random_uuid(), 'system', $3::date - n % 7`,
    [party, today],
  );
  await many(
    `insert into stock_movements (project_id, id, product_variant_id, kind, delta, before, after, ref_kind, ref_id, actor_kind)
     select $1, gen_random_uuid(), $2, 'income', 1, n, n + 1, 'import', gen_random_uuid(), 'system'`,
    [variant],
  );
  const sum = (1203 * 1204) / 2;
  const parties = (await of.table({ kind: 'counterparties', ...period })).rows.map((row) => row.Контрагент ?? '');
  expect(parties.filter((name) => name.startsWith('Крамниця'))).toHaveLength(1203);
  const sold = await of.table({ kind: 'sales', ...period });
  expect(new Set(sold.rows.map((row) => row.Номер)).size).toBe(1203);
  expect(sold.done.rows).toBe(1203);
  const paid = await of.table({ kind: 'payments', ...period });
  expect([paid.done.rows, kopecksOf(paid.foot['Отримано, грн'])]).toEqual([1203, sum]);
  const earned = await of.table({ kind: 'revenue', ...period });
  const [charged = 0, returned = 0] = [earned.foot['Нараховано, грн'], earned.foot['Повернуто, грн']].map(kopecksOf);
  expect([earned.done.rows, charged + returned]).toEqual([1203, sum]);
  const moved = await of.table({ kind: 'movement', product_variant_id: variant, ...period });
  expect([moved.rows.length, moved.foot.Прихід, moved.foot.Стало]).toEqual([1204, '1203', '1203']);
});
