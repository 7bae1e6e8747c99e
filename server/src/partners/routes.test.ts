import { can, type Permission } from '@lanka/domain/kit/permissions';
import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/partners/contract';
import { listTermsChanges } from '@lanka/domain/partners/terms';
import * as payments from '@lanka/domain/payments/contract';
import { createPriceLevel, deletePriceLevel } from '@lanka/domain/price_levels/contract';
import { acceptInvitation } from '@lanka/domain/projects/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';

let app: TestApp;
let project: TestProject;
let foreign: TestProject;
let token: string;
const today = kyivDate(new Date());

beforeAll(async () => {
  app = await testApp();
  foreign = await app.project('Інша фабрика');
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  token = project.owner.token;
});

const inProject = () => ({ project_id: project.id });
const one = (id: string) => ({ project_id: project.id, id });

async function add(body: Partial<contract.CreateCounterpartyBody> = {}): Promise<contract.Counterparty> {
  const made = await app.call(contract.createCounterparty, {
    token,
    params: inProject(),
    body: { name: 'Магазин', ...body },
  });
  expect(made.status).toBe(201);
  return made.body;
}

const enter = (counterparty_id: string, type: 'receipt' | 'withdrawal', amount: number) =>
  app.call(payments.createPayment, {
    token,
    params: inProject(),
    body: { counterparty_id, type, amount, date: today, account: 'cash' },
  });

const invite = (id: string, email: string, by = token) =>
  app.call(contract.inviteCounterparty, { token: by, params: one(id), body: { email } });

/** The whole way of a dropshipper: invited by mail, accepted by the link in it. */
async function dropshipper(id: string): Promise<TestUser> {
  const user = await app.user('Дропшипер');
  expect((await invite(id, user.email)).status).toBe(200);
  const accepted = await app.call(acceptInvitation, { params: { token: await app.tokenFromMail(user.email) } });
  expect(accepted.body).toEqual({ reset_password_url: null });
  return user;
}

