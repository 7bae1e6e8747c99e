import { kyivDate } from '@lanka/domain/kit/time';
import { createCounterparty, readCounterpartyLedger } from '@lanka/domain/partners/contract';
import { createPayment, listMyPayments, listPayments, reversePayment } from '@lanka/domain/payments/contract';
import * as contract from '@lanka/domain/payouts/contract';
import { createPaymentDetails } from '@lanka/domain/projects/contract';
import { parse } from 'csv-parse/sync';
import * as mupdf from 'mupdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { differencesOf, makeDropshipper, makeVariants, orderBody, placeOrder } from '../../test/trade';

let app: TestApp;
let project: TestProject;
let token: string;
let seller: Awaited<ReturnType<typeof makeDropshipper>>;
let supplier: string;
const today = kyivDate(new Date());
const IBAN = 'UA213223130000026007233566001';
const OWN = 'UA223052990000026001234567890';

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  token = project.owner.token;
  seller = await makeDropshipper(app, project, 0);
  await app.sql(
    null,
    `update users set drop_legal_type = 'ФОП', drop_legal_name = 'Шевченко Марта', edropoy_code = '1759013776', iban = $2
     where id = $1`,
    [seller.id, IBAN],
  );
  supplier = (
    await app.call(createCounterparty, { params: inProject(), token, body: { name: 'Льон', legal_name: 'ТОВ «Льон»' } })
  ).body.id;
  await app.call(createPaymentDetails, {
    params: inProject(),
    token,
    body: { recipient_name: 'ТОВ «Текстиль-Плюс»', edrpou: '32855961', account_number: OWN, main: true },
  });
  await put(seller.counterparty_id, 80_050);
  await put(supplier, 30_000);
});

const inProject = () => ({ project_id: project.id });
const one = (id: string) => ({ ...inProject(), id });
const put = (counterparty_id: string, amount: number, type: 'receipt' | 'withdrawal' = 'receipt') =>
  app.call(createPayment, {
    params: inProject(),
    token,
    body: { counterparty_id, type, amount, date: today, account: 'bank' },
  });
const make = (rows: contract.CreatePayoutBody['rows']) =>
  app.call(contract.createPayout, { params: inProject(), token, body: { rows } });
const mine = (amount?: number) => ({ counterparty_id: seller.counterparty_id, ...(amount ? { amount } : {}) });
const theirs = { recipient_name: 'ТОВ «Льон»', iban: OWN, code: '32855961' };
const pay = (payout: contract.Payout, rows = payout.items, as = token) =>
  app.call(contract.payRows, {
    params: one(payout.id),
    token: as,
    body: { row_ids: rows.map(({ id }) => id), date: today, account: 'bank' },
  });
const cancel = (payout: contract.Payout, rows = payout.items) =>
  app.call(contract.cancelRows, {
    params: one(payout.id),
    token,
    body: { row_ids: rows.map(({ id }) => id), reason: 'Передумали' },
  });
const balance = async (id: string) => (await app.call(readCounterpartyLedger, { params: one(id), token })).body.balance;
const auditIsFine = async () => {
  expect(await differencesOf(app, project)).toEqual([]);
};

describe('what is paid ahead for an order', () => {
  it('is not offered, and cannot be paid out of a register that was made before', async () => {
    const [variant = ''] = await makeVariants(app, project, [{ stock: 5, price: 50_000 }]);
    const own = { send: true, counterparty_id: seller.counterparty_id };
    const order = await placeOrder(app, project, token, orderBody({ [variant]: 1 }, own));
    const before = (await make([mine()])).body;
    expect(before.items).toMatchObject([{ amount: 80_050 }]);
    const ahead = { amount: 50_000, orders: [{ order_id: order.body.id, amount: 50_000 }] };
    await app.call(createPayment, {
      params: inProject(),
      token,
      body: { counterparty_id: seller.counterparty_id, type: 'receipt', date: today, account: 'bank', ...ahead },
    });
    const { body } = await app.call(contract.listCandidates, { params: inProject(), token });
    expect(body.items.find(({ name }) => name === 'Дропшипер')).toMatchObject({
      ...{ balance: 130_050, reserved: 50_000, waiting: 80_050, available: 0 },
    });
    expect((await make([mine(1)])).error).toMatchObject({ code: 'payouts.above_balance' });
    await put(seller.counterparty_id, 10_000, 'withdrawal');
    expect((await pay(before)).error).toMatchObject({
      ...{ code: 'payouts.balance_fell', details: [{ balance: 70_050, amount: 80_050 }] },
    });
    expect(await balance(seller.counterparty_id)).toBe(120_050);
    await auditIsFine();
  });
});

