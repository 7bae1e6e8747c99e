import { readAudit } from '@lanka/domain/audit/contract';
import { kyivDate } from '@lanka/domain/kit/time';
import { readCounterparty, readReconciliation, updateCounterparty } from '@lanka/domain/partners/contract';
import { type CreatePaymentBody, createPayment, reversePayment } from '@lanka/domain/payments/contract';
import * as contract from '@lanka/domain/reconciliations/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeCounterparty, makeDropshipper, type TestDropshipper } from '../../test/trade';
import { proposeAll, proposeMonthly, remindAll } from './propose';

let app: TestApp;
let project: TestProject;
let client: TestDropshipper;
let staff: string;
const OCTOBER = { from: '2025-10-01', to: '2025-10-31' };

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  staff = project.owner.token;
  client = await makeDropshipper(app, project);
});

const params = () => ({ project_id: project.id });
const one = (id: string) => ({ project_id: project.id, id });

const pay = (date: string, amount: number, more: Partial<CreatePaymentBody> = {}) =>
  app.call(createPayment, {
    params: params(),
    token: staff,
    body: { counterparty_id: client.counterparty_id, type: 'receipt', amount, date, ...more },
  });
const build = (body: Partial<contract.CreateActBody> = {}, token = staff) =>
  app.call(contract.createReconciliation, {
    params: params(),
    token,
    body: { ...(token === staff ? { counterparty_id: client.counterparty_id } : {}), ...OCTOBER, ...body },
  });
const send = (id: string, token = staff, body = {}) =>
  app.call(contract.sendReconciliation, { params: one(id), token, body });
const agree = (id: string, token = client.token, body = {}) =>
  app.call(contract.agreeReconciliation, { params: one(id), token, body });
const read = (id: string, token = staff, query = {}) =>
  app.call(contract.readReconciliationAct, { params: one(id), token, query });
const dispute = (id: string, line: string, comment: string, token = client.token) =>
  app.call(contract.disputeReconciliationLine, { params: { ...one(id), line }, token, body: { comment } });

async function sent(body: Partial<contract.CreateActBody> = {}): Promise<contract.Act> {
  const made = await build(body);
  expect(made.status).toBe(201);
  return (await send(made.body.id)).body;
}
const closedUntil = async () =>
  (await app.call(readCounterparty, { params: one(client.counterparty_id), token: staff })).body.closed_until;
/** What both sides see of it, without what differs by who asks. */
const seen = ({ deeds: _d, ...act }: contract.Act) => act;

/** The self-check of everything. */
async function differences(): Promise<unknown[]> {
  const { body } = await app.call(readAudit, { params: params(), token: staff });
  return body.checks.flatMap((check) => check.differences);
}

