import { listNotices } from '@lanka/domain/notices/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeDropshipper, makeVariants, orderBody, placeOrder, type TestDropshipper } from '../../test/trade';

let app: TestApp;
let project: TestProject;
let seller: TestDropshipper;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  seller = await makeDropshipper(app, project);
});

const order = (counts: Record<string, number>, token = seller.token) =>
  placeOrder(app, project, token, orderBody(counts, { send: true }));
const toldTo = async (token: string) => {
  await app.deliver();
  const { items } = (await app.call(listNotices, { token, query: { area: ['stock'] } })).body;
  return items.map(({ title, path, count }) => ({ title, path, count }));
};

describe('goods of which orders leave little', () => {
  it('are told of to whoever sees to the stock, when they fall to it and not below it', async () => {
    // five is what a project takes for little
    const [variant = ''] = await makeVariants(app, project, [{ stock: 10 }]);
    const stockman = await app.member(project, 'Stockman');
    await order({ [variant]: 4 });
    expect(await toldTo(stockman.token)).toEqual([]);
    await order({ [variant]: 1 });
    await order({ [variant]: 2 });
    const [line, ...more] = await toldTo(stockman.token);
    expect(more).toEqual([]);
    expect(line).toMatchObject({ title: expect.stringMatching(/^Закінчується: /), count: 1 });
    expect(await toldTo(seller.token)).toEqual([]);
  });

  it('that are sold out at once are told of too; several are one line that leads to all of them', async () => {
    const of = async (...stocks: number[]) =>
      makeVariants(
        app,
        project,
        stocks.map((stock) => ({ stock })),
      );
    // the modifications of one product are told of once
    const variants = [...(await of(10, 10)), ...(await of(10)), ...(await of(100))];
    await order(Object.fromEntries(variants.map((id) => [id, 10])));
    expect(await toldTo(project.owner.token)).toEqual([
      { title: 'Закінчується залишок 2 товарів', path: '/cp/products?stock=low', count: 2 },
    ]);
  });

  it('are told of to nobody when the order is refused', async () => {
    const [one = '', other = ''] = await makeVariants(app, project, [{ stock: 10 }, { stock: 1 }]);
    expect((await order({ [one]: 9, [other]: 2 })).status).toBe(422);
    expect(await toldTo(project.owner.token)).toEqual([]);
  });
});
