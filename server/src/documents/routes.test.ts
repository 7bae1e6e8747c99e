import * as contract from '@lanka/domain/documents/contract';
import type { FrozenDocument, OrderDocumentType } from '@lanka/domain/documents/frozen';
import { readNextNumbers, saveNextNumbers } from '@lanka/domain/documents/numbers';
import { fileNameOf } from '@lanka/domain/documents/rules';
import { makeIban } from '@lanka/domain/kit/iban';
import { readPaymentLink } from '@lanka/domain/kit/payment_qr';
import { kyivDate } from '@lanka/domain/kit/time';
import { createManufactureRequest } from '@lanka/domain/manufacture/contract';
import { addComment, deleteOrder, listOrders, type OrderStatus } from '@lanka/domain/orders/contract';
import { sendParcel, splitOrder } from '@lanka/domain/parcels/contract';
import { createPaymentDetails, deletePaymentDetails, updateProject } from '@lanka/domain/projects/contract';
import { createReturn, decideReturn } from '@lanka/domain/returns/contract';
import { type MainInfoBody, updateMainInfo } from '@lanka/domain/templates/main_info';
import { arriveTurnover, type CreateTurnoverBody, createTurnover } from '@lanka/domain/turnover/contract';
import * as mupdf from 'mupdf';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';
import { makeCounterparty, makeVariants, move, orderBody, placeOrder } from '../../test/trade';
import { MOST_WAITING, threadWork } from '../kit/platform/threads';

let app: TestApp;
let project: TestProject;
let counterparty: string;
let dropshipper: TestUser;
let number = 0;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  await setAccount('UA223052990000026001234567890');
  counterparty = await addCounterparty('Магазин Марта');
  dropshipper = await addDropshipper(counterparty);
});

/** The account of the project's legal data. */
const setAccount = (iban: string | null) =>
  app.sql(project.id, 'update projects set iban = $2 where id = $1', [project.id, iban]);

async function insert(table: string, row: Record<string, unknown>): Promise<void> {
  const names = Object.keys(row);
  await app.sql(
    project.id,
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(row),
  );
}

async function addCounterparty(name: string, more: Record<string, unknown> = {}): Promise<string> {
  const id = crypto.randomUUID();
  await insert('counterparties', { project_id: project.id, id, name, ...more });
  return id;
}

/** A Client with a filled legal profile. */
async function addDropshipper(counterpartyId: string): Promise<TestUser> {
  const user = await app.member(project, 'Client', counterpartyId);
  await app.sql(
    null,
    `update users set drop_legal_type = 'ФОП', drop_legal_name = 'Шевченко Марта Іванівна', edropoy_code = '1759013776',
      iban = 'UA223052990000026001234567890' where id = $1`,
    [user.id],
  );
  return user;
}

interface OrderMade {
  status?: OrderStatus;
  counterparty_id?: string;
  customer_name?: string;
  items?: number;
  customer_price?: number;
}

/** An order whose item costs 700,00 less 10 %, and 1 000,00 less 5 % for the customer, two pieces of it. */
async function addOrder({ status = 'Pending', customer_name = 'Ірина Бондар', items = 1, ...more }: OrderMade = {}) {
  const { customer_price = null } = more;
  const id = crypto.randomUUID();
  const project_id = project.id;
  number += 1;
  await insert('orders', {
    project_id,
    id,
    number,
    counterparty_id: more.counterparty_id ?? counterparty,
    status,
    sum: 126_000,
    recommended_sum: 190_000,
    customer_name,
    created_by: project.owner.id,
  });
  for (let i = 0; i < items; i += 1) {
    const [product_id, variant] = [crypto.randomUUID(), crypto.randomUUID()];
    await insert('products', { project_id, id: product_id, name: 'Плаття' });
    await insert('stock_levels', { project_id, product_variant_id: variant });
    await insert('product_variants', { project_id, id: variant, product_id, name: 'чорний, M' });
    await insert('order_items', {
      ...{ project_id, order_id: id, id: crypto.randomUUID(), position: i, product_variant_id: variant },
      ...{ product_title: 'Плаття', modification_title: 'чорний, M', sku: 'PL-01', count: 2 },
      ...{ base_price: 70_000, discount: 1000, amount: 126_000 },
      ...{ recommended_price: 100_000, customer_discount: 500, recommended_amount: 190_000 },
      ...{ customer_price, customer_amount: customer_price === null ? 190_000 : customer_price * 2 },
    });
  }
  return id;
}

const one = (id: string) => ({ project_id: project.id, id });

const issue = (
  user: TestUser,
  order: string,
  type: OrderDocumentType = 'invoice',
  payment_details_id: string | null = null,
  headers: Record<string, string> = {},
) =>
  app.call(contract.issueDocument, {
    token: user.token,
    params: one(order),
    body: { type, payment_details_id },
    headers,
  });

const list = (user: TestUser, order: string) =>
  app.call(contract.listDocuments, { token: user.token, params: one(order) });

const pdf = (user: TestUser, id: string) => app.call(contract.readDocumentPdf, { token: user.token, params: one(id) });

async function frozenOf(id: string): Promise<FrozenDocument> {
  const [row] = await app.sql<{ frozen: FrozenDocument }>(project.id, 'select frozen from documents where id = $1', [
    id,
  ]);
  if (!row) throw new Error('no such document');
  return row.frozen;
}

/** The drawing without the moment at which it was drawn. */
const drawing = (body: unknown): string =>
  (body as Buffer)
    .toString('latin1')
    .replace(/\(D:\d{14}Z\)/g, '')
    .replace(/\/ID \[[^\]]*\]/g, '');

