import { readAudit } from '@lanka/domain/audit/contract';
import * as contract from '@lanka/domain/billing/contract';
import { createProduct } from '@lanka/domain/catalog/contract';
import { listNotices } from '@lanka/domain/notices/contract';
import { listPlanPrices } from '@lanka/domain/site/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type TestApp, type TestUser, testApp } from '../../test/harness';
import { makeDropshipper, makeVariants, orderBody, placeOrder } from '../../test/trade';
import { deliverIn } from '../notices/deliver';
import { issueAt } from './jobs';
import { tellRisesAt } from './rises';

let app: TestApp;
let staff: TestUser;
beforeAll(async () => {
  app = await testApp({
    ...{ BILLING_RECIPIENT: 'ТОВ «Ланка»', BILLING_IBAN: 'UA213223130000026007233566001', BILLING_CODE: '32855961' },
  });
  staff = await app.user('Операторка');
  await app.sql(null, `update users set platform_role = 'Staff' where id = $1`, [staff.id]);
});
afterAll(() => app.close());

/** What the product was built with, written down once more: this file knows no rule of the product. */
const BUILT: Record<string, { price: number; pack: number; orders: number }> = {
  'manufacturer-basic-monthly': { price: 89_00, pack: 89_00, orders: 50 },
  'manufacturer-standard-monthly': { price: 379_00, pack: 59_00, orders: 200 },
  'manufacturer-premium-monthly': { price: 1299_00, pack: 39_00, orders: 1000 },
  'dropshipper-standard-monthly': { price: 43_00, pack: 0, orders: 0 },
  'dropshipper-business-monthly': { price: 378_00, pack: 0, orders: 0 },
};
const MAKERS = Object.keys(BUILT).slice(0, 3);
const SELLERS = Object.keys(BUILT).slice(3);

interface Payer {
  readonly audience: 'manufacturer' | 'dropshipper';
  readonly id: string;
  readonly person: string;
}

/** A leap year. */
const MONTHS = ['2031-12', ...Array.from({ length: 12 }, (_, n) => `2032-${String(n + 1).padStart(2, '0')}`)];
const first = (month: string): string => `${month}-01`;
const monthAt = (n: number): string => first(MONTHS[n] ?? `2033-${String(n - 12).padStart(2, '0')}`);
const daysOf = (month: string): number =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate();
const plusDays = (day: string, n: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + n * 86_400_000).toISOString().slice(0, 10);
const to = (day: string, time = '09:00'): void => void vi.setSystemTime(new Date(`${day}T${time}:00Z`));

const byStaff = async () => ({ token: await app.tokenOf(staff.id) });
async function accountOf({ audience, id, person }: Payer) {
  const token = await app.tokenOf(person);
  return audience === 'manufacturer'
    ? (await app.call(contract.readBilling, { token, params: { project_id: id } })).body
    : (await app.call(contract.readMyBills, { token })).body;
}

/** What is asked before says what is invoiced then. */
async function choose(payer: Payer, plan: string) {
  const { audience, id, person } = payer;
  const token = await app.tokenOf(person);
  const body = { subscription_plan: plan as never };
  const changed = async () =>
    (await invoicesOf(id)).filter(({ kind }) => kind === 'change').map(({ amount }) => amount);
  const now = (await accountOf(payer)).choices.find((one) => one.plan === plan)?.now;
  const before = await changed();
  const answer =
    audience === 'manufacturer'
      ? await app.call(contract.setProjectPlan, { token, params: { project_id: id }, body })
      : await app.call(contract.setMyPlan, { token, body });
  expect(answer.status).toBe(200);
  expect(await changed()).toEqual([...before, ...(now ? [now] : [])]);
}

