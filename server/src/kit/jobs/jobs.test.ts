import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database';
import { logLines } from '../../../test/log-lines';
import { type Database, openDatabase, type Tx } from '../db/db';
import { newContext, runInContext } from '../observe/context';
import { openLog } from '../observe/log';
import { registry } from '../observe/meters';
import { type Jobs, job, openJobs } from './jobs';

const SLOW_MS = 250;
const first = job<{ word: string }>('test.first');
const second = job<{ word: string }>('test.second');
const many = job<{ word: string }>('test.many');
const failing = job<{ word: string }>('test.failing');

const log = logLines();
const logger = openLog('info', log.to);
const seen: object[] = [];
const manyDone = new Set<string>();
let database: TestDatabase;
let db: Database;
let jobs: Jobs;

beforeAll(async () => {
  database = await testDatabase();
  db = await openDatabase(database.url, { poolSize: 3, prepared: true, slowMs: SLOW_MS }, logger);
  jobs = await openJobs(database.url, logger);
  jobs.handle(first, async (data) => {
    seen.push(data);
    logger.info({ word: data.word }, 'in the first');
    await db.transaction({}, async (tx) => {
      await Promise.all([sleep(tx, data.word), tx.execute(sql`select 1 as quick`)]);
      await jobs.send(tx, second, { word: 'далі' });
    });
  });
  jobs.handle(second, async (data) => {
    seen.push(data);
    logger.child({ part: 'of the second' }).info('in the second');
  });
  jobs.handle(many, async ({ word }) => {
    manyDone.add(word);
  });
  jobs.handle(failing, async () => {
    throw new Error('not today');
  });
  await jobs.open();
  await jobs.start();
});
afterAll(async () => {
  await jobs.stop();
  await db.close();
  await database.drop();
});

/** A statement that is slow of itself, with a parameter that is nobody's business. */
// long enough to be slow also when this process is late to hear of the statement before it
const sleep = (tx: Tx, word: string) => tx.execute(sql`select pg_sleep(${(3 * SLOW_MS) / 1000}), ${word}::text`);

const request = (request_id: string) =>
  newContext({ kind: 'request', name: 'POST /api/tests', request_id, facts: { method: 'POST', route: '/api/tests' } });
const lines = (msg: string, request_id: string) =>
  log.all().filter((line) => line.msg === msg && line.request_id === request_id);
const value = async (line: string) => {
  const text = await registry.metrics();
  return Number(
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.slice(line.length),
  );
};

describe('a job that a request sends', () => {
  it('is followed by the request’s id, and so is the job that it sends; its data are as they were sent', async () => {
    await runInContext(request('trace-1'), () =>
      db.transaction({}, (tx) => jobs.send(tx, first, { word: 'таємниця' })),
    );
    await vi.waitFor(() => expect(lines('job done', 'trace-1')).toHaveLength(2), { timeout: 60_000 });
    expect(seen).toEqual([{ word: 'таємниця' }, { word: 'далі' }]);
    // the second may end before the first has said so
    const done = lines('job done', 'trace-1').sort((a, b) => (String(a.job) < String(b.job) ? -1 : 1));
    expect(done.map(({ job }) => job)).toEqual(['test.first', 'test.second']);
    expect(done[0]).toMatchObject({ job_id: expect.stringMatching(/^[0-9a-f-]{36}$/), ms: expect.any(Number) });
    // without being told
    expect(lines('in the first', 'trace-1')).toMatchObject([{ job: 'test.first', job_id: done[0]?.job_id }]);
    expect(lines('in the second', 'trace-1')).toMatchObject([{ job: 'test.second', part: 'of the second' }]);
    expect(await value('lanka_job_duration_seconds_count{job="test.first",outcome="done"}')).toBe(1);
    expect(await value('lanka_jobs_running{job="test.first"}')).toBe(0);
  });

  it('that is slow in the database says so once, with its name and never with the parameters', async () => {
    const slow = lines('slow statement', 'trace-1');
    expect(slow).toMatchObject([
      { job: 'test.first', rows: 1, sql: expect.stringMatching(/^select pg_sleep\(\$1\), \$2::text$/) },
    ]);
    expect(slow[0]?.ms).toBeGreaterThanOrEqual(SLOW_MS);
    expect(JSON.stringify(slow)).not.toContain('таємниця');
    expect(await value('lanka_database_slow_statements_total{kind="job",name="test.first"}')).toBe(1);
  });

  it('that fails is told by its request and counted', async () => {
    await runInContext(request('trace-2'), () => db.transaction({}, (tx) => jobs.send(tx, failing, { word: 'x' })));
    await vi.waitFor(() => expect(lines('job failed', 'trace-2')).not.toEqual([]), { timeout: 60_000 });
    expect(lines('job failed', 'trace-2')[0]).toMatchObject({
      level: 50,
      job: 'test.failing',
      err: { message: 'not today' },
    });
    expect(await value('lanka_job_duration_seconds_count{job="test.failing",outcome="failed"}')).toBeGreaterThanOrEqual(
      1,
    );
    expect(await value('lanka_jobs_running{job="test.failing"}')).toBe(0);
  });
});

it('many that are sent or come due at once are done one right after another', async () => {
  const send = (words: readonly string[], startAfter?: Date) =>
    db.transaction({}, async (tx) => {
      for (const word of words) await jobs.send(tx, many, { word }, startAfter ? { startAfter } : {});
    });
  const now = Array.from({ length: 15 }, (_, n) => `now ${n}`);
  const later = Array.from({ length: 15 }, (_, n) => `later ${n}`);
  await send(later, new Date(Date.now() + 3_600_000));
  await send(now);
  const done = (words: readonly string[]) => words.filter((word) => manyDone.has(word)).length;
  await vi.waitFor(() => expect(done(now)).toBe(15), { timeout: 60_000 });
  // of these nobody is told: they are found by looking
  await db.transaction({}, (tx) =>
    tx.execute(sql`update pgboss.job set start_after = now() where name = ${many.name} and start_after > now()`),
  );
  await vi.waitFor(() => expect(done(later)).toBe(15), { timeout: 60_000 });
});

describe('a job that nobody’s request sent', () => {
  it('is followed by its own id', async () => {
    await db.transaction({}, (tx) => jobs.send(tx, first, { word: 'сама' }));
    const done = await vi.waitFor(
      () => {
        const found = log
          .all()
          .filter(
            ({ msg, job, job_id, request_id }) => msg === 'job done' && job === first.name && request_id === job_id,
          );
        expect(found).toHaveLength(1);
        return found[0];
      },
      { timeout: 60_000 },
    );
    await vi.waitFor(() => expect(lines('job done', String(done?.job_id))).toHaveLength(2), { timeout: 60_000 });
  });
});

it('a slow statement outside requests and jobs is told of too', async () => {
  await db.transaction({}, (tx) => sleep(tx, 'x'));
  // on a busy machine a statement beside it may have been slow too
  const told = log.all().filter((line) => line.msg === 'slow statement' && line.request_id === undefined);
  expect(told.filter(({ sql: text }) => /pg_sleep/.test(String(text)))).toHaveLength(1);
  expect(await value('lanka_database_slow_statements_total{kind="other",name="none"}')).toBe(told.length);
});
