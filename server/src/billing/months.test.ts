import * as contract from '@lanka/domain/billing/contract';
import { createProduct } from '@lanka/domain/catalog/contract';
import { currentUser } from '@lanka/domain/identity/contract';
import { can } from '@lanka/domain/kit/permissions';
import { isRestricted } from '@lanka/domain/kit/route';
import { moveOrder } from '@lanka/domain/orders/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';
import { makeDropshipper, makeVariants, orderBody, placeOrder } from '../../test/trade';
import * as slices from '../app';
import { payIssuedBefore } from '../demo/bills';
import { routesOf } from '../kit/slice';
import { countExtrasAt, issueAt } from './jobs';

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

const BASIC = 'manufacturer-basic-monthly';
const STANDARD = 'manufacturer-standard-monthly';
const PREMIUM = 'manufacturer-premium-monthly';

/** The clock of the product; tokens are of the moment, so each call takes a new one. */
function clock(at: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
  onTestFinished(() => void vi.useRealTimers());
  return (later: string) => vi.setSystemTime(new Date(later));
}
const run = () => issueAt(app.app.services, new Date());

async function setPlan({ id, owner }: TestProject, subscription_plan: typeof BASIC | typeof STANDARD | typeof PREMIUM) {
  const token = await app.tokenOf(owner.id);
  const answer = await app.call(contract.setProjectPlan, {
    ...{ token, params: { project_id: id }, body: { subscription_plan } },
  });
  expect(answer.status).toBe(200);
}
const invoicesOf = async ({ id, owner }: TestProject) => {
  const token = await app.tokenOf(owner.id);
  const { body } = await app.call(contract.listInvoices, { token, params: { project_id: id } });
  return [...body.items].reverse();
};
const billingOf = async ({ id, owner }: TestProject) =>
  (await app.call(contract.readBilling, { token: await app.tokenOf(owner.id), params: { project_id: id } })).body;
const settle = async (id: string, paid_on: string) =>
  app.call(contract.settlePlanInvoice, { token: await app.tokenOf(staff.id), params: { id }, body: { paid_on } });
const product = async ({ id, owner }: TestProject, name: string) =>
  app.call(createProduct, { token: await app.tokenOf(owner.id), params: { project_id: id }, body: { name } });

