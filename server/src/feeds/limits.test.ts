import { setProjectPlan } from '@lanka/domain/billing/contract';
import { createProduct, readProduct, updateProduct } from '@lanka/domain/catalog/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settleFigures } from '../../test/figures';
import { type TestApp, testApp } from '../../test/harness';
import { Importing } from '../../test/importing';
import { yml } from './parse/testing';

let app: TestApp;
let importing: Importing;
beforeAll(async () => {
  app = await testApp({}, { jobs: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  importing = new Importing(app, await app.project());
});

const offer = (id: string, group = '') =>
  `<offer id="${id}" ${group && `group_id="${group}"`} available="true"><price>100</price><currencyId>UAH</currencyId><name>Товар ${id}</name>
   <vendorCode>V-${id}</vendorCode><quantity_in_stock>1</quantity_in_stock>${group && `<param name="Розмір">${id}</param>`}</offer>`;
const at = () => ({ params: importing.params, token: importing.token });
const choose = (subscription_plan: 'manufacturer-basic-monthly' | 'manufacturer-premium-monthly') =>
  app.call(setProjectPlan, { ...at(), body: { subscription_plan } });
const fill = async (count: number) => {
  await app.sql(
    importing.project.id,
    `insert into products (project_id, id, name) select $1, gen_random_uuid(), 'Т' || n from generate_series(1, $2) n`,
    [importing.project.id, count],
  );
  await settleFigures(app, importing.project.id);
};
const fillVariants = async (count: number) => {
  const id = importing.project.id;
  await app.sql(
    id,
    `with p as (insert into products (project_id, id, name) values ($1, gen_random_uuid(), 'Склад') returning id),
     n as (select gen_random_uuid() as id, n from generate_series(1, $2) n),
     l as (insert into stock_levels (project_id, product_variant_id) select $1, id from n)
     insert into product_variants (project_id, id, product_id, name, position, search_text)
     select $1, n.id, p.id, 'В' || n.n, n.n, '' from p, n`,
    [id, count],
  );
  await settleFigures(app, id);
};

describe('an import at the limit of the plan', () => {
  it('A: the dry run says what the real run does, and the reason names the plan that lifts it', async () => {
    await choose('manufacturer-basic-monthly');
    await fill(99);
    const dry = await importing.file('feed.xml', yml(offer('1') + offer('2') + offer('3')), { dry_run: true });
    expect(dry.counts).toMatchObject({ created: 1, refused: 2 });
    const done = await importing.apply(dry.id);
    expect(done.counts).toEqual(dry.counts);
    expect(done.rows[0]?.reason).toContain('Стандарт');
  });

  it('B: of a product whose modifications pass the limit, those with a place go in', async () => {
    await choose('manufacturer-basic-monthly');
    await fillVariants(998);
    const done = await importing.file('feed.xml', yml(['S', 'M', 'L', 'XL'].map((s) => offer(s, '1')).join('')));
    expect(done.counts).toMatchObject({ created: 2, refused: 2 });
  });

  it('E: a dry run of many batches counts what the earlier ones would add', async () => {
    await choose('manufacturer-basic-monthly');
    const many = Array.from({ length: 1101 }, (_, n) => offer(`n${n}`)).join('');
    const dry = await importing.file('feed.xml', yml(many), { dry_run: true });
    expect(dry.counts).toMatchObject({ created: 100, refused: 1001 });
    const named = await app.sql(
      importing.project.id,
      `select reasons->0->>'ua' ~ 'Стандарт$' as standard, count(*)::int from import_rows where outcome = 'refused' group by 1 order by 2`,
    );
    expect(named).toEqual([
      { standard: false, count: 101 },
      { standard: true, count: 900 },
    ]);
  });

  it('F: two imports at the limit take the last place once', async () => {
    await choose('manufacturer-basic-monthly');
    await fill(99);
    const both = await Promise.all([
      importing.file('a.xml', yml(offer('1'))),
      importing.file('b.xml', yml(offer('2'))),
    ]);
    expect(both.reduce((sum, { counts }) => sum + counts.created, 0)).toBe(1);
  });
});

describe('the catalogue at the limit', () => {
  it('C: a modification may take the place of one that goes in the same change', async () => {
    await choose('manufacturer-basic-monthly');
    const made = await app.call(createProduct, {
      ...at(),
      body: { name: 'Плаття', variants: [{ name: 'S', price: 100 }] },
    });
    await fillVariants(999);
    const [old] = made.body.variants;
    const params = { ...importing.params, id: made.body.id };
    const { status } = await app.call(updateProduct, {
      token: importing.token,
      params,
      body: { remove_variants: [old?.id ?? ''], variants: [{ name: 'M', price: 100 }] },
    });
    expect(status).toBe(200);
    expect((await app.call(readProduct, { token: importing.token, params })).body.variants).toHaveLength(1);
  });

  it('D: a plan that goes down at the same moment cannot be passed', async () => {
    const tries = 12;
    let over = 0;
    for (let n = 0; n < tries; n += 1) {
      importing = new Importing(app, await app.project());
      await choose('manufacturer-premium-monthly');
      await fill(100);
      const [made, changed] = await Promise.all([
        app.call(createProduct, { ...at(), body: { name: 'Зайвий' } }),
        choose('manufacturer-basic-monthly'),
      ]);
      if (made.status === 201 && changed.status === 200) over += 1;
    }
    expect(over).toBe(0);
  });
});
