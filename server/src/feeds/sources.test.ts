import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as imports from '@lanka/domain/feeds/contract';
import * as contract from '@lanka/domain/feeds/sources';
import { type CreateSourceBody, MAX_SOURCES } from '@lanka/domain/feeds/sources';
import type { Route } from '@lanka/domain/kit/route';
import { listStockMovements } from '@lanka/domain/stock/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type TestApp, testApp } from '../../test/harness';
import { Importing } from '../../test/importing';
import { yml } from './parse/testing';
import { runDueSources } from './sources';

let app: TestApp;
let importing: Importing;
let site: Server;
let origin: string;

/** What the site has, and what it was asked with. */
let file: { body: Buffer | string; status?: number; etag?: string; hold?: Promise<void> };
const asked: (string | undefined)[] = [];

beforeAll(async () => {
  app = await testApp({ IMPORT_ALLOW_PRIVATE_ADDRESSES: 'on' }, { jobs: true });
  site = createServer(async (request, response) => {
    const seen = request.headers['if-none-match'];
    asked.push(seen);
    const { body, status = 200, etag, hold } = file;
    await hold;
    if (etag && seen === etag) response.writeHead(304).end();
    else response.writeHead(status, etag ? { etag } : {}).end(body);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
  await app.close();
});
beforeEach(async () => {
  importing = new Importing(app, await app.project());
  asked.length = 0;
});

const offer = (id: string, { stock = 5, price = 100, group = '' } = {}) =>
  `<offer id="${id}"${group ? ` group_id="${group}"` : ''}><price>${price}</price><name>Кружка ${group || id}</name>
   <vendorCode>${id}</vendorCode><param name="Розмір">${id}</param><quantity_in_stock>${stock}</quantity_in_stock></offer>`;
const feedOf = (...offers: string[]): string => yml(offers.join(''), '<name>Гончарня</name>');
const SOURCE: CreateSourceBody = { name: 'Фабрика', url: '', every_hours: 1, vanished: 'hide', publish: true };

type Given<P, Q, B> = { params?: Partial<P>; query?: Q; body?: B; headers?: Record<string, string> };

/** As the owner of the project. */
const call = <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  route: Route<P, Q, B, R>,
  { params, ...rest }: Given<z.input<P>, z.input<Q>, z.input<B>> = {},
) => {
  const { token, params: here } = importing;
  return app.call(route, { token, ...rest, params: { ...here, ...params } as z.input<P> });
};

async function created(more: Partial<CreateSourceBody> = {}) {
  const made = await call(contract.createSource, { body: { ...SOURCE, url: `${origin}/feed`, ...more } });
  expect([made.status, made.error.code]).toEqual([201, undefined]);
  return made.body;
}
const read = async (id: string) => (await call(contract.readSource, { params: { id } })).body;
const runsOf = async (source_id: string) => (await call(imports.listImports, { query: { source_id } })).body.items;

/** Presses «run now» and waits for the end. */
async function pressed(id: string) {
  const run = await call(contract.runSource, { params: { id }, body: {} });
  expect([run.status, run.error.code]).toEqual([201, undefined]);
  return importing.finished(run.body.id);
}

/** Lets its hour come, and waits for the end of the run that begins. */
async function byClock(id: string) {
  const before = (await read(id)).last_run?.id;
  await app.sql(importing.project.id, `update import_sources set next_at = now() - interval '1 minute' where id = $1`, [
    id,
  ]);
  await runDueSources.run(app.app.services, {} as never);
  const run = (await read(id)).last_run;
  expect(run?.id).not.toBe(before);
  return importing.finished(run?.id ?? '');
}

/** What the owner was told. */
async function notices() {
  await app.deliver();
  const told = `select kind from notices where project_id = $1 and kind like 'feeds.source%' order by id`;
  return app.sql<{ kind: string }>(importing.project.id, told, [importing.project.id]);
}

describe('a source', () => {
  it('is fetched as soon as it is kept, and again by the clock; the same file is not fetched twice', async () => {
    file = { body: feedOf(offer('A'), offer('B')), etag: '"one"' };
    const source = await created();
    expect(source.last_run).toMatchObject({ source_id: source.id, by_clock: false });
    const first = await importing.finished(source.last_run?.id ?? '');
    expect(first).toMatchObject({ status: 'done', counts: { created: 2, vanished: 0 }, held: null, dry_run: false });
    expect(await read(source.id)).toMatchObject({ good_offers: 2, trouble: null, failing_since: null });
    const same = await byClock(source.id);
    expect(same).toMatchObject({ status: 'done', unmodified: true, by_clock: true, rows_read: 0 });
    expect(asked).toEqual([undefined, '"one"']);
    // of a press all is compared
    const all = await pressed(source.id);
    expect(all).toMatchObject({ unmodified: false, counts: { created: 0, changed: 0, unchanged: 2 } });
    expect(asked.at(-1)).toBeUndefined();
    // runs that found the same file do not fill the list of all imports
    expect(await runsOf(source.id)).toHaveLength(3);
    expect((await call(imports.listImports)).body.items).toHaveLength(2);
    expect((await call(contract.listSources)).body.items).toMatchObject([{ id: source.id, last_run: { id: all.id } }]);
  });

  it('reads all of the file again when its settings have changed', async () => {
    file = { body: feedOf(offer('A')), etag: '"one"' };
    const source = await created();
    await importing.finished(source.last_run?.id ?? '');
    const changed = await call(contract.updateSource, {
      params: { id: source.id },
      body: { vanished: 'keep' },
      headers: { 'if-match': String(source.version) },
    });
    expect(changed.body).toMatchObject({ vanished: 'keep', version: source.version + 1 });
    await byClock(source.id);
    expect(asked).toEqual([undefined, undefined]);
    const stale = await call(contract.updateSource, {
      params: { id: source.id },
      body: { name: 'Інша' },
      headers: { 'if-match': String(source.version) },
    });
    expect(stale).toMatchObject({ status: 409, error: { code: 'common.stale' } });
  });

  it('brings stock as movements that name the import, and changes to the row', async () => {
    file = { body: feedOf(offer('A', { stock: 5 })) };
    const source = await created();
    await importing.finished(source.last_run?.id ?? '');
    file = { body: feedOf(offer('A', { stock: 3, price: 120 })) };
    const run = await byClock(source.id);
    expect(run.counts).toMatchObject({ changed: 1 });
    const [row] = await importing.rows(run.id, 'changed');
    expect(row?.changes).toMatchObject({ stock: { from: 5, to: 3 }, price: { from: 10_000, to: 12_000 } });
    const moved = await call(listStockMovements, { params: { id: String(row?.product_variant_id) } });
    expect(moved.body.items.map(({ delta, ref }) => [delta, ref.kind, ref.id])).toContainEqual([-2, 'import', run.id]);
  });
});

describe('goods that the file has no more', () => {
  const all = [offer('A'), offer('B'), offer('M', { group: 'T' }), offer('L', { group: 'T' })];
  const shown = async () =>
    (await importing.catalogue()).map(({ source_key, published, actual }) => [source_key, published, actual]);

  it('are hidden; of what is left in part the rest is counted to nothing; all of it comes back', async () => {
    file = { body: feedOf(...all) };
    const source = await created();
    await importing.finished(source.last_run?.id ?? '');
    file = { body: feedOf(offer('A'), offer('M', { group: 'T' })) };
    const run = await byClock(source.id);
    expect(run.counts).toMatchObject({ unchanged: 2, changed: 0, vanished: 2 });
    expect(await shown()).toEqual([
      ['A', true, 5],
      ['B', false, 5],
      ['L', true, 0],
      ['M', true, 5],
    ]);
    const gone = await importing.rows(run.id, 'vanished');
    expect(gone.map(({ external_id, changes }) => [external_id, changes]).sort()).toEqual([
      ['B', { published: { from: true, to: false } }],
      ['L', { stock: { from: 5, to: 0 } }],
    ]);
    // what has vanished is told once
    expect((await pressed(source.id)).counts).toMatchObject({ unchanged: 2, vanished: 0 });
    file = { body: feedOf(...all) };
    expect((await byClock(source.id)).counts).toMatchObject({ unchanged: 2, changed: 2, created: 0 });
    expect(await shown()).toEqual([
      ['A', true, 5],
      ['B', true, 5],
      ['L', true, 5],
      ['M', true, 5],
    ]);
    expect((await pressed(source.id)).counts).toMatchObject({ unchanged: 4, changed: 0 });
  });

  it('of which a part comes back are counted to nothing where they are gone still', async () => {
    file = { body: feedOf(...all) };
    const source = await created();
    await importing.finished(source.last_run?.id ?? '');
    file = { body: feedOf(offer('A'), offer('B')) };
    expect((await byClock(source.id)).counts).toMatchObject({ vanished: 2 });
    expect((await shown()).filter(([, published]) => !published).map(([key]) => key)).toEqual(['L', 'M']);
    file = { body: feedOf(offer('A'), offer('B'), offer('M', { group: 'T' })) };
    const back = await byClock(source.id);
    expect(back.counts).toMatchObject({ changed: 1, vanished: 1 });
    const [gone] = await importing.rows(back.id, 'vanished');
    expect([gone?.external_id, gone?.changes]).toEqual(['L', { stock: { from: 5, to: 0 } }]);
    expect((await shown()).slice(2)).toEqual([
      ['L', true, 0],
      ['M', true, 5],
    ]);
    expect((await pressed(source.id)).counts).toMatchObject({ unchanged: 3, vanished: 0 });
  });

  it('stay as they are where that was chosen, and whatever a person has hidden stays hidden', async () => {
    file = { body: feedOf(...all) };
    const source = await created({ vanished: 'keep' });
    await importing.finished(source.last_run?.id ?? '');
    await app.sql(importing.project.id, `update products set published = false where name = 'Кружка A'`);
    const before = await importing.catalogue();
    file = { body: feedOf(offer('M', { group: 'T' }), offer('L', { group: 'T' })) };
    const run = await byClock(source.id);
    expect(run.counts).toMatchObject({ unchanged: 2, vanished: 2 });
    expect(await importing.catalogue()).toEqual(before);
    file = { body: feedOf(...all) };
    await byClock(source.id);
    expect(await importing.catalogue()).toEqual(before);
  });

  it('are those of this source alone: another one of the same shop keeps its own', async () => {
    file = { body: feedOf(offer('A'), offer('B')) };
    const one = await created();
    await importing.finished(one.last_run?.id ?? '');
    file = { body: feedOf(offer('C')) };
    const other = await created({ name: 'Друге' });
    const run = await importing.finished(other.last_run?.id ?? '');
    expect(run.counts).toMatchObject({ created: 1, vanished: 0 });
    expect((await importing.catalogue()).every(({ published }) => published)).toBe(true);
  });

  it('keep what is booked of them', async () => {
    file = { body: feedOf(...all) };
    const source = await created();
    await importing.finished(source.last_run?.id ?? '');
    await app.sql(
      importing.project.id,
      `update stock_levels l set booked = 2 from product_variants v
       where v.project_id = l.project_id and v.id = l.product_variant_id and v.source_key = 'L'`,
    );
    file = { body: feedOf(offer('A'), offer('B'), offer('M', { group: 'T' })) };
    await byClock(source.id);
    expect((await shown()).find(([key]) => key === 'L')).toEqual(['L', true, 2]);
  });
});

describe('a file that breaks or halves', () => {
  const many = ['A', 'B', 'C', 'D', 'E'].map((id) => offer(id));

  it('changes nothing, is told once, and is taken by a press', async () => {
    file = { body: feedOf(...many) };
    const source = await created();
    await importing.finished(source.last_run?.id ?? '');
    const before = await importing.catalogue();
    file = { body: feedOf(offer('A', { price: 90 }), offer('B')) };
    const held = await byClock(source.id);
    expect(held).toMatchObject({ status: 'done', held: 'halved', dry_run: true, can_apply: true });
    expect(held.counts).toMatchObject({ changed: 1, unchanged: 1, vanished: 3 });
    expect(await importing.catalogue()).toEqual(before);
    expect(await read(source.id)).toMatchObject({ trouble: 'halved', good_offers: 5, active: true });
    const again = await byClock(source.id);
    expect(again).toMatchObject({ held: 'halved' });
    expect(await notices()).toEqual([{ kind: 'feeds.source_trouble' }]);
    // the older one is behind the times
    const old = await call(imports.applyImport, { params: { id: held.id }, body: {} });
    expect(old).toMatchObject({ status: 409, error: { code: 'imports.superseded' } });
    const taken = await importing.apply(again.id);
    expect(taken).toMatchObject({ status: 'done', dry_run: false, held: 'halved' });
    expect(taken.counts).toMatchObject({ changed: 1, unchanged: 1, vanished: 3 });
    expect((await importing.catalogue()).map(({ published }) => published)).toEqual([true, true, false, false, false]);
    expect(await read(source.id)).toMatchObject({ trouble: null, good_offers: 2, failing_since: null });
    expect(await byClock(source.id)).toMatchObject({ held: null, counts: { unchanged: 2 } });
  });

  it.each([
    ['an answer that is no file', () => ({ body: 'gone', status: 500 }), 'failed'],
    ['a file that breaks off', () => ({ body: feedOf(...many).slice(0, 900) }), 'broken'],
    ['a file without goods', () => ({ body: feedOf() }), 'failed'],
    ['a file of which no row is right', () => ({ body: feedOf('<offer id="A"><price>1</price></offer>') }), 'empty'],
  ])('changes nothing after %s', async (_, bad, trouble) => {
    file = { body: feedOf(...many) };
    const source = await created();
    await importing.finished(source.last_run?.id ?? '');
    const before = await importing.catalogue();
    file = bad();
    await byClock(source.id);
    expect(await importing.catalogue()).toEqual(before);
    expect(await read(source.id)).toMatchObject({ trouble });
    expect(await notices()).toEqual([{ kind: 'feeds.source_trouble' }]);
    file = { body: feedOf(...many) };
    await byClock(source.id);
    expect(await read(source.id)).toMatchObject({ trouble: null, failing_since: null });
  });

  it('is asked ever more rarely, put off after a week, and begins afresh when it is switched on', async () => {
    file = { body: feedOf(...many) };
    const source = await created();
    await importing.finished(source.last_run?.id ?? '');
    file = { body: 'gone', status: 404 };
    const pauses: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      await byClock(source.id);
      const { next_at } = await read(source.id);
      pauses.push(Math.round((Date.parse(String(next_at)) - Date.now()) / 3_600_000));
    }
    expect(pauses).toEqual([1, 2, 4]);
    await app.sql(importing.project.id, `update import_sources set failing_since = now() - interval '8 days'`);
    await byClock(source.id);
    const off = await read(source.id);
    expect(off).toMatchObject({ active: false, next_at: null, trouble: 'failed' });
    expect(off.paused_at).not.toBeNull();
    expect((await notices()).map(({ kind }) => kind)).toEqual(['feeds.source_trouble', 'feeds.source_paused']);
    file = { body: feedOf(...many) };
    const on = await call(contract.updateSource, { params: { id: source.id }, body: { active: true } });
    expect(on.body).toMatchObject({ active: true, paused_at: null, failing_since: null });
    await byClock(source.id);
    expect(await read(source.id)).toMatchObject({ trouble: null, good_offers: 5 });
  });
});

