import { z } from 'zod';
import { listAllVariants, listDropshippingProducts, listProducts } from '../../../sdk/src/index.js';
import { uah } from '../money.js';
import type { Place } from '../place.js';
import { tool } from '../tool.js';
import { limit, supplier } from './inputs.js';

interface Counted {
  readonly available: number | null;
  readonly availability: string;
}
/** How much there is; a word where a supplier does not tell the number. */
const stockOf = ({ available, availability }: Counted) => available ?? availability;

/** Of a product with many variants those of which there is least are enough. */
const SHOWN_VARIANTS = 10;
/** Variants are read product by product; of more products their own figures are told. */
const OPENED_PRODUCTS = 25;

async function variantsOf({ lanka }: Place, project_id: string, product_id: string) {
  const query = { product_id, sort: 'available' as const, limit: SHOWN_VARIANTS };
  const { items, total } = await lanka.call(listAllVariants, { params: { project_id }, query });
  return {
    variants: items.map((one) => ({
      ...{ product_variant_id: one.id, name: one.name, sku: one.sku, available: stockOf(one) },
      ...(one.minimum === null ? {} : { minimum: one.minimum }),
      ...(one.booked === null ? {} : { booked: one.booked }),
    })),
    ...(total > items.length ? { more_variants: total - items.length } : {}),
  };
}

interface Low {
  readonly stock: 'low';
  readonly sort: 'available';
  readonly limit: number;
}

async function lowOf({ lanka }: Place, own: string, low: Low) {
  const query = { ...low, include_unpublished: true };
  const { items, total } = await lanka.call(listProducts, { params: { project_id: own }, query });
  return { items: items.map((one) => ({ own, from: {}, one })), total };
}

async function lowOfAll({ lanka }: Place, query: Low & { project_id?: string }) {
  const { items, total } = await lanka.call(listDropshippingProducts, { query });
  const from = (one: (typeof items)[number]) => ({ supplier: one.project_id, supplier_name: one.project_title });
  return { items: items.map((one) => ({ own: one.project_id, from: from(one), one })), total };
}

/** What the product's own pages call low: no more is available than the least stock of the variant or the project. */
export const runningOut = tool({
  name: 'running_out',
  input: z.strictObject({ supplier, limit }),
  async run(place, { supplier: named, limit: most }) {
    const project = await place.projectOrAll(named);
    const query = { stock: 'low' as const, sort: 'available' as const, limit: most };
    const { kind } = (await place.key()).owner;
    const { items, total } = await (kind === 'project'
      ? lowOf(place, project ?? '', query)
      : lowOfAll(place, { ...query, ...(project ? { project_id: project } : {}) }));
    const products: object[] = [];
    for (const [index, { own, from, one }] of items.entries())
      products.push({
        ...{ name: one.name, ...from, published: one.published, unit: one.unit, available: stockOf(one) },
        ...(index < OPENED_PRODUCTS ? await variantsOf(place, own, one.id) : {}),
      });
    return { products, total };
  },
});

export const findGoods = tool({
  name: 'find_goods',
  input: z.strictObject({ q: z.string().max(120).optional(), in_stock: z.boolean().optional(), supplier, limit }),
  async run(place, { q, in_stock, supplier: named, limit: most }) {
    const project = await place.projectOrAll(named);
    if (project === null) return productsOfAll(place, { q, in_stock, limit: most });
    const query = { limit: most, ...(q ? { q } : {}), ...(in_stock ? { in_stock } : {}) };
    const { items, total } = await place.lanka.call(listAllVariants, { params: { project_id: project }, query });
    const variants = items.map((one) => ({
      ...{ product_variant_id: one.id, product: one.product_name, variant: one.name, sku: one.sku, unit: one.unit },
      ...{ available: stockOf(one), price_uah: uah(one.price), recommended_price_uah: uah(one.recommended_price) },
      published: one.published,
    }));
    return { variants, total };
  },
});

async function productsOfAll({ lanka }: Place, asked: { q?: string; in_stock?: boolean; limit: number }) {
  const query = {
    ...{ limit: asked.limit, ...(asked.q ? { q: asked.q } : {}) },
    ...(asked.in_stock ? { stock: 'in_stock' as const } : {}),
  };
  const { items, total } = await lanka.call(listDropshippingProducts, { query });
  const products = items.map((one) => ({
    ...{ name: one.name, supplier: one.project_id, supplier_name: one.project_title, unit: one.unit, sku: one.sku },
    ...{ available: stockOf(one), cost_from_uah: uah(one.cost?.from ?? null), cost_to_uah: uah(one.cost?.to ?? null) },
    ...(one.only_variant_id ? { product_variant_id: one.only_variant_id } : { variants: one.variants_count }),
  }));
  return { products, total };
}
