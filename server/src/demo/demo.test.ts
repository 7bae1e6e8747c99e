import { readAudit } from '@lanka/domain/audit/contract';
import { productsSummary } from '@lanka/domain/catalog/contract';
import { listDemoMails, listLetterKinds, readDemo, readDemoMail } from '@lanka/domain/demo/contract';
import { listSources } from '@lanka/domain/feeds/sources';
import { currentUser, signIn } from '@lanka/domain/identity/contract';
import { allowed, LIMITED } from '@lanka/domain/kit/plans';
import { listMyMutual, listOffsets } from '@lanka/domain/offsets/contract';
import { countOrders, listMyOrders, listOrders, OrderStatus } from '@lanka/domain/orders/contract';
import { readMapping } from '@lanka/domain/outfeeds/contract';
import { listAccessChanges, listPastSuppliers } from '@lanka/domain/partners/access';
import { listCounterparties } from '@lanka/domain/partners/contract';
import { countPayments, listBalances } from '@lanka/domain/payments/contract';
import { readInvitation } from '@lanka/domain/projects/contract';
import { listPlanPrices } from '@lanka/domain/site/contract';
import { listStaticData } from '@lanka/domain/static_data/contract';
import { listTurnover } from '@lanka/domain/turnover/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../test/harness';
import * as slices from '../app';
import { routesOf } from '../kit/slice';
import { lockLoading } from './demo.store';
import { loadDemoIfEmpty } from './load';
import { FIRST_DAY, MONTHS } from './months';
import { demoSignIns } from './sign-ins';

let app: TestApp;
/** How the demo that everything here looks at came to be: a load that fails, then two processes that start at once. */
const loads: { failed?: string; left?: readonly unknown[]; atOnce?: readonly string[] } = {};

beforeAll(async () => {
  app = await testApp();
  const load = () => loadDemoIfEmpty(app.app.services, routesOf(slices));
  const { storage } = app.app.services;
  const write = storage.write;
  storage.write = () => Promise.reject(new Error('the disk is full'));
  loads.failed = await load().catch((error: Error) => error.message);
  storage.write = write;
  loads.left = await app.sql(null, 'select 1 from users union all select 1 from deployment');
  const started = performance.now();
  loads.atOnce = await Promise.all([load(), load()]);
  console.info(`the demo was loaded in ${Math.round(performance.now() - started)} ms`);
});

afterAll(() => app.close());

async function enter(who: string): Promise<{ token: string; projects: { id: string; title: string }[] }> {
  const body = { email: `${who}@demo.lanka.test`, password: 'lanka-demo' };
  const { body: tokens } = await app.call(signIn, { body });
  const me = await app.call(currentUser, { token: tokens.access_token });
  return { token: tokens.access_token, projects: me.body.projects };
}

test('everybody of the list can sign in', async () => {
  const { body } = await app.call(readDemo, {});
  expect(body).toMatchObject({ demo: true, outbox: true });
  expect(body.sign_ins?.map(({ role }) => role)).toEqual(['supplier', 'manager', 'dropshipper', 'operator']);
  for (const { email, password } of body.sign_ins ?? [])
    expect((await app.call(signIn, { body: { email, password } })).status).toBe(200);
  expect((await demoSignIns(app.app.services)).join('\n')).toContain('lanka-demo');
});

test('everybody is past the onboarding with a plan that fits; the operator is Staff and nobody else', async () => {
  const me = async (who: string) => (await app.call(currentUser, { token: (await enter(who)).token })).body;
  const supplier = await me('supplier');
  expect(supplier).toMatchObject({ onboarded: true, email_confirmed: true, platform_role: null });
  const plan = supplier.projects[0]?.subscription_plan ?? null;
  expect(plan).toMatch(/^manufacturer-/);
  expect((await me('shoes')).projects[0]?.subscription_plan).toMatch(/^manufacturer-/);
  const dropshipper = await me('dropshipper');
  expect(dropshipper).toMatchObject({ onboarded: true, subscription_plan: 'dropshipper-standard-monthly' });
  expect(dropshipper.billing_account.subscription_plan_since).not.toBeNull();
  expect(await me('operator')).toMatchObject({ onboarded: true, email_confirmed: true, platform_role: 'Staff' });
  expect(await me('manager')).toMatchObject({ onboarded: true, platform_role: null });
  // a higher price of his plan is shown before it comes
  const { items: prices } = (await app.call(listPlanPrices, {})).body;
  const own = prices.find((one) => one.plan === plan);
  expect(own?.next?.price).toBeGreaterThan(own?.price ?? 0);
  // the demo does not live beyond its means
  for (const who of ['supplier', 'shoes']) {
    const { projects } = await me(who);
    const { id = '', subscription_plan = null } = projects[0] ?? {};
    const [used] = await app.sql<{
      products: number;
      product_variants: number;
      collaborators: number;
      storage: number;
    }>(
      id,
      `select (select count(*)::int from products) as products, (select count(*)::int from product_variants) as product_variants,
         (select count(*)::int from memberships where role not in ('Owner', 'Client') and ended_at is null) as collaborators,
         (select bytes::int from storage_totals where owner_id = project_id) as storage`,
    );
    // and its photos take some of its storage
    expect(used?.storage).toBeGreaterThan(50_000);
    for (const what of LIMITED)
      expect(used?.[what]).toBeLessThanOrEqual(allowed(subscription_plan, what) ?? Number.POSITIVE_INFINITY);
  }
});

