import * as catalog from '@lanka/domain/catalog/contract';
import * as manufacture from '@lanka/domain/manufacture/contract';
import * as partners from '@lanka/domain/partners/contract';
import * as payments from '@lanka/domain/payments/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settleFigures } from '../../test/figures';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';
import { FIND } from './find.store';
import { gramsOf, gramsOfAll } from './grams';
import { indexSearch } from './index';
import { PORTION } from './index.store';
import { SEARCH } from './lists.store';

/**
 * What a search finds is what a look at every row finds, in the order of the list and page by page: with rows in large
 * and small segments, waiting for the index, changed since and deleted, in one project and over several.
 */

const NAMES = `(array['Плаття', 'Сорочка льон', 'Їжакова ковдра', 'Ґанок', 'O’Neil', '50% Сатин', 'a_b', '😀Тато', 'Марта'])`;
const ADDED = 1_400;

/** Rows of every list that is searched, the same in each project but for their ids. */
const ROWS = [
  `insert into products (project_id, id, name, published, created_at, updated_at)
     select :project:, gen_random_uuid(), ${NAMES}[1 + n % 9] || ' ' || ${NAMES}[1 + (n * 7) % 9] || ' ' || n, n % 5 > 0, at,
       at + (n % 3) * interval '1 day' from (select n, timestamptz '2026-01-01' + ((n / 2 * 37) % 3000) * interval '1 minute' as at
       from generate_series(1, ${ADDED}) n) made`,
  `insert into stock_levels (project_id, product_variant_id) select :project:, gen_random_uuid() from generate_series(1, ${2 * ADDED})`,
  `insert into product_variants (project_id, id, product_id, name, sku, barcode, price, search_text, deleted_at)
     select p.project_id, l.product_variant_id, p.id, s.size, s.sku, s.barcode, n * 100,
       lower(p.name || ' ' || s.size || ' ' || s.sku || ' ' || s.barcode), case when n % 7 = 0 then now() end
     from (select *, row_number() over (order by id) as n from products where project_id = :project:) p
     cross join generate_series(0, 1) k
     cross join lateral (select (array['S', 'Велика'])[k + 1] as size, 'SKU-' || n % 90 || '-' || k as sku,
       '48' || lpad((n * 104729 % 100000)::text, 5, '0') || k || n as barcode) s
     join (select *, row_number() over (order by product_variant_id) - 1 as m from stock_levels where project_id = :project:) l
       on l.m = (n - 1) * 2 + k`,
  `insert into counterparties (project_id, id, name, phone, search_text, created_at)
     select :project:, gen_random_uuid(), name, phone, lower(name || E'\\n' || phone), timestamptz '2026-01-01' + (n * 31 % 900) * interval '1 hour'
     from (select n, ${NAMES}[1 + n % 9] || ' ' || n as name, '+380' || lpad((n::bigint * 104729 % 1000000000)::text, 9, '0') as phone
       from generate_series(1, 700) n) made`,
  `insert into payments (project_id, id, counterparty_id, type, account, amount, date, comment, status, created_by, created_at)
     select :project:, gen_random_uuid(), c.id, 'receipt', 'cash', 100 * (1 + n % 300), date '2026-01-01' + n % 50,
       case when n % 3 > 0 then ${NAMES}[1 + n % 9] || ' оплата ' || n else '' end, 'pending', :user:,
       timestamptz '2026-01-01' + (n / 2 * 37 % 5000) * interval '1 minute'
     from generate_series(1, 1500) n
     join (select id, row_number() over (order by name) as place from counterparties where project_id = :project:) c
       on c.place = 1 + (n * n) % 500`,
  `insert into manufacture_requests (project_id, id, number, status, comment, created_by, created_at)
     select :project:, gen_random_uuid(), n, 'new', case when n % 2 = 0 then ${NAMES}[1 + n % 9] || ' партія ' || n else '' end,
       :user:, timestamptz '2026-01-01' + (n * 31 % 900) * interval '1 hour' from generate_series(1, 800) n`,
  `insert into manufacture_lines (project_id, request_id, product_variant_id, position, count)
     select r.project_id, r.id, v.id, 0, 5 from manufacture_requests r
     join (select id, row_number() over (order by id) as place from product_variants where project_id = :project:) v
       on v.place = 1 + r.number * 3 % 900 where r.project_id = :project:`,
];
const QUEUE = (kind: string, table: string, words: string) => `
  insert into search_pending select project_id, '${kind}', id from (
    select *, row_number() over (order by created_at, id) as place from ${table} where project_id = :project: and ${words}) t
  where place between :from: and :to: on conflict do nothing`;
