import { z } from 'zod';
import { BillingAccount } from '../identity/contract';
import { errors } from '../kit/errors';
import { Id, Instant } from '../kit/ids';
import { page } from '../kit/lists';
import { DropshipperPlan, LIMITED, ManufacturerPlan, Plan, planErrors } from '../kit/plans';
import { InProject, route } from '../kit/route';
import { planCardRoutes } from './cards';
import { invoiceRoutes } from './invoices';
import { operatorBillingRoutes } from './operator';
import { planPriceRoutes } from './prices';

export * from './cards';
export * from './invoices';
export * from './operator';
export * from './prices';

export const billingErrors = errors('billing', {
  /** Specification §6: the free plan is for those whom a supplier has invited. */
  free_for_invited: {
    status: 422,
    ua: 'Безкоштовний тариф діє для дропшиперів, яких запросив постачальник',
    en: 'The free plan is for dropshippers whom a supplier has invited',
  },
});

/** How much of a limit is used, of storage in bytes; `allowed` null: as much as wanted. */
export const Usage = z.object({ limit: z.enum(LIMITED), used: z.int(), allowed: z.int().nullable() });
export type Usage = z.infer<typeof Usage>;

export const ProjectBilling = z.object({
  subscription_plan: z.string().nullable(),
  subscription_plan_since: Instant.nullable(),
  usage: z.array(Usage),
});
export type ProjectBilling = z.infer<typeof ProjectBilling>;

export const readProjectBilling = route({
  method: 'GET',
  path: 'projects/:project_id/billing_account',
  summary: 'The plan of a project, since when, and how much of its limits is used',
  auth: 'billing.read',
  shows: ['product', 'product_variant', 'user_invitation'],
  params: InProject,
  returns: ProjectBilling,
});

export const setProjectPlan = route({
  method: 'PATCH',
  path: 'projects/:project_id/subscription_plan',
  summary: 'Choose or change the plan of a project; going down is refused with the list of what is over',
  auth: 'billing.manage',
  whileRestricted: true,
  // how a service is depends on whether the plan has it
  changes: ['billing_account', 'plan_change', 'billing', 'integration'],
  params: InProject,
  body: z.object({ subscription_plan: ManufacturerPlan }),
  returns: ProjectBilling,
  errors: [planErrors.over_limits],
});

export const PlanChange = z.object({
  id: Id,
  from_plan: Plan.nullable(),
  to_plan: Plan,
  changed_by: z.object({ id: Id, name: z.string() }),
  created_at: Instant,
});
export type PlanChange = z.infer<typeof PlanChange>;

export const listPlanChanges = route({
  method: 'GET',
  path: 'projects/:project_id/plan_changes',
  summary: 'When the plan was changed and by whom, newest first',
  auth: 'billing.read',
  params: InProject,
  returns: page(PlanChange),
});

export const MyBilling = BillingAccount.extend({ usage: z.array(Usage) });
export type MyBilling = z.infer<typeof MyBilling>;

export const readMyBilling = route({
  method: 'GET',
  path: 'users/billing_account',
  summary: 'The plan of the current user as a dropshipper, and how much of its limits is used',
  auth: 'user',
  returns: MyBilling,
});

export const setMyPlan = route({
  method: 'PATCH',
  path: 'users/subscription_plan',
  summary: 'Choose or change the plan of the current user as a dropshipper',
  auth: 'user',
  changes: ['billing_account', 'plan_change', 'billing'],
  body: z.object({ subscription_plan: DropshipperPlan }),
  returns: MyBilling,
  errors: [billingErrors.free_for_invited, planErrors.over_limits],
});

export const listMyPlanChanges = route({
  method: 'GET',
  path: 'users/plan_changes',
  summary: 'When the current user changed the own plan as a dropshipper, newest first',
  auth: 'user',
  returns: page(PlanChange.omit({ changed_by: true })),
});

export const billingRoutes = {
  readProjectBilling,
  setProjectPlan,
  listPlanChanges,
  readMyBilling,
  setMyPlan,
  listMyPlanChanges,
  ...invoiceRoutes,
  ...planCardRoutes,
  ...operatorBillingRoutes,
  ...planPriceRoutes,
};
