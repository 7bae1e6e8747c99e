import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { common } from '@lanka/domain/kit/errors';
import { createProject } from '@lanka/domain/projects/contract';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, type TestUser, testApp } from '../../../test/harness';
import type { Tx } from '../db/db';
import { GivenUpError, OutcomeUnknownError, type TransactionOptions } from '../db/transaction';
import { newContext, runInContext } from '../observe/context';

let app: TestApp;
let address: string;
let people: TestUser[];
beforeAll(async () => {
  app = await testApp({ MAX_REQUESTS: '8' });
  address = await app.app.server.listen({ port: 0, host: '127.0.0.1' });
  people = await Promise.all(['Перша', 'Друга', 'Третя'].map((name) => app.user(name)));
});
afterAll(() => app.close());

const ask = (token: string, path = '/api/users/me'): Promise<Response> =>
  fetch(`${address}${path}`, { headers: { authorization: `Bearer ${token}` } });
const token = (nth: number): string => people[nth]?.token ?? '';

/** Waits for something that comes about by itself. */
async function until(test: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !(await test()); await turn())
    if (Date.now() > end) throw new Error('it does not come about');
}

/** Everybody who reads users waits while `work` runs. */
async function whileUsersAreLocked(work: (waiting: () => Promise<number>) => Promise<void>): Promise<void> {
  const [holder, watcher] = [
    new pg.Client({ connectionString: app.url }),
    new pg.Client({ connectionString: app.url }),
  ];
  await Promise.all([holder.connect(), watcher.connect()]);
  await holder.query('begin; lock table users in access exclusive mode');
  try {
    await work(async () => {
      const found = await watcher.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return found.rows[0]?.n ?? 0;
    });
  } finally {
    await holder.query('rollback');
    await Promise.all([holder.end(), watcher.end()]);
  }
}

describe('more requests than can be answered', () => {
  it('are turned away at once, while those in work are finished and the state is still told', async () => {
    const held: Promise<Response>[] = [];
    await whileUsersAreLocked(async (waiting) => {
      for (const nth of [0, 1]) for (let n = 0; n < 4; n += 1) held.push(ask(token(nth)));
      await until(async () => (await waiting()) === 8);
      const refused = await ask(token(2));
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(await refused.json()).toMatchObject({ code: common.overloaded.code });
      expect((await fetch(`${address}/api/health`)).status).toBe(200);
      const figures = await (await fetch(`${address}/metrics`)).text();
      expect(figures).toMatch(/lanka_requests_shed_total\{[^}]*reason="full"[^}]*\} [1-9]/);
    });
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await ask(token(2))).status).toBe(200);
  });

  it('of one asker leave room for the others', async () => {
    const held: Promise<Response>[] = [];
    await whileUsersAreLocked(async (waiting) => {
      for (let n = 0; n < 4; n += 1) held.push(ask(token(0)));
      await until(async () => (await waiting()) === 4);
      const own = await ask(token(0));
      expect([own.status, own.headers.get('retry-after')]).toEqual([429, '1']);
      held.push(ask(token(1)));
      await until(async () => (await waiting()) === 5);
    });
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(Array(5).fill(200));
  });

  it('count until their work has ended, also when the asker has gone: impatience does not make the queue grow', async () => {
    const { pool } = app.app.services.db;
    await whileUsersAreLocked(async (waiting) => {
      const gone = new AbortController();
      const left = Array.from({ length: 4 }, () =>
        fetch(`${address}/api/users/me`, {
          headers: { authorization: `Bearer ${token(0)}` },
          signal: gone.signal,
        }).catch(() => undefined),
      );
      await until(async () => (await waiting()) === 4);
      gone.abort();
      await Promise.all(left);
      for (let n = 0; n < 20; n += 1) expect((await ask(token(0))).status).toBe(429);
      expect([await waiting(), pool.waitingCount]).toEqual([4, 0]);
    });
    await until(async () => (await ask(token(0))).status === 200);
  });
});

