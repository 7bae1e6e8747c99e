import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { updateProduct, updateVariant } from '@lanka/domain/catalog/contract';
import { handOutCodes, saveMarking } from '@lanka/domain/marking/contract';
import * as contract from '@lanka/domain/marking/labels';
import { type CreateFieldBody, createField, type TemplateSet } from '@lanka/domain/templates/contract';
import { updateMainInfo } from '@lanka/domain/templates/main_info';
import * as mupdf from 'mupdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeDropshipper, makeVariants, orderBody, placeOrder } from '../../test/trade';
import { qrText } from './address';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

let app: TestApp;
let project: TestProject;
let owner: string;
let variants: string[];

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  owner = project.owner.token;
  variants = await makeVariants(app, project, [{ sku: 'PL-01', recommended_price: 123_450 }, {}]);
});

const params = () => ({ project_id: project.id });
const v = (index: number): string => variants[index] ?? '';
const give = () => app.call(handOutCodes, { params: params(), token: owner, body: {} });
const print = (body: z.input<typeof contract.PrintLabelsBody>, token = owner) =>
  app.call(contract.printLabels, { params: params(), token, body });
const create = (body: contract.CreateTemplateBody, token = owner) =>
  app.call(contract.createLabelTemplate, { params: params(), token, body });

const open = (pdf: unknown) => mupdf.Document.openDocument(pdf as Buffer, 'application/pdf');
/** What a scanner reads on a page, by its kind; and its size in millimetres. */
async function read(pdf: unknown, page = 0) {
  const shown = open(pdf).loadPage(page);
  const [x = 0, y = 0, right = 0, bottom = 0] = shown.getBounds();
  // 203 dpi, as label printers have
  const scale = 203 / 72;
  const picture = shown.toPixmap(mupdf.Matrix.scale(scale, scale), mupdf.ColorSpace.DeviceRGB, false).asPNG();
  const found = await readBarcodes(picture);
  const mm = (points: number) => Math.round((points / 72) * 25.4);
  return { codes: found.map(({ text, format }) => `${format} ${text}`), size: [mm(right - x), mm(bottom - y)] };
}
const textOf = (pdf: unknown, page = 0) => open(pdf).loadPage(page).toStructuredText('').asText();

describe('a printed label is read by a scanner', () => {
  const single = ['58x40', '40x25', '100x100', '100x150'] as const;
  const sizes = { '58x40': [58, 40], '40x25': [40, 25], '100x100': [100, 100], '100x150': [100, 150] };

  it.each(single)('%s with a QR: the address of the public page', async (format) => {
    await give();
    const printed = await print({ items: [{ product_variant_id: v(0), count: 1 }], format });
    expect([printed.status, printed.headers['content-type']]).toEqual([200, 'application/pdf']);
    const [row] = await app.sql<{ code: string }>(
      project.id,
      'select code from product_variants where project_id = $1 and id = $2',
      [project.id, v(0)],
    );
    const marked = { id: v(0), code: row?.code ?? '' };
    const path = qrText({ publicUrl: '' }, project.friendly_id, null, marked);
    const { codes, size } = await read(printed.body);
    expect([codes.length, size]).toEqual([1, sizes[format]]);
    expect(codes[0]).toMatch(/^QRCode http:\/\/localhost/);
    expect(codes[0]?.endsWith(path)).toBe(true);
  });

  it.each(single)('%s with bars: the code alone', async (format) => {
    await app.call(saveMarking, { params: params(), token: owner, body: { code_type: 'barcode' } });
    await give();
    const printed = await print({ items: [{ product_variant_id: v(0), count: 1 }], format });
    const { codes, size } = await read(printed.body);
    expect(size).toEqual(sizes[format]);
    expect(codes).toEqual([expect.stringMatching(/^EAN-?13 20000000000\d\d$/)]);
  });

  it('with the supplier’s own address in the QR', async () => {
    await give();
    const body = { code_type: 'qr' as const, redirect_url: 'https://shop.example.com/p/{code}' };
    await app.call(saveMarking, { params: params(), token: owner, body });
    const printed = await print({ items: [{ product_variant_id: v(0), count: 1 }], format: '58x40' });
    const { codes } = await read(printed.body);
    expect(codes).toEqual([expect.stringMatching(/^QRCode https:\/\/shop\.example\.com\/p\/20000000000\d\d$/)]);
  });

  it('with a code of one’s own that no bars take', async () => {
    await app.call(saveMarking, { params: params(), token: owner, body: { code_type: 'barcode' } });
    const [row] = await app.sql<{ product_id: string }>(
      project.id,
      'select product_id from product_variants where project_id = $1 limit 1',
      [project.id],
    );
    await app.call(updateVariant, {
      params: { ...params(), product_id: row?.product_id ?? '', id: v(0) },
      token: owner,
      body: { barcode: 'Плаття-№1' },
    });
    const printed = await print({ items: [{ product_variant_id: v(0), count: 1 }], format: '58x40' });
    expect((await read(printed.body)).codes).toEqual(['QRCode Плаття-№1']);
  });
});

