import { acquiringErrors } from '@lanka/domain/acquiring/contract';
import * as contract from '@lanka/domain/billing/contract';
import { createProduct } from '@lanka/domain/catalog/contract';
import { listOperatorServices } from '@lanka/domain/integrations/operator';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Cards, cardToken, openCards } from '../../test/cards';
import type { TestProject, TestUser } from '../../test/harness';
import { differencesOf, makeDropshipper, makeVariants, orderBody, placeOrder } from '../../test/trade';
import { measureServices } from '../integrations';
import { issueAt } from './jobs';

let cards: Cards;
let staff: TestUser;
let project: TestProject;
beforeAll(async () => {
  cards = await openCards({ ACQUIRING_TOKEN: cardToken() });
  staff = await cards.app.user('Операторка');
  await cards.app.sql(null, `update users set platform_role = 'Staff' where id = $1`, [staff.id]);
});
afterAll(() => cards.close());
beforeEach(async () => {
  cards.simulators.calm();
  project = await cards.app.project();
});

const call: Cards['app']['call'] = (route, options) => cards.app.call(route, options);
const act = (id: string, invoice?: string) =>
  cards.simulators.act('acquiring', id, invoice === undefined ? {} : { invoice });
/** While the bank behaves so. */
async function whileBank(id: 'silent' | 'lies' | 'keeps', work: () => Promise<void>): Promise<void> {
  await act(id);
  try {
    await work();
  } finally {
    await act(id);
  }
}

const AMOUNT = 1200_00;
async function invoiceFor(payer_id = project.id, audience: 'manufacturer' | 'dropshipper' = 'manufacturer') {
  const lines = [{ title: 'Налаштування', count: 1, price: AMOUNT }];
  return (await call(contract.createPlanInvoice, { token: staff.token, body: { audience, payer_id, lines } })).body;
}
const at = (id: string, token = project.owner.token) => ({
  token,
  // as pages name it
  params: { project_id: project.friendly_id, id },
});
const begin = (id: string, token?: string) => call(contract.payInvoice, at(id, token));
/** Begins to pay. @returns the id of the payment, by which the bank knows it too */
async function begun(id: string): Promise<string> {
  expect((await begin(id)).body.pay_url).toContain('/acquiring/pay/');
  return (await payments(id))[0]?.id ?? '';
}
const payments = async (id: string) => (await call(contract.readInvoiceCards, at(id))).body.items;
const read = async (id: string) => (await call(contract.readInvoice, at(id))).body;
const waiting = async () =>
  (await call(contract.listPlanCardPayments, { token: staff.token })).body.items.filter(
    ({ payer_id }) => payer_id === project.id,
  );
const byTransfer = (id: string, paid_on: string) =>
  call(contract.settlePlanInvoice, { token: staff.token, params: { id }, body: { paid_on } });
const credit = (id: string, amount: number) =>
  call(contract.creditPlanInvoice, { token: staff.token, params: { id }, body: { amount, reason: 'Домовленість' } });
/** How many payments wait for somebody by what the operator sees of all services, and metrics tell. */
async function forOperator(): Promise<number> {
  await measureServices(cards.app.app.services);
  const { items } = (await call(listOperatorServices, { token: staff.token })).body;
  return items.find(({ service }) => service === 'acquiring')?.given_up ?? 0;
}
/** The operator has looked into the cabinet of the bank, and says what came of it. */
const resolve = (id: string, token = staff.token) =>
  call(contract.resolvePlanCardPayment, { token, params: { id }, body: { note: 'Повернуто' } });
