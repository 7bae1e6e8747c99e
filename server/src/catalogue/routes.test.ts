import { readAudit } from '@lanka/domain/audit/contract';
import { correctColumnValue } from '@lanka/domain/catalog/columns';
import { createProduct, deleteVariant, publishProduct, updateProduct } from '@lanka/domain/catalog/contract';
import * as contract from '@lanka/domain/catalogue/contract';
import { GOODS_NEEDED } from '@lanka/domain/catalogue/rules';
import { listActions, readOverview } from '@lanka/domain/operator/contract';
import * as projects from '@lanka/domain/projects/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';
import { makeVariants } from '../../test/trade';
import { copyChanged, copySupplier } from './copy';
import { computeFacts } from './facts';
import { GOODS } from './goods-list.store';

let app: TestApp;
let staff: TestUser;
let shop: TestUser;
beforeAll(async () => {
  app = await testApp();
  staff = await app.user('Оператор');
  await app.sql(null, `update users set platform_role = 'Staff' where id = $1`, [staff.id]);
  shop = await dropshipper();
});
afterAll(() => app.close());

async function dropshipper(plan: string | null = 'dropshipper-standard-monthly'): Promise<TestUser> {
  const user = await app.user('Дропшипер');
  await app.sql(null, 'update users set subscription_plan = $2 where id = $1', [user.id, plan]);
  return user;
}

const of = (project: TestProject) => ({ params: { project_id: project.id }, token: project.owner.token });
const at = (project: TestProject, token = shop.token) => ({ params: { id: project.id }, token });

const SHOWCASE = {
  description: '# Про нас',
  delivery: 'Нова пошта',
  returns: '14 днів',
  minimum_order: 'Від 3 одиниць',
  catalogue_visible: true,
};

/** A project of which nothing of the checklist is missing. */
async function wholeProject(title = 'Ткацька фабрика'): Promise<TestProject> {
  const project = await app.project();
  await app.call(projects.updateProject, {
    ...of(project),
    body: { project: { ...SHOWCASE, title, category: 'Одяг' } },
  });
  await app.call(projects.updateAddress, { ...of(project), body: { city: 'Львів', region: 'Львівська область' } });
  await app.call(projects.createPaymentDetails, { ...of(project), body: { recipient_name: 'ФОП', main: true } });
  await app.sql(null, `update projects set logo = id || '/' || id || '/logo.webp' where id = $1`, [project.id]);
  for (let n = 0; n < GOODS_NEEDED; n += 1) await makeVariants(app, project, [{ stock: n }]);
  await app.sql(
    project.id,
    `update products set thumbnail = project_id || '/' || id || '/a.webp' where project_id = $1`,
    [project.id],
  );
  return project;
}

const verify = (project: TestProject) => app.call(contract.verifySupplier, at(project, staff.token));

/** Shown, verified and copied. */
async function listedProject(title?: string): Promise<TestProject> {
  const project = await wholeProject(title);
  expect((await app.call(contract.requestVerification, of(project))).status).toBe(200);
  expect((await verify(project)).body).toMatchObject({ verification: 'verified', listed: true });
  await copySupplier(app.app.services, project.id);
  return project;
}

const titles = async (query: object = {}, token = shop.token): Promise<string[]> =>
  (await app.call(contract.listSuppliers, { token, query })).body.items.map(({ title }) => title);
const goodsOf = async (project: TestProject, query: object = {}) =>
  (await app.call(contract.listGoods, { token: shop.token, query: { supplier_id: project.id, ...query } })).body;

