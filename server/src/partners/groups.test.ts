import * as contract from '@lanka/domain/partners/contract';
import * as groups from '@lanka/domain/partners/groups';
import { listTermsChanges } from '@lanka/domain/partners/terms';
import { createPriceLevel, deletePriceLevel } from '@lanka/domain/price_levels/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { differencesOf } from '../../test/trade';

let app: TestApp;
let project: TestProject;
let token: string;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  token = project.owner.token;
});

const inProject = () => ({ project_id: project.id });
const one = (id: string) => ({ project_id: project.id, id });

const add = async (body: Partial<contract.CreateCounterpartyBody> = {}) =>
  (await app.call(contract.createCounterparty, { token, params: inProject(), body: { name: 'Магазин', ...body } })).body
    .id;
const read = async (id: string) => (await app.call(contract.readCounterparty, { token, params: one(id) })).body;
const change = (id: string, body: contract.UpdateCounterpartyBody) =>
  app.call(contract.updateCounterparty, { token, params: one(id), body });
const level = async (name: string) =>
  (await app.call(createPriceLevel, { token, params: inProject(), body: { name } })).body.id;
const makeGroup = async (body: groups.CreateGroupBody) =>
  (await app.call(groups.createGroup, { token, params: inProject(), body })).body.id;
const changeGroup = (id: string, body: groups.UpdateGroupBody) =>
  app.call(groups.updateGroup, { token, params: one(id), body });
const regroup = (counterparty_ids: string[], add: string[], remove: string[] = [], by = token) =>
  app.call(groups.regroupCounterparties, {
    token: by,
    params: inProject(),
    body: { counterparty_ids, add, remove },
  });
const history = async (id: string) =>
  (await app.call(listTermsChanges, { token, params: one(id) })).body.items
    .map(({ discount, discount_group, price_level, price_level_group }) => ({
      ...(discount ? { discount: [discount.from, discount.to, discount_group] } : {}),
      ...(price_level ? { level: [price_level.from, price_level.to, price_level_group] } : {}),
    }))
    .reverse();

it('give what they give to those who have none of their own, and say so', async () => {
  const [vip, wholesale] = [await level('VIP'), await level('Опт')];
  const [shop, market] = [await add(), await add({ discount: 200, price_level_id: vip })];
  const big = await makeGroup({ name: 'Гурт', discount: 500, price_level_id: wholesale });
  const small = await makeGroup({ name: 'Роздріб', discount: 700 });
  expect((await regroup([shop, market], [big, small])).status).toBe(204);
  expect(await read(shop)).toMatchObject({
    ...{ discount: 700, discount_group_id: small, price_level_name: 'Опт', price_level_group_id: big },
    groups: [
      { id: big, name: 'Гурт' },
      { id: small, name: 'Роздріб' },
    ],
  });
  expect(await read(market)).toMatchObject({
    ...{ discount: 200, discount_group_id: null, price_level_name: 'VIP', price_level_group_id: null },
  });
  // its own goes before, until it is given up
  await change(shop, { discount: 100 });
  expect(await read(shop)).toMatchObject({ discount: 100, discount_group_id: null });
  await changeGroup(small, { discount: 900 });
  expect((await read(shop)).discount).toBe(100);
  await change(shop, { discount: 0 });
  expect(await read(shop)).toMatchObject({ discount: 900, discount_group_id: small });
  // an archived one gives nothing, and comes back with whom it had
  await changeGroup(small, { archived: true });
  expect(await read(shop)).toMatchObject({ discount: 500, discount_group_id: big, groups: [{ id: big }] });
  expect((await regroup([shop], [small])).body).toMatchObject({ code: 'counterparty_groups.unknown' });
  await changeGroup(small, { archived: false });
  await regroup([shop], [], [big]);
  expect(await read(shop)).toMatchObject({ discount: 900, price_level_name: null, groups: [{ id: small }] });
  expect(await history(shop)).toEqual([
    { discount: [0, 700, 'Роздріб'], level: [null, 'Опт', 'Гурт'] },
    { discount: [700, 100, null] },
    { discount: [100, 900, 'Роздріб'] },
    { discount: [900, 500, 'Гурт'] },
    { discount: [500, 900, 'Роздріб'] },
    { level: ['Опт', null, null] },
  ]);
  expect(await history(market)).toEqual([]);
  expect(await differencesOf(app, project)).toEqual([]);
});

