import { createHmac } from 'node:crypto';
import { setProjectPlan } from '@lanka/domain/billing/contract';
import * as contract from '@lanka/domain/fiscal/contract';
import { cancelIntegrationTask, listIntegrations, listIntegrationTasks } from '@lanka/domain/integrations/contract';
import { kyivDate } from '@lanka/domain/kit/time';
import { createPayment } from '@lanka/domain/payments/contract';
import { createReturn, decideReturn, readReturn } from '@lanka/domain/returns/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp, TestProject } from '../../test/harness';
import { connect, license, openShift, openTill, pin, type Till } from '../../test/till';
import { CUSTOMER, differencesOf, makeDropshipper, makeVariants, move, orderBody, placeOrder } from '../../test/trade';
import { workQueue } from '../integrations';

let till: Till;
let app: TestApp;
let project: TestProject;
let token: string;
let variant: string;
const today = kyivDate(new Date());

beforeAll(async () => {
  till = await openTill();
  app = till.app;
});
afterAll(() => till.close());
beforeEach(async () => {
  till.simulators.calm();
  project = await app.project();
  token = project.owner.token;
  [variant = ''] = await makeVariants(app, project, [{ price: 10_000, recommended_price: 16_005, stock: 500 }]);
});

const here = () => ({ project_id: project.id });
const at = (id: string, by = token) => ({ token: by, params: { ...here(), id } });
type Body = Parameters<typeof orderBody>[1];

/** Three pieces of the own sales: 300 ₴ base, 480,15 ₴ of the customer. */
async function placed(rest: Body = {}, by = token): Promise<string> {
  const order = await placeOrder(app, project, by, { ...orderBody({ [variant]: 3 }, rest), send: true });
  expect([order.status, order.error?.code]).toEqual([201, undefined]);
  return order.body.id;
}
const opened = async (n = 1, body: Partial<contract.CreateRegisterBody> = {}) => {
  const { body: register } = await connect(till, project, n, body);
  await openShift(till, project, register.id);
  return register.id;
};
const issue = (order: string, body: contract.IssueBody = { payment_method: 'card' }, by = token) =>
  app.call(contract.issueReceipt, { ...at(order, by), body });
const ofOrder = async (order: string, by = token) => (await app.call(contract.readOrderReceipts, at(order, by))).body;
const register = async (id: string) => (await app.call(contract.readRegister, at(id))).body;
const receipt = async (id: string) => (await app.call(contract.readReceipt, at(id))).body;
const asked = (what: string) => till.simulators.calls('checkbox').filter((call) => call.what.includes(what)).length;

