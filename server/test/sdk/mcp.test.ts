import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey, createMyApiKey, revokeApiKey } from '@lanka/domain/api_keys/contract';
import type { ApiScope } from '@lanka/domain/kit/api_scopes';
import { listOrders, readOrder, updateOrder } from '@lanka/domain/orders/contract';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../harness';
import { makeDropshipper, makeVariants, move, orderBody, placeOrder, type TestDropshipper } from '../trade';

/** As it is handed out: one file, which finds the two packages that it needs. */
const root = new URL('../../../mcp/', import.meta.url).pathname;
let home: string;
let app: TestApp;
let project: TestProject;
let seller: TestDropshipper;
let url: string;
let scarce = '';
let plenty = '';

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'lanka-mcp-'));
  app = await testApp();
  project = await app.project('Фабрика асистента');
  [scarce = '', plenty = ''] = await makeVariants(app, project, [
    { stock: 2, sku: 'MCP-S', price: 128_005 },
    { stock: 500, sku: 'MCP-P' },
  ]);
  seller = await makeDropshipper(app, project);
  await app.sql(null, `update users set subscription_plan = 'dropshipper-business-monthly' where id = $1`, [seller.id]);
  url = await app.app.server.listen({ port: 0, host: '127.0.0.1' });
  await build({
    entryPoints: [join(root, 'src', 'main.ts')],
    outfile: join(root, 'dist', 'test.js'),
    ...{ bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'silent' },
    external: ['@modelcontextprotocol/*', 'zod'],
  });
});
afterAll(async () => {
  await app.close();
  rmSync(home, { recursive: true, force: true });
  rmSync(join(root, 'dist', 'test.js'), { force: true });
});

async function keyOf(scopes: ApiScope[]) {
  const params = { project_id: project.id };
  return (await app.call(createApiKey, { params, token: project.owner.token, body: { name: 'Асистент', scopes } }))
    .body;
}

/** An assistant: another process, by the protocol alone. */
async function assistant(key: string, args: string[] = [], env: Record<string, string> = {}) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const variables = { PATH: process.env.PATH ?? '', LANG: 'uk_UA.UTF-8', XDG_CONFIG_HOME: home, LANKA_URL: url };
  await client.connect(
    new StdioClientTransport({
      ...{ command: process.execPath, args: [join(root, 'dist', 'test.js'), ...args] },
      env: { ...variables, LANKA_KEY: key, ...env },
    }),
  );
  onTestFinished(() => client.close());
  return {
    client,
    async ask(name: string, given: Record<string, unknown> = {}) {
      const { content, isError } = await client.callTool({ name, arguments: given });
      const [first] = content;
      const text = first?.type === 'text' ? first.text : '';
      return isError ? { refused: text } : JSON.parse(text);
    },
  };
}

it('says what is running out, to a key that may read it, with money as people write it', async () => {
  const { key } = await keyOf(['products.read', 'stock.read']);
  const { client, ask } = await assistant(key);
  const { tools } = await client.listTools();
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).not.toContainEqual([
    expect.anything(),
    false,
  ]);
  expect(client.getInstructions()).toContain('Ти лише читаєш');
  expect(await ask('whoami')).toMatchObject({ key: 'Асистент', owner: { kind: 'project', name: 'Фабрика асистента' } });

  const low = await ask('running_out');
  expect(low).toMatchObject({ total: 1, products: [{ name: 'Плаття «Марта»', available: 502 }] });
  expect(low.products[0].variants.map((one: object) => one)).toMatchObject([
    { product_variant_id: scarce, sku: 'MCP-S', available: 2 },
    { product_variant_id: plenty, available: 500 },
  ]);
  const found = await ask('find_goods', { q: 'MCP-S' });
  expect(found.variants).toMatchObject([{ product_variant_id: scarce, price_uah: '1280.05', available: 2 }]);
});

it('passes on in words what the key may not do, what is not there and what is asked wrongly', async () => {
  const made = await keyOf(['products.read']);
  const { ask, client } = await assistant(made.key);
  expect((await ask('list_orders')).refused).toMatch(/[а-яіїє].*\(api_keys\.scope\)$/);
  expect((await ask('list_suppliers')).refused).toContain('ключ проєкту');
  expect((await ask('find_goods', { supplier: project.id })).refused).toContain('supplier не вказують');
  // an argument that a tool does not know is refused, not left out in silence
  expect((await ask('find_goods', { nonsense: 1 })).refused).toContain('nonsense');
  // without the flag there is nothing to write with, whatever the key may do
  const draft = await client.callTool({ name: 'draft_order', arguments: {} }).then(
    ({ isError }) => isError,
    () => true,
  );
  expect(draft).toBe(true);
  await app.call(revokeApiKey, { params: { project_id: project.id, id: made.id }, token: project.owner.token });
  expect((await ask('find_goods')).refused).toContain('відкликано');
  const english = await assistant(made.key, [], { LANKA_LANGUAGE: 'en' });
  expect((await english.ask('find_goods')).refused).toMatch(/^[^а-яіїє]+\(api_keys\.revoked\)$/i);
});

