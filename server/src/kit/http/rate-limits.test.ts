import { describe, expect, it } from 'vitest';
import { openCounter, SharedLimits } from './rate-limits';

const WINDOW = 60_000;
const MAX = 2;

/** Two processes that ask one counter, with a clock that is set by hand. */
function twoProcesses() {
  let time = 1;
  const count = openCounter(() => time);
  const made = [1, 2].map(
    () =>
      new SharedLimits(async (hit) => {
        return count(hit);
      }),
  );
  const call = (process: number, address: string, url = '/a') =>
    new Promise<number>((resolve, reject) => {
      made[process]
        ?.child({ routeInfo: { method: 'POST', url } })
        .incr(address, (error, hits) => (error ? reject(error) : resolve(hits?.current ?? 0)), WINDOW, MAX);
    });
  return {
    call,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

describe('limits of several processes', () => {
  it('count an address over all of them, and each route by itself', async () => {
    const { call, pass } = twoProcesses();
    expect(await call(0, '10.0.0.1')).toBe(1);
    expect(await call(1, '10.0.0.1')).toBe(2);
    expect(await call(0, '10.0.0.2')).toBe(1);
    expect(await call(0, '10.0.0.1', '/b')).toBe(1);
    expect(await call(0, '10.0.0.1')).toBe(3);
    pass(WINDOW + 1);
    expect(await call(1, '10.0.0.1')).toBe(1);
  });

  it('ask nobody for an address that has been refused', async () => {
    const process = new SharedLimits(async () => ({ current: MAX + 1, ttl: WINDOW }));
    const results: number[] = [];
    const answer = (_error: Error | null, hits?: { current: number }) => results.push(hits?.current ?? 0);
    process.incr('10.0.0.1', answer, WINDOW, MAX);
    await expect.poll(() => results).toEqual([MAX + 1]);
    process.incr('10.0.0.1', answer, WINDOW, MAX);
    // at once: without a question, which would take a turn
    expect(results).toEqual([MAX + 1, MAX + 1]);
  });

  it('let a call through when nobody counts', async () => {
    const alone = new SharedLimits(() => Promise.reject(new Error('gone')));
    const current = await new Promise((resolve) => alone.incr('a', (_e, hits) => resolve(hits?.current), WINDOW, MAX));
    expect(current).toBe(1);
  });
});
