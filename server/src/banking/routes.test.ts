import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import * as contract from '@lanka/domain/banking/contract';
import { dotted, kyivDate } from '@lanka/domain/kit/time';
import { moveOrder, readOrder } from '@lanka/domain/orders/contract';
import { readCounterparty } from '@lanka/domain/partners/contract';
import * as payments from '@lanka/domain/payments/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Banks, openBanks, tokenOf } from '../../test/banks';
import type { TestProject } from '../../test/harness';
import {
  differencesOf,
  makeCounterparty,
  makeDropshipper,
  makeVariants,
  orderBody,
  placeOrder,
} from '../../test/trade';

let banks: Banks;
let project: TestProject;
const CODE = '3184710691';
const IBAN = 'UA213223130000026007233566001';

beforeAll(async () => {
  banks = await openBanks();
});
afterAll(() => banks.close());
beforeEach(async () => {
  project = await banks.app.project();
  banks.simulators.calm();
});

const of = () => ({ token: project.owner.token, params: { project_id: project.id } });
const at = (id: string) => ({ token: project.owner.token, params: { project_id: project.id, id } });
const bank = (name: contract.Bank) => ({ token: project.owner.token, params: { project_id: project.id, bank: name } });
const call: Banks['app']['call'] = (route, options) => banks.app.call(route, options);
const pay = (token: string, amount: string, rest: Record<string, string> = {}) =>
  banks.simulators.act(token.startsWith('u') ? 'monobank' : 'privatbank', 'pay', { token, amount, ...rest });
const balanceOf = async (id: string) => (await call(readCounterparty, at(id))).body.balance;

/** One row that waits, of so much. */
async function oneRow(amount: string, rest: Record<string, string> = {}): Promise<contract.BankRow> {
  const { token } = await banks.connect(project, 'monobank');
  await pay(token, amount, rest);
  await banks.read(project, 'monobank');
  const [row] = await banks.rows(project);
  if (!row) throw new Error('the row did not come');
  return row;
}

