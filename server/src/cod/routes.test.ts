import { readAudit } from '@lanka/domain/audit/contract';
import * as contract from '@lanka/domain/cod/contract';
import { kyivDate } from '@lanka/domain/kit/time';
import {
  listMyOrders,
  listOrders,
  priceOrder,
  readHistory,
  readOrder,
  updateOrder,
} from '@lanka/domain/orders/contract';
import { createPayment, listAccounts } from '@lanka/domain/payments/contract';
import { decideReturn, refuseParcel, withdrawReturn } from '@lanka/domain/returns/contract';
import { updateMainInfo } from '@lanka/domain/templates/main_info';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import {
  balanceOf,
  DELIVERY,
  makeDropshipper,
  makeVariants,
  move,
  orderBody,
  placeOrder,
  type TestDropshipper,
} from '../../test/trade';

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
  [variant = ''] = await makeVariants(app, project, [{ price: 10_000, recommended_price: 16_000, stock: 5_000 }]);
  await terms({ cod_payer: 'sender', cod_percent: 200, cod_fixed: 2_000 });
});

const here = () => ({ project_id: project.id });
const at = (id: string, by = token) => ({ token: by, params: { ...here(), id } });
const terms = (body: object) => app.call(updateMainInfo, { token, params: here(), body });
type Body = Parameters<typeof orderBody>[1];

/** Five pieces: 500 ₴ to the supplier, 800 ₴ of the customer. */
async function placed(rest: Body = { cod: {} }, by = client.token): Promise<string> {
  const order = await placeOrder(app, project, by, { ...orderBody({ [variant]: 5 }, rest), send: true });
  expect([order.status, order.error?.code]).toEqual([201, undefined]);
  return order.body.id;
}
async function sent(rest?: Body, by?: string): Promise<string> {
  const id = await placed(rest, by);
  expect((await move(app, project, token, id, 'Sent')).status).toBe(200);
  return id;
}
const codOf = async (id: string, by = token) => (await app.call(readOrder, at(id, by))).body.cod;
const settle = (rows: contract.CreateRegisterBody['rows'], body: Partial<contract.CreateRegisterBody> = {}) =>
  app.call(contract.createRegister, {
    ...{ token, params: here() },
    body: { carrier: 'nova_poshta', number: 'R-17', date: today, rows, ...body },
  });
const row = (order_id: string, amount = 80_000, fee = 3_600) => ({ order_id, amount, fee });
const reverse = ({ id, items }: contract.CodRegister, rows = items) =>
  app.call(contract.reverseRows, { ...at(id), body: { row_ids: rows.map((one) => one.id), comment: 'Не той реєстр' } });
const balance = () => balanceOf(app, project, client.counterparty_id);
const account = async (name: string) =>
  (await app.call(listAccounts, { token, params: here() })).body.items.find((one) => one.account === name)?.balance;
async function auditIsFine(): Promise<void> {
  const { body } = await app.call(readAudit, { params: here(), token });
  expect(body.checks.flatMap(({ differences }) => differences)).toEqual([]);
}

