import { createUpload } from '@lanka/domain/files/contract';
import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/orders/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  balanceOf,
  DELIVERY,
  makeDropshipper,
  makeVariants,
  move,
  openTrade,
  orderBody,
  placeOrder,
  type TestDropshipper,
  type Trade,
} from '../../test/trade';

let { app, project, seller } = {} as Trade;
let rival: TestDropshipper;
let variant: string;

beforeAll(async () => {
  ({ app, project, seller } = await openTrade());
  rival = await makeDropshipper(app, project);
  [variant = ''] = await makeVariants(app, project, [{ stock: 1_000 }]);
});
afterAll(() => app.close());

const params = () => ({ project_id: project.id });
const one = (id: string) => ({ project_id: project.id, id });
const place = async (more: object = {}, token = seller.token) =>
  (await placeOrder(app, project, token, orderBody({ [variant]: 1 }, more as never))).body;
const edit = (id: string, body: object, token = seller.token) =>
  app.call(contract.updateOrder, { params: one(id), token, body: body as never });
const today = kyivDate(new Date());
const tomorrow = kyivDate(new Date(Date.now() + 36 * 60 * 60 * 1000));

describe('tags, source and town', () => {
  it('stand on the order, tidied, and are what lists are filtered by', async () => {
    const marked = await place({
      tags: [' Терміново ', 'терміново', 'подарунок  мамі'],
      source: 'Instagram',
      utm: { source: 'ig', campaign: 'осінь' },
      delivery: { ...DELIVERY, town: 'Біла Церква' },
    });
    expect(marked).toMatchObject({ tags: ['Терміново', 'подарунок мамі'], source: 'Instagram' });
    expect(marked.utm).toEqual({ source: 'ig', campaign: 'осінь' });
    expect(marked.delivery.town).toBe('Біла Церква');
    await place({ tags: ['терміновощось'], source: 'Insta', delivery: { ...DELIVERY, town: 'Церква' } });
    for (const query of [{ tag: 'ТЕРМІНОВО' }, { source: 'instagram' }, { town: 'біла церква' }, { q: 'подарунок' }]) {
      const { items } = (await app.call(contract.listOrders, { params: params(), token: project.owner.token, query }))
        .body;
      expect(items.map(({ id }) => id)).toEqual([marked.id]);
      const mine = (await app.call(contract.listMyOrders, { token: seller.token, query })).body;
      expect(mine.items).toMatchObject([{ id: marked.id, town: 'Біла Церква', source: 'Instagram' }]);
      expect((await app.call(contract.listMyOrders, { token: rival.token, query })).body.items).toEqual([]);
    }
    const suggested = await app.call(contract.suggestForOrders, { params: params(), token: project.owner.token });
    expect(suggested.body).toMatchObject({ sources: ['Insta', 'Instagram'], towns: ['Біла Церква', 'Церква'] });
    expect((await app.call(contract.suggestForMyOrders, { token: seller.token })).body).toEqual(suggested.body);
    const foreign = await app.call(contract.suggestForOrders, { params: params(), token: rival.token });
    expect(foreign.body).toEqual({ tags: [], sources: [], towns: [] });
  });

  it('are changed without the rest, and stay when nothing is said of them', async () => {
    const { id } = await place({ tags: ['а'], source: 'сайт', delivery: { ...DELIVERY, town: 'Київ' } });
    const other = (await edit(id, { delivery: { ...DELIVERY, address: 'Інша' } })).body;
    expect([other.tags, other.source, other.delivery.town]).toEqual([['а'], 'сайт', 'Київ']);
    expect((await edit(id, { tags: [], source: '' })).body).toMatchObject({ tags: [], source: '' });
  });

  it.each([
    [{ tags: Array.from({ length: 11 }, (_, i) => `${i}`) }, 'tags'],
    [{ tags: ['x'.repeat(41)] }, 'tags.0'],
    [{ source: 'x'.repeat(61) }, 'source'],
    [{ utm: { source: 'x'.repeat(201) } }, 'utm.source'],
    [{ utm: { ref: 'x' } }, 'utm.ref'],
  ])('%j is refused by its name', async (more, path) => {
    const { status, error } = await placeOrder(app, project, seller.token, orderBody({ [variant]: 1 }, more as never));
    expect([status, error.details[0]?.path]).toEqual([400, path]);
  });
});

