import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database';
import { newContext, runInContext } from '../observe/context';
import { type Database, openDatabase, type Tx } from './db';
import { statementNames } from './statements';
import { together } from './together';

let url: string;
const opened: Database[] = [];
const open = async (prepared: boolean): Promise<Database> => {
  const db = await openDatabase(url, { poolSize: 1, prepared }, pino({ level: 'silent' }));
  opened.push(db);
  return db;
};
beforeAll(async () => {
  url = (await testDatabase()).url;
});
afterAll(() => Promise.all(opened.map((db) => db.close())));

it('gives a name to a text that comes again, however many have come once before it', () => {
  const nameOf = statementNames();
  for (let n = 0; n < 5_000; n += 1) expect(nameOf(`insert ${n}`)).toBeUndefined();
  expect(nameOf('select')).toBeUndefined();
  const name = nameOf('select');
  expect(name).toMatch(/^[\w-]{32}$/);
  expect(nameOf('select')).toBe(name);
  // and there is an end of it
  const named = Array.from({ length: 5_000 }, (_, n) => [nameOf(`list ${n}`), nameOf(`list ${n}`)][1]);
  expect(new Set(named.filter((one) => one !== undefined)).size).toBe(499);
});

const one = async (tx: Tx, text: ReturnType<typeof sql>) => (await tx.execute<{ value: number }>(text)).rows[0]?.value;

it('a transaction that comes once takes no names from the others, and its connection with it', async () => {
  const db = await open(true);
  const text = (n: number) => sql`select ${n}::int as value, ${sql.raw(`'once ${n % 520}'`)} as told`;
  const named = (tx: Tx) => tx.execute<{ n: number }>(sql`select count(*)::int as n from pg_prepared_statements`);
  const within = await db.transaction({ onlyOnce: true }, async (tx) => {
    for (let n = 0; n < 1_040; n += 1) await one(tx, text(n));
    return (await named(tx)).rows[0]?.n;
  });
  // all of them, which are more than a database has names for
  expect(within).toBe(520);
  const ask = () => db.transaction({}, (tx) => one(tx, sql`select ${7}::int as value, 'daily' as told`));
  for (let n = 0; n < 3; n += 1) expect(await ask()).toBe(7);
  expect((await db.transaction({}, named)).rows[0]?.n).toBe(1);
});

describe.each([true, false])('a transaction in pipeline mode, prepared statements %s', (prepared) => {
  it('gives each of those that are under way at once its own answer, in one round trip', async () => {
    const db = await open(prepared);
    const context = newContext({ kind: 'job', name: 'asking', request_id: 'asking', facts: {} });
    const found = await runInContext(context, () =>
      db.transaction({}, (tx) => together([1, 2, 3, 4].map((n) => one(tx, sql`select ${n}::int * 10 as value`)))),
    );
    expect(found).toEqual([10, 20, 30, 40]);
    // BEGIN goes with the first of them, COMMIT alone
    expect([context.statements, context.round_trips]).toEqual([4, 2]);
  });

  it('keeps out a statement that comes when its transaction has ended', async () => {
    const db = await open(prepared);
    let late: Promise<unknown> | undefined;
    let go: (() => void) | undefined;
    const ended = new Promise<void>((resolve) => {
      go = resolve;
    });
    const failing = db.transaction({}, (tx) => {
      late = ended.then(() => tx.execute(sql`select 1`));
      return Promise.all([late, tx.execute(sql`select 1 / ${0}::int`)]);
    });
    // Drizzle's error carries PostgreSQL's as its cause
    await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } });
    go?.();
    await expect(late).rejects.toMatchObject({ cause: { message: expect.stringContaining('had ended') } });
    // the same connection serves the next as if nothing had been
    expect(await db.transaction({}, (tx) => one(tx, sql`select ${7}::int as value`))).toBe(7);
  });

  it('tells whoever waits for a statement behind one that failed why it failed', async () => {
    const db = await open(prepared);
    const failing = db.transaction({}, async (tx) => {
      const first = tx.execute(sql`select 1 / ${0}::int`);
      first.catch(() => undefined);
      return tx.execute(sql`select ${1}::int`);
    });
    await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } });
  });

  it('prepares a statement anew whose first try failed', async () => {
    const db = await open(prepared);
    const half = (n: number) => db.transaction({}, (tx) => one(tx, sql`select 10 / ${n}::int as value`));
    await expect(half(0)).rejects.toThrow();
    expect(await half(2)).toBe(5);
    expect(await half(5)).toBe(2);
  });

  it('answers a statement the tenth time as the first', async () => {
    const db = await open(prepared);
    const query = (n: number) => sql`
      select ${n}::int as whole, (2 ^ 40)::bigint as large, null::text as nothing, array[1, 2] as list, true as yes,
        '{"a": [1]}'::json as json, '2026-01-02T03:04:05Z'::timestamptz at time zone 'UTC' as moment, row_number() over () as n
      from generate_series(1, ${n}::int)`;
    const answers: unknown[] = [];
    for (let time = 0; time < 10; time += 1)
      answers.push((await db.transaction({}, (tx) => tx.execute(query(2)))).rows.map((row) => ({ ...row })));
    const row = { whole: 2, large: 2 ** 40, nothing: null, list: [1, 2], yes: true, json: { a: [1] } };
    const both = [1, 2].map((n) => ({ ...row, moment: '2026-01-02 03:04:05', n }));
    expect(answers).toEqual(Array.from({ length: 10 }, () => both));
    // other values, other rows, and none
    const counts = await db.transaction({}, (tx) => together([3, 0, 1].map((n) => tx.execute(query(n)))));
    expect(counts.map(({ rows, rowCount }) => [rows.length, rowCount])).toEqual([
      [3, 3],
      [0, 0],
      [1, 1],
    ]);
  });

  it('never reads rows by what they once looked like', async () => {
    const db = await open(prepared);
    const all = (n: number) => db.transaction({}, (tx) => tx.execute(sql`select * from changing where a >= ${n}::int`));
    await db.transaction({}, (tx) => tx.execute('create temp table changing (a int, b text)'));
    await db.transaction({}, (tx) => tx.execute(sql`insert into changing values (${1}::int, ${'old'})`));
    for (let time = 0; time < 3; time += 1) expect((await all(0)).rows).toEqual([{ a: 1, b: 'old' }]);
    await db.transaction({}, (tx) => tx.execute('alter table changing drop column b, add column c int default 7'));
    const now = await all(0).then(
      ({ rows }) => rows,
      (error: { cause: Error }) => error.cause.message,
    );
    expect(now).toEqual(prepared ? 'cached plan must not change result type' : [{ a: 1, c: 7 }]);
    // that connection is gone, and the temporary table with it: the next one begins anew
    const left = await db.transaction({}, (tx) => one(tx, sql`select to_regclass(${'changing'})::text as value`));
    expect(left).toBe(prepared ? null : 'changing');
  });

  it('shows row-level security the settings of its own transaction with its first statement', async () => {
    const db = await open(prepared);
    const id = '018f0000-0000-7000-8000-000000000001';
    const setting = sql`select current_setting('lanka.project_ids', true) as value`;
    expect(await db.transaction({ projectIds: [id] }, (tx) => one(tx, setting))).toBe(id);
    expect(await db.transaction({}, (tx) => one(tx, setting))).toBe('');
  });
});
