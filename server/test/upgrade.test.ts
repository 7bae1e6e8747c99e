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
import { emptyDatabase, type TestDatabase } from './database';
import { type TestApp, testApp } from './harness';

interface Journal {
  readonly entries: readonly { readonly tag: string }[];
}

const JOURNAL = join('meta', '_journal.json');
const TAGS = (JSON.parse(readFileSync(join(migrationsFolder(), JOURNAL), 'utf8')) as Journal).entries.map(
  ({ tag }) => tag,
);
/** The first version that an installation may have. Before it the tables of this test were not all there. */
const FIRST = 3;

/** The migrations as they were when this one was the newest; nobody reads the snapshots, and they are large. */
function folderUntil(last: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'lanka-migrations-'));
  cpSync(migrationsFolder(), folder, { recursive: true, filter: (path) => !path.endsWith('_snapshot.json') });
  const journal = JSON.parse(readFileSync(join(folder, JOURNAL), 'utf8')) as Journal;
  const entries = journal.entries.slice(0, TAGS.indexOf(last) + 1);
  writeFileSync(join(folder, JOURNAL), JSON.stringify({ ...journal, entries }));
  return folder;
}

/** The ids of the project that trades in this version, by its place among the versions. */
function idsOf(version: number) {
  const key = (n: number): string => `018f0000-0000-7000-8000-${String(version * 100 + n).padStart(12, '0')}`;
  return { key, project: key(1), owner: key(2), party: key(3), product: key(4), variant: key(5), order: key(6) };
}
type Ids = ReturnType<typeof idsOf>;

/** What any version since the first can take: a product in stock, an order that has booked two, a payment. */
const trade = ({ key, project, owner, party, product, variant, order }: Ids): string[] => [
  `insert into users (id, email, name) values ('${owner}', 'owner-${project}@example.com', 'Власниця')`,
  `insert into projects (id, friendly_id, title, legal_type) values ('${project}', 'upgrade-${project}', 'Фабрика', 'ФОП')`,
  `insert into memberships (project_id, user_id, role) values ('${project}', '${owner}', 'Owner')`,
  `insert into counterparties (project_id, id, name, search_text) values ('${project}', '${party}', 'Крамниця', 'крамниця')`,
  `insert into counterparty_accounts (project_id, counterparty_id) values ('${project}', '${party}')`,
  `insert into products (project_id, id, name, published) values ('${project}', '${product}', 'Сорочка', true)`,
  `insert into stock_levels (project_id, product_variant_id, actual, booked) values ('${project}', '${variant}', 10, 2)`,
  `insert into product_variants (project_id, id, product_id, name, sku, price, search_text)
     values ('${project}', '${variant}', '${product}', 'M', 'SKU-77', 50000, 'сорочка m sku-77')`,
  `insert into stock_movements (project_id, id, product_variant_id, kind, delta, before, after, ref_kind, ref_id, actor_kind)
     values ('${project}', '${key(7)}', '${variant}', 'income', 10, 0, 10, 'manual', '${key(7)}', 'system')`,
  `insert into orders (project_id, id, number, counterparty_id, status, sum, recommended_sum, customer_name, search_text, created_by)
     values ('${project}', '${order}', 1, '${party}', 'Pending', 100000, 100000, 'Шевчук Марта', 'шевчук марта', '${owner}')`,
  `insert into order_items (project_id, order_id, id, position, product_variant_id, product_title, modification_title, sku, count,
       base_price, recommended_price, amount, recommended_amount)
     values ('${project}', '${order}', '${key(8)}', 0, '${variant}', 'Сорочка', 'M', 'SKU-77', 2, 50000, 50000, 100000, 100000)`,
  `insert into bookings (project_id, id, product_variant_id, count, status, ref_kind, ref_id, ref_line)
     values ('${project}', '${key(9)}', '${variant}', 2, 'Active', 'order', '${order}', '${key(8)}')`,
  // paid in October, entered in November; and a cash-out that was entered an hour after midnight in Kyiv
  `insert into payments (project_id, id, counterparty_id, type, account, amount, date, status, created_by)
     values ('${project}', '${key(11)}', '${party}', 'receipt', 'bank', 700, '2026-10-15', 'confirmed', '${owner}')`,
  `insert into postings (project_id, id, purpose, source, destination, amount, counterparty_id, counterparty_change, balance_after,
       ref_kind, ref_id, actor_kind, created_at)
     values ('${project}', '${key(12)}', 'payment', 'bank', 'counterparty', 700, '${party}', 700, 700, 'payment', '${key(11)}',
       'system', '2026-11-05T10:00:00Z'),
     ('${project}', '${key(13)}', 'charge', 'counterparty', 'sales', 200, '${party}', -200, 500, 'order', '${key(14)}', 'system',
       '2026-11-05T23:00:00Z'),
     ('${project}', '${key(15)}', 'purchase', 'purchases', 'counterparty', 300, '${party}', 300, 800, 'turnover', '${key(16)}', 'system',
       '2026-11-05T23:30:00Z')`,
  `update counterparty_accounts set balance = 800 where project_id = '${project}'`,
];

