import type { JsonSchema } from '../src/kit/http/openapi-examples';
import type { PublicDocument, PublicOperation } from '../src/kit/http/openapi-public';

const HEAD = `/** Every call of the public API with what it takes and answers. Made of openapi.json: \`node scripts/public-api.mjs\` writes it. */
import { type Operation, operation } from './operation.js';
`;

/** \`list_orders\` → \`listOrders\`. */
export const camel = (id: string): string => id.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const pascal = (id: string): string => camel(`_${id}`);

/** The source of the SDK's \`operations.ts\`: one type and one constant for each call, so that a bundler keeps what is used. */
export function typesOf({ paths, info }: PublicDocument): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ofCall(method.toUpperCase(), path, one)),
  );
  return [HEAD, `export const API_VERSION = '${info.version}';`, '', ...calls].join('\n');
}

function ofCall(method: string, path: string, one: PublicOperation): string {
  const { operationId: id, summary, parameters, requestBody, responses } = one;
  const within = (where: string): string | undefined => {
    const found = parameters.filter((parameter) => parameter.in === where);
    if (found.length === 0) return undefined;
    return `{ ${found.map(({ name, required, schema }) => `${name}${required ? '' : '?'}: ${typeOf(schema)}`).join('; ')} }`;
  };
  const [, success] = Object.entries(responses).find(([status]) => Number(status) < 400) ?? [];
  const answer = success?.content?.['application/json'].schema;
  const body = requestBody?.content['application/json'].schema;
  const lines = [
    ['params', within('path')],
    ['query', within('query')],
    ['body', body && typeOf(body)],
    ['answer', answer ? typeOf(answer) : 'undefined'],
  ];
  return [
    `export interface ${pascal(id)} {`,
    ...lines.map(([name, type]) => (type ? `  ${name}: ${type};` : `  ${name}?: undefined;`)),
    '}',
    `/** ${summary.replaceAll('*/', '')}. Scope: ${one['x-api-scopes'].join(' or ')}. */`,
    `export const ${camel(id)}: Operation<${pascal(id)}> = /* @__PURE__ */ operation('${id}', '${method}', '${path}');`,
    '',
  ].join('\n');
}

/** A schema as a type of TypeScript. */
export function typeOf(schema: JsonSchema): string {
  const choice = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
  if (choice) return either(choice.map(typeOf));
  const all = schema.allOf as readonly JsonSchema[] | undefined;
  if (all) return all.map(typeOf).join(' & ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return either(schema.enum.map((value) => JSON.stringify(value)));
  if (Array.isArray(schema.type)) return either(schema.type.map((type) => typeOf({ ...schema, type })));
  switch (schema.type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return `Array<${schema.items ? typeOf(schema.items as JsonSchema) : 'unknown'}>`;
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

const either = (types: readonly string[]): string => [...new Set(types)].join(' | ');

function objectOf(schema: JsonSchema): string {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, JsonSchema>;
    required?: readonly string[];
  };
  const fields = Object.entries(properties).map(
    ([name, one]) =>
      `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(one)}`,
  );
  if (fields.length > 0) return `{ ${fields.join('; ')} }`;
  const { additionalProperties } = schema;
  return typeof additionalProperties === 'object' && additionalProperties !== null
    ? `{ [key: string]: ${typeOf(additionalProperties as JsonSchema)} }`
    : '{ [key: string]: unknown }';
}