async function addDetails(change: { main?: boolean; edrpou?: string; account_number?: string } = {}): Promise<string> {
  const made = await app.call(createPaymentDetails, {
    token: project.owner.token,
    params: { project_id: project.id },
    body: {
      recipient_name: 'ТОВ «Текстиль-Плюс»',
      edrpou: '32855961',
      account_number: 'UA223052990000026001234567890',
      bank_name: 'АТ КБ «ПриватБанк»',
      ...change,
    },
  });
  expect(made.status).toBe(201);
  return made.body.id;
}

describe('staff', () => {
  it('issues to the counterparty at base cost, in the name of the project', async () => {
    const order = await addOrder();
    const made = await issue(project.owner, order);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      type: 'invoice',
      issuer: 'manufacturer',
      number: 1,
      date: kyivDate(new Date()),
      seller_name: 'ФОП Коваленко Олена Петрівна',
      buyer_name: 'ФОП Шевченко Марта Іванівна',
      total: 126_000,
      issued_by: 'Власник',
    });
    const frozen = await frozenOf(made.body.id);
    expect(frozen.lines).toEqual([
      expect.objectContaining({ count: 2, price: 70_000, discount: 1000, amount: 126_000, sku: 'PL-01' }),
    ]);
    expect(frozen.seller.requisites.join()).toContain('3184710691');
    expect(frozen.buyer.requisites.join()).toContain('1759013776');
    expect((await list(project.owner, order)).body.items).toEqual([made.body]);
  });

  it('prints the chosen payment details, which it may lack neither in the project nor in the tax code', async () => {
    const order = await addOrder();
    const made = await issue(project.owner, order, 'invoice', await addDetails());
    expect(made.body.seller_name).toBe('ТОВ «Текстиль-Плюс»');
    expect((await frozenOf(made.body.id)).seller.requisites.join()).toContain('ПриватБанк');
    const unknown = await issue(project.owner, order, 'invoice', crypto.randomUUID());
    expect([unknown.status, unknown.error.code]).toEqual([422, 'documents.payment_details_not_found']);
    const bare = await issue(project.owner, order, 'invoice', await addDetails({ edrpou: '' }));
    expect([bare.status, bare.error.code]).toEqual([422, 'documents.details_without_tax_code']);
  });

  it('says what was paid before, and asks for the rest: of the counterparty, and of the customer', async () => {
    const order_id = await addOrder();
    const sums = {
      charged: 126_000,
      credited: 6_000,
      put: 20_000,
      unpaid: 100_000,
      sequence: 1,
      charged_on: '2026-11-20',
    };
    await insert('charges', { project_id: project.id, order_id, counterparty_id: counterparty, ...sums });
    await app.sql(project.id, `update orders set prepaid = 50000, prepaid_on = '2026-11-20' where id = $1`, [order_id]);
    const paidOn = async (user: TestUser) => {
      const { totals, payment } = await frozenOf((await issue(user, order_id)).body.id);
      const rows = totals.slice(-3).map(({ label, value }) => `${label} ${value.replaceAll('\u00a0', ' ')}`);
      return [...rows, readPaymentLink(payment?.link ?? '')?.amount];
    };
    expect(await paidOn(project.owner)).toEqual([
      ...['Зараховано за повернення 60,00', 'Сплачено 200,00', 'Залишилося сплатити, грн 1 000,00'],
      '1000',
    ]);
    expect(await paidOn(dropshipper)).toEqual([
      ...['Без ПДВ ', 'Сплачено 500,00', 'Залишилося сплатити, грн 1 400,00'],
      '1400',
    ]);
  });

  it('never issues an invoice without an account: the chosen, the main, that of the project; without any it refuses', async () => {
    await setAccount(null);
    const order = await addOrder();
    const refused = await issue(project.owner, order);
    expect([refused.status, refused.error.code]).toEqual([422, 'documents.no_account']);
    expect(refused.error.details).toMatchObject([{ path: 'payment_details_id' }]);
    expect((await issue(project.owner, order, 'order')).status).toBe(201);
    const accountOf = async (details: string | null = null) => {
      const made = await issue(project.owner, order, 'invoice', details);
      expect(made.status).toBe(201);
      const { seller, payment } = await frozenOf(made.body.id);
      return [seller.requisites.join(), readPaymentLink(payment?.link ?? '')?.iban];
    };
    const second = makeIban('322001', '777');
    const spare = await addDetails({ account_number: second });
    expect((await accountOf())[1]).toBe(second);
    await setAccount('UA213223130000026007233566001');
    expect((await accountOf())[1]).toBe('UA213223130000026007233566001');
    await addDetails({ main: true });
    const [printed, read] = await accountOf();
    expect(printed?.replaceAll('\u00a0', '')).toContain('UA223052990000026001234567890');
    expect(read).toBe('UA223052990000026001234567890');
    expect((await accountOf(spare))[1]).toBe(second);
    const bare = await issue(project.owner, order, 'invoice', await addDetails({ account_number: '' }));
    expect([bare.status, bare.error.code]).toEqual([422, 'documents.details_without_account']);
    expect((await issue(project.owner, order)).body.number).toBe(5);
  });

  it('asks of an own customer the rest at his prices: what came back is his share, not the base cost', async () => {
    const [variant = ''] = await makeVariants(app, project, [{ price: 50_000, recommended_price: 75_000, stock: 5 }]);
    const at = { params: { project_id: project.id }, token: project.owner.token };
    const placed = await placeOrder(
      app,
      project,
      at.token,
      orderBody({ [variant]: 2 }, { send: true, customer: { name: 'Ірина Бондар', phone: '0671234567' } }),
    );
    const order = { ...at, params: { ...at.params, id: placed.body.id } };
    await move(app, project, at.token, placed.body.id, 'Sent');
    const items = [{ order_item_id: placed.body.items[0]?.id ?? '', count: 1 }];
    const { body: back } = await app.call(createReturn, {
      ...at,
      body: { order_id: placed.body.id, reason: 'damaged', comment: '', items },
    });
    await app.call(decideReturn, {
      ...order,
      params: { ...at.params, id: back.id },
      body: { items: back.items.map(({ id }) => ({ id, status: 'approved' as const })) },
    });
    const { totals, payment } = await frozenOf((await issue(project.owner, placed.body.id)).body.id);
    expect(totals.at(-1)?.value.replaceAll('\u00a0', ' ')).toBe('750,00');
    expect(readPaymentLink(payment?.link ?? '')?.amount).toBe('750');
  });

  it('makes a paper of own sales out to the customer, at his prices: as recommended, or as the seller has set them', async () => {
    const [known] = await app.sql<{ id: string }>(
      project.id,
      'select id from counterparties where project_id = $1 and own_sales',
      [project.id],
    );
    const own = known?.id ?? (await addCounterparty('Власні продажі', { own_sales: true }));
    const made = await issue(project.owner, await addOrder({ counterparty_id: own }));
    expect(made.body).toMatchObject({ buyer_name: 'Ірина Бондар', total: 190_000 });
    const dearer = await issue(project.owner, await addOrder({ counterparty_id: own, customer_price: 120_000 }));
    expect(dearer.body.total).toBe(240_000);
    expect((await frozenOf(dearer.body.id)).lines).toMatchObject([{ price: 120_000, discount: 0, amount: 240_000 }]);
    const nobody = await issue(project.owner, await addOrder({ counterparty_id: own, customer_name: '' }));
    expect([nobody.status, nobody.error.code]).toEqual([422, 'documents.no_buyer']);
  });

  it('names a counterparty without legal data as it is called', async () => {
    const plain = await addCounterparty('Оптовий склад');
    const made = await issue(project.owner, await addOrder({ counterparty_id: plain }));
    expect(made.body.buyer_name).toBe('Оптовий склад');
  });

  it('names whoever has access now, or had it last, and nobody who had it before him', async () => {
    const end = (user: TestUser) =>
      app.sql(
        project.id,
        `with ended as (update memberships set ended_at = now() where project_id = $1 and user_id = $2)
         update counterparties set user_id = $2 where project_id = $1 and id = $3`,
        [project.id, user.id, counterparty],
      );
    await end(dropshipper);
    const order = await addOrder();
    expect((await issue(project.owner, order)).body.buyer_name).toBe('ФОП Шевченко Марта Іванівна');
    const next = await app.member(project, 'Client', counterparty);
    await app.sql(project.id, 'update counterparties set user_id = $2 where project_id = $1 and id = $3', [
      project.id,
      dropshipper.id,
      counterparty,
    ]);
    expect((await issue(project.owner, order)).body.buyer_name).toBe('Магазин Марта');
    await app.sql(
      null,
      `update users set drop_legal_type = 'ФОП', drop_legal_name = 'Бондар Олег Ігорович', edropoy_code = '3184710691'
       where id = $1`,
      [next.id],
    );
    const made = await issue(project.owner, order);
    expect(made.body.buyer_name).toBe('ФОП Бондар Олег Ігорович');
    expect(JSON.stringify(await frozenOf(made.body.id))).not.toContain('1759013776');
    await end(next);
    expect((await issue(project.owner, order)).body.buyer_name).toBe('ФОП Бондар Олег Ігорович');
  });
});