/** Orders as they count for the plan: the rows alone. */
async function sendOrders(project: string, day: string, count: number) {
  const columns = await app.sql<{ name: string }>(
    project,
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = 'orders'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  const names = columns.map(({ name }) => name).join(', ');
  await app.sql(
    project,
    `insert into orders (${names}) select ${names} from (
       select (jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object('id', gen_random_uuid(),
         'first_sent_on', $2::date, 'number', (select max(number) from orders where project_id = $1) + n))).*
       from (select * from orders where project_id = $1 order by number limit 1) o cross join generate_series(1, $3::int) n) x`,
    [project, day, count],
  );
}

/**
 * One payer's month: a change of plan on any day, the 31st and leap day among them (`late`: half an hour before midnight,
 * which by the clock of summer is half an hour behind it), orders before and after it, a discount from a coming month, the
 * payment.
 */
const ofPayer = fc.record({
  change: fc.option(fc.record({ day: fc.integer({ min: 1, max: 31 }), late: fc.boolean(), plan: fc.nat(2) }), {
    freq: 2,
  }),
  orders: fc.tuple(fc.constantFrom(0, 30, 51), fc.constantFrom(0, 25, 170)),
  discount: fc.option(
    fc.record({
      kind: fc.constantFrom('percent' as const, 'sum' as const),
      value: fc.constantFrom(12_34, 33_00, 100_00),
      from: fc.integer({ min: 1, max: 3 }),
      months: fc.option(fc.nat(3)),
    }),
    { freq: 3 },
  ),
  ends: fc.boolean(),
  pays: fc.option(fc.integer({ min: 3, max: 12 }), { freq: 3 }),
});
const ofMonth = fc.record({
  /** So many days the server was off from the 1st. */
  off: fc.nat(2),
  price: fc.option(
    fc.record({ plan: fc.nat(4), price: fc.integer({ min: 100, max: 150_000 }), from: fc.integer({ min: 1, max: 3 }) }),
    { freq: 2 },
  ),
  payers: fc.tuple(ofPayer, ofPayer, ofPayer),
});

type Happens = typeof ofMonth extends fc.Arbitrary<infer T> ? T : never;

it('a price holds from a coming month on, and what was invoiced stays', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2029-05-18T09:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const plan = 'manufacturer-premium-monthly';
  const set = async (body: object) =>
    app.call(contract.setPlanPrice, { ...(await byStaff()), body: { plan, ...body } as never });
  expect((await set({ from: '2029-05-01', price: 1_500_00 })).error.code).toBe('plan_prices.month_begun');
  expect((await set({ from: '2029-06-01', price: 99 })).status).toBe(400);
  const basic = { plan: 'manufacturer-basic-monthly', from: '2029-06-01', price: 99_00, extra_collaborator: 10_00 };
  expect((await set(basic)).error.code).toBe('plan_prices.not_of_plan');
  // whoever pays hears of a higher price two weeks before; of a lower one nobody has to
  vi.setSystemTime(new Date('2029-05-18T21:00:00Z'));
  const late = await set({ from: '2029-06-01', price: 1_500_00 });
  expect([late.status, late.error.code]).toEqual([422, 'plan_prices.told_too_late']);
  expect((await set({ from: '2029-06-01', price: 1_299_00, extra_orders: 39_01 })).status).toBe(422);
  expect((await set({ from: '2029-06-01', price: 1_298_00 })).status).toBe(200);
  vi.setSystemTime(new Date('2029-05-18T09:00:00Z'));
  // any day of a month says the month; what is left out stays
  expect((await set({ from: '2029-06-17', price: 1_500_00, extra_collaborator: 59_00 })).status).toBe(200);
  const told = async () => (await app.call(listPlanPrices, {})).body.items.find((one) => one.plan === plan);
  expect(await told()).toMatchObject({
    ...{ price: 1299_00, extra_collaborator: 49_00 },
    next: { from: '2029-06-01', price: 1_500_00, old_price: 2600_00, extra_orders: 39_00, extra_collaborator: 59_00 },
  });
  vi.setSystemTime(new Date('2029-05-31T21:30:00Z'));
  expect(await told()).toMatchObject({ price: 1_500_00, next: null });
  const back = async (from: string) =>
    app.call(contract.takeBackPlanPrice, { ...(await byStaff()), params: { plan, from } as never });
  expect((await back('2029-06-01')).error.code).toBe('plan_prices.not_found');
  await set({ from: '2029-09-01', price: 2_000_00 });
  expect([(await back('2029-09-01')).status, (await back('2029-09-01')).status]).toEqual([204, 404]);
  const deeds = await app.sql<{ deed: string }>(
    null,
    `select deed from operator_actions where deed like 'plan_price%' and subject like 'Преміум, 2029%' order by created_at`,
  );
  expect(deeds.map(({ deed }) => deed)).toEqual([
    ...['plan_price_set', 'plan_price_set', 'plan_price_set', 'plan_price_taken_back'],
  ]);
});

