import { createApiKey, listApiKeys, readCurrentKey } from '@lanka/domain/api_keys/contract';
import { readAudit } from '@lanka/domain/audit/contract';
import { listProducts } from '@lanka/domain/catalog/contract';
import { currentUser } from '@lanka/domain/identity/contract';
import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import { listOrders, OrderStatus } from '@lanka/domain/orders/contract';
import { listCounterparties } from '@lanka/domain/partners/contract';
import { createPayment } from '@lanka/domain/payments/contract';
import {
  deleteProject,
  inviteUser,
  listDeletedProjects,
  createProject as makeProject,
} from '@lanka/domain/projects/contract';
import * as contract from '@lanka/domain/sandbox/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { deliverIn } from '../notices/deliver';
import { eraseSandbox, removeErased, sweepAt } from './erase';
import { fill } from './fill';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ API_CALLS_PER_MINUTE: '100000' });
});
afterAll(() => app.close());

const by = (project: TestProject) => ({ token: project.owner.token, params: { project_id: project.id } });
const read = async (project: TestProject) => (await app.call(contract.readSandbox, by(project))).body;
const make = (project: TestProject, replaces: string | null = null) =>
  app.call(contract.createSandbox, { ...by(project), body: { replaces } });
async function made(project: TestProject) {
  const answer = await make(project);
  expect(answer.status, JSON.stringify(answer.error)).toBe(201);
  await fill(app.app.services, answer.body.sandbox.id);
  return { ...answer.body.sandbox, key: answer.body.key };
}
const current = (key: string) => app.call(readCurrentKey, { token: key });
/** Rows of each table that has any of this tenant. */
async function rowsOf(id: string): Promise<string[]> {
  const tables = await app.sql<{ name: string }>(
    null,
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  );
  const any = tables.map(
    ({ name }) => `select '${name}' as name where exists (select from ${name} where project_id = $1)`,
  );
  const left = await app.sql<{ name: string }>(id, any.join(' union all '), [id]);
  return left.map(({ name }) => name).sort();
}

