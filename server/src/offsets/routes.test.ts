import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/offsets/contract';
import { listPapers, readPaperPdf } from '@lanka/domain/papers/contract';
import { deleteCounterparty, readCounterparty, readCounterpartyLedger } from '@lanka/domain/partners/contract';
import { createPayment } from '@lanka/domain/payments/contract';
import { createTurnover } from '@lanka/domain/turnover/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { differencesOf, makeCounterparty, makeDropshipper, makeVariants, type TestDropshipper } from '../../test/trade';

let app: TestApp;
let project: TestProject;
let owner: string;
let partner: TestDropshipper;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  owner = project.owner.token;
  partner = await makeDropshipper(app, project);
});

const today = kyivDate(new Date());
const daysAgo = (n: number) => kyivDate(new Date(Date.now() - n * 86_400_000));
const at = (where = project) => ({ project_id: where.id });
const one = (id: string, where = project) => ({ ...at(where), id });
const done = <R>({ status, body, error }: { status: number; body: R; error?: unknown }): R => {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(error ?? body)}`);
  return body;
};

/** Goods were paid out in advance of any supply: what they owe as a buyer. */
const owes = async (counterparty_id: string, amount: number, date = today, where = project) =>
  done(
    await app.call(createPayment, {
      params: at(where),
      token: where.owner.token,
      body: { counterparty_id, type: 'withdrawal', amount, date },
    }),
  );
const pays = (counterparty_id: string, amount: number, date = today) =>
  app.call(createPayment, {
    params: at(),
    token: owner,
    body: { counterparty_id, type: 'receipt', amount, date },
  });
const supplies = async (counterparty_id: string, amount: number, date = today) => {
  const [variant = ''] = await makeVariants(app, project, [{}]);
  const items = [{ product_variant_id: variant, count: 1, transaction_item_price: amount }];
  const body = { flow: 'income' as const, type: 'purchase' as const, counterparty_id, date, items };
  return done(await app.call(createTurnover, { params: at(), token: owner, body }));
};

type Body = z.input<typeof contract.CreateOffsetBody>;
const build = (body: Partial<Body> = {}, token = owner, where = project) =>
  app.call(contract.createOffset, {
    params: at(where),
    token,
    body: { counterparty_id: partner.counterparty_id, day: today, ...body },
  });
const built = async (body: Partial<Body> = {}, token = owner) => done(await build(body, token));
const agree = (id: string, token = partner.token, note?: string, where = project) =>
  app.call(contract.agreeOffset, { params: one(id, where), token, body: note === undefined ? {} : { note } });
const refuse = (id: string, token = partner.token) =>
  app.call(contract.refuseOffset, { params: one(id), token, body: { comment: 'Накладну не підписано' } });
const withdraw = (id: string, token = owner) => app.call(contract.withdrawOffset, { params: one(id), token });
const takeBack = (id: string, token = owner, where = project) =>
  app.call(contract.reverseOffset, { params: one(id, where), token, body: { grounds: 'Помилка в сумі' } });
const read = async (id: string, token = owner, where = project) =>
  done(await app.call(contract.readOffset, { params: one(id, where), token }));
const party = async (id = partner.counterparty_id, where = project) => {
  const { balance, purchases_balance } = done(
    await app.call(readCounterparty, { params: one(id, where), token: where.owner.token }),
  );
  return [balance - purchases_balance, purchases_balance];
};
const postings = async (id = partner.counterparty_id, where = project) =>
  done(
    await app.call(readCounterpartyLedger, {
      params: one(id, where),
      query: { purpose: 'offset_debt,offset_claim' },
      token: where.owner.token,
    }),
  ).items;
const auditIsFine = async (where = project) => {
  expect(await differencesOf(app, where)).toEqual([]);
};

describe('an act of offset', () => {
  it('shows both debts and the smaller one, and is posted once on both sides when the other side agrees', async () => {
    await owes(partner.counterparty_id, 500_000);
    await supplies(partner.counterparty_id, 300_000);
    const claims = done(
      await app.call(contract.readOffsetClaims, { params: at(), token: partner.token, query: { day: today } }),
    );
    expect(claims).toMatchObject({ debt: 500_000, claim: 300_000, closed_until: null, partners: [] });
    const act = await built({ grounds: 'Договір № 5' });
    expect(act).toMatchObject({
      number: 1,
      status: 'sent',
      debt: 500_000,
      claim: 300_000,
      amount: 300_000,
      built_by: 'supplier',
      awaits: 'counterparty',
      deeds: ['withdraw'],
      outdated: false,
    });
    expect(await party()).toEqual([-500_000, 300_000]);
    const mine = done(await app.call(contract.listMyOffsets, { token: partner.token }));
    expect(mine.items).toMatchObject([{ id: act.id, project_title: act.project_title }]);
    expect(done(await app.call(contract.countMyOffsets, { token: partner.token }))).toEqual({ waiting: 1 });
    expect((await read(act.id, partner.token)).deeds).toEqual(['agree', 'refuse']);
    const agreed = done(await agree(act.id));
    expect(agreed).toMatchObject({ status: 'agreed', counted_on: today, awaits: null, decided_by: { id: partner.id } });
    expect(await party()).toEqual([-200_000, 0]);
    const ref = { kind: 'offset', id: act.id };
    expect(await postings()).toMatchObject([
      {
        purpose: 'offset_claim',
        account: 'offsets',
        side: 'purchases',
        change: -300_000,
        balance_after: -200_000,
        ref,
      },
      { purpose: 'offset_debt', account: 'offsets', side: 'sales', change: 300_000, balance_after: 100_000, ref },
    ]);
    expect((await agree(act.id)).status).toBe(200);
    expect(await postings()).toHaveLength(2);
    const counts = done(await app.call(contract.countOffsets, { params: at(), token: owner }));
    expect(counts).toMatchObject({ by_status: { agreed: 1, sent: 0 }, waiting: 0 });
    await auditIsFine();
  });

  it('is a paper of the register for both, with the sum in words', async () => {
    await owes(partner.counterparty_id, 500_000);
    await supplies(partner.counterparty_id, 300_000);
    const act = await built();
    for (const token of [owner, partner.token]) {
      const { items } = done(await app.call(listPapers, { params: at(), token, query: { type: 'offset' } }));
      expect(items).toMatchObject([{ number: 1, total: 300_000, subject: { kind: 'offset', id: act.id } }]);
      const [paper] = items;
      const pdf = await app.call(readPaperPdf, { params: one(paper?.id ?? ''), token });
      expect(pdf.status).toBe(200);
      expect((await app.call(contract.readOffsetPdf, { params: one(act.id), token })).status).toBe(200);
    }
  });

  it('is refused without two debts, beyond the smaller one, and for a day to come', async () => {
    const { counterparty_id } = partner;
    expect(await build()).toMatchObject({ status: 422, error: { code: 'offsets.nothing' } });
    await owes(counterparty_id, 500_000);
    expect(await build()).toMatchObject({ status: 422, error: { code: 'offsets.nothing' } });
    await supplies(counterparty_id, 300_000);
    expect(await build({ amount: 300_001 })).toMatchObject({
      status: 422,
      error: { code: 'offsets.too_much', details: [{ path: 'amount', allowed: 300_000 }] },
    });
    expect(await build({ day: daysAgo(-1) })).toMatchObject({ status: 422, error: { code: 'offsets.in_future' } });
    // of yesterday nobody owed anything
    expect(await build({ day: daysAgo(1) })).toMatchObject({ status: 422, error: { code: 'offsets.nothing' } });
    expect(await build({ counterparty_id: undefined })).toMatchObject({
      error: { code: 'offsets.counterparty_required' },
    });
    expect(await build({ partner_project_id: project.id })).toMatchObject({ error: { code: 'offsets.no_partner' } });
    const part = await built({ amount: 100_000 });
    expect(await build()).toMatchObject({ status: 409, error: { code: 'offsets.waiting', details: [{ number: 1 }] } });
    done(await agree(part.id));
    expect(await party()).toEqual([-400_000, 200_000]);
  });

  it('is built by the counterparty too, for himself alone; then staff agrees', async () => {
    const { counterparty_id } = partner;
    await owes(counterparty_id, 500);
    await supplies(counterparty_id, 800);
    const act = await built({ counterparty_id: undefined }, partner.token);
    expect(act).toMatchObject({ counterparty_id, built_by: 'counterparty', awaits: 'supplier', amount: 500 });
    const other = await makeDropshipper(app, project);
    expect((await app.call(contract.readOffset, { params: one(act.id), token: other.token })).status).toBe(404);
    expect(await agree(act.id, other.token)).toMatchObject({ status: 404 });
    expect(await agree(act.id)).toMatchObject({ status: 409, error: { code: 'offsets.own' } });
    done(await agree(act.id, owner));
    expect(await party()).toEqual([0, 300]);
    await auditIsFine();
  });

  it('refused or withdrawn moves nothing, stays so, and leaves room for another', async () => {
    const { counterparty_id } = partner;
    await owes(counterparty_id, 500);
    await supplies(counterparty_id, 800);
    const first = await built();
    expect(await withdraw(first.id, partner.token)).toMatchObject({ error: { code: 'offsets.not_yours' } });
    expect(done(await refuse(first.id))).toMatchObject({ status: 'refused', decided_note: 'Накладну не підписано' });
    expect((await refuse(first.id)).status).toBe(200);
    expect(await agree(first.id)).toMatchObject({ status: 409, error: { code: 'offsets.decided' } });
    const second = await built();
    expect(done(await withdraw(second.id))).toMatchObject({ status: 'withdrawn' });
    expect(await refuse(second.id)).toMatchObject({ status: 409, error: { code: 'offsets.decided' } });
    expect(await takeBack(second.id)).toMatchObject({ status: 409, error: { code: 'offsets.not_agreed' } });
    expect(await postings()).toEqual([]);
    expect(await built()).toMatchObject({ number: 3 });
  });

  it('with somebody without access is agreed or refused by staff, who says how', async () => {
    const id = await makeCounterparty(app, project, 0, 'Без доступу');
    await owes(id, 500);
    await supplies(id, 800);
    const act = await built({ counterparty_id: id });
    expect(act).toMatchObject({ on_paper: true, deeds: ['agree', 'refuse', 'withdraw'] });
    expect(await agree(act.id, owner)).toMatchObject({
      status: 422,
      error: { code: 'offsets.note_required', details: [{ path: 'note' }] },
    });
    const agreed = done(await agree(act.id, owner, 'Підписано на папері'));
    expect(agreed).toMatchObject({ status: 'agreed', decided_note: 'Підписано на папері' });
    expect(await party(id)).toEqual([0, 300]);
  });

  it('counts from the first day that is not closed', async () => {
    const { counterparty_id } = partner;
    await owes(counterparty_id, 500, daysAgo(5));
    await supplies(counterparty_id, 800, daysAgo(5));
    await app.sql(project.id, 'update counterparty_accounts set closed_until = $2 where counterparty_id = $1', [
      counterparty_id,
      daysAgo(3),
    ]);
    const act = await built({ day: daysAgo(4) });
    expect(done(await agree(act.id))).toMatchObject({ day: daysAgo(4), counted_on: daysAgo(2) });
    expect((await postings()).map(({ day }) => day)).toEqual([daysAgo(2), daysAgo(2)]);
  });

  it('is not agreed when a debt of its day has changed, or was paid since', async () => {
    const { counterparty_id } = partner;
    await owes(counterparty_id, 500, daysAgo(5));
    await supplies(counterparty_id, 800, daysAgo(5));
    const act = await built({ day: daysAgo(3) });
    // entered today, and yet of a day before the act
    done(await pays(counterparty_id, 100, daysAgo(4)));
    expect(await agree(act.id)).toMatchObject({ status: 409, error: { code: 'offsets.changed' } });
    expect(await read(act.id)).toMatchObject({ outdated: true, status: 'sent' });
    done(await withdraw(act.id));
    const second = await built({ day: daysAgo(3) });
    expect(second).toMatchObject({ debt: 400, amount: 400 });
    // after the day of the act: its debts are what they were, but less of one is left
    done(await pays(counterparty_id, 1));
    expect(await agree(second.id)).toMatchObject({ status: 409, error: { code: 'offsets.changed' } });
    expect(await postings()).toEqual([]);
  });
});

describe('at once', () => {
  it('ten build one act, ten agree to it once', async () => {
    await owes(partner.counterparty_id, 500);
    await supplies(partner.counterparty_id, 800);
    const tries = await Promise.all(Array.from({ length: 10 }, (_, i) => build({}, i % 2 ? owner : partner.token)));
    const made = tries.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    expect(tries.filter(({ status }) => status === 409)).toHaveLength(9);
    const act = made[0]?.body as contract.Offset;
    const token = act.built_by === 'supplier' ? partner.token : owner;
    const answers = await Promise.all(Array.from({ length: 10 }, () => agree(act.id, token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await postings()).toHaveLength(2);
    expect(await party()).toEqual([0, 300]);
    await auditIsFine();
  });

  it('agreed and refused: one of the two, and nothing is half posted', async () => {
    await owes(partner.counterparty_id, 500);
    await supplies(partner.counterparty_id, 800);
    for (let round = 0; round < 5; round += 1) {
      const act = await built({ amount: 10 });
      const [agreed, refused] = await Promise.all([agree(act.id), refuse(act.id)]);
      expect([agreed.status, refused.status].sort()).toEqual([200, 409]);
      expect((await read(act.id)).status).toBe(agreed.status === 200 ? 'agreed' : 'refused');
    }
    const acts = done(
      await app.call(contract.listOffsets, { params: at(), token: owner, query: { status: 'agreed' } }),
    );
    expect(await postings()).toHaveLength(acts.total * 2);
    await auditIsFine();
  });

  it('agreed while the debt is paid: either the payment waits, or the act is refused; never is more set off than owed', async () => {
    await owes(partner.counterparty_id, 500);
    await supplies(partner.counterparty_id, 800);
    const act = await built();
    const [agreed, paid] = await Promise.all([agree(act.id), pays(partner.counterparty_id, 300)]);
    expect(paid.status).toBe(201);
    expect([200, 409]).toContain(agreed.status);
    expect(await party()).toEqual(agreed.status === 200 ? [300, 300] : [-200, 800]);
    await auditIsFine();
  });
});

describe('taken back', () => {
  it('by a new act that names it: what was posted is posted the other way round when that is agreed', async () => {
    await owes(partner.counterparty_id, 500);
    await supplies(partner.counterparty_id, 800);
    const act = await built();
    done(await agree(act.id));
    const tries = await Promise.all(Array.from({ length: 5 }, () => takeBack(act.id)));
    expect(tries.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    const back = tries.find(({ status }) => status === 201)?.body as contract.Offset;
    expect(back).toMatchObject({
      number: 2,
      status: 'sent',
      amount: 500,
      reverses: { id: act.id, number: 1 },
      grounds: 'Помилка в сумі',
    });
    expect(await read(act.id)).toMatchObject({ status: 'agreed', reversed_by: { id: back.id, number: 2 }, deeds: [] });
    done(await agree(back.id));
    expect(await read(act.id)).toMatchObject({ status: 'reversed', deeds: [] });
    expect(await takeBack(back.id)).toMatchObject({ error: { code: 'offsets.is_reversal' } });
    expect(await party()).toEqual([-500, 800]);
    expect((await postings()).map(({ purpose, change, comment }) => [purpose, change, comment])).toEqual([
      ['offset_claim', 500, '№ 2, скасування № 1'],
      ['offset_debt', -500, '№ 2, скасування № 1'],
      ['offset_claim', -500, '№ 1'],
      ['offset_debt', 500, '№ 1'],
    ]);
    // and it can be set off anew
    expect(await built()).toMatchObject({ number: 3, amount: 500 });
    await auditIsFine();
  });
});

it('keeps a counterparty whose two debts make zero, and one with an act that waits', async () => {
  const id = await makeCounterparty(app, project, 0, 'Обидва борги');
  await owes(id, 500);
  await supplies(id, 500);
  const remove = () => app.call(deleteCounterparty, { params: one(id), token: owner });
  expect(await remove()).toMatchObject({ status: 409, error: { code: 'partners.balance_not_zero' } });
  const act = await built({ counterparty_id: id });
  done(await agree(act.id, owner, 'На папері'));
  expect((await remove()).status).toBe(204);
});

describe('between two projects whose owners are dropshippers of one another', () => {
  let other: TestProject;
  let here: string;
  let there: string;

  const join = async (where: TestProject, user: string, counterparty: string) => {
    await app.sql(
      where.id,
      `insert into memberships (project_id, user_id, role, counterparty_id) values ($1, $2, 'Client', $3)`,
      [where.id, user, counterparty],
    );
  };

  beforeEach(async () => {
    other = await app.project();
    here = await makeCounterparty(app, project, 0, 'Власник другого');
    there = await makeCounterparty(app, other, 0, 'Власник першого');
    await join(project, other.owner.id, here);
    await join(other, project.owner.id, there);
    await owes(here, 500);
    await owes(there, 300, today, other);
  });

  const claims = async (token: string, where: TestProject, counterparty_id?: string) =>
    done(
      await app.call(contract.readOffsetClaims, {
        params: at(where),
        token,
        query: counterparty_id ? { counterparty_id } : {},
      }),
    ).partners;

  it('both see the net of both accounts; nobody else of either project does', async () => {
    const seen = { their_balance: -500, our_balance: -300, debt: 500, claim: 300 };
    expect(await claims(owner, project, here)).toMatchObject([{ project_id: other.id, ...seen }]);
    expect(await claims(other.owner.token, project)).toMatchObject([{ project_id: other.id, ...seen }]);
    expect(await claims(other.owner.token, other, there)).toMatchObject([
      { project_id: project.id, their_balance: -300, our_balance: -500, debt: 300, claim: 500 },
    ]);
    const wallet = done(await app.call(contract.listMyMutual, { token: other.owner.token }));
    expect(wallet.items).toMatchObject([
      { project_id: project.id, own_project: { project_id: other.id }, their_balance: -500, our_balance: -300 },
    ]);
    expect(done(await app.call(contract.listMyMutual, { token: partner.token })).items).toEqual([]);
    const manager = await app.member(project, 'Manager');
    expect(await claims(manager.token, project, here)).toEqual([]);
    expect(await claims(partner.token, project)).toEqual([]);
    // access that has ended shows nothing any more
    await app.sql(other.id, 'update memberships set ended_at = now() where user_id = $1', [project.owner.id]);
    expect(await claims(owner, project, here)).toEqual([]);
  });

  it('one act stands in both, and is posted in both in one transaction', async () => {
    const act = await built({ counterparty_id: here, partner_project_id: other.id });
    expect(act).toMatchObject({ debt: 500, claim: 300, amount: 300, partner: { project_id: other.id } });
    const mirror = await read(act.id, other.owner.token, other);
    expect(mirror).toMatchObject({
      number: 1,
      debt: 300,
      claim: 500,
      amount: 300,
      built_by: 'counterparty',
      partner: { project_id: project.id },
      deeds: ['agree', 'refuse'],
    });
    for (const [where, token] of [
      [project, owner],
      [other, other.owner.token],
    ] as const) {
      const { items } = done(await app.call(listPapers, { params: at(where), token, query: { type: 'offset' } }));
      expect(items).toMatchObject([{ total: 300 }]);
    }
    const manager = await app.member(other, 'Manager');
    expect((await read(act.id, manager.token, other)).deeds).toEqual([]);
    expect(await agree(act.id, manager.token, undefined, other)).toMatchObject({
      error: { code: 'offsets.owners_only' },
    });
    expect(await build({ counterparty_id: here, partner_project_id: other.id })).toMatchObject({
      error: { code: 'offsets.waiting' },
    });
    // as the owner there and as the Client here, at once
    const answers = await Promise.all([
      agree(act.id, other.owner.token, undefined, other),
      agree(act.id, other.owner.token),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([await party(here), await party(there, other)]).toEqual([
      [-200, 0],
      [0, 0],
    ]);
    expect(await postings(here)).toMatchObject([{ purpose: 'offset_debt', change: 300 }]);
    expect(await postings(there, other)).toMatchObject([{ purpose: 'offset_debt', change: 300 }]);
    const back = done(await takeBack(act.id, other.owner.token, other));
    done(await agree(back.id, owner));
    expect([await party(here), await party(there, other)]).toEqual([
      [-500, 0],
      [-300, 0],
    ]);
    expect(await read(act.id, other.owner.token, other)).toMatchObject({ status: 'reversed' });
    await auditIsFine();
    await auditIsFine(other);
  });

  it('a book that has its own debt to the other closes that too', async () => {
    await supplies(here, 200);
    const act = await built({ counterparty_id: here, partner_project_id: other.id });
    done(await agree(act.id, other.owner.token));
    expect([await party(here), await party(there, other)]).toEqual([
      [-200, 0],
      [0, 0],
    ]);
    await auditIsFine();
  });

  it('agreed here while the debt there is paid: never is more set off than owed', async () => {
    const act = await built({ counterparty_id: here, partner_project_id: other.id });
    const payment = app.call(createPayment, {
      params: at(other),
      token: other.owner.token,
      body: { counterparty_id: there, type: 'receipt', amount: 100, date: today },
    });
    const [agreed] = await Promise.all([agree(act.id, other.owner.token), payment]);
    expect([await party(here), await party(there, other)]).toEqual(
      agreed.status === 200
        ? [
            [-200, 0],
            [100, 0],
          ]
        : [
            [-500, 0],
            [-200, 0],
          ],
    );
    await auditIsFine();
    await auditIsFine(other);
  });
});
