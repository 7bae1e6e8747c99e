import * as contract from '@lanka/domain/clients/contract';
import * as orders from '@lanka/domain/orders/contract';
import { refuseParcel } from '@lanka/domain/returns/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';
import {
  CUSTOMER,
  DELIVERY,
  makeCounterparty,
  makeDropshipper,
  makeVariants,
  move,
  orderBody,
  placeOrder,
  type TestDropshipper,
} from '../../test/trade';

let app: TestApp;
let project: TestProject;
let at: { params: { project_id: string }; token: string };
let seller: TestDropshipper;
let variant: string;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  at = { params: { project_id: project.id }, token: project.owner.token };
  seller = await makeDropshipper(app, project);
  [variant = ''] = await makeVariants(app, project, [{ stock: 1_000 }]);
});

const PHONE = '0671234567';
const card = { name: 'Марта Левицька', phone: PHONE, discount: 1_000, comment: 'Дзвонити ввечері' };
const one = (id: string) => ({ ...at, params: { ...at.params, id } });
const keep = (body: object = {}) => app.call(contract.createClient, { ...at, body: { ...card, ...body } });
const keepMine = (who: TestUser, body: object = {}) =>
  app.call(contract.createMyClient, { token: who.token, body: { ...card, ...body } });
const list = async (query: object = {}) => (await app.call(contract.listClients, { ...at, query })).body;
const mine = async (who: TestUser, query: object = {}) =>
  (await app.call(contract.listMyClients, { token: who.token, query })).body.items;
/** An order of the own sales, or of a dropshipper. */
const place = async (token: string, more: object = {}, from = project) => {
  const made = await placeOrder(app, from, token, orderBody({ [variant]: 1 }, more as never));
  if (made.status !== 201) throw new Error(JSON.stringify(made.error));
  return made.body;
};

describe('a client', () => {
  it('is kept by the phone, however it is typed, and found by all of his phones and his name', async () => {
    const made = await keep({
      phone: '+380 (67) 123-45-67',
      other_phones: ['050 123 45 67'],
      email: 'marta@example.com',
    });
    expect(made.body).toMatchObject({ phone: '380671234567', other_phones: ['380501234567'], orders: [] });
    for (const q of ['067 123', '380501234567', 'левиць', 'marta@', '0501234567'])
      expect([q, (await list({ q })).items.map(({ id }) => id)]).toEqual([q, [made.body.id]]);
    for (const phone of ['80671234567', '0501234567'])
      expect((await app.call(contract.findClient, { ...at, query: { phone } })).body.client?.id).toBe(made.body.id);
    expect((await list({ q: 'Одарка' })).items).toEqual([]);
  });

  it.each([
    [{ phone: '12345' }, 400, 'phone'],
    [{ name: ' ' }, 400, 'name'],
    [{ discount: 10_001 }, 400, 'discount'],
    [{ other_phones: [PHONE] }, 422, 'other_phones'],
    [{ phone: '0501234567', other_phones: [PHONE] }, 409, 'other_phones'],
    [{ phone: '+380671234567' }, 409, 'phone'],
  ])('%j is refused by its field', async (body, status, path) => {
    await keep();
    const refused = await keep(body);
    expect([refused.status, refused.error.details[0]?.path]).toEqual([status, path]);
    if (status === 409) expect(refused.error.message).toContain(card.name);
    expect((await list()).total).toBe(1);
  });

  it('has a phone once, however many keep him at once', async () => {
    const asked = await Promise.all(Array.from({ length: 6 }, (_, i) => keep({ name: `Марта ${i}` })));
    expect(asked.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect((await list()).total).toBe(1);
  });

  it('is changed with the version that was seen, and forgotten with nothing left of him', async () => {
    const { id, version } = (await keep()).body;
    const changed = await app.call(contract.updateClient, {
      ...one(id),
      body: { phone: '0991112233', other_phones: [PHONE], discount: 0 },
      headers: { 'if-match': String(version) },
    });
    expect(changed.body).toMatchObject({ phone: '380991112233', other_phones: ['380671234567'], discount: 0 });
    const stale = await app.call(contract.updateClient, {
      ...one(id),
      body: { name: 'Інша' },
      headers: { 'if-match': String(version) },
    });
    expect([stale.status, stale.error.code]).toEqual([409, 'common.stale']);
    expect((await app.call(contract.deleteClient, one(id))).status).toBe(204);
    const left = await app.sql(project.id, 'select 1 from client_phones where project_id = $1', [project.id]);
    expect([left, (await app.call(contract.readClient, one(id))).status]).toEqual([[], 404]);
    expect((await keep()).status).toBe(201);
  });

  it('of two cards becomes one, which all phones find', async () => {
    const into = (await keep({ discount: 300, comment: 'Перша' })).body;
    const from = (await keep({ phone: '0501234567', email: 'm@example.com', discount: 700, comment: 'Друга' })).body;
    const merge = (id: string, client_id: string) =>
      app.call(contract.mergeClients, { ...one(id), body: { client_id } });
    expect((await merge(into.id, into.id)).error.code).toBe('clients.merge_itself');
    // two at once, each into the other: one is there afterwards
    const both = await Promise.all([merge(into.id, from.id), merge(from.id, into.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)]);
    const { items } = await list();
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ email: 'm@example.com', discount: 700 });
    expect([items[0]?.phone, ...(items[0]?.other_phones ?? [])].sort()).toEqual(['380501234567', '380671234567']);
    for (const phone of [PHONE, '0501234567'])
      expect((await app.call(contract.findClient, { ...at, query: { phone } })).body.client?.id).toBe(items[0]?.id);
  });
});