describe('counterparties', () => {
  it('keep who gave them which discount and level instead of which, also when the level goes', async () => {
    const level = async (name: string) =>
      (await app.call(createPriceLevel, { token, params: inProject(), body: { name } })).body.id;
    const [vip, wholesale] = [await level('VIP'), await level('Опт')];
    const { id } = await add({ discount: 500 });
    const save = (body: contract.UpdateCounterpartyBody) =>
      app.call(contract.updateCounterparty, { token, params: one(id), body });
    await save({ discount: 700, price_level_id: vip });
    await save({ discount: 700, comment: 'Платить вчасно' });
    // of two at once each says what it found
    await Promise.all([save({ discount: 800 }), save({ discount: 900 })]);
    await app.call(deletePriceLevel, { token, params: one(vip), query: { counterparties_to: wholesale } });
    const told = await app.call(listTermsChanges, { token, params: one(id) });
    const [gone, last, between, first] = told.body.items;
    expect(told.body.total).toBe(4);
    expect(first).toMatchObject({
      ...{ discount: { from: 500, to: 700 }, price_level: { from: null, to: 'VIP' } },
      actor: { kind: 'user', id: project.owner.id, name: 'Власник' },
    });
    expect([between?.discount?.from, last?.discount?.from]).toEqual([700, between?.discount?.to]);
    expect(gone).toMatchObject({ discount: null, price_level: { from: 'VIP', to: 'Опт' } });
  });

  it('are created with a trimmed name and an open account, read and changed', async () => {
    const made = await add({ name: ' Store ', phone: '067 123 45 67', email: 'Shop@Example.com', discount: 1250 });
    expect(made).toMatchObject({
      name: 'Store',
      phone: '380671234567',
      balance: 0,
      discount: 1250,
      status: 'ordinary',
      manager_name: null,
      version: 1,
    });
    const changed = await app.call(contract.updateCounterparty, {
      token,
      params: one(made.id),
      body: { legal_name: 'ТОВ «Крамниця»', manager_id: project.owner.id },
      headers: { 'if-match': '1' },
    });
    expect(changed.body).toMatchObject({
      name: 'Store',
      legal_name: 'ТОВ «Крамниця»',
      manager_name: 'Власник',
      version: 2,
    });
    const stale = await app.call(contract.updateCounterparty, {
      token,
      params: one(made.id),
      body: { name: 'Old' },
      headers: { 'if-match': '1' },
    });
    expect([stale.status, stale.error.code]).toEqual([409, 'common.stale']);
    expect(stale.error.details[0]).toMatchObject({ id: made.id, version: 2 });
  });

  it.each([
    [{ name: '  ' }, 'name'],
    [{ name: 'a', discount: 10_001 }, 'discount'],
    [{ name: 'a', phone: '+48 601 234 567' }, 'phone'],
    [{ name: 'a', email: 'nobody' }, 'email'],
  ])('refuse %j naming the field', async (body, path) => {
    const answer = await app.call(contract.createCounterparty, { token, params: inProject(), body: body as never });
    expect([answer.status, answer.error.details[0]?.path]).toEqual([400, path]);
    expect(String(answer.error.details[0]?.message)).toMatch(/[а-яіїє]/);
  });

  it('take a manager from the staff only', async () => {
    const stranger = await app.user();
    const answer = await app.call(contract.createCounterparty, {
      token,
      params: inProject(),
      body: { name: 'a', manager_id: stranger.id },
    });
    expect([answer.status, answer.error.code, answer.error.details[0]?.path]).toEqual([
      422,
      'partners.unknown_manager',
      'manager_id',
    ]);
  });

  it('are listed by tabs, searched, sorted and paged', async () => {
    const [store, garden] = [await add({ name: 'Ґанок' }), await add({ name: 'Єва', phone: '0671112233' })];
    await add({ name: 'Яблуко', legal_name: 'ФОП Ёлка 100%_x' });
    const invited = await add({ name: 'Запрошений' });
    await invite(invited.id, 'new@example.com');
    await dropshipper(store.id);
    const list = async (query: object) => {
      const answer = await app.call(contract.listCounterparties, { token, params: inProject(), query });
      return answer.body;
    };
    const names = async (query: object) =>
      (await list(query)).items.map((row) => row.name).filter((n) => n !== 'Власні продажі');
    expect(await names({})).toEqual(['Ґанок', 'Єва', 'Запрошений', 'Яблуко']);
    expect(await names({ sort: '-name' })).toEqual(['Яблуко', 'Запрошений', 'Єва', 'Ґанок']);
    expect(await names({ kind: 'dropshippers' })).toEqual(['Ґанок', 'Запрошений']);
    expect(await names({ kind: 'other' })).toEqual(['Єва', 'Яблуко']);
    expect(await names({ q: 'ЄВ' })).toEqual(['Єва']);
    expect(await names({ q: '067 111 22' })).toEqual(['Єва']);
    expect(await names({ q: '067 111 23' })).toEqual([]);
    expect(await names({ q: '0%_' })).toEqual(['Яблуко']);
    const counts = await app.call(contract.countCounterparties, { token, params: inProject() });
    const { all, dropshippers, other } = counts.body;
    expect([dropshippers, all - other]).toEqual([2, 2]);

    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map((row) => row.id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect([seen.length, new Set(seen).size]).toEqual([all, all]);
    expect(garden.id).toBeTruthy();
  });

  it('sort by balance, and the sums of debts and advances are beside', async () => {
    const [rich, poor] = [await add({ name: 'Аванс' }), await add({ name: 'Борг' })];
    await enter(rich.id, 'receipt', 5000);
    await enter(poor.id, 'withdrawal', 3000);
    const answer = await app.call(contract.listCounterparties, {
      token,
      params: inProject(),
      query: { sort: '-balance' },
    });
    const withMoney = answer.body.items.filter((row) => row.balance !== 0).map((row) => [row.name, row.balance]);
    expect(withMoney).toEqual([
      ['Аванс', 5000],
      ['Борг', -3000],
    ]);
    const debts = await app.call(contract.listCounterparties, {
      token,
      params: inProject(),
      query: { balance: 'debt' },
    });
    expect(debts.body.items.map((row) => row.name)).toEqual(['Борг']);
    const counts = await app.call(contract.countCounterparties, { token, params: inProject() });
    expect(counts.body).toMatchObject({ debts: 3000, advances: 5000 });
  });

  it('are deleted softly with balance zero only', async () => {
    const made = await add();
    await enter(made.id, 'receipt', 100);
    const remove = () => app.call(contract.deleteCounterparty, { token, params: one(made.id) });
    expect((await remove()).error.code).toBe('partners.balance_not_zero');
    await enter(made.id, 'withdrawal', 100);
    expect((await remove()).status).toBe(204);
    expect((await remove()).error.code).toBe('partners.not_found');
    expect((await app.call(contract.readCounterparty, { token, params: one(made.id) })).status).toBe(404);
    const late = await enter(made.id, 'receipt', 100);
    expect([late.status, late.error.code]).toEqual([422, 'partners.unknown']);
    const history = await app.call(payments.listPayments, { token, params: inProject() });
    expect(history.body.items).toHaveLength(2);
  });

  it('a deletion and a payment at the same moment never leave money with a deleted one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const made = await add();
      await Promise.all([
        app.call(contract.deleteCounterparty, { token, params: one(made.id) }),
        enter(made.id, 'receipt', 100),
      ]);
      const [row] = await app.sql<{ deleted: boolean; balance: string }>(
        project.id,
        `select c.deleted_at is not null as deleted, a.balance from counterparties c join counterparty_accounts a
         on a.counterparty_id = c.id where c.id = $1`,
        [made.id],
      );
      expect(row?.deleted === true && Number(row.balance) !== 0).toBe(false);
    }
  });
});

