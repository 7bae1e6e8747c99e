import { API_AREAS, scopesOfRoute } from '@lanka/domain/kit/api_scopes';
import type { ErrorFactory, Locale } from '@lanka/domain/kit/errors';
import { type AnyRoute, hasSchema } from '@lanka/domain/kit/route';
import type { z } from 'zod';
import { API_VERSIONS } from './api-versions';
import { errorsOf, headers, pathOf, schemaOf, unchanged } from './openapi';
import { exampleError, exampleOf, type JsonSchema, REQUESTS } from './openapi-examples';
import { OPERATION_IDS } from './operation-ids';

export interface PublicOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly 'x-api-scopes': readonly string[];
  readonly parameters: readonly PublicParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<'application/json', Content>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<'application/json', Content>> }>>;
}

export interface PublicParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly description?: string;
  readonly example?: unknown;
}

interface Content {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  /** Of errors, by their codes. */
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>;
}

export interface PublicDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, PublicOperation>>>>;
  readonly components: {
    readonly examples: Readonly<Record<string, { readonly value: unknown; readonly 'x-message-ua': string }>>;
  };
}

/** The names of calls, by `operationKey`. */
type Ids = Readonly<Record<string, string>>;

export const operationKey = ({ method, path }: Pick<AnyRoute, 'method' | 'path'>): string => `${method} ${path}`;

/** Where calls stand that are about everything a key may see. */
const OF_ALL = 'changes';

/** By what a key is asked for, that is its area; calls that several scopes open stand with the first of them. */
const areaOf = (route: AnyRoute): string => {
  const areas = new Set(scopesOfRoute(route).map((scope) => String(scope.split('.')[0])));
  return areas.size > 2 ? OF_ALL : ([...areas][0] ?? OF_ALL);
};
/** Names of areas, in the order in which they are told. */
export const AREA_TITLES: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  [OF_ALL]: { ua: 'Що змінилося', en: 'What has changed' },
  ...API_AREAS,
};

/**
 * The document of the public API: the calls that keys reach and no others, under names that stay, with an example for
 * each call and each error. What it says is promised: `scripts/public-api.mjs` refuses what would break programs.
 */
export function publicOpenApi(routes: readonly AnyRoute[], ids: Ids = OPERATION_IDS): PublicDocument {
  const open = routes.filter((route) => scopesOfRoute(route).length > 0);
  const [latest] = API_VERSIONS;
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Lanka public API',
      version: latest.version,
      license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
      description: DESCRIPTION,
      'x-changelog': API_VERSIONS.map(({ version, on, changes }) => ({ version, on, changes: changes.en })),
    },
    servers: [{ url: '/api' }],
    security: [{ api_key: [] }],
    tags: [...new Set(open.map(areaOf))].map((area) => ({ name: area, description: AREA_TITLES[area]?.en })),
    paths: pathsOf(open, ids),
    components: {
      securitySchemes: {
        api_key: { type: 'http', scheme: 'bearer', bearerFormat: 'lanka_…', description: OF_KEYS },
      },
      schemas: { Error: ERROR },
      examples: examplesOf(open.flatMap(errorsOf)),
    },
  };
  return document as unknown as PublicDocument;
}

const DESCRIPTION = [
  'Money is integer kopecks, percent integer hundredths, weight grams; times are ISO 8601 in UTC, dates are days of Kyiv.',
  'Lists answer { items, next_cursor, total }: pass next_cursor as cursor until it is null.',
  'Errors answer { code, message, details }: codes stay, messages are in the language of Accept-Language (uk or en).',
  'POST takes Idempotency-Key: the same key and body are done once, for 24 hours. PATCH takes If-Match with the version that was read.',
  'Programs have to bear new fields in answers, new values of enumerations and new error codes; anything else changes with a new version only.',
].join(' ');
const OF_KEYS =
  'A key of the API, made on the page of API keys. It reaches the calls of which it has one of the scopes in x-api-scopes; answers carry RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset.';