describe('a register', () => {
  it('is made of who has money, with what is known of their accounts; what is missing is named', async () => {
    const { body } = await app.call(contract.listCandidates, { params: inProject(), token });
    expect(body.items.map(({ name, available, problems }) => [name, available, problems])).toEqual([
      ['Дропшипер', 80_050, []],
      ['Льон', 30_000, ['iban', 'code']],
    ]);
    expect(body.items[0]).toMatchObject({ recipient_name: 'ФОП Шевченко Марта', iban: IBAN, code: '1759013776' });
    const refused = await make([mine(), { counterparty_id: supplier }]);
    expect([refused.status, refused.error.code]).toEqual([422, 'payouts.incomplete']);
    expect(refused.error.details).toMatchObject([{ path: 'rows.1.iban' }, { path: 'rows.1.code' }]);
    const made = await make([mine(), { counterparty_id: supplier, amount: 10_000, ...theirs }]);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      ...{ number: 1, date: today, rows: 2, total: 90_050, waiting: 90_050, waiting_rows: 2, paid: 0 },
      payer: { recipient_name: 'ТОВ «Текстиль-Плюс»', iban: OWN, code: '32855961' },
      purpose: expect.stringMatching(/^Виплата за взаєморозрахунками, реєстр 1 від /),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(made.body.items.map(({ amount, status, has_qr }) => [amount, status, has_qr])).toEqual([
      [80_050, 'waiting', true],
      [10_000, 'waiting', true],
    ]);
    expect([await balance(seller.counterparty_id), await balance(supplier)]).toEqual([80_050, 30_000]);
    // the next time his account is known
    const again = await app.call(contract.listCandidates, { params: inProject(), token });
    expect(again.body.items.find(({ name }) => name === 'Льон')).toMatchObject({
      ...{ iban: OWN, code: '32855961', waiting: 10_000, available: 20_000, problems: [] },
    });
    await auditIsFine();
  });

  it('plans no money twice, and nobody twice', async () => {
    await make([mine(50_000)]);
    const above = await make([mine(30_051)]);
    expect([above.status, above.error.code]).toEqual([422, 'payouts.above_balance']);
    expect(above.error.details).toMatchObject([{ path: 'rows.0.amount', available: 30_050, wanted: 30_051 }]);
    const twice = await make([mine(1), mine(2)]);
    expect([twice.status, twice.error.code]).toEqual([422, 'payouts.twice']);
    const unknown = await make([{ counterparty_id: crypto.randomUUID() }]);
    expect([unknown.status, unknown.error.code]).toEqual([422, 'payouts.unknown_counterparty']);
    const [first, second] = await Promise.all([make([mine(30_050)]), make([mine(30_050)])]);
    expect([first.status, second.status].sort()).toEqual([201, 422]);
    await auditIsFine();
  });
});

