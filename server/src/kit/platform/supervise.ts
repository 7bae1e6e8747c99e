import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openCounter } from '../http/rate-limits';
import { type Channel, openChannel } from './channel';
import { FIGURES_PATIENCE_MS, type Figures, ownFigures, PART_VARIABLE, replaced } from './workers';

/** The processes that the primary starts, minds and ends (decision 0024). */
export interface Crew {
  /** What the first start has to tell: links, sign-ins of the demo. */
  readonly lines: readonly string[];
  /** Requests under way finish, then jobs; whoever takes too long is killed. */
  stop(): Promise<void>;
}

export interface CrewOptions {
  /** The file that a process runs: the product's own entry. */
  readonly entry: string;
  /** Processes that answer requests, beside the one that does jobs. */
  readonly workers: number;
  /** What they need beside our own environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly log: Logger;
  /** How long a process takes to stop by itself, at most. */
  readonly shutdownSeconds: number;
  /** They cannot be kept alive: the product is to end. */
  readonly onFailure: (reason: string) => void;
}

type Kind = 'http' | 'jobs';

interface Member {
  readonly kind: Kind;
  readonly worker: Worker;
  readonly channel: Channel;
  readonly startedAt: number;
  isReady: boolean;
  /** What it said of why it cannot start. */
  reason?: string;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** Whoever lived so long did not die of the start: the pauses begin anew. */
const STEADY_MS = 30_000;
/** With the pauses above some three minutes: the database may be away for that long. */
const MOST_FAILURES = 20;
/** Beyond what a process gives its own requests and jobs to finish. */
const STOP_GRACE_MS = 10_000;

/** Starts all and waits until all are ready. @throws Error with the reason of the first that cannot start */
export async function startCrew(options: CrewOptions): Promise<Crew> {
  const crew = new Members(options);
  try {
    return { lines: await crew.start(), stop: () => crew.stop() };
  } catch (error) {
    await crew.stop();
    throw error;
  }
}

/** A promise that is kept or broken from outside. */
function later<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((keep, fail) => {
    resolve = keep;
    reject = fail;
  });
  return { promise, resolve, reject };
}

class Members {
  private readonly members = new Set<Member>();
  private readonly count = openCounter();
  /** Requests are taken once the first jobs process has looked through the data: demo, first user. */
  private readonly opened = later<readonly string[]>();
  private readonly allReady = later<void>();
  private isStarted = false;
  private stopping: Promise<void> | undefined;
  private failures = 0;

  constructor(private readonly options: CrewOptions) {
    this.opened.promise.catch(() => undefined);
  }

  async start(): Promise<readonly string[]> {
    const { entry, workers } = this.options;
    const flags = process.execArgv.includes('--enable-source-maps') ? [] : ['--enable-source-maps'];
    cluster.setupPrimary({ exec: entry, args: [], execArgv: [...process.execArgv, ...flags] });
    this.add('jobs');
    for (let number = 0; number < workers; number += 1) this.add('http');
    await this.allReady.promise;
    this.isStarted = true;
    return this.opened.promise;
  }

  stop(): Promise<void> {
    this.stopping ??= (async () => {
      await this.end('http');
      await this.end('jobs');
    })();
    return this.stopping;
  }

  private add(kind: Kind): void {
    const worker = cluster.fork({ ...this.options.env, [PART_VARIABLE]: kind });
    // without a listener a channel that breaks would end the primary
    worker.on('error', (error) => this.options.log.warn({ err: error, part: kind }, 'a process could not be told'));
    const member: Member = {
      kind,
      worker,
      channel: openChannel(worker),
      startedAt: performance.now(),
      isReady: false,
    };
    this.members.add(member);
    member.channel.answer('may_listen', () => this.opened.promise.then(() => true));
    member.channel.answer('ready', (lines: readonly string[]) => this.welcome(member, lines));
    member.channel.answer('cannot_start', (reason: string) => {
      member.reason = reason;
    });
    member.channel.answer('hit', this.count);
    member.channel.answer('all_figures', () => this.figures(member));
    worker.once('exit', (code: number | null, by: string | null) => this.lose(member, code, by));
  }

  private welcome(member: Member, lines: readonly string[]): void {
    member.isReady = true;
    this.options.log.info({ part: member.kind, process: member.worker.process.pid }, 'a process is ready');
    this.failures = 0;
    if (member.kind === 'jobs') this.opened.resolve(lines);
    if ([...this.members].every(({ isReady }) => isReady)) this.allReady.resolve();
  }

  private lose(member: Member, code: number | null, by: string | null): void {
    this.members.delete(member);
    if (this.stopping) return;
    const { kind, worker, reason } = member;
    const end = reason ?? `process ${worker.process.pid} (${kind}) ended: ${by ?? code}`;
    if (!this.isStarted) {
      this.allReady.reject(new Error(end));
      return;
    }
    if (performance.now() - member.startedAt > STEADY_MS) this.failures = 0;
    const pause =
      this.failures === 0 ? FIRST_PAUSE_MS : Math.min(FIRST_PAUSE_MS * 2 ** this.failures, LONGEST_PAUSE_MS);
    this.failures += 1;
    if (this.failures > MOST_FAILURES) {
      this.options.onFailure(end);
      return;
    }
    this.options.log.error(
      { part: kind, process: worker.process.pid, reason: end, pause_ms: pause },
      'a process is replaced',
    );
    replaced.inc({ part: kind });
    void sleep(pause).then(() => {
      if (!this.stopping) this.add(kind);
    });
  }

  private async end(kind: Kind): Promise<void> {
    const ending = [...this.members].filter((member) => member.kind === kind);
    await Promise.all(
      ending.map(async ({ worker, channel }) => {
        const gone = new Promise<void>((resolve) => {
          if (worker.isDead()) resolve();
          else worker.once('exit', () => resolve());
        });
        channel.ask('stop').catch(() => undefined); // it ends instead of answering
        const timer = setTimeout(
          () => {
            this.options.log.error({ part: kind, process: worker.process.pid }, 'a process did not end in time');
            worker.process.kill('SIGKILL');
          },
          this.options.shutdownSeconds * 1000 + STOP_GRACE_MS,
        );
        await gone;
        clearTimeout(timer);
      }),
    );
  }

  /** Of everybody but who asks, and of the primary itself. */
  private async figures(asker: Member): Promise<Figures[]> {
    const others = [...this.members].filter((member) => member !== asker && member.isReady);
    const asked = others.map(({ channel }) => channel.ask<Figures>('figures', undefined, FIGURES_PATIENCE_MS));
    const found = await Promise.allSettled([ownFigures('primary'), ...asked]);
    return found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  }
}
