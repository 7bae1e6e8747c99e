import { MAX_AT_ONCE } from '@lanka/domain/my_goods/contract';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { inPortions } from './portions';

const chosen = Array.from({ length: 2 * MAX_AT_ONCE + 1 }, (_, n) => n);

it('takes all that is chosen, no call more than it may', async () => {
  const sizes: number[] = [];
  const done = await inPortions(new QueryClient(), chosen, async (portion) => {
    sizes.push(portion.length);
    return portion;
  });
  expect(sizes).toEqual([MAX_AT_ONCE, MAX_AT_ONCE, 1]);
  expect(done.flat()).toEqual(chosen);
});

it('shows what was done before a call failed', async () => {
  const client = new QueryClient();
  const read = vi.spyOn(client, 'invalidateQueries');
  let calls = 0;
  const failing = inPortions(client, chosen, async () => {
    calls += 1;
    if (calls === 2) throw new Error('broken');
  });
  await expect(failing).rejects.toThrow('broken');
  expect([calls, read.mock.calls.length]).toEqual([2, 1]);
});