it('whoever is on a plan is told of a higher price once, of another one again, and that it was taken back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  to('2029-10-05');
  const [project, later, other] = [await app.project(), await app.project(), await app.project()];
  const [user, free] = [await app.user(), await app.user()];
  const ofProject = ({ id, owner }: typeof project): Payer => ({ audience: 'manufacturer', id, person: owner.id });
  const ofUser = ({ id }: TestUser): Payer => ({ audience: 'dropshipper', id, person: id });
  await choose(ofProject(project), 'manufacturer-standard-monthly');
  await choose(ofProject(other), 'manufacturer-basic-monthly');
  await choose(ofUser(user), 'dropshipper-standard-monthly');
  await app.call(contract.givePlanDiscount, {
    ...(await byStaff()),
    body: {
      audience: 'dropshipper',
      payer_id: user.id,
      kind: 'percent',
      value: 10_00,
      from: '2029-11-01',
      reason: 'Партнер',
    },
  });
  const set = async (plan: string, price: object) =>
    expect(
      (
        await app.call(contract.setPlanPrice, {
          ...(await byStaff()),
          body: { plan, from: '2029-12-01', ...price } as never,
        })
      ).status,
    ).toBe(200);
  await set('manufacturer-standard-monthly', { price: 379_00, extra_orders: 69_00 });
  await set('dropshipper-standard-monthly', { price: 50_00 });
  await set('manufacturer-basic-monthly', { price: 80_00 });
  const heard = async ({ id, owner }: typeof project) => {
    await deliverIn(app.app.services, id);
    const { body } = await app.call(listNotices, { token: await app.tokenOf(owner.id) });
    return body.items.map(({ title }) => title).filter((title) => title.startsWith('Тариф'));
  };
  const mailed = async (email: string) =>
    app.sql<{ subject: string; plain: string }>(
      null,
      `select subject, plain from mails where recipient = $1 and subject like 'Тариф%' order by created_at, id`,
      [email],
    );
  const run = () => Promise.all([1, 2].map(() => tellRisesAt(app.app.services, new Date())));
  const rises = 'Тариф «Стандарт»: нова ціна з 1 грудня 2029 р.';
  // mistyped a moment ago, it may still be taken back
  to('2029-10-05', '09:59');
  await run();
  expect([await heard(project), await mailed(user.email)]).toEqual([[], []]);
  to('2029-10-05', '10:01');
  await run();
  expect([await heard(project), await heard(other), await heard(later)]).toEqual([[rises], [], []]);
  const [letter] = await mailed(user.email);
  expect(letter?.subject).toBe(rises);
  for (const words of [
    '50,00\u00a0₴ на місяць, зараз – 43,00\u00a0₴',
    'З вашою знижкою тариф коштуватиме 45,00\u00a0₴',
  ])
    expect(letter?.plain).toContain(words);
  // who takes the plan meanwhile hears of it in the next hour, and nobody else again
  await choose(ofProject(later), 'manufacturer-standard-monthly');
  to('2029-10-06');
  await run();
  expect([await heard(project), await heard(later), (await mailed(user.email)).length]).toEqual([[rises], [rises], 1]);
  await set('manufacturer-standard-monthly', { price: 399_00, extra_orders: 69_00 });
  to('2029-10-07');
  await run();
  expect(await heard(project)).toEqual([rises, rises]);
  for (const plan of ['manufacturer-standard-monthly', 'dropshipper-standard-monthly', 'manufacturer-basic-monthly'])
    await app.call(contract.takeBackPlanPrice, { ...(await byStaff()), params: { plan, from: '2029-12-01' } as never });
  await choose(ofProject(later), 'manufacturer-premium-monthly');
  await run();
  await run();
  expect(await heard(project)).toEqual(['Тариф «Стандарт» не дорожчає', rises, rises]);
  expect((await mailed(user.email)).map(({ subject }) => subject)).toEqual([rises, 'Тариф «Стандарт» не дорожчає']);
  // whoever has left the plan meanwhile is not concerned
  expect(await heard(later)).toEqual([rises, rises]);
  expect([await mailed(free.email), await app.sql(null, 'select 1 from plan_price_told')]).toEqual([[], []]);
});

