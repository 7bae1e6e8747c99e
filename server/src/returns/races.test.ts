import type { Order } from '@lanka/domain/orders/contract';
import { updateCounterparty } from '@lanka/domain/partners/contract';
import * as contract from '@lanka/domain/returns/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import {
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

let app: TestApp;
let project: TestProject;
let owner: string;
let seller: TestDropshipper;
let variants: string[];

beforeAll(async () => {
  app = await testApp({ DB_POOL_SIZE: '30' });
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  owner = project.owner.token;
  seller = await makeDropshipper(app, project);
  variants = await makeVariants(app, project, [
    { price: 10_001, stock: 1_000 },
    { price: 333, stock: 1_000 },
  ]);
});

const one = (id: string) => ({ project_id: project.id, id });
async function sent(count = 4): Promise<Order> {
  const body = orderBody(Object.fromEntries(variants.map((id) => [id, count])), { send: true });
  const { body: order } = await placeOrder(app, project, seller.token, body);
  return (await move(app, project, owner, order.id, 'Sent')).body;
}
const ask = (order: Order, count: number, lines = order.items) =>
  app.call(contract.createReturn, {
    params: { project_id: project.id },
    token: seller.token,
    body: { order_id: order.id, reason: 'not_needed', items: lines.map(({ id }) => ({ order_item_id: id, count })) },
  });
const decide = (id: string, others: 'approved' | 'rejected') =>
  app.call(contract.decideReturn, { params: one(id), token: owner, body: { others } });
const balance = () => balanceOf(app, project, seller.counterparty_id);
const auditIsFine = async () => {
  expect(await differencesOf(app, project)).toEqual([]);
};
const times = <T>(n: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)));

it('credits and restocks once when ten approve one return at once, and decides one way when others reject it', async () => {
  const order = await sent();
  const before = await balance();
  const { body: asked } = await ask(order, 4);
  const answers = await times(10, (i) => decide(asked.id, i % 2 ? 'approved' : 'rejected'));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const { body: after } = await app.call(contract.readReturn, { params: one(asked.id), token: owner });
  const approved = after.status === 'approved';
  expect(['approved', 'rejected']).toContain(after.status);
  expect((await balance()) - before).toBe(approved ? order.sum : 0);
  expect((await stockOf(app, project, variants[0] ?? '')).actual).toBe(approved ? 1_000 : 996);
  await auditIsFine();
});

it('of returns at once takes no more than was sent', async () => {
  const order = await sent(5);
  const answers = await times(8, () => ask(order, 2));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  for (const { status, error } of answers)
    if (status !== 201) expect(error).toMatchObject({ code: 'returns.bad_count', details: [{ left: 1 }, { left: 1 }] });
  const numbers = answers.flatMap(({ status, body }) => (status === 201 ? [body.number] : []));
  expect(numbers.sort()).toEqual([1, 2]);
  await auditIsFine();
});

it('approves while the order is completed, while others ship, and a parcel is refused once', async () => {
  await app.call(updateCounterparty, {
    params: one(seller.counterparty_id),
    token: owner,
    body: { refusal_charge: 500 },
  });
  const orders = await times(6, () => sent());
  const asked = await Promise.all(orders.map(async (order) => (await ask(order, 1)).body));
  const open = await times(6, async () => {
    const counts = Object.fromEntries([...variants].reverse().map((id) => [id, 3]));
    return (await placeOrder(app, project, seller.token, orderBody(counts, { send: true }))).body;
  });
  const refuse = (id: string) =>
    app.call(contract.refuseParcel, { params: one(id), token: owner, body: { comment: '' } });
  const answers = await Promise.all([
    ...asked.map(({ id }) => decide(id, 'approved')),
    ...orders.slice(0, 3).map(({ id }) => move(app, project, owner, id, 'Complete')),
    ...open.map(({ id }) => move(app, project, owner, id, 'Sent')),
    ...orders.slice(3).flatMap(({ id }) => [refuse(id), refuse(id), refuse(id)]),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const [found] = await app.sql<{ charges: string }>(
    project.id,
    `select count(*) as charges from postings where project_id = $1 and purpose = 'logistics'`,
    [project.id],
  );
  expect(Number(found?.charges)).toBe(3);
  await auditIsFine();
});

it('over any sequence of returns, decisions and withdrawals stock, balance and returns agree', async () => {
  const step = fc.record({
    kind: fc.constantFrom('ask', 'approve', 'reject', 'withdraw', 'refuse', 'waive', 'complete'),
    count: fc.integer({ min: 1, max: 3 }),
    which: fc.nat({ max: 5 }),
  });
  await app.call(updateCounterparty, {
    params: one(seller.counterparty_id),
    token: owner,
    body: { refusal_charge: 777 },
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const order = await sent(5);
      const before = await balance();
      const stock = (await stockOf(app, project, variants[0] ?? '')).actual;
      const ids: string[] = [];
      for (const { kind, count, which } of steps) {
        const id = ids[which % Math.max(1, ids.length)] ?? crypto.randomUUID();
        if (kind === 'ask')
          ids.push(...[await ask(order, count)].flatMap(({ status, body }) => (status === 201 ? body.id : [])));
        else if (kind === 'approve') await decide(id, 'approved');
        else if (kind === 'reject') await decide(id, 'rejected');
        else if (kind === 'withdraw') await app.call(contract.withdrawReturn, { params: one(id), token: seller.token });
        else if (kind === 'waive')
          await app.call(contract.waiveCharge, { params: one(id), token: owner, body: { comment: 'Ні' } });
        else if (kind === 'complete') await move(app, project, owner, order.id, 'Complete');
        else {
          const { status, body } = await app.call(contract.refuseParcel, {
            params: one(order.id),
            token: owner,
            body: { comment: '' },
          });
          if (status === 200) ids.push(body.id);
        }
      }
      const { body } = await app.call(contract.readOrderReturns, { params: one(order.id), token: owner });
      const credit = body.lines.reduce((sum, line) => sum + line.credit, 0);
      const charges = body.items.reduce((sum, row) => sum + (row.charge_waived ? 0 : row.logistics_charge), 0);
      expect((await balance()) - before).toBe(credit - charges);
      expect((await stockOf(app, project, variants[0] ?? '')).actual - stock).toBe(body.lines[0]?.approved);
      for (const { shipped, approved, pending, left } of body.lines) expect(approved + pending + left).toBe(shipped);
    }),
    { numRuns: 15 },
  );
  await auditIsFine();
});