describe('a year of a project', () => {
  it('has each month once, whenever the job comes, and each change to the kopeck', async () => {
    const to = clock('2027-01-31T21:30:00Z');
    const project = await app.project();
    await setPlan(project, BASIC);
    expect(await run()).toBe(0);
    /** What happens on a day, and how often the job comes. */
    const year: [string, (() => Promise<unknown>)?][] = [
      ['2027-01-31T22:05:00Z'], // five minutes of February in Kyiv: an order of January may still be on its way
      ['2027-01-31T22:20:00Z'],
      ['2027-03-02T04:15:00Z'],
      ['2027-03-31T12:00:00Z', () => setPlan(project, STANDARD)],
      ['2027-04-01T00:15:00Z'],
      ['2027-05-20T00:15:00Z'], // the server was off on the 1st
      ['2027-06-01T00:15:00Z'],
      ['2027-06-10T12:00:00Z', () => setPlan(project, PREMIUM)],
      ['2027-07-01T00:15:00Z'],
      ['2027-09-02T00:15:00Z'], // and for all of August
      ['2027-10-01T00:15:00Z'],
      ['2027-10-31T00:30:00Z', () => setPlan(project, BASIC)], // an hour comes twice
      ['2027-11-01T00:15:00Z'],
      ['2027-12-01T00:15:00Z'],
      ['2028-01-01T00:15:00Z'],
      ['2028-02-01T00:15:00Z'],
      ['2028-02-29T12:00:00Z', () => setPlan(project, STANDARD)],
      ['2028-03-01T00:15:00Z'],
    ];
    for (const [at, happens] of year) {
      to(at);
      await happens?.();
      // the same hour twice, at once and again
      await Promise.all([run(), run()]);
      expect(await run()).toBe(0);
    }
    const invoices = await invoicesOf(project);
    expect(invoices.map(({ kind, month, amount }) => [kind, month, amount])).toEqual([
      ['month', '2027-02-01', 89_00],
      ['month', '2027-03-01', 89_00],
      ['change', null, 9_35],
      ['month', '2027-04-01', 379_00],
      ['month', '2027-05-01', 379_00],
      ['month', '2027-06-01', 379_00],
      ['change', null, 644_00],
      ['month', '2027-07-01', 1299_00],
      ['month', '2027-08-01', 1299_00],
      ['month', '2027-09-01', 1299_00],
      ['month', '2027-10-01', 1299_00],
      ['month', '2027-11-01', 89_00],
      ['month', '2027-12-01', 89_00],
      ['month', '2028-01-01', 89_00],
      ['month', '2028-02-01', 89_00],
      ['change', null, 10_00],
      ['month', '2028-03-01', 379_00],
    ]);
    // read in English; the paper stays as it is
    const { body: english } = await app.call(contract.listInvoices, {
      ...{ token: await app.tokenOf(project.owner.id), params: { project_id: project.id } },
      headers: { 'accept-language': 'en' },
    });
    expect(english.items.flatMap(({ lines }) => lines.map(({ title }) => title)).slice(0, 2)).toEqual([
      'Plan “Standard”, March 2028',
      'Change to the plan “Standard”: the difference from 29 February 2028 to the end of the month',
    ]);
    expect(invoices.at(-1)?.lines[0]?.title).toBe('Тариф «Стандарт», березень 2028 р.');
    for (const { amount, lines } of invoices)
      expect(lines.reduce((sum, one) => sum + one.count * one.price, 0)).toBe(amount);
    const numbers = await app.sql<{ n: number }>(null, 'select number as n from plan_invoices order by 1');
    expect(numbers.map(({ n }) => n)).toEqual(numbers.map((_, index) => index + 1));
  });

  it('two changes at the same moment are paid for once between them', async () => {
    const to = clock('2027-01-05T12:00:00Z');
    const project = await app.project();
    await setPlan(project, BASIC);
    to('2027-06-10T12:00:00Z');
    await Promise.all([run(), run()]);
    await Promise.all([setPlan(project, STANDARD), setPlan(project, PREMIUM), setPlan(project, PREMIUM), run()]);
    const changes = (await invoicesOf(project)).filter(({ kind }) => kind === 'change');
    // whichever came first: from 89 to 1299 for 21 days of 30
    expect(changes.reduce((sum, { amount }) => sum + amount, 0)).toBe(847_00);
    const kept = await app.call(contract.listPlanChanges, {
      ...{ token: await app.tokenOf(project.owner.id), params: { project_id: project.id } },
    });
    const steps = [...kept.body.items].reverse();
    expect(steps.map(({ from_plan }) => from_plan)).toEqual([
      null,
      ...steps.slice(0, -1).map(({ to_plan }) => to_plan),
    ]);
  });

  it('is the same for a dropshipper, with the free plan between', async () => {
    const to = clock('2027-01-10T12:00:00Z');
    const user = await app.user();
    const choose = async (subscription_plan: 'dropshipper-standard-monthly' | 'dropshipper-business-monthly') =>
      app.call(contract.setMyPlan, { token: await app.tokenOf(user.id), body: { subscription_plan } });
    await choose('dropshipper-standard-monthly');
    to('2027-02-01T00:15:00Z');
    await run();
    to('2027-02-15T12:00:00Z');
    await choose('dropshipper-business-monthly');
    to('2027-03-01T00:15:00Z');
    await Promise.all([run(), run()]);
    const { body } = await app.call(contract.listMyInvoices, { token: await app.tokenOf(user.id) });
    expect(body.items.map(({ amount }) => amount).reverse()).toEqual([43_00, 167_50, 378_00]);
    expect((await app.call(contract.readMyBills, { token: await app.tokenOf(user.id) })).body.due).toBe(588_50);
  });
});

