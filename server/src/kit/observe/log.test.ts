import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database';
import { logLines } from '../../../test/log-lines';
import { type Database, openDatabase } from '../db/db';
import { newContext, runInContext } from './context';
import { openLog } from './log';

const SECRET = 'що хтось надрукував';

describe('an error in the log', () => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await testDatabase();
    db = await openDatabase(database.url, { poolSize: 1, prepared: true }, openLog('silent'));
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  const logged = (error: unknown) => {
    const log = logLines();
    openLog('info', log.to).error({ err: error }, 'failed');
    return { text: log.text(), err: log.all()[0]?.err as Record<string, unknown> };
  };
  const failure = (work: Parameters<typeof db.transaction>[1]) =>
    db.transaction({}, work).then(
      () => expect.fail('it worked'),
      (error: unknown) => error,
    );

  it('of a refused row says which rule refused it, not what was in it', async () => {
    const insert = sql`insert into counters (project_id, name, value)
      values (${crypto.randomUUID()}, ${SECRET}, 1)`;
    const { text, err } = logged(await failure((tx) => tx.execute(insert)));
    expect(err).toMatchObject({
      type: 'DrizzleQueryError',
      message: expect.stringMatching(/^Failed query: insert into counters.*\$2, 1\)$/s),
      stack: expect.stringContaining('    at '),
      cause: { type: 'DatabaseError', code: '42501' },
    });
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain('parsedStatements');
    expect(text.length).toBeLessThan(10_000);
  });

  it('keeps what it was caused by, and what it gathers, to a depth', () => {
    const caused = new Error('outer', { cause: new AggregateError([new Error('one'), 'two'], 'both') });
    expect(logged(caused).err).toMatchObject({
      message: 'outer',
      cause: { type: 'AggregateError', message: 'both', errors: [{ message: 'one' }, 'two'] },
    });
    const circle = new Error('round');
    circle.cause = circle;
    expect(logged(circle).text.length).toBeLessThan(60_000);
  });

  it.each([
    ['text', 'text'],
    [7, '7'],
    [{ password: 'x' }, 'not an error'],
  ])('%j that is none', (thrown, told) => expect(logged(thrown).err).toBe(told));
});

it('a line in the course of a job names the job and the request, once', () => {
  const log = logLines();
  const logger = openLog('info', log.to);
  const work = newContext({ kind: 'job', name: 'x', request_id: 'r', facts: { job: 'x', job_id: 'j' } });
  runInContext(work, () => logger.child({ part: 1 }).info({ job_id: 'j' }, 'inside'));
  logger.info('outside');
  const [inside, outside] = log.all();
  expect(inside).toMatchObject({ request_id: 'r', job: 'x', job_id: 'j', part: 1 });
  expect(log.text().split('"job_id"')).toHaveLength(2);
  expect(outside).not.toHaveProperty('request_id');
});
