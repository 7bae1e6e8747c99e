import * as contract from '@lanka/domain/billing/contract';
import { kyivDate } from '@lanka/domain/kit/time';
import { paperOf } from '../documents';
import type { ProjectScope, UserScope } from '../kit/auth/scope';
import { wholePage } from '../kit/db/paging';
import { type FileAnswer, type Served, serve } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { readAccount } from './account';
import { readPlanChanges, readUserPlanChanges } from './billing.store';
import { listOfPayer, readOfPayer, readRowOf } from './invoices.store';
import { operatorBillingRoutes } from './operator-routes';
import { fileNameOfInvoice, paperOfInvoice } from './paper';
import type { PayerRef } from './payers';
import { readBilling, readMyBilling, setExtraOrders, setMyPlan, setProjectPlan } from './plans';
import type { InvoiceRow } from './tables';

const today = (): string => kyivDate(new Date());
const ofProject = ({ project }: ProjectScope): PayerRef => ({ audience: 'manufacturer', id: project.id });
const ofUser = ({ user }: UserScope): PayerRef => ({ audience: 'dropshipper', id: user.id });

async function found<T>(row: Promise<T | null>): Promise<T> {
  const there = await row;
  if (there === null) throw contract.invoiceErrors.not_found();
  return there;
}

export const pdfOf = (app: Services, row: InvoiceRow): FileAnswer => ({
  stream: () => paperOf(app.threads, { paper: paperOfInvoice(row) }),
  content_type: 'application/pdf',
  file_name: fileNameOfInvoice(row),
});

export const billingRoutes: Served[] = [
  serve(contract.readProjectBilling, ({ tx, scope }) => readBilling(tx, scope)),
  serve(contract.setProjectPlan, async ({ tx, app, scope, body, changed }) => {
    const billing = await setProjectPlan(tx, app, scope, body.subscription_plan);
    changed('project', scope.project.id);
    return billing;
  }),
  serve(contract.listPlanChanges, async ({ tx, scope }) => wholePage(await readPlanChanges(tx, scope))),
  serve(contract.readMyBilling, ({ tx, scope }) => readMyBilling(tx, scope)),
  serve(contract.setMyPlan, ({ tx, app, scope, body }) => setMyPlan(tx, app, scope, body.subscription_plan)),
  serve(contract.listMyPlanChanges, async ({ tx, scope }) => wholePage(await readUserPlanChanges(tx, scope))),

  serve(contract.readBilling, ({ tx, scope }) => readAccount(tx, ofProject(scope), new Date())),
  serve(contract.setExtraOrders, async ({ tx, scope, body, changed }) => {
    await setExtraOrders(tx, scope, body.extra_orders);
    changed('project', scope.project.id);
    return readAccount(tx, ofProject(scope), new Date());
  }),
  serve(contract.listInvoices, async ({ tx, scope }) => wholePage(await listOfPayer(tx, scope.project.id, today()))),
  serve(contract.readInvoice, ({ tx, scope, params }) => found(readOfPayer(tx, scope.project.id, params.id, today()))),
  serve(contract.printInvoice, async ({ tx, app, scope, params }) =>
    pdfOf(app, await found(readRowOf(tx, scope.project.id, params.id))),
  ),

  serve(contract.readMyBills, ({ tx, scope }) => readAccount(tx, ofUser(scope), new Date())),
  serve(contract.listMyInvoices, async ({ tx, scope }) => wholePage(await listOfPayer(tx, scope.user.id, today()))),
  serve(contract.readMyInvoice, ({ tx, scope, params }) => found(readOfPayer(tx, scope.user.id, params.id, today()))),
  serve(contract.printMyInvoice, async ({ tx, app, scope, params }) =>
    pdfOf(app, await found(readRowOf(tx, scope.user.id, params.id))),
  ),
  ...operatorBillingRoutes,
];