describe('paying', () => {
  it('posts each row once, whoever else presses, and tells the dropshipper', async () => {
    const { body: payout } = await make([mine(), { counterparty_id: supplier, ...theirs }]);
    const answers = await Promise.all([pay(payout), pay(payout), pay(payout, payout.items.slice(0, 1))]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const after = await app.call(contract.readPayout, { params: one(payout.id), token });
    expect(after.body).toMatchObject({ waiting: 0, waiting_rows: 0, paid: 110_050 });
    expect(after.body.items.map(({ status, paid_on }) => [status, paid_on])).toEqual([
      ['paid', today],
      ['paid', today],
    ]);
    expect([await balance(seller.counterparty_id), await balance(supplier)]).toEqual([0, 0]);
    const sums = await app.call(contract.readMyPayoutSums, { token: seller.token });
    expect(sums.body.items).toEqual([{ project_id: project.id, waiting: 0, paid: 80_050 }]);
    const own = await app.call(contract.listMyPayouts, { token: seller.token });
    expect(own.body.items).toMatchObject([{ amount: 80_050, status: 'paid', number: 1 }]);
    const payments = await app.call(listMyPayments, { token: seller.token });
    expect(payments.body.items[0]).toMatchObject({
      ...{ type: 'withdrawal', amount: 80_050, balance_after: 0, comment: 'Реєстр виплат № 1, рядок 1' },
    });
    await app.deliver();
    const letters = await app.sql(
      null,
      `select 1 from mails where subject like '%виплачено%' and recipient = (select email from users where id = $1)`,
      [seller.id],
    );
    expect(letters.length).toBe(1);
    await auditIsFine();
  });

  it('enters the withdrawals of many rows with the statements of one, each whole', async () => {
    const sellers = [];
    for (const nth of [0, 1, 2, 3, 4, 5]) {
      const one = await makeDropshipper(app, project, 0);
      await put(one.counterparty_id, 1_000 + nth);
      sellers.push({ ...one, amount: 1_000 + nth });
    }
    const rows = sellers.map(({ counterparty_id }) => ({ counterparty_id, ...theirs }));
    const { body: single } = await make([mine()]);
    await pay(single);
    const ofOne = app.lastStatements();
    const { body: payout } = await make(rows);
    const { body: paid } = await pay(payout);
    expect([app.lastStatements(), paid.waiting_rows, paid.paid]).toEqual([ofOne, 0, 6_015]);
    expect(ofOne).toBeLessThan(25);
    // of each row its own withdrawal, posting, day, sums and notice
    await app.deliver();
    for (const [nth, { token: own, counterparty_id, amount, id }] of sellers.entries()) {
      const { body } = await app.call(listMyPayments, { token: own });
      const { payment_id } = paid.items.find((row) => row.counterparty_id === counterparty_id) ?? {};
      expect(body.items.filter(({ type }) => type === 'withdrawal')).toMatchObject([
        {
          ...{
            id: payment_id,
            counterparty_id,
            amount,
            date: today,
            counted_on: today,
            status: 'confirmed',
            account: 'bank',
          },
          ...{
            balance_after: 0,
            comment: `Реєстр виплат № 2, рядок ${nth + 1}`,
            files: 0,
            orders: [],
            bank_row_id: null,
          },
          ...{ created_by: { id: project.owner.id }, processed_by: { id: project.owner.id } },
        },
      ]);
      const letters = await app.sql(
        null,
        `select subject from mails where recipient = (select email from users where id = $1) and subject like '%виплачено%'`,
        [id],
      );
      expect(letters).toMatchObject([{ subject: expect.stringContaining(`10,0${nth}`) }]);
    }
    const found = await app.call(listPayments, {
      params: inProject(),
      token,
      query: { q: 'реєстр виплат № 2, рядок 6' },
    });
    expect(found.body.items.map(({ amount }) => amount)).toEqual([1_005]);
    const queued = await app.sql<{ entity_id: string }>(
      project.id,
      `select entity_id from change_queue where project_id = $1 and kind = 'payment' and what = 'created'`,
      [project.id],
    );
    const told = new Set(queued.map(({ entity_id }) => entity_id));
    expect(paid.items.filter(({ payment_id }) => !told.has(payment_id ?? ''))).toEqual([]);
    await auditIsFine();
  });

  it('of two registers at once that name the same in another order both are paid', async () => {
    const others = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const { counterparty_id } = await makeDropshipper(app, project, 0);
        await put(counterparty_id, 1_000);
        return { counterparty_id, amount: 100, ...theirs };
      }),
    );
    for (let nth = 0; nth < 3; nth += 1) {
      const { body: first } = await make(others);
      const { body: second } = await make(others.toReversed());
      const answers = await Promise.all([
        pay(first),
        pay(second),
        ...others.map(({ counterparty_id }) => put(counterparty_id, 7)),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 201, 201, 201]);
    }
    for (const { counterparty_id } of others) expect(await balance(counterparty_id)).toBe(1_000 - 6 * 100 + 3 * 7);
    await auditIsFine();
  });

  it('refuses all when one has less by now, with the figure, and posts nothing', async () => {
    const { body: payout } = await make([mine(), { counterparty_id: supplier, ...theirs }]);
    await put(supplier, 5_000, 'withdrawal');
    const refused = await pay(payout);
    expect([refused.status, refused.error.code]).toEqual([409, 'payouts.balance_fell']);
    expect(refused.error.details).toMatchObject([{ path: 'row_ids.1', balance: 25_000, amount: 30_000 }]);
    expect(await balance(seller.counterparty_id)).toBe(80_050);
    expect((await pay(payout, payout.items.slice(0, 1))).body.paid).toBe(80_050);
    await auditIsFine();
  });

  it('and canceling exclude each other, one of two at once', async () => {
    const { body: payout } = await make([mine()]);
    const [paid, canceled] = await Promise.all([pay(payout), cancel(payout)]);
    expect([paid.status, canceled.status].sort()).toEqual([200, 409]);
    const { body: second } = await make([{ counterparty_id: supplier, amount: 100, ...theirs }]);
    expect((await cancel(second)).body).toMatchObject({
      waiting: 0,
      paid: 0,
      items: [{ status: 'canceled', reason: 'Передумали' }],
    });
    expect((await cancel(second)).status).toBe(200);
    expect((await pay(second)).error.code).toBe('payouts.already_canceled');
    const { body: candidates } = await app.call(contract.listCandidates, { params: inProject(), token });
    expect(candidates.items.find(({ name }) => name === 'Льон')?.available).toBe(30_000);
    await auditIsFine();
  });

  it('has its day from the register on until today; a reversal shows on the row', async () => {
    const { body: payout } = await make([mine()]);
    const on = (date: string) =>
      app.call(contract.payRows, {
        params: one(payout.id),
        token,
        body: { row_ids: payout.items.map(({ id }) => id), date, account: 'cash' },
      });
    expect((await on('2999-01-01')).error.code).toBe('payouts.in_future');
    expect((await on('2020-01-01')).error.code).toBe('payouts.before_register');
    const [row] = (await on(today)).body.items;
    await app.call(reversePayment, { params: one(row?.payment_id ?? ''), token, body: { comment: 'Банк повернув' } });
    const after = await app.call(contract.readPayout, { params: one(payout.id), token });
    expect(after.body.items[0]).toMatchObject({ status: 'paid', reversed: true });
    expect(await balance(seller.counterparty_id)).toBe(80_050);
    await auditIsFine();
  });

  it('is staff’s; a dropshipper sees his own rows alone', async () => {
    const { body: payout } = await make([mine()]);
    expect((await pay(payout, payout.items, seller.token)).status).toBe(403);
    const stranger = await makeDropshipper(app, project, 0);
    expect((await app.call(contract.listMyPayouts, { token: stranger.token })).body.items).toEqual([]);
    const foreign = await app.project('Інша фабрика');
    const answer = await app.call(contract.readPayout, {
      params: { project_id: foreign.id, id: payout.id },
      token: foreign.owner.token,
    });
    expect([answer.status, answer.error.code]).toEqual([404, 'payouts.not_found']);
  });
});

