import { createApplication, readSupplierTerms } from '@lanka/domain/applications/contract';
import { hideSupplier, listGoods, listSuppliers, readSupplier, updateListing } from '@lanka/domain/catalogue/contract';
import { can, type Permission } from '@lanka/domain/kit/permissions';
import type { AnyRoute } from '@lanka/domain/kit/route';
import { leaveSupplier } from '@lanka/domain/partners/access';
import { createCounterparty } from '@lanka/domain/partners/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copySupplier } from '../../src/catalogue/copy';
import { routes } from '../collected';
import { type TestApp, testApp } from '../harness';
import { ask, keyOf, questionOf } from './ask';
import { entryOf } from './matrix';
import type { World } from './side';
import { openTap, type Tap } from './tap';
import { makeWorld } from './world';

/**
 * What somebody is to a supplier, in each state of his application, by every route of the dropshipper's side: as far as
 * he is not let in he finds no goods, no prices, no news, no files and no orders of others. Routes and how they are
 * asked are collected, so a new slice is looked at without a line here.
 */
const OUTSIDE = ['none', 'pending', 'withdrawn', 'rejected', 'blocked', 'approved_and_left'] as const;
const INSIDE = ['approved', 'paused'] as const;
const GONE = ['removed', 'left'] as const;
const STATES = [...OUTSIDE, ...GONE, ...INSIDE] as const;
type State = (typeof STATES)[number];

/** A base price that stands nowhere else. */
const BASE = 4_732_119;

const DROPSHIPPERS = routes.filter(
  ({ auth }) =>
    auth === 'user' ||
    auth === 'dropshipping' ||
    (auth !== 'public' && auth !== 'staff' && can('Client', auth as Permission)),
);

let app: TestApp;
let world: World;
let tap: Tap;
const tokens = {} as Record<State, string>;

beforeAll(async () => {
  app = await testApp({ TRUST_PROXY: 'on' });
  world = await makeWorld(app);
  const { project, people } = world.ours;
  const applied = async (status: string): Promise<string> => {
    const { id, token } = await app.user('Заявник');
    await app.sql(
      project.id,
      `insert into applications (project_id, id, user_id, status, cover_text, applied_at)
       values ($1, gen_random_uuid(), $2, $3, 'Візьміть мене', now())`,
      [project.id, id, status],
    );
    return token;
  };
  for (const status of ['pending', 'withdrawn', 'rejected', 'blocked'] as const) tokens[status] = await applied(status);
  // approved once, and nobody there any more
  tokens.approved_and_left = await applied('approved');
  tokens.none = world.stranger.token;
  tokens.removed = people.RemovedClient.token;
  const body = { name: 'Пішов сам' };
  const at = { params: { project_id: project.id }, token: project.owner.token };
  const { id: party } = (await app.call(createCounterparty, { ...at, body })).body;
  const gone = await app.member(project, 'Client', party);
  expect((await app.call(leaveSupplier, { ...at, token: gone.token, body: {} })).status).toBe(204);
  tokens.left = gone.token;
  tokens.approved = people.Client.token;
  tokens.paused = people.Client.token;
  // after all orders were priced, so that it stands on the goods alone
  await app.sql(project.id, `update product_variants set price = $2 where project_id = $1`, [project.id, BASE]);
  await app.sql(project.id, `update products set min_price = $2, max_price = $2 where project_id = $1`, [
    project.id,
    BASE,
  ]);
  tap = openTap(app);
  tap.keep = false;
});
afterAll(() => app.close());

const heardAs = async (state: State, route: AnyRoute) => {
  const { answer } = await tap.watch(() =>
    ask(app, route, questionOf(route, entryOf(route), world.ours), tokens[state]),
  );
  return answer;
};

/** Of those whom the supplier has not let in. */
async function faultsOutside(state: State, route: AnyRoute): Promise<string[]> {
  const { status, text } = await heardAs(state, route);
  const key = keyOf(route);
  const ofProject = route.auth !== 'user' && route.auth !== 'dropshipping';
  // he keeps his own past orders, to read
  const keeps =
    (GONE as readonly State[]).includes(state) && (route.auth === 'orders.read' || route.auth === 'dropshipping');
  const { ownMark, staffMark, mark } = world.ours;
  return [
    ...(ofProject && status !== 404 && !keeps ? [`${key}: ${status} ${text.slice(0, 200)}`] : []),
    ...(text.includes(String(BASE)) ? [`${key}: tells a base price`] : []),
    ...[ownMark, staffMark].filter((word) => text.includes(word)).map((word) => `${key}: tells ${word}`),
    ...(!keeps && text.includes(`${mark} плаття`) ? [`${key}: names goods`] : []),
  ];
}

describe('whom the supplier has not let in', () => {
  it.each([...OUTSIDE, ...GONE] as const)('as %s finds nothing by any route of dropshippers', async (state) => {
    const faults: string[] = [];
    for (const route of DROPSHIPPERS) faults.push(...(await faultsOutside(state, route)));
    expect(faults, faults.join('\n')).toEqual([]);
  });
});

