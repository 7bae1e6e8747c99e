import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAudit } from '@lanka/domain/audit/contract';
import { listColumns } from '@lanka/domain/catalog/columns';
import { listProducts, productsSummary, updateVariant } from '@lanka/domain/catalog/contract';
import { listOrders } from '@lanka/domain/orders/contract';
import { listCounterparties, readReconciliation } from '@lanka/domain/partners/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate, migrationsFolder } from '../src/kit/db/migrate';
import { copiedDatabase, emptyDatabase, type TestDatabase } from './database';
import { testApp } from './harness';

interface Journal {
  readonly entries: readonly { readonly tag: string }[];
}

const JOURNAL = join('meta', '_journal.json');
const TAGS = (JSON.parse(readFileSync(join(migrationsFolder(), JOURNAL), 'utf8')) as Journal).entries.map(
  ({ tag }) => tag,
);
/** The first version that an installation may have. Before it the tables of this test were not all there. */
const FIRST = 3;

/** The migrations as they were when this one was the newest. */
function folderUntil(last: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'lanka-migrations-'));
  cpSync(migrationsFolder(), folder, { recursive: true });
  const journal = JSON.parse(readFileSync(join(folder, JOURNAL), 'utf8')) as Journal;
  const entries = journal.entries.slice(0, TAGS.indexOf(last) + 1);
  writeFileSync(join(folder, JOURNAL), JSON.stringify({ ...journal, entries }));
  return folder;
}

const key = (n: number): string => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const PROJECT = key(1);
const [OWNER, PARTY, PRODUCT, VARIANT, ORDER] = [2, 3, 4, 5, 6].map(key);

/** What any version since the first can take: a product in stock, an order that has booked two, a payment. */
const TRADE = [
  `insert into users (id, email, name) values ('${OWNER}', 'owner@example.com', 'Власниця')`,
  `insert into projects (id, friendly_id, title, legal_type) values ('${PROJECT}', 'upgrade', 'Фабрика', 'ФОП')`,
  `insert into memberships (project_id, user_id, role) values ('${PROJECT}', '${OWNER}', 'Owner')`,
  `insert into counterparties (project_id, id, name, search_text) values ('${PROJECT}', '${PARTY}', 'Крамниця', 'крамниця')`,
  `insert into counterparty_accounts (project_id, counterparty_id) values ('${PROJECT}', '${PARTY}')`,
  `insert into products (project_id, id, name, published) values ('${PROJECT}', '${PRODUCT}', 'Сорочка', true)`,
  `insert into stock_levels (project_id, product_variant_id, actual, booked) values ('${PROJECT}', '${VARIANT}', 10, 2)`,
  `insert into product_variants (project_id, id, product_id, name, sku, price, search_text)
     values ('${PROJECT}', '${VARIANT}', '${PRODUCT}', 'M', 'SKU-77', 50000, 'сорочка m sku-77')`,
  `insert into stock_movements (project_id, id, product_variant_id, kind, delta, before, after, ref_kind, ref_id, actor_kind)
     values ('${PROJECT}', '${key(7)}', '${VARIANT}', 'income', 10, 0, 10, 'manual', '${key(7)}', 'system')`,
  `insert into orders (project_id, id, number, counterparty_id, status, sum, recommended_sum, customer_name, search_text, created_by)
     values ('${PROJECT}', '${ORDER}', 1, '${PARTY}', 'Pending', 100000, 100000, 'Шевчук Марта', 'шевчук марта', '${OWNER}')`,
  `insert into order_items (project_id, order_id, id, position, product_variant_id, product_title, modification_title, sku, count,
       base_price, recommended_price, amount, recommended_amount)
     values ('${PROJECT}', '${ORDER}', '${key(8)}', 0, '${VARIANT}', 'Сорочка', 'M', 'SKU-77', 2, 50000, 50000, 100000, 100000)`,
  `insert into bookings (project_id, id, product_variant_id, count, status, ref_kind, ref_id, ref_line)
     values ('${PROJECT}', '${key(9)}', '${VARIANT}', 2, 'Active', 'order', '${ORDER}', '${key(8)}')`,
  // paid in October, entered in November; and a cash-out that was entered an hour after midnight in Kyiv
  `insert into payments (project_id, id, counterparty_id, type, account, amount, date, status, created_by)
     values ('${PROJECT}', '${key(11)}', '${PARTY}', 'receipt', 'bank', 700, '2026-10-15', 'confirmed', '${OWNER}')`,
  `insert into postings (project_id, id, purpose, source, destination, amount, counterparty_id, counterparty_change, balance_after,
       ref_kind, ref_id, actor_kind, created_at)
     values ('${PROJECT}', '${key(12)}', 'payment', 'bank', 'counterparty', 700, '${PARTY}', 700, 700, 'payment', '${key(11)}',
       'system', '2026-11-05T10:00:00Z'),
     ('${PROJECT}', '${key(13)}', 'charge', 'counterparty', 'sales', 200, '${PARTY}', -200, 500, 'order', '${key(14)}', 'system',
       '2026-11-05T23:00:00Z')`,
  `update counterparty_accounts set balance = 500`,
];