describe('a sandbox', () => {
  let project: TestProject;
  let box: Awaited<ReturnType<typeof made>>;
  const inside = () => ({ token: box.key, params: { project_id: box.id } });
  beforeAll(async () => {
    project = await app.project('Майстерня');
    expect(await read(project)).toMatchObject({ sandbox: null, allowed: true, limits: { calls_per_minute: 60 } });
    box = await made(project);
  });

  it('is made by one press, with data whose books agree and a key of all scopes', async () => {
    expect(box).toMatchObject({ until: daysAfter(kyivDate(new Date()), 14), days_left: 14 });
    expect((await read(project)).sandbox).toMatchObject({ id: box.id, filled: true });
    // done once, however often
    await fill(app.app.services, box.id);
    const { body: key } = await current(box.key);
    expect(key.owner).toMatchObject({ kind: 'project', id: box.id });
    expect(key.limits).toMatchObject({ allowed: { requests: 5_000 }, calls_per_minute: 60 });
    const goods = await app.call(listProducts, { ...inside(), query: { limit: 1 } });
    // three more are drafts, which stand in no list unless they are asked for
    expect(goods.body.total).toBe(57);
    expect(await app.sql(box.id, 'select count(*)::int as n from products')).toEqual([{ n: 60 }]);
    const orders = await app.call(listOrders, { ...inside(), query: { limit: 100 } });
    expect(orders.body.items).toHaveLength(30);
    const shown = new Set(orders.body.items.map(({ status }) => status));
    expect(OrderStatus.options.filter((status) => !shown.has(status))).toEqual([]);
    // one comes with every project
    const parties = await app.call(listCounterparties, inside());
    expect(parties.body.items).toHaveLength(6);
    expect(parties.body.items.some(({ balance }) => balance !== 0)).toBe(true);
    const audit = await app.call(readAudit, { token: project.owner.token, params: { project_id: box.id } });
    expect(audit.body.checks.filter(({ differences_total }) => differences_total > 0)).toEqual([]);
    expect(audit.body.ok).toBe(true);
  });

  it('is no second own project, is billed for nothing and stands nowhere', async () => {
    const me = await app.call(currentUser, { token: project.owner.token });
    expect(me.body.projects.find(({ id }) => id === box.id)).toMatchObject({
      sandbox_until: box.until,
      restriction: null,
    });
    const rows = await app.sql(
      null,
      `select listed, billed_from, trial_until, restricted_from, extra_orders from projects where id = $1`,
      [box.id],
    );
    const nothing = { listed: false, billed_from: null, trial_until: null, restricted_from: null, extra_orders: false };
    expect(rows).toEqual([nothing]);
    const audit = async () =>
      (await app.call(readAudit, { token: project.owner.token, params: { project_id: box.id } })).body.ok;
    await app.sql(null, 'update projects set listed = true where id = $1', [box.id]);
    expect(await audit()).toBe(false);
    await app.sql(null, 'update projects set listed = false where id = $1', [box.id]);
    expect(await audit()).toBe(true);
  });

  it('reaches nobody: what goes outside is closed, what is told stays on the bell', async () => {
    const staff = { token: project.owner.token, params: { project_id: box.id } };
    const invited = await app.call(inviteUser, { ...staff, body: { email: 'nobody@example.com', role: 'Manager' } });
    const deleted = await app.call(deleteProject, staff);
    const another = await app.call(contract.createSandbox, { ...staff, body: {} });
    for (const { status, error } of [invited, deleted, another])
      expect([status, error.code]).toEqual([403, 'projects.in_sandbox']);
    // somebody who would be told by letter
    const user = await app.member({ ...project, id: box.id }, 'Administrator');
    await app.sql(
      box.id,
      `insert into notice_choices (project_id, user_id, area, app, mail, bot)
      select project_id, $2, a, true, 'now', 'now' from memberships, unnest(array['orders', 'payments', 'stock']) a
      where project_id = $1 and user_id = $2`,
      [box.id, user.id],
    );
    const { items } = (await app.call(listCounterparties, inside())).body;
    const body = {
      counterparty_id: items[0]?.id ?? '',
      type: 'receipt' as const,
      amount: 5_000,
      account: 'bank' as const,
    };
    const before = await app.sql(null, 'select count(*)::int as n from mails');
    const paid = await app.call(createPayment, {
      ...inside(),
      body: { ...body, date: kyivDate(new Date()), comment: '' },
    });
    expect(paid.status).toBe(201);
    await deliverIn(app.app.services, box.id);
    expect(await app.sql(box.id, 'select count(*)::int as n from notice_events')).toEqual([{ n: 0 }]);
    expect(await app.sql(null, 'select count(*)::int as n from mails')).toEqual(before);
  });

  it('has small limits that can be met: 429 for a month, and for a minute', async () => {
    const month = `${kyivDate(new Date()).slice(0, 7)}-01`;
    await app.app.services.meter.settle();
    const set = (requests: number) =>
      app.sql(
        box.id,
        `insert into api_use (project_id, key_id, month, requests, bytes) values ($1, $1, $2, $3, 0)
         on conflict (project_id, key_id, month) do update set requests = $3`,
        [box.id, month, requests],
      );
    await set(5_000);
    const over = await current(box.key);
    expect([over.status, over.error.code]).toEqual([429, 'plans.api_requests_limit']);
    await set(0);
    const answers = await Promise.all(Array.from({ length: 61 }, () => current(box.key)));
    expect(answers.map(({ error }) => error?.code)).toContain('common.too_many');
  });

  it('gets another key, and the one before it ends', async () => {
    const { body } = await app.call(contract.createSandboxKey, by(project));
    expect(body.sandbox.id).toBe(box.id);
    expect((await current(box.key)).status === 200).toBe(false);
    expect((await current(body.key)).status).toBe(200);
    box = { ...box, key: body.key };
  });
});