describe('the way of a dropshipper', () => {
  it('invited, resent after 15 minutes, accepted, access removed', async () => {
    const made = await add();
    const user = await app.user('Дропшипер');
    const sent = await invite(made.id, user.email);
    expect(sent.body).toMatchObject({ status: 'invited', email: user.email, invitation: { email: user.email } });
    expect((await invite(made.id, 'second@example.com')).error.code).toBe('partners.already_invited');

    const resend = () => app.call(contract.resendCounterpartyInvitation, { token, params: one(made.id) });
    const early = await resend();
    expect([early.status, early.error.code, early.error.details[0]?.minutes_left]).toEqual([
      429,
      'projects.resend_too_soon',
      15,
    ]);
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(800);
    await app.sql(project.id, `update invitations set last_sent_at = now() - interval '15 minutes 1 second'`);
    expect((await resend()).status).toBe(200);

    const link = await app.tokenFromMail(user.email);
    expect((await app.call(acceptInvitation, { params: { token: link } })).status).toBe(200);
    const after = await app.call(contract.readCounterparty, { token, params: one(made.id) });
    expect(after.body).toMatchObject({ status: 'dropshipper', invitation: null });
    expect((await invite(made.id, 'third@example.com')).error.code).toBe('partners.has_access');
    expect((await resend()).error.code).toBe('partners.not_invited');
    const kept = await app.call(contract.deleteCounterparty, { token, params: one(made.id) });
    expect(kept.error.code).toBe('partners.delete_with_access');

    const suppliers = await app.call(contract.listSuppliers, { token: user.token });
    expect(suppliers.body.items).toMatchObject([
      { project_id: project.id, counterparty_id: made.id, discount: 0, balance: 0 },
    ]);

    const removed = await app.call(contract.removeCounterpartyAccess, { token, params: one(made.id) });
    expect(removed.body.status).toBe('ordinary');
    expect((await app.call(contract.listSuppliers, { token: user.token })).body.items).toEqual([]);
    const again = await app.call(contract.removeCounterpartyAccess, { token, params: one(made.id) });
    expect(again.error.code).toBe('partners.has_no_access');
    const [row] = await app.sql<{ user_id: string }>(project.id, 'select user_id from counterparties where id = $1', [
      made.id,
    ]);
    expect(row?.user_id).toBe(user.id);
    expect((await invite(made.id, user.email)).status).toBe(200);
  });

  it('an invitation is withdrawn, and its link stops working', async () => {
    const made = await add();
    await invite(made.id, 'gone@example.com');
    const link = await app.tokenFromMail('gone@example.com');
    const after = await app.call(contract.withdrawCounterpartyInvitation, { token, params: one(made.id) });
    expect(after.body).toMatchObject({ status: 'ordinary', invitation: null });
    expect((await app.call(acceptInvitation, { params: { token: link } })).status).toBe(404);
    expect((await invite(made.id, 'gone@example.com')).status).toBe(200);
  });

  it('nobody who is on the project already is invited', async () => {
    const made = await add();
    const manager = await app.member(project, 'Manager');
    expect((await invite(made.id, manager.email)).error.code).toBe('projects.already_member');
  });

  it('of ten invitations at once one is sent', async () => {
    const made = await add();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => invite(made.id, `race${i}@example.com`)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(await app.sql(project.id, 'select 1 from invitations where counterparty_id = $1', [made.id])).toHaveLength(
      1,
    );
  });
});

