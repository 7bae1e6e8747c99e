import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss, type Queue } from 'pg-boss';
import type { Logger } from 'pino';
import { connectionOptions, KEPT_ALIVE } from '../db/connections';
import type { Tx } from '../db/db';
import { currentContext, newContext, runInContext } from '../observe/context';
import { jobSeconds, jobsRunning } from '../observe/meters';
import { startSpan } from '../observe/tracing';

/** A kind of background job: its data is checked JSON, its work is safe to do twice. */
export interface Job<D extends object> {
  readonly name: string;
  /** Type only. */
  readonly data?: D;
  /** Seconds after which a running job counts as lost and is tried again. */
  readonly expireInSeconds?: number;
  /** How many may run at once in this process; 1 unless told. */
  readonly concurrency?: number;
  /**
   * How often it is tried again before it becomes a dead letter: 5 unless told, after 2, 4, 8 … seconds and then
   * every `retryDelayMax` seconds.
   */
  readonly retryLimit?: number;
  readonly retryDelayMax?: number;
}

export const job = <D extends object>(name: string, options: Omit<Job<D>, 'name' | 'data'> = {}): Job<D> => ({
  name,
  ...options,
});

export interface Jobs {
  /** Queues the job inside the transaction: it exists only if the transaction commits. */
  send<D extends object>(tx: Tx, job: Job<D>, data: D, options?: { startAfter?: Date }): Promise<void>;
  /** Queues the job at once, in no transaction: to have one by the clock begin before its time. */
  poke<D extends object>(job: Job<D>, data: D): Promise<void>;
  /**
   * Runs dead letters again, with all their attempts, when the transaction commits: those of these ids, those of one
   * job, or all; at most `limit`, oldest first. Answers how many; those of a job that is not known any more stay.
   */
  replay(tx: Tx, which: { ids?: readonly string[]; job?: string; limit: number }): Promise<number>;
  /** Removes a dead letter for good. */
  discard(tx: Tx, id: string): Promise<void>;
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

/** Kept beside the data of a job: which request it goes back to. */
const SENT_BY = '_sent_by';

interface SentBy {
  readonly request_id: string;
  readonly traceparent?: string;
}

/** The data with what it was sent by; as they are when nobody is known, for instance in a script. */
function sealed(name: string, data: object): object {
  const work = currentContext();
  if (!work) return data;
  const span = startSpan(`send ${name}`, { kind: 'producer', parent: work.span, attributes: messaging(name, 'send') });
  span?.end();
  const by: SentBy = { request_id: work.request_id, ...(span ? { traceparent: span.traceparent } : {}) };
  return { ...data, [SENT_BY]: by };
}

/** The data of a job as they were sent, and what sent it. */
export function unsealed(data: object): { data: object; by: SentBy | undefined } {
  const { [SENT_BY]: by, ...rest } = data as Record<string, unknown>;
  return { data: rest, by: by as SentBy | undefined };
}

const messaging = (name: string, operation: 'send' | 'process') => ({
  'messaging.system': 'pg-boss',
  'messaging.destination.name': name,
  'messaging.operation.type': operation,
});

/** Does the work of one job under the name of the request that it goes back to. Fails as the work fails. */
async function runJob(
  name: string,
  one: { id: string; data: object },
  log: Logger,
  work: (data: object) => Promise<void>,
) {
  const { data, by } = unsealed(one.data);
  const span = startSpan(`process ${name}`, {
    kind: 'consumer',
    parent: by?.traceparent,
    attributes: { ...messaging(name, 'process'), 'messaging.message.id': one.id, 'lanka.request_id': by?.request_id },
  });
  const facts = { job: name, job_id: one.id };
  // one by the clock goes back to no request: what it sends goes back to it
  const request_id = by?.request_id ?? one.id;
  const current = newContext({ kind: 'job', name, request_id, facts, span });
  const started = performance.now();
  const ended = (outcome: 'done' | 'failed', error?: unknown) => {
    const ms = performance.now() - started;
    jobsRunning.dec({ job: name });
    jobSeconds.observe({ job: name, outcome }, ms / 1000);
    span?.end(error);
    return { request_id, ...facts, ms: Math.round(ms), statements: current.statements };
  };
  jobsRunning.inc({ job: name });
  await runInContext(current, async () => {
    try {
      await work(data);
    } catch (error) {
      log.error({ ...ended('failed', error), err: error }, 'job failed');
      throw error;
    }
    log.info(ended('done'), 'job done');
  });
}

/** Where jobs end that failed every time; kept until an operator runs them again or discards them. */
export const DEAD_LETTERS = 'dead_letters';
/** Kept for so long that nobody has to hurry. */
const DEAD_LETTER_DAYS = 365;

/**
 * A job shows every few seconds that its process lives. One that was killed is tried again after this and one round of
 * the watch (`WATCH_SECONDS`), not only when its whole time has run out.
 */
const HEARTBEAT_SECONDS = 15;
const WATCH_SECONDS = 5;

const queueOf = (job: Job<object>) => ({
  retryLimit: job.retryLimit ?? 5,
  retryBackoff: true,
  retryDelay: 2,
  ...(job.retryDelayMax ? { retryDelayMax: job.retryDelayMax } : {}),
  expireInSeconds: job.expireInSeconds ?? 300,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  deadLetter: DEAD_LETTERS,
  notify: true,
});

type QueueOptions = Omit<Queue, 'name' | 'policy' | 'partition'>;
type Made = Readonly<Record<string, unknown>>;

/** Whether the queue is as this program wants it; one made by an older version is not. */
const isAsWanted = (made: Made, wanted: Made): boolean =>
  Object.entries(wanted).every(([name, value]) => made[name] === value);

/** Statements of the queue take moments; on a connection that was lost without a word they would wait for ever. */
const LOST_AFTER = { query_timeout: 60_000 } as const;

/** Connections to the database of a process that does jobs, one of them to hear of new ones, and of one that sends. */
export const JOB_CONNECTIONS = { works: 4, sends: 1 } as const;

/** Takes one job after another. Answers the id under which the worker is woken. */
function startWorker(boss: PgBoss, name: string, log: Logger, work: (data: object) => Promise<void>) {
  const worker = boss.work(name, async ([one]) => {
    if (!one) return;
    // where there was one there may be more, of which the same notice told: without this each waits for the next look
    void worker.then((id) => boss.notifyWorker(id));
    await runJob(name, { id: one.id, data: (one.data ?? {}) as object }, log, work);
  });
  return worker;
}

/**
 * A notice tells of new jobs at once, but not of those whose time has come, as of the next attempt. One look at what the
 * watch has counted finds them for all workers. With each of 87 asking for its own every five seconds PostgreSQL took 3 %
 * of a core with nothing to do, and takes half of that so. The workers still look for themselves twice a minute.
 */
const LOOK_MS = 2_000;

/** Brings the tables of the queue to the version of this program; part of the migration. */
export async function migrateJobs(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}

/** @param options.works false in a process that only sends jobs: another one does them and minds the queues */
export async function openJobs(url: string, log: Logger, { works = true } = {}): Promise<Jobs> {
  const { options } = await connectionOptions(url);
  const boss = new PgBoss({
    connectionString: url,
    max: works ? JOB_CONNECTIONS.works - 1 : JOB_CONNECTIONS.sends,
    application_name: 'lanka-jobs',
    useListenNotify: works,
    migrate: works,
    supervise: works,
    schedule: works,
    superviseIntervalSeconds: WATCH_SECONDS,
    monitorIntervalSeconds: WATCH_SECONDS,
    ...(options ? { options } : {}),
    ...KEPT_ALIVE,
    ...LOST_AFTER,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'));
  let opened = false;
  const handlers = new Map<string, { job: Job<object>; work: (data: object) => Promise<void> }>();
  const schedules: { job: Job<object>; cron: string; data: object }[] = [];
  const workers: { readonly queue: string; readonly id: string }[] = [];
  let looking: NodeJS.Timeout | undefined;
  const wakeForDue = async (): Promise<void> => {
    const ready = new Set((await boss.getQueues()).filter((queue) => queue.readyCount > 0).map(({ name }) => name));
    for (const { queue, id } of workers) if (ready.has(queue)) boss.notifyWorker(id);
  };
  const look = (): void => {
    void wakeForDue().catch((error) => {
      if (looking) log.warn({ err: error }, 'job queue');
    });
  };

  return {
    async send(tx, { name }, data, options = {}) {
      await boss.send(name, sealed(name, data), { ...options, db: fromDrizzle(tx, sql) });
    },
    async poke({ name }, data) {
      await boss.send(name, data);
    },
    replay(tx, { ids, job, limit }) {
      return boss.redrive(DEAD_LETTERS, {
        ...(ids ? { ids: [...ids] } : {}),
        ...(job ? { sourceName: job } : {}),
        limit,
        db: fromDrizzle(tx, sql),
      });
    },
    async discard(tx, id) {
      await boss.deleteJob(DEAD_LETTERS, id, { db: fromDrizzle(tx, sql) });
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
      if (!works) return;
      const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue as unknown as Made]));
      const wanted = new Map<string, QueueOptions>([
        [DEAD_LETTERS, { retentionSeconds: DEAD_LETTER_DAYS * 86_400 }],
        ...[...handlers.values()].map(({ job }): [string, QueueOptions] => [job.name, queueOf(job)]),
      ]);
      for (const [name, queue] of wanted) {
        const made = known.get(name);
        if (!made) await boss.createQueue(name, queue);
        else if (!isAsWanted(made, queue as Made)) await boss.updateQueue(name, queue);
      }
    },
    async start() {
      for (const { job, work } of handlers.values())
        for (let nth = 0; nth < (job.concurrency ?? 1); nth += 1)
          workers.push({ queue: job.name, id: await startWorker(boss, job.name, log, work) });
      for (const { job, cron, data } of schedules) await boss.schedule(job.name, cron, data, { tz: 'Europe/Kyiv' });
      looking = setInterval(look, LOOK_MS).unref();
    },
    async stop() {
      clearInterval(looking);
      looking = undefined;
      if (opened) await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}
