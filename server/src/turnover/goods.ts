import { DomainError } from '@lanka/domain/kit/errors';
import type { Ref } from '@lanka/domain/kit/ids';
import { movementKind, type Pieces, signOf } from '@lanka/domain/turnover/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { changeMany, type LockedLevels } from '../stock';
import { addToCosts } from './costs.store';
import type { LockedDocument } from './turnover.store';

/**
 * Puts these pieces of the document on the shelf, or takes them off it, and lets what was bought enter its cost. All or
 * nothing: what cannot be is told by its line. Answers the causes whose waiting lines got what came.
 */
export async function moveGoods(
  tx: Tx,
  scope: ProjectScope,
  levels: LockedLevels,
  document: LockedDocument,
  pieces: readonly Pieces[],
  ref: Ref,
): Promise<readonly Ref[]> {
  const { flow, type, number, items, id, reverses } = document;
  const changes = pieces.map(({ product_variant_id, count }) => ({ product_variant_id, delta: signOf(flow) * count }));
  const kind = movementKind(flow, type, reverses !== null);
  const { refused, filled } = await changeMany(tx, scope, changes, { kind, comment: `№ ${number}`, ref });
  const [first] = refused.values();
  if (first) {
    const details = items.flatMap(({ product_variant_id }, index) => {
      const why = refused.get(product_variant_id);
      return why?.code === first.code ? [{ ...why.details[0], product_variant_id, path: `items.${index}.count` }] : [];
    });
    throw new DomainError(first.code, first.text, details);
  }
  if (flow === 'income' && type === 'purchase' && reverses === null) {
    const prices = new Map(items.map((item) => [item.product_variant_id, item.transaction_item_price]));
    const bought = pieces.flatMap(({ product_variant_id, count }) => {
      const price = prices.get(product_variant_id) ?? null;
      return price === null ? [] : [{ product_variant_id, count, price }];
    });
    await addToCosts(tx, scope, levels, id, bought);
  }
  return filled;
}