describe('the account', () => {
  it('shows what the balance is made of, and the reconciliation closes at it', async () => {
    const made = await add();
    await enter(made.id, 'withdrawal', 700);
    await enter(made.id, 'receipt', 1000);
    const ledger = await app.call(contract.readCounterpartyLedger, { token, params: one(made.id) });
    expect(ledger.body.balance).toBe(300);
    expect(ledger.body.items.map(({ purpose, change, balance_after }) => [purpose, change, balance_after])).toEqual([
      ['payment', 1000, 300],
      ['withdrawal', -700, -700],
    ]);
    const act = await app.call(contract.readReconciliation, {
      token,
      params: one(made.id),
      query: { from: today, to: today },
    });
    expect(act.body).toMatchObject({
      opening: 0,
      turnover: { debit: 700, credit: 1000 },
      closing: ledger.body.balance,
      in_favour_of: 'counterparty',
      owed: 300,
      supplier_name: 'Фабрика',
      counterparty_name: 'Магазин',
    });
    const turned = await app.call(contract.readReconciliation, {
      token,
      params: one(made.id),
      query: { from: '2026-02-01', to: '2026-01-01' },
    });
    expect([turned.status, turned.error.details[0]]).toMatchObject([
      400,
      { path: 'to', code: 'period.ends_before_start' },
    ]);
    expect(turned.error.details[0]?.message).toMatch(/період/);
  });

  it('a payment of October that is entered later stands in October', async () => {
    const made = await add();
    await enter(made.id, 'receipt', 1000);
    const old = { counterparty_id: made.id, type: 'receipt' as const, amount: 400, comment: 'Запізніла' };
    const day = `${Number(today.slice(0, 4)) - 1}-10-15`;
    await app.call(payments.createPayment, { token, params: inProject(), body: { ...old, date: day } });
    const act = async (from: string, to: string) =>
      (await app.call(contract.readReconciliation, { token, params: one(made.id), query: { from, to } })).body;
    const october = await act(day.slice(0, 8).concat('01'), day.slice(0, 8).concat('31'));
    expect(october).toMatchObject({ opening: 0, closing: 400, rows: [{ date: day, credit: 400 }] });
    expect(await act(today, today)).toMatchObject({
      opening: 400,
      closing: 1400,
      rows: [{ date: today, credit: 1000 }],
    });
    const ledger = await app.call(contract.readCounterpartyLedger, {
      token,
      params: one(made.id),
      query: { from: day, to: day },
    });
    expect(ledger.body.items.map(({ change }) => change)).toEqual([400]);
    expect(ledger.body.balance).toBe(1400);
  });

  it('a dropshipper opens his own and nobody else’s', async () => {
    const [mine, other] = [await add({ name: 'Мій' }), await add({ name: 'Чужий' })];
    const user = await dropshipper(mine.id);
    await enter(mine.id, 'receipt', 900);
    const own = await app.call(contract.readCounterpartyLedger, { token: user.token, params: one(mine.id) });
    expect(own.body.balance).toBe(900);
    expect((await app.call(contract.readCounterpartyLedger, { token: user.token, params: one(other.id) })).status).toBe(
      404,
    );
    const act = { from: today, to: today };
    const foreignAct = await app.call(contract.readReconciliation, {
      token: user.token,
      params: one(other.id),
      query: act,
    });
    expect(foreignAct.status).toBe(404);
    const listed = await app.call(contract.listCounterparties, { token: user.token, params: inProject() });
    expect(listed.status).toBe(403);
  });
});

describe('walls', () => {
  it('a foreign project and its counterparties are 404, also from inside one’s own', async () => {
    const made = await add();
    const outside = foreign.owner.token;
    expect((await app.call(contract.listCounterparties, { token: outside, params: inProject() })).status).toBe(404);
    expect((await app.call(contract.readCounterparty, { token: outside, params: one(made.id) })).status).toBe(404);
    const through = { project_id: foreign.id, id: made.id };
    const asked = { token: outside, params: through };
    expect((await app.call(contract.readCounterparty, asked)).status).toBe(404);
    expect((await app.call(contract.readCounterpartyLedger, asked)).status).toBe(404);
    expect((await app.call(contract.deleteCounterparty, asked)).status).toBe(404);
    expect(
      (await app.call(contract.updateCounterparty, { token: outside, params: through, body: { name: 'x' } })).status,
    ).toBe(404);
    expect((await invite(made.id, 'x@example.com', outside)).status).toBe(404);
    expect((await app.call(contract.listCounterparties, { params: inProject() })).status).toBe(401);
  });

  it.each(['Owner', 'Administrator', 'Manager', 'Producer', 'Stockman', 'Client'] as const)(
    '%s: by the table of permissions',
    async (role) => {
      const made = await add();
      const who =
        role === 'Owner' ? project.owner : await app.member(project, role, role === 'Client' ? made.id : null);
      const expected = (permission: Permission, fine: number) => (can(role, permission) ? fine : 403);
      const list = await app.call(contract.listCounterparties, { token: who.token, params: inProject() });
      expect(list.status).toBe(expected('counterparties.read', 200));
      const created = await app.call(contract.createCounterparty, {
        token: who.token,
        params: inProject(),
        body: { name: 'x' },
      });
      expect(created.status).toBe(expected('counterparties.edit', 201));
      const ledger = await app.call(contract.readCounterpartyLedger, { token: who.token, params: one(made.id) });
      expect(ledger.status).toBe(expected('payments.read', 200));
      const invited = await invite((await add()).id, `${role.toLowerCase()}${project.id}@example.com`, who.token);
      expect(invited.status).toBe(expected('counterparties.invite', 200));
    },
  );
});
