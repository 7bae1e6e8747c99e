import { join } from 'node:path';
import type { Logger } from 'pino';
import { makeJobs } from './jobs';
import { type Figures, measure, middle } from './measure';
import { number, option } from './options';
import { openPlace, type Place } from './place';
import { databaseCpu } from './product';
import { signIn } from './session';
import { readWords } from './words';

/** How a list or a search answers in the small and in the large data set. */
interface Growth {
  readonly job: string;
  readonly small: Side;
  readonly large: Side;
  /** p95 of the large beside the small. */
  readonly ratio: number;
}

interface Side {
  readonly figures: Figures;
  /** Processor time a request, milliseconds. */
  readonly database_ms: number;
  readonly cpu_ms: number;
}

const CONNECTIONS = 16;
/** Seconds, after the other side had its turn. */
const WARM_AGAIN = 0.2;

/**
 * Every list and search over a small and a large data set of the same kind, each with a database and a product of its
 * own that are there at the same time and asked in turn within each round. Answers the table and its figures.
 */
export async function measureGrowth(log: Logger, say: (line: string) => void): Promise<Growth[]> {
  const variants = number('variants', 3);
  const counterparties = number('counterparties', 300);
  const large = {
    ...{ products: number('products', 10_000), variants, counterparties },
    orders: number('orders', 1_000_000),
  };
  const small = {
    ...{ products: number('small-products', 10_000), variants, counterparties: number('small-counterparties', 300) },
    orders: number('small-orders', 10_000),
  };
  const keep = option('keep', '');
  const places: Place[] = [];
  const sides: Awaited<ReturnType<typeof openSide>>[] = [];
  try {
    for (const [name, sizes, url] of [
      ['small', small, process.env.SMALL_DATABASE_URL],
      ['large', large, process.env.DATABASE_URL],
    ] as const) {
      const place = await openPlace({ sizes, log, say, url, ...(keep ? { keep: join(keep, name) } : {}) });
      places.push(place);
      sides.push(await openSide(place));
    }
    const [first, second] = sides;
    if (!first || !second) throw new Error('two sides are compared');
    return await compare(first, second, say);
  } finally {
    for (const { close } of sides) await close();
    for (const place of places) await place.stop();
  }
}

type OpenSide = Awaited<ReturnType<typeof openSide>>;

async function openSide(place: Place) {
  const { product, http } = await signIn(place, {});
  const only = option('only', '').split(',');
  const jobs = (await makeJobs(http, place.data, await readWords(place.url, place.data))).filter(
    ({ kind, name }) => (kind === 'list' || kind === 'search') && only.some((part) => name.includes(part)),
  );
  const close = async (): Promise<void> => {
    http.close();
    await product.stop();
  };
  return { place, product, jobs, close };
}

async function compare(small: OpenSide, large: OpenSide, say: (line: string) => void): Promise<Growth[]> {
  const seconds = number('seconds', 3);
  const rounds = number('rounds', 3);
  const warm = number('warm', 3);
  const connections = number('connections', CONNECTIONS);
  say(
    `\nlists and searches at ${connections} connections, ${small.place.sizes.orders} and ${large.place.sizes.orders} orders`,
  );
  say(headLine());
  const found: Growth[] = [];
  for (const [index, { name }] of small.jobs.entries()) {
    const sides = [small, large].map((side) => ({ side, figures: [] as Figures[], database: 0, server: 0, done: 0 }));
    for (let round = 0; round < rounds; round += 1) {
      for (const one of sides) {
        const { place, product, jobs } = one.side;
        const job = jobs[index];
        if (!job) throw new Error('both sides have the same jobs');
        // pages, plans and code of this very question: the first answers are not what is measured
        await measure(connections, round === 0 ? warm : WARM_AGAIN, async () => {
          await job.ours();
        });
        const [database, before] = [databaseCpu(place.pid), await product.cpuSeconds()];
        const figures = await measure(connections, seconds, async () => {
          await job.ours();
        });
        one.figures.push(figures);
        one.database += database();
        one.server += (await product.cpuSeconds()) - before;
        one.done += figures.done;
      }
    }
    const [of, beside] = sides.map(
      ({ figures, database, server, done }): Side => ({
        figures: middle(figures),
        database_ms: (database * 1000) / Math.max(1, done),
        cpu_ms: (server * 1000) / Math.max(1, done),
      }),
    );
    if (!of || !beside) throw new Error('two sides are compared');
    const row = { job: name, small: of, large: beside, ratio: beside.figures.p95 / of.figures.p95 };
    found.push(row);
    say(rowLine(row));
  }
  return found;
}

const HEADS = ['p50', 'p95', 'p50 large', 'p95 large', 'ratio', 'db ms', 'large', 'cpu ms', 'large'];
const cells = ({ small, large, ratio }: Growth): string[] => [
  small.figures.p50.toFixed(1),
  small.figures.p95.toFixed(1),
  large.figures.p50.toFixed(1),
  large.figures.p95.toFixed(1),
  ratio.toFixed(2),
  small.database_ms.toFixed(2),
  large.database_ms.toFixed(2),
  small.cpu_ms.toFixed(2),
  large.cpu_ms.toFixed(2),
];
const headLine = (): string => `${'what'.padEnd(32)} ${HEADS.map((head) => head.padStart(10)).join('')}`;
const failed = ({ small, large }: Growth): number => small.figures.failed + large.figures.failed;
const rowLine = (row: Growth): string =>
  `${row.job.padEnd(32)} ${cells(row)
    .map((cell) => cell.padStart(10))
    .join('')}${failed(row) > 0 ? `  ${failed(row)} FAILED` : ''}`;

export const growthFailures = (rows: readonly Growth[]): number => rows.reduce((sum, row) => sum + failed(row), 0);

/** The two aims of growth beside what was found; printed, not asserted. */
export function growthAims(rows: readonly Growth[]): string[] {
  const steep = rows.filter(({ ratio }) => ratio > 2);
  const slow = rows.filter(({ job, large }) => job.startsWith('order search') && large.figures.p95 > 100);
  const said = (missed: readonly string[]): string => (missed.length === 0 ? 'met   ' : 'MISSED');
  const ratios = steep.map(({ job, ratio }) => `${job}: ${ratio.toFixed(2)}`);
  const times = slow.map(({ job, large }) => `${job}: ${large.figures.p95.toFixed(0)} ms`);
  return [
    `${said(ratios)}  p95 of every list and search at most twice that of the small set: ${ratios.join(', ') || 'all'}`,
    `${said(times)}  every order search within 100 ms at p95 in the large set: ${times.join(', ') || 'all'}`,
  ];
}

/** The table for a document. */
export function growthMarkdown(rows: readonly Growth[]): string {
  const lines = [
    ['What', ...HEADS],
    ['What', ...HEADS].map(() => '---'),
    ...rows.map((row) => [row.job, ...cells(row)]),
  ];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}
