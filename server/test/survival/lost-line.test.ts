import { currentUser } from '@lanka/domain/identity/contract';
import { common } from '@lanka/domain/kit/errors';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GivenUpError } from '../../src/kit/db/transaction';
import { type TestApp, type TestProject, testApp } from '../harness';
import { makeVariants, orderBody, placeOrder } from '../trade';
import { Line } from './line';

const POOL = 6;
let app: TestApp;
let line: Line;
let address: string;
let project: TestProject;
let variant: string;

beforeAll(async () => {
  const env: Record<string, string> = { DB_POOL_SIZE: String(POOL) };
  app = await testApp(env, {
    through: async (url) => {
      line = await Line.open(url);
      // jobs, numbers and live updates too
      env.DIRECT_DATABASE_URL = line.url;
      return line.url;
    },
  });
  address = await app.app.server.listen({ port: 0, host: '127.0.0.1' });
  project = await app.project();
  variant = (await makeVariants(app, project, [{ stock: 1000 }]))[0] ?? '';
});
afterAll(async () => {
  line.close();
  await app.close();
});

const order = () => placeOrder(app, project, project.owner.token, orderBody({ [variant]: 1 }));
const me = () => app.call(currentUser, { token: project.owner.token });
const health = () => app.app.server.inject('/api/health');
const events = () =>
  fetch(`${address}/api/projects/${project.id}/events`, {
    headers: { authorization: `Bearer ${project.owner.token}` },
  });

describe('connections to the database that are lost without a word', () => {
  it('answer 503 within their patience, are replaced one and all, and what listens hears again', async () => {
    const { live, db } = app.app.services;
    // every connection of every pool is open
    await Promise.all(Array.from({ length: 3 * POOL }, order));
    expect(db.pool.totalCount).toBe(POOL);
    line.lose();

    // nobody waits for ever: each of these ends, as 503 or, where it met a new connection, as it should
    const asked = await Promise.all([
      ...Array.from({ length: POOL }, order),
      ...Array.from({ length: POOL }, me),
      ...Array.from({ length: POOL }, health).map(async (answer) => ({
        status: (await answer).statusCode,
        error: null,
      })),
      ...Array.from({ length: POOL }, events).map(async (answer) => {
        const { status, body } = await answer;
        await body?.cancel();
        return { status, error: null };
      }),
    ]);
    const statuses = asked.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 503 && status !== 200 && status !== 201)).toEqual([]);
    expect(statuses).toContain(503);
    for (const { status, error } of asked)
      if (status === 503 && error) expect(error.code).toBe(common.unavailable.code);

    // the numbers have connections of their own, which nobody has used since
    await expect.poll(async () => (await order()).status, { timeout: 60_000 }).toBe(201);
    expect((await Promise.all(Array.from({ length: 3 * POOL }, order))).map(({ status }) => status)).toEqual(
      Array(3 * POOL).fill(201),
    );
    expect((await health()).statusCode).toBe(200);
    expect([db.pool.idleCount, db.pool.waitingCount]).toEqual([db.pool.totalCount, 0]);

    const heard: string[] = [];
    const stop = live.subscribe('p', ({ id }) => heard.push(id));
    const told = async () => {
      live.publish('p', { kind: 'k', id: 'x' });
      return heard.length;
    };
    await expect.poll(told, { timeout: 60_000, interval: 200 }).toBeGreaterThan(0);
    stop();
  });

  it('leave no lock behind: the database ends what they had begun', async () => {
    const { db } = app.app.services;
    const held = () =>
      app.sql(project.id, 'select 1 from projects where id = $1 for update nowait', [project.id]).then(
        () => 'free',
        ({ code }: { code?: string }) => code,
      );
    const work = db.transaction({ projectIds: [project.id], patienceMs: 2_000 }, async (tx) => {
      await tx.execute(sql`select 1 from projects where id = ${project.id} for update`);
      expect(await held()).toBe('55P03');
      line.lose();
      await tx.execute(sql`select 1`);
    });
    await expect(work).rejects.toThrow(GivenUpError);
    await expect.poll(held, { timeout: 60_000 }).toBe('free');
  });

  it('are told by the health at once, and only asked once by all who look', async () => {
    const { pool } = app.app.services.db;
    line.lose();
    const looks = await Promise.all(Array.from({ length: 50 }, health));
    expect(new Set(looks.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    expect(looks[0]?.headers['retry-after']).toBeDefined();
    expect(pool.waitingCount).toBe(0);
    await expect.poll(async () => (await health()).statusCode, { timeout: 60_000 }).toBe(200);
  });
});

describe('pages that all come back at once', () => {
  it('are let in by turns, a hundred at most', async () => {
    const { db } = app.app.services;
    // nobody gets further than the door while all connections are in use
    let release = () => {};
    const over = new Promise<void>((resolve) => {
      release = resolve;
    });
    const begun: string[] = [];
    const busy = Array.from({ length: POOL }, () =>
      db.transaction({ projectIds: [project.id] }, async () => {
        begun.push(project.id);
        await over;
      }),
    );
    await expect.poll(() => begun.length, { timeout: 60_000 }).toBe(POOL);
    const turnedAway: string[] = [];
    const doors = Array.from({ length: 130 }, async () => {
      const answer = await events();
      if (answer.ok) await answer.body?.cancel();
      else turnedAway.push(((await answer.json()) as { code: string }).code);
    });
    await expect.poll(() => turnedAway.length, { timeout: 60_000 }).toBe(30);
    expect(new Set(turnedAway)).toEqual(new Set([common.overloaded.code]));
    release();
    await Promise.all([...busy, ...doors]);
  });
});
