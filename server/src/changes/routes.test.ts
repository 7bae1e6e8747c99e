import { createApiKey, createMyApiKey } from '@lanka/domain/api_keys/contract';
import { deleteProduct, publishProduct, unpublishProduct, updateVariant } from '@lanka/domain/catalog/contract';
import * as contract from '@lanka/domain/changes/contract';
import type { ApiScope } from '@lanka/domain/kit/api_scopes';
import { kyivDate } from '@lanka/domain/kit/time';
import { deleteOrder } from '@lanka/domain/orders/contract';
import { createCounterparty, updateCounterparty } from '@lanka/domain/partners/contract';
import { createPayment } from '@lanka/domain/payments/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeDropshipper, makeVariants, move, orderBody, placeOrder, type TestDropshipper } from '../../test/trade';
import { markChanged } from '../kit/changes/record';
import { forgetOld, numberWaiting } from './changes.store';
import { fromCursor, toCursor, wholly } from './cursor';
import { numberEverywhere } from './jobs';

let app: TestApp;
let project: TestProject;
let seller: TestDropshipper;
let other: TestDropshipper;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  await app.sql(null, `update projects set subscription_plan = 'manufacturer-premium-monthly' where id = $1`, [
    project.id,
  ]);
  seller = await makeDropshipper(app, project);
  other = await makeDropshipper(app, project);
});

const inProject = () => ({ project_id: project.id });

type Query = { after?: string; limit?: number; wait?: number; kinds?: string };
const ask = (token: string, query: Query = {}) =>
  app.call(contract.listChanges, { params: inProject(), token, query: query as never });
const askMine = (token: string, query: Query = {}) =>
  app.call(contract.listMyChanges, { token, query: query as never });

const begin = async (token: string): Promise<string> => (await ask(token)).body.cursor;

/** What has changed since, as `kind what` of each id, page by page. */
async function since(token: string, after: string, limit = 200) {
  const items: contract.Change[] = [];
  let cursor = after;
  for (;;) {
    const { status, body } = await ask(token, { after: cursor, limit });
    expect(status).toBe(200);
    items.push(...body.items);
    cursor = body.cursor;
    if (!body.has_more) return { items, cursor };
  }
}
const shown = (items: readonly { kind: string; what: string; id: string }[], of: string) =>
  items.filter(({ id }) => id === of).map(({ kind, what }) => `${kind} ${what}`);

