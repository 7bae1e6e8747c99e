import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import { DEBT_AGES } from '@lanka/domain/statistics/contract';
import { GOODS_SORTS, STANDING_DAYS } from '@lanka/domain/statistics/goods-rules';
import { MINE_BY, STATISTICS_BY, STATISTICS_GROUPS } from '@lanka/domain/statistics/rules';
import type { HttpClient } from './http-client';
import type { Job } from './jobs';
import { any } from './pick';
import { draw } from './words';

const today = (): string => kyivDate(new Date());
/** So many days, the last of them today or any day of the last year: of three years two periods are there to compare. */
function days(count: number): string {
  const to = daysAfter(today(), -draw.between(0, 365));
  return `from=${daysAfter(to, 1 - count)}&to=${to}`;
}
const upToNow = (count: number): string => `from=${daysAfter(today(), 1 - count)}&to=${today()}`;
const thisYear = (): string => `from=${today().slice(0, 4)}-01-01&to=${today()}`;
function lastYear(): string {
  const year = Number(today().slice(0, 4)) - 1;
  return `from=${year}-01-01&to=${year}-12-31`;
}

/** Each page of numbers, the periods drawn anew for each call where they have no name. */
export function statisticsJobs(http: HttpClient, root: string, client?: HttpClient): Job[] {
  const ask = (name: string, path: () => string, asker = http): Job => ({
    name: `statistics: ${name}`,
    kind: 'one',
    ours: () => asker.ask('GET', path(), undefined, 200),
  });
  const own = (name: string, path: () => string): Job => ask(name, () => `${root}/statistics${path()}`);
  const sort = (): string => `sort=${any(GOODS_SORTS)}`;
  return [
    ...STATISTICS_BY.map((by) => own(`a year by ${by}`, () => `?${days(365)}&by=${by}`)),
    own('this year by month', () => `?${thisYear()}&by=month`),
    ...STATISTICS_GROUPS.map((by) => own(`a year by ${by}`, () => `/groups?${days(365)}&by=${by}`)),
    ...STATISTICS_GROUPS.map((by) => own(`up to now by ${by}`, () => `/groups?${upToNow(365)}&by=${by}`)),
    own('goods of this year', () => `/goods?${thisYear()}&${sort()}`),
    own('goods of last year', () => `/goods?${lastYear()}&${sort()}`),
    ...[365, 90, 30].flatMap((count) => [
      own(`goods of ${count} days`, () => `/goods?${days(count)}&${sort()}`),
      own(`goods of ${count} days up to now`, () => `/goods?${upToNow(count)}&${sort()}`),
    ]),
    own('stock and its turnover', () => `/stock?${days(365)}`),
    own('standing goods', () => `/standing?days=${any(STANDING_DAYS)}`),
    own('debts by age', () => '/debts'),
    own('orders of a debt', () => `/debts/orders?age=${any(DEBT_AGES)}`),
    own('the funnel of a year', () => `/funnel?${days(365)}`),
    own('moves of a year', () => `/moves?${days(365)}&status=Sent`),
    own('sold lines of a year', () => `/lines?${days(365)}`),
    own(
      'sold lines of a town',
      () => `/lines?${days(365)}&by=town&key=${encodeURIComponent(`місто ${draw.between(0, 399)}`)}`,
    ),
    own('orders of a year', () => `/orders?${days(365)}&limit=50`),
    own('postings of a year', () => `/postings?${days(365)}&limit=50`),
    ask(
      'how deadlines of manufacture were kept',
      () =>
        `${root}/manufacture_requests/lateness?from=${daysAfter(today(), -364).slice(0, 7)}&to=${today().slice(0, 7)}`,
    ),
    ...(client
      ? [
          ask('a year of a dropshipper', () => `/api/dropshipping/statistics?${days(365)}&by=month`, client),
          ...MINE_BY.map((by) =>
            ask(
              `a year of a dropshipper by ${by}`,
              () => `/api/dropshipping/statistics/groups?${days(365)}&by=${by}`,
              client,
            ),
          ),
          ...['orders', 'refusals'].map((of) =>
            ask(`${of} of a dropshipper`, () => `/api/dropshipping/statistics/${of}?${days(365)}&limit=50`, client),
          ),
          ask('sold lines of a dropshipper', () => `/api/dropshipping/statistics/lines?${days(365)}&limit=50`, client),
        ]
      : []),
  ];
}