describe('from one side to the other', () => {
  it('is built, sent, disputed, corrected, sent anew, agreed, and closes its days', async () => {
    await pay('2025-09-30', 20_000);
    await pay('2025-10-05', 50_000, { comment: 'Переказ' });
    const wrong = (await pay('2025-10-10', 7_000)).body;
    const draft = (await build()).body;
    expect(draft).toMatchObject({ status: 'draft', opening: 20_000, debit: 0, credit: 57_000, closing: 77_000 });
    expect((await read(draft.id, client.token)).status).toBe(404);
    expect((await app.call(contract.listMyReconciliations, { token: client.token })).body.items).toEqual([]);

    const first = (await send(draft.id)).body;
    expect(first).toMatchObject({ status: 'sent', revision: 1, awaits: 'counterparty', outdated: false });
    const theirs = (await read(draft.id, client.token)).body;
    expect(seen(theirs)).toEqual(seen(first));
    expect((await app.call(contract.countMyReconciliations, { token: client.token })).body.waiting).toBe(1);
    expect((await send(draft.id)).body.revision).toBe(1);

    const line = first.lines[1]?.id as string;
    const disputed = (await dispute(draft.id, line, 'Такого платежу не було')).body;
    expect(disputed).toMatchObject({ status: 'disputed', awaits: 'supplier' });
    expect(disputed.lines.map((row) => row.disputed)).toEqual([false, true]);
    await app.call(contract.commentReconciliation, {
      params: one(draft.id),
      token: staff,
      body: { text: 'Справді, виправляємо', line_id: line },
    });

    // the correction belongs to the period too: the posting of today is moved by nobody, so a payment with that day is
    await pay('2025-10-10', 7_000, { type: 'withdrawal', comment: 'Помилковий запис' });
    expect((await read(draft.id)).body).toMatchObject({ outdated: true, closing: 77_000 });
    const refused = await agree(draft.id);
    expect(refused.error.code).toBe('reconciliations.changed');
    expect(refused.error.details).toMatchObject([{ change: 'added', debit: 7_000, date: '2025-10-10' }]);

    const second = (await send(draft.id, staff, { comment: 'Виправлено' })).body;
    expect(second).toMatchObject({ status: 'sent', revision: 2, closing: 70_000, outdated: false });
    expect(second.lines.every((row) => !row.disputed)).toBe(true);
    expect(second.notes.map(({ kind, side, text }) => [kind, side, text])).toEqual([
      ['dispute', 'counterparty', 'Такого платежу не було'],
      ['comment', 'supplier', 'Справді, виправляємо'],
      ['comment', 'supplier', 'Виправлено'],
    ]);
    const old = (await read(draft.id, client.token, { revision: 1 })).body;
    expect(old).toMatchObject({ shown_revision: 1, closing: 77_000, deeds: [] });
    expect(old.lines).toHaveLength(2);
    expect((await agree(draft.id, client.token, { revision: 1 })).error.code).toBe('reconciliations.revised');

    expect(await closedUntil()).toBeNull();
    const agreed = (await agree(draft.id, client.token, { revision: 2 })).body;
    expect(agreed).toMatchObject({ status: 'agreed', awaits: null, deeds: [], agreed_by: { id: client.id } });
    expect(await closedUntil()).toBe('2025-10-31');
    // a second identical request does nothing twice
    expect((await agree(draft.id)).body).toEqual(agreed);

    const late = (await pay('2025-10-20', 5_000)).body;
    expect(late).toMatchObject({ date: '2025-10-20', counted_on: '2025-11-01' });
    await app.call(reversePayment, { params: one(wrong.id), token: staff, body: { comment: 'Помилка' } });
    expect((await read(draft.id)).body).toEqual((await read(draft.id)).body);
    const { lines, closing } = (await read(draft.id)).body;
    expect({ lines, closing }).toEqual({ lines: agreed.lines, closing: 70_000 });
    const statement = await app.call(readReconciliation, {
      params: one(client.counterparty_id),
      token: staff,
      query: { from: '2025-11-01', to: '2025-11-30' },
    });
    expect(statement.body).toMatchObject({ opening: 70_000, closing: 75_000, rows: [{ date: '2025-11-01' }] });
    expect(await differences()).toEqual([]);

    // the self-check names what somebody has changed behind it
    const tamper = (text: string) => app.sql(project.id, text, [project.id]);
    await tamper(`update postings set day = '2025-10-20' where project_id = $1 and day = '2025-11-01'`);
    await tamper(
      `update counterparty_accounts set closed_until = '2025-10-30' where project_id = $1 and closed_until is not null`,
    );
    // the sums of days see it too, in words of their own
    const others = ((await differences()) as { table: string }[]).filter(({ table }) => table !== 'account_days');
    expect(others).toMatchObject([
      { table: 'counterparties', name: 'Дропшипер · 2025-10-31 · 2025-10-30' },
      { table: 'reconciliations', name: '№ 1 · credit', expected: 62_000, found: 57_000 },
      { table: 'reconciliations', name: '№ 1 · lines', expected: 4, found: 3 },
    ]);
  });

  it('goes the other way too: the Client builds, staff agrees, and the sender alone withdraws', async () => {
    await pay('2025-10-05', 50_000);
    const draft = (await build({}, client.token)).body;
    expect(draft.built_by).toBe('counterparty');
    expect((await read(draft.id)).status).toBe(404);
    await send(draft.id, client.token);
    expect((await agree(draft.id)).error.code).toBe('reconciliations.own');
    expect((await send(draft.id)).error.code).toBe('reconciliations.not_yours');
    const withdraw = (token: string) => app.call(contract.withdrawReconciliation, { params: one(draft.id), token });
    expect((await withdraw(staff)).error.code).toBe('reconciliations.not_yours');
    expect((await withdraw(client.token)).body.status).toBe('withdrawn');
    expect((await agree(draft.id, staff)).error.code).toBe('reconciliations.withdrawn');
    // the period is free again
    const again = (await build({}, client.token)).body;
    await send(again.id, client.token);
    expect((await agree(again.id, staff)).body.status).toBe('agreed');
    expect(await closedUntil()).toBe('2025-10-31');
    expect((await withdraw(client.token)).status).toBe(200); // withdrawn already
    const counts = await app.call(contract.countReconciliations, { params: params(), token: staff });
    expect(counts.body).toMatchObject({ by_status: { agreed: 1, withdrawn: 1 }, waiting: 0 });
  });

  it('writes to the other side, and shows the act to nobody else', async () => {
    await pay('2025-10-05', 50_000);
    const act = await sent();
    await dispute(act.id, act.lines[0]?.id as string, 'Ні');
    await app.deliver();
    const mails = await app.sql<{ recipient: string; subject: string }>(
      null,
      `select recipient, subject from mails where subject like '%звірки%' and recipient = any($1) order by id`,
      [[client.email, project.owner.email]],
    );
    expect(mails).toEqual([
      { recipient: client.email, subject: expect.stringContaining('Акт звірки № 1') },
      { recipient: project.owner.email, subject: expect.stringContaining('Заперечення') },
    ]);
    const other = await makeDropshipper(app, project);
    expect((await read(act.id, other.token)).status).toBe(404);
    expect((await agree(act.id, other.token)).status).toBe(404);
  });

  it('lets staff say how a counterparty without access agreed', async () => {
    const id = await makeCounterparty(app, project);
    await pay('2025-10-05', 900, { counterparty_id: id });
    const act = await sent({ counterparty_id: id });
    expect(act.on_paper).toBe(true);
    expect((await agree(act.id, staff)).error).toMatchObject({
      code: 'reconciliations.note_required',
      details: [{ path: 'note' }],
    });
    const agreed = await agree(act.id, staff, { note: 'Підписано на папері 05.11' });
    expect(agreed.body).toMatchObject({ status: 'agreed', agreed_note: 'Підписано на папері 05.11' });
  });
});