it('a discount is one of a coming month, in bounds, and ends with the current one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-05-20T09:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const project = await app.project();
  const of = { audience: 'manufacturer', payer_id: project.id, reason: 'Перший рік' } as const;
  const give = async (body: object) =>
    app.call(contract.givePlanDiscount, { ...(await byStaff()), body: { ...of, ...body } as never });
  const half = { kind: 'percent', value: 50_00, from: '2030-06-01' };
  expect((await give({ ...half, from: '2030-05-01' })).error.code).toBe('plan_prices.month_begun');
  expect((await give({ ...half, value: 100_01 })).error.code).toBe('plan_discounts.value');
  expect((await give({ ...half, from: '2030-08-01', until: '2030-07-01' })).error.code).toBe(
    'plan_discounts.ends_before',
  );
  expect((await give({ ...half, payer_id: crypto.randomUUID() })).status).toBe(404);
  const { body: given } = await give(half);
  expect(given).toMatchObject({ state: 'coming', from: '2030-06-01', until: null, payer: expect.any(String) });
  const { body: later } = await give({ ...half, from: '2030-09-01', until: '2030-12-01' });
  const end = async (id: string) => app.call(contract.endPlanDiscount, { ...(await byStaff()), params: { id } });
  expect((await end(later.id)).body).toMatchObject({ state: 'canceled', until: '2030-08-01' });
  expect((await end(later.id)).error.code).toBe('plan_discounts.over');
  vi.setSystemTime(new Date('2030-07-10T09:00:00Z'));
  expect([(await end(given.id)).body, (await end(given.id)).body]).toMatchObject([
    { state: 'active', until: '2030-07-01' },
    { state: 'active', until: '2030-07-01' },
  ]);
  // all of a month is taken off: its paper is paid by itself, and nobody is closed
  const token = await app.tokenOf(project.owner.id);
  const subscription_plan = 'manufacturer-basic-monthly';
  await app.call(contract.setProjectPlan, { token, params: { project_id: project.id }, body: { subscription_plan } });
  await give({ ...half, value: 100_00, from: '2030-08-01' });
  vi.setSystemTime(new Date('2030-08-01T09:00:00Z'));
  await issueAt(app.app.services, new Date());
  const { body } = await app.call(contract.listInvoices, {
    ...{ token: await app.tokenOf(project.owner.id), params: { project_id: project.id } },
  });
  expect(body.items).toMatchObject([
    {
      ...{ amount: 0, status: 'paid', paid_by: null, month: '2030-08-01' },
      lines: [{ amount: 89_00 }, { kind: 'discount', title: 'Знижка 100\u00a0%, серпень 2030 р.', amount: -89_00 }],
    },
  ]);
  expect(await issueAt(app.app.services, new Date())).toBe(0);
  // the self-check knows what was given
  const differing = async () => {
    const { body: audit } = await app.call(readAudit, {
      ...{ token: await app.tokenOf(project.owner.id), params: { project_id: project.id } },
    });
    return audit.checks.find(({ name }) => name === 'plans')?.differences.map(({ name, expected }) => [name, expected]);
  };
  expect(await differing()).toEqual([]);
  await app.sql(null, `update plan_discounts set value = 5000 where payer_id = $1 and value = 10000`, [project.id]);
  expect(await differing()).toEqual([[`${body.items[0]?.number} · discount`, 44_50]]);
});

