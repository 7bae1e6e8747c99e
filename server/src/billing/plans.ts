import { billingErrors, type MyBilling, type ProjectBilling, type Usage } from '@lanka/domain/billing/contract';
import {
  allowed,
  type DropshipperPlan,
  LIMITED,
  type ManufacturerPlan,
  planErrors,
  storageAllowed,
} from '@lanka/domain/kit/plans';
import { readUsage } from '../catalog';
import { readProjectBytes, readUserBytes } from '../files';
import { changePlanOf } from '../identity';
import type { ProjectScope, UserScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { countCollaborators, readPlan, savePlan } from '../projects';
import { insertPlanChange, insertUserPlanChange, isInvited, readUserPlan } from './billing.store';

/** With `lock` no file is added meanwhile. */
async function usageOf(tx: Tx, scope: ProjectScope, plan: string | null, lock = false): Promise<Usage[]> {
  const { products, product_variants } = await readUsage(tx, scope.project.id);
  const { used: collaborators } = await countCollaborators(tx, scope.project.id);
  const storage = await readProjectBytes(tx, scope.project.id, lock);
  const used = { collaborators, products, product_variants, storage };
  return LIMITED.map((limit) => ({ limit, used: used[limit], allowed: allowed(plan, limit) }));
}

export async function readBilling(tx: Tx, scope: ProjectScope): Promise<ProjectBilling> {
  const account = await readPlan(tx, scope);
  return { ...account, usage: await usageOf(tx, scope, account.subscription_plan) };
}

/**
 * Chooses or changes a project's plan, with its date and a row that says who. Going down is refused with every limit
 * of the new plan that is passed already (domain.md, Plans). The same plan again changes nothing.
 * @throws plans.over_limits
 */
export async function setProjectPlan(tx: Tx, scope: ProjectScope, plan: ManufacturerPlan): Promise<ProjectBilling> {
  const before = await readPlan(tx, scope, true);
  if (before.subscription_plan === plan) return readBilling(tx, scope);
  const usage = await usageOf(tx, scope, plan, true);
  const over = usage.filter(({ used, allowed: most }) => most !== null && used > most);
  if (over.length > 0) throw planErrors.over_limits(...over);
  await savePlan(tx, scope, plan);
  await insertPlanChange(tx, scope, { from_plan: before.subscription_plan, to_plan: plan });
  return readBilling(tx, scope);
}

const storageOf = (used: number, plan: string | null): Usage => ({
  limit: 'storage',
  used,
  allowed: storageAllowed('dropshipper', plan),
});

export async function readMyBilling(tx: Tx, scope: UserScope): Promise<MyBilling> {
  const account = await readUserPlan(tx, scope);
  return { ...account, usage: [storageOf(await readUserBytes(tx, scope.user.id), account.subscription_plan)] };
}

/** The same for a user as a dropshipper; the free plan is for those whom a supplier has invited (specification §6). */
export async function setMyPlan(tx: Tx, scope: UserScope, plan: DropshipperPlan): Promise<MyBilling> {
  const before = await readUserPlan(tx, scope, true);
  if (before.subscription_plan === plan) return readMyBilling(tx, scope);
  if (plan === 'dropshipper-free' && !(await isInvited(tx, scope)))
    throw billingErrors.free_for_invited({ path: 'subscription_plan' });
  const storage = storageOf(await readUserBytes(tx, scope.user.id, true), plan);
  if (storage.used > (storage.allowed ?? 0)) throw planErrors.over_limits(storage);
  await changePlanOf(tx, scope.user.id, plan);
  await insertUserPlanChange(tx, scope, { from_plan: before.subscription_plan, to_plan: plan });
  return readMyBilling(tx, scope);
}