describe('its papers', () => {
  const paper = (id: string, token = client.token) =>
    app.call(contract.readReconciliationPdf, { params: one(id), token, query: {} });
  /** The drawing without the moment at which it was drawn. */
  const drawing = (body: unknown): string =>
    (body as Buffer)
      .toString('latin1')
      .replace(/\(D:\d{14}Z\)/g, '')
      .replace(/\/ID \[.*?\]/gs, '');

  it('are there once it is sent, alike for both sides, and never change when it is agreed', async () => {
    await pay('2025-10-05', 50_000);
    const draft = (await build()).body;
    expect((await paper(draft.id, staff)).error.code).toBe('reconciliations.not_sent');
    await send(draft.id);
    await agree(draft.id);
    const before = await paper(draft.id);
    expect(before.status).toBe(200);
    const { counterparty_id: id } = client;
    await app.call(updateCounterparty, {
      params: one(id),
      token: staff,
      body: { name: 'Інша назва', legal_name: 'ТОВ' },
    });
    await app.sql(null, `update users set name = 'Хтось інший' where id = $1`, [client.id]);
    await pay('2025-10-06', 700);
    const after = await paper(draft.id, staff);
    expect(drawing(after.body)).toBe(drawing(before.body));
    const sheet = await app.call(contract.readReconciliationXlsx, { params: one(draft.id), token: staff, query: {} });
    expect([sheet.status, String(sheet.headers['content-disposition'])]).toEqual([
      200,
      expect.stringContaining('.xlsx'),
    ]);
  });
});

