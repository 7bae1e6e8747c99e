import { SQL, type SQLChunk, sql } from 'drizzle-orm';
import { PgDialect, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderer } from './render';

const dialect = new PgDialect({ casing: 'snake_case' });
const shapeOf = (query: SQL) => {
  const { sql: text } = dialect.sqlToQuery(query);
  return { text, name: text.slice(0, 3) };
};
const table = pgTable('things', { id: uuid(), title: text() });

const pieces = ['select ', ' and ', 'a = ', '$1', '(', ', ', ')', '', ' or b = '];
const piece = fc.constantFrom(...pieces);
const plain = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, undefined, 10n, new Date(0), Buffer.from('a')),
);

/** What may stand in a statement, down to some depth. */
const { chunk } = fc.letrec<{ chunk: unknown; query: SQL }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(sql.empty(), sql``, sql`true`),
    piece.map((text) => sql.raw(text)),
    fc
      .array(fc.tuple(piece, tie('chunk')), { maxLength: 4 })
      // as a template literal hands it over: the text between the values, one more than they are
      .map((all) =>
        sql(
          Object.assign([...all.map(([text]) => text), ' end'], { raw: [] }) as unknown as TemplateStringsArray,
          ...all.map(([, value]) => value),
        ),
      ),
    fc.array(tie('query'), { maxLength: 3 }).map((all) => sql.join(all as SQL[], sql` and `)),
    fc.array(tie('chunk'), { maxLength: 3 }).map((all) => new SQL(all as SQLChunk[])),
  ),
  chunk: fc.oneof(
    { maxDepth: 4 },
    plain,
    plain.map((value) => sql.param(value)),
    fc.array(fc.string(), { maxLength: 3 }).map((values) => sql.param(values)),
    fc.constant(sql.param('1', { mapToDriverValue: (value: unknown) => sql`mapped(${value})` })),
    fc.array(tie('chunk'), { maxLength: 3 }),
    tie('query'),
  ),
}));

describe('the text of a statement', () => {
  // one for all: what it has learnt of one statement must not change what it makes of another
  const render = renderer(shapeOf);

  it('is the query builder’s own, and so are the values', () => {
    fc.assert(
      fc.property(chunk, (inner) => {
        const query = sql`select ${inner} from here`;
        const { sql: text, params } = dialect.sqlToQuery(query);
        for (let time = 0; time < 2; time += 1) {
          const rendered = render(query);
          expect(rendered?.text).toBe(text);
          expect(rendered?.values).toEqual(params);
          expect(rendered?.name).toBe(text.slice(0, 3));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('is made once, whatever the values', () => {
    let made = 0;
    const counting = renderer((query) => {
      made += 1;
      return shapeOf(query);
    });
    const where = (id: string) => sql`id = ${id}`;
    const found = ['a', 'b', 'c'].map((id) => counting(sql`select 1 where ${where(id)} and ${true}`));
    expect(found.map((one) => one?.values)).toEqual([
      ['a', true],
      ['b', true],
      ['c', true],
    ]);
    expect(new Set(found.map((one) => one?.text))).toEqual(new Set(['select 1 where id = $1 and $2']));
    expect(made).toBe(1);
  });

  it('tells a value from a text that looks like one', () => {
    const value = render(sql`a = ${'x'}`);
    const text = render(sql`a = ${sql.raw('$1')}`);
    expect([value?.text, value?.values, text?.text, text?.values]).toEqual(['a = $1', ['x'], 'a = $1', []]);
  });

  it.each([
    ['a column', sql`select ${table.id}`],
    ['a table', sql`select 1 from ${table}`],
    ['a name', sql`select ${sql.identifier('id')}`],
    ['a placeholder', sql`select ${sql.placeholder('id')}`],
    ['a placeholder as a parameter', sql`select ${sql.param(sql.placeholder('id'))}`],
    ['values to be written into it', sql`select ${sql`a = ${1}`.inlineParams()}`],
    ['a part with a name of its own', sql`select ${sql`1`.as('one')}`],
  ])('is left to the query builder when there is %s in it', (_what, query) => {
    expect(render(query)).toBeNull();
  });

  it('is left to the query builder when there are too many', () => {
    const full = renderer(shapeOf);
    let n = 0;
    while (n < 40_000 && full(sql`select ${sql.raw(`${n}`)}`)) n += 1;
    expect(n).toBeLessThan(40_000);
    // those that are known go on
    expect(full(sql`select ${sql.raw('7')}`)?.text).toBe('select 7');
    expect(full(sql`select ${sql.raw('another')}`)).toBeNull();
  });
});
