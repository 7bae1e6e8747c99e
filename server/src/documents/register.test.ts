import { issueCreditNote, issueDocument, issueReturnNote, issueTurnoverPaper } from '@lanka/domain/documents/contract';
import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/papers/contract';
import { updateProject } from '@lanka/domain/projects/contract';
import { createReconciliation, sendReconciliation } from '@lanka/domain/reconciliations/contract';
import { createReturn, decideReturn } from '@lanka/domain/returns/contract';
import { createTurnover } from '@lanka/domain/turnover/contract';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeDropshipper, makeVariants, move, orderBody, placeOrder } from '../../test/trade';

let app: TestApp;
let project: TestProject;
let token: string;
let seller: Awaited<ReturnType<typeof makeDropshipper>>;
let other: Awaited<ReturnType<typeof makeDropshipper>>;
let variant: string;

beforeAll(async () => {
  app = await testApp({ LOG_LEVEL: 'silent' }, { jobs: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  token = project.owner.token;
  seller = await makeDropshipper(app, project, 0);
  other = await makeDropshipper(app, project, 0);
  [variant = ''] = await makeVariants(app, project, [{ price: 10_000, stock: 50 }]);
  const legal = { legal_name: 'Фабрика', legal_type: 'ТОВ', edropoy_code: '32855961' } as const;
  await app.call(updateProject, {
    params: inProject(),
    token,
    body: { project: { ...legal, iban: 'UA223052990000026001234567890' } },
  });
  await app.sql(
    null,
    `update users set drop_legal_type = 'ФОП', drop_legal_name = 'Шевченко Марта', edropoy_code = '1759013776',
       iban = 'UA223052990000026001234567890' where id = any($1)`,
    [[seller.id, other.id]],
  );
});

const inProject = () => ({ project_id: project.id });
const one = (id: string) => ({ ...inProject(), id });
const list = (as: string, query: Record<string, unknown> = {}) =>
  app.call(contract.listPapers, { params: inProject(), token: as, query: query as never });
const titles = async (as: string, query: Record<string, unknown> = {}) =>
  (await list(as, query)).body.items.map(({ type }) => type).sort();

async function sentOrder(): Promise<{ id: string; items: { id: string }[] }> {
  const body = orderBody({ [variant]: 4 }, { send: true, customer: { name: 'Ірина Бондар' } });
  const { body: placed } = await placeOrder(app, project, seller.token, body);
  return (await move(app, project, token, placed.id, 'Sent')).body;
}
const issue = async (as: string, order: string, type: 'invoice' | 'delivery_note') => {
  const made = await app.call(issueDocument, { params: one(order), token: as, body: { type } });
  expect(made.status).toBe(201);
  return made.body;
};
async function decidedReturn(order: { id: string; items: { id: string }[] }): Promise<string> {
  const items = [{ order_item_id: order.items[0]?.id ?? '', count: 1 }];
  const asked = await app.call(createReturn, {
    params: inProject(),
    token: seller.token,
    body: { order_id: order.id, reason: 'not_needed', items },
  });
  await app.call(decideReturn, { params: one(asked.body.id), token, body: { others: 'approved' } });
  return asked.body.id;
}

/** A paper of every kind there is, for one counterparty. */
async function everyKind() {
  const order = await sentOrder();
  const invoice = await issue(token, order.id, 'invoice');
  const note = await issue(token, order.id, 'delivery_note');
  const own = await issue(seller.token, order.id, 'invoice');
  const returned = await decidedReturn(order);
  await app.call(issueReturnNote, { params: one(returned), token });
  const credit = await app.call(issueCreditNote, { params: one(returned), token });
  const day = kyivDate(new Date());
  for (const [flow, type, counterparty_id] of [
    ['income', 'purchase', seller.counterparty_id],
    ['outcome', 'sale', seller.counterparty_id],
    ['outcome', 'write_off', null],
  ] as const) {
    const items = [{ product_variant_id: variant, count: 1, transaction_item_price: 5_000 }];
    const posted = await app.call(createTurnover, {
      params: inProject(),
      token,
      body: { flow, type, date: day, counterparty_id, items, reason: 'Брак' } as never,
    });
    const paper = await app.call(issueTurnoverPaper, { params: one(posted.body.id), token });
    expect([posted.status, paper.status]).toEqual([201, 201]);
  }
  const act = await app.call(createReconciliation, {
    params: inProject(),
    token,
    body: { counterparty_id: seller.counterparty_id, from: '2026-01-01', to: '2026-01-31' },
  });
  const sent = await app.call(sendReconciliation, { params: one(act.body.id), token, body: {} });
  expect([act.status, sent.status]).toEqual([201, 200]);
  return { order, invoice, note, own, returned, credit: credit.body };
}

it('holds every paper that was issued, and shows to each side its own', async () => {
  const { invoice, own, credit, returned } = await everyKind();
  const all = [
    'credit_note',
    'delivery_note',
    'delivery_note',
    'income_note',
    'invoice',
    'reconciliation',
    'return_note',
    'write_off',
  ];
  expect(await titles(token)).toEqual(all);
  // what he issued to his customer; not what the supplier keeps for himself
  expect(await titles(seller.token)).toEqual([
    ...['credit_note', 'delivery_note', 'delivery_note', 'invoice', 'invoice', 'reconciliation', 'return_note'],
  ]);
  expect(await titles(other.token)).toEqual([]);
  const rows = (await list(seller.token, { type: 'invoice' })).body.items;
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([invoice.id, own.id]));
  expect(rows.find(({ id }) => id === invoice.id)).toMatchObject({
    ...{ number: 1, title: invoice.title, total: 40_000, issuer: 'manufacturer', party_name: 'ФОП Шевченко Марта' },
    ...{ counterparty_id: seller.counterparty_id, subject: { kind: 'order', id: invoice.order_id }, revision: null },
  });
  const mine = await app.call(contract.listMyPapers, { token: seller.token, query: { type: ['invoice'] } as never });
  expect(new Set(mine.body.items.map(({ id }) => id))).toEqual(new Set([invoice.id, own.id]));
  expect((await list(token, { q: `${credit.number}`, type: 'credit_note' })).body.items).toMatchObject([
    {
      title: expect.stringMatching(/^Коригувальний документ \(повернення\) №/),
      subject: { kind: 'return', id: returned },
    },
  ]);
  expect(await titles(token, { q: 'списання' })).toEqual(['write_off']);
  expect(await titles(token, { counterparty_id: seller.counterparty_id, type: 'reconciliation,offset' })).toEqual([
    'reconciliation',
  ]);
  expect(await titles(token, { to: '2020-01-01' })).toEqual([]);
});

it('opens each of them as PDF, and to nobody else', async () => {
  const { own } = await everyKind();
  const pdf = (as: string, id: string) =>
    app.app.server.inject({
      url: `/api/projects/${project.id}/papers/${id}/pdf`,
      headers: { authorization: `Bearer ${as}` },
    });
  for (const as of [token, seller.token])
    for (const { id, title } of (await list(as)).body.items) {
      const answer = await pdf(as, id);
      expect([title, answer.statusCode, answer.rawPayload.subarray(0, 5).toString()]).toEqual([title, 200, '%PDF-']);
    }
  expect((await pdf(token, own.id)).statusCode).toBe(404);
  for (const { id } of (await list(token)).body.items) expect((await pdf(other.token, id)).statusCode).toBe(404);
});

it('the document that corrects names what it corrects, is issued once, and needs something to correct', async () => {
  const order = await sentOrder();
  const returned = await decidedReturn(order);
  const correct = (as = token) => app.call(issueCreditNote, { params: one(returned), token: as });
  expect((await correct()).error.code).toBe('documents.nothing_to_correct');
  expect((await correct(seller.token)).status).toBe(403);
  const { title: invoice } = await issue(token, order.id, 'invoice');
  const { title: note } = await issue(token, order.id, 'delivery_note');
  const issued = await Promise.all([correct(), correct(), correct()]);
  expect(new Set(issued.map(({ body }) => body.id)).size).toBe(1);
  expect(issued[0]?.body).toMatchObject({ type: 'credit_note', number: 1, total: 10_000, return_id: returned });
  const [row] = await app.sql<{ frozen: { particulars: object[]; totals: object[]; sum_in_words: string } }>(
    project.id,
    `select frozen from documents where return_id = $1 and type = 'credit_note'`,
    [returned],
  );
  expect(row?.frozen.particulars).toEqual(
    expect.arrayContaining([
      { label: 'Коригує', value: invoice },
      { label: 'Коригує', value: note },
    ]),
  );
  expect(row?.frozen.totals).toContainEqual({ label: 'Зменшено на, грн', value: '100,00', strong: true });
  expect(row?.frozen.sum_in_words).toBe('Сто гривень 00 копійок');
  expect((await app.call(issueReturnNote, { params: one(returned), token })).status).toBe(201);
});

it('many go into one ZIP in the background, each once and by its name', async () => {
  const { own } = await everyKind();
  const { items } = (await list(token)).body;
  const ids = items.map(({ id }) => id);
  const create = (as: string, wanted: string[]) =>
    app.call(contract.createPaperArchive, { params: inProject(), token: as, body: { ids: wanted } });
  const foreign = await create(token, [...ids, own.id]);
  expect([foreign.status, foreign.error.code]).toEqual([422, 'papers.some_unknown']);
  expect(foreign.error.details).toMatchObject([{ path: 'ids', missing: 1 }]);
  const made = await create(token, [...ids, ...ids]);
  expect([made.status, made.body.papers_total]).toEqual([201, ids.length]);
  const read = (as = token) => app.call(contract.readPaperArchive, { params: one(made.body.id), token: as });
  await expect.poll(async () => (await read()).body.status, { timeout: 60_000, interval: 200 }).toBe('done');
  const { url, progress, file_name } = (await read()).body;
  expect([progress, file_name]).toEqual([100, expect.stringMatching(/^Документи \d\d\.\d\d\.\d{4}\.zip$/)]);
  const files = unzipSync((await app.app.server.inject({ url: url ?? '' })).rawPayload);
  expect(Object.keys(files)).toHaveLength(ids.length);
  expect(Object.keys(files).join()).toMatch(/Рахунок № 1 від .*\.pdf/);
  for (const bytes of Object.values(files)) expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await read(seller.token)).error.code).toBe('papers.archive_not_found');
  // whoever asked is told, and finds it where the notice leads
  await app.deliver();
  const told = await app.sql<{ kind: string; facts: object }>(
    project.id,
    `select kind, facts from notices where project_id = $1 and kind like 'documents.%'`,
    [project.id],
  );
  expect(told).toEqual([
    { kind: 'documents.archived', facts: { project_id: project.id, id: made.body.id, papers: ids.length } },
  ]);
});