describe('orders', () => {
  it('join by the phone: sums at customers’ prices, last delivery, none of drafts and canceled ones', async () => {
    const { id } = (await keep({ discount: 0, other_phones: ['0501234567'] })).body;
    await place(at.token, { send: true });
    await place(at.token, {
      ...{ send: true, customer: { name: 'Марта', phone: '0501234567' } },
      delivery: { ...DELIVERY, address: 'Київ, відділення 7' },
    });
    await place(at.token);
    const canceled = await place(at.token, { send: true });
    await move(app, project, at.token, canceled.id, 'Canceled', 'Передумала');
    // a customer of a dropshipper with the same phone is no client of the project
    await place(seller.token, { send: true });
    const row = (await list()).items[0];
    expect(row).toMatchObject({ orders_count: 2, orders_sum: 160_000 });
    const shown = (await app.call(contract.readClient, one(id))).body;
    expect(shown.orders).toHaveLength(4);
    expect(shown.last_delivery).toMatchObject({ address: DELIVERY.address });
    // an order whose phone is changed leaves him
    await app.call(orders.updateOrder, {
      ...one(shown.orders[3]?.id ?? ''),
      body: { customer: { ...CUSTOMER, phone: '0631112233' } },
    });
    expect((await list()).items[0]).toMatchObject({ orders_count: 1 });
  });

  it('offer who is known by the phone, kept or not', async () => {
    const ask = async (phone = PHONE) => (await app.call(contract.findClient, { ...at, query: { phone } })).body;
    expect(await ask()).toEqual({ client: null, last_name: '', last_delivery: null, refusals_count: 0 });
    await place(at.token, { send: true });
    expect(await ask()).toMatchObject({
      client: null,
      last_name: CUSTOMER.name,
      last_delivery: { operator: 'nova_poshta' },
    });
    await keep();
    expect(await ask()).toMatchObject({
      client: { name: card.name, discount: 1_000 },
      last_delivery: { address: DELIVERY.address },
    });
    const refused = await app.call(contract.findClient, { ...at, query: { phone: '12' } });
    expect([refused.status, refused.error.details[0]?.path]).toEqual([400, 'phone']);
  });

  it('make a client, once; whose customer it is keeps him', async () => {
    const own = await place(at.token, { send: true });
    const ask = (id: string, token = at.token) => app.call(contract.readOrderClient, { ...one(id), token });
    const make = (id: string, token = at.token) => app.call(contract.keepOrderClient, { ...one(id), token });
    expect((await ask(own.id)).body).toEqual({ own: true, client: null });
    const made = await make(own.id);
    expect(made.body.client).toMatchObject({ name: CUSTOMER.name, phone: '380671234567' });
    expect((await make(own.id)).body).toEqual(made.body);
    const theirs = await place(seller.token, { send: true });
    expect((await ask(theirs.id)).body).toEqual({ own: false, client: null });
    expect((await make(theirs.id)).error.code).toBe('clients.not_yours');
    expect((await ask(theirs.id, seller.token)).body).toEqual({ own: true, client: null });
    expect((await make(theirs.id, seller.token)).status).toBe(200);
    expect(await mine(seller)).toMatchObject([{ name: CUSTOMER.name, orders_count: 1, orders_sum: 80_000 }]);
    const nameless = await place(at.token, { customer: { name: 'Без телефону' } });
    expect((await make(nameless.id)).error.code).toBe('clients.order_without_phone');
  });

  it('that were not picked up are told to the owner of the client, and to nobody else', async () => {
    const { id } = (await keepMine(seller)).body;
    await keep();
    const order = await place(seller.token, { send: true });
    await move(app, project, at.token, order.id, 'Sent');
    const refused = await app.call(refuseParcel, { ...one(order.id), body: { comment: 'Не забрали' } });
    expect(refused.status).toBe(200);
    expect(await mine(seller)).toMatchObject([{ id, refusals_count: 1, returns_count: 0, orders_count: 1 }]);
    const asked = { query: { phone: PHONE } };
    expect((await app.call(contract.findMyClient, { ...asked, token: seller.token })).body.refusals_count).toBe(1);
    // the same phone among the project's clients, and with another dropshipper
    const rival = await makeDropshipper(app, project);
    expect((await list()).items).toMatchObject([{ refusals_count: 0 }]);
    expect((await app.call(contract.findClient, { ...at, ...asked })).body.refusals_count).toBe(0);
    expect((await app.call(contract.findMyClient, { ...asked, token: rival.token })).body.refusals_count).toBe(0);
    expect(JSON.stringify((await app.call(contract.listCustomers, at)).body)).not.toContain('refus');
  });

  it.each([
    // personal, of the order, what holds
    [1_000, 0, 1_000],
    [1_000, 500, 1_000],
    [1_000, 1_500, 1_500],
    [0, 0, 0],
  ])(
    'take the larger of the personal discount %d and their own %d, off the customer’s price alone',
    async (personal, own, holds) => {
      await keep({ discount: personal });
      const { id, customer_discount, sum, recommended_sum } = await place(at.token, { customer_discount: own });
      expect([customer_discount, sum, recommended_sum]).toEqual([holds, 50_000, 80_000 * (1 - holds / 10_000)]);
      // it cannot be taken below the personal one while prices are not frozen
      const less = await app.call(orders.updateOrder, { ...one(id), body: { customer_discount: 0 } });
      expect(less.body.customer_discount).toBe(personal);
    },
  );

  it('freeze the discount when they are sent', async () => {
    const { id: client } = (await keep({ discount: 500 })).body;
    const { id } = await place(at.token);
    const give = (discount: number) => app.call(contract.updateClient, { ...one(client), body: { discount } });
    await give(2_000);
    const sent = await move(app, project, at.token, id, 'Pending');
    expect(sent.body).toMatchObject({ customer_discount: 2_000, recommended_sum: 64_000, sum: 50_000 });
    await give(5_000);
    const edited = await app.call(orders.updateOrder, {
      ...one(id),
      body: { customer: { ...CUSTOMER, name: 'Інша' } },
    });
    expect(edited.body).toMatchObject({ customer_discount: 2_000, recommended_sum: 64_000 });
  });
});

