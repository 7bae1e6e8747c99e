import { createCounterparty, listCounterparties, readCounterparty } from '@lanka/domain/partners/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registry } from '../src/kit/observe/meters';
import { type TestApp, type TestProject, testApp } from './harness';
import { type Pair, startPair } from './standby';

let pair: Pair;
let app: TestApp;
let project: TestProject;

beforeAll(async () => {
  pair = await startPair();
  const database = { url: pair.url, drop: async () => undefined };
  app = await testApp({ DATABASE_URL: pair.url, READ_DATABASE_URL: pair.standbyUrl }, { database });
  project = await app.project();
});
afterAll(async () => {
  await app.close();
  await pair.stop();
});

async function answered(): Promise<Record<string, number>> {
  const figures = (await registry.getSingleMetric('lanka_replica_reads_total')?.get())?.values ?? [];
  return Object.fromEntries(figures.map(({ labels, value }) => [labels.answered, value]));
}

let count = 0;
/** Somebody writes, hears that it is done, and looks: what he sees is what he wrote. Answers who has answered. */
async function writeAndLook(times: number): Promise<Record<string, number>> {
  const before = await answered();
  const params = { project_id: project.id };
  const { token } = project.owner;
  await Promise.all(
    Array.from({ length: times }, async () => {
      count += 1;
      const name = `Крамниця ${count}`;
      const made = await app.call(createCounterparty, { token, params, body: { name } });
      expect(made.status).toBe(201);
      const one = await app.call(readCounterparty, { token, params: { ...params, id: made.body.id } });
      expect(one).toMatchObject({ status: 200, body: { name } });
      const all = await app.call(listCounterparties, { token, params, query: { limit: 100, sort: '-created_at' } });
      expect(all.body.items.map(({ id }) => id)).toContain(made.body.id);
    }),
  );
  const after = await answered();
  return Object.fromEntries(Object.entries(after).map(([by, value]) => [by, value - (before[by] ?? 0)]));
}

it('answers what only reads, and never less than was acknowledged before', async () => {
  const by = await writeAndLook(60);
  expect(by.replica).toBeGreaterThan(60);
});

it('one that stands still is not waited for: the primary answers', async () => {
  await pair.onStandby('select pg_wal_replay_pause()');
  const still = await writeAndLook(20);
  expect(still.replica ?? 0).toBe(0);
  expect(still.behind).toBeGreaterThan(0);
  await pair.onStandby('select pg_wal_replay_resume()');
  await expect.poll(async () => (await writeAndLook(5)).replica, { timeout: 60_000 }).toBeGreaterThan(0);
});

it('one that is killed is missed by nobody, and helps again when it is back', async () => {
  await pair.killStandby();
  const without = await writeAndLook(20);
  expect(without.replica ?? 0).toBe(0);
  expect(without.away).toBeGreaterThan(0);
  await pair.startStandby();
  await expect.poll(async () => (await writeAndLook(5)).replica, { timeout: 60_000 }).toBeGreaterThan(0);
});

it('one that was promoted is not believed any more', async () => {
  await pair.onStandby('select pg_promote()');
  const by = await writeAndLook(20);
  expect(by.replica ?? 0).toBe(0);
});