describe('a register', () => {
  it('is connected by its key and PIN, and shows neither again', async () => {
    const { status, body } = await connect(till, project);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ name: 'Каса', status: 'active', reason: null, shift: 'closed', counterparty: null, webhook: false },
      ...{ fiscal_number: 'TEST000001', title: 'Магазин «Садова»', is_test: true, close_at: '23:30', version: 1 },
    });
    const [row] = await app.sql<{ pin: string; license_key: string }>(
      project.id,
      'select pin, license_key from cash_registers',
    );
    expect(JSON.stringify([body, row])).not.toContain(pin(1));
    expect(JSON.stringify([body, row])).not.toContain(license(1));
    const { body: list } = await app.call(contract.listRegisters, { token, params: here() });
    expect(list.items).toEqual([body]);
  });

  it('is the same by the call of the specification', async () => {
    const { status, body } = await app.call(contract.setupIntegration, {
      ...{ token, params: here() },
      body: { name: 'Друга', pin: pin(2), license_key: license(2) },
    });
    expect([status, body.fiscal_number]).toEqual([201, 'TEST000002']);
  });

  it('is refused by a wrong key or PIN, and by a key that is there already', async () => {
    for (const wrong of [{ pin: '0000' }, { license_key: 'unknown' }]) {
      const { status, error } = await connect(till, project, 1, wrong);
      expect([status, error.code]).toEqual([422, 'fiscal.authentication']);
    }
    await connect(till, project);
    const { status, error } = await connect(till, project, 1, { name: 'Ще раз' });
    expect([status, error.code, error.details[0]?.path]).toEqual([409, 'fiscal.duplicateKasa', 'license_key']);
    const both = await Promise.all([connect(till, project, 2), connect(till, project, 2)]);
    expect(both.map((one) => one.status).sort()).toEqual([201, 409]);
    expect((await connect(till, project, 3, { counterparty_id: crypto.randomUUID() })).error.code).toBe(
      'fiscal.unknown_counterparty',
    );
  });

  it('keeps nothing while the service is away', async () => {
    till.simulators.fault('checkbox', { kind: 'unavailable' });
    const { status, error } = await connect(till, project);
    expect([status, error.code]).toEqual([503, 'fiscal.unavailable']);
    till.simulators.calm();
    expect((await connect(till, project)).status).toBe(201);
  });

  it('is part of the plans that have receipts', async () => {
    const plan = (subscription_plan: 'manufacturer-basic-monthly' | 'manufacturer-standard-monthly') =>
      app.call(setProjectPlan, { token, params: here(), body: { subscription_plan } });
    await plan('manufacturer-basic-monthly');
    const { status, error } = await connect(till, project);
    expect([status, error.code]).toEqual([402, 'plans.receipts_not_included']);
    expect(error.details[0]?.plans).toEqual(['manufacturer-standard-monthly', 'manufacturer-premium-monthly']);
    await plan('manufacturer-standard-monthly');
    const id = await opened();
    const order = await placed();
    const state = async () =>
      (await app.call(listIntegrations, { token, params: here() })).body.items.find((one) => one.service === 'checkbox')
        ?.state;
    expect(await state()).toBe('working');
    await plan('manufacturer-basic-monthly');
    expect(await state()).toBe('not_in_plan');
    expect((await issue(order)).error.code).toBe('plans.receipts_not_included');
    // what is open can be closed
    expect((await app.call(contract.closeRegister, at(id))).status).toBe(202);
    await till.settle(project);
    expect((await app.call(contract.openRegister, at(id))).status).toBe(402);
  });

  it('is hidden from those who do not keep it', async () => {
    const { body } = await connect(till, project);
    for (const role of ['Manager', 'Stockman']) {
      const { token: theirs } = await app.member(project, role);
      expect((await app.call(contract.readRegister, at(body.id, theirs))).status).toBe(403);
    }
    const client = await makeDropshipper(app, project);
    expect((await app.call(contract.readRegister, at(body.id, client.token))).status).toBe(403);
    const other = await app.project('Інша');
    expect((await app.call(contract.readRegister, at(body.id, other.owner.token))).status).toBe(404);
  });

  it('is changed over what was seen, and disconnected when it is closed', async () => {
    const { body } = await connect(till, project);
    const update = (change: contract.UpdateRegisterBody, version: number) =>
      app.call(contract.updateRegister, { ...at(body.id), body: change, headers: { 'if-match': String(version) } });
    const first = await update({ name: 'Нова назва', close_at: null }, 1);
    expect(first.body).toMatchObject({ name: 'Нова назва', close_at: null, version: 2 });
    expect((await update({ name: 'Інша' }, 1)).error.code).toBe('common.stale');
    expect((await update({ pin: '0000' }, 2)).error.code).toBe('fiscal.authentication');
    expect((await update({ pin: pin(1) }, 2)).status).toBe(200);
    await openShift(till, project, body.id);
    expect((await update({ license_key: license(2), pin: pin(2) }, 3)).error.code).toBe('fiscal.open_shift');
    await app.sql(
      project.id,
      `update cash_registers set counterparty_id = (select id from counterparties where own_sales)`,
    );
    expect((await update({ counterparty_id: null }, 3)).error.code).toBe('fiscal.open_shift');
    expect((await app.call(contract.deleteRegister, at(body.id))).error.code).toBe('fiscal.open_shift');
    await app.call(contract.closeRegister, at(body.id));
    await till.settle(project);
    expect((await app.call(contract.deleteRegister, at(body.id))).status).toBe(204);
    expect((await app.call(contract.readRegister, at(body.id))).status).toBe(404);
    expect(await app.sql(project.id, 'select pin, license_key from cash_registers')).toEqual([
      { pin: null, license_key: null },
    ]);
    // its key may be connected anew
    expect((await connect(till, project)).status).toBe(201);
  });

  it('says why it works only partly, and that a PIN is not taken any more', async () => {
    const { body } = await connect(till, project);
    const id = '00000000-0000-4000-8000-000000000001';
    const check = () => app.call(contract.checkRegister, at(body.id));
    await till.simulators.act('checkbox', 'signature', { register: id });
    expect((await check()).body).toMatchObject({ status: 'partially_active', reason: 'signature' });
    await app.call(contract.openRegister, at(body.id));
    await till.settle(project);
    expect(await register(body.id)).toMatchObject({ shift: 'closed', problem: expect.stringContaining('підпис') });
    await till.simulators.act('checkbox', 'signature', { register: id });
    await till.simulators.act('checkbox', 'offline', { register: id });
    expect((await check()).body).toMatchObject({ status: 'partially_active', reason: 'offline', is_offline: true });
  });
});

