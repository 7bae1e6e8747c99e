import * as contract from '@lanka/domain/orders/contract';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';
import { ORDERS } from '../orders/search.store';
import { FIND } from './find.store';
import { indexSearch } from './index';
import { PORTION, queueForSearch } from './index.store';
import { SEARCH } from './lists.store';

/**
 * What the search finds is what a look at every order finds, in the order of the list and page by page: with orders
 * in large and small segments, waiting for the index, changed since and deleted, in one project and over several.
 */

interface Known {
  readonly id: string;
  readonly project_id: string;
  readonly number: number;
  readonly created_at: string;
  readonly sum: number;
  readonly search_text: string;
  readonly status: string;
  readonly mine: boolean;
}

const NAMES = [
  'Шевчук',
  'Шевченко',
  'Лев’як',
  'Марченко',
  'Ковальчук',
  'Їжак',
  'Ґава',
  'O’Neil',
  'Мар’яна',
  'Олена',
  '😀Тато',
  '50%',
  'a_b',
];
let app: TestApp;
let projects: TestProject[];
let client: TestUser;
let counterparties: string[];
let known: Known[];

async function addOrders(project: TestProject, counterparty: string, from: number, count: number): Promise<void> {
  const names = `(array[${NAMES.map((name) => `'${name}'`).join(',')}])`;
  // moments come in pairs, and not in the order of the numbers
  const text = `insert into orders (project_id, id, number, counterparty_id, status, sum, recommended_sum, customer_name,
      search_text, created_by, created_at, updated_at)
    select $1, gen_random_uuid(), n, case when n % 3 = 0 then $2::uuid else (select id from counterparties where project_id = $1 and own_sales) end,
      (array['Pending', 'Sent', 'Complete'])[1 + n % 3], (n * 7919) % 1000, 0, name, lower(name || ' +380' || lpad(((n::bigint * 104729) % 1000000000)::text, 9, '0') || ' sku-' || n % 40),
      $3, at, at
    from (select n, ${names}[1 + n % ${NAMES.length}] || ' ' || ${names}[1 + (n * 7) % ${NAMES.length}] as name,
      timestamptz '2026-01-01' + ((n / 2 * 37) % 5000) * interval '1 minute' as at
      from generate_series($4::int, $4::int + $5::int - 1) n) made`;
  await app.sql(project.id, text, [project.id, counterparty, project.owner.id, from, count]);
  await app.sql(
    project.id,
    `insert into search_pending select project_id, 'orders', id from orders
    where project_id = $1 and number >= $2 on conflict do nothing`,
    [project.id, from],
  );
}

const index = (project: TestProject) => indexSearch(app.app.services, project.id);

beforeAll(async () => {
  app = await testApp();
  client = await app.user('Дропшипер');
  projects = [await app.project('Перша'), await app.project('Друга')];
  counterparties = [];
  for (const [at, project] of projects.entries()) {
    const id = crypto.randomUUID();
    counterparties.push(id);
    await app.sql(project.id, `insert into counterparties (project_id, id, name) values ($1, $2, 'Крамниця')`, [
      project.id,
      id,
    ]);
    await app.sql(
      project.id,
      `insert into memberships (project_id, user_id, role, counterparty_id) values ($1, $2, 'Client', $3)`,
      [project.id, client.id, id],
    );
    await app.sql(project.id, `insert into counters (project_id, name, value) values ($1, 'order', 50000)`, [
      project.id,
    ]);
    for (let portion = 0; portion < 10; portion += 1) {
      await addOrders(project, id, 1 + portion * PORTION, PORTION);
      await index(project);
    }
    await addOrders(project, id, 1 + 10 * PORTION, 20 + at);
  }
  const [first] = projects as [TestProject];
  // changed after they were indexed, and gone
  await app.sql(
    first.id,
    `update orders set search_text = 'інше імʼя 0990001122' where project_id = $1 and number % 100 = 5`,
    [first.id],
  );
  await app.sql(
    first.id,
    `insert into search_pending select project_id, 'orders', id from orders where project_id = $1 and number % 100 = 5 on conflict do nothing`,
    [first.id],
  );
  await app.sql(first.id, `delete from orders where project_id = $1 and number % 100 = 6`, [first.id]);
  known = [];
  for (const [at, project] of projects.entries())
    known.push(
      ...(await app.sql<Known>(
        project.id,
        `select id, project_id, number, created_at::text as created_at, sum::int as sum, search_text, status, counterparty_id = $2 as mine
         from orders where project_id = $1`,
        [project.id, counterparties[at]],
      )),
    );
});
afterAll(() => app.close());

