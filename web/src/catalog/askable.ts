import { mayAskStock, type StockTelling } from '@lanka/domain/kit/availability';
import type { CatalogText } from './text';

interface Teller {
  readonly stock_told: StockTelling;
  readonly paused_until: string | null;
}

/**
 * By what of the stock the list can be asked, by those who tell it: all of them have to. Goods of whoever pauses are left
 * out of what is filtered by it, and have no place in an order by it.
 */
export function askable(tellers: readonly Teller[], t: Pick<CatalogText, 'inStock' | 'low' | 'outOfStock'>) {
  const working = tellers.filter(({ paused_until }) => paused_until === null);
  const may = (asked: 'order' | 'few' | 'any') =>
    working.every(({ stock_told }) => mayAskStock({ stock_told, stock_many_from: 1 }, asked));
  const options = [
    { value: 'in_stock', label: t.inStock },
    ...(may('few') ? [{ value: 'low', label: t.low }] : []),
    { value: 'out_of_stock', label: t.outOfStock },
  ];
  const isAnybody = tellers.length === 0 || working.length > 0;
  return {
    sort: may('order') && working.length === tellers.length ? { sort: 'available' } : {},
    options: isAnybody && may('any') ? options : [],
  };
}