it('every invoice of a year is what its rows say, whatever happens in it', { timeout: 240_000 }, async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await fc.assert(
    fc.asyncProperty(fc.array(ofMonth, { minLength: 12, maxLength: 12 }), async (year) => {
      to('2031-12-10');
      const payers = await begin();
      for (const [n, happens] of year.entries()) await liveThrough(n, happens, payers);
      for (const payer of payers) await recompute(payer);
      await recomputeMonths();
      for (const { audience, id, person } of payers.slice(0, 2)) {
        if (audience !== 'manufacturer') continue;
        const token = await app.tokenOf(person);
        const { body } = await app.call(readAudit, { token, params: { project_id: id } });
        expect(body.checks.find(({ name }) => name === 'plans')?.differences).toEqual([]);
      }
    }),
    { numRuns: 1, endOnFailure: true },
  );
});

async function begin(): Promise<Payer[]> {
  await app.sql(null, 'delete from plan_prices');
  const payers: Payer[] = [];
  for (let n = 0; n < 2; n += 1) {
    const project = await app.project();
    const seller = await makeDropshipper(app, project);
    const [variant = ''] = await makeVariants(app, project, [{ stock: 1 }]);
    // what others are made after; on trial it counts for nothing
    const one = await placeOrder(
      app,
      project,
      await app.tokenOf(seller.id),
      orderBody({ [variant]: 1 }, { send: true }),
    );
    expect(one.status).toBe(201);
    payers.push({ audience: 'manufacturer', id: project.id, person: project.owner.id });
  }
  const user = await app.user();
  payers.push({ audience: 'dropshipper', id: user.id, person: user.id });
  for (const payer of payers)
    await choose(payer, payer.audience === 'manufacturer' ? (MAKERS[0] ?? '') : (SELLERS[0] ?? ''));
  return payers;
}

/** Month `n` of the year, from its 1st: late invoices, prices, discounts, orders around a change of plan, payments. */
async function liveThrough(n: number, { off, price, payers: own }: Happens, payers: readonly Payer[]) {
  const month = monthAt(n + 1);
  const day = (of: number): string => plusDays(month, of - 1);
  const happens: [number, () => Promise<unknown>][] = [
    [1 + off, () => Promise.all([issueAt(app.app.services, new Date()), issueAt(app.app.services, new Date())])],
  ];
  if (price) {
    const plan = Object.keys(BUILT)[price.plan] as never;
    const body = { plan, from: monthAt(n + 1 + price.from), price: price.price };
    happens.push([
      2,
      async () => expect((await app.call(contract.setPlanPrice, { ...(await byStaff()), body })).status).toBe(200),
    ]);
  }
  for (const [at, { change, orders, discount, ends, pays }] of own.entries()) {
    const payer = payers[at] as Payer;
    const plans = payer.audience === 'manufacturer' ? MAKERS : SELLERS;
    const last = daysOf(month);
    const changes = Math.min(last, change?.day ?? 15);
    if (payer.audience === 'manufacturer' && changes > 1)
      happens.push([changes - 1, () => sendOrders(payer.id, day(changes - 1), orders[0])]);
    if (change)
      happens.push([
        changes,
        () => {
          if (change.late) to(day(changes), '21:30');
          return choose(payer, plans[change.plan % plans.length] ?? '');
        },
      ]);
    if (payer.audience === 'manufacturer') {
      const after = Math.min(last, changes + 1);
      happens.push([after, () => sendOrders(payer.id, day(after), orders[1])]);
    }
    if (ends) happens.push([5, () => endOne(payer)]);
    if (discount)
      happens.push([
        6,
        async () => {
          const { kind, value, from, months } = discount;
          const until = months === null ? null : monthAt(n + 1 + from + months);
          const body = {
            ...{ audience: payer.audience, payer_id: payer.id, kind, value },
            from: monthAt(n + 1 + from),
            until,
          };
          const given = await app.call(contract.givePlanDiscount, {
            ...(await byStaff()),
            body: { ...body, reason: 'Партнер' },
          });
          expect(given.status).toBe(201);
        },
      ]);
    if (pays !== null) happens.push([pays, () => payAll(payer)]);
    for (const look of [4 + off, 5 + off]) happens.push([look, () => looksRight(payer)]);
  }
  for (const [of, act] of happens.sort(([a], [b]) => a - b)) {
    to(day(of));
    await act();
  }
}

