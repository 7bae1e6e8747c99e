import { z } from 'zod';
import { Id, Instant } from '../kit/ids';
import { InProject, route } from '../kit/route';

/**
 * `bookings` with booked, their ends with the `reservations` of orders, `movements` with actual, `figures` of products and the project with their stock, `postings`
 * with balances, Σ of all accounts = 0, `storage` totals with the sizes of files, `turnover` documents with the movements
 * and postings they made, `costs` with the purchases they are averages of, and what requests say was `manufacture`d with
 * the documents by which it came, `stocktakes` with the counts and corrections they are made
 * of, prices and counterparties with the `price_levels` that they name, `returns` with the movements and postings they
 * made, agreed `reconciliations` with the postings of their days, and with the days that are closed, `payouts` with
 * the withdrawals that their paid rows are, `charges` of orders with the postings and payments they come from, cash on delivery (`cod`) of registers, rows,
 * orders and postings with each other, acts of `offsets` with what they posted, `papers` with their register, their lines
 * and the returns that they are for,
 * `parcels` with the lines, movements and charges of their orders,
 * `charge_watches` with the rules that wait for payments, the copy of goods in the `catalogue`, the
 * days of `statistics` with the orders that were sent on them, the invoices of `plans` with their lines, with the
 * extras that they charge, and with the day from which only reading goes on, and the numbers of `changes` with the last
 * that was given.
 */
export const CheckName = z.enum([
  'bookings',
  'movements',
  'waits',
  'order_lines',
  'reservations',
  'figures',
  'postings',
  'sum_zero',
  'storage',
  'turnover',
  'costs',
  'manufacture',
  'stocktakes',
  'price_levels',
  'group_terms',
  'returns',
  'reconciliations',
  'payouts',
  'charges',
  'cod',
  'offsets',
  'papers',
  'fiscal',
  'banking',
  'cards',
  'parcels',
  'delivery',
  'charge_watches',
  'catalogue',
  'statistics',
  'my_goods',
  'api_use',
  'plans',
  'changes',
]);
export type CheckName = z.infer<typeof CheckName>;

/** The exact row that does not agree: in which table, its id and name, what it should be and what it is. */
export const Difference = z.object({
  table: z.enum([
    'stock_levels',
    'stock_movements',
    'products',
    'catalogue_goods',
    'product_figures',
    'stock_totals',
    'order_items',
    'orders',
    'counterparty_accounts',
    'account_sums',
    'account_days',
    'order_days',
    'sale_days',
    'sale_months',
    'goods_days',
    'goods_months',
    'goods_totals',
    'goods_week_totals',
    'party_days',
    'party_goods',
    'move_days',
    'postings',
    'storage_totals',
    'user_storage',
    'turnover_documents',
    'turnover_items',
    'variant_costs',
    'cost_steps',
    'manufacture_lines',
    'stocktakes',
    'stocktake_lines',
    'product_variants',
    'counterparties',
    'returns',
    'return_items',
    'reconciliations',
    'payouts',
    'payout_rows',
    'charges',
    'cod_registers',
    'cod_rows',
    'offsets',
    'papers',
    'documents',
    'fiscal_receipts',
    'fiscal_shifts',
    'bank_rows',
    'bank_row_parts',
    'card_payments',
    'payments',
    'delivery_waybills',
    'delivery_tracks',
    'automation_rules',
    'charge_watches',
    'my_goods',
    'my_goods_variants',
    'my_goods_photos',
    'api_use',
    'plan_invoices',
    'plan_extras',
    'plan_card_payments',
    'users',
    'projects',
    'numbered_changes',
  ]),
  id: Id,
  name: z.string(),
  expected: z.int(),
  found: z.int(),
});
export type Difference = z.infer<typeof Difference>;

export const Check = z.object({
  name: CheckName,
  rows_checked: z.int(),
  /** At most 100 of them. */
  differences: z.array(Difference),
  differences_total: z.int(),
});
export type Check = z.infer<typeof Check>;

export const Audit = z.object({
  /** Null until the first check of a large project is done. */
  ok: z.boolean().nullable(),
  checked_at: Instant.nullable(),
  checks: z.array(Check),
  /** Compared at this moment; otherwise it is what was found at `checked_at` in the background. */
  live: z.boolean(),
  /** One was asked for and is not done: an event of the kind `audit` will tell. */
  running: z.boolean(),
  /** The last one that was asked for could not be finished then; what was found before stays. */
  failed_at: Instant.nullable(),
});
export type Audit = z.infer<typeof Audit>;

/** More differences than these are counted, not listed. */
export const LISTED_DIFFERENCES = 100;

export const readAudit = route({
  method: 'GET',
  path: 'projects/:project_id/audit',
  summary:
    'The self-check: compares every kept figure with the rows it is made of, and names those that differ. Of a large ' +
    'project it is what the last check in the background found',
  auth: 'audit.read',
  params: InProject,
  returns: Audit,
});

export const askAudit = route({
  method: 'POST',
  path: 'projects/:project_id/audit',
  summary: 'Has the self-check made in the background; does nothing while one is waited for',
  auth: 'audit.run',
  whileRestricted: true,
  changes: ['audit'],
  params: InProject,
  returns: Audit,
  status: 202,
});

export const auditRoutes = { readAudit, askAudit };
