import { existsSync, readdirSync } from 'node:fs';
import type { AnyRoute } from '@lanka/domain/kit/route';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: object;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: Parameter[];
  readonly requestBody?: { content: Record<string, { schema: object }> };
  readonly responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
  readonly security: Record<string, string[]>[];
}

interface Document {
  readonly openapi: string;
  readonly info: { title: string; version: string };
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
}

let app: TestApp;
let document: Document;
let contracts: AnyRoute[];

const isRoute = (value: unknown): value is AnyRoute =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'returns' in value;

/** Every route that a contract exports, whether or not somebody remembered to serve it. */
async function readContracts(): Promise<AnyRoute[]> {
  const root = new URL('../../../../domain/src/', import.meta.url);
  const files = readdirSync(root).map((slice) => new URL(`${slice}/contract.ts`, root));
  const modules = await Promise.all(files.filter((file) => existsSync(file)).map((file) => import(file.href)));
  return [...new Set(modules.flatMap((module: object) => Object.values(module)).filter(isRoute))];
}

beforeAll(async () => {
  app = await testApp();
  const answer = await app.app.server.inject('/api/openapi.json');
  expect(answer.statusCode).toBe(200);
  document = answer.json();
  contracts = await readContracts();
});
afterAll(() => app.close());

const keyOf = (route: AnyRoute): string => `${route.method} /${route.path.replace(/:(\w+)/g, '{$1}')}`;
const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

describe('the OpenAPI document', () => {
  it('has every route of the contracts but those that lead a browser elsewhere, and each of them is served', () => {
    const described = operations().map(({ path, method }) => `${method} ${path}`);
    expect(contracts.length).toBeGreaterThan(50);
    const missing = contracts.filter((route) => !described.includes(keyOf(route)));
    expect(missing.filter(({ status }) => status !== 302).map(keyOf)).toEqual([]);
    const unserved = operations().filter(({ path, method }) => {
      const url = `/api${path.replace(/\{(\w+)\}/g, ':$1')}`;
      return !app.app.server.hasRoute({ method: method as 'GET', url });
    });
    expect(unserved.map(({ path }) => path)).toEqual([]);
  });

  it('names the errors of every route by their codes', () => {
    for (const route of contracts) {
      const operation = document.paths[`/${route.path.replace(/:(\w+)/g, '{$1}')}`]?.[route.method.toLowerCase()];
      if (!operation) continue; // the test before names it
      expect(operation.responses['400']?.description).toContain('common.invalid');
      for (const { code, text } of route.errors) {
        const response = operation.responses[String(text.status)];
        expect(response?.description, `${keyOf(route)} ${code}`).toContain(code);
        expect(response?.content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' });
      }
      if (route.auth !== 'public') expect(operation.responses['401']?.description).toContain('common.unauthorized');
      expect(operation.responses[String(route.status)], keyOf(route)).toBeDefined();
    }
  });

  it('keeps to OpenAPI 3.1', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: 'test' });
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
    expect(shapes.filter((shape, at) => shapes.indexOf(shape) !== at)).toEqual([]);
    for (const { path, method, operation } of operations()) {
      const where = `${method} ${path}`;
      expect(operation.summary, where).toMatch(/\S/);
      const inPath = operation.parameters.filter((one) => one.in === 'path');
      expect(inPath.map(({ name }) => name).sort(), where).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(),
      );
      expect(
        inPath.every(({ required }) => required),
        where,
      ).toBe(true);
      const names = operation.parameters.map((one) => `${one.in} ${one.name}`);
      expect(new Set(names).size, where).toBe(names.length);
      for (const [status, { description }] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^[1-5]\d\d$/);
        expect(description, where).toMatch(/\S/);
      }
      if (method === 'GET' || method === 'DELETE') expect(operation.requestBody, where).toBeUndefined();
      for (const one of operation.security)
        for (const name of Object.keys(one)) expect(document.components.securitySchemes).toHaveProperty(name);
    }
  });

  it('passes the linter of Redocly without a warning', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    const told = problems.map(({ ruleId, severity, message, location }) =>
      [severity, ruleId, message, ...location.map(({ pointer }) => pointer)].join(' '),
    );
    expect(told).toEqual([]);
  });

  it('takes in a body no field that it does not name', () => {
    const open: string[] = [];
    const look = (node: unknown, where: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { type, additionalProperties } = node as Record<string, unknown>;
      if (type === 'object' && additionalProperties !== false) open.push(where);
      for (const [key, inner] of Object.entries(node)) look(inner, `${where}.${key}`);
    };
    for (const { path, method, operation } of operations())
      look(operation.requestBody?.content['application/json']?.schema, `${method} ${path}`);
    // keys of additional fields are those of the project's templates, which the server reads (decision 0057); an import's
    // columns are those of its file, and others are refused; of a basket they are the ids of its suppliers, and of
    // their lines
    const READ_BY_THE_SERVER =
      /\.properties\.(fields|line_fields(\.additionalProperties)?)$|imports\/\{id\}\/apply\.properties\.columns$|basket\.properties\.suppliers$/;
    expect(open.filter((where) => !READ_BY_THE_SERVER.test(where))).toEqual([]);
  });

  it('points only at what it has', () => {
    const text = JSON.stringify(document);
    const pointers = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, pointer]) => pointer ?? '');
    for (const pointer of new Set(pointers)) {
      const parts = pointer.replace(/^#\//, '').split('/');
      const found = parts.reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document);
      expect(pointer.startsWith('#/'), pointer).toBe(true);
      expect(found, pointer).toBeDefined();
    }
  });
});

it('shows the document to people at /api/docs without scripts inside the page', async () => {
  const moved = await app.app.server.inject('/api/docs');
  const page = moved.statusCode === 302 ? await app.app.server.inject(String(moved.headers.location)) : moved;
  expect([page.statusCode, String(page.headers['content-type'])]).toEqual([200, expect.stringContaining('text/html')]);
  expect(page.body).toContain('swagger-ui');
  const inline = [...page.body.matchAll(/<script(?![^>]*\bsrc=)[^>]*>/g)];
  expect(inline).toEqual([]);
  expect(page.headers['content-security-policy']).not.toMatch(/script-src[^;]*'unsafe-inline'/);
  expect((await app.app.server.inject('/api/docs/json')).json().openapi).toBe(document.openapi);
});
