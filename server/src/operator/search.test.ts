import * as contract from '@lanka/domain/operator/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, type TestUser, testApp } from '../../test/harness';

/** Words in the operator's lists: what the index of parts finds is what a look at every row finds. */

let app: TestApp;
let staff: TestUser;
/** More than a search counts, so that one word is found by the index and another by walking through the list. */
const MANY = 1_200;

beforeAll(async () => {
  app = await testApp();
  staff = await app.user('Ґанна Їжакевич');
  await app.sql(null, `update users set platform_role = 'Staff' where id = $1`, [staff.id]);
  await app.sql(
    null,
    `insert into users (id, email, name, phone_number, created_at)
     select gen_random_uuid(), 'Person' || n || '@example.com',
       case when n % 300 = 0 then 'Лев’як-Щур Є. 100%_' else 'Марія ' end || n, '+38067' || 1000000 + n,
       now() - n * interval '1 minute' from generate_series(1, ${MANY}) n`,
  );
  await app.sql(
    null,
    `insert into operator_actions (id, user_id, deed, subject, note, created_at)
     select gen_random_uuid(), $1, 'user_blocked', 'Предмет ' || n, case when n % 400 = 0 then 'Гнів' else '' end,
       now() - n * interval '1 minute' from generate_series(1, ${MANY}) n`,
    [staff.id],
  );
});
afterAll(() => app.close());

/** All pages of a list. */
async function whole(
  read: (
    cursor: string | undefined,
  ) => Promise<{ body: { items: { id: string }[]; next_cursor: string | null; total: number } }>,
) {
  const ids: string[] = [];
  const totals = new Set<number>();
  let cursor: string | undefined;
  do {
    const { body } = await read(cursor);
    ids.push(...body.items.map(({ id }) => id));
    totals.add(body.total);
    cursor = body.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return { ids, totals: [...totals] };
}

it.each([
  'марія',
  'МАРІЯ 7',
  'лев’як',
  'щур є.',
  '100%_',
  'їжак',
  'ґан',
  'person11',
  '067 100 07',
  '671000777',
  'я',
  'є.',
  'немає такого',
])('finds the people in whom “%s” stands', async (q) => {
  const digits = q.replace(/[\s()+-]/g, '');
  const expected = await app.sql<{ id: string }>(
    null,
    `select id from users where position($1 in lower(name)) > 0 or position($1 in lower(email)) > 0
       or ($2 ~ '^[0-9]{3,}$' and position($2 in phone_number) > 0) order by created_at desc, id desc`,
    [q.toLowerCase(), digits],
  );
  const found = await whole((cursor) =>
    app.call(contract.listUsers, { token: staff.token, query: { q, limit: 200, ...(cursor ? { cursor } : {}) } }),
  );
  expect(found.ids).toEqual(expected.map(({ id }) => id));
  expect(found.totals).toEqual([expected.length]);
});

it.each([
  ['предмет', MANY],
  ['предмет 77', 11],
  ['гнів', 3],
  ['їжакевич', MANY],
  ['марія', 0],
])('finds what was done to “%s”, or by whom', async (q, expected) => {
  const found = await whole((cursor) =>
    app.call(contract.listActions, { token: staff.token, query: { q, limit: 200, ...(cursor ? { cursor } : {}) } }),
  );
  expect(new Set(found.ids).size).toBe(expected);
  expect(found.totals).toEqual([expected]);
});
