import { createClient } from '@lanka/domain/clients/contract';
import { CUSTOMER_STAGES, makeTrackingLink, readTrackingLink } from '@lanka/domain/clients/tracking';
import { deleteOrder, type OrderStatus, updateOrder } from '@lanka/domain/orders/contract';
import { STATUS_NAMES } from '@lanka/domain/orders/machine';
import { sendParcel, splitOrder, updateParcel } from '@lanka/domain/parcels/contract';
import { updateProject } from '@lanka/domain/projects/contract';
import { refuseParcel, withdrawReturn } from '@lanka/domain/returns/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeDropshipper, makeVariants, move, orderBody, placeOrder, type TestDropshipper } from '../../test/trade';

let app: TestApp;
let project: TestProject;
let at: { params: { project_id: string }; token: string };
let seller: TestDropshipper;
let variant: string;

beforeAll(async () => {
  app = await testApp();
  project = await app.project('ФАБРИКА-ПОСТАЧАЛЬНИК');
  at = { params: { project_id: project.id }, token: project.owner.token };
  const about = { title: 'ФАБРИКА-ПОСТАЧАЛЬНИК', legal_name: 'ТОВ СЕКРЕТНЕ', phone: '0440000001' };
  await app.call(updateProject, { ...at, body: { project: about } });
  seller = await makeDropshipper(app, project);
  await app.sql(null, `update users set name = 'Крамниця Оленки', phone_number = '380671112233' where id = $1`, [
    seller.id,
  ]);
  [variant = ''] = await makeVariants(app, project, [{ price: 51_700, recommended_price: 80_000, stock: 1_000 }]);
});
afterAll(() => app.close());

const place = async (token: string, more: object = {}) =>
  (await placeOrder(app, project, token, orderBody({ [variant]: 2 }, { send: true, ...more } as never))).body;
const link = (id: string, token: string, body: object = {}) =>
  app.call(makeTrackingLink, { params: { ...at.params, id }, token, body });
const open = async (url: string | null, language = 'uk') => {
  const page = await app.app.server.inject({
    method: 'GET',
    url: new URL(url ?? '').pathname + new URL(url ?? '').search,
    headers: { 'accept-language': language },
  });
  return { status: page.statusCode, headers: page.headers, text: page.body };
};

it('tells the customer of a dropshipper what he bought and from whom, and nothing of the supplier', async () => {
  await app.call(createClient, { ...at, body: { name: 'Чужа картка', phone: '0671234567', comment: 'НОТАТКА' } });
  const order = await place(seller.token, { customer_discount: 1_000, comment: 'КОМЕНТАР' });
  await app.call(updateOrder, {
    params: { ...at.params, id: order.id },
    token: at.token,
    body: {
      delivery: {
        operator: 'nova_poshta',
        recipient_name: 'Ірина',
        recipient_phone: '0671234567',
        address: 'Львів',
        ttn: '20450000000017',
      },
    },
  });
  const made = await link(order.id, seller.token);
  expect(made.body.url).toMatch(/\/track\/[\w-]{32}$/);
  const page = await open(made.body.url);
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  for (const told of [
    `№ ${order.number}`,
    'Крамниця Оленки',
    '+380 67 111 22 33',
    '20450000000017',
    'Плаття',
    '2 шт.',
    'noindex',
    'Прийнято',
  ])
    expect(page.text).toContain(told);
  // the supplier, base prices, the recipient and what is said of the order are not the page's
  for (const secret of [
    'ФАБРИКА',
    'СЕКРЕТНЕ',
    project.friendly_id,
    '440000001',
    '517',
    '1 034',
    '1034',
    'КОМЕНТАР',
    'НОТАТКА',
    'Чужа',
    '₴',
    'Львів',
  ])
    expect([secret, page.text.includes(secret)]).toEqual([secret, false]);
  // his own price when he wants it, and no other
  await link(order.id, seller.token, { show_sum: true });
  const summed = (await open(made.body.url, 'en')).text;
  expect(summed).toContain('1\u00a0440,00');
  expect(summed).toContain('lang="en"');
  expect((await open(`${made.body.url}?lang=ua`, 'en')).text).toContain('lang="uk"');
});

it('speaks in the project’s name when the project sells itself', async () => {
  const order = await place(at.token);
  const page = await open((await link(order.id, at.token)).body.url);
  expect(page.text).toContain('ФАБРИКА-ПОСТАЧАЛЬНИК');
  expect(page.text).toContain('+380 44 000 00 01');
});

it('is the seller’s: the supplier has no link to a dropshipper’s order, nor has another dropshipper', async () => {
  const order = await place(seller.token);
  const made = await link(order.id, seller.token);
  const rival = await makeDropshipper(app, project);
  const read = (token: string) => app.call(readTrackingLink, { params: { ...at.params, id: order.id }, token });
  expect((await read(at.token)).body).toEqual({ own: false, url: null, show_sum: false, created_at: null });
  expect((await link(order.id, at.token)).error.code).toBe('clients.not_yours');
  expect([(await read(rival.token)).status, (await link(order.id, rival.token)).status]).toEqual([404, 404]);
  expect((await read(seller.token)).body.url).toBe(made.body.url);
  const { token } = await app.member(project, 'Stockman');
  expect((await read(token)).status).toBe(403);
});

