import { z } from 'zod';
import { errors } from '../kit/errors';
import { CalendarDate, Id } from '../kit/ids';
import { listQuery, MAX_LIMIT, page } from '../kit/lists';
import { Kopecks, SignedKopecks } from '../kit/money';
import { InProject, route } from '../kit/route';
import { OrderStatus } from '../orders/entities';
import { AccountPosting } from '../payments/contract';
import { STATISTICS_BY, STATISTICS_GROUPS } from './rules';

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
  too_many_lines: {
    status: 422,
    ua: 'За цей період понад {allowed} рядків. Оберіть коротший',
    en: 'There are more than {allowed} lines in this period. Choose a shorter one',
  },
  two_rows: {
    status: 422,
    ua: 'Оберіть або модифікацію, або рядок групи',
    en: 'Ask for a modification or for a row of a group, not for both',
  },
});

/** So many rows of a group are told at once, those with the most revenue first; the rest is one row, and further pages. */
export const STATISTICS_ROWS = 10;

/** Lists whose total nobody keeps: so many rows from the newest on, or behind those before. */
export const newest = {
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(100),
  cursor: z.string().max(600).optional(),
};
/** A page by place: `cursor` is how many stand before it. */
export const byPlace = {
  ...newest,
  cursor: z
    .string()
    .regex(/^\d{1,7}$/)
    .optional(),
};

/** What the goods of `revenue` cost, as far as anybody knows. */
export const marginFigures = {
  /** Of `revenue`, goods of which a cost was known when they were charged; and what these cost, less what came back to stock. */
  costed: SignedKopecks,
  cost: SignedKopecks,
  /** `costed` less `cost`; null: of nothing a cost was known. */
  margin: SignedKopecks.nullable(),
  /** `margin` of `costed`, and `costed` of `revenue`, in hundredths of a percent. Null: there is nothing to take a share of. */
  margin_share: z.int().nullable(),
  costed_share: z.int().nullable(),
};

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
  ...marginFigures,
};
export const StatisticsFigures = z.object(figures);
export type StatisticsFigures = z.infer<typeof StatisticsFigures>;

const days = { from: CalendarDate, to: CalendarDate };
export const StatisticsPart = z.object({ ...days, ...figures });
export type StatisticsPart = z.infer<typeof StatisticsPart>;

export const Statistics = z.object({
  ...days,
  by: z.enum(STATISTICS_BY),
  total: StatisticsFigures,
  /** The period that it is compared with. */
  before: z.object({ ...days, ...figures }),
  /** The whole period, without gaps. */
  parts: z.array(StatisticsPart),
});
export type Statistics = z.infer<typeof Statistics>;

/** The last 30 days unless said; days of Kyiv, both inclusive. */
const query = z.object({
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  by: z.enum(STATISTICS_BY).default('day'),
});
export type StatisticsQuery = z.infer<typeof query>;
export const periodRefusals = [statisticsErrors.period, statisticsErrors.too_long];

export const readStatistics = route({
  method: 'GET',
  path: 'projects/:project_id/statistics',
  summary: 'Revenue, orders, margin and returns of a period: by day, week or month, beside the period before',
  auth: 'statistics.read',
  shows: ['order', 'counterparty'],
  params: InProject,
  query,
  returns: Statistics,
  errors: periodRefusals,
});

export const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const readStatisticsXlsx = route({
  method: 'GET',
  path: 'projects/:project_id/statistics/xlsx',
  summary: 'The same as a sheet',
  auth: 'statistics.read',
  params: InProject,
  query,
  status: 200,
  raw: SHEET,
  errors: periodRefusals,
});

/** Under what figures are summed up; the last 30 days unless said. */
const groupQuery = z.object({
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  by: z.enum(STATISTICS_GROUPS).default('counterparty'),
});
export type GroupQuery = z.infer<typeof groupQuery>;

/** `key`: an id, a carrier, or the words in small letters; null: it has none. Of a counterparty the manager is who looks after it now. */
export const StatisticsRow = z.object({ key: z.string().nullable(), name: z.string(), ...figures });
export type StatisticsRow = z.infer<typeof StatisticsRow>;

export const StatisticsGroups = z.object({
  ...days,
  by: z.enum(STATISTICS_GROUPS),
  /** An order with several tags stands under each of them: their rows come to more. */
  total: StatisticsFigures,
  items: z.array(StatisticsRow),
  next_cursor: z.string().nullable(),
  /** What those behind them come to, and how many they are. */
  others: z.object({ rows: z.int(), ...figures }).nullable(),
});
export type StatisticsGroups = z.infer<typeof StatisticsGroups>;

export const readStatisticsGroups = route({
  method: 'GET',
  path: 'projects/:project_id/statistics/groups',
  summary: 'The same figures by counterparty, manager, tag, town, carrier or source of the orders',
  auth: 'statistics.read',
  shows: ['order', 'counterparty'],
  params: InProject,
  query: groupQuery.extend({ ...byPlace, limit: byPlace.limit.default(STATISTICS_ROWS) }),
  returns: StatisticsGroups,
  errors: periodRefusals,
});

export const readStatisticsGroupsXlsx = route({
  method: 'GET',
  path: 'projects/:project_id/statistics/groups/xlsx',
  summary: 'The same as a sheet',
  auth: 'statistics.read',
  params: InProject,
  query: groupQuery,
  status: 200,
  raw: SHEET,
  errors: periodRefusals,
});