describe('a shift', () => {
  it('opens, closes with its Z-report, and is told of while it does', async () => {
    const { body } = await connect(till, project);
    const { status, body: opening } = await app.call(contract.openRegister, at(body.id));
    expect([status, opening.shift]).toEqual([202, 'opening']);
    expect((await app.call(contract.openRegister, at(body.id))).error.code).toBe('fiscal.shift_moves');
    expect((await app.call(contract.closeRegister, at(body.id))).error.code).toBe('fiscal.shift_moves');
    await till.settle(project);
    expect(await register(body.id)).toMatchObject({ shift: 'opened', opened_at: expect.any(String) });
    expect((await app.call(contract.openRegister, at(body.id))).error.code).toBe('fiscal.open_already');
    const order = await placed();
    await issue(order, {
      payments: [
        { method: 'cash', amount: 20_000 },
        { method: 'card', amount: 28_015 },
      ],
    });
    await till.settle(project);
    // what is in the drawer is there with the receipt
    expect((await app.call(contract.listShifts, at(body.id))).body.items).toMatchObject([
      { status: 'opened', receipts: 1, figures: { balance: 20_000, card_sales: 28_015 } },
    ]);
    const x = await app.call(contract.makeXReport, at(body.id));
    expect(x.body).toMatchObject({
      is_z: false,
      sell_receipts: 1,
      figures: { cash_sales: 20_000, card_sales: 28_015 },
    });
    expect((await app.call(contract.closeRegister, at(body.id))).body.shift).toBe('closing');
    await till.settle(project);
    expect(await register(body.id)).toMatchObject({ shift: 'closed', opened_at: null });
    const { body: shifts } = await app.call(contract.listShifts, at(body.id));
    expect(shifts.items).toMatchObject([{ status: 'closed', serial: 1, receipts: 1, figures: { balance: 20_000 } }]);
    const { body: reports } = await app.call(contract.listReports, at(body.id));
    expect(reports.items.map(({ is_z }) => is_z)).toEqual([true, false]);
    expect(reports.items[0]).toMatchObject({
      id: shifts.items[0]?.z_report_id,
      text: expect.stringContaining('Z-звіт'),
    });
    expect((await app.call(contract.makeXReport, at(body.id))).error.code).toBe('fiscal.not_open');
    expect(await differencesOf(app, project)).toEqual([]);
  });

  it('that is refused leaves the register as it was, with the reason', async () => {
    const { body } = await connect(till, project);
    await till.simulators.act('checkbox', 'refuse_shifts');
    await app.call(contract.openRegister, at(body.id));
    await till.settle(project);
    expect(await register(body.id)).toMatchObject({ shift: 'closed', problem: expect.stringContaining('ДПС') });
    await openShift(till, project, body.id);
    await till.simulators.act('checkbox', 'refuse_shifts');
    await app.call(contract.closeRegister, at(body.id));
    await till.settle(project);
    expect(await register(body.id)).toMatchObject({ shift: 'opened', problem: expect.stringContaining('ДПС') });
    await app.call(contract.closeRegister, at(body.id));
    await till.settle(project);
    expect(await register(body.id)).toMatchObject({ shift: 'closed', problem: '' });
  });

  it('opens once although the answer was lost', async () => {
    const { body } = await connect(till, project);
    till.simulators.fault('checkbox', { kind: 'lost_answer', times: 1, only: 'POST /checkbox/api/v1/shifts ' });
    await openShift(till, project, body.id);
    expect((await register(body.id)).shift).toBe('opened');
    const shifts = await app.sql(project.id, 'select status from fiscal_shifts');
    expect(shifts).toEqual([{ status: 'opened' }]);
  });
});

