import * as contract from '@lanka/domain/automation/contract';
import { listDocuments } from '@lanka/domain/documents/contract';
import { kyivDate } from '@lanka/domain/kit/time';
import { listNotices } from '@lanka/domain/notices/contract';
import * as orders from '@lanka/domain/orders/contract';
import { updateCounterparty } from '@lanka/domain/partners/contract';
import * as payments from '@lanka/domain/payments/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import {
  balanceOf,
  DELIVERY,
  differencesOf,
  makeDropshipper,
  makeVariants,
  move,
  orderBody,
  placeOrder,
  stockOf,
  type TestDropshipper,
} from '../../test/trade';
import { deliverIn } from '../notices/deliver';
import { tellNewlyOverdue, tellPaid } from './paid';
import { runRules } from './run';

let app: TestApp;
let project: TestProject;
let seller: TestDropshipper;
let variant: string;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await tellPaid(app.app.services);
  await pending();
  project = await app.project();
  seller = await makeDropshipper(app, project);
  [variant = ''] = await makeVariants(app, project, [{ price: 10_000, stock: 20 }]);
});

type Event = Parameters<typeof runRules>[1];

const owner = () => project.owner.token;
const params = () => ({ project_id: project.id });
const one = (id: string) => ({ project_id: project.id, id });
const create = (body: object, token = owner()) =>
  app.call(contract.createRule, {
    params: params(),
    token,
    body: { name: 'Правило', trigger: 'moved', statuses: ['Pending'], ...body } as never,
  });
const patch = (id: string, body: contract.UpdateRuleBody, headers = {}) =>
  app.call(contract.updateRule, { params: one(id), token: owner(), body, headers });
const runs = async (query: object = {}) =>
  (await app.call(contract.listRuns, { params: params(), token: owner(), query })).body.items;
const order = async (id: string) => (await app.call(orders.readOrder, { params: one(id), token: owner() })).body;
const history = async (id: string) =>
  (await app.call(orders.readHistory, { params: one(id), token: owner() })).body.items;
const send = async (count = 1, token = seller.token) => {
  const placed = await placeOrder(app, project, token, orderBody({ [variant]: count }, { send: true }));
  if (placed.status !== 201) throw new Error(placed.error.message);
  return placed.body.id;
};

/** What waits for its job; it is taken out of the queue. */
const pending = async (): Promise<Event[]> =>
  (
    await app.sql<{ data: Event }>(
      null,
      `delete from pgboss.job where name = 'automation.run' and state = 'created' returning data`,
    )
  ).map(({ data }) => data);

/** Does the jobs, and those that come of them. */
async function settle(): Promise<void> {
  for (let events = await pending(); events.length > 0; events = await pending())
    for (const event of events) await runRules(app.app.services, event);
}