/** Which figure is opened. */
export const StatisticsMoney = z.enum(['charged', 'returned']);
export type StatisticsMoney = z.infer<typeof StatisticsMoney>;
const narrowing = { from: CalendarDate.optional(), to: CalendarDate.optional(), counterparty_id: Id.optional() };
/** Of one row of a group, as its `key` says; empty: those that have none. */
const ofGroup = { by: z.enum(STATISTICS_GROUPS).optional(), key: z.string().max(200).default('') };

/** How the row of the group is called that is listed. Null: none is, or it is the one of those that have none, or of a carrier. */
const nameOfRow = z.string().nullable();

export const listStatisticsPostings = route({
  method: 'GET',
  path: 'projects/:project_id/statistics/postings',
  summary: 'What was charged, or given back, in a period: the postings, the newest day first',
  auth: 'statistics.read',
  shows: ['counterparty'],
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
  query: listQuery(['-first_sent_on'], { ...narrowing, ...ofGroup }),
  returns: page(StatisticsOrder).extend({ name: nameOfRow }),
});

/** What was sold or came back, line by line. */
export const SoldLine = z.object({
  id: z.string(),
  day: CalendarDate,
  /** Of what it is: an order that was charged, a sale or return by a document, or a return of an order. */
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('order'), id: Id, prefix: z.string(), number: z.int() }),
    z.object({ kind: z.literal('turnover'), id: Id, number: z.int() }),
    z.object({ kind: z.literal('return'), id: Id, number: z.int() }),
  ]),
  counterparty_id: Id,
  counterparty_name: z.string(),
  product_id: Id,
  product_variant_id: Id,
  product_title: z.string(),
  modification_title: z.string(),
  /** Pieces sold; below zero: they came back, or a sale was taken back. */
  count: z.int(),
  revenue: SignedKopecks,
  /** What a piece cost then, and the line: of what came back only what came back to stock. Null: nobody knew. */
  unit_cost: Kopecks.nullable(),
  cost: SignedKopecks.nullable(),
});
export type SoldLine = z.infer<typeof SoldLine>;

export const listSoldLines = route({
  method: 'GET',
  path: 'projects/:project_id/statistics/lines',
  summary:
    'What revenue and margin of a period are made of, line by line, the newest first: of all, of one modification or of one row of a group',
  auth: 'statistics.read',
  shows: ['order', 'counterparty'],
  params: InProject,
  query: z.object({
    from: CalendarDate.optional(),
    to: CalendarDate.optional(),
    product_variant_id: Id.optional(),
    /** Only what was sold, or only what came back; else both. */
    figure: StatisticsMoney.optional(),
    ...ofGroup,
    ...newest,
  }),
  returns: z.object({
    ...days,
    items: z.array(SoldLine),
    next_cursor: z.string().nullable(),
    /**
     * What all lines of the period come to, also those of further pages; `costed` and `cost` are told of both figures
     * together. Null: this is a further page, and the first one has told it.
     */
    total: z
      .object({ charged: SignedKopecks, returned: SignedKopecks, revenue: SignedKopecks, ...marginFigures })
      .nullable(),
    /** That of the modification too. */
    name: nameOfRow,
  }),
  errors: [...periodRefusals, statisticsErrors.two_rows],
});

/** By how many days after the last day to pay; without an agreed one, after the day of charging. `not_due`: it is not over. */
export const DEBT_AGES = ['not_due', 'days_30', 'days_60', 'days_90', 'older'] as const;
export const DebtAge = z.enum(DEBT_AGES);
export type DebtAge = z.infer<typeof DebtAge>;

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
  /** Those who owe, the largest debts first. */
  items: z.array(DebtRow),
  next_cursor: z.string().nullable(),
  /** What those behind them owe, and how many they are. */
  others: z.object({ rows: z.int(), ...debt }).nullable(),
});
export type Debts = z.infer<typeof Debts>;

export const readDebts = route({
  method: 'GET',
  path: 'projects/:project_id/statistics/debts',
  summary: 'Who owes how much now, by the age of the debt',
  auth: 'statistics.read',
  shows: ['order', 'counterparty'],
  params: InProject,
  query: z.object(byPlace),
  returns: Debts,
});

export const readDebtsXlsx = route({
  method: 'GET',
  path: 'projects/:project_id/statistics/debts/xlsx',
  summary: 'The same as a sheet',
  auth: 'statistics.read',
  params: InProject,
  status: 200,
  raw: SHEET,
});

export const DebtOrder = z.object({
  id: Id,
  prefix: z.string(),
  number: z.int(),
  status: OrderStatus,
  counterparty_id: Id,
  counterparty_name: z.string(),
  charged_on: CalendarDate,
  /** The last day to pay; null: none was agreed. */
  due_on: CalendarDate.nullable(),
  /** How many days that is past, or the day of charging where none was agreed; zero: nothing is late. */
  days_late: z.int(),
  unpaid: Kopecks,
});
export type DebtOrder = z.infer<typeof DebtOrder>;

export const listDebtOrders = route({
  method: 'GET',
  path: 'projects/:project_id/statistics/debts/orders',
  summary: 'Orders that are not paid in full, the longest owed first: of all, of one age or of one counterparty',
  auth: 'statistics.read',
  shows: ['order', 'counterparty'],
  params: InProject,
  query: z.object({ age: DebtAge.optional(), counterparty_id: Id.optional(), ...newest }),
  returns: z.object({
    on: CalendarDate,
    items: z.array(DebtOrder),
    next_cursor: z.string().nullable(),
    /** What all of them come to, also those of further pages. Null: this is one, and the first page has told it. */
    total: z.object({ orders: z.int(), unpaid: Kopecks }).nullable(),
    /** That of the counterparty; null: they are of all. */
    name: z.string().nullable(),
  }),
});