describe('before it is sent', () => {
  it('an order says what is collected, kept, charged and left, to both sides', async () => {
    const id = await placed({ cod: {}, prepayment: { amount: 10_000 } });
    // 700 ₴ to collect; 20 ₴ and 2 % of it are kept
    const figures = { state: 'planned', sum: 70_000, fee: 3_400, cost: 50_000, earning: 16_600, sum_set: null };
    expect(await codOf(id)).toMatchObject(figures);
    expect(await codOf(id, client.token)).toMatchObject(figures);
    const { body } = await app.call(updateOrder, { ...at(id), body: { cod: { sum: 50_000, fee: 0 } } });
    expect(body.cod).toMatchObject({ sum: 50_000, fee: 0, earning: 0, sum_set: 50_000, fee_set: 0 });
    // the dropshipper's numbers are with the manager now
    const late = await app.call(updateOrder, { ...at(id, client.token), body: { cod: null } });
    expect([late.status, late.error.code]).toEqual([409, 'orders.not_editable']);
    expect((await app.call(updateOrder, { ...at(id), body: { cod: null } })).body.cod).toBeNull();
    const { items } = (await app.call(readHistory, at(id))).body;
    expect(items.at(-1)?.changes).toMatchObject([
      { field: 'cod', before: 'yes', after: null },
      { field: 'cod_sum', before: 50_000, after: null },
      { field: 'cod_fee', before: 0, after: null },
    ]);
  });

  it('its preview has the same numbers, also below zero', async () => {
    const body = { items: [{ product_variant_id: variant, count: 5 }], counterparty_id: client.counterparty_id };
    const ask = async (more: object) =>
      (await app.call(priceOrder, { token, params: here(), body: { ...body, ...more } })).body.cod;
    expect(await ask({})).toBeNull();
    expect(await ask({ cod: {}, prepayment: { amount: 40_000 } })).toEqual({
      ...{ sum: 40_000, fee: 2_800, cost: 50_000, earning: -12_800 },
    });
    await terms({ cod_payer: 'recipient' });
    expect(await ask({ cod: { sum: 60_000 } })).toEqual({ sum: 60_000, fee: 0, cost: 50_000, earning: 10_000 });
  });

  it('sending freezes the sum and the fee; where nothing is left nothing is awaited', async () => {
    const id = await sent();
    await terms({ cod_percent: 500 });
    expect(await codOf(id)).toMatchObject({ state: 'awaited', sum: 80_000, fee: 3_600, earning: 26_400 });
    const late = await app.call(updateOrder, { ...at(id), body: { cod: null } });
    expect(late.error.code).toBe('orders.not_editable');
    expect(await codOf(await sent({ cod: {}, prepayment: { amount: 80_000 } }))).toBeNull();
  });
});

