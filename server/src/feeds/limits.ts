import { limitReason } from '@lanka/domain/feeds/reasons';
import { allowed } from '@lanka/domain/kit/plans';
import type { CatalogUsage } from '../catalog';
import { planGroup } from './plan';
import type { GroupPlan, PlanContext, PlanGroup, RowPlan } from './plan-types';

type Counted = 'products' | 'product_variants';
export type Counts = Readonly<Record<Counted, number>>;

/** How far the batches before have come. */
export interface Place {
  /** What a dry run would have added, beside what is there; of a real run it is there. */
  readonly added: Counts;
  /** What found no place: the plan that is named has to have it for these as well. */
  readonly refused: Counts;
}

/**
 * Plans the groups in their order as far as the project's plan has place: rows beyond it are refused one by one with
 * the reason and the plan that would take them, those before it go in. Answers the plans, and `before` with what they did.
 */
export function planWithin(
  groups: readonly PlanGroup[],
  context: PlanContext,
  usage: CatalogUsage,
  before: Place,
): { plans: GroupPlan[]; place: Place } {
  const taken = { ...before.added };
  const refusedSoFar = { ...before.refused };
  const mostOf = (what: Counted): number => allowed(usage.subscription_plan, what) ?? Number.POSITIVE_INFINITY;
  const left = (what: Counted): number => Math.max(0, mostOf(what) - usage[what] - taken[what]);
  const plans = groups.map((group) => {
    const whole = planGroup(group, context);
    const created = whole.rows.filter(({ outcome }) => outcome === 'created');
    if (created.length === 0) return whole;
    const isNew = group.before === null;
    const what: Counted = isNew && left('products') === 0 ? 'products' : 'product_variants';
    const fit = what === 'products' ? 0 : Math.min(created.length, left(what));
    taken.product_variants += fit;
    if (isNew && fit > 0) taken.products += 1;
    if (fit === created.length) return whole;
    if (what === 'products') refusedSoFar.products += 1;
    const refused = created.slice(fit).map((row) => {
      if (what === 'product_variants') refusedSoFar.product_variants += 1;
      return refuse(row, group, limitReason(what, mostOf(what), usage[what] + taken[what] + refusedSoFar[what]));
    });
    const without = new Set(refused.map(({ id }) => id));
    const rest = planGroup({ ...group, rows: group.rows.filter(({ id }) => !without.has(id)) }, context);
    return { ...rest, rows: [...refused, ...rest.rows] };
  });
  return { plans, place: { added: taken, refused: refusedSoFar } };
}

const refuse = (row: RowPlan, group: PlanGroup, reason: ReturnType<typeof limitReason>): RowPlan => ({
  ...row,
  ...{ outcome: 'refused', reasons: [...row.reasons, reason], changes: {} },
  ...{ product_id: group.before?.id ?? null, product_variant_id: null },
});