describe('a rule', () => {
  it('moves, issues, comments and tells, as a press would, and the history names it', async () => {
    await create({
      name: 'Одразу у виробництво',
      ...{ move_to: 'InProduction', paper: 'order', comment: 'Зібрати сьогодні', comment_visibility: 'all' },
      ...{ notice_to: 'dropshipper', notice_text: 'Ми взялися за ваше замовлення' },
    });
    const id = await send();
    expect((await order(id)).status).toBe('Pending');
    await settle();
    expect((await order(id)).status).toBe('InProduction');
    const [, moved, told] = (await history(id)).slice(-3);
    expect(moved).toMatchObject({
      ...{ kind: 'moved', from: 'Pending', to: 'InProduction', rule: 'Одразу у виробництво' },
      actor: { kind: 'system', id: null, name: null },
    });
    expect(told).toMatchObject({ kind: 'automated', rule: 'Одразу у виробництво' });
    const his = (await app.call(orders.readHistory, { params: one(id), token: seller.token })).body.items;
    expect(his.map(({ kind, rule }) => [kind, rule])).toEqual([
      ['created', null],
      ['moved', null],
      ['moved', null],
    ]);
    const comments = await app.call(orders.listComments, { params: one(id), token: seller.token });
    expect(comments.body.items.map(({ text }) => text)).toEqual(['Зібрати сьогодні']);
    const papers = await app.call(listDocuments, { params: one(id), token: owner() });
    expect(papers.body.items.map(({ type }) => type)).toEqual(['order']);
    await deliverIn(app.app.services, project.id);
    const mails = await app.sql<{ plain: string }>(null, 'select plain from mails where recipient = $1', [
      seller.email,
    ]);
    expect(mails.at(-1)?.plain).toContain('Ми взялися за ваше замовлення');
    const bell = await app.call(listNotices, { token: seller.token, query: {} });
    expect(bell.body.items.find(({ text }) => text === 'Ми взялися за ваше замовлення')).toMatchObject({
      path: expect.stringContaining(`/cp/orders/${id}`),
    });
    expect(await runs()).toMatchObject([{ outcome: 'done', order_id: id, reason: null }]);
  });

  it('ships and charges through the same ledger', async () => {
    await create({ statuses: ['Ready'], move_to: 'Sent' });
    const id = await send(3);
    await move(app, project, owner(), id, 'Ready');
    await settle();
    expect((await order(id)).status).toBe('Sent');
    expect(await stockOf(app, project, variant)).toMatchObject({ actual: 17, booked: 0 });
    expect(await balanceOf(app, project, seller.counterparty_id)).toBe(-30_000);
  });

  it('is for orders of its sums and counterparties, and for nothing while it is off', async () => {
    const other = await makeDropshipper(app, project);
    const { id } = (
      await create({ sum_from: 20_000, sum_to: 30_000, counterparty_ids: [seller.counterparty_id], comment: 'Так' })
    ).body;
    await Promise.all([send(1), send(4), send(2, other.token)]);
    await settle();
    expect(await runs()).toEqual([]);
    await send(2);
    await settle();
    expect(await runs()).toHaveLength(1);
    expect((await patch(id, { enabled: false })).body.enabled).toBe(false);
    await send(2);
    expect(await pending()).toEqual([]);
    expect(await runs()).toHaveLength(1);
  });

  it('is for orders with one of its tags', async () => {
    await create({ tags: ['терміново', ' Терміново '], comment: 'Так' });
    const place = (tags: string[]) =>
      placeOrder(app, project, owner(), orderBody({ [variant]: 1 }, { tags, send: true }));
    await place(['звичайне']);
    const { body } = await place(['опт', 'ТЕРМІНОВО']);
    await settle();
    expect((await runs()).map(({ order_id }) => order_id)).toEqual([body.id]);
    const { items } = (await app.call(contract.listRules, { params: params(), token: owner() })).body;
    expect(items[0]?.tags).toEqual(['терміново']);
  });

  it('hears of a waybill once', async () => {
    await create({ trigger: 'ttn_given', statuses: [], move_to: 'Loading' });
    const id = await send();
    const write = (ttn: string) =>
      app.call(orders.updateOrder, { params: one(id), token: owner(), body: { delivery: { ...DELIVERY, ttn } } });
    await write('20450000000001');
    await settle();
    expect((await order(id)).status).toBe('Loading');
    await write('20450000000002');
    expect(await pending()).toEqual([]);
  });
});

