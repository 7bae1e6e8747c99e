import { z } from 'zod';
import { Id, Instant } from '../kit/ids';
import { QueryFlag } from '../kit/lists';
import { Kopecks, SignedKopecks } from '../kit/money';
import { InProject, route } from '../kit/route';
import { orderFilters } from '../orders/lists';
import { listedFields } from '../templates/fields';

export const SUMMARY_BY = ['status', 'counterparty', 'manager', 'tag', 'source', 'town'] as const;
export const SummaryBy = z.enum(SUMMARY_BY);
export type SummaryBy = z.infer<typeof SummaryBy>;

/** So many of the newest orders are summed up, and so many rows are told; the rest of these is one. */
export const SUMMED_ORDERS = 10_000;
export const SUMMARY_ROWS = 200;

const Figures = z.object({
  orders: z.int(),
  pieces: z.int(),
  /** What the dropshippers pay, and what their customers do. */
  sum: Kopecks,
  customer_sum: Kopecks,
  /** Of approved returns: pieces, and what was credited for them. */
  returned: z.int(),
  credit: Kopecks,
  /** Of the lines whose goods have a cost, after returns: what they bring, and what they bring over their cost of today. */
  costed: Kopecks,
  margin: SignedKopecks,
});
export type SummaryFigures = z.infer<typeof Figures>;

export const SummaryRow = Figures.extend({
  /** What the list of orders is filtered by for these; null: those that have none. */
  key: z.string().nullable(),
  name: z.string(),
});
export type SummaryRow = z.infer<typeof SummaryRow>;

/** There are more orders: those from this moment on are summed up. */
const since = Instant.nullable();

export const OrderSummary = z.object({
  by: SummaryBy,
  /** Each order once, also one that has several tags. */
  total: Figures,
  /** The largest sums first. */
  rows: z.array(SummaryRow),
  /** What further rows come to, and how many they are. */
  others: Figures.extend({ rows: z.int() }).nullable(),
  since,
});
export type OrderSummary = z.infer<typeof OrderSummary>;

export const MY_SUMMARY_BY = ['status', 'supplier', 'tag', 'source', 'town'] as const;
export const MySummaryBy = z.enum(MY_SUMMARY_BY);
export type MySummaryBy = z.infer<typeof MySummaryBy>;

/** What a supplier’s goods cost him is not a dropshipper’s to know; what is left to himself is. */
const MyFigures = Figures.omit({ costed: true, margin: true }).extend({
  /** What customers pay over what he does, without what came back and before the carrier’s fee. */
  earning: SignedKopecks,
});
export type MySummaryFigures = z.infer<typeof MyFigures>;

const MySummaryRow = MyFigures.extend({ key: z.string().nullable(), name: z.string() });
export type MySummaryRow = z.infer<typeof MySummaryRow>;

export const MyOrderSummary = z.object({
  by: MySummaryBy,
  total: MyFigures,
  rows: z.array(MySummaryRow),
  others: MyFigures.extend({ rows: z.int() }).nullable(),
  since,
});
export type MyOrderSummary = z.infer<typeof MyOrderSummary>;

const query = z.object({
  by: SummaryBy.default('status'),
  q: z.string().trim().max(120).optional(),
  ...orderFilters,
  group_id: Id.optional(),
  mentioned: QueryFlag.optional(),
  fields: listedFields.fields,
});
export type SummaryQuery = z.infer<typeof query>;

export const readOrderSummary = route({
  method: 'GET',
  path: 'projects/:project_id/order_summary',
  summary:
    'Orders, as the filters of their list choose them, summed up by status, counterparty, manager, tag, source or town',
  auth: 'order_summary.read',
  shows: ['order', 'counterparty', 'turnover'],
  params: InProject,
  query,
  returns: OrderSummary,
});

export const readOrderSummaryXlsx = route({
  method: 'GET',
  path: 'projects/:project_id/order_summary/xlsx',
  summary: 'The same as a sheet',
  auth: 'order_summary.read',
  params: InProject,
  query,
  status: 200,
  raw: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});

const { counterparty_id: _, manager_id: __, ...myFilters } = orderFilters;
const myQuery = z.object({
  by: MySummaryBy.default('status'),
  q: z.string().trim().max(120).optional(),
  ...myFilters,
  project_id: Id.optional(),
  mentioned: QueryFlag.optional(),
});
export type MySummaryQuery = z.infer<typeof myQuery>;

export const readMyOrderSummary = route({
  method: 'GET',
  path: 'dropshipping/order_summary',
  summary: 'The dropshipper’s own orders at all suppliers, summed up by status, supplier, tag, source or town',
  auth: 'dropshipping',
  shows: ['order'],
  query: myQuery,
  returns: MyOrderSummary,
});

export const readMyOrderSummaryXlsx = route({
  method: 'GET',
  path: 'dropshipping/order_summary/xlsx',
  summary: 'The same as a sheet',
  auth: 'dropshipping',
  query: myQuery,
  status: 200,
  raw: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});