describe('what is refused', () => {
  it.each([
    [{ from: '2025-10-31', to: '2025-10-01' }, 400, 'to'],
    [{ to: kyivDate(new Date()) }, 422, 'to'],
    [{ counterparty_id: undefined }, 422, 'counterparty_id'],
    [{ counterparty_id: '018f0000-0000-7000-8000-000000000001' }, 422, 'counterparty_id'],
  ])('%j names the field', async (body, status, path) => {
    const answer = await build(body as never);
    expect([answer.status, answer.error.details[0]?.path]).toEqual([status, path]);
    expect(String(answer.error.details[0]?.message)).toMatch(/[а-яіїє]/);
  });

  it('a second living act of the period, and days that are closed', async () => {
    await pay('2025-10-05', 50_000);
    const act = await sent();
    const twice = await build();
    expect(twice.error).toMatchObject({ code: 'reconciliations.exists', details: [{ number: act.number }] });
    const overlapping = await sent({ from: '2025-10-20', to: '2025-11-10' });
    const later = await sent({ from: '2025-11-01', to: '2025-11-20' });
    const draft = (await build({ from: '2025-10-20', to: '2025-10-25' })).body;
    await agree(act.id);
    // they wait for nobody any more
    expect((await agree(overlapping.id)).error.code).toBe('reconciliations.withdrawn');
    expect((await read(draft.id)).body.status).toBe('withdrawn');
    expect((await read(later.id)).body.status).toBe('sent');
    const counts = await app.call(contract.countReconciliations, { params: params(), token: client.token });
    expect(counts.body.waiting).toBe(1);
    expect((await build({ from: '2025-10-31', to: '2025-11-30' })).error).toMatchObject({
      code: 'reconciliations.closed_days',
      details: [{ path: 'from', closed_until: '2025-10-31' }],
    });
    expect((await build({ from: '2025-11-01', to: '2025-11-30' })).status).toBe(201);
  });

  it('lines that the act has not', async () => {
    const act = await sent();
    const answer = await dispute(act.id, '018f0000-0000-7000-8000-000000000001', 'Ні');
    expect(answer.error.code).toBe('reconciliations.line_not_found');
  });
});

