import { expect, it } from 'vitest';
import type { ApiLimits } from '../api_keys/contract';
import { type Connections, faultOf, type PartState, troubleId, troublesOf, verdictOf } from './rules';

const now = new Date('2026-03-20T10:00:00Z');
const limits: ApiLimits = {
  allowed: { requests: 1_000, bytes: 1_000 },
  use: { requests: 1, bytes: 1 },
  forecast: { requests: 10, bytes: 10, runs_out_on: null },
  ...{ resets_on: '2026-04-01', calls_per_minute: 600, plans: [] },
};
const fine: Connections = { limits, keys: [], failures: [], readers: [], webhooks: [], feeds: [] };
const kinds = (known: object) => troublesOf({ ...fine, ...known } as Connections, now).map(({ kind }) => kind);
const key = { id: 'k', name: 'Сайт' };

it.each<[string, object, string[]]>([
  ['nothing', {}, []],
  ['a plan without an API', { limits: { ...limits, allowed: null, forecast: null } }, []],
  ['a month that is used up', { limits: { ...limits, use: { requests: 1_000, bytes: 1 } } }, ['used_up']],
  [
    'a month that will be',
    { limits: { ...limits, forecast: { ...limits.forecast, runs_out_on: '2026-03-28' } } },
    ['runs_out'],
  ],
  ['a webhook that somebody paused', { webhooks: [{ state: 'paused', paused_by: 'hand' }] }, []],
  ['a webhook that was given up', { webhooks: [{ state: 'paused', paused_by: 'failures' }] }, ['webhook_paused']],
  ['a webhook that fails', { webhooks: [{ state: 'failing', paused_by: null }] }, ['webhook_failing']],
  [
    'a reader that is too old',
    { readers: [{ key, at: now.toISOString(), behind: 9, too_old: true }] },
    ['reader_too_old'],
  ],
  ['a reader at work', { readers: [{ key, at: '2026-03-20T09:00:00Z', behind: 9, too_old: false }] }, []],
  [
    'a reader that stopped',
    { readers: [{ key, at: '2026-03-18T09:00:00Z', behind: 9, too_old: false }] },
    ['reader_silent'],
  ],
  ['one that has missed nothing', { readers: [{ key, at: '2026-03-18T09:00:00Z', behind: 0, too_old: false }] }, []],
  ['calls that fail', { failures: [{ key, status: 403, last_day: '2026-03-19' }] }, ['calls_fail']],
  ['calls that failed once', { failures: [{ key, status: 403, last_day: '2026-03-18' }] }, []],
  ['a key that ends', { keys: [{ name: '1С', state: 'living', last_day: '2026-03-25' }] }, ['key_ends']],
  ['a key that has ended', { keys: [{ name: '1С', state: 'expired', last_day: '2026-03-10' }] }, []],
  ['a feed that is read', { feeds: [{ state: 'ready', last_fetch: { at: '2026-03-20T09:00:00Z' } }] }, []],
  ['a new feed', { feeds: [{ state: 'ready', last_fetch: null, created_at: '2026-03-19T09:00:00Z' }] }, []],
  [
    'a feed that nobody reads',
    { feeds: [{ state: 'ready', last_fetch: { at: '2026-03-01T09:00:00Z' } }] },
    ['feed_unread'],
  ],
  ['a feed that ends', { feeds: [{ state: 'closing', last_fetch: null }] }, ['feed_ends']],
])('says of %s what is wrong', (_what, known, told) => {
  expect(kinds(known)).toEqual(told);
});

it('says nothing of what was not read', () => {
  const unread = { keys: null, failures: null, readers: null, webhooks: null, feeds: null };
  expect(kinds(unread)).toEqual([]);
});

it('calls no two troubles the same, also of keys that have one name', () => {
  const ends = (id: string) => ({ id, name: 'Сайт', state: 'living', last_day: '2026-03-25' });
  const silent = (id: string, too_old: boolean) => ({
    ...{ key: { id, name: 'Сайт' }, at: '2026-03-18T09:00:00Z', behind: 9, too_old },
  });
  const known = {
    ...fine,
    ...{ keys: [ends('a'), ends('b')], readers: ['a', 'b'].flatMap((id) => [silent(id, false)]) },
    failures: [401, 403].map((status) => ({ key, operation: 'GET orders', status, last_day: '2026-03-20' })),
  } as unknown as Connections;
  const ids = troublesOf(known, now).map(troubleId);
  expect(ids).toHaveLength(6);
  expect(new Set(ids).size).toBe(6);
});

const part = (state: PartState, beyond = 0) => ({ state, beyond });
it.each([
  ['well', [part('read'), part('read')]],
  ['failed', [part('loading'), part('failed'), part('read')]],
  ['loading', [part('loading'), part('forbidden')]],
  ['partly', [part('read'), part('forbidden')]],
  ['partly', [part('read', 3), part('read')]],
] as const)('is %s only where what was read bears it', (verdict, parts) => {
  expect(verdictOf(parts)).toBe(verdict);
});

it.each([
  [401, 'key'],
  [402, 'plan'],
  [403, 'scope'],
  [404, 'missing'],
  [409, 'conflict'],
  [422, 'input'],
  [400, 'input'],
  [429, 'often'],
  [503, 'ours'],
])('knows whose fault %i is', (status, fault) => {
  expect(faultOf(status)).toBe(fault);
});