test('developers see every kind of letter in both languages', async () => {
  const { items } = (await app.call(listLetterKinds)).body;
  expect(items.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['identity.new_password', 'projects.invitation']),
  );
  for (const { ua, en } of items) {
    expect(ua.html).toContain('<html lang="uk"');
    expect(en.html).toContain('<html lang="en"');
    expect(ua.plain).not.toBe(en.plain);
  }
});

test('the self-check is green in every project', async () => {
  for (const who of ['supplier', 'shoes']) {
    const { token, projects } = await enter(who);
    const { body } = await app.call(readAudit, { params: { project_id: projects[0]?.id ?? '' }, token });
    expect(body.checks.flatMap(({ differences }) => differences)).toEqual([]);
    expect(body.ok).toBe(true);
  }
});

test('two makers deal both ways: one act of offset between their projects is agreed, one waits', async () => {
  for (const [who, title] of [
    ['pottery', 'Глина й вогонь'],
    ['candles', 'Свічки Софії'],
  ] as const) {
    const { token, projects } = await enter(who);
    const params = { project_id: projects.find((one) => one.title === title)?.id ?? '' };
    const { items } = (await app.call(listOffsets, { params, token })).body;
    expect(items.map(({ status }) => status).sort()).toEqual(['agreed', 'sent']);
    const owed = (await app.call(listMyMutual, { token })).body.items;
    expect(owed).toMatchObject([{ own_project: params }]);
    const { body } = await app.call(readAudit, { params, token });
    expect(body.checks.flatMap(({ differences }) => differences)).toEqual([]);
  }
});

test('a dropshipper has left: the supplier reads why, and both see what is still to be settled', async () => {
  const { token } = await enter('nina');
  const [past] = (await app.call(listPastSuppliers, { token })).body.items;
  expect(past).toMatchObject({ title: 'Текстиль-Плюс', end: 'left' });
  expect(past?.balance).toBeLessThan(0);
  const supplier = await enter('supplier');
  const params = { project_id: past?.project_id ?? '' };
  const found = (await app.call(listCounterparties, { params, token: supplier.token, query: { q: 'Ніна Кравець' } }))
    .body;
  const at = { ...params, id: found.items[0]?.id ?? '' };
  const [last] = (await app.call(listAccessChanges, { params: at, token: supplier.token })).body.items;
  expect(last).toMatchObject({ kind: 'left', reason: expect.stringContaining('Закриваю магазин') });
});

test('what is read by the clock is a feed that the product itself serves, and is not read while journeys go', async () => {
  const { token, projects } = await enter('supplier');
  const params = { project_id: projects[0]?.id ?? '' };
  const { items } = (await app.call(listSources, { params, token })).body;
  expect(items).toMatchObject([{ active: true, trouble: null, last_run: null }]);
  const [source] = items;
  expect(Date.parse(source?.next_at ?? '') - Date.now()).toBeGreaterThan(10 * 3_600_000);
  const { pathname } = new URL(source?.url ?? '');
  // 503: it is built as soon as jobs run
  expect([200, 503]).toContain((await app.app.server.inject({ url: pathname })).statusCode);
  const mapped = await app.call(readMapping, { params: { ...params, market: 'google' }, token });
  expect(mapped.body.categories.filter(({ name }) => name !== '').length).toBeGreaterThan(3);
  expect(mapped.body.unmapped.categories).toBeGreaterThan(0);
});

