import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProduct, listAllVariants } from '@lanka/domain/catalog/contract';
import { createCategory } from '@lanka/domain/categories/contract';
import * as contract from '@lanka/domain/feeds/contract';
import { listNotices } from '@lanka/domain/notices/contract';
import { type CreateFieldBody, createField, type TemplateSet } from '@lanka/domain/templates/contract';
import { updateMainInfo } from '@lanka/domain/templates/main_info';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/harness';
import { Importing } from '../../test/importing';
import { yml } from './parse/testing';

let app: TestApp;
let importing: Importing;

beforeAll(async () => {
  app = await testApp({ LOG_LEVEL: process.env.TEST_LOG ?? 'silent' }, { jobs: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  importing = new Importing(app, await app.project());
});

const FIXTURES = new URL('./fixtures/', import.meta.url);
const fixtures = readdirSync(FIXTURES).filter((name) => /\.(xml|csv)$/.test(name));

const shirt = (size: string, price: number, stock: number, more = '') =>
  `<offer id="S-${size}" group_id="1" available="true"><price>${price}</price><currencyId>UAH</currencyId><name>Футболка ${size}</name>
   <vendorCode>TS-${size}</vendorCode><quantity_in_stock>${stock}</quantity_in_stock><param name="Розмір">${size}</param>${more}</offer>`;
const head = '<name>Швальня</name>';

describe.each(fixtures)('%s', (name) => {
  it('goes from a dry run into the catalogue, and a second run changes nothing', async () => {
    const bytes = readFileSync(new URL(name, FIXTURES));
    const dry = await importing.file(name, bytes, { dry_run: true });
    expect(dry).toMatchObject({ status: 'done', error: null, can_apply: true });
    expect(dry.counts.created).toBeGreaterThan(0);
    expect(await importing.catalogue()).toEqual([]);

    const applied = await importing.apply(dry.id);
    expect(applied).toMatchObject({ status: 'done', dry_run: false, counts: dry.counts });
    const first = await importing.catalogue();
    expect(first).toHaveLength(dry.counts.created);

    const again = await importing.file(name, bytes);
    expect(await importing.rows(again.id, 'changed,created')).toEqual([]);
    expect(again.counts).toMatchObject({ created: 0, changed: 0, unchanged: dry.counts.created });
    expect(await importing.catalogue()).toEqual(first);
  });
});

it('joins variants by their marker and names them by their values', async () => {
  await importing.file('feed.xml', yml(shirt('S', 100, 1) + shirt('M', 110, 0), head), { publish: true });
  const found = await importing.catalogue();
  expect(found).toMatchObject([
    { product: 'Футболка', name: 'M', sku: 'TS-M', price: 11000, actual: 0, movements: 0, published: true },
    { product: 'Футболка', name: 'S', sku: 'TS-S', price: 10000, actual: 1, movements: 1, published: true },
  ]);
});

it('a changed price changes the price only, a changed stock the stock only', async () => {
  await importing.file('feed.xml', yml(shirt('S', 100, 5) + shirt('M', 110, 7), head));
  const [m, s] = await importing.catalogue();

  const dearer = await importing.file('feed.xml', yml(shirt('S', 120, 5) + shirt('M', 110, 7), head));
  expect(dearer.counts).toMatchObject({ created: 0, changed: 1, unchanged: 1 });
  const [row] = await importing.rows(dearer.id, 'changed');
  expect(row?.changes).toEqual({
    price: { from: 10000, to: 12000 },
    recommended_price: { from: 10000, to: 12000 },
  });
  expect(await importing.catalogue()).toEqual([
    { ...m, product_version: 2 },
    { ...s, product_version: 2, price: 12000, recommended_price: 12000, version: 2 },
  ]);

  const sold = await importing.file('feed.xml', yml(shirt('S', 120, 3) + shirt('M', 110, 7), head));
  expect((await importing.rows(sold.id, 'changed'))[0]?.changes).toEqual({ stock: { from: 5, to: 3 } });
  expect(await importing.catalogue()).toEqual([
    { ...m, product_version: 2 },
    { ...s, product_version: 2, price: 12000, recommended_price: 12000, version: 2, actual: 3, movements: 2 },
  ]);
  const [movement] = await app.sql(
    importing.project.id,
    'select delta, before, after, ref_kind, ref_id, actor_id from stock_movements where delta < 0',
  );
  expect(movement).toEqual({
    ...{ delta: -2, before: 5, after: 3, ref_kind: 'import', ref_id: sold.id },
    actor_id: importing.project.owner.id,
  });
});

it('tells whoever began it by hand how it ended', async () => {
  const told = async () => {
    await app.deliver();
    return app.sql<{ kind: string; facts: object }>(
      importing.project.id,
      `select kind, facts from notices where project_id = $1 and user_id = $2 and kind like 'feeds.%' order by id`,
      [importing.project.id, importing.project.owner.id],
    );
  };
  const looked = await importing.file('feed.xml', yml(shirt('S', 100, 5), head), { dry_run: true });
  const facts = { created: 1, changed: 0, refused: 0 };
  expect(await told()).toEqual([{ kind: 'feeds.imported', facts: { id: looked.id, dry_run: true, ...facts } }]);
  const done = await importing.apply(looked.id);
  expect((await told()).slice(1)).toEqual([
    { kind: 'feeds.imported', facts: { id: done.id, dry_run: false, ...facts } },
  ]);
  const failed = await importing.file('feed.xml', '<yml_catalog></yml_catalog>');
  expect(failed.status).toBe('failed');
  expect((await told()).slice(2)).toMatchObject([{ kind: 'feeds.import_failed', facts: { id: failed.id } }]);
});

it('puts the good rows in and names the bad ones with number and reason', async () => {
  const broken =
    '<offer id="B"><price>дорого</price><name>Зламаний</name></offer><offer><name>Без ключа</name></offer>';
  const done = await importing.file('feed.xml', yml(shirt('S', 100, 5) + broken + shirt('M', 1, 1), head));
  expect(done).toMatchObject({ status: 'done', counts: { created: 2, refused: 2 } });
  expect(done.rows.map(({ number, external_id, reasons }) => [number, external_id, reasons[0]?.code])).toEqual([
    [2, 'B', 'price_invalid'],
    [3, '', 'id_missing'],
  ]);
  expect(done.rows[0]?.reason).toContain('дорого');
  expect(await importing.catalogue()).toHaveLength(2);
});

it('names the rows whose price or stock is beyond its bound, and leaves the stock as it is', async () => {
  const rows =
    shirt('S', 100_000_001, 1) +
    shirt('M', 100_000_000, 101) +
    shirt('L', 1, 10_000_001) +
    shirt('XL', 100_000_000, 100);
  const done = await importing.file('feed.xml', yml(rows, head));
  expect(done.counts).toMatchObject({ created: 2, refused: 2 });
  expect(done.rows.map(({ number, reasons }) => [number, reasons[0]?.code])).toEqual([
    [1, 'price_too_large'],
    [2, 'stock_value_too_large'],
  ]);
  const made = await importing.rows(done.id, 'created');
  expect(made.flatMap(({ warnings }) => warnings.map(({ code }) => code))).toContain('stock_too_large');
  const stocks = await app.sql(importing.project.id, 'select actual from stock_levels order by actual');
  expect(stocks).toEqual([{ actual: 0 }, { actual: 100 }]);

  // a dearer price for what lies on the shelf already
  const dearer = await importing.file('feed.xml', yml(shirt('XL', 99_999_999, 100) + shirt('L', 1, 10_000_000), head));
  expect(dearer.counts).toMatchObject({ changed: 2, refused: 0 });
  const worth = await importing.file('feed.xml', yml(shirt('L', 1_001, 5), head));
  expect(worth.rows.map(({ reasons }) => reasons[0]?.code)).toEqual(['stock_value_too_large']);
});

it('keeps what stands before the place where the file breaks off, and says where that is', async () => {
  const whole = yml(shirt('S', 100, 5) + shirt('M', 1, 1), head);
  const done = await importing.file('feed.xml', whole.slice(0, whole.indexOf('TS-M')));
  expect(done.counts).toMatchObject({ created: 1, refused: 1 });
  expect(done.error).toMatchObject({ code: 'feeds.truncated' });
  expect(done.error?.details[0]?.line).toBeGreaterThan(1);
  expect(await importing.catalogue()).toHaveLength(1);
});

it('fails with a clear reason when there is nothing to read', async () => {
  const page = await importing.file('feed.xml', '<!doctype html><html><body>Увійдіть</body></html>');
  expect(page).toMatchObject({ status: 'failed', error: { code: 'feeds.web_page' } });
  expect(page.error?.message).toContain('вебсторінка');
});

it('refuses a barcode that another product has, and the second row with the same one', async () => {
  const code = (value: string) => `<barcode>${value}</barcode>`;
  await app.call(createProduct, {
    token: importing.token,
    params: importing.params,
    body: { name: 'Своя', variants: [{ name: 'Своя', price: 1, barcode: '4820000000017' }] },
  });
  const done = await importing.file(
    'feed.xml',
    yml(shirt('S', 1, 1, code('4820000000017')) + shirt('M', 1, 1, code('A-1')) + shirt('L', 1, 1, code('A-1')), head),
  );
  expect(done.counts).toMatchObject({ created: 1, refused: 2 });
  expect(done.rows.map(({ external_id, reasons }) => [external_id, reasons[0]?.code])).toEqual([
    ['S-S', 'barcode_taken'],
    ['S-L', 'barcode_repeated'],
  ]);
  expect(done.rows[1]?.reason).toContain('A-1');
});

it('leaves stock below what is booked as it is and takes the price', async () => {
  await importing.file('feed.xml', yml(shirt('S', 100, 5), head));
  const [variant] = await app.sql<{ id: string }>(importing.project.id, 'select id from product_variants');
  await app.sql(
    importing.project.id,
    'update stock_levels set booked = 4 where project_id = $1 and product_variant_id = $2',
    [importing.project.id, variant?.id],
  );
  const done = await importing.file('feed.xml', yml(shirt('S', 90, 2), head));
  const [row] = await importing.rows(done.id);
  expect(row?.warnings.map(({ code }) => code)).toContain('stock_below_booked');
  expect(done.counts).toMatchObject({ changed: 1, refused: 0 });
  expect(await importing.catalogue()).toMatchObject([{ price: 9000, actual: 5 }]);
});

it('recognises goods that were entered by hand by their SKU', async () => {
  await app.call(createProduct, {
    token: importing.token,
    params: importing.params,
    body: { name: 'Футболка', variants: [{ name: 'S', price: 5000, sku: 'TS-S' }] },
  });
  const done = await importing.file('feed.xml', yml(shirt('S', 100, 5), head));
  expect(done.counts).toMatchObject({ created: 0, changed: 1 });
  expect(await importing.catalogue()).toMatchObject([{ price: 10000, source_key: 'S-S' }]);
});

it('joins what the user confirms, and remembers it', async () => {
  const loose = (id: string, title: string) =>
    `<offer id="${id}"><price>10</price><name>${title}</name><quantity_in_stock>1</quantity_in_stock></offer>`;
  const feed = yml(loose('A', 'Кружка біла матова') + loose('B', 'Кружка біла глянцева') + loose('C', 'Тарілка'), head);
  const dry = await importing.file('feed.xml', feed, { dry_run: true });
  const params = { ...importing.params, id: dry.id };
  const { body } = await app.call(contract.listJoinSuggestions, { token: importing.token, params });
  expect(body.items).toMatchObject([{ title: 'Кружка біла', external_ids: ['A', 'B'] }]);
  await importing.apply(dry.id, { joins: [{ title: 'Кружка «Ранок»', external_ids: ['A', 'B'] }] });
  const first = await importing.catalogue();
  expect(first.map(({ product, name }) => [product, name])).toEqual([
    ['Кружка «Ранок»', 'матова'],
    ['Кружка «Ранок»', 'глянцева'],
    ['Тарілка', 'Тарілка'],
  ]);
  const again = await importing.file('feed.xml', feed);
  expect(again.counts).toMatchObject({ created: 0, changed: 0, unchanged: 3 });
  expect(await importing.catalogue()).toEqual(first);
});

it('makes the dropshipper’s price of the only one, and remembers the rule for the source', async () => {
  const feed = yml(shirt('S', 100, 5), head);
  const dry = await importing.file('feed.xml', feed, { dry_run: true });
  await importing.apply(dry.id, { discount: 2500, publish: true });
  expect(await importing.catalogue()).toMatchObject([{ price: 7500, recommended_price: 10000, published: true }]);
  const again = await importing.file('feed.xml', feed);
  expect(again).toMatchObject({ options: { discount: 2500, publish: true }, counts: { changed: 0, unchanged: 1 } });
});

it('runs imports of one project one after another', async () => {
  const feed = yml(shirt('S', 100, 5) + shirt('M', 110, 7), head);
  const upload = await importing.upload('feed.xml', feed);
  const both = await Promise.all([importing.run({ upload }), importing.run({ upload })]);
  expect(both.map(({ status }) => status)).toEqual(['done', 'done']);
  expect(both.map(({ counts }) => counts.created).sort()).toEqual([0, 2]);
  expect(await importing.catalogue()).toHaveLength(2);
});

it('goes on after its process was killed', async () => {
  const upload = await importing.upload('feed.xml', yml(shirt('S', 100, 5), head));
  const { token, params } = importing;
  const started = await app.call(contract.createImport, { token, params, body: { upload } });
  await importing.finished(started.body.id);
  // as a process leaves it that died between reading and writing, a minute ago
  await app.sql(
    importing.project.id,
    `update imports set status = 'running', staged = false, batches = 0, batches_done = 0, finished_at = null,
      beat_at = now() - interval '2 minutes', runner = gen_random_uuid() where project_id = $1`,
    [importing.project.id],
  );
  await app.app.services.db.transaction({ projectIds: [importing.project.id] }, (tx) =>
    app.app.services.jobs.send(
      tx,
      { name: 'feeds.import' },
      {
        project_id: importing.project.id,
        import_id: started.body.id,
      },
    ),
  );
  const done = await importing.finished(started.body.id);
  expect(done).toMatchObject({ status: 'done', counts: { created: 0, changed: 0, unchanged: 1 } });
});

it('goes on soon after its process was killed, and so do those that wait behind it', async () => {
  const { token, params, project } = importing;
  const upload = await importing.upload('feed.xml', yml(shirt('S', 100, 5), head));
  const { id: killed } = await importing.run({ upload });
  const asProject = (text: string, ...values: unknown[]) => app.sql(project.id, text, [project.id, ...values]);
  const jobs = (import_id: string, name: string, state: string) =>
    asProject(
      `select extract(epoch from start_after - now())::float8 as wait from pgboss.job
       where data->>'project_id' = $1::text and data->>'import_id' = $2 and name = $3 and state = $4`,
      ...[import_id, name, state],
    );
  // its own job looks for imports that wait at its end: it would take up the one behind
  await expect.poll(() => jobs(killed, 'feeds.import', 'completed')).not.toHaveLength(0);
  // as a process leaves it that was killed this moment: to everybody else it is alive
  await asProject(
    `update imports set status = 'running', staged = false, batches = 0, batches_done = 0, finished_at = null,
      beat_at = now(), runner = gen_random_uuid() where project_id = $1`,
  );
  const behind = await app.call(contract.createImport, { token, params, body: { upload } });
  expect(behind.status).toBe(201);
  // its own try has found that the other one seems to be at work
  await expect.poll(() => jobs(behind.body.id, 'feeds.import', 'completed')).toHaveLength(1);
  const watches = await jobs(behind.body.id, 'feeds.import_watch', 'created');
  expect(watches).toHaveLength(1);
  expect(Number(watches[0]?.wait)).toBeLessThanOrEqual(15);
  // somewhat later
  await asProject(`update imports set beat_at = now() - interval '15 s' where project_id = $1 and status = 'running'`);
  await asProject(
    `update pgboss.job set start_after = now() where data->>'project_id' = $1::text and name = 'feeds.import_watch'`,
  );
  expect(await importing.finished(killed)).toMatchObject({ status: 'done', counts: { created: 0, unchanged: 1 } });
  expect(await importing.finished(behind.body.id)).toMatchObject({ status: 'done', counts: { unchanged: 1 } });
});

it('lets the database know how large the catalogue has become', async () => {
  const offers = Array.from(
    { length: 300 },
    (_, n) =>
      `<offer id="N-${n}"><price>10</price><name>Кружка ${n}</name><quantity_in_stock>1</quantity_in_stock></offer>`,
  );
  const analyzed = async () => {
    const rows = await app.sql(
      null,
      `select max(analyze_count)::int as times from pg_stat_user_tables where relname in ('products', 'product_variants')`,
    );
    return Number(rows[0]?.times);
  };
  const before = await analyzed();
  await importing.file('feed.xml', yml(offers.join(''), head));
  // after the first portion, and at the end
  await expect.poll(analyzed, { timeout: 60_000 }).toBeGreaterThanOrEqual(before + 2);
});

it('is for staff of the project', async () => {
  const other = new Importing(app, await app.project('Інша'));
  const upload = await importing.upload('feed.xml', yml(shirt('S', 100, 5), head));
  const done = await importing.run({ upload });
  const { params } = importing;
  const client = await app.member(importing.project, 'Client');
  const asClient = await app.call(contract.createImport, { token: client.token, params, body: { upload } });
  expect(asClient.status).toBe(403);
  const stranger = { token: other.token, params: { ...params, id: done.id } };
  expect((await app.call(contract.readImport, stranger)).status).toBe(404);
  const foreign = { token: other.token, params: { ...other.params, id: done.id } };
  expect((await app.call(contract.readImport, foreign)).status).toBe(404);
  expect((await app.call(contract.listImportRows, foreign)).status).toBe(404);
  const body = { upload };
  const stolen = await app.call(contract.createImport, { token: other.token, params: other.params, body });
  expect(stolen.error).toMatchObject({ code: 'imports.upload_not_found' });
  const neither = await app.call(contract.createImport, { token: importing.token, params, body: {} });
  expect(neither).toMatchObject({ status: 400, error: { details: [{ path: 'url' }] } });
});

it('our own table says whose stock is not counted: its stock is left out, and what is on the shelf goes on to be counted', async () => {
  const table = (...rows: string[]) => Buffer.from(['Назва;Артикул;Ціна;Залишок;Облік залишку', ...rows].join('\n'));
  await importing.file('a.csv', table('Пошиття;П-1;100;7;ні', 'Шарф;Ш-1;100;7;так'));
  const { token, params } = importing;
  const goods = async () =>
    (await app.call(listAllVariants, { token, params, query: { sort: 'name' } })).body.items.map(
      ({ sku, actual, availability }) => [sku, actual, availability],
    );
  expect(await goods()).toEqual([
    ['П-1', 0, 'unlimited'],
    ['Ш-1', 7, 'in_stock'],
  ]);
  const again = await importing.file('a.csv', table('Пошиття;П-1;100;;так', 'Шарф;Ш-1;100;;ні'));
  const warned = (await importing.rows(again.id, 'changed,unchanged')).flatMap(({ warnings }) => warnings);
  expect(warned.map(({ code }) => code)).toContain('tracked_has_stock');
  expect(await goods()).toEqual([
    ['П-1', 0, 'out_of_stock'],
    ['Ш-1', 7, 'in_stock'],
  ]);
});

it('our own table says in what goods are counted; a unit that the project has not is left out and named', async () => {
  const { token, params } = importing;
  const default_size = { length: 300, width: 200, height: null };
  const info = { units: ['шт', 'м'], default_weight: 250, default_size };
  await app.call(updateMainInfo, { token, params, body: info });
  const table = (...rows: string[]) => Buffer.from(['Назва;Артикул;Ціна;Одиниця;Вага, г', ...rows].join('\n'));
  const first = await importing.file('a.csv', table('Стрічка;С-1;100;М.;', 'Ґудзик;Ґ-1;5;;3', 'Нитка;Н-1;20;бобіна;'));
  expect((await importing.rows(first.id, 'created')).map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([
    ...[[], []].map(() => expect.not.arrayContaining(['unit_unknown'])),
    expect.arrayContaining(['unit_unknown']),
  ]);
  const goods = async () =>
    (await app.call(listAllVariants, { token, params, query: { sort: 'name' } })).body.items.map(
      ({ sku, unit, weight, length }) => [sku, unit, weight, length],
    );
  expect((await goods()).sort()).toEqual([
    ['Н-1', 'шт', 250, 300],
    ['С-1', 'м', 250, 300],
    ['Ґ-1', 'шт', 3, 300],
  ]);
  const again = await importing.file('a.csv', table('Стрічка;С-1;100;шт;', 'Ґудзик;Ґ-1;5;;3'));
  expect((await importing.rows(again.id, 'changed')).map(({ changes }) => changes)).toEqual([
    { unit: { from: 'м', to: 'шт' } },
  ]);
});

it.each(['products_xlsx', 'products_csv'] as const)('what %s writes is read back without a change', async (kind) => {
  await importing.file('feed.xml', readFileSync(new URL('prom.xml', FIXTURES)));
  const { token, params } = importing;
  await app.call(createProduct, {
    token,
    params,
    body: {
      name: '=Дивна назва',
      description: '- перше\n- друге',
      tags: ['Подарунки'],
      vendor: 'Майстер',
      variants: [
        { sku: 'X-1', price: 12345, values: [{ option: 'Колір', value: 'Синій' }] },
        {
          price: 20000,
          place: 'Б-3',
          minimum: 2,
          length: 305,
          width: 20,
          values: [{ option: 'Колір', value: 'Білий' }],
        },
      ],
    },
  });
  const before = await importing.catalogue();
  const started = await app.call(contract.createExport, { token, params, body: { kind } });
  let made = started.body;
  while (made.status === 'queued' || made.status === 'running') {
    made = (await app.call(contract.readExport, { token, params: { ...params, id: made.id } })).body;
  }
  expect(made).toMatchObject({ status: 'done', rows: before.length });
  const file = await app.app.server.inject({ method: 'GET', url: String(made.url) });
  const back = await importing.file(String(made.file_name), file.rawPayload);
  const changed = await importing.rows(back.id, 'changed,created,refused');
  expect(changed.map(({ title, changes, reasons }) => ({ title, changes, reasons }))).toEqual([]);
  expect(back.counts.unchanged).toBe(before.length);
  expect((await importing.catalogue()).map(({ source_key: _, ...rest }) => rest)).toEqual(
    expect.arrayContaining(before.map(({ source_key: _, ...rest }) => rest)),
  );
});

it('a table of goods holds those of a category, with all below it, and of a state of the stock', async () => {
  const { token, params } = importing;
  const make = async (filters: contract.ExportFilters): Promise<string[]> => {
    const body = { kind: 'products_csv', filters } as const;
    const { id } = (await app.call(contract.createExport, { token, params, body })).body;
    const read = async () => (await app.call(contract.readExport, { token, params: { ...params, id } })).body;
    await expect.poll(async () => (await read()).status).toBe('done');
    const file = await app.app.server.inject({ method: 'GET', url: String((await read()).url) });
    return file.body.split('\n').flatMap((line) => line.match(/T-\d/) ?? []);
  };
  const category = async (name: string, parent_id: string | null) =>
    (await app.call(createCategory, { token, params, body: { name, parent_id } })).body.id;
  const cloth = await category('Тканини', null);
  const wool = await category('Вовна', cloth);
  const other = await category('Фурнітура', null);
  for (const [sku, category_id, stock] of [
    ['T-1', cloth, 0],
    ['T-2', wool, 5],
    ['T-3', other, 0],
  ] as const) {
    const body = { name: sku, category_id, variants: [{ sku, price: 100, actual: stock }] };
    await app.call(createProduct, { token, params, body });
  }
  expect((await make({ category_id: cloth })).sort()).toEqual(['T-1', 'T-2']);
  expect(await make({ category_id: wool })).toEqual(['T-2']);
  expect((await make({ stock: 'out_of_stock' })).sort()).toEqual(['T-1', 'T-3']);
  expect(await make({ stock: 'in_stock' })).toEqual(['T-2']);
  expect(await make({ category_id: cloth, stock: 'out_of_stock' })).toEqual(['T-1']);
  const strange = await app.call(contract.createExport, {
    token,
    params,
    body: { kind: 'orders_csv', filters: { stock: 'low' } },
  });
  expect(strange).toMatchObject({ status: 400, body: { details: [{ path: 'filters.stock' }] } });
});

it('an export whose file cannot be written for a while is made when it can', async () => {
  await importing.file('feed.xml', readFileSync(new URL('prom.xml', FIXTURES)));
  const { token, params } = importing;
  const read = async (id: string) =>
    (await app.call(contract.readExport, { token, params: { ...params, id } })).body.status;
  const body = { kind: 'products_csv' } as const;
  const id = (await app.call(contract.createExport, { token, params, body })).body.id;
  // where its folder is to be made, a file stands in the way
  const files = join(app.app.services.config.dataDir, 'files', params.project_id);
  mkdirSync(files, { recursive: true });
  writeFileSync(join(files, id), '');
  const begun = () => app.sql(params.project_id, 'select attempts from exports where id = $1 and attempts > 1', [id]);
  await expect.poll(begun, { timeout: 60_000 }).toHaveLength(1);
  expect(await read(id)).toBe('running');
  rmSync(join(files, id));
  await expect.poll(() => read(id), { timeout: 60_000 }).toBe('done');
  await app.deliver();
  const told = async () =>
    (await app.call(listNotices, { token, query: { area: ['files'] } })).body.items.map(({ title, path }) => ({
      title,
      path,
    }));
  await expect.poll(told, { timeout: 60_000 }).toContainEqual({
    ...{ title: 'Експорт товарів готовий', path: '/cp/products/export' },
  });
});

it.each(['xlsx', 'csv'] as const)('offers a template as %s that can be imported', async (format) => {
  const { token, params } = importing;
  const answer = await app.call(contract.importTemplate, { token, params, query: { format } });
  const done = await importing.file(`template.${format}`, answer.body as unknown as Buffer);
  expect(done).toMatchObject({ status: 'done', counts: { created: 3, refused: 0 } });
  expect(await importing.catalogue()).toMatchObject([
    { product: 'Чашка керамічна', published: false, price: 9000 },
    { product: 'Футболка базова', name: 'Білий / L', published: true },
    { product: 'Футболка базова', name: 'Білий / M', actual: 12 },
  ]);
});

describe('additional fields', () => {
  const field = (set: TemplateSet, body: CreateFieldBody) =>
    app.call(createField, { token: importing.token, params: { ...importing.params, set }, body });
  const stored = async () =>
    app.sql<{ name: string; of_product: object; of_variant: object }>(
      importing.params.project_id,
      `select v.sku as name, p.fields as of_product, v.fields as of_variant from product_variants v
       join products p on p.project_id = v.project_id and p.id = v.product_id order by v.sku`,
    );
  const table = (header: string, ...rows: string[]) =>
    Buffer.from([`Артикул групи;Назва;Артикул;Ціна;${header}`, ...rows].join('\n'));

  beforeEach(async () => {
    await field('product', { name: 'Тканина', key: 'fabric', type: 'select', options: ['Бавовна', 'Льон'] });
    await field('product', { name: 'Гарантія', key: 'warranty', type: 'yes_no', default_value: true });
    await field('product_modification', { name: 'Обхват', key: 'girth', type: 'number' });
  });

  it('come by the names and keys of columns; what is wrong is named by row, column and what is allowed', async () => {
    const csv = table(
      'Тканина;girth;Примітка',
      'А;Сукня;А-1;10;льон;92,5;так',
      'А;;А-2;10;;сто;',
      'Б;Шарф;Б-1;10;шовк;;',
    );
    const done = await importing.file('a.csv', csv);
    expect(done.counts).toMatchObject({ created: 3 });
    expect(done.columns).toEqual([
      { name: 'Тканина', field: 'product.fabric' },
      { name: 'girth', field: 'product_modification.girth' },
      { name: 'Примітка', field: null },
    ]);
    expect(await stored()).toEqual([
      { name: 'А-1', of_product: { fabric: 'Льон', warranty: true }, of_variant: { girth: 92.5 } },
      { name: 'А-2', of_product: { fabric: 'Льон', warranty: true }, of_variant: {} },
      { name: 'Б-1', of_product: { warranty: true }, of_variant: {} },
    ]);
    const warned = (await importing.rows(done.id)).flatMap(({ number, warnings }) =>
      warnings.filter(({ code }) => code === 'field_wrong').map(({ message }) => [number, message]),
    );
    expect(warned).toEqual([
      [3, 'Стовпець «girth»: значення «сто» не підходить, поле залишено як було. Потрібне число'],
      [
        4,
        'Стовпець «Тканина»: значення «шовк» не підходить, поле залишено як було. Оберіть значення зі списку: Бавовна, Льон',
      ],
    ]);
  });

  it('go to the fields that a person chooses, who sees before what would change', async () => {
    const csv = table('Склад;Тканина', 'А;Сукня;А-1;10;Льон;Бавовна');
    const { id } = await importing.file('a.csv', csv, { dry_run: true });
    const wrong = await app.call(contract.applyImport, {
      ...{ token: importing.token, params: { ...importing.params, id } },
      body: { columns: { Склад: 'product.gone', Хутро: null } },
    });
    expect(wrong).toMatchObject({
      status: 400,
      error: {
        details: [
          { path: 'columns.Склад', code: 'unknown_field' },
          { path: 'columns.Хутро', code: 'unknown_column', allowed: ['Склад', 'Тканина'] },
        ],
      },
    });
    const columns = { Склад: 'product.fabric', Тканина: null };
    const again = await importing.apply(id, { columns, dry_run: true });
    expect(again).toMatchObject({ dry_run: true, can_apply: true, counts: { created: 1 } });
    expect(again.columns).toEqual([
      { name: 'Склад', field: 'product.fabric' },
      { name: 'Тканина', field: null },
    ]);
    expect(await stored()).toEqual([]);
    await importing.apply(id);
    expect(await stored()).toMatchObject([{ of_product: { fabric: 'Льон' } }]);
    const second = await importing.file('b.csv', table('Тканина', 'А;Сукня;А-1;10;Бавовна'), { dry_run: true });
    expect((await importing.rows(second.id))[0]?.changes).toEqual({ Тканина: { from: 'Льон', to: 'Бавовна' } });
  });

  it.each(['products_xlsx', 'products_csv'] as const)('of %s are read back without a change', async (kind) => {
    const { token, params } = importing;
    await field('product', {
      name: 'Догляд',
      key: 'care',
      type: 'multi_select',
      options: ['Прати, 30°', 'Не прасувати'],
    });
    await field('product', { name: 'Тканина', key: 'lining', type: 'long_text' });
    await field('product_modification', { name: 'Собівартість', key: 'cost', type: 'money' });
    await field('product_modification', { name: 'Дата', key: 'day', type: 'date' });
    await field('product_modification', { name: 'Відео', key: 'video', type: 'link' });
    await app.call(createProduct, {
      token,
      params,
      body: {
        name: 'Сукня',
        fields: {
          ...{ fabric: 'Льон', warranty: false, care: ['Прати, 30°', 'Не прасувати'] },
          lining: '=бавовна\n- "лапки"; крапка з комою',
        },
        variants: [
          {
            sku: 'X-1',
            price: 1,
            fields: { girth: -0.5, cost: 12_05, day: '2026-02-28', video: 'https://example.ua/а?б=1' },
          },
        ],
      },
    });
    const before = await stored();
    let made = (await app.call(contract.createExport, { token, params, body: { kind } })).body;
    while (made.status === 'queued' || made.status === 'running')
      made = (await app.call(contract.readExport, { token, params: { ...params, id: made.id } })).body;
    const file = await app.app.server.inject({ method: 'GET', url: String(made.url) });
    const back = await importing.file(String(made.file_name), file.rawPayload);
    expect(back.counts).toMatchObject({ unchanged: 1, refused: 0 });
    const warned = (await importing.rows(back.id)).flatMap(({ warnings }) => warnings.map(({ code }) => code));
    expect(warned).not.toContain('field_wrong');
    // and into goods that have none of it yet
    await app.sql(params.project_id, `update products set fields = '{}'`, []);
    await app.sql(params.project_id, `update product_variants set fields = '{}'`, []);
    await importing.file(String(made.file_name), file.rawPayload);
    expect(await stored()).toEqual(before);
  });
});
