import * as contract from '@lanka/domain/billing/contract';
import { kyivDate } from '@lanka/domain/kit/time';
import type { UserScope } from '../kit/auth/scope';
import { wholePage } from '../kit/db/paging';
import { type Served, serve } from '../kit/http/serve';
import { readAccount } from './account';
import { readPlanChanges, readUserPlanChanges } from './billing.store';
import { planCardRoutes } from './card-routes';
import { listOfPayer, type Reading, readOfPayer, readRowOf } from './invoices.store';
import { operatorBillingRoutes } from './operator-routes';
import { pdfOf } from './paper';
import { ofProject, ofUser } from './payers';
import { readBilling, readMyBilling, setExtraOrders, setMyPlan, setProjectPlan } from './plans';

const reading = ({ locale }: UserScope): Reading => ({ today: kyivDate(new Date()), locale });

async function found<T>(row: Promise<T | null>): Promise<T> {
  const there = await row;
  if (there === null) throw contract.invoiceErrors.not_found();
  return there;
}

export const billingRoutes: Served[] = [
  serve(contract.readProjectBilling, ({ tx, scope }) => readBilling(tx, scope)),
  serve(contract.setProjectPlan, async ({ tx, app, scope, body, changed }) => {
    const billing = await setProjectPlan(tx, app, scope, body.subscription_plan);
    changed('project', scope.project.id);
    changed('integration', scope.project.id);
    return billing;
  }),
  serve(contract.listPlanChanges, async ({ tx, scope }) => wholePage(await readPlanChanges(tx, scope))),
  serve(contract.readMyBilling, ({ tx, scope }) => readMyBilling(tx, scope)),
  serve(contract.setMyPlan, ({ tx, app, scope, body }) => setMyPlan(tx, app, scope, body.subscription_plan)),
  serve(contract.listMyPlanChanges, async ({ tx, scope }) => wholePage(await readUserPlanChanges(tx, scope))),

  serve(contract.readBilling, ({ tx, app, scope }) => readAccount(tx, app, ofProject(scope), new Date())),
  serve(contract.setExtraOrders, async ({ tx, app, scope, body, changed }) => {
    await setExtraOrders(tx, scope, body.extra_orders);
    changed('project', scope.project.id);
    return readAccount(tx, app, ofProject(scope), new Date());
  }),
  serve(contract.listInvoices, async ({ tx, scope }) =>
    wholePage(await listOfPayer(tx, scope.project.id, reading(scope))),
  ),
  serve(contract.readInvoice, ({ tx, scope, params }) =>
    found(readOfPayer(tx, scope.project.id, params.id, reading(scope))),
  ),
  serve(contract.printInvoice, async ({ tx, app, scope, params }) =>
    pdfOf(app, await found(readRowOf(tx, scope.project.id, params.id))),
  ),

  serve(contract.readMyBills, ({ tx, app, scope }) => readAccount(tx, app, ofUser(scope), new Date())),
  serve(contract.listMyInvoices, async ({ tx, scope }) =>
    wholePage(await listOfPayer(tx, scope.user.id, reading(scope))),
  ),
  serve(contract.readMyInvoice, ({ tx, scope, params }) =>
    found(readOfPayer(tx, scope.user.id, params.id, reading(scope))),
  ),
  serve(contract.printMyInvoice, async ({ tx, app, scope, params }) =>
    pdfOf(app, await found(readRowOf(tx, scope.user.id, params.id))),
  ),
  ...planCardRoutes,
  ...operatorBillingRoutes,
];
