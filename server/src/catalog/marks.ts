import type { ProjectScope } from '../kit/auth/scope';
import { markChanged, markGone } from '../kit/changes/record';
import type { Tx } from '../kit/db/db';
import type { ProductState, VariantState } from './model';

/** What is told of a modification, each by its id. */
const OF_VARIANTS = ['product_variant', 'price', 'stock'] as const;
type Scope = Pick<ProjectScope, 'project'>;

const idsOf = (variants: readonly VariantState[]): string[] => variants.map(({ id }) => id);
const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);

const pricesOf = ({ price, prices, recommended_price }: VariantState) => ({ price, prices, recommended_price });
const namesOf = ({ price: _, prices: __, recommended_price: ___, ...rest }: VariantState) => rest;

/** Readers of `changes` hear what became of a product and its modifications; `before` is null for a new one. */
export function markProduct(tx: Tx, scope: Scope, before: ProductState | null, after: ProductState): void {
  const old = new Map(before?.variants.map((variant) => [variant.id, variant]));
  const added = after.variants.filter(({ id }) => !old.has(id));
  const pairs = after.variants.flatMap((now) => {
    const then = old.get(now.id);
    return then ? [{ then, now }] : [];
  });
  const left = new Set(idsOf(after.variants));
  const removed = before?.variants.filter(({ id }) => !left.has(id)) ?? [];
  if (!before) markChanged(tx, scope, 'product', [after.id], 'created');
  else if (differs(before, after)) markChanged(tx, scope, 'product', [after.id]);
  markChanged(tx, scope, 'product_variant', idsOf(added), 'created');
  markChanged(tx, scope, 'price', idsOf(added), 'created');
  const changed = (of: (variant: VariantState) => object) =>
    idsOf(pairs.filter(({ then, now }) => differs(of(then), of(now))).map(({ now }) => now));
  markChanged(tx, scope, 'product_variant', changed(namesOf));
  markChanged(tx, scope, 'price', changed(pricesOf));
  markRemoved(tx, scope, idsOf(removed), before?.published === true);
  if (before && before.published !== after.published) {
    const kept = pairs.map(({ now }) => now.id);
    if (after.published) markChanged(tx, scope, 'product', [after.id], 'shown');
    else markGone(tx, scope, 'product', [after.id]);
    for (const kind of OF_VARIANTS) {
      if (after.published) markChanged(tx, scope, kind, kept, 'shown');
      else markGone(tx, scope, kind, kept);
    }
  }
}

/** They are deleted; dropshippers hear of it where they could see them. */
function markRemoved(tx: Tx, scope: Scope, ids: readonly string[], published: boolean): void {
  for (const kind of OF_VARIANTS) {
    markChanged(tx, scope, kind, ids, 'deleted');
    if (published) markGone(tx, scope, kind, ids);
  }
}

export function markProductDeleted(tx: Tx, scope: Scope, { id, published, variants }: ProductState): void {
  markChanged(tx, scope, 'product', [id], 'deleted');
  if (published) markGone(tx, scope, 'product', [id]);
  markRemoved(tx, scope, idsOf(variants), published);
}
