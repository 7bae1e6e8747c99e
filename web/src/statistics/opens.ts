import type { StatisticsMoney } from '@lanka/domain/statistics/contract';
import type { Period } from '@lanka/domain/statistics/rules';

/** Where the rows of a figure are listed. */
const page = (path: string, { from, to }: Period, rest: Readonly<Record<string, string>>): string =>
  `/cp/statistics/${path}?${new URLSearchParams({ from, to, ...rest })}`;

const of = (counterparty_id: string | undefined): Readonly<Record<string, string>> =>
  counterparty_id ? { counterparty_id } : {};

export const moneyPage = (figure: StatisticsMoney, period: Period, counterparty_id?: string): string =>
  page('money', period, { figure, ...of(counterparty_id) });

export const ordersPage = (period: Period, counterparty_id?: string): string =>
  page('orders', period, of(counterparty_id));
