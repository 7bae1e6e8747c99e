import { invoiceErrors, type OperatorInvoice } from '@lanka/domain/billing/contract';
import * as contract from '@lanka/domain/billing/operator';
import { kyivDate } from '@lanka/domain/kit/time';
import { paperOf } from '../documents';
import type { StaffScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { wholePage } from '../kit/db/paging';
import { type Served, serve } from '../kit/http/serve';
import { readRow } from './invoices.store';
import { createInvoice, creditInvoice, extendTrial, readPlanPayer, settleInvoice } from './operate';
import { listInvoices, listMonths, readOne } from './operator.store';
import { fileNameOfInvoice, paperOfInvoice } from './paper';

const today = (): string => kyivDate(new Date());

async function row(tx: Tx, id: string) {
  const found = await readRow(tx, id);
  if (!found) throw invoiceErrors.not_found();
  return found;
}

async function shown(tx: Tx, scope: StaffScope, id: string): Promise<OperatorInvoice> {
  const found = await readOne(tx, scope, id, today());
  if (!found) throw invoiceErrors.not_found();
  return found;
}

export const operatorBillingRoutes: Served[] = [
  serve(contract.listPlanInvoices, ({ tx, scope, query }) => listInvoices(tx, scope, query, today())),
  serve(contract.readPlanInvoice, ({ tx, scope, params }) => shown(tx, scope, params.id)),
  serve(contract.printPlanInvoice, async ({ tx, app, params }) => {
    const found = await row(tx, params.id);
    return {
      stream: () => paperOf(app.threads, { paper: paperOfInvoice(found) }),
      content_type: 'application/pdf',
      file_name: fileNameOfInvoice(found),
    };
  }),
  serve(contract.createPlanInvoice, async ({ tx, app, scope, body }) =>
    shown(tx, scope, (await createInvoice(tx, app, scope, body)).id),
  ),
  serve(contract.settlePlanInvoice, async ({ tx, app, scope, params, body }) => {
    await settleInvoice(tx, app, scope, await row(tx, params.id), body);
    return shown(tx, scope, params.id);
  }),
  serve(contract.creditPlanInvoice, async ({ tx, scope, params, body }) =>
    shown(tx, scope, (await creditInvoice(tx, scope, await row(tx, params.id), body)).id),
  ),
  serve(contract.readPlanPayer, ({ tx, scope, params }) => readPlanPayer(tx, scope, params)),
  serve(contract.extendTrial, ({ tx, scope, params, body }) => extendTrial(tx, scope, params.id, body.until)),
  serve(contract.listBillingMonths, async ({ tx, scope }) => wholePage(await listMonths(tx, scope))),
];