test('there is something in every state to look at', async () => {
  const { token, projects } = await enter('supplier');
  const params = { project_id: projects[0]?.id ?? '' };
  const orders = (await app.call(countOrders, { params, token })).body;
  expect(orders.total).toBeGreaterThanOrEqual(60);
  expect(Object.keys(orders.by_status).sort()).toEqual([...OrderStatus.options].sort());
  const partly = await app.call(listOrders, { params, token, query: { partly_sent: true } });
  expect(partly.body.items).toMatchObject([{ parcels: 2, partly_sent: true }]);
  const ofSites = await app.call(listOrders, { params, token, query: { source: 'Сайт' } });
  expect(ofSites.body.items.filter(({ external_number }) => external_number !== null).length).toBeGreaterThan(3);
  const goods = (await app.call(productsSummary, { params, token })).body;
  expect(goods.products).toBeGreaterThanOrEqual(40);
  expect(goods.unpublished).toBeGreaterThan(0);
  expect(goods.out_of_stock).toBeGreaterThan(0);
  const siteData = (await app.call(listStaticData, { params, token })).body.items;
  expect(new Set(siteData.map(({ content }) => content.type))).toEqual(new Set(['text', 'list', 'number', 'picture']));
  const documents = (await app.call(listTurnover, { params, token, query: { limit: 200 } })).body.items;
  expect(new Set(documents.map(({ status }) => status))).toEqual(new Set(['draft', 'posted', 'reversed']));
  expect(new Set(documents.map(({ flow, type }) => `${flow} ${type}`)).size).toBeGreaterThanOrEqual(5);
  expect(documents.some(({ expected, count }) => expected > 0 && expected < count)).toBe(true);
  const payments = (await app.call(countPayments, { params, token })).body;
  expect(payments.pending).toBeGreaterThan(0);
  expect(payments.confirmed).toBeGreaterThan(5);
});

test('the dropshipper owes one supplier and has money with the other; his orders lie in the past, in order', async () => {
  const { token } = await enter('dropshipper');
  const balances = (await app.call(listBalances, { token })).body.items;
  const of = (title: string) => balances.find(({ project_title }) => project_title === title)?.balance ?? 0;
  expect(of('Текстиль-Плюс')).toBeLessThan(0);
  expect(of('Взуття Карпат')).toBeGreaterThan(0);
  const { items } = (await app.call(listMyOrders, { token, query: { limit: 200 } })).body;
  const ages = items.map(({ created_at }) => (Date.now() - Date.parse(created_at)) / 86_400_000);
  expect(Math.max(...ages)).toBeGreaterThan(120);
  expect(Math.max(...ages)).toBeLessThan(FIRST_DAY);
  expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
  for (const { created_at, updated_at, sent_to_manager_at } of items) {
    expect(Date.parse(updated_at)).toBeGreaterThanOrEqual(Date.parse(created_at));
    expect(Date.parse(updated_at)).toBeLessThanOrEqual(Date.now());
    if (sent_to_manager_at) expect(Date.parse(sent_to_manager_at)).toBeGreaterThanOrEqual(Date.parse(created_at));
  }
});

test('forty dropshippers have their months: of each there are orders, payments and returns in each supplier’s', async () => {
  for (const who of ['supplier', 'shoes']) {
    const { projects } = await enter(who);
    const [told] = await app.sql<{ dropshippers: number; orders: number; payments: number; returns: number }>(
      projects[0]?.id ?? '',
      `select (select count(distinct user_id)::int from memberships where role = 'Client' and ended_at is null) as dropshippers,
         (select count(distinct date_trunc('month', created_at))::int from orders where shipped_at is not null) as orders,
         (select count(distinct date_trunc('month', date))::int from payments where status = 'confirmed') as payments,
         (select count(distinct date_trunc('month', created_at))::int from returns) as returns`,
    );
    expect(told?.dropshippers).toBeGreaterThanOrEqual(who === 'shoes' ? 35 : 10);
    for (const months of [told?.orders, told?.payments]) expect(months).toBeGreaterThanOrEqual(MONTHS);
    expect(told?.returns).toBeGreaterThanOrEqual(MONTHS - 1);
  }
});

test('what was posted of an order or a return names it, in the months before too', async () => {
  for (const who of ['supplier', 'shoes']) {
    const { projects } = await enter(who);
    const nameless = await app.sql(
      projects[0]?.id ?? '',
      `select purpose, day from postings where ref_kind in ('order', 'return_item') and comment !~ '^№ [0-9]+'`,
    );
    expect(nameless).toEqual([]);
  }
});

