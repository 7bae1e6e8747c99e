import { createProduct, listProducts, publishProduct, readProduct } from '@lanka/domain/catalog/contract';
import { createCategory } from '@lanka/domain/categories/contract';
import * as contract from '@lanka/domain/outfeeds/contract';
import { FeedFormat, fileOf } from '@lanka/domain/outfeeds/formats';
import { Market, marketOf } from '@lanka/domain/outfeeds/markets';
import { changeStock } from '@lanka/domain/stock/contract';
import { type CreateFieldBody, createField, type TemplateSet } from '@lanka/domain/templates/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetched } from '../../test/fetched';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { Importing } from '../../test/importing';
import { readFeed } from '../feeds/parse/testing';
import { buildJob } from './build';
import { settingsOf } from './settings';

let app: TestApp;
let project: TestProject;

/** What goods have besides: a field of each kind that can be told. */
const FIELDS: readonly (CreateFieldBody & { readonly set: TemplateSet })[] = [
  { set: 'product', key: 'fabric', name: 'Тканина', type: 'select', options: ['Льон', 'Бавовна, рідка'] },
  { set: 'product', key: 'care', name: 'Догляд, прання', type: 'multi_select', options: ['Ручне', 'До 30°'] },
  { set: 'product', key: 'since', name: 'У колекції з', type: 'date' },
  { set: 'product', key: 'eco', name: 'Екологічне', type: 'yes_no' },
  { set: 'product', key: 'deposit', name: 'Застава', type: 'money' },
  { set: 'product_modification', key: 'bust', name: 'Обхват грудей, см', type: 'number' },
  { set: 'product_modification', key: 'note_2', name: 'Примітка', type: 'text' },
];
const REFS = FIELDS.map(({ set, key }) => `${set}.${key}`);

async function addFields(of: TestProject) {
  for (const { set, ...body } of FIELDS)
    await app.call(createField, { token: of.owner.token, params: { project_id: of.id, set }, body });
}

/** What people write: signs of markup, of formulas and of tables, long lists, quotes. */
const GOODS = [
  {
    ...{ name: 'Футболка «Дубок» M&S <5 мм "льон" 100%', vendor: 'Швальня & Ко', tags: ['літо', 'льон, бавовна'] },
    fields: { fabric: 'Бавовна, рідка', care: ['Ручне', 'До 30°'], since: '2026-03-01', deposit: 120_050 },
    description: 'Тонкий льон & бавовна.\n\n- дихає\n- не мнеться ]]> ніколи\n\nПрати за 30°; <не> віджимати',
    variants: [
      {
        sku: 'ФТ/01-S',
        price: 39_900,
        recommended_price: 39_900,
        fields: { bust: 88.5, note_2: 'M&S <тонка>' },
        weight: 180,
        stock: 7,
        values: [
          ['Колір', 'Білий'],
          ['Розмір', 'S'],
        ],
      },
      {
        sku: 'ФТ/01-M',
        price: 41_950,
        recommended_price: 41_950,
        fields: { bust: 92 },
        weight: 185,
        stock: 0,
        values: [
          ['Колір', 'Білий'],
          ['Розмір', 'M'],
        ],
      },
      {
        sku: 'ФТ/02-M',
        price: 45_001,
        recommended_price: 45_001,
        weight: 190,
        stock: 3,
        values: [
          ['Колір', 'Синій; темний'],
          ['Розмір', 'M'],
        ],
      },
    ],
  },
  {
    ...{ name: '=Свічка 2+2', vendor: '', tags: [], description: '' },
    fields: { eco: true },
    variants: [
      {
        ...{
          name: '=Свічка 2+2',
          sku: 'SV-1',
          fields: { bust: 1234.5 },
          price: 10_000,
          recommended_price: 10_000,
          stock: 12,
          barcode: '4820000000017',
          values: [],
        },
        ...{ length: 300, width: 205, height: 20, weight: 1_250 },
      },
    ],
  },
  {
    ...{ name: 'Горня глиняне', vendor: 'Глек', tags: ['посуд'], description: 'Перший рядок\nдругий рядок' },
    variants: [
      { sku: 'GL-3', price: 25_000, recommended_price: 25_000, stock: 1, values: [["Об'єм", '300 мл']] },
      { sku: 'GL-5', price: 35_000, recommended_price: 35_000, stock: 2, values: [["Об'єм", '500 мл']] },
    ],
  },
] as const;

