import { z } from 'zod';
import { Id, Instant } from '../kit/ids';
import { InProject, route } from '../kit/route';

/**
 * `bookings` with booked, `movements` with actual, `figures` of products and the project with their stock, `postings`
 * with balances, and Σ of all accounts = 0.
 */
export const CheckName = z.enum(['bookings', 'movements', 'waits', 'order_lines', 'figures', 'postings', 'sum_zero']);
export type CheckName = z.infer<typeof CheckName>;

/** The exact row that does not agree: in which table, its id and name, what it should be and what it is. */
export const Difference = z.object({
  table: z.enum([
    'stock_levels',
    'stock_movements',
    'product_figures',
    'stock_totals',
    'order_items',
    'orders',
    'counterparty_accounts',
    'account_sums',
    'postings',
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

export const Audit = z.object({ ok: z.boolean(), checked_at: Instant, checks: z.array(Check) });
export type Audit = z.infer<typeof Audit>;

/** More differences than these are counted, not listed. */
export const LISTED_DIFFERENCES = 100;

export const readAudit = route({
  method: 'GET',
  path: 'projects/:project_id/audit',
  summary: 'The self-check: compares every kept figure with the rows it is made of, and names those that differ',
  auth: 'audit.read',
  params: InProject,
  returns: Audit,
});

export const auditRoutes = { readAudit };