describe('what is printed', () => {
  it('so many of each, one on a page, in the order asked for', async () => {
    await give();
    const items = [
      { product_variant_id: v(1), count: 2 },
      { product_variant_id: v(0), count: 1 },
    ];
    const { body } = await print({ items, format: '58x40' });
    expect(open(body).countPages()).toBe(3);
    expect([textOf(body, 1), textOf(body, 2)].map((text) => text.includes('PL-01'))).toEqual([false, true]);
    expect(textOf(body, 2)).toMatch(/1\s234,50\sгрн/);
  });

  it('side by side on sheets, past the cells that are used', async () => {
    await give();
    const items = [{ product_variant_id: v(0), count: 24 }];
    expect(open((await print({ items, format: 'a4' })).body).countPages()).toBe(1);
    const skipped = (await print({ items, format: 'a4', skip: 1 })).body;
    expect(open(skipped).countPages()).toBe(2);
    const { codes, size } = await read(skipped, 1);
    expect([codes.length, size]).toEqual([1, [210, 297]]);
  });

  it('by a template, and by what is told instead of it', async () => {
    await give();
    const template = (await create({ name: 'Касова', format: '40x25', parts: ['own_text', 'sku'], own_text: 'Сорт 1' }))
      .body;
    const items = [{ product_variant_id: v(0), count: 1 }];
    const { body } = await print({ items, template_id: template.id });
    expect([textOf(body).includes('Сорт 1'), textOf(body).includes('Плаття')]).toEqual([true, false]);
    const { body: other } = await print({ items, template_id: template.id, format: '100x100', parts: ['name'] });
    expect([textOf(other).includes('Сорт 1'), textOf(other).includes('Плаття')]).toEqual([false, true]);
    expect((await read(other)).size).toEqual([100, 100]);
  });

  it('with the additional fields that the template names, in its order', async () => {
    await give();
    const at = { token: owner, params: params() };
    const field = (set: TemplateSet, body: CreateFieldBody) =>
      app.call(createField, { ...at, params: { ...params(), set }, body });
    await field('product', { key: 'fabric', name: 'Тканина', type: 'text' });
    await field('product', { key: 'care', name: 'Догляд', type: 'text' });
    await field('product_modification', { key: 'cost', name: 'Знижка', type: 'money' });
    const [row] = await app.sql<{ id: string }>(
      project.id,
      'select product_id as id from product_variants where id = $1',
      [v(0)],
    );
    const id = row?.id as string;
    const values = { fields: { fabric: 'льон', care: 'не прати' }, variants: [{ id: v(0), fields: { cost: 1250 } }] };
    const given = await app.call(updateProduct, { ...at, params: { ...params(), id }, body: values });
    expect(given.status).toBe(200);
    const fields = ['product_modification.cost', 'product.fabric', 'product.gone'];
    const template = (await create({ name: 'Склад', format: '100x100', parts: ['name'], fields })).body;
    expect(template.fields).toEqual(fields);
    const items = [{ product_variant_id: v(0), count: 1 }];
    const said = textOf((await print({ items, template_id: template.id })).body);
    expect(said.replaceAll('\u00a0', ' ')).toMatch(/Знижка: 12,50 грн · Тканина: льон/);
    expect(said).not.toContain('прати');
    const none = textOf((await print({ items, template_id: template.id, fields: [] })).body);
    expect(none).not.toContain('Тканина');
    const wrong = await create({ name: 'Інша', format: '100x100', parts: ['name'], fields: ['client.source'] });
    expect([wrong.status, wrong.error.details[0]?.path]).toEqual([400, 'fields.0']);
  });

  it('a picture before, by the same places', async () => {
    const preview = (body: z.input<typeof contract.previewLabel.body>) =>
      app.call(contract.previewLabel, { params: params(), token: owner, body });
    const design = { format: '58x40', parts: [...contract.USUAL_PARTS], own_text: '' } as const;
    const { body, headers } = await preview({ ...design, parts: [...design.parts], product_variant_id: v(0) });
    expect(headers['content-type']).toBe('image/svg+xml');
    const svg = String(body);
    expect(svg).toContain('viewBox="0 0 58 40"');
    expect(svg).toContain('PL-01');
    const own = await preview({ ...design, parts: ['own_text'], own_text: '<script>&"' });
    expect(String(own.body)).toContain('&lt;script&gt;&amp;&quot;');
  });
});

