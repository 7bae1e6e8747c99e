import { z } from 'zod';
import { errors } from '../kit/errors';
import { CalendarDate, Id } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { Kopecks, SignedKopecks } from '../kit/money';
import { InProject, route } from '../kit/route';
import { OrderStatus } from '../orders/entities';
import { AccountPosting } from '../payments/contract';
import { STATISTICS_BY } from './rules';

export const statisticsErrors = errors('statistics', {
  period: {
    status: 422,
    ua: 'Період закінчується раніше, ніж починається. Змініть дати',
    en: 'The period ends before it begins. Change the dates',
  },
  too_long: {
    status: 422,
    ua: 'Період може тривати до {allowed} днів. Оберіть коротший',
    en: 'A period is at most {allowed} days. Choose a shorter one',
  },
});

/** So many counterparties are told, those with the most revenue; the rest is one row. */
export const STATISTICS_ROWS = 50;

const figures = {
  /** First sent to the manager in these days, whatever became of them. */
  orders: z.int(),
  charged: SignedKopecks,
  returned: SignedKopecks,
  /** `charged` less `returned`. */
  revenue: SignedKopecks,
  charged_orders: z.int(),
  charged_for_orders: Kopecks,
  /** `charged_for_orders` by `charged_orders`; null: none was charged. */
  average: Kopecks.nullable(),
  /** `returned` of `charged`, in hundredths of a percent; more than all where older sales came back. Null: nothing was charged. */
  returned_share: z.int().nullable(),
};
export const StatisticsFigures = z.object(figures);
export type StatisticsFigures = z.infer<typeof StatisticsFigures>;

const days = { from: CalendarDate, to: CalendarDate };
export const StatisticsPart = z.object({ ...days, ...figures });
export type StatisticsPart = z.infer<typeof StatisticsPart>;

export const StatisticsRow = z.object({ id: Id.nullable(), name: z.string(), ...figures });
export type StatisticsRow = z.infer<typeof StatisticsRow>;
const Rows = z.object({
  rows: z.array(StatisticsRow),
  /** What further ones come to, and how many they are. */
  others: z.object({ rows: z.int(), ...figures }).nullable(),
});
export type StatisticsRows = z.infer<typeof Rows>;

export const Statistics = z.object({
  ...days,
  by: z.enum(STATISTICS_BY),
  total: StatisticsFigures,
  /** The period that it is compared with. */
  before: z.object({ ...days, ...figures }),
  /** The whole period, without gaps. */
  parts: z.array(StatisticsPart),
  counterparties: Rows,
  /** Each counterparty under whoever looks after it now; null: nobody does. */
  managers: Rows,
});
export type Statistics = z.infer<typeof Statistics>;

/** The last 30 days unless said; days of Kyiv, both inclusive. */
const query = z.object({
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  by: z.enum(STATISTICS_BY).default('day'),
});
export type StatisticsQuery = z.infer<typeof query>;
const refusals = [statisticsErrors.period, statisticsErrors.too_long];

export const readStatistics = route({
  method: 'GET',
  path: 'projects/:project_id/statistics',
  summary:
    'Revenue, orders, the average order and returns of a period: by day, week or month, by counterparty and manager, beside the period before',
  auth: 'statistics.read',
  shows: ['order', 'counterparty', 'balance'],
  params: InProject,
  query,
  returns: Statistics,
  errors: refusals,
});

export const STATISTICS_TABLES = ['parts', 'counterparties', 'managers'] as const;

export const readStatisticsXlsx = route({
  method: 'GET',
  path: 'projects/:project_id/statistics/xlsx',
  summary: 'One of its tables as a sheet',
  auth: 'statistics.read',
  params: InProject,
  query: query.extend({ table: z.enum(STATISTICS_TABLES).default('parts') }),
  status: 200,
  raw: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  errors: refusals,
});

/** Which figure is opened. */
export const StatisticsMoney = z.enum(['charged', 'returned']);
export type StatisticsMoney = z.infer<typeof StatisticsMoney>;
const narrowing = { from: CalendarDate.optional(), to: CalendarDate.optional(), counterparty_id: Id.optional() };

export const listStatisticsPostings = route({
  method: 'GET',
  path: 'projects/:project_id/statistics/postings',
  summary: 'What was charged, or given back, in a period: the postings, the newest day first',
  auth: 'statistics.read',
  shows: ['counterparty', 'balance'],
  params: InProject,
  query: listQuery(['-day'], { ...narrowing, figure: StatisticsMoney.default('charged') }),
  returns: page(AccountPosting),
});

export const StatisticsOrder = z.object({
  id: Id,
  prefix: z.string(),
  number: z.int(),
  first_sent_on: CalendarDate,
  status: OrderStatus,
  counterparty_id: Id,
  counterparty_name: z.string(),
  customer_name: z.string(),
  sum: Kopecks,
});
export type StatisticsOrder = z.infer<typeof StatisticsOrder>;

export const listStatisticsOrders = route({
  method: 'GET',
  path: 'projects/:project_id/statistics/orders',
  summary: 'Orders that were first sent to the manager in a period, newest first',
  auth: 'statistics.read',
  shows: ['order'],
  params: InProject,
  query: listQuery(['-first_sent_on'], narrowing),
  returns: page(StatisticsOrder),
});

/** By how many days after the last day to pay; without an agreed one, after the day of charging. `not_due`: it is not over. */
export const DEBT_AGES = ['not_due', 'days_30', 'days_60', 'days_90', 'older'] as const;

const debt = {
  /** What is owed on the side of sales, after what was paid ahead for orders to come. */
  debt: Kopecks,
  /** Unpaid charges of orders, by age. */
  ages: z.object({ not_due: Kopecks, days_30: Kopecks, days_60: Kopecks, days_90: Kopecks, older: Kopecks }),
  /** What of the debt no order was charged: sales by documents, corrections. */
  other: Kopecks,
  /** How many orders are not paid in full. */
  orders: z.int(),
  /** The day of the oldest of them was charged on. */
  oldest_on: CalendarDate.nullable(),
};
export const DebtFigures = z.object(debt);
export type DebtFigures = z.infer<typeof DebtFigures>;

export const DebtRow = z.object({
  counterparty_id: Id,
  name: z.string(),
  manager_name: z.string().nullable(),
  ...debt,
});
export type DebtRow = z.infer<typeof DebtRow>;

export const Debts = z.object({
  /** The day of Kyiv that ages are counted to. */
  on: CalendarDate,
  total: DebtFigures,
  /** Those who owe, the largest debts first, `DEBT_ROWS` at most. */
  rows: z.array(DebtRow),
  others: z.object({ rows: z.int(), ...debt }).nullable(),
});
export type Debts = z.infer<typeof Debts>;

/** So many debtors are told one by one; the rest is one row. */
export const DEBT_ROWS = 500;

export const readDebts = route({
  method: 'GET',
  path: 'projects/:project_id/statistics/debts',
  summary: 'Who owes how much now, by the age of the debt',
  auth: 'statistics.read',
  shows: ['order', 'counterparty', 'balance'],
  params: InProject,
  returns: Debts,
});

export const readDebtsXlsx = route({
  method: 'GET',
  path: 'projects/:project_id/statistics/debts/xlsx',
  summary: 'The same as a sheet',
  auth: 'statistics.read',
  params: InProject,
  status: 200,
  raw: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});