/** What the program of a version writes besides, from that version on. */
const since = ({ key, project, party, product, variant, order }: Ids): Record<string, string[]> => ({
  '0003_growth': [`insert into order_search_pending (project_id, number) values ('${project}', 1)`],
  '0004_search': [
    `insert into search_pending (project_id, kind, id) values ('${project}', 'products', '${product}'),
       ('${project}', 'counterparties', '${party}')`,
    `insert into account_sums (project_id, counterparty_id, account, counterparty_change, postings)
       values ('${project}', '${party}', 'bank', 700, 1), ('${project}', '${party}', 'sales', -200, 1),
         ('${project}', '${party}', 'purchases', 300, 1)`,
  ],
  '0013_posting_days': [
    `update postings set day = case purpose when 'payment' then date '2026-10-15' else date '2026-11-06' end
       where project_id = '${project}'`,
  ],
  '0059_sides_of_accounts': [
    `update postings set side = 'purchases' where project_id = '${project}' and purpose = 'purchase'`,
    `update counterparty_accounts set purchases_balance = 300 where project_id = '${project}'`,
  ],
  '0009_figures': [
    `update product_variants set published = true where project_id = '${project}'`,
    `update stock_levels set product_id = '${product}', price = 50000 where project_id = '${project}'`,
    // a version takes of it the columns that it has
    `insert into product_figures select * from jsonb_populate_record(null::product_figures,
       '{"project_id":"${project}","product_id":"${product}","actual":10,"available":8,"out_of_stock":0,"low":0}')`,
    `insert into stock_totals (project_id, id, products, published, modifications, pieces, value)
       values ('${project}', '${key(10)}', 1, 1, 1, 10, 500000)`,
  ],
  '0015_listed': [
    `update products set variants_count = 1, only_variant_id = '${variant}', first_sku = 'SKU-77', min_price = 50000,
       max_price = 50000 where project_id = '${project}'`,
  ],
  '0022_one_search': [`insert into search_pending (project_id, kind, id) values ('${project}', 'orders', '${order}')`],
  '0024_place_minimum': [`update product_variants set minimum = 9 where project_id = '${project}'`],
  '0047_low_stock': [
    `update product_variants set minimum = 9 where project_id = '${project}'`,
    `update stock_levels set minimum = 9, low_at = 9 where project_id = '${project}'`,
    `update product_figures set low = 1 where project_id = '${project}'`,
  ],
  // the charge of before was of no order that is there
  '0066_charges': [
    `insert into charges (project_id, order_id, counterparty_id, sequence, charged, charged_on)
       select project_id, ref_id, counterparty_id, sequence, amount, day from postings
       where project_id = '${project}' and purpose = 'charge'`,
  ],
  '0067_export_columns': [
    `update payments set order_id = '${order}' where project_id = '${project}'`,
    ...paidAhead({ project, party, order }),
  ],
  '0078_payment_orders': [
    `insert into payment_orders (project_id, payment_id, order_id, amount)
       select project_id, id, '${order}', amount from payments where project_id = '${project}'`,
    ...paidAhead({ project, party, order }),
  ],
  '0108_statistics': [
    `insert into account_days (project_id, account, day, counterparty_id, counterparty_change, postings, orders_change, orders)
       select project_id, case when source = 'counterparty' then destination else source end, day, counterparty_id,
         counterparty_change, 1, case when purpose = 'charge' then counterparty_change else 0 end,
         case when purpose = 'charge' then 1 else 0 end
       from postings where project_id = '${project}'`,
  ],
});

/** The payment names the order, which is not sent yet: the money is held, so the charge of before is owed. */
const paidAhead = ({ project, party, order }: Pick<Ids, 'project' | 'party' | 'order'>): string[] => [
  `insert into charges (project_id, order_id, counterparty_id, put) values ('${project}', '${order}', '${party}', 700)`,
  `update charges set unpaid = charged where project_id = '${project}' and sequence is not null`,
  `update counterparty_accounts set reserved = 700 where project_id = '${project}'`,
];

/** The version that took the table of what `SINCE` writes away again. */
const UNTIL: Readonly<Record<string, string>> = {
  '0003_growth': '0022_one_search',
  '0024_place_minimum': '0047_low_stock',
  '0067_export_columns': '0078_payment_orders',
};

