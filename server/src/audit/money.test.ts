import * as cod from '@lanka/domain/cod/contract';
import * as documents from '@lanka/domain/documents/contract';
import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import * as offsets from '@lanka/domain/offsets/contract';
import { readOrder } from '@lanka/domain/orders/contract';
import { listParcels, sendParcel, splitOrder } from '@lanka/domain/parcels/contract';
import { readCounterparty, updateCounterparty } from '@lanka/domain/partners/contract';
import * as payments from '@lanka/domain/payments/contract';
import { updateProject } from '@lanka/domain/projects/contract';
import * as acts from '@lanka/domain/reconciliations/contract';
import * as returns from '@lanka/domain/returns/contract';
import { createTurnover } from '@lanka/domain/turnover/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import {
  differencesOf,
  makeDropshipper,
  makeVariants,
  move,
  orderBody,
  placeOrder,
  stockOf,
  type TestDropshipper,
} from '../../test/trade';

/**
 * One property over all that moves money and goods between two partners: orders in parts, returns, cash on delivery and
 * refusals, payments against orders and their reversals, what he supplies himself and what is set off against it, agreed
 * periods, papers.
 */
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const nth = fc.nat(9);
const about = <K extends string>(kind: K, more: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc.record({ do: fc.constant(kind), order: nth, nth, ...more });
const step = fc.oneof(
  { weight: 4, arbitrary: about('place', { count: fc.integer({ min: 1, max: 3 }), cod: fc.boolean() }) },
  { weight: 4, arbitrary: about('send') },
  { weight: 2, arbitrary: about('split') },
  { weight: 3, arbitrary: about('parcel') },
  { weight: 2, arbitrary: about('complete') },
  { weight: 3, arbitrary: about('return') },
  { weight: 3, arbitrary: about('decide', { approve: fc.boolean() }) },
  { weight: 1, arbitrary: about('withdraw') },
  { weight: 2, arbitrary: about('refuse') },
  { weight: 3, arbitrary: about('settle', { less: fc.nat(3_000) }) },
  { weight: 1, arbitrary: about('unsettle') },
  {
    weight: 3,
    arbitrary: about('pay', { amount: fc.integer({ min: 1, max: 60_000 }), named: fc.boolean(), early: fc.boolean() }),
  },
  { weight: 1, arbitrary: about('unpay') },
  { weight: 2, arbitrary: about('supply', { amount: fc.integer({ min: 1, max: 30_000 }) }) },
  { weight: 2, arbitrary: about('offset') },
  { weight: 1, arbitrary: about('unset') },
  { weight: 1, arbitrary: about('act') },
  {
    weight: 3,
    arbitrary: about('paper', { type: fc.constantFrom('invoice', 'delivery_note', 'return_note', 'credit_note') }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Made = { readonly id: string };

/** What some of the steps say beside. */
interface Said {
  readonly amount: number;
  readonly count: number;
  readonly less: number;
  readonly cod: boolean;
  readonly named: boolean;
  readonly early: boolean;
  readonly approve: boolean;
  readonly type: 'invoice' | 'delivery_note' | 'return_note' | 'credit_note';
}

interface World {
  readonly project: TestProject;
  readonly seller: TestDropshipper;
  readonly goods: readonly string[];
  readonly orders: string[];
  readonly returns: string[];
  readonly payments: string[];
  readonly registers: string[];
  readonly offsets: string[];
}

const today = kyivDate(new Date());
const yesterday = daysAfter(today, -1);

async function carryOut(world: World, asked: Step): Promise<number> {
  const { project, seller, goods } = world;
  const token = project.owner.token;
  const params = { project_id: project.id };
  const pick = (all: readonly string[], at: number) => all[at % Math.max(1, all.length)] ?? '';
  const order = pick(world.orders, asked.order);
  const of = (id: string) => ({ params: { ...params, id }, token });
  const keep = (all: string[], made: { readonly status: number; readonly body: Made }) => {
    if (made.status < 300 && !all.includes(made.body.id)) all.push(made.body.id);
    return made.status;
  };
  const said = asked as unknown as Said;
  if (asked.do === 'place') {
    const items = { [pick(goods, asked.nth)]: said.count, [pick(goods, asked.nth + 1)]: 1 };
    const body = orderBody(items, { send: true, ...(said.cod ? { cod: {} } : {}) });
    return keep(world.orders, await placeOrder(app, project, seller.token, body));
  }
  if (asked.do === 'pay') {
    const orders = said.named && order ? { orders: [{ order_id: order, amount: said.amount }] } : {};
    const body = {
      counterparty_id: seller.counterparty_id,
      type: 'receipt',
      amount: said.amount,
      date: said.early ? yesterday : today,
    } as const;
    return keep(
      world.payments,
      await app.call(payments.createPayment, { params, token, body: { ...body, ...orders } }),
    );
  }
  if (asked.do === 'supply') {
    const items = [{ product_variant_id: pick(goods, asked.nth), count: 1, transaction_item_price: said.amount }];
    const { counterparty_id } = seller;
    const body = { flow: 'income', type: 'purchase', counterparty_id, date: today, items } as const;
    return (await app.call(createTurnover, { params, token, body })).status;
  }
  if (asked.do === 'offset' || asked.do === 'unset') {
    const known = of(pick(world.offsets, asked.nth));
    const built =
      asked.do === 'offset'
        ? await app.call(offsets.createOffset, {
            ...{ params, token, body: { counterparty_id: seller.counterparty_id, day: today } },
          })
        : await app.call(offsets.reverseOffset, { ...known, body: { grounds: 'помилка' } });
    if (built.status >= 300) return built.status;
    if (asked.do === 'offset') world.offsets.push(built.body.id);
    return (await app.call(offsets.agreeOffset, { ...of(built.body.id), token: seller.token, body: {} })).status;
  }
  if (asked.do === 'act') {
    const body = { counterparty_id: seller.counterparty_id, from: daysAfter(today, -60), to: yesterday };
    const act = await app.call(acts.createReconciliation, { params, token, body });
    if (act.status >= 300) return act.status;
    await app.call(acts.sendReconciliation, { ...of(act.body.id), body: {} });
    return (await app.call(acts.agreeReconciliation, { ...of(act.body.id), token: seller.token, body: {} })).status;
  }
  if (asked.do === 'unpay') {
    const found = of(pick(world.payments, asked.nth));
    return (await app.call(payments.reversePayment, { ...found, body: { comment: 'помилка' } })).status;
  }
  if (asked.do === 'unsettle') {
    const found = of(pick(world.registers, asked.nth));
    const { body } = await app.call(cod.readRegister, found);
    const row_ids = (body.items ?? []).slice(0, 1).map(({ id }) => id);
    return (await app.call(cod.reverseRows, { ...found, body: { row_ids, comment: 'помилка' } })).status;
  }
  if (asked.do === 'decide') {
    const body = { others: said.approve ? ('approved' as const) : ('rejected' as const) };
    return (await app.call(returns.decideReturn, { ...of(pick(world.returns, asked.nth)), body })).status;
  }
  if (asked.do === 'withdraw')
    return (await app.call(returns.withdrawReturn, of(pick(world.returns, asked.nth)))).status;
  if (asked.do === 'paper') {
    const type = said.type;
    if (type === 'return_note')
      return (await app.call(documents.issueReturnNote, of(pick(world.returns, asked.nth)))).status;
    if (type === 'credit_note')
      return (await app.call(documents.issueCreditNote, of(pick(world.returns, asked.nth)))).status;
    return (await app.call(documents.issueDocument, { ...of(order), body: { type } })).status;
  }
  if (asked.do === 'send') return (await move(app, project, token, order, 'Sent')).status;
  if (asked.do === 'complete') return (await move(app, project, token, order, 'Complete')).status;
  const { body: read } = await app.call(readOrder, of(order));
  const lines = read.items ?? [];
  if (asked.do === 'split') {
    const parcels = [{ items: [{ order_item_id: lines[0]?.id ?? order, count: 1 }] }];
    return (await app.call(splitOrder, { ...of(order), body: { parcels } })).status;
  }
  const parcels = (await app.call(listParcels, of(order))).body.items ?? [];
  const parcel = parcels[asked.nth % Math.max(1, parcels.length)];
  if (asked.do === 'parcel')
    return (await app.call(sendParcel, { token, params: { ...params, order_id: order, id: parcel?.id ?? order } }))
      .status;
  if (asked.do === 'return') {
    const items = lines.slice(0, 1 + (asked.nth % 2)).map(({ id }) => ({ order_item_id: id, count: 1 }));
    const body = { order_id: order, reason: 'damaged' as const, items, ...(parcel ? { parcel_id: parcel.id } : {}) };
    return keep(world.returns, await app.call(returns.createReturn, { params, token: seller.token, body }));
  }
  if (asked.do === 'refuse') {
    const body = parcel ? { parcel_id: parcel.id } : {};
    return keep(world.returns, await app.call(returns.refuseParcel, { ...of(order), body }));
  }
  const sum = (parcel?.cod ?? read.cod)?.sum ?? 1;
  const row = { order_id: order, amount: Math.max(1, sum - said.less), fee: 0 };
  const rows = [{ ...row, ...(parcel ? { parcel_id: parcel.id } : {}) }];
  const body = { carrier: 'nova_poshta' as const, number: `R-${world.registers.length}`, date: today, rows };
  return keep(world.registers, await app.call(cod.createRegister, { params, token, body }));
}

const one = (kind: Step['do'], order = 0, nth = 0, more: object = {}) => ({ do: kind, order, nth, ...more }) as Step;
/** Does each of them once, whatever is drawn beside it. */
const EVERYTHING: Step[] = [
  ...[one('place', 0, 0, { count: 3, cod: true }), one('send'), one('settle', 0, 0, { less: 500 }), one('unsettle')],
  ...[one('paper', 0, 0, { type: 'invoice' }), one('refuse'), one('withdraw'), one('complete')],
  ...[one('act'), one('pay', 0, 0, { amount: 20_000, named: true, early: true }), one('unpay')],
  ...[one('supply', 0, 0, { amount: 10_000 }), one('offset'), one('unset'), one('offset')],
  ...[one('place', 1, 1, { count: 2, cod: true }), one('split', 1), one('parcel', 1, 0), one('return', 1, 0)],
  ...[one('decide', 0, 1, { approve: true }), one('paper', 0, 1, { type: 'return_note' })],
];

/** Everything that can be added up otherwise than the self-check does it. */
async function figuresOf({ project, seller }: World) {
  type Figure = 'charged' | 'credited' | 'paid' | 'carrier' | 'logistics' | 'supplied' | 'set_off';
  const [row] = await app.sql<Record<Figure, number>>(
    project.id,
    `select
       (select coalesce(sum(case when charged_at is null then sent_sum else sum end), 0)::float8 from orders) as charged,
       (select coalesce(sum(credit), 0)::float8 from returns) as credited,
       (select coalesce(sum(p.amount), 0)::float8 from payments p where p.status = 'confirmed' and not exists (
          select from postings l join postings b on b.ref_kind = 'posting' and b.ref_id = l.id and b.purpose = 'reversal'
          where l.ref_kind = 'payment' and l.ref_id = p.id)) as paid,
       (select coalesce(sum(amount - fee), 0)::float8 from cod_rows where reversed_at is null) as carrier,
       (select coalesce(sum(logistics_charge), 0)::float8 from returns where waived_at is null) as logistics,
       (select coalesce(sum(sum), 0)::float8 from turnover_documents where counterparty_id is not null) as supplied,
       (select coalesce(sum(amount), 0)::float8 from offsets where status = 'agreed' and reverses is null) as set_off`,
  );
  const party = { params: { project_id: project.id, id: seller.counterparty_id }, token: project.owner.token };
  const { balance, purchases_balance } = (await app.call(readCounterparty, party)).body;
  return { row, balance, purchases_balance };
}

it('stock, bookings, postings, balances, periods and papers agree over random sequences of everything', async () => {
  const outcomes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
      const project = await app.project();
      const { token } = project.owner;
      const legal = { legal_name: 'ТОВ «Фабрика»', legal_type: 'ТОВ' as const, edropoy_code: '32855961' };
      await app.call(updateProject, {
        params: { project_id: project.id },
        token,
        body: { project: { ...legal, iban: 'UA213223130000026007233566001' } },
      });
      const seller = await makeDropshipper(app, project, 700);
      await app.call(updateCounterparty, {
        params: { project_id: project.id, id: seller.counterparty_id },
        token,
        body: { refusal_charge: 7_000, payment_days: 3, credit_limit: 30_000, on_limit: 'refuse' },
      });
      const goods = await makeVariants(app, project, [
        { price: 9_999, stock: 12 },
        { price: 12_345, stock: 9 },
        { price: 333, stock: 20 },
      ]);
      const made = { orders: [], returns: [], payments: [], registers: [], offsets: [] };
      const world: World = { project, seller, goods, ...made };
      for (const asked of steps) {
        const status = await carryOut(world, asked);
        expect(status, JSON.stringify(asked)).toBeLessThan(500);
        if (status < 300) outcomes.set(asked.do, (outcomes.get(asked.do) ?? 0) + 1);
      }
      const { row, balance, purchases_balance } = await figuresOf(world);
      const { charged = 0, credited = 0, paid = 0, carrier = 0, logistics = 0, supplied = 0, set_off = 0 } = row ?? {};
      expect(balance).toBe(paid + carrier + credited + supplied - charged - logistics);
      expect(purchases_balance).toBe(supplied - set_off);
      for (const id of goods) {
        const { actual, booked, movements, bookings } = await stockOf(app, project, id);
        expect([booked, actual]).toEqual([bookings, movements]);
      }
      expect(await differencesOf(app, project)).toEqual([]);
    }),
    { numRuns: 14, examples: [[EVERYTHING]] },
  );
  // the sequences must reach what they are for
  const kinds = ['place', 'send', 'split', 'parcel', 'complete', 'return', 'decide', 'withdraw', 'refuse'];
  for (const kind of [...kinds, 'supply', 'offset', 'unset', 'settle', 'unsettle', 'pay', 'unpay', 'act', 'paper'])
    expect(outcomes.get(kind) ?? 0, kind).toBeGreaterThan(0);
});