const again = (id: string) => call(contract.refundPlanCardPayment, { token: staff.token, params: { id } });
/** The clock of the product; tokens are of the moment. */
async function clock(now: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  onTestFinished(() => void vi.useRealTimers());
  const to = async (later: string) => {
    vi.setSystemTime(new Date(later));
    project = { ...project, owner: { ...project.owner, token: await cards.app.tokenOf(project.owner.id) } };
  };
  await to(now);
  return to;
}
async function setPlan(subscription_plan: 'manufacturer-basic-monthly') {
  const token = await cards.app.tokenOf(project.owner.id);
  const params = { project_id: project.id };
  expect((await call(contract.setProjectPlan, { token, params, body: { subscription_plan } })).status).toBe(200);
}
/** The newest first. */
const own = async () => {
  const token = await cards.app.tokenOf(project.owner.id);
  return (await call(contract.listInvoices, { token, params: { project_id: project.id } })).body.items;
};
const differences = () => differencesOf(cards.app, project);

describe('an invoice paid by card', () => {
  it('is paid by the word of the bank alone, once, and opens what was closed', async () => {
    const invoice = await invoiceFor();
    await cards.app.sql(null, 'update plan_invoices set due_on = due_on - 4, issued_on = issued_on - 4 where id = $1', [
      invoice.id,
    ]);
    await cards.app.sql(project.id, 'update projects set restricted_from = restricted_from - 4 where id = $1', [
      project.id,
    ]);
    // the trial ends later than this invoice is due
    const product = () =>
      call(createProduct, {
        ...{ token: project.owner.token, params: { project_id: project.id }, body: { name: 'Рушник' } },
      });
    expect((await product()).error.code).toBe('plans.unpaid');
    const card = await begun(invoice.id);
    // coming back from the bank says nothing
    expect((await call(contract.checkInvoice, at(invoice.id))).body).toMatchObject({
      ...{ accepts: true, items: [{ state: 'open', amount: AMOUNT }] },
    });
    expect((await read(invoice.id)).status).toBe('overdue');
    await act('pay', card);
    expect(await read(invoice.id)).toMatchObject({ status: 'paid', paid_by: 'card' });
    expect((await product()).status).toBe(201);
    await act('again', card);
    await act('disorder', card);
    await cards.work(project);
    expect((await payments(invoice.id)).map(({ state, refunded }) => [state, refunded])).toEqual([['paid', 0]]);
    const told = await cards.app.sql(
      project.id,
      `select 1 from notice_events where project_id = $1 and kind = 'billing.paid'`,
      [project.id],
    );
    expect(told).toHaveLength(1);
    expect(await waiting()).toEqual([]);
    expect((await begin(invoice.id)).error.code).toBe('plan_invoices.not_due');
    expect(await differences()).toEqual([]);
  });

  it('of a dropshipper stands in his own workspace', async () => {
    const user = await makeDropshipper(cards.app, project);
    const invoice = await invoiceFor(user.id, 'dropshipper');
    const mine = { token: user.token, params: { id: invoice.id } };
    expect((await call(contract.payMyInvoice, mine)).status).toBe(200);
    expect((await call(contract.readMyBills, { token: user.token })).body.pays_by_card).toBe(true);
    const [open] = (await call(contract.readMyInvoiceCards, mine)).body.items;
    await act('pay', open?.id);
    expect((await call(contract.checkMyInvoice, mine)).body).toMatchObject({
      ...{ accepts: false, items: [{ state: 'paid' }] },
    });
    expect((await call(contract.readMyInvoice, mine)).body).toMatchObject({ status: 'paid', paid_by: 'card' });
    // the self-check of his supplier looks at what he has paid too
    expect(await differences()).toEqual([]);
    await cards.app.sql(null, 'update plan_card_payments set refunded = 1 where invoice_id = $1', [invoice.id]);
    expect((await differences()).map(({ name }) => name)).toEqual([invoice.number]);
    await cards.app.sql(null, `update plan_card_payments set refunded = 0 where invoice_id = $1`, [invoice.id]);
    const other = await cards.app.user();
    const theirs = { ...mine, token: other.token };
    const asked = [call(contract.payMyInvoice, theirs), call(contract.readMyInvoiceCards, theirs)];
    expect((await Promise.all<{ status: number }>(asked)).map(({ status }) => status)).toEqual([404, 404]);
  });

  it('may be tried again after the card was declined; a page that has expired makes room for another', async () => {
    const invoice = await invoiceFor();
    const first = await begun(invoice.id);
    await act('decline', first);
    expect(await payments(invoice.id)).toMatchObject([{ state: 'failed', failure: 'Недостатньо коштів' }]);
    await act('expire', first);
    await cards.work(project);
    expect(await payments(invoice.id)).toMatchObject([{ state: 'expired' }]);
    expect((await read(invoice.id)).status).toBe('due');
    const second = await begun(invoice.id);
    expect(second).not.toBe(first);
    await act('pay', second);
    expect((await read(invoice.id)).status).toBe('paid');
  });

  it('is seen without a callback by whoever comes back', async () => {
    const invoice = await invoiceFor();
    const card = await begun(invoice.id);
    await whileBank('silent', async () => {
      await act('pay', card);
      expect((await read(invoice.id)).status).toBe('due');
      await call(contract.checkInvoice, at(invoice.id));
      expect((await read(invoice.id)).status).toBe('paid');
    });
  });

  it('is seen on the page that waits, behind others that were given up', async () => {
    const invoice = await invoiceFor();
    const card = await begun(invoice.id);
    await act('decline', card);
    const [newer, newest] = await cards.app.sql<{ id: string }>(
      project.id,
      `insert into card_payments (project_id, owner, ref_kind, ref_id, amount, state, merchant, invoice_id, page_url, expires_at, id)
       select project_id, owner, ref_kind, ref_id, amount, 'canceled', merchant, id::text || n, page_url, expires_at,
         ('ffffffff-ffff-7fff-bfff-00000000000' || n)::uuid
       from card_payments, generate_series(1, 2) n where project_id = $1 and id = $2 returning id`,
      [project.id, card],
    );
    for (const one of [newer, newest])
      await cards.app.sql(null, 'insert into card_payment_dues (id, tenant, at) values ($1, $2, now())', [
        ...[one?.id, project.id],
      ]);
    await whileBank('silent', async () => {
      await act('pay', card);
      await call(contract.checkInvoice, at(invoice.id));
      expect((await read(invoice.id)).status).toBe('paid');
    });
  });

  it('is not paid by a forged callback, nor by another sum, of which the operator hears', async () => {
    const invoice = await invoiceFor();
    const card = await begun(invoice.id);
    await act('forge', card);
    expect((await read(invoice.id)).status).toBe('due');
    await whileBank('lies', () => act('pay', card).then(() => undefined));
    expect((await read(invoice.id)).status).toBe('due');
    const before = await forOperator();
    expect(await waiting()).toMatchObject([{ id: card, problem: 'amount', invoice: { number: invoice.number } }]);
    expect((await resolve(card, project.owner.token)).status).toBe(403);
    expect((await resolve(card)).body).toMatchObject({ problem: null, paid_on: null, by_hand: 0 });
    expect(await forOperator()).toBe(before - 1);
    expect((await resolve(card)).error.code).toBe(acquiringErrors.no_problem.code);
    expect(await waiting()).toEqual([]);
    expect((await read(invoice.id)).status).toBe('due');
  });

  it('whose sum was told wrongly is paid when the bank tells it right', async () => {
    const invoice = await invoiceFor();
    const card = await begun(invoice.id);
    await whileBank('lies', () => act('pay', card).then(() => undefined));
    expect(await waiting()).toHaveLength(1);
    // the bank itself says another thing when it is asked
    await cards.work(project);
    expect((await read(invoice.id)).status).toBe('paid');
    expect(await waiting()).toEqual([]);
  });

  it('leaves the list of the operator when the bank takes its contradiction back', async () => {
    const invoice = await invoiceFor();
    const card = await begun(invoice.id);
    await act('pay', card);
    // as it stands after the bank has said that there was no payment
    await cards.app.sql(
      project.id,
      `with told as (update card_payments set problem = 'contradiction' where project_id = $1 and id = $2 returning id)
       update plan_card_payments set problem = 'contradiction' where id in (select id from told)`,
      [project.id, card],
    );
    expect(await waiting()).toMatchObject([{ id: card, problem: 'contradiction' }]);
    expect(await differences()).toEqual([]);
    await cards.work(project);
    expect(await payments(invoice.id)).toMatchObject([{ state: 'paid', problem: null }]);
    expect([await waiting(), await differences()]).toEqual([[], []]);
    await cards.app.sql(null, `update plan_card_payments set problem = 'amount' where id = $1`, [card]);
    expect((await differences()).map(({ name }) => name)).toEqual([`${invoice.number} · amount`]);
  });

  it('whose money was back on the card before the bank told of it waits on', async () => {
    const invoice = await invoiceFor();
    const card = await begun(invoice.id);
    await whileBank('silent', async () => {
      await act('pay', card);
      await act('refund', card);
    });
    await cards.work(project);
    expect(await payments(invoice.id)).toMatchObject([{ state: 'paid', refunded: AMOUNT }]);
    expect((await read(invoice.id)).status).toBe('due');
    expect([await waiting(), await differences()]).toEqual([[], []]);
    await act('pay', await begun(invoice.id));
    expect((await read(invoice.id)).status).toBe('paid');
  });

  it('two who press together pay on one page; a stranger and a manager on none', async () => {
    const invoice = await invoiceFor();
    const pages = await Promise.all([1, 2, 3].map(() => begin(invoice.id)));
    expect(new Set(pages.map(({ body }) => body.pay_url)).size).toBe(1);
    const other = await cards.app.project();
    expect((await call(contract.payInvoice, { ...at(invoice.id), token: other.owner.token })).status).toBe(404);
    const there = { token: other.owner.token, params: { project_id: other.id, id: invoice.id } };
    expect((await call(contract.payInvoice, there)).error.code).toBe('plan_invoices.not_found');
    const manager = await cards.app.member(project, 'Manager');
    expect((await begin(invoice.id, manager.token)).status).toBe(403);
    cards.simulators.fault('acquiring', { kind: 'down', only: 'invoice/create' });
    const next = await invoiceFor();
    expect((await begin(next.id)).error.code).toBe(acquiringErrors.unavailable.code);
    expect((await read(next.id)).status).toBe('due');
  });
});

