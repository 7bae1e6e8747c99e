import { readAudit } from '@lanka/domain/audit/contract';
import { kyivDate } from '@lanka/domain/kit/time';
import { listMoves, listMyOrders, listOrders, readOrder, updateOrder } from '@lanka/domain/orders/contract';
import { readCounterpartyLedger, readReconciliation, updateCounterparty } from '@lanka/domain/partners/contract';
import * as contract from '@lanka/domain/payments/contract';
import {
  createReconciliation,
  readReconciliationAct,
  sendReconciliation,
} from '@lanka/domain/reconciliations/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import {
  differencesOf,
  makeCounterparty,
  makeDropshipper,
  makeVariants,
  move,
  orderBody,
  placeOrder,
  type TestDropshipper,
} from '../../test/trade';
import type { ProjectScope } from '../kit/auth/scope';
import { enterPayments } from '.';

/** Payments that name an order, and what was agreed about paying (decision 0070). */

let app: TestApp;
let project: TestProject;
let client: TestDropshipper;
let token: string;
let variant: string;
const today = kyivDate(new Date());

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  token = project.owner.token;
  client = await makeDropshipper(app, project);
  [variant = ''] = await makeVariants(app, project, [{ price: 10_000, stock: 500 }]);
});

const at = (id: string) => ({ token, params: { project_id: project.id, id } });
/** Ten hryvnias a piece. */
async function order(count = 10, { send = true } = {}): Promise<string> {
  const placed = await placeOrder(app, project, client.token, { ...orderBody({ [variant]: count }), send });
  expect(placed.status).toBe(201);
  return placed.body.id;
}
const sent = async (count?: number): Promise<string> => {
  const id = await order(count);
  expect((await move(app, project, token, id, 'Sent')).status).toBe(200);
  return id;
};
const pay = (body: Partial<contract.CreatePaymentBody>, by = token) =>
  app.call(contract.createPayment, {
    token: by,
    params: { project_id: project.id },
    body: {
      ...{ type: 'receipt', amount: 100_000, date: today },
      ...(by === token ? { counterparty_id: client.counterparty_id } : {}),
      ...body,
    },
  });
/** One order, with all of the amount. */
const forOrder = (order_id: string, amount = 100_000) => ({ amount, orders: [{ order_id, amount }] });
const parts = (...amounts: [string, number][]) => amounts.map(([order_id, amount]) => ({ order_id, amount }));
const paymentOf = async (id: string) => (await app.call(readOrder, at(id))).body.payment;
const agree = (body: object) =>
  app.call(updateCounterparty, { token, params: { project_id: project.id, id: client.counterparty_id }, body });
const found = async (paid: string) =>
  (
    await app.call(listOrders, { token, params: { project_id: project.id }, query: { paid: paid as 'paid' } })
  ).body.items.map(({ id }) => id);

