import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SIMULATORS } from './list';
import { FAULTS, type Simulator, type Words } from './simulator';
import { type Simulators, startSimulators } from './start';

/** A service that counts: as small as one can be. */
const counter: Simulator = {
  name: 'counter',
  title: 'Лічильник',
  path: '/v1',
  callsBack: { signedBy: 'x-sign' },
  open(server, world) {
    const kept = world.keep({ count: 0, nights: 0 });
    world.onAdvance(() => {
      kept.nights += 1;
    });
    server.post('/v1/add', async () => {
      kept.count += 1;
      return { count: kept.count, at: world.now().toISOString(), nights: kept.nights };
    });
    world.control({
      id: 'call',
      title: 'Сповістити',
      fields: [{ name: 'url', title: 'Куди' }],
      run: async ({ url = '' }) => String(await world.send(url, { body: 'x', headers: { 'x-sign': 'good' } })),
    });
    world.control({
      id: 'set',
      title: 'Встановити',
      fields: [{ name: 'count', title: 'Скільки' }],
      run: ({ count }) => {
        kept.count = Number(count);
        return `Тепер ${count}`;
      },
    });
  },
};

let running: Simulators;
const add = () => fetch(`${running.addresses.counter}/add`, { method: 'POST' });
const count = async (): Promise<number> => ((await (await add()).json()) as { count: number }).count;

beforeEach(async () => {
  running = await startSimulators([counter]);
});
afterEach(() => running.close());

it('meets each fault as often as it is told, and no more', async () => {
  running.fault('counter', { kind: 'error', times: 1 });
  running.fault('counter', { kind: 'unavailable', times: 1 });
  running.fault('counter', { kind: 'limited', times: 1, ms: 2_000 });
  expect([(await add()).status, (await add()).status]).toEqual([500, 503]);
  const limited = await add();
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '2']);
  running.fault('counter', { kind: 'down', times: 1 });
  await expect(add()).rejects.toThrow();
  // none of them did its work
  expect(await count()).toBe(1);
  running.fault('counter', { kind: 'broken_json', times: 1 });
  await expect(count()).rejects.toThrow();
  running.fault('counter', { kind: 'slow', times: 1, ms: 20 });
  expect(await count()).toBe(3);
});

it('loses an answer after the work is done', async () => {
  running.fault('counter', { kind: 'lost_answer', times: 1 });
  await expect(add()).rejects.toThrow();
  expect(await count()).toBe(2);
  expect(running.calls('counter').map(({ status, fault }) => [status, fault])).toEqual([
    [200, undefined],
    [null, 'lost_answer'],
  ]);
});

it('breaks only what it is told, until it is calmed', async () => {
  running.fault('counter', { kind: 'error', only: '/elsewhere' });
  expect(await count()).toBe(1);
  running.fault('counter', { kind: 'error', only: '/add' });
  expect([(await add()).status, (await add()).status]).toEqual([500, 500]);
  running.calm();
  expect(await count()).toBe(2);
});

it('has a clock that is moved, and tells of it', async () => {
  await running.advance(24 * 3_600_000);
  const { at, nights } = (await (await add()).json()) as { at: string; nights: number };
  expect(Date.parse(at) - Date.now()).toBeGreaterThan(23 * 3_600_000);
  expect(nights).toBe(1);
});

it('remembers in its folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lanka-simulators-'));
  const first = await startSimulators([counter], { folder });
  await first.act('counter', 'set', { count: '41' });
  await first.close();
  const second = await startSimulators([counter], { folder });
  const answer = await fetch(`${second.addresses.counter}/add`, { method: 'POST' });
  expect(await answer.json()).toMatchObject({ count: 42 });
  await second.close();
});

it('is worked from its page, by nobody else', async () => {
  const send = (path: string, body: object, type = 'application/json') =>
    fetch(`${running.url}${path}`, { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) });
  const done = await send('/control/counter/actions/set', { count: '7' });
  expect(await done.json()).toEqual({ message: 'Тепер 7' });
  await send('/control/counter/faults', { kind: 'error', times: '1', share: '', only: '', ms: '' });
  expect((await add()).status).toBe(500);
  expect(await count()).toBe(8);
  await send('/control/clock', { minutes: '60' });
  const page = await (await fetch(running.url)).text();
  expect(page).toContain('Лічильник');
  expect(page).toContain('Встановити');
  // what a form of another site could send
  expect((await send('/control/clock', { minutes: '60' }, 'text/plain')).status).toBe(415);
});

it('has a clock of its own for each, which is set right with the rest', async () => {
  const off = async () => {
    const { at } = (await (await add()).json()) as { at: string };
    return Math.round((Date.parse(at) - Date.now()) / 60_000);
  };
  await running.skew('counter', -90 * 60_000);
  expect(await off()).toBe(-90);
  running.calm();
  expect(Math.abs(await off())).toBe(0);
});

it('calls back twice, late, never, again, and forged', async () => {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(String(request.headers['x-sign']));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const callbacks = running.callbacks('counter');
  const tell = () => running.act('counter', 'call', { url });
  expect(await tell()).toBe('200');
  callbacks.mode = 'twice';
  await tell();
  expect(heard).toEqual(['good', 'good', 'good']);
  callbacks.mode = 'held';
  expect([await tell(), heard.length]).toEqual(['null', 3]);
  expect([await callbacks.letGo(), heard.length, callbacks.mode]).toEqual([[200], 4, 'normal']);
  callbacks.mode = 'none';
  await tell();
  expect([await callbacks.letGo(), heard.length]).toEqual([[], 4]);
  await callbacks.repeat('again');
  await callbacks.repeat('forged');
  expect(heard.slice(4)).toEqual(['good', 'Zm9yZ2Vk']);
  server.close();
});

it('each is told of in both languages, and of all that it can do is said what will be seen', async () => {
  const all = await startSimulators(SIMULATORS);
  const pages = await Promise.all(['ua', 'en'].map(async (lang) => (await fetch(`${all.url}/?lang=${lang}`)).text()));
  const { simulators } = (await (await fetch(`${all.url}/control`)).json()) as {
    simulators: { name: string; actions: { id: string; title: Words; seen?: Words }[] }[];
  };
  await all.close();
  const untold = simulators.flatMap(({ name, actions }) =>
    actions.flatMap(({ id, title, seen }) =>
      typeof title === 'object' && seen !== undefined ? [] : [`${name}.${id}`],
    ),
  );
  expect(untold).toEqual([]);
  const [ua = '', en = ''] = pages;
  for (const { seen, ...words } of Object.values(FAULTS)) {
    expect(ua).toContain(words.ua);
    expect(en).toContain(words.en);
    expect(en).toContain(seen.en);
  }
  // words that are the same in both: names, and what is typed
  const english = en.replace(/<details>[\s\S]*?<\/details>|<option[\s\S]*?<\/option>|lang="uk">[^<]*/g, '');
  const left = [...new Set(english.match(/[А-ЯІЇЄа-яіїєґ][А-ЯІЇЄа-яіїєґ’ʼ]*/g) ?? [])];
  expect(left.filter((word) => !['ТТН', 'Автоклієнт', 'так', 'ні'].includes(word))).toEqual([]);
});
