import { readdirSync } from 'node:fs';
import { scopesOfRoute } from '@lanka/domain/kit/api_scopes';
import type { AnyRoute } from '@lanka/domain/kit/route';
import { operationKey, type PublicDocument, publicOpenApi } from '../src/kit/http/openapi-public';
import { typesOf } from './public-api-types';

const isRoute = (value: unknown): value is AnyRoute =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'returns' in value;

/** `listOrders` → `list_orders`. */
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The files of a slice that may export routes, its contract first. */
const filesOf = (slice: URL): URL[] =>
  readdirSync(slice)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort((a, b) => Number(b === 'contract.ts') - Number(a === 'contract.ts') || (a < b ? -1 : 1))
    .map((name) => new URL(name, slice));

/** The routes that keys reach, by the name under which their own slice exports them. */
async function publicRoutes(): Promise<Map<AnyRoute, string>> {
  const root = new URL('../../domain/src/', import.meta.url);
  const named = new Map<AnyRoute, string>();
  const slices = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = slices.map(({ name }) => name).sort();
  for (const file of names.flatMap((name) => filesOf(new URL(`${name}/`, root)))) {
    for (const [name, value] of Object.entries((await import(file.href)) as object))
      if (isRoute(value) && scopesOfRoute(value).length > 0 && !named.has(value)) named.set(value, snake(name));
  }
  return named;
}

export const readPublicContracts = async (): Promise<AnyRoute[]> => [...(await publicRoutes()).keys()];

export const publicOperations = ({ paths }: Pick<PublicDocument, 'paths'>) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

/** @throws when two calls would have one name */
async function idsOf(routes: Map<AnyRoute, string>): Promise<Record<string, string>> {
  const pairs = [...routes].map(([route, id]) => [operationKey(route), id] as const);
  const ids = pairs.map(([, id]) => id);
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  if (twice.length > 0) throw new Error(`two calls of the public API have one name: ${twice.join(', ')}`);
  return Object.fromEntries(pairs.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export async function publicDocument(): Promise<PublicDocument> {
  const routes = await publicRoutes();
  return publicOpenApi([...routes.keys()], await idsOf(routes));
}

/** What `node scripts/public-api.mjs` writes: path and content. */
export async function publicApiFiles(): Promise<Record<string, string>> {
  const ids = Object.entries(await idsOf(await publicRoutes()));
  const document = await publicDocument();
  return {
    'server/src/kit/http/operation-ids.ts': [
      '/** How the calls of the public API are named: as their contracts export them. `node scripts/public-api.mjs` writes it. */',
      'export const OPERATION_IDS: Readonly<Record<string, string>> = {',
      ...ids.map(([key, id]) => `  '${key}': '${id}',`),
      '};',
      '',
    ].join('\n'),
    'sdk/openapi.json': `${JSON.stringify(document, null, 1)}\n`,
    'sdk/src/operations.ts': typesOf(document),
  };
}
