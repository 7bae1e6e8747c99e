import { z } from 'zod';
import { feedErrors, importErrors } from '../feeds/errors';
import { smallTable } from '../feeds/small_table';
import { Availability } from '../kit/availability';
import { errors } from '../kit/errors';
import { Id, Instant, text } from '../kit/ids';
import { Kopecks } from '../kit/money';
import { InProject, route } from '../kit/route';
import { DELIVERY_OPERATORS, orderErrors } from '../orders/contract';
import { partnerErrors } from '../partners/contract';
import { MAX_FIELDS } from '../templates/fields';
import { LONGEST_VALUE } from './rules';

/** As many rows, and orders of them, as are made in one transaction. */
export const MAX_ROWS = 500;
export const MAX_ORDERS = 200;

export const batchErrors = errors('order_batches', {
  problems: {
    status: 422,
    ua: 'Не створено жодного замовлення: виправте позначені клітинки',
    en: 'No order was made: correct the marked cells',
  },
  too_many_orders: {
    status: 422,
    ua: 'За раз можна створити до {limit} замовлень, а тут їх {found}',
    en: 'Up to {limit} orders are made at once, here are {found}',
  },
  nothing: { status: 422, ua: 'Немає жодного нового замовлення', en: 'There is no new order' },
});

const FieldRef = z.string().regex(/^(order|order_item)\.[a-z][a-z0-9_]{0,39}$/);

const cell = text(500).default('');
export const BatchRow = z.object({
  ...{ number: text(60).default(''), name: cell, phone: cell, town: cell, branch: cell },
  ...{ code: text(200).default(''), count: cell, price: cell, cod: cell, comment: cell },
  /** Fields of the supplier's templates, as they were typed: `order.ribbon`, `order_item.engraving`. */
  fields: z
    .record(FieldRef, text(LONGEST_VALUE))
    .refine((all) => Object.keys(all).length <= 2 * MAX_FIELDS)
    .optional(),
});

const Column = z.int().min(0).max(1_000).nullable();
export const BatchColumns = z.object({
  ...{ number: Column, name: Column, phone: Column, town: Column, branch: Column },
  ...{ code: Column, count: Column, price: Column.default(null), cod: Column.default(null), comment: Column },
  fields: z.record(FieldRef, Column).optional(),
});

const path = 'projects/:project_id/order_batches';

export const readBatch = route({
  method: 'POST',
  path: `${path}/read`,
  summary: 'Read a pasted or uploaded table of orders: its columns and its rows as they stand',
  auth: 'orders.create',
  writesNothing: true,
  params: InProject,
  status: 200,
  body: smallTable(BatchColumns),
  returns: z.object({
    headers: z.array(z.string()),
    columns: BatchColumns,
    rows: z.array(BatchRow),
    /** Fields of the supplier's templates that a table can bring. */
    fields: z.array(z.object({ ref: FieldRef, name: z.string() })),
    /** Columns that nothing is read of, by their headers. */
    unread: z.array(z.string()),
    /** Of these the headers of fields that hold a file: it is added to the order by hand. */
    files: z.array(z.string()),
  }),
  errors: [importErrors.upload_not_found, ...Object.values(feedErrors)],
});

const Rows = z.object({
  counterparty_id: Id.optional(),
  rows: z.array(BatchRow).min(1).max(MAX_ROWS),
});

const Problem = z.object({
  /** From 0. */
  row: z.int(),
  /** `code`, `order.ribbon`. */
  field: z.string(),
  code: z.string(),
  message: z.string(),
});

const CheckedLine = z.object({
  row: z.int(),
  product_variant_id: Id,
  product_title: z.string(),
  modification_title: z.string(),
  sku: z.string(),
  thumbnail_url: z.string().nullable(),
  count: z.int(),
  /** The line after discount. */
  amount: Kopecks,
  recommended_amount: Kopecks,
  /** As the table says it; null: the recommended price. */
  customer_price: Kopecks.nullable(),
  customer_amount: Kopecks,
  available: z.int().nullable(),
  availability: Availability,
  /** How many of the count are not there and wait for goods, where orders beyond stock are taken; null: some, it is not told how many. */
  waits: z.int().nullable(),
});

export const CheckedOrder = z.object({
  key: z.string(),
  /** The seller's own; empty without one. */
  number: z.string(),
  name: z.string(),
  phone: z.string(),
  address: z.string(),
  /** Those of the table that it is made of, from 0. */
  rows: z.array(z.int()),
  items: z.array(CheckedLine),
  sum: Kopecks,
  recommended_sum: Kopecks,
  customer_sum: Kopecks,
  /** What the carrier collects of the customer: as the table says it, else what he pays; null: nothing. */
  to_collect: Kopecks.nullable(),
  problems: z.array(Problem),
  /** What it was made before, in the last days or by the same number: it is not made again unless that is asked. */
  made: z.object({ id: Id, number: z.int(), created_at: Instant }).nullable(),
});
export type CheckedOrder = z.infer<typeof CheckedOrder>;

/** What is wrong only with an order that is sent: a draft is mended later. */
export const MATTERS_WHEN_SENT: readonly string[] = ['short', 'required'];

export const checkBatch = route({
  method: 'POST',
  path: `${path}/check`,
  summary: 'What orders the rows of a table would make: prices, stock, what is wrong. Nothing is written',
  auth: 'orders.create',
  writesNothing: true,
  params: InProject,
  status: 200,
  body: Rows,
  returns: z.object({ orders: z.array(CheckedOrder) }),
  errors: [batchErrors.too_many_orders, partnerErrors.unknown],
});

export const createBatch = route({
  method: 'POST',
  path,
  summary: 'Make all orders of a table, or none; what was made before is left out',
  auth: 'orders.create',
  changes: ['order', 'product', 'product_variant', 'counterparty', 'manufacture_request', 'balance', 'account'],
  params: InProject,
  status: 201,
  body: Rows.extend({
    operator: z.enum(DELIVERY_OPERATORS).default('nova_poshta'),
    /** Straight to Pending; drafts otherwise. */
    send: z.boolean().default(false),
    /** Keys of orders that were made before and are wanted once more. */
    again: z.array(text(64)).max(MAX_ORDERS).default([]),
  }),
  returns: z.object({
    made: z.array(z.object({ key: z.string(), id: Id, number: z.int() })),
    /** Made before. */
    skipped: z.array(z.object({ key: z.string(), id: Id, number: z.int() })),
  }),
  errors: [
    batchErrors.problems,
    batchErrors.too_many_orders,
    batchErrors.nothing,
    partnerErrors.unknown,
    orderErrors.fields_required,
    orderErrors.sum_too_large,
  ],
});
