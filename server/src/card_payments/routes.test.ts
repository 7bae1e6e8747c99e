import * as acquiring from '@lanka/domain/acquiring/contract';
import * as contract from '@lanka/domain/card_payments/contract';
import { kyivDate } from '@lanka/domain/kit/time';
import { readOrder } from '@lanka/domain/orders/contract';
import { readCounterparty } from '@lanka/domain/partners/contract';
import { listPayments, reversePayment } from '@lanka/domain/payments/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Cards, openCards } from '../../test/cards';
import type { TestProject } from '../../test/harness';
import {
  differencesOf,
  makeDropshipper,
  makeVariants,
  move,
  orderBody,
  placeOrder,
  type TestDropshipper,
} from '../../test/trade';

let cards: Cards;
let project: TestProject;
let seller: TestDropshipper;
let token: string;
beforeAll(async () => {
  cards = await openCards();
});
afterAll(() => cards.close());
beforeEach(async () => {
  cards.simulators.calm();
  project = await cards.app.project();
  seller = await makeDropshipper(cards.app, project);
  token = await cards.connect(project);
});

const call: Cards['app']['call'] = (route, options) => cards.app.call(route, options);
const at = (id = '', who = seller.token) => ({ token: who, params: { project_id: project.id, id } });
const pay = (body: contract.PayByCardBody, who = seller.token) => call(contract.payByCard, { ...at('', who), body });
const act = (id: string, values: Record<string, string> = {}) => cards.simulators.act('acquiring', id, values);
const read = async (id: string) => (await call(contract.readCardPayment, at(id))).body;
const balance = async () =>
  (await call(readCounterparty, at(seller.counterparty_id, project.owner.token))).body.balance;
const receipts = async () => (await call(listPayments, { ...at('', project.owner.token), query: {} })).body.items;

async function sentOrder(): Promise<{ id: string; sum: number }> {
  const [variant = ''] = await makeVariants(cards.app, project, [{ stock: 5 }]);
  const order = (await placeOrder(cards.app, project, seller.token, orderBody({ [variant]: 1 }, { send: true }))).body;
  await move(cards.app, project, project.owner.token, order.id, 'Sent');
  return { id: order.id, sum: order.sum };
}

