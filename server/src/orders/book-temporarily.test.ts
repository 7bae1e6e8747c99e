import * as contract from '@lanka/domain/orders/contract';
import { updateProject } from '@lanka/domain/projects/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeDropshipper, makeVariants, orderBody, placeOrder, stockOf, type TestDropshipper } from '../../test/trade';

let app: TestApp;
let project: TestProject;
let seller: TestDropshipper;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function begin(settings: object = {}): Promise<void> {
  project = await app.project();
  seller = await makeDropshipper(app, project);
  const params = { project_id: project.id };
  await app.call(updateProject, { params, token: project.owner.token, body: { project: settings } });
}

/** Drafts of the seller that want so many of each variant. */
const draft = async (wanted: Record<string, number>, token = seller.token) =>
  (await placeOrder(app, project, token, orderBody(wanted))).body;
const book = (order: contract.Order, line = 0, token = seller.token) =>
  app.call(contract.bookTemporarily, {
    params: { project_id: project.id, id: order.id, item_id: order.items[line]?.id ?? '' },
    token,
  });

it('of 10 pieces a client books 5 in all his drafts together, and is told the limit', async () => {
  await begin();
  const [a = ''] = await makeVariants(app, project, [{ stock: 10 }]);
  const [three, two, one] = [await draft({ [a]: 3 }), await draft({ [a]: 2 }), await draft({ [a]: 1 })];
  expect((await book(three)).status).toBe(200);
  expect((await book(two)).status).toBe(200);
  // again is no second booking
  expect((await book(two)).status).toBe(200);
  const refused = await book(one);
  expect([refused.status, refused.error.code, refused.error.details[0]]).toMatchObject([
    422,
    'orders.temporary_pieces',
    { allowed: 5, held: 5 },
  ]);
  expect(refused.error.message).toContain('5 од.');
  // the supplier's own people are not bound, another client has a share of his own
  expect((await book(one, 0, project.owner.token)).status).toBe(200);
  const other = await makeDropshipper(app, project);
  expect((await book(await draft({ [a]: 2 }, other.token), 0, other.token)).status).toBe(200);
  expect(await stockOf(app, project, a)).toMatchObject({ booked: 8, bookings: 8 });
});

it('the last piece may always be booked, and the supplier chooses the share', async () => {
  await begin({ temporary_booking_share: 0 });
  const [a = '', b = ''] = await makeVariants(app, project, [{ stock: 1 }, { stock: 10 }]);
  expect((await book(await draft({ [a]: 1 }))).status).toBe(200);
  expect((await book(await draft({ [b]: 2 }))).error.code).toBe('orders.temporary_pieces');
});

it('of many bookings at the same moment, of one variant and of many, no more are made than the limits let', async () => {
  await begin({ temporary_booking_lines: 4 });
  const variants = await makeVariants(
    app,
    project,
    Array.from({ length: 8 }, () => ({ stock: 12 })),
  );
  const [a = ''] = variants;
  const same = await Promise.all(Array.from({ length: 6 }, () => draft({ [a]: 2 })));
  const pieces = await Promise.all(same.map((order) => book(order)));
  // half of 12 is 6
  expect(pieces.filter(({ status }) => status === 200)).toHaveLength(3);
  const many = await draft(Object.fromEntries(variants.slice(1).map((id) => [id, 1])));
  const lines = await Promise.all(many.items.map((_, line) => book(many, line)));
  expect(lines.filter(({ status }) => status === 200)).toHaveLength(1);
  const apart = await Promise.all(variants.slice(1).map((id) => draft({ [id]: 1 })));
  const more = await Promise.all(apart.map((order) => book(order)));
  expect(new Set(more.map(({ error }) => error.code))).toEqual(new Set(['orders.temporary_lines']));
  expect(more[0]?.error.message).toContain('4');
});
