import { allowed, assertRoom } from '@lanka/domain/kit/plans';
import type { Tx } from '../../kit/db';
import type { ProjectScope } from '../../kit/scope';
import { readUsage } from './store';

/** Refuses what would pass the plan's limits of products and modifications. Throws 402. */
export async function assertPlaceFor(
  tx: Tx,
  { project }: ProjectScope,
  adding: { readonly products: number; readonly product_variants: number },
): Promise<void> {
  const kinds = (['products', 'product_variants'] as const).filter((what) => adding[what] > 0);
  // a plan without limits is not asked about; nearly all editing adds nothing
  if (kinds.every((what) => allowed(project.subscription_plan, what) === null)) return;
  const used = await readUsage(tx, project.id, { lock: true });
  for (const what of kinds) assertRoom(used.subscription_plan, what, used[what], adding[what]);
}
