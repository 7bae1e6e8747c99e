import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { logLines } from '../../../test/log-lines';
import { newContext, runInContext } from '../observe/context';
import { openLog } from '../observe/log';
import { registry } from '../observe/meters';
import { slowLog } from './slow';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const work = newContext({
  kind: 'request',
  name: 'GET /api/slow',
  request_id: 'r-1',
  facts: { method: 'GET', route: '/api/slow' },
});
const counted = async (): Promise<number> => {
  const line = /^lanka_database_slow_statements_total\{kind="request",name="GET \/api\/slow"\} (\d+)$/m;
  return Number(line.exec(await registry.metrics())?.[1] ?? 0);
};

function slow() {
  const log = logLines();
  const tell = slowLog(openLog('info', log.to));
  return { tell, log, of: (msg: string) => log.all().filter((line) => line.msg === msg) };
}

it('tells of a text ten times a minute, then how often more and how slow, and then anew', async () => {
  const { tell, of } = slow();
  const before = await counted();
  runInContext(work, () => {
    for (let n = 1; n <= 25; n += 1) tell('select 1', 200 + n, 1, work);
  });
  tell('select 2', 900, 0, undefined);
  expect(of('slow statement').filter(({ sql }) => sql === 'select 1')).toHaveLength(10);
  expect(of('slow statement')[0]).toMatchObject({ request_id: 'r-1', route: '/api/slow', ms: 201, rows: 1 });
  expect(of('slow statement').filter(({ sql }) => sql === 'select 2')).toHaveLength(1);
  expect(await counted()).toBe(before + 25);
  expect(of('slow statements left out')).toEqual([]);

  vi.advanceTimersByTime(60_000);
  expect(of('slow statements left out')).toEqual([
    expect.objectContaining({ sql: 'select 1', left_out: 15, slowest_ms: 225 }),
  ]);
  expect(of('slow statements left out')[0]).not.toHaveProperty('request_id');
  tell('select 1', 300, 1, work);
  expect(of('slow statement').filter(({ sql }) => sql === 'select 1')).toHaveLength(11);
  vi.advanceTimersByTime(60_000);
  expect(of('slow statements left out')).toHaveLength(1);
});

it('tells of two hundred in a minute at most, however many texts there are', () => {
  const { tell, of } = slow();
  for (let n = 0; n < 5_000; n += 1) tell(`select ${n}`, 250, 1, work);
  expect(of('slow statement')).toHaveLength(200);
  vi.advanceTimersByTime(60_000);
  expect(of('slow statements left out')).toEqual([expect.objectContaining({ sql: 'others', left_out: 4_800 })]);
});

it('cuts a text that is very long', () => {
  const { tell, of } = slow();
  tell(`select '${'x'.repeat(10_000)}'`, 250, 1, work);
  expect(String(of('slow statement')[0]?.sql).length).toBeLessThan(2_100);
});
