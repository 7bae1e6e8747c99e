import * as contract from '@lanka/domain/orders/contract';
import { listOrders } from '@lanka/domain/orders/lists';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeDropshipper, makeVariants, move, orderBody, placeOrder, type TestDropshipper } from '../../test/trade';

let app: TestApp;
let project: TestProject;
let seller: TestDropshipper;
let ids: string[];

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  seller = await makeDropshipper(app, project);
  const [variant = ''] = await makeVariants(app, project, [{ stock: 1_000 }]);
  ids = [];
  for (const send of [true, true, false, true, true]) {
    const made = await placeOrder(app, project, seller.token, orderBody({ [variant]: 1 }, { send }));
    ids.push(made.body.id);
  }
});

const one = (id: string) => ({ project_id: project.id, id });
const put = (id: string, place: number, token = project.owner.token) =>
  app.call(contract.moveInQueue, { params: one(id), token, body: { place } });
const places = () =>
  Promise.all(
    ids.map(async (id) => {
      const { body } = await app.call(contract.readOrder, { params: one(id), token: seller.token });
      return body.queue_place;
    }),
  );

it('is by the time of sending, for both sides; who is through leaves it, who is sent anew comes last', async () => {
  const { token } = project.owner;
  expect(await places()).toEqual([1, 2, null, 3, 4]);
  await move(app, project, seller.token, ids[2] ?? '', 'Pending');
  expect(await places()).toEqual([1, 2, 5, 3, 4]);
  await move(app, project, token, ids[0] ?? '', 'Ready');
  await move(app, project, token, ids[0] ?? '', 'Loading');
  await move(app, project, token, ids[1] ?? '', 'Blocked', 'Уточніть');
  expect(await places()).toEqual([null, null, 3, 1, 2]);
  await move(app, project, seller.token, ids[1] ?? '', 'Pending');
  expect(await places()).toEqual([null, 4, 3, 1, 2]);
});

it('is what staff makes of it, as often as it likes, and the history tells', async () => {
  expect((await put(ids[4] ?? '', 1)).body.queue_place).toBe(1);
  expect(await places()).toEqual([2, 3, null, 4, 1]);
  expect((await put(ids[4] ?? '', 3)).body.queue_place).toBe(3);
  expect(await places()).toEqual([1, 2, null, 4, 3]);
  // further than there are orders is the end
  expect((await put(ids[0] ?? '', 99)).body.queue_place).toBe(4);
  for (let turn = 0; turn < 60; turn += 1) expect((await put(ids[turn % 2] ?? '', 2)).body.queue_place).toBe(2);
  const list = async (token: string, query = {}) => {
    const asked = { params: { project_id: project.id }, token, query };
    return new Map((await app.call(listOrders, asked)).body.items.map((row) => [row.id, row.queue_place]));
  };
  for (const token of [project.owner.token, seller.token]) {
    const shown = await list(token, { with_queue_place: 'true' });
    expect(ids.map((id) => shown.get(id))).toEqual(await places());
  }
  expect([...(await list(seller.token)).values()]).toEqual(ids.map(() => undefined));
  const history = await app.call(contract.readHistory, { params: one(ids[4] ?? ''), token: seller.token });
  const told = history.body.items.flatMap(({ effects }) => effects).filter(({ kind }) => kind === 'queue');
  expect(told.map(({ count }) => count)).toEqual([1, 3]);
});

it('keeps every order in one place when several are moved at once', async () => {
  const queued = ids.filter((_, nth) => nth !== 2);
  await Promise.all(queued.flatMap((id) => [put(id, 2), put(id, 1)]));
  expect((await places()).filter((place) => place !== null).sort()).toEqual([1, 2, 3, 4]);
});

it('is not the dropshipper’s to change, and a draft has no place', async () => {
  expect((await put(ids[0] ?? '', 2, seller.token)).status).toBe(403);
  expect((await put(ids[2] ?? '', 1)).error.code).toBe('orders.not_queued');
  expect((await put(ids[0] ?? '', 0)).error.details[0]?.path).toBe('place');
  const stranger = await app.project('Інша');
  expect((await put(ids[0] ?? '', 1, stranger.owner.token)).status).toBe(404);
});