describe('a transfer beside the card', () => {
  it('takes the page away; money that came all the same goes back, and the operator sees it', async () => {
    const invoice = await invoiceFor();
    const given = await begun(invoice.id);
    expect((await byTransfer(invoice.id, invoice.issued_on)).status).toBe(200);
    await cards.work(project);
    expect(await payments(invoice.id)).toEqual([]);
    expect(await act('again', given)).toContain('removed');

    const next = await invoiceFor();
    const card = await begun(next.id);
    await whileBank('silent', async () => {
      await act('pay', card);
      await byTransfer(next.id, next.issued_on);
      await call(contract.checkInvoice, at(next.id));
      expect(await waiting()).toMatchObject([{ id: card, settles: false, owed: AMOUNT, refunded: 0 }]);
      await cards.work(project);
      await cards.work(project);
    });
    expect(await read(next.id)).toMatchObject({ status: 'paid', paid_by: 'transfer' });
    expect(await payments(next.id)).toMatchObject([{ state: 'paid', refunded: AMOUNT }]);
    expect(await cards.chargedOf(card)).toBe(0);
    expect(await waiting()).toEqual([]);
    expect(await differences()).toEqual([]);
  });

  it('of which the bank has refunded the payment already owes nothing more', async () => {
    const invoice = await invoiceFor();
    const card = await begun(invoice.id);
    await whileBank('silent', async () => {
      await act('pay', card);
      await act('refund', card);
      await byTransfer(invoice.id, invoice.issued_on);
    });
    await cards.work(project);
    expect(await payments(invoice.id)).toMatchObject([{ state: 'paid', refunded: AMOUNT }]);
    expect([await waiting(), await differences()]).toEqual([[], []]);
  });

  it('at the same moment: it is paid once, and what was too much is back', async () => {
    for (let n = 0; n < 4; n += 1) {
      const invoice = await invoiceFor();
      const card = await begun(invoice.id);
      const [transfer] = await Promise.all([
        byTransfer(invoice.id, invoice.issued_on),
        act('pay', card).catch(() => null),
        credit(invoice.id, AMOUNT).catch(() => null),
      ]);
      for (let round = 0; round < 3; round += 1) await cards.work(project);
      const { status, paid_by, credited } = await read(invoice.id);
      const kept = paid_by === 'card' ? AMOUNT - credited : 0;
      expect([status, await cards.chargedOf(card)]).toEqual([status === 'canceled' ? 'canceled' : 'paid', kept]);
      expect([200, 409]).toContain(transfer.status);
    }
    expect(await waiting()).toEqual([]);
    expect(await differences()).toEqual([]);
  });
});

