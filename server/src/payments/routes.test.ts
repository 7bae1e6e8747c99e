import { kyivDate } from '@lanka/domain/kit/time';
import { createCounterparty, readCounterpartyLedger } from '@lanka/domain/partners/contract';
import * as contract from '@lanka/domain/payments/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';

let app: TestApp;
let project: TestProject;
let token: string;
let counterparty_id: string;
let client: TestUser;
const today = kyivDate(new Date());

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  token = project.owner.token;
  counterparty_id = await add('Дропшипер');
  client = await app.member(project, 'Client', counterparty_id);
});

const inProject = () => ({ project_id: project.id });
const one = (id: string) => ({ project_id: project.id, id });

async function add(name: string): Promise<string> {
  return (await app.call(createCounterparty, { token, params: inProject(), body: { name } })).body.id;
}

const pay = (by: TestUser | TestProject['owner'], body: Partial<contract.CreatePaymentBody> = {}) =>
  app.call(contract.createPayment, {
    token: by.token,
    params: inProject(),
    body: { type: 'receipt', amount: 50_000, date: today, ...body },
  });
const enter = (body: Partial<contract.CreatePaymentBody> = {}) => pay(project.owner, { counterparty_id, ...body });
const confirm = (id: string, body = {}) => app.call(contract.confirmPayment, { token, params: one(id), body });
const decline = (id: string, body = {}) => app.call(contract.declinePayment, { token, params: one(id), body });
const balance = async (id = counterparty_id) =>
  (await app.call(readCounterpartyLedger, { token, params: one(id) })).body.balance;

describe('what staff enters', () => {
  it('is confirmed and posted at once, with who and with the balance after it', async () => {
    const made = await enter({ comment: 'Готівка з каси', account: 'cash' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      status: 'confirmed',
      balance_after: 50_000,
      account: 'cash',
      comment: 'Готівка з каси',
      processed_by: { id: project.owner.id },
      reversed: false,
    });
    await enter({ type: 'withdrawal', amount: 80_000 });
    expect(await balance()).toBe(-30_000);
    const accounts = await app.call(contract.listAccounts, { token, params: inProject() });
    const shown = Object.fromEntries(accounts.body.items.map((row) => [row.account, row.balance]));
    expect(shown).toMatchObject({ cash: 50_000, bank: -80_000, sales: 0 });
    expect(accounts.body.counterparties).toBe(-30_000);
    const rows = await app.call(contract.listAccountPostings, { token, params: { ...inProject(), account: 'cash' } });
    expect(rows.body.items).toMatchObject([{ counterparty_name: 'Дропшипер', amount: 50_000 }]);
  });

  it.each([
    [{ amount: 0 }, 400, 'amount'],
    [{ amount: 1.5 }, 400, 'amount'],
    [{ amount: 1_000_000_000_001 }, 400, 'amount'],
    [{ date: '2026-13-01' }, 400, 'date'],
    [{ date: '2999-01-01' }, 422, 'date'],
    [{ counterparty_id: undefined }, 422, 'counterparty_id'],
    [{ counterparty_id: '018f0000-0000-7000-8000-000000000001' }, 422, 'counterparty_id'],
  ])('refuses %j naming the field', async (body, status, path) => {
    const answer = await enter(body as never);
    expect([answer.status, answer.error.details[0]?.path]).toEqual([status, path]);
    expect(String(answer.error.details[0]?.message)).toMatch(/[а-яіїє]/);
    expect(await balance()).toBe(0);
  });

  it('sent twice with one Idempotency-Key is entered once', async () => {
    const send = () =>
      app.call(contract.createPayment, {
        token,
        params: inProject(),
        body: { counterparty_id, type: 'receipt', amount: 700, date: today },
        headers: { 'idempotency-key': 'the-same-key' },
      });
    const [first, second] = await Promise.all([send(), send()]);
    expect(second.body.id).toBe(first.body.id);
    expect(await balance()).toBe(700);
  });
});

