import { findMyClient } from '@lanka/domain/clients/contract';
import { makeTrackingLink } from '@lanka/domain/clients/tracking';
import * as contract from '@lanka/domain/cod/contract';
import { kyivDate } from '@lanka/domain/kit/time';
import { listNotices } from '@lanka/domain/notices/contract';
import {
  listMoves,
  listMyOrders,
  listOrders,
  priceOrder,
  readHistory,
  readOrder,
  updateOrder,
} from '@lanka/domain/orders/contract';
import { listParcels, sendParcel, splitOrder, updateParcel } from '@lanka/domain/parcels/contract';
import { updateCounterparty } from '@lanka/domain/partners/contract';
import { createPayment, listAccounts } from '@lanka/domain/payments/contract';
import {
  createReturn,
  decideReturn,
  readOrderReturns,
  readReturnHistory,
  refuseParcel,
  withdrawReturn,
} from '@lanka/domain/returns/contract';
import { readDebts } from '@lanka/domain/statistics/contract';
import { readMyStatistics } from '@lanka/domain/statistics/mine';
import { updateMainInfo } from '@lanka/domain/templates/main_info';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import {
  balanceOf,
  CUSTOMER,
  DELIVERY,
  differencesOf,
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
const mayRefuse = async (id: string) => (await app.call(readOrderReturns, at(id))).body.may;
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
  expect(await differencesOf(app, project)).toEqual([]);
}

/** Two of its five pieces in the first parcel: 320 ₴ of the customer's 800. */
async function split(rest: Body = { cod: {} }) {
  const id = await placed(rest);
  const [item] = (await app.call(readOrder, at(id))).body.items;
  const body = { parcels: [{ items: [{ order_item_id: item?.id ?? '', count: 2 }], ttn: '20450000000101' }] };
  expect((await app.call(splitOrder, { ...at(id), body })).status).toBe(200);
  const [, second] = await parcelsOf(id);
  await nameParcel(id, second?.id ?? '', '20450000000102');
  return id;
}
const parcelsOf = async (id: string, by = token) => (await app.call(listParcels, at(id, by))).body.items;
const nameParcel = (order_id: string, id: string, ttn: string) =>
  app.call(updateParcel, { token, params: { ...here(), order_id, id }, body: { ttn } });
async function send(order_id: string, number: number) {
  const id = (await parcelsOf(order_id)).find((one) => one.number === number)?.id ?? '';
  const answer = await app.call(sendParcel, { token, params: { ...here(), order_id, id } });
  expect([answer.status, answer.error?.code]).toEqual([200, undefined]);
  return id;
}
async function sentInTwo(rest?: Body) {
  const id = await split(rest);
  return { id, first: await send(id, 1), second: await send(id, 2) };
}

