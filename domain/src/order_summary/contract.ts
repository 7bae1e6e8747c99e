import { z } from 'zod';
import { Id, Instant } from '../kit/ids';
import { QueryFlag } from '../kit/lists';
import { Kopecks } from '../kit/money';
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
  margin: Kopecks,
});
export type SummaryFigures = z.infer<typeof Figures>;

export const SummaryRow = Figures.extend({
  /** What the list of orders is filtered by for these; null: those that have none. */
  key: z.string().nullable(),
  name: z.string(),
});
export type SummaryRow = z.infer<typeof SummaryRow>;

export const OrderSummary = z.object({
  by: SummaryBy,
  /** Each order once, also one that has several tags. */
  total: Figures,
  /** The largest sums first. */
  rows: z.array(SummaryRow),
  /** What further rows come to, and how many they are. */
  others: Figures.extend({ rows: z.int() }).nullable(),
  /** There are more orders: those from this moment on are summed up. */
  since: Instant.nullable(),
});
export type OrderSummary = z.infer<typeof OrderSummary>;

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