test('nothing happens after its effect, and no row lies in the future', async () => {
  const { projects } = await enter('supplier');
  const wrong = await app.sql<{ what: string }>(
    projects[0]?.id ?? '',
    `select 'order ' || id as what from orders where shipped_at < created_at or charged_at is distinct from shipped_at
       or (status in ('Sent', 'Complete')) <> (shipped_at is not null)
     union all select 'payment ' || id from payments where processed_at < created_at or created_at > now()
     union all select 'booking ' || id from bookings where updated_at < created_at
     union all select 'posting ' || p.id from postings p
       join postings q on q.counterparty_id = p.counterparty_id and q.sequence < p.sequence and q.created_at > p.created_at
     union all select 'movement ' || id from stock_movements where created_at > now()`,
  );
  expect(wrong).toEqual([]);
});

test('everybody is told already of what happened, in every project', async () => {
  const ids = (await app.sql<{ id: string }>(null, 'select id from projects')).map(({ id }) => id).join(',');
  expect(await app.sql(ids, 'select kind from notice_events')).toEqual([]);
  const [told] = await app.sql<{ projects: number }>(
    ids,
    'select count(distinct project_id)::int as projects from notices',
  );
  expect(told?.projects).toBeGreaterThan(2);
});

test('the outbox shows letters to people of the demo alone', async () => {
  const all = async () => (await app.call(listDemoMails, { query: { limit: 200 } })).body.items;
  const before = await all();
  expect(before.every(({ recipient }) => recipient.endsWith('@demo.lanka.test'))).toBe(true);
  const id = crypto.randomUUID();
  await app.sql(
    null,
    `insert into mails (id, recipient, subject, html, plain, status)
     values ($1, 'olena@example.com', 'Новий пароль', '', '', 'kept')`,
    [id],
  );
  expect(await all()).toEqual(before);
  expect((await app.call(readDemoMail, { params: { id } })).error.code).toBe('demo.no_mail');
});

test('letters can be read, and the link of an open invitation works', async () => {
  const { body } = await app.call(listDemoMails, { query: { limit: 200 } });
  const found = body.items.find(({ recipient }) => recipient === 'malva@demo.lanka.test');
  const letter = (await app.call(readDemoMail, { params: { id: found?.id ?? '' } })).body;
  const token = /[?&]token=([\w-]+)/.exec(letter.plain)?.[1] ?? '';
  expect((await app.call(readInvitation, { params: { token } })).body).toMatchObject({
    role: 'Client',
    project_title: 'Текстиль-Плюс',
  });
  const unknown = { params: { id: '019a0000-0000-7000-8000-000000000000' } };
  expect((await app.call(readDemoMail, unknown)).error.code).toBe('demo.no_mail');
});

test('a second load does nothing', async () => {
  const count = () => app.sql<{ n: number }>(null, 'select count(*)::int as n from users');
  const before = await count();
  expect(await loadDemoIfEmpty(app.app.services, routesOf(slices))).toBe('kept');
  expect(await count()).toEqual(before);
});

test('without the demo nothing of it shows', async () => {
  const own = await testApp();
  try {
    await own.user('Хтось');
    expect(await loadDemoIfEmpty(own.app.services, routesOf(slices))).toBe('not_empty');
    expect((await own.call(readDemo, {})).body).toEqual({ demo: false, outbox: false });
    expect((await own.call(listDemoMails, {})).error.code).toBe('demo.no_outbox');
    expect((await own.call(listLetterKinds, {})).error.code).toBe('demo.no_letters');
    expect(await demoSignIns(own.app.services)).toEqual([]);
  } finally {
    await own.close();
  }
});

test('who comes while another process loads waits for it, however long it takes', async () => {
  const { db } = app.app.services;
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  const comes = () =>
    db.transaction({}, async (tx) => {
      await tx.execute('set local lock_timeout = 1'); // in place of the seconds that a statement waits for a lock
      await lockLoading(tx);
      return 'came';
    });
  const { second } = await db.transaction({}, async (first) => {
    await lockLoading(first);
    const second = comes().catch((error: Error) => error);
    await vi.waitFor(async () => expect(await app.sql(null, waiting)).toHaveLength(1), { timeout: 60_000 });
    return { second };
  });
  expect(await second).toBe('came');
});

test('two processes that start at once load one demo; a failed load leaves nothing', () => {
  expect(loads).toMatchObject({ failed: 'the disk is full', left: [] });
  expect(loads.atOnce?.toSorted()).toEqual(['kept', 'loaded']);
});