describe('orders of a month', () => {
  it('the last place goes to one of two; packs lift it, and are charged once', async () => {
    const to = clock('2027-01-05T12:00:00Z');
    const project = await app.project();
    const seller = await makeDropshipper(app, project);
    const [variant = ''] = await makeVariants(app, project, [{ stock: 1_000 }]);
    const place = async (who = project.owner.id, send = true) => {
      const by = who === project.owner.id ? { counterparty_id: seller.counterparty_id } : {};
      return placeOrder(app, project, await app.tokenOf(who), orderBody({ [variant]: 1 }, { send, ...by }));
    };
    const before = await place(); // on trial: it counts for none
    expect(before.status).toBe(201);
    await setPlan(project, BASIC);
    for (let n = 0; n < 7; n += 1) {
      const placed = await Promise.all(Array.from({ length: 7 }, () => place()));
      expect(placed.map(({ status }) => status)).toEqual(Array(7).fill(201));
    }
    const switchPacks = async (extra_orders: boolean) => {
      const token = await app.tokenOf(project.owner.id);
      return app.call(contract.setExtraOrders, { token, params: { project_id: project.id }, body: { extra_orders } });
    };
    expect((await switchPacks(false)).body).toMatchObject({ extra_orders: false, use: { orders: 49, packs: 0 } });
    const draft = await place(seller.id, false);
    expect(draft.status).toBe(201);
    const [sent, moved] = await Promise.all([
      place(),
      app.call(moveOrder, {
        ...{ token: await app.tokenOf(seller.id), params: { project_id: project.id, id: draft.body.id } },
        body: { to: 'Pending' },
      }),
    ]);
    expect([sent.status < 300, moved.status < 300].sort()).toEqual([false, true]);
    const refused = await place();
    expect([refused.status, refused.error]).toMatchObject([
      402,
      { code: 'plans.orders_limit', details: [{ limit: 'orders', used: 50, allowed: 50, plans: [STANDARD, PREMIUM] }] },
    ]);
    expect([(await place(seller.id)).error.code, (await place(project.owner.id, false)).status]).toEqual([
      ...['plans.supplier_orders_limit', 201],
    ]);
    await switchPacks(true);
    expect((await place()).status).toBe(201);
    expect((await billingOf(project)).use).toMatchObject({ orders: 51, orders_included: 50, packs: 1, extras: 89_00 });
    await Promise.all([countExtrasAt(app.app.services, new Date()), countExtrasAt(app.app.services, new Date())]);
    // the pack that has begun stays, and going up in the free month costs nothing
    await setPlan(project, STANDARD);
    expect((await billingOf(project)).use).toMatchObject({ orders_included: 200, packs: 1, extras: 89_00 });
    to('2027-02-01T00:15:00Z');
    await run();
    const [invoice] = await invoicesOf(project);
    expect(invoice?.lines.map(({ kind, count, amount }) => [kind, count, amount])).toEqual([
      ['plan', 1, 379_00],
      ['orders', 1, 89_00],
    ]);
    to('2027-03-01T00:15:00Z');
    await run();
    expect((await invoicesOf(project)).map(({ amount }) => amount)).toEqual([468_00, 379_00]);
  });

  it('collaborators beyond the plan are paid for by the most that were there', async () => {
    const to = clock('2027-01-05T12:00:00Z');
    const project = await app.project();
    await setPlan(project, PREMIUM);
    const people = [];
    for (let n = 0; n < 12; n += 1) people.push(await app.member(project, 'Manager'));
    await countExtrasAt(app.app.services, new Date());
    await app.sql(project.id, 'delete from memberships where project_id = $1 and user_id = $2', [
      project.id,
      people[0]?.id,
    ]);
    await countExtrasAt(app.app.services, new Date());
    expect((await billingOf(project)).use).toMatchObject({ extra_collaborators: 2, extras: 98_00 });
    to('2027-02-01T00:15:00Z');
    await run();
    expect((await invoicesOf(project)).map(({ amount }) => amount)).toEqual([1299_00 + 98_00]);
  });
});

