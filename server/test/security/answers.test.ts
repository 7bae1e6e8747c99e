import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createUpload } from '@lanka/domain/files/contract';
import { signIn } from '@lanka/domain/identity/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../harness';

const PUBLIC_URL = 'https://lanka.example';
const PASSWORD = 'a long enough password';

let app: TestApp;
let project: TestProject;
beforeAll(async () => {
  app = await testApp({ PUBLIC_URL });
  project = await app.project();
});
afterAll(() => app.close());

const inject = (
  options: { method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'OPTIONS'; url: string } & Record<string, unknown>,
) => app.app.server.inject({ method: 'GET', ...options });

describe('an uploaded file', () => {
  const upload = async (file_name: string, content_type: string, bytes: string) => {
    const { body } = await app.call(createUpload, {
      params: { project_id: project.id },
      token: project.owner.token,
      body: { file_name, content_type },
    });
    const { pathname, search } = new URL(body.direct_upload.url, PUBLIC_URL);
    const headers = { 'content-type': content_type };
    const put = await inject({ method: 'PUT', url: pathname + search, headers, payload: bytes });
    expect(put.statusCode, put.body).toBe(200);
    const address = new URL(await app.app.services.storage.presignGet(body.file_name), PUBLIC_URL);
    return inject({ url: address.pathname + address.search });
  };
  const SCRIPT = '<script>alert(document.cookie)</script>';

  it.each([
    ['page.html', 'text/html', SCRIPT],
    ['page.xhtml', 'application/xhtml+xml', `<html xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</html>`],
    ['picture.svg', 'image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`],
    ['feed.xml', 'text/xml', `<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">1</x:script>`],
    ['code.js', 'text/javascript', 'alert(1)'],
    ['no-extension', 'text/html', SCRIPT],
    ['page.png.html', 'image/png', SCRIPT],
  ])('%s is only ever downloaded', async (name, type, bytes) => {
    const { headers, statusCode } = await upload(name, type, bytes);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['content-disposition']).toMatch(/^attachment/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  });

  it('that only says that it is a picture shows as one and runs as nothing', async () => {
    const { headers } = await upload('picture.png', 'text/html', SCRIPT);
    expect(headers['content-type']).toBe('image/png');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  });

  it('cannot be reached without its signature, by another’s, or outside its folder', async () => {
    const { body } = await app.call(createUpload, {
      params: { project_id: project.id },
      token: project.owner.token,
      body: { file_name: 'a.txt' },
    });
    const { pathname, search } = new URL(body.direct_upload.url, PUBLIC_URL);
    const put = (url: string) =>
      inject({ method: 'PUT', url, headers: { 'content-type': 'text/plain' }, payload: 'text' });
    for (const url of [
      pathname,
      pathname.replace('a.txt', 'b.txt') + search,
      `/api/files/..%2f..%2fescape.txt${search}`,
    ])
      expect([403, 404], url).toContain((await put(url)).statusCode);
    // an address to write is no address to read
    expect([403, 404]).toContain((await inject({ url: pathname + search })).statusCode);
  });
});

/** The directives of a policy, by name. */
const directives = (header: unknown): Map<string, string[]> =>
  new Map(
    String(header ?? '')
      .split(';')
      .map((one) => one.trim().split(/\s+/))
      .map(([name = '', ...values]): [string, string[]] => [name, values]),
  );

describe('every answer', () => {
  const ADDRESSES = [
    '/',
    '/price',
    '/cp',
    '/cp/signin',
    '/api/docs',
    '/api/health',
    '/api/users/me',
    '/no/such/page',
    '/api/no',
  ];

  it.each(ADDRESSES)('%s has the headers of the baseline', async (url) => {
    const { headers } = await inject({ url, headers: { accept: 'text/html' } });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-permitted-cross-domain-policies': 'none',
    });
    expect(headers['referrer-policy']).toMatch(/^(no-referrer|same-origin|strict-origin-when-cross-origin)$/);
    expect(headers['strict-transport-security']).toMatch(/max-age=\d{8}/);
    for (const power of ['geolocation', 'microphone', 'payment', 'usb'])
      expect(headers['permissions-policy']).toContain(`${power}=()`);
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers.server).toBeUndefined();
  });

  it.each(ADDRESSES)('%s has a strict policy without inline script', async (url) => {
    const policy = directives(
      (await inject({ url, headers: { accept: 'text/html' } })).headers['content-security-policy'],
    );
    const script = policy.get('script-src') ?? policy.get('default-src') ?? ['*'];
    for (const value of script) expect(value).toMatch(/^('self'|'none'|'wasm-unsafe-eval'|https:\/\/[\w.-]+)$/);
    expect(policy.get('script-src-attr') ?? ["'none'"]).toEqual(["'none'"]);
    expect(policy.get('object-src')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'self'"]);
    expect(policy.get('form-action')).toEqual(["'self'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
  });

  it('asks for https only where the product is served by https', async () => {
    const plain = await testApp({ PUBLIC_URL: 'http://localhost:3000' });
    try {
      const { headers } = await plain.app.server.inject({ url: '/api/health' });
      expect(headers['strict-transport-security']).toBeUndefined();
    } finally {
      await plain.close();
    }
  });

  it('with somebody’s data is stored nowhere on the way', async () => {
    const { token, email } = await app.user();
    const authorization = `Bearer ${token}`;
    for (const url of ['/api/users/me', '/api/projects', `/api/projects/${project.id}`])
      expect((await inject({ url, headers: { authorization } })).headers['cache-control']).toBe('no-store');
    const signedIn = await app.call(signIn, { body: { email, password: PASSWORD } });
    expect(signedIn.headers['cache-control']).toBe('no-store');
    expect((await inject({ url: '/api/users/me' })).headers['cache-control']).toBe('no-store');
  });

  it('lets no other site read it', async () => {
    const { token } = await app.user();
    const headers = { origin: 'https://evil.example', authorization: `Bearer ${token}` };
    for (const method of ['GET', 'OPTIONS'] as const) {
      const answer = await inject({ method, url: '/api/users/me', headers });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});

it('every page that is served keeps to the policy: no script, handler or address of script within it', async () => {
  const docs = await inject({ url: '/api/docs/' });
  expect(docs.headers['content-type']).toContain('text/html');
  keepsToPolicy(docs.body, 'the documentation of the API');
  const root = join(import.meta.dirname, '../../../web');
  const built = join(root, 'dist');
  const pages = [join(root, 'index.html'), ...(existsSync(built) ? pagesIn(built) : [])];
  for (const page of pages) keepsToPolicy(readFileSync(page, 'utf8'), page);
});

function keepsToPolicy(html: string, page: string): void {
  // data for search engines is no script
  const inline = [...html.matchAll(/<script\b([^>]*)>/gi)]
    .map(([, attributes = '']) => attributes)
    .filter((attributes) => !/\bsrc=|type="application\/(ld\+)?json"/i.test(attributes));
  expect(inline, page).toEqual([]);
  expect(html, page).not.toMatch(/<[^>]+\son[a-z]+\s*=|javascript:/i);
}

function pagesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => join(folder, name));
}