describe('what a dropshipper reports', () => {
  it('waits, changes nothing, and is posted when staff confirms it', async () => {
    const made = await pay(client);
    expect(made.body).toMatchObject({ status: 'pending', counterparty_id, balance_after: null, processed_by: null });
    expect(await balance()).toBe(0);
    const mine = await app.call(contract.listBalances, { token: client.token });
    expect(mine.body.items).toMatchObject([{ balance: 0, pending_count: 1, pending_sum: 50_000 }]);
    const done = await confirm(made.body.id, { account: 'cash' });
    expect(done.body).toMatchObject({ status: 'confirmed', balance_after: 50_000, account: 'cash' });
    expect(await balance()).toBe(50_000);
  });

  it('is always a receipt of his own', async () => {
    const other = await add('Інший');
    expect((await pay(client, { counterparty_id: other })).body.counterparty_id).toBe(counterparty_id);
    expect((await pay(client, { type: 'withdrawal' })).error).toMatchObject({ code: 'payments.receipt_only' });
    expect((await pay(client, { account: 'cash' })).error.details[0]?.path).toBe('account');
  });

  it('declined is final and never posted; a second press of either button does nothing', async () => {
    const { id } = (await pay(client)).body;
    const declined = await decline(id, { reason: 'Кошти не надійшли' });
    expect(declined.body).toMatchObject({ status: 'declined', decline_reason: 'Кошти не надійшли' });
    expect((await decline(id)).body.decline_reason).toBe('Кошти не надійшли');
    expect((await confirm(id)).error.code).toBe('payments.already_declined');
    expect(await balance()).toBe(0);
    const second = (await pay(client)).body.id;
    await confirm(second);
    expect((await confirm(second)).body.status).toBe('confirmed');
    expect((await decline(second)).error.code).toBe('payments.already_confirmed');
    expect(await balance()).toBe(50_000);
  });

  it('ten confirmations at once post once', async () => {
    const { id } = (await pay(client)).body;
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(id)));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await balance()).toBe(50_000);
    expect(await app.sql(project.id, `select 1 from postings where ref_id = $1`, [id])).toHaveLength(1);
  });

  it('of confirmations and refusals at once one side wins, and the balance follows it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const before = await balance();
      const { id } = (await pay(client)).body;
      const answers = await Promise.all([confirm(id), decline(id), confirm(id), decline(id)]);
      const { status } = (await app.call(contract.readPayment, { token, params: one(id) })).body;
      expect(answers.filter((answer) => answer.status === 409)).toHaveLength(2);
      expect(await balance()).toBe(status === 'confirmed' ? before + 50_000 : before);
    }
  });
});

describe('a mistake', () => {
  it('is reversed once by a second posting; the payment stays in the history', async () => {
    const { id } = (await enter()).body;
    const reverse = () => app.call(contract.reversePayment, { token, params: one(id), body: { comment: 'Помилка' } });
    const answers = await Promise.all([reverse(), reverse(), reverse()]);
    expect(answers.map((answer) => answer.body.reversed)).toEqual([true, true, true]);
    expect(await balance()).toBe(0);
    const told = await app.sql<{ facts: object; counterparty_id: string }>(
      project.id,
      `select facts, counterparty_id from notice_events where kind = 'payments.reversed' and facts->>'id' = $1`,
      [id],
    );
    expect(told).toMatchObject([{ counterparty_id, facts: { amount: 50_000, reason: 'Помилка' } }]);
    const ledger = await app.call(readCounterpartyLedger, { token, params: one(counterparty_id) });
    expect(ledger.body.items.map((row) => [row.purpose, row.change])).toEqual([
      ['reversal', -50_000],
      ['payment', 50_000],
    ]);
    const waiting = (await pay(client)).body.id;
    const refused = await app.call(contract.reversePayment, { token, params: one(waiting), body: { comment: 'x' } });
    expect(refused.error.code).toBe('payments.not_confirmed');
  });
});

