import { type AnyRoute, concerns } from '@lanka/domain/kit/route';
import { expect, it } from 'vitest';
import { z } from 'zod';
import * as slices from '../src/app';
import { routesOf } from '../src/kit/slice';

const routes: AnyRoute[] = routesOf(slices).map(({ route }) => route);
const nameOf = ({ method, path }: AnyRoute): string => `${method} ${path}`;

/** Writes that leave no answer of the project old. */
const QUIET = ['POST projects/:project_id/uploads'];

it('has a topic for whatever is written in a project', () => {
  const inProject = ({ auth }: AnyRoute) => auth.includes('.');
  const silent = routes.filter(
    (route) => route.method !== 'GET' && !route.writesNothing && inProject(route) && !route.changes?.length,
  );
  expect(silent.map(nameOf)).toEqual(QUIET);
});

it('has no topic that concerns nothing', () => {
  const reads = routes.filter(({ method }) => method === 'GET');
  const topics = new Set(routes.flatMap(({ changes = [], shows = [] }) => [...changes, ...shows]));
  const unknown = [...topics].filter((topic) => !reads.some((route) => concerns(route, topic)));
  expect(unknown).toEqual([]);
});

/** Their balances are of a bank and of a till: no account of a counterparty stands behind them. */
const NOT_OF_COUNTERPARTIES = ['/banking', '/cash_registers/'];

it('reads a balance anew, and whether an act still agrees with it, when money moved', () => {
  const shows = ({ returns }: AnyRoute) =>
    /"(balance|outdated)":/.test(JSON.stringify(z.toJSONSchema(returns, { unrepresentable: 'any', io: 'output' })));
  const showing = routes.filter(
    (route) =>
      route.method === 'GET' && !NOT_OF_COUNTERPARTIES.some((part) => route.path.includes(part)) && shows(route),
  );
  expect(showing.length).toBeGreaterThan(10);
  expect(showing.filter((route) => !concerns(route, 'counterparty')).map(nameOf)).toEqual([]);
});

it('keeps an answer only for a route that answers the same, and whose parameters are known', () => {
  for (const route of routes) {
    if (!route.answers) continue;
    expect(route.answers.method, nameOf(route)).toBe('GET');
    expect(route.returns, nameOf(route)).toBe(route.answers.returns);
    for (const [, name = ''] of route.answers.path.matchAll(/:(\w+)/g))
      expect(name === 'id' || route.path.includes(`:${name}`), nameOf(route)).toBe(true);
  }
});
