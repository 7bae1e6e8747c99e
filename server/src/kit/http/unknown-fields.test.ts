import * as catalog from '@lanka/domain/catalog/contract';
import type { DomainError } from '@lanka/domain/kit/errors';
import * as orders from '@lanka/domain/orders/contract';
import * as projects from '@lanka/domain/projects/contract';
import * as site from '@lanka/domain/site/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type TestApp, testApp } from '../../../test/harness';
import { read } from './requests';
import { unknownFields } from './unknown-fields';

const pathsIn = (schema: z.ZodType, value: unknown) => unknownFields(schema, value, 'en').map(({ path }) => path);

describe('fields that a contract does not have', () => {
  const Item = z.object({ count: z.int(), size: z.object({ width: z.int() }).nullable().optional() });

  it.each<[string, z.ZodType, unknown, string[]]>([
    ['none', Item, { count: 1 }, []],
    ['at the top', Item, { count: 1, balance: 9, Count: 2 }, ['balance', 'Count']],
    ['within what may be missing or null', Item, { count: 1, size: { width: 1, height: 2 } }, ['size.height']],
    [
      'in a list',
      z.object({ items: z.array(Item).max(9) }),
      { items: [{ count: 1 }, { cuont: 1 }] },
      ['items.1.cuont'],
    ],
    ['with a default', z.object({ of: Item.default({ count: 1 }) }), { of: { x: 1 } }, ['of.x']],
    ['before a change', z.object({ of: Item.transform(String) }), { of: { x: 1 } }, ['of.x']],
    ['of an object with a rule', Item.refine(() => true), { count: 1, x: 1 }, ['x']],
    ['of one choice', z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]), { b: 1, c: 1 }, ['c']],
    ['where nothing is expected', z.undefined(), { x: 1 }, ['x']],
    ['where anything is', z.looseObject({ known: Item }), { x: 1, known: { y: 1 } }, ['known.y']],
    ['in a record', z.record(z.string(), z.unknown()), { x: 1 }, []],
    [
      'named like what every object has',
      Item,
      JSON.parse('{"count":1,"constructor":1,"__proto__":1}'),
      ['constructor', '__proto__'],
    ],
  ])('are found: %s', (_where, schema, value, paths) => {
    expect(pathsIn(schema, value)).toEqual(paths);
  });

  it('are named, with what is allowed, beside what else is wrong', () => {
    const refused = (locale: 'ua' | 'en') => {
      try {
        read(z.object({ items: z.array(Item) }), { items: [{ cuont: 1 }] }, locale, 'body');
      } catch (error) {
        return (error as DomainError).details;
      }
      return [];
    };
    expect(refused('en')).toEqual([
      {
        path: 'items.0.cuont',
        code: 'unknown_field',
        message: 'unknown field “cuont”; these are known: count, size',
        allowed: ['count', 'size'],
      },
      { path: 'items.0.count', code: 'required', message: 'this field is required' },
    ]);
    expect(refused('ua')[0]?.message).toBe('Невідоме поле «cuont». Можна вказати: count, size');
  });

  it('are told back shortened, with at most a hundred others', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${at}${'я'.repeat(5_000)}`, at]));
    expect(() => read(Item, many, 'en', 'body')).toThrow();
    const [first] = unknownFields(Item, many, 'en');
    expect(String(first?.path).length).toBeLessThan(70);
    try {
      read(Item, many, 'en', 'body');
    } catch (error) {
      expect((error as DomainError).details).toHaveLength(100);
    }
  });
});

describe('over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app.close());

  const send = async (token: string | undefined, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => {
    const answer = await app.app.server.inject({
      method,
      url: `/api/${path}`,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), 'accept-language': 'en' },
      ...(body ? { payload: body } : {}),
    });
    return [
      answer.statusCode,
      answer.json().code,
      (answer.json().details ?? []).map((one: { path: string }) => one.path),
    ];
  };
  const refused = (...paths: string[]) => [400, 'common.invalid', paths];

  it('a body, also below a key of the specification, and a query are refused, and nothing is done', async () => {
    const { id, owner } = await app.project();
    const { token } = owner;
    const within = `projects/${id}`;
    expect(await send(token, 'PATCH', within, { project: { title: 'Інша', balance: 999_999 } })).toEqual(
      refused('project.balance'),
    );
    expect(await send(token, 'PATCH', within, { title: 'Інша' })).toEqual(refused('title', 'project'));
    const read = await app.call(projects.readProject, { params: { project_id: id }, token });
    expect(read.body.title).not.toBe('Інша');
    const form = { name: 'Олена', email: 'olena@example.com' };
    expect(await send(undefined, 'POST', 'request_forms', { request_form: { ...form, phone: '1' } })).toEqual(
      refused('request_form.phone'),
    );
    expect(
      await send(token, 'POST', `${within}/products/create_v2`, { name: 'Чашка', variants: [{ prise: 100 }] }),
    ).toEqual(refused('variants.0.prise'));
    const products = await app.call(catalog.listProducts, { params: { project_id: id }, token });
    expect(products.body.total).toBe(0);
    expect(await send(token, 'GET', `${within}/orders?ids=1,2&limit=5`)).toEqual(refused('ids'));
    expect(await send(token, 'GET', `${within}/products/summary?q=x`)).toEqual(refused('q'));
    const order = await app.call(orders.createOrder, { params: { project_id: id }, token, body: {} });
    expect(order.status).toBe(201);
  });

  it('a call without a body takes an empty one and refuses a field', async () => {
    const { token } = await app.user();
    expect((await send(token, 'POST', 'users/me/sessions/end_others', { all: true })).slice(0, 2)).toEqual([
      400,
      'common.invalid',
    ]);
    const url = '/api/users/me/sessions/end_others';
    const headers = { authorization: `Bearer ${token}` };
    expect((await app.app.server.inject({ method: 'POST', url, headers, payload: {} })).statusCode).toBeLessThan(300);
  });

  it('what the specification sends is taken', async () => {
    const { id, owner } = await app.project();
    const sent = await app.app.server.inject({
      method: 'POST',
      // specification §7 gives query parameters here and does not name them
      url: `/api/projects/${id}/uploads?kind=image&public=true`,
      headers: { authorization: `Bearer ${owner.token}` },
      payload: { file_name: 'photo.jpg' },
    });
    expect(sent.statusCode).toBe(201);
    const request_form = { name: 'Олена', email: 'olena@example.com', comment: '' };
    expect((await app.call(site.createRequestForm, { body: { request_form } })).status).toBeLessThan(300);
  });
});
