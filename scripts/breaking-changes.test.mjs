import { expect, it } from 'vitest';
import { breakingChanges, needsNewVersion } from './breaking-changes.mjs';

const text = { type: 'string' };
const object = (properties, required = Object.keys(properties)) => ({
  ...{ type: 'object', properties, required, additionalProperties: false },
});
const body = (schema) => ({ required: true, content: { 'application/json': { schema } } });
const sent = object({ name: text, note: text, size: { type: 'string', enum: ['s', 'm'] } }, ['name', 'size']);
const told = object({ id: text, state: { type: 'string', enum: ['new', 'done'] }, code: { type: ['string', 'null'] } });

const OLD = {
  operationId: 'create_thing',
  'x-api-scopes': ['orders.write'],
  parameters: [
    { name: 'id', in: 'path', required: true, schema: text },
    { name: 'limit', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 200 } },
  ],
  requestBody: body(sent),
  responses: { 201: body(told) },
};
const document = (operation, version = '1.0.0') => ({ info: { version }, paths: { '/things': { post: operation } } });
const changes = (wish) => breakingChanges(document(OLD), document({ ...OLD, ...wish }));
const asks = (schema) => changes({ requestBody: body(schema) });
const answers = (schema) => changes({ responses: { 201: body(schema) } });
const withSent = (properties, required = sent.required) => object({ ...sent.properties, ...properties }, required);
const withTold = (properties, required = told.required) => object({ ...told.properties, ...properties }, required);

it('lets stand what is added and what is taken more widely', () => {
  expect(changes({})).toEqual([]);
  expect(asks(withSent({ more: text }))).toEqual([]);
  expect(asks(withSent({ size: { type: 'string', enum: ['s', 'm', 'l'] } }))).toEqual([]);
  expect(asks(withSent({ name: { anyOf: [text, { type: 'null' }] } }))).toEqual([]);
  expect(answers(withTold({ more: text }))).toEqual([]);
  expect(answers(withTold({ state: { type: 'string', enum: ['new', 'done', 'late'] } }))).toEqual([]);
  expect(answers(withTold({ code: text }))).toEqual([]);
  const [id, limit] = OLD.parameters;
  expect(changes({ parameters: [id, { ...limit, schema: { type: 'integer', minimum: 0 } }] })).toEqual([]);
  expect(changes({ 'x-api-scopes': ['orders.write', 'products.write'] })).toEqual([]);
  const added = { ...document(OLD), paths: { ...document(OLD).paths, '/more': { get: OLD } } };
  expect(breakingChanges(document(OLD), added)).toEqual([]);
});

it.each([
  ['a name', { operationId: 'make_thing' }, 'is named make_thing'],
  ['a scope', { 'x-api-scopes': ['products.write'] }, 'opens no more with orders.write'],
  ['a parameter', { parameters: OLD.parameters.slice(0, 1) }, 'query limit is gone'],
  [
    'its bound',
    { parameters: [OLD.parameters[0], { ...OLD.parameters[1], schema: { type: 'integer', maximum: 100 } }] },
    'query limit: maximum 100',
  ],
  [
    'a new parameter',
    { parameters: [...OLD.parameters, { name: 'to', in: 'query', required: true, schema: text }] },
    'query to is new and required',
  ],
  ['a status', { responses: { 200: body(told) } }, 'answers 200, and answered 201'],
  ['an answer', { responses: { 201: {} } }, 'has no answer any more'],
  ['a body', { requestBody: undefined }, 'takes no body any more'],
])('refuses %s that changes', (_what, wish, said) => {
  expect(changes(wish)).toEqual([expect.stringContaining(said)]);
});

it.each([
  ['a removed field', object({ name: text, size: sent.properties.size }), 'body.note is gone'],
  ['a field that is required now', withSent({}, ['name', 'size', 'note']), 'body.note is required'],
  ['a new required field', withSent({ more: text }, ['name', 'size', 'more']), 'body.more is required'],
  ['another type', withSent({ note: { type: 'integer' } }), 'body.note may no more be string'],
  ['a value less', withSent({ size: { type: 'string', enum: ['s'] } }), 'body.size may no more be m'],
  ['a limit', withSent({ note: { type: 'string', maxLength: 5 } }), 'body.note: maxLength 5'],
  ['a pattern', withSent({ note: { type: 'string', pattern: '^a' } }), 'body.note: pattern ^a'],
])('refuses in what is sent %s', (_what, schema, said) => {
  expect(asks(schema)).toContainEqual(expect.stringContaining(said));
});

it.each([
  ['a removed field', object({ id: text, state: told.properties.state }), 'answer.code is gone'],
  ['a field that may be missing', withTold({}, ['id', 'state']), 'answer.code may be missing'],
  ['null where there was none', withTold({ id: { type: ['string', 'null'] } }), 'answer.id may be null'],
  ['another type', withTold({ id: { type: 'integer' } }), 'answer.id may be integer'],
])('refuses in what is answered %s', (_what, schema, said) => {
  expect(answers(schema)).toEqual([expect.stringContaining(said)]);
});

it('refuses that a call goes, and takes all of it with a new version', () => {
  const gone = { info: { version: '1.1.0' }, paths: {} };
  expect(breakingChanges(document(OLD), gone)).toEqual(['POST /things: is gone']);
  expect(needsNewVersion(document(OLD), gone)).toBe(true);
  expect(needsNewVersion(document(OLD), { ...gone, info: { version: '2.0.0' } })).toBe(false);
});