it('follow their order, and a price level that goes', async () => {
  const [vip, wholesale] = [await level('VIP'), await level('Опт')];
  const [shop, own] = [await add(), await add({ price_level_id: vip })];
  const first = await makeGroup({ name: 'Перша', price_level_id: vip });
  const second = await makeGroup({ name: 'Друга', price_level_id: wholesale });
  await regroup([shop, own], [first, second]);
  expect((await read(shop)).price_level_name).toBe('VIP');
  await changeGroup(first, { position: 1 });
  expect((await read(shop)).price_level_name).toBe('Опт');
  await changeGroup(first, { position: 0 });
  // its place is the one that it has; what it gives is another
  await changeGroup(first, { position: 0, discount: 300 });
  expect((await read(shop)).discount).toBe(300);
  const gone = await app.call(deletePriceLevel, { token, params: one(vip), query: { counterparties_to: 'none' } });
  expect(gone.status).toBe(204);
  expect(await read(shop)).toMatchObject({ price_level_name: 'Опт', price_level_group_id: second });
  // what was its own is nothing now, so the group's holds
  expect(await read(own)).toMatchObject({ price_level_name: 'Опт', price_level_group_id: second });
  const list = await app.call(groups.listGroups, { token, params: inProject() });
  expect(list.body.items).toMatchObject([
    { name: 'Перша', price_level_id: null, counterparties_count: 2 },
    { name: 'Друга', price_level_name: 'Опт' },
  ]);
  expect(await differencesOf(app, project)).toEqual([]);
});

it('are found by in lists, and are left by a counterparty that is deleted', async () => {
  const [shop, market] = [await add({ name: 'Крамниця' }), await add({ name: 'Ринок' })];
  const group = await makeGroup({ name: 'Гурт' });
  await regroup([shop], [group]);
  const names = async (group_id: string, q?: string) =>
    (
      await app.call(contract.listCounterparties, {
        token,
        params: inProject(),
        query: { group_id, ...(q ? { q } : {}) },
      })
    ).body.items.map(({ name }) => name);
  expect(await names(group)).toEqual(['Крамниця']);
  expect(await names(group, 'ринок')).toEqual([]);
  expect(await names('none')).toEqual(expect.arrayContaining(['Ринок']));
  expect(await names('none')).not.toContain('Крамниця');
  await app.call(contract.deleteCounterparty, { token, params: one(shop) });
  expect((await app.call(groups.listGroups, { token, params: inProject() })).body.items[0]?.counterparties_count).toBe(
    0,
  );
  expect((await regroup([market, shop], [group])).body).toMatchObject({ code: 'partners.unknown' });
  const client = await app.member(project, 'Client');
  expect((await regroup([market], [group], [], client.token)).status).toBe(403);
});

it('are written by owner and administrators, filled by managers, and named once', async () => {
  const manager = await app.member(project, 'Manager');
  const body = { name: 'Гурт' };
  const group = await makeGroup(body);
  expect(
    (await app.call(groups.createGroup, { token, params: inProject(), body: { name: 'гурт' } })).body,
  ).toMatchObject({
    code: 'counterparty_groups.taken',
  });
  expect((await app.call(groups.createGroup, { token: manager.token, params: inProject(), body })).status).toBe(403);
  expect((await regroup([await add()], [group], [], manager.token)).status).toBe(204);
  const foreign = await app.project();
  const theirs = await app.call(groups.createGroup, {
    token: foreign.owner.token,
    params: { project_id: foreign.id },
    body,
  });
  expect((await regroup([await add()], [theirs.body.id])).body).toMatchObject({ code: 'counterparty_groups.unknown' });
});

it('agree with what they give whatever happens at once', async () => {
  const shops = [await add(), await add(), await add()];
  const [a, b] = [await makeGroup({ name: 'А', discount: 100 }), await makeGroup({ name: 'Б', discount: 200 })];
  for (let round = 1; round <= 6; round++) {
    const [x = '', y = '', z = ''] = shops;
    const answers = await Promise.all([
      changeGroup(a, { discount: round * 100 }),
      changeGroup(b, { discount: round * 150, archived: round % 2 === 0 }),
      regroup([x, y], round % 2 ? [a] : [], round % 2 ? [] : [a]),
      regroup([z, y], [a], [b]),
      changeGroup(b, { position: round % 2 }),
      regroup([z, x], [], [b]),
      change(x, { discount: round % 3 ? 0 : 50 }),
      change(z, { discount: 0 }),
    ]);
    for (const { status } of answers) expect(status).toBeLessThan(300);
    expect(await differencesOf(app, project)).toEqual([]);
  }
});
