import { setExtraOrders, setProjectPlan } from '@lanka/domain/billing/contract';
import * as contract from '@lanka/domain/order_batches/contract';
import { deleteOrder, readOrder } from '@lanka/domain/orders/contract';
import { updateProject } from '@lanka/domain/projects/contract';
import { createField } from '@lanka/domain/templates/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowBackorders } from '../../test/backorders';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeCounterparty, makeDropshipper, makeVariants, orderBody, placeOrder, stockOf } from '../../test/trade';

let app: TestApp;
let project: TestProject;
let counterparty_id: string;
let goods: string[];

beforeAll(async () => {
  app = await testApp();
  project = await app.project();
  counterparty_id = await makeCounterparty(app, project, 1_000);
  goods = await makeVariants(app, project, [
    { stock: 100, sku: 'BT-1', price: 10_000, recommended_price: 15_000 },
    { stock: 3, sku: 'BT-2', price: 20_000 },
  ]);
});
afterAll(() => app.close());

const params = () => ({ project_id: project.id });
let people = 0;
/** A row of somebody new, unless it is said. */
const row = (given: Partial<Record<string, string>> = {}) => {
  people += 1;
  const phone = `067${String(people).padStart(7, '0')}`;
  return {
    name: `Покупець ${people}`,
    phone,
    town: 'Київ',
    branch: 'Відділення 5',
    code: 'BT-1',
    count: '2',
    ...given,
  };
};
type Rows = ReturnType<typeof row>[];
const check = (rows: Rows, token = project.owner.token) =>
  app.call(contract.checkBatch, { params: params(), token, body: { counterparty_id, rows } });
const create = (rows: Rows, rest: { send?: boolean; again?: string[] } = {}, token = project.owner.token) =>
  app.call(contract.createBatch, { params: params(), token, body: { counterparty_id, rows, ...rest } });
const ordersOf = async () =>
  (await app.sql<{ count: number }>(project.id, 'select count(*)::int as count from orders', []))[0]?.count ?? 0;

describe('a table is read', () => {
  it('out of a spreadsheet, with its header or without', async () => {
    const token = project.owner.token;
    const named = 'ПІБ\tТелефон\tМісто\tВідділення\tАртикул\tШт\nІрина\t0671234567\tКиїв\t5\tBT-1\t2\n\n';
    const first = await app.call(contract.readBatch, { params: params(), token, body: { pasted: named } });
    expect(first.body.headers).toEqual(['ПІБ', 'Телефон', 'Місто', 'Відділення', 'Артикул', 'Шт']);
    const plain = 'Ірина\t0671234567\tКиїв\t5\tBT-1\t2\nОлег\t0501112233\tЛьвів\t1\tBT-2';
    const second = await app.call(contract.readBatch, { params: params(), token, body: { pasted: plain } });
    expect(second.body.headers).toEqual([]);
    expect(second.body.rows).toHaveLength(2);
    expect(second.body.rows[0]).toEqual(first.body.rows[0]);
    expect(second.body.rows[1]).toMatchObject({ name: 'Олег', code: 'BT-2', count: '' });
  });

  it('columns that are told otherwise are taken so; nothing, or too much, is refused', async () => {
    const token = project.owner.token;
    const none = { number: null, town: null, branch: null, comment: null };
    const columns = { ...none, name: 1, phone: 0, code: 2, count: 3 };
    const told = await app.call(contract.readBatch, {
      ...{ params: params(), token, body: { pasted: '0671234567,Ірина,BT-1,2', columns } },
    });
    expect(told.body.rows).toMatchObject([{ name: 'Ірина', phone: '0671234567', code: 'BT-1', count: '2' }]);
    const ask = async (body: object) => (await app.call(contract.readBatch, { params: params(), token, body })).error;
    expect(await ask({ pasted: ' \n ' })).toMatchObject({ code: 'feeds.empty' });
    expect(await ask({ pasted: 'а\t0671234567\n'.repeat(502) })).toMatchObject({ code: 'feeds.too_many_rows' });
    expect(await ask({})).toMatchObject({ code: 'common.invalid', details: [{ path: 'pasted' }] });
    expect(await ask({ upload: 'x/y.csv' })).toMatchObject({ code: 'imports.upload_not_found' });
  });
});

