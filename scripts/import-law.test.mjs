import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkImports, levelsTable } from './import-law.mjs';
import { ROOT } from './lib.mjs';
import { tablesIn } from './sql-tables.mjs';

const manifest = (name, level) => `export const ${name} = slice({ name: '${name}', level: ${level} });`;

/** A small tree that keeps the law. Every case below adds one file that breaks it. */
const LAWFUL = {
  'server/src/identity/slice.ts': manifest('identity', 1),
  'server/src/files/slice.ts': manifest('files', 1),
  'server/src/stock/slice.ts': manifest('stock', 2),
  'server/src/orders/slice.ts': manifest('orders', 3),
  'web/src/orders/slice.tsx': manifest('orders', 3),
  'web/src/shell/slice.tsx': manifest('shell', 5),
  'web/src/shell/Shell.tsx': `import '../onboarding';`,
  'web/src/onboarding/slice.tsx': manifest('onboarding', 4),
  'web/src/onboarding/index.ts': '',
  'domain/src/kit/money.ts': `import { z } from 'zod'; export const Kopecks = z.int();`,
  'domain/src/stock/rules.ts': `export const free = 1;`,
  'domain/src/orders/rules.ts': `import { free } from '../stock/rules'; export const plan = free;`,
  'server/src/kit/http/server.ts': `import fastify from 'fastify'; export const serve = fastify;`,
  'server/src/stock/tables.ts': `import { pgTable } from 'drizzle-orm/pg-core'; export const levels = pgTable;`,
  'server/src/stock/stock.store.ts': `import { levels } from './tables'; export const book = (tx) => tx.insert(levels);`,
  'server/src/stock/index.ts': `export { book } from './stock.store';`,
  'server/src/orders/orders.store.ts': `import { levels } from '../stock/tables'; export const list = (tx) => tx.select().from(levels);`,
  'server/src/orders/move.ts': `import { plan } from '@lanka/domain/orders/rules'; import { book } from '../stock'; export const move = [plan, book];`,
  'server/src/orders/client.ts': `export const call = () => fetch('https://example.com');`,
  'server/src/orders/move.test.ts': `import pg from 'pg'; import { app } from '../app'; export const used = [pg, app];`,
  'server/src/app.ts': `import { move } from './orders/move'; export const app = move;`,
  'web/src/kit/call.ts': `export const call = () => fetch('/api');`,
  'web/src/orders/OrdersPage.tsx': `import { call } from '../kit/call'; export const Page = () => <a onClick={call}>fetch(</a>;`,
  'sdk/src/client.ts': `export const connect = 1;`,
  'sdk/src/cli/run.ts': `import { connect } from '../client.js'; export const run = connect;`,
  'mcp/src/tools/goods.ts': `import { connect } from '../../../sdk/src/client.js'; import { uah } from '../money.js'; export const goods = [connect, uah];`,
  'mcp/src/money.ts': `export const uah = 1;`,
  'e2e/order.test.ts': `export const answer = () => fetch('/api/health');`,
};