describe('a rule that waits for money', () => {
  /** For this order, or money that names none. */
  const pay = (order_id: string | null, amount = 10_000, token = owner()) =>
    app.call(payments.createPayment, {
      params: params(),
      token,
      body: {
        ...{ type: 'receipt', amount, date: kyivDate(new Date()) },
        ...(order_id ? { orders: [{ order_id, amount }] } : {}),
        ...(token === owner() ? { counterparty_id: seller.counterparty_id } : {}),
      },
    });
  const waitsFor = async (paid_states: string[], more: object) =>
    (await create({ trigger: 'paid', statuses: [], paid_states, ...more })).body;
  /** The job of each minute, and what it leads to. */
  const minute = async () => {
    await tellPaid(app.app.services);
    await settle();
  };
  const sentOff = async (count = 1) => {
    const id = await send(count);
    await move(app, project, owner(), id, 'Sent');
    return id;
  };
  const comments = async (order_id: string) =>
    (await app.call(orders.listComments, { params: one(order_id), token: owner() })).body.items.map(({ text }) => text);
  /** Both its charge and the watch grow older by so many days. */
  const daysPass = (days: number) =>
    Promise.all(
      ['charges set due_on = due_on', 'charge_watches set overdue_until = overdue_until'].map((what) =>
        app.sql(project.id, `update ${what} - ${days} where project_id = $1`, [project.id]),
      ),
    );
  const overdueJob = async () => {
    await tellNewlyOverdue(app.app.services);
    await settle();
  };

  it('moves an order that was paid ahead once its payment is confirmed, and says so once', async () => {
    await waitsFor(['paid'], { name: 'Оплачене – на завантаження', move_to: 'Loading', comment: 'Оплачено' });
    const id = await send(2);
    await move(app, project, owner(), id, 'Ready');
    const reported = (await pay(id, 20_000, seller.token)).body;
    await minute();
    expect((await order(id)).status).toBe('Ready');
    await app.call(payments.confirmPayment, { params: one(reported.id), token: owner(), body: {} });
    // whoever confirms waits for no rule
    expect((await order(id)).status).toBe('Ready');
    await minute();
    expect((await order(id)).status).toBe('Loading');
    expect((await history(id)).at(-1)).toMatchObject({ kind: 'automated', rule: 'Оплачене – на завантаження' });
    // charged, it pays itself: nothing new
    await move(app, project, owner(), id, 'Sent');
    await pay(null, 500);
    await minute();
    expect(await comments(id)).toEqual(['Оплачено']);
  });

  it('tells a part from the whole, also of money that names no order', async () => {
    await waitsFor(['partly'], { comment: 'Частина' });
    await waitsFor(['paid'], { comment: 'Усе' });
    const [first, second] = [await sentOff(), await sentOff()];
    await minute();
    expect(await runs()).toEqual([]);
    await pay(null, 13_000);
    await minute();
    expect(await comments(first)).toEqual(['Усе']);
    expect(await comments(second)).toEqual(['Частина']);
    await pay(null, 1_000);
    await minute();
    expect(await comments(second)).toEqual(['Частина']);
    await pay(second, 6_000);
    await minute();
    expect(await comments(second)).toEqual(['Частина', 'Усе']);
  });

  it('hears nothing of what was taken back in the same minute, nor of a payment under way', async () => {
    await waitsFor(['paid'], { comment: 'Усе' });
    const id = await sentOff();
    await minute();
    const { body } = await pay(id);
    await app.call(payments.reversePayment, { params: one(body.id), token: owner(), body: { comment: 'помилка' } });
    await minute();
    expect(await runs()).toEqual([]);
    // payments and the job at the same moment: none is lost, none is told twice
    const many = await Promise.all(Array.from({ length: 4 }, () => sentOff()));
    await Promise.all([
      ...many.map((order_id) => pay(order_id)),
      ...Array.from({ length: 6 }, () => tellPaid(app.app.services)),
    ]);
    await minute();
    expect((await runs()).map(({ order_id }) => order_id).sort()).toEqual([...many].sort());
  });

  it('hears of an order once, whichever way it becomes paid, and each time that it is paid no longer', async () => {
    await waitsFor(['paid'], { comment: 'Усе' });
    await waitsFor(['no_longer'], { comment: 'Знову борг' });
    const id = await send(3);
    await pay(id, 20_000);
    await minute();
    expect(await comments(id)).toEqual([]);
    const edit = (count: number) =>
      app.call(orders.updateOrder, {
        params: one(id),
        token: owner(),
        body: { items: [{ product_variant_id: variant, count }] },
      });
    // it costs less than was put against it
    expect((await edit(2)).status).toBe(200);
    await minute();
    expect(await comments(id)).toEqual(['Усе']);
    expect((await edit(3)).status).toBe(200);
    await minute();
    expect(await comments(id)).toEqual(['Усе', 'Знову борг']);
    const { body } = await pay(id);
    await minute();
    await app.call(payments.reversePayment, { params: one(body.id), token: owner(), body: { comment: 'помилка' } });
    await minute();
    expect(await comments(id)).toEqual(['Усе', 'Знову борг', 'Знову борг']);
    // raised and lowered in the same minute, or back to what it was, is nothing
    await edit(5);
    await edit(3);
    await minute();
    expect(await comments(id)).toHaveLength(3);
  });

  it('hears of an order that became paid because it was sent at a lower price', async () => {
    await waitsFor(['paid'], { comment: 'Усе' });
    const id = await send(2);
    await pay(id, 15_000);
    await minute();
    await move(app, project, owner(), id, 'Blocked', 'Уточніть');
    await app.sql(project.id, 'update product_variants set price = 7500 where project_id = $1 and id = $2', [
      project.id,
      variant,
    ]);
    expect(await comments(id)).toEqual([]);
    expect((await move(app, project, owner(), id, 'Pending')).body.sum).toBe(15_000);
    await minute();
    expect(await comments(id)).toEqual(['Усе']);
  });

  it('is told once of what is edited, paid and taken back at the same moment as it is told', async () => {
    await waitsFor(['paid'], { comment: 'Усе' });
    const many = await Promise.all(Array.from({ length: 4 }, () => send(2)));
    const tell = () => Promise.all(Array.from({ length: 3 }, () => tellPaid(app.app.services)));
    const half = await Promise.all(many.map((order_id) => pay(order_id)));
    const lower = (id: string) =>
      app.call(orders.updateOrder, {
        params: one(id),
        token: owner(),
        body: { items: [{ product_variant_id: variant, count: 1 }] },
      });
    const together = { amount: 40_000, orders: many.map((order_id) => ({ order_id, amount: 10_000 })) };
    const [done] = await Promise.all([
      Promise.all(many.map(lower)),
      app.call(payments.createPayment, {
        params: params(),
        token: owner(),
        body: {
          ...{ type: 'receipt', date: kyivDate(new Date()), counterparty_id: seller.counterparty_id },
          ...together,
        },
      }),
      tell(),
    ]);
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await Promise.all([
      tell(),
      ...half.map(({ body }) =>
        app.call(payments.reversePayment, { params: one(body.id), token: owner(), body: { comment: 'помилка' } }),
      ),
    ]);
    await Promise.all([tell(), ...many.map((order_id) => pay(order_id))]);
    await minute();
    expect((await runs()).map(({ order_id }) => order_id).sort()).toEqual([...many].sort());
    expect(await differencesOf(app, project)).toEqual([]);
  });

  it('hears of what is overdue on the day after, once for each order', async () => {
    const terms = { params: one(seller.counterparty_id), token: owner() };
    await app.call(updateCounterparty, { ...terms, body: { payment_days: 3 } });
    const before = await sentOff();
    await daysPass(10);
    await waitsFor(['overdue'], { comment: 'Нагадати' });
    const [late, paid] = [await sentOff(), await sentOff()];
    await pay(paid);
    await overdueJob();
    expect(await runs()).toEqual([]);
    await daysPass(3);
    await overdueJob();
    expect(await runs()).toEqual([]);
    await daysPass(1);
    await Promise.all([overdueJob(), tellNewlyOverdue(app.app.services)]);
    await overdueJob();
    await daysPass(1);
    await overdueJob();
    expect((await runs()).map(({ order_id }) => order_id)).toEqual([late]);
    expect(await comments(before)).toEqual([]);
    // paid, taken back: it is overdue anew, and was told
    const { body } = await pay(late);
    await minute();
    await app.call(payments.reversePayment, { params: one(body.id), token: owner(), body: { comment: 'помилка' } });
    await minute();
    expect(await comments(late)).toEqual(['Нагадати']);
  });

  it('is switched off by one press, and nothing is noted where none waits', async () => {
    const noted = () => app.sql(project.id, 'select order_id from charge_changes where project_id = $1', [project.id]);
    const id = await sentOff();
    expect(await noted()).toEqual([]);
    const rule = await waitsFor(['paid'], { comment: 'Усе' });
    await pay(id);
    expect(await noted()).toHaveLength(1);
    await patch(rule.id, { enabled: false });
    await minute();
    await pay(null, 5);
    expect([await noted(), await runs()]).toEqual([[], []]);
    await patch(rule.id, { enabled: true });
    await app.call(contract.deleteRule, { params: one(rule.id), token: owner() });
    await sentOff();
    expect(await noted()).toEqual([]);
  });
});