describe('a slow client', () => {
  it('holds no connection to the database while its request is on its way', async () => {
    const { hostname, port } = new URL(address);
    const { pool } = app.app.services.db;
    const socket = connect(Number(port), hostname);
    const head = `POST /api/projects HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token(0)}\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{`;
    await new Promise<void>((resolve) => socket.write(head, () => resolve()));
    await until(async () => /lanka_requests_in_flight [1-9]/.test(await (await fetch(`${address}/metrics`)).text()));
    // the figures have asked the database themselves
    await until(() => pool.totalCount - pool.idleCount === 0);
    expect(await (await fetch(`${address}/metrics`)).text()).toMatch(/lanka_requests_in_flight [1-9]/);
    expect((await ask(token(0))).status).toBe(200);
    socket.destroy();
  });
});

describe('a transaction', () => {
  const transaction = <T>(options: TransactionOptions, work: (tx: Tx) => Promise<T>): Promise<T> =>
    app.app.services.db.transaction(options, work);

  it('in which a statement failed is not taken for committed, also when nobody minded the failure', async () => {
    const work = transaction({}, async (tx) => {
      await tx.execute(sql`select 1 / 0`).catch(() => undefined);
    });
    await expect(work).rejects.toThrow(/nothing was committed/);
  });

  it('is given up after its patience, also when the database does not hear', async () => {
    await expect(
      transaction({ patienceMs: 3_000 }, (tx) => tx.execute(sql`select pg_sleep(60)`)),
    ).rejects.toMatchObject({
      cause: { code: '57014' },
    });
    const ended = once(app.app.services.db.pool, 'remove');
    const deaf = transaction({ patienceMs: 200 }, async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(sql`select pg_sleep(60)`);
    });
    await expect(deaf).rejects.toBeInstanceOf(GivenUpError);
    // its connection is ended, not kept until the database has slept
    await ended;
    const next = await transaction({}, async (tx) => (await tx.execute(sql`select 1 as one`)).rows);
    expect(next).toEqual([{ one: 1 }]);
  });

  it.each([
    ['request', '54s'],
    ['job', '270s'],
  ] as const)('of a %s has an end of its own, of which the database knows', async (kind, known) => {
    const work = newContext({ kind, name: 'x', request_id: 'x', facts: {} });
    const { rows } = await runInContext(work, () =>
      transaction({}, (tx) =>
        tx.execute(sql`select current_setting('statement_timeout')::interval = ${known}::interval as is_so`),
      ),
    );
    expect(rows).toEqual([{ is_so: true }]);
  });

  it('whose commit got no answer is told as unknown, and the same key settles it', async () => {
    await app.sql(
      null,
      `create function slow_commit() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return null; end $$;
       create constraint trigger slow_commit after insert on projects deferrable initially deferred
         for each row execute function slow_commit()`,
    );
    const options = {
      token: token(0),
      headers: { 'idempotency-key': 'project-1' },
      body: {
        project: {
          legal_type: 'ФОП' as const,
          legal_name: 'ФОП Невідомий',
          contact_person: 'Іван Невідомий',
          edropoy_code: '3184710691',
          title: 'Невідомо чи збережено',
          category: 'Одяг' as const,
        },
      },
    };
    const first = app.call(createProject, options);
    await until(async () => {
      const ended = await app.sql<{ ended: boolean }>(
        null,
        `select pg_terminate_backend(pid) as ended from pg_stat_activity
         where datname = current_database() and query = 'COMMIT' and state = 'active'`,
      );
      return ended.length > 0;
    });
    const answer = await first;
    expect([answer.status, answer.error.code]).toEqual([503, common.outcome_unknown.code]);
    expect(answer.headers['retry-after']).toBeDefined();
    await app.sql(null, 'drop trigger slow_commit on projects');
    const second = await app.call(createProject, options);
    expect(second.status).toBe(201);
    const third = await app.call(createProject, options);
    expect(third.body).toEqual(second.body);
  });

  it('is not unknown when the database itself refuses the commit', async () => {
    await app.sql(
      null,
      `create function no_commit() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '53100'; end $$;
       create constraint trigger no_commit after update on users deferrable initially deferred
         for each row execute function no_commit()`,
    );
    const work = transaction({}, (tx) => tx.execute(sql`update users set name = name`));
    await expect(work).rejects.not.toBeInstanceOf(OutcomeUnknownError);
    const full = await fetch(`${address}/api/users/${people[0]?.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token(0)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Нова Назва' }),
    });
    expect([full.status, ((await full.json()) as { code: string }).code]).toEqual([507, common.no_space.code]);
    await app.sql(null, 'drop trigger no_commit on users');
  });
});
