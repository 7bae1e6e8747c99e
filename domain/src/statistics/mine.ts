import { z } from 'zod';
import { CalendarDate, Id } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { Kopecks, SignedKopecks } from '../kit/money';
import { route } from '../kit/route';
import { OrderStatus } from '../orders/entities';
import { newest, periodRefusals, SHEET, statisticsErrors } from './contract';
import { MINE_BY, STATISTICS_BY } from './rules';

/**
 * What a dropshipper earned with all his suppliers (decision 0149): what his customers paid less what he paid, by the day
 * on which an order was charged or what came back was credited.
 */
const figures = {
  /** First sent to the managers in these days, whatever became of them. */
  orders: z.int(),
  /** Charged for the first time in these days. */
  charged_orders: z.int(),
  /** What customers pay for what was charged, less what came back. */
  revenue: SignedKopecks,
  /** What he pays his suppliers for the same. */
  cost: SignedKopecks,
  /** What carriers kept of cash on delivery, and what refused parcels cost. */
  fees: SignedKopecks,
  /** `revenue` less `cost` and `fees`. */
  earning: SignedKopecks,
  /** Of `revenue`, in hundredths of a percent; null: there was none. */
  earning_share: z.int().nullable(),
  /** Pieces that were charged, and that came back. */
  pieces: z.int(),
  back: z.int(),
  /** Parcels that customers did not take; what was sent before may be refused now. */
  refusals: z.int(),
};
export const MyFigures = z.object(figures);
export type MyFigures = z.infer<typeof MyFigures>;

const days = { from: CalendarDate, to: CalendarDate };
const MyPart = z.object({ ...days, ...figures });

export const MyStatistics = z.object({
  ...days,
  by: z.enum(STATISTICS_BY),
  total: MyFigures,
  before: z.object({ ...days, ...figures }),
  /** The whole period, without gaps. */
  parts: z.array(MyPart),
});
export type MyStatistics = z.infer<typeof MyStatistics>;

const period = { from: CalendarDate.optional(), to: CalendarDate.optional() };
const query = z.object({ ...period, by: z.enum(STATISTICS_BY).default('day') });
export type MyStatisticsQuery = z.infer<typeof query>;

export const readMyStatistics = route({
  method: 'GET',
  path: 'dropshipping/statistics',
  summary: 'What the dropshipper sold and earned in a period with all suppliers, beside the period before',
  auth: 'dropshipping',
  shows: ['order', 'counterparty'],
  query,
  returns: MyStatistics,
  errors: periodRefusals,
});

/** By supplier or by goods. Of goods there are no fees and no refusals, which are of orders, and their orders are those charged. */
export const MyGroupRow = z.object({
  /** Of the supplier, or of the modification. */
  id: Id,
  project_id: Id,
  name: z.string(),
  /** Of goods: whose they are. */
  supplier: z.string(),
  ...figures,
});
export type MyGroupRow = z.infer<typeof MyGroupRow>;

export const MyGroups = z.object({
  ...days,
  by: z.enum(MINE_BY),
  total: MyFigures,
  /** The most revenue first, 500 at most. */
  rows: z.array(MyGroupRow),
  /** How many further ones there are. */
  more: z.int(),
});
export type MyGroups = z.infer<typeof MyGroups>;

const groupQuery = z.object({ ...period, by: z.enum(MINE_BY).default('supplier') });
export type MyGroupQuery = z.infer<typeof groupQuery>;

export const readMyStatisticsGroups = route({
  method: 'GET',
  path: 'dropshipping/statistics/groups',
  summary: 'The same figures by supplier or by goods',
  auth: 'dropshipping',
  shows: ['order', 'counterparty'],
  query: groupQuery,
  returns: MyGroups,
  errors: periodRefusals,
});

export const readMyStatisticsGroupsXlsx = route({
  method: 'GET',
  path: 'dropshipping/statistics/groups/xlsx',
  summary: 'The same as a sheet',
  auth: 'dropshipping',
  query: groupQuery,
  status: 200,
  raw: SHEET,
  errors: periodRefusals,
});