describe('a payment that names an order', () => {
  it('pays that one, is shown beside it to both sides, and a reversal takes it back', async () => {
    const [first, second] = [await sent(), await sent()];
    const made = await pay(forOrder(second, 60_000));
    expect(made.body.orders).toMatchObject([{ id: second, amount: 60_000 }]);
    expect(await paymentOf(first)).toMatchObject({ state: 'unpaid', unpaid: 100_000 });
    expect(await paymentOf(second)).toMatchObject({ state: 'partly', charged: 100_000, put: 60_000, unpaid: 40_000 });
    expect([await found('partly'), await found('unpaid'), await found('paid')]).toEqual([[second], [first], []]);
    const mine = await app.call(listMyOrders, { token: client.token, query: { paid: 'partly' } });
    expect(mine.body.items).toMatchObject([{ id: second, payment: { unpaid: 40_000 } }]);
    const shown = await app.call(contract.listPayments, {
      token: client.token,
      params: { project_id: project.id },
      query: { order_id: second },
    });
    expect(shown.body.items.map(({ id }) => id)).toEqual([made.body.id]);
    await app.call(contract.reversePayment, { ...at(made.body.id), body: { comment: 'Не туди' } });
    expect(await paymentOf(second)).toMatchObject({ state: 'unpaid', put: 0, unpaid: 100_000 });
    expect(await differencesOf(app, project)).toEqual([]);
  });

  it('pays ahead: nothing else is paid by it, the order is when it is sent, and what is too much the next', async () => {
    const old = await sent();
    const next = await order();
    await pay(forOrder(next, 130_000));
    expect(await paymentOf(next)).toMatchObject({ state: 'prepaid', put: 130_000, unpaid: 0 });
    expect(await paymentOf(old)).toMatchObject({ state: 'unpaid' });
    expect(await found('prepaid')).toEqual([next]);
    await move(app, project, token, next, 'Sent');
    expect(await paymentOf(next)).toMatchObject({ state: 'paid', unpaid: 0 });
    expect(await paymentOf(old)).toMatchObject({ state: 'partly', unpaid: 70_000 });
  });

  it('is free again when the order is canceled', async () => {
    const old = await sent();
    const next = await order();
    await pay(forOrder(next));
    expect((await move(app, project, token, next, 'Canceled', 'Передумали')).status).toBe(200);
    expect(await paymentOf(old)).toMatchObject({ state: 'paid' });
    expect(await paymentOf(next)).toBeNull();
    expect(await differencesOf(app, project)).toEqual([]);
  });

  it('waits for staff when the dropshipper reports it', async () => {
    const id = await sent();
    const { body } = await pay(forOrder(id), client.token);
    expect(await paymentOf(id)).toMatchObject({ state: 'unpaid' });
    await app.call(contract.confirmPayment, { ...at(body.id), body: { account: 'bank' } });
    expect(await paymentOf(id)).toMatchObject({ state: 'paid', put: 100_000 });
  });

  it('keeps its order with whose money it is', async () => {
    const other = await makeCounterparty(app, project);
    const id = await order();
    const { body: reported } = await pay(forOrder(id), client.token);
    await move(app, project, token, id, 'Blocked', 'Уточніть кількість');
    const give = (counterparty_id: string) => app.call(updateOrder, { ...at(id), body: { counterparty_id } });
    const confirm = () => app.call(contract.confirmPayment, { ...at(reported.id), body: {} });
    expect((await give(other)).status).toBe(200);
    expect((await confirm()).error.code).toBe('payments.order_unknown');
    expect((await give(client.counterparty_id)).status).toBe(200);
    expect((await confirm()).status).toBe(200);
    expect((await give(other)).error).toMatchObject({
      code: 'orders.has_money',
      details: [{ path: 'counterparty_id' }],
    });
    await move(app, project, client.token, id, 'Pending');
    await move(app, project, token, id, 'Sent');
    expect(await paymentOf(id)).toMatchObject({ state: 'paid', unpaid: 0 });
    expect(await differencesOf(app, project)).toEqual([]);
  });

  it('of two at once both are put, whoever comes first', async () => {
    const id = await sent();
    const both = await Promise.all([30_000, 50_000].map((amount) => pay(forOrder(id, amount))));
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(await paymentOf(id)).toMatchObject({ put: 80_000, unpaid: 20_000 });
  });

  it('and the cancellation of its order at once end with the money free, or with an order that cannot be paid', async () => {
    const old = await sent();
    const id = await order();
    const [paid] = await Promise.all([pay(forOrder(id)), move(app, project, token, id, 'Canceled', 'Передумали')]);
    expect([201, 422]).toContain(paid.status);
    expect((await paymentOf(old))?.state).toBe(paid.status === 201 ? 'paid' : 'unpaid');
    expect((await app.call(readAudit, { token, params: { project_id: project.id } })).body.ok).toBe(true);
  });

  it('is refused for an order of somebody else, a draft, a canceled one, and as a withdrawal, naming the field', async () => {
    const other = await makeCounterparty(app, project, 0, 'Інший');
    const [draft, canceled, own] = [await order(1, { send: false }), await order(1), await sent(1)];
    await move(app, project, token, canceled, 'Canceled', 'Передумали');
    const first = 'orders.0.order_id';
    for (const [body, code, path] of [
      [{ ...forOrder(own), counterparty_id: other }, 'payments.order_unknown', first],
      [forOrder(crypto.randomUUID()), 'payments.order_unknown', first],
      [forOrder(draft), 'payments.order_not_payable', first],
      [forOrder(canceled), 'payments.order_not_payable', first],
      [{ ...forOrder(own), type: 'withdrawal' }, 'payments.receipt_for_order', 'orders'],
    ] as const) {
      const refused = await pay(body);
      expect([refused.status, refused.error.code, refused.error.details[0]?.path]).toEqual([422, code, path]);
    }
    const stranger = await makeDropshipper(app, project);
    expect((await pay(forOrder(own), stranger.token)).error.code).toBe('payments.order_unknown');
  });
});