describe('verification', () => {
  it('is asked for when nothing is missing, and each thing that is gets named', async () => {
    const empty = await app.project();
    const refused = await app.call(contract.requestVerification, of(empty));
    expect([refused.status, refused.error.code]).toEqual([422, 'catalogue.incomplete']);
    const named = refused.error.details.map(({ path }) => path);
    expect((await app.call(contract.readListing, of(empty))).body.missing).toEqual(named);
    expect(named).toContain('goods');

    const project = await wholeProject();
    expect((await app.call(contract.readListing, of(project))).body).toMatchObject({ missing: [], listed: false });
    expect((await app.call(contract.requestVerification, of(project))).body.verification).toBe('requested');
    expect((await app.call(contract.requestVerification, of(project))).error.code).toBe('catalogue.not_now');
    expect((await app.call(contract.withdrawVerification, of(project))).body.verification).toBe('none');
    expect((await verify(project)).error.code).toBe('catalogue.not_now');
  });

  it('is refused by the API too while something is missing that was there with the request', async () => {
    const project = await wholeProject();
    await app.call(contract.requestVerification, of(project));
    await app.call(projects.updateProject, { ...of(project), body: { project: { returns: '' } } });
    const refused = await verify(project);
    expect([refused.status, refused.error.code]).toEqual([422, 'catalogue.incomplete']);
    expect(refused.error.details.map(({ path }) => path)).toEqual(['returns']);
    const { body } = await app.call(contract.readOperatorListing, at(project, staff.token));
    expect(body).toMatchObject({ verification: 'requested', missing: ['returns'] });
    await app.call(projects.updateProject, { ...of(project), body: { project: { returns: '14 днів' } } });
    expect((await verify(project)).status).toBe(200);
  });

  it('is decided once by two operators at the same moment, with a letter and a deed', async () => {
    const project = await wholeProject('Дві руки');
    await app.call(contract.requestVerification, of(project));
    const both = await Promise.all([
      verify(project),
      app.call(contract.refuseSupplier, { ...at(project, staff.token), body: { reason: 'Чужі фото' } }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const deeds = await app.call(listActions, { token: staff.token, query: { subject_id: project.id } });
    expect(deeds.body.items).toHaveLength(1);
  });

  it('refused with a reason is told to the owner and may be asked for again', async () => {
    const project = await wholeProject();
    await app.call(contract.requestVerification, of(project));
    await app.call(contract.refuseSupplier, { ...at(project, staff.token), body: { reason: 'Чужі фото' } });
    expect((await app.call(contract.readListing, of(project))).body).toMatchObject({
      verification: 'refused',
      refusal: 'Чужі фото',
      listed: false,
    });
    expect((await app.call(contract.requestVerification, of(project))).body).toMatchObject({
      verification: 'requested',
      refusal: '',
    });
  });
});

describe('the catalogue', () => {
  it('lists who is shown, verified and not hidden, at once', async () => {
    const project = await listedProject('Полтавський посуд');
    expect(await titles()).toContain('Полтавський посуд');
    const turn = (catalogue_visible: boolean) =>
      app.call(projects.updateProject, { ...of(project), body: { project: { catalogue_visible } } });
    await turn(false);
    expect(await titles()).not.toContain('Полтавський посуд');
    expect((await goodsOf(project)).total).toBe(0);
    await turn(true);
    await copySupplier(app.app.services, project.id);
    expect(await titles()).toContain('Полтавський посуд');

    const hidden = await app.call(contract.hideSupplier, { ...at(project, staff.token), body: { reason: 'Скарги' } });
    expect(hidden.body).toMatchObject({ hidden: true, listed: false, hidden_reason: 'Скарги' });
    expect((await app.call(contract.readSupplier, at(project))).status).toBe(404);
    await copySupplier(app.app.services, project.id);
    expect(await titles()).not.toContain('Полтавський посуд');
    await app.call(contract.showSupplier, at(project, staff.token));
    await copySupplier(app.app.services, project.id);
    expect((await app.call(contract.readSupplier, at(project))).body).toMatchObject({ goods: GOODS_NEEDED });
  });

  it('is closed to whoever has no paid plan, and says which plans open it', async () => {
    const project = await listedProject();
    for (const plan of [null, 'dropshipper-free']) {
      const { token } = await dropshipper(plan);
      const asked = await Promise.all([
        app.call(contract.listSuppliers, { token }),
        app.call(contract.listGoods, { token }),
        app.call(contract.listPlaces, { token }),
        app.call(contract.readSupplier, at(project, token)),
        app.call(contract.addFavourite, at(project, token)),
        app.call(contract.complain, { ...at(project, token), body: { text: 'Ні' } }),
      ]);
      expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 402));
      expect(asked[0].error.details[0]).toEqual({
        plans: ['dropshipper-standard-monthly', 'dropshipper-business-monthly'],
      });
    }
  });

  it('shows nothing of a supplier to whom he has blocked', async () => {
    const project = await listedProject('Заблокував');
    const blocked = await dropshipper();
    await app.sql(
      project.id,
      `insert into applications (project_id, id, user_id, status, applied_at) values ($1, gen_random_uuid(), $2, 'blocked', now())`,
      [project.id, blocked.id],
    );
    const { token } = blocked;
    expect(await titles({}, token)).not.toContain('Заблокував');
    expect((await app.call(contract.readSupplier, at(project, token))).status).toBe(404);
    const query = { supplier_id: project.id };
    expect((await app.call(contract.listGoods, { token, query })).body.total).toBe(0);
    expect(await titles()).toContain('Заблокував');
  });

  it('finds suppliers and goods by words, and narrows them', async () => {
    const project = await listedProject('Чернігівські ліжники');
    const body = { minimum_order_sum: 30_000 };
    await app.call(contract.updateListing, { ...of(project), body });
    await copySupplier(app.app.services, project.id);
    expect(await titles({ q: 'ліжники львів' })).toEqual(['Чернігівські ліжники']);
    expect(await titles({ q: 'ліжники харків' })).toEqual([]);
    expect(await titles({ minimum_order_to: 30_000 })).toEqual(['Чернігівські ліжники']);
    expect(await titles({ minimum_order_to: 29_999 })).toEqual([]);
    expect(await titles({ category: 'Меблі та інтер’єр' })).toEqual([]);
    const find = async (query: object) =>
      (await app.call(contract.listGoods, { token: shop.token, query })).body.items.map(
        ({ supplier }) => supplier.title,
      );
    expect(await find({ q: 'плаття ліжники' })).toEqual(Array(GOODS_NEEDED).fill('Чернігівські ліжники'));
    expect(await find({ q: 'плаття ліжники', in_stock: true })).toHaveLength(GOODS_NEEDED - 1);
    // words in whatever form they are typed
    expect(await titles({ q: 'ліжник' })).toEqual(['Чернігівські ліжники']);
    expect(await titles({ q: 'чернігівського ліжника' })).toEqual(['Чернігівські ліжники']);
    expect(await find({ q: 'чернігівські плаття ліжником' })).toHaveLength(GOODS_NEEDED);
    expect(await find({ q: 'чернігівська лижа' })).toEqual([]);
    expect(await find({ q: 'ліжники', price_from: 80_001 })).toEqual([]);
    expect(await find({ q: 'ліжники', city: 'Суми' })).toEqual([]);
    // of few suppliers the goods of each are put together, page after page, each once and in the order of the list
    const narrow = { city: 'Львів', minimum_order_to: 30_000, sort: 'price' as const };
    const whole = (await app.call(contract.listGoods, { token: shop.token, query: narrow })).body;
    expect(whole).toMatchObject({ total: GOODS_NEEDED, next_cursor: null });
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { ...narrow, limit: 2, ...(cursor ? { cursor } : {}) };
      const { body } = await app.call(contract.listGoods, { token: shop.token, query });
      paged.push(...body.items.map(({ id }) => id));
      cursor = body.next_cursor ?? undefined;
    } while (cursor);
    expect(paged).toEqual(whole.items.map(({ id }) => id));
    expect(await find({ ...narrow, in_stock: true })).toHaveLength(GOODS_NEEDED - 1);
    expect(await find({ ...narrow, price_from: 80_001 })).toEqual([]);
  });

  it('finds the same goods in the same order however far it walks and however much it puts in order', async () => {
    const title = 'Різноманіття';
    const project = await listedProject(title);
    await app.sql(
      null,
      `insert into catalogue_goods (supplier_id, id, title, supplier_title, category_path, value_words, recommended_from, in_stock, created_at)
       select $1, gen_random_uuid(), case when n % 3 = 0 then 'Глек ' else 'Миска ' end || 'ряд ' || n || case when n % 2 = 0 then ' набір мисок' else ' мистецький' end, $2,
         case when n % 2 = 0 then 'Посуд > Глина' else 'Посуд' end, case when n % 5 = 0 then 'Синій XL' else 'Білий' end,
         case when n % 7 > 0 then n % 4 * 100 end, n % 2 = 0, now() - n % 9 * interval '1 hour' from generate_series(1, 40) n`,
      [project.id, title],
    );
    const all = async (query: object) => {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const asked = { limit: 6, category: 'Одяг', ...query, ...(cursor ? { cursor } : {}) };
        const { body } = await app.call(contract.listGoods, { token: shop.token, query: asked as never });
        ids.push(...body.items.map(({ id }) => id));
        cursor = body.next_cursor ?? undefined;
      } while (cursor);
      return ids;
    };
    const asked = [
      ...[{ q: 'глек ряд' }, { q: 'ряд синій xl' }, { q: 'ряд 39' }, { q: 'ря xl' }, { q: 'немаєтакого' }],
      ...[{ q: 'синя глеком' }, { q: 'мисками' }],
      ...[
        { q: 'ряд', in_stock: true, price_from: 100 },
        { q: 'ряд', goods_category: 'Посуд > Глина' },
      ],
      ...[{ goods_category: 'Посуд', price_to: 200 }, { supplier_id: project.id, q: 'миска' }, { minimum_order_to: 1 }],
    ].flatMap((query, nth) =>
      (nth % 2 ? ['-created_at', 'price'] : ['created_at', '-price']).map((sort) => ({ ...query, sort })),
    );
    const expected = await Promise.all(asked.map(all));
    expect(expected[0]).toHaveLength(13);
    const formed = (q: string) => expected[asked.findIndex((one) => one.q === q)];
    expect([formed('синя глеком'), formed('мисками')].map((ids) => ids?.length)).toEqual([2, 33]);
    const usual = { ...GOODS };
    // one or two letters have no index: where `further` is few they are not all found
    const limits = [
      { suppliers: 0, walked: 4, some: 1, most: 2 },
      { suppliers: 0, walked: 2, some: 9, further: 8, most: 100 },
      { suppliers: 0, walked: 1, some: 9, further: 3, most: 0 },
    ];
    try {
      for (const [nth, limit] of limits.entries()) {
        Object.assign(GOODS, usual, limit);
        const found = await Promise.all(asked.map((one) => (nth > 0 && one.q === 'ря xl' ? null : all(one))));
        for (const [at, ids] of found.entries())
          if (ids) expect([limit, asked[at], ids]).toEqual([limit, asked[at], expected[at]]);
      }
    } finally {
      Object.assign(GOODS, usual);
    }
    await app.sql(null, `update catalogue_suppliers set goods = 0 where id = $1`, [project.id]);
  });

  it('keeps favourites of each by himself, and what he works with already', async () => {
    const project = await listedProject('Улюблений');
    await Promise.all([1, 2].map(() => app.call(contract.addFavourite, at(project))));
    expect(await titles({ tab: 'favourites' })).toEqual(['Улюблений']);
    expect(await titles({ tab: 'favourites' }, (await dropshipper()).token)).toEqual([]);
    await app.call(contract.removeFavourite, at(project));
    expect(await titles({ tab: 'favourites' })).toEqual([]);
    const partner = await app.member(project, 'Client');
    await app.sql(null, `update users set subscription_plan = 'dropshipper-business-monthly' where id = $1`, [
      partner.id,
    ]);
    expect(await titles({ tab: 'mine' }, partner.token)).toEqual(['Улюблений']);
    expect(await titles({ tab: 'mine' })).toEqual([]);
  });
});