describe('from the page to the ledger', () => {
  it('an order is paid by card, once, and put against it', async () => {
    const { id: order_id, sum } = await sentOrder();
    const offer = await call(contract.readCardOffer, { ...at(), query: { order_id } });
    expect(offer.body).toEqual({ accepted: true, left: sum });
    const begun = (await pay({ order_id, amount: sum })).body;
    expect(begun).toMatchObject({ state: 'open', amount: sum, payment_id: null, order: { id: order_id } });
    expect(begun.page_url).toContain('/acquiring/pay/');
    await act('pay', { invoice: begun.id });
    await act('again', { invoice: begun.id });
    await act('disorder', { invoice: begun.id });
    await cards.work(project);
    const paid = await read(begun.id);
    expect(paid).toMatchObject({ state: 'paid', card: '444403******1902', page_url: null });
    const [receipt, ...more] = await receipts();
    expect(more).toEqual([]);
    expect(receipt).toMatchObject({ id: paid.payment_id, amount: sum, account: 'bank', status: 'confirmed' });
    expect(receipt?.orders).toMatchObject([{ id: order_id, amount: sum }]);
    expect((await call(readOrder, at(order_id, project.owner.token))).body.payment).toMatchObject({ unpaid: 0 });
    expect(await balance()).toBe(0);
    expect(await differencesOf(cards.app, project)).toEqual([]);
  });

  it.each([-24, 24])(
    'is entered once where the clock of the bank is %i hours off, on no day that has not come',
    async (hours) => {
      await cards.simulators.skew('acquiring', hours * 3_600_000);
      const { body } = await pay({ amount: 12_345 });
      await act('pay', { invoice: body.id });
      await act('again', { invoice: body.id });
      await cards.work(project);
      expect(await read(body.id)).toMatchObject({ state: 'paid' });
      const [receipt, ...more] = await receipts();
      expect([receipt?.amount, more]).toEqual([12_345, []]);
      expect((receipt?.date ?? '') <= kyivDate(new Date())).toBe(true);
      expect(await balance()).toBe(12_345);
    },
  );

  it('goes on the balance where it names no order; a page that was declined may be paid', async () => {
    const { body } = await pay({ amount: 12_345 });
    await act('decline', { invoice: body.id });
    expect(await read(body.id)).toMatchObject({ state: 'failed', failure: 'Недостатньо коштів' });
    expect(await balance()).toBe(0);
    await act('pay', { invoice: body.id });
    expect(await balance()).toBe(12_345);
  });

  it('is seen without a callback, and expires', async () => {
    await act('silent');
    try {
      const [first, second] = [(await pay({ amount: 500 })).body, (await pay({ amount: 700 })).body];
      // another sum has taken its place, and the bank knows
      expect((await read(first.id)).state).toBe('canceled');
      await act('pay', { invoice: second.id });
      expect((await read(second.id)).state).toBe('open');
      const checked = await call(contract.checkCardPayment, at(second.id));
      expect(checked.body.state).toBe('paid');
      const third = (await pay({ amount: 900 })).body;
      await act('expire', { invoice: third.id });
      await cards.work(project);
      expect((await read(third.id)).state).toBe('expired');
      expect(await balance()).toBe(700);
    } finally {
      await act('silent');
    }
  });

  it('two people who press together pay on one page', async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => pay({ amount: 5_000 })));
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const pages = new Set(made.map(({ body }) => body.page_url));
    expect(pages.size).toBe(1);
    expect((await pay({ amount: 5_000 })).body.page_url).toBe([...pages][0]);
    await cards.work(project);
    // those that were made for nothing are removed at the bank
    const rows = await cards.app.sql<{ state: string; n: number }>(
      project.id,
      'select state, count(*)::int as n from card_payments where project_id = $1 group by 1 order by 1',
      [project.id],
    );
    expect(rows.find(({ state }) => state === 'open')).toEqual({ state: 'open', n: 1 });
  });

  it('what came for an order that was canceled since stands on the balance', async () => {
    const [variant = ''] = await makeVariants(cards.app, project, [{ stock: 5 }]);
    const order = (await placeOrder(cards.app, project, seller.token, orderBody({ [variant]: 1 }, { send: true })))
      .body;
    const { body } = await pay({ order_id: order.id, amount: order.sum });
    await move(cards.app, project, project.owner.token, order.id, 'Canceled', 'Ні');
    await act('pay', { invoice: body.id });
    expect((await read(body.id)).state).toBe('paid');
    expect(await balance()).toBe(order.sum);
    expect((await receipts())[0]?.orders).toEqual([]);
  });
});

describe('what the bank does not say', () => {
  it('a forged callback changes nothing', async () => {
    const { body } = await pay({ amount: 1_000 });
    await act('forge', { invoice: body.id });
    expect(await read(body.id)).toMatchObject({ state: 'open', payment_id: null });
    await cards.work(project);
    expect(await balance()).toBe(0);
  });

  it('a new key of the bank is asked for, and its callbacks hold again', async () => {
    const { body } = await pay({ amount: 1_000 });
    await act('rotate');
    await cards.app.sql(null, `update acquiring_keys set asked_at = now() - interval '2 minutes'`);
    await act('pay', { invoice: body.id });
    expect((await read(body.id)).state).toBe('open');
    await cards.work(project);
    expect((await read(body.id)).state).toBe('paid');
    const next = (await pay({ amount: 2_000 })).body;
    await act('pay', { invoice: next.id });
    expect((await read(next.id)).state).toBe('paid');
    expect(await balance()).toBe(3_000);
  });

  it('money of another sum is not posted, and a person is told', async () => {
    await act('lies');
    const { body } = await pay({ amount: 1_000 });
    await act('pay', { invoice: body.id });
    expect(await read(body.id)).toMatchObject({ state: 'processing', problem: 'amount', payment_id: null });
    expect(await balance()).toBe(0);
    await act('lies');
    const told = await cards.app.sql<{ kind: string }>(
      project.id,
      'select kind from notice_events where project_id = $1',
      [project.id],
    );
    expect(told.map(({ kind }) => kind)).toContain('acquiring.problem');
    // the bank itself says another thing
    await cards.work(project);
    expect(await read(body.id)).toMatchObject({ state: 'paid', problem: null });
  });
});