describe('labels made from orders', () => {
  const design = {
    format: '100x100',
    parts: ['name', 'order_number'],
    own_text: '',
    fields: ['order_item.embroidery', 'order.gift', 'product.fabric'],
  } satisfies z.input<typeof contract.previewLabel.body>;
  const pages = (pdf: unknown) =>
    Array.from({ length: open(pdf).countPages() }, (_, page) => textOf(pdf, page).replace(/\s+/g, ' ').trim());
  const preview = async (more: Partial<z.input<typeof contract.previewLabel.body>> = {}) => {
    const asked = { params: params(), token: owner, body: { ...design, ...more } };
    const { status, body } = await app.call(contract.previewLabel, asked);
    return {
      status,
      said: String(body)
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' '),
    };
  };
  /** An order of these modifications, each with what is to be embroidered on it; null: nothing. */
  const order = async (wanted: readonly (readonly [string, string | null])[], gift = false) => {
    const items = wanted.map(([product_variant_id, words]) => ({
      ...{ product_variant_id, count: 1 },
      ...(words === null ? {} : { fields: { embroidery: words } }),
    }));
    const made = await placeOrder(app, project, owner, {
      ...orderBody({}),
      items,
      ...(gift ? { fields: { gift } } : {}),
    });
    expect(made.status).toBe(201);
    return made.body;
  };

  beforeEach(async () => {
    const at = { token: owner, params: params() };
    const field = (set: TemplateSet, body: CreateFieldBody) =>
      app.call(createField, { ...at, params: { ...params(), set }, body });
    await field('order_item', { key: 'embroidery', name: 'Напис на вишивці', type: 'text' });
    await field('order', { key: 'gift', name: 'Подарунок', type: 'yes_no' });
    const prefixes = { order: 'ВШ-', invoice: '', delivery_note: '', return_note: '', credit_note: '' };
    expect((await app.call(updateMainInfo, { ...at, body: { prefixes } })).status).toBe(200);
    await give();
  });

  it('have the values of its line, two lines of one modification each its own', async () => {
    const mother = await order([[v(0), 'Мамі з любов’ю']], true);
    const other = await order([
      [v(0), 'Олена'],
      [v(1), null],
    ]);
    const items = [
      { product_variant_id: v(0), order_id: mother.id, count: 2 },
      { product_variant_id: v(0), order_id: other.id, count: 1 },
      { product_variant_id: v(1), order_id: other.id, count: 1 },
      { product_variant_id: v(0), count: 1 },
    ];
    const template = (await create({ ...design, name: 'Вишивка' })).body;
    const said = pages((await print({ items, template_id: template.id })).body);
    const name = said[4] ?? '';
    const wanted = `${name} Напис на вишивці: Мамі з любов’ю · Подарунок: так Замовлення № ВШ-${mother.number}`;
    expect(said).toEqual([
      wanted,
      wanted,
      `${name} Напис на вишивці: Олена Замовлення № ВШ-${other.number}`,
      `${name} Замовлення № ВШ-${other.number}`,
      // from the stock
      name,
    ]);
    expect(name).toContain('Плаття');
  });

  it('are shown before by what the line has, and the template by a sample', async () => {
    const { id } = await order([[v(0), 'Олена']]);
    expect((await preview({ product_variant_id: v(0), order_id: id })).said).toContain('Напис на вишивці: Олена');
    const { said } = await preview();
    for (const word of ['зразок', 'Подарунок:', 'ВШ-1042']) expect(said).toContain(word);
    const alone = await preview({ product_variant_id: v(0) });
    expect([alone.status, /Напис|Замовлення/.test(alone.said)]).toEqual([200, false]);
  });

  it('are of an order of this project that has the modification', async () => {
    const { id } = await order([[v(0), 'Олена']]);
    const theirs = await app.project();
    const [foreign = ''] = await makeVariants(app, theirs, [{}]);
    const strange = (await placeOrder(app, theirs, theirs.owner.token, orderBody({ [foreign]: 1 }))).body.id;
    const labels = (...asked: { product_variant_id: string; order_id: string }[]) =>
      print({ format: '58x40', items: asked.map((one) => ({ ...one, count: 1 })) });
    const right = { product_variant_id: v(0), order_id: id };
    const cases = [
      [await labels(right, { ...right, order_id: strange }), 404, 'orders.not_found', 'items.1.order_id'],
      [
        await labels(right, { ...right, product_variant_id: v(1) }),
        422,
        'labels.not_in_order',
        'items.1.product_variant_id',
      ],
    ] as const;
    for (const [{ status, error }, ...expected] of cases)
      expect([status, error.code, error.details[0]?.path]).toEqual(expected);
    const asked = { params: params(), token: owner };
    const nameless = await app.call(contract.previewLabel, { ...asked, body: { ...design, order_id: id } });
    expect([nameless.status, nameless.error.details[0]?.path]).toEqual([400, 'product_variant_id']);
    expect((await preview({ product_variant_id: v(1), order_id: id })).status).toBe(422);
    expect((await preview({ product_variant_id: v(0), order_id: strange })).status).toBe(404);
  });
});

