import { type AnyRoute, hasSchema } from '@lanka/domain/kit/route';
import fc from 'fast-check';
import { z } from 'zod';
import { type Actor, verdictOf } from '../walls/actors';
import { paramsOf, type Question, questionOf } from '../walls/ask';
import type { Entry } from '../walls/entry';
import type { World } from '../walls/side';
import { nastyDate, nastyId, nastyNumber, nastyText, nastyValue, rawBody, STRANGE_KEYS, strangeHeaders } from './nasty';

/** The part of JSON Schema that contracts come out as. */
interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
}

export interface Call {
  readonly actor: Actor;
  readonly question: Question;
}

/** Ids of the world: the one that fits the name of a field first. */
function idFor({ ours, theirs }: World, name: string): fc.Arbitrary<string> {
  const stem = name.replace(/_ids?$/, '');
  const fitting = [stem, `${stem}s`, stem.replace(/y$/, 'ies')].map((one) => ours.ids[one]).find(Boolean);
  const person = /manager|producer|hand_over/.test(name) ? ours.people.Producer.id : undefined;
  const known = [...Object.values(ours.ids), ours.project.id, ours.people.Manager.id];
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(person ?? fitting ?? known[0] ?? '', ...known) },
    { weight: 2, arbitrary: fc.constantFrom(...Object.values(theirs.ids), theirs.project.id) },
    { weight: 1, arbitrary: fc.uuid({ version: 4 }) },
    { weight: 1, arbitrary: nastyId },
  );
}

const WORDS = ['Плаття', 'Олена Коваленко', 'olena@example.com', '0671234567', '3184710691', 'Одяг', 'ALPHASIDE', '10'];

function texts(world: World, schema: Schema, name: string): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return idFor(world, name);
  if (schema.format === 'date') return fc.oneof(fc.constantFrom('2025-01-15', '2026-02-28'), nastyDate);
  if (schema.format === 'date-time') return fc.oneof(fc.constantFrom('2026-01-15T10:00:00Z'), nastyDate);
  const { minLength = 0, maxLength = 200 } = schema;
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...WORDS, ...Object.values(world.ours.ids)) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(minLength - 1, minLength, maxLength, maxLength + 1)
        .map((length) => 'ж'.repeat(Math.max(0, Math.min(length, 300_000)))),
    },
    { weight: 2, arbitrary: nastyText },
  );
}

function numbers({ minimum = -1_000_000, maximum = 1_000_000, type }: Schema): fc.Arbitrary<number> {
  const edges = [minimum, maximum, minimum - 1, maximum + 1, 0, 1, 100].filter(Number.isFinite);
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...edges) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 1_000 }) },
    { weight: 1, arbitrary: type === 'integer' ? fc.constantFrom(0.5, 1e-7, 2 ** 53) : fc.constant(0) },
    { weight: 1, arbitrary: nastyNumber },
  );
}

/** Values that fit the schema or stand at its edges, and now and then something else entirely. */
export function valuesOf(world: World, schema: Schema, name = '', depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 15, arbitrary: fitting(world, schema, name, depth) }, { weight: 1, arbitrary: nastyValue });
}

function fitting(world: World, schema: Schema, name: string, depth: number): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && choices.length > 0) return fc.oneof(...choices.map((choice) => fitting(world, choice, name, depth)));
  if (schema.allOf?.[0]) return fitting(world, schema.allOf[0], name, depth);
  if (schema.const !== undefined) return fc.constantFrom(schema.const, null, '');
  if (schema.enum && schema.enum.length > 0) return fc.constantFrom(...schema.enum);
  if (schema.type === 'string') return texts(world, schema, name);
  if (schema.type === 'integer' || schema.type === 'number') return numbers(schema);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'array') return lists(world, schema, name, depth);
  if (schema.type === 'object') return objects(world, schema, depth);
  return nastyValue;
}

function lists(world: World, { items = {}, minItems = 0, maxItems = 50 }: Schema, name: string, depth: number) {
  const item = valuesOf(world, items, name, depth + 1);
  const some = fc.array(item, { minLength: minItems, maxLength: minItems + 3 });
  // one item again and again: duplicates, and one more than is allowed
  const over = fc
    .tuple(item, fc.constantFrom(2, maxItems, maxItems + 1))
    .map(([one, length]) => Array.from({ length: Math.min(length, depth === 0 ? 5_001 : 200) }, () => one));
  return fc.oneof({ weight: 6, arbitrary: some }, { weight: 1, arbitrary: over });
}

