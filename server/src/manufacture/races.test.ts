import { createManufactureRequest, readManufactureRequest, takeInMade } from '@lanka/domain/manufacture/contract';
import { updateOrder } from '@lanka/domain/orders/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import { reverseTurnover } from '@lanka/domain/turnover/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { backorderProject, moveRequest, requestsOf, waitingOf, wrongFigures } from '../../test/backorders';
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

let app: TestApp;
let project: TestProject;
let seller: TestDropshipper;
let owner: string;

beforeAll(async () => {
  app = await testApp({ DB_POOL_SIZE: '30' });
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await backorderProject(app);
  owner = project.owner.token;
  seller = await makeDropshipper(app, project);
});

const place = (items: Record<string, number>) =>
  placeOrder(app, project, seller.token, orderBody(items, { send: true }));
const arrive = (id: string, delta: number) =>
  app.call(changeStock, { params: { project_id: project.id, id }, token: owner, body: { delta } });
const statuses = (answers: readonly { status: number }[]) => [...new Set(answers.map(({ status }) => status))];

/** Of the lines that wait for the variant, none may have got a piece while an older one still lacks some. */
async function overtaken(variant: string): Promise<unknown[]> {
  return app.sql(
    project.id,
    `select * from (
       select id, filled, lag(count - filled) over (order by created_at, id) as older_lacks from stock_waits
       where product_variant_id = $1 and status <> 'Canceled'
     ) queue where filled > 0 and older_lacks > 0`,
    [variant],
  );
}

async function expectRight(): Promise<void> {
  expect(await wrongFigures(app, project)).toEqual([]);
  expect(await differencesOf(app, project)).toEqual([]);
}

it('takes 50 orders beyond stock while stock arrives; nobody blocks another, nobody overtakes', async () => {
  const variants = await makeVariants(
    app,
    project,
    Array.from({ length: 4 }, () => ({ stock: 10 })),
  );
  const [placed, arrived] = await Promise.all([
    Promise.all(
      Array.from({ length: 50 }, (_, i) => {
        const turned = [...variants.slice(i % 4), ...variants.slice(0, i % 4)];
        return place(Object.fromEntries((i % 2 ? turned : turned.reverse()).map((id) => [id, 2])));
      }),
    ),
    Promise.all(Array.from({ length: 40 }, (_, i) => arrive(variants[i % 4] ?? '', 3))),
  ]);
  expect([statuses(placed), statuses(arrived)]).toEqual([[201], [200]]);
  for (const id of variants) {
    // 10 + 10 × 3 came, 50 × 2 were ordered
    expect(await stockOf(app, project, id)).toEqual({ actual: 40, booked: 40, movements: 40, bookings: 40 });
    expect(await waitingOf(app, project, id)).toEqual({ waiting: 60, rows: 60, available: 0 });
    expect(await overtaken(id)).toEqual([]);
  }
  await expectRight();
});

it('stays right when orders are edited, canceled and sent while requests are done and stock arrives', async () => {
  const variants = await makeVariants(
    app,
    project,
    Array.from({ length: 3 }, () => ({ stock: 4 })),
  );
  const [a = '', b = '', c = ''] = variants;
  const placed = await Promise.all(Array.from({ length: 24 }, (_, i) => place({ [a]: 1 + (i % 3), [b]: 2, [c]: 1 })));
  expect(statuses(placed)).toEqual([201]);
  const requests = await Promise.all(
    placed.slice(0, 8).map(async ({ body }) => (await requestsOf(app, project, body.id))[0]),
  );
  const begun = requests.flatMap((request) => (request ? [request.id] : []));
  expect(begun.length).toBeGreaterThan(4);
  await Promise.all(begun.map((id) => moveRequest(app, project, owner, id, 'in_production')));
  const answers = await Promise.all([
    ...begun.map((id) => moveRequest(app, project, owner, id, 'done')),
    ...placed.map(({ body }, i) => {
      const params = { project_id: project.id, id: body.id };
      const items = orderBody(i % 2 ? { [c]: 3, [a]: 4 } : { [b]: 1, [a]: 1 }).items;
      if (i % 3 === 0) return move(app, project, owner, body.id, i % 2 ? 'Canceled' : 'Blocked', 'причина');
      if (i % 3 === 1) return app.call(updateOrder, { params, token: owner, body: { items } });
      return move(app, project, owner, body.id, 'Sent');
    }),
    ...Array.from({ length: 12 }, (_, i) => arrive(variants[i % 3] ?? '', 2)),
  ]);
  expect(statuses(answers).filter((status) => status !== 200 && status !== 409)).toEqual([]);
  await expectRight();
});

