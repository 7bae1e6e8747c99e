import { updateMe } from '@lanka/domain/identity/contract';
import { common, type ErrorFactory } from '@lanka/domain/kit/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, type TestUser, testApp } from '../harness';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await testApp();
  user = await app.user('Олена Коваль');
});
afterAll(() => app.close());

/** What PostgreSQL says when it is not well (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const TROUBLE: readonly (readonly [code: string, what: string, answer: ErrorFactory])[] = [
  ['08006', 'the connection failed', common.unavailable],
  ['25006', 'a copy, or a server that takes no changes', common.unavailable],
  ['25P03', 'idle in a transaction for too long', common.unavailable],
  ['25P04', 'a transaction that took too long', common.unavailable],
  ['40001', 'transactions in each other’s way', common.unavailable],
  ['40P01', 'a deadlock', common.unavailable],
  ['53000', 'too few resources', common.unavailable],
  ['53100', 'the disk is full', common.no_space],
  ['53200', 'out of memory', common.unavailable],
  ['53300', 'too many connections', common.unavailable],
  ['55P03', 'a lock that was not had in time', common.unavailable],
  ['57014', 'a statement that took too long', common.unavailable],
  ['57P01', 'shut down by its operator', common.unavailable],
  ['57P02', 'shut down by a crash', common.unavailable],
  ['57P03', 'not yet started', common.unavailable],
  ['58000', 'an error of the system', common.unavailable],
  ['58030', 'the disk cannot be read', common.unavailable],
];

const rename = (language: string) =>
  app.call(updateMe, { token: user.token, headers: { 'accept-language': language }, body: { name: 'Нова Назва' } });

/** While `work` runs, whoever changes a user hears this: at the statement itself, or not before its commit. */
async function whileItSays(code: string, atCommit: boolean, work: () => Promise<void>): Promise<void> {
  const kind = atCommit ? 'constraint trigger' : 'trigger';
  const when = atCommit ? 'deferrable initially deferred' : '';
  await app.sql(
    null,
    `create function trouble() returns trigger language plpgsql as
       $$ begin raise exception 'secret words of the database' using errcode = '${code}'; end $$;
     create ${kind} trouble after update on users ${when} for each row execute function trouble()`,
  );
  try {
    await work();
  } finally {
    await app.sql(null, 'drop trigger trouble on users; drop function trouble');
  }
}

describe.each([
  ['at once', false],
  ['at the commit', true],
])('trouble that the database tells %s', (_when, atCommit) => {
  it.each(TROUBLE)('%s: %s', async (code, _what, told) => {
    // a connection that ends at the commit leaves open whether it was made
    const { code: expected, text } = atCommit && /^(08|57P)/.test(code) ? common.outcome_unknown : told;
    await whileItSays(code, atCommit, async () => {
      for (const [language, words] of [
        ['uk', text.ua],
        ['en', text.en],
      ] as const) {
        const answer = await rename(language);
        expect(answer.error).toEqual({ code: expected, message: words, details: [] });
        expect(answer.status).toBe(text.status);
        if (answer.status === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      }
    });
    const [row] = await app.sql<{ name: string }>(null, 'select name from users where id = $1', [user.id]);
    expect(row?.name).toBe('Олена Коваль');
  });
});

it('is over by itself: the next change is made', async () => {
  expect((await rename('uk')).status).toBe(200);
});