describe('a Client', () => {
  it('issues his own paper to his customer, without a word of the base cost', async () => {
    const made = await issue(dropshipper, await addOrder());
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      issuer: 'dropshipper',
      number: 1,
      seller_name: 'ФОП Шевченко Марта Іванівна',
      buyer_name: 'Ірина Бондар',
      total: 190_000,
    });
    const text = JSON.stringify(await frozenOf(made.body.id));
    for (const secret of ['70000', '126000', '700,00', '1\u00a0260,00', 'Коваленко'])
      expect(text).not.toContain(secret);
  });

  it('needs a customer, and a legal name and a tax code of his own or payment details marked main', async () => {
    const nobody = await issue(dropshipper, await addOrder({ customer_name: '' }));
    expect([nobody.status, nobody.error.code]).toEqual([422, 'documents.no_customer']);
    expect(nobody.error.details).toMatchObject([{ path: 'customer.name' }]);

    const order = await addOrder();
    await app.sql(null, 'update users set edropoy_code = null where id = $1', [dropshipper.id]);
    expect((await issue(dropshipper, order)).error.code).toBe('documents.no_seller_tax_code');
    await app.sql(null, 'update users set drop_legal_name = null where id = $1', [dropshipper.id]);
    expect((await issue(dropshipper, order)).error.code).toBe('documents.no_seller_name');

    const hidden = await issue(dropshipper, order, 'invoice', await addDetails({ main: false }));
    expect(hidden.error.code).toBe('documents.payment_details_not_found');
    const main = await issue(dropshipper, order, 'invoice', await addDetails({ main: true }));
    expect(main.body).toMatchObject({ number: 1, seller_name: 'ТОВ «Текстиль-Плюс»', total: 190_000 });
  });

  it('needs an account of his own, or chooses one: his customer never pays the supplier by mistake', async () => {
    await app.sql(null, 'update users set iban = null where id = $1', [dropshipper.id]);
    const order = await addOrder();
    const main = await addDetails({ main: true });
    expect((await issue(dropshipper, order)).error.code).toBe('documents.no_account');
    const made = await issue(dropshipper, order, 'invoice', main);
    expect((await frozenOf(made.body.id)).payment?.link).toMatch(/^https:\/\/qr\.bank\.gov\.ua\//);
  });

  it('sees his papers and those addressed to him; the supplier sees only his own', async () => {
    const order = await addOrder();
    const his = (await issue(dropshipper, order)).body;
    const ours = (await issue(project.owner, order)).body;
    expect((await list(dropshipper, order)).body.items.map(({ id }) => id)).toEqual([ours.id, his.id]);
    expect((await list(project.owner, order)).body.items.map(({ id }) => id)).toEqual([ours.id]);
    expect((await list(project.owner, order)).body.total).toBe(1);
    expect((await pdf(dropshipper, his.id)).status).toBe(200);
    expect((await pdf(dropshipper, ours.id)).status).toBe(200);
    const closed = await pdf(project.owner, his.id);
    expect([closed.status, closed.error.code]).toEqual([404, 'documents.not_found']);
  });

  it('does not get what passes by: an order that went to him later brings no papers of the one before', async () => {
    const order = await addOrder();
    const before = (await issue(project.owner, order)).body;
    const other = await addCounterparty('Інший магазин');
    const stranger = await addDropshipper(other);
    await app.sql(project.id, 'update orders set counterparty_id = $2 where id = $1', [order, other]);
    expect((await list(stranger, order)).body.items).toEqual([]);
    expect((await pdf(stranger, before.id)).status).toBe(404);
    expect((await list(dropshipper, order)).status).toBe(404);
  });
});