beforeAll(async () => {
  app = await testApp({ LOG_LEVEL: 'silent' }, { jobs: true });
  project = await app.project('Майстерня');
  const { token } = project.owner;
  const params = { project_id: project.id };
  await addFields(project);
  const root = (await app.call(createCategory, { token, params, body: { name: 'Дім і одяг' } })).body.id;
  const category = await app.call(createCategory, { token, params, body: { name: 'Різне', parent_id: root } });
  for (const { variants, tags, ...goods } of GOODS) {
    const made = await app.call(createProduct, {
      ...{ token, params },
      body: {
        ...{ ...goods, tags: [...tags], category_id: category.body.id },
        variants: variants.map(({ stock: _, values, ...variant }) => ({
          ...variant,
          values: values.map(([option, value]) => ({ option, value })),
        })),
      },
    });
    expect([made.status, made.error.details]).toEqual([201, undefined]);
    const published = await app.call(publishProduct, { token, params: { ...params, id: made.body.id } });
    expect([published.status, published.error.details]).toEqual([200, undefined]);
    for (const [at, { stock }] of variants.entries()) {
      const id = made.body.variants[at]?.id as string;
      if (stock > 0) await app.call(changeStock, { token, params: { ...params, id }, body: { delta: stock } });
    }
  }
});
afterAll(() => app.close());

/** What these marketplaces call the categories and attributes of the goods. */
async function mapAll(of: TestProject) {
  for (const market of Market.options) {
    const params = { project_id: of.id, market };
    const { token } = of.owner;
    const { body } = await app.call(contract.readMapping, { token, params });
    expect(body.categories.map(({ title, goods }) => [title, goods])).toEqual([['Дім і одяг > Різне', 3]]);
    const saved = await app.call(contract.saveMapping, {
      ...{ token, params, headers: { 'if-match': String(body.version) } },
      body: {
        categories: body.categories.map(({ key }) => ({
          key,
          id: '4626',
          name: 'Інше & різне',
          url: 'https://x.ua/c',
        })),
        params: body.params.map(({ option, values }, at) => ({
          ...{ option, id: String(100 + at), name: `Ознака ${at}` },
          values: values.map(({ value }, n) => ({ value, id: `${at}-${n}`, name: `${value}!` })),
        })),
      },
    });
    expect([saved.status, saved.error.details]).toEqual([200, undefined]);
    expect(saved.body.unmapped).toEqual({ categories: 0, params: 0 });
  }
}

/** The file of a feed that this project makes of its goods. */
async function fileFrom(of: TestProject, format: FeedFormat, more: { fields?: string[] } = {}) {
  const body = { ...settingsOf(format), ...more, link: 'https://shop.example/p/{sku}' };
  const made = await app.call(contract.createFeed, { token: of.owner.token, params: { project_id: of.id }, body });
  expect(made.status).toBe(201);
  await buildJob.run(app.app.services, { project_id: of.id, feed_id: made.body.id } as never);
  const file = await fetched(app, made.body);
  expect(file.status).toBe(200);
  // a project has room for so many
  await app.call(contract.deleteFeed, { token: of.owner.token, params: { project_id: of.id, id: made.body.id } });
  return { name: `feed.${fileOf(format)}`, bytes: file.bytes };
}

/** What a file says of the goods, apart from the ids that the project has given them. */
async function toldBy({ name, bytes }: { name: string; bytes: Buffer }, counts = true) {
  const { offers, rows, error } = await readFeed(bytes, { fileName: name });
  expect(error).toBeNull();
  expect(rows.flatMap(({ outcome, reasons }) => (outcome === 'refused' ? reasons : []))).toEqual([]);
  const groups = [...new Set(offers.map(({ group_key }) => group_key))];
  return offers
    .map(({ external_id: _, group_key, columns: __, ...offer }) => ({ ...offer, group: groups.indexOf(group_key) }))
    .map((offer) => (counts ? offer : { ...offer, stock: null, available: null }))
    .map((offer) => ({ ...offer, group: offers.filter(({ group_key }) => group_key === groups[offer.group]).length }))
    .sort((a, b) => a.sku.localeCompare(b.sku));
}

/** They tell only whether there is any: who imports them does not know how many. */
const WITHOUT_COUNTS: readonly FeedFormat[] = ['hotline', 'google'];

/** Of dropshippers alone: partners.test.ts has it. */
const OF_PROJECTS = FeedFormat.options.filter((format) => format !== 'partner');