/** As the search is meant: all words somewhere; digits also as the number of the order. */
function naive(q: string, among: readonly Known[]): Known[] {
  const digits = q.replace(/[\s()+-]/g, '');
  if (/^\d+$/.test(digits)) {
    const part = digits.replace(/^38(?=0\d{3,})/, '');
    return among.filter(
      (one) => one.search_text.includes(part) || (digits.length <= 9 && one.number === Number(digits)),
    );
  }
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 6);
  return among.filter((one) => words.every((word) => one.search_text.includes(word)));
}

function inOrder(rows: readonly Known[], sort: string): string[] {
  const name = sort.replace('-', '') as 'created_at' | 'number' | 'sum';
  const sign = sort.startsWith('-') ? -1 : 1;
  const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
  return [...rows].sort((a, b) => sign * (compare(a[name], b[name]) || compare(a.id, b.id))).map(({ id }) => id);
}

type Ask = (cursor: string | undefined) => Promise<{
  status: number;
  body: { items: { id: string }[]; next_cursor: string | null; total: number; total_is_estimate?: boolean | undefined };
}>;

/** The first pages of the list, and what they say of its length. */
async function pages(ask: Ask, most: number): Promise<{ ids: string[]; whole: boolean; totals: (number | null)[] }> {
  const ids: string[] = [];
  const totals: (number | null)[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < most; page += 1) {
    const { status, body } = await ask(cursor);
    expect(status).toBe(200);
    ids.push(...body.items.map(({ id }) => id));
    totals.push(body.total_is_estimate ? null : body.total);
    if (!body.next_cursor) return { ids, whole: true, totals };
    cursor = body.next_cursor;
  }
  return { ids, whole: false, totals };
}

async function agree(ask: Ask, expected: readonly string[], limit: number): Promise<void> {
  const { ids, whole, totals } = await pages(ask, 4);
  expect(ids).toEqual(expected.slice(0, whole ? undefined : 4 * limit));
  for (const total of totals) if (total !== null) expect(total).toBe(expected.length);
}

const PARTS = fc.oneof(
  fc.constantFrom(
    'шев',
    'шевч',
    'шевчук мар',
    'енко',
    'ко',
    'лев’як',
    'їжак ґава',
    'o’neil',
    'sku-7',
    'sku-39',
    '😀',
    '0%',
    'a_',
    '104729',
    '+380 10',
    '(0',
    '№',
    'немає',
    'інше',
    '0990001122',
    '38',
    '380',
    '1',
    '77',
    '1500',
  ),
  fc.integer({ min: 1, max: 2600 }).map(String),
  fc.integer({ min: 1, max: 2600 }).chain((n) => {
    const phone = `0${String((n * 104729) % 1e9).padStart(9, '0')}`;
    return fc
      .tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 3, max: 10 }))
      .map(([from, length]) => phone.slice(from, from + length));
  }),
  fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...NAMES)).map((both) => [...both.join(' ')].slice(1).join('')),
);
const SORTS = fc.constantFrom('-created_at', '-created_at', '-created_at', 'created_at', 'number', '-sum');

describe.each([
  ['as it is', {}, {}],
  ['in the smallest steps', { walked: 40, spare: 0.1, few: 1, enough: 4, most: 300 }, { spare: 1, compared: 1 }],
  ['never walking', { walked: 1, spare: 1 }, { spare: 0 }],
])('search %s', (_name, settings, reach) => {
  const usual = [{ ...SEARCH }, { ...FIND }] as const;
  beforeAll(() => {
    Object.assign(SEARCH, settings);
    Object.assign(FIND, reach);
  });
  afterAll(() => {
    Object.assign(SEARCH, usual[0]);
    Object.assign(FIND, usual[1]);
  });

  it('finds in a project what a look at every order finds', async () => {
    const [project] = projects as [TestProject];
    const { token } = project.owner;
    const all = known.filter(({ project_id }) => project_id === project.id);
    await fc.assert(
      fc.asyncProperty(PARTS, SORTS, fc.integer({ min: 1, max: 30 }), async (q, sort, limit) => {
        const ask: Ask = (cursor) =>
          app.call(contract.listOrders, {
            params: { project_id: project.id },
            query: { q, sort: sort as '-created_at', limit, cursor },
            token,
          });
        await agree(ask, inOrder(naive(q, all), sort), limit);
      }),
      { numRuns: 60 },
    );
  });

  it('finds over several suppliers what is the dropshipper’s own', async () => {
    const all = known.filter(({ mine }) => mine);
    await fc.assert(
      fc.asyncProperty(PARTS, fc.integer({ min: 1, max: 30 }), async (q, limit) => {
        const ask: Ask = (cursor) =>
          app.call(contract.listMyOrders, { query: { q, limit, cursor }, token: client.token });
        await agree(ask, inOrder(naive(q, all), '-created_at'), limit);
      }),
      { numRuns: 40 },
    );
  });

  it('counts what it finds', async () => {
    const [project] = projects as [TestProject];
    const all = known.filter(({ project_id }) => project_id === project.id);
    await fc.assert(
      fc.asyncProperty(PARTS, async (q) => {
        const { body } = await app.call(contract.countOrders, {
          params: { project_id: project.id },
          query: { q },
          token: project.owner.token,
        });
        const found = naive(q, all);
        const each: Record<string, number> = {};
        for (const { status } of found) each[status] = (each[status] ?? 0) + 1;
        // of very many it counts the newest alone, and says so
        if (!body.by_status_is_estimate) expect(body).toEqual({ total: found.length, by_status: each });
        else {
          expect(body).toMatchObject({ total_is_estimate: true });
          expect(body.total).toBeLessThanOrEqual(found.length);
        }
        if (found.length > contract.COUNTED_OF_SEARCH) expect(body.by_status_is_estimate).toBe(true);
        if (found.length > 0) expect(body.total).toBeGreaterThan(0);
      }),
      { numRuns: 30 },
    );
  });
});

