import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../http/call';
import { type Answers, openQueue, type Queued, type Scan } from './queue';

type Server = (batch: readonly Queued<Scan>[]) => Answers<string> | Promise<Answers<string>>;
const done: Server = (batch) => batch.map(({ label }) => label);
const fails = (status: number) => () => Promise.reject(new CallError(status, 'test', `answer ${status}`));

const storeOf = (value: unknown = null) => ({
  value,
  read() {
    return this.value;
  },
  write(next: unknown) {
    this.value = next;
    return true;
  },
});

/** A phone with a server that answers as told; every call is noted as ids of its scans. */
function phone(
  store: Parameters<typeof openQueue>[0] = storeOf(),
  atOnce = 1,
  together: (a: Scan, b: Scan) => boolean = () => true,
) {
  const calls: string[][] = [];
  const sent: string[] = [];
  const refused: string[] = [];
  const server = { answers: done };
  const sending = {
    isHeld: false,
    send: async (batch: readonly Queued<Scan>[], signal: AbortSignal) => {
      calls.push(batch.map(({ id }) => id));
      const given_up = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      return Promise.race([Promise.resolve(server.answers(batch)), given_up]);
    },
    together,
    onSent: (answer: string) => void sent.push(answer),
    onRefused: (error: Error, { label }: Scan) => void refused.push(`${label}: ${error.message}`),
    isQuestion: ({ message }: Error) => message === 'which?',
  };
  const queue = openQueue<Scan, string>(store, () => sending, atOnce);
  const labels = () => queue.shown().map(({ label }) => label);
  return { queue, server, sending, calls, sent, refused, labels };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the queue of scans', () => {
  it.each([0, 429, 500, 503, 401])('keeps its order, and sends the same again after an answer %i', async (status) => {
    const { queue, server, calls, sent, labels } = phone();
    server.answers = fails(status);
    queue.open();
    for (const label of ['a', 'b']) queue.add({ label });
    await settle();
    expect(labels()).toEqual(['a', 'b']);
    server.answers = done;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual(['a', 'b']);
    expect(labels()).toEqual([]);
    // however often it was sent: the first under one id, and the second only after it
    expect(new Set(calls.map(([id]) => id)).size).toBe(2);
    expect(calls.at(-1)?.[0]).not.toBe(calls[0]?.[0]);
    queue.close();
  });

  it('holds what is scanned while its answers could not be measured, also those on their way', async () => {
    const { queue, server, sending, calls, sent, refused, labels } = phone();
    queue.open();
    let answer = () => {};
    server.answers = (batch) => new Promise((resolve) => (answer = () => resolve(done(batch) as string[])));
    queue.add({ label: 'a' });
    await settle();
    sending.isHeld = true;
    queue.add({ label: 'b' });
    answer();
    await settle();
    expect([labels(), sent, refused, calls.length]).toEqual([['a', 'b'], [], [], 1]);
    server.answers = done;
    sending.isHeld = false;
    queue.again();
    await settle();
    expect([labels(), sent]).toEqual([[], ['a', 'b']]);
    // the same scan, under its id
    expect(calls[1]).toEqual(calls[0]);
    queue.close();
  });

  it('waits longer from failure to failure, and not at all when the network is back', async () => {
    const { queue, server, calls, sent } = phone();
    server.answers = fails(0);
    queue.open();
    queue.add({ label: 'a' });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(calls.length).toBeLessThan(15);
    server.answers = done;
    queue.again();
    await settle();
    expect(sent).toEqual(['a']);
    queue.close();
  });

  it('goes on after a reload with what was not answered, under the same id', async () => {
    const store = storeOf();
    const before = phone(store);
    before.server.answers = fails(0);
    before.queue.open();
    before.queue.add({ label: 'a' });
    await settle();
    before.queue.close();
    const after = phone(store);
    after.queue.open();
    await settle();
    expect(after.sent).toEqual(['a']);
    expect(after.calls[0]).toEqual(before.calls[0]);
    expect(store.value).toBeNull();
    after.queue.close();
  });

  it('asks again after a reload what was asked, and sends nothing else that was refused once more', async () => {
    const store = storeOf();
    const before = phone(store, 2);
    before.server.answers = (batch) => batch.map(({ label }) => new Error(label === 'a' ? 'which?' : 'unknown'));
    before.queue.open();
    for (const label of ['a', 'b']) before.queue.add({ label });
    await settle();
    expect(before.refused).toEqual(['a: which?', 'b: unknown']);
    before.queue.close();
    const after = phone(store, 2);
    after.server.answers = before.server.answers;
    after.queue.open();
    await settle();
    expect([after.refused, after.calls]).toEqual([['a: which?'], [[before.calls[0]?.[0]]]]);
    // and again, until it is answered
    after.queue.remove(after.queue.shown()[0]?.id ?? '');
    const last = phone(store, 2);
    last.queue.open();
    await settle();
    expect([last.calls, last.labels()]).toEqual([[], ['b']]);
    for (const { queue } of [after, last]) queue.close();
  });

  it('leaves to the next screen what is answered when nobody hears it any more', async () => {
    const store = storeOf();
    const { queue, server, sent, calls } = phone(store);
    server.answers = () => new Promise(() => {});
    queue.open();
    queue.add({ label: 'a' });
    await settle();
    queue.close();
    await settle();
    expect(sent).toEqual([]);
    const next = phone(store);
    next.queue.open();
    await settle();
    expect(next.sent).toEqual(['a']);
    expect(next.calls).toEqual(calls);
    next.queue.close();
  });

  it('gives up a call that hangs, and makes it again', async () => {
    const { queue, server, sent } = phone();
    server.answers = () => new Promise(() => {});
    queue.open();
    queue.add({ label: 'a' });
    await vi.advanceTimersByTimeAsync(10_000);
    server.answers = done;
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(sent).toEqual(['a']);
    queue.close();
  });

  it.each([404, 409, 403])('shows what is refused by %i, and goes on with the next', async (status) => {
    const { queue, server, sent, refused, labels } = phone();
    server.answers = (batch) => (batch[0]?.label === 'bad' ? fails(status)() : done(batch));
    queue.open();
    for (const label of ['bad', 'good']) queue.add({ label });
    await settle();
    expect(sent).toEqual(['good']);
    expect(refused).toEqual([`bad: answer ${status}`]);
    expect(queue.shown()).toMatchObject([{ label: 'bad', refused: `answer ${status}` }]);
    queue.remove(queue.shown()[0]?.id ?? '');
    expect(labels()).toEqual([]);
    queue.close();
  });

  it('sends so many in a call, and refuses of them only those that are refused', async () => {
    const { queue, server, calls, sent, refused } = phone(storeOf(), 3);
    server.answers = (batch) => batch.map(({ label }) => (label === 'b' ? new Error('unknown') : label));
    for (const label of ['a', 'b', 'c', 'd']) queue.add({ label });
    queue.open();
    await settle();
    expect(calls.map((ids) => ids.length)).toEqual([3, 1]);
    expect(sent).toEqual(['a', 'c', 'd']);
    expect(refused).toEqual(['b: unknown']);
    queue.close();
  });

  it('sends apart what must not go in one call, in the order in which it was added', async () => {
    const { queue, calls, sent } = phone(storeOf(), 3, (a, b) => a.label[0] === 'a' && b.label[0] === 'a');
    for (const label of ['a1', 'a2', 'b1', 'b2', 'a3']) queue.add({ label });
    queue.open();
    await settle();
    expect(calls.map((ids) => ids.length)).toEqual([2, 1, 1, 1]);
    expect(sent).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
    queue.close();
  });

  it('finds the one for which a whole call is refused, and sends the others', async () => {
    const { queue, server, calls, sent, refused } = phone(storeOf(), 3);
    server.answers = (batch) => (batch.some(({ label }) => label === 'b') ? fails(422)() : done(batch));
    for (const label of ['a', 'b', 'c', 'd', 'e']) queue.add({ label });
    queue.open();
    await settle();
    expect(calls.map((ids) => ids.length)).toEqual([3, 1, 1, 1, 2]);
    expect(sent).toEqual(['a', 'c', 'd', 'e']);
    expect(refused).toEqual(['b: answer 422']);
    queue.close();
  });

  it('refuses all that wait by as many calls as they fill when the whole thing is over', async () => {
    const { queue, server, calls, refused } = phone(storeOf(), 3);
    server.answers = fails(409);
    for (const label of ['a', 'b', 'c', 'd']) queue.add({ label });
    queue.open();
    await settle();
    expect(calls).toHaveLength(2);
    expect(refused).toHaveLength(4);
    queue.close();
  });

  it('knows what another tab has added or sent', async () => {
    const store = storeOf();
    const [one, other] = [phone(store), phone(store)];
    one.server.answers = fails(0);
    one.queue.open();
    one.queue.add({ label: 'a' });
    other.queue.add({ label: 'b' });
    await settle();
    expect(store.value).toMatchObject([{ label: 'a' }, { label: 'b' }]);
    one.server.answers = done;
    one.queue.again();
    await settle();
    expect(one.sent).toEqual(['a', 'b']);
    other.queue.open();
    await settle();
    expect(other.sent).toEqual([]);
    for (const { queue } of [one, other]) queue.close();
  });

  it('works in a browser that keeps nothing, and begins anew when what was kept is broken', async () => {
    const closed = phone({ read: () => 'broken', write: () => false });
    closed.queue.open();
    closed.server.answers = fails(0);
    for (const label of ['a', 'b']) closed.queue.add({ label });
    await settle();
    expect(closed.labels()).toEqual(['a', 'b']);
    closed.server.answers = done;
    closed.queue.again();
    await settle();
    expect(closed.sent).toEqual(['a', 'b']);
    closed.queue.close();
    for (const value of [5, { a: 1 }, [null, 'x', { label: 'no id' }]])
      expect(phone(storeOf(value)).labels()).toEqual([]);
  });
});
