import { readAudit } from '@lanka/domain/audit/contract';
import type { AnyRoute } from '@lanka/domain/kit/route';
import { moveOrder, readOrder } from '@lanka/domain/orders/contract';
import { QueryObserver } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import { callKey, gathererOf, makeQueryClient, refreshAfter } from './query';

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

it('asks again after a write: at once what its topics concern, the rest when it is shown next, a form never', async () => {
  const client = makeQueryClient();
  const reads: string[] = [];
  const params = { project_id: 'p', id: 'o' };
  const ofRoute = (route: AnyRoute) => ({
    ...{ queryKey: callKey(route, { params }), meta: { shows: [] } },
    queryFn: async () => reads.push(route.path),
  });
  const form = { queryKey: ['order-draft'], queryFn: async () => reads.push('form') };
  const order = new QueryObserver(client, ofRoute(readOrder));
  onTestFinished(order.subscribe(() => undefined));
  for (const query of [ofRoute(readAudit), form]) await client.prefetchQuery(query);
  await vi.waitFor(() => expect(reads).toHaveLength(3));
  await refreshAfter(client, moveOrder);
  expect(reads.slice(3)).toEqual([readOrder.path]);
  for (const query of [ofRoute(readAudit), form]) await client.prefetchQuery(query);
  expect(reads.slice(4)).toEqual([readAudit.path]);
});