describe('what goes wrong', () => {
  it('leaves nothing half done, and says why in the list of runs', async () => {
    const rule = (await create({ move_to: 'InProduction', comment: 'Почали', paper: 'delivery_note' })).body;
    const id = await send();
    await settle();
    expect((await order(id)).status).toBe('Pending');
    const comments = await app.call(orders.listComments, { params: one(id), token: owner() });
    expect(comments.body.items).toEqual([]);
    expect((await history(id)).some(({ kind }) => kind === 'automated')).toBe(false);
    const [run] = await runs({ failed: true });
    expect(run).toMatchObject({ outcome: 'failed', rule_id: rule.id, order_id: id });
    expect(run?.reason).toMatch(/[а-яіїє]/);
    const shown = await app.call(contract.readRule, { params: one(rule.id), token: owner() });
    expect(shown.body.last_run?.outcome).toBe('failed');
  });

  it('is also that its author has left: nobody acts in the name of a stranger', async () => {
    const administrator = await app.member(project, 'Administrator');
    await create({ move_to: 'InProduction' }, administrator.token);
    await app.sql(project.id, `update memberships set role = 'Manager' where user_id = $1`, [administrator.id]);
    const id = await send();
    await settle();
    expect((await order(id)).status).toBe('Pending');
    expect((await runs())[0]?.reason).toContain('більше не працює');
  });

  it('does not hold other rules up', async () => {
    await create({ name: 'Перше', paper: 'delivery_note' });
    await create({ name: 'Друге', comment: 'Так' });
    await send();
    await settle();
    const all = await runs();
    expect(all.map(({ rule_name, outcome }) => [rule_name, outcome]).sort()).toEqual([
      ['Друге', 'done'],
      ['Перше', 'failed'],
    ]);
  });
});