describe('a credit note', () => {
  it('of what a card has paid brings it back to the card; what the bank refuses is tried again', async () => {
    const invoice = await invoiceFor();
    const card = await begun(invoice.id);
    await act('pay', card);
    expect((await again(card)).error.code).toBe('plan_cards.nothing_to_refund');
    await whileBank('keeps', async () => {
      expect((await credit(invoice.id, 200_00)).status).toBe(201);
      await cards.work(project);
    });
    expect(await waiting()).toMatchObject([{ id: card, owed: 200_00, refunded: 0, problem: 'refund_refused' }]);
    expect((await again(card)).body).toMatchObject({ problem: null, owed: 200_00 });
    await cards.work(project);
    await cards.work(project);
    expect(await payments(invoice.id)).toMatchObject([{ refunded: 200_00 }]);
    const both = await Promise.all([credit(invoice.id, 500_00), credit(invoice.id, 500_00)]);
    // the bank is busy with the first
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    await cards.work(project);
    await cards.work(project);
    expect(await cards.chargedOf(card)).toBe(AMOUNT - 700_00);
    expect(await read(invoice.id)).toMatchObject({ status: 'paid', credited: 700_00 });
    expect(await waiting()).toEqual([]);
    const [seen] = (await call(contract.listCardsOfInvoice, { token: staff.token, params: { id: invoice.id } })).body
      .items;
    expect(seen).toMatchObject({ settles: true, owed: 700_00, refunded: 700_00 });
    expect(await differences()).toEqual([]);
  });

  it('behind one that the bank refused, and that was paid back by hand, brings back its own sum alone', async () => {
    const invoice = await invoiceFor();
    const card = await begun(invoice.id);
    await act('pay', card);
    await whileBank('keeps', async () => {
      await credit(invoice.id, 200_00);
      await cards.work(project);
    });
    expect((await resolve(card)).body).toMatchObject({ problem: null, owed: 200_00, refunded: 0, by_hand: 200_00 });
    expect(await waiting()).toEqual([]);
    expect((await again(card)).error.code).toBe('plan_cards.nothing_to_refund');
    expect((await credit(invoice.id, 100_00)).status).toBe(201);
    expect(await waiting()).toMatchObject([{ owed: 300_00, refunded: 0, by_hand: 200_00 }]);
    await cards.work(project);
    await cards.work(project);
    expect(await cards.chargedOf(card)).toBe(AMOUNT - 100_00);
    expect([await waiting(), await differences()]).toEqual([[], []]);
  });

  it('of what waits takes its page away', async () => {
    const invoice = await invoiceFor();
    const card = await begun(invoice.id);
    await credit(invoice.id, AMOUNT);
    await cards.work(project);
    expect((await read(invoice.id)).status).toBe('canceled');
    expect(await act('again', card)).toContain('removed');
  });

  it('is asked for where the bank has refunded at its own page', async () => {
    const invoice = await invoiceFor();
    const card = await begun(invoice.id);
    await act('pay', card);
    await cards.simulators.act('acquiring', 'refund', { invoice: card, amount: '5' });
    expect(await waiting()).toMatchObject([{ id: card, owed: 0, refunded: 5_00 }]);
    await credit(invoice.id, 5_00);
    expect(await waiting()).toEqual([]);
    expect(await cards.chargedOf(card)).toBe(AMOUNT - 5_00);
  });
});