let root;
const put = (files) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
};
const check = () => checkImports(root).breaches.map(({ file, line, text }) => `${file}:${line} ${text}`);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lanka-law-'));
  put(LAWFUL);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the import law', () => {
  it('lets a lawful tree pass', () => {
    expect(check()).toEqual([]);
    expect(checkImports(root).files).toBe(Object.keys(LAWFUL).length);
  });

  it.each([
    [
      'web imports server',
      'web/src/orders/a.ts',
      `import '../../../server/src/orders/move';`,
      'law 1: web may not import server',
    ],
    [
      'server imports web',
      'server/src/orders/a.ts',
      `import '../../../web/src/kit/call';`,
      'law 1: server may not import web',
    ],
    [
      'by the name of the package',
      'web/src/orders/a.ts',
      `import '@lanka/server';`,
      'law 1: web may not import server',
    ],
    [
      'a test imports another package',
      'server/src/orders/a.test.ts',
      `import '../../../web/src/kit/call';`,
      'law 1: server may not import web',
    ],
    ['domain imports a package', 'domain/src/orders/a.ts', `import 'date-fns';`, 'law 1: domain imports only zod'],
    [
      'domain imports Node',
      'domain/src/orders/a.ts',
      `import { join } from 'node:path';`,
      'law 1: domain imports only zod',
    ],
    [
      'domain imports server',
      'domain/src/orders/a.ts',
      `import '../../../server/src/kit/http/server';`,
      'law 1: domain may not import server',
    ],
    [
      'the product imports entries of tests',
      'server/src/orders/a.ts',
      `import './entries';`,
      'law 1: what is not a test',
      { 'server/src/orders/entries.ts': `import '../app';` },
    ],
    [
      'the library of the SDK brings its command line along',
      'sdk/src/a.ts',
      `import './cli/run.js';`,
      'law 1: the library of the sdk',
    ],
    [
      'what assistants have knows more than the public API',
      'mcp/src/a.ts',
      `import '@lanka/domain/orders/rules';`,
      'law 1: mcp may not import domain',
    ],
    ['the product imports a test', 'server/src/orders/a.ts', `import './move.test';`, 'law 1: what is not a test'],
    [
      'a lower slice imports a higher one',
      'server/src/stock/a.ts',
      `import '../orders';`,
      'law 2: stock (level 2) may not import orders (level 3)',
      { 'server/src/orders/index.ts': '' },
    ],
    [
      'only the type',
      'domain/src/stock/a.ts',
      `import type { plan } from '../orders/rules';`,
      'law 2: stock (level 2)',
    ],
    [
      'a type in passing',
      'domain/src/stock/a.ts',
      `export type Plan = import('../orders/rules').Plan;`,
      'law 2: stock (level 2)',
    ],
    [
      'a late import',
      'server/src/stock/a.ts',
      `export const late = () => import('@lanka/domain/orders/rules');`,
      'law 2: stock (level 2)',
    ],
    ['a re-export', 'server/src/stock/a.ts', `export * from '@lanka/domain/orders/rules';`, 'law 2: stock (level 2)'],
    [
      'a stranger of the same level',
      'server/src/files/a.ts',
      `import '../identity';`,
      'law 2: files (level 1) may not import identity (level 1)',
      { 'server/src/identity/index.ts': '' },
    ],
    ['kit imports a slice', 'server/src/kit/a.ts', `import '../stock';`, 'law 2: kit imports no slice'],
    [
      'kit imports a slice of domain',
      'web/src/kit/a.ts',
      `import '@lanka/domain/stock/rules';`,
      'law 2: kit imports no slice',
    ],
    ['a slice imports the wiring', 'server/src/orders/a.ts', `import '../app';`, 'law 2: only main and app'],
    [
      'past the front door',
      'server/src/orders/a.ts',
      `import '../stock/stock.store';`,
      'law 3: stock is entered through its index.ts',
    ],
    [
      'tables outside a store',
      'server/src/orders/a.ts',
      `import '../stock/tables';`,
      'law 3: stock is entered through its index.ts',
    ],
    [
      'past the front door in web',
      'web/src/orders/a.ts',
      `import '../stock/StockPage';`,
      'law 3: stock is entered through its index.ts',
      { 'web/src/stock/StockPage.tsx': '' },
    ],
    [
      'Fastify in a slice',
      'server/src/orders/routes.ts',
      `import type { FastifyInstance } from 'fastify';`,
      'law 4: Fastify is known only',
    ],
    ['a Fastify plugin in a slice', 'server/src/app2.ts', `import '@fastify/helmet';`, 'law 4: Fastify is known only'],
    ['Drizzle in a use case', 'server/src/orders/a.ts', `import { eq } from 'drizzle-orm';`, 'law 4: SQL belongs'],
    ['pg in a use case', 'server/src/orders/a.ts', `import pg from 'pg';`, 'law 4: SQL belongs'],
    [
      'SQL without an import',
      'server/src/orders/a.ts',
      `export const all = (tx) => tx.select();`,
      'law 4: SQL belongs',
    ],
    ['fetch in a page', 'web/src/orders/A.tsx', `export const a = () => fetch('/api');`, 'law 4: network calls belong'],
    [
      'fetch by another name',
      'web/src/orders/A.tsx',
      `export const a = () => window.fetch('/api');`,
      'law 4: network calls belong',
    ],
    [
      'fetch in a use case',
      'server/src/orders/a.ts',
      `export const a = () => fetch('https://example.com');`,
      'law 4: network calls belong',
    ],
    [
      'an event stream in a page',
      'web/src/orders/A.tsx',
      `export const a = new EventSource('/api');`,
      'law 4: network calls belong',
    ],
    [
      'node:https in a use case',
      'server/src/orders/a.ts',
      `import { get } from 'node:https';`,
      'law 4: network calls belong',
    ],
    ['a slice without a manifest', 'server/src/billing/index.ts', '', 'law 5: billing says its level nowhere'],
    ['the same in domain alone', 'domain/src/billing/rules.ts', '', 'law 5: billing says its level nowhere'],
    [
      'a manifest without a level',
      'server/src/billing/slice.ts',
      `export const billing = slice({ name: 'billing' });`,
      'its level',
    ],
    [
      'a level that is counted',
      'server/src/billing/slice.ts',
      manifest('billing', '1 + 1'),
      'its level as a whole number',
    ],
    [
      'a file with two manifests',
      'server/src/billing/slice.ts',
      manifest('billing', 1) + manifest('bills', 1),
      'not exactly one',
    ],
    ['a manifest of another name', 'web/src/billing/slice.tsx', manifest('bills', 1), `must say name: 'billing'`],
    [
      'levels that differ',
      'web/src/stock/slice.tsx',
      manifest('stock', 3),
      'stock has level 3 here and 2 in the server',
    ],
    [
      'a slice imports the frame',
      'web/src/onboarding/a.ts',
      `import '../shell';`,
      'law 2: onboarding (level 4) may not import shell (level 5)',
      { 'web/src/shell/index.ts': '' },
    ],
    ['an import of nothing', 'server/src/orders/a.ts', `import './gone';`, 'imports ./gone, which does not exist'],
    ['a file that is no TypeScript', 'server/src/orders/a.ts', `import {`, 'cannot be read'],
  ])('catches: %s', (_name, path, text, expected, more = {}) => {
    put({ ...more, [path]: text });
    const found = check();
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]).toContain(expected);
  });

  it('catches a circle and names its files', () => {
    put({
      'server/src/orders/a.ts': `import './b';`,
      'server/src/orders/b.ts': `import type { C } from './c';`,
      'server/src/orders/c.ts': `import './a';`,
    });
    expect(check()).toEqual([
      'server/src/orders/a.ts:1 law 5: a circle: server/src/orders/a.ts → server/src/orders/b.ts → server/src/orders/c.ts → server/src/orders/a.ts',
    ]);
  });

  it('lets kit import only the contracts that are named for it', () => {
    put({
      'domain/src/identity/contract.ts': '',
      'domain/src/stock/contract.ts': '',
      'web/src/kit/session.ts': `import '@lanka/domain/identity/contract';`,
    });
    expect(check()).toEqual([]);
    put({ 'web/src/kit/a.ts': `import '@lanka/domain/stock/contract';` });
    expect(check()).toEqual(['web/src/kit/a.ts:1 law 2: kit imports no slice, and this is stock']);
  });

  it('lets kit make one table of the permissions that the slices list, and nothing else know the list', () => {
    put({
      'domain/src/stock/permissions.ts': `import { LEADERS } from '../kit/roles'; export const stock = LEADERS;`,
      'domain/src/permissions.ts': `export { stock } from './stock/permissions';`,
      'domain/src/kit/roles.ts': `export const LEADERS = 1;`,
      'domain/src/kit/permissions.ts': `import * as slices from '../permissions'; export const all = slices;`,
      'domain/src/kit/route.ts': `import type { all } from './permissions'; export type All = typeof all;`,
    });
    expect(check()).toEqual([]);
    put({ 'domain/src/orders/rules.ts': `import '../permissions';` });
    expect(check()[0]).toContain('only main and app may import domain/src/permissions.ts');
    put({ 'domain/src/orders/rules.ts': '', 'domain/src/stock/permissions.ts': `import '../kit/permissions';` });
    expect(check()[0]).toContain('law 5: a circle');
  });

  it('prints the levels, the highest first', () => {
    expect(levelsTable(root).split('\n').slice(2, -1)).toEqual([
      '| 5 | `shell` |',
      '| 4 | `onboarding` |',
      '| 3 | `orders` |',
      '| 2 | `stock` |',
      '| 1 | `files` · `identity` |',
    ]);
  });

  it('prints the levels as docs/architecture.md shows them', () => {
    expect(readFileSync(join(ROOT, 'docs', 'architecture.md'), 'utf8')).toContain(`\n\n${levelsTable()}\n`);
  });

  it('says the line', () => {
    put({ 'server/src/orders/a.ts': `// one\n// two\nimport '../stock/stock.store';\n` });
    expect(check()[0]).toMatch(/^server\/src\/orders\/a\.ts:3 /);
  });
});