describe('at most once', () => {
  it('for each event, though its job is done again and by several at the same moment', async () => {
    await create({ comment: 'Раз' });
    const id = await send();
    const [event] = await pending();
    if (!event) throw new Error('an event waits');
    await Promise.all(Array.from({ length: 6 }, () => runRules(app.app.services, event)));
    await runRules(app.app.services, event);
    const comments = await app.call(orders.listComments, { params: one(id), token: owner() });
    expect(comments.body.items).toHaveLength(1);
    expect(await runs()).toHaveLength(1);
  });

  it('in a chain: a rule is not asked by what it has led to', async () => {
    await create({ name: 'Далі', statuses: ['Pending'], move_to: 'Ready' });
    await create({ name: 'Ще далі', statuses: ['Ready'], move_to: 'Loading' });
    // saved past the guard, as two releases of the program could
    const back = (await create({ name: 'Назад', statuses: ['Loading'], comment: 'Так' })).body;
    await app.sql(project.id, `update automation_rules set move_to = 'Ready' where id = $1`, [back.id]);
    const id = await send();
    await settle();
    expect((await order(id)).status).toBe('Ready');
    expect((await runs()).map(({ rule_name }) => rule_name).sort()).toEqual(['Далі', 'Назад', 'Ще далі']);
  });
});

describe('a circle', () => {
  it('is refused when it is saved, and when it is switched on; also by two who save at once', async () => {
    await create({ name: 'Туди', statuses: ['InProduction'], move_to: 'Ready' });
    const back = { name: 'Назад', statuses: ['Ready'], move_to: 'InProduction' };
    const refused = await create(back);
    expect([refused.status, refused.error.code]).toEqual([422, 'automation.circle']);
    expect(refused.error.details[0]).toMatchObject({ path: 'move_to' });
    expect(String(refused.error.details[0]?.message)).toContain('«Назад», «Туди»');
    const off = (await create({ ...back, enabled: false })).body;
    expect((await patch(off.id, { enabled: true })).error.code).toBe('automation.circle');
    expect((await patch(off.id, { sum_from: 5 })).status).toBe(200);

    const further = [
      { statuses: ['Ready'], move_to: 'Loading' },
      { statuses: ['Loading'], move_to: 'Ready' },
    ];
    const answers = await Promise.all(further.map((body) => create(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  });
});

describe('saving', () => {
  it('is checked together with what stays, and refuses what is stale', async () => {
    const { id } = (await create({ comment: 'Так', sum_from: 100 })).body;
    expect((await patch(id, { sum_to: 50 })).error.details[0]).toMatchObject({
      path: 'sum_to',
      code: 'automation.sums',
    });
    expect((await patch(id, { comment: null })).error.details[0]).toMatchObject({ path: 'move_to' });
    expect((await patch(id, { name: 'Нова' }, { 'if-match': '1' })).body).toMatchObject({ name: 'Нова', version: 2 });
    expect((await patch(id, { name: 'Стара' }, { 'if-match': '1' })).error.code).toBe('common.stale');
    const foreign = await app.project('Інша');
    const stranger = await makeDropshipper(app, foreign);
    expect((await patch(id, { counterparty_ids: [stranger.counterparty_id] })).error).toMatchObject({
      code: 'automation.unknown_counterparties',
      details: [{ path: 'counterparty_ids.0' }],
    });
    expect((await app.call(contract.deleteRule, { params: one(id), token: owner() })).status).toBe(204);
    expect((await app.call(contract.readRule, { params: one(id), token: owner() })).status).toBe(404);
  });

  it('ends at the limit, also at the same moment', async () => {
    for (let n = 1; n < contract.MAX_RULES; n += 1) await create({ comment: `${n}` });
    const answers = await Promise.all([create({ comment: 'a' }), create({ comment: 'b' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('is for leaders alone', async () => {
    const manager = await app.member(project, 'Manager');
    expect((await create({ comment: 'Так' }, manager.token)).status).toBe(403);
    expect((await app.call(contract.listRules, { params: params(), token: seller.token })).status).toBe(403);
  });
});
