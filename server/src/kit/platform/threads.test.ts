import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MOST_WAITING, openThreads, type Threads, threadWork } from './threads';

type Work = (asked: { does: string; gate?: Int32Array }) => Promise<string>;
const work = threadWork<Work>(new URL('../../../test/threads/work.mjs', import.meta.url));
const log = pino({ level: 'silent' });

let threads: Threads;
beforeEach(() => {
  threads = openThreads(log);
});
afterEach(() => threads.stop());

const run = (does: string) => threads.run(work, { does });

/** Work that lasts until it is let go, enough of it to fill every thread and place. */
function fill() {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const held: Promise<string>[] = [];
  const refused: unknown[] = [];
  for (let n = 0; n < MOST_WAITING + 10; n += 1) {
    const one = threads.run(work, { does: 'wait', gate });
    one.catch((error) => refused.push(error));
    held.push(one);
  }
  return {
    held,
    refused,
    letGo() {
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
    },
  };
}

describe('threads', () => {
  it('do work and hand over what it threw', async () => {
    expect(await run('answer')).toBe('done');
    await expect(run('throw')).rejects.toThrow('this work failed');
    expect(await run('answer')).toBe('done');
  });

  it('leave the event loop free', async () => {
    const { held, letGo } = fill();
    let turns = 0;
    for (; turns < 100; turns += 1) await new Promise((done) => setImmediate(done));
    letGo();
    expect(turns).toBe(100);
    expect((await Promise.allSettled(held))[0]).toEqual({ status: 'fulfilled', value: 'done' });
  });

  it('turn away who comes when all places are taken, and no one else', async () => {
    const { held, refused, letGo } = fill();
    await expect(run('answer')).rejects.toMatchObject({ code: 'common.overloaded', status: 503 });
    letGo();
    const done = (await Promise.allSettled(held)).filter(({ status }) => status === 'fulfilled');
    expect(done.length).toBeGreaterThanOrEqual(MOST_WAITING + 1);
    expect(done.length + refused.length).toBe(held.length);
    expect(await run('answer')).toBe('done');
  });

  it.each(['exit', 'eat'])('outlive work that ends its thread: %s', async (does) => {
    const [lost, ...others] = await Promise.allSettled([run(does), run('answer'), run('answer'), run('answer')]);
    expect(lost?.status).toBe('rejected');
    expect(others).toEqual(others.map(() => ({ status: 'fulfilled', value: 'done' })));
    expect(await run('answer')).toBe('done');
  });

  it('end work that hangs, and do what waited behind it', async () => {
    await threads.stop();
    threads = openThreads(log, 5_000);
    const [hung, ...others] = await Promise.allSettled([run('hang'), run('hang'), run('answer'), run('answer')]);
    expect(hung).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
    expect(others.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });

  it('know nothing of the configuration', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://secret');
    expect(await run('see')).toBe('no secrets');
    vi.unstubAllEnvs();
  });

  it('stop with what they are at', async () => {
    const { held } = fill();
    const ended = Promise.allSettled(held);
    await threads.stop();
    expect((await ended).map(({ status }) => status)).not.toContain('fulfilled');
  });
});