describe('the rows are checked', () => {
  it('with prices after discount, and what is left of the stock after the orders above', async () => {
    const rows = [
      row({ code: 'bt-2', count: '2' }),
      { ...row(), name: '', phone: '', code: 'BT-1' },
      row({ code: 'BT-2' }),
    ];
    const { orders } = (await check(rows)).body;
    expect(orders.map(({ sum, recommended_sum }) => [sum, recommended_sum])).toEqual([
      [54_000, 190_000],
      [36_000, 160_000],
    ]);
    expect(orders.map(({ problems }) => problems.map(({ row: at, field, code }) => [at, field, code]))).toEqual([
      [],
      [[2, 'count', 'short']],
    ]);
    expect(orders[1]?.items[0]).toMatchObject({ available: 1, availability: 'in_stock' });
    expect((await stockOf(app, project, goods[1] ?? '')).booked).toBe(0);
    // beyond stock: no problem then, and told how many wait
    await allowBackorders(app, project, true);
    const beyond = (await check(rows)).body.orders;
    await allowBackorders(app, project, false);
    expect(beyond.flatMap(({ problems }) => problems)).toEqual([]);
    expect(beyond.flatMap(({ items }) => items.map(({ waits }) => waits))).toEqual([0, 0, 1]);
  });

  it('the customer pays what the table says, else what is recommended', async () => {
    const priced = { ...row({ code: 'BT-1', count: '2' }), price: '199,50' };
    const rows = [priced, { ...row(), name: '', phone: '', code: 'BT-2', count: '1' }];
    const [order] = (await check(rows)).body.orders;
    expect(order).toMatchObject({ customer_sum: 39_900 + 80_000, recommended_sum: 110_000 });
    const [made] = (await create(rows)).body.made;
    const read = await app.call(readOrder, {
      ...{ params: { ...params(), id: made?.id ?? '' }, token: project.owner.token },
    });
    expect(read.body.items.map(({ customer_price }) => customer_price)).toEqual([19_950, null]);
    // the same row at another price is the same order
    expect((await check([{ ...priced, price: '210' }, ...rows.slice(1)])).body.orders[0]?.made?.id).toBe(made?.id);
  });

  it('by cell, in the language of who asks', async () => {
    const rows = [
      row({ code: 'НЕМАЄ' }),
      row({ phone: '12', count: 'два' }),
      row({ number: '5' }),
      row({ number: '5' }),
    ];
    const { orders } = (await check(rows)).body;
    expect(
      orders.flatMap(({ problems }) => problems.map(({ row: at, field, code }) => `${at} ${field} ${code}`)),
    ).toEqual([
      '0 code unknown_code',
      '1 phone phone_wrong',
      '1 count count_wrong',
      '3 name differs',
      '3 phone differs',
      '3 code twice',
    ]);
    expect(orders[0]?.problems[0]?.message).toBe('Такого артикулу чи штрихкоду немає');
  });

  it('a dropshipper sees no goods that are hidden, nor numbers that he is not told', async () => {
    const seller = await makeDropshipper(app, project);
    await app.sql(
      project.id,
      `update products set published = false where id = (select product_id from product_variants
      where id = $1)`,
      [(await makeVariants(app, project, [{ sku: 'HID-1', stock: 5 }]))[0]],
    );
    const owner = { params: params(), token: project.owner.token };
    const ask = (rows: Rows) =>
      app.call(contract.checkBatch, { params: params(), token: seller.token, body: { rows } });
    const hidden = (await ask([row({ code: 'HID-1' })])).body.orders[0];
    expect(hidden?.problems).toMatchObject([{ code: 'unknown_code' }]);
    expect(hidden?.items).toEqual([]);
    const told = await app.call(updateProject, { ...owner, body: { project: { stock_told: 'yes_no' } } });
    expect(told.status).toBe(200);
    const [few] = (await ask([row({ code: 'BT-2', count: '50' })])).body.orders;
    expect(few).toMatchObject({ problems: [], items: [{ available: null, availability: 'in_stock' }] });
    await app.call(updateProject, { ...owner, body: { project: { stock_told: 'number' } } });
  });
});

