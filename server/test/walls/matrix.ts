import type { AnyRoute } from '@lanka/domain/kit/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes, WALLS } from '../collected';
import { type TestApp, testApp } from '../harness';
import { ACTORS, type Actor, tokensOf, type Verdict, verdictOf } from './actors';
import { ask, type Heard, INNARDS, keyOf, paramsOf, questionOf } from './ask';
import type { Entry } from './entry';
import type { Side, World } from './side';
import { type Deed, openTap, type Tap, withoutTenant } from './tap';
import { makeWorld } from './world';

export interface Matrix {
  readonly app: TestApp;
  readonly world: World;
  readonly tokens: Record<Actor, string | undefined>;
  readonly tap: Tap;
  /** What the calls of each route did to the database, by method and path. */
  readonly deeds: Map<string, Deed[]>;
}

export const entryOf = (route: AnyRoute): Entry => {
  const entry = WALLS[keyOf(route)];
  if (!entry) throw new Error(`${keyOf(route)} has no entry: server/test/entries.test.ts says where to write it`);
  return entry;
};

export function wanted(route: AnyRoute, entry: Entry, actor: Actor): Verdict {
  const verdict = verdictOf(route, actor);
  if (verdict !== 'pass') return entry.verdicts?.[actor] ?? verdict;
  if (entry.only && !entry.only.includes(actor)) return 404;
  return entry.verdicts?.[actor] ?? 'pass';
}

/** Nothing to do with the project, or no more: whatever he asks for, it is not there. */
const OUTSIDE: readonly Actor[] = ['Stranger', 'Foreign', 'ForeignByName', 'Staff', 'RemovedMember'];

/**
 * Who is refused by his token, by his role or by being nobody of the project: no store is asked for him, as the run with
 * all conditions checks, so one without them says nothing more of him.
 */
function isStopped(route: AnyRoute, entry: Entry, actor: Actor): boolean {
  const verdict = verdictOf(route, actor);
  if (wanted(route, entry, actor) !== verdict) return false;
  return verdict === 401 || verdict === 403 || (verdict === 404 && OUTSIDE.includes(actor));
}

function passed(entry: Entry, { status }: Heard): boolean {
  return (status >= 200 && status < 400) || (entry.passes?.includes(status) ?? false);
}

/** Words that this actor must not read anywhere. */
function secrets({ ours, theirs }: World, route: AnyRoute, entry: Entry, actor: Actor): string[] {
  if (actor === 'Staff' && route.auth === 'staff') return [];
  if (actor === 'Foreign' || actor === 'ForeignByName') return entry.open ? [] : [ours.mark];
  const outside = verdictOf(route, actor) !== 'pass' || ['Stranger', 'Staff', 'RemovedMember'].includes(actor);
  return [
    theirs.mark,
    ...(outside && !entry.open ? [ours.mark] : []),
    ...(/Client$/.test(actor) ? [ours.staffMark] : []),
    ...(actor === 'OtherClient' || actor === 'RemovedClient' ? [ours.ownMark] : []),
  ];
}

/** Ids of a project that an answer must not name, but for those that were in the question. */
const idsOf = ({ ids, project, people }: Side): string[] => [
  project.id,
  ...Object.values(ids).filter((id) => /^[0-9a-f-]{36}$/.test(id)),
  ...Object.values(people).map(({ id }) => id),
];

function nothingOf(side: Side, heard: Heard, asked: unknown): void {
  expect(heard.text).not.toContain(side.mark);
  const known = JSON.stringify(asked);
  for (const id of idsOf(side)) if (!known.includes(id)) expect(heard.text).not.toContain(id);
}

/**
 * The wall matrix: every route that is served, asked by everybody, of the own project and of another one. What is to
 * be answered comes from the permission table and from the `entries.ts` of the slices. Nothing that is asked here is kept, so that each
 * call finds the same world. `unfiltered`: the stores ask without their tenant's conditions (see `tap.ts`).
 */