describe('two presses at once', () => {
  it('make one sandbox; the one that is not known is replaced by nobody', async () => {
    const project = await app.project('Двічі');
    const answers = await Promise.all([make(project), make(project)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const living = await app.sql(null, 'select id from projects where sandbox_of = $1', [project.id]);
    expect(living).toHaveLength(1);
    const [first] = answers.filter(({ status }) => status === 201);
    const again = await make(project, first?.body.sandbox.id ?? '');
    expect(again.status).toBe(201);
    expect((await current(first?.body.key ?? '')).error.code).toBe('api_keys.revoked');
    expect((await current(again.body.key)).status).toBe(200);
    expect((await read(project)).sandbox?.id).toBe(again.body.sandbox.id);
  });
});

describe('a sandbox that is thrown away', () => {
  it('is closed at once, while calls by its key run, and leaves no row and no file', async () => {
    const project = await app.project('Викинути');
    const before = await rowsOf(project.id);
    const box = await made(project);
    const [variant] = await app.sql<{ id: string }>(box.id, 'select id from product_variants order by id limit 1');
    const [picture] = await app.sql<{ file_name: string }>(box.id, 'select file_name from product_images limit 1');
    expect(await app.app.services.storage.size(picture?.file_name ?? '')).toBeGreaterThan(0);
    const params = { project_id: box.id, id: variant?.id ?? '' };
    const write = () => app.call(changeStock, { token: box.key, params, body: { delta: 1, comment: 'Проба' } });
    const writes = Array.from({ length: 12 }, write);
    const gone = await app.call(contract.deleteSandbox, by(project));
    expect(gone.status).toBe(204);
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect((await current(box.key)).error.code).toBe('api_keys.revoked');
    expect((await app.call(contract.deleteSandbox, by(project))).error.code).toBe('sandbox.not_found');
    expect((await read(project)).sandbox).toBeNull();
    const me = await app.call(currentUser, { token: project.owner.token });
    expect(me.body.projects.map(({ id }) => id)).toEqual([project.id]);
    const restorable = await app.call(listDeletedProjects, { token: project.owner.token });
    expect(restorable.body.items).toEqual([]);

    await app.app.services.meter.settle();
    await eraseSandbox(app.app.services, box.id, false);
    expect(await rowsOf(box.id)).toEqual([]);
    expect(await rowsOf(project.id)).toEqual(before);
    await removeErased.run(app.app.services, { keys: [picture?.file_name ?? ''] } as never);
    expect(await app.app.services.storage.size(picture?.file_name ?? '')).toBeNull();
    // what a late writer has added goes with the last look
    await app.sql(null, `update projects set deleted_at = now() - interval '2 days' where id = $1`, [box.id]);
    await app.sql(box.id, `insert into counters (project_id, name, value) values ($1, 'late', 1)`, [box.id]);
    await sweepAt(app.app.services, new Date());
    expect(await rowsOf(box.id)).toEqual([]);
    expect(await app.sql(null, 'select id from projects where id = $1', [box.id])).toEqual([]);
  });

  it('ends by itself when its day comes, and erasing touches nothing that lives', async () => {
    const project = await app.project('Строк');
    const { body } = await make(project);
    const box = { ...body.sandbox, key: body.key };
    expect(box.filled).toBe(false);
    await eraseSandbox(app.app.services, box.id, true);
    await eraseSandbox(app.app.services, project.id, true);
    await sweepAt(app.app.services, new Date(Date.now() + 13 * 86_400_000));
    expect((await current(box.key)).status).toBe(200);
    await sweepAt(app.app.services, new Date(Date.now() + 14 * 86_400_000));
    expect((await current(box.key)).error.code).toBe('api_keys.revoked');
    expect((await read(project)).sandbox).toBeNull();
    expect((await app.call(listApiKeys, by(project))).status).toBe(200);
  });
});

it('is for plans that have the API, and its owner may have no second project of his own by it', async () => {
  const project = await app.project('Базовий');
  await app.sql(null, `update projects set subscription_plan = 'manufacturer-basic-monthly' where id = $1`, [
    project.id,
  ]);
  expect(await read(project)).toMatchObject({ allowed: false, plans: ['manufacturer-premium-monthly'] });
  expect((await make(project)).error.code).toBe('plans.api_not_included');
  expect((await app.call(createApiKey, { ...by(project), body: { name: 'x', scopes: ['orders.read'] } })).status).toBe(
    402,
  );
  const fields = {
    ...{ legal_type: 'ФОП' as const, legal_name: 'ФОП Друга', contact_person: 'Друга', title: 'Друга' },
    ...{ edropoy_code: '2958304167', category: 'Інше' as const },
  };
  const second = await app.call(makeProject, { token: project.owner.token, body: { project: fields } });
  expect(second.error.code).toBe('projects.one_of_ones_own');
});
