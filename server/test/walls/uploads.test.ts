import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createImage, createProduct } from '@lanka/domain/catalog/contract';
import { createUpload } from '@lanka/domain/files/contract';
import { setMyPhoto, updateProject } from '@lanka/domain/projects/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../harness';
import { Importing } from '../importing';
import { LAUGHING, workbook, zip } from './bombs';
import { type Internet, openInternet } from './internet';

let app: TestApp;
let net: Internet;
let importing: Importing;

beforeAll(async () => {
  app = await testApp({}, { jobs: true });
  net = await openInternet();
});
afterAll(async () => {
  await net.close();
  await app.close();
});
beforeEach(async () => {
  importing = new Importing(app, await app.project());
});
// no file that is sent here makes the server ask anybody
afterEach(() => {
  expect([net.reached, net.leaked]).toEqual([[], []]);
});

/** All files under the data folder, as paths from it. */
function stored(): string[] {
  const root = app.app.services.config.dataDir;
  return (readdirSync(root, { recursive: true }) as string[])
    .map((name) => join(root, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => relative(root, path));
}

const KEPT = /^files\/[0-9a-f-]{36}\/[0-9a-f-]{36}\/[\w.-]{1,120}$/;

describe('the name of an upload', () => {
  it.each([
    '../../../../etc/cron.d/evil',
    '..\\..\\windows\\system32\\evil.dll',
    '/etc/passwd',
    'C:\\evil.exe',
    '\\\\server\\share\\evil',
    '....//....//evil',
    'прайс.. нові ціни..xlsx',
    '..%2f..%2fevil',
    '%2e%2e/evil',
    '.htaccess',
    '...',
    '..',
    '.',
    '-rf',
    'CON',
    'a.png\r\nset-cookie: a=b',
    'картинка\u202egnp.exe',
    'a;rm -rf $HOME;.png',
    '$(id).png',
    'a'.repeat(200),
    '👩‍👩‍👧.png',
    'files.key',
  ])('%j stays a name within the folder of the project', async (file_name) => {
    const { token, params, project } = importing;
    const place = await app.call(createUpload, { token, params, body: { file_name } });
    if (place.status === 400) return; // refused at once is fine too
    expect(place.status).toBe(201);
    expect(`files/${place.body.file_name}`).toMatch(KEPT);
    expect(place.body.file_name.startsWith(`${project.id}/`)).toBe(true);
    const { url, headers } = place.body.direct_upload;
    const sent = await app.app.server.inject({ method: 'PUT', url, headers, payload: 'bytes' });
    expect(sent.statusCode, sent.body).toBe(200);
    expect(stored()).toContain(`files/${place.body.file_name}`);
    for (const path of stored()) expect(path).toMatch(/^((files|secrets)\.key$|files\/)/);
    for (const path of stored().filter((one) => !one.endsWith('.key'))) expect(path).toMatch(KEPT);
  });

  it.each(['', ' ', 'a\u0000.png', 'a'.repeat(201), 'a\u0001b'])('%j is refused', async (file_name) => {
    const { token, params } = importing;
    const place = await app.call(createUpload, { token, params, body: { file_name } });
    expect([place.status, place.error.details[0]?.path]).toEqual([400, 'file_name']);
  });

  it('cannot be changed in the address that was signed, whatever is put there', async () => {
    const { token, params, project } = importing;
    const place = await app.call(createUpload, { token, params, body: { file_name: 'a.txt' } });
    const { pathname, search } = new URL(place.body.url, 'http://lanka.example');
    const folder = pathname.slice(0, pathname.lastIndexOf('/'));
    const before = stored();
    for (const path of [
      `${folder}/..%2f..%2f..%2fevil`,
      `${folder}/%2e%2e%2fevil`,
      `${folder}/a.txt%00.png`,
      `${folder}/a.txt%2f..%2fb.txt`,
      `${folder}\\..\\evil`,
      `/api/files/${project.id}/..%5cevil`,
      '/api/files/%2fetc%2fpasswd',
      '/api/files/..%2ffiles.key',
      '/api/files/files.key',
      '/api/files/',
      '/api/files/%',
      '/api/files/%ff%fe',
    ])
      for (const method of ['PUT', 'GET'] as const) {
        const payload = method === 'PUT' ? { payload: 'evil' } : {};
        const answer = await app.app.server.inject({ method, url: path + search, ...payload });
        expect([403, 404], `${method} ${path}: ${answer.body}`).toContain(answer.statusCode);
      }
    expect(stored()).toEqual(before);
  });
});

describe('a file that is not what it says', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://169.254.169.254/"/><script>1</script></svg>';
  const FILES: [string, Buffer][] = [
    ['a program', Buffer.from('7f454c460201010000000000000000000000', 'hex')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['SVG', Buffer.from(SVG)],
    ['PDF', Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj')],
    [
      'a picture in its first bytes alone',
      Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(64)]),
    ],
    ['an archive', zip([{ name: 'a.png', content: Buffer.from('a') }])],
    ['PostScript', Buffer.from('%!PS\n(%pipe%id) (r) file')],
    [
      'a script for a converter',
      Buffer.from('push graphic-context\nfill url(https://127.0.0.1/x)\npop graphic-context'),
    ],
  ];

  it.each(FILES)('%s is no picture of a product, no logo and no photo', async (_what, bytes) => {
    const { token, params } = importing;
    const file_name = await importing.upload('a.png', bytes);
    const product = await app.call(createProduct, { token, params, body: { name: 'Чашка' } });
    const within = { ...params, product_id: product.body.id };
    const image = await app.call(createImage, { token, params: within, body: { file_name } });
    expect([image.status, image.error.code]).toEqual([422, 'files.not_an_image']);
    const logo = await app.call(updateProject, { token, params, body: { project: { logo: file_name } } });
    expect([logo.status, logo.error.code]).toEqual([422, 'files.not_an_image']);
    const photo = await app.call(setMyPhoto, { token, body: { image: bytes.toString('base64') } });
    expect([photo.status, photo.error.code]).toEqual([422, 'files.not_an_image']);
  });

  it.each(FILES.filter(([what]) => what !== 'an archive'))(
    '%s is no price list, whatever its name',
    async (_what, bytes) => {
      for (const name of ['price.xlsx', 'price.xml', 'price.csv']) {
        const done = await importing.file(name, bytes, { dry_run: true });
        expect([name, done.status, done.counts.created]).toEqual([name, 'failed', 0]);
        expect(done.error?.code).toMatch(/^feeds\./);
      }
    },
  );
});

