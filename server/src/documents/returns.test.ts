import { issueCreditNote, issueDocument, issueReturnNote, listDocuments } from '@lanka/domain/documents/contract';
import { saveNextNumbers } from '@lanka/domain/documents/numbers';
import { splitOrder } from '@lanka/domain/parcels/contract';
import { createPaymentDetails, updateProject } from '@lanka/domain/projects/contract';
import { createReturn, decideReturn } from '@lanka/domain/returns/contract';
import { readMainInfo } from '@lanka/domain/templates/main_info';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/harness';
import { makeDropshipper, makeVariants, move, orderBody, placeOrder } from '../../test/trade';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('the note of a return is issued once, for what was credited, and never changes', async () => {
  const project = await app.project();
  const { token } = project.owner;
  const inProject = { project_id: project.id };
  const one = (id: string) => ({ ...inProject, id });
  const seller = await makeDropshipper(app, project, 1000);
  const variants = await makeVariants(app, project, [
    { price: 33_333, stock: 9 },
    { price: 500, stock: 9 },
  ]);
  const body = orderBody(Object.fromEntries(variants.map((id) => [id, 3])), { send: true });
  const { body: placed } = await placeOrder(app, project, seller.token, body);
  const { body: order } = await move(app, project, token, placed.id, 'Sent');
  const { body: asked } = await app.call(createReturn, {
    params: inProject,
    token: seller.token,
    body: {
      order_id: order.id,
      reason: 'damaged',
      items: order.items.map(({ id }) => ({ order_item_id: id, count: 2 })),
    },
  });
  // settings from before notes of returns had a prefix know none of it
  const set = (prefixes: object) =>
    app.sql(
      project.id,
      `insert into main_info (project_id, prefixes) values ($1, $2::jsonb)
       on conflict (project_id) do update set prefixes = excluded.prefixes`,
      [project.id, JSON.stringify(prefixes)],
    );
  await set({ order: '', invoice: 'Р-', delivery_note: '' });
  expect((await app.call(readMainInfo, { params: inProject, token })).body.prefixes).toMatchObject({
    invoice: 'Р-',
    return_note: '',
    credit_note: '',
  });
  await set({ order: '', invoice: '', delivery_note: '', return_note: 'ПВ-', credit_note: '' });
  await app.call(saveNextNumbers, { params: inProject, token, body: { return_note: 40 } });
  const issue = (as = token) => app.call(issueReturnNote, { params: one(asked.id), token: as });
  expect((await issue()).error.code).toBe('documents.return_not_decided');
  const items = asked.items.map(({ id }, index) => ({ id, status: index === 0 ? ('approved' as const) : 'rejected' }));
  await app.call(decideReturn, { params: one(asked.id), token, body: { items: items as never } });
  await app.call(updateProject, {
    params: inProject,
    token,
    body: { project: { legal_name: 'ТОВ «Фабрика»', legal_type: 'ТОВ', edropoy_code: '3184710691' } },
  });
  // his own goes to his customer, in his name and numbers; it is not the supplier's to see
  expect((await issue(seller.token)).error.code).toBe('documents.no_seller_name');
  await app.sql(null, `update users set drop_legal_name = 'ФОП Оленка', edropoy_code = '3184710691' where id = $1`, [
    seller.id,
  ]);
  const his = await Promise.all([issue(seller.token), issue(seller.token)]);
  expect(new Set(his.map(({ body: { id } }) => id)).size).toBe(1);
  expect(his[0]?.body).toMatchObject({
    issuer: 'dropshipper',
    number: 1,
    buyer_name: order.customer.name,
    title: expect.not.stringContaining('ПВ-'),
    total: 160_000,
  });
  const stranger = await makeDropshipper(app, project);
  expect((await issue(stranger.token)).status).toBe(404);
  const issued = await Promise.all([issue(), issue(), issue()]);
  expect(issued.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(issued.map(({ body: { id } }) => id)).size).toBe(1);
  expect(issued[0]?.body).toMatchObject({
    type: 'return_note',
    number: 40,
    return_id: asked.id,
    order_id: order.id,
    total: 59_999,
    title: expect.stringMatching(/^Накладна на повернення №\u00a0ПВ-40 від/),
    buyer_name: 'ФОП Оленка',
  });
  const seen = await app.call(listDocuments, { params: one(order.id), token });
  expect(seen.body.items.map(({ issuer }) => issuer)).toEqual(['manufacturer']);
  const [row] = await app.sql<{ frozen: { sum_in_words: string; lines: object[]; particulars: object[] } }>(
    project.id,
    `select frozen from documents where return_id = $1 and issuer = 'manufacturer'`,
    [asked.id],
  );
  expect(row?.frozen.sum_in_words).toMatch(/^П’ятсот дев’яносто дев’ять гривень 99 копійок/i);
  expect(row?.frozen.lines).toMatchObject([{ count: 2, price: 33_333, amount: 59_999 }]);
  expect(row?.frozen.particulars).toContainEqual({ label: 'Повернення', value: '№\u00a01' });
  // who brought it back has it among the papers of his order, as a file
  const papers = await app.call(listDocuments, { params: one(order.id), token: seller.token });
  expect(papers.body.items.map(({ id }) => id)).toEqual([issued[0]?.body.id, his[0]?.body.id]);
  const pdf = await app.app.server.inject({
    url: `/api/projects/${project.id}/documents/${issued[0]?.body.id}/pdf`,
    headers: { authorization: `Bearer ${seller.token}` },
  });
  expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
});