const ERROR = {
  type: 'object',
  required: ['code', 'message', 'details'],
  properties: {
    code: { type: 'string', description: 'Stays the same whatever the language' },
    message: { type: 'string', description: 'For people' },
    details: { type: 'array', items: { type: 'object' }, description: 'Fields (path, code, message) or values' },
  },
};

function pathsOf(routes: readonly AnyRoute[], ids: Ids): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  const byId = [...routes].sort((a, b) => (operationKey(a) < operationKey(b) ? -1 : 1));
  for (const route of byId) {
    const path = pathOf(route);
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operation(route, ids[operationKey(route)] ?? '');
  }
  return paths;
}

const OF_HEADERS: Readonly<Record<string, string>> = {
  'Idempotency-Key': 'order-2026-000417',
  'If-Match': '3',
  'If-None-Match': '"yq3J0v8m1Kp2wXbZ7cR4tLd6nGa"',
};

function operation(route: AnyRoute, operationId: string): object {
  const body = hasSchema(route.body)
    ? { requestBody: { required: true, content: json(route.body, 'input', REQUESTS[operationId]) } }
    : {};
  return {
    operationId,
    summary: route.summary,
    tags: [areaOf(route)],
    'x-api-scopes': scopesOfRoute(route),
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...headers(route).map((one) => ({ ...one, example: OF_HEADERS[one.name] })),
    ],
    ...body,
    responses: { [String(route.status)]: success(route), ...unchanged(route), ...failures(route) },
  };
}

function json(schema: z.ZodType, io: 'input' | 'output', given?: unknown): object {
  const described = plain(schemaOf(schema, io));
  return { 'application/json': { schema: described, example: given ?? exampleOf(described, '', io) } };
}

const success = (route: AnyRoute): object =>
  hasSchema(route.returns)
    ? { description: 'Done', content: json(route.returns, 'output') }
    : { description: 'Done; the answer has no body' };

function failures(route: AnyRoute): Record<string, object> {
  const by = new Map<number, ErrorFactory[]>();
  for (const one of new Set(errorsOf(route))) by.set(one.text.status, [...(by.get(one.text.status) ?? []), one]);
  const answer = (found: readonly ErrorFactory[]): object => ({
    description: found.map(({ code }) => `\`${code}\``).join(', '),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(found.map(({ code }) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  });
  return Object.fromEntries([...by].map(([status, found]) => [String(status), answer(found)]));
}

function parameters(schema: z.ZodType, where: 'path' | 'query'): object[] {
  if (!hasSchema(schema)) return [];
  const { properties = {}, required = [] } = plain(schemaOf(schema, 'input')) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(property.type === 'array' ? { style: 'form', explode: false } : {}),
    schema: property,
    example: exampleOf(property, name, 'input'),
  }));
}

function examplesOf(errors: readonly ErrorFactory[]): Record<string, object> {
  const byCode = [...new Map(errors.map((one) => [one.code, one]))].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(byCode.map(([code, one]) => [code, exampleError(one)]));
}

const SAFE = Number.MAX_SAFE_INTEGER;
/** Their format says the same as the long pattern beside it. */
const FORMATS = new Set(['uuid', 'date', 'date-time', 'email']);

/** Without what says nothing: bounds of every whole number, patterns of what has a format. */
function plain(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(
    ([key, value]) =>
      !(key === 'minimum' && value === -SAFE) &&
      !(key === 'maximum' && value === SAFE) &&
      !(key === 'pattern' && typeof schema.format === 'string' && FORMATS.has(schema.format)),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, KEYS_OF_OTHERS.has(key) ? value : within(value)]));
}
/** What is no schema though it may look like one. */
const KEYS_OF_OTHERS = new Set(['default', 'enum', 'const', 'example', 'required']);

function within(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(within);
  return typeof value === 'object' && value !== null ? plain(value as JsonSchema) : value;
}