describe('foreign orders and papers', () => {
  it('answer 404 to another dropshipper, another project and a stranger', async () => {
    const order = await addOrder();
    const paper = (await issue(dropshipper, order)).body;
    const stranger = await addDropshipper(await addCounterparty('Інший магазин'));
    const foreign = await app.project('Інша фабрика');
    for (const answer of [
      await issue(stranger, order),
      await list(stranger, order),
      await pdf(stranger, paper.id),
      await issue(foreign.owner, order),
      await list(foreign.owner, order),
      await pdf(foreign.owner, paper.id),
      await app.call(contract.readDocumentPdf, {
        token: foreign.owner.token,
        params: { project_id: foreign.id, id: paper.id },
      }),
      await app.call(contract.listDocuments, {
        token: foreign.owner.token,
        params: { project_id: foreign.id, id: order },
      }),
      await pdf(project.owner, crypto.randomUUID()),
      await issue(project.owner, crypto.randomUUID()),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await app.call(contract.readDocumentPdf, { params: one(paper.id) })).status).toBe(401);
  });

  it('may not be issued by those who make and pack, who may read', async () => {
    const order = await addOrder();
    for (const role of ['Producer', 'Stockman']) {
      const worker = await app.member(project, role);
      expect((await issue(worker, order)).status).toBe(403);
      expect((await list(worker, order)).status).toBe(200);
    }
  });
});

describe('when', () => {
  it('issues a delivery note for each parcel of an order, once it is sent; together they come to the order', async () => {
    const token = project.owner.token;
    const [variant = ''] = await makeVariants(app, project, [{ price: 1_001, recommended_price: 2_003, stock: 9 }]);
    const counterparty_id = await makeCounterparty(app, project);
    const body = orderBody({ [variant]: 3 }, { counterparty_id, send: true });
    const { body: order } = await placeOrder(app, project, token, body);
    const parcels = [{ items: [{ order_item_id: order.items[0]?.id ?? '', count: 1 }] }];
    const { body: split } = await app.call(splitOrder, { params: one(order.id), token, body: { parcels } });
    const note = (parcel_id: string | undefined, type: OrderDocumentType = 'delivery_note') =>
      app.call(contract.issueDocument, {
        token,
        params: one(order.id),
        body: { type, ...(parcel_id ? { parcel_id } : {}) },
      });
    const [first = '', second = ''] = split.items.map(({ id }) => id);
    const send = (id: string) => app.call(sendParcel, { params: { ...one(id), order_id: order.id }, token });
    expect((await note(first)).error).toMatchObject({ code: 'documents.no_parcel', details: [{ path: 'parcel_id' }] });
    await send(first);
    expect((await note(undefined)).error.code).toBe('documents.order_not_sent');
    expect((await note(first, 'invoice')).error.code).toBe('documents.no_parcel');
    const noted = await note(first);
    expect(noted.error?.code).toBeUndefined();
    const frozen = await frozenOf(noted.body.id);
    expect(frozen.lines.map(({ count }) => count)).toEqual([1]);
    expect(frozen.particulars).toContainEqual({ label: 'Посилка', value: '№\u00a01' });
    await send(second);
    const two = await note(second);
    expect(noted.body.total + two.body.total).toBe(order.sum);
  });

  it.each([
    ['delivery_note', 'Loaded', 409, 'documents.order_not_sent'],
    ['delivery_note', 'Draft', 409, 'documents.order_not_sent'],
    ['delivery_note', 'Sent', 201, undefined],
    ['delivery_note', 'Complete', 201, undefined],
    ['invoice', 'Draft', 201, undefined],
    ['order', 'Pending', 201, undefined],
    ['invoice', 'Canceled', 409, 'documents.order_canceled'],
  ] as const)('%s of an order in %s: %i', async (type, status, answer, code) => {
    const made = await issue(project.owner, await addOrder({ status }), type);
    expect([made.status, made.error.code]).toEqual([answer, code]);
  });

  it('refuses an order without items and an unknown type, naming the field', async () => {
    expect((await issue(project.owner, await addOrder({ items: 0 }))).error.code).toBe('documents.order_empty');
    const wrong = await issue(project.owner, await addOrder(), 'receipt' as OrderDocumentType);
    expect([wrong.status, wrong.error.details[0]?.path]).toEqual([400, 'type']);
  });
});