describe('a register of the carrier', () => {
  it('credits whose orders they are, pays their charges, and leaves the earning to be paid out', async () => {
    const [first, second] = [await sent(), await sent()];
    expect(await balance()).toBe(-100_000);
    const { status, body } = await settle([row(first), row(second, 75_000, 4_000)]);
    expect([status, body.number, body.rows, body.total, body.fee]).toEqual([201, 1, 2, 155_000, 7_600]);
    expect(body.items[1]).toMatchObject({ expected: 80_000, amount: 75_000, expected_fee: 3_600, fee: 4_000 });
    expect(await balance()).toBe(155_000 - 7_600 - 100_000);
    expect(await codOf(first)).toMatchObject({ state: 'received', received: 80_000, received_fee: 3_600 });
    expect((await app.call(readOrder, at(first))).body.payment).toMatchObject({ state: 'paid', put: 80_000 });
    // the carrier owes it until his money is in the bank
    expect([await account('cash_on_delivery'), await account('bank')]).toEqual([147_400, 0]);
    expect((await app.call(contract.readSums, { token, params: here() })).body).toMatchObject({
      ...{ owed: 147_400, awaited: { orders: 0, sum: 0 } },
    });
    await auditIsFine();
    const received = await app.call(contract.receiveRegister, { ...at(body.id), body: { date: today } });
    expect([received.status, received.body.received_on]).toEqual([200, today]);
    expect([await account('cash_on_delivery'), await account('bank')]).toEqual([0, 147_400]);
    const again = await app.call(contract.receiveRegister, { ...at(body.id), body: { date: today } });
    expect([again.status, again.error.code]).toEqual([409, 'cod.received_already']);
    await auditIsFine();
  });

  it('may say at once that the money has come; an order of the own sales has it too', async () => {
    const own = await sent({ cod: {} }, token);
    const { body } = await settle([row(own)], { received: { account: 'cash', date: today } });
    expect(body.received_to).toBe('cash');
    expect([await account('cash_on_delivery'), await account('cash')]).toEqual([0, 76_400]);
    const [sales] = await app.sql<{ balance: string }>(
      project.id,
      'select balance from counterparty_accounts where project_id = $1 and named_only',
      [project.id],
    );
    expect(Number(sales?.balance)).toBe(26_400);
    await auditIsFine();
  });

  it('settles an order once, whoever comes second, and nothing of a register with a wrong row', async () => {
    const [first, second] = [await sent(), await sent()];
    const answers = await Promise.all([settle([row(first), row(second)]), settle([row(second), row(first)])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.error.code).toBe('cod.not_awaited');
    expect(refused?.error.details).toMatchObject([{ path: 'rows.0.order_id' }, { path: 'rows.1.order_id' }]);
    const third = await sent();
    expect((await settle([row(third), row(first)])).error.code).toBe('cod.not_awaited');
    expect((await settle([row(third), row(third)])).error.code).toBe('cod.twice');
    expect((await settle([row(third, 100, 101)])).error.details).toMatchObject([{ path: 'rows.0.fee', allowed: 100 }]);
    expect((await settle([row(crypto.randomUUID())])).error.code).toBe('cod.no_order');
    expect((await settle([row(third)], { date: '2999-01-01' })).error.code).toBe('cod.in_future');
    expect(await codOf(third)).toMatchObject({ state: 'awaited' });
    expect(await balance()).toBe(160_000 - 7_200 - 150_000);
    await auditIsFine();
  });

  it('is taken back by its rows: their orders are awaited again and may be settled anew', async () => {
    const [first, second] = [await sent(), await sent()];
    const { body } = await settle([row(first), row(second)], { received: { account: 'bank', date: today } });
    const [one] = body.items;
    const partly = await reverse(body, one ? [one] : []);
    expect(partly.body).toMatchObject({ rows: 1, total: 80_000, received_on: today });
    expect(await codOf(first)).toMatchObject({ state: 'awaited', received: null });
    // the carrier has paid more than the register accounts for
    expect(await account('cash_on_delivery')).toBe(-76_400);
    expect((await reverse(body)).body).toMatchObject({ rows: 0, total: 0, received_on: null });
    expect((await reverse(body)).status).toBe(200);
    expect([await account('cash_on_delivery'), await account('bank'), await balance()]).toEqual([0, 0, -100_000]);
    expect((await app.call(contract.receiveRegister, { ...at(body.id), body: { date: today } })).error.code).toBe(
      'cod.nothing_left',
    );
    expect((await settle([row(first)])).status).toBe(201);
    await auditIsFine();
  });

  it('is refused on a day that an agreed act has closed', async () => {
    const id = await sent();
    const day = kyivDate(new Date(Date.now() - 24 * 60 * 60 * 1000));
    await app.sql(
      project.id,
      'update counterparty_accounts set closed_until = $2 where project_id = $1 and not named_only',
      [project.id, day],
    );
    const refused = await settle([row(id)], { date: day });
    expect([refused.status, refused.error.code]).toEqual([409, 'cod.day_closed']);
    expect(refused.error.details).toMatchObject([{ path: 'date', allowed: today }]);
    expect(await codOf(id)).toMatchObject({ state: 'awaited' });
  });

  it('is matched row by row: by ТТН or number, with what differs', async () => {
    const [first, second, plain] = [
      await sent({ cod: {}, delivery: { ...DELIVERY, ttn: '20450000000017' } }),
      await sent(),
      await sent({}),
    ];
    const numberOf = async (id: string) => (await app.call(readOrder, at(id))).body.number;
    const rows = [
      { ref: '20 4500 0000 0017', amount: 79_000, fee: null },
      { ref: `№ ${await numberOf(second)}`, amount: null, fee: 5_000 },
      { ref: '20450000000017', amount: null, fee: null },
      { ref: `${await numberOf(plain)}`, amount: 100, fee: 0 },
      { ref: '59000000000000', amount: 100, fee: 0 },
    ];
    const { body } = await app.call(contract.matchRows, { token, params: here(), body: { number: 'R-17', rows } });
    expect(body.known).toBeNull();
    expect(
      body.rows.map(({ order, amount, fee, problem, sum_difference, fee_difference }) => [
        ...[order?.id, amount, fee, problem, sum_difference, fee_difference],
      ]),
    ).toEqual([
      [first, 79_000, 3_600, null, -1_000, 0],
      [second, 80_000, 5_000, null, 0, 1_400],
      [first, 80_000, 3_600, 'twice', 0, 0],
      [plain, 100, 0, 'not_awaited', 100, 0],
      [undefined, 100, 0, 'unknown', 0, 0],
    ]);
    const made = await settle([row(first, 79_000)]);
    const again = await app.call(contract.matchRows, { token, params: here(), body: { number: 'R-17', rows } });
    expect([again.body.known, again.body.rows[0]?.problem]).toEqual([made.body.number, 'not_awaited']);
  });
});

it('a register is read of what was pasted, with its names or without', async () => {
  const read = async (pasted: string) =>
    (await app.call(contract.readTable, { token, params: here(), body: { pasted } })).body;
  expect(await read('125\t1 200,50\t44,01\n20450000000017\t\t')).toMatchObject({
    headers: [],
    rows: [
      { ref: '125', amount: 120_050, fee: 4_401 },
      { ref: '20450000000017', amount: null, fee: null },
    ],
  });
  expect(await read('Комісія;Номер ТТН;Сума\n20;20450000000017;999,5\n;;999,5')).toMatchObject({
    columns: { ref: 1, amount: 2, fee: 0 },
    rows: [{ ref: '20450000000017', amount: 99_950, fee: 2_000 }],
  });
});

describe('a parcel that was refused', () => {
  it('is awaited no more, nor settled, until its return is withdrawn', async () => {
    const id = await sent();
    const { body } = await app.call(refuseParcel, { ...at(id), body: {} });
    expect(await codOf(id)).toMatchObject({ state: 'refused' });
    expect((await settle([row(id)])).error.code).toBe('cod.not_awaited');
    expect((await app.call(withdrawReturn, at(body.id))).status).toBe(200);
    expect((await settle([row(id)])).status).toBe(201);
    await auditIsFine();
  });

  it('cannot be one that the carrier has paid for', async () => {
    const id = await sent();
    await settle([row(id)]);
    const refused = await app.call(refuseParcel, { ...at(id), body: {} });
    expect([refused.status, refused.error.code]).toEqual([409, 'returns.paid_on_delivery']);
    const other = await sent();
    const [settled, back] = await Promise.all([
      settle([row(other)]),
      app.call(refuseParcel, { ...at(other), body: {} }),
    ]);
    expect([settled.status, back.status].includes(409)).toBe(true);
    expect(await codOf(other)).toMatchObject({ state: settled.status === 201 ? 'received' : 'refused' });
    await auditIsFine();
  });
});

it('lists are narrowed by it, and what is awaited is told by its age to both sides', async () => {
  const [first, second] = [await sent(), await placed()];
  await sent({});
  await app.sql(
    project.id,
    `update orders set shipped_at = now() - interval '9 days' where project_id = $1 and id = $2`,
    [project.id, first],
  );
  const listed = async (cod: 'planned' | 'awaited') =>
    (await app.call(listOrders, { token, params: here(), query: { cod } })).body.items.map(({ id }) => id);
  expect([await listed('planned'), await listed('awaited')]).toEqual([[second], [first]]);
  const mine = await app.call(listMyOrders, { token: client.token, query: { cod: 'awaited' } });
  expect(mine.body.items).toMatchObject([{ id: first, cod: { state: 'awaited', sum: 80_000, received: null } }]);
  const awaited = await app.call(contract.listAwaited, { token, params: here(), query: { days: '7' } });
  expect(awaited.body.items).toMatchObject([{ order_id: first, days: 9, sum: 80_000, fee: 3_600, earning: 26_400 }]);
  const old = await app.call(contract.listAwaited, { token, params: here(), query: { days: '10' } });
  expect(old.body.total).toBe(0);
  const sums = await app.call(contract.readMySums, { token: client.token });
  expect(sums.body.items).toMatchObject([{ project_id: project.id, orders: 1, sum: 80_000, earning: 26_400 }]);
});

it('after any sequence of sending, settling, reversing, refusing and paying the books agree', async () => {
  const steps = fc.array(fc.constantFrom('send', 'settle', 'reverse', 'refuse', 'withdraw', 'approve', 'pay'), {
    minLength: 4,
    maxLength: 9,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const orders = [await sent()];
      const registers: contract.CodRegister[] = [];
      const returns: string[] = [];
      for (const step of all) {
        const last = orders.at(-1) ?? '';
        if (step === 'send') orders.push(await sent());
        if (step === 'settle') {
          const { status, body } = await settle([row(last, 70_000, 1_000)]);
          if (status === 201) registers.push(body);
        }
        const [register] = registers.slice(-1);
        if (step === 'reverse' && register) await reverse(register);
        if (step === 'refuse') {
          const { status, body } = await app.call(refuseParcel, { ...at(last), body: {} });
          if (status === 200) returns.push(body.id);
        }
        const back = returns.at(-1);
        if (step === 'withdraw' && back) await app.call(withdrawReturn, at(back));
        if (step === 'approve' && back) await app.call(decideReturn, { ...at(back), body: { others: 'approved' } });
        if (step === 'pay')
          await app.call(createPayment, {
            ...{ token, params: here() },
            body: { counterparty_id: client.counterparty_id, type: 'receipt', amount: 12_345, date: today },
          });
      }
      await auditIsFine();
    }),
    { numRuns: 6 },
  );
});
