import type { Product } from '@lanka/domain/catalog/contract';
import * as contract from '@lanka/domain/catalog/contract';
import { changeStock, listStockMovements } from '@lanka/domain/stock/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type TestApp, type TestProject, testApp } from '../../test/harness';

let app: TestApp;
let project: TestProject;
let token: string;
let params: { project_id: string };

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project('Текстиль');
  token = project.owner.token;
  params = { project_id: project.friendly_id };
});

type CreateBody = z.input<typeof contract.createProduct.body>;

async function create(body: CreateBody, as = token): Promise<Product> {
  const answer = await app.call(contract.createProduct, { token: as, params, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

const dress = (): CreateBody => ({
  name: 'Плаття «Марта»',
  description: 'Льон',
  tags: ['Літо', 'літо', 'льон'],
  options: [
    { name: 'Колір', values: ['чорний', 'хакі'] },
    { name: 'Розмір', values: ['S', 'M'] },
  ],
  variants: [
    {
      price: 90000,
      recommended_price: 150000,
      sku: 'PL-1',
      barcode: '4820000000017',
      actual: 10,
      values: [
        { option: 'Розмір', value: 'S' },
        { option: 'Колір', value: 'чорний' },
      ],
    },
    {
      price: 91000,
      sku: 'PL-2',
      weight: 400,
      values: [
        { option: 'колір', value: 'Хакі' },
        { option: 'Розмір', value: 'L' },
      ],
    },
  ],
});

const one = (product: Product) => ({ ...params, id: product.id });
const within = (product: Product) => ({ ...params, product_id: product.id });
const publish = (product: Product, headers = {}) =>
  app.call(contract.publishProduct, { token, params: one(product), headers });

describe('creating', () => {
  it('needs only a name', async () => {
    const product = await create({ name: '  Чашка ' });
    expect(product).toMatchObject({ name: 'Чашка', published: false, deleted: false, variants: [], version: 1 });
    const empty = await app.call(contract.createProduct, { token, params, body: { name: ' ' } });
    expect([empty.status, empty.error.details[0]?.path]).toEqual([400, 'name']);
  });

  it('makes variants of options and values, with stock and its movement', async () => {
    const product = await create(dress());
    expect(product.tags).toEqual(['Літо', 'льон']);
    expect(product.options.map(({ name, values }) => [name, values.map(({ value }) => value)])).toEqual([
      ['Колір', ['чорний', 'хакі']],
      ['Розмір', ['S', 'M', 'L']],
    ]);
    expect(product.variants.map(({ name }) => name)).toEqual(['чорний / S', 'хакі / L']);
    const [first] = product.variants;
    expect(first).toMatchObject({ actual: 10, booked: 0, available: 10, version: 1, name_given: false });
    const movements = await app.call(listStockMovements, { token, params: { ...params, id: first?.id ?? '' } });
    expect(movements.body.items).toMatchObject([
      { kind: 'correction', before: 0, after: 10, ref: { kind: 'product' } },
    ]);
  });

  it('makes a thousand variants at once, and no more', async () => {
    const values = (n: number) => Array.from({ length: n }, (_, i) => `v${i}`);
    const variants = values(10).flatMap((a) =>
      values(100).map((b) => ({
        price: 100,
        barcode: `${a}-${b}`,
        actual: 1,
        values: [
          { option: 'A', value: a },
          { option: 'B', value: b },
        ],
      })),
    );
    const product = await create({ name: 'Велика', variants });
    expect(product).toMatchObject({ variants_count: 1000, available: 1000 });
    const over = await app.call(contract.createVariant, { token, params: within(product), body: { price: 1 } });
    expect([over.status, over.error.code]).toEqual([422, 'catalog.too_many_combinations']);
  });

  it('refuses two variants with the same values, and a word where a number belongs', async () => {
    const [first] = dress().variants ?? [];
    const twice = await app.call(contract.createProduct, {
      token,
      params,
      body: { name: 'Двічі', variants: first ? [first, { ...first, barcode: null }] : [] },
    });
    expect(twice.error).toMatchObject({
      code: 'catalog.duplicate_combination',
      details: [{ path: 'variants.1.values', message: expect.stringContaining('чорний') }],
    });
    const word = await app.call(contract.createProduct, {
      token,
      params,
      body: { name: 'x', options: [{ name: 'Довжина', value_type: 'number', values: ['10,5', 'довга'] }] },
    });
    expect([word.status, word.error.code]).toEqual([422, 'catalog.value_not_number']);
  });
});

describe('publishing (specification §5)', () => {
  it('asks for a name and a price on every variant and names what is missing', async () => {
    const product = await create({ name: 'Чашка' });
    const none = await publish(product);
    expect(none.status).toBe(422);
    expect(none.error.message).toBe('Не заповнено назву або ціну модифікації. Заповніть усі дані перед публікацією');
    expect(none.error.details).toMatchObject([{ path: 'variants', field: 'variants' }]);

    const body = { variants: [{ price: 100 }, { name: 'Біла' }] };
    await app.call(contract.updateProduct, { token, params: one(product), body });
    const bad = await publish(product, { 'accept-language': 'en' });
    expect(bad.error.message).toBe('Variant name or price empty, fill all data before publishing');
    expect(bad.error.details).toMatchObject([
      { path: 'variants.0.name', field: 'name' },
      { path: 'variants.1.price', field: 'price', name: 'Біла' },
    ]);
  });

  it('shows and hides, and keeps a published product complete', async () => {
    const product = await create(dress());
    const shown = await publish(product);
    expect([shown.status, shown.body.published, shown.body.version]).toEqual([200, true, 2]);
    const [first, second] = shown.body.variants;
    const bare = await app.call(contract.createVariant, { token, params: within(product), body: { name: 'Без ціни' } });
    expect(bare.error).toMatchObject({ code: 'catalog.not_publishable', details: [{ path: 'price' }] });
    const away = { ...within(product), id: first?.id ?? '' };
    const cleared = await app.call(contract.updateVariant, { token, params: away, body: { price: null as never } });
    expect([cleared.status, cleared.error.details[0]?.path]).toEqual([400, 'price']);
    expect((await app.call(contract.deleteVariant, { token, params: away })).status).toBe(204);
    const last = await app.call(contract.deleteVariant, {
      token,
      params: { ...within(product), id: second?.id ?? '' },
    });
    expect([last.status, last.error.code]).toEqual([409, 'catalog.last_variant']);
    const hidden = await app.call(contract.unpublishProduct, { token, params: one(product) });
    expect(hidden.body.published).toBe(false);
  });
});

describe('changing', () => {
  it('changes only what is given, in one step for product, options and variants', async () => {
    const product = await create(dress());
    const [first, second] = product.variants;
    const [colour, size] = product.options;
    const answer = await app.call(contract.updateProduct, {
      token,
      params: one(product),
      headers: { 'if-match': '1' },
      body: {
        name: 'Сукня',
        options: [
          { id: size?.id, name: 'Розмір' },
          { id: colour?.id, name: 'Барва', show_in_name: false },
        ],
        variants: [
          { id: first?.id, price: 100 },
          { price: 5, values: [{ option: 'Розмір', value: 'M' }] },
        ],
        remove_variants: [second?.id ?? ''],
      },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body).toMatchObject({ name: 'Сукня', description: 'Льон', version: 2 });
    expect(answer.body.variants.map(({ name, price }) => [name, price])).toEqual([
      ['S', 100],
      ['M', 5],
    ]);
    expect(answer.body.variants[0]).toMatchObject({ sku: 'PL-1', actual: 10, version: 2 });
    const found = await app.call(contract.listAllVariants, { token, params, query: { q: 'сукня pl-1' } });
    expect(found.body.items.map(({ id }) => id)).toEqual([first?.id]);
  });

  it('changes a price but does not take it away, and leaves the stock to its own call', async () => {
    const product = await create(dress());
    const id = product.variants[0]?.id;
    const send = (variant: object) =>
      app.call(contract.updateProduct, { token, params: one(product), body: { variants: [{ id, ...variant }] } });
    for (const [variant, path] of [
      [{ price: null }, 'variants.0.price'],
      [{ actual: 5 }, 'variants.0.actual'],
    ] as const) {
      const { status, error } = await send(variant);
      expect([status, error.details[0]?.path]).toEqual([400, path]);
    }
    expect((await send({ id: crypto.randomUUID() })).error.code).toBe('catalog.variant_not_found');
  });

  it('answers 409 with the current product to a stale version', async () => {
    const product = await create({ name: 'Чашка' });
    const send = (name: string) =>
      app.call(contract.updateProduct, { token, params: one(product), headers: { 'if-match': '1' }, body: { name } });
    const [a, b] = await Promise.all([send('Перша'), send('Друга')]);
    expect([a?.status, b?.status].sort()).toEqual([200, 409]);
    const stale = a?.status === 409 ? a : b;
    const fresh = a?.status === 409 ? b : a;
    expect(stale?.error).toMatchObject({ code: 'common.stale', details: [{ name: fresh?.body.name, version: 2 }] });
    const variant = await app.call(contract.createVariant, {
      token,
      params: within(product),
      body: { name: 'Біла', price: 1 },
    });
    const path = { ...within(product), id: variant.body.id };
    const change = (version: string, price: number) =>
      app.call(contract.updateVariant, { token, params: path, headers: { 'if-match': version }, body: { price } });
    expect((await change('1', 2)).body).toMatchObject({ price: 2, version: 2 });
    expect((await change('1', 3)).error.code).toBe('common.stale');
  });

  it('lets who works in the warehouse say where goods lie, and nothing else of them', async () => {
    const product = await create({ name: 'Полиця', variants: [{ name: 'x', sku: 'PL-1' }] });
    const stockman = (await app.member(project, 'Stockman')).token;
    const params = { ...within(product), id: product.variants[0]?.id ?? '' };
    const put = (place: string, as = stockman) =>
      app.call(contract.placeVariant, { token: as, params, body: { place } });
    expect((await put(' А-12 ')).body).toEqual({ id: params.id, place: 'А-12' });
    const found = await app.call(contract.listAllVariants, {
      token,
      params: within(product),
      query: { product_id: product.id },
    });
    expect(found.body.items[0]).toMatchObject({ place: 'А-12', sku: 'PL-1', version: 2 });
    expect((await put('Я'.repeat(61))).status).toBe(400);
    expect((await put('А-1', (await app.member(project, 'Client')).token)).status).toBe(403);
    const price = await app.call(contract.updateVariant, { token: stockman, params, body: { price: 5 } });
    expect(price.status).toBe(403);
  });

  it('swaps barcodes and option names within a product', async () => {
    const product = await create({
      name: 'Обмін',
      options: [
        { name: 'A', values: ['1'] },
        { name: 'B', values: ['2'] },
      ],
      variants: [
        { name: 'x', barcode: '1' },
        { name: 'y', barcode: '2' },
      ],
    });
    const [x, y] = product.variants;
    const [a, b] = product.options;
    const answer = await app.call(contract.updateProduct, {
      token,
      params: one(product),
      body: {
        options: [
          { id: a?.id, name: 'B' },
          { id: b?.id, name: 'A' },
        ],
        variants: [
          { id: x?.id, barcode: '2' },
          { id: y?.id, barcode: '1' },
        ],
      },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.variants.map(({ barcode }) => barcode)).toEqual(['2', '1']);
    expect(answer.body.options.map(({ name }) => name)).toEqual(['B', 'A']);
  });
});

describe('barcodes', () => {
  it('are unique in the project; the refusal says who has it', async () => {
    await create(dress());
    const again = await app.call(contract.createProduct, {
      token,
      params,
      body: { name: 'Інше', variants: [{ name: 'x', barcode: ' 4820000000017 ' }] },
    });
    expect(again.status).toBe(409);
    expect(again.error).toMatchObject({
      code: 'catalog.duplicate_barcode',
      details: [
        {
          path: 'variants.0.barcode',
          owner: 'Плаття «Марта», чорний / S',
          message: expect.stringContaining('Такий штрихкод уже існує'),
        },
      ],
    });
    const other = await app.project();
    const elsewhere = await app.call(contract.createProduct, {
      token: other.owner.token,
      params: { project_id: other.id },
      body: { name: 'Інше', variants: [{ name: 'x', barcode: '4820000000017' }] },
    });
    expect(elsewhere.status).toBe(201);
  });

  it('are given once when many ask at the same moment', async () => {
    const products = await Promise.all(Array.from({ length: 8 }, (_, i) => create({ name: `Товар ${i}` })));
    const answers = await Promise.all(
      products.map((product) =>
        app.call(contract.createVariant, { token, params: within(product), body: { name: 'x', barcode: '777' } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    for (const { status, error } of answers)
      if (status === 409)
        expect(error).toMatchObject({
          code: 'catalog.duplicate_barcode',
          details: [{ owner: expect.stringMatching(/^Товар \d, x$/) }],
        });
    const [count] = await app.sql<{ n: number }>(
      project.id,
      `select count(*)::int as n from product_variants where barcode = '777' and project_id = $1`,
      [project.id],
    );
    expect(count?.n).toBe(1);
  });

  it('are free again after a deletion', async () => {
    const product = await create(dress());
    expect((await app.call(contract.deleteProduct, { token, params: one(product) })).status).toBe(204);
    await create({ name: 'Наступник', variants: [{ name: 'x', barcode: '4820000000017' }] });
  });
});

describe('deleting', () => {
  it('leaves the product readable and nothing else', async () => {
    const product = await create(dress());
    await publish(product);
    await app.call(contract.deleteProduct, { token, params: one(product) });
    const read = await app.call(contract.readProduct, { token, params: one(product) });
    expect(read.body).toMatchObject({ deleted: true, published: false, variants_count: 2, actual: 10 });
    expect(read.body.variants).toHaveLength(2);
    for (const attempt of [
      app.call(contract.updateProduct, { token, params: one(product), body: { name: 'x' } }),
      app.call(contract.deleteProduct, { token, params: one(product) }),
      publish(product),
      app.call(contract.createVariant, { token, params: within(product), body: {} }),
    ]) {
      const { status, error } = await attempt;
      expect([status, error.code]).toEqual([409, 'catalog.deleted']);
    }
    const list = (query: object) => app.call(contract.listProducts, { token, params, query });
    expect((await list({ include_unpublished: true })).body.total).toBe(0);
    expect((await list({ status: 'deleted', q: 'pl-2' })).body.items.map(({ id }) => id)).toEqual([product.id]);
  });

  it('is refused while something is booked', async () => {
    const product = await create(dress());
    const [first] = product.variants;
    await app.sql(project.id, 'update stock_levels set booked = 3 where project_id = $1 and product_variant_id = $2', [
      project.id,
      first?.id,
    ]);
    const refused = await app.call(contract.deleteProduct, { token, params: one(product) });
    expect(refused.error).toMatchObject({ code: 'catalog.booked', message: expect.stringContaining('3 од') });
    const variant = await app.call(contract.deleteVariant, {
      token,
      params: { ...within(product), id: first?.id ?? '' },
    });
    expect(variant.error.code).toBe('catalog.booked');
    expect((await app.call(contract.readProduct, { token, params: one(product) })).body.deleted).toBe(false);
  });
});

describe('lists', () => {
  it('finds by any part of name, sku or barcode, and takes the signs of patterns literally', async () => {
    const product = await create(dress());
    await create({ name: 'Чашка 100%', variants: [{ name: 'Біла', sku: 'CUP_1' }] });
    const find = async (q: string) =>
      (
        await app.call(contract.listProducts, { token, params, query: { include_unpublished: true, q } })
      ).body.items.map(({ name }) => name);
    for (const q of ['МАРТА', 'арт', 'pl-2', '48200', 'марта хакі', 'плаття pl-1'])
      expect(await find(q), q).toEqual([product.name]);
    for (const q of ['100%', 'p_1', 'чашка 100%']) expect(await find(q), q).toEqual(['Чашка 100%']);
    for (const q of ['0%0', 'pl_1', 'відсутнє', 'марта чашка']) expect(await find(q), q).toEqual([]);
  });

  it('pages through everything once, in the order of the Ukrainian alphabet', async () => {
    const names = ['Яблуко', 'Ґудзик', 'гудзик', 'Їжак', 'Ірис', 'Єнот', 'Дім', 'Жук', 'Абрикос'];
    for (const name of names) await create({ name });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await app.call(contract.listProducts, {
        token,
        params,
        query: { include_unpublished: true, sort: 'name', limit: 2, cursor },
      });
      expect(body.total).toBe(names.length);
      seen.push(...body.items.map(({ name }) => name));
      cursor = body.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(['Абрикос', 'гудзик', 'Ґудзик', 'Дім', 'Єнот', 'Жук', 'Ірис', 'Їжак', 'Яблуко']);
  });

  it('filters by state, tag and stock, and sums up', async () => {
    const product = await create(dress());
    await publish(product);
    await create({ name: 'Чашка', tags: ['кухня'], variants: [{ name: 'Біла', price: 100, actual: 3 }] });
    const find = async (query: object) =>
      (await app.call(contract.listProducts, { token, params, query })).body.items.map(({ name }) => name).sort();
    expect(await find({})).toEqual([product.name]);
    expect(await find({ status: 'unpublished' })).toEqual(['Чашка']);
    expect(await find({ include_unpublished: true, tags: 'кухня' })).toEqual(['Чашка']);
    expect(await find({ include_unpublished: true, stock: 'out_of_stock' })).toEqual([product.name]);
    expect(await find({ include_unpublished: true, stock: 'low' })).toEqual(['Чашка']);
    const summary = await app.call(contract.productsSummary, { token, params });
    expect(summary.body).toEqual({
      ...{ products: 2, published: 1, unpublished: 1, deleted: 0, modifications: 3, out_of_stock: 1 },
      ...{ stock_count: 13, stock_value: 10 * 90000 + 3 * 100 },
    });
    const [row] = (await app.call(contract.listProducts, { token, params, query: {} })).body.items;
    expect(row).toMatchObject({
      variants_count: 2,
      out_of_stock_count: 1,
      actual: 10,
      min_price: 90000,
      max_price: 91000,
      only_variant_id: null,
    });
    const tags = await app.call(contract.suggestTags, { token, params, query: { q: 'ЛЬ' } });
    expect(tags.body).toEqual(['льон']);
    const options = await app.call(contract.listProjectOptions, { token, params });
    expect(options.body.items.map(({ name, products_count }) => [name, products_count])).toEqual([
      ['Колір', 1],
      ['Розмір', 1],
    ]);
  });

  it('puts an exact barcode or sku first', async () => {
    await create({
      name: 'А довгий',
      variants: [
        { name: 'x', sku: 'M-10' },
        { name: 'y', barcode: '5551' },
      ],
    });
    await create({
      name: 'Я точний',
      variants: [
        { name: 'z', sku: 'm-1' },
        { name: 'w', barcode: '555' },
      ],
    });
    const first = async (q: string) => (await app.call(contract.listAllVariants, { token, params, query: { q } })).body;
    expect((await first('M-1')).items.map(({ name }) => name)).toEqual(['z', 'x']);
    expect((await first('555')).items.map(({ name }) => name)).toEqual(['w', 'y']);
    const exact = await app.call(contract.listAllVariants, { token, params, query: { barcode: '555' } });
    expect(exact.body.items.map(({ product_name, name }) => [product_name, name])).toEqual([['Я точний', 'w']]);
  });
});

describe('place and minimum', () => {
  const onShelf = (name: string, place?: string) => create({ name, variants: [{ name, price: 1, place, minimum: 4 }] });
  const at = { place: 'А-2', minimum: 4 };

  it('are kept, changed alone, and lists are sorted by place: what has none comes last', async () => {
    const [second] = [await onShelf('Друга', 'А-2'), await onShelf('Без місця'), await onShelf('Перша', 'а-1')];
    expect(second.variants[0]).toMatchObject(at);
    const of = { ...params, product_id: second.id, id: second.variants[0]?.id ?? '' };
    const moved = await app.call(contract.updateVariant, { token, params: of, body: { minimum: null } });
    expect(moved.body).toMatchObject({ place: 'А-2', minimum: null, price: 1 });
    const list = async (query: object) =>
      (await app.call(contract.listAllVariants, { token, params, query })).body.items.map(({ name }) => name);
    expect(await list({ sort: 'place' })).toEqual(['Перша', 'Друга', 'Без місця']);
    expect(await list({ sort: '-place', q: 'а' })).toEqual(['Друга', 'Перша']);
  });

  it.each([
    [{ minimum: -1 }, 'variants.0.minimum'],
    [{ minimum: 1.5 }, 'variants.0.minimum'],
    [{ place: 'x'.repeat(61) }, 'variants.0.place'],
  ])('%j is refused by name', async (fields, path) => {
    const body = { name: 'Х', variants: [{ name: 'x', price: 1, ...fields }] };
    const refused = await app.call(contract.createProduct, { token, params, body });
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path }] } });
  });

  it('are nothing for a Client to see, by any call', async () => {
    const product = await onShelf('Друга', 'А-2');
    await publish(product);
    const as = { token: (await app.member(project, 'Client')).token };
    const told = [
      (await app.call(contract.readProduct, { ...as, params: one(product) })).body.variants,
      (await app.call(contract.listAllVariants, { ...as, params, query: {} })).body.items,
      (await app.call(contract.listVariants, { ...as, params: { ...params, product_id: product.id }, query: {} })).body
        .items,
    ];
    expect(told.flat().map(({ place, minimum }) => [place, minimum])).toEqual(Array(3).fill(['', null]));
  });
});

describe('options and values', () => {
  it('rename what variants are called, and refuse to make two of them the same', async () => {
    const product = await create({
      name: 'Плаття',
      variants: [
        {
          price: 1,
          values: [
            { option: 'Колір', value: 'чорний' },
            { option: 'Розмір', value: 'S' },
          ],
        },
        {
          price: 1,
          values: [
            { option: 'Колір', value: 'білий' },
            { option: 'Розмір', value: 'S' },
          ],
        },
      ],
    });
    const [colour, size] = product.options;
    const inColour = { ...within(product), option_id: colour?.id ?? '' };
    const [black] = colour?.values ?? [];
    const renamed = await app.call(contract.updateValue, {
      token,
      params: { ...inColour, id: black?.id ?? '' },
      body: { value: 'Чорний' },
    });
    expect([renamed.status, renamed.body.value]).toEqual([200, 'Чорний']);
    const variants = await app.call(contract.listVariants, { token, params: within(product) });
    expect(variants.body.items.map(({ name }) => name)).toEqual(['Чорний / S', 'білий / S']);
    const same = await app.call(contract.createValue, { token, params: inColour, body: { value: 'БІЛИЙ' } });
    expect(same.error.code).toBe('catalog.duplicate_value');
    const used = await app.call(contract.deleteValue, { token, params: { ...inColour, id: black?.id ?? '' } });
    expect(used.error).toMatchObject({ code: 'catalog.value_in_use', details: [{ count: 1 }] });
    const remove = (id: string) =>
      app.call(contract.deleteOption, { token, params: within(product), query: { product_variant_option_id: id } });
    expect((await remove(colour?.id ?? '')).error.code).toBe('catalog.option_in_use');
    expect((await remove(size?.id ?? '')).status).toBe(204);
    const options = await app.call(contract.listOptions, { token, params: within(product) });
    expect(options.body.items.map(({ name, values }) => [name, values.length])).toEqual([['Колір', 2]]);
  });
});

describe('who may', () => {
  it('a Client sees published products and what is available, nothing else', async () => {
    const shown = await create(dress());
    await publish(shown);
    const hidden = await create({ name: 'Прихований', variants: [{ name: 'x', price: 1 }] });
    const client = await app.member(project, 'Client');
    const as = { token: client.token };
    await app.call(changeStock, { token, params: { ...params, id: shown.variants[0]?.id ?? '' }, body: { delta: 2 } });
    const list = await app.call(contract.listProducts, {
      ...as,
      params,
      query: { include_unpublished: true, status: 'unpublished' },
    });
    expect(list.body.items.map(({ id, actual, booked, available }) => [id, actual, booked, available])).toEqual([
      [shown.id, null, null, 12],
    ]);
    const variants = await app.call(contract.listAllVariants, { ...as, params, query: { published: false } });
    expect(variants.body.items).toEqual([]);
    expect((await app.call(contract.readProduct, { ...as, params: one(hidden) })).status).toBe(404);
    const read = await app.call(contract.readProduct, { ...as, params: one(shown) });
    expect(read.body.variants.map(({ actual, available }) => [actual, available])).toEqual([
      [null, 12],
      [null, 0],
    ]);
    for (const { status } of await Promise.all([
      app.call(contract.createProduct, { ...as, params, body: { name: 'x' } }),
      app.call(contract.productsSummary, { ...as, params }),
      app.call(contract.deleteProduct, { ...as, params: one(shown) }),
    ]))
      expect(status).toBe(403);
  });

  it('a stranger gets 404 for everything, also with ids of another project under his own', async () => {
    const product = await create(dress());
    const other = await app.project();
    const foreign = { token: other.owner.token };
    expect((await app.call(contract.readProduct, { ...foreign, params: one(product) })).status).toBe(404);
    const own = { project_id: other.id, id: product.id };
    for (const { status } of await Promise.all([
      app.call(contract.readProduct, { ...foreign, params: own }),
      app.call(contract.updateProduct, { ...foreign, params: own, body: { name: 'x' } }),
      app.call(contract.publishProduct, { ...foreign, params: own }),
      app.call(contract.deleteProduct, { ...foreign, params: own }),
      app.call(contract.listImages, { ...foreign, params: { project_id: other.id, product_id: product.id } }),
    ]))
      expect(status).toBe(404);
  });

  it('the dropshipper’s workspace shows published products of his suppliers alone', async () => {
    const product = await create(dress());
    await publish(product);
    await create({ name: 'Прихований' });
    const strange = await app.project('Чужа');
    const client = await app.member(project, 'Client', null);
    const none = await app.call(contract.listDropshippingProducts, { token: strange.owner.token });
    expect(none.body.total).toBe(0);
    const mine = await app.call(contract.listDropshippingProducts, { token: client.token, query: { q: 'марта' } });
    expect(mine.body.items).toMatchObject([
      {
        id: product.id,
        project_id: project.id,
        project_title: 'Текстиль',
        booked: null,
        available: 10,
        min_price: 90000,
      },
    ]);
    const formed = async (q: string) =>
      (await app.call(contract.listDropshippingProducts, { token: client.token, query: { q } })).body.total;
    expect(await Promise.all(['марту', 'мартою', 'мартен'].map(formed))).toEqual([1, 1, 0]);
    const filtered = await app.call(contract.listDropshippingProducts, {
      token: client.token,
      query: { project_id: strange.id },
    });
    expect(filtered.body.items).toEqual([]);
  });
});
