import { describe, expect, it } from 'vitest';
import { openQueue, pauseAfter } from './queue';

const store = (first: string | null = null) => {
  let value = first;
  const write = (next: string | null) => {
    value = next;
  };
  return { read: () => value, write };
};
const scan = (code: string) => ({ code, mode: 'add' as const, count: 1, label: code });

describe('the queue of counts', () => {
  it('keeps entries until they are answered, over a reload of the page too', () => {
    const kept = store();
    const queue = openQueue(kept);
    const [first, second] = [queue.add(scan('a')), queue.add(scan('b'))];
    expect(openQueue(kept).all()).toEqual([first, second]);
    const sent = queue.next();
    queue.add(scan('c'));
    queue.answered(sent.map(({ id }) => id));
    expect(queue.all().map(({ label }) => label)).toEqual(['c']);
    expect(sent).toEqual([first, second].map(({ label: _, ...entry }) => entry));
  });

  it('sends what is not answered again by the same id, a hundred at a time', () => {
    const queue = openQueue(store());
    for (let n = 0; n < 130; n += 1) queue.add(scan(String(n)));
    const [before, again] = [queue.next(), queue.next()];
    expect(before).toHaveLength(100);
    expect(again).toEqual(before);
    queue.answered(before.map(({ id }) => id));
    expect(queue.next().map(({ code }) => code)).toEqual(Array.from({ length: 30 }, (_, n) => String(100 + n)));
  });

  it('begins anew when what was kept is broken', () => {
    expect(openQueue(store('{')).all()).toEqual([]);
    expect(openQueue(store('5')).all()).toEqual([]);
  });

  it('waits longer from failure to failure, half a minute at most', () => {
    expect([1, 2, 3, 10].map(pauseAfter)).toEqual([1_000, 2_000, 4_000, 30_000]);
  });
});