/** What the program of a version writes besides, from that version on. */
const SINCE: Readonly<Record<string, readonly string[]>> = {
  '0003_growth': [`insert into order_search_pending (project_id, number) values ('${PROJECT}', 1)`],
  '0004_search': [
    `insert into search_pending (project_id, kind, id) values ('${PROJECT}', 'products', '${PRODUCT}'),
       ('${PROJECT}', 'counterparties', '${PARTY}')`,
    `insert into account_sums (project_id, counterparty_id, account, counterparty_change, postings)
       values ('${PROJECT}', '${PARTY}', 'bank', 700, 1), ('${PROJECT}', '${PARTY}', 'sales', -200, 1)`,
  ],
  '0013_posting_days': [
    `update postings set day = case purpose when 'payment' then date '2026-10-15' else date '2026-11-06' end`,
  ],
  '0009_figures': [
    `update product_variants set published = true`,
    `update stock_levels set product_id = '${PRODUCT}', price = 50000`,
    // a version takes of it the columns that it has
    `insert into product_figures select * from jsonb_populate_record(null::product_figures,
       '{"project_id":"${PROJECT}","product_id":"${PRODUCT}","actual":10,"available":8,"out_of_stock":0,"low":0}')`,
    `insert into stock_totals (project_id, id, products, published, modifications, pieces, value)
       values ('${PROJECT}', '${key(10)}', 1, 1, 1, 10, 500000)`,
  ],
  '0015_listed': [
    `update products set variants_count = 1, only_variant_id = '${VARIANT}', first_sku = 'SKU-77', min_price = 50000,
       max_price = 50000`,
  ],
  '0022_one_search': [`insert into search_pending (project_id, kind, id) values ('${PROJECT}', 'orders', '${ORDER}')`],
};

/** The version that took the table of what `SINCE` writes away again. */
const UNTIL: Readonly<Record<string, string>> = { '0003_growth': '0022_one_search' };

/** Empty, and as old as was last asked for: each version is made of the one before it. */
let old: TestDatabase;
beforeAll(async () => {
  old = await emptyDatabase();
});
afterAll(() => old?.drop());

