/** What of a supplier's goods is another than when the dropshipper took it, and what his price leaves him. */
import { marginOf } from '../catalog/changes';
import type { SourceChange, SourceField } from './contract';

/** A modification as it stands at the source. Prices in kopecks, the cost by his terms. */
export interface SourceVariant {
  readonly title: string;
  readonly sku: string;
  readonly recommended_price: number | null;
  readonly cost: number | null;
}

/** Goods as they stand at the source, or as they stood when he took them. */
export interface Source {
  readonly name: string;
  readonly description: string;
  /** The ids of its photos in their order. */
  readonly photos: readonly string[];
  /** By their ids. */
  readonly variants: Readonly<Record<string, SourceVariant>>;
}

/** In the order in which they are told: of the goods first, then of each modification. */
export function changesOf(taken: Source, now: Source): SourceChange[] {
  const changes: SourceChange[] = [];
  for (const field of ['name', 'description'] as const)
    if (taken[field] !== now[field])
      changes.push({ field, product_variant_id: null, title: '', before: taken[field], now: now[field] });
  for (const [product_variant_id, variant] of Object.entries(now.variants)) {
    const before = taken.variants[product_variant_id];
    const of = { product_variant_id, title: variant.title };
    if (!before) {
      changes.push({ field: 'variant_added', ...of, before: null, now: variant.recommended_price });
      continue;
    }
    for (const field of ['recommended_price', 'cost'] as const)
      if (before[field] !== variant[field]) changes.push({ field, ...of, before: before[field], now: variant[field] });
  }
  for (const [product_variant_id, { title, recommended_price }] of Object.entries(taken.variants))
    if (!now.variants[product_variant_id])
      changes.push({ field: 'variant_gone', product_variant_id, title, before: recommended_price, now: null });
  if (taken.photos.join() !== now.photos.join())
    changes.push({
      ...{ field: 'photos', product_variant_id: null, title: '' },
      ...{ before: taken.photos.length, now: now.photos.length },
    });
  return changes;
}

/** What he has taken after he takes these fields of what is there now. */
export function take(taken: Source, now: Source, fields: readonly SourceField[]): Source {
  const takes = (field: SourceField): boolean => fields.includes(field);
  const variants: Record<string, SourceVariant> = {};
  for (const [id, variant] of Object.entries(now.variants)) {
    const before = taken.variants[id];
    if (!before) {
      if (takes('variant_added')) variants[id] = variant;
      continue;
    }
    variants[id] = {
      // neither is told as a change
      ...{ title: variant.title, sku: variant.sku },
      recommended_price: takes('recommended_price') ? variant.recommended_price : before.recommended_price,
      cost: takes('cost') ? variant.cost : before.cost,
    };
  }
  for (const [id, variant] of Object.entries(taken.variants))
    if (!now.variants[id] && !takes('variant_gone')) variants[id] = variant;
  return {
    name: takes('name') ? now.name : taken.name,
    description: takes('description') ? now.description : taken.description,
    photos: takes('photos') ? now.photos : taken.photos,
    variants,
  };
}

/** What he goes by: what is there now where it is taken by itself, else what he took. */
export const followed = (taken: Source, now: Source | null, sync: boolean): Source => (sync && now ? now : taken);

/** What he asks for a modification: his own price, else what the supplier recommends as he goes by it. */
export const sellingPriceOf = (own: number | null | undefined, followed: SourceVariant | undefined): number | null =>
  own ?? followed?.recommended_price ?? null;

interface Sold {
  readonly cost: number | null;
  readonly price: number | null;
}

/** Of the modification that leaves him least. */
export function leastMargin(variants: readonly Sold[]) {
  const margins = variants.flatMap(({ cost, price }) => marginOf(cost, price) ?? []);
  return margins.sort((a, b) => a.percent - b.percent || a.sum - b.sum)[0] ?? null;
}

/** Between what sums they stand; null where none is known. */
export function rangeOf(sums: readonly (number | null)[]): { from: number; to: number } | null {
  const known = sums.filter((sum): sum is number => sum !== null);
  return known.length === 0 ? null : { from: Math.min(...known), to: Math.max(...known) };
}
