import { createImport, readImport } from '@lanka/domain/feeds/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../harness';
import { Importing } from '../importing';
import { type Internet, openInternet, PUBLIC } from './internet';

/**
 * Addresses of the inner network: whatever way a user names one, by its digits, by a name, behind a redirect or in a
 * picture of a price list, the server does not go there.
 */
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
  net.names.clear();
  net.pages.clear();
  net.reached.length = 0;
  net.names.set('shop.example', [[PUBLIC]]);
});
afterEach(() => {
  expect(net.leaked).toEqual([]);
});

const FEED = `<?xml version="1.0"?><yml_catalog><shop><name>Гончарня</name><offers>
  <offer id="A"><price>10</price><name>Кружка</name></offer></offers></shop></yml_catalog>`;

it('reaches a public address, so that the refusals below mean something', async () => {
  net.pages.set('shop.example/feed', (response) => response.end(FEED));
  const done = await importing.run({ url: 'http://shop.example/feed', dry_run: true });
  expect(done).toMatchObject({ status: 'done', counts: { created: 1 } });
  expect(net.reached).toEqual(['shop.example/feed']);
});

describe('written as digits', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://10.0.0.5/',
    'http://172.31.255.255/',
    'http://192.168.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.100.100.200/',
    'http://198.18.0.1/',
    'http://192.0.0.1/',
    'http://255.255.255.255/',
    'http://224.0.0.1/',
    'http://[::]/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[0:0:0:0:0:ffff:a00:5]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::a00:5]/',
    'http://[2002:a00:5::1]/',
    'http://[2001::1]/',
    'http://[fe80::1]/',
    'http://[fd12:3456::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://user:password@127.0.0.1/',
    'http://１２７.０.０.１/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://a.localhost/',
  ])('%s is refused at once', async (url) => {
    const { token, params } = importing;
    const answer = await app.call(createImport, { token, params, body: { url } });
    expect([answer.status, answer.error.code]).toEqual([422, 'imports.address_forbidden']);
  });

  it.each(['file:///etc/passwd', 'gopher://127.0.0.1/', 'ftp://shop.example/', 'data:text/xml,<a/>', '//10.0.0.1/'])(
    '%s is no address to fetch',
    async (url) => {
      const { token, params } = importing;
      const answer = await app.call(createImport, { token, params, body: { url } });
      expect([answer.status, answer.error.code]).toEqual([422, 'imports.url_invalid']);
    },
  );
});

describe('behind a name', () => {
  it.each([
    ['an inner address', ['10.0.0.5']],
    ['this machine', ['127.0.0.1']],
    ['this machine by IPv6', ['::1']],
    ['IPv4 within IPv6', ['::ffff:10.0.0.5']],
    ['an address behind NAT64', ['64:ff9b::7f00:1']],
    ['a unique local address', ['fd00::5']],
    ['the cloud’s metadata', ['169.254.169.254']],
    ['a public and an inner one', [PUBLIC, '10.0.0.5']],
  ])('%s is refused', async (_what, addresses) => {
    net.names.set('inner.example', [addresses]);
    const done = await importing.run({ url: `http://inner.example:${net.innerPort}/secret` });
    expect(done).toMatchObject({ status: 'failed', error: { code: 'imports.address_forbidden' } });
    expect(net.reached).toEqual([]);
  });

  it('goes to the address that was looked at, though the name says another one a moment later', async () => {
    net.names.set('shop.example', [[PUBLIC], ['127.0.0.1']]);
    net.pages.set('shop.example/feed', (response) => response.end(FEED));
    expect(await importing.run({ url: 'http://shop.example/feed', dry_run: true })).toMatchObject({ status: 'done' });
    expect(net.reached).toEqual(['shop.example/feed']);
  });
});

describe('behind a redirect', () => {
  const inner = (host: string) => `http://${host}:${net.innerPort}/secret`;

  it.each([
    ['this machine', () => inner('127.0.0.1'), 'imports.address_forbidden'],
    ['one number', () => inner('2130706433'), 'imports.address_forbidden'],
    ['IPv6', () => inner('[::1]'), 'imports.address_forbidden'],
    ['IPv4 within IPv6', () => inner('[::ffff:127.0.0.1]'), 'imports.address_forbidden'],
    ['localhost', () => inner('localhost'), 'imports.address_forbidden'],
    ['a name of the inner network', () => inner('inner.example'), 'imports.address_forbidden'],
    ['the metadata of a cloud', () => 'http://169.254.169.254/latest/', 'imports.address_forbidden'],
    ['an address without a scheme', () => `//127.0.0.1:${net.innerPort}/secret`, 'imports.address_forbidden'],
    ['a file', () => 'file:///etc/passwd', 'imports.url_invalid'],
    ['another scheme', () => 'gopher://127.0.0.1/', 'imports.url_invalid'],
  ])('%s is refused', async (_what, location, code) => {
    net.names.set('inner.example', [['127.0.0.1']]);
    net.pages.set('shop.example/feed', (response) => response.writeHead(302, { location: '/next' }).end());
    net.pages.set('shop.example/next', (response) => response.writeHead(307, { location: location() }).end());
    const done = await importing.run({ url: 'http://shop.example/feed' });
    expect(done).toMatchObject({ status: 'failed', error: { code } });
    expect(net.reached).toEqual(['shop.example/feed', 'shop.example/next']);
  });

  it('in a picture of a price list is not followed', async () => {
    net.pages.set('shop.example/a.jpg', (response) => response.writeHead(302, { location: inner('127.0.0.1') }).end());
    const pictures = `<picture>http://shop.example/a.jpg</picture><picture>${inner('127.0.0.1')}</picture>`;
    const { id } = await importing.file('feed.xml', FEED.replace('</offer>', `${pictures}</offer>`));
    const { token, params } = importing;
    const read = async () => (await app.call(readImport, { token, params: { ...params, id } })).body.pictures;
    await expect.poll(read, { timeout: 60_000 }).toEqual({ total: 2, done: 0, failed: 2, no_room: 0 });
  });
});