describe('the orders are made', () => {
  it('all of them, sent and booked, with customer, delivery and comment; the same rows make nothing twice', async () => {
    const booked = (await stockOf(app, project, goods[0] ?? '')).booked;
    const rows = [
      row({ comment: 'Подзвонити' }),
      row({ number: 'R-1' }),
      { ...row(), number: 'R-1', name: '', phone: '', code: 'BT-2', count: '1' },
    ];
    const made = await create(rows, { send: true });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ made: [{}, {}], skipped: [] });
    const [first] = made.body.made;
    const token = project.owner.token;
    const order = (await app.call(readOrder, { params: { ...params(), id: first?.id ?? '' }, token })).body;
    expect(order).toMatchObject({
      ...{ number: first?.number, status: 'Pending', sum: 18_000, counterparty_id },
      customer: { name: rows[0]?.name, phone: `38${rows[0]?.phone}` },
      delivery: { operator: 'nova_poshta', recipient_name: rows[0]?.name, address: 'Київ, Відділення 5' },
    });
    expect((await stockOf(app, project, goods[0] ?? '')).booked).toBe(booked + 4);
    const before = await ordersOf();
    const next = row();
    expect((await check([...rows, next])).body.orders.map((one) => one.made?.number)).toEqual([
      ...made.body.made.map(({ number }) => number),
      undefined,
    ]);
    const again = await create([...rows, next]);
    expect(again.body.made).toHaveLength(1);
    expect(again.body.skipped.map(({ id }) => id)).toEqual(made.body.made.map(({ id }) => id));
    expect((await create(rows)).error).toMatchObject({ code: 'order_batches.nothing' });
    expect(await ordersOf()).toBe(before + 1);
    // a person may want it once more
    const wanted = await create(rows, { again: [made.body.made[0]?.key ?? ''] });
    expect(wanted.body).toMatchObject({ made: [{ key: made.body.made[0]?.key }], skipped: [{}] });
  });

  it('none of them when one is wrong: each cell is named', async () => {
    const before = await ordersOf();
    const refused = await create([row(), row({ code: 'НЕМАЄ' }), row({ phone: '' })]);
    expect(refused.status).toBe(422);
    expect(refused.error).toMatchObject({
      code: 'order_batches.problems',
      details: [{ path: 'rows.1.code' }, { path: 'rows.2.phone', message: 'Вкажіть телефон отримувача' }],
    });
    const short = await create([row({ code: 'BT-2', count: '1' }), row({ code: 'BT-2', count: '3' })], { send: true });
    expect(short.error).toMatchObject({ details: [{ path: 'rows.1.count', code: 'short' }] });
    expect(await ordersOf()).toBe(before);
    // a draft may want more than there is
    expect((await create([row({ code: 'BT-2', count: '3' })])).status).toBe(201);
  });

  it('by rows of a week ago again, by a number never; a deleted draft is forgotten', async () => {
    const token = project.owner.token;
    const plain = [row()];
    const numbered = [row({ number: 'OLD-1' })];
    const first = (await create([...plain, ...numbered])).body.made;
    await app.sql(project.id, `update order_batch_keys set created_at = now() - interval '8 days'`, []);
    expect((await create([...plain, ...numbered])).body).toMatchObject({ made: [{}], skipped: [{ id: first[1]?.id }] });
    await app.call(deleteOrder, { params: { ...params(), id: first[1]?.id ?? '' }, token });
    expect((await create(numbered)).body).toMatchObject({ made: [{}], skipped: [] });
  });

  it('once, by two who send the same table at once; two tables with the same goods in another order both', async () => {
    const same = [row(), row()];
    const before = await ordersOf();
    const both = await Promise.all([create(same, { send: true }), create(same, { send: true })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(await ordersOf()).toBe(before + 2);
    const party = await makeCounterparty(app, project);
    const rows = () => [row({ code: 'BT-1', count: '1' }), row({ code: 'BT-2', count: '1' })];
    const ask = (table: Rows, id: string) =>
      app.call(contract.createBatch, {
        ...{ params: params(), token: project.owner.token, body: { counterparty_id: id, rows: table, send: true } },
      });
    const answers = await Promise.all([ask(rows(), party), ask(rows().reverse(), counterparty_id)]);
    expect(answers.filter(({ status }) => status === 201)).not.toHaveLength(0);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });

  it('with what the carrier collects: a sum, or what the customer pays; what is no sum is named by its cell', async () => {
    const rows = [row({ cod: '250' }), row({ cod: 'так' }), row()];
    const told = (await check(rows)).body.orders.map(({ to_collect }) => to_collect);
    expect(told).toEqual([25_000, 30_000, null]);
    const { made } = (await create(rows)).body;
    const cods = await Promise.all(
      made.map(async ({ id }) => {
        const { body } = await app.call(readOrder, { params: { ...params(), id }, token: project.owner.token });
        return body.cod && [body.cod.state, body.cod.sum];
      }),
    );
    expect(cods).toEqual([['planned', 25_000], ['planned', 30_000], null]);
    const { error } = await create([row({ cod: 'скільки дадуть' })]);
    expect(error).toMatchObject({
      code: 'order_batches.problems',
      details: [{ path: 'rows.0.cod', code: 'cod_wrong' }],
    });
  });

  it('beside single orders of the same goods, where orders of the month are counted and packs are off', async () => {
    const token = project.owner.token;
    const plan = { params: params(), token, body: { subscription_plan: 'manufacturer-premium-monthly' as const } };
    expect((await app.call(setProjectPlan, plan)).status).toBe(200);
    const off = { params: params(), token, body: { extra_orders: false } };
    expect((await app.call(setExtraOrders, off)).body).toMatchObject({ extra_orders: false });
    const party = await makeCounterparty(app, project);
    const [variant = ''] = goods;
    const single = () =>
      placeOrder(
        app,
        project,
        project.owner.token,
        orderBody({ [variant]: 1 }, { send: true, counterparty_id: party }),
      );
    for (let round = 0; round < 4; round += 1) {
      const table = () => create([row({ count: '1' }), row({ count: '1' })], { send: true });
      const answers = await Promise.all([table(), single(), table(), single(), table(), single()]);
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    }
  });

  it('no more than two hundred at once', async () => {
    const many = Array.from({ length: 201 }, () => row());
    expect((await check(many)).error).toMatchObject({ code: 'order_batches.too_many_orders' });
  });
});

