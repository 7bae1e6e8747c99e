import { z } from 'zod';
import { apiKeyErrors } from '../kit/api_key_errors';
import { MAX_STOCK } from '../kit/bounds';
import { Id, requiredText, text } from '../kit/ids';
import { Price } from '../kit/money';
import { InProject, route } from '../kit/route';
import { DELTA_OR_COUNTED } from '../stock/contract';

/** Rows of one call. */
export const MAX_BY_SKU = 1_000;

const RowBySku = z
  .object({
    sku: requiredText(100),
    price: Price.optional(),
    recommended_price: Price.nullable().optional(),
    /** What lies on the shelf now. */
    counted: z.int().min(0).max(MAX_STOCK).optional(),
    /** Or by how much it changes. */
    delta: z.int().min(-MAX_STOCK).max(MAX_STOCK).optional(),
    /** Where nothing has this SKU: the name of the product that is made with it, hidden. What is there keeps its own. */
    product_name: requiredText(300).optional(),
  })
  .refine(({ delta, counted }) => delta === undefined || counted === undefined, {
    error: DELTA_OR_COUNTED,
    path: ['delta'],
  });
export type RowBySku = z.infer<typeof RowBySku>;

export const BySkuBody = z.object({
  items: z.array(RowBySku).min(1).max(MAX_BY_SKU),
  /** Of every change of stock in it. */
  comment: text(500).default(''),
});
export type BySkuBody = z.infer<typeof BySkuBody>;

export const BySkuRow = z.object({
  /** Its place among the rows that were sent, from 0. */
  index: z.int(),
  sku: z.string(),
  outcome: z.enum(['created', 'refused']),
  /** Of what was made. */
  product_id: Id.nullable(),
  product_variant_id: Id.nullable(),
  /** Why it was refused: nothing of this row was done. */
  code: z.string().nullable(),
  message: z.string().nullable(),
});
export type BySkuRow = z.infer<typeof BySkuRow>;

export const BySkuAnswer = z.object({
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Those that were made and those that were refused. */
  rows: z.array(BySkuRow),
});
export type BySkuAnswer = z.infer<typeof BySkuAnswer>;

export const updateBySku = route({
  method: 'POST',
  path: 'projects/:project_id/product_variants/by_sku',
  summary:
    'Prices and stock of up to 1,000 SKUs at once, and new products with them; a refused row keeps no other back',
  auth: 'goods.by_sku',
  api: ['products.write', 'stock.write'],
  changes: ['product', 'product_variant', 'order', 'manufacture_request'],
  params: InProject,
  body: BySkuBody,
  returns: BySkuAnswer,
  errors: [apiKeyErrors.scope],
});
