import type { AnyRoute } from '@lanka/domain/kit/route';
import { expect, it } from 'vitest';
import * as slices from '../src/app';
import { collected, faultsOf } from './collected';
import type { Entries } from './entries';

it.each(Object.values(slices).map(({ name, routes = [] }) => [name, routes.map(({ route }) => route)] as const))(
  '%s says of each of its routes how it is asked',
  (name, routes) => {
    const faults = faultsOf(name, routes, collected.get(name));
    expect(faults, faults.join('\n')).toEqual([]);
  },
);

it('says what to write where', () => {
  const routes = [
    { method: 'GET', path: 'things' },
    { method: 'POST', path: 'things' },
  ] as AnyRoute[];
  const whole: Entries = {
    walls: { 'GET things': {}, 'POST things': {} },
    growth: { reads: { 'GET things': 'a few for the deployment' }, writes: { 'POST things': [{}] } },
    fuzz: { undone: ['POST things'] },
  };
  const { walls, growth } = whole;
  const faults = (entries: Entries | undefined) => faultsOf('things', routes, entries);
  expect(faults(whole)).toEqual([]);
  expect(faultsOf('things', [], undefined)).toEqual([]);
  expect(faults(undefined)).toEqual([expect.stringContaining('server/src/things/entries.ts is missing')]);
  expect(faults({ ...whole, walls: { 'GET things': {} } })).toEqual([
    expect.stringContaining(`entries.ts: walls lacks 'POST things'`),
  ]);
  expect(faults({ walls })).toEqual([expect.stringContaining(`growth.reads lacks 'GET things'`)]);
  const gone = 'which things does not serve';
  expect(faults({ ...whole, walls: { ...walls, 'PUT things': {} } })[0]).toContain(gone);
  expect(faults({ ...whole, growth: { reads: { ...growth?.reads, 'GET thing': {} } } })[0]).toContain(gone);
  expect(faults({ ...whole, growth: { ...growth, writes: { 'PUT things': [] } } })[0]).toContain(gone);
  expect(faults({ ...whole, fuzz: { undone: ['PUT things'] } })[0]).toContain(gone);
});
