import type { OrderRow } from '@lanka/domain/orders/contract';

/** As people say it: `РФ-125`. */
export const numberOf = ({ prefix, number }: Pick<OrderRow, 'prefix' | 'number'>): string => `${prefix}${number}`;
