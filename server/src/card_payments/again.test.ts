import * as acquiring from '@lanka/domain/acquiring/contract';
import * as contract from '@lanka/domain/card_payments/contract';
import { listIntegrations, pauseIntegration } from '@lanka/domain/integrations/contract';
import { deleteCounterparty, readCounterparty, removeCounterpartyAccess } from '@lanka/domain/partners/contract';
import { listBalances, listPayments, reversePayment } from '@lanka/domain/payments/contract';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
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

/** Payments that did not go well at once: tried again, under way for long, of no use any more, looked at by a person. */

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
const owners = (id = '') => at(id, project.owner.token);
const pay = (body: contract.PayByCardBody, who = seller.token) => call(contract.payByCard, { ...at('', who), body });
const act = (id: string, values: Record<string, string> = {}) => cards.simulators.act('acquiring', id, values);
const read = async (id: string) => (await call(contract.readCardPayment, owners(id))).body;
const refund = (id: string, amount?: number) =>
  call(contract.refundCardPayment, { ...owners(id), body: amount ? { amount } : {} });
const balance = async () => (await call(readCounterparty, owners(seller.counterparty_id))).body.balance;
const sql = (text: string, values: unknown[] = []) => cards.app.sql<Record<string, unknown>>(project.id, text, values);
const dues = async () =>
  (await cards.app.sql(null, 'select id from card_payment_dues where tenant = $1', [project.id])).length;
/** As if the page had been made so many days earlier. */
const age = (id: string, days: number) =>
  sql(
    `update card_payments set created_at = created_at - $2 * interval '1 day', expires_at = expires_at - $2 * interval '1 day',
       refund_asked_at = refund_asked_at - $2 * interval '1 day' where id = $1`,
    [id, days],
  );
const told = async () =>
  (await sql('select kind from notice_events where project_id = $1', [project.id])).map((one) => one.kind);
async function switched(id: string): Promise<void> {
  await act(id);
  onTestFinished(async () => void (await act(id)));
}

describe('a card that was declined', () => {
  it('is paid again on another page, and on the first one nobody pays any more', async () => {
    const first = (await pay({ amount: 5_000 })).body;
    await act('decline', { invoice: first.id });
    const second = (await pay({ amount: 5_000 })).body;
    expect(second.id).not.toBe(first.id);
    expect((await read(first.id)).state).toBe('canceled');
    await cards.work(project);
    await expect(act('pay', { invoice: first.id })).rejects.toThrow('Nobody can pay');
    await act('pay', { invoice: second.id });
    expect(await balance()).toBe(5_000);
  });

  it('that is paid on the first page all the same is entered once, and the second page goes', async () => {
    const first = (await pay({ amount: 5_000 })).body;
    await act('decline', { invoice: first.id });
    const second = (await pay({ amount: 5_000 })).body;
    // before the first is removed at the bank
    await act('pay', { invoice: first.id });
    expect((await read(first.id)).state).toBe('paid');
    expect((await read(second.id)).state).toBe('canceled');
    await cards.work(project);
    await expect(act('pay', { invoice: second.id })).rejects.toThrow('Nobody can pay');
    expect(await balance()).toBe(5_000);
    expect(await differencesOf(cards.app, project)).toEqual([]);
  });
});

describe('what is left to pay', () => {
  async function sent() {
    const [variant = ''] = await makeVariants(cards.app, project, [{ stock: 5 }]);
    const made = await placeOrder(cards.app, project, seller.token, orderBody({ [variant]: 1 }, { send: true }));
    await move(cards.app, project, project.owner.token, made.body.id, 'Sent');
    return made.body;
  }

  it('is read when the payment before has come to its end', async () => {
    const { id: order_id, sum } = await sent();
    const { body } = await pay({ order_id, amount: sum });
    await act('silent');
    await act('pay', { invoice: body.id });
    await act('silent');
    const holder = new pg.Client({ connectionString: cards.app.url });
    await holder.connect();
    onTestFinished(() => holder.end());
    // asked outside, since a transaction is shown the same all the time
    const waiting = async (count: number) => {
      const { pool } = cards.app.app.services.db;
      const text = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while ((await pool.query(text)).rows.length < count);
    };
    await holder.query('begin');
    await holder.query(`select set_config('lanka.project_ids', $1, true)`, [project.id]);
    await holder.query('select 1 from card_payments where id = $1 for update', [body.id]);
    // the bank tells that it is paid; then somebody presses, who saw that all is left to pay
    const paid = act('again', { invoice: body.id });
    await waiting(1);
    const pressed = pay({ order_id, amount: Math.floor(sum / 2) });
    await waiting(2);
    await holder.query('commit');
    await paid;
    expect((await pressed).error.code).toBe(contract.cardPaymentErrors.nothing_left.code);
    expect(await balance()).toBe(0);
  });

  it('of an order that was given to another is paid on a page of his own', async () => {
    const { id: order_id, sum } = await sent();
    const other = await makeDropshipper(cards.app, project);
    const first = (await pay({ order_id, amount: sum })).body;
    await sql('update card_receipts set counterparty_id = $2 where card_payment_id = $1', [
      first.id,
      other.counterparty_id,
    ]);
    const made = await pay({ order_id, amount: sum });
    expect([made.status, made.body.id === first.id]).toEqual([201, false]);
    expect((await read(first.id)).state).toBe('canceled');
  });
});