describe('what is under way', () => {
  const canceled = async () => {
    const { body } = await app.call(listIntegrationTasks, {
      ...{ token, params: { ...here(), service: 'checkbox' as const }, query: { state: 'waiting' as const } },
    });
    for (const { id } of body.items) await app.call(cancelIntegrationTask, at(id));
  };

  it('and whose task was cancelled is asked for again by a look at the register', async () => {
    const id = await opened();
    const { body } = await issue(await placed());
    await app.call(contract.closeRegister, at(id));
    await canceled();
    await till.settle(project);
    expect([(await receipt(body.id)).status, (await register(id)).shift]).toEqual(['waiting', 'closing']);
    await app.call(contract.checkRegister, at(id));
    await till.settle(project);
    expect([(await receipt(body.id)).status, (await register(id)).shift]).toEqual(['issued', 'closed']);
  });

  it('does not stay so when the service knows nothing of the shift', async () => {
    const id = await opened();
    await till.simulators.act('checkbox', 'reset');
    await app.call(contract.closeRegister, at(id));
    await till.settle(project);
    expect((await register(id)).shift).toBe('closed');
    expect((await app.call(contract.openRegister, at(id))).status).toBe(202);
  });
});

describe('a receipt', () => {
  it('goes by the price of the customer, and gets its number', async () => {
    const id = await opened();
    const order = await placed({ items: [{ product_variant_id: variant, count: 3, customer_price: 20_000 }] });
    expect(await ofOrder(order)).toMatchObject({
      ...{ total: 60_000, may: { sell: true, why_not: null }, seller: { id: null } },
      registers: [{ id, shift: 'opened' }],
    });
    const { status, body } = await issue(order, { payment_method: 'cash', email: 'a@b.ua', phone: '0671234567' });
    expect([status, body.status]).toEqual([202, 'waiting']);
    await till.settle(project);
    expect(await receipt(body.id)).toMatchObject({
      ...{ status: 'issued', kind: 'sell', total: 60_000, cash: 60_000, card: 0, serial: 1, is_offline: false },
      ...{ fiscal_code: expect.stringMatching(/^TEST-/), tax_url: expect.stringContaining('tax.gov.ua') },
      ...{ order: { id: order }, email: 'a@b.ua', phone: '380671234567', customer_name: CUSTOMER.name },
      lines: [{ price: 20_000, count: 3 }],
    });
    expect((await ofOrder(order)).may).toEqual({ sell: false, why_not: 'fiscal.issued_already' });
    expect((await issue(order)).error.code).toBe('fiscal.issued_already');
    for (const [format, begins] of [
      ['pdf', '%PDF'],
      ['png', '\x89PNG'],
      ['qr', '\x89PNG'],
      ['text', 'Магазин'],
    ] as const) {
      const file = await app.call(contract.readReceiptFile, { ...at(body.id), query: { format } });
      expect(Buffer.from(file.body as unknown as Buffer).toString(format === 'text' ? 'utf8' : 'latin1')).toContain(
        begins,
      );
    }
    await app.call(contract.sendReceipt, { ...at(body.id), body: { email: 'c@d.ua' } });
    await till.settle(project);
    expect(asked('/email')).toBe(1);
  });

  it('needs an opened register, payments that come to its sum, and an order under way', async () => {
    const { body } = await connect(till, project);
    const order = await placed();
    const closed = await issue(order);
    expect([closed.status, closed.error.code]).toEqual([409, 'fiscal.not_opened']);
    expect(closed.error.details[0]).toMatchObject({ cash_register_id: body.id });
    await openShift(till, project, body.id);
    expect((await issue(order, {})).error.code).toBe('fiscal.how_paid');
    expect((await issue(order, { payments: [{ method: 'cash', amount: 1 }] })).error.code).toBe(
      'fiscal.payments_differ',
    );
    const draft = await placeOrder(app, project, token, orderBody({ [variant]: 1 }));
    expect((await issue(draft.body.id)).error.code).toBe('fiscal.not_sold');
    expect((await issue(crypto.randomUUID())).error.code).toBe('orders.not_found');
  });

  it('is issued by whoever sells: base prices stand on none', async () => {
    const client = await makeDropshipper(app, project);
    await opened(1);
    const theirs = await placed({}, client.token);
    const refused = await issue(theirs);
    expect([refused.error.code, refused.error.details[0]?.seller]).toEqual(['fiscal.sold_by_other', 'Дропшипер']);
    // what the carrier collects for the supplier the supplier sells
    const collected = await placed({ cod: {} }, client.token);
    expect((await issue(collected)).body).toMatchObject({ total: 48_015 });
    const own = await opened(2, { name: 'Каса дропшипера', counterparty_id: client.counterparty_id });
    expect((await issue(theirs)).body).toMatchObject({ register: { id: own }, total: 48_015 });
    await till.settle(project);
    expect((await app.call(contract.readOrderReceipts, at(theirs, client.token))).status).toBe(403);
    const manager = await app.member(project, 'Manager');
    expect((await ofOrder(theirs, manager.token)).items).toMatchObject([{ status: 'issued' }]);
  });

  it('that waits says on its order why', async () => {
    await opened();
    const order = await placed();
    till.simulators.fault('checkbox', { kind: 'unavailable' });
    await issue(order);
    await workQueue(app.app.services, { project_id: project.id, service: 'checkbox' });
    expect((await ofOrder(order)).wait).toMatchObject({ service: 'checkbox', why: 'Checkbox не працює: HTTP 503' });
    till.simulators.calm();
    await till.settle(project);
    expect(await ofOrder(order)).toMatchObject({ items: [{ status: 'issued' }], wait: null });
  });

  it('is one, whoever of two presses first', async () => {
    await opened();
    const order = await placed();
    const manager = await app.member(project, 'Manager');
    const before = asked('POST /checkbox/api/v1/receipts/sell');
    const both = await Promise.all([issue(order), issue(order, { payment_method: 'cash' }, manager.token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
    await till.settle(project);
    expect(asked('POST /checkbox/api/v1/receipts/sell') - before).toBe(1);
    expect((await ofOrder(order)).items).toHaveLength(1);
  });

  it('is in the shift or refused when the register is closed at the same moment', async () => {
    const id = await opened();
    const orders = [await placed(), await placed(), await placed()];
    const [, ...issued] = await Promise.all([
      app.call(contract.closeRegister, at(id)),
      ...orders.map((one) => issue(one)),
    ]);
    expect(issued.every(({ status, error }) => status === 202 || error.code === 'fiscal.not_opened')).toBe(true);
    await till.settle(project);
    const taken = issued.filter(({ status }) => status === 202);
    for (const { body } of taken) expect((await receipt(body.id)).status).toBe('issued');
    expect(await register(id)).toMatchObject({ shift: 'closed' });
    const { body: reports } = await app.call(contract.listReports, at(id));
    expect(reports.items[0]).toMatchObject({ is_z: true, sell_receipts: taken.length });
  });

  it('that the tax office refuses frees its order, with the words', async () => {
    await opened();
    const order = await placed();
    await till.simulators.act('checkbox', 'refuse_receipts', { count: '1' });
    const { body } = await issue(order);
    await till.settle(project);
    expect(await receipt(body.id)).toMatchObject({
      ...{ status: 'failed', fiscal_code: null },
      problem: { code: 'refused', message: expect.stringContaining('ДПС') },
    });
    await issue(order);
    await till.settle(project);
    expect((await ofOrder(order)).items.map(({ status }) => status)).toEqual(['issued', 'failed']);
  });

  it('says that the register must be opened when the service has closed it', async () => {
    const id = await opened();
    await till.simulators.act('checkbox', 'reset');
    const { body } = await issue(await placed());
    await till.settle(project);
    expect((await receipt(body.id)).problem?.code).toBe('not_opened');
    expect((await register(id)).shift).toBe('closed');
  });

  it('is taken again after the time of a token, and told as offline when it is', async () => {
    await opened();
    await till.simulators.act('checkbox', 'end_tokens');
    await till.simulators.act('checkbox', 'offline', { register: '00000000-0000-4000-8000-000000000001' });
    const { body } = await issue(await placed());
    await till.settle(project);
    expect(await receipt(body.id)).toMatchObject({ status: 'issued', is_offline: true, fiscal_code: 'TEST000001.1.1' });
  });
});

describe('what comes back', () => {
  const returned = async (order: string, count: number) => {
    const [item] = (await ofOrder(order)).items[0]?.lines ?? [];
    const made = await app.call(createReturn, {
      ...{ token, params: here() },
      body: { order_id: order, reason: 'not_needed', items: [{ order_item_id: item?.order_item_id ?? '', count }] },
    });
    const { body } = await app.call(readReturn, at(made.body.id));
    await app.call(decideReturn, {
      ...at(made.body.id),
      body: { items: body.items.map(({ id }) => ({ id, status: 'approved' as const })) },
    });
    return made.body.id;
  };

  it('has a receipt of its own, at the prices of the sale and as it was paid', async () => {
    await opened();
    const order = await placed();
    await issue(order, {
      payments: [
        { method: 'cash', amount: 20_000 },
        { method: 'card', amount: 28_015 },
      ],
    });
    await till.settle(project);
    await move(app, project, token, order, 'Sent');
    const return_id = await returned(order, 2);
    expect((await ofOrder(order)).returns).toMatchObject([{ id: return_id, total: 32_010 }]);
    const { status, body } = await issue(order, { return_id });
    expect(status).toBe(202);
    expect((await issue(order, { return_id })).error.code).toBe('fiscal.issued_already');
    await till.settle(project);
    expect(await receipt(body.id)).toMatchObject({
      ...{ kind: 'return', status: 'issued', total: 32_010, cash: 20_000, card: 12_010 },
      return: { id: return_id },
    });
    expect((await ofOrder(order)).returns).toEqual([]);
    expect(await differencesOf(app, project)).toEqual([]);
  });

  it('is issued where the sale was, also when that register was connected anew', async () => {
    const id = await opened();
    const order = await placed();
    const { body: sale } = await issue(order);
    await till.settle(project);
    await app.call(contract.closeRegister, at(id));
    await till.settle(project);
    await app.call(contract.deleteRegister, at(id));
    const gone = await app.call(contract.reverseReceipt, at(sale.id));
    expect([gone.status, gone.error.code]).toEqual([409, 'fiscal.issuer_gone']);
    expect((await ofOrder(order)).returns_at).toBeNull();
    await opened(2);
    expect((await app.call(contract.reverseReceipt, at(sale.id))).error.code).toBe('fiscal.issuer_gone');
    const anew = await opened();
    expect((await ofOrder(order)).returns_at).toMatchObject({ id: anew, shift: 'opened' });
    const { body: back } = await app.call(contract.reverseReceipt, at(sale.id));
    await till.settle(project);
    expect(await receipt(back.id)).toMatchObject({ status: 'issued', register: { id: anew } });
  });

  it('is the whole of a sale that was a mistake: then there is another', async () => {
    await opened();
    const order = await placed();
    const { body: first } = await issue(order, { payment_method: 'cash' });
    expect((await app.call(contract.reverseReceipt, at(first.id))).error.code).toBe('fiscal.not_receipted');
    await till.settle(project);
    const both = await Promise.all([1, 2].map(() => app.call(contract.reverseReceipt, at(first.id))));
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
    await till.settle(project);
    expect(await receipt(first.id)).toMatchObject({ reversed: true });
    expect((await issue(order)).status).toBe(202);
    await till.settle(project);
    expect(await differencesOf(app, project)).toEqual([]);
  });

  it('cash goes into the drawer and out of it, never more than is there', async () => {
    const id = await opened();
    const service = (direction: 'in' | 'out', amount: number) =>
      app.call(contract.makeService, { ...at(id), body: { direction, amount } });
    const put = await service('in', 50_000);
    const taken = await service('out', 20_000);
    const tooMuch = await service('out', 40_000);
    await till.settle(project);
    expect((await receipt(put.body.id)).status).toBe('issued');
    expect((await receipt(taken.body.id)).status).toBe('issued');
    expect((await receipt(tooMuch.body.id)).problem).toMatchObject({ message: expect.stringContaining('готівки') });
  });
});

describe('webhooks', () => {
  const tell = (url: string, body: string, signature?: string) =>
    app.app.server.inject({
      method: 'POST',
      url: new URL(url).pathname,
      headers: { 'content-type': 'application/json', ...(signature ? { 'x-request-signature': signature } : {}) },
      payload: body,
    });

  it('hasten, are believed in nothing, and are refused when they are forged', async () => {
    const id = await opened();
    const { body: on } = await app.call(contract.setWebhook, { ...at(id), body: { on: true } });
    expect(on.webhook).toBe(true);
    const [url = '', key = ''] = (await till.simulators.act('checkbox', 'webhook')).split(' ');
    const { body } = await issue(await placed());
    const told = JSON.stringify({ receipt: { id: body.id, status: 'DONE', fiscal_code: 'FORGED' } });
    const signed = createHmac('sha256', key).update(told).digest('base64');
    expect((await tell(url, told)).statusCode).toBe(401);
    expect((await tell(url, told, createHmac('sha256', 'other').update(told).digest('base64'))).statusCode).toBe(401);
    expect((await tell(url, `${told} `, signed)).statusCode).toBe(401);
    expect((await tell(`${url}x`, told, signed)).statusCode).toBe(404);
    for (let nth = 0; nth < 3; nth += 1) expect((await tell(url, told, signed)).statusCode).toBe(204);
    const queued = await app.sql<{ n: number }>(
      project.id,
      `select count(*)::int as n from integration_tasks where key like 'told %'`,
    );
    expect(queued).toEqual([{ n: 1 }]);
    expect((await receipt(body.id)).status).toBe('waiting');
    await till.settle(project);
    expect(await receipt(body.id)).toMatchObject({ status: 'issued', fiscal_code: expect.stringMatching(/^TEST-/) });
    // late: nothing goes back
    const late = JSON.stringify({ receipt: { id: body.id, status: 'CREATED' } });
    expect((await tell(url, late, createHmac('sha256', key).update(late).digest('base64'))).statusCode).toBe(204);
    expect((await receipt(body.id)).status).toBe('issued');
    await app.call(contract.setWebhook, { ...at(id), body: { on: false } });
    expect((await tell(url, told, signed)).statusCode).toBe(404);
  });
});

describe('days', () => {
  it('agree with the ledger, or name what differs', async () => {
    await opened();
    const pay = (order_id: string, amount: number) =>
      app.call(createPayment, {
        ...{ token, params: here() },
        body: {
          ...{ type: 'receipt', amount, date: today, account: 'cash' },
          counterparty_id: own,
          orders: [{ order_id, amount }],
        },
      });
    const [{ id: own } = { id: '' }] = await app.sql<{ id: string }>(
      project.id,
      'select id from counterparties where own_sales',
    );
    const [paid, unpaid] = [await placed(), await placed()];
    for (const order of [paid, unpaid]) await issue(order, { payment_method: 'cash' });
    const unreceipted = await placed();
    expect((await pay(paid, 48_015)).error?.code).toBeUndefined();
    await pay(unreceipted, 10_000);
    await till.settle(project);
    const { body } = await app.call(contract.listDays, { token, params: here(), query: { from: today, to: today } });
    expect(body.items).toEqual([
      { day: today, receipts: 2, sold: 96_030, returned: 0, net: 96_030, ledger: 58_015, differing: 2 },
    ]);
    const { body: day } = await app.call(contract.readDay, { token, params: { ...here(), day: today } });
    expect(day.items.map(({ order, reason }) => [order?.id, reason])).toEqual([
      [unpaid, 'no_money'],
      [unreceipted, 'no_receipt'],
    ]);
    const { body: sums } = await app.call(contract.sumReceipts, { token, params: here() });
    expect(sums).toEqual({ count: 2, sold: 96_030, returned: 0, cash: 96_030, card: 0 });
    const { body: found } = await app.call(contract.listReceipts, {
      token,
      params: here(),
      query: { q: CUSTOMER.name },
    });
    expect(found.total).toBe(2);
    const long = await app.call(contract.listDays, { token, params: here(), query: { from: '2026-01-01', to: today } });
    expect(long.error.code).toBe('fiscal.period_too_long');
  });
});