describe('the import law reads SQL', () => {
  const TABLES = {
    'server/src/kit/db/tables.ts': `import { pgTable } from 'drizzle-orm/pg-core'; export const counters = pgTable('counters', {});`,
    'server/src/files/tables.ts': `import { pgTable } from 'drizzle-orm/pg-core'; export const files = pgTable('files', {});`,
    'server/src/identity/tables.ts': `import { pgTable } from 'drizzle-orm/pg-core'; export const users = pgTable('users', {});`,
    'server/src/stock/tables.ts': `import { pgTable } from 'drizzle-orm/pg-core'; export const levels = pgTable('stock_levels', {});`,
    'server/src/orders/tables.ts': `import { pgTable } from 'drizzle-orm/pg-core'; export const orders = pgTable('orders', {});`,
  };
  const SQL = `import { sql } from 'drizzle-orm'; `;
  const breachesOf = (path, text, exceptions = []) => {
    put({ ...TABLES, [path]: text });
    return checkImports(root, exceptions).breaches.map((breach) => breach.text);
  };

  it.each([
    ['own tables, written and read', 'stock', 'sql`update stock_levels set actual = 1 from stock_levels o`'],
    ['a lower table, read', 'orders', 'sql`select * from orders o join stock_levels l on l.id = o.id`'],
    ['tables of kit', 'orders', 'sql`insert into counters select 1`'],
    [
      'a common table expression of that name',
      'stock',
      'sql`with orders as (select 1), more as (select 2) select from orders`',
    ],
    ['a word in a text', 'stock', `sql\`select 'from orders' -- join users\``],
    ['what only sounds so', 'stock', 'sql`select a is distinct from orders for update of orders`'],
    [
      'a lower table through its variable',
      'orders',
      `sql\`select from \${levels}\``,
      `import { levels } from '../stock/tables';`,
    ],
  ])('lets pass: %s', (_name, slice, statement, imports = '') => {
    expect(breachesOf(`server/src/${slice}/more.store.ts`, `${SQL}${imports} export const a = ${statement};`)).toEqual(
      [],
    );
  });

  const READS = 'stock (level 2) may not read orders of orders (level 3)';
  it.each([
    ['a higher table', 'stock', 'sql`select from orders`', READS],
    ['a higher table after a comma', 'stock', 'sql`select from stock_levels l, orders o`', READS],
    ['in quotes', 'stock', 'sql`select from "orders"`', READS],
    ['in a subselect', 'stock', 'sql`select (select 1 from orders o where o.id = 1 limit 1)`', READS],
    [
      'a table of the same level',
      'identity',
      'sql`select from files`',
      'identity (level 1) may not read files of files (level 1)',
    ],
    [
      'a write',
      'orders',
      'sql`with a as (update stock_levels l set actual = 0) select 1`',
      'orders writes stock_levels, which only stock may',
    ],
    ['an insert', 'orders', 'sql`insert into stock_levels select 1`', 'orders writes stock_levels'],
    ['a deletion', 'orders', 'sql`delete from stock_levels`', 'orders writes stock_levels'],
    ['given to execute', 'orders', 'tx.execute("delete from stock_levels")', 'orders writes stock_levels'],
    [
      'given to query as a text',
      'orders',
      'client.query({ text: `delete from stock_levels` })',
      'orders writes stock_levels',
    ],
    ['raw', 'orders', 'sql.raw("delete from stock_levels")', 'orders writes stock_levels'],
    [
      'a write through its variable',
      'orders',
      `sql\`update \${levels} set actual = 0\``,
      'orders writes stock_levels',
      `import { levels } from '../stock/tables';`,
    ],
    [
      'the builder',
      'orders',
      'tx.update(rows).set({})',
      'orders writes stock_levels',
      `import { levels as rows } from '../stock/tables';`,
    ],
    [
      'the builder with all tables',
      'orders',
      'tx.insert(stock.levels)',
      'orders writes stock_levels',
      `import * as stock from '../stock/tables';`,
    ],
    ['in kit', 'kit/db', 'sql`select from orders`', 'kit knows no slice'],
  ])('refuses: %s', (_name, slice, statement, expected, imports = '') => {
    const found = breachesOf(`server/src/${slice}/more.store.ts`, `${SQL}${imports} export const a = ${statement};`);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(expected);
  });

  it('knows exceptions, each for what it names, and refuses one that nothing needs', () => {
    const write = (may) => [{ slice: 'orders', tables: ['stock_levels'], may, why: 'it is a test' }];
    const breaking = `${SQL} export const a = sql\`delete from stock_levels\`;`;
    expect(breachesOf('server/src/orders/more.store.ts', breaking, write('write'))).toEqual([]);
    expect(breachesOf('server/src/orders/more.store.ts', breaking, write('read'))).toHaveLength(2);
    expect(breachesOf('server/src/orders/more.store.ts', `export const a = 1;`, write('write'))).toEqual([
      'law 6: orders needs no exception for stock_levels',
    ]);
  });

  it('finds each table of a statement once, as written where it is', () => {
    expect(
      tablesIn(`with a as materialized (select * from b, c d), e as (insert into f select * from a on conflict do update set x = 1)
        select from g join lateral (select 1 from only h for update skip locked) y on true, lateral j`),
    ).toEqual([
      { name: 'f', writes: true },
      { name: 'b', writes: false },
      { name: 'c', writes: false },
      { name: 'g', writes: false },
      { name: 'h', writes: false },
    ]);
  });
});