describe('whom he has let in', () => {
  it('finds the goods and what they cost him: else nothing of the above would say anything', async () => {
    const told: string[] = [];
    for (const route of DROPSHIPPERS) {
      if (route.method !== 'GET') continue;
      const { text } = await heardAs('approved', route);
      if (text.includes(String(BASE))) told.push(keyOf(route));
    }
    expect(told).toEqual(expect.arrayContaining(['GET projects/:project_id/products/v2', 'GET dropshipping/products']));
  });

  it('finds nothing in stock while the supplier pauses, by any route that tells it', async () => {
    const { project } = world.ours;
    const available = (text: string): string[] => text.match(/"available":[1-9]\d*/g) ?? [];
    const faults: string[] = [];
    let told = 0;
    for (const route of DROPSHIPPERS.filter(({ method }) => method === 'GET')) {
      if (available((await heardAs('approved', route)).text).length === 0) continue;
      told += 1;
      await app.sql(null, 'update projects set paused_until = current_date + 2 where id = $1', [project.id]);
      const { text } = await heardAs('paused', route);
      await app.sql(null, 'update projects set paused_until = null where id = $1', [project.id]);
      if (available(text).length > 0) faults.push(`${keyOf(route)}: ${available(text)[0]}`);
    }
    expect(told).toBeGreaterThan(3);
    expect(faults, faults.join('\n')).toEqual([]);
  });
});

describe('a supplier in the catalogue', () => {
  let paid: string;
  let free: string;
  const read = (token: string) => ({ token, params: { id: world.ours.project.id } });
  const apply = (token: string) => ({
    ...{ token, params: { project_id: world.ours.project.id } },
    body: { cover_text: 'Візьміть мене', consent: true as const },
  });
  const all = async (token: string) => {
    const answers: { key: string; text: string }[] = [];
    for (const route of DROPSHIPPERS) {
      const asked = questionOf(route, entryOf(route), world.ours);
      const { answer } = await tap.watch(() => ask(app, route, asked, token));
      answers.push({ key: keyOf(route), text: answer.text });
    }
    return answers;
  };

  /** Stays for the calls that follow. */
  const kept = async <T>(work: () => Promise<T>): Promise<T> => {
    tap.keep = true;
    const answer = await work();
    tap.keep = false;
    return answer;
  };
  const list = async (): Promise<void> => {
    const { project } = world.ours;
    const [one, other] = [await app.user('З тарифом'), await app.user('Без тарифу')];
    [paid, free] = [one.token, other.token];
    await app.sql(null, `update users set subscription_plan = 'dropshipper-standard-monthly' where id = $1`, [one.id]);
    await app.sql(null, 'update projects set catalogue_visible = true, listed = false where id = $1', [project.id]);
    // nothing of the checklist is filled in there
    await app.sql(null, `update catalogue_listings set verification = 'verified' where supplier_id = $1`, [project.id]);
    const params = { project_id: project.id };
    const { body } = await app.call(updateListing, {
      params,
      token: project.owner.token,
      body: { base_prices: false },
    });
    expect(body.listed).toBe(true);
    await copySupplier(app.app.services, project.id);
  };
  beforeAll(() => kept(list));

  it('is found by whoever has a plan with it, his goods too, and no base price by any route', async () => {
    const { project } = world.ours;
    const found = await app.call(listSuppliers, { token: paid });
    expect(found.body.items.map(({ id }) => id)).toContain(project.id);
    expect((await app.call(listGoods, { token: paid, query: { supplier_id: project.id } })).body.items).not.toEqual([]);
    const telling = (await all(paid)).filter(({ text }) => text.includes(String(BASE))).map(({ key }) => key);
    expect(telling).toEqual([]);
  });

  it('is behind a plan for whoever was only invited elsewhere', async () => {
    expect((await app.call(listSuppliers, { token: free })).status).toBe(402);
    expect((await app.call(listGoods, { token: free })).status).toBe(402);
    expect((await app.call(readSupplier, read(free))).status).toBe(402);
    expect((await app.call(createApplication, apply(free))).status).toBe(402);
    const naming = (await all(free)).filter(({ text }) => text.includes(`${world.ours.mark} плаття`));
    expect(naming.map(({ key }) => key)).toEqual([]);
  });

  it('is nowhere once the operator has taken him out, for whoever has nothing to do with him', async () => {
    const { project, mark } = world.ours;
    const body = { reason: 'Скарги' };
    const hidden = await kept(() => app.call(hideSupplier, { ...read(world.staff.token), body }));
    expect(hidden.status).toBe(200);
    expect((await app.call(readSupplier, read(paid))).status).toBe(404);
    const terms = { token: paid, params: { project_id: project.id } };
    expect((await app.call(readSupplierTerms, terms)).status).toBe(404);
    expect((await app.call(createApplication, apply(paid))).status).toBe(404);
    const naming = (await all(paid)).filter(({ text }) => text.includes(`${mark} плаття`) || text.includes(project.id));
    // an answer may name what was asked by; whose link one holds is whom he was invited by
    const telling = naming.filter(({ key, text }) => text.includes(mark) && !key.includes('join_links'));
    expect(telling.map(({ key }) => key)).toEqual([]);
  });
});