/** All that a project has that trades in this version; the tables are those of the newest of `tags`. */
function writtenBy(ids: Ids, tags: readonly string[]): string[] {
  const besides = since(ids);
  return [...trade(ids), ...tags.flatMap((known) => (tags.includes(UNTIL[known] ?? '') ? [] : (besides[known] ?? [])))];
}

async function write(url: string, { project }: Ids, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select set_config('lanka.project_ids', '${project}', false)`);
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** An installation that has gone through every version: in each of them another project has traded. */
let database: TestDatabase;
let app: TestApp;
const TRADED = TAGS.slice(FIRST, -1);

beforeAll(async () => {
  database = await emptyDatabase();
  for (const tag of TRADED) {
    const version = TAGS.indexOf(tag);
    const folder = folderUntil(tag);
    try {
      await migrate(database.url, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    await write(database.url, idsOf(version), writtenBy(idsOf(version), TAGS.slice(0, version + 1)));
  }
  await migrate(database.url);
  app = await testApp({}, { database });
});
afterAll(() => app?.close());

it.each(TRADED)('data of version %s come to this one, and every figure agrees', async (tag) => {
  const { project, owner, party, product, order } = idsOf(TAGS.indexOf(tag));
  const token = await app.tokenOf(owner);
  const at = { token, params: { project_id: project } };
  const audit = await app.call(readAudit, at);
  expect(audit.body.checks.filter(({ differences_total }) => differences_total > 0)).toEqual([]);
  const summary = await app.call(productsSummary, at);
  expect(summary.body).toMatchObject({ products: 1, modifications: 1, stock_count: 10, stock_value: 500_000 });
  const shown = await app.call(listProducts, { ...at, query: { sort: '-available', stock: 'in_stock' } });
  expect(shown.body.items).toMatchObject([{ id: product, sku: 'SKU-77', min_price: 50_000, actual: 10, booked: 2 }]);
  for (const q of ['сорочка', 'SKU-77'])
    expect((await app.call(listProducts, { ...at, query: { q } })).body.total, q).toBe(1);
  expect((await app.call(listOrders, { ...at, query: { q: 'шевчук' } })).body.items).toMatchObject([{ id: order }]);
  const parties = await app.call(listCounterparties, { ...at, query: { sort: 'balance' } });
  expect(parties.body.items).toMatchObject([{ id: party, balance: 800, purchases_balance: 300 }]);
  const account = {
    token,
    params: { project_id: project, id: party },
    query: { from: '2026-10-01', to: '2026-11-06' },
  };
  const days = (await app.call(readReconciliation, account)).body.rows.map(({ date, credit }) => [date, credit]);
  expect(days).toEqual([
    ['2026-10-15', 700],
    ['2026-11-06', 0],
    ['2026-11-06', 300],
  ]);
});

it('makes one column of the options of a name, and loses neither a spelling nor a value that is no number', async () => {
  const database = await emptyDatabase();
  const folder = folderUntil('0037_main_info');
  const tags = TAGS.slice(0, TAGS.indexOf('0037_main_info') + 1);
  const ids = idsOf(0);
  const { key, project, owner, product } = ids;
  try {
    await migrate(database.url, folder);
    await write(database.url, ids, [
      ...writtenBy(ids, tags),
      `insert into products (project_id, id, name) values ('${project}', '${key(20)}', 'Друга'), ('${project}', '${key(21)}', 'Третя')`,
      `insert into product_variant_options (project_id, id, product_id, name, value_type, position)
        values ('${project}', '${key(30)}', '${product}', 'Обʼєм', 'number', 0),
          ('${project}', '${key(31)}', '${key(20)}', 'Обʼєм', 'text', 0),
          ('${project}', '${key(32)}', '${key(21)}', 'ОБ''ЄМ', 'text', 0)`,
      `insert into product_values (project_id, id, option_id, value, position)
        values ('${project}', '${key(40)}', '${key(30)}', '0,5', 0), ('${project}', '${key(41)}', '${key(31)}', 'пів літра', 0),
          ('${project}', '${key(42)}', '${key(32)}', '1 л', 0)`,
    ]);
    await migrate(database.url);
    const app = await testApp({}, { database: { url: database.url, drop: async () => undefined } });
    try {
      const at = { token: await app.tokenOf(owner), params: { project_id: project } };
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
    const ids = idsOf(0);
    const folder = folderUntil('0019_kept_uploads');
    try {
      await migrate(database.url, folder);
      const tags = TAGS.slice(0, TAGS.indexOf('0019_kept_uploads') + 1);
      await write(database.url, ids, [...writtenBy(ids, tags), beyond]);
      await migrate(database.url);
      const app = await testApp({}, { database: { url: database.url, drop: async () => undefined } });
      try {
        const at = {
          token: await app.tokenOf(ids.owner),
          params: { project_id: ids.project, id: ids.variant },
        };
        const variant = { ...at, params: { ...at.params, product_id: ids.product } };
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
