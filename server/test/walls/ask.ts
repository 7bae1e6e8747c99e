import { type AnyRoute, hasSchema } from '@lanka/domain/kit/route';
import type { TestApp } from '../harness';
import type { Entry } from './entry';
import type { Side } from './side';

export const keyOf = (route: AnyRoute): string => `${route.method} ${route.path}`;

/** Parts of one request, before it becomes text. */
export interface Question {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** The parameters of a path, each with the part before it: `orders/:id` → ['id', 'orders']. */
export function paramsOf(path: string): [name: string, before: string][] {
  const parts = path.split('/');
  return parts.flatMap((part, index): [string, string][] =>
    part.startsWith(':') ? [[part.slice(1), parts[index - 1] ?? '']] : [],
  );
}

/** What the entry asks of this project. Throws when a parameter is known neither to the entry nor to the world. */
export function questionOf(route: AnyRoute, entry: Entry, side: Side): Question {
  const given = entry.params?.(side) ?? {};
  const params: Record<string, string> = {};
  for (const [name, before] of paramsOf(route.path)) {
    const value = given[name] ?? (name === 'project_id' ? side.project.id : side.ids[before]);
    if (value === undefined) throw new Error(`${keyOf(route)}: the world has nothing for :${name} after ${before}/`);
    params[name] = value;
  }
  return {
    params,
    query: entry.query?.(side) ?? {},
    body: entry.body?.(side) ?? (hasSchema(route.body) ? {} : undefined),
    headers: entry.headers?.(side) ?? {},
  };
}

export interface Heard {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

let caller = 0;
/** Every call comes from an address of its own, so that no limit of calls hides a wall. */
function nextAddress(): string {
  caller += 1;
  return `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}`;
}

/** A body that is a string is sent as it is; anything else as JSON. */
export async function ask(
  app: TestApp,
  route: AnyRoute,
  { params, query, body, headers }: Question,
  token: string | undefined,
): Promise<Heard> {
  const path = route.path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent((params[name] ?? '').toWellFormed()),
  );
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = pairs.flatMap(([key, value]) => [value].flat().map((one): [string, string] => [key, plain(one)]));
  const answer = await app.app.server.inject({
    method: route.method,
    url: `/api/${path}${text.length > 0 ? `?${new URLSearchParams(text)}` : ''}`,
    remoteAddress: nextAddress(),
    headers: {
      'x-forwarded-for': nextAddress(),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
}

/** What no answer may contain: a trace of the stack, a path of the sources, words of the database. */
export const INNARDS =
  /\n\s+at \S|node_modules|\.[cm]?[jt]s:\d+|\/server\/(src|dist)\/|violates|syntax error at|relation "|column "|"?Failed query|ECONNREFUSED|ENOENT|TypeError|RangeError|ReferenceError/;

const plain = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
