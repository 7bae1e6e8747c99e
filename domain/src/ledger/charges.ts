import { z } from 'zod';
import { CalendarDate } from '../kit/ids';
import { Kopecks } from '../kit/money';

/** What happens to an order that goes beyond what was agreed: the sender is warned, or it is refused. */
export const OnLimit = z.enum(['warn', 'refuse']);
export type OnLimit = z.infer<typeof OnLimit>;

/** `prepaid`: money was put against an order that is not charged yet. */
export const PaidState = z.enum(['prepaid', 'unpaid', 'partly', 'paid']);
export type PaidState = z.infer<typeof PaidState>;

/** By what lists of orders are filtered. */
export const PaidFilter = z.enum([...PaidState.options, 'overdue', 'owed']);
export type PaidFilter = z.infer<typeof PaidFilter>;

/** How far an order is paid, and by what (domain.md, Paid). Kopecks. */
export const OrderPayment = z.object({
  state: PaidState,
  /** Whether the last day to pay it has passed. */
  overdue: z.boolean(),
  charged: Kopecks,
  /** What returns took back of the charge. */
  credited: Kopecks,
  /** By payments that name the order. */
  put: Kopecks,
  unpaid: Kopecks,
  charged_on: CalendarDate.nullable(),
  due_on: CalendarDate.nullable(),
});
export type OrderPayment = z.infer<typeof OrderPayment>;

/** What is kept of the charge of one order. */
export type Charge = Pick<OrderPayment, 'charged' | 'credited' | 'put' | 'unpaid' | 'charged_on' | 'due_on'>;

/** What is left to be paid of a charge by money that names no order. */
export const needOf = ({ charged, credited, put }: Pick<Charge, 'charged' | 'credited' | 'put'>): number =>
  Math.max(0, charged - credited - put);

export function paidState({ charged, credited, put, unpaid, charged_on }: Charge): PaidState {
  if (charged_on === null) return put > 0 ? 'prepaid' : 'unpaid';
  if (unpaid === 0) return 'paid';
  return unpaid < charged - credited ? 'partly' : 'unpaid';
}

/** A charge at one moment, before or after something was posted. */
export interface PaidFigures extends Pick<Charge, 'charged' | 'credited' | 'put' | 'unpaid'> {
  /** Nothing more of it will be charged. */
  readonly whole: boolean;
  /** What the order costs: counts for as long as not all of it is charged. */
  readonly sum: number;
}

const HOW_FAR = ['unpaid', 'partly', 'paid'] as const;

function howFar({ charged, credited, put, unpaid, whole, sum }: PaidFigures): (typeof HOW_FAR)[number] {
  const owed = charged - credited;
  if (whole) return owed <= 0 || unpaid >= owed ? 'unpaid' : unpaid === 0 ? 'paid' : 'partly';
  if (sum > 0 && put >= sum) return 'paid';
  return put > 0 || unpaid < owed ? 'partly' : 'unpaid';
}

/** How far it is paid now if that is further than before; null when it is not. */
export function paidFurther(before: PaidFigures, now: PaidFigures): 'partly' | 'paid' | null {
  const state = howFar(now);
  return state !== 'unpaid' && HOW_FAR.indexOf(state) > HOW_FAR.indexOf(howFar(before)) ? state : null;
}

/** Whether it was paid whole and something is to pay again. What came back whole, or is canceled, is to be paid no more. */
export function paidNoLonger(before: PaidFigures, now: PaidFigures): boolean {
  const lacks = now.whole ? now.unpaid > 0 : now.sum > now.put;
  return lacks && howFar(before) === 'paid' && howFar(now) !== 'paid';
}

/** @param today the day in Kyiv, `YYYY-MM-DD` */
export const orderPayment = (charge: Charge, today: string): OrderPayment => ({
  ...charge,
  state: paidState(charge),
  overdue: charge.unpaid > 0 && charge.due_on !== null && charge.due_on < today,
});

/** What an account owes, and what was agreed about it. Kopecks. */
export interface Credit {
  /** What was paid ahead covers its own order alone and lessens no debt. */
  readonly debt: number;
  /** What of it should have been paid before today. */
  readonly overdue: number;
  /** Null: no limit. */
  readonly credit_limit: number | null;
}

/**
 * What carriers are to bring for a counterparty, kopecks, less what they keep of it. It covers the order that it is for
 * and nothing else (decision 0146).
 */
export interface Coming {
  /** With what is charged now. */
  readonly own: number;
  /** For orders that are charged and not paid, of each no more than is unpaid. */
  readonly of_debt: number;
  /** The same of those whose last day to pay has passed. */
  readonly of_overdue: number;
}
export const NOTHING_COMES: Coming = { own: 0, of_debt: 0, of_overdue: 0 };

/** What stands against charging so much more, `put` of which was paid ahead; null when nothing does. */
export function creditProblem(
  { debt, overdue, credit_limit }: Credit,
  { amount, put }: { readonly amount: number; readonly put: number },
  { own, of_debt, of_overdue }: Coming = NOTHING_COMES,
): 'credit_exceeded' | 'payment_overdue' | null {
  const owed = amount - put - own;
  if (owed <= 0) return null;
  if (credit_limit !== null && Math.max(0, debt - of_debt) + owed > credit_limit) return 'credit_exceeded';
  return overdue > of_overdue ? 'payment_overdue' : null;
}