describe('connecting', () => {
  it('tries the token, shows accounts, and never the token', async () => {
    const wrong = await call(contract.connect, { ...bank('monobank'), body: { token: 'xWrong' } });
    expect([wrong.status, wrong.error.code, wrong.error.details[0]?.path]).toEqual([
      422,
      'banking.token_wrong',
      'token',
    ]);
    const token = tokenOf('monobank');
    const { body, status } = await call(contract.connect, { ...bank('monobank'), body: { token } });
    expect(status).toBe(200);
    expect(body.connection).toMatchObject({ owner_name: 'Мельник Андрій', hook: false, is_refused: false });
    expect(body.accounts.map(({ currency, chosen }) => [currency, chosen])).toEqual([
      ['UAH', false],
      ['UAH', false],
      ['840', false],
    ]);
    // the credit line is not one's own
    expect(body.accounts.map(({ balance }) => balance)).toEqual([12_500_000, 12_500_000, 12_500_000]);
    const kept = JSON.stringify(await banks.app.sql(project.id, 'select * from bank_connections'));
    const calls = JSON.stringify(await banks.app.sql(project.id, 'select * from integration_calls'));
    expect(kept + calls + JSON.stringify(body)).not.toContain(token);
  });
  it('says which account cannot be chosen', async () => {
    const { account } = await banks.connect(project, 'monobank');
    const state = (await call(contract.readConnection, bank('monobank'))).body;
    expect(state.accounts.filter(({ chosen }) => chosen).map((one) => one.account)).toEqual([account]);
    const dollars = state.accounts.find(({ currency }) => currency !== 'UAH')?.account ?? '';
    const refused = async (accounts: string[]) =>
      (await call(contract.connect, { ...bank('monobank'), body: { accounts } })).error.code;
    expect(await refused([dollars])).toBe('banking.not_hryvnia');
    expect(await refused(['no such'])).toBe('banking.unknown_account');
    const early = await call(contract.connect, {
      ...bank('monobank'),
      body: { accounts: [account], read_from: '2020-01-01' },
    });
    expect(early.error.code).toBe('banking.too_early');
    expect((await call(contract.connect, { ...bank('privatbank'), body: { accounts: [] } })).error.code).toBe(
      'banking.not_connected',
    );
    expect(
      (await call(contract.connect, { ...bank('privatbank'), body: { token: tokenOf('privatbank'), hook: true } }))
        .error.code,
    ).toBe('banking.no_hook');
  });
  it('a second time within a minute the bank asks to wait', async () => {
    const token = tokenOf('monobank');
    await call(contract.connect, { ...bank('monobank'), body: { token } });
    const again = await call(contract.connect, { ...bank('monobank'), body: { token } });
    expect([again.status, again.error.code]).toEqual([503, 'banking.busy']);
    banks.simulators.fault('monobank', { kind: 'down', times: 1 });
    const away = await call(contract.connect, { ...bank('monobank'), body: { token: tokenOf('monobank') } });
    expect(away.error.code).toBe('banking.unavailable');
  });
  it('leaves the hook of another program where it is, unless somebody asks for it', async () => {
    const token = tokenOf('monobank');
    const { config } = banks.app.app.services;
    const elsewhere = createServer((_request, response) => response.end());
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const webHookUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/hook`;
    const asked = (path: string, init: RequestInit = {}) =>
      fetch(`${config.services.monobank}${path}`, { ...init, headers: { 'x-token': token, ...init.headers } });
    try {
      await asked('/personal/webhook', {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ webHookUrl }) },
      });
      expect((await call(contract.connect, { ...bank('monobank'), body: { token } })).status).toBe(200);
      await banks.simulators.advance(61_000);
      // a new token, of a bank that is connected without a hook
      expect((await call(contract.connect, { ...bank('monobank'), body: { token } })).status).toBe(200);
      await banks.simulators.advance(61_000);
      expect(await (await asked('/personal/client-info')).json()).toMatchObject({ webHookUrl });
    } finally {
      elsewhere.close();
    }
  });
  it('a change over one that was not seen is refused', async () => {
    await banks.connect(project, 'privatbank');
    const stale = await call(contract.connect, {
      ...bank('privatbank'),
      ...{ headers: { 'if-match': '"1"' }, body: { rules: { party: true } } },
    });
    expect(stale.status).toBe(409);
  });
  it('a change that is refused leaves the hook as it is at the bank', async () => {
    const { token } = await banks.connect(project, 'monobank');
    const { config } = banks.app.app.services;
    const seen: string[] = [];
    const here = createServer((request, response) => {
      seen.push(String(request.method));
      response.end();
    });
    await new Promise<void>((resolve) => here.listen(0, '127.0.0.1', resolve));
    const before = config.publicUrl;
    Object.assign(config, { publicUrl: `http://127.0.0.1:${(here.address() as AddressInfo).port}` });
    try {
      const stale = await call(contract.connect, {
        ...bank('monobank'),
        ...{ headers: { 'if-match': '"1"' }, body: { hook: true } },
      });
      expect([stale.status, seen]).toEqual([409, []]);
      const { version } = (await call(contract.readConnection, bank('monobank'))).body.connection ?? {};
      const fresh = await call(contract.connect, {
        ...bank('monobank'),
        ...{ headers: { 'if-match': `"${version}"` }, body: { hook: true } },
      });
      expect([fresh.body.connection?.hook, seen]).toEqual([true, ['GET']]);
      await pay(token, '1');
      expect(seen).toEqual(['GET', 'POST']);
    } finally {
      Object.assign(config, { publicUrl: before });
      here.close();
    }
  });
  it('one that does not answer says so beside its accounts, and when it is asked again', async () => {
    await banks.connect(project, 'privatbank');
    const waits = async () => (await call(contract.readBanking, of())).body.waits;
    expect(await waits()).toEqual([]);
    banks.simulators.fault('privatbank', { kind: 'unavailable' });
    await banks.work(project, 'privatbank');
    const [wait] = await waits();
    expect(wait).toMatchObject({ service: 'privatbank', why: 'Служба не працює: HTTP 503', paused: false });
    expect(Date.parse(wait?.next_at ?? '')).toBeGreaterThan(Date.now());
    banks.simulators.calm();
    await banks.read(project, 'privatbank');
    expect(await waits()).toEqual([]);
  });
  it('one that was read a moment ago is read again as soon as somebody asks', async () => {
    const { token } = await banks.connect(project, 'privatbank');
    await banks.work(project, 'privatbank');
    for (const nth of [1, 2, 3]) {
      await pay(token, '10.00', { name: 'Покупець', purpose: `№ ${nth}` });
      await Promise.all([1, 2].map(() => call(contract.readNow, bank('privatbank'))));
      await banks.work(project, 'privatbank');
      expect((await banks.rows(project)).filter(({ counter_name }) => counter_name === 'Покупець')).toHaveLength(nth);
    }
  });
  it('a token that is revoked is not asked again, and said to be wrong', async () => {
    const { token } = await banks.connect(project, 'privatbank');
    await banks.simulators.act('privatbank', 'revoke', { token });
    await banks.app.sql(project.id, `update bank_accounts set next_read_at = now() - interval '1 second'`);
    await call(contract.readNow, bank('privatbank'));
    const catching = async () =>
      (await call(contract.readConnection, bank('privatbank'))).body.accounts.map(({ catching_up }) => catching_up);
    expect(await catching()).toEqual([true]);
    await banks.work(project, 'privatbank');
    expect((await call(contract.readConnection, bank('privatbank'))).body.connection?.is_refused).toBe(true);
    // nothing is read any more, and nobody is told that it is
    expect(await catching()).toEqual([false]);
    expect((await call(contract.readNow, bank('privatbank'))).error.code).toBe('banking.token_wrong');
    await call(contract.connect, { ...bank('privatbank'), body: { token: tokenOf('privatbank') } });
    expect((await call(contract.readConnection, bank('privatbank'))).body.connection?.is_refused).toBe(false);
  });
  it('forgets the token and keeps the rows', async () => {
    await oneRow('100');
    expect((await call(contract.disconnect, bank('monobank'))).status).toBe(204);
    expect((await call(contract.readConnection, bank('monobank'))).body.connection).toBeNull();
    expect(await banks.rows(project)).toHaveLength(1);
    expect((await call(contract.disconnect, bank('monobank'))).error.code).toBe('banking.not_connected');
    expect((await call(contract.readNow, bank('monobank'))).error.code).toBe('banking.not_connected');
  });
});