export function wallMatrix({ unfiltered = false } = {}): Matrix {
  const matrix = { deeds: new Map() } as { -readonly [K in keyof Matrix]: Matrix[K] };
  beforeAll(async () => {
    matrix.app = await testApp({ TRUST_PROXY: 'on' });
    matrix.world = await makeWorld(matrix.app);
    matrix.tokens = await tokensOf(matrix.app, matrix.world);
    matrix.tap = openTap(matrix.app);
    matrix.tap.keep = false;
    matrix.tap.unfiltered = unfiltered;
  });
  afterAll(() => matrix.app.close());
  describe.each(routes.map((route): [string, AnyRoute] => [keyOf(route), route]))('%s', (_key, route) => {
    it('answers everybody as the permission table says', () => askAsEverybody(matrix, route));
    if (route.auth === 'public' || route.auth === 'staff') return;
    it('finds nothing of another project under the own one', () => askForForeign(matrix, route));
    it('takes nothing of another project in what is sent', () => sendForeign(matrix, route));
  });
  return matrix;
}

async function askAsEverybody({ app, world, tokens, tap, deeds }: Matrix, route: AnyRoute): Promise<void> {
  const entry = entryOf(route);
  const question = questionOf(route, entry, world.ours);
  const wrong: string[] = [];
  const done: Deed[] = [];
  deeds.set(keyOf(route), done);
  for (const actor of ACTORS) {
    const stopped = isStopped(route, entry, actor);
    if (stopped && tap.unfiltered) continue;
    const named = { ...question.params, project_id: world.ours.project.friendly_id };
    const params = actor === 'ForeignByName' && question.params.project_id ? named : question.params;
    const { answer, deed } = await tap.watch(() => ask(app, route, { ...question, params }, tokens[actor]));
    done.push(deed);
    const verdict = wanted(route, entry, actor);
    const got = verdict === 'pass' && passed(entry, answer) ? 'pass' : answer.status;
    const who = `${actor} (${answer.text.slice(0, 300)})`;
    if (got !== verdict) wrong.push(`${who}: wanted ${verdict}, got ${got}`);
    for (const word of secrets(world, route, entry, actor))
      if (answer.text.includes(word)) wrong.push(`${who}: is told ${word}`);
    const asked = stopped ? deed.statements.find(({ text }) => withoutTenant(text).stripped > 0) : undefined;
    if (asked) wrong.push(`${who}: is to be stopped before a store is asked: ${asked.text.slice(0, 200)}`);
    if (INNARDS.test(answer.text)) wrong.push(`${who}: is told how the server is made`);
    if (answer.status >= 400 && deed.written > 0 && !entry.remembers)
      wrong.push(`${who}: was refused but ${deed.written} rows were written`);
  }
  expect(wrong, wrong.join('\n')).toEqual([]);
}

/** Ids of the other project's things in the path, one after another. */
async function askForForeign({ app, world, tokens }: Matrix, route: AnyRoute): Promise<void> {
  const entry = entryOf(route);
  const ours = questionOf(route, entry, world.ours);
  const theirs = questionOf(route, entry, world.theirs);
  for (const [name] of paramsOf(route.path)) {
    if (ours.params[name] === theirs.params[name]) continue;
    const asked = { ...ours, params: { ...ours.params, [name]: theirs.params[name] as string } };
    const heard = await ask(app, route, asked, tokens.Owner);
    expect([name, heard.status], heard.text).toEqual([name, 404]);
    nothingOf(world.theirs, heard, asked);
  }
}

/** Ids of the other project's things in the query and in the body: a filter finds nothing, a change is refused. */
async function sendForeign({ app, world, tokens }: Matrix, route: AnyRoute): Promise<void> {
  const entry = entryOf(route);
  const ours = questionOf(route, entry, world.ours);
  const theirs = questionOf(route, entry, world.theirs);
  for (const part of ['query', 'body'] as const) {
    if (JSON.stringify(ours[part]) === JSON.stringify(theirs[part])) continue;
    const asked = { ...ours, [part]: theirs[part] };
    const heard = await ask(app, route, asked, tokens.Owner);
    if (part === 'body') expect([400, 404, 409, 422, entry.foreignIds], heard.text).toContain(heard.status);
    nothingOf(world.theirs, heard, asked);
  }
}
