import { readOrder } from '@lanka/domain/orders/contract';
import { QueryObserver } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import { callKey, gathererOf, makeQueryClient } from './query';

it('reads what changed once, by however many streams it was told', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const client = makeQueryClient();
  let reads = 0;
  const queryKey = callKey(readOrder, { params: { project_id: 'p', id: 'o' } });
  const shown = new QueryObserver(client, { queryKey, queryFn: async () => ++reads });
  onTestFinished(shown.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(0);
  for (const moment of [2, 3]) {
    for (const topic of ['order', 'order', 'no such topic']) {
      gathererOf(client)({ topic, data: {} });
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reads).toBe(moment);
  }
});
