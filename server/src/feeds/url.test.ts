import { readdirSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { setProjectPlan } from '@lanka/domain/billing/contract';
import * as contract from '@lanka/domain/feeds/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/harness';
import { Importing } from '../../test/importing';
import { isPublicAddress } from '../kit/outbound/addresses';
import { feedSite, fetchBytes, refusePrivateLiteral } from './client';
import { yml } from './parse/testing';

let app: TestApp;
let importing: Importing;
let site: Server;
let origin: string;
const answers = new Map<string, (response: ServerResponse) => void>();
const asked: string[] = [];

beforeAll(async () => {
  app = await testApp({ IMPORT_ALLOW_PRIVATE_ADDRESSES: 'on' }, { jobs: true });
  site = createServer((request, response) => {
    asked.push(request.url ?? '');
    const answer = answers.get(request.url ?? '');
    if (answer) answer(response);
    else response.writeHead(404).end();
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
  answers.clear();
  asked.length = 0;
});

const offer = (more = '') =>
  `<offer id="A"><price>10</price><name>Кружка</name><quantity_in_stock>1</quantity_in_stock>${more}</offer>`;
const head = '<name>Гончарня</name>';

it('imports from an address, through redirects and packed', async () => {
  answers.set('/feed', (response) => response.writeHead(302, { location: '/real.xml' }).end());
  answers.set('/real.xml', (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(yml(offer(), head))),
  );
  const url = `${origin}/feed`;
  const dry = await importing.run({ url, dry_run: true });
  expect(dry).toMatchObject({ status: 'done', url, counts: { created: 1 }, source: 'yml: Гончарня' });
  await importing.apply(dry.id);
  expect(await importing.catalogue()).toHaveLength(1);
  // the same feed by upload is the same source
  const again = await importing.file('feed.xml', yml(offer(), head));
  expect(again.counts).toMatchObject({ created: 0, changed: 0, unchanged: 1 });
});

it('is alive while a site is silent, for everybody who might take it over', async () => {
  const [start = '', end = ''] = yml(offer(), head).toString().split('<offers>');
  let answering: ServerResponse | undefined;
  answers.set('/slow', (response) => {
    answering = response;
    response.writeHead(200).write(start);
  });
  const { token, params } = importing;
  const started = await app.call(contract.createImport, { token, params, body: { url: `${origin}/slow` } });
  const beat = async () => {
    const rows = await app.sql(params.project_id, `select beat_at from imports where project_id = $1`, [
      params.project_id,
    ]);
    return String(rows[0]?.beat_at);
  };
  await expect.poll(() => answering).toBeDefined();
  const before = await beat();
  await expect.poll(beat, { timeout: 60_000 }).not.toBe(before);
  answering?.end(`<offers>${end}`);
  expect(await importing.finished(started.body.id)).toMatchObject({ status: 'done', counts: { created: 1 } });
});

it.each([
  ['/missing', 'imports.bad_answer'],
  ['/loop', 'imports.too_many_redirects'],
  ['/ftp', 'imports.url_invalid'],
  ['/cut', 'imports.unreachable'],
])('says why %s could not be read: %s', async (path, code) => {
  answers.set('/loop', (response) => response.writeHead(302, { location: '/loop' }).end());
  answers.set('/ftp', (response) => response.writeHead(302, { location: 'ftp://127.0.0.1/feed' }).end());
  answers.set('/cut', (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('<yml_catalog>');
    response.destroy();
  });
  const done = await importing.run({ url: `${origin}${path}` });
  expect(done).toMatchObject({ status: 'failed', error: { code } });
});

it('refuses what is no address at all', async () => {
  for (const url of ['file:///etc/passwd', 'feed.xml', 'javascript:alert(1)']) {
    const { token, params } = importing;
    const answer = await app.call(contract.createImport, { token, params, body: { url } });
    expect(answer).toMatchObject({ status: 422, error: { code: 'imports.url_invalid' } });
  }
});

it('fetches photos after the import, each once, and lists those it cannot get', async () => {
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#668844' } })
    .jpeg()
    .toBuffer();
  answers.set('/good.jpg', (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture));
  answers.set('/page.jpg', (response) => response.writeHead(200).end('<html>no picture</html>'));
  const photos = ['good', 'page', 'gone'].map((name) => `<picture>${origin}/${name}.jpg</picture>`).join('');
  const { id } = await importing.file('feed.xml', yml(offer(photos), head));
  const { token, params } = importing;
  await expect
    .poll(async () => (await app.call(contract.readImport, { token, params: { ...params, id } })).body.pictures, {
      timeout: 60_000,
    })
    .toEqual({ total: 3, done: 1, failed: 2, no_room: 0 });
  const images = await app.sql<{ thumbnail: string | null; source_url: string }>(
    importing.project.id,
    'select thumbnail, source_url, is_thumbnail from product_images where project_id = $1',
    [importing.project.id],
  );
  expect(images).toEqual([
    { thumbnail: expect.stringContaining('thumbnail'), source_url: `${origin}/good.jpg`, is_thumbnail: true },
  ]);
  const again = await importing.file('feed.xml', yml(offer(photos), head));
  expect(again.counts).toMatchObject({ changed: 0, unchanged: 1 });
  await expect.poll(() => asked.filter((path) => path === '/gone.jpg').length, { timeout: 60_000 }).toBe(2);
  expect(asked.filter((path) => path === '/good.jpg')).toHaveLength(1);
});

it('imports products without the photos that the plan has no room for, says so, and fetches no more of them', async () => {
  const { token, params, project } = importing;
  const body = { subscription_plan: 'manufacturer-basic-monthly' } as const;
  expect((await app.call(setProjectPlan, { token, params, body })).status).toBe(200);
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#668844' } })
    .jpeg()
    .toBuffer();
  const names = Array.from({ length: 9 }, (_, n) => `room-${n}`);
  for (const name of names)
    answers.set(`/${name}.jpg`, (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture));
  const photos = names.map((name) => `<picture>${origin}/${name}.jpg</picture>`).join('');
  const upload = await importing.upload('feed.xml', yml(offer(photos), head));
  await app.sql(project.id, 'update storage_totals set bytes = $1', [1024 ** 3 - 100]);
  const { id } = await importing.run({ upload });
  const read = async () => (await app.call(contract.readImport, { token, params: { ...params, id } })).body;
  await expect
    .poll(async () => (await read()).pictures, { timeout: 60_000 })
    .toEqual({ total: 9, done: 0, failed: 9, no_room: 9 });
  expect((await read()).counts).toMatchObject({ created: 1, refused: 0 });
  // four at once were under way when the first one was refused
  expect(asked.filter((path) => path.startsWith('/room-')).length).toBeLessThanOrEqual(4);
  const kept = await app.sql(project.id, 'select file_name from product_images where project_id = $1', [project.id]);
  expect(kept).toEqual([]);
  const folder = join(app.app.services.config.dataDir, 'files', project.id);
  expect(readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.jpg'))).toEqual([]);
  // with room for them the next import brings them
  await app.sql(project.id, 'update storage_totals set bytes = 1000');
  await importing.file('feed.xml', yml(offer(photos), head));
  await expect
    .poll(async () => (await app.sql(project.id, 'select id from product_images')).length, { timeout: 60_000 })
    .toBe(9);
});

describe('addresses that only we can reach', () => {
  const limits = { allow_private: false, max_bytes: 1_000_000, timeout_ms: 5_000, idle_ms: 2_000, accept: '*/*' };

  it.each([
    ['93.184.216.34', true],
    ['2606:2800:220:1::1', true],
    ['127.0.0.1', false],
    ['10.1.2.3', false],
    ['172.16.0.1', false],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['224.0.0.1', false],
    ['::1', false],
    ['::', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['::ffff:127.0.0.1', false],
    ['::7f00:1', false],
    ['4000::1', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
  ])('%s is public: %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected);
  });

  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://app.localhost/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
  ])('%s is refused at once', (address) => {
    expect(() => refusePrivateLiteral(new URL(address), false)).toThrowError(
      expect.objectContaining({ code: 'imports.address_forbidden' }),
    );
  });

  it('are refused by a call and behind a redirect, and never asked', async () => {
    const strict = await testApp({}, { jobs: true });
    try {
      const other = new Importing(strict, await strict.project());
      answers.set('/secret', (response) => response.writeHead(200).end(yml(offer(), head)));
      const { token, params } = other;
      const answer = await strict.call(contract.createImport, { token, params, body: { url: `${origin}/secret` } });
      expect(answer).toMatchObject({ status: 422, error: { code: 'imports.address_forbidden' } });
      const site = feedSite(strict.app.services.outbound, 'test', limits);
      await expect(fetchBytes(`${origin}/secret`, site)).rejects.toMatchObject({ code: 'imports.address_forbidden' });
      expect(asked).toEqual([]);
    } finally {
      await strict.close();
    }
  });
});
