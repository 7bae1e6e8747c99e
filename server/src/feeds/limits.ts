import { rowReason } from '@lanka/domain/feeds/reasons';
import { allowed } from '@lanka/domain/kit/plans';
import type { CatalogUsage } from '../catalog';
import type { GroupPlan, RowPlan } from './plan-types';

/** What earlier batches of this run would add, or have added, beside what is there. */
export interface Added {
  products: number;
  product_variants: number;
}

/**
 * Refuses what the plan has no place for, row by row with the reason; the rest goes in. `added` grows by what goes in.
 */
export function withinLimits(plans: readonly GroupPlan[], usage: CatalogUsage, added: Added): GroupPlan[] {
  const { subscription_plan: plan } = usage;
  const most = { products: allowed(plan, 'products'), product_variants: allowed(plan, 'product_variants') };
  if (most.products === null && most.product_variants === null) return [...plans];
  const fits = (what: keyof Added, count: number): boolean =>
    count === 0 || most[what] === null || usage[what] + added[what] + count <= (most[what] ?? 0);
  return plans.map((group) => {
    const { change } = group;
    if (!change) return group;
    const known = new Set(change.before?.variants.map(({ id }) => id));
    const fresh = change.after.variants.filter(({ id }) => !known.has(id));
    const products = change.before ? 0 : 1;
    if (!fits('products', products)) return refused(group, 'plan_products', most.products ?? 0);
    if (!fits('product_variants', fresh.length)) return refused(group, 'plan_variants', most.product_variants ?? 0);
    added.products += products;
    added.product_variants += fresh.length;
    return group;
  });
}

/** Of a new product everything is refused; of a known one only what would be added to it. */
function refused(group: GroupPlan, code: 'plan_products' | 'plan_variants', most: number): GroupPlan {
  const { change } = group;
  if (!change) return group;
  const refuse = (row: RowPlan): RowPlan => ({
    ...row,
    outcome: 'refused',
    reasons: [...row.reasons, rowReason(code, 'external_id', most)],
    changes: {},
    product_id: change.before?.id ?? null,
    product_variant_id: null,
  });
  if (!change.before) return { change: null, rows: group.rows.map(refuse), stock: [], pictures: [] };
  const known = new Set(change.before.variants.map(({ id }) => id));
  return {
    ...group,
    change: {
      ...change,
      after: { ...change.after, variants: change.after.variants.filter(({ id }) => known.has(id)) },
    },
    rows: group.rows.map((row) => (row.outcome === 'created' ? refuse(row) : row)),
    stock: group.stock.filter(({ product_variant_id }) => known.has(product_variant_id)),
    pictures: group.pictures.filter(({ product_variant_id }) => !product_variant_id || known.has(product_variant_id)),
  };
}
