import type { AnyRoute } from '@lanka/domain/kit/route';
import { kyivDate } from '@lanka/domain/kit/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRODUCTS } from '../../src/catalog';
import { type ExportScope, readRows } from '../../src/feeds/exported.store';
import { listDue, removeOld, takeDue } from '../../src/integrations/integrations.store';
import type { Tx } from '../../src/kit/db/db';
import { takeEnding } from '../../src/orders/reservation.store';
import { indexPending } from '../../src/search/index.store';
import { READS, routes, WRITES } from '../collected';
import type { Ask, Write } from '../entries';
import { ask, keyOf, paramsOf } from '../walls/ask';
import { openTap, type Tap } from '../walls/tap';
import { judge } from './plans';
import { type LargeWorld, makeLargeWorld } from './world';

/**
 * Every GET of the product is asked of a large project; what it sends to the database is explained as it was sent,
 * behind row-level security. Nothing reads a table that grows from end to end, sorts more than a page, or skips rows.
 */

const routeOf = (key: string): AnyRoute => {
  const route = routes.find((one) => keyOf(one) === key);
  if (!route) throw new Error(`there is no ${key} any more: take it out of the entries of its slice`);
  return route;
};
const ASKED = Object.entries(READS).filter((read): read is [string, Ask] => typeof read[1] !== 'string');
let world: LargeWorld;
let tap: Tap;
beforeAll(async () => {
  world = await makeLargeWorld();
  tap = openTap(world.app);
});
afterAll(() => world?.close());

const value = (given: string): string =>
  given === '$project' ? world.project_id : given.startsWith('$') ? (world.ids[given.slice(1)] ?? '') : given;
const filled = (given: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(given).map(([name, one]) => [name, value(one)]));

/** Who asks is looked up by every call alike. */
const judgedBefore = new Set<string>();

/** Who may ask it. */
const tokenFor = ({ auth }: AnyRoute): string =>
  (({ staff: world.staff, dropshipping: world.dropshipper })[String(auth)] ?? world.owner).token;

/** Those of the statements that one call sends. */
async function faultsOfCall(
  route: AnyRoute,
  params: Record<string, string>,
  query: Record<string, string>,
  known: NonNullable<Ask['known']>,
): Promise<{ faults: string[]; cursor: string | undefined }> {
  const faults: string[] = [];
  const question = { params: { project_id: world.project_id, ...params }, query, body: undefined, headers: {} };
  const { answer, deed } = await tap.watch(() => ask(world.app, route, question, tokenFor(route)));
  if (answer.status !== 200) faults.push(`${answer.status} ${answer.text.slice(0, 300)}`);
  for (const { text, values } of deed.statements) {
    const reason = Object.entries(known).find(([words]) => text.includes(words));
    const key = JSON.stringify([text, values]);
    if (judgedBefore.has(key)) continue;
    judgedBefore.add(key);
    const judged = await judge(world.client, text, values, reason?.[1], true);
    const begins = text.replace(/\s+/g, ' ').slice(0, 160);
    for (const fault of judged.faults) faults.push(`${JSON.stringify(query)}: ${fault}: ${begins}`);
  }
  // a public page is not a list
  const list = answer.text.startsWith('{') ? JSON.parse(answer.text) : {};
  const { next_cursor } = list as { next_cursor?: string | null };
  return { faults, cursor: next_cursor ?? undefined };
}

/** Of each list the first page and the next are asked. */
async function faultsOf(route: AnyRoute, { params, always, queries = [], known = {} }: Ask): Promise<string[]> {
  const faults: string[] = [];
  for (const query of [{}, ...queries]) {
    const asked = filled({ ...always, ...query });
    const first = await faultsOfCall(route, filled(params), asked, known);
    faults.push(...first.faults);
    if (first.cursor === undefined) continue;
    faults.push(...(await faultsOfCall(route, filled(params), { ...asked, cursor: first.cursor }, known)).faults);
  }
  return [...new Set(faults)];
}

describe.each(ASKED)('%s', (key, asked) => {
  it('reads no more than its page and its count need', async () => {
    const route = routeOf(key);
    expect(
      paramsOf(route.path)
        .map(([name]) => name)
        .filter((name) => name !== 'project_id')
        .sort(),
    ).toEqual(Object.keys(asked.params ?? {}).sort());
    const faults = await faultsOf(route, asked);
    expect(faults, faults.join('\n')).toEqual([]);
  });
});

it('looks for the memberships of a person by their index, behind the wall', async () => {
  // what stands in the function is not seen in the plan of who calls it (server/migrations)
  await world.client.query('begin');
  try {
    await world.client.query(
      `select set_config('lanka.project_ids', '', true), set_config('lanka.user_id', $1, true)`,
      [world.ids.manager],
    );
    const text = 'select m.* from memberships m where m.user_id = $1';
    const judged = await judge(world.client, text, [world.ids.manager], {}, true);
    expect(judged.faults).toEqual([]);
    expect(judged.rowsRead).toBeGreaterThan(0);
    expect(judged.rowsRead).toBeLessThan(20);
  } finally {
    await world.client.query('rollback');
  }
});

