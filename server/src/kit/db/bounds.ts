import { MAX_BALANCE, MAX_KOPECKS, MAX_PRICE, MAX_STOCK } from '@lanka/domain/kit/bounds';
import { common, type DomainError } from '@lanka/domain/kit/errors';
import { sql } from 'drizzle-orm';
import { check } from 'drizzle-orm/pg-core';

/** What each column may be at most; the check of `price` is named `price_bounded`. */
const BOUNDS = {
  price: MAX_PRICE,
  recommended_price: MAX_PRICE,
  actual: MAX_STOCK,
  waiting: MAX_STOCK,
  stock_value: MAX_KOPECKS,
  amount: MAX_KOPECKS,
  recommended_amount: MAX_KOPECKS,
  sum: MAX_KOPECKS,
  recommended_sum: MAX_KOPECKS,
  customer_price: MAX_PRICE,
  customer_amount: MAX_KOPECKS,
  customer_sum: MAX_KOPECKS,
  prepaid: MAX_KOPECKS,
  cod_sum: MAX_KOPECKS,
  cod_cost: MAX_KOPECKS,
  cod_fee: MAX_KOPECKS,
  cod_received: MAX_KOPECKS,
  cod_received_fee: MAX_KOPECKS,
  balance: MAX_BALANCE,
  purchases_balance: MAX_BALANCE,
} as const;
type Bounded = keyof typeof BOUNDS;

/**
 * The last wall of a bound that contract and rules keep (decision 0046). Migrations add it `not valid`, so that rows from
 * before it do not stop an upgrade; whoever changes such a row hears `common.beyond_bounds`.
 */
export const bounded = (column: Bounded, value: string = column) =>
  check(`${column}_bounded`, sql.raw(`${value} <= ${BOUNDS[column]}`));

/** PostgreSQL's error of such a check as what the asker is told, else null. */
export function beyondBounds(error: unknown): DomainError | null {
  const { code, constraint } = error as { code?: string; constraint?: string };
  const path = code === '23514' ? constraint?.replace(/_bounded$/, '') : undefined;
  return path !== undefined && Object.hasOwn(BOUNDS, path)
    ? common.beyond_bounds({ path, allowed: BOUNDS[path as Bounded] })
    : null;
}

/**
 * Sums of many rows are added up exactly in PostgreSQL (`bigint`, `numeric`) and become a number here: one that it cannot
 * carry is refused rather than rounded.
 */
export function exactNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw common.sum_not_exact();
  return value;
}