const KINDS = [
  QUEUE('products', 'products', 'true'),
  QUEUE('counterparties', 'counterparties', 'true'),
  QUEUE('payments', 'payments', `comment <> ''`),
  QUEUE('manufacture', 'manufacture_requests', `comment <> ''`),
];

interface Known {
  readonly id: string;
  /** Texts in one of which all words must be. */
  readonly texts: readonly string[];
  readonly [key: string]: unknown;
}

let app: TestApp;
let projects: [TestProject, TestProject];
let client: TestUser;

async function fill(project: TestProject): Promise<void> {
  const run = (text: string, from = 0, to = 0) =>
    app.sql(
      project.id,
      text
        .replaceAll(':project:', `'${project.id}'`)
        .replaceAll(':user:', `'${project.owner.id}'`)
        .replaceAll(':from:', String(from))
        .replaceAll(':to:', String(to)),
    );
  for (const text of ROWS) await run(text);
  // segments of several sizes; the last rows wait
  for (let portion = 0; portion < 4; portion += 1) {
    for (const text of KINDS) await run(text, 1 + portion * PORTION, (portion + 1) * PORTION);
    await indexSearch(app.app.services, project.id);
  }
  for (const text of KINDS) await run(text, 1 + 4 * PORTION, ADDED * 2);
  // changed after they were indexed, and gone
  await run(`update products set name = 'Перунова гора' where project_id = :project: and name like '%13'`);
  await run(`insert into search_pending select project_id, 'products', id from products where project_id = :project:
    and name = 'Перунова гора' on conflict do nothing`);
  await run(`update products set deleted_at = now() where project_id = :project: and name like '%4 11%'`);
  await run(`update counterparties set deleted_at = now() where project_id = :project: and name like '%44'`);
}

beforeAll(async () => {
  app = await testApp();
  projects = [await app.project('Перша'), await app.project('Друга')];
  client = await app.user('Дропшипер');
  for (const project of projects) {
    await fill(project);
    await settleFigures(app, project.id);
    const [one] = await app.sql<{ id: string }>(
      project.id,
      'select id from counterparties where project_id = $1 and deleted_at is null order by name limit 1',
      [project.id],
    );
    await app.sql(
      project.id,
      `insert into memberships (project_id, user_id, role, counterparty_id) values ($1, $2, 'Client', $3)`,
      [project.id, client.id, one?.id],
    );
  }
  await app.sql(null, 'analyze');
});
afterAll(() => app.close());

/** As a list with its searches is asked and known. */
interface List {
  readonly name: string;
  readonly sorts: readonly string[];
  /** All rows of the list, `texts` among them, in the order of the sort. */
  readonly all: (sort: string) => Promise<Known[]>;
  readonly ask: (query: object) => Promise<{ status: number; body: Answer }>;
  /** Digits may stand for a phone, or for a number. */
  readonly fits?: (row: Known, q: string) => boolean | null;
  /** Looked for as it stands, with its spaces. */
  readonly whole?: boolean;
  readonly first?: (row: Known, q: string) => boolean;
}
interface Answer {
  readonly items: readonly { id: string }[];
  readonly next_cursor: string | null;
  readonly total: number;
  readonly total_is_estimate?: boolean | undefined;
}

const known = async (in_: readonly TestProject[], text: string): Promise<Known[]> =>
  (await Promise.all(in_.map((project) => app.sql<Known>(project.id, text, [project.id])))).flat();
const direction = (sort: string): string => (sort.startsWith('-') ? 'desc' : 'asc');
/** `order by` of a sort; over several projects the rows are put together by it in `sorted`. */
const orderBy = (sort: string, by: Record<string, string>): string => {
  const key = by[sort.replace('-', '')] ?? sort.replace('-', '');
  return `order by ${key} ${direction(sort)}, id ${direction(sort)}`;
};

const PRODUCT_TEXTS = `array_prepend(lower(name), array(select search_text from product_variants v
  where v.project_id = p.project_id and v.product_id = p.id and v.deleted_at is null)) as texts`;
const BY_NAME = { name: 'lower(name) collate "uk-x-icu"' };