describe('lists', () => {
  it('filter by status, type, day, counterparty and text; count by status', async () => {
    const other = await add('Магазин');
    await enter({ comment: 'Безготівкова оплата', date: '2026-01-05', amount: 100 });
    await enter({ type: 'withdrawal', date: '2026-01-06', amount: 200 });
    await enter({ counterparty_id: other, date: '2026-01-07', amount: 300 });
    await pay(client, { amount: 400 });
    const amounts = async (query: object) =>
      (await app.call(contract.listPayments, { token, params: inProject(), query })).body.items.map(
        (row) => row.amount,
      );
    expect(await amounts({})).toEqual([400, 300, 200, 100]);
    expect(await amounts({ sort: 'amount' })).toEqual([100, 200, 300, 400]);
    expect(await amounts({ status: 'pending' })).toEqual([400]);
    expect(await amounts({ status: 'confirmed', sort: 'date' })).toEqual([100, 200, 300]);
    expect(await amounts({ type: 'withdrawal' })).toEqual([200]);
    expect(await amounts({ from: '2026-01-05', to: '2026-01-06' })).toEqual([200, 100]);
    expect(await amounts({ counterparty_id: other })).toEqual([300]);
    expect(await amounts({ q: 'БЕЗГОТІВК' })).toEqual([100]);
    expect(await amounts({ q: 'магаз' })).toEqual([300]);
    const counts = await app.call(contract.countPayments, { token, params: inProject() });
    expect(counts.body).toEqual({ total: 4, pending: 1, confirmed: 3, declined: 0, pending_sum: 400 });
  });

  it('page by date without losing or repeating', async () => {
    for (let i = 0; i < 5; i += 1) await enter({ amount: 1 + i, date: '2026-01-05' });
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await app.call(contract.listPayments, {
        token,
        params: inProject(),
        query: { sort: '-date', limit: 2, ...(cursor ? { cursor } : {}) },
      });
      seen.push(...page.body.items.map((row) => row.amount));
      cursor = page.body.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([5, 4, 3, 2, 1]);
  });

  it('a dropshipper sees his own at every supplier and nothing of others', async () => {
    const other = await add('Інший');
    await enter({ counterparty_id: other, amount: 1 });
    await pay(client, { amount: 2 });
    const own = await app.call(contract.listPayments, { token: client.token, params: inProject() });
    expect(own.body.items.map((row) => row.amount)).toEqual([2]);
    const mine = await app.call(contract.listMyPayments, { token: client.token });
    expect(mine.body).toMatchObject({ total: 1, items: [{ amount: 2, project_title: 'Фабрика' }] });
    const theirs = await app.call(contract.listPayments, {
      token,
      params: inProject(),
      query: { counterparty_id: other },
    });
    const foreignId = theirs.body.items[0]?.id as string;
    expect((await app.call(contract.readPayment, { token: client.token, params: one(foreignId) })).status).toBe(404);
    const empty = await app.call(contract.listBalances, { token: project.owner.token });
    expect(empty.body.items).toEqual([]);
  });
});

describe('walls', () => {
  it('a foreign project is 404, a payment of another project too', async () => {
    const { id } = (await enter()).body;
    const foreign = await app.project('Інша');
    const outside = foreign.owner.token;
    expect((await app.call(contract.listPayments, { token: outside, params: inProject() })).status).toBe(404);
    const through = { project_id: foreign.id, id };
    expect((await app.call(contract.readPayment, { token: outside, params: through })).status).toBe(404);
    expect((await app.call(contract.confirmPayment, { token: outside, params: through, body: {} })).status).toBe(404);
    const planted = await app.call(contract.createPayment, {
      token: outside,
      params: { project_id: foreign.id },
      body: { counterparty_id, type: 'receipt', amount: 1, date: today },
    });
    expect([planted.status, planted.error.code]).toEqual([422, 'partners.unknown']);
  });

  it.each([
    ['Administrator', 200, 201, 200, 200],
    ['Manager', 200, 201, 200, 403],
    ['Producer', 403, 403, 403, 403],
    ['Stockman', 403, 403, 403, 403],
    ['Client', 200, 201, 403, 403],
  ] as const)('%s: list %i, enter %i, confirm %i, accounts %i', async (role, list, create, decide, accounts) => {
    const { id } = (await pay(client)).body;
    const who = role === 'Client' ? client : await app.member(project, role);
    expect((await app.call(contract.listPayments, { token: who.token, params: inProject() })).status).toBe(list);
    expect((await pay(who, { counterparty_id })).status).toBe(create);
    const confirmed = await app.call(contract.confirmPayment, { token: who.token, params: one(id), body: {} });
    expect(confirmed.status).toBe(decide);
    expect((await app.call(contract.listAccounts, { token: who.token, params: inProject() })).status).toBe(accounts);
  });
});