/** An empty database of that version. Versions are asked for in their order. */
async function databaseOf(tag: string): Promise<TestDatabase> {
  const folder = folderUntil(tag);
  try {
    await migrate(old.url, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return copiedDatabase(old);
}

it.each(TAGS.slice(FIRST, -1))('data of version %s come to this one, and every figure agrees', async (tag) => {
  const database = await databaseOf(tag);
  try {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query(`select set_config('lanka.project_ids', '${PROJECT}', false)`);
      const upTo = TAGS.slice(0, TAGS.indexOf(tag) + 1);
      const besides = upTo.flatMap((known) => (upTo.includes(UNTIL[known] ?? '') ? [] : (SINCE[known] ?? [])));
      for (const statement of [...TRADE, ...besides]) await client.query(statement);
    } finally {
      await client.end();
    }
    await migrate(database.url);
    const app = await testApp({}, { database: { url: database.url, drop: async () => undefined } });
    try {
      const token = await app.tokenOf(OWNER as string);
      const at = { token, params: { project_id: PROJECT } };
      const audit = await app.call(readAudit, at);
      expect(audit.body.checks.filter(({ differences_total }) => differences_total > 0)).toEqual([]);
      const summary = await app.call(productsSummary, at);
      expect(summary.body).toMatchObject({ products: 1, modifications: 1, stock_count: 10, stock_value: 500_000 });
      const shown = await app.call(listProducts, { ...at, query: { sort: '-available', stock: 'in_stock' } });
      expect(shown.body.items).toMatchObject([
        { id: PRODUCT, sku: 'SKU-77', min_price: 50_000, actual: 10, booked: 2 },
      ]);
      for (const q of ['сорочка', 'SKU-77'])
        expect((await app.call(listProducts, { ...at, query: { q } })).body.total, q).toBe(1);
      expect((await app.call(listOrders, { ...at, query: { q: 'шевчук' } })).body.items).toMatchObject([{ id: ORDER }]);
      const parties = await app.call(listCounterparties, { ...at, query: { sort: 'balance' } });
      expect(parties.body.items).toMatchObject([{ id: PARTY }]);
      const period = { from: '2026-10-01', to: '2026-11-06' };
      const account = { token, params: { project_id: PROJECT, id: PARTY as string }, query: period };
      const days = (await app.call(readReconciliation, account)).body.rows.map(({ date, credit }) => [date, credit]);
      expect(days).toEqual([
        ['2026-10-15', 700],
        ['2026-11-06', 0],
      ]);
    } finally {
      await app.close();
    }
  } finally {
    await database.drop();
  }
});

it('makes one column of the options of a name, and loses neither a spelling nor a value that is no number', async () => {
  const database = await emptyDatabase();
  const folder = folderUntil('0037_main_info');
  try {
    await migrate(database.url, folder);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query(`select set_config('lanka.project_ids', '${PROJECT}', false)`);
      for (const statement of [...TRADE, ...Object.values(SINCE).flat()].filter((one) => !one.includes('order_search')))
        await client.query(statement);
      await client.query(`insert into products (project_id, id, name) values ('${PROJECT}', '${key(20)}', 'Друга'),
        ('${PROJECT}', '${key(21)}', 'Третя')`);
      await client.query(`insert into product_variant_options (project_id, id, product_id, name, value_type, position)
        values ('${PROJECT}', '${key(30)}', '${PRODUCT}', 'Обʼєм', 'number', 0),
          ('${PROJECT}', '${key(31)}', '${key(20)}', 'Обʼєм', 'text', 0),
          ('${PROJECT}', '${key(32)}', '${key(21)}', 'ОБ''ЄМ', 'text', 0)`);
      await client.query(`insert into product_values (project_id, id, option_id, value, position)
        values ('${PROJECT}', '${key(40)}', '${key(30)}', '0,5', 0), ('${PROJECT}', '${key(41)}', '${key(31)}', 'пів літра', 0),
          ('${PROJECT}', '${key(42)}', '${key(32)}', '1 л', 0)`);
    } finally {
      await client.end();
    }
    await migrate(database.url);
    const app = await testApp({}, { database: { url: database.url, drop: async () => undefined } });
    try {
      const at = { token: await app.tokenOf(OWNER as string), params: { project_id: PROJECT } };
      const { items } = (await app.call(listColumns, at)).body;
      expect(items).toMatchObject([
        { name: 'Обʼєм', value_type: 'number', products_count: 2, values_count: 2, not_numbers_count: 1 },
        { name: "ОБ'ЄМ", value_type: 'text', products_count: 1, values_count: 1, not_numbers_count: 1 },
      ]);
      expect(items.map(({ alike }) => alike.map(({ name }) => name))).toEqual([["ОБ'ЄМ"], ['Обʼєм']]);
    } finally {
      await app.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  }
});

it.each([
  ['price', 'update product_variants set price = 1000000000000', 10_000_000_000],
  [
    'actual',
    'update stock_levels set actual = 900000000; update product_figures set actual = 900000000, available = 899999998',
    1_111,
  ],
])(
  'an old %s beyond the bounds of today does not stop an upgrade, is refused in a change, and can be put right',
  async (path, beyond, allowed) => {
    const database = await emptyDatabase();
    const folder = folderUntil('0019_kept_uploads');
    try {
      await migrate(database.url, folder);
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      try {
        await client.query(`select set_config('lanka.project_ids', '${PROJECT}', false)`);
        for (const statement of [...TRADE, ...Object.values(SINCE).flat()]) await client.query(statement);
        await client.query(beyond);
      } finally {
        await client.end();
      }
      await migrate(database.url);
      const app = await testApp({}, { database: { url: database.url, drop: async () => undefined } });
      try {
        const at = {
          token: await app.tokenOf(OWNER as string),
          params: { project_id: PROJECT, id: VARIANT as string },
        };
        const variant = { ...at, params: { ...at.params, product_id: PRODUCT as string } };
        const edit = (body: object) => app.call(updateVariant, { ...variant, body });
        const count = (counted: number) => app.call(changeStock, { ...at, body: { counted, comment: '' } });
        const refused = path === 'price' ? await edit({ name: 'L' }) : await edit({ name: 'L', price: 60_000 });
        expect([refused.status, refused.error.details[0]]).toMatchObject([422, { path: 'price', allowed }]);
        expect((path === 'price' ? await edit({ name: 'L', price: 60_000 }) : await count(10)).status).toBe(200);
        expect((await edit({ name: 'L', price: 70_000 })).status).toBe(200);
      } finally {
        await app.close();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
      await database.drop();
    }
  },
);
