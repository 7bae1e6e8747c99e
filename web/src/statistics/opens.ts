import type { OrderStatus } from '@lanka/domain/orders/contract';
import type { DebtAge, StatisticsMoney } from '@lanka/domain/statistics/contract';
import type { Period, StatisticsGroup } from '@lanka/domain/statistics/rules';

/** Where the rows of a figure are listed. */
const page = (path: string, { from, to }: Period, rest: Readonly<Record<string, string>>): string =>
  `/cp/statistics/${path}?${new URLSearchParams({ from, to, ...rest })}`;

const of = (counterparty_id: string | undefined): Readonly<Record<string, string>> =>
  counterparty_id ? { counterparty_id } : {};

export const moneyPage = (figure: StatisticsMoney, period: Period, counterparty_id?: string): string =>
  page('money', period, { figure, ...of(counterparty_id) });

export const ordersPage = (period: Period, counterparty_id?: string): string =>
  page('orders', period, of(counterparty_id));

/** One row of a group; an empty key: those that have none. */
export interface RowOf {
  readonly by: StatisticsGroup;
  readonly key: string;
}

export const ordersOf = (period: Period, of: RowOf): string => page('orders', period, { ...of });

/** Line by line what was sold and came back, or one of them: of one modification, of a row of a group, or all of it. */
export const linesPage = (
  period: Period,
  of: RowOf | { readonly product_variant_id: string } | null = null,
  figure?: StatisticsMoney,
): string => page('lines', period, { ...of, ...(figure ? { figure } : {}) });

/** A class of goods: of one letter or of both. */
export interface ClassOf {
  readonly abc: string;
  readonly xyz?: string | null;
}

export const goodsPage = (period: Period, sort = 'revenue', of?: ClassOf): string =>
  page('goods', period, { sort, ...(of && { abc: of.abc, ...(of.xyz && { xyz: of.xyz }) }) });

/** Where the table of goods begins, on its page. */
export const GOODS_TABLE = 'goods';

export const stockPage = (period: Period): string => page('stock', period, {});

/** Orders that are not paid, of an age, of a counterparty, or all. */
export const owedPage = (asked: { readonly age?: DebtAge; readonly counterparty_id?: string }): string =>
  `/cp/statistics/owed?${new URLSearchParams({ ...asked })}`;

export const movesPage = (period: Period, status: OrderStatus, side: 'entered' | 'left'): string =>
  page('moves', period, { status, side });