/** What the sums are made of: sold or came back, a fee, a refused parcel. */
export const MyLine = z.object({
  id: z.string(),
  day: CalendarDate,
  kind: z.enum(['order', 'return', 'fee']),
  project_id: Id,
  supplier: z.string(),
  /** Null: a fee that names none. */
  order: z.object({ id: Id, prefix: z.string(), number: z.int() }).nullable(),
  product_title: z.string(),
  modification_title: z.string(),
  /** Below zero: they came back. */
  count: z.int(),
  revenue: SignedKopecks,
  cost: SignedKopecks,
  fees: SignedKopecks,
});
export type MyLine = z.infer<typeof MyLine>;

const linesOf = { ...period, project_id: Id.optional(), product_variant_id: Id.optional() };

/** So many lines stand in a sheet at most. */
export const MINE_SHEET_LINES = 50_000;

export const readMyStatisticsLinesXlsx = route({
  method: 'GET',
  path: 'dropshipping/statistics/lines/xlsx',
  summary: 'The lines of a period as a sheet',
  auth: 'dropshipping',
  query: z.object(linesOf),
  status: 200,
  raw: SHEET,
  errors: [...periodRefusals, statisticsErrors.too_many_lines],
});

export const listMyStatisticsLines = route({
  method: 'GET',
  path: 'dropshipping/statistics/lines',
  summary: 'What revenue and earning of a period are made of, line by line, the newest first',
  auth: 'dropshipping',
  shows: ['order', 'counterparty'],
  query: z.object({ ...linesOf, ...newest }),
  returns: z.object({
    ...days,
    items: z.array(MyLine),
    next_cursor: z.string().nullable(),
    /** What all lines of the period come to, also those of further pages. */
    total: z.object({ revenue: SignedKopecks, cost: SignedKopecks, fees: SignedKopecks, count: z.int() }),
  }),
  errors: periodRefusals,
});

/** Of one supplier, one of those of the past too. */
const ofSupplier = { ...period, project_id: Id.optional() };
const supplierAsked = {
  /** That of `project_id`; null: all are asked for. */
  name: z.string().nullable(),
};
const customersOrder = {
  id: Id,
  project_id: Id,
  supplier: z.string(),
  customer_name: z.string(),
};

/** Behind `orders`. */
export const MySentOrder = z.object({
  ...customersOrder,
  prefix: z.string(),
  number: z.int(),
  first_sent_on: CalendarDate,
  status: OrderStatus,
  sum: Kopecks,
});
export type MySentOrder = z.infer<typeof MySentOrder>;

export const listMySentOrders = route({
  method: 'GET',
  path: 'dropshipping/statistics/orders',
  summary: 'Orders that the dropshipper first sent to his suppliers in a period, newest first',
  auth: 'dropshipping',
  shows: ['order'],
  query: listQuery(['-first_sent_on'], ofSupplier),
  returns: page(MySentOrder).extend(supplierAsked),
});

/** Behind `refusals`: the return that says so. */
export const MyRefusal = z.object({
  ...customersOrder,
  number: z.int(),
  day: CalendarDate,
  order: z.object({ id: Id, prefix: z.string(), number: z.int() }),
  /** Which parcel of the order; null: it has one. */
  parcel: z.int().nullable(),
  /** Pieces in it. */
  count: z.int(),
  /** What its delivery cost, unless that was waived. */
  fee: Kopecks,
});
export type MyRefusal = z.infer<typeof MyRefusal>;

export const listMyRefusals = route({
  method: 'GET',
  path: 'dropshipping/statistics/refusals',
  summary: 'Parcels that customers did not take in a period, newest first; those taken back since are left out',
  auth: 'dropshipping',
  shows: ['order', 'return'],
  query: listQuery(['-created_at'], ofSupplier),
  returns: page(MyRefusal).extend(supplierAsked),
});
