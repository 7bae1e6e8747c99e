import { z } from 'zod';
import { CalendarDate, Id } from '../kit/ids';
import { SignedKopecks } from '../kit/money';
import { InProject, route } from '../kit/route';
import { fiscalErrors } from './errors';

/** Receipts beside the money that the ledger has for the same orders. */
export const FiscalDay = z.object({
  day: CalendarDate,
  receipts: z.int(),
  sold: SignedKopecks,
  returned: SignedKopecks,
  /** Sold less returned. */
  net: SignedKopecks,
  /** Payments and cash on delivery of the orders that these registers sell, less what was paid back. */
  ledger: SignedKopecks,
  /** Orders of the day whose receipts and money differ. */
  differing: z.int(),
});
export type FiscalDay = z.infer<typeof FiscalDay>;

export const listDays = route({
  method: 'GET',
  path: 'projects/:project_id/fiscal_days',
  summary: 'Receipts beside the ledger, day by day',
  auth: 'cash_registers.read',
  shows: ['fiscal_receipt', 'payment', 'cod_register'],
  params: InProject,
  query: z.object({ from: CalendarDate, to: CalendarDate }),
  returns: z.object({ items: z.array(FiscalDay), total: FiscalDay.omit({ day: true }) }),
  errors: [fiscalErrors.period_too_long],
});

export const DAY_REASONS = ['no_receipt', 'no_money', 'other_sum', 'other_day', 'no_order'] as const;
export const DayOrder = z.object({
  /** null: money that names no order. */
  order: z.object({ id: Id, number: z.int(), prefix: z.string() }).nullable(),
  customer_name: z.string(),
  /** Of this day. */
  receipts: SignedKopecks,
  ledger: SignedKopecks,
  /** Of all days: what agrees over all only came on another day. */
  all_receipts: SignedKopecks,
  all_ledger: SignedKopecks,
  reason: z.enum(DAY_REASONS),
});
export type DayOrder = z.infer<typeof DayOrder>;

export const readDay = route({
  method: 'GET',
  path: 'projects/:project_id/fiscal_days/:day',
  summary: 'Orders whose receipts and money of a day differ, with what makes the difference',
  auth: 'cash_registers.read',
  shows: ['fiscal_receipt', 'payment', 'cod_register'],
  params: InProject.extend({ day: CalendarDate }),
  returns: z.object({ items: z.array(DayOrder) }),
});
