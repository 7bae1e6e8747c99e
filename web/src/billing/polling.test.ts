import { expect, it } from 'vitest';
import { pollEvery } from './polling';

const last = (state: 'open' | 'processing' | 'paid' | 'failed', problem: 'amount' | null = null) => ({
  state,
  problem,
});

it('asks again while the bank is at it, of a page that nobody pays on for a minute alone', () => {
  expect([true, false].map((isJustBack) => pollEvery(last('open'), isJustBack))).toEqual([2_000, false]);
  expect([true, false].map((isJustBack) => pollEvery(last('processing'), isJustBack))).toEqual([2_000, 2_000]);
  for (const ended of [undefined, last('paid'), last('failed'), last('processing', 'amount')])
    expect(pollEvery(ended, true)).toBe(false);
});