describe('what comes to no end', () => {
  it('blocks nobody a day after its end, and is asked about no more', async () => {
    const { body } = await pay({ amount: 1_000 });
    await act('begin', { invoice: body.id });
    expect((await pay({ amount: 2_000 })).error.code).toBe(acquiring.acquiringErrors.under_way.code);
    await age(body.id, 3);
    await cards.work(project);
    expect([(await read(body.id)).state, await dues()]).toEqual(['expired', 0]);
    expect((await pay({ amount: 2_000 })).status).toBe(201);
    // whatever the bank tells of it, it stays over
    await act('again', { invoice: body.id });
    expect((await read(body.id)).state).toBe('expired');
  });

  it('is not waited for either where the bank is away', async () => {
    const { body } = await pay({ amount: 1_000 });
    await act('begin', { invoice: body.id });
    await age(body.id, 3);
    expect((await pay({ amount: 2_000 })).status).toBe(201);
  });

  it('that the bank does not know any more is not asked about', async () => {
    const first = (await pay({ amount: 1_000 })).body;
    await pay({ amount: 2_000 });
    await cards.work(project);
    // the page that was removed is done with; the other one waits
    expect([(await read(first.id)).state, await dues()]).toEqual(['canceled', 1]);
  });

  it('that another token has made is said to be lost, and its refund is given up', async () => {
    const paid = (await pay({ amount: 1_000 })).body;
    await act('pay', { invoice: paid.id });
    const open = (await pay({ amount: 2_000 })).body;
    await cards.connect(project);
    await refund(paid.id);
    await cards.work(project);
    expect(await read(paid.id)).toMatchObject({ refund_wanted: 0, problem: 'other_token' });
    expect(await read(open.id)).toMatchObject({ state: 'open', problem: 'other_token', page_url: null });
    expect(await dues()).toBe(0);
    // by its own key the bank tells of it all the same
    await act('pay', { invoice: open.id });
    expect(await read(open.id)).toMatchObject({ state: 'paid', problem: null });
    expect(await balance()).toBe(3_000);
  });

  it('a refund that the bank takes long for is asked about less and less often', async () => {
    const { body } = await pay({ amount: 1_000 });
    await act('pay', { invoice: body.id });
    await switched('holds');
    await refund(body.id);
    await cards.work(project);
    const pause = async () => {
      const [row] = await cards.app.sql<{ seconds: number }>(
        null,
        'select extract(epoch from at - now())::int as seconds from card_payment_dues where id = $1',
        [body.id],
      );
      return row?.seconds ?? 0;
    };
    expect(await pause()).toBeLessThanOrEqual(5);
    await age(body.id, 2);
    await cards.work(project);
    expect(await pause()).toBeGreaterThan(3_000);
    await act('holds');
    await act('holds');
    expect(await read(body.id)).toMatchObject({ refunded: 1_000 });
    expect(await differencesOf(cards.app, project)).toEqual([]);
  });
});