describe('a price list that is a bomb', () => {
  const zeros = Buffer.alloc(40 * 1024 * 1024, 0x20);
  const feed = (head: string, body = '') =>
    `<?xml version="1.0"?>${head}<yml_catalog><shop><name>${body}</name><offers><offer id="1"><price>1</price><name>А</name></offer></offers></shop></yml_catalog>`;

  it.each<[string, string, () => Buffer, RegExp]>([
    [
      'a workbook that unpacks to forty megabytes',
      'a.xlsx',
      () => zip([{ name: 'xl/workbook.xml', content: zeros }]),
      /unpacks_too_big/,
    ],
    [
      'a workbook that lies about its size',
      'a.xlsx',
      () => zip([{ name: 'xl/workbook.xml', content: zeros, told: 100 }]),
      /unpacks_too_big|value_too_long/,
    ],
    [
      'a thousand files over the same bytes',
      'a.xlsx',
      () =>
        zip(
          Array.from({ length: 1_000 }, (_, n) => ({
            name: n === 0 ? 'xl/workbook.xml' : `xl/${n}.xml`,
            content: zeros.subarray(0, 1024 * 1024),
            shared: n > 0,
          })),
        ),
      /unpacks_too_big/,
    ],
    [
      'ten thousand files',
      'a.xlsx',
      () => zip(Array.from({ length: 10_000 }, (_, n) => ({ name: `${n}`, content: Buffer.from(''), shared: n > 0 }))),
      /archive_broken|unpacks_too_big/,
    ],
    ['an archive within an archive within an archive', 'a.zip', () => nested(), /unsupported|unpacks_too_big|archive/],
    ['a packed feed of forty megabytes', 'a.xml.gz', () => gzipSync(zeros), /unpacks_too_big|empty|value_too_long/],
    ['a feed packed twice', 'a.xml.gz', () => gzipSync(gzipSync(zeros)), /unsupported|unpacks_too_big|broken|empty/],
    ['a billion laughs', 'a.xml', () => Buffer.from(feed(LAUGHING, '&l10;')), /entities/],
    [
      'a billion laughs in a workbook',
      'a.xlsx',
      () => workbook({ 'xl/worksheets/sheet1.xml': `<?xml version="1.0"?>${LAUGHING}<worksheet>&l10;</worksheet>` }),
      /entities/,
    ],
    [
      'a billion laughs in the texts of a workbook',
      'a.xlsx',
      () => workbook({ 'xl/sharedStrings.xml': `<?xml version="1.0"?>${LAUGHING}<sst><si><t>&l10;</t></si></sst>` }),
      /entities/,
    ],
    [
      'an outside entity',
      'a.xml',
      () => Buffer.from(feed('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>', '&x;')),
      /entities/,
    ],
    [
      'an entity of the inner network',
      'a.xml',
      () => Buffer.from(feed(`<!DOCTYPE a [<!ENTITY x SYSTEM "http://127.0.0.1:${net.innerPort}/x">]>`, '&x;')),
      /entities/,
    ],
    [
      'a parameter entity',
      'a.xml',
      () => Buffer.from(feed(`<!DOCTYPE a [<!ENTITY % x SYSTEM "http://127.0.0.1:${net.innerPort}/x"> %x;]>`)),
      /entities/,
    ],
  ])('%s is refused', async (_what, name, bytes, code) => {
    const done = await importing.file(name, bytes());
    expect([done.status, done.counts.created], JSON.stringify(done.error)).toEqual(['failed', 0]);
    expect(done.error?.code).toMatch(code);
    expect(JSON.stringify(done)).not.toContain('root:');
  });

  it('a description of the document elsewhere is not fetched', async () => {
    const head = `<!DOCTYPE yml_catalog SYSTEM "http://127.0.0.1:${net.innerPort}/shops.dtd">`;
    expect(await importing.file('a.xml', feed(head, 'Гончарня'))).toMatchObject({ counts: { created: 1 } });
  });

  it('names within an archive lead nowhere: nothing of it is written to disk', async () => {
    const names = ['../../../../tmp/lanka-evil', '/tmp/lanka-evil', '..\\lanka-evil', 'C:\\lanka-evil', 'a\u0000b'];
    const content = Buffer.from('Назва,Ціна,Артикул\nСвічка,10,С-1\n');
    const before = stored().length;
    for (const name of names) {
      const done = await importing.file('a.zip', zip([{ name: `${name}.csv`, content }]), { dry_run: true });
      expect(['done', 'failed']).toContain(done.status);
    }
    // the uploads themselves and the copies that the imports keep, and no more
    expect(stored()).toHaveLength(before + names.length * 2);
    for (const path of ['/tmp/lanka-evil.csv', 'lanka-evil.csv', '../lanka-evil.csv'])
      expect(existsSync(path)).toBe(false);
  });

  it('a workbook that points at parts outside of itself is read as one without them', async () => {
    const target = `<?xml version="1.0"?><Relationships><Relationship Id="r1" Target="file:///etc/passwd" TargetMode="External"/></Relationships>`;
    const book = `<?xml version="1.0"?><workbook><sheets><sheet name="А" id="r1"/></sheets></workbook>`;
    const bytes = workbook({ 'xl/_rels/workbook.xml.rels': target, 'xl/workbook.xml': book });
    const done = await importing.file('a.xlsx', bytes, { dry_run: true });
    expect(done.status).toBe('failed');
    expect(JSON.stringify(done)).not.toContain('root:');
  });
});

function nested(): Buffer {
  let bytes: Buffer = Buffer.alloc(5 * 1024 * 1024, 0x20);
  for (let level = 0; level < 3; level += 1) bytes = zip([{ name: 'a.zip', content: bytes }]);
  return bytes;
}
