import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Simulator } from './simulator';
import { type Simulators, startSimulators } from './start';

/** A service that counts: as small as one can be. */
const counter: Simulator = {
  name: 'counter',
  title: 'Лічильник',
  path: '/v1',
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