function objects(world: World, { properties = {}, required = [] }: Schema, depth: number): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([key, schema]) =>
    fc.tuple(
      fc.constant(key),
      fc.oneof(
        { weight: required.includes(key) ? 30 : 3, arbitrary: fc.constant(true) },
        { weight: required.includes(key) ? 1 : 3, arbitrary: fc.constant(false) },
      ),
      valuesOf(world, schema, key, depth + 1),
    ),
  );
  const strange = fc.oneof(
    { weight: 8, arbitrary: fc.constant<[string, unknown][]>([]) },
    { weight: 1, arbitrary: fc.array(fc.tuple(fc.constantFrom(...STRANGE_KEYS), nastyValue), { maxLength: 3 }) },
  );
  return fc.tuple(fc.tuple(...fields), strange).map(([known, more]) => {
    const out: Record<string, unknown> = {};
    for (const [key, present, value] of known) if (present) out[key] = value;
    // defined, not assigned: `__proto__` is to be a key like any other
    for (const [key, value] of more) Object.defineProperty(out, key, { value, enumerable: true, configurable: true });
    return out;
  });
}

/** The given value with one place of it replaced, taken away or doubled. */
function bent(given: unknown, at: number, how: number, value: unknown): unknown {
  const places: { holder: Record<string, unknown> | unknown[]; key: string }[] = [];
  const copy = structuredClone(given);
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, inner] of Object.entries(node)) {
      places.push({ holder: node as Record<string, unknown>, key });
      walk(inner);
    }
  };
  walk(copy);
  const place = places[at % Math.max(1, places.length)];
  if (!place) return value;
  const holder = place.holder as Record<string, unknown>;
  if (how === 0) delete holder[place.key];
  else if (how === 1) holder[place.key] = [holder[place.key], holder[place.key]];
  else holder[place.key] = value;
  return copy;
}

const schemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as unknown as Schema;

function bodies(world: World, route: AnyRoute, given: unknown): fc.Arbitrary<unknown> {
  if (!hasSchema(route.body))
    return fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: rawBody });
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(given) },
    {
      weight: 6,
      arbitrary: fc.tuple(fc.nat(40), fc.nat(9), nastyValue).map(([at, how, value]) => bent(given, at, how, value)),
    },
    { weight: 8, arbitrary: valuesOf(world, schemaOf(route.body)) },
    { weight: 1, arbitrary: rawBody },
  );
}

/** A flat record of texts: what a query string can carry. */
function queries(world: World, route: AnyRoute, given: Question['query']): fc.Arbitrary<Question['query']> {
  const strange = fc.dictionary(fc.constantFrom(...STRANGE_KEYS, 'limit', 'cursor', 'sort', 'q', 'a[b]'), nastyText, {
    maxKeys: 2,
  });
  if (!hasSchema(route.query))
    return fc.oneof({ weight: 8, arbitrary: fc.constant(given) }, { weight: 1, arbitrary: strange });
  const generated = valuesOf(world, schemaOf(route.query)).map((value): Question['query'] =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : { q: String(value) },
  );
  const cursor = fc
    .tuple(
      fc.constantFrom('-created_at', 'created_at', 'name', '-id', 'number', 'price', 'title', 'balance', 'position'),
      fc.oneof(nastyText, nastyNumber.map(String)),
      nastyId,
    )
    .map(([sort, value, id]) => ({
      sort,
      cursor: Buffer.from(JSON.stringify([sort, value, id])).toString('base64url'),
    }));
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(given) },
    { weight: 7, arbitrary: generated },
    { weight: 2, arbitrary: cursor },
    { weight: 1, arbitrary: strange },
  );
}

function actors(route: AnyRoute): fc.Arbitrary<Actor> {
  const insider: Actor = route.auth === 'staff' ? 'Staff' : route.auth === 'dropshipping' ? 'Client' : 'Owner';
  const others: readonly Actor[] = ['Owner', 'Manager', 'Producer', 'Stockman', 'Client', 'OtherClient', 'Foreign'];
  const may = others.filter((actor) => verdictOf(route, actor) === 'pass');
  return fc.oneof(
    { weight: 10, arbitrary: fc.constant(insider) },
    { weight: 4, arbitrary: fc.constantFrom(insider, ...may) },
    { weight: 1, arbitrary: fc.constantFrom<Actor>('Nobody', 'Expired', 'Stranger', 'Foreign', 'RemovedClient') },
  );
}

function paths(world: World, route: AnyRoute, given: Question['params']): fc.Arbitrary<Question['params']> {
  const parts = paramsOf(route.path).map(([name, before]) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof(
        { weight: 30, arbitrary: fc.constant(given[name] ?? '') },
        { weight: 2, arbitrary: idFor(world, before) },
        { weight: 1, arbitrary: nastyText.filter((text) => !/^\.{0,2}$/.test(text)).map((text) => text.slice(0, 400)) },
      ),
    ),
  );
  return fc.tuple(...parts).map((pairs) => Object.fromEntries(pairs));
}

/** Calls of this route in this world. */
export function callsOf(world: World, route: AnyRoute, entry: Entry): fc.Arbitrary<Call> {
  const given = questionOf(route, entry, world.ours);
  return fc.record({
    actor: actors(route),
    question: fc.record({
      params: paths(world, route, given.params),
      query: queries(world, route, given.query),
      body: bodies(world, route, given.body),
      headers: fc.oneof({ weight: 8, arbitrary: fc.constant(given.headers) }, { weight: 1, arbitrary: strangeHeaders }),
    }),
  });
}
