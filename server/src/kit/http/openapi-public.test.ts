import { readPublicDocument } from '@lanka/domain/developers/contract';
import { scopesOfRoute } from '@lanka/domain/kit/api_scopes';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness';
import { publicOperations, readPublicContracts } from '../../../test/public-api';
import { API_VERSIONS } from './api-versions';
import type { PublicDocument } from './openapi-public';

let app: TestApp;
let document: PublicDocument;
beforeAll(async () => {
  app = await testApp();
  document = (await app.app.server.inject('/api/public/openapi.json')).json();
});
afterAll(() => app.close());

describe('the OpenAPI document of the public API', () => {
  it('has every call that keys reach, and no other', async () => {
    const reached = (await readPublicContracts()).map(
      ({ method, path }) => `${method} /${path.replace(/:(\w+)/g, '{$1}')}`,
    );
    const described = publicOperations(document).map(({ method, path }) => `${method} ${path}`);
    expect(reached.length).toBeGreaterThan(90);
    expect(described.sort()).toEqual([...new Set(reached)].sort());
    const whole = (await app.app.server.inject('/api/openapi.json')).json() as PublicDocument;
    const open = publicOperations(whole).filter(({ operation }) => operation['x-api-scopes']);
    expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(described);
  });

  it('names each call once, by words that stay', () => {
    const ids = publicOperations(document).map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z]+(_[a-z]+)+$/.test(id))).toEqual([]);
    expect(ids).toEqual(expect.arrayContaining(['list_orders', 'create_order', 'read_product', 'change_stock']));
  });

  it('shows for each call what is sent and answered, as the contract takes it, and for each error its answer', async () => {
    const contracts = await readPublicContracts();
    for (const { method, path, operation } of publicOperations(document)) {
      const route = contracts.find(
        (one) => one.method === method && `/${one.path.replace(/:(\w+)/g, '{$1}')}` === path,
      );
      const at = operation.operationId;
      const sent = operation.requestBody?.content['application/json'];
      if (sent) expect([at, route?.body.safeParse(sent.example).error?.message]).toEqual([at, undefined]);
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const answered = content?.['application/json'];
        if (!answered) expect([at, ['204', '304']]).toEqual([at, expect.arrayContaining([status])]);
        else if (Number(status) < 400)
          expect([at, route?.returns.safeParse(answered.example).error?.message]).toEqual([at, undefined]);
        else
          for (const [code, { $ref }] of Object.entries(answered.examples ?? {}))
            expect([$ref, document.components.examples[code]?.value]).toEqual([
              `#/components/examples/${code}`,
              { code, message: expect.stringMatching(/^[^{}]+$/), details: expect.any(Array) },
            ]);
      }
      const named = Object.values(operation.responses).flatMap(({ content }) =>
        Object.keys(content?.['application/json'].examples ?? {}),
      );
      expect([at, ...named]).toEqual(expect.arrayContaining(route?.errors.map(({ code }) => code) ?? []));
      expect(scopesOfRoute(route ?? {})).toEqual(operation['x-api-scopes']);
    }
  });

  it('passes the linter of Redocly without a warning, its examples too', async () => {
    const examples = { 'no-invalid-media-type-examples': 'error', 'no-invalid-parameter-examples': 'error' } as const;
    const config = await createConfig({ extends: ['recommended'], rules: examples });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    const told = problems.map(({ ruleId, severity, message, location }) =>
      [severity, ruleId, message, ...location.map(({ pointer }) => pointer)].join(' '),
    );
    expect(told).toEqual([]);
  });

  it('says of what has an ETag that it may not have changed, and each header by its own example', () => {
    const read = document.paths['/projects/{project_id}/static_data']?.get as unknown as {
      parameters: { name: string; example: string }[];
      responses: Record<string, object>;
    };
    expect(Object.keys(read.responses)).toContain('304');
    expect(read.parameters.find(({ name }) => name === 'If-None-Match')?.example).toMatch(/^"/);
  });

  it('is packed for whoever unpacks, and not sent again to whoever has it', async () => {
    const url = '/api/public/openapi.json';
    const packed = await app.app.server.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    expect([packed.headers['content-encoding'], packed.rawPayload.length < 200_000]).toEqual(['gzip', true]);
    const again = await app.app.server.inject({ url, headers: { 'if-none-match': String(packed.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await app.call(readPublicDocument)).status).toBe(200);
  });

  it('says its version and what has changed, newest first', () => {
    expect(document.info.version).toBe(API_VERSIONS[0].version);
    const days = API_VERSIONS.map(({ on }) => on);
    expect([...days].sort().reverse()).toEqual(days);
    for (const { version, changes } of API_VERSIONS)
      expect([version, changes.ua.length]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/), changes.en.length]);
  });
});