describe('what was issued', () => {
  it('does not change with the order, the counterparty, the project and the payment details', async () => {
    const order = await addOrder();
    const details = await addDetails();
    const paper = (await issue(project.owner, order, 'invoice', details)).body;
    const [frozen, first] = [await frozenOf(paper.id), await pdf(project.owner, paper.id)];

    await app.sql(project.id, `update orders set customer_name = 'Хтось інший', status = 'Canceled' where id = $1`, [
      order,
    ]);
    await app.sql(
      project.id,
      `update order_items set count = 9, amount = 1, product_title = 'Інше' where order_id = $1`,
      [order],
    );
    await app.sql(project.id, `update counterparties set name = 'Інша назва', legal_name = 'Інша' where id = $1`, [
      counterparty,
    ]);
    await app.sql(null, `update users set drop_legal_name = 'Інша', edropoy_code = '32855961' where id = $1`, [
      dropshipper.id,
    ]);
    const changed = await app.call(updateProject, {
      token: project.owner.token,
      params: { project_id: project.id },
      body: { project: { legal_name: 'ФОП Хтось Інший', phone: '0671234567' } },
    });
    expect(changed.status).toBe(200);
    await app.call(deletePaymentDetails, { token: project.owner.token, params: one(details) });

    expect(await frozenOf(paper.id)).toEqual(frozen);
    expect(drawing((await pdf(project.owner, paper.id)).body)).toBe(drawing(first.body));
    expect((await list(project.owner, order)).body.items).toEqual([paper]);
  });

  it('keeps a draft from being deleted, one whose papers the asker does not see too', async () => {
    const remove = (id: string) => app.call(deleteOrder, { token: project.owner.token, params: one(id) });
    const order = await addOrder({ status: 'Draft' });
    const paper = (await issue(dropshipper, order)).body;
    const refused = await remove(order);
    expect([refused.status, refused.error.code]).toEqual([409, 'documents.order_has_documents']);
    expect((await list(dropshipper, order)).body.items).toEqual([paper]);
    expect((await remove(await addOrder({ status: 'Draft' }))).status).toBe(204);
  });

  it('downloads as a PDF with a Ukrainian file name', async () => {
    const paper = (await issue(project.owner, await addOrder())).body;
    const file = await pdf(project.owner, paper.id);
    expect(file.status).toBe(200);
    expect(file.headers['content-type']).toBe('application/pdf');
    const day = paper.date.split('-').reverse().join('.');
    expect(decodeURIComponent(String(file.headers['content-disposition']))).toBe(
      `attachment; filename*=UTF-8''Рахунок № 1 від ${day}.pdf`,
    );
    expect((file.body as unknown as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
    expect((file.body as unknown as Buffer).toString('latin1').trimEnd()).toMatch(/%%EOF$/);
    expect(paper.url).toBe(`/api/projects/${project.friendly_id}/documents/${paper.id}/pdf`);
  });
});

describe('numbers', () => {
  it('run from 1 without a gap when twenty are issued at once and others are refused', async () => {
    const good = await Promise.all(Array.from({ length: 4 }, () => addOrder()));
    const canceled = await addOrder({ status: 'Canceled' });
    const nameless = await addCounterparty('');
    const unnamed = await addOrder({ counterparty_id: nameless, customer_name: '' });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        issue(project.owner, i % 3 === 2 ? (i % 2 ? canceled : unnamed) : (good[i % 4] ?? '')),
      ),
    );
    const numbers = answers.filter(({ status }) => status === 201).map(({ body }) => body.number);
    expect(answers.filter(({ error }) => error.code === 'documents.no_buyer')).toHaveLength(5);
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });

  it('are counted for each seller, type and project', async () => {
    const order = await addOrder({ status: 'Sent' });
    const other = await addDropshipper(await addCounterparty('Інший магазин'));
    const [row] = await app.sql<{ counterparty_id: string }>(
      project.id,
      'select counterparty_id from memberships where user_id = $1',
      [other.id],
    );
    const theirs = await addOrder({ counterparty_id: row?.counterparty_id ?? '' });
    const numbers = [];
    for (const [user, id, type] of [
      [project.owner, order, 'invoice'],
      [dropshipper, order, 'invoice'],
      [dropshipper, order, 'invoice'],
      [other, theirs, 'invoice'],
      [project.owner, order, 'delivery_note'],
      [project.owner, theirs, 'invoice'],
    ] as const) {
      numbers.push((await issue(user, id, type)).body.number);
    }
    expect(numbers).toEqual([1, 1, 2, 1, 1, 2]);
    project = await app.project('Інша фабрика');
    await setAccount('UA223052990000026001234567890');
    counterparty = await addCounterparty('Магазин');
    expect((await issue(project.owner, await addOrder())).body.number).toBe(1);
  });

  it('go on from where the owner says, never back, and are given once while he says so', async () => {
    const at = { token: project.owner.token, params: { project_id: project.id } };
    const save = (body: object) => app.call(saveNextNumbers, { ...at, body });
    expect((await app.call(readNextNumbers, at)).body).toMatchObject({ invoice: 1, delivery_note: 1 });
    const order = await addOrder({ status: 'Sent' });
    const given = await Promise.all([
      ...Array.from({ length: 8 }, () => issue(project.owner, order, 'invoice')),
      save({ invoice: 500 }),
      save({ invoice: 700 }),
      ...Array.from({ length: 8 }, () => issue(project.owner, order, 'invoice')),
    ]);
    const numbers = given.flatMap(({ status, body }) => (status === 201 ? [(body as { number: number }).number] : []));
    expect(new Set(numbers).size).toBe(16);
    expect((await issue(project.owner, order, 'invoice')).body.number).toBeGreaterThanOrEqual(700);
    const back = await save({ invoice: 3 });
    expect([back.status, back.error.code, back.error.details[0]?.path]).toEqual([
      ...[409, 'documents.number_used', 'invoice'],
    ]);
    // a dropshipper's own papers are not the manufacturer's, and neither are other types
    expect((await issue(dropshipper, order, 'invoice')).body.number).toBe(1);
    expect((await issue(project.owner, order, 'delivery_note')).body.number).toBe(1);
    await save({ order: 5000 });
    expect(await app.app.services.numbers.next(project.id, 'order')).toBe(5000);
    const manager = await app.call(saveNextNumbers, { ...at, token: dropshipper.token, body: { order: 9000 } });
    expect(manager.status).toBe(403);
  });

  it('have a prefix before them, which what is numbered already keeps, and by which orders are found', async () => {
    const at = { token: project.owner.token, params: { project_id: project.id } };
    const setTo = (prefixes: object) => app.call(updateMainInfo, { ...at, body: { prefixes } as MainInfoBody });
    const none = { order: '', invoice: '', delivery_note: '', return_note: '', credit_note: '' };
    for (const order of ['РФ1', '12', 'РФ 1', 'РФ№', 'РФ-РФ-РФ-РФ'])
      expect(await setTo({ ...none, order })).toMatchObject({
        status: 400,
        body: { details: [{ path: 'prefixes.order' }] },
      });
    await setTo({ ...none, order: 'РФ-', invoice: 'Р/2-' });
    const [variant = ''] = await makeVariants(app, project, [{ stock: 10 }]);
    const place = (customer: string) =>
      placeOrder(app, project, at.token, orderBody({ [variant]: 1 }, { customer: { name: customer } }));
    const made = await Promise.all([
      place('А'),
      setTo({ ...none, order: 'Б-', invoice: 'Р/2-', delivery_note: 'Н' }),
      place('В'),
    ]);
    const rows = await app.sql<{ number: number; prefix: string }>(project.id, 'select number, prefix from orders');
    expect(rows.every(({ prefix }) => prefix === 'РФ-' || prefix === 'Б-')).toBe(true);
    expect(new Set(rows.map((row) => row.number)).size).toBe(2);
    expect([made[0].status, made[2].status]).toEqual([201, 201]);
    const order = (await place('Г')).body;
    expect(order.prefix).toBe('Б-');
    const found = async (q: string) => (await app.call(listOrders, { ...at, query: { q } })).body.items;
    expect((await found(`б-${order.number}`)).map(({ id }) => id)).toEqual([order.id]);
    expect((await found(`№ Б-${order.number}`)).map(({ id }) => id)).toEqual([order.id]);
    expect(await found(`РФ-${order.number}`)).toEqual([]);

    const first = (await issue(project.owner, order.id, 'invoice')).body as contract.IssuedDocument;
    expect(first.title).toContain('№\u00a0Р/2-1 від');
    await setTo(none);
    expect(((await issue(project.owner, order.id, 'invoice')).body as contract.IssuedDocument).title).toContain(
      '№\u00a02 від',
    );
    const [paper] = await app.sql<{ frozen: FrozenDocument }>(
      project.id,
      'select frozen from documents where number = 1',
    );
    expect(readPaymentLink(paper?.frozen.payment?.link ?? '')).toMatchObject({ reference: 'Р/2-1' });
    expect(paper?.frozen.particulars[0]?.value).toContain(`№\u00a0Б-${order.number}`);
    expect(fileNameOf(paper?.frozen as FrozenDocument)).toContain('Рахунок № Р-2-1 від');
  });

  it('are drawn once for a repeated request', async () => {
    const order = await addOrder();
    const key = { 'idempotency-key': 'press-1' };
    const [first, second] = await Promise.all([
      issue(project.owner, order, 'invoice', null, key),
      issue(project.owner, order, 'invoice', null, key),
    ]);
    expect(second.body).toEqual(first.body);
    expect((await issue(project.owner, order)).body.number).toBe(2);
    expect((await list(project.owner, order)).body.total).toBe(2);
  });
});