describe('what has changed', () => {
  it('begins with a cursor and tells each thing once, as it is now', async () => {
    const { token } = project.owner;
    const first = await ask(token);
    expect(first.body).toMatchObject({ items: [], has_more: false });
    const [variant = ''] = await makeVariants(app, project, [{ stock: 10, sku: 'М-1' }]);
    const order = await placeOrder(app, project, seller.token, orderBody({ [variant]: 3 }, { send: true }));
    const { items, cursor } = await since(token, first.body.cursor);
    expect(shown(items, variant).sort()).toEqual(['price created', 'product_variant created', 'stock created']);
    expect(items.find(({ kind }) => kind === 'stock')?.data).toEqual({
      ...{ product_id: expect.any(String), sku: 'М-1', actual: 10, booked: 3, available: 7, availability: 'in_stock' },
    });
    expect(items.find(({ kind }) => kind === 'order')).toMatchObject({
      ...{ id: order.body.id, what: 'created', project_id: project.id },
      data: { number: order.body.number, status: 'Pending', counterparty_id: seller.counterparty_id },
    });
    expect((await since(token, cursor)).items).toEqual([]);
    await move(app, project, token, order.body.id, 'Sent');
    const after = (await since(token, cursor)).items;
    expect(shown(after, order.body.id)).toEqual(['order changed']);
    expect(shown(after, variant)).toEqual(['stock changed']);
    expect(after.find(({ kind }) => kind === 'stock')?.data).toMatchObject({ actual: 7, booked: 0, available: 7 });
  });

  it('comes in pages, in one order, with nothing missed and nothing twice', async () => {
    const { token } = project.owner;
    const start = await begin(token);
    await makeVariants(
      app,
      project,
      Array.from({ length: 7 }, () => ({ stock: 1 })),
    );
    const whole = (await since(token, start)).items;
    const paged = (await since(token, start, 2)).items;
    expect(paged).toEqual(whole);
    expect(new Set(paged.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(paged.length);
    const some = await ask(token, { after: start, kinds: 'price,stock' });
    expect(new Set(some.body.items.map(({ kind }) => kind))).toEqual(new Set(['price', 'stock']));
  });

  it('is new for a reader in pages also when it moves on behind what he has read', async () => {
    const { token } = project.owner;
    await makeVariants(app, project, [{}]);
    const start = await begin(token);
    const [early = ''] = await makeVariants(app, project, [{ stock: 1 }]);
    await makeVariants(
      app,
      project,
      Array.from({ length: 4 }, () => ({ stock: 1 })),
    );
    // a page that ends behind nothing of it, then it changes and moves to the end
    const first = (await ask(token, { after: start, limit: 1 })).body;
    expect(first.has_more).toBe(true);
    const read = first.items.map(({ kind, id }) => `${kind} ${id}`);
    const left = ['stock', 'price', 'product_variant'].filter((kind) => !read.includes(`${kind} ${early}`));
    await app.call(changeStock, { params: { ...inProject(), id: early }, token, body: { delta: 1 } });
    await app.call(updateVariant, {
      params: { ...inProject(), product_id: await productOf(early), id: early },
      ...{ token, body: { price: 777, name: 'Інша' } },
    });
    const { items, cursor } = await since(token, first.cursor, 3);
    for (const kind of left) expect(shown(items, early)).toContain(`${kind} created`);
    // whoever has read everything hears of what he knows as changed
    await app.call(changeStock, { params: { ...inProject(), id: early }, token, body: { delta: 1 } });
    expect(shown((await since(token, cursor, 1)).items, early)).toEqual(['stock changed']);
  });

  it('has a cursor that says both, and one of before that says one', () => {
    const [a, b] = [crypto.randomUUID(), crypto.randomUUID()];
    const position = new Map([
      [a, { number: 900, whole: 200 }],
      [b, wholly(5)],
    ]);
    expect(fromCursor(toCursor(position))).toEqual(position);
    expect(() => fromCursor(toCursor(position).slice(0, -8))).toThrow();
  });

  it('is new for a dropshipper when it is published, for the project when it was made', async () => {
    const { token } = project.owner;
    const [variant = ''] = await makeVariants(app, project, [{ stock: 5 }]);
    const product = await productOf(variant);
    await app.call(unpublishProduct, { params: { ...inProject(), id: product }, token });
    const start = await begin(token);
    const his = (await askMine(other.token)).body.cursor;
    await app.call(publishProduct, { params: { ...inProject(), id: product }, token });
    const seen = (await askMine(other.token, { after: his })).body.items;
    expect([...shown(seen, product), ...shown(seen, variant)].sort()).toEqual(
      ['product', 'product_variant', 'price', 'stock'].map((kind) => `${kind} created`).sort(),
    );
    expect(shown((await since(token, start)).items, product)).toEqual(['product changed']);
  });

  it('tells that something is gone', async () => {
    const { token } = project.owner;
    const [variant = ''] = await makeVariants(app, project, [{}]);
    const draft = await placeOrder(app, project, token, {
      ...orderBody({ [variant]: 1 }),
      counterparty_id: seller.counterparty_id,
    });
    const start = await begin(token);
    const mine = (await askMine(seller.token)).body.cursor;
    await app.call(deleteOrder, { params: { ...inProject(), id: draft.body.id }, token });
    const product = draft.body.items[0]?.product_variant_id === variant && (await productOf(variant));
    await app.call(deleteProduct, { params: { ...inProject(), id: String(product) }, token });
    const { items } = await since(token, start);
    expect(shown(items, draft.body.id)).toEqual(['order deleted']);
    expect(shown(items, String(product))).toEqual(['product deleted']);
    expect(items.every(({ data }) => data === null)).toBe(true);
    const his = (await askMine(seller.token, { after: mine })).body.items;
    expect(shown(his, draft.body.id)).toEqual(['order deleted']);
    expect(shown(his, String(product))).toEqual(['product deleted']);
  });

  it('refuses a cursor that is none, and one that is too old', async () => {
    const { token } = project.owner;
    const start = await begin(token);
    expect((await ask(token, { after: 'nonsense' })).error).toMatchObject({ code: 'changes.cursor_unknown' });
    expect((await ask(token, { after: start.slice(0, -2) })).status).toBe(400);
    const foreign = await app.project();
    expect((await ask(token, { after: toCursor(new Map([[foreign.id, wholly(0)]])) })).status).toBe(400);
    await makeVariants(app, project, [{}]);
    await since(token, start);
    await app.sql(project.id, `update numbered_changes set at = now() - interval '31 days' where project_id = $1`, [
      project.id,
    ]);
    await app.app.services.db.transaction({ projectIds: [project.id] }, (tx) => forgetOld(tx, project.id));
    const old = await ask(token, { after: start });
    expect([old.status, old.error.code]).toEqual([410, 'changes.too_old']);
    expect(old.error.message).toContain('30 днів');
    expect((await ask(token, { after: (await ask(token)).body.cursor })).status).toBe(200);
  });
});

const productOf = async (variant: string): Promise<string> => {
  const [row] = await app.sql<{ product_id: string }>(
    project.id,
    'select product_id from product_variants where project_id = $1 and id = $2',
    [project.id, variant],
  );
  return row?.product_id ?? '';
};

describe('whoever may not see it', () => {
  it('hears nothing of orders and payments of others, of hidden goods, of what is in the warehouse', async () => {
    const { token } = project.owner;
    const [variant = ''] = await makeVariants(app, project, [{ stock: 5 }]);
    const product = await productOf(variant);
    const [his, theirs] = [(await askMine(seller.token)).body.cursor, (await askMine(other.token)).body.cursor];
    const order = await placeOrder(app, project, seller.token, orderBody({ [variant]: 1 }, { send: true }));
    const body = { type: 'receipt', amount: 700, date: kyivDate(new Date()) } as const;
    const payment = await app.call(createPayment, { params: inProject(), token: seller.token, body });
    const mine = (await askMine(seller.token, { after: his })).body;
    expect(shown(mine.items, order.body.id)).toEqual(['order created']);
    expect(shown(mine.items, payment.body.id)).toEqual(['payment created']);
    expect(mine.items.find(({ kind }) => kind === 'stock')?.data).toMatchObject({
      ...{ actual: null, booked: null, available: 4 },
    });
    const foreign = (await askMine(other.token, { after: theirs })).body;
    expect(foreign.items.map(({ kind }) => kind)).toEqual(['stock']);
    await app.call(unpublishProduct, { params: { ...inProject(), id: product }, token });
    const gone = (await askMine(other.token, { after: foreign.cursor })).body;
    expect([...shown(gone.items, product), ...shown(gone.items, variant)].sort()).toEqual(
      ['product', 'product_variant', 'price', 'stock'].map((kind) => `${kind} deleted`).sort(),
    );
    await app.call(updateVariant, {
      params: { ...inProject(), product_id: product, id: variant },
      ...{ token, body: { price: 123 } },
    });
    await app.call(changeStock, { params: { ...inProject(), id: variant }, token, body: { delta: 1 } });
    expect((await askMine(other.token, { after: gone.cursor })).body.items).toEqual([]);
  });

  it('a key reads by its scopes', async () => {
    const [variant = ''] = await makeVariants(app, project, [{ stock: 5 }]);
    const { token } = project.owner;
    const kindsBy = async (scopes: ApiScope[]) => {
      const made = await app.call(createApiKey, { params: inProject(), token, body: { name: 'Сайт', scopes } });
      const after = await begin(made.body.key);
      await placeOrder(app, project, seller.token, orderBody({ [variant]: 1 }, { send: true }));
      return [...new Set((await since(made.body.key, after)).items.map(({ kind }) => kind))].sort();
    };
    expect(await kindsBy(['orders.read'])).toEqual(['order']);
    expect(await kindsBy(['stock.read'])).toEqual(['stock']);
    expect(await kindsBy(['orders.read', 'products.read'])).toEqual(['order', 'stock']);
    const none = await app.call(createApiKey, {
      ...{ params: inProject(), token },
      body: { name: 'Клієнти', scopes: ['clients.read'] },
    });
    expect((await ask(none.body.key)).error.code).toBe('api_keys.scope');
    await app.sql(null, `update users set subscription_plan = 'dropshipper-business-monthly' where id = $1`, [
      seller.id,
    ]);
    const own = await app.call(createMyApiKey, { token: seller.token, body: { name: 'Мій', scopes: ['orders.read'] } });
    const mine = (await askMine(own.body.key)).body.cursor;
    await placeOrder(app, project, seller.token, orderBody({ [variant]: 1 }, { send: true }));
    expect((await askMine(own.body.key, { after: mine })).body.items.map(({ kind }) => kind)).toEqual(['order']);
  });

  it('a dropshipper hears of a new supplier, of other terms, and of the end', async () => {
    const { token } = project.owner;
    const before = (await askMine(seller.token)).body.cursor;
    const next = await app.project('Друга фабрика');
    const counterparty = await app.call(createCounterparty, {
      params: { project_id: next.id },
      token: next.owner.token,
      body: { name: 'Дропшипер' },
    });
    await app.sql(
      next.id,
      `insert into memberships (project_id, user_id, role, counterparty_id) values ($1, $2, 'Client', $3)`,
      [next.id, seller.id, counterparty.body.id],
    );
    const came = (await askMine(seller.token, { after: before })).body;
    expect(came.items).toMatchObject([
      { kind: 'supplier', id: next.id, what: 'created', data: { title: 'Друга фабрика' } },
    ]);
    await app.call(updateCounterparty, {
      params: { ...inProject(), id: seller.counterparty_id },
      ...{ token, body: { discount: 1000 } },
    });
    const terms = (await askMine(seller.token, { after: came.cursor })).body;
    expect(terms.items).toMatchObject([{ kind: 'supplier', id: project.id, what: 'changed' }]);
    await app.sql(next.id, 'update memberships set ended_at = now() where project_id = $1 and user_id = $2', [
      ...[next.id, seller.id],
    ]);
    const ended = (await askMine(seller.token, { after: terms.cursor })).body;
    expect(ended.items).toMatchObject([{ kind: 'supplier', id: next.id, what: 'deleted', data: null }]);
    expect((await askMine(seller.token, { after: ended.cursor })).body.items).toEqual([]);
  });
});

describe('transactions side by side', () => {
  const mark = (kind: 'order' | 'product', ids: readonly string[]) => (tx: Parameters<typeof markChanged>[0]) =>
    markChanged(tx, { project: { id: project.id } }, kind, ids);
  const db = () => app.app.services.db;
  /** What readers are given, by numbers, also of what is no thing any more. */
  const numbered = async (after: number) =>
    app.sql<{ entity_id: string; number: string }>(
      project.id,
      'select entity_id, number from numbered_changes where project_id = $1 and number > $2 order by number',
      [project.id, after],
    );
  const number = () => db().transaction({ projectIds: [project.id] }, (tx) => numberWaiting(tx, project.id));

  it('that commit in another order than they began are missed by nobody', async () => {
    const [early, late] = [crypto.randomUUID(), crypto.randomUUID()];
    let commit: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    // the first one writes its mark long before it commits
    const first = db().transaction({ projectIds: [project.id] }, async (tx) => {
      mark('order', [early])(tx);
      await tx.recordChanges();
      await held;
    });
    await db().transaction({ projectIds: [project.id] }, async (tx) => mark('order', [late])(tx));
    await number();
    const [seen] = (await numbered(0)).slice(-1);
    expect(seen?.entity_id).toBe(late);
    commit();
    await first;
    await number();
    expect((await numbered(Number(seen?.number))).map(({ entity_id }) => entity_id)).toEqual([early]);
  });

  it('a number is seen only when all before it are: whoever gives numbers waits for whoever does', async () => {
    const ids = Array.from({ length: 40 }, () => crypto.randomUUID());
    const wanted = new Set<string>(ids);
    let reached = 0;
    const told: string[] = [];
    let writing = true;
    const reader = (async () => {
      while (writing || told.length < ids.length) {
        await number();
        for (const { entity_id, number: at } of await numbered(reached)) {
          if (wanted.has(entity_id)) told.push(entity_id);
          reached = Number(at);
        }
      }
    })();
    const others = Promise.all(
      [1, 2].map(async () => {
        while (writing) await number();
      }),
    );
    await Promise.all(
      ids.map((id, n) =>
        db().transaction({ projectIds: [project.id] }, async (tx) => {
          mark('product', [id])(tx);
          if (n % 3 === 0) await tx.execute('select pg_sleep(0.01)');
        }),
      ),
    );
    writing = false;
    await Promise.all([reader, others]);
    expect(told.sort()).toEqual([...ids].sort());
  });

  it('are not told when they are rolled back', async () => {
    const id = crypto.randomUUID();
    await expect(
      db().transaction({ projectIds: [project.id] }, async (tx) => {
        mark('order', [id])(tx);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await numberEverywhere(app.app.services);
    expect(await numbered(0)).not.toContainEqual(expect.objectContaining({ entity_id: id }));
  });

  it('that cannot record what they changed are not committed', async () => {
    const id = crypto.randomUUID();
    await expect(
      db().transaction({ projectIds: [project.id] }, async (tx) => {
        await tx.execute(`update projects set title = 'Інша' where id = '${project.id}'`);
        markChanged(tx, { project: { id: crypto.randomUUID() } }, 'order', [id]);
      }),
    ).rejects.toThrow(/row-level security/);
    const [row] = await app.sql<{ title: string }>(project.id, 'select title from projects where id = $1', [
      project.id,
    ]);
    expect(row?.title).toBe('Фабрика');
  });

  it('keep a replica equal to the rows, whatever happens between its looks', async () => {
    const { token } = project.owner;
    const variants = await makeVariants(
      app,
      project,
      Array.from({ length: 6 }, () => ({ stock: 1000 })),
    );
    const replica = new Map<string, unknown>();
    let cursor = await begin(token);
    const look = async () => {
      const { items, cursor: next } = await since(token, cursor, 5);
      for (const { kind, id, what, data } of items) {
        if (what === 'deleted') replica.delete(`${kind} ${id}`);
        else replica.set(`${kind} ${id}`, data);
      }
      cursor = next;
    };
    let random = 7;
    const next = (most: number) => {
      random = (random * 48271) % 2147483647;
      return random % most;
    };
    const act = async () => {
      const id = variants[next(6)] ?? '';
      if (next(3) > 0)
        return app.call(changeStock, { params: { ...inProject(), id }, token, body: { delta: next(9) + 1 } });
      const order = await placeOrder(app, project, seller.token, orderBody({ [id]: 1 }, { send: true }));
      return move(app, project, token, order.body.id, next(2) ? 'Sent' : 'Canceled', 'так');
    };
    for (let round = 0; round < 6; round += 1) {
      await Promise.all([act(), act(), act(), look(), act()]);
    }
    await look();
    const rows = await app.sql<{ id: string; actual: number; booked: number }>(
      project.id,
      'select product_variant_id as id, actual, booked from stock_levels where project_id = $1',
      [project.id],
    );
    for (const { id, actual, booked } of rows) {
      const known = replica.get(`stock ${id}`);
      if (known) expect(known).toMatchObject({ actual, booked });
    }
    const orders = await app.sql<{ id: string; status: string }>(
      project.id,
      'select id, status from orders where project_id = $1',
      [project.id],
    );
    expect(orders.length).toBeGreaterThan(0);
    for (const { id, status } of orders) expect(replica.get(`order ${id}`)).toMatchObject({ status });
  });
});

describe('waiting', () => {
  it('ends as soon as something changes, and holds no connection meanwhile', async () => {
    const { token } = project.owner;
    const [variant = ''] = await makeVariants(app, project, [{}]);
    const { cursor } = await since(token, await begin(token));
    const waiting = Array.from({ length: 20 }, () => ask(token, { after: cursor, wait: 30 }));
    // more calls wait than there are connections, and others are answered all the same
    await app.call(changeStock, { params: { ...inProject(), id: variant }, token, body: { delta: 2 } });
    for (const { body } of await Promise.all(waiting)) expect(shown(body.items, variant)).toEqual(['stock changed']);
  });

  it('is for nobody who has more to read at once', async () => {
    const { token } = project.owner;
    const cursor = (await askMine(seller.token)).body.cursor;
    // what he may not see fills a page
    for (const comment of ['перше', 'друге']) await placeOrder(app, project, other.token, orderBody({}, { comment }));
    const [variant = ''] = await makeVariants(app, project, [{}]);
    await app.call(changeStock, { params: { ...inProject(), id: variant }, token, body: { delta: 2 } });
    const { body } = await askMine(seller.token, { after: cursor, limit: 1, wait: 30 });
    expect(body).toMatchObject({ items: [], has_more: true });
  });

  it('answers nothing when the time is over', async () => {
    const { token } = project.owner;
    const cursor = await begin(token);
    const { body } = await ask(token, { after: cursor, wait: 1 });
    expect(body).toMatchObject({ items: [], has_more: false });
  });
});
