import { createApiKey } from '@lanka/domain/api_keys/contract';
import * as contract from '@lanka/domain/billing/contract';
import { listProducts } from '@lanka/domain/catalog/contract';
import { listMyChanges } from '@lanka/domain/changes/contract';
import { moveOrder } from '@lanka/domain/orders/contract';
import { createMyFeed, type FeedDetails } from '@lanka/domain/outfeeds/contract';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { fetched } from '../../test/fetched';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';
import { makeDropshipper, makeVariants, orderBody, placeOrder, type TestDropshipper } from '../../test/trade';
import { buildJob } from '../outfeeds/build';
import { refreshProject } from '../outfeeds/refresh';
import { settingsOf } from '../outfeeds/settings';
import { issueAt, issueInvoices, withholdDue } from './jobs';

let app: TestApp;
let staff: TestUser;
let project: TestProject;
let seller: TestDropshipper;
beforeAll(async () => {
  app = await testApp({
    ...{ BILLING_RECIPIENT: 'ТОВ «Ланка»', BILLING_IBAN: 'UA213223130000026007233566001', BILLING_CODE: '32855961' },
  });
  staff = await app.user('Операторка');
  await app.sql(null, `update users set platform_role = 'Staff' where id = $1`, [staff.id]);
});
afterAll(() => app.close());

const owner = () => app.tokenOf(project.owner.id);
const ofSeller = () => app.tokenOf(seller.id);

/** Whether the feed sells anything, once it has been looked at as its job does. */
async function sells({ id, address }: FeedDetails): Promise<boolean> {
  await refreshProject(app.app.services, project.id);
  const [row] = await app.sql<{ wanted: boolean }>(
    project.id,
    'select wanted_at is not null as wanted from outfeeds where id = $1',
    [id],
  );
  if (row?.wanted) await buildJob.run(app.app.services, { project_id: project.id, feed_id: id } as never);
  const { status, text } = await fetched(app, { address });
  expect(status).toBe(200);
  return text.includes('available="true"');
}

it('programs read on for six days, hear on the seventh, and hear again of the payment', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-05T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const to = (day: string) => vi.setSystemTime(new Date(`${day}T08:00:00Z`));
  const fresh = await app.project();
  project = { ...fresh, owner: { ...fresh.owner, token: await app.tokenOf(fresh.owner.id) } };
  const params = { project_id: project.id };
  const subscription_plan = 'manufacturer-premium-monthly';
  await app.call(contract.setProjectPlan, { token: await owner(), params, body: { subscription_plan } });
  seller = await makeDropshipper(app, project);
  const [variant = ''] = await makeVariants(app, project, [{ stock: 7, recommended_price: 80_000 }]);
  const order = await placeOrder(app, project, await ofSeller(), orderBody({ [variant]: 1 }, { send: true }));
  const key = (
    await app.call(createApiKey, {
      ...{ token: await owner(), params, body: { name: 'Сайт', scopes: ['products.read'] } },
    })
  ).body.key;
  const feed = (
    await app.call(createMyFeed, {
      ...{ token: await ofSeller(), body: { ...settingsOf('rozetka'), project_id: project.id } },
    })
  ).body;
  await buildJob.run(app.app.services, { project_id: project.id, feed_id: feed.id } as never);
  const reads = async () => (await app.call(listProducts, { token: key, params, query: {} })).status;
  let cursor = (await app.call(listMyChanges, { token: await ofSeller(), query: {} })).body.cursor;
  /** What the dropshipper's programs are told of his suppliers since. */
  const heard = async () => {
    const { body } = await app.call(listMyChanges, { token: await ofSeller(), query: { after: cursor } });
    cursor = body.cursor;
    return body.items.filter(({ kind }) => kind === 'supplier').map(({ id, what }) => [id, what]);
  };

  to('2027-02-01');
  await issueAt(app.app.services, new Date());
  const [invoice] = (await app.call(contract.listInvoices, { token: await owner(), params })).body.items;
  await heard();
  // the last day is the 4th: only reading goes on from the 5th, and the 11th is its seventh day
  to('2027-02-11');
  await withholdDue(app.app.services);
  expect([await reads(), await sells(feed), await heard()]).toEqual([200, true, []]);
  to('2027-02-12');
  expect([await reads(), await sells(feed)]).toEqual([402, false]);
  await Promise.all([withholdDue(app.app.services), withholdDue(app.app.services)]);
  expect(await heard()).toEqual([[project.id, 'changed']]);
  await withholdDue(app.app.services);
  expect(await heard()).toEqual([]);
  // what is under way is finished all the same
  for (const status of ['Ready', 'Sent', 'Complete'] as const) {
    const moved = await app.call(moveOrder, {
      ...{ token: await owner(), params: { ...params, id: order.body.id }, body: { to: status } },
    });
    expect([moved.status, moved.body.status]).toEqual([200, status]);
  }
  await heard();
  await app.call(contract.settlePlanInvoice, {
    token: await app.tokenOf(staff.id),
    ...{ params: { id: invoice?.id ?? '' }, body: { paid_on: '2027-02-12' } },
  });
  expect([await reads(), await sells(feed), await heard()]).toEqual([200, true, [[project.id, 'changed']]]);
}, 60_000);

it('a project that cannot be told of stops neither the others nor the invoices', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-05T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const made = [await app.project(), await app.project()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const ids = made.map(({ id }) => id);
  for (const { id, owner: by } of made)
    await app.call(contract.setProjectPlan, {
      ...{ token: await app.tokenOf(by.id), params: { project_id: id } },
      body: { subscription_plan: 'manufacturer-basic-monthly' },
    });
  vi.setSystemTime(new Date('2027-03-20T08:00:00Z'));
  for (const id of ids)
    await app.sql(id, `update projects set restricted_from = '2027-01-01', withheld = false where id = $1`, [id]);
  const [broken = '', sound = ''] = ids;
  await app.sql(null, `alter table projects add constraint broken check (id <> '${broken}' or not withheld)`);
  onTestFinished(() => app.sql(null, 'alter table projects drop constraint broken').then(() => undefined));
  expect(await withholdDue(app.app.services)).toBe(1);
  const [told] = await app.sql<{ withheld: boolean }>(sound, 'select withheld from projects where id = $1', [sound]);
  expect(told?.withheld).toBe(true);
  await expect(issueInvoices.run(app.app.services, undefined as never)).rejects.toThrow('1 projects');
  const rows = await app.sql<{ id: string; invoices: number }>(
    null,
    `select payer_id as id, count(*)::int as invoices from plan_invoices where payer_id = any($1) group by 1 order by 1`,
    [ids],
  );
  expect(rows.map(({ id, invoices }) => [id, invoices])).toEqual([
    [broken, 2],
    [sound, 2],
  ]);
});
