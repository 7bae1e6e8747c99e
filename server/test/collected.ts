import { existsSync } from 'node:fs';
import type { AnyRoute } from '@lanka/domain/kit/route';
import * as slices from '../src/app';
import { bottomUp, routesOf } from '../src/kit/slice';
import type { Ask, Entries, Write } from './entries';
import { keyOf } from './walls/ask';
import type { Entry } from './walls/entry';

/** The entries of all slices, bottom up, by the name of the slice. */
export const collected: ReadonlyMap<string, Entries> = new Map(
  (await Promise.all(bottomUp(slices).map(({ name }) => entriesOf(name)))).flat(),
);

async function entriesOf(name: string): Promise<[string, Entries][]> {
  if (!existsSync(new URL(`../src/${name}/entries.ts`, import.meta.url))) return [];
  const { entries } = (await import(`../src/${name}/entries.ts`)) as { entries: Entries };
  return [[name, entries]];
}

const all = [...collected.values()];
const merged = <T>(parts: readonly (Readonly<Record<string, T>> | undefined)[]): Readonly<Record<string, T>> =>
  Object.assign({}, ...parts);

/** By method and path. */
export const WALLS: Readonly<Record<string, Entry>> = merged(all.map(({ walls }) => walls));
export const READS: Readonly<Record<string, Ask | string>> = merged(all.map(({ growth }) => growth?.reads));
export const WRITES: Readonly<Record<string, readonly Write[]>> = merged(all.map(({ growth }) => growth?.writes));
export const UNDONE: readonly string[] = all.flatMap(({ fuzz }) => fuzz?.undone ?? []);

export const routes: readonly AnyRoute[] = routesOf(slices).map(({ route }) => route);

/** What is wrong with the entries of one slice, and what to write where. */
export function faultsOf(name: string, served: readonly AnyRoute[], found: Entries | undefined): string[] {
  const file = `server/src/${name}/entries.ts`;
  const keys = served.map(keyOf);
  if (!found) {
    if (keys.length === 0) return [];
    return [`${file} is missing: ${name} serves ${keys.length} routes, and it says how each is asked`];
  }
  const { walls, growth: { reads = {}, writes = {} } = {}, fuzz: { undone = [] } = {} } = found;
  const lacking = (given: object, wanted: readonly string[], say: string) =>
    wanted.filter((key) => !(key in given)).map((key) => `${file}: ${say.replace('KEY', `'${key}'`)}`);
  const unknown = (given: readonly string[], part: string) =>
    given
      .filter((key) => !keys.includes(key))
      .map((key) => `${file}: ${part} has '${key}', which ${name} does not serve`);
  return [
    ...lacking(walls, keys, 'walls lacks KEY: say how it is asked, {} where the permission table says it all'),
    ...lacking(
      reads,
      keys.filter((key) => key.startsWith('GET ')),
      'growth.reads lacks KEY: say how it is asked of a large project, or in words why it is not',
    ),
    ...unknown(Object.keys(walls), 'walls'),
    ...unknown(Object.keys(reads), 'growth.reads'),
    ...unknown(Object.keys(writes), 'growth.writes'),
    ...unknown(undone, 'fuzz.undone'),
  ];
}
