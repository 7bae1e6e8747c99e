import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { configFile, readConfig, saveConfig } from './config.js';
import { MONEY } from './lists.js';
import { run } from './run.js';
import { csv, table } from './tables.js';
import { languageOf, TEXTS } from './texts.js';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lanka-cli-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function cli(args: string[], env: Record<string, string> = {}, answer = '') {
  const out: string[] = [];
  const told: string[] = [];
  const code = await run(args, {
    ...{ env: { XDG_CONFIG_HOME: home, ...env }, signal: new AbortController().signal },
    ...{ out: (text) => void out.push(text), tell: (text) => void told.push(text), askKey: async () => answer },
  });
  return { code, out: out.join('\n'), told: told.join('\n') };
}

it.each([
  [{ LANG: 'uk_UA.UTF-8' }, 'uk'],
  [{ LANG: 'uk_UA.UTF-8', LC_ALL: 'C' }, 'en'],
  [{ LANG: 'ukx' }, 'en'],
  [{}, 'en'],
])('speaks the language of the system: %j', (env, language) => {
  expect(languageOf(env)).toBe(language);
});

it('says in both languages what it can do, and what it was asked wrongly', async () => {
  expect((await cli(['help'], { LANG: 'uk_UA.UTF-8' })).out).toContain('командний рядок');
  expect((await cli([])).out).toContain('orders, products');
  expect((await cli(['--help', '--language', 'uk'])).out).toContain(configFile({ XDG_CONFIG_HOME: home }));
  for (const [args, words] of [
    [['nonsense'], TEXTS.en.unknownCommand('nonsense')],
    [['toString'], TEXTS.en.unknownCommand('toString')],
    [['list', '--nonsense'], 'Wrong options'],
    [['sign-in'], TEXTS.en.needsUrl],
    [['sign-in', '--url', 'http://lanka.example'], TEXTS.en.badUrl],
    [['sign-in', '--url', 'nonsense'], TEXTS.en.badUrl],
  ] as const) {
    const { code, told } = await cli([...args]);
    expect([code, told]).toEqual([2, expect.stringContaining(words)]);
  }
  expect(await cli(['whoami'])).toMatchObject({ code: 1, told: TEXTS.en.notSignedIn });
  expect(await cli(['sign-in', '--url', 'http://127.0.0.1:9'], {}, 'key')).toMatchObject({
    ...{ code: 1, told: TEXTS.en.badKey },
  });
});

it('keeps a key for its user alone, and does not use one that others can read', () => {
  const file = configFile({ XDG_CONFIG_HOME: home });
  const config = { url: 'https://lanka.example', key: 'lanka_x', project: null };
  saveConfig(file, config);
  saveConfig(file, config);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readConfig(file)).toEqual(config);
  chmodSync(file, 0o644);
  expect(() => readConfig(file)).toThrow();
  expect(readFileSync(file, 'utf8')).toContain('lanka_x');
});

it('says that an export was broken off, and leaves nothing of it', async () => {
  const stop = new AbortController();
  const server = createServer((request, response) => {
    // one page, and of the next one nothing: whoever waits for it has had enough
    if (request.url?.includes('cursor=')) return stop.abort();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ items: [{ number: 1 }], next_cursor: 'more', total: 2 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const env = { XDG_CONFIG_HOME: home };
  saveConfig(configFile(env), { url: `http://127.0.0.1:${port}`, key: 'lanka_x', project: 'p' });
  const file = join(home, 'orders.csv');
  const quiet = { out: () => undefined, tell: () => undefined, askKey: async () => '' };
  expect(await run(['export', 'orders', '--out', file], { env, signal: stop.signal, ...quiet })).toBe(130);
  expect(readdirSync(home).filter((name) => name.startsWith('orders'))).toEqual([]);
  expect(await run(['watch'], { env, signal: stop.signal, ...quiet })).toBe(0);
});

it('writes tables that spreadsheets take for what they are', () => {
  const entries = [
    { number: 7, customer: { name: '=HYPERLINK("x")' }, sum: -1250, tags: ['a', 'b'], note: 'одне; "два"' },
    { number: 8, customer: { name: '-1+1' }, items: [{ sku: 'A' }], note: null },
  ];
  expect(csv(entries)).toBe(
    [
      '\uFEFFnumber,customer.name,sum,tags,note,items',
      `7,"'=HYPERLINK(""x"")",-1250,"a; b","одне; ""два""",`,
      `8,'-1+1,,,,"[{""sku"":""A""}]"`,
      '',
    ].join('\r\n'),
  );
});

it('shows columns in line, money as hryvnias, and nothing that moves the screen', () => {
  const entries = [
    { number: 7, sum: 125_050, name: 'Льон\u001b[2J сірий' },
    { number: 12, sum: 5, name: 'x'.repeat(60) },
  ];
  expect(table(entries, ['number', 'sum', 'name', 'none'], MONEY)).toBe(
    ['number  sum      name', '7       1250.50  Льон[2J сірий', `12      0.05     ${'x'.repeat(39)}…`].join('\n'),
  );
});
