import { createUpload } from '@lanka/domain/files/contract';
import { kyivDate } from '@lanka/domain/kit/time';
import { createCounterparty } from '@lanka/domain/partners/contract';
import * as payments from '@lanka/domain/payments/contract';
import * as contract from '@lanka/domain/payments/files';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';

let app: TestApp;
let project: TestProject;
let client: TestUser;
let stranger: TestUser;
let counterparty_id: string;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  const add = async (name: string) => {
    const params = { project_id: project.id };
    return (await app.call(createCounterparty, { token: project.owner.token, params, body: { name } })).body.id;
  };
  counterparty_id = await add('Дропшипер');
  client = await app.member(project, 'Client', counterparty_id);
  stranger = await app.member(project, 'Client', await add('Інший'));
});

async function upload(by: TestUser | TestProject['owner'], file_name = 'квитанція.pdf'): Promise<string> {
  const { body } = await app.call(createUpload, {
    token: by.token,
    params: { project_id: project.id },
    body: { file_name, bytes: 4 },
  });
  await app.app.server.inject({ method: 'PUT', url: body.direct_upload.url, payload: Buffer.from('%PDF') });
  return body.file_name;
}

const report = (files: string[], by: TestUser = client) =>
  app.call(payments.createPayment, {
    token: by.token,
    params: { project_id: project.id },
    body: { type: 'receipt', amount: 50_000, date: kyivDate(new Date()), files },
  });
const of = (payment_id: string) => ({ project_id: project.id, payment_id });
const list = (by: { token: string }, payment: string) =>
  app.call(contract.listPaymentFiles, { token: by.token, params: of(payment) });
const attach = (by: { token: string }, payment: string, file_name: string) =>
  app.call(contract.addPaymentFile, { token: by.token, params: of(payment), body: { file_name } });
const remove = (by: { token: string }, payment: string, id: string) =>
  app.call(contract.deletePaymentFile, { token: by.token, params: { ...of(payment), id } });
const confirm = (id: string) =>
  app.call(payments.confirmPayment, {
    token: project.owner.token,
    params: { project_id: project.id, id },
    body: {},
  });

it('a dropshipper reports a payment with its receipt, which both sides open', async () => {
  const made = await report([await upload(client), await upload(client, 'екран.PNG')]);
  expect([made.status, made.body.files]).toEqual([201, 2]);
  for (const who of [client, project.owner]) {
    const { items } = (await list(who, made.body.id)).body;
    expect(items.map(({ name, kept }) => [name, kept])).toEqual([
      ['квитанція.pdf', false],
      ['екран.PNG', false],
    ]);
    expect((await app.app.server.inject({ url: items[0]?.url ?? '' })).body).toBe('%PDF');
  }
});

it('what a payment was decided by stays; what came later may go, and more may come', async () => {
  const { body: payment } = await report([await upload(client)]);
  const wrong = (await attach(client, payment.id, await upload(client))).body;
  expect((await remove(client, payment.id, wrong.id)).status).toBe(204);
  await confirm(payment.id);
  const [kept] = (await list(client, payment.id)).body.items;
  expect(kept?.kept).toBe(true);
  const refused = await remove(project.owner, payment.id, kept?.id ?? '');
  expect([refused.status, refused.error.code]).toEqual([409, 'payments.file_kept']);
  const later = (await attach(project.owner, payment.id, await upload(project.owner))).body;
  expect(later.kept).toBe(false);
  expect((await remove(project.owner, payment.id, later.id)).status).toBe(204);
  expect((await remove(project.owner, payment.id, later.id)).error.code).toBe('payments.no_file');
});

it('takes pictures and PDFs of one’s own, up to ten, and nothing half done', async () => {
  const sheet = await report([await upload(client), await upload(client, 'таблиця.xlsx')]);
  expect([sheet.status, sheet.error.code]).toEqual([422, 'payments.not_a_receipt']);
  expect(sheet.error.details).toMatchObject([{ path: 'files.1' }]);
  const foreign = await report([await upload(project.owner)]);
  expect([foreign.status, foreign.error.code]).toEqual([404, 'files.not_found']);
  const [count] = await app.sql<{ n: number }>(
    project.id,
    'select count(*)::int as n from payments where project_id = $1',
    [project.id],
  );
  expect(count?.n).toBe(0);
  const { body: payment } = await report([await upload(client)]);
  for (let n = 1; n < 10; n += 1) await attach(client, payment.id, await upload(client));
  const full = await attach(client, payment.id, await upload(client));
  expect([full.status, full.error.code]).toEqual([409, 'payments.too_many_files']);
});

it('another dropshipper neither sees nor changes them', async () => {
  const { body: payment } = await report([await upload(client)]);
  const id = (await list(client, payment.id)).body.items[0]?.id ?? '';
  for (const answer of [
    await list(stranger, payment.id),
    await attach(stranger, payment.id, await upload(stranger)),
    await remove(stranger, payment.id, id),
  ])
    expect([answer.status, answer.error.code]).toEqual([404, 'payments.not_found']);
});