describe('fields of the supplier’s templates', () => {
  it('come out of their columns, are checked by their rules, and are asked for only of what is sent', async () => {
    const place = await app.project();
    const token = place.owner.token;
    const at = { params: { project_id: place.id }, token };
    await makeVariants(app, place, [{ stock: 100, sku: 'BT-9', price: 10_000 }]);
    const field = (set: 'order' | 'order_item', body: object) =>
      app.call(createField, { params: { ...at.params, set }, token, body: body as never });
    await field('order', { name: 'Стрічка', key: 'ribbon', type: 'select', options: ['синя', 'біла'], required: true });
    await field('order', { name: 'Скан', key: 'scan', type: 'file' });
    await field('order_item', { name: 'Гравіювання', key: 'engraving', type: 'text' });
    await field('order_item', { name: 'Доплата', key: 'extra', type: 'money' });
    const pasted = [
      'ПІБ\tТелефон\tМісто\tАртикул\tСтрічка\tГравіювання\tДоплата\tСкан\tНастрій',
      'Ірина\t0671234567\tКиїв, 5\tBT-9\tСиня\tОлена\t12,50\ta.pdf\tгарний',
      'Олег\t0671234568\tКиїв, 5\tBT-9\tзелена\t\tбагато',
      'Ігор\t0671234569\tКиїв, 5\tBT-9',
    ].join('\n');
    const read = (await app.call(contract.readBatch, { ...at, body: { pasted } })).body;
    expect(read).toMatchObject({ unread: ['Скан', 'Настрій'], files: ['Скан'] });
    expect(read.fields.map(({ ref }) => ref).sort()).toEqual([
      'order.ribbon',
      'order_item.engraving',
      'order_item.extra',
    ]);
    const { orders } = (await app.call(contract.checkBatch, { ...at, body: { rows: read.rows } })).body;
    expect(orders.map(({ problems }) => problems.map(({ row: r, field: f, code }) => [r, f, code]))).toEqual([
      [],
      [
        [1, 'order.ribbon', 'templates.not_a_choice'],
        [1, 'order_item.extra', expect.any(String)],
      ],
      [[2, 'order.ribbon', 'required']],
    ]);
    expect(orders[1]?.problems[0]?.message).toMatch(/^Стрічка: /);
    const make = (rows: typeof read.rows, send: boolean) =>
      app.call(contract.createBatch, { ...at, body: { rows, send } });
    const [first, wrong, lacking] = read.rows;
    if (!first || !wrong || !lacking) throw new Error('three rows were read');
    expect((await make([first, wrong], false)).error.details[0]).toMatchObject({ path: 'rows.1.order.ribbon' });
    expect((await make([first, lacking], true)).error.details[0]).toMatchObject({ path: 'rows.1.order.ribbon' });
    const made = await make([first, lacking], false);
    expect(made.status).toBe(201);
    const shown = await app.call(readOrder, { params: { ...at.params, id: made.body.made[0]?.id ?? '' }, token });
    expect(shown.body.fields).toEqual({ ribbon: 'синя' });
    expect(shown.body.items[0]?.fields).toEqual({ engraving: 'Олена', extra: 1_250 });
    const unknown = { ...first, fields: { 'order.nothing': 'x' } };
    expect((await make([unknown], false)).error.details[0]).toMatchObject({ path: 'rows.0.order.nothing' });
  });

  it('orders made before the supplier had the fields are not made again, unless that is asked', async () => {
    const place = await app.project();
    const at = { params: { project_id: place.id }, token: place.owner.token };
    await makeVariants(app, place, [{ stock: 100, sku: 'BT-8', price: 10_000 }]);
    const pasted = [
      'ПІБ\tТелефон\tМісто\tАртикул\tГравіювання',
      'Ірина\t0671234567\tКиїв, 5\tBT-8\tОлена',
      'Ірина\t0671234567\tКиїв, 5\tBT-8\tМарія',
    ].join('\n');
    const paste = async (again: string[] = []) => {
      const { rows } = (await app.call(contract.readBatch, { ...at, body: { pasted } })).body;
      return app.call(contract.createBatch, { ...at, body: { rows, send: false, again } });
    };
    const first = await paste();
    expect(first.body.made).toHaveLength(2);
    const body = { name: 'Гравіювання', key: 'engraving', type: 'text' } as const;
    await app.call(createField, { ...at, params: { ...at.params, set: 'order_item' }, body });
    expect((await paste()).error.code).toBe('order_batches.nothing');
    const { rows } = (await app.call(contract.readBatch, { ...at, body: { pasted } })).body;
    const [one] = (await app.call(contract.checkBatch, { ...at, body: { rows } })).body.orders;
    expect(one?.made?.id).toBe(first.body.made[0]?.id);
    const once_more = await paste([one?.key ?? '']);
    expect([once_more.body.made.length, once_more.body.skipped.length]).toEqual([1, 1]);
    expect((await paste()).error.code).toBe('order_batches.nothing');
  });
});
