/** What changed of the goods of his suppliers since a dropshipper last looked, and what he waits for. */
import { z } from 'zod';
import { Id, Instant } from '../kit/ids';
import { lessPercent } from '../kit/money';
import { route } from '../kit/route';
import { catalogErrors } from './errors';

/** Changes are kept so long: whoever looks more seldom is told of these. */
export const CHANGES_DAYS = 90;

export const ProductChange = z.enum(['price', 'ran_out', 'came_back']);
export type ProductChange = z.infer<typeof ProductChange>;

/** What one piece costs, of the cheapest modification and of the dearest; kopecks. */
export const CostRange = z.object({ from: z.int(), to: z.int() });
export type CostRange = z.infer<typeof CostRange>;

/** Between what prices goods stand, after a discount. Null where none has a price. */
export const costRange = (min: number | null, max: number | null, discount: number): CostRange | null =>
  min === null || max === null ? null : { from: lessPercent(min, discount), to: lessPercent(max, discount) };

export const sameCost = (a: CostRange | null, b: CostRange | null): boolean => a?.from === b?.from && a?.to === b?.to;

export interface Margin {
  /** Kopecks; below zero where goods are sold under what they cost. */
  readonly sum: number;
  /** Of the selling price, hundredths of a percent. */
  readonly percent: number;
}

/** What remains of a selling price; null where one of both is not known, or nothing is asked for. */
export function marginOf(cost: number | null, price: number | null): Margin | null {
  if (cost === null || price === null || price <= 0) return null;
  const sum = price - cost;
  return { sum, percent: Math.round((sum * 10_000) / price) };
}

/** How many goods have changed so; counted up to 10,000. */
export const ProductChanges = z.object({
  any: z.int(),
  price: z.int(),
  ran_out: z.int(),
  came_back: z.int(),
  /** What is known of them reaches up to this moment: pass it back as seen. */
  as_of: Instant,
});
export type ProductChanges = z.infer<typeof ProductChanges>;

export const countProductChanges = route({
  method: 'GET',
  path: 'dropshipping/products/changes',
  summary:
    'How many goods of the dropshipper’s suppliers have another price, ran out or came back since he last looked',
  auth: 'dropshipping',
  returns: ProductChanges,
});

export const seeProductChanges = route({
  method: 'POST',
  path: 'dropshipping/products/seen',
  summary: 'The dropshipper has seen what changed up to this moment; what comes later is marked anew',
  auth: 'dropshipping',
  whileRestricted: true,
  body: z.object({ until: Instant }),
  status: 200,
  returns: ProductChanges,
  changes: ['product'],
  answers: countProductChanges,
});

const OfSupplier = z.object({ project_id: Id, id: Id });
export const Watching = z.object({ watching: z.boolean() });

export const watchProduct = route({
  method: 'PUT',
  path: 'dropshipping/suppliers/:project_id/products/:id/watch',
  summary: 'Tell the dropshipper once when these goods are in stock again',
  auth: 'dropshipping',
  params: OfSupplier,
  returns: Watching,
  changes: ['product'],
  errors: [catalogErrors.not_found, catalogErrors.stock_not_told, catalogErrors.in_stock_already],
});

export const unwatchProduct = route({
  method: 'DELETE',
  path: 'dropshipping/suppliers/:project_id/products/:id/watch',
  summary: 'The dropshipper does not wait for these goods any more',
  auth: 'dropshipping',
  params: OfSupplier,
  returns: Watching,
  changes: ['product'],
  status: 200,
  errors: [catalogErrors.not_found],
});

export const changeRoutes = { countProductChanges, seeProductChanges, watchProduct, unwatchProduct };
