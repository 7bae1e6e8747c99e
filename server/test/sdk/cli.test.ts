import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createApiKey, createMyApiKey, revokeApiKey } from '@lanka/domain/api_keys/contract';
import type { ApiScope } from '@lanka/domain/kit/api_scopes';
import { changeStock } from '@lanka/domain/stock/contract';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../harness';
import { makeDropshipper, makeVariants, orderBody, placeOrder } from '../trade';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let home: string;
let app: TestApp;
let project: TestProject;
let url: string;
let variant: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'lanka-cli-'));
  await build({
    entryPoints: [join(root, 'sdk', 'src', 'cli', 'main.ts')],
    outfile: join(home, 'lanka.mjs'),
    ...{ bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'silent' },
  });
  app = await testApp();
  project = await app.project('Фабрика рядка');
  [variant = ''] = await makeVariants(app, project, [{ stock: 50, sku: 'CLI-1' }]);
  url = await app.app.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  rmSync(home, { recursive: true, force: true });
});

const environment = (user: string, more: Record<string, string> = {}) => ({
  ...{ PATH: process.env.PATH, XDG_CONFIG_HOME: join(home, user), LANG: 'uk_UA.UTF-8' },
  ...more,
});

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly told: string;
}

/** As it is typed: another process, its own settings. */
function lanka(user: string, args: string[], input = '', env: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(home, 'lanka.mjs'), ...args],
      { env: environment(user, env), cwd: home },
      (error, out, told) => resolve({ code: error ? Number(error.code ?? 1) : 0, out, told }),
    );
    child.stdin?.end(input);
  });
}

async function keyOf(scopes: ApiScope[]) {
  const params = { project_id: project.id };
  return (await app.call(createApiKey, { params, token: project.owner.token, body: { name: 'Рядок', scopes } })).body;
}

it('signs in with a key, says whose it is, lists and exports, and forgets it', async () => {
  const made = await keyOf(['products.read', 'orders.read']);
  const seller = await makeDropshipper(app, project);
  for (let n = 0; n < 3; n += 1)
    await placeOrder(app, project, seller.token, orderBody({ [variant]: 1 }, { send: true }));
  const signedIn = await lanka('owner', ['sign-in', '--url', url], `${made.key}\n`);
  expect(signedIn).toMatchObject({ code: 0, out: '' });
  expect(signedIn.told).toContain('Фабрика рядка');
  const file = join(home, 'owner', 'lanka', 'config.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);

  expect((await lanka('owner', ['whoami'])).out).toContain('products.read, orders.read');
  expect(JSON.parse((await lanka('owner', ['whoami', '--json'])).out)).toMatchObject({
    ...{ name: 'Рядок', owner: { kind: 'project', friendly_id: project.friendly_id } },
  });
  const listed = await lanka('owner', ['list', 'orders', '--limit', '2']);
  expect(listed.out.trim().split('\n')).toHaveLength(3);
  expect(listed.told).toContain('Показано 2 з 3');
  const found = await lanka('owner', ['list', 'variants', '--where', 'sku=CLI-1', '--json']);
  expect(JSON.parse(found.out)).toMatchObject({ id: variant });

  expect(await lanka('owner', ['export', 'orders', '--format', 'jsonl'])).toMatchObject({ code: 0 });
  expect(readFileSync(join(home, 'orders.jsonl'), 'utf8').trim().split('\n')).toHaveLength(3);
  const again = await lanka('owner', ['export', 'orders', '--format', 'jsonl']);
  expect([again.code, again.told]).toEqual([1, expect.stringContaining('--force')]);
  expect(await lanka('owner', ['export', 'variants'])).toMatchObject({ code: 0 });
  expect(readFileSync(join(home, 'variants.csv'), 'utf8')).toContain('CLI-1');

  // what the key may not do, what is not there, and a condition that is none, in words
  const refused = await lanka('owner', ['list', 'clients']);
  expect([refused.code, refused.told]).toEqual([1, expect.stringContaining('api_keys.scope')]);
  const unknown = await lanka('owner', ['list', 'suppliers']);
  expect([unknown.code, unknown.told]).toEqual([2, expect.stringContaining('Немає такого списку')]);
  const wrong = await lanka('owner', ['list', 'orders', '--where', 'nonsense=1', '--language', 'en']);
  expect([wrong.code, wrong.told]).toEqual([1, expect.stringContaining('common.')]);
  await app.call(revokeApiKey, { params: { project_id: project.id, id: made.id }, token: project.owner.token });
  expect((await lanka('owner', ['list', 'orders'])).told).toContain('відкликано');
  expect(await lanka('owner', ['sign-out'])).toMatchObject({ code: 0 });
  expect((await lanka('owner', ['whoami'])).told).toContain('Спершу збережіть ключ');
});

it('of a dropshipper works over all his suppliers, with a key from the environment', async () => {
  const seller = await makeDropshipper(app, project);
  await app.sql(null, `update users set subscription_plan = 'dropshipper-business-monthly' where id = $1`, [seller.id]);
  const body = { name: 'Мій рядок', scopes: ['orders.read' as const, 'payments.read' as const] };
  const made = await app.call(createMyApiKey, { token: seller.token, body });
  await placeOrder(app, project, seller.token, orderBody({ [variant]: 1 }, { send: true }));
  expect(await lanka('seller', ['sign-in', '--url', url], '', { LANKA_KEY: made.body.key })).toMatchObject({ code: 0 });
  expect((await lanka('seller', ['list', 'suppliers'])).out).toContain('Фабрика рядка');
  expect((await lanka('seller', ['list', 'orders', '--json'])).out.trim().split('\n')).toHaveLength(1);
});

it('keeps no key that nobody knows', async () => {
  const asked = await lanka('stranger', ['sign-in', '--url', url], 'lanka_nonsense\n');
  expect([asked.code, asked.told]).toEqual([1, expect.stringContaining('api_keys.unknown')]);
  expect((await lanka('stranger', ['whoami'])).code).toBe(1);
});

it('watches what changes, and after a kill goes on where it was', async () => {
  const made = await keyOf(['products.read', 'stock.read']);
  await lanka('watcher', ['sign-in', '--url', url], `${made.key}\n`);
  const change = () =>
    app.call(changeStock, {
      ...{ params: { project_id: project.id, id: variant }, token: project.owner.token, body: { delta: 1 } },
    });
  const watch = () => {
    const args = [join(home, 'lanka.mjs'), 'watch', '--kinds', 'stock', '--state', 'cursor'];
    const child = spawn(process.execPath, args, { env: environment('watcher'), cwd: home });
    onTestFinished(() => void child.kill('SIGKILL'));
    const out: { data: { actual: number } }[] = [];
    const told: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => out.push(JSON.parse(line)));
    createInterface({ input: child.stderr }).on('line', (line) => told.push(line));
    return { child, out, told, ended: new Promise((resolve) => child.once('close', resolve)) };
  };
  const patience = { timeout: 20_000 };
  const first = watch();
  await expect.poll(() => first.told.length, patience).toBe(2);
  await change();
  await expect.poll(() => first.out.map(({ data }) => data.actual), patience).toEqual([51]);
  const cursor = readFileSync(join(home, 'cursor'), 'utf8');
  await expect.poll(() => readFileSync(join(home, 'cursor'), 'utf8') !== '', patience).toBe(true);
  first.child.kill('SIGKILL');
  await first.ended;
  await change();
  const second = watch();
  // what came while it was away
  await expect.poll(() => second.out.map(({ data }) => data.actual).at(-1), patience).toBe(52);
  expect(cursor).not.toBe('');
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});
