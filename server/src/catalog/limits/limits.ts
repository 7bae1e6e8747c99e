import { allowed, assertRoom } from '@lanka/domain/kit/plans';
import type { ProjectScope } from '../../kit/auth/scope';
import type { Tx } from '../../kit/db/db';
import { countCatalogue, readPlanOf } from './limits.store';

/** Refuses what would pass the plan's limits of products and modifications. Throws 402. */
export async function assertPlaceFor(
  tx: Tx,
  { project }: ProjectScope,
  adding: { readonly products: number; readonly product_variants: number },
): Promise<void> {
  const kinds = (['products', 'product_variants'] as const).filter((what) => adding[what] > 0);
  // nearly all editing adds nothing
  if (kinds.length === 0) return;
  // read anew under the lock: the plan in the scope may have gone down since
  const plan = await readPlanOf(tx, project.id, true);
  if (kinds.every((what) => allowed(plan, what) === null)) return;
  const used = await countCatalogue(tx, project.id);
  for (const what of kinds) assertRoom(plan, what, used[what], adding[what]);
}
