import { hook, hooksOf, on } from '@lanka/domain/kit/hooks';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import * as slices from '../app';
import { authoriserOf, bottomUp, searchesOf, slice } from './slice';

it('answers a hook in the order of the slices, and with nothing when nobody answers', () => {
  const asked = hook<(n: number) => number>('test.asked');
  const silent = hook<() => void>('test.silent');
  const hooks = hooksOf([on(asked, (n) => n + 1), on(asked, (n) => n * 2)]);
  expect(hooks.all(asked).map((answer) => answer(5))).toEqual([6, 10]);
  expect(hooks.all(silent)).toEqual([]);
});

it('names each slice, each job and each route once', () => {
  const names = bottomUp(slices).map(({ name }) => name);
  const jobs = bottomUp(slices).flatMap(({ jobs = [] }) => jobs.map(({ job }) => job.name));
  const routes = bottomUp(slices).flatMap(({ routes = [] }) =>
    routes.map(({ route }) => `${route.method} ${route.path}`),
  );
  for (const list of [names, jobs, routes]) expect([...new Set(list)]).toEqual(list);
});

it('refuses a product that nobody or more than one authorises', () => {
  const authorise = () => Promise.reject(new Error('not asked here'));
  const one = slice({ name: 'one', level: 1, authorise });
  expect(authoriserOf(slices)).toBeTypeOf('function');
  expect(() => authoriserOf({ none: slice({ name: 'none', level: 1 }) })).toThrow('exactly one');
  expect(() => authoriserOf({ one, two: slice({ name: 'two', level: 1, authorise }) })).toThrow('exactly one');
});

it('collects what can be found by words, each by a name of its own', () => {
  const names = searchesOf(slices).map(({ name }) => name);
  expect(names.sort()).toEqual([
    ...[
      'bank_rows',
      'bookings',
      'clients',
      'counterparties',
      'manufacture',
      'orders',
      'papers',
      'payments',
      'products',
      'request_forms',
      'returns',
      'turnover',
    ],
  ]);
  const searches = searchesOf(slices).slice(0, 1);
  const twice = { a: slice({ name: 'a', level: 1, searches }), b: slice({ name: 'b', level: 1, searches }) };
  expect(() => searchesOf(twice)).toThrow('a name of its own');
  const named = { name: "it's", texts: () => sql`` };
  expect(() => searchesOf({ a: slice({ name: 'a', level: 1, searches: [named] }) })).toThrow('one word');
});

it('orders the slices by level, then by name, however they are listed', () => {
  const [a, b, c] = [slice({ name: 'a', level: 2 }), slice({ name: 'b', level: 1 }), slice({ name: 'c', level: 1 })];
  expect(bottomUp({ a, c, b }).map(({ name }) => name)).toEqual(['b', 'c', 'a']);
});
