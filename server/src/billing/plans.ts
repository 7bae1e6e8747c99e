import { billingErrors, type MyBilling, type ProjectBilling, type Usage } from '@lanka/domain/billing/contract';
import { monthOf } from '@lanka/domain/billing/rules';
import {
  allowed,
  type DropshipperPlan,
  LIMITED,
  type ManufacturerPlan,
  planErrors,
  storageAllowed,
} from '@lanka/domain/kit/plans';
import { kyivDate } from '@lanka/domain/kit/time';
import { readUsage } from '../catalog';
import { readProjectBytes, readUserBytes } from '../files';
import { changePlanOf } from '../identity';
import type { ProjectScope, UserScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { countCollaborators, readPlan, saveBilledProject, savePlan } from '../projects';
import { insertPlanChange, insertUserPlanChange, isInvited, readUserPlan } from './billing.store';
import { recordExtras } from './extras';
import { countFirstSent, insertTrialOrders, lockOrderCount } from './extras.store';
import { issueDifference } from './issue';
import { type PayerRef, readPayer, refreshRestriction, saveBilledFrom } from './payers';

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
 * Chooses or changes a project's plan, with its date and a row that says who. Going up costs the difference for the rest
 * of the month; going down is refused with every limit of the new plan that is passed already (domain.md, Plans). What has
 * begun beyond the plan by now is charged by the old one. The same plan again changes nothing.
 * @throws plans.over_limits
 */
export async function setProjectPlan(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  plan: ManufacturerPlan,
): Promise<ProjectBilling> {
  const { id } = scope.project;
  const ref: PayerRef = { audience: 'manufacturer', id };
  await lockOrderCount(tx, id);
  const before = await readPlan(tx, scope, true);
  if (before.subscription_plan === plan) return readBilling(tx, scope);
  const payer = await readPayer(tx, ref);
  if (!payer) throw new Error('a project in scope exists');
  const usage = await usageOf(tx, scope, plan, true);
  const over = usage.filter(({ used, allowed: most }) => most !== null && used > most);
  if (over.length > 0) throw planErrors.over_limits(...over);
  const now = new Date();
  const month = monthOf(kyivDate(now));
  await recordExtras(tx, id, payer, month, now);
  await issueDifference(tx, app, { ref, payer, to: plan, now });
  await savePlan(tx, scope, plan, now);
  await insertPlanChange(tx, scope, { from_plan: before.subscription_plan, to_plan: plan, at: now });
  if (payer.billed_from === null) {
    await saveBilledFrom(tx, ref, month);
    const sent = await countFirstSent(tx, id, month);
    if (sent > 0) await insertTrialOrders(tx, id, month, sent);
  }
  await refreshRestriction(tx, ref);
  return readBilling(tx, scope);
}

/**
 * Whether packs of further orders are added by themselves. What has begun by now is written down, so that nobody who
 * places an order at this moment is counted by both.
 */
export async function setExtraOrders(tx: Tx, scope: ProjectScope, extra_orders: boolean): Promise<void> {
  const { id } = scope.project;
  await lockOrderCount(tx, id);
  const payer = await readPayer(tx, { audience: 'manufacturer', id }, true);
  if (!payer || payer.extra_orders === extra_orders) return;
  const now = new Date();
  if (payer.extra_orders) await recordExtras(tx, id, payer, monthOf(kyivDate(now)), now);
  await saveBilledProject(tx, id, { extra_orders });
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
export async function setMyPlan(tx: Tx, app: Services, scope: UserScope, plan: DropshipperPlan): Promise<MyBilling> {
  const ref: PayerRef = { audience: 'dropshipper', id: scope.user.id };
  const before = await readUserPlan(tx, scope, true);
  if (before.subscription_plan === plan) return readMyBilling(tx, scope);
  if (plan === 'dropshipper-free' && !(await isInvited(tx, scope)))
    throw billingErrors.free_for_invited({ path: 'subscription_plan' });
  const storage = storageOf(await readUserBytes(tx, scope.user.id, true), plan);
  if (storage.used > (storage.allowed ?? 0)) throw planErrors.over_limits(storage);
  const payer = await readPayer(tx, ref);
  if (!payer) throw new Error('a user in scope exists');
  const now = new Date();
  await issueDifference(tx, app, { ref, payer, to: plan, now });
  await changePlanOf(tx, scope.user.id, plan, now);
  await insertUserPlanChange(tx, scope, { from_plan: before.subscription_plan, to_plan: plan, at: now });
  // the free month is that in which something was first chosen that costs anything
  if (payer.billed_from === null && plan !== 'dropshipper-free') await saveBilledFrom(tx, ref, monthOf(kyivDate(now)));
  await refreshRestriction(tx, ref);
  return readMyBilling(tx, scope);
}
