import { readAudit } from '@lanka/domain/audit/contract';
import * as catalog from '@lanka/domain/catalog/contract';
import { bookTemporarily, listMoves, readOrder } from '@lanka/domain/orders/contract';
import { updateProject } from '@lanka/domain/projects/contract';
import { changeStock, listStockMovements } from '@lanka/domain/stock/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowBackorders } from '../../test/backorders';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeDropshipper, makeVariants, move, orderBody, placeOrder, stockOf } from '../../test/trade';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const set = (project: TestProject, body: object) =>
  app.call(updateProject, { params: { project_id: project.id }, token: project.owner.token, body: { project: body } });

/** What a product and its only variant are, as the owner sees them. */
async function make(project: TestProject, stock: number, tracked = true) {
  const [id = ''] = await makeVariants(app, project, [{ stock }]);
  const { token } = project.owner;
  const found = await app.call(catalog.listAllVariants, { params: { project_id: project.id }, token, query: { id } });
  const product_id = found.body.items[0]?.product_id ?? '';
  const at = { params: { project_id: project.id, id: product_id }, token };
  const patch = (body: object) => app.call(catalog.updateProduct, { ...at, body });
  if (!tracked) expect((await patch({ tracked: false })).status).toBe(200);
  return { id, product_id, at, patch };
}

async function differences(project: TestProject): Promise<unknown> {
  const at = { params: { project_id: project.id }, token: project.owner.token };
  const { body } = await app.call(readAudit, at);
  return body.checks.flatMap(({ differences }) => differences);
}

describe('goods without stock control', () => {
  it('are ordered without end, book nothing, move nothing, and are charged as all others', async () => {
    const project = await app.project();
    const service = await make(project, 0, false);
    const shirt = await make(project, 3);
    const { token } = project.owner;
    const placed = await placeOrder(
      app,
      project,
      token,
      orderBody({ [service.id]: 500, [shirt.id]: 2 }, { send: true }),
    );
    expect(placed.body).toMatchObject({ status: 'Pending', sum: 502 * 50_000 });
    expect(placed.body.items.map(({ available, availability }) => [available, availability])).toEqual([
      [null, 'unlimited'],
      [1, 'in_stock'],
    ]);
    expect(await differences(project)).toEqual([]);
    expect((await move(app, project, token, placed.body.id, 'Sent')).status).toBe(200);
    expect(await stockOf(app, project, service.id)).toMatchObject({ actual: 0, booked: 0, movements: 0, bookings: 0 });
    expect(await stockOf(app, project, shirt.id)).toMatchObject({ actual: 1, booked: 0 });
    expect(await differences(project)).toEqual([]);
  });

  it('never wait where orders beyond stock are taken, and their stock cannot be changed or booked', async () => {
    const project = await app.project();
    await allowBackorders(app, project, true);
    const { id } = await make(project, 0, false);
    const { token } = project.owner;
    const sent = await placeOrder(app, project, token, orderBody({ [id]: 7 }, { send: true }));
    expect(sent.body.items[0]).toMatchObject({ waiting: 0, availability: 'unlimited' });
    const changed = await app.call(changeStock, { params: { project_id: project.id, id }, token, body: { delta: 1 } });
    expect([changed.status, changed.error.code]).toEqual([422, 'stock.untracked']);
    const draft = (await placeOrder(app, project, token, orderBody({ [id]: 1 }))).body;
    const at = { project_id: project.id, id: draft.id, item_id: draft.items[0]?.id ?? '' };
    expect((await app.call(bookTemporarily, { params: at, token })).error.code).toBe('stock.untracked');
  });

  it('lists find them in stock and sort them as what there is most of', async () => {
    const project = await app.project();
    const [service, sold, full] = [await make(project, 0, false), await make(project, 0), await make(project, 9)];
    const at = { params: { project_id: project.id }, token: project.owner.token };
    const list = async (query: object) =>
      (await app.call(catalog.listProducts, { ...at, query })).body.items.map(({ id }) => id);
    expect(await list({ sort: '-available' })).toEqual([service, full, sold].map(({ product_id }) => product_id));
    expect((await list({ stock: 'in_stock' })).sort()).toEqual([service.product_id, full.product_id].sort());
    expect(await list({ stock: 'out_of_stock' })).toEqual([sold.product_id]);
    expect((await app.call(catalog.productsSummary, at)).body.out_of_stock).toBe(1);
  });

  it('what lies on the shelf is written off with a movement when control ends; what is booked keeps it', async () => {
    const project = await app.project();
    const { id, at, patch } = await make(project, 5);
    const { token } = project.owner;
    const order = (await placeOrder(app, project, token, orderBody({ [id]: 2 }, { send: true }))).body;
    const busy = await patch({ tracked: false });
    expect([busy.status, busy.error.code]).toEqual([409, 'catalog.tracked_busy']);
    await move(app, project, token, order.id, 'Canceled', 'Передумали');
    expect((await patch({ tracked: false })).body).toMatchObject({ tracked: false, availability: 'unlimited' });
    const moved = await app.call(listStockMovements, { params: { project_id: project.id, id }, token, query: {} });
    expect(moved.body.items[0]).toMatchObject({ kind: 'correction', before: 5, after: 0 });
    expect(await differences(project)).toEqual([]);
    expect((await patch({ tracked: true })).body).toMatchObject({ tracked: true, available: 0 });
    expect((await app.call(catalog.readProduct, at)).body.out_of_stock_count).toBe(1);
    expect(await differences(project)).toEqual([]);
  });
});

