import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/orders/contract';
import { listParcels, sendParcel, splitOrder } from '@lanka/domain/parcels/contract';
import { createPayment } from '@lanka/domain/payments/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import {
  aDayPasses,
  balanceOf,
  differencesOf,
  makeDropshipper,
  makeVariants,
  move,
  orderBody,
  placeOrder,
  stockOf,
  type TestDropshipper,
} from '../../test/trade';
import { endReservationsIn } from './reservation';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const variant = fc.integer({ min: 0, max: 2 });
const items = fc.dictionary(fc.constantFrom('0', '1', '2'), fc.integer({ min: 1, max: 4 }), { minKeys: 1 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('place' as const), items, send: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      order: fc.nat(9),
      to: fc.constantFrom(...contract.OrderStatus.options),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('edit' as const), order: fc.nat(9), items, staff: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('split' as const),
      order: fc.nat(9),
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('parcel' as const), order: fc.nat(9), parcel: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold' as const), order: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('reserve' as const),
      order: fc.nat(9),
      days: fc.option(fc.nat(3)),
      staff: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('day' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('count' as const), variant, counted: fc.nat(12) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('add' as const), variant, delta: fc.integer({ min: -5, max: 8 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      amount: fc.integer({ min: 1, max: 500_000 }),
      out: fc.boolean(),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface World {
  readonly project: TestProject;
  readonly seller: TestDropshipper;
  readonly variants: readonly string[];
  readonly orders: string[];
  paid: number;
}

async function carryOut(world: World, one: Step): Promise<number> {
  const { project, seller, variants, orders } = world;
  const named = (wanted: Record<string, number>) =>
    Object.fromEntries(Object.entries(wanted).map(([index, count]) => [variants[Number(index)] ?? '', count]));
  const params = { project_id: project.id };
  const owner = project.owner.token;
  const order = 'order' in one ? orders[one.order % Math.max(1, orders.length)] : undefined;
  if ('order' in one && !order) return 0;
  const id = order ?? '';
  switch (one.do) {
    case 'place': {
      const made = await placeOrder(app, project, seller.token, orderBody(named(one.items), { send: one.send }));
      if (made.status === 201) orders.push(made.body.id);
      return made.status;
    }
    case 'move':
      return (await move(app, project, owner, id, one.to, 'причина')).status;
    case 'edit': {
      const body = { items: orderBody(named(one.items)).items };
      const token = one.staff ? owner : seller.token;
      return (await app.call(contract.updateOrder, { params: { ...params, id }, token, body })).status;
    }
    case 'hold': {
      const found = await app.call(contract.readOrder, { params: { ...params, id }, token: seller.token });
      const item_id = found.body.items?.[0]?.id ?? id;
      return (await app.call(contract.bookTemporarily, { params: { ...params, id, item_id }, token: seller.token }))
        .status;
    }
    case 'reserve': {
      const body = { reserved_until: one.days === null ? null : daysAfter(kyivDate(new Date()), one.days) };
      const token = one.staff ? owner : seller.token;
      return (await app.call(contract.updateOrder, { params: { ...params, id }, token, body })).status;
    }
    case 'day':
      await aDayPasses(app, project);
      await endReservationsIn(app.app.services, project.id);
      return 200;
    case 'split': {
      const found = await app.call(contract.readOrder, { params: { ...params, id }, token: owner });
      const items = [{ order_item_id: found.body.items?.[0]?.id ?? id, count: one.count }];
      return (await app.call(splitOrder, { params: { ...params, id }, token: owner, body: { parcels: [{ items }] } }))
        .status;
    }
    case 'parcel': {
      const { body } = await app.call(listParcels, { params: { ...params, id }, token: owner });
      const parcel = body.items[one.parcel % Math.max(1, body.items.length)];
      if (!parcel) return 404;
      return (await app.call(sendParcel, { params: { ...params, order_id: id, id: parcel.id }, token: owner })).status;
    }
    case 'count':
    case 'add': {
      const body = one.do === 'count' ? { counted: one.counted } : { delta: one.delta };
      return (
        await app.call(changeStock, { params: { ...params, id: variants[one.variant] ?? '' }, token: owner, body })
      ).status;
    }
    case 'pay': {
      const type = one.out ? ('withdrawal' as const) : ('receipt' as const);
      const body = {
        counterparty_id: seller.counterparty_id,
        type,
        amount: one.amount,
        date: '2026-11-20',
        comment: 'Готівка з каси',
      };
      const { status } = await app.call(createPayment, { params, token: owner, body });
      if (status === 201) world.paid += one.out ? -one.amount : one.amount;
      return status;
    }
  }
}

it('keeps stock and money right over random sequences of edits, moves, bookings and payments', async () => {
  const outcomes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const project = await app.project();
      const seller = await makeDropshipper(app, project, 700);
      const variants = await makeVariants(app, project, [
        { price: 999, stock: 6 },
        { price: 12_345, stock: 3 },
        { price: 1, stock: 9 },
      ]);
      const world: World = { project, seller, variants, orders: [], paid: 0 };
      for (const one of steps) {
        const status = await carryOut(world, one);
        expect(status, JSON.stringify(one)).toBeLessThan(500);
        const key = `${one.do} ${status < 300 ? 'done' : 'refused'}`;
        outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
      }
      for (const id of variants) {
        const { actual, booked, movements, bookings } = await stockOf(app, project, id);
        expect(booked).toBe(bookings);
        expect(actual).toBe(movements);
        expect(booked).toBeGreaterThanOrEqual(0);
        expect(booked).toBeLessThanOrEqual(actual);
      }
      const [books] = await app.sql<{ charged: number; zero: number; lines: number; unbooked: number }>(
        project.id,
        `select
           (select coalesce(sum(case when charged_at is null then sent_sum else sum end), 0)::float8 from orders) as charged,
           (select coalesce(sum(counterparty_change), 0)::float8 from postings) as zero,
           (select count(*)::int from orders o where o.sum <> (select coalesce(sum(amount), 0) from order_items i where i.order_id = o.id)) as lines,
           (select count(*)::int from orders o join order_items i on i.order_id = o.id
              left join lateral (select coalesce(sum(g.count), 0) as sent from parcel_items g
                join parcels p on p.order_id = g.order_id and p.id = g.parcel_id
                where g.order_id = o.id and g.order_item_id = i.id and p.sent_at is not null) s on true
              left join bookings b on b.ref_id = o.id and b.ref_line = i.id and b.status = 'Active'
                and b.count = i.count - s.sent and b.booked_hours is null
              where o.status in ('Pending', 'InProduction', 'Ready', 'Loading', 'Loaded') and i.count > s.sent and b.id is null) as unbooked`,
      );
      const balance = await balanceOf(app, project, seller.counterparty_id);
      expect(balance).toBe(world.paid - (books?.charged ?? 0));
      expect(books).toMatchObject({ zero: balance, lines: 0, unbooked: 0 });
      expect(await differencesOf(app, project)).toEqual([]);
    }),
    { numRuns: 25 },
  );
  // the sequences must reach what they are for
  for (const one of ['place', 'move', 'edit', 'split', 'parcel', 'hold', 'reserve', 'day', 'count', 'add', 'pay'])
    expect(outcomes.get(`${one} done`), one).toBeGreaterThan(0);
});
