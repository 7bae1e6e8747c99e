import { createProduct, deleteProduct, publishProduct } from '@lanka/domain/catalog/contract';
import { createCounterparty, removeCounterpartyAccess } from '@lanka/domain/partners/contract';
import * as contract from '@lanka/domain/promotions/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeCounterparty, makeDropshipper, type TestDropshipper } from '../../test/trade';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { inOneStatement } from '../kit/db/one-statement';
import { activeForAll, promotionForCode, releasePromotion, usePromotion } from '.';

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
type Body = Partial<Parameters<typeof contract.CreatePromotionBody.parse>[0] & object>;
const create = (body: Body = {}) =>
  app.call(contract.createPromotion, {
    token,
    params: inProject(),
    body: { title: 'Осінній розпродаж', promo_code: 'ОСІНЬ', discount: 1000, discount_type: 'percent', ...body },
  });
const makeProduct = async (at: TestProject, name: string, published = true, tags: string[] = []): Promise<string> => {
  const asked = { token: at.owner.token, params: { project_id: at.id } };
  const { id } = (
    await app.call(createProduct, {
      ...asked,
      body: { name, tags, variants: [{ price: 100, values: [{ option: 'Розмір', value: 'M' }] }] },
    })
  ).body;
  if (published) await app.call(publishProduct, { ...asked, params: { ...asked.params, id } });
  return id;
};
const patch = (id: string, body: contract.UpdatePromotionBody, headers = {}) =>
  app.call(contract.updatePromotion, { token, params: one(id), body, headers });
const scope = () => ({
  project: {
    ...project,
    title: '',
    ...{ allow_backorders: false, stock_told: 'number' as const, stock_many_from: 100, subscription_plan: null },
  },
});
const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.app.services.db.transaction({ projectIds: [project.id] }, work);
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

