import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database';
import { newContext, runInContext } from '../observe/context';
import { type Database, openDatabase } from './db';
import { inOneStatement, type Read } from './one-statement';

let db: Database;
beforeAll(async () => {
  const { url } = await testDatabase();
  db = await openDatabase(url, { poolSize: 2, prepared: true }, pino({ level: 'silent' }));
});
afterAll(() => db.close());

const numbers = (from: number, to: number): Read<number[]> => ({
  select: sql`select n from generate_series(${from}::int, ${to}::int) n order by n desc`,
  answer: (rows) => rows.map(({ n }) => Number(n)),
});

it('answers each read by its own rows, in their order, and the one that found nothing by none', async () => {
  const text: Read<string | undefined> = {
    select: sql`select ${'ґанок'}::text as word`,
    answer: ([row]) => row?.word as string | undefined,
  };
  const found = await db.transaction({}, (tx) => inOneStatement(tx, [numbers(1, 3), numbers(2, 1), text]));
  expect(found).toEqual([[3, 2, 1], [], 'ґанок']);
});

it('is one statement, however many are asked', async () => {
  const context = newContext({ kind: 'request', name: 'GET /numbers', request_id: 'numbers', facts: {} });
  await runInContext(context, () => db.transaction({}, (tx) => inOneStatement(tx, [numbers(1, 1), numbers(2, 2)])));
  expect(context.statements).toBe(1);
});

it('holds the rows of a select that says so', async () => {
  const holding: Read<number> = {
    select: sql`select id from held where id = 1 for key share`,
    answer: (rows) => rows.length,
  };
  await db.pool.query('create table held (id int primary key); insert into held values (1)');
  await db.transaction({}, async (tx) => {
    expect(await inOneStatement(tx, [holding])).toEqual([1]);
    const remove = db.pool.query('select from held where id = 1 for update nowait');
    await expect(remove).rejects.toMatchObject({ code: '55P03' });
  });
});