it('is one link, however many ask at once, until it is renewed', async () => {
  const order = await place(seller.token);
  const asked = await Promise.all(Array.from({ length: 5 }, () => link(order.id, seller.token)));
  const urls = new Set(asked.map(({ body }) => body.url));
  expect(urls.size).toBe(1);
  const [old = ''] = urls;
  const renewed = (await link(order.id, seller.token, { renew: true })).body.url;
  expect(renewed).not.toBe(old);
  expect([(await open(old)).status, (await open(renewed)).status]).toEqual([404, 200]);
  // a token that is nearly right opens nothing
  expect((await open(`${renewed}x`)).status).toBe(404);
  expect((await open(old)).text).not.toContain(`№ ${order.number}`);
});

it('goes with a deleted draft, and says that a canceled order is canceled', async () => {
  const draft = await place(seller.token, { send: false });
  const { url } = (await link(draft.id, seller.token)).body;
  expect((await open(url)).status).toBe(200);
  await app.call(deleteOrder, { params: { ...at.params, id: draft.id }, token: seller.token });
  expect((await open(url)).status).toBe(404);
  const order = await place(seller.token);
  const canceled = (await link(order.id, seller.token)).body.url;
  await move(app, project, at.token, order.id, 'Canceled', 'Немає товару');
  const page = await open(canceled);
  expect([page.status, page.text.includes('скасовано'), page.text.includes('Немає товару')]).toEqual([
    200,
    true,
    false,
  ]);
});

it('tells every status in the customer’s words alone', async () => {
  const order = await place(seller.token);
  const { url } = (await link(order.id, seller.token)).body;
  const said: Record<string, string | undefined> = {};
  for (const status of STATUS_NAMES) {
    await app.sql(project.id, 'update orders set status = $2 where id = $1', [order.id, status]);
    const { text } = await open(url);
    said[status] =
      /aria-current="step">([^<]+)/.exec(text)?.[1] ?? (text.includes('class="canceled"') ? 'canceled' : '');
  }
  const { accepted, preparing, sent, received } = CUSTOMER_STAGES;
  expect(said).toEqual({
    ...{ Draft: accepted.ua, Blocked: accepted.ua, Pending: accepted.ua, Sent: sent.ua, Complete: received.ua },
    ...{ InProduction: preparing.ua, Ready: preparing.ua, Loading: preparing.ua, Loaded: preparing.ua },
    Canceled: 'canceled',
  } satisfies Record<OrderStatus, string>);
});

it('says that a parcel was not taken, and only as long as its refusal stands', async () => {
  const order = await place(seller.token);
  const one = { params: { ...at.params, id: order.id }, token: at.token };
  const { url } = (await link(order.id, seller.token)).body;
  await move(app, project, at.token, order.id, 'Sent');
  const refused = await app.call(refuseParcel, { ...one, body: { comment: 'ПРИЧИНА' } });
  const { text } = await open(url);
  expect(text).toContain('Посилку не отримали');
  expect([text.includes('aria-current="step"'), text.includes('ПРИЧИНА')]).toEqual([false, false]);
  await app.call(withdrawReturn, { params: { ...at.params, id: refused.body.id }, token: at.token });
  expect((await open(url)).text).toContain(`aria-current="step">${CUSTOMER_STAGES.sent.ua}`);
});

it('tells of an order in several parcels what is in each, its ТТН, and which is on its way', async () => {
  const order = await place(seller.token);
  const params = { ...at.params, id: order.id };
  const parcels = [{ items: [{ order_item_id: order.items[0]?.id ?? '', count: 1 }], ttn: '20450000000111' }];
  const split = await app.call(splitOrder, { params, token: at.token, body: { parcels } });
  const [first, second] = split.body.items.map(({ id }) => ({ ...at.params, order_id: order.id, id }));
  if (!first || !second) throw new Error('the order goes in two');
  await app.call(updateParcel, { params: second, token: at.token, body: { ttn: '20450000000222' } });
  await app.call(sendParcel, { params: first, token: at.token });
  const { text } = await open((await link(order.id, seller.token)).body.url);
  const [, one = '', two = ''] = text.split(/<h2>Посилка /);
  expect(one).toContain('1: відправлено');
  expect(one).toContain('20450000000111');
  expect(one).toContain('1 шт.');
  expect(two).toContain('2: готується');
  expect(two).toContain('20450000000222');
  await app.call(refuseParcel, { params, token: at.token, body: { parcel_id: first.id } });
  const after = (await open((await link(order.id, seller.token)).body.url)).text;
  expect(after).toContain('1: не отримано, повертається продавцеві');
  expect(after).toContain('2: готується');
});
