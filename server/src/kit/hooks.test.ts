import { expect, it } from 'vitest';
import { slices } from '../app';
import { hook, hooksOf, on } from './hooks';
import { authoriserOf, slice } from './slice';

it('answers a hook in the order of the slices, and with nothing when nobody answers', () => {
  const asked = hook<(n: number) => number>('test.asked');
  const silent = hook<() => void>('test.silent');
  const hooks = hooksOf([on(asked, (n) => n + 1), on(asked, (n) => n * 2)]);
  expect(hooks.all(asked).map((answer) => answer(5))).toEqual([6, 10]);
  expect(hooks.all(silent)).toEqual([]);
});

it('names each slice, each job and each route once', () => {
  const names = slices.map(({ name }) => name);
  const jobs = slices.flatMap(({ jobs = [] }) => jobs.map(({ job }) => job.name));
  const routes = slices.flatMap(({ routes = [] }) => routes.map(({ route }) => `${route.method} ${route.path}`));
  for (const list of [names, jobs, routes]) expect([...new Set(list)]).toEqual(list);
});

it('refuses a product that nobody or more than one authorises', () => {
  const authorise = () => Promise.reject(new Error('not asked here'));
  const one = slice({ name: 'one', authorise });
  expect(authoriserOf(slices)).toBeTypeOf('function');
  expect(() => authoriserOf([slice({ name: 'none' })])).toThrow('exactly one');
  expect(() => authoriserOf([one, slice({ name: 'two', authorise })])).toThrow('exactly one');
});
