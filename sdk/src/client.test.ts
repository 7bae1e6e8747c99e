import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connect, queryOf } from './client.js';
import { LankaError } from './errors.js';
import { createOrder, listOrders, updateOrder } from './operations.js';

interface Asked {
  url: string;
  method: string;
  headers: Record<string, string>;
}

/** A server that answers these, one after another. */
function answering(...answers: (Response | Error)[]) {
  const asked: Asked[] = [];
  const ask = async (url: string, { method, headers }: Asked): Promise<Response> => {
    asked.push({ url, method, headers });
    const answer = answers.shift() ?? new Error('asked once too often');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const settings = { url: 'https://lanka.example/', key: 'lanka_x', project: 'lion', fetch: ask as never };
  return { lanka: connect(settings), asked };
}
const json = (body: unknown, status = 200, headers = {}) =>
  new Response(status === 204 ? null : JSON.stringify(body), { status, headers });
const page = { items: [], next_cursor: null, total: 0 };
const refusal = (code: string, status: number, headers = {}) =>
  json({ code, message: 'Ні', details: [{ path: 'items' }] }, status, headers);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Whatever is waited for passes at once. */
async function soon<T>(work: Promise<T>): Promise<T> {
  const settled = work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  await vi.runAllTimersAsync();
  const outcome = await settled;
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}
const order = { body: { items: [] } };

describe('a call', () => {
  it('goes to the project, with the key and in the language', async () => {
    const { lanka, asked } = answering(json(page), json(page));
    await soon(lanka.call(listOrders, { query: { status: ['Pending', 'Ready'], limit: 2 } }));
    await soon(lanka.call(listOrders, { params: { project_id: 'інша' } }));
    expect(asked.map(({ url }) => url)).toEqual([
      'https://lanka.example/api/projects/lion/orders?status=Pending%2CReady&limit=2',
      `https://lanka.example/api/projects/${encodeURIComponent('інша')}/orders`,
    ]);
    expect(asked[0]?.headers).toEqual({ authorization: 'Bearer lanka_x', 'accept-language': 'uk' });
  });

  it('tells before it asks that the project is missing', async () => {
    const lanka = connect({ url: 'https://lanka.example', key: 'lanka_x' });
    await expect(lanka.call(listOrders)).rejects.toThrow('list_orders needs params.project_id');
  });

  it('is repeated with the same Idempotency-Key when no answer came, a failure, or «later»', async () => {
    const { lanka, asked } = answering(
      new Error('reset'),
      json('<html>', 502),
      refusal('common.too_many', 429),
      json({}, 201),
    );
    await soon(lanka.call(createOrder, { ...order, idempotencyKey: 'shop-417' }));
    expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual(Array(4).fill('shop-417'));
    const made = answering(new Error('reset'), json({}, 201));
    await soon(made.lanka.call(createOrder, order));
    const [first, second] = made.asked.map(({ headers }) => headers['idempotency-key']);
    expect([first, first === second]).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), true]);
  });

  it('waits as long as the server says', async () => {
    const { lanka, asked } = answering(refusal('common.too_many', 429, { 'retry-after': '17' }), json(page));
    const work = lanka.call(listOrders);
    await vi.advanceTimersByTimeAsync(16_900);
    expect(asked.length).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    expect((await work).total).toBe(0);
    const long = answering(refusal('common.too_many', 429, { 'retry-after': '3600' }));
    await expect(soon(long.lanka.call(listOrders))).rejects.toMatchObject({ retryAfterSeconds: 3600 });
    // of a month that is used up nobody waits for the next one: the error comes at once
    const month = answering(refusal('plans.api_requests_limit', 429, { 'retry-after': '2592000' }));
    const began = Date.now();
    await expect(month.lanka.call(listOrders)).rejects.toMatchObject({ code: 'plans.api_requests_limit', status: 429 });
    expect([month.asked.length, Date.now() - began]).toEqual([1, 0]);
  });

  it('is not repeated when it was refused, nor when it might be done twice', async () => {
    const refused = answering(refusal('stock.short', 422, { 'x-request-id': 'r1' }));
    const error = await soon(refused.lanka.call(createOrder, order)).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(LankaError);
    expect(error).toMatchObject({ code: 'stock.short', status: 422, message: 'Ні', requestId: 'r1' });
    const change = { params: { id: '1' }, body: { comment: 'x' } as never, ifMatch: 3 };
    const lost = answering(new Error('reset'));
    await expect(soon(lost.lanka.call(updateOrder, change))).rejects.toMatchObject({
      code: 'sdk.unreachable',
      status: 0,
    });
    const busy = answering(refusal('common.overloaded', 503), json({}));
    await soon(busy.lanka.call(updateOrder, change));
    expect(busy.asked.map(({ headers }) => headers['if-match'])).toEqual(['3', '3']);
  });

  it('that was answered before gives back the same where nothing has changed, and else what is there now', async () => {
    const { lanka, asked } = answering(
      json(page, 200, { etag: '"a"' }),
      refusal('common.too_many', 429),
      new Response(null, { status: 304 }),
      json({ ...page, total: 1 }, 200, { etag: '"b"' }),
      new Response(null, { status: 304 }),
      json(page),
    );
    const first = await soon(lanka.call(listOrders, { ifNoneMatch: undefined }));
    expect(await soon(lanka.call(listOrders, { ifNoneMatch: first }))).toBe(first);
    const second = await soon(lanka.call(listOrders, { ifNoneMatch: first }));
    expect(second.total).toBe(1);
    expect(await soon(lanka.call(listOrders, { ifNoneMatch: second }))).toBe(second);
    // what it has not answered itself it asks for whole
    await soon(lanka.call(listOrders, { ifNoneMatch: { ...second } }));
    expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([
      ...[undefined, '"a"', '"a"', '"a"', '"b"', undefined],
    ]);
  });

  it('gives up after the last try, and at once when it is broken off', async () => {
    const { lanka, asked } = answering(...Array.from({ length: 9 }, () => new Error('reset')));
    await expect(soon(lanka.call(listOrders))).rejects.toMatchObject({ code: 'sdk.unreachable' });
    expect(asked.length).toBe(4);
    const stop = new AbortController();
    const slow = answering(refusal('common.too_many', 429, { 'retry-after': '30' }));
    const work = slow.lanka.call(listOrders, { signal: stop.signal });
    const told = expect(work).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(100);
    stop.abort(new Error('enough'));
    await told;
  });
});

it('asks for the next page when it is wanted, and for no more', async () => {
  const of = (ids: number[], next_cursor: string | null) =>
    json({ items: ids.map((id) => ({ id })), next_cursor, total: 3 });
  const { lanka, asked } = answering(of([1, 2], 'next'), of([3], null));
  const ids: unknown[] = [];
  for await (const { id } of lanka.items(listOrders, { query: { limit: 2 } })) ids.push(id);
  expect(ids).toEqual([1, 2, 3]);
  expect(asked.map(({ url }) => new URL(url).search)).toEqual(['?limit=2', '?limit=2&cursor=next']);
  const early = answering(of([1, 2], 'next'));
  for await (const { id } of early.lanka.items(listOrders)) if (String(id) === '2') break;
  expect(early.asked.length).toBe(1);
});

it.each([
  [{}, ''],
  [
    { q: 'худі & кепка', none: undefined },
    `?q=${encodeURIComponent('худі').replaceAll('%20', '+')}+%26+${encodeURIComponent('кепка')}`,
  ],
  [{ published: false, fields: { colour: 'red' } }, '?published=false&fields.colour=red'],
])('writes %j as a query', (query, text) => {
  expect(queryOf(query)).toBe(text);
});