describe('the self-check of the books', () => {
  it('names a month without an invoice, a lock without a reason, and a card that is not in the books', async () => {
    const to = await clock('2027-01-20T12:00:00Z');
    await setPlan('manufacturer-basic-monthly');
    await to('2027-04-01T08:00:00Z');
    await issueAt(cards.app.app.services, new Date());
    expect(await differences()).toEqual([]);
    const card = await begun((await own())[0]?.id ?? '');
    await act('pay', card);
    expect(await differences()).toEqual([]);
    const broken = async (statement: string, values: unknown[], of: string | null = null) => {
      await cards.app.sql(of, statement, values);
      return (await differencesOf(cards.app, project)).map(({ name }) => name);
    };
    const names = await broken(`delete from plan_invoices where payer_id = $1 and month = '2027-03-01'`, [project.id]);
    expect(names.join()).toContain('2027-02-01');
    const next = await broken(
      `update projects set restricted_by = '{"id": "${crypto.randomUUID()}", "number": "LN-000001"}' where id = $1`,
      [project.id],
      project.id,
    );
    expect(next.join()).toContain('restricted_by');
    const last = await broken('update plan_card_payments set refunded = 1 where id = $1', [card]);
    expect(last).toContain((await own())[0]?.number);
  });
});

describe('one project through its months', () => {
  it('limit, pack, invoice, overdue, read-only, paid by card, open again', async () => {
    const to = await clock('2027-01-20T12:00:00Z');
    await setPlan('manufacturer-basic-monthly');
    const seller = await makeDropshipper(cards.app, project);
    const [variant = ''] = await makeVariants(cards.app, project, [{ stock: 100 }]);
    const token = () => cards.app.tokenOf(project.owner.id);
    const place = async () =>
      placeOrder(cards.app, project, await cards.app.tokenOf(seller.id), orderBody({ [variant]: 1 }, { send: true }));
    for (let n = 0; n < 5; n += 1) await Promise.all(Array.from({ length: 10 }, place));
    const packs = async (extra_orders: boolean) =>
      call(contract.setExtraOrders, {
        ...{ token: await token(), params: { project_id: project.id }, body: { extra_orders } },
      });
    await packs(false);
    expect((await place()).error.code).toBe('plans.supplier_orders_limit');
    expect((await packs(true)).body.use).toMatchObject({ orders: 50, packs: 0 });
    expect((await place()).status).toBe(201);
    await to('2027-02-01T08:00:00Z');
    await issueAt(cards.app.app.services, new Date());
    const [invoice] = await own();
    expect(invoice?.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['plan', 89_00],
      ['orders', 89_00],
    ]);
    await to('2027-02-05T08:00:00Z');
    expect((await place()).error.code).toBe('plans.supplier_restricted');
    const card = await begun(invoice?.id ?? '');
    // somebody pays, somebody writes, the job of the hour comes
    await Promise.all([act('pay', card), place(), issueAt(cards.app.app.services, new Date())]);
    expect((await own())[0]).toMatchObject({ status: 'paid', paid_by: 'card' });
    expect((await place()).status).toBe(201);
    expect(await differences()).toEqual([]);
  });
});