describe('promotions', () => {
  it('are created, listed with their state, changed and deleted', async () => {
    const { body } = await create();
    expect(body).toMatchObject({ promo_code: 'ОСІНЬ', state: 'active', uses: 0, version: 1, affects_all: false });
    await create({ title: 'Минула', promo_code: 'OLD', expires_at: ago(1000) });
    await create({ title: 'Майбутня', promo_code: 'NEXT', starts_at: ago(-100_000) });
    const titles = async (query: object) =>
      (await app.call(contract.listPromotions, { token, params: inProject(), query })).body.items.map(
        (row) => row.title,
      );
    expect(await titles({ sort: 'title' })).toEqual(['Майбутня', 'Минула', 'Осінній розпродаж']);
    expect(await titles({ state: 'active' })).toEqual(['Осінній розпродаж']);
    expect(await titles({ state: 'expired' })).toEqual(['Минула']);
    expect(await titles({ state: 'planned' })).toEqual(['Майбутня']);
    expect(await titles({ q: 'осін' })).toEqual(['Осінній розпродаж']);
    expect((await patch(body.id, { discount: 2000 }, { 'if-match': '1' })).body).toMatchObject({
      discount: 2000,
      version: 2,
    });
    const stale = await patch(body.id, { discount: 1 }, { 'if-match': '1' });
    expect([stale.error.code, stale.error.details[0]?.discount]).toEqual(['common.stale', 2000]);
    expect((await app.call(contract.deletePromotion, { token, params: one(body.id) })).status).toBe(204);
    expect((await app.call(contract.readPromotion, { token, params: one(body.id) })).status).toBe(404);
  });

  it('a code is one’s own in any letter case, also at the same moment', async () => {
    const answers = await Promise.all(['Літо', 'ЛІТО', 'літо'].map((promo_code) => create({ promo_code })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
    const taken = answers.find((answer) => answer.status === 409);
    expect(taken?.error).toMatchObject({ code: 'promotions.code_taken', details: [{ path: 'promo_code' }] });
    const other = (await create({ promo_code: 'ЗИМА' })).body;
    expect((await patch(other.id, { promo_code: 'літо' })).error.code).toBe('promotions.code_taken');
    expect((await patch(other.id, { promo_code: 'зима' })).body.promo_code).toBe('зима');
  });

  it('a change is checked together with what stays', async () => {
    const { id } = (await create()).body;
    const answer = await patch(id, { promo_code: null });
    expect([answer.status, answer.error.details[0]]).toMatchObject([
      400,
      { path: 'promo_code', code: 'promotion.code_or_all' },
    ]);
    expect((await patch(id, { promo_code: null, affects_all: true })).status).toBe(200);
  });

  it.each([
    [{ discount: 0 }, 'discount'],
    [{ discount: 10_001 }, 'discount'],
    [{ title: ' ' }, 'title'],
    [{ promo_code: 'a b c' }, 'promo_code'],
    [{ starts_at: 'tomorrow' }, 'starts_at'],
  ])('refuse %j naming the field', async (body, path) => {
    const answer = await create(body);
    expect([answer.status, answer.error.details[0]?.path]).toEqual([400, path]);
    expect(String(answer.error.details[0]?.message)).toMatch(/[а-яіїє]/);
  });

  it('walls: foreign 404; a Manager reads, leaders write, others nothing', async () => {
    const { id } = (await create()).body;
    const foreign = await app.project('Інша');
    const outside = foreign.owner.token;
    expect((await app.call(contract.listPromotions, { token: outside, params: inProject() })).status).toBe(404);
    const through = { token: outside, params: { project_id: foreign.id, id } };
    expect((await app.call(contract.readPromotion, through)).status).toBe(404);
    expect((await app.call(contract.deletePromotion, through)).status).toBe(404);
    for (const [role, read, write] of [
      ['Administrator', 200, 200],
      ['Manager', 200, 403],
      ['Stockman', 403, 403],
      ['Client', 200, 403],
    ] as const) {
      const counterparty = await app.call(createCounterparty, { token, params: inProject(), body: { name: role } });
      const who = await app.member(project, role, role === 'Client' ? counterparty.body.id : null);
      expect((await app.call(contract.readPromotion, { token: who.token, params: one(id) })).status).toBe(read);
      const changed = await app.call(contract.updatePromotion, {
        token: who.token,
        params: one(id),
        body: { title: role },
      });
      expect(changed.status).toBe(write);
    }
  });
});

describe('the goods and the counterparties that are chosen', () => {
  const named = (items: readonly { name: string }[] | undefined) => items?.map(({ name }) => name);

  it('are told by name, stay when they are deleted, and are refused when they are not the project’s', async () => {
    const [skirt, hat] = [await makeProduct(project, 'Спідниця'), await makeProduct(project, 'Капелюх')];
    const shop = await makeCounterparty(app, project, 0, 'Крамниця');
    const made = await create({ product_ids: [skirt, hat, skirt], tags: ['Літо', 'літо '], counterparty_ids: [shop] });
    expect([named(made.body.products), named(made.body.counterparties)]).toEqual([
      ['Капелюх', 'Спідниця'],
      ['Крамниця'],
    ]);
    expect(made.body).toMatchObject({ product_count: 2, tags: ['Літо'], counterparty_count: 1 });
    expect(made.body).not.toHaveProperty('product_ids');
    await app.call(deleteProduct, { token, params: one(hat) });
    const after = await patch(made.body.id, { title: 'Інша' });
    expect([after.status, after.body.product_count]).toEqual([200, 2]);

    const gone = await create({ promo_code: 'INSHA', product_ids: [skirt, hat] });
    expect(gone.error).toMatchObject({ code: 'promotions.unknown_products', details: [{ path: 'product_ids.1' }] });
    const foreign = await app.project('Інша');
    const [theirs, party] = [await makeProduct(foreign, 'Чуже'), await makeCounterparty(app, foreign)];
    expect((await patch(made.body.id, { product_ids: [theirs] })).error.code).toBe('promotions.unknown_products');
    const refused = await patch(made.body.id, { counterparty_ids: [shop, party] });
    expect(refused.error).toMatchObject({
      code: 'promotions.unknown_counterparties',
      details: [{ path: 'counterparty_ids.1' }],
    });
    expect((await patch(made.body.id, { product_ids: [], tags: [], counterparty_ids: [] })).body).toMatchObject({
      ...{ products: [], tags: [], counterparties: [] },
    });
    const tooMany = await create({ counterparty_ids: Array.from({ length: contract.MAX_CHOSEN + 1 }, newId) });
    expect([tooMany.status, tooMany.error.details[0]?.path]).toEqual([400, 'counterparty_ids']);
  });

  it('say who sees it: only he, with the goods that are published, and not who else', async () => {
    const [he, other] = [await makeDropshipper(app, project), await makeDropshipper(app, project)];
    const skirt = await makeProduct(project, 'Спідниця');
    const hidden = await makeProduct(project, 'Прихована', false);
    const { id } = (await create({ counterparty_ids: [he.counterparty_id], product_ids: [skirt, hidden] })).body;
    const seen = await app.call(contract.readPromotion, { token: he.token, params: one(id) });
    expect(named(seen.body.products)).toEqual(['Спідниця']);
    expect(['counterparties' in seen.body, 'counterparty_count' in seen.body]).toEqual([false, false]);
    expect((await app.call(contract.readPromotion, { token: other.token, params: one(id) })).status).toBe(404);
    for (const [who, count] of [
      [he, 1],
      [other, 0],
    ] as const) {
      const here = await app.call(contract.listPromotions, { token: who.token, params: inProject() });
      const mine = await app.call(contract.listMyPromotions, { token: who.token });
      expect([here.body.items.length, mine.body.items.length]).toEqual([count, count]);
    }
  });

  it('lead from a product to what takes it off', async () => {
    const [summer, hat] = [await makeProduct(project, 'Сукня', true, ['ЛІТО']), await makeProduct(project, 'Капелюх')];
    await create({ title: 'На все', promo_code: 'ALL' });
    await create({ title: 'За тегом', promo_code: 'TAG', tags: ['літо'] });
    await create({ title: 'На товар', promo_code: 'ONE', product_ids: [hat], tags: ['зима'] });
    const of = async (product_id: string) => {
      const query = { product_id, sort: 'title' } as const;
      return (await app.call(contract.listPromotions, { token, params: inProject(), query })).body.items.map(
        ({ title }) => title,
      );
    };
    expect([await of(summer), await of(hat)]).toEqual([
      ['За тегом', 'На все'],
      ['На все', 'На товар'],
    ]);
  });
});

describe('the end', () => {
  it('comes at once, whoever is faster, and only to what is active', async () => {
    const { id } = (await create()).body;
    const end = (which = id) => app.call(contract.endPromotion, { token, params: one(which) });
    const answers = await Promise.all([end(), end(), end()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({ state: 'expired', version: 2 });
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('promotions.not_active');
    expect(await within((tx) => promotionForCode(tx, scope(), 'осінь', newId(), new Date()))).toBeNull();
    const planned = (await create({ promo_code: 'NEXT', starts_at: ago(-100_000) })).body;
    expect((await end(planned.id)).error.code).toBe('promotions.not_active');
  });
});

describe('what a dropshipper sees', () => {
  const titles = (items: readonly { title: string }[]) => items.map(({ title }) => title).sort();
  const inHisProject = async (who: TestDropshipper, query: object = {}) =>
    titles((await app.call(contract.listPromotions, { token: who.token, params: inProject(), query })).body.items);
  const ofSuppliers = async (who: TestDropshipper, query: object = {}) =>
    (await app.call(contract.listMyPromotions, { token: who.token, query })).body;

  it('is what holds or will hold for him, here and over all his suppliers, without what others have used', async () => {
    const who = await makeDropshipper(app, project);
    await create({ title: 'Усім', promo_code: null, affects_all: true });
    await create({ title: 'Код', promo_code: 'CODE' });
    await create({ title: 'Згодом', promo_code: 'NEXT', starts_at: ago(-100_000) });
    await create({ title: 'Минула', promo_code: 'OLD', expires_at: ago(1) });
    const gone = (await create({ title: 'Видалена', promo_code: 'GONE' })).body;
    await app.call(contract.deletePromotion, { token, params: one(gone.id) });
    const once = (await create({ title: 'Раз', promo_code: 'ONCE', is_one_time_use_only: true })).body;
    await within((tx) => usePromotion(tx, scope(), once.id, newId(), newId()));

    expect(await inHisProject(who)).toEqual(['Згодом', 'Код', 'Раз', 'Усім']);
    expect(await inHisProject(who, { state: 'expired' })).toEqual([]);
    expect(await inHisProject(who, { q: 'old' })).toEqual([]);
    const seen = await app.call(contract.readPromotion, { token: who.token, params: one(once.id) });
    expect([seen.body.promo_code, 'uses' in seen.body]).toEqual(['ONCE', false]);
    expect((await app.call(contract.readPromotion, { token, params: one(once.id) })).body.uses).toBe(1);

    const order = newId();
    await within((tx) => usePromotion(tx, scope(), once.id, who.counterparty_id, order));
    expect(await inHisProject(who)).toEqual(['Згодом', 'Код', 'Усім']);
    expect((await app.call(contract.readPromotion, { token: who.token, params: one(once.id) })).status).toBe(404);
    const other = await makeDropshipper(app, project);
    expect(await inHisProject(other)).toContain('Раз');
    await within((tx) => releasePromotion(tx, scope(), order));
    expect(await inHisProject(who)).toContain('Раз');

    const mine = await ofSuppliers(who);
    expect([titles(mine.items), mine.total]).toEqual([['Згодом', 'Код', 'Раз', 'Усім'], 4]);
    expect(mine.items[0]).toMatchObject({ project_id: project.id, project_title: expect.any(String) });
    expect(titles((await ofSuppliers(who, { state: 'planned' })).items)).toEqual(['Згодом']);
    expect(titles((await ofSuppliers(who, { q: 'code' })).items)).toEqual(['Код']);
  });

  it('is never of a project that is not his, nor of one that he was removed from', async () => {
    const who = await makeDropshipper(app, project);
    const { id } = (await create({ title: 'Усім', promo_code: null, affects_all: true })).body;
    const foreign = await app.project('Чужий');
    await app.call(contract.createPromotion, {
      token: foreign.owner.token,
      params: { project_id: foreign.id },
      body: { title: 'Чужа', promo_code: null, affects_all: true, discount: 100, discount_type: 'percent' },
    });
    const outsider = await makeDropshipper(app, foreign);
    expect(titles((await ofSuppliers(who)).items)).toEqual(['Усім']);
    expect((await ofSuppliers(who, { project_id: foreign.id })).items).toEqual([]);
    expect((await app.call(contract.readPromotion, { token: outsider.token, params: one(id) })).status).toBe(404);
    await app.call(removeCounterpartyAccess, { token, params: one(who.counterparty_id) });
    expect((await ofSuppliers(who)).items).toEqual([]);
    expect((await app.call(contract.readPromotion, { token: who.token, params: one(id) })).status).toBe(404);
  });
});

describe('what orders ask', () => {
  it('finds the active promotion of a code and those for all', async () => {
    const byCode = (await create({ promo_code: 'Sale-10' })).body;
    await create({ promo_code: 'OVER', expires_at: ago(1) });
    const forAll = (await create({ promo_code: null, affects_all: true, discount: 500, discount_type: 'amount' })).body;
    const find = (code: string, at = new Date()) => within((tx) => promotionForCode(tx, scope(), code, newId(), at));
    expect(await find(' sale-10 ')).toMatchObject({
      id: byCode.id,
      discount: 1000,
      discount_type: 'percent',
      used_by: null,
    });
    expect(await find('OVER')).toBeNull();
    expect(await find('OVER', new Date(Date.now() - 60_000))).not.toBeNull();
    expect(await find('NONE')).toBeNull();
    expect(await within((tx) => inOneStatement(tx, [activeForAll(scope(), new Date())]))).toMatchObject([
      [{ id: forAll.id, discount: 500, discount_type: 'amount' }],
    ]);
  });

  it('a one-time code is spent once a counterparty, whoever is faster, and given back', async () => {
    const { id } = (await create({ is_one_time_use_only: true })).body;
    const [buyer, other] = [newId(), newId()];
    const orders = Array.from({ length: 8 }, newId);
    const use = (counterparty: string, order: string) =>
      within((tx) => usePromotion(tx, scope(), id, counterparty, order)).then(
        () => 'used',
        (error: { code: string }) => error.code,
      );
    const results = await Promise.all(orders.map((order) => use(buyer, order)));
    expect(results.filter((result) => result === 'used')).toHaveLength(1);
    expect(results.filter((result) => result === 'promotions.already_used')).toHaveLength(7);
    const winner = orders[results.indexOf('used')] as string;
    expect(await use(buyer, winner)).toBe('used');
    expect(await use(other, newId())).toBe('used');
    const known = await within((tx) => promotionForCode(tx, scope(), 'осінь', buyer, new Date()));
    expect(known?.used_by).toBe(winner);
    expect((await app.call(contract.deletePromotion, { token, params: one(id) })).error.code).toBe('promotions.used');
    await within((tx) => releasePromotion(tx, scope(), winner));
    expect(await use(buyer, newId())).toBe('used');
  });

  it('a code that is not one-time is used without end', async () => {
    const { id } = (await create()).body;
    const buyer = newId();
    await within((tx) => usePromotion(tx, scope(), id, buyer, newId()));
    await within((tx) => usePromotion(tx, scope(), id, buyer, newId()));
    expect(await app.sql(project.id, 'select 1 from promotion_uses where promotion_id = $1', [id])).toEqual([]);
  });
});
