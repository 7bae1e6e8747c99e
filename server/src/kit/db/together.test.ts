import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database';
import { type Database, openDatabase, type Tx } from './db';
import { together } from './together';

let db: Database;
beforeAll(async () => {
  const { url } = await testDatabase();
  db = await openDatabase(url, { poolSize: 1, prepared: true }, pino({ level: 'silent' }));
});
afterAll(() => db.close());

const number = async (tx: Tx, n: number) =>
  (await tx.execute<{ n: number }>(sql`select 10 / ${n}::int as n`)).rows[0]?.n;

it('answers in the order of the list, statements, functions with statements, and what is no statement', async () => {
  const found = await db.transaction({}, (tx) => {
    const built = tx.select({ n: sql<number>`${7}::int` }).from(sql`(select 1) as one`);
    return together([number(tx, 5), built, tx.execute(sql`select ${3}::int as n`), undefined, 'plain']);
  });
  expect(found.map((one) => (one && typeof one === 'object' && 'rows' in one ? one.rows : one))).toEqual([
    2,
    [{ n: 7 }],
    [{ n: 3 }],
    undefined,
    'plain',
  ]);
});

it('tells why one failed, wherever it stands, and never that another was behind it', async () => {
  for (const list of [
    [0, 1, 2],
    [1, 0, 2],
    [1, 2, 0],
    [0, 1, 0],
  ])
    await expect(db.transaction({}, (tx) => together(list.map((n) => number(tx, n))))).rejects.toMatchObject({
      cause: { code: '22012' },
    });
});

it('is over only when all are answered, also when one has failed', async () => {
  let ended = false;
  const slow = async () => {
    await sleep(50);
    ended = true;
  };
  await expect(db.transaction({}, (tx) => together([number(tx, 0), slow()]))).rejects.toThrow();
  expect(ended).toBe(true);
});
