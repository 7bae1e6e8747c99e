import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { lockLevels } from '../stock';
import { markMoved } from './lines.store';

/**
 * Goods left their shelf, or came back, so long ago, and nobody knew: what has been counted of them since in open
 * stocktakes has to be counted again. Whoever counts them just now waits for their level, and knows it then.
 */
export async function doubtCounts(
  tx: Tx,
  scope: ProjectScope,
  moments: readonly { readonly product_variant_id: string; readonly age_ms: number }[],
): Promise<void> {
  const oldest = new Map<string, number>();
  for (const { product_variant_id, age_ms } of moments)
    oldest.set(product_variant_id, Math.max(age_ms, oldest.get(product_variant_id) ?? 0));
  const levels = await lockLevels(tx, scope, [...oldest.keys()]);
  await markMoved(tx, scope, levels, oldest);
}