describe('the prepayment', () => {
  it('leaves the rest to collect, is the seller’s to say also later, and moves no money', async () => {
    const order = await place({ prepayment: { amount: 30_000 }, send: true });
    expect(order).toMatchObject({
      prepayment: { amount: 30_000, date: today },
      customer_sum: 80_000,
      to_collect: 50_000,
    });
    expect(order.editable).toEqual({ items: false, details: false, prepayment: true, cod: false, reservation: false });
    const before = await balanceOf(app, project, seller.counterparty_id);
    const later = await edit(order.id, { prepayment: { amount: 90_000, date: '2026-01-05' } });
    expect(later.body).toMatchObject({ prepayment: { amount: 90_000, date: '2026-01-05' }, to_collect: 0 });
    const listed = (await app.call(contract.listMyOrders, { token: seller.token, query: {} })).body.items;
    expect(listed.find(({ id }) => id === order.id)).toMatchObject({ to_collect: 0 });
    expect((await edit(order.id, { prepayment: { amount: 1 }, source: 'x' })).error.code).toBe('orders.not_editable');
    expect((await edit(order.id, { prepayment: null })).body).toMatchObject({ prepayment: null, to_collect: 80_000 });
    await move(app, project, project.owner.token, order.id, 'Canceled', 'Передумали');
    expect((await edit(order.id, { prepayment: { amount: 1 } })).error.code).toBe('orders.not_editable');
    expect(await balanceOf(app, project, seller.counterparty_id)).toBe(before);
  });

  it('is not of tomorrow, and keeps the temporary bookings of a draft', async () => {
    const order = await place();
    const refused = await edit(order.id, { prepayment: { amount: 1, date: tomorrow } });
    expect(refused.error).toMatchObject({ code: 'orders.prepaid_later', details: [{ path: 'prepayment.date' }] });
    const item_id = order.items[0]?.id ?? '';
    await app.call(contract.bookTemporarily, { params: { ...one(order.id), item_id }, token: seller.token });
    const paid = await edit(order.id, { prepayment: { amount: 100 } });
    expect(paid.body.items[0]?.temporary_booking_expires_at).not.toBeNull();
    const changed = await edit(order.id, { source: 'сайт' });
    expect(changed.body.items[0]?.temporary_booking_expires_at).toBeNull();
  });

  const upload = async (token: string, file_name: string) => {
    const body = { file_name, bytes: 4 };
    const made = (await app.call(createUpload, { token, params: params(), body })).body;
    await app.app.server.inject({ method: 'PUT', url: made.direct_upload.url, payload: Buffer.from('%PDF') });
    return made.file_name;
  };

  it('takes its receipts with the order, all of it or nothing', async () => {
    const [receipt, table] = [await upload(seller.token, 'чек.pdf'), await upload(seller.token, 'чек.xlsx')];
    const make = (receipts: string[]) =>
      placeOrder(app, project, seller.token, { ...orderBody({ [variant]: 1 }, { send: true }), receipts });
    const before = (await app.call(contract.listOrders, { params: params(), token: seller.token })).body.total;
    const refused = await make([receipt, table]);
    expect(refused.error).toMatchObject({ code: 'orders.not_a_receipt', details: [{ path: 'receipts.1' }] });
    expect((await make(['нема.pdf'])).error).toMatchObject({
      code: 'files.not_found',
      details: [{ path: 'receipts.0' }],
    });
    expect((await app.call(contract.listOrders, { params: params(), token: seller.token })).body.total).toBe(before);
    // what was uploaded is still there for the next try
    const { body, status } = await make([receipt, receipt]);
    expect(status).toBe(201);
    const files = (await app.call(contract.listFiles, { params: one(body.id), token: seller.token })).body.items;
    expect(files).toMatchObject([{ name: 'чек.pdf', purpose: 'prepayment' }]);
    const others = await app.call(contract.listFiles, { params: one(body.id), token: project.owner.token });
    expect(others.body.items).toEqual([]);
  });

  it('has receipts that stand with the dropshipper alone', async () => {
    const { id } = await place({ send: true });
    const add = async (token: string, name: string, purpose: 'file' | 'prepayment') =>
      app.call(contract.addFile, {
        ...{ params: one(id), token, body: { file_name: await upload(token, name), purpose } },
      });
    const owner = project.owner.token;
    expect((await add(seller.token, 'чек.xlsx', 'prepayment')).error.code).toBe('orders.not_a_receipt');
    expect((await add(seller.token, 'чек.pdf', 'prepayment')).body.purpose).toBe('prepayment');
    await add(seller.token, 'макет.pdf', 'file');
    await add(owner, 'каса.jpg', 'prepayment');
    const names = async (token: string) =>
      (await app.call(contract.listFiles, { params: one(id), token })).body.items.map(({ name }) => name);
    expect(await names(seller.token)).toEqual(['чек.pdf', 'макет.pdf', 'каса.jpg']);
    expect(await names(owner)).toEqual(['макет.pdf', 'каса.jpg']);
    expect((await app.call(contract.listFiles, { params: one(id), token: rival.token })).status).toBe(404);
  });
});