it('makes one movement when a request is done ten times at once', async () => {
  const [a = ''] = await makeVariants(app, project, [{}]);
  const { body: order } = await place({ [a]: 5 });
  const id = (await requestsOf(app, project, order.id))[0]?.id ?? '';
  await moveRequest(app, project, owner, id, 'in_production');
  const answers = await Promise.all(Array.from({ length: 10 }, () => moveRequest(app, project, owner, id, 'done')));
  expect(statuses(answers)).toEqual([200]);
  expect(await stockOf(app, project, a)).toEqual({ actual: 5, booked: 5, movements: 5, bookings: 5 });
  await expectRight();
});

it('takes parts in at once, never more than is wanted, and each piece stands on the shelf once', async () => {
  const [a = '', b = ''] = await makeVariants(app, project, [{}, {}]);
  const waits = await Promise.all([place({ [a]: 4 }), place({ [a]: 4, [b]: 2 })]);
  const lines = [
    { product_variant_id: a, count: 8 },
    { product_variant_id: b, count: 2 },
  ];
  const params = { project_id: project.id };
  const { body } = await app.call(createManufactureRequest, { params, token: owner, body: { lines } });
  await moveRequest(app, project, owner, body.id, 'in_production');
  const part = (product_variant_id: string, count: number) =>
    app.call(takeInMade, {
      params: { ...params, id: body.id },
      token: owner,
      body: { made: [{ product_variant_id, count }], comment: '' },
    });
  const answers = await Promise.all([
    ...Array.from({ length: 7 }, () => part(a, 2)),
    ...Array.from({ length: 3 }, () => part(b, 1)),
    ...waits.map(({ body: { id } }) => move(app, project, owner, id, 'Blocked', 'причина')),
  ]);
  // what comes after the last piece finds the request done
  expect(statuses(answers).filter((status) => ![200, 409, 422].includes(status))).toEqual([]);
  expect(answers.slice(0, 7).filter(({ status }) => status === 200)).toHaveLength(4);
  const { body: done } = await app.call(readManufactureRequest, { params: { ...params, id: body.id }, token: owner });
  expect([done.status, done.made, done.parts.length]).toEqual(['done', 10, 6]);
  expect(await stockOf(app, project, a)).toMatchObject({ actual: 8, movements: 8 });
  await expectRight();
});

it('takes a part back while another comes and the request is ended: one order or the other', async () => {
  const [a = ''] = await makeVariants(app, project, [{ stock: 5 }]);
  const params = { project_id: project.id };
  const lines = [{ product_variant_id: a, count: 9 }];
  const { body } = await app.call(createManufactureRequest, { params, token: owner, body: { lines } });
  await moveRequest(app, project, owner, body.id, 'in_production');
  const of = { ...params, id: body.id };
  const part = (count: number) =>
    app.call(takeInMade, { params: of, token: owner, body: { made: [{ product_variant_id: a, count }], comment: '' } });
  const { body: first } = await part(3);
  const document = first.parts[0]?.document?.id ?? '';
  const answers = await Promise.all([
    part(2),
    app.call(reverseTurnover, { params: { ...params, id: document }, token: owner, body: { comment: '' } }),
    part(4),
    moveRequest(app, project, owner, body.id, 'done', { [a]: 0 }),
  ]);
  expect(statuses(answers).filter((status) => ![200, 409, 422].includes(status))).toEqual([]);
  const { body: after } = await app.call(readManufactureRequest, { params: of, token: owner });
  const stands = after.parts.reduce((total, { count, reversed }) => total + (reversed ? 0 : count), 0);
  expect(after.made).toBe(stands);
  expect(await stockOf(app, project, a)).toMatchObject({ actual: 5 + stands });
  await expectRight();
});