function lists(): List[] {
  const [first] = projects;
  const params = { project_id: first.id };
  const { token } = first.owner;
  return [
    {
      name: 'products',
      sorts: ['-created_at', '-created_at', 'name', '-updated_at', 'price'],
      all: (sort) =>
        known(
          [first],
          `select id, ${PRODUCT_TEXTS} from products p where project_id = $1 and deleted_at is null ${orderBy(sort, {
            ...BY_NAME,
            price: `coalesce((select min(v.price) from product_variants v where v.project_id = p.project_id
              and v.product_id = p.id and v.deleted_at is null), 0)`,
          })}`,
        ),
      ask: (query) =>
        app.call(catalog.listProducts, { params, token, query: { include_unpublished: true, ...query } }) as never,
    },
    {
      name: 'products of all suppliers',
      sorts: ['-created_at', 'name'],
      all: async (sort) => {
        const rows = await known(
          projects,
          `select id, ${PRODUCT_TEXTS}, created_at::text as created_at, lower(name) as name from products p
           where project_id = $1 and deleted_at is null and published`,
        );
        const key = sort.replace('-', '');
        const [{ ids } = { ids: [] }] = await app.sql<{ ids: string[] }>(
          null,
          `select array_agg(id order by (${key === 'name' ? 'key collate "uk-x-icu"' : 'key::timestamptz'}) ${direction(sort)}, id ${direction(sort)}) as ids
           from jsonb_to_recordset($1::jsonb) as r(id uuid, key text)`,
          [JSON.stringify(rows.map((row) => ({ id: row.id, key: row[key] })))],
        );
        const byId = new Map(rows.map((row) => [row.id, row]));
        return ids.flatMap((id) => byId.get(id) ?? []);
      },
      ask: (query) => app.call(catalog.listDropshippingProducts, { token: client.token, query }) as never,
    },
    {
      name: 'modifications',
      sorts: ['name', 'name', '-name', 'created_at', 'price'],
      all: (sort) =>
        known(
          [first],
          `select id, array[search_text] as texts, lower(sku) as sku, barcode from product_variants
           where project_id = $1 and deleted_at is null ${orderBy(sort, { name: 'left(search_text, 200) collate "uk-x-icu"' })}`,
        ),
      ask: (query) => app.call(catalog.listAllVariants, { params, token, query }) as never,
      first: (row, q) => row.sku === q.toLowerCase() || row.barcode === q,
    },
    {
      name: 'counterparties',
      whole: true,
      sorts: ['name', '-created_at'],
      all: (sort) =>
        known(
          [first],
          `select id, array[search_text] as texts from counterparties where project_id = $1 and deleted_at is null ${orderBy(sort, BY_NAME)}`,
        ),
      ask: (query) => app.call(partners.listCounterparties, { params, token, query }) as never,
      fits: (row, q) => {
        const digits = q.replace(/[\s()+-]/g, '');
        return /^\d{3,}$/.test(digits) && row.texts.some((text) => text.includes(digits)) ? true : null;
      },
    },
    {
      name: 'payments',
      whole: true,
      sorts: ['-created_at', '-created_at', 'amount', '-date'],
      all: (sort) =>
        known(
          [first],
          `select id, array[lower(comment), (select search_text from counterparties c where c.project_id = p.project_id
             and c.id = p.counterparty_id)] as texts from payments p where project_id = $1 ${orderBy(sort, {})}`,
        ),
      ask: (query) => app.call(payments.listPayments, { params, token, query }) as never,
    },
    {
      name: 'manufacture requests',
      whole: true,
      sorts: ['-created_at', 'number'],
      all: (sort) =>
        known(
          [first],
          `select id, number, array_prepend(lower(comment), array(select v.search_text from manufacture_lines l
             join product_variants v on v.project_id = l.project_id and v.id = l.product_variant_id
             where l.project_id = r.project_id and l.request_id = r.id)) as texts
           from manufacture_requests r where project_id = $1 ${orderBy(sort, {})}`,
        ),
      ask: (query) => app.call(manufacture.listManufactureRequests, { params, token, query }) as never,
      fits: (row, q) => {
        const digits = q.replace(/^№\s*/, '');
        return /^\d{1,9}$/.test(digits) ? row.number === Number(digits) : null;
      },
    },
  ];
}

function naive({ fits, whole, first }: List, q: string, all: readonly Known[]): string[] {
  const words = whole ? [q.toLowerCase()] : q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter(
    (row) => fits?.(row, q) ?? row.texts.some((text) => words.every((word) => text.includes(word))),
  );
  const exact = first ? found.filter((row) => first(row, q)) : [];
  return [...exact, ...found.filter((row) => !exact.includes(row))].map(({ id }) => id);
}

async function agree(list: List, query: { q: string; sort: string; limit: number }, expected: string[]): Promise<void> {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 4; page += 1) {
    const { status, body } = await list.ask({ ...query, cursor });
    expect(status).toBe(200);
    ids.push(...body.items.map(({ id }) => id));
    if (!body.total_is_estimate) expect(body.total).toBe(expected.length);
    cursor = body.next_cursor ?? undefined;
    if (cursor === undefined) break;
  }
  expect(ids).toEqual(expected.slice(0, cursor === undefined ? undefined : 4 * query.limit));
}

