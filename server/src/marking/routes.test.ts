import * as catalog from '@lanka/domain/catalog/contract';
import { internalCode } from '@lanka/domain/kit/barcode';
import * as contract from '@lanka/domain/marking/contract';
import { splitOrder, updateParcel } from '@lanka/domain/parcels/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { DELIVERY, makeCounterparty, makeDropshipper, makeVariants, orderBody, placeOrder } from '../../test/trade';
import { keyOf, qrText } from './address';

let app: TestApp;
let project: TestProject;
let owner: string;

beforeAll(async () => {
  app = await testApp({ DB_POOL_SIZE: '20' });
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  owner = project.owner.token;
});

const params = () => ({ project_id: project.id });
const settings = (token = owner) => app.call(contract.readMarking, { params: params(), token });
const save = (body: contract.SaveMarkingBody, token = owner) =>
  app.call(contract.saveMarking, { params: params(), token, body });
const handOut = (product_variant_ids?: string[], token = owner) =>
  app.call(contract.handOutCodes, {
    params: params(),
    token,
    body: product_variant_ids ? { product_variant_ids } : {},
  });
const lookUp = (code: string, token = owner) => app.call(contract.lookUp, { params: params(), token, query: { code } });
const setBarcode = async (id: string, barcode: string | null) => {
  const [row] = await app.sql<{ product_id: string }>(
    project.id,
    'select product_id from product_variants where project_id = $1 and id = $2',
    [project.id, id],
  );
  return app.call(catalog.updateVariant, {
    params: { ...params(), product_id: row?.product_id ?? '', id },
    token: owner,
    body: { barcode },
  });
};
const variantFound = async (code: string, token = owner) => {
  const { body } = await lookUp(code, token);
  return body.kind === 'product_variant' ? body.product_variant : null;
};

describe('settings', () => {
  it('are a QR without an address until somebody says otherwise', async () => {
    await makeVariants(app, project, [{}, {}]);
    expect((await settings()).body).toEqual({
      ...{ code_type: 'qr', redirect_url: null, show_price: false, without_code: 2, version: 1 },
    });
    const saved = await save({ code_type: 'qr', redirect_url: 'shop.example.com/p/{code}', show_price: true });
    expect(saved.body).toMatchObject({
      redirect_url: 'https://shop.example.com/p/{code}',
      show_price: true,
      version: 2,
    });
    expect((await settings()).body).toEqual(saved.body);
  });

  it('let only a QR lead somewhere, and only to a site', async () => {
    const refused = await save({ code_type: 'barcode', redirect_url: 'https://shop.example.com' });
    expect([refused.status, refused.error.code, refused.error.details[0]?.path]).toEqual([
      422,
      'marking.redirect_only_qr',
      'redirect_url',
    ]);
    const script = await save({ code_type: 'qr', redirect_url: 'javascript:alert(1)' });
    expect([script.status, script.error.details[0]?.path]).toEqual([400, 'redirect_url']);
    expect((await save({ code_type: 'barcode', redirect_url: null })).status).toBe(200);
  });

  it('are changed by leaders and seen by the staff', async () => {
    const stockman = await app.member(project, 'Stockman');
    const client = await makeDropshipper(app, project);
    expect((await settings(stockman.token)).status).toBe(200);
    expect((await save({ code_type: 'qr' }, stockman.token)).status).toBe(403);
    expect((await settings(client.token)).status).toBe(403);
  });

  it('refuse a stale version', async () => {
    await save({ code_type: 'qr' });
    const stale = await app.call(contract.saveMarking, {
      ...{ params: params(), token: owner, body: { code_type: 'barcode' }, headers: { 'if-match': '1' } },
    });
    expect([stale.status, stale.error.code]).toEqual([409, 'common.stale']);
  });
});

