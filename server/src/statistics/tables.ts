import type { OrderStatus } from '@lanka/domain/orders/contract';
import { bigint, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { kopecks, projectId } from '../kit/db/columns';

/** How many orders of a counterparty were first sent on a day that is over; one that becomes another's is moved with it. */
export const orderDays = pgTable(
  'order_days',
  {
    project_id: projectId(),
    day: date({ mode: 'string' }).notNull(),
    counterparty_id: uuid().notNull(),
    orders: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.day, t.counterparty_id] })],
);

/** Up to which day they are counted; later ones are counted when they are asked for. */
export const orderDaysUntil = pgTable(
  'order_days_until',
  { project_id: projectId(), until: date({ mode: 'string' }).notNull() },
  (t) => [primaryKey({ columns: [t.project_id] })],
);

/** What statistics are told apart by and kept under: `all` is everything, under an empty key. */
export type KeptBy = 'all' | 'counterparty' | 'tag' | 'town' | 'operator' | 'source';

const ofSales = {
  /** In small letters; empty: none. */
  key: text().notNull(),
  name: text().notNull(),
  /** First sent on the day; and those that were first charged on it. */
  orders: integer().notNull(),
  charged_orders: integer().notNull(),
  charged_for_orders: kopecks().notNull(),
  charged: kopecks().notNull(),
  returned: kopecks().notNull(),
  /** Of charged less returned what has a known cost, and that cost. */
  costed: kopecks().notNull(),
  cost: kopecks().notNull(),
};

/**
 * What was charged and given back on a day, and what that cost, by what stands on the orders. Counted at night for days
 * that are touched (`sale_days_until`), and then as orders are marked that night.
 */
export const saleDays = pgTable(
  'sale_days',
  {
    project_id: projectId(),
    by: text().$type<KeptBy>().notNull(),
    day: date({ mode: 'string' }).notNull(),
    ...ofSales,
  },
  (t) => [primaryKey({ columns: [t.project_id, t.by, t.day, t.key] })],
);

/** And by month, told by its first day, of all that is told apart: of a year twelve rows of each instead of one for each day. */
export const saleMonths = pgTable(
  'sale_months',
  {
    project_id: projectId(),
    by: text().$type<Exclude<KeptBy, 'all'>>().notNull(),
    month: date({ mode: 'string' }).notNull(),
    ...ofSales,
  },
  (t) => [primaryKey({ columns: [t.project_id, t.by, t.month, t.key] })],
);

const ofGoods = {
  /** Pieces that were sold, and that came back. */
  sold: integer().notNull(),
  back: integer().notNull(),
  charged: kopecks().notNull(),
  returned: kopecks().notNull(),
  costed: kopecks().notNull(),
  cost: kopecks().notNull(),
  /** Of how many lines. */
  lines: integer().notNull(),
};

/** The same of each modification. */
export const goodsDays = pgTable(
  'goods_days',
  {
    project_id: projectId(),
    day: date({ mode: 'string' }).notNull(),
    product_variant_id: uuid().notNull(),
    ...ofGoods,
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.day, t.product_variant_id] }),
    // on which days one was sold
    index('goods_days_of').on(t.project_id, t.product_variant_id, t.day),
  ],
);

/** And by month, told by its first day. */
export const goodsMonths = pgTable(
  'goods_months',
  {
    project_id: projectId(),
    month: date({ mode: 'string' }).notNull(),
    product_variant_id: uuid().notNull(),
    ...ofGoods,
  },
  (t) => [primaryKey({ columns: [t.project_id, t.month, t.product_variant_id] })],
);

const ofTotals = {
  ...ofGoods,
  /** Of what was sold in each week or month the square, summed up: how far demand strays from its mean is told by it. */
  squares: bigint({ mode: 'number' }).notNull(),
};

/**
 * What each modification was sold from the first day on to the end of the month, so that whatever months are asked for
 * are two rows of each. A row in every month from its first sale to the last month of the project that has any.
 */
export const goodsTotals = pgTable(
  'goods_totals',
  {
    project_id: projectId(),
    month: date({ mode: 'string' }).notNull(),
    product_variant_id: uuid().notNull(),
    ...ofTotals,
  },
  (t) => [primaryKey({ columns: [t.project_id, t.month, t.product_variant_id] })],
);

/** And to the end of each week, told by its Monday: of periods that no months make up few days are left to be read. */
export const goodsWeekTotals = pgTable(
  'goods_week_totals',
  {
    project_id: projectId(),
    week: date({ mode: 'string' }).notNull(),
    product_variant_id: uuid().notNull(),
    ...ofTotals,
  },
  (t) => [primaryKey({ columns: [t.project_id, t.week, t.product_variant_id] })],
);

const countedUntil = {
  project_id: projectId(),
  until: date({ mode: 'string' }).notNull(),
  /** No posting with this number or a lower one was entered later. */
  after_sequence: bigint({ mode: 'number' }).notNull(),
};

/** What was entered up to the end of this day of Kyiv is counted. */
export const saleDaysUntil = pgTable('sale_days_until', countedUntil, (t) => [primaryKey({ columns: [t.project_id] })]);

const ofParties = {
  counterparty_id: uuid().notNull(),
  day: date({ mode: 'string' }).notNull(),
  /** What customers pay for what was charged less what came back, and what that costs the counterparty. */
  revenue: kopecks().notNull(),
  cost: kopecks().notNull(),
  /** Pieces that were charged, and that came back. */
  pieces: integer().notNull(),
  back: integer().notNull(),
  charged_orders: integer().notNull(),
  /** Of how many lines. */
  lines: integer().notNull(),
};

/** What a dropshipper earned on a day, by his orders and what came back of them, and what carriers kept. */
export const partyDays = pgTable(
  'party_days',
  { project_id: projectId(), ...ofParties, fees: kopecks().notNull() },
  (t) => [primaryKey({ columns: [t.project_id, t.counterparty_id, t.day] })],
);

/** The same of each modification, without fees, which are of orders. */
export const partyGoods = pgTable(
  'party_goods',
  { project_id: projectId(), ...ofParties, product_variant_id: uuid().notNull() },
  (t) => [primaryKey({ columns: [t.project_id, t.counterparty_id, t.day, t.product_variant_id] })],
);

/** What was entered up to the end of this day of Kyiv is counted in both. */
export const partyDaysUntil = pgTable('party_days_until', countedUntil, (t) => [
  primaryKey({ columns: [t.project_id] }),
]);

/** How often orders went from one status to another on a day that is over, and how long they had stood in the first. */
export const moveDays = pgTable(
  'move_days',
  {
    project_id: projectId(),
    day: date({ mode: 'string' }).notNull(),
    from: text().$type<OrderStatus>().notNull(),
    to: text().$type<OrderStatus>().notNull(),
    moves: integer().notNull(),
    seconds: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.day, t.from, t.to] })],
);
