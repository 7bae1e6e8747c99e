import { z } from 'zod';

/**
 * How the stock of goods is told to dropshippers, a setting of the project: as a number, as «багато» from a number on,
 * only whether there is any, or not at all.
 */
export const StockTelling = z.enum(['number', 'many', 'yes_no', 'hidden']);
export type StockTelling = z.infer<typeof StockTelling>;

export const ManyFrom = z.int().min(1).max(1_000_000);

/**
 * In words how goods can be had. `unlimited`: their stock is not counted, so they never run out; `hidden`: the supplier
 * does not tell.
 */
export const Availability = z.enum(['in_stock', 'many', 'out_of_stock', 'unlimited', 'hidden']);
export type Availability = z.infer<typeof Availability>;

/** The setting as those who read a project carry it; while the supplier pauses, nothing of his goods can be had. */
export interface Telling {
  readonly stock_told: StockTelling | 'paused';
  readonly stock_many_from: number;
}

/** Of goods, as they are stored. */
export interface Had {
  readonly available: number;
  /** Whether their stock is counted. */
  readonly tracked: boolean;
}

export interface Told {
  /** Pieces; null where no number is told, or there is none to tell. */
  readonly available: number | null;
  readonly availability: Availability;
}

/** What somebody is told of the stock; `telling` is null for the project's own people, who see everything. */
export function tellStock(telling: Telling | null, { available, tracked }: Had): Told {
  if (telling?.stock_told === 'paused') return { available: 0, availability: 'out_of_stock' };
  if (!tracked) return { available: null, availability: 'unlimited' };
  const availability = available > 0 ? 'in_stock' : 'out_of_stock';
  switch (telling?.stock_told ?? 'number') {
    case 'number':
      return { available, availability };
    case 'many':
      return telling && available >= telling.stock_many_from
        ? { available: null, availability: 'many' }
        : { available, availability };
    case 'yes_no':
      return { available: null, availability };
    case 'hidden':
      return { available: null, availability: 'hidden' };
  }
}

/** What a list may be asked of the stock without telling more than that: a filter by it, and an order by the number. */
export function mayAskStock(telling: Telling | null, asked: 'order' | 'few' | 'any'): boolean {
  const told = telling?.stock_told ?? 'number';
  return asked === 'any' ? told !== 'hidden' && told !== 'paused' : told === 'number';
}
