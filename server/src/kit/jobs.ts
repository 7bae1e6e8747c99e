import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { connectionOptions, type Tx } from './db';

/** A kind of background job: its data is checked JSON, its work is safe to do twice. */
export interface Job<D extends object> {
  readonly name: string;
  /** Type only. */
  readonly data?: D;
  /** Seconds after which a running job counts as lost and is tried again. */
  readonly expireInSeconds?: number;
  /** How many may run at once in this process; 1 unless told. */
  readonly concurrency?: number;
}

export const job = <D extends object>(name: string, options: Omit<Job<D>, 'name' | 'data'> = {}): Job<D> => ({
  name,
  ...options,
});

export interface Jobs {
  /** Queues the job inside the transaction: it exists only if the transaction commits. */
  send<D extends object>(tx: Tx, job: Job<D>, data: D, options?: { startAfter?: Date }): Promise<void>;
  /** Registers the work of a job. Before `start`. */
  handle<D extends object>(job: Job<D>, work: (data: D) => Promise<void>): void;
  /** A job by the clock of Kyiv. Before `start`. */
  every<D extends object>(job: Job<D>, cron: string, data: D): void;
  /** Makes the queues, so that jobs can be sent; before the first request. */
  open(): Promise<void>;
  /** Begins to work. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const DEAD_LETTERS = 'dead_letters';

/** Brings the tables of the queue to the version of this program; part of the migration. */
export async function migrateJobs(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}

export async function openJobs(url: string, log: Logger): Promise<Jobs> {
  const { options } = await connectionOptions(url);
  const boss = new PgBoss({
    connectionString: url,
    max: 3,
    application_name: 'lanka-jobs',
    useListenNotify: true,
    ...(options ? { options } : {}),
  });
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'));
  let opened = false;
  const handlers = new Map<string, { job: Job<object>; work: (data: object) => Promise<void> }>();
  const schedules: { job: Job<object>; cron: string; data: object }[] = [];

  return {
    async send(tx, { name }, data, options = {}) {
      await boss.send(name, data, { ...options, db: fromDrizzle(tx, sql) });
    },
    handle(job, work) {
      handlers.set(job.name, { job, work: work as (data: object) => Promise<void> });
    },
    every(job, cron, data) {
      schedules.push({ job, cron, data });
    },
    async open() {
      await boss.start();
      opened = true;
      const known = new Set((await boss.getQueues()).map(({ name }) => name));
      if (!known.has(DEAD_LETTERS)) await boss.createQueue(DEAD_LETTERS);
      for (const { job } of handlers.values()) {
        if (known.has(job.name)) continue;
        await boss.createQueue(job.name, {
          retryLimit: 5,
          retryBackoff: true,
          retryDelay: 2,
          expireInSeconds: job.expireInSeconds ?? 300,
          deadLetter: DEAD_LETTERS,
          notify: true,
        });
      }
    },
    async start() {
      for (const { job, work } of handlers.values()) {
        await boss.work(
          job.name,
          // a notice tells of new jobs at once, but not of those whose time to be tried again has come
          { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5, localConcurrency: job.concurrency ?? 1 },
          async ([one]) => {
            if (!one) return;
            const started = performance.now();
            try {
              await work(one.data as object);
              log.info({ job: job.name, job_id: one.id, ms: Math.round(performance.now() - started) }, 'job done');
            } catch (error) {
              log.error({ job: job.name, job_id: one.id, err: error }, 'job failed');
              throw error;
            }
          },
        );
      }
      for (const { job, cron, data } of schedules) await boss.schedule(job.name, cron, data, { tz: 'Europe/Kyiv' });
    },
    async stop() {
      if (opened) await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}