describe('a limit and a term of payment', () => {
  const agree = (body: object) => app.call(updateCounterparty, { ...at(client.counterparty_id), body });
  const sending = async (id: string) => (await move(app, project, token, id, 'Sent')).error?.code;
  const warnedOf = async (id: string) =>
    (await app.call(listMoves, at(id))).body.items.find(({ to }) => to === 'Sent')?.refusal?.code;
  const dueOf = async (id: string) => (await app.call(readOrder, at(id))).body.payment?.due_on;

  it('an order is covered by what the carrier is to bring, until he brings less or the parcel is refused', async () => {
    await agree({ credit_limit: 0, payment_days: 0, on_limit: 'refuse' });
    const [first, second] = [await sent(), await sent()];
    expect([await dueOf(first), await dueOf(second)]).toEqual([null, null]);
    // its own earning pays for nothing else
    const unpaid = await placed({});
    expect([await warnedOf(unpaid), await sending(unpaid)]).toEqual(Array(2).fill('ledger.credit_exceeded'));
    const short = await placed({ cod: { sum: 53_599, fee: 3_600 } });
    expect([await warnedOf(short), await sending(short)]).toEqual(Array(2).fill('ledger.credit_exceeded'));
    await app.call(updateOrder, { ...at(short), body: { cod: { sum: 53_600, fee: 3_600 } } });
    expect([await warnedOf(short), await sending(short)]).toEqual([undefined, undefined]);
    await agree({ credit_limit: 50_000 });
    // of what is awaited nothing is owed
    expect(await sending(unpaid)).toBeUndefined();
    expect(await dueOf(unpaid)).toBe(today);
    await settle([row(first, 20_000, 0)]);
    expect(await dueOf(first)).toBe(today);
    await app.call(refuseParcel, { ...at(second), body: {} });
    expect(await dueOf(second)).toBe(today);
    await agree({ credit_limit: 150_000 });
    const next = await placed({});
    expect(await warnedOf(next)).toBe('ledger.credit_exceeded');
    await agree({ credit_limit: 180_000 });
    expect(await sending(next)).toBeUndefined();
    await auditIsFine();
  });

  it('a parcel is covered by what is collected with it', async () => {
    await agree({ credit_limit: 0, payment_days: 3, on_limit: 'refuse' });
    const { id, second } = await sentInTwo();
    expect(await dueOf(id)).toBeNull();
    const refused = await app.call(refuseParcel, { ...at(id), body: { parcel_id: second } });
    // what is left of it is more than the first is to bring
    expect(await dueOf(id)).not.toBeNull();
    expect(await sending(await placed())).toBeUndefined();
    expect(await sending(await placed({}))).toBe('ledger.credit_exceeded');
    // it was taken after all
    await app.call(withdrawReturn, at(refused.body.id));
    expect(await dueOf(id)).toBeNull();
    await auditIsFine();
  });

  it('what is collected with one parcel covers the others, whichever is sent first', async () => {
    await agree({ payment_days: 3, on_limit: 'warn' });
    const id = await split({});
    await send(id, 1);
    expect(await dueOf(id)).not.toBeNull();
    expect((await app.call(updateOrder, { ...at(id), body: { cod: {} } })).status).toBe(200);
    const parcel_id = await send(id, 2);
    expect(await dueOf(id)).toBeNull();
    const refused = await app.call(refuseParcel, { ...at(id), body: { parcel_id } });
    expect(await dueOf(id)).not.toBeNull();
    await app.call(withdrawReturn, at(refused.body.id));
    expect(await dueOf(id)).toBeNull();
    await auditIsFine();
  });

  it('while one parcel is awaited the term of what it covers does not begin with the money of another', async () => {
    await agree({ credit_limit: 0, payment_days: 3, on_limit: 'refuse' });
    const { id, first, second } = await sentInTwo();
    const paid = (parcel_id: string, amount: number) => settle([{ ...row(id, amount, 0), parcel_id }]);
    const { body } = await paid(first, 32_000);
    expect(await dueOf(id)).toBeNull();
    // the last one brings too little
    const short = await paid(second, 10_000);
    expect(await dueOf(id)).not.toBeNull();
    await reverse(short.body);
    expect(await dueOf(id)).toBeNull();
    await reverse(body);
    expect(await dueOf(id)).toBeNull();
    await auditIsFine();
  });

  it('money that is awaited again has no day to pay it, and is not aged while it is', async () => {
    await agree({ payment_days: 0, on_limit: 'refuse' });
    const [first, second] = [await sent(), await sent()];
    const { body } = await settle([row(first, 20_000, 0)]);
    expect(await dueOf(first)).toBe(today);
    await reverse(body);
    expect(await dueOf(first)).toBeNull();
    const refused = await app.call(refuseParcel, { ...at(second), body: {} });
    expect(await dueOf(second)).toBe(today);
    await app.call(withdrawReturn, at(refused.body.id));
    expect(await dueOf(second)).toBeNull();
    await auditIsFine();
    const long_ago = 'update charges set charged_on = charged_on - 70 where project_id = $1';
    await app.sql(project.id, long_ago, [project.id]);
    const ages = async () => (await app.call(readDebts, { token, params: here() })).body.total.ages;
    expect(await ages()).toMatchObject({ not_due: 100_000, days_90: 0 });
    await app.sql(project.id, "update orders set cod_state = 'direct' where project_id = $1 and id = $2", [
      ...[project.id, second],
    ]);
    expect(await ages()).toMatchObject({ not_due: 50_000, days_90: 50_000 });
    // of a part that he is to bring the rest is owed, and the whole is aged
    await app.sql(project.id, 'update orders set cod_sum = 30_000, cod_fee = 0 where project_id = $1 and id = $2', [
      ...[project.id, first],
    ]);
    expect(await ages()).toMatchObject({ not_due: 0, days_90: 100_000 });
  });
});

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
      ...{ owed: 147_400, awaited: { count: 0, sum: 0 } },
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

  it('may be marked again after it was withdrawn by mistake, each time with its own logistics', async () => {
    const id = await sent();
    await app.call(updateCounterparty, { ...at(client.counterparty_id), body: { refusal_charge: 7_000 } });
    const refused = async () => (await app.call(refuseParcel, { ...at(id), body: {} })).body;
    const first = await refused();
    expect(await balance()).toBe(-57_000);
    const back = await app.call(withdrawReturn, at(first.id));
    expect(back.body).toMatchObject({ withdrawn: true, charge_waived: true });
    expect(await balance()).toBe(-50_000);
    expect((await app.call(readOrderReturns, at(id))).body.may.refuse).toBe(true);
    const second = await refused();
    expect(second.id).not.toBe(first.id);
    expect(second).toMatchObject({ logistics_charge: 7_000, count: 5 });
    expect(await balance()).toBe(-57_000);
    expect(await codOf(id)).toMatchObject({ state: 'refused' });
    // what was withdrawn stays so
    await app.call(withdrawReturn, at(first.id));
    expect(await codOf(id)).toMatchObject({ state: 'refused' });
    await auditIsFine();
  });

  it('cannot be one that the carrier has paid for', async () => {
    const id = await sent();
    await settle([row(id)]);
    const refused = await app.call(refuseParcel, { ...at(id), body: {} });
    expect([refused.status, refused.error.code]).toEqual([409, 'returns.paid_on_delivery']);
    expect(await mayRefuse(id)).toMatchObject({ refuse: false });
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

describe('an order in several parcels', () => {
  const paid = (order_id: string, parcel_id: string, amount: number, fee = 0) => ({ order_id, parcel_id, amount, fee });
  const refuse = (id: string, parcel_id: string) => app.call(refuseParcel, { ...at(id), body: { parcel_id } });
  const awaited = async (query: object = {}) =>
    (await app.call(contract.listAwaited, { token, params: here(), query })).body.items;

  it('is awaited parcel by parcel: each tells what it collects before it is sent, together exactly the order', async () => {
    const id = await split({ cod: {}, prepayment: { amount: 10_001 } });
    // 699,99 ₴: 279,99 with two pieces of five
    const planned = [
      { state: 'planned', sum: 27_999, fee: 2_560, cost: 20_000 },
      { state: 'planned', sum: 42_000, fee: 2_840, cost: 30_000 },
    ];
    expect((await parcelsOf(id)).map(({ cod }) => cod)).toMatchObject(planned);
    expect(await codOf(id)).toMatchObject({ state: 'planned', sum: 69_999, fee: 5_400, cost: 50_000, earning: 14_599 });
    const first = await send(id, 1);
    expect(await codOf(id, client.token)).toMatchObject({ state: 'awaited', sum: 69_999, sum_set: null });
    expect(await awaited()).toMatchObject([
      {
        id: first,
        order_id: id,
        parcel: 1,
        ttn: '20450000000101',
        sum: 27_999,
        cost: 20_000,
        earning: -14_561 + 20_000,
      },
    ]);
    await auditIsFine();
    const second = await send(id, 2);
    expect((await awaited()).map((one) => [one.id, one.parcel, one.ttn, one.sum])).toEqual([
      [first, 1, '20450000000101', 27_999],
      [second, 2, '20450000000102', 42_000],
    ]);
    const sums = await app.call(contract.readSums, { token, params: here() });
    expect(sums.body.awaited).toMatchObject({ count: 2, sum: 69_999, fee: 5_400, cost: 50_000 });
    const mine = await app.call(contract.readMySums, { token: client.token });
    expect(mine.body.items).toMatchObject([{ count: 2, sum: 69_999, earning: 14_599 }]);
    await auditIsFine();
  });

  it('is found by any word of its order, its number or a parcel’s ТТН', async () => {
    const { second } = await sentInTwo();
    const whole = await sent({ cod: {}, customer: { ...CUSTOMER, name: 'Соломія Чубай', phone: '0509998877' } });
    const { number } = (await app.call(readOrder, at(whole))).body;
    expect((await awaited({ q: 'чубай' })).map(({ id }) => id)).toEqual([whole]);
    expect((await awaited({ q: '0509998877' })).map(({ id }) => id)).toEqual([whole]);
    expect((await awaited({ q: String(number) })).map(({ id }) => id)).toContain(whole);
    expect((await awaited({ q: '20450000000102' })).map(({ id }) => id)).toContain(second);
    expect(await awaited({ q: 'нікого' })).toEqual([]);
  });

  it('is matched by the ТТН of the parcel, or by the number where one only is awaited', async () => {
    const { id, first, second } = await sentInTwo();
    const { number } = (await app.call(readOrder, at(id))).body;
    const rows = ['20450000000102', '20450000000101', String(number), '20450000000102'].map((ref) => ({
      ...{ ref, amount: null, fee: null },
    }));
    const match = async () => (await app.call(contract.matchRows, { token, params: here(), body: { rows } })).body.rows;
    expect((await match()).map(({ order, amount, problem }) => [order?.parcel_id, amount, problem])).toEqual([
      [second, 48_000, null],
      [first, 32_000, null],
      [undefined, 0, 'parcels'],
      [second, 48_000, 'twice'],
    ]);
    expect((await settle([row(id)])).error).toMatchObject({
      code: 'cod.which_parcel',
      details: [{ path: 'rows.0.parcel_id' }],
    });
    expect((await settle([paid(id, crypto.randomUUID(), 1)])).error.code).toBe('cod.no_parcel');
    expect((await settle([paid(id, first, 1), paid(id, first, 1)])).error.code).toBe('cod.twice');
    expect((await settle([paid(id, first, 32_000)])).status).toBe(201);
    expect((await match())[2]).toMatchObject({ order: { parcel_id: second }, problem: 'twice' });
  });

  it.each(['1', '2', '7'])('of an order and of one in parcels the parcel /%s is found, or none', async (parcel) => {
    const { id, first, second } = await sentInTwo();
    const whole = await sent();
    const numberOf = async (order: string) => (await app.call(readOrder, at(order))).body.number;
    const rows = [`${await numberOf(id)}/${parcel}`, `${await numberOf(whole)}/${parcel}`].map((ref) => ({
      ...{ ref, amount: null, fee: null },
    }));
    const { body } = await app.call(contract.matchRows, { token, params: here(), body: { rows } });
    const found = body.rows.map(({ order, problem }) => problem ?? order?.parcel_id ?? order?.id);
    expect(found).toEqual([{ 1: first, 2: second }[parcel] ?? 'unknown', parcel === '1' ? whole : 'unknown']);
  });

  it('keeps its numbers right when one parcel is refused and another paid for', async () => {
    const { id, first, second } = await sentInTwo();
    expect((await refuse(id, first)).body).toMatchObject({ parcel: 1 });
    expect(await codOf(id)).toMatchObject({ state: 'awaited', sum: 48_000, fee: 2_960, cost: 30_000, earning: 15_040 });
    expect((await settle([paid(id, first, 32_000)])).error.code).toBe('cod.not_awaited');
    const { body } = await settle([paid(id, second, 48_000, 3_000)]);
    expect(body.items).toMatchObject([{ parcel: 2, ttn: '20450000000102', expected: 48_000, expected_fee: 2_960 }]);
    const all = { state: 'received', sum: 48_000, received: 48_000, received_fee: 3_000, cost: 30_000 };
    expect(await codOf(id)).toMatchObject(all);
    expect(await codOf(id, client.token)).toMatchObject(all);
    expect((await refuse(id, second)).error.code).toBe('returns.paid_on_delivery');
    expect(await mayRefuse(id)).toMatchObject({ refuse_parcels: [] });
    await auditIsFine();
    const [back] = body.items;
    await reverse(body, back ? [back] : []);
    expect(await mayRefuse(id)).toMatchObject({ refuse_parcels: [{ id: second }] });
    expect(await codOf(id)).toMatchObject({ state: 'awaited', received: null });
    await refuse(id, second);
    expect(await codOf(id)).toMatchObject({ state: 'refused', sum: 80_000, cost: 50_000 });
    await auditIsFine();
  });

  it('leaves to the customer what the parcels on their way collect, on his page and on papers', async () => {
    const left = async (id: string): Promise<string | undefined> => {
      const { body } = await app.call(makeTrackingLink, { ...at(id, client.token), body: {} });
      const page = await app.app.server.inject({ method: 'GET', url: new URL(body.url ?? '').pathname });
      const shown = /До сплати[^<]*<[^>]*>(?:<[^>]*>)*([^<]+)/.exec(page.body)?.[1];
      return shown?.replace(/\s/g, '');
    };
    const id = await split();
    expect(await left(id)).toBe('800,00₴');
    const first = await send(id, 1);
    await refuse(id, first);
    // 320 ₴ of 800 came back, the rest is not sent yet
    expect(await left(id)).toBe('480,00₴');
    const second = await send(id, 2);
    expect(await left(id)).toBe('480,00₴');
    const other = await sentInTwo();
    // the register says less than was awaited
    await settle([paid(other.id, other.first, 31_000)]);
    expect(await left(other.id)).toBe('480,00₴');
    await settle([paid(id, second, 48_000)]);
    expect(await left(id)).toBeUndefined();
  });

  it('may be paid for with the first parcel while others are not sent, and then not made less than that', async () => {
    const id = await split();
    const first = await send(id, 1);
    expect((await settle([paid(id, first, 32_000)])).status).toBe(201);
    expect(await codOf(id)).toMatchObject({ state: 'planned', sum: 80_000, received: 32_000 });
    const change = async (cod: object | null) => app.call(updateOrder, { ...at(id), body: { cod } });
    for (const cod of [null, { sum: 31_999 }])
      expect((await change(cod)).error).toMatchObject({
        code: 'orders.cod_in_parcels',
        details: [{ allowed: 32_000 }],
      });
    expect((await change({ sum: 50_000 })).body.cod).toMatchObject({ sum: 50_000, state: 'planned', received: 32_000 });
    await auditIsFine();
    await send(id, 2);
    expect((await awaited()).map(({ sum }) => sum)).toEqual([18_000]);
    await auditIsFine();
  });

  it('is settled once however many ask at once, and a refusal at once with it leaves one of both', async () => {
    const { id, first, second } = await sentInTwo();
    const answers = await Promise.all([
      settle([paid(id, first, 32_000), paid(id, second, 48_000)]),
      settle([paid(id, second, 48_000), paid(id, first, 32_000)]),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const other = await sentInTwo();
    const [settled, back] = await Promise.all([
      settle([paid(other.id, other.first, 1)]),
      refuse(other.id, other.first),
    ]);
    expect([settled.status, back.status].filter((status) => status >= 400)).toEqual([409]);
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
  expect(sums.body.items).toMatchObject([{ project_id: project.id, count: 1, sum: 80_000, earning: 26_400 }]);
});

it('a preview of an edited order tells what its parcels will be charged, fees of each counted', async () => {
  const counts = fc.integer({ min: 1, max: 9 });
  const parts = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 });
  const amount = fc.option(fc.integer({ min: 1, max: 90_000 }), { nil: null });
  const [other = ''] = await makeVariants(app, project, [{ price: 3_333, recommended_price: 7_777, stock: 5_000 }]);
  await fc.assert(
    fc.asyncProperty(
      parts,
      counts,
      counts,
      amount,
      amount,
      fc.boolean(),
      async (wanted, more, added, sum, fee, first) => {
        const id = await placed({ cod: {}, items: [{ product_variant_id: variant, count: 10 }] });
        const [item] = (await app.call(readOrder, at(id))).body.items;
        const parcels = wanted.map((count) => ({ items: [{ order_item_id: item?.id ?? '', count }] }));
        expect((await app.call(splitOrder, { ...at(id), body: { parcels } })).status).toBe(200);
        if (first) await send(id, 1);
        const body = {
          items: [
            { product_variant_id: variant, count: 9 + more },
            { product_variant_id: other, count: added },
          ],
          cod: { on: true, sum: sum && sum + 90_000, fee },
        };
        const asked = { token, params: here(), body: { ...body, order_id: id } };
        const told = (await app.call(priceOrder, asked)).body.cod;
        expect((await app.call(updateOrder, { ...at(id), body })).status).toBe(200);
        expect(await codOf(id)).toMatchObject(told ?? {});
        expect((await move(app, project, token, id, 'Sent')).status).toBe(200);
        expect(await codOf(id)).toMatchObject({ state: 'awaited', ...told });
      },
    ),
    { numRuns: 12 },
  );
});

it('after any sequence of sending, settling, reversing, refusing and paying the books agree', async () => {
  const steps = fc.array(
    fc.constantFrom('send', 'parcels', 'other', 'settle', 'reverse', 'refuse', 'withdraw', 'approve', 'pay'),
    {
      minLength: 4,
      maxLength: 12,
    },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const orders: { id: string; parcel_id?: string }[] = [{ id: await sent() }];
      const registers: contract.CodRegister[] = [];
      const returns: string[] = [];
      for (const step of all) {
        const [last = { id: '' }] = orders.slice(-1);
        if (step === 'send') orders.push({ id: await sent() });
        if (step === 'parcels') {
          const { id, first, second } = await sentInTwo();
          orders.push({ id, parcel_id: first }, { id, parcel_id: second });
        }
        if (step === 'other') orders.unshift(...orders.splice(-1));
        if (step === 'settle') {
          const { id: order_id, ...parcel } = last;
          const { status, body } = await settle([{ order_id, ...parcel, amount: 30_000, fee: 1_000 }]);
          if (status === 201) registers.push(body);
        }
        const [register] = registers.slice(-1);
        if (step === 'reverse' && register) await reverse(register);
        if (step === 'refuse') {
          const { id, ...parcel } = last;
          const { status, body } = await app.call(refuseParcel, { ...at(id), body: parcel });
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

describe('a parcel that was not taken, when that is told late', () => {
  const refuse = (id: string) => app.call(refuseParcel, { ...at(id), body: { comment: 'Не забрали' } });
  const agreed = () => app.call(updateCounterparty, { ...at(client.counterparty_id), body: { refusal_charge: 7_000 } });
  const refusals = async () => {
    const client_of = { token: client.token, query: { phone: CUSTOMER.phone } };
    const by_phone = (await app.call(findMyClient, client_of)).body.refusals_count;
    expect((await app.call(readMyStatistics, { token: client.token, query: {} })).body.total.refusals).toBe(by_phone);
    return by_phone;
  };

  it('takes over the return that holds its goods already, charges the logistics and awaits no money', async () => {
    await agreed();
    const id = await sent();
    const { items } = (await app.call(readOrder, at(id))).body;
    const asked = await app.call(createReturn, {
      ...{ token: client.token, params: here() },
      body: { order_id: id, reason: 'not_needed', items: [{ order_item_id: items[0]?.id ?? '', count: 5 }] },
    });
    await app.call(decideReturn, { ...at(asked.body.id), body: { others: 'approved' } });
    expect(await mayRefuse(id)).toMatchObject({ create: false, refuse: true });
    const both = await Promise.all([refuse(id), refuse(id)]);
    expect(both.map(({ status, body }) => [status, body.id])).toEqual([
      [200, asked.body.id],
      [200, asked.body.id],
    ]);
    expect(both[0]?.body).toMatchObject({ origin: 'refusal', status: 'approved', logistics_charge: 7_000 });
    expect(await codOf(id)).toMatchObject({ state: 'refused' });
    expect(await balance()).toBe(-7_000);
    expect(await mayRefuse(id)).toMatchObject({ refuse: false });
    const told = await app.call(readReturnHistory, at(asked.body.id));
    expect(told.body.items.map(({ kind }) => kind)).toEqual(['created', 'decided', 'refused', 'charged']);
    await app.deliver();
    const [notice] = (await app.call(listNotices, { token: client.token })).body.items;
    expect(notice).toMatchObject({ kind: 'returns.refused', text: expect.stringContaining('70,00') });
    // it was taken after all: the charge goes, the money is awaited, and what was decided of the goods stays
    const back = await app.call(withdrawReturn, at(asked.body.id));
    expect(back.body).toMatchObject({
      status: 'approved',
      withdrawn: false,
      charge_waived: true,
      may: { withdraw: false },
    });
    expect([(await codOf(id))?.state, await balance()]).toEqual(['awaited', 0]);
    expect(await mayRefuse(id)).toMatchObject({ refuse: true });
    expect(await refusals()).toBe(0);
    // and refused anew it costs again
    const anew = await Promise.all([refuse(id), refuse(id)]);
    for (const { body } of anew)
      expect(body).toMatchObject({ id: asked.body.id, charge_waived: false, may: { withdraw: true } });
    expect([(await codOf(id))?.state, await balance(), await refusals()]).toEqual(['refused', -7_000, 1]);
    await app.deliver();
    const notices = (await app.call(listNotices, { token: client.token })).body.items;
    expect(notices.filter(({ kind }) => kind === 'returns.refused')).toHaveLength(2);
    await auditIsFine();
    expect((await app.call(withdrawReturn, at(asked.body.id))).body).toMatchObject({ charge_waived: true });
    expect([(await codOf(id))?.state, await balance(), await refusals()]).toEqual(['awaited', 0, 0]);
    await auditIsFine();
  });

  it('is drafted also of an order that was called Complete, as long as the carrier owes its money', async () => {
    await agreed();
    const id = await sent();
    expect((await move(app, project, token, id, 'Complete')).status).toBe(200);
    expect((await refuse(id)).body).toMatchObject({ origin: 'refusal', count: 5, logistics_charge: 7_000 });
    expect(await codOf(id)).toMatchObject({ state: 'refused' });
    const paid = await sent();
    await settle([row(paid)], { received: { account: 'bank', date: today } });
    expect((await refuse(paid)).error?.code).toBe('returns.paid_on_delivery');
    await move(app, project, token, paid, 'Complete');
    expect((await refuse(paid)).error?.code).toBe('returns.not_sent');
    await auditIsFine();
  });
});