it('the note of a return names the parcel that the goods came with', async () => {
  const project = await app.project();
  const { token } = project.owner;
  const params = { project_id: project.id };
  const one = (id: string) => ({ ...params, id });
  const seller = await makeDropshipper(app, project);
  const [variant = ''] = await makeVariants(app, project, [{ stock: 9 }]);
  const { body: order } = await placeOrder(app, project, seller.token, orderBody({ [variant]: 3 }, { send: true }));
  const order_item_id = order.items[0]?.id ?? '';
  const parcels = [{ items: [{ order_item_id, count: 1 }] }];
  const split = await app.call(splitOrder, { params: one(order.id), token, body: { parcels } });
  await move(app, project, token, order.id, 'Sent');
  const items = [{ order_item_id, count: 1 }];
  const parcel_id = split.body.items.find(({ number }) => number === 2)?.id ?? '';
  const body = { order_id: order.id, parcel_id, reason: 'not_needed' as const, items };
  const { body: asked } = await app.call(createReturn, { params, token: seller.token, body });
  await app.call(decideReturn, { params: one(asked.id), token, body: { others: 'approved' } });
  await app.call(updateProject, {
    params,
    token,
    body: { project: { legal_name: 'ТОВ «Фабрика»', legal_type: 'ТОВ', edropoy_code: '3184710691' } },
  });
  expect((await app.call(issueReturnNote, { params: one(asked.id), token })).status).toBe(201);
  const [row] = await app.sql<{ frozen: { particulars: object[] } }>(
    project.id,
    'select frozen from documents where return_id = $1',
    [asked.id],
  );
  expect(row?.frozen.particulars).toContainEqual({ label: 'Посилка', value: '2' });
});

it('a credit note of an own sale is for what the customer paid, from whoever the invoice was from', async () => {
  const project = await app.project();
  const { token } = project.owner;
  const params = { project_id: project.id };
  const one = (id: string) => ({ ...params, id });
  await app.call(updateProject, {
    ...{ params, token },
    body: { project: { legal_name: 'ТОВ «Фабрика»', legal_type: 'ТОВ', edropoy_code: '32855961' } },
  });
  const main = { recipient_name: 'ФОП Мельник Андрій', edrpou: '3184710691', main: true };
  const account_number = 'UA213223130000026007233566001';
  await app.call(createPaymentDetails, { params, token, body: { ...main, account_number } });
  const [variant = ''] = await makeVariants(app, project, [{ price: 8_000, recommended_price: 10_001, stock: 9 }]);
  const { body: placed } = await placeOrder(app, project, token, orderBody({ [variant]: 3 }, { send: true }));
  const { body: order } = await move(app, project, token, placed.id, 'Sent');
  const invoice = await app.call(issueDocument, { params: one(order.id), token, body: { type: 'invoice' } });
  expect(invoice.body).toMatchObject({ total: 30_003 });
  const creditOf = async (count: number) => {
    const items = [{ order_item_id: order.items[0]?.id ?? '', count }];
    const body = { order_id: order.id, reason: 'damaged' as const, items };
    const { body: asked } = await app.call(createReturn, { params, token, body });
    await app.call(decideReturn, { params: one(asked.id), token, body: { others: 'approved' } });
    const note = await app.call(issueCreditNote, { params: one(asked.id), token });
    const [row] = await app.sql<{ seller: string }>(
      project.id,
      "select frozen->'seller'->>'name' as seller from documents where id = $1",
      [note.body.id],
    );
    return [note.body.total, row?.seller];
  };
  expect(await creditOf(2)).toEqual([20_002, 'ФОП Мельник Андрій']);
  expect(await creditOf(1)).toEqual([10_001, 'ФОП Мельник Андрій']);
  // another seller does not correct it: his details are gone
  await app.sql(project.id, 'delete from payment_details where project_id = $1', [project.id]);
  await app.sql(project.id, `delete from documents where project_id = $1 and type = 'credit_note'`, [project.id]);
  const [one_return] = await app.sql<{ id: string }>(
    project.id,
    'select id from returns where project_id = $1 limit 1',
    [project.id],
  );
  const refused = await app.call(issueCreditNote, { params: one(one_return?.id ?? ''), token });
  expect([refused.status, refused.error.code]).toEqual([409, 'documents.seller_changed']);
});