describe('files', () => {
  const file = async (payout: contract.Payout, name: string) => {
    const url = `/api/projects/${project.id}/payouts/${payout.id}/${name}`;
    return app.app.server.inject({ url, headers: { authorization: `Bearer ${token}` } });
  };

  it('say number, sums and accounts: CSV, XLSX, iBank of what waits, PDF', async () => {
    const { body: payout } = await make([mine(), { counterparty_id: supplier, amount: 10_000, ...theirs }]);
    await pay(payout, payout.items.slice(1));
    const csv = await file(payout, 'csv');
    const rows = parse(csv.rawPayload, { delimiter: ';', bom: true, columns: true }) as Record<string, string>[];
    expect(rows).toMatchObject([
      {
        Реєстр: '1',
        Отримувач: 'ФОП Шевченко Марта',
        'IBAN отримувача': IBAN,
        'Сума, грн': '800,50',
        Стан: 'до виплати',
        'Хеш реєстру': payout.hash,
      },
      { Отримувач: 'ТОВ «Льон»', 'Сума, грн': '100,00', Стан: 'виплачено' },
      { Контрагент: 'Разом', 'Сума, грн': '900,50' },
    ]);
    expect((await file(payout, 'xlsx')).rawPayload.subarray(0, 2).toString()).toBe('PK');
    const bank = await file(payout, 'ibank');
    const text = new TextDecoder('windows-1251').decode(bank.rawPayload);
    expect(text.split('\r\n\r\n')).toHaveLength(2);
    expect(text).toContain('Content-Type=doc/ua_payment\r\n\r\n');
    for (const line of [
      ...[`RCPT_ACCOUNT=${IBAN}`, 'RCPT_NAME=ФОП Шевченко Марта', 'RCPT_OKPO=1759013776', 'AMOUNT=800.50'],
      ...[`CLN_ACCOUNT=${OWN}`, 'CLN_NAME=ТОВ «Текстиль-Плюс»', 'CLN_BANK_MFO=305299', 'NUM_DOC=1001'],
    ])
      expect(text.split('\r\n')).toContain(line);
    const pdf = await file(payout, 'pdf');
    const words = mupdf.Document.openDocument(pdf.rawPayload, 'application/pdf')
      .loadPage(0)
      .toStructuredText('')
      .asText();
    expect(words).toContain('Реєстр виплат');
    expect(words).toContain('Дев’ятсот гривень 50 копійок');
    await pay(payout);
    expect((await file(payout, 'ibank')).json()).toMatchObject({ code: 'payouts.nothing_waits' });
  });

  it('a row has its QR while it waits and its code is right', async () => {
    const { body: payout } = await make([mine(), { counterparty_id: supplier, ...theirs, code: '32855962' }]);
    expect(payout.items.map(({ has_qr }) => has_qr)).toEqual([true, false]);
    const picture = await file(payout, `rows/${payout.items[0]?.id}/qr`);
    expect([picture.statusCode, picture.body.slice(0, 4)]).toEqual([200, '<svg']);
    expect((await file(payout, `rows/${payout.items[1]?.id}/qr`)).json()).toMatchObject({ code: 'payouts.no_qr' });
  });
});