describe('read-only until paid', () => {
  it('begins behind the last day and ends with the payment; what is under way goes on', async () => {
    const to = clock('2027-01-05T12:00:00Z');
    const project = await app.project();
    const params = { project_id: project.id };
    const seller = await makeDropshipper(app, project);
    const [variant = ''] = await makeVariants(app, project, [{ stock: 10 }]);
    const place = async () =>
      placeOrder(app, project, await app.tokenOf(seller.id), orderBody({ [variant]: 1 }, { send: true }));
    const order = await place();
    await setPlan(project, BASIC);
    to('2027-02-01T08:00:00Z');
    await run();
    const [invoice] = await invoicesOf(project);
    expect(invoice).toMatchObject({ status: 'due', due_on: '2027-02-04', transfer: { code: '32855961' } });
    expect(await billingOf(project)).toMatchObject({
      ...{ due: 89_00, days_left: 4, restriction: { from: '2027-02-05', invoice: { id: invoice?.id } } },
    });
    to('2027-02-04T21:59:00Z'); // a minute before midnight in Kyiv
    expect((await product(project, 'Ще можна')).status).toBe(201);
    to('2027-02-04T22:00:00Z');
    const refused = await product(project, 'Уже ні');
    expect([refused.status, refused.error]).toMatchObject([
      402,
      { code: 'plans.unpaid', details: [{ invoice_id: invoice?.id, invoice_number: invoice?.number }] },
    ]);
    const manager = await app.member(project, 'Manager');
    const byManager = await product({ ...project, owner: manager }, 'І менеджеру ні');
    expect([byManager.status, byManager.error.code]).toEqual([402, 'plans.unpaid_member']);
    expect((await billingOf(project)).days_left).toBe(0);
    expect((await place()).error.code).toBe('plans.supplier_restricted');
    // he is told beforehand
    const told = await app.call(currentUser, { token: await app.tokenOf(seller.id) });
    expect(told.body.projects).toMatchObject([{ id: project.id, takes_orders: false }]);
    const move = async (status: 'Ready' | 'Sent') =>
      app.call(moveOrder, {
        ...{ token: await app.tokenOf(project.owner.id), params: { ...params, id: order.body.id } },
        body: { to: status },
      });
    expect((await move('Ready')).status).toBe(200);
    expect((await move('Sent')).body.status).toBe('Sent');
    expect((await invoicesOf(project))[0]?.status).toBe('overdue');
    const listed = await app.call(contract.listPlanInvoices, {
      ...{ token: await app.tokenOf(staff.id), query: { status: 'overdue', payer_id: project.id } },
    });
    expect(listed.body.items.map(({ id }) => id)).toEqual([invoice?.id]);
    // two words of the same payment, while somebody writes
    const id = invoice?.id ?? '';
    const [first, second] = await Promise.all([
      settle(id, '2027-02-05'),
      settle(id, '2027-02-05'),
      product(project, 'У ту саму мить'),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await product(project, 'Знову можна')).status).toBe(201);
    expect((await place()).status).toBe(201);
    const deeds = await app.sql(
      null,
      `select 1 from operator_actions where deed = 'plan_invoice_paid' and subject_id = $1`,
      [id],
    );
    expect(deeds).toHaveLength(1);
    expect((await settle(id, '2027-02-09')).status).toBe(422);
  });

  it('is refused by every route that writes, unless its contract says otherwise', async () => {
    const to = clock('2027-01-05T12:00:00Z');
    const project = await app.project();
    await setPlan(project, BASIC);
    to('2027-02-01T08:00:00Z');
    await run();
    to('2027-02-06T08:00:00Z');
    const token = await app.tokenOf(project.owner.id);
    const wrong: unknown[] = [];
    let asked = 0;
    for (const { route } of routesOf(slices)) {
      if (route.method === 'GET' || route.writesNothing || !route.path.startsWith('projects/:project_id')) continue;
      if (route.auth === 'public' || route.auth === 'user' || route.auth === 'staff' || route.auth === 'dropshipping')
        continue;
      if (!can('Owner', route.auth)) continue;
      asked += 1;
      const shape = route.params instanceof z.ZodObject ? route.params.shape : {};
      const url = route.path.replace(/:(\w+)/g, (_, name: string) => {
        const one = shape[name];
        if (name === 'project_id') return project.id;
        return one instanceof z.ZodEnum ? String(one.options[0]) : crypto.randomUUID();
      });
      const query = route.path.endsWith('delete_product_variant_option')
        ? `?product_variant_option_id=${project.id}`
        : '';
      const answer = await app.app.server.inject({
        ...{ method: route.method, url: `/api/${url}${query}`, headers: { authorization: `Bearer ${token}` } },
      });
      const isRefused = answer.statusCode === 402 && answer.json().code === 'plans.unpaid';
      if (isRefused !== isRestricted(route)) wrong.push([route.method, route.path, answer.statusCode, answer.body]);
      // deleting it is open, too
      if (route.method === 'DELETE' && route.path === 'projects/:project_id')
        await app.sql(project.id, 'update projects set deleted_at = null where id = $1', [project.id]);
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(150);
  });

  it('comes behind the trial, which is told from the first day, until a plan is chosen', async () => {
    const to = clock('2027-03-01T12:00:00Z');
    const project = await app.project();
    expect(await billingOf(project)).toMatchObject({
      restriction: { from: '2027-03-31', invoice: null },
      days_left: 30,
    });
    to('2027-03-30T20:00:00Z');
    expect((await product(project, 'Останній день')).status).toBe(201);
    to('2027-03-31T00:00:00Z');
    expect((await product(project, 'Перший день')).error.code).toBe('plans.trial_over');
    const extend = async (until: string) =>
      app.call(contract.extendTrial, {
        token: await app.tokenOf(staff.id),
        params: { id: project.id },
        body: { until },
      });
    expect((await extend('2027-04-01')).body.restriction).toEqual({ from: '2027-04-02', invoice: null });
    expect((await product(project, 'Продовжено')).status).toBe(201);
    to('2027-04-02T12:00:00Z');
    expect((await product(project, 'Знову')).status).toBe(402);
    await setPlan(project, BASIC);
    expect((await product(project, 'З тарифом')).status).toBe(201);
    expect((await extend('2027-05-01')).status).toBe(409);
  });

  it('stops a dropshipper who has not paid his own plan, at all of his suppliers', async () => {
    const to = clock('2027-01-05T12:00:00Z');
    const project = await app.project();
    await setPlan(project, BASIC);
    const seller = await makeDropshipper(app, project);
    const [variant = ''] = await makeVariants(app, project, [{ stock: 10 }]);
    await app.call(contract.setMyPlan, {
      ...{ token: await app.tokenOf(seller.id), body: { subscription_plan: 'dropshipper-standard-monthly' } },
    });
    to('2027-02-01T08:00:00Z');
    await run();
    const [owed] = await invoicesOf(project);
    to('2027-02-06T08:00:00Z');
    await settle(owed?.id ?? '', '2027-02-05');
    const place = async () => placeOrder(app, project, await app.tokenOf(seller.id), orderBody({ [variant]: 1 }));
    const refused = await place();
    expect([refused.status, refused.error.code, refused.error.details[0]?.audience]).toEqual([
      ...[402, 'plans.unpaid_dropshipper', 'dropshipper'],
    ]);
    const token = await app.tokenOf(seller.id);
    const mine = await app.call(contract.listMyInvoices, { token });
    await settle(mine.body.items[0]?.id ?? '', '2027-02-06');
    expect((await place()).status).toBe(201);
  });
});

describe('the operator', () => {
  it('makes an invoice by hand and takes it back by a credit note; nobody else may', async () => {
    const project = await app.project();
    const make = (token: string) =>
      app.call(contract.createPlanInvoice, {
        token,
        body: {
          ...{ audience: 'manufacturer', payer_id: project.id },
          lines: [{ title: 'Перенесення даних', count: 2, price: 500_00 }],
        },
      });
    expect((await make(project.owner.token)).status).toBe(403);
    const { body: invoice } = await make(staff.token);
    expect(invoice).toMatchObject({ kind: 'manual', amount: 1000_00, status: 'due' });
    const credit = (amount: number) =>
      app.call(contract.creditPlanInvoice, {
        ...{ token: staff.token, params: { id: invoice.id }, body: { amount, reason: 'Домовленість' } },
      });
    expect((await credit(1_00)).error.code).toBe('plan_invoices.credit_amount');
    await settle(invoice.id, invoice.issued_on);
    const parts = await Promise.all([credit(600_00), credit(600_00)]);
    expect(parts.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect((await credit(400_00)).status).toBe(201);
    const own = await invoicesOf(project);
    expect(own.map(({ kind, amount, credited }) => [kind, amount, credited])).toEqual([
      ['manual', 1000_00, 1000_00],
      ['credit_note', 600_00, 0],
      ['credit_note', 400_00, 0],
    ]);
    expect((await settle(invoice.id, invoice.issued_on)).status).toBe(200);
    const { body: again } = await make(staff.token);
    const canceled = await app.call(contract.creditPlanInvoice, {
      ...{ token: staff.token, params: { id: again.id }, body: { amount: 1000_00, reason: 'Помилка' } },
    });
    expect(canceled.status).toBe(201);
    expect((await invoicesOf(project)).map(({ status }) => status)).toEqual([
      ...['paid', 'issued', 'issued', 'canceled', 'issued'],
    ]);
    expect(await billingOf(project)).toMatchObject({ due: 0, restriction: { invoice: null } });
    const pdf = await app.call(contract.printInvoice, {
      ...{ token: project.owner.token, params: { project_id: project.id, id: invoice.id } },
    });
    expect(String(pdf.body).slice(0, 5)).toBe('%PDF-');
  });
});

it('a demo that runs on pays what was issued, and is never closed', async () => {
  const to = clock('2027-01-05T12:00:00Z');
  const project = await app.project();
  await setPlan(project, BASIC);
  for (const day of ['02-01', '02-02', '02-05', '03-01', '03-02', '03-09']) {
    to(`2027-${day}T12:00:00Z`);
    await run();
    await Promise.all([1, 2].map(() => payIssuedBefore(app.app.services, `2027-${day}`)));
    expect((await product(project, `Товар ${day}`)).status).toBe(201);
  }
  expect((await invoicesOf(project)).map(({ status, paid_by }) => [status, paid_by])).toEqual([
    ['paid', 'transfer'],
    ['paid', 'transfer'],
  ]);
});
