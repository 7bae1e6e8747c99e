import { readAudit } from '@lanka/domain/audit/contract';
import type { AnyRoute } from '@lanka/domain/kit/route';
import { moveOrder, readOrder } from '@lanka/domain/orders/contract';
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Answer } from './call';
import { afterWrite, callKey, gathererOf, makeQueryClient, readNextPage, refreshAfter } from './query';

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

it('reads a further page also when a refresh comes meanwhile, and not once nobody looks', async () => {
  const client = makeQueryClient();
  const asked: number[] = [];
  const answers: (() => void)[] = [];
  const queryKey = ['list'];
  const list = new InfiniteQueryObserver(client, {
    queryKey,
    queryFn: ({ pageParam }) => {
      asked.push(pageParam);
      return new Promise<number>((resolve) => answers.push(() => resolve(pageParam)));
    },
    initialPageParam: 0,
    getNextPageParam: (last: number) => last + 1,
  });
  const answer = async (page: number) => {
    await vi.waitFor(() => expect([answers.length, asked.at(-1)]).toEqual([1, page]));
    for (const give of answers.splice(0)) give();
  };
  const leave = list.subscribe(() => undefined);
  await answer(0);
  await vi.waitFor(() => expect(list.getCurrentResult().hasNextPage).toBe(true));
  const more = (isShown = () => true) => readNextPage(1, list.fetchNextPage, isShown);

  const read = more();
  await vi.waitFor(() => expect(asked).toEqual([0, 1]));
  answers.length = 0; // dropped
  void client.invalidateQueries({ queryKey });
  await answer(0);
  await answer(1);
  await read;
  expect([list.getCurrentResult().data?.pages, asked]).toEqual([
    [0, 1],
    [0, 1, 0, 1],
  ]);

  // nobody is there when it has come
  client.setQueryData(queryKey, { pages: [0], pageParams: [0] });
  const left = more(() => false);
  await vi.waitFor(() => expect(asked).toHaveLength(5));
  answers.length = 0;
  void client.invalidateQueries({ queryKey });
  await answer(0);
  await left;
  leave();
  expect(asked).toEqual([0, 1, 0, 1, 1, 0]);
});

it('tells of a success when what is on screen shows it', async () => {
  const client = makeQueryClient();
  const answers: (() => void)[] = [];
  const params = { project_id: 'p', id: 'o' };
  const order = new QueryObserver(client, {
    queryKey: callKey(readOrder, { params }),
    meta: { shows: [] },
    queryFn: () => new Promise<string>((resolve) => answers.push(() => resolve('read'))),
  });
  onTestFinished(order.subscribe(() => undefined));
  const give = async () => {
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    answers.pop()?.();
  };
  await give();
  await vi.waitFor(() => expect(order.getCurrentResult().data).toBe('read'));
  const told: string[] = [];
  const args = { params, body: { to: 'Ready' as const } };
  const answer = { number: 7 } as Answer<typeof moveOrder>;
  const success = ({ number }: typeof answer) => `moved ${number}`;
  const options = { success, onSuccess: () => told.push('answered') };
  const done = afterWrite(client, moveOrder, args, answer, options, (text) => told.push(text));
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  expect(told).toEqual(['answered']);
  await give();
  await done;
  expect(told).toEqual(['answered', 'moved 7']);
});
