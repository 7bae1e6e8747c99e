import type { AnyRoute } from '@lanka/domain/kit/route';
import { describe, expect, it } from 'vitest';
import { routes } from '../collected';
import { ACTORS, type Verdict, verdictOf } from './actors';
import { ask, keyOf, type Question, questionOf } from './ask';
import { entryOf, wallMatrix, wanted } from './matrix';

const matrix = wallMatrix();

/**
 * Doors beside the contract, each with tests of its own (server/src/kit, server/test/security.test.ts). The server
 * does not list paths that end in anything: the files of the pages and `/api/files/*`.
 */
const DOORS = [
  'GET /api/.well-known/jwks.json',
  'GET /api/health',
  'GET /api/openapi.json',
  'GET /api/projects/:/events',
  'GET /api/users/me/events',
  'GET /metrics',
  // what a browser asks before it sends a form from another site
  'OPTIONS /api/site_forms/:',
];

/** What the server listens to, as it prints it: `METHOD path`, parameters without their names. */
function served(tree: string): string[] {
  const stack: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const found = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (!found) return [];
    const [, indent = '', part = '', methods = ''] = found;
    stack.length = indent.length / 4;
    stack.push(part);
    const path = stack.join('').replace(/:\w+(\|:\w+)*/g, ':');
    return methods.split(', ').flatMap((method) => (method && method !== 'HEAD' ? [`${method} ${path}`] : []));
  });
}

it('knows every door of the server: what is not in the contract is named', () => {
  const known = routes.map(({ method, path }) => `${method} /api/${path.replace(/:\w+/g, ':')}`);
  const doors = served(matrix.app.app.server.printRoutes({ commonPrefix: false }));
  const ours = doors.filter((door) => / \/(api|metrics)/.test(door) && !/ \/api\/docs/.test(door));
  expect(ours.filter((door) => !known.includes(door)).sort()).toEqual(DOORS);
  expect(known.filter((door) => !doors.includes(door))).toEqual([]);
});

it('lets nobody listen to the changes of a project who may not read it', async () => {
  const { app, tokens, world } = matrix;
  const route = { method: 'GET', path: 'projects/:project_id/events', auth: 'project.read' } as AnyRoute;
  const question = { params: { project_id: world.ours.project.id }, query: {}, body: undefined, headers: {} };
  const outside = ACTORS.filter((actor) => verdictOf(route, actor) !== 'pass');
  expect(outside).toContain('RemovedClient');
  for (const actor of outside) {
    const heard = await ask(app, route, question, tokens[actor]);
    expect([actor, heard.status]).toEqual([actor, verdictOf(route, actor) satisfies Verdict]);
  }
});

it('opens no route that writes with a permission to read', () => {
  const writing = routes.filter(({ method }) => method !== 'GET');
  expect(writing.filter(({ auth }) => auth.endsWith('.read')).map(keyOf)).toEqual([]);
});

/** Their contracts take any parameter: an identity provider and the specification send some that they do not name. */
const OPEN_QUERIES = ['GET auth/provider/callback', 'POST projects/:project_id/uploads'];

/** The body once for each object in it, with one field more in that object, and the path of that field. */
function withUnknown(body: unknown): { path: string; body: unknown }[] {
  if (typeof body !== 'object' || body === null) return [];
  const own = Array.isArray(body) ? [] : [{ path: 'nonsense', body: { ...body, nonsense: 1 } }];
  const within = Object.entries(body).flatMap(([key, inner]) =>
    withUnknown(inner).map(({ path, body: changed }) => ({
      path: `${key}.${path}`,
      body: Array.isArray(body) ? body.with(Number(key), changed) : { ...body, [key]: changed },
    })),
  );
  return [...own, ...within];
}

describe.each(routes.map((route): [string, AnyRoute] => [keyOf(route), route]))('%s', (key, route) => {
  it('refuses a parameter and a field that its contract does not have', async () => {
    const { app, tap, tokens, world } = matrix;
    const entry = entryOf(route);
    const actor = ACTORS.find((one) => wanted(route, entry, one) === 'pass');
    const question = questionOf(route, entry, world.ours);
    const bodies = route.method === 'GET' || route.anyBody || route.signedBody ? [] : withUnknown(question.body ?? {});
    const asked: { path: string; question: Question }[] = [
      ...(OPEN_QUERIES.includes(key)
        ? []
        : [{ path: 'nonsense', question: { ...question, query: { ...question.query, nonsense: 1 } } }]),
      ...bodies.map(({ path, body }) => ({ path, question: { ...question, body } })),
    ];
    for (const { path, question } of asked) {
      const { answer, deed } = await tap.watch(() => ask(app, route, question, actor && tokens[actor]));
      expect([answer.status, deed.written], answer.text).toEqual([400, 0]);
      expect(JSON.parse(answer.text)).toMatchObject({
        code: 'common.invalid',
        details: expect.arrayContaining([expect.objectContaining({ path, code: 'unknown_field' })]),
      });
    }
  });
});
