import { apiKeyErrors } from '@lanka/domain/kit/api_key_errors';
import { scopesOfRoute } from '@lanka/domain/kit/api_scopes';
import { common, type ErrorFactory } from '@lanka/domain/kit/errors';
import { refusals } from '@lanka/domain/kit/plan_refusals';
import { planErrors } from '@lanka/domain/kit/plans';
import type { AnyRoute } from '@lanka/domain/kit/route';
import { hasSchema, isRestricted } from '@lanka/domain/kit/route';
import { z } from 'zod';
import { isClosed } from './unknown-fields';

/**
 * OpenAPI 3.1 from the contracts: every route with its errors. Addresses that lead a browser elsewhere are no calls of
 * a program and have no success that could be described; they are left out.
 */
export function openApi(routes: readonly AnyRoute[], version: string): object {
  let paths: Paths | undefined;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lanka API',
      version,
      license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
      description:
        'Money is integer kopecks, percent integer hundredths, weight grams, times ISO 8601 UTC. Lists answer { items, next_cursor, total }. Errors answer { code, message, details }. Every POST takes Idempotency-Key; PATCH takes If-Match with the version.',
    },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        api_key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'lanka_…',
          description:
            'A key of the API, made on the page of API keys. It reaches the calls that name it, with one of the scopes in x-api-scopes; its answers carry RateLimit-Limit, -Remaining and -Reset.',
        },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['code', 'message', 'details'],
          properties: {
            code: { type: 'string' },
            message: { type: 'string' },
            details: { type: 'array', items: { type: 'object' } },
          },
        },
      },
    },
    // made when somebody asks first: to describe all routes takes longer than all the rest of a start
    get paths(): Paths {
      paths ??= pathsOf(routes);
      return paths;
    },
  };
}

type Paths = Record<string, Record<string, unknown>>;

function pathsOf(routes: readonly AnyRoute[]): Paths {
  const paths: Paths = {};
  for (const route of routes.filter(({ status }) => status !== 302)) {
    const path = pathOf(route);
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operation(route);
  }
  return paths;
}

export const pathOf = (route: AnyRoute): string => `/${route.path.replace(/:(\w+)/g, '{$1}')}`;

export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodObject && isClosed(zodSchema)) jsonSchema.additionalProperties = false;
    },
  });
  return rest;
}

function operation(route: AnyRoute): object {
  const scopes = scopesOfRoute(route);
  const tag = /^(?:projects\/:project_id\/)?([\w-]+)/.exec(route.path)?.[1] ?? 'other';
  return {
    operationId: `${route.method.toLowerCase()}_${route.path.replace(/[^\w]+/g, '_')}`,
    summary: route.summary,
    tags: [tag],
    ...(route.auth === 'public'
      ? { security: [] }
      : { security: [{ bearer: [] }, ...(scopes.length > 0 ? [{ api_key: [] }] : [])] }),
    ...(scopes.length > 0 ? { 'x-api-scopes': scopes } : {}),
    'x-auth': route.auth,
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query'), ...headers(route)],
    ...(hasSchema(route.body) ? { requestBody: { required: true, content: bodies(route) } } : {}),
    responses: { [String(route.status)]: success(route), ...unchanged(route), ...failures(route) },
  };
}

function bodies({ body, form }: AnyRoute): Record<string, object> {
  const schema = schemaOf(body, 'input') as { properties?: object };
  const json = { 'application/json': { schema } };
  if (!form) return json;
  const file = { type: 'string', format: 'binary', maxLength: form.maxBytes };
  const properties = { [form.field]: file, ...schema.properties };
  const filled = { type: 'object', required: [form.field], properties, additionalProperties: false };
  return { ...json, 'multipart/form-data': { schema: filled } };
}

function parameters(schema: z.ZodType, where: 'path' | 'query'): object[] {
  if (!hasSchema(schema)) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

export function headers(route: AnyRoute): { readonly name: string }[] {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  if (takesIdempotencyKey(route))
    return [header('Idempotency-Key', 'The same key and body are done once; kept 24 hours')];
  if (route.etag) return [header('If-None-Match', 'The ETag of the answer before; 304 while nothing has changed')];
  if (route.method === 'PATCH') return [header('If-Match', 'The version that was read; 409 when it has changed')];
  return [];
}

export const takesIdempotencyKey = ({ method, auth, secretAnswer }: AnyRoute): boolean =>
  method === 'POST' && auth !== 'public' && !secretAnswer;

function success(route: AnyRoute): object {
  if (route.raw)
    return { description: 'The file', content: { [route.raw]: { schema: { type: 'string', format: 'binary' } } } };
  if (!hasSchema(route.returns)) return { description: 'Done' };
  return { description: 'Done', content: { 'application/json': { schema: schemaOf(route.returns, 'output') } } };
}

export const unchanged = ({ etag }: AnyRoute): Record<string, object> =>
  etag ? { '304': { description: 'Nothing has changed since the answer that has this ETag (If-None-Match)' } } : {};

/** What a key may hear besides. */
const OF_KEYS: readonly ErrorFactory[] = [
  apiKeyErrors.unknown,
  apiKeyErrors.revoked,
  apiKeyErrors.replaced,
  apiKeyErrors.expired,
  apiKeyErrors.wrong_address,
  apiKeyErrors.owner_lost_access,
  apiKeyErrors.scope,
  planErrors.api_not_included,
  planErrors.api_requests_limit,
  planErrors.api_bytes_limit,
];

/** Every error that a route may answer with. */
export function errorsOf(route: AnyRoute): readonly ErrorFactory[] {
  // `common.invalid` is everywhere: a call that takes no query refuses one
  const all: ErrorFactory[] = [...route.errors, common.invalid, common.internal, common.unavailable];
  if (route.method !== 'GET') all.push(common.malformed);
  if (route.auth !== 'public') all.push(common.unauthorized);
  if (route.auth !== 'public' && route.auth !== 'user' && route.auth !== 'dropshipping')
    all.push(common.forbidden, common.not_found);
  if (takesIdempotencyKey(route)) all.push(common.idempotency_mismatch);
  if (route.method === 'PATCH') all.push(common.stale);
  if (route.limitPerMinute || scopesOfRoute(route).length > 0) all.push(common.too_many);
  if (scopesOfRoute(route).length > 0) all.push(...OF_KEYS);
  if (isRestricted(route)) {
    all.push(refusals.unpaid, refusals.unpaid_member, refusals.unpaid_dropshipper);
    all.push(refusals.trial_over, refusals.trial_over_member);
  }
  if (route.method !== 'GET' && (route.auth === 'orders.create' || route.auth === 'orders.move'))
    all.push(refusals.orders_limit, refusals.supplier_orders_limit, refusals.supplier_restricted);
  if (!route.duringMaintenance) all.push(common.maintenance);
  return all;
}

const RETRY_AFTER = {
  'Retry-After': { description: 'In how many seconds it may be called again', schema: { type: 'integer' } },
};

function failures(route: AnyRoute): Record<string, object> {
  const by = new Map<number, string[]>();
  for (const { code, text } of errorsOf(route))
    by.set(text.status, [...(by.get(text.status) ?? []), `\`${code}\` ${text.en}`]);
  return Object.fromEntries(
    [...by].map(([status, lines]) => [
      String(status),
      {
        description: lines.join('\n'),
        ...(status === 429 && { headers: RETRY_AFTER }),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}