it('reads orders and what has changed, and keeps who the customer is to itself unless told', async () => {
  const { key } = await keyOf(['orders.read', 'request_forms.read']);
  const { ask } = await assistant(key);
  const { after } = await ask('what_changed');
  const { body: placed } = await placeOrder(app, project, seller.token, orderBody({ [plenty]: 1 }, { send: true }));
  const changed = await ask('what_changed', { after, kinds: ['order'] });
  expect(changed.changes).toMatchObject([{ kind: 'order', id: placed.id, data: { sum_uah: '500.00' } }]);
  const { orders } = await ask('list_orders', { status: ['Pending'] });
  expect(orders).toMatchObject([{ id: placed.id, sum_uah: '500.00', page: expect.stringContaining(placed.id) }]);
  expect(await ask('count_orders')).toMatchObject({ by_status: { Pending: 1 } });
  const whole = await ask('read_order', { id: placed.id });
  expect(whole.items).toMatchObject([{ sku: 'MCP-P', count: 1 }]);
  for (const told of [orders, whole, changed]) expect(JSON.stringify(told)).not.toMatch(/Іваненко|67123|Львів/);

  const trusted = await assistant(key, ['--personal']);
  expect(await trusted.ask('read_order', { id: placed.id })).toMatchObject({ customer: { name: 'Іваненко Ірина' } });
});

it('drafts an order that a person sends, once though it is asked twice', async () => {
  const items = [{ product_variant_id: plenty, count: 3 }];
  const reader = await assistant((await keyOf(['orders.read', 'products.read'])).key, ['--drafts']);
  const asked = { reference: 'Магазин, 27 листопада', items, counterparty_id: seller.counterparty_id };
  expect((await reader.ask('draft_order', asked)).refused).toContain('api_keys.scope');

  const { key } = await keyOf(['orders.read', 'orders.write', 'counterparties.read']);
  const { ask } = await assistant(key, ['--drafts']);
  expect((await ask('draft_order', { reference: 'x', items })).refused).toContain('counterparty_id');
  const { counterparties } = await ask('find_counterparties', { q: 'Дропшипер' });
  expect(counterparties).toMatchObject([{ counterparty_id: seller.counterparty_id }]);
  const first = await ask('draft_order', asked);
  expect(first).toMatchObject({ status: 'Draft', sum_uah: '1500.00', next: expect.stringContaining('чернетка') });
  const again = await ask('draft_order', asked);
  expect(again.id).toBe(first.id);
  const other = await ask('draft_order', { ...asked, items: [{ product_variant_id: plenty, count: 4 }] });
  expect(other.refused).toContain('common.idempotency_mismatch');
  // nothing is booked, and nobody but the person sends it
  const params = { project_id: project.id, id: first.id };
  const { token } = project.owner;
  const { body: draft } = await app.call(readOrder, { params, token });
  expect([draft.status, draft.created_by.kind, draft.source]).toEqual(['Draft', 'api_key', 'Асистент']);
  const listed = await app.call(listOrders, {
    ...{ params: { project_id: project.id }, token, query: { status: ['Draft'] } },
  });
  expect(listed.body.total).toBe(1);
  expect(first.page).toBe(`${url}/cp/orders/${first.id}?project=${project.id}`);
  // the page is that of the person's browser; whoever sends it there is the person
  const placed = { ...orderBody({ [plenty]: 3 }), counterparty_id: seller.counterparty_id };
  expect((await app.call(updateOrder, { params, token, body: placed })).status).toBe(200);
  expect((await move(app, project, token, first.id, 'Pending')).body).toMatchObject({ status: 'Pending' });
});

it('of a dropshipper sees all his suppliers, and orders of the one he names', async () => {
  const scopes: ApiScope[] = ['products.read', 'orders.read', 'orders.write', 'payments.read'];
  const made = await app.call(createMyApiKey, { token: seller.token, body: { name: 'Мій', scopes } });
  const { ask } = await assistant(made.body.key, ['--drafts']);
  const { suppliers } = await ask('list_suppliers');
  expect(suppliers).toMatchObject([{ supplier: project.id, title: 'Фабрика асистента' }]);
  expect((await ask('find_goods')).products).toMatchObject([{ supplier: project.id, variants: 2 }]);
  const { variants } = await ask('find_goods', { supplier: project.id, q: 'MCP-P' });
  const items = [{ product_variant_id: variants[0].product_variant_id, count: 1 }];
  expect((await ask('draft_order', { reference: 'мій', items })).refused).toContain('list_suppliers');
  expect(await ask('draft_order', { reference: 'мій', items, supplier: project.id })).toMatchObject({
    status: 'Draft',
  });
  expect((await ask('list_orders', { supplier: project.id, status: ['Draft'] })).total).toBe(1);
});

it('takes the sign-in of the command line, and without a key says what to do', async () => {
  const said = await new Promise<[number, string]>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(root, 'dist', 'test.js')],
      { env: { PATH: process.env.PATH, XDG_CONFIG_HOME: join(home, 'nobody'), LANG: 'uk_UA.UTF-8' } },
      (error, _out, told) => resolve([Number(error?.code ?? 0), told]),
    );
    child.stdin?.end();
  });
  expect(said).toEqual([2, expect.stringContaining('lanka sign-in')]);
});