async function endOne({ id }: Payer) {
  const { body } = await app.call(contract.listPlanDiscounts, { ...(await byStaff()), query: { payer_id: id } });
  const one = body.items.find(({ state }) => state === 'active' || state === 'coming');
  if (one)
    expect((await app.call(contract.endPlanDiscount, { ...(await byStaff()), params: { id: one.id } })).status).toBe(
      200,
    );
}

const invoicesOf = (id: string) =>
  app.sql<{
    id: string;
    kind: string;
    month: string | null;
    amount: number;
    status: string;
    due_on: string;
    paid_on: string;
  }>(
    null,
    `select id, kind, month::text, amount::int, status, due_on::text, paid_on::text from plan_invoices where payer_id = $1 order by number`,
    [id],
  );

async function payAll({ id }: Payer) {
  for (const { id: invoice, status } of await invoicesOf(id)) {
    if (status !== 'due') continue;
    const body = { paid_on: new Date().toISOString().slice(0, 10) };
    const paid = await app.call(contract.settlePlanInvoice, { ...(await byStaff()), params: { id: invoice }, body });
    expect(paid.status).toBe(200);
  }
}

/** Read-only from the day behind the oldest last day; a write is refused then, and goes through before and after. */
async function looksRight({ audience, id, person }: Payer) {
  const due = (await invoicesOf(id)).filter(({ status }) => status === 'due').map(({ due_on }) => due_on);
  const from = due.length > 0 ? plusDays(due.sort()[0] ?? '', 1) : null;
  const account = await accountOf({ audience, id, person });
  expect(account.restriction?.from ?? null).toBe(from);
  const { net } = await pricesFor(id);
  const month = first(new Date().toISOString().slice(0, 7));
  const next = first(plusDays(month, 31).slice(0, 7));
  for (const { plan, price, next_price } of account.choices)
    expect([plan, price, next_price]).toEqual([plan, net(plan, month), net(plan, next)]);
  const token = await app.tokenOf(person);
  if (audience !== 'manufacturer') return;
  const made = await app.call(createProduct, { token, params: { project_id: id }, body: { name: '' } });
  expect(made.status).toBe(from !== null && from <= new Date().toISOString().slice(0, 10) ? 402 : 400);
}