it('finds an order by its new name at once after it was edited', async () => {
  const [project] = projects as [TestProject];
  const { token } = project.owner;
  const params = { project_id: project.id };
  const draft = await app.call(contract.createOrder, { params, token, body: { customer: { name: 'Зимобор' } } });
  const find = async (q: string) =>
    (await app.call(contract.listOrders, { params, query: { q }, token })).body.items.map(({ id }) => id);
  expect(await find('имобо')).toEqual([draft.body.id]);
  await index(project);
  await app.call(contract.updateOrder, {
    params: { ...params, id: draft.body.id },
    token,
    body: { customer: { name: 'Дажбог' } },
  });
  expect(await find('имобо')).toEqual([]);
  expect(await find('ажбо')).toEqual([draft.body.id]);
  await index(project);
  expect(await find('ажбо')).toEqual([draft.body.id]);
  await app.call(contract.deleteOrder, { params: { ...params, id: draft.body.id }, token });
  expect(await find('ажбо')).toEqual([]);
});

it('counts what fits though many newer orders have all its parts and not the word', async () => {
  const project = await app.project('Третя');
  const { token } = project.owner;
  const params = { project_id: project.id };
  const { id } = (await app.call(contract.createOrder, { params, token, body: {} })).body;
  await app.sql(
    project.id,
    `insert into orders (project_id, id, number, counterparty_id, status, sum, recommended_sum, customer_name,
       search_text, created_by)
     select o.project_id, gen_random_uuid(), o.number + n, o.counterparty_id, 'Draft', 0, 0, '', 'абва вабд', o.created_by
     from orders o cross join generate_series(1, $2::int) n where o.project_id = $1`,
    [project.id, 2 * PORTION - 1],
  );
  await app.sql(project.id, `update orders set search_text = 'абвабд' where id = $1`, [id]);
  await app.sql(
    project.id,
    `insert into search_pending select project_id, 'orders', id from orders where project_id = $1 on conflict do nothing`,
    [project.id],
  );
  await index(project);
  const query = { q: 'абвабд' };
  const list = await app.call(contract.listOrders, { params, query, token });
  expect(list.body.items.map((one) => one.id)).toEqual([id]);
  expect((await app.call(contract.countOrders, { params, query, token })).body).toMatchObject({
    total: 1,
    by_status: { Draft: 1 },
  });
});

it('waits with indexing for an edit that is under way, so that the new text is indexed', async () => {
  const [project] = projects as [TestProject];
  const { db } = app.app.services;
  const [row] = await app.sql<{ id: string }>(
    project.id,
    'select id from orders where project_id = $1 and number = 1',
    [project.id],
  );
  await app.sql(project.id, `insert into search_pending values ($1, 'orders', $2) on conflict do nothing`, [
    project.id,
    row?.id,
  ]);
  let indexed: Promise<void> | undefined;
  await db.transaction({ projectIds: [project.id] }, async (tx) => {
    await tx.execute(
      sql`update orders set search_text = 'перунова гора' where project_id = ${project.id} and id = ${row?.id}`,
    );
    await queueForSearch(tx, ORDERS, project.id, [row?.id ?? '']);
    indexed = index(project);
    await tx.execute(sql`select pg_sleep(0.2)`);
  });
  await indexed;
  const found = await app.call(contract.listOrders, {
    params: { project_id: project.id },
    query: { q: 'перунова' },
    token: project.owner.token,
  });
  expect(found.body.items.map(({ id }) => id)).toEqual([row?.id]);
});