describe('what is refused', () => {
  const refusal = ({ status, error }: { status: number; error: { code: string; details: object[] } }) => [
    status,
    error.code,
    (error.details[0] as { path?: string } | undefined)?.path,
  ];
  const one = () => [{ product_variant_id: v(0), count: 1 }];

  it('says which line', async () => {
    expect(refusal(await print({ items: one() }))).toEqual([422, 'labels.format_required', 'format']);
    expect(refusal(await print({ items: one(), format: '58x40' }))).toEqual([
      422,
      'labels.no_code',
      'items.0.product_variant_id',
    ]);
    expect((await print({ items: one(), format: '58x40', parts: ['name'] })).status).toBe(200);
    const [theirs = ''] = await makeVariants(app, await app.project(), [{}]);
    const foreign = [...one(), { product_variant_id: theirs, count: 1 }];
    expect(refusal(await print({ items: foreign, format: '58x40' }))).toEqual([
      404,
      'catalog.variant_not_found',
      'items.1.product_variant_id',
    ]);
    const many = variants.map((product_variant_id) => ({ product_variant_id, count: 600 }));
    expect(refusal(await print({ items: many, format: '58x40' }))).toEqual([422, 'labels.too_many', 'items']);
  });

  it('templates of one name, too many, and by who may not', async () => {
    const body = { name: 'Касова', format: '40x25', parts: ['name'] } as const;
    const [first, second] = await Promise.all([
      create({ ...body, parts: ['name'] }),
      create({ ...body, parts: ['name'] }),
    ]);
    expect([first?.status, second?.status].sort()).toEqual([201, 409]);
    const stockman = await app.member(project, 'Stockman');
    const client = await makeDropshipper(app, project);
    expect((await create({ ...body, name: 'Друга', parts: ['name'] }, stockman.token)).status).toBe(403);
    expect((await print({ items: one(), format: '58x40' }, client.token)).status).toBe(403);
  });
});

it('500 labels are drawn at once', async () => {
  await give();
  const items = variants.map((product_variant_id) => ({ product_variant_id, count: 250 }));
  const { status, body } = await print({ items, format: '58x40' });
  expect([status, open(body).countPages()]).toEqual([200, 500]);
  expect((await read(body, 499)).codes).toEqual([expect.stringContaining('/q/')]);
});