describe('a payment that names several orders', () => {
  const isRight = async () =>
    expect(
      (await app.call(readAudit, { token, params: { project_id: project.id } })).body.checks.filter(
        ({ differences_total }) => differences_total > 0,
      ),
    ).toEqual([]);

  it('pays each by its part, what is over the oldest, and a reversal takes all of it back', async () => {
    const [old, second, third] = [await sent(), await sent(), await sent()];
    const orders = parts([third, 100_000], [second, 40_000]);
    const made = await pay({ amount: 170_000, orders });
    expect(made.body.orders.map(({ id, amount }) => [id, amount])).toEqual([
      [second, 40_000],
      [third, 100_000],
    ]);
    expect(await paymentOf(third)).toMatchObject({ state: 'paid', put: 100_000 });
    expect(await paymentOf(second)).toMatchObject({ state: 'partly', put: 40_000, unpaid: 60_000 });
    expect(await paymentOf(old)).toMatchObject({ state: 'partly', put: 0, unpaid: 70_000 });
    await isRight();
    for (const order_id of [second, third]) {
      const shown = await app.call(contract.listPayments, {
        token,
        params: { project_id: project.id },
        query: { order_id },
      });
      expect(shown.body.items.map(({ id }) => id)).toEqual([made.body.id]);
    }
    for (const nth of [1, 2])
      expect(
        (await app.call(contract.reversePayment, { ...at(made.body.id), body: { comment: `${nth}` } })).status,
      ).toBe(200);
    for (const id of [old, second, third])
      expect(await paymentOf(id)).toMatchObject({ state: 'unpaid', put: 0, unpaid: 100_000 });
    await isRight();
  });

  it('names them to both sides in the statement, and in an act and on its paper', async () => {
    const [first, second] = [await sent(), await sent()];
    const days = { from: '2025-10-01', to: '2025-10-31' };
    await pay({ amount: 120_000, date: '2025-10-05', orders: parts([first, 60_000], [second, 40_000]) });
    await pay({ amount: 5_000, date: '2025-10-06' });
    const named = [
      { id: first, prefix: '', number: expect.any(Number), amount: 60_000 },
      { id: second, prefix: '', number: expect.any(Number), amount: 40_000 },
    ];
    const params = { project_id: project.id, id: client.counterparty_id };
    for (const by of [token, client.token]) {
      const { items } = (await app.call(readCounterpartyLedger, { token: by, params })).body;
      const shown = items.map(({ purpose, orders }) => [purpose, orders]);
      expect(shown).toEqual([
        ['payment', []],
        ['payment', named],
        ['charge', []],
        ['charge', []],
      ]);
      const { rows } = (await app.call(readReconciliation, { token: by, params, query: days })).body;
      expect(rows.map(({ orders }) => orders)).toEqual([named, []]);
    }
    const body = { counterparty_id: client.counterparty_id, ...days };
    const { id } = (await app.call(createReconciliation, { token, params: { project_id: project.id }, body })).body;
    await app.call(sendReconciliation, { ...at(id), body: {} });
    const { lines } = (await app.call(readReconciliationAct, { ...at(id), token: client.token })).body;
    expect(lines.map(({ orders }) => orders)).toEqual([named, []]);
    expect(lines[0]?.document).toMatch(/^Оплата, замовлення № \d+, \d+$/);
    expect(lines[1]?.document).toBe('Оплата');
  });

  it('waits as a report, is posted whole when it is confirmed, and what was canceled meanwhile is free', async () => {
    const [old, ahead, never] = [await sent(), await order(), await order()];
    const orders = parts([ahead, 100_000], [never, 100_000]);
    const { body } = await pay({ amount: 200_000, orders }, client.token);
    expect(body).toMatchObject({ status: 'pending', orders: [{ amount: 100_000 }, { amount: 100_000 }] });
    expect(await paymentOf(ahead)).toBeNull();
    expect((await move(app, project, token, never, 'Canceled', 'Передумали')).status).toBe(200);
    expect((await app.call(contract.confirmPayment, { ...at(body.id), body: { account: 'bank' } })).status).toBe(200);
    expect(await paymentOf(ahead)).toMatchObject({ state: 'prepaid', put: 100_000 });
    expect(await paymentOf(old)).toMatchObject({ state: 'paid' });
    await isRight();
  });

  it('puts nothing anywhere when it is declined', async () => {
    const id = await sent();
    const { body } = await pay(forOrder(id), client.token);
    await app.call(contract.declinePayment, { ...at(body.id), body: { reason: 'Не надійшло' } });
    expect(await paymentOf(id)).toMatchObject({ state: 'unpaid', put: 0 });
    await isRight();
  });

  it('of two at once on the same orders, named crosswise, both are put', async () => {
    const [first, second] = [await sent(), await sent()];
    const both = await Promise.all([
      pay({ amount: 90_000, orders: parts([first, 30_000], [second, 60_000]) }),
      pay({ amount: 90_000, orders: parts([second, 40_000], [first, 50_000]) }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(await paymentOf(first)).toMatchObject({ put: 80_000, unpaid: 20_000 });
    expect(await paymentOf(second)).toMatchObject({ put: 100_000, unpaid: 0 });
    await isRight();
  });

  it('is refused whole when a part is wrong, naming the part and what is allowed', async () => {
    const other = await makeCounterparty(app, project, 0, 'Інший');
    const [first, second] = [await sent(), await sent()];
    const theirs = await app.call(contract.createPayment, {
      token,
      params: { project_id: project.id },
      body: { ...{ type: 'receipt', amount: 10, date: today, counterparty_id: other }, ...forOrder(first, 10) },
    });
    expect(theirs.error.code).toBe('payments.order_unknown');
    for (const [orders, status, code, path, allowed] of [
      [
        parts([first, 60_000], [second, 40_001]),
        422,
        'payments.orders_above_amount',
        'orders.1.amount',
        '400,00\u00a0₴',
      ],
      [parts([first, 10], [first, 10]), 422, 'payments.order_twice', 'orders.1.order_id', undefined],
      [parts([first, 10], [crypto.randomUUID(), 10]), 422, 'payments.order_unknown', 'orders.1.order_id', undefined],
      [parts([first, 10], [second, 0]), 400, 'common.invalid', 'orders.1.amount', undefined],
      [
        Array.from({ length: contract.MAX_PAYMENT_ORDERS + 1 }, () => parts([crypto.randomUUID(), 1])).flat(),
        ...([400, 'common.invalid', 'orders', undefined] as const),
      ],
    ] as const) {
      const refused = await pay({ amount: 100_000, orders: [...orders] });
      expect([refused.status, refused.error.code]).toEqual([status, code]);
      expect(refused.error.details[0]).toMatchObject({ path, ...(allowed ? { allowed } : {}) });
    }
    expect(await paymentOf(first)).toMatchObject({ put: 0, unpaid: 100_000 });
  });
});

describe('several that are entered together', () => {
  const owner = () =>
    ({
      project: { ...project, title: '' },
      user: { ...project.owner, name: '' },
      ...{ role: 'Owner', counterparty_id: null, locale: 'ua' },
    }) as unknown as ProjectScope;
  const enter = (...bodies: contract.CreatePaymentBody[]) =>
    app.app.services.db.transaction({ projectIds: [project.id] }, (tx) => enterPayments(tx, owner(), bodies));
  const receipt = (counterparty_id: string, amount: number, ...orders: contract.OrderPart[]) => ({
    ...({ type: 'receipt', account: 'cash', date: today } as const),
    ...{ counterparty_id, amount, orders },
  });

  it('are put each against its own, or none of them is entered', async () => {
    const other = await makeDropshipper(app, project);
    const [first, second] = [await sent(), await sent()];
    const { body: theirs } = await placeOrder(app, project, other.token, {
      ...{ ...orderBody({ [variant]: 3 }), send: true },
    });
    const ids = await enter(
      receipt(client.counterparty_id, 120_000, ...parts([first, 100_000])),
      receipt(other.counterparty_id, 40_000, ...parts([theirs.id, 30_000])),
      receipt(client.counterparty_id, 5_000),
    );
    const read = await Promise.all(ids.map(async (id) => (await app.call(contract.readPayment, at(id))).body));
    expect(read).toMatchObject([
      { amount: 120_000, counterparty_id: client.counterparty_id, account: 'cash', orders: [{ id: first }] },
      { amount: 40_000, counterparty_id: other.counterparty_id, balance_after: 40_000, orders: [{ id: theirs.id }] },
      { amount: 5_000, counterparty_id: client.counterparty_id, orders: [], balance_after: -75_000 },
    ]);
    expect(await paymentOf(first)).toMatchObject({ state: 'paid', put: 100_000 });
    expect(await paymentOf(second)).toMatchObject({ state: 'partly', put: 0, unpaid: 75_000 });
    expect(await paymentOf(theirs.id)).toMatchObject({ state: 'prepaid', put: 30_000 });
    const count = async () =>
      (await app.call(contract.countPayments, { token, params: { project_id: project.id } })).body;
    const before = await count();
    for (const [wrong, code] of [
      [receipt(other.counterparty_id, 10, ...parts([first, 10])), 'payments.order_unknown'],
      [receipt(crypto.randomUUID(), 10), 'partners.unknown'],
      [{ ...receipt(other.counterparty_id, 10), date: '2999-01-01' }, 'payments.in_future'],
    ] as const)
      await expect(enter(receipt(client.counterparty_id, 10), wrong)).rejects.toMatchObject({ code });
    expect(await count()).toEqual(before);
    expect(await differencesOf(app, project)).toEqual([]);
  });
});

describe('beyond what was agreed', () => {
  const moves = async (id: string) =>
    Object.fromEntries(
      (await app.call(listMoves, at(id))).body.items.map(({ to, refusal, warning }) => [
        to,
        [refusal?.code, warning?.code],
      ]),
    );

  it('whoever sends is warned, or it is refused, as the supplier sets; an order is taken all the same', async () => {
    expect((await agree({ credit_limit: 100_000 })).body).toMatchObject({ credit_limit: 100_000, on_limit: 'warn' });
    await sent();
    const id = await order(1);
    expect((await moves(id)).Sent).toEqual([undefined, 'ledger.credit_exceeded']);
    await agree({ on_limit: 'refuse' });
    expect((await moves(id)).Sent).toEqual(['ledger.credit_exceeded', undefined]);
    const refused = await move(app, project, token, id, 'Sent');
    expect([refused.status, refused.error.code]).toEqual([409, 'ledger.credit_exceeded']);
    expect((await app.call(readOrder, at(id))).body).toMatchObject({ status: 'Pending', charged_at: null });
    await pay(forOrder(id, 10_000));
    expect((await moves(id)).Sent).toEqual([undefined, undefined]);
    expect((await move(app, project, token, id, 'Sent')).status).toBe(200);
  });

  it('what is overdue is found by lists and stands in the way', async () => {
    await agree({ payment_days: 0, on_limit: 'refuse' });
    const id = await sent();
    expect(await paymentOf(id)).toMatchObject({ due_on: today, overdue: false });
    await app.sql(
      project.id,
      `update charges set due_on = due_on - 1 where project_id = '${project.id}' and order_id = '${id}'`,
    );
    expect(await paymentOf(id)).toMatchObject({ overdue: true });
    expect(await found('overdue')).toEqual([id]);
    const next = await order(1);
    expect((await move(app, project, token, next, 'Sent')).error.code).toBe('ledger.payment_overdue');
    await pay(forOrder(id));
    expect(await found('overdue')).toEqual([]);
    expect((await move(app, project, token, next, 'Sent')).status).toBe(200);
  });

  it.each([
    [{ payment_days: -1 }, 'payment_days'],
    [{ payment_days: 366 }, 'payment_days'],
    [{ credit_limit: -1 }, 'credit_limit'],
    [{ on_limit: 'maybe' }, 'on_limit'],
  ])('refuses %j naming the field', async (body, path) => {
    const refused = await agree(body);
    expect([refused.status, refused.error.details[0]?.path]).toEqual([400, path]);
  });
});