describe('how the stock is told to dropshippers', () => {
  it.each([
    ['number', [12, 'in_stock'], [12, 'stock.short'], true],
    ['many', [null, 'many'], [undefined, 'stock.short_untold'], false],
    ['yes_no', [null, 'in_stock'], [undefined, 'stock.short_untold'], false],
    ['hidden', [null, 'hidden'], [undefined, 'stock.short_untold'], false],
  ] as const)(
    '%s: by every call alike, and no order of a million tells more',
    async (stock_told, told, short, sorts) => {
      const project = await app.project();
      const { id, product_id } = await make(project, 12);
      const client = await makeDropshipper(app, project);
      await set(project, { stock_told, stock_many_from: 10 });
      const at = { params: { project_id: project.id }, token: client.token };
      const product = await app.call(catalog.readProduct, { ...at, params: { ...at.params, id: product_id } });
      const draft = (await placeOrder(app, project, client.token, orderBody({ [id]: 1_000 }))).body;
      const reads = [
        product.body,
        product.body.variants[0],
        (await app.call(catalog.listProducts, { ...at, query: {} })).body.items[0],
        (await app.call(catalog.listAllVariants, { ...at, query: { q: 'марта' } })).body.items[0],
        (await app.call(catalog.listVariants, { ...at, params: { ...at.params, product_id }, query: {} })).body
          .items[0],
        (await app.call(catalog.listDropshippingProducts, { token: client.token, query: {} })).body.items[0],
        draft.items[0],
        (await app.call(readOrder, { ...at, params: { ...at.params, id: draft.id } })).body.items[0],
      ];
      expect(reads.map((read) => [read?.available, read?.availability])).toEqual(reads.map(() => told));
      const sent = await move(app, project, client.token, draft.id, 'Pending');
      expect([sent.error.details[0]?.available ?? undefined, sent.error.code]).toEqual(short);
      const item = { ...at.params, id: draft.id, item_id: draft.items[0]?.id ?? '' };
      const held = await app.call(bookTemporarily, { ...at, params: item });
      expect(/12|6/.test(JSON.stringify(held.error.details))).toBe(stock_told === 'number');
      const sorted = await app.call(catalog.listProducts, { ...at, query: { sort: '-available' } });
      const everywhere = await app.call(catalog.listDropshippingProducts, {
        token: client.token,
        query: { sort: 'available' },
      });
      expect([sorted.status, everywhere.status]).toEqual(sorts ? [200, 200] : [422, 422]);
      const filtered = await app.call(catalog.listAllVariants, { ...at, query: { in_stock: true } });
      expect(filtered.status).toBe(stock_told === 'hidden' ? 422 : 200);
      // its own people see everything
      const own = await app.call(catalog.listAllVariants, { ...at, token: project.owner.token, query: { id } });
      expect(own.body.items[0]).toMatchObject({ available: 12, availability: 'in_stock' });
    },
  );

  it('where orders beyond stock are taken, the preview does not tell how many would wait', async () => {
    const project = await app.project();
    await allowBackorders(app, project, true);
    const { id } = await make(project, 12);
    const client = await makeDropshipper(app, project);
    await set(project, { stock_told: 'yes_no' });
    const draft = (await placeOrder(app, project, client.token, orderBody({ [id]: 1_000 }))).body;
    const params = { project_id: project.id, id: draft.id };
    const told = async (token: string) => {
      const { body } = await app.call(listMoves, { params, token });
      return body.items.find(({ to }) => to === 'Pending')?.effects.find(({ kind }) => kind === 'book');
    };
    expect(await told(client.token)).toEqual({ kind: 'book', count: 1_000, short: true });
    expect(await told(project.owner.token)).toEqual({ kind: 'book', count: 12, waiting: 988 });
  });
});
