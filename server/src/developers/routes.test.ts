import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/harness';
import { publicOperations } from '../../test/public-api';
import type { PublicDocument } from '../kit/http/openapi-public';
import { pageNames } from './pages';

let app: TestApp;
let document: PublicDocument;
const open = (url: string, headers: Record<string, string> = {}) => app.app.server.inject({ url, headers });
const addresses = () => pageNames(document).flatMap((page) => ['ua', 'en'].map((one) => `/developers/${one}/${page}`));

beforeAll(async () => {
  app = await testApp();
  document = app.app.services.publicDocument();
});
afterAll(() => app.close());

describe('the pages for developers', () => {
  it('are there in both languages, and lead to one another alone', async () => {
    expect(addresses().length).toBeGreaterThan(30);
    for (const url of addresses()) {
      const { statusCode, headers, body } = await open(url);
      expect([url, statusCode, headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8']);
      expect(body).toContain(url.startsWith('/developers/ua/') ? '<html lang="uk">' : '<html lang="en">');
      const ids = new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      for (const [, target = ''] of body.matchAll(/(?:href|src)="([^"]+)"/g)) {
        if (target.startsWith('#')) expect([url, target, ids.has(target.slice(1))]).toEqual([url, target, true]);
        else if (target.startsWith('/developers/')) expect(addresses()).toContain(target);
        else if (['https://www.standardwebhooks.com', 'https://modelcontextprotocol.io'].includes(target))
          expect(body).toContain(`<a href="${target}">`);
        // nothing of others is loaded, and nothing that the product does not serve
        else if (target === '/cp/integrations/api/sandbox') expect(url).toContain('/reference-');
        else
          expect([
            ...['/', '/favicon.svg', '/developers-try.js', '/api/public/openapi.json'],
            ...['/Lanka.php', '/lanka-woocommerce.zip', '/lanka-opencart.zip'],
          ]).toContain(target);
      }
    }
  });

  it('describe every call, with its fields, its errors and how it is made', async () => {
    const reference = addresses().filter((url) => url.includes('/en/reference-'));
    const whole = (await Promise.all(reference.map(async (url) => (await open(url)).body))).join('');
    for (const { method, path, operation } of publicOperations(document)) {
      const part = whole.split(`<section class="call" id="${operation.operationId}">`)[1]?.split('</section>')[0] ?? '';
      expect([operation.operationId, part.includes(`data-method="${method}" data-path="${path}"`)]).toEqual([
        ...[operation.operationId, true],
      ]);
      for (const { content } of Object.values(operation.responses))
        for (const code of Object.keys(content?.['application/json'].examples ?? {}))
          expect(part).toContain(`<code>${code}</code>`);
      for (const { name, in: where } of operation.parameters)
        if (where !== 'header') expect(part).toContain(`<code>${name}</code>`);
    }
  });

  it('speak in guides of no call that is not there', async () => {
    const known = new Set(publicOperations(document).map(({ operation }) => operation.operationId));
    for (const url of addresses().filter((one) => !one.includes('/reference-'))) {
      const { body } = await open(url);
      const named = [
        ...body.matchAll(/<code>((?:list|read|create|update|delete|change|move|price|publish)_\w+)<\/code>/g),
      ];
      for (const [, id = ''] of named) expect([url, id, known.has(id)]).toEqual([url, id, true]);
    }
  });

  it('answer at /developers in the language of whoever asks', async () => {
    expect((await open('/developers')).body).toContain('<html lang="uk">');
    const { body, headers } = await open('/developers', { 'accept-language': 'en-GB' });
    expect([body.includes('<html lang="en">'), headers.vary]).toEqual([
      true,
      expect.stringContaining('accept-language'),
    ]);
  });

  it('begin with the first steps where a language stands alone', async () => {
    for (const [url, lang] of [
      ['/developers/ua', 'uk'],
      ['/developers/en/', 'en'],
    ] as const) {
      const { statusCode, body } = await open(url);
      expect([url, statusCode, body.includes(`<html lang="${lang}">`)]).toEqual([url, 200, true]);
    }
  });

  it('say that a page is missing, and keep nothing of its name', async () => {
    for (const url of ['/developers/ua/nothing', '/developers/en/reference-nothing']) {
      const { statusCode, headers, body } = await open(url);
      expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(body).not.toContain('nothing');
    }
    expect((await open('/developers/de/start')).statusCode).toBe(404);
  });
});