describe('what a person looks at', () => {
  const resolve = (id: string, who = project.owner.token) => call(contract.resolveCardPayment, at(id, who));

  it('blocks nobody, and is closed when it is dealt with', async () => {
    await switched('lies');
    const { body } = await pay({ amount: 1_000 });
    await act('pay', { invoice: body.id });
    expect((await read(body.id)).problem).toBe('amount');
    const other = await pay({ amount: 1_000 });
    expect([other.status, other.body.id === body.id]).toEqual([201, false]);
    expect((await resolve(body.id, seller.token)).status).toBe(403);
    expect((await resolve(body.id)).body).toMatchObject({
      ...{ state: 'canceled', problem: null },
      resolved_by: expect.any(String),
    });
    const [row] = await sql('select resolved_by, resolved_at from card_payments where id = $1', [body.id]);
    expect(row).toEqual({ resolved_by: project.owner.id, resolved_at: expect.anything() });
    // its money was entered by hand
    await act('again', { invoice: body.id });
    await cards.work(project);
    expect(await read(body.id)).toMatchObject({ state: 'canceled', problem: null });
    expect(await balance()).toBe(0);
    expect((await resolve(body.id)).error.code).toBe(acquiring.acquiringErrors.no_problem.code);
  });

  it('of a payment that was paid is said once for a word of the bank', async () => {
    const { body } = await pay({ amount: 1_000 });
    await act('pay', { invoice: body.id });
    await switched('keeps');
    await refund(body.id);
    await cards.work(project);
    expect((await read(body.id)).problem).toBe('refund_refused');
    expect((await resolve(body.id)).body).toMatchObject({ state: 'paid', problem: null });
    await cards.work(project);
    expect((await read(body.id)).problem).toBeNull();
  });
});

describe('the service', () => {
  const state = async () =>
    (await call(listIntegrations, { ...owners() })).body.items.find(({ service }) => service === 'acquiring')?.state;
  const takes = async () => (await call(listBalances, { token: seller.token })).body.items[0]?.takes_cards;

  it('that is paused takes no cards', async () => {
    await pay({ amount: 1_000 });
    expect(await takes()).toBe(true);
    const pause = { ...owners(), params: { project_id: project.id, service: 'acquiring' as const } };
    expect((await call(pauseIntegration, pause)).status).toBe(200);
    expect([await takes(), (await call(contract.readCardOffer, { ...at(), query: {} })).body.accepted]).toEqual([
      false,
      false,
    ]);
    // not by the page that was made before either
    expect((await pay({ amount: 1_000 })).error.code).toBe(acquiring.acquiringErrors.not_connected.code);
  });

  it('whose token is refused says so, once, and whoever pays is not asked for another', async () => {
    expect(await state()).toBe('working');
    await act('revoke', { token });
    const made = await Promise.all([pay({ amount: 1_000 }), pay({ amount: 1_000 })]);
    for (const one of made) expect(one.error.code).toBe(acquiring.acquiringErrors.not_connected.code);
    expect((await told()).filter((kind) => kind === 'acquiring.token_refused')).toHaveLength(1);
    expect([await state(), await takes()]).toEqual(['failing', false]);
  });

  it('that is away is asked because of forged callbacks once a minute', async () => {
    const { body } = await pay({ amount: 1_000 });
    await cards.app.sql(null, `update acquiring_keys set asked_at = now() - interval '2 minutes'`);
    cards.simulators.fault('acquiring', { kind: 'down', only: 'pubkey' });
    await act('forge', { invoice: body.id });
    const looked = () => sql('select at from card_payment_dues where id = $1', [body.id]);
    await cards.work(project);
    const before = await looked();
    await act('forge', { invoice: body.id });
    expect(await looked()).toEqual(before);
  });
});

it('a counterparty who is paying stays', async () => {
  const { body } = await pay({ amount: 1_000 });
  await call(removeCounterpartyAccess, { ...owners(seller.counterparty_id) });
  const remove = () => call(deleteCounterparty, owners(seller.counterparty_id));
  expect((await remove()).error.code).toBe('partners.counterparty_pays_by_card');
  await act('expire', { invoice: body.id });
  await cards.work(project);
  expect((await remove()).status).toBe(204);
});

it('what went back to a card is not taken back in the ledger', async () => {
  const { body } = await pay({ amount: 4_000 });
  await act('pay', { invoice: body.id });
  await refund(body.id, 1_500);
  await cards.work(project);
  const rows = (await call(listPayments, { ...owners(), query: {} })).body.items;
  const withdrawal = rows.find(({ type }) => type === 'withdrawal');
  const back = await call(reversePayment, { ...owners(withdrawal?.id ?? ''), body: { comment: 'Ні' } });
  expect(back.error.code).toBe(contract.cardPaymentErrors.of_card.code);
  // the self-check counts what is posted, not what was noted beside it
  await sql('delete from card_refunds where card_payment_id = $1', [body.id]);
  expect(await differencesOf(cards.app, project)).toMatchObject([{ expected: 1_500, found: 0 }]);
});

it('the self-check misses the receipt of a payment', async () => {
  const { body } = await pay({ amount: 4_000 });
  await act('pay', { invoice: body.id });
  expect(await differencesOf(cards.app, project)).toEqual([]);
  await sql('delete from card_receipts where card_payment_id = $1', [body.id]);
  expect(await differencesOf(cards.app, project)).toMatchObject([{ expected: 4_000, found: 0 }]);
});