describe('refunds', () => {
  const refund = (id: string, amount?: number) =>
    call(contract.refundCardPayment, { ...at(id, project.owner.token), body: amount ? { amount } : {} });

  it('all of it takes the receipt back; the bank is asked once, whatever is lost', async () => {
    const { body } = await pay({ amount: 4_000 });
    await act('pay', { invoice: body.id });
    const asked = await Promise.all([refund(body.id), refund(body.id)]);
    expect(asked.map(({ status }) => status).sort()).toEqual([200, 409]);
    cards.simulators.fault('acquiring', { kind: 'lost_answer', only: 'invoice/cancel', times: 1 });
    for (let round = 0; round < 3; round += 1) await cards.work(project);
    expect(await read(body.id)).toMatchObject({ state: 'paid', refunded: 4_000, refund_wanted: 4_000 });
    expect(await balance()).toBe(0);
    const [receipt, ...more] = await receipts();
    expect([receipt?.reversed, more.length]).toEqual([true, 0]);
    expect((await refund(body.id)).error.code).toBe(acquiring.acquiringErrors.refund_too_much.code);
    expect(await differencesOf(cards.app, project)).toEqual([]);
  });

  it('parts of it are money that is paid out, wherever they were asked for', async () => {
    const { body } = await pay({ amount: 4_000 });
    await act('pay', { invoice: body.id });
    expect((await refund(body.id, 5_000)).error.code).toBe(acquiring.acquiringErrors.refund_too_much.code);
    await refund(body.id, 1_500);
    await cards.work(project);
    await act('refund', { invoice: body.id, amount: '5' });
    expect(await read(body.id)).toMatchObject({ refunded: 2_000, refund_wanted: 2_000 });
    expect(await balance()).toBe(2_000);
    expect(await differencesOf(cards.app, project)).toEqual([]);
  });

  it('that the bank refuses are told, and may be tried again', async () => {
    const { body } = await pay({ amount: 4_000 });
    expect((await refund(body.id)).error.code).toBe(acquiring.acquiringErrors.not_paid.code);
    await act('pay', { invoice: body.id });
    await act('keeps');
    await refund(body.id);
    await cards.work(project);
    expect(await read(body.id)).toMatchObject({ refunded: 0, refund_wanted: 0, problem: 'refund_refused' });
    await act('keeps');
    await refund(body.id);
    await cards.work(project);
    await cards.work(project);
    expect(await read(body.id)).toMatchObject({ refunded: 4_000, problem: null });
  });

  it('are not made in the ledger alone', async () => {
    const { body } = await pay({ amount: 4_000 });
    await act('pay', { invoice: body.id });
    const { payment_id } = await read(body.id);
    const back = await call(reversePayment, {
      ...{ ...at(payment_id ?? '', project.owner.token), body: { comment: 'Ні' } },
    });
    expect(back.error.code).toBe(contract.cardPaymentErrors.of_card.code);
  });
});

describe('who may what', () => {
  it('a Client pays no more than what is left, and nothing that is not his', async () => {
    const { id: order_id, sum } = await sentOrder();
    expect((await pay({ order_id, amount: sum + 1 })).error.code).toBe(contract.cardPaymentErrors.above_left.code);
    const other = await makeDropshipper(cards.app, project);
    expect((await pay({ order_id, amount: sum }, other.token)).error.code).toBe('payments.order_unknown');
    expect((await pay({ amount: 500 }, project.owner.token)).status).toBe(403);
    const { body } = await pay({ amount: 500 });
    expect((await call(contract.readCardPayment, at(body.id, other.token))).status).toBe(404);
    // staff sees it, without the page
    expect((await call(contract.readCardPayment, at(body.id, project.owner.token))).body.page_url).toBeNull();
  });

  it('a token that the bank does not take is said to be wrong, and one that it takes no more stops cards', async () => {
    const connect = (given: string) =>
      call(acquiring.connectAcquiring, { ...at('', project.owner.token), body: { token: given } });
    expect((await connect('wrong')).error.code).toBe(acquiring.acquiringErrors.token_wrong.code);
    const { body } = await pay({ amount: 500 });
    await act('revoke', { token });
    await cards.work(project);
    expect((await call(acquiring.readAcquiring, at('', project.owner.token))).body).toMatchObject({ is_refused: true });
    expect((await pay({ amount: 900 })).error.code).toBe(acquiring.acquiringErrors.not_connected.code);
    expect((await call(contract.readCardOffer, { ...at(), query: {} })).body.accepted).toBe(false);
    // what was begun is heard of all the same: the bank signs it
    await act('pay', { invoice: body.id });
    expect((await read(body.id)).state).toBe('paid');
  });

  it('says that the bank does not answer, and takes nothing', async () => {
    cards.simulators.fault('acquiring', { kind: 'down', only: 'invoice/create' });
    expect((await pay({ amount: 500 })).error.code).toBe(acquiring.acquiringErrors.unavailable.code);
  });
});