describe.each(OF_PROJECTS)('%s', (format) => {
  it('is read back by our own import, which then finds nothing changed', async () => {
    const counts = !WITHOUT_COUNTS.includes(format);
    const file = await fileFrom(project, format);
    const told = await toldBy(file);
    expect(told.map(({ sku, price }) => [sku, price])).toEqual(
      GOODS.flatMap(({ variants }) => variants.map(({ sku, price }) => [sku, price] as const)).sort((a, b) =>
        String(a[0]).localeCompare(String(b[0])),
      ),
    );
    const other = await app.project('Магазин');
    const importing = new Importing(app, other);
    const first = await importing.file(file.name, file.bytes, { publish: true });
    expect(first.counts).toMatchObject({ created: told.length, refused: 0 });
    const again = await importing.file(file.name, file.bytes, { dry_run: true });
    expect(await importing.rows(again.id, 'changed,created')).toEqual([]);
    expect(again.counts).toMatchObject({ created: 0, changed: 0, unchanged: told.length });
    // and what the other one writes of them says the same
    const { body } = await app.call(listProducts, { token: other.owner.token, params: { project_id: other.id } });
    expect(body.items.map((one) => one.name).sort()).toEqual(GOODS.map((one) => one.name).sort());
    expect(await toldBy(await fileFrom(other, format), counts)).toEqual(counts ? told : await toldBy(file, counts));
  });
});

/** Values of the additional fields of all goods, by SKU. */
async function fieldsIn(of: TestProject) {
  const { token } = of.owner;
  const { body } = await app.call(listProducts, { token, params: { project_id: of.id } });
  const told: Record<string, unknown> = {};
  for (const { id } of body.items) {
    const one = await app.call(readProduct, { token, params: { project_id: of.id, id } });
    for (const { sku, fields } of one.body.variants) told[sku] = { ...one.body.fields, ...fields };
  }
  return told;
}

describe('additional fields', () => {
  it.each(OF_PROJECTS)(
    'stand in %s by their names, come back as what they were, and a second look finds nothing changed',
    async (format) => {
      const file = await fileFrom(project, format, { fields: REFS });
      const other = await app.project('Магазин');
      await addFields(other);
      const importing = new Importing(app, other);
      const first = await importing.file(file.name, file.bytes, { publish: true });
      expect(first.counts).toMatchObject({ created: 6, refused: 0 });
      expect(await fieldsIn(other)).toEqual(await fieldsIn(project));
      const again = await importing.file(file.name, file.bytes, { dry_run: true });
      expect(await importing.rows(again.id, 'changed,created')).toEqual([]);
      expect(again.counts).toMatchObject({ created: 0, changed: 0, unchanged: 6 });
    },
  );

  it('are parameters like any other for whoever has no such fields, and are added once', async () => {
    const file = await fileFrom(project, 'prom', { fields: REFS });
    const importing = new Importing(app, await app.project('Без полів'));
    await importing.file(file.name, file.bytes, { publish: true });
    const again = await importing.file(file.name, file.bytes, { dry_run: true });
    expect(await importing.rows(again.id, 'changed,created')).toEqual([]);
  });
});

describe('what is mapped', () => {
  beforeAll(() => mapAll(project));

  it.each(OF_PROJECTS.filter((format) => marketOf(format) !== null))(
    'stands in %s where the marketplace reads it, and our own import finds nothing changed',
    async (format) => {
      const file = await fileFrom(project, format);
      const other = await app.project('Магазин');
      const importing = new Importing(app, other);
      const first = await importing.file(file.name, file.bytes, { publish: true });
      expect(first.counts).toMatchObject({ created: 6, refused: 0 });
      const again = await importing.file(file.name, file.bytes, { dry_run: true });
      expect(await importing.rows(again.id, 'changed,created')).toEqual([]);
      expect(again.counts).toMatchObject({ unchanged: 6 });
      const { offers, feed } = await readFeed(file.bytes, { fileName: file.name });
      const names = new Set(offers.flatMap(({ options }) => options.map(({ name }) => name)));
      for (const name of names) if (format !== 'google') expect(name).toMatch(/^Ознака \d$/);
      expect(feed.header.notes).toEqual([]);
      const xml = file.name.endsWith('.xml') ? file.bytes.toString() : '';
      const told: Partial<Record<typeof format, string[]>> = {
        prom: [
          '<portal_category_id>4626</portal_category_id><portal_category_url>https://x.ua/c</portal_category_url>',
        ],
        rozetka: [' rz_id="4626">Різне</category>', ' paramid="', ' valueid="'],
        kasta: [' rz_id="4626">Різне</category>'],
        eva: ['>Інше &amp; різне</category>'],
        maudau: ['>Інше &amp; різне</category>'],
        epicentr: [
          '<category code="4626">Інше &amp; різне</category><attribute_set code="4626">Інше &amp; різне</attribute_set>',
          ' paramcode="',
          ' valuecode="',
        ],
        hotline: ['<name>Інше &amp; різне</name></category>'],
        google: ['<g:google_product_category>4626</g:google_product_category>'],
      };
      for (const part of told[format] ?? []) expect(xml).toContain(part);
    },
  );
});