describe('at once', () => {
  it('a posting with a day of the period is in the agreed act, or counts from the day after', async () => {
    for (let round = 0; round < 6; round += 1) {
      const act = await sent({ from: `2025-0${round + 1}-01`, to: `2025-0${round + 1}-27` });
      const date = `2025-0${round + 1}-15`;
      const [answer, ...payments] = await Promise.all([
        agree(act.id),
        ...Array.from({ length: 4 }, (_, i) => pay(date, 100 + i)),
      ]);
      const counted = payments.map(({ body }) => body.counted_on);
      if (answer.status === 200) expect(counted).toEqual(counted.map(() => `2025-0${round + 1}-28`));
      else {
        expect(answer.error.code).toBe('reconciliations.changed');
        expect(counted).toContain(date);
        await send(act.id);
        expect((await agree(act.id)).status).toBe(200);
      }
    }
    expect(await differences()).toEqual([]);
  });

  it('of two that agree to overlapping periods one is refused', async () => {
    const acts = [await sent(), await sent({ from: '2025-10-15', to: '2025-11-15' })];
    const answers = await Promise.all(acts.map(({ id }) => agree(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const same = await sent({ from: '2025-12-01', to: '2025-12-31' });
    const both = await Promise.all([agree(same.id), agree(same.id)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]?.body).toEqual(both[1]?.body);
    expect(await closedUntil()).toBe('2025-12-31');
  });
});

describe('a month for all', () => {
  const open = async (month = '2025-10') =>
    (await app.call(contract.listOpenCounterparties, { params: params(), token: staff, query: { month } })).body.items;
  const propose = () =>
    proposeAll(app.app.services, { project_id: project.id, month: '2025-10', user_id: project.owner.id });

  it('is proposed once, however often it is asked, to those who had operations in it', async () => {
    const idle = await makeCounterparty(app, project, 0, 'Без операцій');
    const shop = await makeCounterparty(app, project, 0, 'Магазин');
    await pay('2025-10-05', 50_000);
    await pay('2025-10-31', 700, { counterparty_id: shop });
    await pay('2025-11-01', 700, { counterparty_id: idle });
    expect((await open()).map((row) => [row.counterparty_name, row.act])).toEqual([
      ['Дропшипер', null],
      ['Магазин', null],
    ]);
    const made = await Promise.all([propose(), propose(), propose()]);
    expect(made.reduce((a, b) => a + b)).toBe(2);
    expect(await propose()).toBe(0);
    const proposed = await open();
    expect(proposed.map(({ act }) => act?.status)).toEqual(['sent', 'sent']);
    const act = (await read(proposed[0]?.act?.id as string, client.token)).body;
    expect(act).toMatchObject({ from: '2025-10-01', to: '2025-10-31', built_by: 'supplier', closing: 50_000 });
    await agree(act.id);
    expect((await open()).map((row) => row.counterparty_name)).toEqual(['Магазин']);
  });

  it('sends anew what was posted to since, once, and says so before', async () => {
    await pay('2025-09-05', 50_000);
    await pay('2025-10-05', 1_000);
    const act = await sent();
    const outdated = async () => (await open())[0]?.act?.outdated;
    expect(await outdated()).toBe(false);
    // within the period, before it, and after it
    await pay('2025-11-02', 3);
    expect(await outdated()).toBe(false);
    for (const day of ['2025-10-31', '2025-09-30']) {
      await pay(day, 7);
      expect(await outdated()).toBe(true);
      const made = await Promise.all([propose(), propose()]);
      expect(made.reduce((a, b) => a + b)).toBe(1);
      expect(await outdated()).toBe(false);
    }
    expect((await read(act.id, client.token)).body).toMatchObject({ revision: 3, outdated: false, closing: 51_014 });
    await dispute(act.id, act.lines[0]?.id as string, 'Не так');
    await pay('2025-10-30', 7);
    // what is disputed is answered by a person
    expect(await propose()).toBe(0);
  });

  it('takes an act of longer days with it: what its row asks for is done by the press', async () => {
    await pay('2025-10-25', 50_000);
    const long = await sent({ from: '2025-10-20', to: '2025-11-15' });
    await app.sql(project.id, `update reconciliations set sent_at = now() - interval '2 days'`);
    const remind = () =>
      remindAll(app.app.services, { project_id: project.id, month: '2025-10', user_id: project.owner.id });
    await pay('2025-11-03', 7);
    expect((await open())[0]?.act).toMatchObject({ id: long.id, outdated: true });
    expect(await remind()).toBe(0);
    expect(await propose()).toBe(1);
    expect((await open())[0]?.act).toMatchObject({ id: long.id, revision: 2, outdated: false });
    await app.sql(project.id, `update reconciliations set sent_at = now() - interval '2 days'`);
    expect(await remind()).toBe(1);
    expect((await open())[0]?.act?.reminded_on).toBe(kyivDate(new Date()));
  });

  it('is counted, found by whose turn it is, and reminded of once a day', async () => {
    const shop = await makeCounterparty(app, project, 0, 'Магазин');
    const other = await makeDropshipper(app, project);
    await pay('2025-10-05', 50_000);
    await pay('2025-10-06', 50_000, { counterparty_id: other.counterparty_id });
    await pay('2025-10-31', 700, { counterparty_id: shop });
    const counts = async () =>
      (
        await app.call(contract.countOpenCounterparties, {
          params: params(),
          token: staff,
          query: { month: '2025-10' },
        })
      ).body;
    const found = async (state: contract.OpenState) => {
      const query = { month: '2025-10', state };
      const { body } = await app.call(contract.listOpenCounterparties, { params: params(), token: staff, query });
      expect(body.total).toBe(body.items.length);
      return body.items.map(({ counterparty_id }) => counterparty_id).sort();
    };
    const remind = () =>
      remindAll(app.app.services, { project_id: project.id, month: '2025-10', user_id: project.owner.id });
    expect(await counts()).toEqual({ agreed: 0, open: 3, no_act: 3, ours: 0, theirs: 0 });
    const act = await sent();
    const theirs = await sent({ counterparty_id: other.counterparty_id });
    expect(await counts()).toEqual({ agreed: 0, open: 3, no_act: 1, ours: 0, theirs: 2 });
    expect(await found('no_act')).toEqual([shop]);
    expect(await found('theirs')).toEqual([client.counterparty_id, other.counterparty_id].sort());
    // of what was sent today the letter is new enough
    expect(await remind()).toBe(0);
    await sent({ counterparty_id: shop });
    await app.sql(project.id, `update reconciliations set sent_at = now() - interval '2 days'`);
    await pay('2025-10-07', 1, { counterparty_id: other.counterparty_id });
    // one is as the ledger has it; one is to be sent anew first, and the shop has nobody who reads here
    const reminded = await Promise.all([remind(), remind()]);
    expect(reminded.reduce((a, b) => a + b)).toBe(1);
    expect((await read(act.id)).body.reminded_on).toBe(kyivDate(new Date()));
    expect((await read(theirs.id)).body.reminded_on).toBeNull();
    const mine = async () =>
      (
        await app.call(contract.listMyReconciliations, {
          token: client.token,
          query: { awaits: 'counterparty' },
        })
      ).body.items.map(({ id }) => id);
    expect(await mine()).toEqual([act.id]);
    await dispute(act.id, act.lines[0]?.id as string, 'Не так');
    expect(await mine()).toEqual([]);
    expect(await found('ours')).toEqual([client.counterparty_id]);
    await agree(act.id);
    expect(await counts()).toEqual({ agreed: 1, open: 2, no_act: 0, ours: 0, theirs: 2 });
    expect((await open()).map(({ on_paper }) => on_paper).sort()).toEqual([false, true]);
  });

  it('leads from act to act by their numbers', async () => {
    await pay('2025-10-05', 50_000);
    const acts = [await sent({ to: '2025-10-10' }), await sent({ to: '2025-10-20' }), await sent()];
    const numbers = async (query: object) => {
      const asked = { params: params(), token: staff, query: { month: '2025-10', limit: 1, ...query } };
      return (await app.call(contract.listReconciliations, asked)).body.items.map(({ number }) => number);
    };
    const [first, second, third] = acts.map(({ number }) => number) as [number, number, number];
    expect(await numbers({ above: first, sort: 'number' })).toEqual([second]);
    expect(await numbers({ below: third, sort: '-number' })).toEqual([second]);
    expect(await numbers({ above: third, sort: 'number' })).toEqual([]);
  });

  it('begins after the days that are closed', async () => {
    await pay('2025-10-05', 50_000);
    const half = await sent({ to: '2025-10-10' });
    await agree(half.id);
    await pay('2025-10-15', 100);
    expect(await propose()).toBe(1);
    expect((await open())[0]?.act?.status).toBe('sent');
    const list = await app.call(contract.listReconciliations, { params: params(), token: staff });
    expect(list.body.items[0]).toMatchObject({ from: '2025-10-11', to: '2025-10-31' });
  });

  it('by itself only where it is wanted, and once for a month', async () => {
    const { services } = app.app;
    const asked = async () =>
      (
        await app.sql<{ data: { month: string } }>(
          null,
          `select data from pgboss.job where name = 'reconciliations.propose' and data ->> 'project_id' = $1`,
          [project.id],
        )
      )
        .map(({ data }) => data.month)
        .sort();
    await proposeMonthly(services, '2025-11-01');
    expect(await asked()).toEqual([]);
    await app.call(contract.saveReconciliationSettings, { params: params(), token: staff, body: { monthly: true } });
    await proposeMonthly(services, '2025-11-02');
    await proposeMonthly(services, '2025-11-05');
    expect(await asked()).toEqual(['2025-10']);
    await proposeMonthly(services, '2025-12-01');
    expect(await asked()).toEqual(['2025-10', '2025-11']);
  });

  it('is not asked for before it is over', async () => {
    const month = kyivDate(new Date()).slice(0, 7);
    const answer = await app.call(contract.proposeReconciliations, { params: params(), token: staff, body: { month } });
    expect(answer.error).toMatchObject({ code: 'reconciliations.month_not_over', details: [{ path: 'month' }] });
  });
});

it('over any sequence acts, statements, days and balances agree, and agreed acts never change', async () => {
  const day = fc.integer({ min: 1, max: 30 }).map((n) => `2025-06-${String(n).padStart(2, '0')}`);
  const step = fc.oneof(
    fc.record({ do: fc.constant('pay' as const), day, amount: fc.integer({ min: 1, max: 9_999 }), out: fc.boolean() }),
    fc.record({ do: fc.constant('reverse' as const), nth: fc.nat(20) }),
    fc.record({ do: fc.constant('act' as const), to: day, agree: fc.boolean() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      client = await makeDropshipper(app, project);
      const payments: string[] = [];
      const agreed: contract.Act[] = [];
      let balance = 0;
      for (const one_step of steps) {
        if (one_step.do === 'pay') {
          const { amount, out, day: date } = one_step;
          const made = (await pay(date, amount, { type: out ? 'withdrawal' : 'receipt' })).body;
          balance += out ? -amount : amount;
          payments.push(made.id);
          const until = agreed.at(-1)?.to ?? '';
          expect(made.counted_on).toBe(date > until ? date : dayOf(until));
        } else if (one_step.do === 'reverse') {
          const id = payments.splice(one_step.nth, 1)[0];
          if (!id) continue;
          const { type, amount } = (
            await app.call(reversePayment, { params: one(id), token: staff, body: { comment: 'Сторно' } })
          ).body;
          balance += type === 'receipt' ? -amount : amount;
        } else {
          const from = agreed.length > 0 ? dayOf(agreed.at(-1)?.to as string) : '2025-06-01';
          if (one_step.to < from) continue;
          const made = await build({ from, to: one_step.to });
          if (made.status !== 201) continue;
          await send(made.body.id);
          if (one_step.agree) agreed.push((await agree(made.body.id)).body);
        }
      }
      const query = { month: '2025-06', limit: 100 };
      const open = await app.call(contract.listOpenCounterparties, { params: params(), token: staff, query });
      const left = open.body.items.find(({ counterparty_id }) => counterparty_id === client.counterparty_id)?.act;
      // told without the lines as with them
      if (left) expect(left.outdated).toBe((await read(left.id)).body.outdated);
      let closing = 0;
      for (const act of agreed) {
        expect((await read(act.id, client.token)).body).toEqual(act);
        expect([act.opening, act.closing]).toEqual([closing, act.opening - act.debit + act.credit]);
        closing = act.closing;
        const statement = await app.call(readReconciliation, {
          params: one(client.counterparty_id),
          token: staff,
          query: { from: act.from, to: act.to },
        });
        expect(statement.body.rows.map(({ id }) => id)).toEqual(act.lines.map(({ id }) => id));
        expect(statement.body).toMatchObject({ opening: act.opening, closing: act.closing });
      }
      expect(await closedUntil()).toBe(agreed.at(-1)?.to ?? null);
      const { body } = await app.call(readCounterparty, { params: one(client.counterparty_id), token: staff });
      expect(body.balance).toBe(balance);
      expect(await differences()).toEqual([]);
    }),
    { numRuns: 12 },
  );
});

const dayOf = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