describe('walls', () => {
  it('a dropshipper’s clients are his across suppliers, and nobody else is told of them', async () => {
    const second = await app.project();
    const party = await makeCounterparty(app, second);
    await app.sql(
      second.id,
      `insert into memberships (project_id, user_id, role, counterparty_id) values ($1, $2, 'Client', $3)`,
      [second.id, seller.id, party],
    );
    const [there = ''] = await makeVariants(app, second, [{ stock: 10 }]);
    const made = (
      await keepMine(seller, { name: 'ТАЄМНА', comment: 'НОТАТКА', email: 'secret@example.com', discount: 1_234 })
    ).body;
    await place(seller.token, { send: true });
    const other = await placeOrder(app, second, seller.token, orderBody({ [there]: 2 }, { send: true }));
    expect(other.body).toMatchObject({ customer_discount: 1_234 });
    expect(await mine(seller)).toMatchObject([
      { id: made.id, orders_count: 2, orders_sum: Math.round(240_000 * 0.8766) },
    ]);
    const shown = (await app.call(contract.readMyClient, { token: seller.token, params: { id: made.id } })).body;
    expect(shown.orders.map(({ project_id }) => project_id).sort()).toEqual([project.id, second.id].sort());

    // the other dropshipper, and both suppliers
    const rival = await makeDropshipper(app, project);
    expect(await mine(rival)).toEqual([]);
    for (const { token } of [rival, project.owner, second.owner]) {
      const params = { id: made.id };
      expect((await app.call(contract.readMyClient, { token, params })).status).toBe(404);
      expect((await app.call(contract.updateMyClient, { token, params, body: { name: 'Моя' } })).status).toBe(404);
      expect((await app.call(contract.deleteMyClient, { token, params })).status).toBe(404);
      expect((await app.call(contract.mergeMyClients, { token, params, body: { client_id: made.id } })).status).toBe(
        422,
      );
      expect((await app.call(contract.findMyClient, { token, query: { phone: PHONE } })).body.client).toBeNull();
    }
    const told = JSON.stringify([
      await list(),
      await list({ q: PHONE }),
      (await app.call(contract.findClient, { ...at, query: { phone: PHONE } })).body,
      (await app.call(contract.readClient, one(made.id))).error,
      (await app.call(contract.listCustomers, at)).body,
      (await app.call(contract.readOrderClient, one(shown.orders.find((o) => o.project_id === project.id)?.id ?? '')))
        .body,
    ]);
    for (const secret of ['ТАЄМНА', 'НОТАТКА', 'secret@example.com', made.id]) expect(told).not.toContain(secret);
    // an order that staff makes for the dropshipper asks nothing of his clients
    const forHim = await place(at.token, { counterparty_id: seller.counterparty_id });
    expect(forHim.customer_discount).toBe(0);
    // and the same phone may be a client of the project
    expect((await keep()).status).toBe(201);
  });

  it('the supplier sees customers of dropshippers as his orders show them, with whose they are', async () => {
    const rival = await makeDropshipper(app, project);
    const customer = (name: string, phone = PHONE) => ({ send: true, customer: { name, phone } });
    await place(seller.token, customer('Давня назва'));
    await place(seller.token, customer('Ірина'));
    await place(rival.token, customer('Ірина Інша'));
    await place(seller.token, customer('Степан', '0501112233'));
    await place(seller.token, { customer: { name: 'Чернетка', phone: '0999999999' } });
    await place(at.token, customer('Свій', '0631112233'));
    const ask = async (query: object = {}) => (await app.call(contract.listCustomers, { ...at, query })).body;
    const all = await ask();
    expect(
      all.items.map(({ name, counterparty_id, orders_count, orders_sum }) => [
        name,
        counterparty_id,
        orders_count,
        orders_sum,
      ]),
    ).toEqual([
      ['Степан', seller.counterparty_id, 1, 50_000],
      ['Ірина Інша', rival.counterparty_id, 1, 50_000],
      ['Ірина', seller.counterparty_id, 2, 100_000],
    ]);
    expect(all.total).toBe(3);
    const names = async (query: object) => (await ask(query)).items.map(({ name }) => name);
    expect(await names({ counterparty_id: rival.counterparty_id })).toEqual(['Ірина Інша']);
    expect(await names({ q: 'ірин' })).toEqual(['Ірина Інша', 'Ірина']);
    expect(await names({ q: '050 111' })).toEqual(['Степан']);
    // goods are no name of a customer
    expect(await names({ q: 'Плаття' })).toEqual([]);
    const first = await ask({ limit: 2 });
    expect((await ask({ limit: 2, cursor: first.next_cursor })).items.map(({ name }) => name)).toEqual(['Ірина']);
  });

  it.each(['Stockman', 'Producer'] as const)('%s sees no clients', async (role) => {
    const { token } = await app.member(project, role);
    const { id } = await place(at.token);
    const asked = [
      await app.call(contract.listClients, { ...at, token }),
      await app.call(contract.listCustomers, { ...at, token }),
      await app.call(contract.findClient, { ...at, token, query: { phone: PHONE } }),
      await app.call(contract.readOrderClient, { ...one(id), token }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });
});

describe('tables', () => {
  const send = (text: string, dry_run = false) =>
    app.call(contract.importClients, {
      ...at,
      body: { file_name: 'clients.csv', content: Buffer.from(text).toString('base64'), dry_run },
    });

  it('bring clients, tell wrong rows by their number, and change nothing the second time', async () => {
    await keep({ name: 'Була' });
    const text = [
      'ПІБ;Номер телефону;Інші телефони;Пошта;Знижка %;Примітка',
      'Марта;067 123 45 67;050 1234567;m@example.com;7,5;Так',
      'Степан;501112233;;;;',
      ';0501112244;;;;',
      'Двічі;+380501112233;;;;',
      'Хибний;123;;;;',
      'Знижка;0501112255;;;200;',
    ].join('\n');
    const dry = await send(text, true);
    expect(dry.body.counts).toEqual({ created: 1, changed: 1, unchanged: 0, refused: 4 });
    expect((await list()).total).toBe(1);
    const done = await send(text);
    expect(done.body.counts).toEqual(dry.body.counts);
    expect(done.body.refused.map(({ row, code }) => [row, code])).toEqual([
      [4, 'no_name'],
      [5, 'twice'],
      [6, 'phone_wrong'],
      [7, 'discount_wrong'],
    ]);
    expect((await list({ sort: 'name' })).items).toMatchObject([
      { name: 'Марта', phone: '380671234567', other_phones: ['380501234567'], discount: 750, comment: 'Так' },
      { name: 'Степан', phone: '380501112233', discount: 0 },
    ]);
    expect((await send(text)).body.counts).toEqual({ created: 0, changed: 0, unchanged: 2, refused: 4 });
    expect((await send('Місто;Область\nЛьвів;Львівська')).error.code).toBe('clients.no_columns');
    expect((await send('')).status).toBe(422);
  });

  it.each(['csv', 'xlsx'] as const)('%s of all clients is read back as it was', async (format) => {
    await keep({ other_phones: ['0501234567'], email: 'm@example.com' });
    await keep({ name: '=HYPERLINK("x")', phone: '0991112233', discount: 0, comment: '' });
    const file = await app.app.server.inject({
      method: 'GET',
      url: `/api/projects/${project.id}/clients/export?format=${format}`,
      headers: { authorization: `Bearer ${at.token}` },
    });
    expect(file.statusCode).toBe(200);
    const other = await app.project();
    const brought = await app.call(contract.importClients, {
      ...{ token: other.owner.token, params: { project_id: other.id } },
      body: { file_name: `clients.${format}`, content: file.rawPayload.toString('base64') },
    });
    expect(brought.body).toEqual({ counts: { created: 2, changed: 0, unchanged: 0, refused: 0 }, refused: [] });
    const { items } = (
      await app.call(contract.listClients, { token: other.owner.token, params: { project_id: other.id } })
    ).body;
    expect(items).toContainEqual(
      expect.objectContaining({
        name: card.name,
        phone: '380671234567',
        other_phones: ['380501234567'],
        discount: 1_000,
        comment: card.comment,
      }),
    );
  });
});