describe('at once', () => {
  it('a press and the clock begin one run', async () => {
    file = { body: feedOf(offer('A')) };
    const source = await created({ active: false });
    expect(source.last_run).toBeNull();
    await call(contract.updateSource, { params: { id: source.id }, body: { active: true } });
    let release: () => void = () => undefined;
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    file = { body: feedOf(offer('A')), hold };
    await app.sql(importing.project.id, `update import_sources set next_at = now() - interval '1 minute'`);
    const presses = Array.from({ length: 4 }, () => call(contract.runSource, { params: { id: source.id }, body: {} }));
    const clock = [1, 2, 3].map(() => runDueSources.run(app.app.services, {} as never));
    const answers = await Promise.all(presses);
    await Promise.all(clock);
    release();
    const runs = await runsOf(source.id);
    expect(runs).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
    for (const { status, error } of answers)
      if (status !== 201) expect(error).toMatchObject({ code: 'import_sources.running' });
    expect(await importing.finished(runs[0]?.id ?? '')).toMatchObject({ status: 'done', counts: { created: 1 } });
  });

  it('a source that gets another link while it runs is read from there next, and wholly', async () => {
    file = { body: feedOf(offer('A')), etag: '"one"' };
    const source = await created();
    await importing.finished(source.last_run?.id ?? '');
    let release: () => void = () => undefined;
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    file = { ...file, hold };
    const run = await call(contract.runSource, { params: { id: source.id }, body: {} });
    await expect.poll(() => asked.length).toBe(2);
    const url = `${origin}/other`;
    const moved = await call(contract.updateSource, { params: { id: source.id }, body: { url } });
    release();
    await importing.finished(run.body.id);
    expect(await read(source.id)).toMatchObject({ url, next_at: moved.body.next_at });
    await byClock(source.id);
    expect(asked.at(-1)).toBeUndefined();
    // nor does trouble with the old one say anything of it
    let letGo: () => void = () => undefined;
    const heldBack = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    file = { body: 'gone', status: 404, hold: heldBack };
    const failing = await call(contract.runSource, { params: { id: source.id }, body: {} });
    await expect.poll(() => asked.length).toBe(4);
    await call(contract.updateSource, { params: { id: source.id }, body: { url: `${origin}/feed` } });
    letGo();
    expect(await importing.finished(failing.body.id)).toMatchObject({ status: 'failed' });
    expect(await read(source.id)).toMatchObject({ trouble: null, failing_since: null });
    expect(await notices()).toEqual([]);
  });

  it('a source that is deleted while it runs stops, and what it had written stays', async () => {
    file = { body: feedOf(offer('A')) };
    const source = await created();
    await importing.finished(source.last_run?.id ?? '');
    let release: () => void = () => undefined;
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    file = { body: feedOf(offer('A', { price: 1 }), offer('B')), hold };
    const run = await call(contract.runSource, { params: { id: source.id }, body: {} });
    await expect.poll(() => asked.length).toBe(2);
    expect((await call(contract.deleteSource, { params: { id: source.id } })).status).toBe(204);
    release();
    const ended = await importing.finished(run.body.id);
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'imports.source_deleted' } });
    expect((await call(contract.readSource, { params: { id: source.id } })).error.code).toBe(
      'import_sources.not_found',
    );
    // the next one of the project goes on as if nothing had been
    file = { body: feedOf(offer('C')) };
    const next = await importing.run({ url: `${origin}/feed` });
    expect(next).toMatchObject({ status: 'done', counts: { created: 1 } });
    expect((await importing.catalogue()).map(({ source_key, price }) => [source_key, price])).toEqual([
      ['A', 10_000],
      ['C', 10_000],
    ]);
  });

  it('no more sources are made than there may be', async () => {
    for (let n = 0; n < MAX_SOURCES - 1; n += 1) await created({ active: false });
    const body = { ...SOURCE, url: `${origin}/feed`, active: false };
    const answers = await Promise.all(Array.from({ length: 4 }, () => call(contract.createSource, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.error).toMatchObject({ code: 'import_sources.full' });
  });
});

it('refuses what is no address, and one that only we can reach', async () => {
  for (const url of ['feed.xml', 'ftp://example.com/feed'])
    expect(await call(contract.createSource, { body: { ...SOURCE, url } })).toMatchObject({
      status: 422,
      error: { code: 'imports.url_invalid' },
    });
  const strict = await testApp();
  try {
    const project = await strict.project();
    const answer = await strict.call(contract.createSource, {
      ...{ token: project.owner.token, params: { project_id: project.id } },
      body: { ...SOURCE, url: 'http://127.0.0.1/feed' },
    });
    expect(answer).toMatchObject({ status: 422, error: { code: 'imports.address_forbidden' } });
  } finally {
    await strict.close();
  }
});