describe('the copy of goods', () => {
  let project: TestProject;
  beforeEach(async () => {
    project = await listedProject();
  });

  it('follows names, stock and what is published, by what was queued with the change', async () => {
    const [variant] = await makeVariants(app, project, [{ stock: 0 }]);
    await copyChanged(app.app.services);
    const before = await goodsOf(project);
    expect(before.items[0]).toMatchObject({ title: 'Плаття «Марта»', in_stock: false, recommended_from: 80_000 });
    const params = { project_id: project.id, id: before.items[0]?.id ?? '' };
    const { token } = project.owner;
    await app.call(updateProduct, { params, token, body: { name: 'Сукня' } });
    await app.call(changeStock, { params: { ...params, id: variant ?? '' }, token, body: { delta: 3 } });
    await copyChanged(app.app.services);
    expect((await goodsOf(project)).items[0]).toMatchObject({ title: 'Сукня', in_stock: true });
    expect(await app.sql(project.id, 'select 1 from product_changes where project_id = $1', [project.id])).toEqual([]);
  });

  it('is found by who made the goods and by values of what is published, as they are now', async () => {
    const { token, params } = of(project);
    const variants = ['Лазуровий', 'Янтарний'].map((value) => ({
      price: 100,
      values: [
        { option: 'Відтінок', value },
        { option: 'Розмір', value: 'XL' },
      ],
    }));
    const body = { name: 'Накидка', vendor: 'Світанок', options: [{ name: 'Відтінок' }, { name: 'Розмір' }], variants };
    const { body: made } = await app.call(createProduct, { params, token, body });
    await app.call(publishProduct, { params: { ...params, id: made.id }, token });
    const found = async (q: string) => {
      await copyChanged(app.app.services);
      return (await goodsOf(project, { q })).items.map(({ title }) => title);
    };
    expect(await found('накидка лазуров xl')).toEqual(['Накидка']);
    expect(await found('світанок янтарний')).toEqual(['Накидка']);
    expect(await found('накидка xxl')).toEqual([]);
    const [column] = await app.sql<{ id: string }>(
      project.id,
      "select id from attribute_columns where name = 'Відтінок'",
    );
    const of_column = { ...params, id: column?.id ?? '' };
    const corrected = { from: 'Янтарний', to: 'Бурштиновий' };
    expect((await app.call(correctColumnValue, { params: of_column, token, body: corrected })).status).toBe(200);
    expect(await found('накидка янтарний')).toEqual([]);
    expect(await found('бурштиновий')).toEqual(['Накидка']);
    const gone = made.variants.find(({ name }) => name.startsWith('Лазуровий'));
    const removed = { ...params, product_id: made.id, id: gone?.id ?? '' };
    expect((await app.call(deleteVariant, { params: removed, token })).status).toBe(204);
    expect(await found('лазуровий')).toEqual([]);
    const audit = await app.call(readAudit, of(project));
    expect(audit.body.checks.find(({ name }) => name === 'catalogue')).toMatchObject({ differences_total: 0 });
  });

  it('holds public things only: no base price and no piece of stock unless it is told', async () => {
    const told = JSON.stringify(await goodsOf(project));
    // not the moment at which an address expires
    expect(told).not.toMatch(/\b50000\b/);
    const columns = await app.sql(
      null,
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_name in ('catalogue_goods', 'catalogue_suppliers') order by 1`,
    );
    expect(columns.map(({ name }) => name)).toMatchSnapshot('whatever is added here leaves the walls: decision 0088');
    await app.call(contract.updateListing, { ...of(project), body: { base_prices: true } });
    await copySupplier(app.app.services, project.id);
    expect((await goodsOf(project)).items[0]).toMatchObject({ base_from: 50_000, base_to: 50_000 });
    await app.call(contract.updateListing, { ...of(project), body: { base_prices: false } });
    await copySupplier(app.app.services, project.id);
    expect((await goodsOf(project)).items[0]).toMatchObject({ base_from: null, base_to: null });
  });

  it('tells of no stock where the supplier does not tell it, neither in a field nor by a filter', async () => {
    const found = async (query: object) =>
      (await app.call(contract.listGoods, { token: shop.token, query: { supplier_id: project.id, ...query } })).body;
    expect((await found({ in_stock: true })).total).toBe(GOODS_NEEDED - 1);
    await app.call(projects.updateProject, { ...of(project), body: { project: { stock_told: 'hidden' } } });
    await copySupplier(app.app.services, project.id);
    expect((await found({})).items.map(({ in_stock }) => in_stock)).toEqual(Array(GOODS_NEEDED).fill(null));
    expect((await found({ in_stock: true })).total).toBe(0);
    expect((await app.call(contract.readSupplier, at(project))).body.in_stock).toBeNull();
    const inStock = await app.call(contract.listSuppliers, { token: shop.token, query: { in_stock: true } });
    expect(inStock.body.items.map(({ id }) => id)).not.toContain(project.id);
    const { body } = await app.call(readAudit, of(project));
    expect(body.checks.find(({ name }) => name === 'catalogue')).toMatchObject({ differences_total: 0 });
    await app.call(contract.updateListing, { ...of(project), body: { public_page: true } });
    await copySupplier(app.app.services, project.id);
    const page = String((await app.call(contract.openPublicPage, { params: { supplier: project.friendly_id } })).body);
    expect(page).not.toContain('schema.org/InStock');
    expect(page).not.toContain('наявності');
  });

  it('is compared with the goods by the self-check, which names the row', async () => {
    const check = async () => {
      const { body } = await app.call(readAudit, of(project));
      return body.checks.find(({ name }) => name === 'catalogue');
    };
    expect(await check()).toMatchObject({ rows_checked: GOODS_NEEDED, differences_total: 0 });
    const [{ id = '' } = {}] = (await goodsOf(project)).items;
    await app.sql(null, 'update catalogue_goods set base_from = 1 where id = $1', [id]);
    expect(await check()).toMatchObject({ differences: [{ table: 'catalogue_goods', id, expected: 1, found: 0 }] });
  });

  it('queues nothing of a project that nobody looks for', async () => {
    const other = await wholeProject();
    expect(await app.sql(other.id, 'select 1 from product_changes where project_id = $1', [other.id])).toEqual([]);
  });

  it('is whole and once when it is copied twice at the same moment', async () => {
    await Promise.all([1, 2, 3].map(() => copySupplier(app.app.services, project.id)));
    expect((await goodsOf(project)).total).toBe(GOODS_NEEDED);
  });
});

describe('a product', () => {
  const productOf = async (project: TestProject): Promise<string> => (await goodsOf(project)).items[0]?.id ?? '';
  const open = (id: string, token = shop.token) => app.call(contract.readGoods, { params: { id }, token });

  it('is opened with photos, options and modifications, and with no piece of stock nor base price', async () => {
    const project = await listedProject('Вишиванки');
    await makeVariants(app, project, [{ stock: 41 }, { stock: 0 }]);
    await copySupplier(app.app.services, project.id);
    const id = await productOf(project);
    const params = { project_id: project.id, id };
    await app.call(updateProduct, {
      params,
      token: project.owner.token,
      body: { description: 'Льон <script>alert(1)</script>' },
    });
    await app.sql(
      project.id,
      `insert into product_images (project_id, id, product_id, file_name, thumbnail, position)
       select project_id, gen_random_uuid(), id, project_id || '/' || id || '/a.jpg', project_id || '/' || id || '/a.webp', n
       from products cross join generate_series(1, 2) n where project_id = $1 and id = $2`,
      [project.id, id],
    );
    const { body } = await open(id);
    expect(body).toMatchObject({
      title: 'Плаття «Марта»',
      description: 'Льон <script>alert(1)</script>',
      recommended_from: 80_000,
      supplier: { title: 'Вишиванки', returns: '14 днів', mine: false, application: null },
    });
    expect(body.images).toHaveLength(2);
    expect(body.options.map(({ values }) => values.length)).toEqual([2]);
    expect(body.variants.map((one) => [one.recommended_price, one.base_price, one.in_stock])).toEqual([
      [80_000, null, true],
      [80_000, null, false],
    ]);
    const told = JSON.stringify(body);
    expect(told).not.toMatch(/":50000\b/);
    expect(told).not.toMatch(/":41\b/);
    await app.call(contract.updateListing, { ...of(project), body: { base_prices: true } });
    expect((await open(id)).body.variants[0]?.base_price).toBe(50_000);
    await app.call(projects.updateProject, { ...of(project), body: { project: { stock_told: 'hidden' } } });
    expect((await open(id)).body.variants.map(({ in_stock }) => in_stock)).toEqual([null, null]);
  });

  it('is nowhere for whom its supplier is not, nor when it is hidden itself', async () => {
    const project = await listedProject('Стіни');
    const id = await productOf(project);
    expect((await open(id)).status).toBe(200);
    expect((await open(id, (await dropshipper('dropshipper-free')).token)).status).toBe(402);
    const blocked = await dropshipper();
    await app.sql(
      project.id,
      `insert into applications (project_id, id, user_id, status, applied_at) values ($1, gen_random_uuid(), $2, 'blocked', now())`,
      [project.id, blocked.id],
    );
    expect((await open(id, blocked.token)).error.code).toBe('catalogue.product_not_found');
    // before the copy knows
    await app.sql(project.id, 'update products set published = false where project_id = $1 and id = $2', [
      project.id,
      id,
    ]);
    expect((await open(id)).status).toBe(404);
    await app.sql(project.id, 'update products set published = true where project_id = $1 and id = $2', [
      project.id,
      id,
    ]);
    expect((await open(id)).status).toBe(200);
    await app.call(contract.hideSupplier, { ...at(project, staff.token), body: { reason: 'Скарги' } });
    expect((await open(id)).status).toBe(404);
  });

  it('is found by the first two levels of its category, which the filter offers', async () => {
    const project = await listedProject('Категорії');
    const ids = (await goodsOf(project)).items.map(({ id }) => id);
    const put = (path: string, id = '') =>
      app.sql(project.id, 'update products set category_path = $3 where project_id = $1 and id = $2', [
        project.id,
        id,
        path,
      ]);
    await put('Дім', ids[0]);
    await put('Дім > Кухня > Ножі', ids[1]);
    await put('Дім > Ванна', ids[2]);
    await put('Дім > Кухня', ids[3]);
    await copySupplier(app.app.services, project.id);
    const { goods_categories } = (await app.call(contract.listPlaces, { token: shop.token })).body;
    expect(goods_categories.filter((path) => path.startsWith('Дім'))).toEqual(['Дім', 'Дім > Ванна', 'Дім > Кухня']);
    const total = async (goods_category: string) => (await goodsOf(project, { goods_category })).total;
    expect([await total('Дім'), await total('Дім > Кухня'), await total('Дім > Ванна')]).toEqual([4, 2, 1]);
    expect([await total('Кухня'), await total('Дім > Кухня > Ножі')]).toEqual([0, 0]);
    expect(await titles({ goods_category: 'Дім > Кухня' })).toEqual(['Категорії']);
  });
});

it('says of a supplier how one’s application stands where one cannot apply again', async () => {
  const project = await listedProject('Заявка');
  const someone = await dropshipper();
  const told = async () => (await app.call(contract.readSupplier, at(project, someone.token))).body.application;
  expect(await told()).toBeNull();
  await app.sql(
    project.id,
    `insert into applications (project_id, id, user_id, status, applied_at) values ($1, gen_random_uuid(), $2, 'pending', now())`,
    [project.id, someone.id],
  );
  expect(await told()).toBe('pending');
  expect((await app.call(contract.readSupplier, at(project))).body.application).toBeNull();
  const set = (status: string) =>
    app.sql(project.id, 'update applications set status = $3 where project_id = $1 and user_id = $2', [
      project.id,
      someone.id,
      status,
    ]);
  await set('rejected');
  expect(await told()).toBe('rejected');
  await set('withdrawn');
  expect(await told()).toBeNull();
});

it('shows the operator who stands in the catalogue now, and who does not', async () => {
  const project = await listedProject('Стоїть');
  const find = async (listed: boolean) =>
    (await app.call(contract.listListings, { token: staff.token, query: { listed, q: project.friendly_id } })).body
      .items;
  expect(await find(true)).toMatchObject([{ id: project.id, listed: true }]);
  expect(await find(false)).toEqual([]);
  await app.call(projects.updateProject, { ...of(project), body: { project: { catalogue_visible: false } } });
  expect(await find(true)).toEqual([]);
  expect(await find(false)).toMatchObject([{ id: project.id, listed: false }]);
});

describe('the public page', () => {
  const open = (project: TestProject) =>
    app.call(contract.openPublicPage, { params: { supplier: project.friendly_id } });

  it('is closed until its owner opens it, and has what search engines read', async () => {
    const project = await listedProject('Відкриті <двері>');
    expect((await open(project)).status).toBe(404);
    await app.call(contract.updateListing, { ...of(project), body: { public_page: true } });
    await copySupplier(app.app.services, project.id);
    const page = await open(project);
    const html = String(page.body);
    expect(page.status).toBe(200);
    expect(html).toContain('<meta name="robots" content="index, follow">');
    expect(html).toContain(`/s/${project.friendly_id}">`);
    const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(json)).toMatchObject({ '@type': 'Organization', name: 'Відкриті <двері>' });
    expect(html).not.toContain('<двері>');
    expect(html).not.toContain('500.00');
    await app.call(projects.updateProject, { ...of(project), body: { project: { catalogue_visible: false } } });
    expect((await open(project)).status).toBe(404);
  });

  it('has pictures at addresses that last, and stands in the sitemap for as long as it is open', async () => {
    const project = await listedProject('Фото');
    const [photo] = await app.sql<{ id: string; file_name: string; thumbnail: string }>(
      project.id,
      `insert into product_images (project_id, id, product_id, file_name, thumbnail, position)
       select project_id, gen_random_uuid(), id, project_id || '/' || id || '/a.jpg', thumbnail, 0 from products
       where project_id = $1 limit 1 returning id, file_name, thumbnail`,
      [project.id],
    );
    const { id = '', file_name = '', thumbnail = '' } = photo ?? {};
    const { storage } = app.app.services;
    await storage.write(file_name, Buffer.from('the whole'), 'image/jpeg');
    await storage.write(thumbnail, Buffer.from('the small'), 'image/webp');
    await storage.write(`${project.id}/${project.id}/logo.webp`, Buffer.from('the logo'), 'image/webp');
    const show = async (public_page: boolean) => {
      await app.call(contract.updateListing, { ...of(project), body: { public_page } });
      await copySupplier(app.app.services, project.id);
    };
    const sitemap = async () => String((await app.call(contract.listPublicPages)).body);
    const fetched = async (path = '') => {
      const answer = await app.app.server.inject({ url: path.slice(path.indexOf('/photos/')) });
      return [answer.statusCode, answer.body];
    };
    expect(await sitemap()).not.toContain(`/s/${project.friendly_id}<`);
    await show(true);
    const html = String((await open(project)).body);
    const [, card] = /og:image" content="([^"]+)"/.exec(html) ?? [];
    expect(card).toMatch(`/photos/${project.id}/${id}.jpg`);
    expect(await fetched(card)).toEqual([200, 'the whole']);
    expect(await fetched(/img src="([^"]+small[^"]+)"/.exec(html)?.[1])).toEqual([200, 'the small']);
    expect(await fetched(/img src="([^"]+logo[^"]+)"/.exec(html)?.[1])).toEqual([200, 'the logo']);
    expect(html).not.toMatch(/signature|expires/i);
    expect(await sitemap()).toContain(`/s/${project.friendly_id}<`);
    await show(false);
    expect(await sitemap()).not.toContain(`/s/${project.friendly_id}<`);
    await app.call(projects.updateProject, { ...of(project), body: { project: { catalogue_visible: false } } });
    expect((await fetched(`/photos/${project.id}/logo.webp`))[0]).toBe(404);
  });
});

describe('complaints', () => {
  it('reach the operator, who closes them once', async () => {
    const project = await listedProject('Скаржаться');
    const waiting = async () => (await app.call(readOverview, { token: staff.token })).body.new_complaints;
    const before = await waiting();
    expect((await app.call(contract.complain, { ...at(project), body: { text: 'Надсилає брак' } })).status).toBe(204);
    expect(await waiting()).toBe(before + 1);
    const listed = await app.call(contract.listComplaints, { token: staff.token, query: { supplier_id: project.id } });
    expect(listed.body.items).toMatchObject([{ text: 'Надсилає брак', status: 'new', by: { id: shop.id } }]);
    const params = { id: listed.body.items[0]?.id ?? '' };
    const close = () => app.call(contract.decideComplaint, { token: staff.token, params, body: { status: 'done' } });
    await Promise.all([close(), close()]);
    expect(await waiting()).toBe(before);
    const deeds = await app.call(listActions, { token: staff.token, query: { subject_id: params.id } });
    expect(deeds.body.items.map(({ deed }) => deed)).toEqual(['complaint_done']);
    expect((await app.call(contract.readOperatorListing, at(project, staff.token))).body.open_complaints).toBe(0);
  });
});

describe('facts', () => {
  it('are told from twenty orders on, and open what they are made of', async () => {
    const project = await listedProject('Факти');
    const [counterparty] = await app.sql(
      project.id,
      `insert into counterparties (project_id, id, name) values ($1, gen_random_uuid(), 'Крамниця') returning id`,
      [project.id],
    );
    const orders = (count: number, from: number) =>
      app.sql(
        project.id,
        `insert into orders (project_id, id, number, counterparty_id, status, sum, recommended_sum, created_by,
           sent_to_manager_at, shipped_at, created_at)
         select $1, gen_random_uuid(), n, $2, case when n % 10 = 0 then 'Canceled' else 'Sent' end, 0, 0, $3,
           now() - interval '30 hours', case when n % 10 > 0 then now() - interval '6 hours' end, now() - interval '2 days'
         from generate_series($4::int, $5::int) n`,
        [project.id, counterparty?.id, project.owner.id, from, from + count - 1],
      );
    await orders(19, 1);
    await computeFacts(app.app.services);
    expect((await app.call(contract.readSupplier, at(project))).body.facts).toBeNull();
    await orders(1, 20);
    await app.sql(
      project.id,
      `insert into order_history (project_id, order_id, id, kind, "from", "to", actor_kind)
       select project_id, id, gen_random_uuid(), 'move', case when number = 10 then 'Pending' else 'Blocked' end, 'Canceled', 'user'
       from orders where project_id = $1 and status = 'Canceled'`,
      [project.id],
    );
    await computeFacts(app.app.services);
    const facts = {
      ...{ orders: 20, hours_to_send: 24, canceled_share: 500, waited_share: 0 },
      counts: { canceled: 1, sent: 18, lines: 0, waited: 0 },
    };
    expect((await app.call(contract.readSupplier, at(project))).body.facts).toEqual(facts);
    expect((await app.call(contract.readListing, of(project))).body.facts).toEqual(facts);
    const hidden = { ...at(project, staff.token), body: { reason: 'Скарги' } };
    await app.call(contract.hideSupplier, hidden);
    await app.call(contract.showSupplier, at(project, staff.token));
    await copySupplier(app.app.services, project.id);
    expect((await app.call(contract.readSupplier, at(project))).body.facts).toEqual(facts);
    const made = await app.call(contract.listFactOrders, of(project));
    expect(made.body.total).toBe(20);
    expect(made.body.items.filter((one) => one.canceled_by_supplier)).toHaveLength(1);
  });
});