/** Ids of the world in place of their names, however deep. */
const named = (given: unknown): unknown =>
  JSON.parse(JSON.stringify(given), (_name, one) => (typeof one === 'string' ? value(one) : one));

/** What a change does to the database is done again, explained, in a transaction that is rolled back. */
async function faultsOfWrite(route: AnyRoute, { params, body, known = {} }: Write): Promise<string[]> {
  const question = {
    params: { project_id: world.project_id, ...filled(params) },
    query: {},
    body: body && named(body),
    headers: {},
  };
  tap.keep = false;
  const { answer, deed } = await tap.watch(() => ask(world.app, route, question, tokenFor(route)));
  tap.keep = true;
  const faults = answer.status < 300 ? [] : [`${answer.status} ${answer.text.slice(0, 300)}`];
  await world.client.query('begin');
  try {
    for (const { text, values } of deed.statements) {
      if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) continue;
      const reason = Object.entries(known).find(([words]) => text.includes(words));
      const judged = await judge(world.client, text, values, reason?.[1] ?? { reads: 1_000 });
      for (const fault of judged.faults) faults.push(`${fault}: ${text.replace(/\s+/g, ' ').slice(0, 160)}`);
    }
  } finally {
    await world.client.query('rollback');
  }
  return faults;
}

it.each(Object.entries(WRITES).flatMap(([key, writes]) => writes.map((write) => [key, write] as const)))(
  '%s looks up what it needs by keys',
  async (key, write) => {
    const faults = await faultsOfWrite(routeOf(key), write);
    expect(faults, faults.join('\n')).toEqual([]);
  },
);

/** What jobs do a page or a portion at a time. */
const JOBS: readonly (readonly [name: string, work: (tx: Tx, project_id: string) => Promise<unknown>])[] = [
  [
    'an export reads its next page',
    async (tx, id) => {
      const scope = { project: { id } } as ExportScope;
      const last = (await readRows(tx, scope, {}, null)).at(-1);
      if (!last) throw new Error('there is something to export');
      return readRows(tx, scope, {}, last);
    },
  ],
  ['reservations are found that end today', (tx, id) => takeEnding(tx, { project: { id } }, kyivDate(new Date()))],
  ['queues of services are found that have something due', (tx, project_id) => listDue(tx, [project_id])],
  ['the next task of a service is taken', (tx, project_id) => takeDue(tx, project_id, 'nova_poshta', 300)],
  ['old calls and tasks of services go', (tx, project_id) => removeOld(tx, [project_id])],
  ['a portion of products goes to the index of words', (tx, project_id) => indexPending(tx, PRODUCTS, project_id)],
];

it.each(JOBS)('%s by keys', async (_name, work) => {
  const { project_id } = world;
  await world.client.query(`insert into search_pending select project_id, 'products', id from products
    where project_id = '${project_id}' order by id limit 300`);
  tap.keep = false;
  const { deed } = await tap.watch(() =>
    world.app.app.services.db.transaction({ projectIds: [project_id] }, (tx) => work(tx, project_id)),
  );
  tap.keep = true;
  const faults: string[] = [];
  await world.client.query('begin');
  try {
    for (const { text, values } of deed.statements) {
      if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) continue;
      const judged = await judge(world.client, text, values, { sorts: 1_000 });
      for (const fault of judged.faults) faults.push(`${fault}: ${text.replace(/\s+/g, ' ').slice(0, 160)}`);
    }
  } finally {
    await world.client.query('rollback');
    await world.client.query(`delete from search_pending where project_id = '${project_id}'`);
  }
  expect(deed.statements.length).toBeGreaterThan(0);
  expect(faults, faults.join('\n')).toEqual([]);
});

it('fails when an index is missing', async () => {
  const route = routeOf('GET projects/:project_id/orders');
  const question = {
    params: { project_id: world.project_id },
    query: { status: 'Ready' },
    body: undefined,
    headers: {},
  };
  const { deed } = await tap.watch(() => ask(world.app, route, question, world.owner.token));
  const list = deed.statements.find(({ text }) => text.includes('from orders o'));
  if (!list) throw new Error('the list was not seen');
  expect((await judge(world.client, list.text, list.values)).faults).toEqual([]);
  await world.client.query('begin');
  try {
    for (const index of ['orders_project_id_status_created_at_id_index', 'orders_project_id_created_at_id_index'])
      await world.client.query(`drop index ${index}`);
    expect((await judge(world.client, list.text, list.values)).faults).not.toEqual([]);
  } finally {
    await world.client.query('rollback');
  }
});
