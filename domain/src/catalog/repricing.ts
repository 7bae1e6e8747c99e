import { z } from 'zod';
import { Id } from '../kit/ids';
import { Kopecks, PriceStep } from '../kit/money';
import { InProject, route } from '../kit/route';
import { catalogErrors } from './errors';

/** Products whose prices are changed in one step, and modifications of all of them. */
export const MAX_REPRICED_PRODUCTS = 1_000;
export const MAX_REPRICED = 10_000;
/** Rows that the preview shows; it counts them all. */
export const SHOWN_REPRICED = 200;

/** Which price is computed; always of the price itself. */
export const RepricedPrice = z.enum(['price', 'recommended_price', 'level']);
export type RepricedPrice = z.infer<typeof RepricedPrice>;

export const RepricingBody = z.object({
  product_ids: z.array(Id).min(1).max(MAX_REPRICED_PRODUCTS),
  target: RepricedPrice,
  /** Whose price for one piece it is, when `target` is `level`. */
  price_level_id: Id.nullable().optional(),
  /** Hundredths of a percent that are added to the price, or taken off: from −99,99 % to +1000 %. */
  percent: z.int().min(-9_999).max(100_000),
  /** Kopecks; without it as the general settings say. */
  round_to: PriceStep.optional(),
});
export type RepricingBody = z.infer<typeof RepricingBody>;

export const RepricedRow = z.object({
  product_id: Id,
  product_variant_id: Id.nullable(),
  name: z.string(),
  sku: z.string(),
  /** Null where there is none yet. */
  before: Kopecks.nullable(),
  /** Null where it cannot be: `refused` says why. */
  after: Kopecks.nullable(),
  refused: z.string().nullable(),
});
export type RepricedRow = z.infer<typeof RepricedRow>;

export const Repricing = z.object({
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Those that are refused first, then those that change; at most 200. */
  rows: z.array(RepricedRow),
  /** Of every price before and after; it is sent back to carry out just what was shown. */
  digest: z.string(),
});
export type Repricing = z.infer<typeof Repricing>;

const errors = [catalogErrors.price_level_not_found, catalogErrors.too_many_prices];

export const previewRepricing = route({
  method: 'POST',
  path: 'projects/:project_id/products/repricing/preview',
  summary: 'What prices of these products would become by a percent of the price, and which cannot; changes nothing',
  auth: 'products.edit',
  writesNothing: true,
  params: InProject,
  body: RepricingBody,
  returns: Repricing,
  errors,
});

export const repriceProducts = route({
  method: 'POST',
  path: 'projects/:project_id/products/repricing',
  summary: 'Change prices of these products as the preview showed, all in one step; refused rows stay as they are',
  auth: 'products.edit',
  changes: ['product', 'product_variant'],
  params: InProject,
  body: RepricingBody.extend({ digest: z.string().max(64) }),
  returns: Repricing,
  errors: [...errors, catalogErrors.prices_changed],
});