describe('internal codes', () => {
  it('are given to those without a barcode, once, and stay', async () => {
    const [a = '', b = '', c = ''] = await makeVariants(app, project, [{}, {}, {}]);
    await setBarcode(b, '4820000000017');
    const { body } = await handOut([b, a]);
    expect(new Map(body.items.map((one) => [one.product_variant_id, one.code]))).toEqual(
      new Map([
        [a, internalCode(1)],
        [b, '4820000000017'],
      ]),
    );
    expect(body.without_code).toBe(1);
    expect((await handOut([a])).body.items).toEqual([{ product_variant_id: a, code: internalCode(1) }]);
    const all = (await handOut()).body;
    expect([all.items.map(({ product_variant_id }) => product_variant_id), all.without_code]).toEqual([[c], 0]);
    // a change of the product keeps them
    await setBarcode(c, '4820000000024');
    await setBarcode(c, null);
    expect((await variantFound(all.items[0]?.code ?? ''))?.id).toBe(c);
  });

  it('pass over codes that somebody has typed as barcodes, and cannot be typed as one afterwards', async () => {
    const [a = '', b = '', c = ''] = await makeVariants(app, project, [{}, {}, {}]);
    await setBarcode(a, internalCode(1));
    await setBarcode(b, internalCode(2));
    const { body } = await handOut();
    expect(body.items).toEqual([{ product_variant_id: c, code: expect.stringMatching(/^20\d{11}$/) }]);
    const code = body.items[0]?.code ?? '';
    expect([internalCode(1), internalCode(2)]).not.toContain(code);
    const refused = await setBarcode(a, code);
    expect([refused.status, refused.error.code, refused.error.details[0]?.product_variant_id]).toEqual([
      409,
      'catalog.duplicate_barcode',
      c,
    ]);
  });

  it('are found by lists and by the search of the order form', async () => {
    const [a = ''] = await makeVariants(app, project, [{}]);
    const code = (await handOut([a])).body.items[0]?.code ?? '';
    const query = { q: code };
    const found = await app.call(catalog.listAllVariants, { params: params(), token: owner, query });
    expect(found.body.items.map(({ id, barcode, code: known }) => [id, barcode, known])).toEqual([[a, null, code]]);
  });

  it('differ whoever hands them out at once, beside people who change the products', async () => {
    const variants = await makeVariants(
      app,
      project,
      Array.from({ length: 30 }, () => ({})),
    );
    const answers = await Promise.all([
      ...variants.slice(0, 8).map((_, i) => handOut(i % 2 === 0 ? undefined : variants)),
      ...[0, 1, 2, 3].map((i) => setBarcode(variants[i] ?? '', internalCode(i + 3))),
    ]);
    const refused = answers.filter(({ status }) => status >= 300).map(({ error }) => error.code);
    expect(refused.every((code) => ['catalog.duplicate_barcode', 'marking.codes_taken'].includes(code))).toBe(true);
    // whom a change held up is served by the next
    await handOut();
    const rows = await app.sql<{ code: string | null }>(
      project.id,
      'select code from product_variants where project_id = $1',
      [project.id],
    );
    expect(rows.every(({ code }) => code !== null)).toBe(true);
    expect(new Set(rows.map(({ code }) => code)).size).toBe(30);
  });
});

describe('lookup', () => {
  it('takes a barcode, an internal code, an address of a label, a SKU and the number of an order', async () => {
    const [a = '', b = ''] = await makeVariants(app, project, [{ stock: 5, sku: 'PL-01' }, { sku: 'PL-02' }]);
    await setBarcode(a, '4820000000017');
    const code = (await handOut([b])).body.items[0]?.code ?? '';
    const address = qrText({ publicUrl: 'https://lanka.example.com' }, project.friendly_id, null, { id: b, code });
    for (const [scanned, id] of [
      ['4820000000017', a],
      [code, b],
      [address, b],
      [`https://shop.example.com/p/${code}`, b],
      ['pl-01', a],
      // a hand scanner presses keys: the computer stands in Ukrainian
      ['ЗД-02', b],
      [`реезіЖ..ырщзюучфьздуюсщь.з.${code}`, b],
    ] as const)
      expect([scanned, (await variantFound(scanned))?.id]).toEqual([scanned, id]);
    // what was printed before the barcode came
    await setBarcode(b, '4820000000024');
    expect((await variantFound(code))?.id).toBe(b);
    const party = await makeCounterparty(app, project);
    const order = (await placeOrder(app, project, owner, orderBody({ [a]: 1 }, { counterparty_id: party }))).body;
    expect((await lookUp(`№ ${order.number}`)).body).toEqual({
      kind: 'order',
      order: {
        ...{ id: order.id, number: order.number, status: order.status },
        ...{ counterparty_name: 'Магазин', customer_name: 'Іваненко Ірина' },
      },
    });
  });

  it('names the goods between which a SKU does not choose, and takes none of them', async () => {
    const both = await makeVariants(app, project, [{ sku: 'TW-1' }, { sku: 'tw-1' }]);
    const { status, error } = await lookUp('TW-1');
    expect([status, error.code]).toEqual([422, 'marking.ambiguous_code']);
    expect(error.details.map((one) => one.product_variant_id).sort()).toEqual([...both].sort());
    for (const { name } of error.details) expect(error.message).toContain(String(name));
    // what stands on a label alone is no question
    await setBarcode(both[1] ?? '', 'TW-1');
    expect((await variantFound('TW-1'))?.id).toBe(both[1]);
  });

  it('takes the waybill on a parcel that comes back, of an order or of one of its parcels', async () => {
    const [a = ''] = await makeVariants(app, project, [{ stock: 5 }]);
    const party = await makeCounterparty(app, project);
    const place = async (ttn: string | null) =>
      (
        await placeOrder(
          app,
          project,
          owner,
          orderBody({ [a]: 2 }, { counterparty_id: party, send: true, delivery: { ...DELIVERY, ttn } }),
        )
      ).body;
    const whole = await place('20450000000017');
    expect((await lookUp('20450000000017')).body).toMatchObject({ kind: 'order', order: { id: whole.id } });
    const parted = await place(null);
    const line = parted.items[0]?.id ?? '';
    const at = { token: owner, params: { project_id: project.id, id: parted.id } };
    const split = await app.call(splitOrder, {
      ...at,
      body: { parcels: [{ items: [{ order_item_id: line, count: 1 }] }] },
    });
    const { id = '' } = split.body.items[1] ?? {};
    const parcel = { project_id: project.id, order_id: parted.id, id };
    await app.call(updateParcel, { token: owner, params: parcel, body: { ttn: '20450000000031' } });
    expect((await lookUp('20450000000031')).body).toMatchObject({ kind: 'order', order: { id: parted.id } });
    expect((await lookUp('20450000000048')).status).toBe(404);
  });

  it('says in the words of the specification what it does not know', async () => {
    const unknown = await lookUp('4820000000017');
    expect([unknown.status, unknown.error.message]).toEqual([404, 'Такої модифікації в цього постачальника немає']);
    const english = await app.call(contract.lookUp, {
      ...{ params: params(), token: owner, query: { code: 'x' }, headers: { 'accept-language': 'en' } },
    });
    expect(english.error.message).toBe('No such product modification found for this supplier');
    const [theirs = ''] = await makeVariants(app, await app.project('Інша'), [{ sku: 'THEIRS' }]);
    expect(theirs).not.toBe('');
    expect((await lookUp('THEIRS')).status).toBe(404);
  });

  it('shows a dropshipper neither stock nor orders of others', async () => {
    const [a = ''] = await makeVariants(app, project, [{ stock: 5, sku: 'PL-01' }]);
    const client = await makeDropshipper(app, project);
    expect(await variantFound('PL-01', client.token)).toMatchObject({ id: a, actual: null, booked: null, place: '' });
    const party = await makeCounterparty(app, project, 0, 'Чужий');
    const order = (await placeOrder(app, project, owner, orderBody({ [a]: 1 }, { counterparty_id: party }))).body;
    expect((await lookUp(String(order.number), client.token)).status).toBe(404);
  });
});

