import type { PayoutRow } from '@lanka/domain/payouts/contract';

export const sumOf = (rows: readonly PayoutRow[]): number => rows.reduce((sum, { amount }) => sum + amount, 0);