describe('drawing', () => {
  type Work = (asked: { does: 'wait'; gate: Int32Array }) => Promise<string>;
  const work = threadWork<Work>(new URL('../../test/threads/work.mjs', import.meta.url));

  /** Holds all threads and all places behind them until they are let go. */
  function fillThreads() {
    const gate = new Int32Array(new SharedArrayBuffer(4));
    const { threads } = app.app.services;
    const held = Array.from({ length: MOST_WAITING + 10 }, () => threads.run(work, { does: 'wait', gate }));
    const ended = Promise.allSettled(held);
    return async () => {
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
      await ended;
    };
  }

  it('is done once for a paper, also when many ask at once', async () => {
    const paper = (await issue(project.owner, await addOrder())).body;
    const drawn = vi.spyOn(app.app.services.threads, 'run');
    const first = await Promise.all([1, 2, 3, 4].map(() => pdf(project.owner, paper.id)));
    const later = await pdf(project.owner, paper.id);
    for (const { status, body } of [...first, later]) {
      expect(status).toBe(200);
      expect(body).toEqual(first[0]?.body);
    }
    expect(drawn).toHaveBeenCalledTimes(1);
    drawn.mockRestore();
  });

  it('turns away who comes when too many wait, while everything else is answered, and serves him later', async () => {
    const order = await addOrder();
    const paper = (await issue(project.owner, order)).body;
    const letGo = fillThreads();
    try {
      const { status, error, headers } = await pdf(project.owner, paper.id);
      expect([status, error.code, headers['retry-after']]).toEqual([503, 'common.overloaded', '5']);
      expect(headers['content-disposition']).toBeUndefined();
      expect((await list(project.owner, order)).status).toBe(200);
    } finally {
      await letGo();
    }
    expect((await pdf(project.owner, paper.id)).status).toBe(200);
  });

  it('answers 24 papers that are asked for together', async () => {
    const orders = await Promise.all(Array.from({ length: 24 }, () => addOrder()));
    const papers = await Promise.all(orders.map((order) => issue(project.owner, order)));
    const answers = await Promise.all(papers.map(({ body }) => pdf(project.owner, body.id)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });
});

describe('papers of goods', () => {
  it('for picking lead along the shelves, for one order or for several together', async () => {
    const picture = await sharp({ create: { width: 30, height: 30, channels: 3, background: 'blue' } })
      .webp()
      .toBuffer();
    const key = `${project.id}/${crypto.randomUUID()}/thumbnail.webp`;
    await app.app.services.storage.write(key, picture, 'image/webp');
    const [a = '', b = ''] = await makeVariants(app, project, [
      { stock: 20, sku: 'PL-01' },
      { stock: 20, sku: 'PL-02' },
    ]);
    await app.sql(
      project.id,
      `update product_variants set place = case id when $1 then 'Б-02' else 'А-11' end, thumbnail = $2,
        internal_code = case id when $1 then '2000000000015' end`,
      [a, key],
    );
    const token = project.owner.token;
    const party = await makeCounterparty(app, project);
    const place = async (items: Record<string, number>, send = true) =>
      (await placeOrder(app, project, token, orderBody(items, { counterparty_id: party, send }))).body;
    const first = await place({ [a]: 4, [b]: 1 });
    const second = await place({ [a]: 3 });
    const draft = await place({ [a]: 9 }, false);
    await app.call(addComment, {
      params: { project_id: project.id, id: first.id },
      token,
      body: { text: 'Покласти листівку' },
    });
    // what a parcel has sent is not picked again
    const order_item_id = first.items.find(({ product_variant_id }) => product_variant_id === a)?.id ?? '';
    const split = await app.call(splitOrder, {
      params: { project_id: project.id, id: first.id },
      token,
      body: { parcels: [{ items: [{ order_item_id, count: 2 }] }] },
    });
    const parcel = { project_id: project.id, order_id: first.id, id: split.body.items[0]?.id ?? '' };
    expect((await app.call(sendParcel, { params: parcel, token })).status).toBe(200);

    const print = async (order_ids: string[], language: 'uk' | 'en' = 'uk', as = token) => {
      const answer = await app.app.server.inject({
        method: 'POST',
        url: `/api/projects/${project.id}/picking_lists`,
        headers: { authorization: `Bearer ${as}`, 'accept-language': language },
        payload: { order_ids },
      });
      const ok = answer.statusCode === 200;
      return { status: answer.statusCode, text: ok ? textOf(answer.rawPayload) : answer.body, pdf: answer.rawPayload };
    };
    const all = await print([second.id, first.id, draft.id], 'uk', (await app.member(project, 'Stockman')).token);
    expect(all.status).toBe(200);
    const five = new RegExp(`Б-02.*PL-01.*2000000000015.*5 шт\\. № ${first.number} – 2 № ${second.number} – 3`);
    expect(all.text).toMatch(five);
    expect(all.text.indexOf('А-11')).toBeLessThan(all.text.indexOf('Б-02'));
    for (const part of ['Лист збору: замовлень 2', 'Покласти листівку', `Не збираються: № ${draft.number} (Чернетка)`])
      expect(all.text).toContain(part);
    expect(all.pdf.includes('/Subtype /Image')).toBe(true);
    const one = await print([second.id], 'en');
    expect(one.text).toContain(`Picking list: order № ${second.number}`);
    expect(one.text).not.toContain('PL-02');

    expect(await print([draft.id])).toMatchObject({ status: 409, text: /picking_list\.nothing_to_pick/ });
    expect((await print([crypto.randomUUID()])).status).toBe(404);
    expect((await print([first.id], 'uk', dropshipper.token)).status).toBe(403);
  });

  /** What stands on all pages, in the order of reading. */
  const textOf = (pdf: Buffer): string => {
    const paper = mupdf.Document.openDocument(pdf, 'application/pdf');
    const pages = Array.from({ length: paper.countPages() }, (_, page) => paper.loadPage(page));
    return pages
      .map((page) => page.toStructuredText('').asText())
      .join('\n')
      .replace(/\s+/g, ' ');
  };
  const get = async (path: string, token = project.owner.token) => {
    const url = `/api/projects/${project.id}/${path}/pdf`;
    const answer = await app.app.server.inject({ url, headers: { authorization: `Bearer ${token}` } });
    return { status: answer.statusCode, pdf: answer.rawPayload, name: String(answer.headers['content-disposition']) };
  };
  const params = () => ({ project_id: project.id });
  const enter = async (variants: readonly string[], body: Partial<CreateTurnoverBody>) => {
    const items = variants.map((product_variant_id) => ({
      product_variant_id,
      count: 2,
      transaction_item_price: body.type === 'write_off' ? null : 12_345,
    }));
    const made = await app.call(createTurnover, {
      params: params(),
      token: project.owner.token,
      body: { flow: 'income', type: 'purchase', items, ...body },
    });
    expect(made.status).toBe(201);
    return made.body.id;
  };

  const issuePaper = (id: string, token = project.owner.token) =>
    app.call(contract.issueTurnoverPaper, { params: { project_id: project.id, id }, token });
  /** Issues a paper and reads it. */
  const paperOf = async (id: string, token = project.owner.token) => {
    const issued = await issuePaper(id, token);
    expect(issued.status).toBe(201);
    return get(`turnover_papers/${issued.body.id}`, token);
  };

  it('of turnover say what moved, between whom and for how much; a draft has none', async () => {
    const variants = await makeVariants(app, project, [{ sku: 'LN-1' }, { stock: 10, sku: 'LN-2' }]);
    await app.call(updateProject, {
      params: params(),
      token: project.owner.token,
      body: { project: { legal_type: 'ТОВ', legal_name: 'Текстиль-Плюс', edropoy_code: '32855961' } },
    });
    const shop = await makeCounterparty(app, project, 0, 'Магазин Марта');
    await app.sql(project.id, `update counterparties set phone = '380670000009' where id = $1`, [shop]);
    const income = await enter(variants, { counterparty_id: shop, comment: 'Накладна Н-17' });
    const paper = await paperOf(income);
    expect(paper.status).toBe(200);
    expect(decodeURIComponent(paper.name)).toContain('Прибуткова накладна № 1 від');
    for (const text of ['Прибуткова накладна № 1', 'ТОВ «Текстиль-Плюс»', 'Магазин Марта', 'LN-1', 'Накладна Н-17'])
      expect(textOf(paper.pdf)).toContain(text);
    expect(textOf(paper.pdf)).toContain('Чотириста дев’яносто три гривні 80 копійок');
    expect(textOf(paper.pdf)).toContain('+380 67 000 00 09');
    // he sees the names of counterparties and nothing else of them, on paper too
    const stockman = (await app.member(project, 'Stockman')).token;
    const his = textOf((await paperOf(income, stockman)).pdf);
    expect([his.includes('Магазин Марта'), his.includes('+380')]).toEqual([true, false]);
    const gone = await enter(variants.slice(1), {
      flow: 'outcome',
      type: 'write_off',
      counterparty_id: null,
      reason: 'Пошкоджено водою',
    });
    const act = textOf((await paperOf(gone)).pdf);
    expect([act.includes('Акт списання № 2'), act.includes('Пошкоджено водою'), act.includes('грн')]).toEqual([
      true,
      true,
      false,
    ]);
    const draft = await issuePaper(await enter(variants, { draft: true }));
    expect([draft.status, draft.error.code]).toEqual([409, 'turnover.is_draft']);
    expect((await issuePaper(income, dropshipper.token)).status).toBe(403);
  });

  it('of turnover stay as they were issued; another one names what it replaces', async () => {
    const variants = await makeVariants(app, project, [{ sku: 'LN-1' }]);
    const rename = (legal_name: string) =>
      app.call(updateProject, {
        params: params(),
        token: project.owner.token,
        body: { project: { legal_type: 'ТОВ', legal_name, edropoy_code: '32855961' } },
      });
    await rename('Текстиль-Плюс');
    const shop = await makeCounterparty(app, project, 0, 'Магазин Марта');
    const income = await enter(variants, { counterparty_id: shop, in_stock: false });
    const first = (await issuePaper(income)).body;
    const read = async (id: string) => textOf((await get(`turnover_papers/${id}`)).pdf);
    const before = await read(first.id);
    expect(before).toContain('очікується');

    await rename('Новий Дім');
    await app.sql(project.id, `update counterparties set name = 'Хтось інший' where id = $1`, [shop]);
    await app.sql(project.id, `update products set name = 'Інша назва'`);
    const query = { params: { ...params(), id: income }, token: project.owner.token };
    await app.call(arriveTurnover, { ...query, body: {} });
    expect(await read(first.id)).toBe(before);

    // both at once: one of them names the other
    const later = await Promise.all([issuePaper(income), issuePaper(income)]);
    const texts = await Promise.all(later.map(({ body }) => read(body.id)));
    for (const text of texts)
      for (const part of ['Новий Дім', 'Хтось інший', 'Інша назва', 'папір, виданий']) expect(text).toContain(part);
    const { items } = (await app.call(contract.listTurnoverPapers, query)).body;
    expect(items.map(({ id }) => id).sort()).toEqual([first.id, ...later.map(({ body }) => body.id)].sort());
    expect(items.at(-1)?.id).toBe(first.id);
  });

  it('of a manufacture request say what to make, with photo, deadline, comments and materials', async () => {
    const variants = await makeVariants(app, project, [{ sku: 'LN-1' }]);
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .webp()
      .toBuffer();
    const key = `${project.id}/${crypto.randomUUID()}/thumbnail.webp`;
    await app.app.services.storage.write(key, picture, 'image/webp');
    await app.sql(project.id, 'update product_variants set thumbnail = $2 where id = $1', [variants[0], key]);
    const made = await app.call(createManufactureRequest, {
      params: params(),
      token: project.owner.token,
      body: {
        lines: [{ product_variant_id: variants[0] ?? '', count: 7, materials: 'Льон 2,4 м' }],
        deadline: '2026-12-20',
        comment: 'Шви подвійні',
      },
    });
    const producer = (await app.member(project, 'Producer')).token;
    const { status, pdf } = await get(`manufacture_requests/${made.body.id}`, producer);
    expect(status).toBe(200);
    const text = textOf(pdf);
    for (const part of ['Заявка на виробництво № 1', '20 грудня 2026', 'LN-1', 'Льон 2,4 м', 'Шви подвійні', '7'])
      expect(text).toContain(part);
    expect(pdf.includes('/Subtype /Image')).toBe(true);
    // a picture that is gone leaves its place empty
    await app.app.services.storage.remove(key);
    const without = await get(`manufacture_requests/${made.body.id}`, producer);
    expect([without.status, without.pdf.includes('/Subtype /Image')]).toEqual([200, false]);
    expect((await get(`manufacture_requests/${made.body.id}`, dropshipper.token)).status).toBe(403);
  });
});