describe('the page behind a label', () => {
  const open = async (url: string) => {
    const { statusCode, headers, body } = await app.app.server.inject({ url });
    return { status: statusCode, type: headers['content-type'], html: body };
  };

  it('shows the name, and the recommended price only where the supplier wants it', async () => {
    const prices = { price: 12_345, recommended_price: 67_890, stock: 77 };
    const [a = ''] = await makeVariants(app, project, [prices, {}]);
    const code = (await handOut([a])).body.items[0]?.code ?? '';
    const path = `/q/${project.friendly_id}/${code}/${keyOf(a)}`;
    const page = await open(path);
    const { html } = page;
    expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(html).toContain('Плаття «Марта»');
    for (const secret of ['123,45', '678,90', '77 ']) expect(html).not.toContain(secret);
    await save({ code_type: 'qr', show_price: true });
    const told = (await open(path)).html;
    expect(told).toContain('678,90\u00a0₴');
    expect(told).not.toContain('123,45');
    expect(told).not.toMatch(/\b77\b/);
    const found = await app.call(catalog.listAllVariants, { params: params(), token: owner, query: { id: [a] } });
    const gone = await app.call(catalog.deleteVariant, {
      params: { ...params(), product_id: found.body.items[0]?.product_id ?? '', id: a },
      token: owner,
    });
    expect(gone.status).toBe(204);
    expect((await open(path)).status).toBe(404);
  });

  it('is not there without its key, whether the code is known or not', async () => {
    const [a = '', b = ''] = await makeVariants(app, project, [{}, {}]);
    await handOut();
    const pages = await Promise.all(
      [
        `/q/${project.friendly_id}/${internalCode(1)}/wrong`,
        `/q/${project.friendly_id}/${internalCode(1)}/${keyOf(b)}x`,
        `/q/${project.friendly_id}/${internalCode(77)}/${keyOf(a)}`,
        `/q/nobody/${internalCode(1)}/${keyOf(a)}`,
      ].map(async (path) => {
        const page = await open(path);
        return [page.status, page.html];
      }),
    );
    expect(new Set(pages.map(([status]) => status))).toEqual(new Set([404]));
    expect(new Set(pages.map(([, html]) => html)).size).toBe(1);
  });

  it('leads to the supplier’s site, with signs of HTML taken as text', async () => {
    const made = await app.call(catalog.createProduct, {
      params: params(),
      token: owner,
      body: { name: '<b onload="x">Чашка</b>', variants: [{ name: '"&', price: 100 }] },
    });
    const id = made.body.variants[0]?.id ?? '';
    await handOut();
    await save({ code_type: 'qr', redirect_url: 'https://shop.example.com/p?a=1' });
    const { html } = await open(`/q/${project.friendly_id}/${internalCode(1)}/${keyOf(id)}`);
    expect(html).toContain(`url=https://shop.example.com/p?a=1&amp;code=${internalCode(1)}"`);
    expect(html).not.toContain('<b onload');
  });
});