const kyivDay = (moment: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Kyiv' }).format(new Date(moment));

/** What each plan cost him in a month, by the rows of prices and discounts. */
async function pricesFor(id: string) {
  const prices = await app.sql<{ plan: string; since: string; price: number; extra_orders: number | null }>(
    null,
    'select plan, since::text, price::int, extra_orders::int from plan_prices',
  );
  const discounts = await app.sql<{ kind: string; value: number; since: string; until: string | null }>(
    null,
    'select kind, value::int, since::text, until::text from plan_discounts where payer_id = $1',
    [id],
  );
  const row = (plan: string, month: string) =>
    prices.filter((one) => one.plan === plan && one.since <= month).sort((a, b) => (a.since < b.since ? 1 : -1))[0];
  const price = (plan: string, month: string): number => row(plan, month)?.price ?? BUILT[plan]?.price ?? 0;
  const off = (plan: string, month: string): number =>
    Math.max(
      0,
      ...discounts
        .filter(({ since, until }) => since <= month && (until === null || until >= month))
        .map(({ kind, value }) => {
          const whole = price(plan, month);
          return kind === 'sum' ? Math.min(whole, value) : Math.floor((whole * value + 5_000) / 10_000);
        }),
    );
  return {
    net: (plan: string, month: string) => price(plan, month) - off(plan, month),
    pack: (plan: string, month: string) => row(plan, month)?.extra_orders ?? BUILT[plan]?.pack ?? 0,
  };
}

/** By hand: the months and the changes of this payer, from his changes of plan, the prices, the discounts and his orders. */
async function recompute({ audience, id }: Payer) {
  const table = audience === 'manufacturer' ? 'plan_changes' : 'user_plan_changes';
  const changes = (
    await app.sql<{ to_plan: string; created_at: string }>(
      audience === 'manufacturer' ? id : null,
      `select to_plan, created_at from ${table} where ${audience === 'manufacturer' ? 'project_id' : 'user_id'} = $1 order by id`,
      [id],
    )
  ).map(({ to_plan, created_at }) => ({ plan: to_plan, day: kyivDay(created_at) }));
  const sent =
    audience === 'dropshipper'
      ? []
      : await app.sql<{ day: string; n: number }>(
          id,
          'select first_sent_on::text as day, count(*)::int as n from orders where project_id = $1 group by 1 order by 1',
          [id],
        );
  const { net, pack } = await pricesFor(id);
  const months: [string, number][] = [];
  const differences: number[] = [];
  let plan = changes[0]?.plan ?? '';
  let extras = 0;
  for (let n = 1; n <= 12; n += 1) {
    const month = monthAt(n);
    const within = changes.filter(({ day }) => day.slice(0, 7) === month.slice(0, 7));
    months.push([month, net(plan, month) + extras]);
    // the month itself, as it goes
    extras = 0;
    let [orders, packs] = [0, 0];
    let included = BUILT[plan]?.orders ?? 0;
    let dearest = net(plan, month);
    const begun = (): void => {
      for (; orders > included + packs * 50; packs += 1) extras += pack(plan, month);
    };
    const until = (day: string): void => {
      orders = sent.reduce((sum, one) => (one.day >= month && one.day < day ? sum + one.n : sum), 0);
      if (audience === 'manufacturer') begun();
    };
    for (const { plan: next, day } of within) {
      until(day);
      const whole = Math.max(0, net(next, month) - dearest);
      const left = daysOf(month) - Number(day.slice(8)) + 1;
      const amount = Math.floor((2 * whole * left + daysOf(month)) / (2 * daysOf(month)));
      if (amount > 0) differences.push(amount);
      dearest = Math.max(dearest, net(next, month));
      included = Math.max(included, BUILT[next]?.orders ?? 0);
      plan = next;
    }
    until(monthAt(n + 1));
  }
  const found = await invoicesOf(id);
  expect(found.filter(({ kind }) => kind === 'month').map(({ month, amount }) => [month, amount])).toEqual(months);
  expect(found.filter(({ kind }) => kind === 'change').map(({ amount }) => amount)).toEqual(differences);
}

type ListedInvoices = {
  items: contract.OperatorInvoice[];
  next_cursor: string | null;
  total: number;
  sums: { amount: number; credited: number } | null;
};

const listLeft = async (of: { params: { month: string }; query: { limit: number; cursor?: string } }) =>
  (await app.call(contract.listLeftPayers, { ...(await byStaff()), ...of })).body;

function revenueOf(books: readonly { amount: number; credited: number; status: string }[]) {
  const sum = (of: 'amount' | 'credited', status?: string): number =>
    books.reduce((all, one) => (status === undefined || one.status === status ? all + one[of] : all), 0);
  return {
    ...{ invoices: books.length, issued: sum('amount'), credited: sum('credited') },
    ...{ paid: sum('amount', 'paid'), due: sum('amount', 'due') },
  };
}

const NO_MONTH: contract.BillingMonth = {
  ...{ month: '', invoices: 0, issued: 0, paid: 0, due: 0, credited: 0, payers: 0, joined: 0, left: 0 },
};

/** The invoices behind each figure of a month come to it, page by page, each once. */
async function opensMonth(month: string, told: contract.BillingMonth) {
  for (const figure of contract.BillingFigure.options) {
    const found: contract.OperatorInvoice[] = [];
    for (let cursor: string | undefined | null; cursor !== null; ) {
      const query = { month, figure, limit: 20, ...(cursor ? { cursor } : {}) };
      const page = (await app.call(contract.listPlanInvoices, { ...(await byStaff()), query })).body as ListedInvoices;
      found.push(...page.items);
      const sum = (of: 'amount' | 'credited') => found.reduce((all, one) => all + one[of], 0);
      if (page.next_cursor === null) {
        expect(page.sums).toEqual({ amount: sum('amount'), credited: sum('credited') });
        expect(page.total).toBe(found.length);
        if (figure === 'issued') expect([found.length, sum('amount')]).toEqual([told.invoices, told.issued]);
        else if (figure === 'credited') expect(sum('credited')).toBe(told.credited);
        else if (figure === 'paid' || figure === 'due') expect(sum('amount')).toBe(told[figure]);
        else expect(new Set(found.map(({ payer_id }) => payer_id)).size).toBe(told[figure]);
      }
      cursor = page.next_cursor;
    }
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    if (figure === 'payers' || figure === 'joined') expect(found.length).toBe(told[figure]);
  }
}

/** What each month brought, and who pays, came and left in it, one by one. */
async function recomputeMonths() {
  const rows = await app.sql<{
    payer_id: string;
    month: string;
    paid: boolean;
    due_on: string;
    status: string;
    amount: number;
  }>(
    null,
    `select payer_id, month::text, status = 'paid' as paid, due_on::text, status, amount::int from plan_invoices where kind = 'month'`,
  );
  const books = await app.sql<{ issued: string; amount: number; credited: number; status: string }>(
    null,
    `select issued_on::text as issued, amount::int, credited::int, status from plan_invoices where kind <> 'credit_note'`,
  );
  const today = new Date().toISOString().slice(0, 10);
  const { body } = await app.call(contract.listBillingMonths, { ...(await byStaff()) });
  for (let n = 2; n <= 12; n += 1) {
    const [month, before] = [monthAt(n), monthAt(n - 1)];
    const pays = new Set(
      rows.filter((one) => one.month === month && (one.paid || one.due_on >= today)).map(({ payer_id }) => payer_id),
    );
    const paid = rows.filter((one) => one.month === before && one.paid);
    const gone = paid.filter(({ payer_id }) => !pays.has(payer_id));
    expect(body.items.find((one) => one.month === month)).toMatchObject({
      ...{ payers: pays.size, left: gone.length },
      joined: [...pays].filter((id) => !paid.some(({ payer_id }) => payer_id === id)).length,
      ...revenueOf(books.filter(({ issued }) => issued.startsWith(month.slice(0, 7)))),
    });
    await opensMonth(month, body.items.find((one) => one.month === month) ?? NO_MONTH);
    // page by page, each once, with what all of them paid
    const left: string[] = [];
    for (let cursor: string | undefined | null; cursor !== null; ) {
      const of = { params: { month }, query: { limit: 1, ...(cursor ? { cursor } : {}) } };
      const page: Awaited<ReturnType<typeof listLeft>> = await listLeft(of);
      expect([page.total, page.lost]).toEqual([gone.length, gone.reduce((sum, { amount }) => sum + amount, 0)]);
      left.push(...page.items.map(({ payer_id }) => payer_id));
      cursor = page.next_cursor;
    }
    expect(left.sort()).toEqual(gone.map(({ payer_id }) => payer_id).sort());
  }
}