describe('reading', () => {
  it('reads more than an answer holds, each row once, however often', async () => {
    const { token } = await banks.connect(project, 'monobank');
    await pay(token, '10', { count: '1203', quiet: 'так' });
    await banks.read(project, 'monobank');
    const count = async () => (await call(contract.countBankRows, of())).body.open;
    expect(await count()).toBe(1203);
    await banks.read(project, 'monobank');
    expect(await count()).toBe(1203);
  });
  it('reads older months span by span', async () => {
    const read_from = kyivDate(new Date(Date.now() - 100 * 86_400_000));
    const { token } = await banks.connect(project, 'monobank', { read_from });
    for (const days of ['0', '20', '45', '80', '99', '120']) await pay(token, '10', { days });
    await banks.read(project, 'monobank');
    expect(await banks.rows(project)).toHaveLength(5);
    const { accounts } = (await call(contract.readConnection, bank('monobank'))).body;
    expect(accounts.find(({ chosen }) => chosen)?.catching_up).toBe(false);
  });
  it('a hold is shown, changes, and cannot be entered until it is settled', async () => {
    const party = await makeCounterparty(banks.app, project);
    const { token } = await banks.connect(project, 'monobank');
    await pay(token, '50', { hold: 'так' });
    await pay(token, '60', { hold: 'так' });
    await banks.read(project, 'monobank');
    const [row] = await banks.rows(project, { sort: 'amount' });
    expect([row?.hold, row?.amount, row?.suggestion]).toEqual([true, 5_000, null]);
    const early = await call(contract.matchBankRow, { ...at(row?.id ?? ''), body: { counterparty_id: party } });
    expect(early.error.code).toBe('banking.on_hold');
    await banks.simulators.act('monobank', 'settle', { amount: '55.50' });
    await banks.read(project, 'monobank');
    expect((await banks.rows(project)).map(({ hold, amount }) => [hold, amount])).toEqual([
      [false, 5_550],
      [false, 5_550],
    ]);
    await pay(token, '70', { hold: 'так' });
    await banks.read(project, 'monobank');
    await banks.simulators.act('monobank', 'drop');
    await banks.read(project, 'monobank');
    const gone = (await banks.rows(project, { state: 'ignored' }))[0];
    expect([gone?.amount, gone?.hold, gone?.reversed_at === null]).toEqual([7_000, false, false]);
  });
  it('a hold that is gone goes, also one that was set aside, and where its span takes several answers', async () => {
    const { token } = await banks.connect(project, 'monobank');
    await pay(token, '70', { hold: 'так' });
    await pay(token, '80', { hold: 'так' });
    await banks.read(project, 'monobank');
    const [aside] = await banks.rows(project, { sort: 'amount' });
    await call(contract.ignoreBankRow, { ...at(aside?.id ?? ''), body: { reason: 'Не наше' } });
    await pay(token, '10', { count: '1100', quiet: 'так' });
    await banks.read(project, 'monobank');
    expect((await banks.rows(project, { state: 'ignored' })).map(({ hold }) => hold)).toEqual([true]);
    await banks.simulators.act('monobank', 'drop');
    await banks.read(project, 'monobank');
    const gone = await banks.rows(project, { state: 'ignored', sort: 'amount' });
    expect(gone.map((row) => [row.amount, row.hold, row.reversed_at === null, row.ignored_reason])).toEqual([
      [7_000, false, false, 'Не наше'],
      [8_000, false, false, ''],
    ]);
  });
  it('PrivatBank: pages, only what is settled and real, sums as text, the day of Kyiv', async () => {
    const { token } = await banks.connect(project, 'privatbank');
    await pay(token, '472.49', { count: '250', code: CODE, iban: IBAN, name: 'Магазин', purpose: 'Оплата' });
    await pay(token, '1', { state: 'p' });
    await pay(token, '2', { state: 'n' });
    await pay(token, '3', { real: 'i' });
    await pay(token, '-0.10', { purpose: 'Комісія' });
    await banks.read(project, 'privatbank');
    expect((await call(contract.countBankRows, of())).body.open).toBe(251);
    const [fee] = await banks.rows(project, { direction: 'out' });
    expect([fee?.amount, fee?.purpose]).toEqual([-10, 'Комісія']);
    const [row] = await banks.rows(project, { direction: 'in', q: 'магазин' });
    expect(row).toMatchObject({ amount: 47_249, counter_code: CODE, counter_iban: IBAN, counter_name: 'Магазин' });
    await banks.simulators.act('privatbank', 'settle');
    await banks.read(project, 'privatbank');
    expect((await call(contract.countBankRows, of())).body.open).toBe(252);
    const { comparison } = (await call(contract.readBanking, of())).body;
    expect(comparison.bank).toBe(34_800_000 + 250 * 47_249 + 100 - 10);
    expect(comparison.opening).toBe(34_800_000);
  });
  it('PrivatBank: of a month with more pages than are read at once half is read, and the days after it next', async () => {
    const read_from = kyivDate(new Date(Date.now() - 40 * 86_400_000));
    await banks.connect(project, 'privatbank', { read_from });
    const dayOf = (dashed: string | null) =>
      dashed === null ? Date.now() : Date.parse(dashed.split('-').reverse().join('-'));
    const asked: number[] = [];
    const crowded = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://bank');
      const from = dayOf(searchParams.get('startDate'));
      const days = Math.floor((dayOf(searchParams.get('endDate')) - from) / 86_400_000);
      if (pathname.endsWith('/transactions') && !searchParams.get('followId')) asked.push(days);
      const row = {
        ...{
          TECHNICAL_TRANSACTION_ID: `row ${from}`,
          SUM: '1.00',
          DAT_OD: dotted(new Date(from).toISOString().slice(0, 10)),
        },
        ...{ CCY: 'UAH', FL_REAL: 'r', PR_PR: 'r', TRANTYPE: 'C' },
      };
      // the month and its first half have no end
      const isMore = pathname.endsWith('/transactions') && asked.length <= 2;
      const settings = { phase: 'WRK', work_balance: 'N', today: '' };
      response.end(
        JSON.stringify({
          ...{ status: 'SUCCESS', exist_next_page: isMore, next_page_id: isMore ? 'next' : null },
          ...{ settings, balances: [], transactions: [row] },
        }),
      );
    });
    await new Promise<void>((resolve) => crowded.listen(0, '127.0.0.1', resolve));
    const { services } = banks.app.app.services.config;
    const before = services.privatbank;
    Object.assign(services, { privatbank: `http://127.0.0.1:${(crowded.address() as AddressInfo).port}` });
    try {
      await banks.read(project, 'privatbank');
    } finally {
      Object.assign(services, { privatbank: before });
      crowded.close();
    }
    expect(asked.slice(0, 3)).toEqual([31, 15, 7]);
    // each of the spans that end has its row, up to today
    expect((await call(contract.countBankRows, of())).body.open).toBe(asked.length - 2);
    const { accounts } = (await call(contract.readConnection, bank('privatbank'))).body;
    expect(accounts.map(({ catching_up }) => catching_up)).toEqual([false]);
  });
  it('waits while PrivatBank closes its day', async () => {
    const { token } = await banks.connect(project, 'privatbank');
    await pay(token, '5');
    await banks.simulators.act('privatbank', 'phase', { phase: 'EOD' });
    await banks.work(project, 'privatbank');
    expect(await banks.rows(project)).toEqual([]);
    await banks.simulators.act('privatbank', 'phase', { phase: 'WRK' });
    await banks.read(project, 'privatbank');
    expect(await banks.rows(project)).toHaveLength(1);
  });
  it.each([
    ['monobank', -3],
    ['monobank', 3],
    ['privatbank', -24],
    ['privatbank', 24],
  ] as const)(
    '%s, whose clock is %i hours off: each row once, and on no day that has not come',
    async (name, hours) => {
      await banks.simulators.skew(name, hours * 3_600_000);
      const { token } = await banks.connect(project, name);
      await pay(token, '5', { code: CODE });
      await banks.read(project, name);
      await pay(token, '7', { code: CODE });
      await banks.read(project, name);
      const rows = await banks.rows(project);
      expect(rows.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([500, 700]);
      const party = await makeCounterparty(banks.app, project);
      for (const { id } of rows)
        expect((await call(contract.matchBankRow, { ...at(id), body: { counterparty_id: party } })).status).toBe(200);
      expect(await balanceOf(party)).toBe(1_200);
      const { items } = (await call(payments.listPayments, { ...of(), query: {} })).body;
      for (const { date } of items) expect(date <= kyivDate(new Date())).toBe(true);
    },
  );

  it('what the bank reverses is set aside where it waits, and told where it is entered', async () => {
    const party = await makeCounterparty(banks.app, project);
    const { token } = await banks.connect(project, 'privatbank');
    await pay(token, '100');
    await pay(token, '200');
    await banks.read(project, 'privatbank');
    const entered = (await banks.rows(project)).find(({ amount }) => amount === 10_000);
    await call(contract.matchBankRow, { ...at(entered?.id ?? ''), body: { counterparty_id: party } });
    await banks.simulators.act('privatbank', 'reverse');
    await banks.simulators.act('privatbank', 'reverse');
    await banks.read(project, 'privatbank');
    const [aside] = await banks.rows(project, { state: 'ignored' });
    expect([aside?.amount, aside?.ignored_reason]).toEqual([20_000, '']);
    const [told] = await banks.rows(project, { state: 'matched' });
    expect(told?.reversed_at).not.toBeNull();
    const { comparison } = (await call(contract.readBanking, of())).body;
    expect([comparison.taken_back, comparison.opening, comparison.ignored]).toEqual([10_000, 34_800_000, 0]);
    const undone = await call(contract.undoBankRow, { ...at(told?.id ?? ''), body: { reason: 'Сторно банку' } });
    expect([undone.body.state, await balanceOf(party)]).toEqual(['ignored', 0]);
    expect((await call(contract.undoBankRow, { ...at(told?.id ?? ''), body: { reason: 'ще раз' } })).error.code).toBe(
      'banking.nothing_to_undo',
    );
    expect(await differencesOf(banks.app, project)).toEqual([]);
  });
  it('what is said of an account while it is read stays said', async () => {
    const { token } = await banks.connect(project, 'privatbank');
    const due = `update bank_accounts set next_read_at = now() - interval '1 second'`;
    const next = async () =>
      (await banks.app.sql<{ due: boolean }>(project.id, 'select next_read_at <= now() as due from bank_accounts'))[0]
        ?.due;
    const slow = { kind: 'slow', times: 1, only: '/transactions', ms: 1_500 } as const;
    const readMeanwhile = async (work: () => Promise<unknown>) => {
      await banks.app.sql(project.id, due);
      await banks.app.sql(project.id, 'delete from integration_tasks');
      await call(contract.readNow, bank('privatbank'));
      banks.simulators.fault('privatbank', slow);
      const reading = banks.work(project, 'privatbank');
      await expect.poll(async () => (await next()) === false).toBe(true);
      await work();
      await reading;
    };
    // asked for again: it is read again at once, and not in ten minutes
    await readMeanwhile(() => banks.app.sql(project.id, due));
    expect(await next()).toBe(true);
    // the old token is refused, after a new one was given
    await readMeanwhile(async () => {
      await call(contract.connect, { ...bank('privatbank'), body: { token: tokenOf('privatbank') } });
      await banks.simulators.act('privatbank', 'revoke', { token });
    });
    expect((await call(contract.readConnection, bank('privatbank'))).body.connection?.is_refused).toBe(false);
  });
  it('a hook only hastens: what it says is not believed', async () => {
    const { token, account } = await banks.connect(project, 'monobank');
    const seen: string[] = [];
    // the product itself answers the bank, as it will at its public address
    const hooked = createServer((request, response) => {
      const { method, url = '' } = request;
      seen.push(`${method} ${url}`);
      void buffer(request).then(async (payload) => {
        const { statusCode } = await banks.app.app.server.inject({
          ...{ method: method as 'GET' | 'POST', url },
          ...(payload.length > 0 ? { headers: { 'content-type': 'application/json' }, payload } : {}),
        });
        response.writeHead(statusCode).end();
      });
    });
    await new Promise<void>((resolve) => hooked.listen(0, '127.0.0.1', resolve));
    const address = hooked.address() as AddressInfo;
    const { config } = banks.app.app.services;
    const before = config.publicUrl;
    Object.assign(config, { publicUrl: `http://127.0.0.1:${address.port}` });
    try {
      await banks.simulators.advance(61_000);
      const on = await call(contract.connect, { ...bank('monobank'), body: { hook: true } });
      expect(on.body.connection?.hook).toBe(true);
      await pay(token, '90');
    } finally {
      Object.assign(config, { publicUrl: before });
      hooked.close();
    }
    const [get, post] = seen;
    expect(get).toMatch(/^GET \/api\/banking\/monobank\/hooks\//);
    expect(post).toBe(get?.replace('GET', 'POST'));
    const secret = get?.split('/').at(-1) ?? '';
    const params = { project_id: project.id, token: secret };
    expect((await call(contract.confirmHook, { params })).status).toBe(200);
    // nobody learns by asking whether an address is one
    expect((await call(contract.confirmHook, { params: { ...params, token: 'x'.repeat(32) } })).status).toBe(200);
    await banks.app.sql(
      project.id,
      `update bank_accounts set next_read_at = now() + interval '1 hour', asked_at = null`,
    );
    await banks.app.sql(project.id, 'delete from integration_tasks');
    const forged = {
      type: 'StatementItem',
      data: { account, statementItem: { id: 'forged', time: 1, amount: 99_999_900 } },
    };
    const told = (of = secret) =>
      banks.app.app.server.inject({
        ...{ method: 'POST', url: `/api/banking/monobank/hooks/${project.id}/${of}` },
        ...{ headers: { 'content-type': 'application/json' }, payload: JSON.stringify(forged) },
      });
    expect((await told('x'.repeat(32))).statusCode).toBe(404);
    expect((await Promise.all([told(), told(), told()])).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    await banks.simulators.advance(61_000);
    await banks.work(project, 'monobank');
    expect((await banks.rows(project)).map(({ amount }) => amount)).toEqual([9_000]);
  });
});

it('an account that is read no more stays beside its rows', async () => {
  await oneRow('100');
  const compared = async () => {
    const { bank, open, opening } = (await call(contract.readBanking, of())).body.comparison;
    return [bank, open, opening];
  };
  expect(await compared()).toEqual([12_510_000, 10_000, 12_500_000]);
  await call(contract.connect, { ...bank('monobank'), body: { accounts: [] } });
  expect(await compared()).toEqual([12_510_000, 10_000, 12_500_000]);
  // nor does one count that was chosen and not read yet
  await banks.connect(project, 'privatbank');
  expect(await compared()).toEqual([12_510_000, 10_000, 12_500_000]);
});

describe('entering a row', () => {
  it('as a receipt of an order: suggested by number and sum, posted once, undone by a reversal', async () => {
    const seller = await makeDropshipper(banks.app, project);
    const [variant = ''] = await makeVariants(banks.app, project, [{ price: 50_000, stock: 9 }]);
    const { body: order } = await placeOrder(
      banks.app,
      project,
      seller.token,
      orderBody({ [variant]: 1 }, { send: true }),
    );
    await call(moveOrder, { ...at(order.id), body: { to: 'Sent' } });
    const row = await oneRow('500', {
      purpose: `Оплата за замовлення № ${order.number}`,
      name: 'Петренко',
      code: CODE,
      iban: IBAN,
    });
    expect(row.suggestion).toMatchObject({
      ...{ counterparty_id: seller.counterparty_id, reasons: ['number', 'sum'], sure: true },
      orders: [{ id: order.id, amount: 50_000 }],
    });
    const body = { counterparty_id: seller.counterparty_id, order_id: order.id };
    const done = await call(contract.matchBankRow, { ...at(row.id), body });
    expect(done.body).toMatchObject({ state: 'matched', parts: [{ amount: 50_000, how: 'created', rule: null }] });
    expect(await balanceOf(seller.counterparty_id)).toBe(0);
    expect((await call(readOrder, at(order.id))).body.payment).toMatchObject({ unpaid: 0 });
    const again = await call(contract.matchBankRow, { ...at(row.id), body });
    expect([again.status, again.error.code]).toEqual([409, 'banking.already_matched']);
    // the receipt says which row it is, and is not taken back past it
    const payment = (await call(payments.readPayment, at(done.body.parts[0]?.payment_id ?? ''))).body;
    expect(payment).toMatchObject({ bank_row_id: row.id, account: 'bank', status: 'confirmed' });
    const past = await call(payments.reversePayment, { ...at(payment.id), body: { comment: 'x' } });
    expect(past.error.code).toBe('payments.of_bank_row');
    const { comparison } = (await call(contract.readBanking, of())).body;
    expect([comparison.ledger, comparison.open, comparison.by_hand, comparison.opening]).toEqual([
      50_000, 0, 0, 12_500_000,
    ]);

    const undone = await call(contract.undoBankRow, { ...at(row.id), body: { reason: 'Не те замовлення' } });
    expect([undone.body.state, undone.body.parts.length, undone.body.undone.length]).toEqual(['open', 0, 1]);
    expect(await balanceOf(seller.counterparty_id)).toBe(-50_000);
    const anew = await call(contract.matchBankRow, { ...at(row.id), body });
    expect([anew.body.state, await balanceOf(seller.counterparty_id)]).toEqual(['matched', 0]);
    // the payer is known from now on
    const { token } = await banks.connect(project, 'monobank');
    await pay(token, '10', { code: CODE });
    await banks.read(project, 'monobank');
    expect((await banks.rows(project, { state: 'open' }))[0]?.suggestion).toMatchObject({
      ...{ counterparty_id: seller.counterparty_id, reasons: ['code'] },
    });
    expect(await differencesOf(banks.app, project)).toEqual([]);
  });
  it('split over several counterparties, to the kopeck', async () => {
    const [a, b] = [
      await makeCounterparty(banks.app, project),
      await makeCounterparty(banks.app, project, 0, 'Другий'),
    ];
    const row = await oneRow('100.01');
    const parts = (first: number, second: number) => [
      { counterparty_id: b, amount: second },
      { counterparty_id: a, amount: first },
    ];
    const wrong = await call(contract.matchBankRow, { ...at(row.id), body: { parts: parts(5_000, 5_000) } });
    expect(wrong.error.code).toBe('banking.parts_differ');
    expect((await call(contract.matchBankRow, { ...at(row.id), body: {} })).error.code).toBe('banking.party_required');
    const done = await call(contract.matchBankRow, { ...at(row.id), body: { parts: parts(5_000, 5_001) } });
    expect(done.status).toBe(200);
    expect([await balanceOf(a), await balanceOf(b)]).toEqual([5_000, 5_001]);
    expect(await differencesOf(banks.app, project)).toEqual([]);
  });
  it('a reported payment is confirmed by it, an entry by hand gets its row; nothing counts twice', async () => {
    const seller = await makeDropshipper(banks.app, project);
    const report = { type: 'receipt' as const, amount: 10_000, date: kyivDate(new Date()) };
    const reported = await call(payments.createPayment, { ...of(), token: seller.token, body: report });
    const row = await oneRow('100');
    expect(row.suggestion).toMatchObject({
      reasons: ['reported', 'sum'],
      payment: { id: reported.body.id, status: 'pending' },
    });
    const done = await call(contract.matchBankRow, { ...at(row.id), body: { payment_id: reported.body.id } });
    expect([done.body.parts[0]?.how, await balanceOf(seller.counterparty_id)]).toEqual(['confirmed', 10_000]);

    const hand = await call(payments.createPayment, {
      ...of(),
      body: { ...report, amount: 20_000, counterparty_id: seller.counterparty_id, account: 'bank' },
    });
    expect((await call(contract.listHandPayments, of())).body.items.map(({ id }) => id)).toEqual([hand.body.id]);
    const { token } = await banks.connect(project, 'monobank');
    await pay(token, '200');
    await banks.read(project, 'monobank');
    const [second] = await banks.rows(project, { state: 'open' });
    const linked = await call(contract.matchBankRow, { ...at(second?.id ?? ''), body: { payment_id: hand.body.id } });
    expect([linked.body.parts[0]?.how, await balanceOf(seller.counterparty_id)]).toEqual(['linked', 30_000]);
    expect((await call(contract.listHandPayments, of())).body.items).toEqual([]);
    const twice = await call(contract.matchBankRow, { ...at(second?.id ?? ''), body: { payment_id: hand.body.id } });
    expect(twice.error.code).toBe('banking.already_matched');
    // it was there before the row, and stays
    await call(contract.undoBankRow, { ...at(second?.id ?? ''), body: { reason: 'Ні' } });
    expect(await balanceOf(seller.counterparty_id)).toBe(30_000);
    const unfit = await call(contract.matchBankRow, {
      ...at(second?.id ?? ''),
      body: { payment_id: reported.body.id },
    });
    expect(unfit.error.code).toBe('banking.payment_unfit');
    expect(await differencesOf(banks.app, project)).toEqual([]);
  });
  it('the self-check names the row whose posting is missing', async () => {
    const party = await makeCounterparty(banks.app, project);
    const row = await oneRow('100');
    await call(contract.matchBankRow, { ...at(row.id), body: { counterparty_id: party } });
    await banks.app.sql(project.id, 'update payments set bank_row_id = null');
    expect(
      (await differencesOf(banks.app, project)).map(({ table, expected, found }) => [table, expected, found]),
    ).toEqual([['bank_row_parts', 10_000, 0]]);
  });
  it('the self-check names a payment that says it is of a row, and no part of it knows', async () => {
    const party = await makeCounterparty(banks.app, project);
    const row = await oneRow('100');
    const body = { type: 'receipt' as const, amount: 10_000, date: kyivDate(new Date()), counterparty_id: party };
    const hand = await call(payments.createPayment, { ...of(), body: { ...body, account: 'bank' } });
    await banks.app.sql(project.id, 'update payments set bank_row_id = $1 where id = $2', [row.id, hand.body.id]);
    expect(
      (await differencesOf(banks.app, project)).map(({ table, expected, found }) => [table, expected, found]),
    ).toEqual([['payments', 0, 10_000]]);
    await banks.app.sql(project.id, 'update payments set bank_row_id = null where id = $1', [hand.body.id]);
    // what was undone is known still
    await call(contract.matchBankRow, { ...at(row.id), body: { counterparty_id: party } });
    await call(contract.undoBankRow, { ...at(row.id), body: { reason: 'Ні' } });
    expect(await differencesOf(banks.app, project)).toEqual([]);
  });
  it('a row of nothing is set aside, and entered for nobody', async () => {
    const party = await makeCounterparty(banks.app, project);
    const row = await oneRow('0');
    const refused = await call(contract.matchBankRow, { ...at(row.id), body: { counterparty_id: party } });
    expect([refused.status, refused.error.code]).toEqual([409, 'banking.nothing_to_enter']);
    const aside = await call(contract.ignoreBankRow, { ...at(row.id), body: { reason: 'Перевірка картки' } });
    expect(aside.body.state).toBe('ignored');
  });
  it('what went out is a withdrawal, or set aside with a reason', async () => {
    const party = await makeCounterparty(banks.app, project);
    const row = await oneRow('-30');
    const done = await call(contract.matchBankRow, { ...at(row.id), body: { counterparty_id: party } });
    expect([done.status, await balanceOf(party)]).toEqual([200, -3_000]);
    const set = await call(contract.ignoreBankRow, { ...at(row.id), body: { reason: 'Комісія' } });
    expect(set.error.code).toBe('banking.already_matched');
    await call(contract.undoBankRow, { ...at(row.id), body: { reason: 'Ні' } });
    const aside = await call(contract.ignoreBankRow, { ...at(row.id), body: { reason: 'Комісія банку' } });
    expect([aside.body.state, aside.body.ignored_reason, await balanceOf(party)]).toEqual([
      'ignored',
      'Комісія банку',
      0,
    ]);
    expect((await call(contract.matchBankRow, { ...at(row.id), body: { counterparty_id: party } })).error.code).toBe(
      'banking.already_ignored',
    );
    expect((await call(contract.undoBankRow, { ...at(row.id), body: { reason: 'Ні' } })).body.state).toBe('open');
    expect((await call(contract.matchBankRow, { ...at(crypto.randomUUID()), body: {} })).status).toBe(404);
  });
  it('by a rule that is on, and says by which', async () => {
    const seller = await makeDropshipper(banks.app, project);
    const [variant = ''] = await makeVariants(banks.app, project, [{ price: 40_000, stock: 9 }]);
    const { body: order } = await placeOrder(
      banks.app,
      project,
      seller.token,
      orderBody({ [variant]: 1 }, { send: true }),
    );
    const purpose = `зам. ${order.number}`;
    const { token } = await banks.connect(project, 'monobank');
    await pay(token, '400', { purpose });
    await banks.read(project, 'monobank');
    // off unless the owner says otherwise
    expect((await banks.rows(project)).map(({ state }) => state)).toEqual(['open']);
    await call(contract.connect, { ...bank('monobank'), body: { rules: { invoice: true } } });
    await pay(token, '399', { purpose });
    await banks.read(project, 'monobank');
    const rows = await banks.rows(project, { sort: 'amount' });
    expect(rows.map(({ amount, state, parts }) => [amount, state, parts[0]?.rule, parts[0]?.matched_by.kind])).toEqual([
      [39_900, 'open', undefined, undefined],
      [40_000, 'matched', 'invoice', 'system'],
    ]);
    expect(await balanceOf(seller.counterparty_id)).toBe(40_000);
    expect(await differencesOf(banks.app, project)).toEqual([]);
  });
  it('by a rule, also behind hundreds of rows that nobody knows', async () => {
    const party = await makeCounterparty(banks.app, project);
    const { token } = await banks.connect(project, 'monobank', { rules: { party: true } });
    await pay(token, '5', { code: CODE });
    await banks.read(project, 'monobank');
    const [first] = await banks.rows(project);
    await call(contract.matchBankRow, { ...at(first?.id ?? ''), body: { counterparty_id: party } });
    // older and newer than these, of a payer who is known
    await pay(token, '7', { code: CODE, days: '2', quiet: 'так' });
    await pay(token, '1', { count: '230', days: '1', quiet: 'так' });
    await pay(token, '9', { code: CODE, quiet: 'так' });
    await banks.read(project, 'monobank');
    expect([(await call(contract.countBankRows, of())).body.open, await balanceOf(party)]).toEqual([230, 2_100]);
  });
  it('a stranger who writes the code of another into his profile gets nothing of it by itself', async () => {
    const payer = await makeCounterparty(banks.app, project, 0, 'Платник');
    const stranger = await makeDropshipper(banks.app, project);
    await banks.app.sql(null, 'update users set edropoy_code = $2, iban = $3 where id = $1', [stranger.id, CODE, IBAN]);
    const { token } = await banks.connect(project, 'monobank', { rules: { party: true, invoice: true } });
    await pay(token, '100', { code: CODE, iban: IBAN });
    await banks.read(project, 'monobank');
    const [first] = await banks.rows(project);
    expect([first?.state, first?.suggestion]).toMatchObject([
      'open',
      { counterparty_id: stranger.counterparty_id, reasons: ['iban', 'code'], sure: false },
    ]);
    // a person knows whose it is; from then on the rule does
    await call(contract.matchBankRow, { ...at(first?.id ?? ''), body: { counterparty_id: payer } });
    await pay(token, '200', { code: CODE, iban: IBAN });
    await banks.read(project, 'monobank');
    expect([await balanceOf(payer), await balanceOf(stranger.counterparty_id)]).toEqual([30_000, 0]);
  });
  it('an agreed period stays closed: what is entered and undone counts after it', async () => {
    const party = await makeCounterparty(banks.app, project);
    const { token } = await banks.connect(project, 'monobank');
    await pay(token, '100', { days: '3' });
    await banks.read(project, 'monobank');
    const [row] = await banks.rows(project);
    const yesterday = kyivDate(new Date(Date.now() - 86_400_000));
    await banks.app.sql(project.id, 'update counterparty_accounts set closed_until = $2 where counterparty_id = $1', [
      party,
      yesterday,
    ]);
    const done = await call(contract.matchBankRow, { ...at(row?.id ?? ''), body: { counterparty_id: party } });
    await call(contract.undoBankRow, { ...at(row?.id ?? ''), body: { reason: 'Ні' } });
    const payment = (await call(payments.readPayment, at(done.body.parts[0]?.payment_id ?? ''))).body;
    expect([payment.date, payment.counted_on]).toEqual([row?.day, kyivDate(new Date())]);
    const days = await banks.app.sql<{ day: string }>(
      project.id,
      'select distinct day::text as day from postings where counterparty_id = $1',
      [party],
    );
    expect(days.every(({ day }) => day > yesterday)).toBe(true);
  });
});

describe('at once', () => {
  const codes = (answers: readonly { status: number; error: { code: string } }[]) =>
    answers.map(({ status, error }) => (status === 200 ? 'done' : error.code)).sort();
  it('two people enter one row: one posting', async () => {
    const [a, b] = [
      await makeCounterparty(banks.app, project),
      await makeCounterparty(banks.app, project, 0, 'Другий'),
    ];
    const row = await oneRow('100');
    const answers = await Promise.all(
      [a, b, a, b].map((counterparty_id) => call(contract.matchBankRow, { ...at(row.id), body: { counterparty_id } })),
    );
    expect(codes(answers)).toEqual([
      'banking.already_matched',
      'banking.already_matched',
      'banking.already_matched',
      'done',
    ]);
    expect((await balanceOf(a)) + (await balanceOf(b))).toBe(10_000);
    expect(await differencesOf(banks.app, project)).toEqual([]);
  });
  it('entered and set aside: one of both', async () => {
    const party = await makeCounterparty(banks.app, project);
    const row = await oneRow('100');
    const answers = await Promise.all([
      call(contract.matchBankRow, { ...at(row.id), body: { counterparty_id: party } }),
      call(contract.ignoreBankRow, { ...at(row.id), body: { reason: 'Ні' } }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { body } = await call(contract.readBankRow, at(row.id));
    expect(await balanceOf(party)).toBe(body.state === 'matched' ? 10_000 : 0);
  });
  it('entered and undone, many times: what it says is what is posted', async () => {
    const party = await makeCounterparty(banks.app, project);
    const row = await oneRow('100');
    await Promise.all(
      Array.from({ length: 12 }, (_, nth) =>
        nth % 2 === 0
          ? call(contract.matchBankRow, { ...at(row.id), body: { counterparty_id: party } })
          : call(contract.undoBankRow, { ...at(row.id), body: { reason: 'Ні' } }),
      ),
    );
    const { body } = await call(contract.readBankRow, at(row.id));
    expect(await balanceOf(party)).toBe(body.state === 'matched' ? 10_000 : 0);
    expect(await differencesOf(banks.app, project)).toEqual([]);
  });
  it('a report is confirmed by a person and by its row: posted once', async () => {
    const seller = await makeDropshipper(banks.app, project);
    const body = { type: 'receipt' as const, amount: 10_000, date: kyivDate(new Date()) };
    const reported = await call(payments.createPayment, { ...of(), token: seller.token, body });
    const row = await oneRow('100');
    await Promise.all([
      call(contract.matchBankRow, { ...at(row.id), body: { payment_id: reported.body.id } }),
      call(payments.confirmPayment, { ...at(reported.body.id), body: {} }),
    ]);
    expect(await balanceOf(seller.counterparty_id)).toBe(10_000);
    expect(await differencesOf(banks.app, project)).toEqual([]);
  });
});
