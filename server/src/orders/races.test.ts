import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  auditOf,
  balanceOf,
  makeVariants,
  move,
  openTrade,
  orderBody,
  placeOrder,
  stockOf,
  type Trade,
} from '../../test/trade';

let { app, project, seller } = {} as Trade;

beforeAll(async () => {
  ({ app, project, seller } = await openTrade({ DB_POOL_SIZE: '30' }));
});
afterAll(() => app.close());

const audit = () => auditOf(app, project);

/** Places it; who waited ten seconds for those before him is turned away, and asks again. */
async function placePatiently(...args: Parameters<typeof placeOrder>): ReturnType<typeof placeOrder> {
  for (;;) {
    const answer = await placeOrder(...args);
    if (answer.status !== 503) return answer;
  }
}

it('of 300 simultaneous orders for 100 pieces accepts exactly 100 and tells the others that none is left', async () => {
  const [a = ''] = await makeVariants(app, project, [{ stock: 100 }]);
  const answers = await Promise.all(
    Array.from({ length: 300 }, () =>
      placePatiently(app, project, seller.token, orderBody({ [a]: 1 }, { send: true })),
    ),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(201), count(422)]).toEqual([100, 200]);
  for (const { status, error } of answers) {
    if (status === 422) expect(error).toMatchObject({ code: 'stock.short', details: [{ wanted: 1, available: 0 }] });
  }
  expect(await stockOf(app, project, a)).toEqual({ actual: 100, booked: 100, movements: 100, bookings: 100 });
  expect(await audit()).toMatchObject({ ok: true });
});

it('never blocks crosswise when orders want the same variants in another order', async () => {
  const variants = await makeVariants(
    app,
    project,
    Array.from({ length: 6 }, () => ({ stock: 1000 })),
  );
  const placed = await Promise.all(
    Array.from({ length: 60 }, (_, i) => {
      const turned = [...variants.slice(i % 6), ...variants.slice(0, i % 6)];
      const wanted = i % 2 ? turned : turned.reverse();
      return placeOrder(
        app,
        project,
        seller.token,
        orderBody(Object.fromEntries(wanted.map((id) => [id, 1])), { send: true }),
      );
    }),
  );
  expect(placed.every(({ status }) => status === 201)).toBe(true);
  const moved = await Promise.all(
    placed.map(({ body }, i) =>
      i % 3
        ? move(app, project, project.owner.token, body.id, 'Sent')
        : move(app, project, project.owner.token, body.id, 'Canceled', 'x'),
    ),
  );
  expect(moved.map(({ status }) => status)).toEqual(Array(60).fill(200));
  for (const id of variants) {
    expect(await stockOf(app, project, id)).toEqual({ actual: 960, booked: 0, movements: 960, bookings: 0 });
  }
  expect(await audit()).toMatchObject({ ok: true });
});

it('moves an order once when it is moved ten times at once', async () => {
  const [a = ''] = await makeVariants(app, project, [{ price: 1_000, stock: 5 }]);
  const before = await balanceOf(app, project, seller.counterparty_id);
  const { body: order } = await placeOrder(app, project, seller.token, orderBody({ [a]: 2 }, { send: true }));
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => move(app, project, project.owner.token, order.id, 'Sent')),
  );
  expect(answers.every(({ status, body }) => status === 200 && body.status === 'Sent')).toBe(true);
  expect(await stockOf(app, project, a)).toEqual({ actual: 3, booked: 0, movements: 3, bookings: 0 });
  expect(await balanceOf(app, project, seller.counterparty_id)).toBe(before - 2_000);
  const [row] = await app.sql<{ n: number }>(
    project.id,
    `select count(*)::int as n from order_history where order_id = $1 and kind = 'moved' and "to" = 'Sent'`,
    [order.id],
  );
  expect(row?.n).toBe(1);
});

it('lets one of two opposite moves win', async () => {
  const [a = ''] = await makeVariants(app, project, [{ stock: 1 }]);
  const { body: order } = await placeOrder(app, project, seller.token, orderBody({ [a]: 1 }, { send: true }));
  const [sent, canceled] = await Promise.all([
    move(app, project, project.owner.token, order.id, 'Sent'),
    move(app, project, project.owner.token, order.id, 'Canceled', 'Передумали'),
  ]);
  expect([sent?.status, canceled?.status].sort()).toEqual([200, 409]);
  const level = await stockOf(app, project, a);
  expect(level).toMatchObject({ booked: 0, bookings: 0, actual: sent?.status === 200 ? 0 : 1 });
});

it('makes one order for ten requests with the same Idempotency-Key', async () => {
  const [a = ''] = await makeVariants(app, project, [{ stock: 50 }]);
  const post = () =>
    placeOrder(app, project, seller.token, orderBody({ [a]: 1 }, { send: true }), { 'idempotency-key': 'k-1' });
  const answers = await Promise.all(Array.from({ length: 10 }, post));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await stockOf(app, project, a)).toMatchObject({ booked: 1, bookings: 1 });
});

it('places and ships with the same number of statements for 1 and for 50 lines', async () => {
  const variants = await makeVariants(
    app,
    project,
    Array.from({ length: 50 }, () => ({ stock: 10 })),
  );
  const statements: number[] = [];
  const counted = async (ids: string[]) => {
    const { body: order } = await placeOrder(
      app,
      project,
      seller.token,
      orderBody(Object.fromEntries(ids.map((id) => [id, 1])), { send: true }),
    );
    statements.push(app.lastStatements());
    await move(app, project, project.owner.token, order.id, 'Sent');
    statements.push(app.lastStatements());
  };
  await counted(variants.slice(0, 1));
  await counted(variants);
  expect(statements.slice(2)).toEqual(statements.slice(0, 2));
  expect(statements[0]).toBeGreaterThan(0);
});
