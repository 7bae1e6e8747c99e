import * as contract from '@lanka/domain/billing/contract';
import { wholePage } from '../kit/db/paging';
import { type Served, serve } from '../kit/http/serve';
import { readPlanChanges, readUserPlanChanges } from './billing.store';
import { readBilling, readMyBilling, setMyPlan, setProjectPlan } from './plans';

export const billingRoutes: Served[] = [
  serve(contract.readProjectBilling, ({ tx, scope }) => readBilling(tx, scope)),
  serve(contract.setProjectPlan, async ({ tx, scope, body, changed }) => {
    const billing = await setProjectPlan(tx, scope, body.subscription_plan);
    changed('project', scope.project.id);
    return billing;
  }),
  serve(contract.listPlanChanges, async ({ tx, scope }) => wholePage(await readPlanChanges(tx, scope))),
  serve(contract.readMyBilling, ({ tx, scope }) => readMyBilling(tx, scope)),
  serve(contract.setMyPlan, ({ tx, scope, body }) => setMyPlan(tx, scope, body.subscription_plan)),
  serve(contract.listMyPlanChanges, async ({ tx, scope }) => wholePage(await readUserPlanChanges(tx, scope))),
];
