import type { Sizes } from './data';
import type { Row } from './rows';
import type { Whole } from './watch';

export const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);
const percent = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(0)} %`);
const whole = (value: number): string => value.toLocaleString('en-GB', { maximumFractionDigits: 0 });

/** The columns of the table, for the screen and for the documents. */
const COLUMNS: readonly (readonly [head: string, cell: (row: Row) => string])[] = [
  ['conn', ({ connections }) => String(connections)],
  ['floor/s', ({ floor }) => (floor ? whole(floor.per_second) : '–')],
  ['ours/s', ({ ours }) => whole(ours.per_second)],
  ['share', ({ share }) => percent(share)],
  ['p50 ms', ({ ours }) => ours.p50.toFixed(1)],
  ['p95 ms', ({ ours }) => ours.p95.toFixed(1)],
  ['p99 ms', ({ ours }) => ours.p99.toFixed(1)],
  ['SQL', ({ statements }) => String(statements)],
  ['round trips', ({ round_trips }) => String(round_trips)],
  ['kB', ({ bytes }) => (bytes / 1024).toFixed(1)],
  ['cpu ms', ({ cpu_ms }) => cpu_ms.toFixed(2)],
  ['db ms', ({ database_ms }) => database_ms.toFixed(2)],
  ['floor db', ({ floor, floor_database_ms }) => (floor ? floor_database_ms.toFixed(2) : '–')],
  ['srv MB', ({ server_memory }) => String(megabytes(server_memory))],
  ['db MB', ({ database_memory }) => (database_memory ? String(megabytes(database_memory)) : '–')],
];

export const failures = ({ floor, ours }: Row): number => ours.failed + (floor?.failed ?? 0);

const NAME_WIDTH = 32;
export const headLine = (): string =>
  `${'what'.padEnd(NAME_WIDTH)} ${COLUMNS.map(([head]) => head.padStart(8)).join('')}`;
export const rowLine = (row: Row): string => {
  const cells = COLUMNS.map(([, cell]) => cell(row).padStart(8)).join('');
  const failed = failures(row);
  return `${row.job.padEnd(NAME_WIDTH)} ${cells}${failed > 0 ? `  ${failed} FAILED` : ''}`;
};
export const wholeLine = ({ name, rows, seconds, rows_per_second, memory_before, memory_most }: Whole): string =>
  `${name.padEnd(NAME_WIDTH)} ${whole(rows)} rows in ${seconds.toFixed(1)} s, ${whole(rows_per_second)}/s, ` +
  `server ${megabytes(memory_before)} → ${megabytes(memory_most)} MB`;

/** What the run found beside its rows. Bytes and milliseconds. */
export interface Facts {
  readonly first_answer_ms: number;
  readonly server_idle: number;
  readonly server_most: number;
  readonly database_memory: number;
  readonly audit_green: boolean;
}

export interface Aim {
  readonly aim: string;
  readonly found: string;
  /** Null when this run does not tell. */
  readonly met: boolean | null;
}

const MILLION = 1_000_000;

/** Each aim beside what this run found of it. Nothing depends on them: they are printed. */
export function aimsOf(rows: readonly Row[], facts: Facts, sizes: Sizes): Aim[] {
  const loaded = rows.filter(({ connections }) => connections >= 16);
  const halves = (title: string, kinds: readonly Row['kind'][]): Aim => {
    const of = loaded.filter(({ kind, share }) => kinds.includes(kind) && share !== null);
    const short = of.filter(({ share }) => (share ?? 0) < 0.5);
    const said = (row: Row): string => `${row.job} at ${row.connections}: ${percent(row.share)}`;
    return {
      aim: `${title}: at least half of the floor at 16 and 64 connections`,
      found: of.length === 0 ? 'not measured' : short.length > 0 ? short.map(said).join(', ') : 'all',
      met: of.length === 0 ? null : short.length === 0,
    };
  };
  const searches = rows.filter(({ job, connections }) => job.startsWith('order search') && connections === 16);
  const limit = sizes.orders >= MILLION ? 100 : 60;
  const slow = searches.filter(({ ours }) => ours.p95 > limit);
  const told = (row: Row): string => `${row.job}: ${row.ours.p95.toFixed(0)} ms`;
  return [
    halves('placing an order', ['placing']),
    halves('every list', ['list']),
    {
      aim: 'order search, other words each time: p95 at most 60 ms, over 1,000,000 orders 100 ms, with 16 connections',
      found: `${slow.map(told).join(', ') || (searches.length > 0 ? 'all' : 'not measured')} (${whole(sizes.orders)} orders)`,
      met: searches.length > 0 ? slow.length === 0 : null,
    },
    below('server idle: under 200 MB', megabytes(facts.server_idle), 200, 'MB'),
    below('server at full load: under 400 MB', megabytes(facts.server_most), 400, 'MB'),
    below('first answer on an existing database: within 1,500 ms', facts.first_answer_ms, 1_500, 'ms'),
  ];
}

const below = (aim: string, found: number, limit: number, unit: string): Aim => ({
  aim,
  found: `${whole(found)} ${unit}`,
  met: found < limit,
});

export const aimLine = ({ aim, found, met }: Aim): string =>
  `${met === null ? 'open  ' : met ? 'met   ' : 'MISSED'}  ${aim}: ${found}`;

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The same as tables of a document. */
export function markdown(rows: readonly Row[], wholes: readonly Whole[], aims: readonly Aim[]): string {
  const measured = table(
    ['What', ...COLUMNS.map(([head]) => head)],
    rows.map((row) => [row.job, ...COLUMNS.map(([, cell]) => cell(row))]),
  );
  const done = table(
    ['What', 'Rows', 'Seconds', 'Rows/s', 'Server memory, before → most'],
    wholes.map(({ name, rows: count, seconds, rows_per_second, memory_before, memory_most }) => [
      name,
      whole(count),
      seconds.toFixed(1),
      whole(rows_per_second),
      `${megabytes(memory_before)} → ${megabytes(memory_most)} MB`,
    ]),
  );
  const judged = table(
    ['Aim', 'Found', ''],
    aims.map(({ aim, found, met }) => [aim, found, met === null ? 'open' : met ? 'met' : 'missed']),
  );
  return [measured, ...(wholes.length > 0 ? [done] : []), judged].join('\n\n');
}