const PARTS = fc.oneof(
  fc.constantFrom(
    'плаття',
    'ття мар',
    'сорочка льон',
    'їжакова',
    'ґанок',
    'o’neil',
    '50%',
    'a_b',
    '😀',
    'а',
    'ко',
    'марта 7',
  ),
  fc.constantFrom(
    'sku-7',
    'SKU-77-1',
    'sku-8',
    'велика',
    'оплата',
    'партія 6',
    'перунова',
    'ова го',
    'немає такого',
    '0%',
  ),
  fc.constantFrom('104729', '+380 10', '380', '(01', '48', '480', '4804729', '№ 7', '77', '1500'),
  fc.integer({ min: 1, max: 1400 }).map(String),
  fc.integer({ min: 1, max: 700 }).chain((n) => {
    const digits = String(n * 104729).padStart(9, '0');
    return fc
      .tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 3, max: 9 }))
      .map(([from, length]) => digits.slice(from, from + length));
  }),
);
const NAME_OF = [
  'products',
  'products of all suppliers',
  'modifications',
  'counterparties',
  'payments',
  'manufacture requests',
];

describe.each([
  ['as it is', {}, {}],
  ['in the smallest steps', { walked: 40, spare: 0.1, few: 1, enough: 6, most: 300 }, { spare: 1, compared: 1 }],
  ['never walking', { walked: 1, enough: 20 }, { spare: 0 }],
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

  it.each(NAME_OF)('finds among %s what a look at every row finds', async (name) => {
    const list = lists().find((one) => one.name === name);
    if (!list) throw new Error(name);
    const inOrder = new Map<string, Known[]>();
    for (const sort of new Set(list.sorts)) inOrder.set(sort, await list.all(sort));
    await fc.assert(
      fc.asyncProperty(
        PARTS,
        fc.constantFrom(...list.sorts),
        fc.integer({ min: 1, max: 30 }),
        async (q, sort, limit) => {
          const usually = sort.includes('name') ? list : { ...list, first: undefined };
          const all = inOrder.get(sort) ?? [];
          // downwards the exact ones come last
          const expected =
            sort === '-name' && list.first
              ? naive(list as List, q, [...all].reverse()).reverse()
              : naive(usually as List, q, all);
          await agree(list, { q, sort, limit }, expected);
        },
      ),
      { numRuns: 40 },
    );
  });
});

it('finds things by their new words at once after they were edited', async () => {
  const [project] = projects;
  const { token } = project.owner;
  const params = { project_id: project.id };
  const product = await app.call(catalog.createProduct, { params, token, body: { name: 'Зимобор' } });
  const find = async (q: string) =>
    (await app.call(catalog.listProducts, { params, query: { q, include_unpublished: true }, token })).body.items
      .length;
  expect(await find('имобо')).toBe(1);
  await indexSearch(app.app.services, project.id);
  await app.call(catalog.updateProduct, {
    params: { ...params, id: product.body.id },
    token,
    body: { name: 'Дажбог' },
  });
  expect([await find('имобо'), await find('ажбо')]).toEqual([0, 1]);
  await app.call(catalog.createVariant, {
    params: { ...params, product_id: product.body.id },
    token,
    body: { sku: 'ЯРИЛО-9', price: 100 },
  });
  expect(await find('рило-9')).toBe(1);
  await indexSearch(app.app.services, project.id);
  expect([await find('имобо'), await find('ажбо'), await find('рило-9')]).toEqual([0, 1, 1]);
  const party = await app.call(partners.createCounterparty, { params, token, body: { name: 'Велес' } });
  await indexSearch(app.app.services, project.id);
  await app.call(partners.updateCounterparty, {
    params: { ...params, id: party.body.id },
    token,
    body: { name: 'Мокоша' },
  });
  const parties = async (q: string) =>
    (await app.call(partners.listCounterparties, { params, query: { q }, token })).body.total;
  expect([await parties('велес'), await parties('окош')]).toEqual([0, 1]);
});

it('takes a word apart so that each part of it leads to it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.nat(20), fc.nat(20), (text, from, length) => {
      const word = text.replaceAll(' ', '');
      const part = word.slice(from, from + length);
      if (!part.isWellFormed()) return;
      const parts = gramsOf(word);
      expect(gramsOfAll([part]).grams.filter((gram) => !parts.has(gram))).toEqual([]);
    }),
  );
  expect(gramsOfAll(['12345']).grams).toEqual(['1234', '2345']);
});

it('refuses to pass over what waits and no manifest declares', async () => {
  const { id } = await app.project('Третя');
  await app.sql(id, `insert into search_pending values ($1, 'nobodys', gen_random_uuid())`, [id]);
  await expect(indexSearch(app.app.services, id)).rejects.toThrow('nobodys wait');
  await app.sql(id, 'delete from search_pending where project_id = $1', [id]);
});
