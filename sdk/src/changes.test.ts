import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followChanges } from './changes.js';
import { connect } from './client.js';
import { listChanges } from './operations.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Answer = { items: { id: string }[]; cursor: string } | [code: string, status: number, retryAfter?: string];

/** Follows a server that answers these, and ends when they are told. */
async function follow(answers: Answer[], kept?: string) {
  const told: string[] = [];
  const stop = new AbortController();
  const ask = async (url: string): Promise<Response> => {
    told.push(`ask ${new URL(url).searchParams.get('after')}`);
    const answer = answers.shift();
    if (!answer) {
      stop.abort();
      throw new Error('the end');
    }
    if (!Array.isArray(answer)) return Response.json({ ...answer, has_more: false });
    const headers = new Headers(answer[2] ? { 'retry-after': answer[2] } : {});
    return Response.json({ code: answer[0], message: answer[0], details: [] }, { status: answer[1], headers });
  };
  const lanka = connect({ url: 'http://lanka', key: 'lanka_x', project: 'p', retries: 0, fetch: ask as never });
  const ended = followChanges(lanka, listChanges, {
    load: () => kept,
    readAll: (cursor) => void told.push(`read all at ${cursor}`),
    apply: (items, cursor) => void told.push(`${items.map(({ id }) => id).join('+')} to ${cursor}`),
    onError: () => void told.push('waits'),
    signal: stop.signal,
  }).catch((error) => void told.push(`ends with ${error.code}`));
  await vi.runAllTimersAsync();
  await ended;
  return told;
}
const at = (cursor: string, ...ids: string[]): Answer => ({ items: ids.map((id) => ({ id })), cursor });

it('takes a position first, then reads everything, then what changes', async () => {
  const told = await follow([at('1'), at('2', 'a', 'b'), at('2'), at('3', 'a')]);
  expect(told).toEqual(['ask null', 'read all at 1', 'ask 1', 'a+b to 2', 'ask 2', 'ask 2', 'a to 3', 'ask 3']);
});

it('goes on from the position that was kept', async () => {
  expect(await follow([at('8', 'a')], '7')).toEqual(['ask 7', 'a to 8', 'ask 8']);
});

it.each(['changes.too_old', 'changes.cursor_unknown'])('begins anew after %s', async (code) => {
  const told = await follow([[code, 410], at('20')], '7');
  expect(told).toEqual(['ask 7', 'ask null', 'read all at 20', 'ask 20']);
});

it('waits for what passes, and ends with what does not', async () => {
  const told = await follow([['common.unavailable', 503], at('8'), ['api_keys.revoked', 401]], '7');
  expect(told).toEqual(['ask 7', 'waits', 'ask 7', ' to 8', 'ask 8', 'ends with api_keys.revoked']);
});

it('waits for a minute that is used up, and ends with a month that is', async () => {
  const told = await follow([['common.too_many', 429, '60'], at('8'), ['plans.api_bytes_limit', 429, '864000']], '7');
  expect(told).toEqual(['ask 7', 'waits', 'ask 7', ' to 8', 'ask 8', 'ends with plans.api_bytes_limit']);
});
